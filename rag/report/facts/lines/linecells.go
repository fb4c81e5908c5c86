package lines

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/cell"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
)

// cells makes cells of a row.
func (s *state) cells(p *document.Page, l textLine, r row, table int, reason string) []cell.Cell {
	figures := s.apart(r)
	if figures == nil || r.label == "" && s.heading == "" {
		return nil
	}
	path, units := s.path(r.label), s.units(r)
	implied := ""
	if cell.BareTotal.MatchString(r.label) && s.indirect > 0 && s.others == 0 {
		implied = "2"
	}
	n := len(s.years)
	var out []cell.Cell
	for i, f := range figures {
		if f.empty || i >= max(n, 1) {
			continue
		}
		c := cell.Cell{
			Rows: path, Q: f.q, Printed: f.q.Text, Units: units, Source: facts.FromText, Format: reason, Table: table, Row: s.at, Col: i, Scope: implied,
			Place: facts.Place{Page: p.Number, Rect: lineRect(p, l, f.q.Text), Quote: cell.Quoted(path, nil, f.q.Text)},
		}
		if n > 0 {
			c.Cols = []string{s.heads[i]}
		} else if s.oneYear != "" {
			c.Cols = []string{s.oneYear}
		}
		out = append(out, c)
	}
	return out
}

// apart are the figures of a row that can be told apart: one for each year, and without a header of years the only one of
// a row that names its scope; nil if there are none.
func (s *state) apart(r row) []figure {
	if len(s.years) > 0 {
		return s.align(r.figures)
	}
	figures := firstOfShares(r.figures)
	if len(figures) != 1 || len(strings.Fields(r.label)) > longLabel || !s.ofScope(r.label) {
		return nil
	}
	return figures
}

// ofScope reports whether a label names its scope, or a total below a heading that does.
func (s *state) ofScope(label string) bool {
	return vocabulary.ScopeWord.MatchString(label) || vocabulary.ScopeWord.MatchString(s.heading+" "+s.section) && vocabulary.TotalWord.MatchString(label)
}

// path is a row's label below the headings that it needs.
func (s *state) path(label string) []string {
	var path []string
	if s.heading != "" && s.heading != label {
		path = append(path, s.heading)
	}
	if len(s.years) == 0 && s.section != "" && !vocabulary.ScopeWord.MatchString(s.heading+label) {
		path = append(path, s.section)
	}
	if s.scoped != "" && s.onlyByMethod(label) {
		if sc, _ := vocabulary.Scopes(s.heading); sc == "" {
			path = append(path, s.scoped) // "location based" below "Scope 2"
		}
	}
	if label != "" {
		path = append(path, label)
	}
	return path
}

// onlyByMethod reports whether a label says by which method and leaves it to the label above of what.
func (s *state) onlyByMethod(label string) bool {
	return onlyMethod.MatchString(label) || vocabulary.TotalWord.MatchString(s.scoped) && totalMethod.MatchString(label)
}

// units are those that may hold for a row, the nearest first.
func (s *state) units(r row) []string {
	units := append([]string{r.unit}, cell.BracketUnits(r.label)...)
	if u := unitWithin(r.label); u != "" {
		units = append(units, u)
	}
	if u := unitWithin(s.heading); u != "" && !vocabulary.PerWord.MatchString(u) {
		units = append(units, u)
	}
	far := cell.GhgWord.MatchString(r.label+" "+s.heading+" "+s.section) && s.at-s.unitAt <= 4*unitReach
	if s.unit != "" && (far || s.at-s.unitAt <= unitReach) {
		units = append(units, s.unit)
	}
	return units
}

var (
	totalMethod = pattern.Compile(`(?i)^\W*totals?\W*(?:location|market)\W*based(?:\s+method)?\W*$`)
	onlyMethod  = pattern.Compile(`(?i)^\W*(?:location|market)\W*based(?:\s+method)?\W*$`)
)

// align gives each year its figure; nil if that cannot be told.
func (s *state) align(figures []figure) []figure {
	n := len(s.years)
	extra := len(figures) - n
	if s.group > 1 && len(figures) >= s.group*n && len(figures) <= s.group*n+2 {
		var out []figure
		for i := range n {
			out = append(out, figures[i*s.group])
		}
		return out
	}
	if extra == 0 {
		return figures
	}
	// Years that come again: the first run is the first group of columns.
	if half := n / 2; extra > 0 && n%2 == 0 && half > 1 && slices.Equal(s.years[:half], s.years[half:]) {
		out := make([]figure, n)
		copy(out, figures[:half])
		for i := half; i < n; i++ {
			out[i].empty = true
		}
		return out
	}
	if extra < 0 {
		return nil
	}
	// A footnote's number before the figures: "Total (Scope 1)2 4,636 5,095".
	first := figures[0]
	mark := !first.empty && len(first.q.Text) == 1
	if f := last(figures); extra == s.changes+1 && mark && (s.changes > 0 || !f.percent()) {
		return figures[1 : n+1]
	}
	// Columns behind the years: a change, a target.
	if extra == s.changes || extra <= 2 && last(figures).percent() ||
		extra == 1 && !last(figures).empty && last(figures).q.Signed || extra <= s.tailWords && s.tailWords > 0 {
		return figures[:n]
	}
	return nil
}

// lineRect is where the figure stands, or its line.
func lineRect(p *document.Page, l textLine, figure string) [4]float64 {
	start, end := l.Start, l.Start+len([]rune(l.Text))
	if at := strings.Index(l.Text, figure); at >= 0 && figure != "" {
		start += len([]rune(l.Text[:at]))
		end = start + len([]rune(figure))
	}
	if rects := p.Rects(start, end); len(rects) > 0 {
		return rects[0]
	}
	return [4]float64{}
}
