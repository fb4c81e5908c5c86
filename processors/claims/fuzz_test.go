package claims

import (
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// Whatever a page holds, reading it neither panics nor points outside of it.
func FuzzSentence(f *testing.F) {
	for _, s := range []string{
		"In 2023 our Scope 1 emissions fell by 12% to 40 kt CO2e, while Scope 2 rose by 3%.", "a@b.", "@", "boards", "Net-zero by 2050?¹", "§ 3 – 4%: \u00ad", "This", "2023", "and ; and , and ",
		"Ünïcode – €", strings.Repeat("and 4% fell, ", 200),
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "?")), " ") // pages are valid
		end := 0
		for _, c := range clauses(text) {
			if c.start < end || c.end > len(text) || c.start > c.end {
				t.Fatalf("%q: clause %d..%d behind %d", text, c.start, c.end, end)
			}
			end = c.end
			r := read(c.text, quantity.Point, map[string]bool{"acme": true})
			if len(r.words) == 0 {
				continue
			}
			r.worth(true, false)
			r.worth(false, true)
			if kind, why, ok := r.kind(); ok && (kind == "" || why == "") {
				t.Fatalf("%q: a type without a reason", text)
			}
			r.paragraphs()
			r.entities()
		}
		EnvironmentalClaim(text)
		AmbitionOf(text)
		CommitsOrActs(text)
	})
}
