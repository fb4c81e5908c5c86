package pattern

// FindString is the leftmost match, empty if there is none.
func (p *Pattern) FindString(s string) string {
	if !p.MatchString(s) {
		return ""
	}
	return p.compiled().FindString(s)
}

// FindStringIndex is where the leftmost match begins and ends, nil if there is none.
func (p *Pattern) FindStringIndex(s string) []int {
	if !p.MatchString(s) {
		return nil
	}
	return p.compiled().FindStringIndex(s)
}

// FindAllStringIndex is the same of the first n matches, of all if n is negative.
func (p *Pattern) FindAllStringIndex(s string, n int) [][]int {
	if !p.MatchString(s) {
		return nil
	}
	return p.compiled().FindAllStringIndex(s, n)
}

// FindStringSubmatch are the leftmost match and its groups.
func (p *Pattern) FindStringSubmatch(s string) []string {
	if !p.MatchString(s) {
		return nil
	}
	return p.compiled().FindStringSubmatch(s)
}

// FindStringSubmatchIndex is where these begin and end.
func (p *Pattern) FindStringSubmatchIndex(s string) []int {
	if !p.MatchString(s) {
		return nil
	}
	return p.compiled().FindStringSubmatchIndex(s)
}

// FindAllString are the first n matches, all if n is negative.
func (p *Pattern) FindAllString(s string, n int) []string {
	if !p.MatchString(s) {
		return nil
	}
	return p.compiled().FindAllString(s, n)
}

// FindAllStringSubmatch are these with their groups.
func (p *Pattern) FindAllStringSubmatch(s string, n int) [][]string {
	if !p.MatchString(s) {
		return nil
	}
	return p.compiled().FindAllStringSubmatch(s, n)
}

// FindAllStringSubmatchIndex is where these begin and end.
func (p *Pattern) FindAllStringSubmatchIndex(s string, n int) [][]int {
	if !p.MatchString(s) {
		return nil
	}
	return p.compiled().FindAllStringSubmatchIndex(s, n)
}

// ReplaceAllString puts the template in place of each match.
func (p *Pattern) ReplaceAllString(s, template string) string {
	if !p.MatchString(s) {
		return s
	}
	return p.compiled().ReplaceAllString(s, template)
}

// ReplaceAllStringFunc puts what with says in place of each match.
func (p *Pattern) ReplaceAllStringFunc(s string, with func(string) string) string {
	if !p.MatchString(s) {
		return s
	}
	return p.compiled().ReplaceAllStringFunc(s, with)
}

// Split cuts s at the matches into at most n pieces, into all if n is negative.
func (p *Pattern) Split(s string, n int) []string { return p.compiled().Split(s, n) }

// SubexpNames are the names of the groups, the whole expression's first.
func (p *Pattern) SubexpNames() []string { return p.compiled().SubexpNames() }

// SubexpIndex is which group has the name, -1 if none has.
func (p *Pattern) SubexpIndex(name string) int { return p.compiled().SubexpIndex(name) }

// NumSubexp is how many groups there are.
func (p *Pattern) NumSubexp() int { return p.compiled().NumSubexp() }
