package legal_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/legal"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
)

// What a finding on a claim says of a paragraph is what the comparison of its report says of it, in the first pass and in later ones.
func TestAParagraphHasOneStateInARun(t *testing.T) {
	words := "The Sustainability Committee of the Supervisory Board oversees climate matters and is informed quarterly about climate risks."
	text := words + "\n\nWe calculate our greenhouse gas emissions in accordance with the GHG Protocol.\n\n" +
		"We will cut Scope 1 emissions by 40 % by 2030 compared with 2019.\n"
	asked := []string{
		"S2.6(a)", "S2.6(a)(i)", "S2.6(a)(iii)", "S2.6(a)(iv)", "S2.29(a)(ii)", "S2.33", "S2.33(e)", "S2.22", "S2.22(b)(i)(1)", "S2.25(a)", "S2.36(e)",
	}
	gaps := map[string]events.Gap{}
	d := compared(t, "", page(filler+text), page(filler))
	for _, g := range streamtest.Of(d, events.GapFound) {
		gaps[g.Data.Paragraph] = g.Data
	}
	store, parse := stored(t, page(filler+text), page(filler))
	for _, iteration := range []int{1, 2} {
		_, m := investigated(t, legal.Config{Store: store}, asking{
			words: words, parse: parse, paragraphs: asked, iteration: iteration, query: "Which scenarios (S2.22)?",
		})
		for id, got := range m {
			want := events.FullyAddressed
			if g, open := gaps[id]; open {
				want = g.Status
			}
			if got.Status != want {
				t.Errorf("pass %d: %s is %s in the finding and %s in the comparison", iteration, id, got.Status, want)
			}
		}
		if len(m) < len(asked)-1 {
			t.Errorf("pass %d: only %d paragraphs were assessed", iteration, len(m))
		}
	}
}

// Two parts that ask for the same are told the same, whichever of them the judge has heard an answer to.
func TestWhatSurelyAnswersAPartAnswersItsTwin(t *testing.T) {
	const (
		pay     = "Each year the Supervisory Board sets goals for the Executive Board, and what is paid out follows them."
		watched = "Every quarter the plants are gone through, and what has changed is written down."
	)
	for _, c := range []struct{ heard, twin, words string }{
		{"S2.6(a)(v)#remuneration_link", "S2.29(g)(i)#whether_how", pay},
		{"S2.29(g)(i)#whether_how", "S2.6(a)(v)#remuneration_link", pay},
		{"S2.25(a)(v)#monitoring", "S2.25(a)#monitor", watched},
		{"S2.25(a)#monitor", "S2.25(a)(v)#monitoring", watched},
	} {
		paragraph, _, _ := strings.Cut(c.twin, "#")
		store, parse := stored(t, page(c.words+"\n"), page(filler))
		_, m := investigated(t, legal.Config{Store: store, Judge: ruling{c.heard: c.words}}, asking{words: filler, parse: parse, paragraphs: []string{paragraph}})
		i := slices.IndexFunc(m[paragraph].SubRequirements, func(r events.SubRequirement) bool { return r.ID == c.twin })
		if i < 0 || !m[paragraph].SubRequirements[i].Addressed || m[paragraph].SubRequirements[i].Quote != c.words {
			t.Errorf("%s, of which only %s was heard: %+v", c.twin, c.heard, m[paragraph].SubRequirements)
		}
	}
}

// One missing fact is one gap, with what follows from it under it.
func TestWhatFollowsFromAGapStandsUnderIt(t *testing.T) {
	d := compared(t, "", page(filler), page(filler))
	all := gaps(d)
	root := all["S2.22"]
	if root.Status != events.NotAddressed || root.Under != "" || !slices.Contains(root.Consequences, "S2.22(b)(i)(1)") ||
		!slices.Contains(root.Consequences, "S2.22(a)(iii)") {
		t.Fatalf("%+v", root)
	}
	for id, g := range all {
		if g.Under == "" {
			continue
		}
		if g.Status != events.NotAddressed || !slices.Contains(all[g.Under].Consequences, id) || all[g.Under].Under != "" {
			t.Errorf("%s stands under %s: %+v", id, g.Under, all[g.Under])
		}
	}
	if other := all["S2.14(b)"]; other.Under != "" {
		t.Errorf("%+v", other)
	}
	for _, p := range root.Parts {
		if p.Addressed || !strings.Contains(p.GapReason, "not found") {
			t.Errorf("%+v", p)
		}
	}
}

// What is fully there is listed with a quotation for each part that stands on its page, or with where it seems to be said and no quotation.
func TestWhatIsThereIsListedWithItsQuotations(t *testing.T) {
	text := "The Sustainability Committee of the Supervisory Board oversees climate matters and is informed quarterly about climate risks.\n"
	d := compared(t, "", page(filler), page(text))
	listed := 0
	for _, c := range streamtest.Of(d, events.CoverageAssessed) {
		if len(c.Data.Addressed) != c.Data.FullyAddressed {
			t.Errorf("%s lists %d of %d", c.Data.Pillar, len(c.Data.Addressed), c.Data.FullyAddressed)
		}
		for _, a := range c.Data.Addressed {
			for _, p := range a.Parts {
				if p.Addressed && p.Seems && p.Quote == "" && strings.HasPrefix(p.GapReason, "seems to be on page 2, “The Sustainability Committee") {
					continue
				}
				listed++
				if !p.Addressed || p.Quote == "" || p.GapReason != "" || p.Page != 2 || !strings.Contains(text, p.Quote) {
					t.Errorf("%s: %+v", a.Paragraph, p)
				}
			}
		}
	}
	if listed == 0 {
		t.Error("nothing is listed")
	}
}

// A question that is asked of some only is asked of who answers it, even where no word of the report tells that it is; not of who denies it.
func TestWhoAnswersIsAsked(t *testing.T) {
	said := "For every purchase, retrofit or sale of more than USD 2 million the appraisal charges USD 120 for each tonne of CO2 " +
		"that would be emitted over the holding period.\n"
	for name, c := range map[string]struct {
		text  string
		asked bool
	}{
		"answered":   {said, true},
		"unanswered": {"For every purchase of more than USD 2 million the appraisal looks at what would be emitted over the holding period.\n", false},
		"denied":     {said + "\nWe do not use an internal carbon price.\n", false},
	} {
		t.Run(name, func(t *testing.T) {
			g, open := gaps(compared(t, "", page(filler), page(c.text)))["S2.29(f)(ii)"]
			if asked := !open || g.Status != events.Conditional; asked != c.asked {
				t.Errorf("%+v", g)
			}
		})
	}
}
