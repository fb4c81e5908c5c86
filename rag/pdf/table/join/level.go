package join

import (
	"slices"
	"unicode"
)

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

// overRepeated lets a head over some columns of a group stand over all of them, where the same heads come again in each group, "UK, Abroad,
// Total" below two years: set flush with one of them, it may be too short to reach over the others. The last group, a total, may have fewer columns.
func overRepeated(cols [][]string) {
	if slices.ContainsFunc(cols, func(path []string) bool { return len(path) == 0 }) {
		return
	}
	all := cols[0][:0:0] // heads over the whole table
	for k := 0; !slices.ContainsFunc(cols, func(path []string) bool { return len(path) < k+2 || path[k] != cols[0][k] }); k++ {
		all = append(all, cols[0][k])
	}
	own := make([][]string, len(cols))
	for c := range cols {
		own[c] = cols[c][len(all):]
	}
	for size := 2; 2*size <= len(cols); size++ {
		if over, ok := groupHeads(own, size); ok {
			for c := range cols {
				if len(own[c]) == 1 {
					cols[c] = append(slices.Clone(all), over[c/size], own[c][0])
				}
			}
			return
		}
	}
}

// groupHeads are the heads over groups of columns of a size whose own heads are the same in each and differ within: one for each group, no two alike.
func groupHeads(cols [][]string, size int) (over []string, ok bool) {
	over = make([]string, (len(cols)+size-1)/size)
	for c, path := range cols {
		own := path[len(path)-1]
		first := cols[c%size]
		if len(path) > 2 || own != first[len(first)-1] || slices.ContainsFunc(cols[c-c%size:c], func(o []string) bool { return o[len(o)-1] == own }) {
			return nil, false
		}
		if len(path) == 2 {
			if g := over[c/size]; g != "" && g != path[0] {
				return nil, false
			}
			over[c/size] = path[0]
		}
	}
	for g, head := range over {
		if head == "" || slices.Contains(over[:g], head) {
			return nil, false
		}
	}
	return over, true
}

// over is the path of the columns that a cell stands in. One over several of a group is of the group, and of none of them: the year below whose
// head stand employees and contractors.
func (d *draft) over(e *entry) []string {
	r, k := e.cell.Row, e.cell.Col
	path := d.columns[r][k]
	if r < d.head || e.empty() {
		return path
	}
	common := len(path)
	for c := k + 1; c < min(k+e.cell.ColSpan, len(d.columns[r])); c++ {
		n := 0
		for n < min(common, len(d.columns[r][c])) && d.columns[r][c][n] == path[n] {
			n++
		}
		common = n
	}
	if common == 0 {
		return path // they share no head that would say more of it
	}
	return path[:common]
}
