package checks

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// Once tells each result once. A table that stands in two languages is one set of facts with two places, and what is
// checked of it comes out at both: a mistake in it is one mistake with two places. Its inputs name both pages, and so
// does its message. Results that differ in a figure, or come of other facts, stay apart.
func Once(results []Result) []Result {
	out := make([]Result, 0, len(results))
	at := map[string]int{}
	for _, r := range results {
		key := r.key()
		i, again := at[key]
		if !again || out[i].Page == r.Page || slices.Contains(out[i].Also, r.Page) || r.Words != "" {
			at[key] = len(out)
			out = append(out, r)
			continue
		}
		first := &out[i]
		first.Also = append(slices.Clone(first.Also), r.Page)
		first.Inputs = append(slices.Clone(first.Inputs), r.Inputs...)
		first.Message = strings.TrimSpace(firstSaid(first) + " " + standsAgain(first.Also))
	}
	return out
}

// firstSaid is the message of a result without the other places that it names already.
func firstSaid(r *Result) string {
	said, _, _ := strings.Cut(r.Message, " The same stands on page")
	return said
}

// standsAgain names the other places of a result.
func standsAgain(pages []int) string {
	parts := make([]string, len(pages))
	for i, p := range pages {
		parts[i] = strconv.Itoa(p)
	}
	word := "page "
	if len(parts) > 1 {
		word = "pages "
	}
	return "The same stands on " + word + strings.Join(parts, ", ") + "."
}

// key is what two results share that are one at two places: all but the page and the words of their labels.
func (r Result) key() string {
	parts := []string{r.Name, string(r.Result), r.Severity, quoted.ReplaceAllString(r.Message, ""), r.Working, r.Stated, r.Expected, r.Words, r.Said}
	for _, in := range r.Inputs {
		parts = append(parts, in.FactID, in.Value)
	}
	return strings.Join(parts, "\x1f")
}

// quoted are labels in a message, which each language has its own of.
var quoted = regexp.MustCompile(`"[^"]*"`)

// Pages are all the pages that a result is about, the first first.
func (r Result) Pages() []int { return append([]int{r.Page}, r.Also...) }

// One wrong figure breaks every sum that it stands in: the row whose total it is and the column that it is a part of. Its
// own sum says what it should be. Where that mends the other sum, the other total is right and is not accused.
func (s *sheet) blame(found []finding) []finding {
	mended := map[int]bool{}
	for i := range found {
		stated := Stated(found[i].Check)
		if found[i].Result != events.CheckFail || stated == "" || s.byID[stated] == nil {
			continue
		}
		for k := range found {
			if k == i || mended[k] || found[k].Result != events.CheckFail {
				continue
			}
			wrong := Stated(found[k].Check)
			at := slices.IndexFunc(found[i].Inputs, func(in events.CheckInput) bool { return in.FactID == wrong && in.FactID != stated })
			if wrong == "" || at < 0 {
				continue
			}
			rest, ok := s.partsOf(found[i].Check, wrong)
			right, also := s.partsOf(found[k].Check, "")
			if ok && also && quantity.Sum(rest, right).Cmp(s.byID[stated].Quantity().Base()) == 0 {
				mended[i] = true
				more := " With what is computed, " + strings.TrimPrefix(s.byID[stated].Own()+" "+s.byID[stated].Printed, " ") + " adds up too."
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
func (s *sheet) partsOf(c events.Check, but string) (*apd.Decimal, bool) {
	stated := Stated(c)
	sum := new(apd.Decimal)
	for _, in := range c.Inputs {
		if in.FactID == stated || in.FactID == but {
			continue
		}
		f := s.byID[in.FactID]
		if f == nil || f.Ambiguous() {
			return nil, false
		}
		sum = quantity.Sum(sum, f.Quantity().Base())
	}
	return sum, true
}
