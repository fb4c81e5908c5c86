package legal

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/processors/legal/terms"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// table is a grid of a page whose columns may answer for their rows: a column headed "Horizon" gives a horizon
// for each risk of a table of risks.
type table struct {
	page    int
	above   []int // passages that lend it its topic: headings and caption
	caption string
	columns []column
	rows    []int // passages of its body rows, -1 where a row has none
}

type column struct {
	head  string
	cells []string // of the body rows, as printed with their units
}

// tablesOf adds the tables of a page whose rows have passages.
func (o *outline) tablesOf(p *document.Page, first int, starts []int) {
	passageAt := func(start int) int { // the row in which a code point stands
		i, exact := slices.BinarySearch(starts, start)
		if !exact {
			i--
		}
		if i < 0 || first+i >= len(o.passages) || o.passages[first+i].role != row {
			return -1
		}
		return first + i
	}
	for i := range p.Tables {
		t := &p.Tables[i]
		heads := max(t.HeaderRows, 1)
		if len(t.Rows) <= heads {
			continue
		}
		out := table{page: p.Number, caption: t.Caption}
		for _, cells := range t.Rows[heads:] {
			at := -1
			for _, c := range cells {
				if c.End > c.Start {
					at = passageAt(c.Start)
					break
				}
			}
			out.rows = append(out.rows, at)
			if at >= 0 {
				out.above = o.passages[at].above
				if o.passages[at].units == "" {
					o.passages[at].units = unitsOf(cells)
				}
			}
		}
		for c := range t.Rows[0] {
			var col column
			var head []string
			for r := range heads {
				if s := strings.TrimSpace(t.Rows[r][c].Text); s != "" {
					head = append(head, s)
				}
			}
			col.head = strings.Join(head, " ")
			for _, cells := range t.Rows[heads:] {
				col.cells = append(col.cells, strings.TrimSpace(cells[c].Text+" "+cells[c].Unit))
			}
			out.columns = append(out.columns, col)
		}
		o.tables = append(o.tables, out)
	}
}

// unitsOf is the figures of a row with the units that its table's head or caption gives them.
func unitsOf(cells []document.Cell) string {
	for _, c := range cells {
		if c.Value != "" && c.Unit != "" && !strings.Contains(c.Text, c.Unit) {
			return c.Value + " " + c.Unit
		}
	}
	return ""
}

// column finds a table with a column that answers an alternative for its rows: the alternative's first group
// is met by the column's head, the others by at least half of its cells, and those marked ^ or ~ by what stands
// above the table or by its other heads. It returns the first row that the column speaks of.
func (ix *index) column(alt alternative) (at int, ok bool) {
	for i := range ix.tables {
		t := &ix.tables[i]
		for c := range t.columns {
			if !ix.textMeets(alt.groups[0], t.columns[c].head) || !ix.topicOf(alt, t) {
				continue
			}
			if at, ok := ix.filled(alt, t, c); ok {
				return at, true
			}
		}
	}
	return 0, false
}

func (ix *index) filled(alt alternative, t *table, c int) (first int, ok bool) {
	first, met, all := -1, 0, 0
	for r, cell := range t.columns[c].cells {
		if t.rows[r] < 0 {
			continue
		}
		all++
		answers := cell != ""
		for _, g := range alt.groups[1:] {
			answers = answers && ix.textMeets(g, cell)
		}
		for _, g := range alt.none {
			answers = answers && !ix.meets(g, t.rows[r])
		}
		if answers {
			met++
			if first < 0 {
				first = t.rows[r]
			}
		}
	}
	return first, met > 0 && 2*met >= all
}

func (ix *index) topicOf(alt alternative, t *table) bool {
	return !slices.ContainsFunc(slices.Concat(alt.near, alt.above), func(g int) bool {
		if ix.textMeets(g, t.caption) || slices.ContainsFunc(t.above, func(at int) bool { return ix.meets(g, at) }) {
			return false
		}
		return !slices.ContainsFunc(t.columns, func(c column) bool { return ix.textMeets(g, c.head) })
	})
}

// textMeets says whether a short text meets a group.
func (ix *index) textMeets(g int, text string) bool {
	group := ix.lex.groups[g]
	seen, ok := ix.texts[text]
	if !ok {
		seen.hits, seen.figures = ix.lex.scan(text), terms.FiguresOf(text)
		ix.texts[text] = seen
	}
	for _, h := range seen.hits {
		if slices.Contains(group.terms, h.Term) {
			return true
		}
	}
	return len(group.figures) > 0 && group.hasFigure(seen.figures)
}

// countsOther reports whether the nearest of what stands over a row which says what is counted says that it is energy, fuel or water, and no emissions.
func (ix *index) countsOther(at int) bool {
	for _, h := range slices.Backward(ix.passages[at].above) {
		if ix.meets(ix.lex.emitted, h) {
			return false
		}
		if ix.meets(ix.lex.consumed, h) {
			return !ix.meets(ix.lex.emitted, at)
		}
	}
	return false
}

// looked is what stands in a head or a cell.
type looked struct {
	hits    []terms.Hit
	figures uint16
}

// period is what a column of amounts is headed by: a year that is written out, or one that is called a financial year.
var period = pattern.Compile(`^(?:(?:FY|CY)\s?(?:\d{4}|\d{2})|(?:19|20)\d{2})(?:\s?[/–-]\s?\d{2,4})?(?:\s?\(\w+\))?\*?$`)

// headsPeriods reports whether a row is the head of columns: two periods at least, and no figure beside them. It names amounts and has none.
func headsPeriods(text string) bool {
	n := 0
	for i, cell := range strings.Split(text, "\t") {
		cell = strings.TrimSpace(cell)
		switch {
		case period.MatchString(cell):
			n++
		case i > 0 && strings.ContainsAny(cell, "0123456789"):
			return false
		}
	}
	return n >= 2
}

// captions reports whether a row's first cell names a table rather than its column of names: it has several words.
func captions(text string) bool {
	const least = 3
	first, _, _ := strings.Cut(text, "\t")
	return len(strings.Fields(first)) >= least
}

// mostHeads is how many bytes of what stands over a quotation are shown at most.
const mostHeads = 300

// standsUnder is what stands over a passage on its page, as far as whoever reads the quotation alone needs it: caption or heading and the head of the
// columns of a row, the sentence that introduces a list, the heading of a sentence. Each place stands on the page as it is shown but for its blanks;
// places are parted by a bar. What is quoted itself is not shown again.
func (ix *index) standsUnder(at int, quote string) string {
	p := ix.passages[at]
	headed := p.role == row && slices.ContainsFunc(p.above, func(h int) bool { // by a caption
		q := ix.passages[h]
		return q.role == sentence || q.role == row && captions(q.text)
	})
	var out []string
	n := 0
	for _, h := range slices.Backward(p.above) {
		q := ix.passages[h]
		text := strings.Join(strings.Fields(q.text), " ")
		if q.role == heading {
			if headed {
				continue // the innermost is enough, and none where a table has a caption
			}
			headed = true
		}
		if q.page == p.page && h != at && text != "" && n+len(text) <= mostHeads && !strings.Contains(quote, q.text) && !slices.Contains(out, text) {
			n += len(text)
			out = slices.Insert(out, 0, text)
		}
	}
	return strings.Join(out, " | ")
}
