package green_test

import (
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections/document/green"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

func said(page, start int, text, voice, benefit, aim string) statement.Said {
	s := statement.Said{}
	s.Page, s.Start, s.End, s.Text = page, start, start+len(text), text
	s.Voice, s.Benefit, s.Aim = statement.Answer{Value: voice, Sure: 0.9}, statement.Answer{Value: benefit, Sure: 0.8}, statement.Answer{Value: aim, Sure: 0.9}
	return s
}

func TestWhatIsSaidInFavourOfTheEnvironmentIsListed(t *testing.T) {
	for name, c := range map[string]struct {
		text, voice, benefit, aim string
		want                      *green.EnvironmentalClaim // without page and text; nil where it is not listed
	}{
		"a generic benefit": {"Our products are kind to the planet.", "entity", "yes", "none",
			&green.EnvironmentalClaim{Benefit: 0.8, Voice: "entity", Generic: true}},
		"a benefit with the company's own name": {"At Example everything is green.", "entity", "yes", "none",
			&green.EnvironmentalClaim{Benefit: 0.8, Voice: "entity", Generic: true}},
		"a benefit of a thing that has a name": {"Our new Lumina range is kind to the planet.", "entity", "yes", "none",
			&green.EnvironmentalClaim{Benefit: 0.8, Voice: "entity"}},
		"a benefit with a figure": {"Our vans are 20% kinder to the planet.", "entity", "yes", "none",
			&green.EnvironmentalClaim{Benefit: 0.8, Voice: "entity"}},
		"an aim without a benefit": {"We dream of becoming climate neutral.", "entity", "no", "net_zero",
			&green.EnvironmentalClaim{Aim: events.AimNetZero, Voice: "entity", Generic: true}},
		"a supplier's benefit": {"Our suppliers are kind to the planet.", "third", "yes", "none",
			&green.EnvironmentalClaim{Benefit: 0.8, Voice: "third", Generic: true}},
		"what the world needs":              {"The world must become climate neutral.", "world", "yes", "net_zero", nil},
		"neither of them":                   {"Our offices are open on each weekday.", "entity", "no", "none", nil},
		"an artefact without aims":          {"Our offices are open on each weekday.", "entity", "no", "", nil},
		"a question":                        {"Are our products kind to the planet?", "entity", "yes", "none", nil},
		"fewer words than a sentence has":   {"Greener every day", "entity", "yes", "none", nil},
		"a benefit that nothing is said by": {"", "entity", "yes", "none", nil},
	} {
		t.Run(name, func(t *testing.T) {
			got := green.Of(&statement.Report{Pages: [][]statement.Said{{said(1, 0, c.text, c.voice, c.benefit, c.aim)}}}, "Example AG", nil)
			if c.want == nil {
				if len(got) > 0 {
					t.Errorf("listed: %+v", got)
				}
				return
			}
			c.want.Page, c.want.Text = 1, c.text
			if len(got) != 1 || got[0] != *c.want {
				t.Errorf("got %+v, want %+v", got, *c.want)
			}
		})
	}
}

func TestAClaimIsNotListedBesideItself(t *testing.T) {
	const claimed, open = "Our pumps need less power than others.", "Our products are kind to the planet."
	report := &statement.Report{Pages: [][]statement.Said{
		{said(1, 0, open, "entity", "yes", "none"), said(1, 50, claimed, "entity", "yes", "none")},
		{said(2, 0, "Our pumps  need less\npower than others.", "entity", "yes", "none"), said(2, 60, open, "entity", "yes", "none")},
	}}
	got := green.Of(report, "", []green.Place{{Page: 1, Start: 55, End: 70}})
	if len(got) != 1 || got[0].Text != open || got[0].Page != 1 {
		t.Errorf("got %+v, want the one that no claim was made of, once", got)
	}
	if got := green.Of(&statement.Report{}, "", nil); got == nil || len(got) != 0 {
		t.Errorf("of a report without sentences: %v, want an empty list", got)
	}
}
