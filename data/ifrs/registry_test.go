package ifrs_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/data/ifrs"
	"github.com/sibyl-project/sibyl/rag/standards"
)

func registry(t *testing.T) *ifrs.Registry {
	t.Helper()
	r, err := ifrs.Load()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestParagraphsAreWellFormed(t *testing.T) {
	r := registry(t)
	pillars := []string{"governance", "strategy", "risk_management", "metrics_targets", "general_requirements"}
	kinds := []string{"conditional_disclosure", "container", "definition", "disclosure", "guidance", "objective", "option", "preparation_rule", "principle", "relief", "transition"}
	for _, p := range r.Paragraphs {
		id, err := standards.Parse(p.ID)
		if err != nil || id.String() != p.ID || id.Standard != p.Standard {
			t.Errorf("%s: reads as %s of %s, %v", p.ID, id, p.Standard, err)
		}
		if !slices.Contains(pillars, p.Pillar) || !slices.Contains(kinds, p.Kind) {
			t.Errorf("%s: pillar %q, kind %q", p.ID, p.Pillar, p.Kind)
		}
		if p.Summary == "" || p.Edition == "" || p.Source == "" || p.Certainty == "" {
			t.Errorf("%s: no summary, edition, source or certainty", p.ID)
		}
		if parent, nested := id.Parent(); nested && p.Parent != parent.String() {
			t.Errorf("%s: its parent is given as %q", p.ID, p.Parent)
		}
		for _, s := range p.Requirements {
			if !strings.HasPrefix(s.ID, p.ID+"#") || s.Text == "" {
				t.Errorf("%s: sub-requirement %q is not its own", p.ID, s.ID)
			}
		}
	}
}

func TestReferencesExist(t *testing.T) {
	r := registry(t)
	for _, p := range r.Paragraphs {
		refs := slices.Concat(p.S1Counterparts, p.S2Counterparts, p.CrossRefs)
		for _, id := range append(refs, p.Parent, p.Elaborates) {
			if _, ok := r.Paragraph(id); id != "" && !ok {
				t.Errorf("%s refers to %s, which does not exist", p.ID, id)
			}
		}
		for _, id := range p.S1Counterparts {
			if twin, ok := r.Paragraph(id); ok && twin.Standard != "S1" {
				t.Errorf("%s: S1 counterpart %s", p.ID, id)
			}
		}
		codes := []string{p.ConditionCode}
		for _, s := range p.Requirements {
			codes = append(codes, s.ConditionCode)
		}
		for _, c := range codes {
			if _, ok := r.ConditionCodes[c]; c != "" && !ok {
				t.Errorf("%s: condition %q is not explained", p.ID, c)
			}
		}
	}
}

func TestOnlyDisclosuresCanBeGaps(t *testing.T) {
	r := registry(t)
	for _, p := range r.Paragraphs {
		disclosure := p.Kind == "disclosure" || p.Kind == "conditional_disclosure"
		switch p.GapRule {
		case ifrs.Always, ifrs.IfConditionHolds:
			if !disclosure || len(p.Requirements) == 0 {
				t.Errorf("%s (%s) can be a gap but asks for nothing", p.ID, p.Kind)
			}
		case ifrs.Never:
		default:
			t.Errorf("%s: gap rule %q", p.ID, p.GapRule)
		}
		if p.GapRule == ifrs.IfConditionHolds && (p.ConditionCode == "" || p.Condition == "") {
			t.Errorf("%s is conditional without a condition", p.ID)
		}
	}
}

func TestParagraphsStandInTheirOrder(t *testing.T) {
	r := registry(t)
	var ids []string
	for _, p := range r.Paragraphs {
		ids = append(ids, p.ID)
	}
	if !slices.IsSortedFunc(ids, standards.Compare) {
		for i := 1; i < len(ids); i++ {
			if standards.Compare(ids[i-1], ids[i]) > 0 {
				t.Fatalf("%s stands before %s", ids[i-1], ids[i])
			}
		}
	}
}

func TestTwinsAreOneGap(t *testing.T) {
	r := registry(t)
	perPillar := map[string]int{}
	for _, p := range r.GapCapable() {
		perPillar[p.Pillar]++
		if p.ID == "S1.27(a)(iii)" || p.ID == "S2.5" {
			t.Errorf("%s is listed: one is a twin, the other an objective", p.ID)
		}
	}
	if perPillar["general_requirements"] != 22 || perPillar["governance"] != 9 || perPillar["risk_management"] != 9 {
		t.Errorf("per pillar: %v", perPillar)
	}
}
