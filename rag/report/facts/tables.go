package facts

import (
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	ageLabel = compile(`^[<>≤≥]?\s*\d`)
	withWord = compile(`\p{L}{3,}`)
)

// tableCells reads the figures of a table but those that refer to something: pages, numbers of notes and of disclosures.
func tableCells(p *document.Page, t *document.Table, number, above int) (cells []cell) {
	refers, whole := references(t), wholes{}
	format := quantity.Point
	if t.Format.Decimal == "," {
		format = quantity.Comma
	}
	labelled := labelledByFigures(t)
	corner := cornerOf(t)
	caption := firstOf(t.Caption, corner)
	known := map[string][]string{} // a heading stands above or beside many cells
	within := func(heading string) []string {
		all, ok := known[heading]
		if !ok {
			all = bracketUnits(heading)
			known[heading] = all
		}
		return all
	}
	for i, row := range t.Rows {
		if i < t.HeaderRows {
			continue
		}
		if boxes := boxesOf(p, t, i, number, above, format); boxes != nil {
			cells = append(cells, boxes...)
			continue
		}
		path := []string(nil)
		for j := range row {
			c := &row[j]
			if path == nil {
				path = whole.over(c.RowPath)
			}
			if refers[j] {
				continue
			}
			if some := yearCells(p, t, c, format, number, above+i, j); some != nil {
				cells = append(cells, some...)
				continue
			}
			q, ok := cellQuantity(c, format)
			two := strings.Contains(c.Text, between)
			if !ok && !two || j < t.HeaderCols && (len(c.RowPath) == 0 || numberedLabel.MatchString(c.Text)) {
				continue
			}
			units, ofAll, said := []string{c.Unit}, []string{t.Unit}, c.Unit
			if c.Unit == t.Unit {
				units = nil // what is said of the whole table stands farther off than what its headings say
			}
			if labelled && c.Unit == t.Unit {
				ofAll, said = nil, "" // the unit of the row labels: "Age group (years)"
			}
			for k := len(c.ColPath) - 1; k >= 0; k-- {
				units = append(units, within(c.ColPath[k])...)
			}
			for k := len(c.RowPath) - 1; k >= 0; k-- {
				units = append(units, within(c.RowPath[k])...)
			}
			units = append(append(append(units, within(corner)...), ofAll...), within(caption)...)
			units = append(units, lentUnit(row, j))
			if countsThings(c.RowPath) {
				units = slices.DeleteFunc(units, isMoney) // a number of things in a table "in € million"
			}
			if multiple.MatchString(c.Text) {
				units, said = nil, "x"
			}
			if codes.MatchString(said) && !isUnit(said) {
				said = ""
			}
			one := cell{
				rows: rowOf(c, path), cols: c.ColPath, caption: caption, q: q, printed: strings.TrimSpace(c.Text), units: units, given: said,
				period: firstOf(c.Period, t.Period), source: FromTable, format: t.Format.Reason, table: number, row: above + i, col: j,
				place: Place{Page: p.Number, Rect: c.Rect, Quote: quoted(c.RowPath, c.ColPath, c.Text)},
			}
			if two {
				cells = append(cells, pairCells(c, format, one)...)
			}
			if ok {
				one.units = slices.DeleteFunc(one.units, paired)
				cells = append(cells, one)
			}
		}
	}
	aims(t, cells, above)
	return cells
}

// rowOf is the path of a cell's row: of its first cell, unless the cell has one of its own.
func rowOf(c *document.Cell, path []string) []string {
	if n := len(c.RowPath); n > 0 && len(path) >= n && path[len(path)-1] == c.RowPath[n-1] {
		return path
	}
	return c.RowPath
}

// countOf begins or ends a label of a count, which no table's unit of money holds for.
var countOf = compile(`(?i)^\W*(?:(?:total|average)\s+)?(?:numbers?|no\.|count)\s+of\b|\(numbers?(?:\s+of\s+\w+)?\)\W*$|\bheadcount\W*$|\bFTEs?\)?\W*$`)

func countsThings(path []string) bool {
	return len(path) > 0 && countOf.MatchString(path[len(path)-1])
}

func isMoney(unit string) bool {
	m, err := quantity.Measures(unit)
	return err == nil && len(m) == 1 && m[0].Per == "" && m[0].Unit.Dimension == quantity.Money
}

// cornerOf is what stands in the corner of a table that has no caption: its name, its unit.
func cornerOf(t *document.Table) string {
	var parts []string
	for _, row := range t.Rows[:t.HeaderRows] {
		for j := range min(t.HeaderCols, len(row)) {
			if s := strings.TrimSpace(row[j].Text); s != "" && len(s) <= longestCorner && !slices.Contains(parts, s) {
				parts = append(parts, s)
			}
		}
	}
	return strings.Join(parts, " ")
}

const longestCorner = 120

// numberedLabel is a name with its number: "1 Purchased goods and services", "3.15 Investments". "33.98 hours/employee"
// is a figure.
var numberedLabel = compile(`^\s*\d{1,2}(?:[.,]\d{1,2})?[.)]?\s+\p{L}[^/%]*$`)

// labelledByFigures says that the rows are named by numbers, which a unit in the corner then belongs to.
func labelledByFigures(t *document.Table) bool {
	if t.HeaderCols == 0 {
		return false
	}
	n := 0
	for _, row := range t.Rows[t.HeaderRows:] {
		if !ageLabel.MatchString(row[0].Text) {
			return false
		}
		n++
	}
	return n > 1
}

// cellQuantity reads a cell that is one figure, perhaps with its unit.
func cellQuantity(c *document.Cell, f quantity.Format) (quantity.Quantity, bool) {
	text := strings.TrimSpace(c.Text)
	if len(text) > 60 || text == "" {
		return quantity.Quantity{}, false
	}
	all := quantity.Find(text, f)
	if c.Value == "" {
		// "33,98 hours/employee": words that intake knows no unit in.
		if len(all) != 1 || all[0].Start != 0 || all[0].Range {
			return quantity.Quantity{}, false
		}
		if whole := all[0].End == len(text) && all[0].Unit.Dimension == quantity.Money; !whole && !wholeWords(text[all[0].End:]) {
			return quantity.Quantity{}, false
		}
		return all[0], true
	}
	v, _, err := apd.NewFromString(c.Value)
	if err != nil || v.Form != apd.Finite || v.Exponent < -20 || v.Exponent > 20 {
		return quantity.Quantity{}, false
	}
	q := measured(v, text)
	q.Number = text
	if len(all) == 1 {
		found := all[0]
		q.Unit, q.Per, q.Bound, q.Signed, q.Year, q.Text, q.Number = found.Unit, found.Per, found.Bound, found.Signed, found.Year, found.Text, found.Number
		// A scale word multiplies what intake normalised: "2.3 million".
		if plain, err := quantity.Parse(found.Number, f); err == nil && !plain.Value.IsZero() {
			if by, ok := quantity.Ratio(quantity.Abs(found.Value), plain.Value); ok && by.Cmp(apd.New(1, 0)) > 0 {
				q.Value, q.Half, q.Scale = quantity.Mul(q.Value, by), quantity.Mul(q.Half, by), found.Scale
			}
		}
	}
	return q, true
}

func wholeWords(s string) bool {
	return withWord.MatchString(s) && !strings.ContainsAny(s, "0123456789") && len(s) < 30
}

var brackets = compile(`[(\[]([^()\[\]]{1,40})[)\]]`)

// bracketUnits lists what stands in brackets of a heading, or the heading if it is short: either may be a unit.
func bracketUnits(heading string) []string {
	var out []string
	for _, m := range brackets.FindAllStringSubmatch(heading, -1) {
		out = append(out, m[1])
		if parts := commaList.Split(m[1], -1); len(parts) > 1 { // "(Unit: tCO2e, GWh)", and no "(1,000 m3)"
			for _, p := range parts {
				out = append(out, strings.TrimSpace(p[strings.IndexByte(p, ':')+1:]))
			}
		}
	}
	if u := trailingUnit(strings.TrimRight(heading, " )]")); u != "" && !strings.HasSuffix(heading, "]") {
		out = append(out, u)
	}
	if m := trailingIn.FindStringSubmatch(heading); m != nil {
		out = append(out, m[1])
	}
	if len(heading) <= 30 {
		out = append(out, heading)
	}
	if m := afterComma.FindStringSubmatch(heading); m != nil {
		out = append(out, m[1])
	}
	return out
}

// multiple is a figure that says itself what it is, whatever its column is in: "15.8x" below "Change in %".
var multiple = compile(`^\W*\d[\d.,]*\s?[x×]\W*$`)

var (
	commaList  = compile(`;|,\s`)
	trailingIn = compile(`(?i)\bin\s+([^,;.]{1,40})$`)
	afterComma = compile(`[,;–-]\s*([^,;–]{1,30})$`)
)

func firstOf(all ...string) string {
	for _, s := range all {
		if s != "" {
			return s
		}
	}
	return ""
}

// quoted is a figure with its labels in few words.
func quoted(rows, cols []string, text string) string {
	label := ""
	if n := len(rows); n > 0 {
		label = rows[n-1]
	} else if n := len(cols); n > 0 {
		label = cols[n-1]
	}
	words := strings.Fields(label)
	if len(words) > 12 {
		words = words[:12]
	}
	return strings.TrimSpace(strings.Join(words, " ") + " " + strings.TrimSpace(text))
}
