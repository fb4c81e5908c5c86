package datametrics

import (
	"regexp"
	"strings"

	"github.com/sibyl-project/sibyl/rag/document"
	"github.com/sibyl-project/sibyl/rag/quantity"
)

// line is one line of a page as a table row: a label and figures.
type line struct {
	page    int
	text    string
	label   string
	unit    string // a unit that stands alone in a cell
	figures []quantity.Quantity
	years   []int // the line is a header: a label, years and words, but no figures
	broken  bool  // a cell is neither figure nor unit: columns can not be told
}

var (
	cellUnit   = regexp.MustCompile(`^\(?(?:in\s+)?[A-Za-z%€$£µ°][A-Za-z0-9₂²³%€$£/., -]{0,30}\)?$`)
	yearCell   = regexp.MustCompile(`^(?:FY\s?|Fiscal\s+(?:year\s+)?)?((?:19|20)\d{2})(?:\s*[¹²³*])?$`)
	labelWords = regexp.MustCompile(`^[^\t\d]*[A-Za-z)]{3,}[¹²³*]*`)
	closing    = regexp.MustCompile(`^[¹²³*]*\)?[¹²³*]*(?:\s+emissions?)?(?:\s+\([^)\d]*\))?`)
)

// linesOf reads the lines of a page that hold figures.
func linesOf(p *document.Page) []line {
	format := quantity.Detect(p.Text, quantity.Point)
	var out []line
	for text := range strings.SplitSeq(p.Text, "\n") {
		if strings.TrimSpace(text) == "" {
			continue
		}
		out = append(out, readLine(p.Number, text, format))
	}
	return out
}

func readLine(page int, text string, f quantity.Format) line {
	l := line{page: page, text: text}
	cells := strings.Split(text, "\t")
	if len(cells) == 1 {
		cells = pieces(text)
	}
	start := 0
	if first := strings.TrimSpace(cells[0]); !isCell(first) {
		l.label, start = first, 1
	}
	for _, cell := range cells[start:] {
		cell = strings.TrimSpace(cell)
		if cell == "" {
			continue
		}
		if m := yearCell.FindStringSubmatch(cell); m != nil {
			l.years = append(l.years, atoi(m[1]))
			continue
		}
		if q, err := quantity.Parse(cell, f); err == nil {
			l.figures = append(l.figures, q)
			continue
		}
		if u, err := quantity.ParseUnit(cell); err == nil && l.unit == "" {
			l.unit = u.Symbol
			continue
		}
		if !cellUnit.MatchString(cell) || len(l.figures) > 0 {
			l.broken = true
		}
	}
	if len(l.figures) > 0 && len(l.years) > 0 {
		l.broken, l.years = true, nil // a figure that looks like a year, or a year among figures
	}
	return l
}

// isCell says whether a line's first piece is already a figure: then it has no label.
func isCell(s string) bool {
	if yearCell.MatchString(s) {
		return true
	}
	_, err := quantity.Parse(s, quantity.Point)
	return err == nil
}

// pieces cuts a line that no tabs part: a label that ends in words or in the number of a scope, then figures
// parted by blanks.
func pieces(text string) []string {
	end := len(labelWords.FindString(text))
	if all := scopeLabel.FindAllStringIndex(text, -1); len(all) > 0 {
		end = all[len(all)-1][1]
		end += len(closing.FindString(text[end:]))
	}
	if end == 0 {
		return strings.Fields(text)
	}
	return append([]string{text[:end]}, strings.Fields(text[end:])...)
}
