package drawn

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections/document"
)

// leastWord is how many letters a word of a caption has that a fact must have among its headings.
const leastWord = 4

// Captioned holds a document against figures of infographics, which their captions name: a fact must stand on the page with value, unit,
// year and kind, and must have the words of the caption among its headings or in its quotation.
func Captioned(t Truth, d Document) Result {
	var r Result
	used := map[string]bool{}
	for _, f := range t.Figures {
		c := r.of(f.Where)
		c.Asked++
		got, best := "no fact", -1
		for i, x := range d.Facts {
			if used[x.ID] || x.Page != f.Page || !hasValue(x, f.Value) {
				continue
			}
			wrong := wrongOf(x, f, t.Year)
			if wrong == "" {
				best = i
				break
			}
			got = wrong + ": " + describe(x)
		}
		switch {
		case best >= 0:
			used[d.Facts[best].ID] = true
			c.Present++
			c.Right++
			continue
		case got != "no fact":
			c.Present++
		}
		r.Misses = append(r.Misses, Miss{fmt.Sprintf("page %d %s: %s %s %d %s %q (%s)", f.Page, f.Where, f.Value, f.Unit, f.Year, f.Kind, f.Words, f.Row), got})
	}
	for _, c := range d.Checks {
		if c.Result == events.CheckFail {
			r.Alarms = append(r.Alarms, c)
		}
	}
	return r
}

// hasValue reports whether a fact has a value, as it is printed or in its base unit.
func hasValue(x document.Fact, value string) bool {
	want, _, err := apd.NewFromString(value)
	if err != nil {
		return false
	}
	return slices.ContainsFunc([]string{x.Value, x.ValueBase}, func(s string) bool {
		got, _, err := apd.NewFromString(s)
		return err == nil && same(want, got)
	})
}

// wrongOf says what a fact has wrong but for its value: nothing if it is empty.
func wrongOf(x document.Fact, f Figure, reporting int) string {
	var wrong []string
	if !sameAmount(x, f) {
		wrong = append(wrong, "unit")
	}
	wrong = append(wrong, yearAndKind(x, f, reporting)...)
	headings := strings.ToLower(strings.Join(append(append(slices.Clone(x.RowPath), x.ColPath...), x.Caption, x.Quote), " "))
	for _, w := range strings.Fields(strings.ToLower(f.Words)) {
		if len(w) >= leastWord && !strings.Contains(headings, w) {
			wrong = append(wrong, "words")
			break
		}
	}
	return strings.Join(wrong, ", ")
}
