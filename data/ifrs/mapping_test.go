package ifrs_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/data/ifrs"
	"github.com/sibyl-project/sibyl/rag/standards"
)

// items lists the paragraphs of a range with everything under them.
func items(t *testing.T, r *ifrs.Registry, span string) []*ifrs.Paragraph {
	t.Helper()
	resolved, err := standards.Resolve(span)
	if err != nil {
		t.Fatal(err)
	}
	ids, err := standards.ParseRange(span)
	if err != nil {
		t.Fatal(err)
	}
	var out []*ifrs.Paragraph
	var add func(id string)
	add = func(id string) {
		p, ok := r.Paragraph(id)
		if !ok {
			t.Fatalf("%s of %s does not exist", id, span)
		}
		out = append(out, p)
		for _, child := range r.Children(id) {
			add(child.ID)
		}
	}
	for _, id := range resolved.IDs {
		if standards.Compare(id, ids[0].String()) >= 0 && standards.Compare(id, ids[len(ids)-1].String()) <= 0 {
			if p, ok := r.Paragraph(id); ok && p.Parent == "" {
				add(id)
			}
		}
	}
	return out
}

// mapping says which paragraphs of S1 ask in general what a group of paragraphs of S2 asks of climate. Only the registry's counterparts,
// which are of single items, are part of the program; the table is what they are held against.
type mapping struct {
	S2            string   `json:"s2_paragraphs"` // an id or a range
	S2Description string   `json:"s2_description"`
	S1            string   `json:"s1_paragraphs"`
	S1Description string   `json:"s1_description"`
	Pillar        string   `json:"s1_pillar"`
	OnlyS2        []string `json:"only_s2"` // disclosures of the group without a counterpart
	OnlyS1        []string `json:"only_s1"`
}

func mappings(t *testing.T) []mapping {
	t.Helper()
	var f struct {
		Mappings []mapping `json:"mappings"`
	}
	data, err := os.ReadFile("s1_s2_mapping.json")
	if err == nil {
		err = json.Unmarshal(data, &f)
	}
	if err != nil || len(f.Mappings) == 0 {
		t.Fatalf("%d rows: %v", len(f.Mappings), err)
	}
	return f.Mappings
}

// A row of the table holds exactly when single items agree: what has no counterpart within the row is named.
func TestMappingAgreesWithTheRegistry(t *testing.T) {
	r := registry(t)
	mapped := map[string]bool{}
	for _, row := range mappings(t) {
		s2, s1 := items(t, r, row.S2), items(t, r, row.S1)
		for _, p := range s2 {
			mapped[p.ID] = true
		}
		linked := 0
		for _, check := range []struct {
			here, there []*ifrs.Paragraph
			counterpart func(*ifrs.Paragraph) []string
			alone       []string
		}{
			{s2, s1, func(p *ifrs.Paragraph) []string { return p.S1Counterparts }, row.OnlyS2},
			{s1, s2, func(p *ifrs.Paragraph) []string { return p.S2Counterparts }, row.OnlyS1},
		} {
			var alone []string
			for _, p := range check.here {
				within := slices.ContainsFunc(check.counterpart(p), func(id string) bool {
					return slices.ContainsFunc(check.there, func(q *ifrs.Paragraph) bool { return q.ID == id })
				})
				if within {
					linked++
				} else if p.Kind == "disclosure" || p.Kind == "conditional_disclosure" {
					alone = append(alone, p.ID)
				}
			}
			if !slices.Equal(alone, check.alone) {
				t.Errorf("%s - %s: without a counterpart %v, the table says %v", row.S2, row.S1, alone, check.alone)
			}
		}
		if linked == 0 || row.S1Description == "" || row.S2Description == "" {
			t.Errorf("%s - %s corresponds in nothing", row.S2, row.S1)
		}
		for _, p := range s1 {
			if p.Pillar != row.Pillar {
				t.Errorf("%s is of %s, the table says %s", p.ID, p.Pillar, row.Pillar)
			}
		}
	}
	// Every disclosure in the body of S2 is in a row.
	for _, p := range r.Paragraphs {
		if p.Standard == "S2" && p.GapRule != ifrs.Never && !strings.HasPrefix(ifrs.Part(p), "Appendix") && !mapped[p.ID] {
			t.Errorf("%s is in no row", p.ID)
		}
	}
}
