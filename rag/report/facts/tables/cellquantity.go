package tables

import (
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts/cell"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// cellQuantity reads a cell that is one figure, perhaps with its unit.
func cellQuantity(c *document.Cell, f quantity.Format) (quantity.Quantity, bool) {
	text := strings.TrimSpace(c.Text)
	if len(text) > 60 || text == "" {
		return quantity.Quantity{}, false
	}
	if m := withChange.FindStringSubmatch(text); m != nil {
		text = m[1] // the amount; what it changed by is of the base year, which the cell does not name
		if all := quantity.Find(text, f); len(all) == 1 && all[0].Start == 0 && all[0].End == len(text) {
			return all[0], true
		}
		return quantity.Quantity{}, false
	}
	all := quantity.Find(text, f)
	if c.Value == "" {
		// "33,98 hours/employee": words that intake knows no unit in.
		if len(all) != 1 || all[0].Start != 0 || all[0].Range {
			return quantity.Quantity{}, false
		}
		rest := text[all[0].End:]
		whole := rest == "" && all[0].Unit.Dimension == quantity.Money || all[0].Unit.Dimension == quantity.Percent && shareOf.MatchString(rest)
		if !whole && !wholeWords(rest) {
			return quantity.Quantity{}, false
		}
		return all[0], true
	}
	v, _, err := apd.NewFromString(c.Value)
	if err != nil || v.Form != apd.Finite || v.Exponent < -20 || v.Exponent > 20 {
		return quantity.Quantity{}, false
	}
	q := cell.Measured(v, text)
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

// withChange is an amount with its change in brackets behind it: "49 (-56%)".
var withChange = pattern.Compile(`^(\d[\d.,\s]*?)\s*\(\s*[-–−+]?\s*\d[\d.,]*\s*%\s*\)$`)

// shareOf is what a cell says that its percentage is of: "73 % of high-risk suppliers covered".
var shareOf = pattern.Compile(`^\s+of\s+[\p{L}\s,-]+$`)

func wholeWords(s string) bool {
	return cell.WithWord.MatchString(s) && !strings.ContainsAny(s, "0123456789") && len(s) < 30
}

// multiple is a figure that says itself what it is, whatever its column is in: "15.8x" below "Change in %".
var multiple = pattern.Compile(`^\W*\d[\d.,]*\s?[x×]\W*$`)
