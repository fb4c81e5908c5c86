package tables

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/cell"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	referring = pattern.Compile(`(?i)\bpages?\b|\bhalaman\b|\bseiten?\b|\b(?:gri|esrs|sasb|ifrs)\b|\b(?:foot-?)?notes?\b|\bdisclosures?\b|` +
		`\bref(?:s\b|\b|erences?\b)|\bsections?\b|\bchapters?\b`)
	pageRange = pattern.Compile(`^\s*\d{3}\s?[-–]\s?\d{3}(?:\s?[-–,]\s?\d{3})*\s*$`) // pages in the header of an index that goes on
	ordinal   = pattern.Compile(`^\d{1,4}$`)
	// pageList is what a column of pages holds besides: "139,140,141", "51-52".
	pageWord = pattern.Compile(`(?i)\bpages?\b|\bhalaman\b|\bseiten?\b`)
	pageList = pattern.Compile(`^\d{1,4}(?:\s?[,;&–-]\s?\d{1,4})+$`)
)

// references says which columns of a table refer to something instead of stating figures: their heading or one beside them
// says so, no year stands above them, and nothing in them is more than a whole number of up to four digits without a unit.
// A word alone ("Disclosure reference date", "Notes and comments" beside a year) makes no index of a column of figures. The unit of a row is
// none of its note, so only one over the column itself speaks against that.
func references(t *document.Table) map[int]bool {
	named := map[int]bool{}
	for _, row := range t.Rows[:t.HeaderRows] {
		for j := range row {
			text := strings.TrimSpace(row[j].Text)
			if len(text) >= 60 || !referring.MatchString(text) && !pageRange.MatchString(text) {
				continue
			}
			for k := j; k < j+max(1, row[j].Cols); k++ {
				named[k] = true
			}
		}
	}
	if t.HeaderRows == 0 && t.Continues && len(t.Rows) > 0 {
		for j, c := range t.Rows[0] {
			if n := len(c.ColPath); n > 0 && referring.MatchString(c.ColPath[n-1]) {
				named[j] = true // its heads stand on the page before
			}
		}
	}
	out := map[int]bool{}
	if len(named) == 0 {
		return out
	}
	plain, all := map[int]bool{}, true
	for _, row := range t.Rows[t.HeaderRows:] {
		for j := t.HeaderCols; j < len(row); j++ {
			c := &row[j]
			if c.Value == "" {
				continue
			}
			_, seen := plain[j]
			heads, text := strings.Join(c.ColPath, " "), strings.TrimSpace(c.Text)
			ok := vocabulary.YearIn(heads) == 0 && (ordinal.MatchString(text) || pageWord.MatchString(heads) && pageList.MatchString(text))
			bare := c.Unit == "" || named[j] && !slices.ContainsFunc(c.ColPath, func(h string) bool {
				return slices.ContainsFunc(cell.BracketUnits(h), cell.IsUnit)
			})
			plain[j], all = ok && bare && (!seen || plain[j]), all && ok && c.Unit == ""
		}
	}
	for j := range plain {
		out[j] = plain[j] && (named[j] || all) // what stands beside a column of references and looks like it is of the same index
	}
	return out
}

// leastBoxes is how many key figures stand side by side.
const leastBoxes = 2

// boxesOf reads a row of key figures: each begins its box, and what it is stands below it. nil if the row is another one.
func boxesOf(p *document.Page, t *document.Table, row, number, above int, f quantity.Format) []cell.Cell {
	if row+1 >= len(t.Rows) {
		return nil
	}
	var out []cell.Cell
	for j := range t.Rows[row] {
		c := &t.Rows[row][j]
		text, label := strings.TrimSpace(c.Text), ""
		if j < len(t.Rows[row+1]) {
			label = strings.TrimSpace(t.Rows[row+1][j].Text)
		}
		if text == "" && label == "" {
			continue
		}
		all := quantity.Find(text, f)
		if len(all) == 0 || all[0].Start > 1 || all[0].Range || all[0].Year || startsWithFigure(label, f) || !cell.WithWord.MatchString(label) {
			return nil
		}
		q := all[0]
		out = append(out, cell.Cell{
			Rows: []string{label}, Caption: t.Caption, Q: q, Printed: q.Text, Units: []string{strings.TrimSpace(text[q.End:])}, Period: t.Period,
			Source: facts.FromTable, Format: t.Format.Reason, Table: number, Row: above + row, Col: j,
			Place: facts.Place{Page: p.Number, Rect: c.Rect, Quote: cell.Quoted([]string{label}, nil, text)},
		})
	}
	if len(out) < leastBoxes {
		return nil
	}
	return out
}

func startsWithFigure(s string, f quantity.Format) bool {
	all := quantity.Find(s, f)
	return len(all) > 0 && all[0].Start == 0 && !all[0].Year
}

// bracketLetter is a letter in brackets: the mark of a note, or a unit, "(g)".
var bracketLetter = pattern.Compile(`\(([a-z])\s?\)`)

// leastLetters is how many letters a table must have in brackets that are no units before those that would be one are marks, too.
const leastLetters = 2

// marks says that letters in brackets are marks in a table.
type marks bool

// markLetters reports whether a table marks notes by letters: "(a)", "(b)", and then "(g)".
func markLetters(t *document.Table) marks {
	seen := map[string]bool{}
	for _, row := range t.Rows {
		for j := range row {
			for _, m := range bracketLetter.FindAllStringSubmatch(row[j].Text, -1) {
				if !cell.IsUnit(m[1]) {
					seen[m[1]] = true
				}
			}
		}
	}
	return len(seen) >= leastLetters
}

// mark reports whether what would be a unit is a mark.
func (m marks) mark(unit string) bool {
	letter := strings.Trim(unit, "( )")
	return bool(m) && len(letter) == 1 && cell.BareLetter.MatchString(letter)
}
