package shares

import (
	"fmt"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	// sharesOfOne heads a column of shares of one whole: "Share of net sales", "% of weight".
	sharesOfOne = pattern.Compile(`(?i)(?:\bshare|%|\bper\s+cent|\bpercentage)\s+of\s+\p{L}`)
	// dividedBy says of a table that its rows divide one thing, each unit of which is in one of them.
	dividedBy = pattern.Compile(`(?i)\b(?:electricity|energy|power|fuel|heat|waste|water|revenues?|sales|emissions|` +
		`purchased|bought|production)\b.*\bby\s+\p{L}`)
	// alone is a whole of which every unit is in one row, wherever it is divided.
	alone = pattern.Compile(`(?i)\bof\s+(?:the\s+|our\s+|total\s+|net\s+|all\s+)*(?:electricity|energy|power|fuel|heat|waste|water|` +
		`revenues?|sales|turnover|emissions|weight|volume)\b`)
	// mayOverlap are rows of which one thing can be in two.
	mayOverlap = pattern.Compile(`(?i)\b(?:of\s+which|other\s+than|` + lexicon.Alternatives("checks.rows that may overlap") + `)\b`)
)

// loneColumns adds up the one column of a table that has nothing but shares of one whole, without a total: more than all of it are too many, where
// every unit of it is in one row, or where one digit more or less makes exactly all of it.
func loneColumns(t *sheet.Table) []sheet.Finding {
	if len(t.Cols) != 1 || len(t.Rows) < compare.LeastShown {
		return nil
	}
	f, ok := makesAll(t, t.Rows, t.Cols[0])
	first := t.Row(t.Rows[0])[0]
	head := first.Column() + " " + first.Unit
	if !ok || f.Result != events.CheckFail || first.Source != facts.FromTable || !sharesOfOne.MatchString(head) {
		return nil
	}
	sum := quantity.Int(0)
	for _, e := range t.All {
		if vocabulary.IsPartOfPart(e.Label()) || e.Parent() != first.Parent() {
			return nil
		}
		sum = quantity.Sum(sum, e.Quantity().Value)
	}
	off := quantity.Sub(sum, compare.Hundred)
	if off.Cmp(compare.OnePercent) < 0 || off.Cmp(compare.TenPercent) > 0 {
		return nil
	}
	overlap := false
	for _, e := range t.All {
		overlap = overlap || mayOverlap.MatchString(e.Label())
	}
	divides := dividedBy.MatchString(first.At.Caption)
	if !(alone.MatchString(head) && !overlap) && !(divides && oneDigitMore(t.All, off)) {
		return nil
	}
	f.Message = fmt.Sprintf("The shares of one whole make %s %%, not 100 %%. Which of them is wrong the table does not show.", compare.Show(sum))
	return []sheet.Finding{f}
}

// oneDigitMore reports whether one of the shares, printed with a place behind the point, makes exactly all of the whole with one other digit.
func oneDigitMore(all []sheet.Entry, off *apd.Decimal) bool {
	for _, e := range all {
		v := e.Quantity().Value
		right := quantity.Sub(v, off)
		if v.Exponent >= 0 || right.Sign() <= 0 || !strings.Contains(e.Printed, ".") && !strings.Contains(e.Printed, ",") {
			continue
		}
		shown := func(d *apd.Decimal) string { return quantity.Print(quantity.Mul(d, apd.New(1, -v.Exponent)), 0) }
		if a, b := shown(v), shown(right); len(a) == len(b) && compare.Differing(a, b) == 1 || compare.Exchanged(a, b) {
			return true
		}
	}
	return false
}
