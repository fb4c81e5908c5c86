package claims

import (
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/data/ifrs"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// Whatever a page holds, reading it neither panics nor points outside of it.
func FuzzSentence(f *testing.F) {
	for _, s := range []string{
		"In 2023 our Scope 1 emissions fell by 12% to 40 kt CO2e, while Scope 2 rose by 3%.",
		"a@b.", "@", "boards", "Net-zero by 2050?¹", "§ 3 – 4%: \u00ad", "This", "2023", "and ; and , and ",
		"Ünïcode – €", strings.Repeat("and 4% fell, ", 200),
	} {
		f.Add(s)
	}
	registry, err := ifrs.Load()
	if err != nil {
		f.Fatal(err)
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
			r.said = &statement.Said{Reading: claimOf("third share done nature metrics S2.33 S9.99")}
			for _, r.row = range []bool{false, true} {
				kind, why := r.kind()
				p, because := r.rank(kind, r.paragraphs(registry))
				if kind == "" || why == "" || p == "" || because == "" {
					t.Fatalf("%q: %s because %q, %s because %q", text, kind, why, p, because)
				}
			}
			r.claims()
			r.entities()
		}
	})
}
