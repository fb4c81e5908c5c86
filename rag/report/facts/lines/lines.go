// Package lines reads as cells the figures of lines that are tables without a grid.
package lines

import (
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts/cell"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// Lines that are a table without a grid: a header of years, then rows of a label and as many figures. The
// reader keeps what stands above - the years, a unit, a heading - and reads a row only when its figures can be
// told apart and as many as the years. A row that cannot be told is left out.

const (
	maxLine     = 400 // longer lines are paragraphs
	unitReach   = 14  // lines below a unit that it still holds for
	longLabel   = 16  // words of a label that names its scope; what is longer is the end of a sentence
	pendingRows = 3   // lines that a label may be broken over
)

var (
	figureToken = pattern.Compile(`^[<>~≈]?[-–−+]?\(?(?:[$€£]|Rp)?\d[\d.,'’\x{a0}\x{202f}]*\)?(?:[*†‡¹²³⁴⁵⁶⁷⁸⁹]+|\d?\))?$`)
	percentTok  = pattern.Compile(`^[-–−+]?\(?\d[\d.,]*\)?\s?%$`)
	emptyToken  = pattern.Compile(`^(?:[-–−—]+|n/?a\.?|N/?A\.?|n\.a\.|\.|x)$`)
	yearToken   = pattern.Compile(`^(?:FY|fy|CY|FY-)?\s?((?:19[89]|20[0-6])\d)(?:[/–-]\d{2,4})?[*†‡¹²³⁴⁵]*\)?$`)
	yearsGlued  = pattern.Compile(`((?:19[89]|20[0-6])\d)((?:19[89]|20[0-6])\d)`)
	gluedLabel  = pattern.Compile(`([\p{L})])((?:\d{1,3}(?:[.,'’]\d+)+|\d+)(?:[\s\t]+[-–−+]?[\d.,'’%]+)*)\s*$`)
	brokenGroup = pattern.Compile(`(\d)\s?,\s(\d{3})(?:\D|$)|(\d)\s,(\d{3})(?:\D|$)`)
	brokenGas   = pattern.Compile(`(?i)\bco\s*\n?\s*([2₂])[ \t]*\n?[ \t]*(e\b|eq\b|-?equivalents?\b|equivalents?\b)?`)
	gasGlued    = pattern.Compile(`(CO2e(?:q)?)([\p{Lu}\d(])`)
	spacedWord  = pattern.Compile(`\bT\s?o\s?t\s?a\s?l\b`)
	sentenceEnd = pattern.Compile(`[.;:]\s*$`)
)

// state is what stands above a line.
type state struct {
	years     []int
	heads     []string // of the years, as printed
	tailWords int      // words after the years
	changes   int      // columns after them that give changes
	headerAt  int      // line of the header
	rowless   bool     // no row has followed it
	group     int      // columns of each year, if several
	heading   string   // the last line without figures that is short
	outer     string   // the heading before it
	headingAt int      // its line
	scoped    string   // the last label that named a scope
	section   string   // the last heading that named one scope
	unit      string
	unitAt    int
	pending   []string
	headers   int // header lines seen, for telling blocks apart
	at        int
	oneYear   string // the last line that is a year and no more
	indirect  int    // rows since the last total that are purchased energy
	others    int    // rows since then that are not
}

// LineCells reads the rows of a page's lines. number counts blocks on from the tables before.
//
// What it has read is told to used, so that no line is read twice.
func LineCells(p *document.Page, number int, f quantity.Format, reason string, used map[int]bool) (cells []cell.Cell, blocks int) {
	lines := joinBroken(LinesOf(p))
	s := state{}
	for i, l := range lines {
		s.at = i
		if len(l.Text) > maxLine {
			s.pending, s.heading = nil, ""
			continue
		}
		text := mend(l.Text)
		if s.header(text) {
			used[l.Start] = true
			continue
		}
		if len(s.years) == 0 {
			text = methodTail.ReplaceAllString(text, "$2 $1") // "Total Scope 2 42,234 Market-based"
		}
		s.grouped(text)
		r, ok := readRow(s.withoutTail(text), f, len(s.years))
		if !ok || len(s.years) == 0 && aimGoesOn(lines, i, f) {
			s.words(text)
			continue
		}
		if pageFooter(&r) {
			continue
		}
		if m := methodLead.FindStringSubmatch(r.label); m != nil { // "Market-based method Indirect emissions from electricity"
			s.heading, s.headingAt, r.label = m[1], i, m[2]
			s.indirect, s.others = 0, 0
		}
		if i > 0 && r.label == "" && len(r.figures) == 1 && len(s.years) == 0 && l.Start > lines[i-1].Start+len([]rune(lines[i-1].Text))+1 {
			s.pending = nil // a figure alone in the next paragraph: on a page of figures, each stands above its own name
		}
		s.begin(&r)
		s.rowless = false
		if some := s.cells(p, l, r, number+s.headers, reason); len(some) > 0 {
			used[l.Start] = true
			cells = append(cells, some...)
		}
		if u := unitWithin(r.label); u != "" && !vocabulary.PerWord.MatchString(u) {
			s.unit, s.unitAt = u, s.at // holds for the items below: "Total emissions (tonnes)", "- business travel"
		}
		if sc, n := vocabulary.Scopes(r.label); n > 0 && len(sc) == 1 {
			s.scoped = cell.Words(r.label, 6)
		}
		s.count(r.label)
		s.pending = nil
	}
	return cells, s.headers + 1
}

// aimGoesOn says that a line is the first of a sentence about a change that its line breaks behind the figure: the next one goes on with the year by
// which, or from which.
func aimGoesOn(lines []textLine, i int, f quantity.Format) bool {
	if i+1 >= len(lines) || lines[i+1].Start > lines[i].Start+len([]rune(lines[i].Text))+1 || !goesOnWithYear.MatchString(lines[i+1].Text) {
		return false
	}
	_, row := readRow(mend(lines[i+1].Text), f, 0)
	return !row
}

var goesOnWithYear = pattern.Compile(`^(?:by|until|from|compared|relative|against|versus)\s(?:.*\s)?(?:FY\s?)?(?:19|20)\d\d\b`)

// pageFooter says that a row is the name of a report with its year and a page: "Sustainability Report 2023 67".
func pageFooter(r *row) bool {
	n := len(r.figures)
	if n == 0 || n > 2 || r.unit != "" || cell.GhgWord.MatchString(r.label) {
		return false
	}
	year, page := false, n == 1
	for _, f := range r.figures {
		switch {
		case f.empty:
			return false
		case yearToken.MatchString(f.q.Text):
			year = true
		case len(f.q.Text) <= 3 && f.q.Unit.Dimension == quantity.Count:
			page = true
		}
	}
	return year && page
}

// count notes of a row whether it is purchased energy: a total of such rows alone is all of Scope 2.
func (s *state) count(label string) {
	switch {
	case cell.BareTotal.MatchString(label):
		s.indirect, s.others = 0, 0
	case vocabulary.ImpliedScope(label) == "2":
		s.indirect++
	default:
		s.others++
	}
}

// methodLead parts a row's label from the method that begins it.
var methodLead = pattern.Compile(`(?i)^\W*((?:location|market)[- ]based(?:\s+(?:method|approach))?)\W+(\p{L}.*\p{L}.*)$`)

// begin completes a row's label with the lines it is broken over.
func (s *state) begin(r *row) {
	for n := len(s.pending); n > 0; n-- {
		last := s.pending[n-1]
		if r.label != "" && !continues(r.label) && !unfinished.MatchString(last) {
			return
		}
		if sentenceEnd.MatchString(last) || len(last) > 110 {
			return
		}
		joined := strings.TrimSpace(last + " " + r.label)
		if strings.HasSuffix(last, "-") {
			joined = strings.TrimSuffix(last, "-") + r.label
		}
		if strings.HasSuffix(s.heading, last) {
			s.heading, s.outer = s.outer, ""
		}
		s.pending = s.pending[:n-1]
		r.label = joined
		if u := cell.TrailingUnit(r.label); r.unit == "" && u != "" {
			r.unit = u
		}
	}
}

var unfinished = pattern.Compile(`(?i)(?:\b(?:and|of|the|for|from|in|by|with|to|or|per|&)|[-,&–(/]|\bdirect\s+ghg|\bemissions? in)\s*$`)
