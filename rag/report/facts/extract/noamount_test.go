package extract

import (
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

func TestWhatIsWrittenAsNoAmount(t *testing.T) {
	for text, want := range map[string][]bool{
		"The target is to be reached by 30 June.":        {true},
		"We met on June 30 and May 5.":                   {true, true},
		"As of 1 March there were 30 sites.":             {true, false},
		"12. Monitors saw 30 farms.":                     {true, false},
		"In March 45 people left.":                       {false},
		"S- 02 asks for 12 rows.":                        {true, false},
		"1&1 paid 7 million.":                            {true, true, false},
		"We saved 30 tonnes in June and 0.5 MWh in all.": {false, false},
		"Net zero by 2100, with 2100 sites.":             {true, false},
		"We had 2.5 injuries per 200,000 hours.":         {false, true},
		"The 12 plants make 40 products per 3 lines.":    {false, false, true},
		"Marching 30 miles is not our aim.":              {false},
	} {
		var got []bool
		for _, q := range quantity.Find(text, quantity.Point) {
			got = append(got, noAmount(text, q))
		}
		if len(got) != len(want) {
			t.Errorf("%s: %v, want %v", text, got, want)
			continue
		}
		for i := range got {
			if got[i] != want[i] {
				t.Errorf("%s: %v, want %v", text, got, want)
			}
		}
	}
}
