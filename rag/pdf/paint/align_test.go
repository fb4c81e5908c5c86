package paint

import (
	"fmt"
	"strings"
	"testing"
)

// What the file says and what it paints are one text however it breaks words, draws letters together, or raises
// figures: nothing of it is hidden. What is said beside it is, also where marks of the same kinds stand around it.
func TestSaidAsPainted(t *testing.T) {
	for name, c := range map[string]struct {
		painted, said string
		text, hidden  string
	}{
		"a soft hyphen that is not painted":     {"non- fnancial", "non-\u00adfinancial", "non- financial", ""},
		"soft hyphens around a ligature":        {"the separate efcient plan", "the \u00adseparate effi\u00adcient plan", "the separate efficient plan", ""},
		"a sign of the program that set it":     {"1 Defned here", "1 &#x7;Defined here", "1 Defined here", ""},
		"a ligature before its own last letter": {"the spin-of from it", "the spin-off from it", "the spin-off from it", ""},
		"a lowered figure":                      {"tons of CO₂ a year", "tons of CO2 a year", "tons of CO2 a year", ""},
		"a raised figure":                       {"a figure³ of it", "a figure3 of it", "", ""},
		"a word between soft hyphens":           {"the plan holds", "the \u00adsecret\u00ad plan holds", "the plan holds", "secret"},
		"a word behind a ligature":              {"an ofce here", "an office secret here", "an office here", "secret"},
		"a ligature with its bytes swapped":     {"signi昀cant o昀ces of the 昀eet", "signi昀椀cant o昀케ces of the 昀氀eet", "significant offices of the fleet", ""},
		"another script":                        {"王昀 said so", "王昀 said so", "王昀 said so", ""},
		"a word before a sign":                  {"1 Defned here", "1 secret &#x7;Defined here", "1 Defined here", "secret"},
		"another figure":                        {"tons of CO₂ a year", "tons of CO2 9 a year", "tons of CO2 a year", "9"},
	} {
		var s setting
		s.line(50, 100, 10, c.painted)
		html := fmt.Sprintf(`<p style="top:92.0pt;left:50.0pt;line-height:10.0pt"><span>%s</span></p>`, c.said)
		p, err := Read(`<svg width="600" height="800"><defs>`+s.defs.String()+`</defs>`+s.body.String()+`</svg>`, html, Options{})
		if err != nil {
			t.Fatal(err)
		}
		var words, hidden []string
		for _, w := range Words(&p) {
			words = append(words, w.Text)
		}
		for _, h := range p.Concealed {
			hidden = append(hidden, h.Text)
		}
		if got := strings.Join(words, " "); c.text != "" && got != c.text {
			t.Errorf("%s: reads %q", name, got)
		}
		if got := strings.Join(hidden, "|"); c.hidden == "" && got != "" || !strings.Contains(got, c.hidden) {
			t.Errorf("%s: hidden %q, want %q", name, got, c.hidden)
		}
	}
}
