package claims

import (
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// Who promises what decides the type: a target without "we" is a promise, what a thing will do is an estimate.
func TestPromises(t *testing.T) {
	for _, c := range []struct {
		text  string
		kind  events.ClaimType
		first string // the paragraph that comes first
	}{
		{"• Aim: 50% women in management by 2028", events.Strategic, "S1.51"},
		{"• 30% female share in top management by 2025", events.Strategic, "S1.51"},
		{"• Source 100% of palm oil from certified sources by 2025.", events.Strategic, "S1.51"},
		{"The aim is a 25% share of women in top management by 2025.", events.Strategic, "S1.51"},
		{"The share of female managers is to be increased to 30 percent by the end of 2026.", events.Strategic, "S1.51"},
		{"The target is to reduce specific energy consumption by 15 % by 2030.", events.Strategic, "S2.33(d)"},
		{"• Reduce emissions from group store operations by 30% (compared to 2013).", events.Strategic, "S2.33(e)"},
		{"By 2030, we'll cut our carbon footprint by 50%.", events.Strategic, "S2.33(d)"},
		{"Our goal is to add 3,000 MW of solar power by the beginning of 2027.", events.Strategic, "S2.33(d)"},
		{"The new heat pump will reduce CO2 emissions by 90 %.", events.Environmental, "S2.14(a)(ii)"},
		{"The new press will reduce energy consumption by 30 percent.", events.Quantitative, "S2.14(a)(ii)"},
		{"We will reduce the gas consumption of our plants by 90% by 2030.", events.Strategic, "S2.33(d)"},
		{"By the end of 2025, these measures of ours yielded a 70 percent reduction in gasoline consumption.", events.Quantitative, "S2.14(a)(ii)"},
		{"In 2023, we achieved 26% women in management, which underscores our commitment to diversity.", events.Quantitative, "S1.46(b)"},
		{"In 2023, we launched our 2030 Climate Strategy at all sites.", events.Strategic, "S2.14(a)(iv)"},
	} {
		claims := extract(t, doc(c.text), 1, 1)
		if len(claims) != 1 {
			t.Errorf("%d claims in %q", len(claims), c.text)
			continue
		}
		got := claims[0]
		if got.Type != c.kind || len(got.Paragraphs) == 0 || got.Paragraphs[0].ID != c.first {
			t.Errorf("%s with %v, want %s and %s first: %s", got.Type, got.Paragraphs, c.kind, c.first, c.text)
		}
	}
}

// A year that belongs to a name is no date to meet, and none to look up.
func TestYearsOfNames(t *testing.T) {
	for text, want := range map[string]int{
		"We follow our 2030 Climate Strategy.":                   0,
		"We follow the UN Agenda 2030.":                          0,
		"In 2023 Siemens Sustainability Program began.":          1,
		"By 2030 Europe Plan B is done.":                         1,
		"Our 2030 target is a cut of 50% as of the base in 2019": 2,
	} {
		if got := read(text, 0, nil).years; len(got) != want {
			t.Errorf("%q: years %v, want %d", text, got, want)
		}
	}
}

// A date beside a hedge, where no other word promises: commits, aims and may used to ask one another without end.
func TestHedgesWithADateEnd(t *testing.T) {
	for text, want := range map[string]bool{
		"Solar roofs could supply all of the power by 2030.":           false, // what may be is no promise
		"By 2030, every site may be supplied entirely from the river.": false,
		"Solar roofs supplying all of the power by 2030.":              true,
	} {
		r := read(text, quantity.Point, map[string]bool{"acme": true})
		if got := r.commits(); got != want {
			t.Errorf("%q commits: %v, want %v", text, got, want)
		}
		if r.may() {
			t.Errorf("%q says only what may be, and has a year", text)
		}
	}
}

// A list behind a sentence about the entity: whether it is told of a process and whether it is about the entity used to
// depend on each other.
func TestListsOfWhatIsDoneNearTheEntityEnd(t *testing.T) {
	for text, want := range map[string]bool{
		"Biodiversity was evaluated, compared, and discussed.":            false, // nobody says by whom, or how
		"Biodiversity was evaluated, compared, and discussed every year.": true,
	} {
		r := read(text, quantity.Point, map[string]bool{"acme": true})
		r.near = true
		if got := r.process() && r.about(); got != want {
			t.Errorf("%q tells of a process of the entity's: %v, want %v", text, got, want)
		}
	}
}
