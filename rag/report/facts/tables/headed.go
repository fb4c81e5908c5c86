package tables

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
)

// Bounds of what is looked at for the heads of a table that has none.
const (
	linesOver   = 4  // lines of the page before it
	longestHead = 40 // characters of one head
	leastYears  = 2  // heads that are years
	tornGap     = 40 // points between two parts of a torn table
	aligned     = 12 // points by which the edges of a column may differ in them
)

// Headed is a table of a page with the heads that its grid lacks: those of a line of the page right above it, of the table above whose last rows it
// is, of the columns beside or of the same on the page before, and years of which the second half stands a line below. Others are as they are.
// above is the table before it on its page, last the one before it on any page, and before the page before.
func Headed(p, before *document.Page, i int, above, last *document.Table) *document.Table {
	if i == 0 {
		if rest := overPage(p, before, &p.Tables[i], last); rest != nil {
			return rest
		}
	}
	return unitsBefore(grouped(headed(p, i, above)), last)
}

func headed(p *document.Page, i int, above *document.Table) *document.Table {
	t := unitRow(&p.Tables[i])
	if whole, ok := joinedYears(t); ok {
		return whole
	}
	if t.HeaderRows > 0 || len(t.Rows) == 0 || len(t.Rows[0]) < 2 || anyHead(t) {
		return t
	}
	over := above
	for k := i - 1; k >= 0 && (over == nil || !tornFrom(over, t)); k-- {
		over = &p.Tables[k] // another stands beside that
	}
	if over != nil && tornFrom(over, t) {
		whole := withHeads(t, headsOf(over))
		whole.Continues = over == above
		if whole.Caption == "" {
			whole.Caption = over.Caption
		}
		if whole.Unit == "" {
			whole.Unit = over.Unit
		}
		return whole
	}
	for k := i - 1; k >= 0; k-- {
		if heads := headsBelow(p, &p.Tables[k], t); heads != nil {
			return withHeads(t, heads)
		}
	}
	if heads := headLine(p, t); heads != nil {
		return withHeads(t, heads)
	}
	return t
}

func anyHead(t *document.Table) bool {
	return slices.ContainsFunc(t.Rows, func(row []document.Cell) bool {
		return slices.ContainsFunc(row, func(c document.Cell) bool { return len(c.ColPath) > 0 })
	})
}

// withHeads is a table with heads over its columns; the columns of an empty head have none.
func withHeads(t *document.Table, heads [][]string) *document.Table {
	out := *t
	out.Rows = make([][]document.Cell, len(t.Rows))
	for r, row := range t.Rows {
		out.Rows[r] = slices.Clone(row)
		for j := range row {
			if j < len(heads) && len(heads[j]) > 0 && r >= t.HeaderRows {
				out.Rows[r][j].ColPath = heads[j]
			}
		}
	}
	return &out
}

// headsOf are the heads over the columns of a table, as its last row has them.
func headsOf(t *document.Table) [][]string {
	out := [][]string(nil)
	for _, c := range t.Rows[len(t.Rows)-1] {
		out = append(out, c.ColPath)
	}
	return out
}

// tornFrom reports whether a table without heads goes on with the one above it: it begins right below, and its columns are as wide. What else
// stands behind them has no figures.
func tornFrom(above, t *document.Table) bool {
	if len(above.Rows) == 0 || len(above.Rows[0]) > len(t.Rows[0]) || !anyHead(above) || t.Caption != "" && t.Caption != above.Caption {
		return false
	}
	if gap := t.Rect[1] - above.Rect[3]; gap < -aligned || gap > tornGap {
		return false
	}
	a, b := above.Rows[len(above.Rows)-1], t.Rows[0]
	for _, row := range t.Rows {
		if slices.ContainsFunc(row[min(len(a), len(row)):], func(c document.Cell) bool { return c.Value != "" }) {
			return false
		}
	}
	for j := range a {
		if last := j == len(a)-1 && len(b) > len(a); last || a[j].Rect == ([4]float64{}) || b[j].Rect == ([4]float64{}) {
			continue
		}
		if off := a[j].Rect[2] - b[j].Rect[2]; j > 0 && (off > aligned || off < -aligned) {
			return false
		}
	}
	return true
}

// headLine reads the heads of a table from a line of the page above it: as many as it has columns, or all but that of its labels, with several years
// and no amount among them. Short lines between are what of a head goes on below, or the unit.
func headLine(p *document.Page, t *document.Table) [][]string {
	start := startOf(t)
	for k, line := range linesAbove(p, start) {
		if k == linesOver {
			break
		}
		parts := strings.Split(line.text, "\t")
		if len(parts) == 1 && len(line.text) <= longestHead {
			continue
		}
		for i := range p.Tables {
			if other := &p.Tables[i]; other.Rect != t.Rect && holds(other, line.start, line.start+len([]rune(line.text))) {
				return nil
			}
		}
		if strings.HasSuffix(strings.TrimSpace(line.text), ".") {
			return nil // a sentence
		}
		cols := len(t.Rows[0])
		if len(parts) == cols-1 && vocabulary.YearOf(parts[0]) > 0 {
			parts = append([]string{""}, parts...)
		}
		if len(parts) != cols {
			return nil
		}
		years, heads := 0, make([][]string, cols)
		for j, part := range parts {
			part = strings.TrimSpace(part)
			switch {
			case part == "" || j == 0:
				continue
			case len(part) > longestHead:
				return nil
			case vocabulary.YearOf(part) > 0:
				years++
			case strings.ContainsAny(part, "0123456789"):
				return nil
			}
			heads[j] = []string{part}
		}
		if years < leastYears {
			return nil
		}
		return heads
	}
	return nil
}

// pageLine is a line of a page's text, and at which code point it begins.
type pageLine struct {
	text  string
	start int
}

// linesAbove are the lines before a place of a page that hold anything, the nearest first.
func linesAbove(p *document.Page, before int) []pageLine {
	runes := []rune(p.Text)
	before = min(before, len(runes))
	var out []pageLine
	for end := before; end > 0 && len(out) <= linesOver; {
		from := end
		for from > 0 && runes[from-1] != '\n' {
			from--
		}
		if line := string(runes[from:end]); strings.TrimSpace(line) != "" {
			out = append(out, pageLine{line, from})
		}
		end = from - 1
	}
	return out
}

// startOf is where the first cell of a table begins on its page.
func startOf(t *document.Table) int {
	start := -1
	for _, row := range t.Rows {
		for _, c := range row {
			if c.Text != "" && (start < 0 || c.Start < start) {
				start = c.Start
			}
		}
	}
	return max(start, 0)
}

// holds reports whether a cell of a table stands within a stretch of its page.
func holds(t *document.Table, from, to int) bool {
	return slices.ContainsFunc(t.Rows, func(row []document.Cell) bool {
		return slices.ContainsFunc(row, func(c document.Cell) bool { return c.Text != "" && c.Start >= from && c.Start < to })
	})
}

// halfYear is a year that is to go on below: "FY2022-".
var (
	halfYear  = pattern.Compile(`(?:19|20)\d\d\s?[-–/]\s*$`)
	twoDigits = pattern.Compile(`^\s*\d\d\s*$`)
)

// joinedYears is a table whose first row of figures are the second halves of the years above them: "2022-" over "23".
func joinedYears(t *document.Table) (*document.Table, bool) {
	if t.HeaderRows == 0 || t.HeaderRows >= len(t.Rows) {
		return nil, false
	}
	row := t.Rows[t.HeaderRows]
	heads, joined := make([][]string, len(row)), 0
	for j, c := range row {
		n := len(c.ColPath)
		heads[j] = c.ColPath
		switch text := strings.TrimSpace(c.Text); {
		case text == "":
		case n > 0 && halfYear.MatchString(c.ColPath[n-1]):
			whole := strings.TrimSpace(c.ColPath[n-1]) + text
			if !twoDigits.MatchString(text) || vocabulary.YearIn(whole) != vocabulary.YearIn(c.ColPath[n-1])+1 {
				return nil, false
			}
			heads[j] = append(slices.Clone(c.ColPath[:n-1]), whole)
			joined++
		case strings.ContainsAny(text, "0123456789"):
			return nil, false
		case n > 0:
			heads[j] = append(slices.Clone(c.ColPath[:n-1]), c.ColPath[n-1]+" "+text)
		}
	}
	if joined == 0 {
		return nil, false
	}
	whole := withHeads(t, heads)
	whole.HeaderRows++
	return whole, true
}
