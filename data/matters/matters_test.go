package matters_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/data/ifrs"
	"github.com/sibyl-project/sibyl/data/matters"
)

func TestWeightsAreOfSubjectsThatExist(t *testing.T) {
	w, err := matters.Load()
	if err != nil {
		t.Fatal(err)
	}
	registry, err := ifrs.Load()
	if err != nil {
		t.Fatal(err)
	}
	sections, asked := map[string]bool{}, map[string]bool{}
	for _, p := range registry.Paragraphs {
		sections[p.Section] = true
		for _, r := range p.Requirements {
			asked[r.ID] = r.Required
		}
	}
	named := append([]string{}, w.Apart...)
	ids := []string{}
	for s, n := range w.Sections {
		named = append(named, s)
		if n < 1 || n > 10 {
			t.Errorf("%s weighs %d", s, n)
		}
	}
	for id := range w.Paragraphs {
		ids = append(ids, id)
	}
	ids = append(ids, w.Common...)
	for _, x := range w.Industries {
		named, ids = append(named, x.Sections...), append(ids, x.Paragraphs...)
		if len(x.Codes) == 0 || x.Adds < 1 {
			t.Errorf("%+v adds nothing", x)
		}
	}
	for id := range w.Figured {
		if !slices.Contains(w.Plain, id) {
			t.Errorf("%s is not told of", id)
		}
	}
	for _, id := range w.Plain {
		if !asked[id] {
			t.Errorf("nobody asks for %s", id)
		}
	}
	for _, s := range named {
		if !sections[s] {
			t.Errorf("no paragraph has the section %q", s)
		}
	}
	for _, id := range ids {
		if _, known := registry.Paragraph(id); !known {
			t.Errorf("there is no paragraph %s", id)
		}
	}
}

func TestAnIndustryWeighsWhatItIsExposedTo(t *testing.T) {
	w, err := matters.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		paragraph, section, industry string
		want                         int
	}{
		{"S2.29(a)(i)(1)", "Greenhouse gas emissions", "", 10},
		{"S2.29(a)(i)(1)", "Greenhouse gas emissions", "EM-CM", 11},
		{"S2.29(g)(ii)", "Climate-related metrics", "EM-CM", 6},
		{"S2.B61(a)", "Appendix B - financed emissions", "FN-CB", 8},
		{"S2.B61(a)", "Appendix B - financed emissions", "FNX", 5},
		{"S1.70", "Comparative information", "FN-CB", 2},
	} {
		if got := w.Of(test.paragraph, test.section, test.industry); got != test.want {
			t.Errorf("%s of %q weighs %d, want %d", test.paragraph, test.industry, got, test.want)
		}
	}
}

// What bears on what is said of sections and paragraphs that are there, and the narrower code is found before the wider.
func TestWhyADisclosureMattersToASector(t *testing.T) {
	w, err := matters.Load()
	if err != nil {
		t.Fatal(err)
	}
	registry, err := ifrs.Load()
	if err != nil {
		t.Fatal(err)
	}
	sections := map[string]bool{}
	for _, p := range registry.Paragraphs {
		sections[p.Section] = true
	}
	for _, s := range w.Sectors {
		for _, b := range s.Bears {
			for _, on := range b.On {
				if _, known := registry.Paragraph(on); !known && !sections[on] {
					t.Errorf("%s: there is no %s", s.Of, on)
				}
			}
		}
	}
	for code, want := range map[string]string{
		"IF-RE": "In property ", "FN-AC": "In finance ", "RT-IG": "In machines ", "RT-CH": "In heavy ", "": "", "HC-BP": "",
	} {
		if got := w.Why("S2.29(a)(i)(1)", "Greenhouse gas emissions", code); !strings.HasPrefix(got, want) || want == "" && got != "" {
			t.Errorf("%s: %q", code, got)
		}
	}
	if got := w.Why("S1.22", "Connected information", "IF-RE"); got != "" {
		t.Errorf("which accounts are meant matters the same to all: %q", got)
	}
}
