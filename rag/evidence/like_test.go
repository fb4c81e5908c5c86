package evidence_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/evidence"
)

// related is what the first document that says something says.
func related(found []evidence.Found) string {
	if len(found) == 0 {
		return ""
	}
	return strings.TrimSpace(string(found[0].Relation) + " " + found[0].Contradiction)
}

func TestLikeIsComparedWithLike(t *testing.T) {
	for name, tc := range map[string]struct{ says, found, want string }{
		"bases that nobody names": {"Scope 2 emissions were 77,000 t CO2e in 2024.", "Scope 2 emissions of Acme were 35,000 t CO2e in 2024.", "neutral contextual"},
		"bases of a sum": {"Emissions (Scope 1 + 2) were 149 kt CO2e in 2024.",
			"Emissions of Acme, Scope 1 and 2, were 188,231 t CO2e in 2024.", "neutral contextual"},
		"one basis": {"Market-based Scope 2 emissions were 77,000 t CO2e in 2024.",
			"Market-based Scope 2 emissions of Acme were 35,000 t CO2e in 2024.", "contradicts direct"},
		"the same, unnamed":       {"Scope 2 emissions were 77,000 t CO2e in 2024.", "Scope 2 emissions of Acme were 77,010 t CO2e in 2024.", "supports"},
		"all three, with a comma": {"Scope 1 and 2 emissions were 100 t CO2e in 2024.", "Scope 1, 2, and 3 emissions of Acme were 900 t CO2e in 2024.", ""},
		"all three, as a range": {"Scope 1, 2 and 3 emissions were 900 t CO2e in 2024.",
			"Emissions of Acme in Scope 1 through 3 were 900 t CO2e in 2024.", "supports"},
		"two, as a range": {"Scope 2 to 3 emissions were 900 t CO2e in 2024.", "Scope 2 and 3 emissions of Acme were 900 t CO2e in 2024.", "supports"},
		"a row of years":  {"Scope 1 emissions 146 kt CO2e 143 kt CO2e 149 kt CO2e +2.1 %", "Scope 1 emissions of Acme were 190 kt CO2e in 2024.", ""},
		"this year's of two": {"Scope 1 emissions were 400 t CO2e in 2024.",
			"Scope 1 emissions of Acme were 380 t CO2e in 2023 and 500 t CO2e in 2024.", "contradicts direct"},
		"one agrees, one does not": {"Scope 1 emissions rose from 380 t CO2e in 2023 to 400 t CO2e in 2024.",
			"Scope 1 emissions of Acme rose from 380 t CO2e in 2023 to 500 t CO2e in 2024.", "contradicts direct"},
		"a share of something else": {"In 2024 we sourced 1 % of the resins used to make our products from recycled sources.",
			"In 2024 Acme purchased 35 % of the metals used to make its products from recycled sources.", ""},
		"that share, by chance": {"In 2024 we sourced 35 % of the resins used to make our products from recycled sources.",
			"In 2024 Acme purchased 35 % of the metals used to make its products from recycled sources.", ""},
		"a share of the same": {"In 2024 renewables were 30 % of our electricity used.",
			"Renewables covered 20 % of the electricity used by Acme in 2024.", "contradicts direct"},
		"a column of numbers":     {"Fatalities, work related, Total No. 4 2 100.0 %", "Four fatalities occurred at Acme in 2024.", ""},
		"no number, but a denial": {"There was no fatality in 2024.", "Four fatalities occurred at Acme in 2024.", "contradicts direct"},
		"both agree": {"Scope 1 emissions rose from 380 t CO2e in 2023 to 400 t CO2e in 2024.",
			"Scope 1 emissions of Acme rose from 380 t CO2e in 2023 to 400 t CO2e in 2024.", "supports"},
	} {
		s := shelf(t, file{Name: "a.txt", Text: tc.found, Item: press})
		if got := related(s.Relate(evidence.Statement{Text: tc.says, Company: "Acme", Period: "2024"}, events.KindNews)); got != tc.want {
			t.Errorf("%s: %q, want %q", name, got, tc.want)
		}
	}
}

func TestWhatTheyAreStandsBefore(t *testing.T) {
	for name, tc := range map[string]struct{ before, says, found, want string }{
		"an amount": {"Scope 1 emissions come from kilns.", "They fell to 412,300 t CO2e in 2024.",
			"Scope 1 emissions of Acme were 412,300 t CO2e in 2024.", "supports"},
		"another amount": {"Scope 1 emissions come from kilns.", "They fell to 412,300 t CO2e in 2024.",
			"Scope 1 emissions of Acme fell to 480,000 t CO2e in 2024.", "contradicts direct"},
		"another scope": {"Scope 3 emissions come from suppliers.", "They fell to 412,300 t CO2e in 2024.",
			"Scope 1 emissions of Acme fell to 480,000 t CO2e in 2024.", ""},
		"the year stands there": {"In 2023 we counted Scope 1 emissions at all kilns.", "They were 412,300 t CO2e.",
			"Scope 1 emissions of Acme at all kilns were 500,000 t CO2e in 2024.", ""},
		"the place, too": {"Our Scope 1 emissions are those at Gresik.", "They were 412,300 t CO2e in 2024.",
			"Scope 1 emissions of Acme were 500,000 t CO2e in 2024.", ""},
		"a part of it": {"We used 50,000 MWh of energy.", "This saved 3,000 MWh in 2024.", "Acme used 51,000 MWh of energy in 2024.", ""},
		"a subject of its own": {"Scope 1 emissions come from kilns.", "They were joined by 9,000 m3 of water that we withdrew in 2024.",
			"Acme withdrew 9,000 m3 of water in 2024.", "supports"},
		"nothing before": {"", "They fell to 412,300 t CO2e in 2024.", "Scope 1 emissions of Acme were 412,300 t CO2e in 2024.", ""},
	} {
		s := shelf(t, file{Name: "a.txt", Text: tc.found, Item: press})
		st := evidence.Statement{Text: tc.says, Before: tc.before, Company: "Acme", Period: "2024"}
		if got := related(s.Relate(st, events.KindNews)); got != tc.want {
			t.Errorf("%s: %q, want %q", name, got, tc.want)
		}
	}
}

// TestTheLargestTableIsReadWhileAgentsWait: as many rows as are read at all must not take an agent longer than the
// conductor waits for it.
func TestTheLargestTableIsReadWhileAgentsWait(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 19,990 rows")
	}
	var b strings.Builder
	b.WriteString("Operator,Subject,Year,Scope 1 emissions (t CO2e),Water withdrawal (m3)\n")
	for i := range 19_990 {
		fmt.Fprintf(&b, "Globex %d,Scope 1 emissions of a plant,2024,%d,%d\n", i, i*3, i*5)
	}
	b.WriteString("Acme,Scope 1 emissions,2024,\"412,300\",\n")
	began := time.Now()
	s := shelf(t, file{Name: "a.csv", Text: b.String(), Item: events.LibraryItem{Kind: events.KindRegister, Publisher: "P"}})
	parsed := time.Since(began)
	began = time.Now()
	st := evidence.Statement{Text: "Scope 1 emissions were 412,300 t CO2e in 2024.", Company: "Acme", Period: "2024"}
	if got := s.Relate(st, events.KindRegister); related(got) != "supports" || got[0].Row != 19_992 {
		t.Errorf("found %+v", got)
	}
	if took := time.Since(began); took > 40*parsed { // a ratio, since how busy the machine is nobody knows
		t.Errorf("relating took %v, parsing %v", took, parsed)
	}
}
