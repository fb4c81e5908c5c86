package document

import (
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/projections/document/green"
)

func TestWhatWasNotVerifiedOfTheEnvironmentStandsInTheExports(t *testing.T) {
	listed := green.EnvironmentalClaim{Page: 7, Text: "Our products are <kind> to the planet.", Benefit: 0.8, Voice: "third", Generic: true}
	const head = "Environmental claims that were not verified"
	for format, want := range map[Format][]string{
		FormatMarkdown: {head, "| 7 | Our products are &lt;kind&gt; to the planet. | generic | perhaps somebody else's |"},
		FormatHTML:     {head, "Our products are &lt;kind&gt; to the planet.", `data-h="Wording">generic<`, "perhaps somebody else"},
	} {
		t.Run(string(format), func(t *testing.T) {
			d := &Document{Report: Report{Pages: 9, PagesRead: 9}}
			without, err := d.Render(format)
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(string(without), head) {
				t.Error("the list has a heading although there is none")
			}
			d.EnvironmentalClaims = []green.EnvironmentalClaim{listed}
			got, err := d.Render(format)
			if err != nil {
				t.Fatal(err)
			}
			for _, w := range want {
				if !strings.Contains(string(got), w) {
					t.Errorf("%q is missing", w)
				}
			}
		})
	}
}
