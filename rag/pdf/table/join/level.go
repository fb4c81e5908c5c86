package join

import "unicode"

// over says that the heading of a group stands over another one by how it is written.
func (a *ancestor) over(l *ancestor) bool {
	return a.group && l.group && a.bold && a.caps && !l.caps && a.size > 0.92*l.size
}

// twoLevels parts a heading of two lines that are written differently: the upper one heads the group of the lower.
func (d *draft) twoLevels(e *entry, l ancestor) (first, rest ancestor, ok bool) {
	lines := e.cell.Lines
	if len(lines) < 2 || len(e.marks) > 0 {
		return first, rest, false
	}
	all := d.page.Words
	a, b := &all[lines[0][0]], &all[lines[1][0]]
	upper, _ := compose(all, lines[:1], nil)
	lower, _ := compose(all, lines[1:], nil)
	if !a.Bold || a.Ink == b.Ink || !inCapitals(upper) || inCapitals(lower) || upper+" "+lower != l.text {
		return first, rest, false
	}
	first, rest = l, l
	first.text, first.bold, first.strong, first.size, first.caps = upper, true, true, a.Size, true
	rest.text, rest.bold, rest.strong, rest.size = lower, b.Bold, b.Bold || l.strong, b.Size
	return first, rest, true
}

// inCapitals says that a text of more than an abbreviation is written in capitals.
func inCapitals(s string) bool {
	upper := 0
	for _, r := range s {
		switch {
		case unicode.IsLower(r):
			return false
		case unicode.IsUpper(r):
			upper++
		}
	}
	return upper > 4
}
