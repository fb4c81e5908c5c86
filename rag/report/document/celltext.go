package document

import (
	"cmp"
	"slices"
	"strings"

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
				if c.End <= c.Start || !t.Runs(r, j) {
					continue
				}
				if label := t.led(r, j); label != nil {
					out = append(out, cellText{label.Start, c.End, t.over(r, 0)})
				} else {
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
	if withBefore.MatchString(c.Text) && c.Value == "" && !slices.ContainsFunc(c.ColPath, yearNamed.MatchString) && t.led(row, col) != nil {
		return true
	}
	return t.runsAlone(row, col)
}

// runsAlone reports whether it is by its own words.
func (t *Table) runsAlone(row, col int) bool {
	c := &t.Rows[row][col]
	text := strings.TrimSpace(c.Text)
	if c.Value != "" {
		return false
	}
	words, tokens, figures := 0, 0, false
	for _, w := range strings.Fields(text) {
		tokens++
		if wholeWord.MatchString(w) {
			words++
		} else if amount.MatchString(w) && !bareYear.MatchString(w) {
			figures = true
		}
	}
	if words < leastCellSaid/2 {
		return false // amounts in their units
	}
	if strings.HasSuffix(text, ".") && tokens >= leastCellSaid {
		return true
	}
	if slices.ContainsFunc(c.ColPath, ofYear) || slices.ContainsFunc(c.ColPath, yearNamed.MatchString) && t.figured(col) || numbered.MatchString(text) ||
		slices.ContainsFunc(t.Rows[row], func(c Cell) bool { return c.Value != "" }) {
		return false
	}
	return tokens >= leastCellWords || tokens >= leastCellSaid && figures || tokens >= leastCellOwn && ofOurs.MatchString(text)
}

// wholeWord has letters enough to be a word and no unit.
var wholeWord = pattern.Compile(`\p{L}{3}`)

// amount is a figure that is no number of a scope, bareYear one that is a year.
var (
	amount   = pattern.Compile(`\d.*[\d%]`)
	bareYear = pattern.Compile(`^\W*(?:19|20)\d\d\W*$`)
)

var ofOurs = pattern.Compile(`(?i)\b(?:we|our|ours)\b`)

// numbered begins the name of something that has a number: "5.5 Product-as-a-service and other services".
var numbered = pattern.Compile(`^\d{1,2}(?:\.\d{1,2})*[.)]?\s+\p{Lu}`)

// figured reports whether a column has a cell that is a figure: what stands in others beside such is the figure of a row with words.
func (t *Table) figured(col int) bool {
	return slices.ContainsFunc(t.Rows, func(row []Cell) bool { return col < len(row) && row[col].Value != "" })
}

// ofYear reports whether the head of a column says of which year its figures are, and no more: "2023 progress" heads what was done.
func ofYear(head string) bool {
	return yearNamed.MatchString(head) && !wholeWord.MatchString(periods.ReplaceAllString(yearNamed.ReplaceAllString(head, " "), " "))
}

// periods are the words that stand by a year.
var periods = pattern.Compile(`(?i)\b(?:fiscal|financial|reporting|calendar|business|year|period|ended|ending|december|march|june|september|actual|total)\b`)

// yearNamed finds a year in the head of a column.
var yearNamed = pattern.Compile(`\b(?:19|20)\d\d\b|\b(?i:FY)\s?\d\d\b`)

// led is the label that a text begins with which begins with a figure by itself, "21,300 t CO2e, 9% less than in 2022": right before it, in its row. A label
// that ends in a number would run into it.
func (t *Table) led(row, col int) *Cell {
	c, label := &t.Rows[row][col], &t.Rows[row][0]
	if col == 0 || !beginsFigure.MatchString(c.Text) || strings.HasSuffix(strings.TrimSpace(c.Text), ".") || label.End <= label.Start || label.End > c.Start {
		return nil
	}
	for k := 1; k < col; k++ {
		if strings.TrimSpace(t.Rows[row][k].Text) != "" {
			return nil
		}
	}
	name := strings.TrimSpace(label.Text)
	if len(name) > longestLabel || !wholeWord.MatchString(name) || endsNumber.MatchString(name) || t.runsAlone(row, 0) {
		return nil
	}
	return label
}

const longestLabel = 100

var (
	beginsFigure = pattern.Compile(`^\W{0,3}(?:[A-Z]{3}\s|[€$£¥]\s?|CHF\s)?\d`)
	endsNumber   = pattern.Compile(`\d\s*$`)
	// withBefore is an amount with that of a year before: "6,412 (2022: 6,230)".
	withBefore = pattern.Compile(`\((?:FY\s?|in\s+)?(?:(?:19|20)\d\d|(?i:previous|prior|last)\s+year|PY)\s*[:=]?\s*[-+−–]?\s*(?:[A-Z]{3}\s|[€$£])?\d`)
)

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
