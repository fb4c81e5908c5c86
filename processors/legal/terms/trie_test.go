package terms

import (
	"strings"
	"testing"
)

func TestTermsMatchWholeWords(t *testing.T) {
	tr := New()
	for _, term := range []string{"board", "climate*", "short term", "net zero", "co2*", "scope 1", "result* in", "20* levels"} {
		tr.Add(term)
	}
	for text, want := range map[string]string{
		"The Board of Climate-related things": "Board Climate",
		"on board, boarding, aboard":          "board",
		"short-term and short\n  term":        "short-term|short\n  term",
		"NET-ZERO by 2030":                    "NET-ZERO",
		"CO2e and CO2":                        "CO2 CO2",
		"resulting in, result in, results":    "resulting in|result in",
		"2019 levels, 20 levels, 2020":        "2019 levels|20 levels",
		"resulting * in":                      "",
		"Scope 1, Scope 11, Scopes 1":         "Scope 1",
		"":                                    "",
	} {
		var got []string
		for _, h := range tr.Scan(text) {
			got = append(got, text[h.Start:h.End])
		}
		joined := strings.Join(got, " ")
		if strings.Contains(want, "|") {
			joined = strings.Join(got, "|")
		}
		if joined != want {
			t.Errorf("%q: found %q, want %q", text, joined, want)
		}
	}
}
