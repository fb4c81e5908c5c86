package standards_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/sibyl-project/sibyl/rag/standards"
)

func TestParseReadsTheUsualSpellings(t *testing.T) {
	for in, want := range map[string]string{
		"S2.29(a)(vi)(1)":        "S2.29(a)(vi)(1)",
		"IFRS S2 29 (a)(i)":      "S2.29(a)(i)",
		"s2.b62A":                "S2.B62A",
		"S1.B25":                 "S1.B25",
		" S2.C4 ":                "S2.C4",
		"S2.29B":                 "S2.29B",
		"S1 paragraph 27(a)(II)": "S1.27(a)(ii)",
		"S2.33(h)":               "S2.33(h)",
	} {
		id, err := standards.Parse(in)
		if err != nil || id.String() != want {
			t.Errorf("Parse(%q) = %q, %v; want %q", in, id, err, want)
		}
	}
	for _, in := range []string{"", "S3.1", "S2", "S2.x", "S2.29(a)(vi)(1) and more", "S2.29(2023)", "S2.29(a)(b)", "S2.1234"} {
		if id, err := standards.Parse(in); err == nil {
			t.Errorf("Parse(%q) = %q, want an error", in, id)
		}
	}
}

func TestRangesAreWrittenOut(t *testing.T) {
	for in, want := range map[string][]string{
		"S2.5-7":        {"S2.5", "S2.6", "S2.7"},
		"S1.26–S1.27":   {"S1.26", "S1.27"},
		"S2.B38-57":     nil, // checked below by its length
		"S2.29(a)(i)":   {"S2.29(a)(i)"},
		"S1.B45 to B47": {"S1.B45", "S1.B46", "S1.B47"},
	} {
		ids, err := standards.ParseRange(in)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, id := range ids {
			got = append(got, id.String())
		}
		if want == nil {
			if len(got) != 20 || got[19] != "S2.B57" {
				t.Errorf("ParseRange(%q) = %v", in, got)
			}
			continue
		}
		if !slices.Equal(got, want) {
			t.Errorf("ParseRange(%q) = %v, want %v", in, got, want)
		}
	}
	for _, in := range []string{"S2.7-5", "S2.29(a)-30", "S1.5-S2.7", "7-9", "S2.5-B7"} {
		if ids, err := standards.ParseRange(in); err == nil {
			t.Errorf("ParseRange(%q) = %v, want an error", in, ids)
		}
	}
}

func TestFindListsIDsOfAText(t *testing.T) {
	got := standards.Find("Assess S2.14(a)(iv) and IFRS S1.27(a), see S2.5-7 (2023) and again S2.14(a)(iv); ISO S14 is none.")
	want := []string{"S2.14(a)(iv)", "S1.27(a)", "S2.5", "S2.6", "S2.7"}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
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
}

func TestPrintedIDsParseToThemselves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		id := standards.ID{
			Standard: rapid.SampledFrom([]string{"S1", "S2"}).Draw(t, "standard"),
			Appendix: rapid.SampledFrom([]string{"", "B", "C"}).Draw(t, "appendix"),
			Number:   rapid.IntRange(1, 199).Draw(t, "number"),
			Suffix:   rapid.SampledFrom([]string{"", "A"}).Draw(t, "suffix"),
		}
		levels := []string{
			rapid.SampledFrom([]string{"a", "b", "i", "v"}).Draw(t, "letter"),
			rapid.SampledFrom([]string{"i", "ii", "iv", "ix", "xii"}).Draw(t, "roman"),
			rapid.SampledFrom([]string{"1", "2", "15"}).Draw(t, "arabic"),
		}
		id.Levels = levels[:rapid.IntRange(0, 3).Draw(t, "depth")]
		back, err := standards.Parse(id.String())
		if err != nil || back.String() != id.String() {
			t.Fatalf("%s came back as %s, %v", id, back, err)
		}
		if standards.Compare(id.String(), back.String()) != 0 {
			t.Fatalf("%s is not equal to itself", id)
		}
		if parent, ok := back.Parent(); ok && standards.Compare(parent.String(), id.String()) >= 0 {
			t.Fatalf("%s does not come after its parent %s", id, parent)
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"S2.29(a)(vi)(1)", "IFRS S2 5-7", "S1.B25", "(a)(i)"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if id, err := standards.Parse(s); err == nil {
			if back, err := standards.Parse(id.String()); err != nil || back.String() != id.String() {
				t.Fatalf("%q parsed to %s, which parses to %s, %v", s, id, back, err)
			}
		}
		standards.Find(s)
		standards.Compare(s, "S2.29(a)")
	})
}
