package standards_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/sibyl-project/sibyl/rag/standards"
)

func printed(ids []standards.ID) []string {
	var out []string
	for _, id := range ids {
		out = append(out, id.String())
	}
	return out
}

func TestRangesAreWrittenOut(t *testing.T) {
	for in, want := range map[string][]string{
		"S2.5-7":                     {"S2.5", "S2.6", "S2.7"},
		"S1.26–S1.27":                {"S1.26", "S1.27"},
		"S2.29(a)(i)":                {"S2.29(a)(i)"},
		"S1.B45 to B47":              {"S1.B45", "S1.B46", "S1.B47"},
		"IFRS S2 paragraphs 5 to 7":  {"S2.5", "S2.6", "S2.7"},
		"S2.29A-29C":                 {"S2.29A", "S2.29B", "S2.29C"},
		"S2.B62–B63A":                {"S2.B62", "S2.B63", "S2.B63A"},
		"S2.29(a)(i)-(iii)":          {"S2.29(a)(i)", "S2.29(a)(ii)", "S2.29(a)(iii)"},
		"S2.29(a)(i-iii)":            {"S2.29(a)(i)", "S2.29(a)(ii)", "S2.29(a)(iii)"},
		"S2.33(a) to (c)":            {"S2.33(a)", "S2.33(b)", "S2.33(c)"},
		"S2.29(b)-29(d)":             {"S2.29(b)", "S2.29(c)", "S2.29(d)"},
		"S2.22(b)(i)(6)-S2.22(b)(7)": nil,
		"S2.22(b)(i)(6)-22(b)(i)(7)": {"S2.22(b)(i)(6)", "S2.22(b)(i)(7)"},
		"S2.22(b)(i)(1) through (2)": {"S2.22(b)(i)(1)", "S2.22(b)(i)(2)"},
		"S2.7-5":                     nil,
		"S2.29(a)-30":                nil,
		"S1.5-S2.7":                  nil,
		"7-9":                        nil,
		"S2.5-B7":                    nil,
		"S2.5-900":                   nil,
		"S2.33(c)-(a)":               nil,
		"S2.29(a)(i)-(2)":            nil,
		"S2.29(a)-(b) and something": nil,
		"S2.29(a)(i)-(xxxx)":         nil,
		"S2.33(a)-34(c)":             nil,
		"S2.29(a)(i - iii) and (b)":  nil,
		"S2.5-7, S2.9":               nil,
		"S2.29(a)(iv)-(v)":           {"S2.29(a)(iv)", "S2.29(a)(v)"},
		"S2.36(e)(i)–(iv)":           {"S2.36(e)(i)", "S2.36(e)(ii)", "S2.36(e)(iii)", "S2.36(e)(iv)"},
		"IFRS S1 paras. 74-76":       {"S1.74", "S1.75", "S1.76"},
		"S2.22(b)(i)(1)-(b)(i)(2)":   nil,
		"S2 29(a)(iii)(1) — (3)":     {"S2.29(a)(iii)(1)", "S2.29(a)(iii)(2)", "S2.29(a)(iii)(3)"},
	} {
		ids, err := standards.ParseRange(in)
		if (err != nil) != (want == nil) || !slices.Equal(printed(ids), want) {
			t.Errorf("ParseRange(%q) = %v, %v; want %v", in, printed(ids), err, want)
		}
	}
	if ids, err := standards.ParseRange("S2.B38-57"); err != nil || len(ids) != 20 || ids[19].String() != "S2.B57" {
		t.Errorf("ParseRange(S2.B38-57) = %v, %v", ids, err)
	}
}

// A range holds its ends and is in order without repeats.
func TestRangesHoldTheirEnds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := anID(t, "a"), anID(t, "b")
		b.Standard, b.Appendix = a.Standard, a.Appendix
		a.Levels, b.Levels = nil, nil
		if rapid.Bool().Draw(t, "items") {
			a.Levels, b = []string{"b"}, a
			b.Levels = []string{rapid.SampledFrom([]string{"a", "b", "f"}).Draw(t, "to")}
		}
		ids, err := standards.ParseRange(a.String() + "-" + b.String())
		far := b.Number-a.Number > 200
		if (err == nil) != (a.Compare(b) <= 0 && !far) {
			t.Fatalf("%s-%s: %v", a, b, err)
		}
		if err != nil {
			return
		}
		if ids[0].Compare(a) != 0 || ids[len(ids)-1].Compare(b) != 0 {
			t.Fatalf("%s-%s is written out as %v", a, b, ids)
		}
		for i := 1; i < len(ids); i++ {
			if ids[i-1].Compare(ids[i]) >= 0 {
				t.Fatalf("%s-%s: %s stands before %s", a, b, ids[i-1], ids[i])
			}
		}
	})
}

func TestFindListsIDsOfAText(t *testing.T) {
	for text, want := range map[string][]string{
		"Assess S2.14(a)(iv) and IFRS S1.27(a), see S2.5-7 (2023) and again S2.14(a)(iv); ISO S14 is none.": {"S2.14(a)(iv)", "S1.27(a)", "S2.5", "S2.6", "S2.7"},
		"S2.29(a)(i) and (ii), (v); see also (b) of the annex":                                              {"S2.29(a)(i)", "S2.29(a)(ii)", "S2.29(a)(v)"},
		"IFRS S2 paragraphs 10–12, 22(a) and B19 apply":                                                     {"S2.10", "S2.11", "S2.12", "S2.22(a)", "S2.B19"},
		"ESRS S1-9, ESRS S2 4, GRI 305 and SASB EM-EP-110a.1":                                               nil,
		"S1.2024 and S2.5and S2.29 a year later":                                                            {"S2.29"},
		"S2.6(a)(v) and (i) a first point":                                                                  {"S2.6(a)(v)"},
		"S2.29(a)(vi)(1), (2) and S2.36(e)(i)-(iv).": {"S2.29(a)(vi)(1)",
			"S2.29(a)(vi)(2)", "S2.36(e)(i)", "S2.36(e)(ii)", "S2.36(e)(iii)", "S2.36(e)(iv)"},
		"": nil,
	} {
		if got := standards.Find(text); !slices.Equal(got, want) {
			t.Errorf("Find(%q) = %v, want %v", text, got, want)
		}
	}
}

func TestMetricCodes(t *testing.T) {
	for in, want := range map[string]string{
		"EM-EP-110a.1": "EM-EP-110a.1", " em-ep-110A.01": "EM-EP-110a.1", "EM–MM–150a.10": "EM-MM-150a.10",
		"TR-AL-000.F": "TR-AL-000.F", "tr-al-000.f": "TR-AL-000.F",
	} {
		if m, err := standards.ParseMetric(in); err != nil || m.String() != want {
			t.Errorf("ParseMetric(%q) = %q, %v; want %q", in, m, err, want)
		}
	}
	for _, in := range []string{"", "EM-EP", "EM-EP-110a", "EM-EP-110a.0", "EM-EP-110a.100", "EM-EP-000.1", "E-EP-110a.1", "EM-EP-110a.1 and more"} {
		if m, err := standards.ParseMetric(in); err == nil {
			t.Errorf("ParseMetric(%q) = %q, want an error", in, m)
		}
	}
	got := standards.FindMetrics("SASB EM-EP-110a.1 (see EM-EP-110a.1), IF-EU-000.C; AEM-EP-110a.1 is none")
	if !slices.Equal(got, []string{"EM-EP-110a.1", "IF-EU-000.C"}) {
		t.Errorf("found %v", got)
	}
	ordered := []string{"EM-EP-110a.2", "EM-EP-140a.1", "EM-EP-140a.10", "EM-EP-000.A", "FN-CB-000.A"}
	for i := 1; i < len(ordered); i++ {
		a, errA := standards.ParseMetric(ordered[i-1])
		b, errB := standards.ParseMetric(ordered[i])
		if errA != nil || errB != nil || a.Compare(b) >= 0 || b.Compare(a) <= 0 {
			t.Errorf("%s does not come before %s", a, b)
		}
	}
}
