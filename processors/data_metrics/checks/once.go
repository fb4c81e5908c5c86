package checks

import (
	"slices"
	"strconv"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/relation"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sums"
	"github.com/sibyl-project/sibyl/rag/pattern"
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
var quoted = pattern.Compile(`"[^"]*"`)

// Pages are all the pages that a result is about, the first first.
func (r Result) Pages() []int { return append([]int{r.Page}, r.Also...) }

// hidden reports whether a total is wrong within the tolerance of totals: which of the figures is, a relation of the table tells better.
func (r Result) hidden() bool {
	off, _, err := apd.NewFromString(r.DifferencePercent)
	return r.Name == sums.TableTotal.Name && r.Result == events.CheckFail && err == nil && quantity.Abs(off).Cmp(compare.OnePercent) <= 0
}

// toldElsewhere reports whether another check calls the same calculation wrong: a failure that at least two of its figures went into.
func (r Result) toldElsewhere(all []Result) bool {
	return slices.ContainsFunc(all, func(o Result) bool {
		if o.Result != events.CheckFail || o.Name == r.Name || o.Name != relation.Tables.Name && !events.KindOfCheck(o.Name).OfTable {
			return false
		}
		common := 0
		for _, in := range r.Inputs {
			if slices.ContainsFunc(o.Inputs, func(i events.CheckInput) bool { return i.FactID == in.FactID }) {
				common++
			}
		}
		return common >= relation.MoreHolds || sheet.Stated(r.Check) != "" && sheet.Stated(r.Check) == sheet.Stated(o.Check)
	})
}
