package corpus_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/data/ifrs"
	"github.com/sibyl-project/sibyl/rag"
	"github.com/sibyl-project/sibyl/rag/corpus"
)

func TestSearchFinds(t *testing.T) {
	c := corpus.New(rag.NewMemory())
	for _, mode := range []rag.Mode{rag.Keyword, rag.Semantic, rag.Hybrid} {
		if got := ids(search(t, c, corpus.Query{Text: "transition plan", Mode: mode, Top: 5})); got[0] != "S2.14(a)(iv)" {
			t.Errorf("%s: %v", mode, got)
		}
	}
	got := search(t, c, corpus.Query{Text: "Scope 3 emissions S2.29"})
	words, meaning := false, false
	for _, r := range got.Results {
		words, meaning = words || r.Keyword.Rank > 0, meaning || r.Semantic.Rank > 0
	}
	if list := ids(got); !words || !meaning || list[0] != "S2.29" || !slices.Contains(list, "S2.29(a)(i)(3)") {
		t.Errorf("%v, by words %t, by meaning %t", list, words, meaning)
	}
	for i, r := range got.Results {
		if r.Rank != i+1 || r.Method != rag.Hybrid || r.Score <= 0 {
			t.Errorf("%+v", r)
		}
	}
	if got := search(t, c, corpus.Query{Text: "S2.29(a)(i)(1)", Top: 3}); len(got.Results) != 3 || !got.Results[0].Exact ||
		ids(got)[0] != "S2.29(a)(i)(1)" || len(got.Notes) != 0 {
		t.Errorf("%v, %v", ids(got), got.Notes)
	}
}

// Everyday words find what the standards say in theirs; a search by words takes the query as it is written, and one in a
// report is not explained by the standards.
func TestEverydayWordsFindTheStandardsOwn(t *testing.T) {
	c := corpus.New(rag.NewMemory())
	query := "What is the next stepping stone?"
	for mode, found := range map[rag.Mode]bool{rag.Hybrid: true, rag.Semantic: true, rag.Keyword: false} {
		got := ids(search(t, c, corpus.Query{Text: query, Mode: mode, Top: 5, Types: []string{corpus.S2}}))
		if slices.Contains(got, "S2.33(f)") != found {
			t.Errorf("%s: %v", mode, got)
		}
	}
	if _, err := c.IngestReport(t.Context(), "rep_1", reportOf("Remuneration of the executive management.", "Nothing of the kind.")); err != nil {
		t.Fatal(err)
	}
	for _, r := range search(t, c, corpus.Query{Text: "zebra bonus", Types: []string{corpus.Report}, ReportID: "rep_1"}).Results {
		if r.Keyword.Rank > 0 {
			t.Errorf("found by words that the query has not: %+v", r)
		}
	}
}

// Ids come first, in the order in which they were asked for; what they are mistaken for follows, with a note.
func TestIDsInQueries(t *testing.T) {
	c := corpus.New(rag.NewMemory())
	for query, want := range map[string][]string{
		"S2.14 a iv": {"S2.14(a)(iv)", "S2.33(d)"},
		"climate targets: S2.33(f) before S2.6(b)": {"S2.33(f)", "S2.6(b)"},
		"IFRS S2 paragraphs 19 and 20":             {"S2.19", "S2.20"},
		"S1.38-42":                                 {"S1.38", "S1.43", "S1.44", "S1.39", "S1.40", "S1.41", "S1.42"},
		"S1.41(a)":                                 {"S1.44(a)", "S1.44(a)(i)"},
		"S2.29(a)(ii) Scope 2":                     {"S2.29(a)(ii)", "S2.29(a)(i)(2)", "S2.29(a)(v)"},
		"S2.29(a)(i)(9)":                           {"S2.29(a)(i)"},
		"CG-AA-440a.1":                             {"CG-AA-440a.3 CG-AA-440a.4"},
		"rt-ch-110a.2 and EM-EP-110a.1":            {"RT-CH-110a.1 RT-CH-110a.2", "EM-EP-110a.1 EM-EP-110a.2 EM-EP-110a.3"},
	} {
		for _, mode := range []rag.Mode{rag.Keyword, rag.Semantic, rag.Hybrid} {
			got := search(t, c, corpus.Query{Text: query, Mode: mode})
			if list := ids(got); len(list) < len(want) || !slices.Equal(list[:len(want)], want) {
				t.Errorf("%s, %q: %v, want first %v", mode, query, list, want)
			}
		}
	}
	got := search(t, c, corpus.Query{Text: "S1.38-42"})
	if len(got.Notes) != 1 || !strings.Contains(got.Notes[0], "for risk management see S1.43, S1.44") || got.Results[0].Note != got.Notes[0] {
		t.Errorf("notes %q", got.Notes)
	}
	if got := search(t, c, corpus.Query{Text: "S2.99"}); len(got.Notes) != 1 || !strings.Contains(got.Notes[0], "no S2.99") {
		t.Errorf("notes %q", got.Notes)
	}
}

// Every wrong id of the documents gives what it was written for, with a note, in every mode.
func TestEveryAliasIsAnswered(t *testing.T) {
	c := corpus.New(rag.NewMemory())
	aliases, err := ifrs.Aliases()
	if err != nil {
		t.Fatal(err)
	}
	for id, alias := range aliases {
		got := search(t, c, corpus.Query{Text: id, Mode: rag.Keyword, Top: 30})
		list := ids(got)
		for _, m := range alias.Meanings {
			for _, right := range m.Right {
				for i := range got.Results {
					if i > 0 && got.Results[i].Score > got.Results[i-1].Score {
						t.Errorf("rank %d has %g after %g", i+1, got.Results[i].Score, got.Results[i-1].Score)
					}
				}
				if i := slices.Index(list, right); i < 0 || !got.Results[i].Exact || got.Results[i].Note == "" {
					t.Errorf("%s: %s is not among %v", id, right, list)
				}
			}
		}
		if len(got.Notes) == 0 || !strings.Contains(strings.Join(got.Notes, " "), alias.Meanings[0].Said) {
			t.Errorf("%s: notes %q", id, got.Notes)
		}
	}
}

func TestSearchIsNarrowed(t *testing.T) {
	c := corpus.New(rag.NewMemory())
	for _, types := range [][]string{{corpus.S1}, {corpus.S2, corpus.SASB}, {corpus.SASB}} {
		for _, r := range search(t, c, corpus.Query{Text: "greenhouse gas emissions, board oversight", Types: types}).Results {
			if !slices.Contains(types, r.SourceType) {
				t.Errorf("%v: %s %v", types, r.SourceType, r.IDs)
			}
		}
	}
	for _, top := range []int{1, 7, 40} {
		if n := len(search(t, c, corpus.Query{Text: "emissions", Top: top}).Results); n != top {
			t.Errorf("%d of %d", n, top)
		}
	}
	if a := search(t, c, corpus.Query{Text: "xylophone", Mode: rag.Keyword}); len(a.Results) != 0 {
		t.Errorf("%v", ids(a))
	}
	for name, q := range map[string]corpus.Query{
		"nothing asked": {Text: " "}, "a mode that is none": {Text: "a", Mode: "fuzzy"}, "too many": {Text: "a", Top: 201}, "fewer than none": {Text: "a", Top: -1},
		"a constant of fusion without fusion": {Text: "a", Mode: rag.Keyword, RRFK: 60},
	} {
		if _, err := c.Search(t.Context(), q); !errors.Is(err, corpus.ErrQuery) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := c.Search(t.Context(), corpus.Query{Text: "a", Types: []string{"gri"}}); !errors.Is(err, corpus.ErrSource) {
		t.Errorf("%v", err)
	}
}

// With a constant of its own a search is fused by reciprocal ranks, which its results show.
func TestReciprocalRankFusion(t *testing.T) {
	c := corpus.New(rag.NewMemory())
	for _, k := range []int{1, 60, 1000} {
		a := search(t, c, corpus.Query{Text: "Which scenarios were analysed?", RRFK: k, Top: 20})
		before := math.Inf(1)
		for _, r := range a.Results {
			want := 0.0
			for _, p := range []rag.Part{r.Keyword, r.Semantic} {
				if p.Rank > 0 {
					want += 1 / float64(k+p.Rank)
				}
			}
			if math.Abs(r.Score-want) > 1e-9 || r.Score > before {
				t.Errorf("k=%d: %v scores %g after %g, want %g", k, r.IDs, r.Score, before, want)
			}
			before = r.Score
		}
	}
}
