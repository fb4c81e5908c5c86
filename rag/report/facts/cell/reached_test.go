package cell

import (
	"testing"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/rag/report/facts"
)

func TestTheWordsOfAFigureSayUntilWhen(t *testing.T) {
	for _, c := range []struct {
		label string
		year  int
	}{
		{"of sales from healthier lines by 2027", 2027},
		{"food waste per tonne sold by the end of 2030", 2030},
		{"of the way to net zero by 2045", 0},
		{"women in management, 40 % by 2030", 0},
		{"sites certified by 2022", 0},
		{"sites certified", 0},
	} {
		one := Cell{Rows: []string{c.label}, Source: facts.FromTable}
		if got := one.reachedBy(2024); got != c.year {
			t.Errorf("%q: %d", c.label, got)
		}
		one.Cols = []string{"2023"}
		if got := one.reachedBy(2024); got != 0 {
			t.Errorf("%q below 2023: %d", c.label, got)
		}
	}
}

func TestALabelWithATargetOfItsOwnIsOfWhatIsReached(t *testing.T) {
	for label, aimed := range map[string]bool{
		"Lost-time injuries Target for 2025: below 3.5": false,
		"Renewable power (target 2030: 80 %)":           false,
		"Target 2030":                                   true,
		"Suppliers with 2030 targets":                   true,
		"Target 3 Water":                                true,
		"Renewable power, goal":                         true,
	} {
		if got := (Meanings{}).of(label).aimed; got != aimed {
			t.Errorf("%q: %v", label, got)
		}
	}
}

func TestAnArrowLeadsToAChange(t *testing.T) {
	for heading, want := range map[string]bool{"▲": true, "▼ on 2022": true, "2022:": false, "Energy used": false} {
		c := Cell{Rows: []string{"Energy used", heading}, Source: facts.FromTable, Q: Measured(apd.New(42, -1), "4.2%"), Printed: "4.2%", Units: []string{"%"}}
		if f, ok := c.Fact(2024, Meanings{}); !ok || f.Change != want || want && f.Year != 2024 {
			t.Errorf("%q: %+v", heading, f)
		}
	}
}

func TestACaptionMaySayWhereThingsLead(t *testing.T) {
	for caption, year := range map[string]int{
		"On course for 2030": 2024, "Where we stand against 2030": 2024,
		"Outlook for 2030": 2030, "Targets for 2030": 2030, "2023": 2023,
	} {
		c := Cell{Rows: []string{"waste recovered"}, Caption: caption, Period: caption[len(caption)-4:], Source: facts.FromTable}
		if got, _ := c.when(2024); got != year {
			t.Errorf("%q: %d", caption, got)
		}
	}
	c := Cell{Rows: []string{"waste recovered", "Target 2026:"}, Period: "2024", Source: facts.FromTable}
	if got, _ := c.when(2024); got != 2026 {
		t.Errorf("its own heading: %d", got)
	}
}
