package injection

// readsThis reports whether a machine that reads this document is told something, whatever it is: nobody else
// speaks of one.
func (s sentence) readsThis() bool {
	for k := range s.ws {
		if !s.mayRead(k) {
			continue
		}
		for j := k + 1; j < len(s.ws) && j <= k+4; j++ {
			if !s.reading(j) {
				continue
			}
			if n, ok := s.thisBehind(j); ok && s.tells(k, n) {
				return true
			}
		}
	}
	return false
}

// mayRead reports whether the word at k can be a machine that reads this document: one of those that reports write about
// cannot.
func (s sentence) mayRead(k int) bool {
	if s.senses[k]&(isMachine|isDevice) == 0 && s.machine(k) == 0 {
		return false
	}
	return (k == 0 || !owned[s.ws[k-1].text]) && !s.behind(k, 2, isPeople)
}

// reading reports whether the word at j says that the machine before it reads, not what it is for.
func (s sentence) reading(j int) bool {
	before := s.ws[j-1].text
	return s.senses[j]&isGerund != 0 && before != "to" && before != "for" && before != "by"
}

// thisBehind finds the "this" of what is read at j: of this document, or the end of the clause.
func (s sentence) thisBehind(j int) (n int, ok bool) {
	n = j + 1
	for n < len(s.ws) && n <= j+2 && !ofThis[s.ws[n].text] {
		n++
	}
	if n >= len(s.ws) || n > j+2 {
		return 0, false
	}
	return n, s.near(n, 2, isDoc) || n+1 == len(s.ws) || s.ws[n+1].clause || s.ws[n+1].starts
}

// tells reports whether the sentence tells the machine at k, whose "this" stands at n, something: it has to, is asked to,
// or what follows stands for itself.
func (s sentence) tells(k, n int) bool {
	for m := range s.ws {
		w, text := s.senses[m], s.ws[m].text
		if m > n && s.ws[m].starts || w&isModal != 0 && !weak[text] || w&isAsked != 0 || m+1 == k && asking[text] || commandNouns[text] {
			return true
		}
	}
	return false
}

var ofThis = wordsOf("this ini our")

var commandNouns = wordsOf("commands orders instruct ask request urge permitted allowed")
