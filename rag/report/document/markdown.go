package document

import (
	"fmt"
	"slices"
	"strings"
)

// Markdown is the report as a person or a model reads it: each page after a marker that names it, headings
// with their levels, lists, tables with pipes, notes and captions. Running heads are left out. It is a pure
// function of the document.
func (d *Document) Markdown() string {
	var b strings.Builder
	for i := range d.Pages {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(d.Pages[i].Markdown())
	}
	return b.String()
}

// Markdown is one page, with its marker: "<!-- page 12 (10) -->", the printed label in brackets if there is
// one.
func (p *Page) Markdown() string {
	w := markdown{page: p, text: []rune(p.Text), done: make([]bool, len(p.Tables))}
	w.out.WriteString(pageMarker(p))
	blocks := p.Blocks()
	for i, b := range blocks {
		if b.Role == RoleFurniture {
			continue
		}
		listed := b.Role == RoleItem && i > 0 && blocks[i-1].Role == RoleItem
		if !listed {
			w.out.WriteByte('\n')
		}
		w.block(b)
	}
	return w.out.String()
}

func pageMarker(p *Page) string {
	if p.Label == "" {
		return fmt.Sprintf("<!-- page %d -->\n", p.Number)
	}
	label := strings.Map(func(r rune) rune { // a label is text from the file: it must not end the comment
		if strings.ContainsRune("<>-\n\r", r) {
			return '_'
		}
		return r
	}, p.Label)
	return fmt.Sprintf("<!-- page %d (%s) -->\n", p.Number, label)
}

type markdown struct {
	page *Page
	text []rune
	done []bool // tables that are written
	out  strings.Builder
}

func (w *markdown) block(b Block) {
	switch b.Role {
	case RoleHeading:
		level := 1
		if len(b.Lines) > 0 {
			level = min(max(b.Lines[0].Level, 1), 6)
		}
		fmt.Fprintf(&w.out, "%s %s\n", strings.Repeat("#", level), escaped(w.folded(b.Start, b.End)))
	case RoleItem:
		w.item(w.folded(b.Start, b.End))
	case RoleCaption:
		fmt.Fprintf(&w.out, "*%s*\n", strings.ReplaceAll(escaped(w.folded(b.Start, b.End)), "*", `\*`))
	case RoleNote:
		fmt.Fprintf(&w.out, "> %s\n", escaped(w.folded(b.Start, b.End)))
	case RoleRow:
		w.rows(b)
	default:
		fmt.Fprintf(&w.out, "%s\n", escaped(w.folded(b.Start, b.End)))
	}
}

// item writes an item of a list with a mark that Markdown knows.
func (w *markdown) item(text string) {
	mark, rest := "-", text
	for _, m := range []string{"•", "→", "✓", "–", "—", "*", "-", ">", "o "} {
		if r, ok := strings.CutPrefix(text, m); ok {
			rest = strings.TrimSpace(r)
			break
		}
	}
	if head, r, ok := strings.Cut(text, " "); ok && rest == text && strings.TrimRight(head, ".)") != head {
		if n := strings.TrimRight(head, ".)"); n != "" && strings.Trim(n, "0123456789") == "" {
			mark, rest = n+".", r
		}
	}
	fmt.Fprintf(&w.out, "%s %s\n", mark, escaped(rest))
}

// rows writes a block of rows: as the tables that stand in it, or as its pieces when it is none.
func (w *markdown) rows(b Block) {
	at := b.Start
	for i := range w.page.Tables {
		t := &w.page.Tables[i]
		start, end, ok := t.extent()
		if !ok || w.done[i] || start < at || end > b.End {
			continue
		}
		w.done[i] = true
		w.pieces(at, start)
		w.table(t)
		at = end
	}
	w.pieces(at, b.End)
}

// pieces writes lines whose pieces stand apart and are no table.
func (w *markdown) pieces(start, end int) {
	for l := range strings.SplitSeq(string(w.text[start:end]), "\n") {
		cells := strings.FieldsFunc(l, func(r rune) bool { return r == '\t' })
		for i := range cells {
			cells[i] = strings.Join(strings.Fields(cells[i]), " ")
		}
		if cells = slices.DeleteFunc(cells, func(c string) bool { return c == "" }); len(cells) > 0 {
			fmt.Fprintf(&w.out, "%s  \n", escaped(strings.Join(cells, " | ")))
		}
	}
}

// table writes a table with pipes. Markdown knows one row of headers: where there are more, each column's are
// joined from the outermost in.
func (w *markdown) table(t *Table) {
	if len(t.Rows) == 0 || len(t.Rows[0]) == 0 {
		return
	}
	head := make([]string, len(t.Rows[0]))
	for c := range head {
		var above []string
		for r := range min(t.HeaderRows, len(t.Rows)) {
			if s := w.cell(t, r, c); s != "" && !slices.Contains(above, s) {
				above = append(above, s)
			}
		}
		head[c] = strings.Join(above, " / ")
	}
	row := func(cells []string) { fmt.Fprintf(&w.out, "| %s |\n", strings.Join(cells, " | ")) }
	row(head)
	fmt.Fprintf(&w.out, "|%s\n", strings.Repeat(" --- |", len(head)))
	for r := t.HeaderRows; r < len(t.Rows); r++ {
		cells := make([]string, len(t.Rows[r]))
		for c := range cells {
			cells[c] = w.cell(t, r, c)
		}
		row(cells)
	}
}

// cell is a cell's text; one that a merged cell covers has that cell's.
func (w *markdown) cell(t *Table, r, c int) string {
	own := &t.Rows[r][c]
	if own.Text == "" {
		for i := max(r-mostSpan, 0); i <= r; i++ {
			for j := max(c-mostSpan, 0); j <= c && j < len(t.Rows[i]); j++ {
				if m := &t.Rows[i][j]; (i != r || j != c) && m.Text != "" && i+max(m.Rows, 1) > r && j+max(m.Cols, 1) > c {
					own = m
				}
			}
		}
	}
	return strings.ReplaceAll(escaped(strings.Join(strings.Fields(own.Text), " ")), "|", `\|`)
}

// mostSpan bounds how far a merged cell is looked for.
const mostSpan = 40

// extent is where a table's cells stand in the page's text; ok is false for one that has no text there.
func (t *Table) extent() (start, end int, ok bool) {
	for _, row := range t.Rows {
		for _, c := range row {
			if c.End <= c.Start {
				continue
			}
			if !ok {
				start, end, ok = c.Start, c.End, true
			}
			start, end = min(start, c.Start), max(end, c.End)
		}
	}
	return start, end, ok
}

// folded is a stretch of the page's text on one line.
func (w *markdown) folded(start, end int) string {
	return strings.Join(strings.Fields(string(w.text[start:end])), " ")
}

// escaped keeps text from the file from being taken for markup: a comment must not be opened by it, nor a
// heading, a quotation or a list begin where none is.
func escaped(s string) string {
	s = strings.ReplaceAll(s, "<", "&lt;")
	if s != "" && strings.ContainsRune("#>+-=", rune(s[0])) {
		return `\` + s
	}
	return s
}
