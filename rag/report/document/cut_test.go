package document

import (
	"slices"
	"strings"
	"testing"
)

func TestTextWithoutLayoutIsCutWhereSentencesEnd(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"short forms, points of a list and titles": {
			"We cut emissions by 4.2 % (approx. 3 t). The U.S. plant, e.g. Reno,\ncloses. • One point • Another! Dr. A. Smith agrees",
			[]string{"We cut emissions by 4.2 % (approx. 3 t).", "The U.S. plant, e.g. Reno,\ncloses.", "• One point", "• Another!", "Dr. A. Smith agrees"},
		},
		"paragraphs without a full stop": {"Water\n \nWe used less", []string{"Water", "We used less"}},
		"a unit before the full stop":    {"Waste fell to 42 kt. Water rose.", []string{"Waste fell to 42 kt.", "Water rose."}},
		"nothing":                        {" \n", nil},
	} {
		t.Run(name, func(t *testing.T) {
			if got := SentencesOf(c.text); !slices.Equal(got, c.want) {
				t.Errorf("%q", got)
			}
		})
	}
}

func FuzzClausesHoldTheText(f *testing.F) {
	f.Add("40 % by 2030; 90 % by 2040.\n\nNo. 5")
	f.Add("•\xff. A;\n")
	f.Fuzz(func(t *testing.T, text string) {
		var b strings.Builder
		from := 0
		for _, cut := range Clauses(text) {
			if cut <= from {
				t.Fatalf("a clause of %q ends at %d, which is not behind %d", text, cut, from)
			}
			b.WriteString(text[from:cut])
			from = cut
		}
		if b.String() != text {
			t.Fatalf("%q was cut to %q", text, b.String())
		}
	})
}
