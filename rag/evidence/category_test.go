package evidence

import (
	"strings"
	"testing"
)

func TestACategoryIsNotTheWhole(t *testing.T) {
	for text, want := range map[string]string{
		"Scope 3 emissions were 1,286,500 t CO2e.":                                       "Scope 3",
		"Scope 3 emissions by category, t CO2e – 6 Business travel: 2,400 t CO2e":        "Scope 3, business travel",
		"Scope 3 category 1 (purchased goods and services) came to 742,100 t CO2e.":      "Scope 3, purchased goods",
		"Scope 3: upstream transportation and distribution, and employee commuting":      "Scope 3, commuting; Scope 3, upstream transport",
		"Business travel caused 2,400 t CO2e, all of Scope 1 and 3 taken together more.": "Scope 1; Scope 3, business travel",
	} {
		if got := strings.Join(subjectsOf(text), "; "); got != want {
			t.Errorf("%q is about %q, want %q", text, got, want)
		}
	}
}
