package evidence

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/issuer"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	unitColumn  = pattern.Compile(`(?i)^(?:unit|currency)`)
	yearColumn  = pattern.Compile(`(?i)^(?:year|period|reporting year)$`)
	placeColumn = pattern.Compile(`(?i)^(?:place|site|location|facility|plant|region|branch|store|mill|mine|depot|warehouse|installation|country|` +
		`state|district|city|municipality|station|office)(?:\s+(?:no\.?|number|id|name))?$`)
	// partColumn has parts of a year, and wholeYear is what a column of periods has where a row is of a whole one.
	partColumn = pattern.Compile(`(?i)^(?:quarter|month|week|day|half(?:[- ]year)?|season)s?\b`)
	wholeYear  = pattern.Compile(`(?i)^(?:(?:full[- ]?|calendar\s+|financial\s+|fiscal\s+)?year(?:\s+ended)?\s*|[FC]Y\s*)?(?:20\d\d|31\s+dec\p{L}*\s+20\d\d)$`)
	// inMonths is a month in a heading, and lastMonth the end of a year.
	inMonths   = pattern.Compile(`(?i)\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}{0,6}\.?\s+20\d\d|\b20\d\d[-/](?:0[1-9]|1[0-2])\b`)
	lastMonth  = pattern.Compile(`(?i)\b31\.?(?:st)?\s*dec|\bdec\p{L}*\s+31\b|\b20\d\d-12-31\b`)
	dateColumn = pattern.Compile(`(?i)^(?:as\s+(?:of|at)|date|(?:reporting|balance)\s+date|year\s+end(?:ed|ing)?)$`)
	lastDay    = pattern.Compile(`^(?:20\d\d-12-31|31[./]12[./]20\d\d|31(?:st)?\s+(?i:december|dec)\.?\s+20\d\d|(?i:december|dec)\.?\s+31,?\s+20\d\d)$`)
	// everywhere is what a register has in the column of places where a row is of all of them.
	everywhere = pattern.Compile(`(?i)^(?:(?:grand\s+)?totals?|overall|all(?:\s+(?:sites|plants|facilities|locations|operations|places|installations))?|` +
		`company[- ]wide)$`)
	shareOf   = pattern.Compile(`(?i)^(?:%|per\s?cent(?:age)?|share)\s+(of\s+.+)$`)
	bracketed = pattern.Compile(`[(\[]([^()\[\]]{1,40})[)\]]`)
)

// rows reads a table as far as the work goes, and reports whether that was to its end: each cell with a figure is an
// assertion of what stands in its row and above it, and each row is one as a whole, for what is said in words.
func (r *reader) rows(p *document.Page, t *document.Table, format quantity.Format) bool {
	if t.HeaderRows < 1 || len(t.Rows) <= t.HeaderRows {
		return true
	}
	g := gridOf(r, p, t, format)
	for i := t.HeaderRows; i < len(t.Rows); i++ {
		if !g.row(i) {
			r.reach.page, r.reach.row, r.reach.rows = p.Number, i, len(t.Rows)
			return false
		}
	}
	return true
}

// grid is a table that is read row by row.
type grid struct {
	*reader
	page   *document.Page
	table  *document.Table
	format quantity.Format
	head   []string // what stands above each column
	corner string   // the unit that holds for all cells
	others []int    // columns of companies
	dated  bool     // some of its figures have a year

	alike map[string][2]int // where the statements of a row begin and end among all, by all that it says beside its figures
}

func gridOf(r *reader, p *document.Page, t *document.Table, format quantity.Format) grid {
	g := grid{reader: r, page: p, table: t, format: format, head: make([]string, len(t.Rows[0])), corner: t.Unit, others: companyColumns(t),
		alike: map[string][2]int{}}
	for c := range g.head {
		for _, row := range t.Rows[:t.HeaderRows] {
			g.head[c] = strings.TrimSpace(g.head[c] + " " + row[c].Text)
		}
	}
	if m := bracketed.FindStringSubmatch(g.head[0]); g.corner == "" && m != nil {
		g.corner = m[1]
	}
	g.dated = slices.ContainsFunc(g.head, func(h string) bool { return YearOf(h) > 0 || yearColumn.MatchString(h) })
	return g
}

// row reads a row, and reports whether there was enough work for it.
func (g *grid) row(i int) bool {
	row := g.table.Rows[i]
	quote, cells := quoteOf(row)
	if !g.spend(len(quote)) {
		return false
	}
	if !g.concerns(row, quote) {
		return true
	}
	if !g.spend(cells * perStatement / 4) {
		return false
	}
	w := g.words(row)
	base := assertion{page: g.page.Number, row: i + 1, quote: quote, places: w.places, subjects: subjectsOf(w.all), denied: denies(w.all)}
	base.words, base.against = wordsOf(w.all, g.company), measuredAgainst(w.all)
	switch {
	case w.part:
		base.years = []int{0, 0} // of some time that is not a year
	case w.period > 0:
		base.years = []int{w.period}
	}
	if g.dated = g.dated || year.MatchString(quote); base.against && len(base.years) == 0 {
		return true // against a base that is not named
	}
	from := len(g.out)
	g.whole(base, w)
	for c := range row {
		if a, ok := g.figure(base, w, row[c].Text, g.head[c]); ok {
			g.keep(a)
		}
	}
	g.tell(fmt.Sprint(w), from)
	return true
}

// tell keeps apart rows that say the same but for their figures: one of those is a number by which they are told apart, and each is of a part.
func (g *grid) tell(key string, from int) {
	before, again := g.alike[key]
	if !again {
		g.alike[key] = [2]int{from, len(g.out)}
		return
	}
	for _, of := range [][2]int{before, {from, len(g.out)}} {
		for i := of[0]; i < of[1]; i++ {
			g.out[i].borrowed = true
		}
	}
}

// concerns reports whether a row is of the company.
func (g *grid) concerns(row []document.Cell, quote string) bool {
	if g.own {
		return !anothers(row, g.others, g.called)
	}
	return slices.ContainsFunc(g.called, func(name string) bool { return names(quote, name) }) && !anothers(row, g.others, g.called)
}

// rowWords is what a row says beside its figures.
type rowWords struct {
	said   string // the row's words
	all    string // these with the table's caption
	unit   string // of its figures, where a column gives it
	period int    // the year, where a column gives it; else 0
	coded  bool   // a cell has a letter or two, which may stand for a kind or a place
	part   bool   // it is of a part of a year, or of more than one
	places []string
}

// words reads what a row says beside its figures.
func (g *grid) words(row []document.Cell) rowWords {
	var w rowWords
	var said []string
	for c, cell := range row {
		if cell.Text == "" {
			continue
		}
		switch head := g.head[c]; {
		case unitColumn.MatchString(head):
			w.unit = strings.TrimSpace(cell.Text + " " + w.unit)
		case yearColumn.MatchString(head):
			w.period = YearOf(cell.Text)
			w.part = w.part || !wholeYear.MatchString(strings.TrimSpace(cell.Text))
		case partColumn.MatchString(head) && !everywhere.MatchString(cell.Text):
			w.part = true
		case dateColumn.MatchString(head) && lastDay.MatchString(cell.Text):
			w.period = YearOf(cell.Text)
			said = append(said, cell.Text)
		case placeColumn.MatchString(head) && everywhere.MatchString(strings.TrimSpace(cell.Text)):
		case placeColumn.MatchString(head):
			w.places = append(w.places, cell.Text)
			said = append(said, cell.Text)
		default:
			if _, err := quantity.Parse(cell.Text, g.format); err != nil {
				said = append(said, cell.Text)
				w.coded = w.coded || !content.MatchString(cell.Text) && !strings.ContainsAny(cell.Text, "0123456789")
			}
		}
	}
	w.said = strings.Join(said, " ")
	w.part = w.part || partOfYear.MatchString(w.said)
	w.all = strings.Join(append([]string{g.table.Caption}, said...), " ")
	return w
}

// whole keeps a row as a whole, if it is about something.
func (g *grid) whole(a assertion, w rowWords) {
	if len(a.subjects) == 0 {
		return
	}
	if a.text = w.all; w.part {
		a.years = nil // what has happened in a month has happened in its year
	}
	for _, m := range year.FindAllString(a.quote, -1) {
		if y := YearOf(m); !slices.Contains(a.years, y) {
			a.years = append(a.years, y)
		}
	}
	g.keep(a)
}

// figure is what a cell below a heading asserts, with what its row says; ok is false if it asserts nothing.
func (g *grid) figure(row assertion, w rowWords, cell, head string) (a assertion, ok bool) {
	if cell == "" || unitColumn.MatchString(head) || yearColumn.MatchString(head) || partColumn.MatchString(head) || placeColumn.MatchString(head) {
		return a, false
	}
	if partOfYear.MatchString(head) || inMonths.MatchString(head) && !lastMonth.MatchString(head) {
		return a, false // of a part of a year
	}
	q, measured := cellFigure(cell, w.unit, head, g.corner, g.format)
	if q.Value == nil || q.Year {
		return a, false
	}
	a = row
	a.text = strings.TrimSpace(w.all + " " + head)
	if a.subjects = matterOf(a.text+" "+cell, g.company, w.places); len(a.subjects) == 0 || !measured && !ofItsOwn(a.subjects) {
		return a, false // a number without a unit may count anything, unless its row says what
	}
	a.words, a.against = wordsOf(a.text, g.company), measuredAgainst(a.text)
	a.borrowed = w.coded || g.table.Caption != "" && !slices.Equal(a.subjects, subjectsOf(w.said+" "+head))
	switch y := YearOf(head); {
	case y > 0 && !w.part:
		a.years = []int{y}
	case len(a.years) == 0 && g.dated: // some figures have a year, this one has not
		a.years = []int{0, 0}
	}
	end := quantity.Quantity{Start: len(a.text), End: len(a.text), Value: q.Value}
	f := figure{Quantity: q, years: a.years, way: wayOf(a.text+" "+cell, end)}
	if m := bracketed.FindStringSubmatch(head); m != nil && relative(f) {
		if of := shareOf.FindStringSubmatch(strings.TrimSpace(m[1])); of != nil {
			f.of = baseOf(" "+of[1], g.company)
		}
	}
	a.figures = []figure{f}
	return a, true
}

// quoteOf is a row as it stands there, white space folded, and how many of its cells are filled.
func quoteOf(row []document.Cell) (quote string, cells int) {
	var quoted []string
	for _, c := range row {
		if c.Text != "" {
			quoted = append(quoted, c.Text)
		}
	}
	return strings.Join(quoted, " "), len(quoted)
}

// companyColumns lists a table's columns of companies.
func companyColumns(t *document.Table) (columns []int) {
	for c, head := range t.Rows[0] {
		switch events.NormalText(head.Text) {
		case "company", "operator", "entity", "organisation", "organization", "holder":
			columns = append(columns, c)
		}
	}
	return columns
}

// anothers reports whether a row is another company's.
func anothers(row []document.Cell, columns []int, called issuer.Names) bool {
	return slices.ContainsFunc(columns, func(c int) bool {
		return c < len(row) && row[c].Text != "" && !slices.ContainsFunc(called, func(name string) bool { return names(row[c].Text, name) })
	})
}

// cellFigure reads a cell's figure with the unit that it has itself, or from its row, its column or its table.
func cellFigure(cell, row, column, table string, format quantity.Format) (quantity.Quantity, bool) {
	q, err := quantity.Parse(cell, format)
	if err != nil || q.Year {
		return q, false
	}
	if q.Unit.Dimension != quantity.Count {
		return q, true
	}
	candidates := []string{row}
	if m := bracketed.FindStringSubmatch(column); m != nil {
		candidates = append(candidates, m[1])
	}
	for _, unit := range append(candidates, table) {
		if unit == "" {
			continue
		}
		if shareOf.MatchString(strings.TrimSpace(unit)) {
			unit = "%"
		}
		with, err := quantity.Parse(cell+" "+unit, format)
		if err == nil && with.Unit.Dimension != quantity.Count {
			return with, true
		}
		if u, err := quantity.ParseUnit(unit); err == nil {
			q.Unit = u
			return q, true
		}
	}
	return q, false
}
