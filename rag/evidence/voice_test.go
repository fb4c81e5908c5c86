package evidence_test

import (
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/evidence"
)

// TestOnlyWhatIsToldAsAFactTakesASide: each sentence gives the same figure, or the same event, in another voice.
func TestOnlyWhatIsToldAsAFactTakesASide(t *testing.T) {
	const water, spills = "We withdrew 3.4 million cubic metres of water in 2024.", "There were no spills in 2024."
	for name, tc := range map[string]struct{ says, found, want string }{
		"a fact":                     {water, "Acme withdrew 4,100,000 cubic metres of water in 2024.", "contradicts direct"},
		"an authority says so":       {water, "The water authority said that Acme withdrew 4,100,000 cubic metres of water in 2024.", "contradicts direct"},
		"somebody says so":           {water, "Neighbours said that Acme withdrew 4,100,000 cubic metres of water in 2024.", "neutral contextual"},
		"campaigners":                {water, "Campaigners put the water that Acme withdrew in 2024 at 4,100,000 cubic metres.", "neutral contextual"},
		"allegedly":                  {water, "Acme allegedly withdrew 4,100,000 cubic metres of water in 2024.", "neutral contextual"},
		"a lawsuit":                  {water, "In a lawsuit it is told that Acme withdrew 4,100,000 cubic metres of water in 2024.", "neutral contextual"},
		"may have":                   {water, "Acme may have withdrawn 4,100,000 cubic metres of water in 2024.", "neutral contextual"},
		"a question":                 {water, "Did Acme withdraw 4,100,000 cubic metres of water in 2024?", "neutral contextual"},
		"what is allowed":            {water, "Acme is allowed to withdraw 4,100,000 cubic metres of water in 2024.", "neutral contextual"},
		"what would have been":       {water, "Without rain Acme would have withdrawn 4,100,000 cubic metres of water in 2024.", "neutral contextual"},
		"what is taken back":         {water, "An earlier version said by mistake that Acme withdrew 4,100,000 cubic metres of water in 2024.", "neutral contextual"},
		"half of a year":             {water, "Acme withdrew 1,700,000 cubic metres of water in the first half of 2024.", ""},
		"an amount for each day":     {water, "Acme withdrew 9,300 cubic metres of water a day in 2024.", ""},
		"its report shows":           {water, "Acme withdrew 3,400,000 cubic metres of water in 2024, its sustainability report shows.", "neutral"},
		"records show it":            {water, "Acme withdrew 3,400,000 cubic metres of water in 2024, our reading of the public meters shows.", "supports"},
		"records show another":       {water, "Tickets of hauliers show that Acme withdrew 4,100,000 cubic metres of water in 2024.", "contradicts direct"},
		"the company's report shows": {water, "The report of Acme shows that it withdrew 4,100,000 cubic metres of water in 2024.", "neutral contextual"},
		"somebody puts it at":        {water, "An analyst puts the water that Acme withdrew in 2024 at 4,100,000 cubic metres.", "neutral contextual"},
		"the company says so":        {water, "Acme said that it withdrew 4,100,000 cubic metres of water in 2024.", "neutral contextual"},
		"the company agrees":         {water, "Acme reported that it withdrew 3,400,000 cubic metres of water in 2024.", "neutral"},
		"by its own report":          {water, "According to its sustainability report, Acme withdrew 3,400,000 cubic metres of water in 2024.", "neutral"},
		"by the company, at the end": {water, "In 2024 water of 3,400,000 cubic metres was withdrawn, Acme said.", "neutral"},
		"somebody agrees":            {water, "Analysts said that Acme withdrew 3,400,000 cubic metres of water in 2024.", "neutral"},
		"a spill":                    {spills, "A spill of oil by Acme was found in 2024.", "contradicts direct"},
		"a spill that is alleged":    {spills, "A spill of oil by Acme was found in 2024, campaigners say.", "neutral contextual"},
		"a spill under investigation": {spills, "Acme faces an investigation after a spill was found in 2024.",
			"neutral contextual"},
		"a fine that is appealed": {"There were no fines in 2024.", "A fine was imposed on Acme in 2024, which it has appealed.", "neutral contextual"},
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

func TestWhatAStatementLeavesOutIsShownAndContradictsNothing(t *testing.T) {
	for name, tc := range map[string]struct{ says, found, want string }{
		"a fine in the matter": {"We recycled 90 t of waste in 2024.", "Acme was fined for waste that it dumped in 2024.", "neutral omission"},
		"the year before":      {"We recycled 90 t of waste in 2024.", "Acme was fined for waste that it dumped in 2023.", ""},
		"another matter":       {"We recycled 90 t of waste in 2024.", "Acme was fined for tax that it owed in 2024.", ""},
		"that is alleged":      {"We recycled 90 t of waste in 2024.", "Acme was allegedly fined for waste that it dumped in 2024.", ""},
		"none":                 {"We recycled 90 t of waste in 2024.", "Acme was not fined for waste in 2024.", ""},
		"another place":        {"We recycled 90 t of waste at Gresik in 2024.", "Acme was fined for waste that it dumped at Tuban in 2024.", ""},
		"the claim's place": {"We recycled 90 t of waste at Gresik in 2024.", "Acme was fined for waste that it dumped at Gresik in 2024.",
			"neutral omission"},
		"a place of a claim on them all": {"We recycled 90 t of waste in 2024.", "Acme was fined for waste that it dumped at Tuban in 2024.", "neutral omission"},
	} {
		t.Run(name, func(t *testing.T) {
			s := shelf(t, file{Name: "a.txt", Text: tc.found, Item: press})
			if got := related(s.Relate(evidence.Statement{Text: tc.says, Company: "Acme NV", Period: "2024"}, events.KindNews)); got != tc.want {
				t.Errorf("%q, want %q", got, tc.want)
			}
		})
	}
}

func TestOthersAreToldApartByTheirNames(t *testing.T) {
	const water = "We withdrew 3.4 million cubic metres of water in 2024."
	for name, tc := range map[string]struct {
		found   string
		aliases []string
		want    string
	}{
		"an alias":          {"Acmed withdrew 4,100,000 cubic metres of water in 2024.", []string{"Acmed"}, "contradicts direct"},
		"no alias":          {"Acmed withdrew 4,100,000 cubic metres of water in 2024.", nil, ""},
		"a longer name":     {"Acme Bank withdrew 4,100,000 cubic metres of water in 2024.", nil, ""},
		"in another word":   {"The acme of it: 4,100,000 cubic metres of water were withdrawn in 2024.", nil, ""},
		"with a legal form": {"Acme Ltd withdrew 4,100,000 cubic metres of water in 2024.", nil, "contradicts direct"},
	} {
		t.Run(name, func(t *testing.T) {
			s := shelf(t, file{Name: "a.txt", Text: tc.found, Item: press})
			if got := related(s.Relate(evidence.Statement{Text: water, Company: "Acme", Aliases: tc.aliases, Period: "2024"}, events.KindNews)); got != tc.want {
				t.Errorf("%q, want %q", got, tc.want)
			}
		})
	}
}
