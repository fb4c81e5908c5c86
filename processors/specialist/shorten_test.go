package specialist_test

import (
	"testing"

	"github.com/sibyl-project/sibyl/processors/specialist"
)

func TestATextIsCutBetweenWords(t *testing.T) {
	for name, c := range map[string]struct{ in, want string }{
		"what fits":            {"fell to 96,400 t", "fell to 96,400 t"},
		"before a number":      {"It fell to 96,400 t in 2024", "It fell to…"},
		"at the end of a word": {"It fell to 96,4 t of 2024", "It fell to 96,4…"},
		"a single long word":   {"Umweltverträglichkeit", "Umweltverträgli…"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := specialist.Shorten(c.in, 16); got != c.want {
				t.Errorf("%q, not %q", got, c.want)
			}
		})
	}
}
