package standards_test

import (
	_ "embed"
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/data/ifrs"
	"github.com/sibyl-project/sibyl/rag/standards"
)

//go:embed testdata/cited.txt
var cited string

// The ids that the checked notes on the standards cite, one a line. All lead somewhere, and all but the ones
// that exist nowhere lead to themselves.
func TestEveryCitedIDResolves(t *testing.T) {
	elsewhere := 0
	for _, id := range strings.Fields(cited) {
		r, err := standards.Resolve(id)
		if err != nil || len(r.IDs) == 0 {
			t.Errorf("%s: %+v, %v", id, r, err)
			continue
		}
		if !r.Exact {
			elsewhere++
		} else if r.IDs[0] != id {
			t.Errorf("%s leads to %v", id, r.IDs)
		}
	}
	if elsewhere != 5 {
		t.Errorf("%d cited ids do not exist, want the five that the notes call wrong", elsewhere)
	}
}

func TestResolve(t *testing.T) {
	for in, want := range map[string]struct {
		asked string
		ids   []string
		exact bool
		noted string // in the note; empty: there is none
	}{
		"S1.26":           {"S1.26", []string{"S1.26", "S1.27"}, true, "governance disclosures see S1.27"},
		"S2.24":           {"S2.24", []string{"S2.24", "S2.25"}, true, "see S2.25"},
		"S1.34-35":        {"S1.34-35", []string{"S1.34", "S1.35", "S1.36", "S1.37", "S1.38", "S1.39", "S1.40"}, true, "financial effects"},
		"S2.29(a)(i)(1)":  {"S2.29(a)(i)(1)", []string{"S2.29(a)(i)(1)"}, true, ""},
		"IFRS S2 33 e":    {"S2.33(e)", []string{"S2.33(e)"}, true, ""},
		"S1.41(d)":        {"S1.41(d)", []string{"S1.44(c)"}, false, "does not exist"},
		"S2.29(b)":        {"S2.29(b)", []string{"S2.29(b)", "S2.29(c)"}, true, "exposure to transition risks"},
		"S2.7":            {"S2.7", []string{"S2.7", "S2.6(a)(v)", "S2.29(g)(i)", "S2.29(g)(ii)"}, true, "remuneration"},
		"S1.38–42":        {"S1.38-42", []string{"S1.38", "S1.39", "S1.40", "S1.41", "S1.42", "S1.43", "S1.44"}, true, "risk management"},
		"S2.29-30":        {"S2.29-30", []string{"S2.29", "S2.29A", "S2.29B", "S2.29C", "S2.30"}, true, ""},
		"S2.33(g)-(k)":    {"S2.33(g)-(k)", []string{"S2.33(g)", "S2.33(h)"}, false, "Not all"},
		"S2.B1(a)":        {"S2.B1(a)", []string{"S2.B1"}, false, "nearest"},
		"S2.36(e)(iv)(2)": {"S2.36(e)(iv)(2)", []string{"S2.36(e)(iv)"}, false, "nearest"},
		"S1.200":          {"S1.200", nil, false, "has no S1.200"},
	} {
		got, err := standards.Resolve(in)
		if err != nil || got.Asked != want.asked || !slices.Equal(got.IDs, want.ids) || got.Exact != want.exact ||
			(want.noted == "") != (got.Note == "") || !strings.Contains(got.Note, want.noted) {
			t.Errorf("Resolve(%q) = %+v, %v", in, got, err)
		}
	}
	if r, err := standards.Resolve("climate"); err == nil {
		t.Errorf("a word resolved to %+v", r)
	}
}

// Every alias leads to paragraphs that exist, says why, and an id that exists stands first.
func TestEveryAliasResolves(t *testing.T) {
	aliases, err := ifrs.Aliases()
	if err != nil {
		t.Fatal(err)
	}
	registry, err := ifrs.Load()
	if err != nil {
		t.Fatal(err)
	}
	for id, a := range aliases {
		r, err := standards.Resolve(id)
		if err != nil || r.Asked != id || r.Note == "" || len(a.Meanings) == 0 {
			t.Errorf("%s: %+v, %v", id, r, err)
			continue
		}
		if (a.Is != "") != r.Exact {
			t.Errorf("%s is said to be %q, but exists: %v", id, a.Is, r.Exact)
		}
		if ids, err := standards.ParseRange(id); err != nil || r.Exact && r.IDs[0] != ids[0].String() {
			t.Errorf("%s does not return itself first: %v, %v", id, r.IDs, err)
		}
		for _, right := range r.IDs {
			if _, ok := registry.Paragraph(right); !ok {
				t.Errorf("%s leads to %s, which does not exist", id, right)
			}
		}
		for _, m := range a.Meanings {
			if m.Said == "" || len(m.Right) == 0 || len(m.Documents) == 0 || slices.Contains(m.Right, id) {
				t.Errorf("%s: %+v", id, m)
			}
			for _, right := range m.Right {
				if !slices.Contains(r.IDs, right) {
					t.Errorf("%s does not lead to %s", id, right)
				}
			}
		}
	}
}
