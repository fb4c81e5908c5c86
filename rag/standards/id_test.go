package standards_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/sibyl-project/sibyl/rag/standards"
)

func TestParseReadsTheUsualSpellings(t *testing.T) {
	for in, want := range map[string]string{
		"S2.29(a)(vi)(1)":                   "S2.29(a)(vi)(1)",
		"IFRS S2 29 (a)(i)":                 "S2.29(a)(i)",
		"IFRS S2 paragraph 29(a)(vi)(1)":    "S2.29(a)(vi)(1)",
		"IFRS S2, paragraph 29 (a) (vi)(1)": "S2.29(a)(vi)(1)",
		"S2 29 a i":                         "S2.29(a)(i)",
		"s2.29.a.i.1":                       "S2.29(a)(i)(1)",
		"S2 para. 29(a)":                    "S2.29(a)",
		"IFRS-S2 § 33(e)":                   "S2.33(e)",
		"S2:14(a)":                          "S2.14(a)",
		"S2.29[a][i]":                       "S2.29(a)(i)",
		"s2.b62A":                           "S2.B62A",
		"S2.29a(i)":                         "S2.29(a)(i)", // brackets left out, not the inserted 29A
		"S1.B25":                            "S1.B25",
		" S2.C4 ":                           "S2.C4",
		"S2.29B":                            "S2.29B",
		"S1 paragraph 27(a)(II)":            "S1.27(a)(ii)",
		"S2.33(h)":                          "S2.33(h)",
		"S2.1(a)(i)(1)(b)(ii)(2)":           "S2.1(a)(i)(1)(b)(ii)(2)",
	} {
		id, err := standards.Parse(in)
		if err != nil || id.String() != want {
			t.Errorf("Parse(%q) = %q, %v; want %q", in, id, err, want)
		}
	}
	for _, in := range []string{
		"", "S3.1", "S2", "S2.x", "S2.29(a)(vi)(1) and more", "S2.29(2023)", "S2.29(a)(b)", "S2.1234", "S2.0", "S2.29(a)(i)(0)",
		"S1-9", "S2.5and", "S1 2024", "para. 29(a)", "S2.29(", "S2.29 August", "S2.1(a)(i)(1)(a)(i)(1)(a)(i)(1)(a)",
	} {
		if id, err := standards.Parse(in); err == nil {
			t.Errorf("Parse(%q) = %q, want an error", in, id)
		}
	}
}

func TestOrderIsThatOfTheStandards(t *testing.T) {
	want := []string{
		"S1.27", "S1.27(a)", "S1.27(a)(i)", "S1.27(a)(iv)", "S1.27(a)(v)", "S1.27(b)", "S1.B6", "S2.6",
		"S2.29(a)(v)", "S2.29(a)(vi)(1)", "S2.29(b)", "S2.29A", "S2.29B", "S2.30", "S2.B19(c)", "S2.B62", "S2.B62A", "S2.C4", "zzz",
	}
	got := slices.Clone(want)
	slices.Reverse(got)
	standards.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("got %v", got)
	}
	if standards.Compare("S2 29 a i", "S2.29(a)(i)") != 0 {
		t.Error("two spellings of one id differ")
	}
}

// anID draws an id of any depth.
func anID(t *rapid.T, label string) standards.ID {
	id := standards.ID{
		Standard: rapid.SampledFrom([]string{"S1", "S2"}).Draw(t, label+" standard"),
		Appendix: rapid.SampledFrom([]string{"", "A", "B", "C", "E"}).Draw(t, label+" appendix"),
		Number:   rapid.IntRange(1, 999).Draw(t, label+" number"),
		Suffix:   rapid.SampledFrom([]string{"", "A", "C"}).Draw(t, label+" suffix"),
	}
	for depth := range rapid.IntRange(0, 9).Draw(t, label+" depth") {
		level := rapid.SampledFrom([][]string{{"a", "b", "i", "v", "z"}, {"i", "ii", "iv", "ix", "xii", "xxxix"}, {"1", "2", "15"}}[depth%3])
		id.Levels = append(id.Levels, level.Draw(t, label+" level"))
	}
	return id
}

func TestPrintedIDsParseToThemselves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		id := anID(t, "id")
		back, err := standards.Parse(id.String())
		if err != nil || back.String() != id.String() || back.Compare(id) != 0 {
			t.Fatalf("%s came back as %s, %v", id, back, err)
		}
		if parent, ok := back.Parent(); ok && standards.Compare(parent.String(), id.String()) >= 0 {
			t.Fatalf("%s does not come after its parent %s", id, parent)
		}
		if found := standards.Find("see " + id.String() + ", and more"); !slices.Equal(found, []string{id.String()}) {
			t.Fatalf("%s is found in a text as %v", id, found)
		}
	})
}

func TestOrderIsTotal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := anID(t, "a"), anID(t, "b"), anID(t, "c")
		if a.Compare(b) != -b.Compare(a) {
			t.Fatalf("%s and %s are in no order", a, b)
		}
		if a.Compare(b) <= 0 && b.Compare(c) <= 0 && a.Compare(c) > 0 {
			t.Fatalf("%s <= %s <= %s, but not first to last", a, b, c)
		}
		if (a.Compare(b) == 0) != (a.String() == b.String()) {
			t.Fatalf("%s and %s are equal in order or in print, not in both", a, b)
		}
		if a.Compare(b) != standards.Compare(a.String(), b.String()) {
			t.Fatalf("%s and %s are in another order when printed", a, b)
		}
		ids := []string{a.String(), "no id", b.String(), c.String()}
		standards.Sort(ids)
		if !slices.IsSortedFunc(ids, standards.Compare) || ids[3] != "no id" {
			t.Fatalf("sorted to %v", ids)
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"S2.29(a)(vi)(1)", "IFRS S2 5-7", "S1.B25", "(a)(i)", "S2.29(a)(i-iii)",
		"IFRS S2 paragraphs 10, 12 and 22(a) to (b)", "S2 29 a i", "EM-EP-110a.1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if id, err := standards.Parse(s); err == nil {
			if back, err := standards.Parse(id.String()); err != nil || back.String() != id.String() {
				t.Fatalf("%q parsed to %s, which parses to %s, %v", s, id, back, err)
			}
		}
		if ids, err := standards.ParseRange(s); err == nil && !slices.IsSortedFunc(ids, standards.ID.Compare) {
			t.Fatalf("%q written out is not in order: %v", s, ids)
		}
		for _, found := range standards.Find(s) {
			if back, err := standards.Parse(found); err != nil || back.String() != found {
				t.Fatalf("%q is found in %q and reads as %q, %v", found, s, back, err)
			}
		}
		for _, found := range standards.FindMetrics(s) {
			if m, err := standards.ParseMetric(found); err != nil || m.String() != found {
				t.Fatalf("%q is found in %q and reads as %q, %v", found, s, m, err)
			}
		}
		standards.Compare(s, "S2.29(a)")
		if r, err := standards.Resolve(s); err == nil && r.Note == "" && len(r.IDs) == 0 {
			t.Fatalf("%q resolves to nothing and does not say why", s)
		}
	})
}
