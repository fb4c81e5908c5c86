package checks_test

import (
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// A row that two tables print with the same digits and with units that are a thousand or a million apart is asked about, and accuses neither.
func TestARowThatStandsTwiceWithOtherUnits(t *testing.T) {
	row := func(unit string, figures ...string) document.Table {
		return grid("Key figures", unit, []string{"2023", "2022"}[:len(figures)], append([]string{"Donations to local schools"}, figures...))
	}
	for name, tc := range map[string]struct {
		first, second document.Table
		asked         bool
	}{
		"a scale and a currency":     {row("EUR", "280,916", "239,256"), row("MILLION", "280,916", "239,256"), true},
		"two scales of one unit":     {row("t", "280,916", "239,256"), row("kt", "280,916", "239,256"), true},
		"the same unit":              {row("EUR", "280,916", "239,256"), row("EUR", "280,916", "239,256"), false},
		"the same amount":            {row("t", "1,280,900", "1,239,200"), row("kt", "1,280.9", "1,239.2"), false},
		"other figures in one year":  {row("t", "280,916", "239,256"), row("kt", "280,916", "240,000"), false},
		"too few digits to be known": {row("t", "12", "14"), row("kt", "12", "14"), false},
		"one year in both":           {row("t", "280,916"), row("kt", "280,916"), false},
	} {
		t.Run(name, func(t *testing.T) {
			asked := false
			for _, r := range said([]string{"Donations."}, tc.first, tc.second) {
				if r.Name == "duplicate_figure" && strings.Contains(r.Message, "same digits and different units") {
					asked = true
					if r.Result != events.CheckInconclusive {
						t.Errorf("%s, want it left open", r.Result)
					}
				}
			}
			if asked != tc.asked {
				t.Errorf("asked: %v, want %v", asked, tc.asked)
			}
		})
	}
}
