package evidence_test

import (
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/evidence"
)

// TestAWordThatNothingAccountsForContradictsNothing: each sentence gives another figure, or an event, and a word that may
// mean that it is of something else.
func TestAWordThatNothingAccountsForContradictsNothing(t *testing.T) {
	const water, spills = "We withdrew 3.4 million cubic metres of water in 2024.", "There were no spills in 2024."
	const fell = "Scope 1 emissions fell by 12 % in 2024."
	for name, tc := range map[string]struct{ says, found, want string }{
		"all is accounted for": {water, "By the meters, Acme withdrew 4,100,000 cubic metres of water in 2024.", "contradicts direct"},
		"with others":          {water, "Acme and its neighbours withdrew 4,100,000 cubic metres of water in 2024.", "neutral contextual"},
		"with a firm by name":  {water, "Acme and Globex withdrew 4,100,000 cubic metres of water in 2024.", "neutral contextual"},
		"another's":            {water, "Globex, which supplies Acme, withdrew 4,100,000 cubic metres of water in 2024.", "neutral contextual"},
		"of a place, in front": {water, "Licence 12, Gresik: Acme withdrew 1,100,000 cubic metres of water in 2024.", "neutral contextual"},
		"of one source of it":  {water, "Acme withdrew 1,100,000 cubic metres of river water in 2024.", "neutral contextual"},
		"an aside on who looked": {water, "Acme withdrew 4,100,000 cubic metres of water in 2024, read off the meters by this newspaper.",
			"contradicts direct"},
		"an aside on what it is": {water, "In its application, Acme withdrew 4,100,000 cubic metres of water in 2024.", "neutral contextual"},
		"an aside on its basis":  {fell, "On a like-for-like basis, Scope 1 emissions of Acme fell by 3 % in 2024.", "neutral contextual"},
		"a spill beside it":      {spills, "A spill in front of the offices of Acme was found in 2024.", "neutral contextual"},
		"a unit is no name":      {water, "Water withdrawal of Acme (ML): 4,100 ML in 2024.", "contradicts direct"},
		"a certificate of who was there before": {"Our works are certified to ISO 14001.",
			"The ISO 14001 certificate of the former owner of Acme expired in 2021.", "neutral contextual"},
		"without a part": {water, "Leaving cooling aside, Acme withdrew 1,100,000 cubic metres of water in 2024.", "neutral contextual"},
		"what was built for": {water, "The intake of Acme was drilled for 4,100,000 cubic metres of water withdrawn in a year such as 2024.",
			"neutral contextual"},
		"what was forecast":      {water, "Engineers had put the water that Acme withdrew in 2024 at 4,100,000 cubic metres.", "neutral contextual"},
		"an average of others":   {water, "The average of firms such as Acme was 4,100,000 cubic metres of water withdrawn in 2024.", "neutral contextual"},
		"by an authority":        {water, "Acme withdrew 4,100,000 cubic metres of water in 2024, the Brantas Water Authority found.", "contradicts direct"},
		"a spill":                {spills, "A spill of oil by Acme was found in 2024 by a walker who had his dog with him.", "contradicts direct"},
		"a spill of another":     {spills, "A spill by Globex, a client of Acme, was found in 2024.", "neutral contextual"},
		"a spill for show":       {spills, "A spill by Acme was simulated for fire crews in 2024.", "neutral contextual"},
		"a fine that was lifted": {"There were no fines in 2024.", "The fine that was imposed on Acme in 2024 was quashed.", "neutral contextual"},
		"a breach":               {"There were no violations in 2024.", "The tribunal holds that Acme breached working time rules in 2024.", "contradicts direct"},
		"another change":         {fell, "Scope 1 emissions of Acme fell by 3 % in 2024.", "contradicts direct"},
		"since another year":     {fell, "Against 2019, Scope 1 emissions of Acme fell by 3 % in 2024.", ""},
		"a certificate that came back": {"Our works are certified to ISO 14001.",
			"The ISO 14001 certificate of Acme lapsed in 2021 and was issued anew in 2022.", ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := shelf(t, file{Name: "a.txt", Text: tc.found, Item: press})
			found := s.Relate(evidence.Statement{Text: tc.says, Company: "Acme NV", Period: "2024"}, events.KindNews)
			if got := related(found); got != tc.want {
				t.Errorf("%q, want %q: %+v", got, tc.want, found)
			}
		})
	}
}
