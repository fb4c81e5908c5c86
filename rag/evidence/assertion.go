package evidence

import (
	"regexp"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// assertion is what a sentence, or a row of a table, says of its subjects.
type assertion struct {
	page, row int    // row from 1, 0 for a sentence
	quote     string // word for word
	text      string // what is read: of a row, its cells with their headers
	subjects  []string
	places    []string
	years     []int
	figures   []figure
	denied    bool
	words     []string // what it says beside figures, units, years and the company, in the short
	borrowed  bool     // a row that has its subject from the table's caption: it may be a part of that
	against   bool     // it measures against something: an intensity, or a base year that is not named
	plain     string   // text as names are looked for in it
	planned   bool     // it speaks of what is to come
}

// figure is a figure of an assertion, with the years that it is for; none if the text does not say.
type figure struct {
	quantity.Quantity
	years []int
	way   int    // of a percentage: -1 a fall, 1 a rise, 0 a share
	of    string // of a share: the first word of content of what it is a share of, where that stands behind it
}

// assertionOf reads one sentence.
func assertionOf(text, company string, format quantity.Format, subjects []string) assertion {
	a := assertion{text: text, subjects: subjects, places: placesOf(text, company), denied: denies(text)}
	a.words, a.against = wordsOf(text, company), measuredAgainst(text)
	labels := scopes.FindAllStringIndex(text, -1)
	labels = append(labels, iso.FindAllStringIndex(text, -1)...)
	var all []quantity.Quantity
	for _, q := range quantity.Find(text, format) {
		switch {
		case slices.ContainsFunc(labels, func(l []int) bool { return q.Start >= l[0] && q.Start < l[1] }):
		case q.Year:
			if y := YearOf(q.Text); !slices.Contains(a.years, y) {
				a.years = append(a.years, y)
			}
		case !q.Range:
			all = append(all, q)
		}
	}
	for i, q := range all {
		next := len(text)
		if i+1 < len(all) {
			next = all[i+1].Start
		}
		f := figure{Quantity: q, years: a.years}
		if len(a.years) > 1 { // the year that stands behind a figure, before the next one, is its own
			if m := year.FindString(text[q.End:next]); m != "" {
				f.years = []int{YearOf(m)}
			}
		}
		if q.Unit.Dimension == quantity.Percent || q.Unit.Dimension == quantity.Points {
			f.way, f.of = wayOf(text, q), baseOf(text[q.End:next], company)
		}
		a.figures = append(a.figures, f)
	}
	return a
}

// wayOf says whether a percentage is a fall, a rise or a share, by the words around it.
func wayOf(text string, q quantity.Quantity) int {
	around := text[max(0, q.Start-70):min(len(text), q.End+25)]
	down, up := falling.MatchString(around), rising.MatchString(around)
	switch {
	case down && !up, q.Value.Negative:
		return -1
	case up && !down:
		return 1
	}
	return 0
}

var share = regexp.MustCompile(`(?i)^\s*of\s+([^.;:]{1,60})`)

// baseOf reads what a share is of from what stands behind it.
func baseOf(behind, company string) string {
	m := share.FindStringSubmatch(behind)
	if m == nil {
		return ""
	}
	if words := wordsOf(m[1], company); len(words) > 0 {
		return words[0]
	}
	return ""
}

// page reads a page and reports whether there was enough work for it.
func (r *reader) page(p *document.Page) bool {
	format := quantity.Detect(p.Text, quantity.Point)
	text, done := []rune(p.Text), 0
	for _, s := range p.Sentences() {
		if s.Role == document.RoleRow || s.Role == document.RoleHeading {
			continue
		}
		if done += len(s.Text); !r.spend(len(s.Text)) {
			r.reach.page, r.reach.done, r.reach.bytes = p.Number, done, len(p.Text)
			return false
		}
		if s.End-s.Start > maxSentence || r.seen[s.Text] || !r.own && !names(s.Text, r.company) {
			continue
		}
		subjects := subjectsOf(s.Text)
		if len(subjects) == 0 {
			continue
		}
		r.seen[s.Text] = true
		cost := perStatement
		if !r.wants(subjects) {
			cost /= 4 // its subject is all that was read
		}
		if !r.spend(cost) {
			r.reach.page, r.reach.done, r.reach.bytes = p.Number, done, len(p.Text)
			return false
		}
		if cost < perStatement {
			continue
		}
		a := assertionOf(s.Text, r.company, format, subjects)
		a.page, a.quote = p.Number, strings.Join(strings.Fields(string(text[s.Start:s.End])), " ")
		r.keep(a)
	}
	for t := range p.Tables {
		if !r.rows(p, &p.Tables[t], format) {
			return false
		}
	}
	return true
}

// maxSentence bounds what is read as one sentence, in characters.
const maxSentence = 1_500

var (
	unitColumn  = regexp.MustCompile(`(?i)^unit`)
	yearColumn  = regexp.MustCompile(`(?i)^(?:year|period|reporting year)$`)
	placeColumn = regexp.MustCompile(`(?i)^(?:place|site|location|facility|plant|region)$`)
	bracketed   = regexp.MustCompile(`[(\[]([^()\[\]]{1,40})[)\]]`)
)

// rows reads a table as far as the work goes, and reports whether that was to its end: each cell with a figure is an assertion of what stands in its row and above it, and each row
// is one as a whole, for what is said in words.
func (reader *reader) rows(p *document.Page, t *document.Table, format quantity.Format) bool {
	if t.HeaderRows < 1 || len(t.Rows) <= t.HeaderRows {
		return true
	}
	company := reader.company
	head := make([]string, len(t.Rows[0]))
	for c := range head {
		for r := range t.HeaderRows {
			head[c] = strings.TrimSpace(head[c] + " " + t.Rows[r][c].Text)
		}
	}
	corner := t.Unit // holds for all cells
	if m := bracketed.FindStringSubmatch(head[0]); corner == "" && m != nil {
		corner = m[1]
	}
	others := companyColumns(t)
	dated := slices.ContainsFunc(head, func(h string) bool { return YearOf(h) > 0 || yearColumn.MatchString(h) })
	for r := t.HeaderRows; r < len(t.Rows); r++ {
		row := t.Rows[r]
		quote, cells := quoteOf(row)
		if !reader.spend(len(quote)) {
			reader.reach.page, reader.reach.row, reader.reach.rows = p.Number, r, len(t.Rows)
			return false
		}
		if !reader.own && !names(quote, company) || reader.own && anothers(row, others, company) {
			continue
		}
		if !reader.spend(cells * perStatement / 4) {
			reader.reach.page, reader.reach.row, reader.reach.rows = p.Number, r, len(t.Rows)
			return false
		}
		var said []string
		unit, period := "", 0
		base := assertion{page: p.Number, row: r + 1}
		for c, cell := range row {
			if cell.Text == "" {
				continue
			}
			_, err := quantity.Parse(cell.Text, format)
			switch {
			case unitColumn.MatchString(head[c]):
				unit = cell.Text
			case yearColumn.MatchString(head[c]):
				period = YearOf(cell.Text)
			case placeColumn.MatchString(head[c]):
				base.places = append(base.places, cell.Text)
				said = append(said, cell.Text)
			case err != nil:
				said = append(said, cell.Text)
			}
		}
		words := strings.Join(append([]string{t.Caption}, said...), " ")
		base.quote = quote
		base.subjects, base.denied = subjectsOf(words), denies(words)
		base.words, base.against = wordsOf(words, company), measuredAgainst(words)
		if period > 0 {
			base.years = []int{period}
		}
		if dated = dated || year.MatchString(base.quote); base.against && len(base.years) == 0 {
			continue // against a base that is not named
		}
		whole := base
		whole.text = words
		for _, m := range year.FindAllString(base.quote, -1) {
			if y := YearOf(m); !slices.Contains(whole.years, y) {
				whole.years = append(whole.years, y)
			}
		}
		if len(whole.subjects) > 0 {
			reader.keep(whole)
		}
		for c, cell := range row {
			if cell.Text == "" || unitColumn.MatchString(head[c]) || yearColumn.MatchString(head[c]) {
				continue
			}
			q, ok := cellFigure(cell.Text, unit, head[c], corner, format)
			if !ok {
				continue
			}
			a := base
			a.text = strings.TrimSpace(words + " " + head[c])
			if a.subjects = subjectsOf(a.text); len(a.subjects) == 0 {
				continue
			}
			a.words, a.against = wordsOf(a.text, company), measuredAgainst(a.text)
			a.borrowed = t.Caption != "" && !slices.Equal(a.subjects, subjectsOf(strings.Join(said, " ")+" "+head[c]))
			switch y := YearOf(head[c]); {
			case y > 0:
				a.years = []int{y}
			case len(a.years) == 0 && dated: // some figures have a year, this one has not
				a.years = []int{0, 0}
			}
			a.figures = []figure{{Quantity: q, years: a.years, way: wayOf(a.text+" "+cell.Text, quantity.Quantity{Start: len(a.text), End: len(a.text), Value: q.Value})}}
			reader.keep(a)
		}
	}
	return true
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
func anothers(row []document.Cell, columns []int, company string) bool {
	return slices.ContainsFunc(columns, func(c int) bool { return c < len(row) && row[c].Text != "" && !names(row[c].Text, company) })
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
