package join

import (
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
)

// wordy is what holds no figure: a digit behind a letter is part of a word, as of a gas or a cubic metre, and thousands are a scale.
const wordy = `(?:[^\d]|\p{L}\d|CO ?2|[£$€'’‘]000){1,24}`

var (
	// datedHead is a year and what is said of it: "2022 (adjusted)", "2023 K€", "2025 target", "2024 tCO2e".
	datedHead = pattern.Compile(`^` + printed.YearPattern + `(?:[ \x{a0}]` + wordy + `|\(` + wordy + `\))$`)
	// markedYear is a year with the mark of a footnote close behind it, which reads as one number of five digits.
	markedYear = pattern.Compile(`^(` + printed.YearPattern + `)(\d)$`)
	// classBound is a class of a distribution: "<30", "30-50", "> 50", "30 to 50", "50+".
	classBound = pattern.Compile(`^(?:([<>≤≥])[ ]?=?[ ]?(\d{1,3})|(\d{1,3})[ ]?(?:-|–|to)[ ]?(\d{1,3})|(\d{1,3})\+)(?:[ ]years?)?$`)
)

// namesColumns reports whether a row names the columns below it though it reads as figures: every cell behind the first is a year
// with what is said of it, or a class of a distribution, and the rows below hold something else.
func (d *draft) namesColumns(r int) bool {
	if !d.figuresBelow(r) {
		return false
	}
	d.markYears(r)
	return d.dates(r) || d.classes(r)
}

// behind lists what stands behind the first column of a row, each cell once.
func (d *draft) behind(r int) []*entry {
	var out []*entry
	for c := 1; c < d.t.Cols; c++ {
		if e := d.entry(r, c); !e.empty() && e.cell.Row == r && e.cell.Col == c {
			out = append(out, e)
		}
	}
	return out
}

// figuresBelow reports whether a later row has a figure that is no date and no class.
func (d *draft) figuresBelow(r int) bool {
	for below := r + 1; below < d.t.Rows; below++ {
		for _, e := range d.behind(below) {
			if e.kind == printed.Number && !datedHead.MatchString(e.text) && !classBound.MatchString(e.text) {
				return true
			}
		}
	}
	return false
}

// markYears takes the marks off years that stand among other years: 20231 beside 2022 and 2021.
func (d *draft) markYears(r int) {
	years := 0
	for _, e := range d.behind(r) {
		switch {
		case e.kind == printed.Period:
			years++
		case !markedYear.MatchString(e.text):
			return
		}
	}
	if years == 0 {
		return
	}
	for _, e := range d.behind(r) {
		if m := markedYear.FindStringSubmatch(e.text); m != nil {
			e.text, e.kind, e.marks = m[1], printed.Period, append(e.marks, m[2])
			e.figure.Token = m[1]
		}
	}
}

// dates reports whether two cells or more name years, not all in the same words, and no cell is another figure.
func (d *draft) dates(r int) bool {
	named := map[string]bool{}
	for _, e := range d.behind(r) {
		switch {
		case e.kind == printed.Period || datedHead.MatchString(e.text):
			named[e.text] = true
		case e.kind == printed.Number || e.kind == printed.Absent:
			return false
		}
	}
	return len(named) > 1
}

// classes reports whether a row has the classes of a distribution one after the other, each from where the one before ends.
func (d *draft) classes(r int) bool {
	n, last, open := 0, -1, false
	for _, e := range d.behind(r) {
		m := classBound.FindStringSubmatch(e.text)
		switch {
		case m == nil && e.kind == printed.Wordy:
			continue
		case m == nil || open:
			return false
		}
		from, to := bounds(m)
		if last >= 0 && from != last && from != last+1 {
			return false
		}
		last, open = to, to < 0
		n++
	}
	return n > 1
}

// bounds are where a class begins and ends; from 0 where nothing bounds it below, to -1 where nothing does above.
func bounds(m []string) (from, to int) {
	number := func(s string) int {
		n, err := strconv.Atoi(s)
		if err != nil {
			return -1 // an end that the pattern left out
		}
		return n
	}
	switch {
	case m[1] != "" && strings.ContainsAny(m[1], "<≤"):
		return 0, number(m[2])
	case m[1] != "":
		return number(m[2]), -1
	case m[5] != "":
		return number(m[5]), -1
	}
	return number(m[3]), number(m[4])
}
