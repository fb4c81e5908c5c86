package layout

import (
	"testing"

	"github.com/sibyl-project/sibyl/rag/pdf/paint"
)

// A table over two pages that each keep the whole of it: what a page has off its edge is no hidden text where the
// page beside it shows it. What that page does not show stays recorded.
func TestHalvesOfASpreadAreNotSuspicious(t *testing.T) {
	off := func(text string, x float64) paint.Concealed {
		w := textWord(x, 150, text)
		return paint.Concealed{Text: text, Why: paint.WhyOffPage, Box: w.Box}
	}
	d := Assemble(Raw{Pages: []RawPage{
		{Width: 600, Height: 800, Words: []paint.Word{textWord(50, 150, "Emissions")}, Concealed: []paint.Concealed{off("fell", 700), off("verified", 800)}},
		{Width: 600, Height: 800, Words: []paint.Word{textWord(100, 150, "fell")}, Concealed: []paint.Concealed{off("Emissions", -550)}},
	}})
	if s := d.Pages[0].Suspicious; len(s) != 1 || s[0].Text != "verified" || s[0].Why != "off_page" {
		t.Errorf("the left half: %+v", s)
	}
	if s := d.Pages[1].Suspicious; len(s) != 0 {
		t.Errorf("the right half: %+v", s)
	}
}
