package sums

import (
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// One wrong figure breaks every sum that it stands in: the row whose total it is and the column that it is a part of. Its
// own sum says what it should be. Where that mends the other sum, the other total is right and is not accused.
func blame(s *sheet.Sheet, found []sheet.Finding) []sheet.Finding {
	mended := map[int]bool{}
	for i := range found {
		stated := sheet.Stated(found[i].Check)
		if found[i].Result != events.CheckFail || stated == "" || s.ByID[stated] == nil {
			continue
		}
		for k := range found {
			if k == i || mended[k] || found[k].Result != events.CheckFail {
				continue
			}
			wrong := sheet.Stated(found[k].Check)
			at := slices.IndexFunc(found[i].Inputs, func(in events.CheckInput) bool { return in.FactID == wrong && in.FactID != stated })
			if wrong == "" || at < 0 {
				continue
			}
			rest, ok := partsOf(s, found[i].Check, wrong)
			right, also := partsOf(s, found[k].Check, "")
			if ok && also && quantity.Sum(rest, right).Cmp(s.ByID[stated].Quantity().Base()) == 0 {
				mended[i] = true
				more := " With what is computed, " + strings.TrimPrefix(s.ByID[stated].Own()+" "+s.ByID[stated].Printed, " ") + " adds up too."
				working := found[k].Working
				for m := range found { // two ways may have led to that sum
					if found[m].Working == working && !strings.HasSuffix(found[m].Message, more) {
						found[m].Message += more
					}
				}
				break
			}
		}
	}
	out := found[:0:0]
	for i, f := range found {
		if !mended[i] {
			out = append(out, f)
		}
	}
	return out
}

// partsOf adds what went into a sum, but for one fact and the total itself.
func partsOf(s *sheet.Sheet, c events.Check, but string) (*apd.Decimal, bool) {
	stated := sheet.Stated(c)
	sum := new(apd.Decimal)
	for _, in := range c.Inputs {
		if in.FactID == stated || in.FactID == but {
			continue
		}
		f := s.ByID[in.FactID]
		if f == nil || f.Ambiguous() {
			return nil, false
		}
		sum = quantity.Sum(sum, f.Quantity().Base())
	}
	return sum, true
}
