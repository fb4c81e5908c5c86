package join

import (
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
)

// firstFigures is the first row with figures, or with what a questionnaire holds in their place; -1 if there is none.
func (d *draft) firstFigures() int {
	for r := range d.t.Rows {
		if d.enumerates(r) || d.namesColumns(r) || d.headsInWords(r) || d.headsByFace(r) || d.headsByCorner(r) {
			continue
		}
		for c := 1; c < d.t.Cols; c++ {
			e := d.entry(r, c)
			if e.cell.Row == r && (e.kind == printed.Number || e.kind == printed.Absent && !e.empty()) && d.values[c] || answers[strings.ToLower(e.text)] {
				return r
			}
		}
		if e := d.entry(r, 0); strings.HasSuffix(e.text, "?") && !e.full(d) {
			return r
		}
	}
	return -1
}

// headsInWords reports whether a row heads columns of figures with words, and the only figures in it are those of heads: of units, as
// in "kg per" above "1,000 litres", or what a word above begins, as in "Under" above "30".
func (d *draft) headsInWords(r int) bool {
	heads, figures := 0, []*entry(nil)
	for c := 1; c < d.t.Cols; c++ {
		e := d.entry(r, c)
		if e.empty() || e.cell.Row != r || e.cell.Col != c {
			continue
		}
		switch {
		case e.kind == printed.Number && (thousandOf.MatchString(e.text) || d.goesOnAbove(r, c) || r < mostHeadRows && yearHead.MatchString(e.text)):
			figures = append(figures, e)
		case e.kind == printed.Wordy && twoFigures.MatchString(e.text):
			return false
		case e.kind == printed.Wordy:
			heads++
		case d.values[c]:
			return false
		}
	}
	if heads < 2 && !d.overPeriods(r, figures) || len(figures) == 0 {
		return false
	}
	for _, e := range figures {
		e.kind, e.figure = printed.Wordy, printed.Figure{}
	}
	return true
}

// headsByFace reports whether a row of figures without a label is one of heads all the same: it stands below the first of them and is bold
// as they are, and none of the row below it is, which has a label. Degrees of scenarios and brackets of age are heads like that.
func (d *draft) headsByFace(r int) bool {
	if r == 0 || r >= mostHeadRows || r+1 >= d.t.Rows || !d.entry(r, 0).empty() || d.entry(r+1, 0).empty() {
		return false
	}
	var figures []*entry
	heads := 0
	for c := 1; c < d.t.Cols; c++ {
		above, e, below := d.entry(r-1, c), d.entry(r, c), d.entry(r+1, c)
		if !above.empty() && above.cell.Row < r && (!above.bold || above.kind == printed.Number) || !e.empty() && !e.bold || below.bold {
			return false
		}
		if !above.empty() && above.cell.Row < r {
			heads++
		}
		if e.kind == printed.Number && e.cell.Row == r && e.cell.Col == c {
			figures = append(figures, e)
		}
	}
	if heads == 0 || len(figures) < 2 {
		return false
	}
	for _, e := range figures {
		e.kind, e.figure = printed.Wordy, printed.Figure{}
	}
	return true
}

// headsByCorner reports whether the first row heads columns with figures, as scenarios are called: all in one unit of their own, "1.5 degrees" and
// "4 degrees", where no figure below has a unit, since the corner says which it is, or of which time: "2024, EUR million".
func (d *draft) headsByCorner(r int) bool {
	if r > 0 || d.t.Rows < 3 || d.t.Cols < 3 || !periodOrUnit(d.entry(0, 0).text) {
		return false
	}
	var figures []*entry
	for c := 1; c < d.t.Cols; c++ {
		e := d.entry(0, c)
		one := e.kind == printed.Number && e.figure.Unit != "" && e.cell.RowSpan < 2 && e.cell.ColSpan < 2
		if !one || len(figures) > 0 && e.figure.Unit != figures[0].figure.Unit {
			return false
		}
		figures = append(figures, e)
		for k := 1; k < d.t.Rows; k++ {
			if below := d.entry(k, c); !below.empty() && below.kind != printed.Absent && (below.kind != printed.Number || below.figure.Unit != "") {
				return false
			}
		}
	}
	for _, e := range figures {
		e.kind, e.figure = printed.Wordy, printed.Figure{}
	}
	return true
}

// periodOrUnit reports whether a corner holds a period, a unit or both, and nothing else.
func periodOrUnit(corner string) bool {
	period := printed.PeriodIn(corner)
	rest := strings.Trim(strings.Replace(corner, period, "", 1), " ,;:()–-")
	if rest = printed.WithoutIn(rest); strings.EqualFold(rest, "in") {
		rest = ""
	} else if lead, unit, found := strings.Cut(rest, ","); found && strings.EqualFold(strings.TrimSpace(lead), "in") {
		rest = strings.TrimSpace(unit)
	}
	return corner != "" && (rest == "" && period != "" || printed.IsUnit(rest))
}

// overPeriods reports whether each of some figures is the first line of a head that ends with a period, as "2023 against" above "2019".
func (d *draft) overPeriods(r int, figures []*entry) bool {
	for _, e := range figures {
		if r+1 == d.t.Rows || !yearHead.MatchString(e.text) || d.entry(r+1, e.cell.Col).kind != printed.Period {
			return false
		}
	}
	return true
}

// goesOnAbove reports whether a whole number is the rest of the words above it.
func (d *draft) goesOnAbove(r, c int) bool {
	if r == 0 || r >= mostHeadRows {
		return false
	}
	above := d.entry(r-1, c)
	return above.kind == printed.Wordy && !above.empty() && !above.full(d) && wholeOf.MatchString(d.entry(r, c).text)
}

var (
	wholeOf = pattern.Compile(`^\d{1,3}$`)
	// twoFigures is a cell with a figure and how far it is from another: "76 (-19%)".
	twoFigures = pattern.Compile(`^[+−–-]?\d[\d.,]*\s*%?\s*\(?[+−–-]?\s*\d[\d.,]*\s*%\s*\)?$`)
	yearHead   = pattern.Compile(`^(?:19|20)\d{2} \p{L}{2,}`)
)
