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
	kinds := []string{
		"conditional_disclosure", "container", "definition", "disclosure", "guidance",
		"objective", "option", "preparation_rule", "principle", "relief", "transition",
	}
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
		if slices.Contains(refs, p.ID) {
			t.Errorf("%s refers to itself", p.ID)
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

// What S1 has as a counterpart in S2 has it back, so that neither side of a twin is lost.
func TestCounterpartsAreMutual(t *testing.T) {
	r := registry(t)
	for _, p := range r.Paragraphs {
		for _, side := range []struct {
			standard string
			ids      []string
			back     func(*ifrs.Paragraph) []string
		}{
			{"S1", p.S1Counterparts, func(q *ifrs.Paragraph) []string { return q.S2Counterparts }},
			{"S2", p.S2Counterparts, func(q *ifrs.Paragraph) []string { return q.S1Counterparts }},
		} {
			for _, id := range side.ids {
				q, ok := r.Paragraph(id)
				if !ok || q.Standard != side.standard || p.Standard == side.standard || !slices.Contains(side.back(q), p.ID) {
					t.Errorf("%s has the counterpart %s, which does not have it back", p.ID, id)
				}
			}
		}
	}
}

// No paragraph hangs in the air: every item has its parent before it, and every id above it exists.
func TestNoItemIsAnOrphan(t *testing.T) {
	r := registry(t)
	for _, p := range r.Paragraphs {
		id, err := standards.Parse(p.ID)
		if err != nil {
			t.Fatal(err)
		}
		parent, nested := id.Parent()
		if !nested {
			if p.Parent != "" {
				t.Errorf("%s is a whole paragraph under %s", p.ID, p.Parent)
			}
			continue
		}
		q, ok := r.Paragraph(parent.String())
		if !ok || !slices.Contains(r.Children(q.ID), p) {
			t.Errorf("%s stands under nothing", p.ID)
		}
	}
}

// What search expands a query with, and what a person reads, is there for every paragraph.
func TestParagraphsCanBeFoundAndRead(t *testing.T) {
	r := registry(t)
	titles := map[string]string{}
	for _, p := range r.Paragraphs {
		if p.Title == "" || p.Text == "" || len(p.Keywords) == 0 || p.Materiality == "" {
			t.Errorf("%s: title, text, keywords or materiality are missing", p.ID)
		}
		if p.GapRule != ifrs.Never && len(p.Keywords) < 2 {
			t.Errorf("%s: reports speak of it in %v only", p.ID, p.Keywords)
		}
		seen := map[string]bool{}
		for _, k := range p.Keywords {
			k = strings.ToLower(k)
			if k != strings.TrimSpace(k) || k == "" || seen[k] {
				t.Errorf("%s: keyword %q", p.ID, k)
			}
			seen[k] = true
		}
		for _, q := range p.Requirements {
			if len(strings.Fields(q.Text)) < 3 {
				t.Errorf("%s: %q says too little to stand in a list of what is missing", q.ID, q.Text)
			}
		}
		if p.GapRule != ifrs.Never {
			key := p.Standard + ifrs.Part(p) + p.Section + p.Title
			if other := titles[key]; other != "" {
				t.Errorf("%s and %s have the same title %q", p.ID, other, p.Title)
			}
			titles[key] = p.ID
		}
	}
}

func TestAmendmentsAreMarked(t *testing.T) {
	r := registry(t)
	added, amended := 0, 0
	for _, p := range r.Paragraphs {
		a := p.Amendment
		if a == nil {
			if p.Edition != "2023-06" {
				t.Errorf("%s is of edition %s and not marked as amended", p.ID, p.Edition)
			}
			continue
		}
		if a.Edition != "2025-12-amendment" || a.Summary == "" || a.Effective == "" || a.Source == "" || a.Certainty == "high" {
			t.Errorf("%s: %+v", p.ID, a)
		}
		switch a.Change {
		case "added":
			added++
			if p.Edition != a.Edition {
				t.Errorf("%s was added, but is of edition %s", p.ID, p.Edition)
			}
		case "amended":
			amended++
			if p.Edition != "2023-06" {
				t.Errorf("%s was amended, but is of edition %s", p.ID, p.Edition)
			}
		default:
			t.Errorf("%s: change %q", p.ID, a.Change)
		}
	}
	if added != 7 || amended != 13 {
		t.Errorf("%d paragraphs added, %d amended", added, amended)
	}
}

func TestEveryIDHasOneForm(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range registry(t).Paragraphs {
		for _, s := range p.Requirements {
			if seen[s.ID] {
				t.Errorf("%s is there twice", s.ID)
			}
			seen[s.ID] = true
		}
	}
	if len(seen) < 350 {
		t.Errorf("%d sub-requirements", len(seen))
	}
}

// What answers one part may answer another: both are parts of the registry, and no part answers itself.
func TestPartsAreAnsweredByPartsThatAreThere(t *testing.T) {
	r, told := registry(t), 0
	for _, p := range r.Paragraphs {
		for _, q := range p.Requirements {
			for _, id := range q.AnsweredBy {
				told++
				if _, _, known := r.Requirement(id); !known || id == q.ID {
					t.Errorf("%s is answered by %s", q.ID, id)
				}
			}
		}
	}
	if told == 0 {
		t.Error("no part is answered by another")
	}
}

func TestOnlyDisclosuresCanBeGaps(t *testing.T) {
	r := registry(t)
	for _, p := range r.Paragraphs {
		disclosure := p.Kind == "disclosure" || p.Kind == "conditional_disclosure"
		switch p.GapRule {
		case ifrs.Always, ifrs.IfConditionHolds:
			if !disclosure || len(p.Requirements) == 0 || !slices.ContainsFunc(p.Requirements, func(q ifrs.Requirement) bool { return q.Required }) {
				t.Errorf("%s (%s) can be a gap but asks for nothing", p.ID, p.Kind)
			}
		case ifrs.Never:
			if disclosure {
				t.Errorf("%s is a disclosure and can never be a gap", p.ID)
			}
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
