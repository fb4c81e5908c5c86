package document

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/sibyl-project/sibyl/rag/pattern"
)

// Goals with what was done for them, risks with their answers: much of what reports say stands in the cells of tables. Such a text is read like any
// other, below the heads of its column and the label of its row.

// cellText is the place of a cell that holds running text.
type cellText struct {
	start, end int
	within     []string
}

// What makes a text of a cell: so many words and figures, some of them words; or fewer with a figure or a full stop. A few words alone - "lost output at
// two plants" - say what they are of by their place in the table only.
const (
	leastCellWords = 10
	leastCellOwn   = 6 // of a text that says "we"
	leastCellSaid  = 4
)

// cellTexts lists the cells of a page's tables that hold running text, in their order in the page's text.
func (p *Page) cellTexts() []cellText {
	var out []cellText
	for i := range p.Tables {
		t := &p.Tables[i]
		for r := t.HeaderRows; r < len(t.Rows); r++ {
			for j := range t.Rows[r] {
				c := &t.Rows[r][j]
				if c.End > c.Start && t.Runs(r, j) {
					out = append(out, cellText{c.Start, c.End, t.over(r, j)})
				}
			}
		}
	}
	slices.SortFunc(out, func(a, b cellText) int { return cmp.Compare(a.start, b.start) })
	return out
}

// Runs reports whether the text of a cell is running text: what stands beside figures is their label, and below a year is how things were then, unless it
// is a whole sentence.
func (t *Table) Runs(row, col int) bool {
	c := &t.Rows[row][col]
	text := strings.TrimSpace(c.Text)
	if c.Value != "" {
		return false
	}
	words, tokens, figures := 0, 0, false
	for _, w := range strings.Fields(text) {
		tokens++
		switch {
		case wholeWord.MatchString(w):
			words++
		case strings.ContainsFunc(w, unicode.IsDigit):
			figures = figures || strings.Trim(w, ".,;()") != w || len(w) != len("2030")
		}
	}
	if words < leastCellSaid/2 {
		return false // amounts in their units
	}
	if strings.HasSuffix(text, ".") && tokens >= leastCellSaid {
		return true
	}
	if slices.ContainsFunc(c.ColPath, yearNamed.MatchString) || numbered.MatchString(text) ||
		slices.ContainsFunc(t.Rows[row], func(c Cell) bool { return c.Value != "" }) {
		return false
	}
	return tokens >= leastCellWords || tokens >= leastCellSaid && figures || tokens >= leastCellOwn && ofOurs.MatchString(text)
}

// wholeWord has letters enough to be a word and no unit.
var wholeWord = pattern.Compile(`\p{L}{3}`)

var ofOurs = pattern.Compile(`(?i)\b(?:we|our|ours)\b`)

// numbered begins the name of something that has a number: "5.5 Product-as-a-service and other services".
var numbered = pattern.Compile(`^\d{1,2}(?:\.\d{1,2})*[.)]?\s+\p{Lu}`)

// yearNamed finds a year in the head of a column.
var yearNamed = pattern.Compile(`\b(?:19|20)\d\d\b|\b(?i:FY)\s?\d\d\b`)

// over are the headings of a cell of text: the nearest of its column, and the label of its row.
func (t *Table) over(row, col int) []string {
	c := &t.Rows[row][col]
	var out []string
	for _, path := range [][]string{c.ColPath, c.RowPath} {
		if n := len(path); n > 0 && path[n-1] != c.Text {
			out = append(out, path[n-1])
		}
	}
	return out
}
