package coverage_test

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/data/ifrs"
	"github.com/sibyl-project/sibyl/deploy/eval/coverage"
	"github.com/sibyl-project/sibyl/events"
)

// sheetStates are what a reader can decide; that nothing could be assessed is only for the agent to say.
var sheetStates = []events.DisclosureStatus{
	events.FullyAddressed, events.PartiallyAddressed, events.NotAddressed, events.ReferencedElsewhere, events.Conditional,
}

// sound holds what is true of any sheet: known ids, once each, and evidence for what is there.
func sound(t *testing.T, registry *ifrs.Registry, s coverage.Sheet) {
	t.Helper()
	seen := map[string]bool{}
	for _, i := range s.Items {
		if seen[i.ID] {
			t.Errorf("%s: %s is there twice", s.File, i.ID)
		}
		seen[i.ID] = true
		p, ok := registry.Paragraph(i.Paragraph())
		if !ok {
			t.Errorf("%s: there is no %s", s.File, i.ID)
			continue
		}
		if i.ID != p.ID && !slices.ContainsFunc(p.Requirements, func(r ifrs.Requirement) bool { return r.ID == i.ID }) {
			t.Errorf("%s: %s has no part %s", s.File, p.ID, i.ID)
		}
		if i.Why == "" && i.Quote == "" {
			t.Errorf("%s: %s has neither a quotation nor a reason", s.File, i.ID)
		}
		if n := len(strings.Fields(i.Quote)); n > 15 {
			t.Errorf("%s: the quotation of %s has %d words", s.File, i.ID, n)
		}
		if i.State == "" {
			if !i.NeverAGap || p.GapRule != ifrs.Never {
				t.Errorf("%s: %s has no state and can be a gap", s.File, i.ID)
			}
			continue
		}
		there := i.State == events.FullyAddressed || i.State == events.PartiallyAddressed || i.State == events.ReferencedElsewhere
		if there && (i.Quote == "" || i.Page == 0) {
			t.Errorf("%s: %s is there without a quotation", s.File, i.ID)
		}
		if p.GapRule == ifrs.Never || i.NeverAGap && i.State != events.Conditional {
			t.Errorf("%s: %s is %s, and its paragraph's rule is %s", s.File, i.ID, i.State, p.GapRule)
		}
		for _, a := range append([]events.DisclosureStatus{i.State}, i.Also...) {
			if !slices.Contains(sheetStates, a) {
				t.Errorf("%s: %s has the state %q", s.File, i.ID, a)
			}
		}
		full := slices.Contains(append(i.Also, i.State), events.FullyAddressed)
		none := slices.Contains(append(i.Also, i.State), events.NotAddressed)
		if full && none {
			t.Errorf("%s: %s lets everything pass", s.File, i.ID)
		}
	}
}

func registry(t *testing.T) *ifrs.Registry {
	t.Helper()
	r, err := ifrs.Load()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestSampleSheetIsSound(t *testing.T) {
	s, err := coverage.Sample()
	if err != nil {
		t.Fatal(err)
	}
	reg := registry(t)
	sound(t, reg, s)
	if len(s.Items) < 50 {
		t.Errorf("only %d items", len(s.Items))
	}
	pillars := map[string]int{}
	for _, i := range s.Items {
		if p, ok := reg.Paragraph(i.Paragraph()); ok {
			pillars[p.Pillar]++
		}
	}
	for _, p := range []string{"governance", "strategy", "risk_management", "metrics_targets", "general_requirements"} {
		if pillars[p] < 5 {
			t.Errorf("%s has %d items", p, pillars[p])
		}
	}
	doc, err := coverage.Parse(context.Background(), s, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range s.Items {
		if i.Quote == "" {
			continue
		}
		if i.Page > len(doc.Pages) || !strings.Contains(words(doc.Pages[i.Page-1].Text), words(i.Quote)) {
			t.Errorf("%s: %q does not stand on page %d", i.ID, i.Quote, i.Page)
		}
	}
}

// publicSheets are the sheets of public reports, each with the place of its first item in units of a step's sixth.
var publicSheets = map[string]struct {
	sheets func() ([]coverage.Sheet, coverage.Draw, error)
	offset int
}{"sheet": {coverage.Reports, 0}, "blind": {coverage.Blind, 1}}

func TestReportSheetsAreDrawnByTheirRule(t *testing.T) {
	reg := registry(t)
	pools := map[string][]string{}
	appendix := regexp.MustCompile(`^S[12]\.[A-Z]`)
	for _, p := range reg.Paragraphs {
		if p.GapRule != ifrs.Never && !appendix.MatchString(p.ID) && (p.Standard == "S2" || p.Pillar == "general_requirements") {
			pools[p.Pillar] = append(pools[p.Pillar], p.ID)
		}
	}
	for name, drawn := range publicSheets {
		t.Run(name, func(t *testing.T) {
			sheets, draw, err := drawn.sheets()
			if err != nil {
				t.Fatal(err)
			}
			for r, s := range sheets {
				sound(t, reg, s)
				if !regexp.MustCompile(`^[0-9a-f]{64}$`).MatchString(s.SHA256) {
					t.Errorf("%s: hash %q", s.File, s.SHA256)
				}
				var want, have []string
				for pillar, n := range draw.ByPillar {
					for j := range n {
						want = append(want, pools[pillar][(6*j+2*r+drawn.offset)*len(pools[pillar])/(6*n)])
					}
				}
				for _, i := range s.Items {
					have = append(have, i.ID)
				}
				slices.Sort(want)
				slices.Sort(have)
				if !slices.Equal(want, have) {
					t.Errorf("%s has %v, drawn are %v", s.File, have, want)
				}
			}
			if len(sheets) != 3 {
				t.Errorf("%d reports", len(sheets))
			}
		})
	}
}

// The reports lie outside the repository; where they are, every quotation is looked up.
func TestReportQuotationsStand(t *testing.T) {
	folder := labelled(t, "reports")
	for name, drawn := range publicSheets {
		t.Run(name, func(t *testing.T) {
			sheets, _, err := drawn.sheets()
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range sheets {
				doc, err := coverage.Parse(context.Background(), s, folder)
				if err != nil {
					t.Fatal(err)
				}
				for _, i := range s.Items {
					if i.Quote != "" && (i.Page > len(doc.Pages) || !strings.Contains(words(doc.Pages[i.Page-1].Text), words(i.Quote))) {
						t.Errorf("%s: %s: %q does not stand on page %d", s.File, i.ID, i.Quote, i.Page)
					}
					if i.Printed != "" && doc.Pages[i.Page-1].Label != "" && doc.Pages[i.Page-1].Label != i.Printed {
						t.Errorf("%s: page %d is printed %q, the sheet has %q", s.File, i.Page, doc.Pages[i.Page-1].Label, i.Printed)
					}
				}
			}
		})
	}
}

func words(s string) string { return strings.Join(strings.Fields(s), " ") }
