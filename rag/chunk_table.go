package rag

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/sibyl-project/sibyl/rag/report/document"
)

// tableMark begins the second line of the heading of a piece of a table.
const tableMark = "Table: "

// longestHeader bounds what a piece of a table repeats of its column headers.
const longestHeader = 600

// tables says which table of a page a piece of its text is in.
type tables struct {
	cells []cellPlace // by start
	ends  []int       // the furthest end of the cells up to each
}

type cellPlace struct{ start, end, table int }

func tablesOf(p *document.Page) tables {
	var t tables
	for i := range p.Tables {
		for _, row := range p.Tables[i].Rows {
			for _, c := range row {
				if c.Start < c.End {
					t.cells = append(t.cells, cellPlace{c.Start, c.End, i})
				}
			}
		}
	}
	slices.SortStableFunc(t.cells, func(a, b cellPlace) int { return cmp.Compare(a.start, b.start) })
	furthest := 0
	for _, c := range t.cells {
		furthest = max(furthest, c.end)
		t.ends = append(t.ends, furthest)
	}
	return t
}

// at returns the place of the table that has a cell within start..end, or -1.
func (t tables) at(start, end int) int {
	i, _ := slices.BinarySearchFunc(t.cells, end, func(c cellPlace, end int) int { return cmp.Compare(c.start, end) })
	for i--; i >= 0 && t.ends[i] > start; i-- {
		if t.cells[i].end > start {
			return t.cells[i].table
		}
	}
	return -1
}

// table makes passages of the rows of one table that stand together. As many whole rows as fit are a passage; the
// pieces after the first have the column headers in their heading, since nothing else says what their figures are.
func (c *chunker) table(number int, rows []document.Sentence) {
	// A caption before it, and titles with nothing else under them, belong to the table.
	start := rows[0].Start
	if lead := c.leads(); lead < len(c.filling) && rows[0].End-c.filling[lead].Start <= longestTable {
		start, c.filling = c.filling[lead].Start, c.filling[:lead]
	}
	c.close()
	path := c.where.path()
	t := &c.page.Tables[number]
	name := strings.TrimSpace(tableMark + fold(t.Caption))
	first := true
	for i := 0; i < len(rows); {
		n := 1
		for i+n < len(rows) && rows[i+n].End-start <= longestPassage {
			n++
		}
		for _, part := range c.parts(start, rows[i+n-1].End) {
			heading := path + "\n" + name
			if !first {
				heading += columnHeaders(t)
			}
			c.emitTable(part.Start, part.End, heading)
			first = false
		}
		i += n
		if i < len(rows) {
			start = rows[i].Start
		}
	}
}

// leads is from where on what is being filled belongs to the table below it.
func (c *chunker) leads() int {
	lead := len(c.filling)
	if n := lead - 1; n >= c.repeated && c.filling[n].Role == document.RoleCaption {
		lead = n
	}
	rest := c.filling
	if c.filling = rest[:lead]; c.bare() {
		lead = c.repeated
	}
	c.filling = rest
	return lead
}

// emitTable keeps rows on lines of their own, with tabs between cells: what is folded is no table any more.
func (c *chunker) emitTable(start, end int, heading string) {
	before := len(c.out)
	c.emit(start, end, heading)
	if len(c.out) == before {
		return
	}
	p := &c.out[len(c.out)-1]
	var lines []string
	for _, line := range strings.Split(string(c.runes[p.Start:p.End]), "\n") {
		cells := strings.Split(line, "\t")
		for i := range cells {
			cells[i] = fold(cells[i])
		}
		if line = strings.TrimFunc(strings.Join(cells, "\t"), unicode.IsSpace); line != "" {
			lines = append(lines, line)
		}
	}
	p.Text = strings.Join(lines, "\n")
	p.ID = passageID(*p)
}

// longestTable bounds a row: one that is longer is a page in a frame.
const longestTable = 2 * longestPassage

// parts cuts a row that is too long, at white space: no word of it may be lost.
func (c *chunker) parts(start, end int) []document.Sentence {
	whole := document.Sentence{Start: start, End: end}
	if end-start <= longestTable {
		return []document.Sentence{whole}
	}
	return c.cut(whole)
}

// columnHeaders are the header rows of a table, as one line.
func columnHeaders(t *document.Table) string {
	var rows []string
	for _, row := range t.Rows[:t.HeaderRows] {
		var cells []string
		for _, c := range row {
			if text := fold(c.Text); text != "" {
				cells = append(cells, text)
			}
		}
		if len(cells) > 0 {
			rows = append(rows, strings.Join(cells, " | "))
		}
	}
	headers := []rune(strings.Join(rows, " / "))
	if len(headers) > longestHeader {
		headers = append(headers[:longestHeader-1], '…')
	}
	if len(headers) == 0 {
		return ""
	}
	return " | " + string(headers)
}
