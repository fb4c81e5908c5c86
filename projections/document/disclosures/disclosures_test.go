package disclosures

import (
	"slices"
	"testing"

	"github.com/sibyl-project/sibyl/events"
)

func TestGapsAreGrouped(t *testing.T) {
	gap := func(id, paragraph, pillar, under string, status events.DisclosureStatus) Gap {
		return Gap{ID: id, Paragraph: paragraph, Pillar: pillar, Under: under, Status: status, Condition: "if so"}
	}
	not, partly, conditional := events.NotAddressed, events.PartiallyAddressed, events.Conditional
	groups, err := Grouped([]Gap{
		gap("a", "S2.B29", "metrics_targets", "", conditional),
		gap("b", "S2.22(b)", "strategy", "S2.22", not),
		gap("c", "S2.33(f)", "metrics_targets", "", not),
		gap("d", "S2.6(a)", "governance", "", partly),
		gap("e", "S2.22", "strategy", "", not),
		gap("f", "S2.22(a)", "strategy", "S2.22", not),
		gap("g", "S2.10(d)", "strategy", "", not),
		gap("h", "S2.25(a)(ii)", "risk_management", "S2.22", partly), // stands under a gap of another status
		gap("i", "S2.B32", "metrics_targets", "", conditional),
	})
	if err != nil {
		t.Fatal(err)
	}
	var statuses []events.DisclosureStatus
	var order [][]string
	for _, g := range groups {
		statuses = append(statuses, g.Status)
		var ids []string
		for _, gap := range g.All() {
			ids = append(ids, gap.ID)
		}
		order = append(order, ids)
	}
	t.Run("what is missing first, what hangs on a condition last", func(t *testing.T) {
		if want := []events.DisclosureStatus{not, partly, conditional}; !slices.Equal(statuses, want) {
			t.Fatalf("groups %v, not %v", statuses, want)
		}
	})
	t.Run("in the order of pillars and standards, with what follows behind", func(t *testing.T) {
		for i, want := range [][]string{{"g", "e", "f", "b", "c"}, {"d", "h"}, {"a", "i"}} {
			if !slices.Equal(order[i], want) {
				t.Errorf("%s: %v, not %v", statuses[i], order[i], want)
			}
		}
	})
	t.Run("what follows is no gap by itself", func(t *testing.T) {
		if n := len(groups[0].Gaps); n != 3 {
			t.Errorf("%d gaps stand by themselves, not 3", n)
		}
	})
	t.Run("conditions once", func(t *testing.T) {
		by := groups[2].ByCondition()
		if len(by) != 1 || len(by[0].Gaps) != 2 || !groups[2].Conditional() || groups[0].Conditional() {
			t.Errorf("%+v", by)
		}
	})
}

func TestQuotedParagraphs(t *testing.T) {
	quoted := events.SubRequirement{Addressed: true, Quote: "Scope 1: 12 t"}
	likely := events.SubRequirement{Addressed: true, GapReason: "likely said on page 3"}
	notAsked := events.SubRequirement{GapReason: "not said; not required"}
	for name, of := range map[string]struct {
		parts []events.SubRequirement
		want  int
	}{
		"every part":                   {[]events.SubRequirement{quoted, quoted}, 1},
		"one part only likely":         {[]events.SubRequirement{quoted, likely}, 0},
		"a part that is not asked for": {[]events.SubRequirement{quoted, notAsked}, 1},
		"nothing known":                {nil, 0},
	} {
		t.Run(name, func(t *testing.T) {
			c := Coverage{FullyAddressed: 1, Addressed: []events.AddressedDisclosure{{Paragraph: "S2.6(a)", Parts: of.parts}}}
			if got := c.Quoted(); got != of.want {
				t.Errorf("%d, not %d", got, of.want)
			}
		})
	}
}

func TestMissedPartsSayWhatWasLookedAt(t *testing.T) {
	g := Gap{
		Missing: []string{"The metric", "How it is reviewed (named, not described)", "Another, of the appendix (S2.B29)"},
		Parts: []events.SubRequirement{
			{Requirement: "The metric", GapReason: "not found: of 30 passages that were judged, the nearest is on page 2, “we”"},
			{Requirement: "How it is reviewed", GapReason: "named, not described: the nearest is on page 4, “us”"},
			{Requirement: "Said", Addressed: true, Quote: "so"},
		},
	}
	want := []Missed{
		{"The metric", "of 30 passages that were judged, the nearest is on page 2, “we”"},
		{"How it is reviewed (named, not described)", "the nearest is on page 4, “us”"},
		{"Another, of the appendix (S2.B29)", ""},
	}
	if got := g.Missed(); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if g.Under = "S2.22"; g.Missed()[0].Looked != "" {
		t.Error("what follows from another gap says again what was looked at")
	}
}
