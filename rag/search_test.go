package rag_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sibyl-project/sibyl/rag"
	"github.com/sibyl-project/sibyl/rag/embed"
)

// shelf is a corpus of passages that are told apart by words, by meaning, or by neither.
func shelf(n int) []rag.Passage {
	subjects := []string{"greenhouse gas emissions", "water withdrawal", "board oversight of climate risks", "donations to schools",
		"supplier audits", "waste sent to landfill",
		"flood damage", "employee training", "bribery and corruption", "renewable electricity", "biodiversity near mines", "executive pay"}
	verbs := []string{"fell", "rose", "is described", "was reviewed", "remains unchanged", "was reported by all sites"}
	rng := rand.New(rand.NewPCG(7, 7))
	var out []rag.Passage
	for i := range n {
		p := rag.Passage{
			ReportID: fmt.Sprintf("rep_%d", i%3), Page: 1 + i/10, Start: i % 10 * 100, End: i%10*100 + 90, Heading: "Chapter",
			Text: fmt.Sprintf("In %d the %s %s, and the %s %s.", 2000+i%25, subjects[rng.IntN(len(subjects))], verbs[rng.IntN(len(verbs))],
				subjects[rng.IntN(len(subjects))], verbs[rng.IntN(len(verbs))]),
		}
		p.ID = fmt.Sprintf("psg_%04d", i)
		out = append(out, p)
	}
	return append(out,
		rag.Passage{ID: "par_1", Source: "ifrs_s2", Label: "S2.29(a)(i)(1)", Text: "Gross Scope 1 greenhouse gas emissions of the period."},
		rag.Passage{ID: "par_2", Source: "ifrs_s2", Label: "S2.29(a)", Text: "What is disclosed about greenhouse gases."},
		rag.Passage{ID: "par_3", Source: "sasb", Label: "EM-EP-110a.1", Text: "Gross global Scope 1 emissions, share of methane."},
	)
}

var queries = []string{"carbon footprint", "emissions", "who supervises global warming matters", "charity for education",
	"S2.29(a)(i)(1)", "what does EM-EP-110a.1 ask for",
	"zebra", "", "the of and", "accidents caused by heavy rain and storms in the year 2004"}

// Whatever finds the candidates, the hits are the same, with all their scores.
func TestEnginesAgree(t *testing.T) {
	ctx, all := t.Context(), shelf(400)
	open := map[string]rag.Library{"memory": rag.NewMemory(), "postgres": rag.NewPostgres(database(t))}
	pool := database(t)
	t.Run("with pgvector", func(t *testing.T) {
		needsVector(t, pool)
		open["approximate"] = approximate{rag.NewPostgres(pool)}
	})
	for name, l := range open {
		if err := l.Ingest(ctx, all); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	filters := []rag.Filter{{ReportID: "rep_1"}, {Everywhere: true}, {Everywhere: true, Sources: []string{"ifrs_s2", "sasb"}},
		{Everywhere: true, Sources: []string{""}, PageFrom: 5, PageTo: 9, Top: 30},
		{ReportID: "rep_2", Background: "board, committee, directors"}}
	for _, mode := range []rag.Mode{rag.Hybrid, rag.Keyword, rag.Semantic} {
		for _, f := range filters {
			for _, q := range queries {
				f.Mode = mode
				want, err := open["memory"].Passages(ctx, q, f)
				if err != nil {
					t.Fatal(err)
				}
				for name, l := range open {
					if got, err := l.Passages(ctx, q, f); err != nil || !reflect.DeepEqual(got, want) {
						t.Errorf("%s, %q, %+v: %v\n%+v\nwant\n%+v", name, q, f, err, got, want)
					}
				}
			}
		}
	}
}

func library(t testing.TB, passages []rag.Passage) *rag.Memory {
	t.Helper()
	l := rag.NewMemory()
	if err := l.Ingest(t.Context(), passages); err != nil {
		t.Fatal(err)
	}
	return l
}

func find(t testing.TB, l rag.Library, query string, f rag.Filter) []rag.Hit {
	t.Helper()
	hits, err := l.Passages(t.Context(), query, f)
	if err != nil {
		t.Fatal(err)
	}
	return hits
}

func TestWhatIsSaidInOtherWordsIsFoundByMeaning(t *testing.T) {
	l := library(t, []rag.Passage{
		{ID: "1", ReportID: "r", Text: "The carbon footprint of our plants was lowered."},
		{ID: "2", ReportID: "r", Text: "Directors review policies on gifts."},
		{ID: "3", ReportID: "r", Text: "We sponsor football clubs for children."},
	})
	query := "reduction of greenhouse gas emissions"
	if hits := find(t, l, query, rag.Filter{ReportID: "r", Mode: rag.Keyword}); len(hits) != 0 {
		t.Errorf("by words: %+v", hits)
	}
	for _, mode := range []rag.Mode{rag.Semantic, rag.Hybrid} {
		hits := find(t, l, query, rag.Filter{ReportID: "r", Mode: mode})
		if len(hits) == 0 || hits[0].Passage.ID != "1" || hits[0].Semantic.Score < 0.3 || hits[0].Keyword.Rank != 0 {
			t.Errorf("%s: %+v", mode, hits)
		}
	}
}

func TestTheParagraphThatAQueryNamesComesFirst(t *testing.T) {
	l := library(t, shelf(300))
	for query, id := range map[string]string{
		"S2.29(a)(i)(1)": "par_1",
		"Does this carbon footprint answer IFRS S2 paragraph 29(a) on emissions, or something else?": "par_2",
		"em-ep-110a.1 water withdrawal": "par_3",
	} {
		for _, mode := range []rag.Mode{rag.Hybrid, rag.Keyword, rag.Semantic} {
			hits := find(t, l, query, rag.Filter{Everywhere: true, Mode: mode})
			if len(hits) == 0 || hits[0].Passage.ID != id || !hits[0].Exact || len(hits) > 1 && hits[1].Exact {
				t.Errorf("%s, %q: %+v", mode, query, hits[:min(2, len(hits))])
			}
			falling(t, hits)
		}
	}
}

// falling reports as an error a hit that has a higher score than the one before it.
func falling(t *testing.T, hits []rag.Hit) {
	t.Helper()
	for i := range hits {
		if i > 0 && hits[i].Score > hits[i-1].Score {
			t.Errorf("rank %d has %g, after %g", hits[i].Rank, hits[i].Score, hits[i-1].Score)
		}
	}
}

// Hits are in order, ranks count from 1, the parts of a mode are there and a part's rank follows its score.
func TestHitsShowHowTheyWereFound(t *testing.T) {
	l := library(t, shelf(500))
	rapid.Check(t, func(t *rapid.T) {
		words := strings.Fields("emissions water board climate schools audits landfill flood training bribery electricity mines pay fell rose 2004 carbon charity")
		query := strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 1, 8).Draw(t, "query"), " ")
		f := rag.Filter{Everywhere: true, Mode: rapid.SampledFrom([]rag.Mode{"", rag.Hybrid, rag.Keyword, rag.Semantic}).Draw(t, "mode"),
			Top: rapid.IntRange(0, 40).Draw(t, "top")}
		hits, err := l.Passages(context.Background(), query, f)
		if err != nil || len(hits) > max(f.Top, 10) {
			t.Fatalf("%d hits, %v", len(hits), err)
		}
		byKeyword := map[int]float64{}
		for i, h := range hits {
			if h.Rank != i+1 || i > 0 && h.Score > hits[i-1].Score {
				t.Fatalf("hit %d: rank %d, score %g after %g", i, h.Rank, h.Score, hits[max(0, i-1)].Score)
			}
			switch f.Mode {
			case rag.Keyword:
				if h.Score != h.Keyword.Score || h.Keyword.Rank != i+1 || h.Semantic.Rank != 0 || len(h.Terms) == 0 {
					t.Fatalf("%+v", h)
				}
			case rag.Semantic:
				if h.Score != h.Semantic.Score || h.Semantic.Rank != i+1 || h.Keyword.Rank != 0 || h.Score < 0.3 || h.Score > 1 {
					t.Fatalf("%+v", h)
				}
			default:
				if h.Score <= 0 || h.Keyword.Rank == 0 && h.Semantic.Rank == 0 || (h.Keyword.Rank > 0) != (len(h.Terms) > 0) && h.Keyword.Rank > 0 {
					t.Fatalf("%+v", h)
				}
			}
			if h.Keyword.Rank > 0 {
				byKeyword[h.Keyword.Rank] = h.Keyword.Score
			}
		}
		ranks := make([]int, 0, len(byKeyword))
		for r := range byKeyword {
			ranks = append(ranks, r)
		}
		slices.Sort(ranks)
		for i := range ranks[:max(0, len(ranks)-1)] {
			if byKeyword[ranks[i]] < byKeyword[ranks[i+1]] {
				t.Fatalf("ranks %d and %d have scores %v", ranks[i], ranks[i+1], byKeyword)
			}
		}
	})
}

// What explains a query helps to find, but never outweighs the query's own words.
func TestBackgroundCountsLess(t *testing.T) {
	l := library(t, []rag.Passage{{ID: "1", ReportID: "r", Text: "zinc zinc"}, {ID: "2", ReportID: "r", Text: "tin tin"},
		{ID: "3", ReportID: "r", Text: "lead lead"}})
	hits := find(t, l, "tin", rag.Filter{ReportID: "r", Mode: rag.Keyword, Background: "zinc"})
	if len(hits) != 2 || hits[0].Passage.ID != "2" || hits[1].Passage.ID != "1" || hits[1].Score >= hits[0].Score/2 {
		t.Errorf("hits %+v", hits)
	}
}

// Two words side by side are more than the two of them: a passage on Scope 3 does not lose to one that has many scopes
// and a 3 somewhere.
func TestWordsSideBySideCountAsOne(t *testing.T) {
	l := library(t, []rag.Passage{
		{ID: "1", ReportID: "r", Text: "Scope 1 and Scope 2 emissions of plants in 3 countries, by scope."},
		{ID: "2", ReportID: "r", Text: "Emissions of suppliers and customers, which are Scope 3, by category."},
		{ID: "3", ReportID: "r", Text: "Water."},
	})
	hits := find(t, l, "scope 3", rag.Filter{ReportID: "r", Mode: rag.Keyword})
	if len(hits) != 2 || hits[0].Passage.ID != "2" || !slices.Equal(hits[0].Terms, []string{"3", "scope"}) {
		t.Errorf("hits %+v", hits)
	}
}

// In the weighted fusion meaning lifts what has few of the words, and never takes the first place from what has them
// all.
func TestMeaningDecidesWhereWordsDoNot(t *testing.T) {
	l := library(t, []rag.Passage{
		{ID: "1", ReportID: "r", Text: "Greenhouse gas emissions of our plants, audited zinc figures."},
		{ID: "2", ReportID: "r", Text: "The carbon footprint of our factories was lowered."},
		{ID: "3", ReportID: "r", Text: "Our audited accounts were printed on paper."},
	})
	hits := find(t, l, "audited greenhouse gas emissions", rag.Filter{ReportID: "r"})
	if len(hits) != 3 || hits[0].Passage.ID != "1" || hits[1].Passage.ID != "2" || hits[0].Score < 1 || hits[1].Score >= 0.6 {
		t.Errorf("hits %+v", hits)
	}
}

func TestAModeThatIsNoneIsAnError(t *testing.T) {
	if _, err := rag.NewMemory().Passages(t.Context(), "a", rag.Filter{ReportID: "r", Mode: "fuzzy"}); !errors.Is(err, rag.ErrMode) {
		t.Errorf("error %v", err)
	}
}

// other is another space: every text points to where its first letter says.
type other struct{ asked int }

func (*other) Space() embed.Space { return embed.Space{Model: "letters", Dimensions: 26} }

func (o *other) Embed(_ context.Context, texts []string) ([][]float32, error) {
	o.asked += len(texts)
	out := make([][]float32, len(texts))
	for i, text := range texts {
		out[i] = make([]float32, 26)
		if text = strings.TrimSpace(text); text != "" && text[0] >= 'a' && text[0] <= 'z' {
			out[i][text[0]-'a'] = 1
		}
	}
	return out, nil
}

// A library that changes its space never compares vectors of the two: it makes the ones it lacks, once, and keeps both.
func TestSpacesAreNotMixed(t *testing.T) {
	pool, ctx := database(t), t.Context()
	passages := []rag.Passage{{ID: "1", ReportID: "r", Text: "apples"}, {ID: "2", ReportID: "r", Text: "bananas"}, {ID: "3", ReportID: "r", Text: "avocado"}}
	first := rag.NewPostgres(pool)
	if err := first.Ingest(ctx, passages); err != nil {
		t.Fatal(err)
	}
	letters := &other{}
	for range 2 {
		second := rag.NewPostgres(pool, rag.WithEmbedder(letters))
		hits := find(t, second, "almond", rag.Filter{ReportID: "r", Mode: rag.Semantic})
		if len(hits) != 2 || hits[0].Passage.ID != "1" || hits[1].Passage.ID != "3" || hits[0].Score != 1 {
			t.Fatalf("hits %+v", hits)
		}
	}
	if letters.asked != 3+2*2 { // the passages once, each query with its background
		t.Errorf("%d texts embedded", letters.asked)
	}
	if hits := find(t, rag.NewPostgres(pool), "banana", rag.Filter{ReportID: "r", Mode: rag.Semantic}); len(hits) == 0 || hits[0].Passage.ID != "2" {
		t.Errorf("in the first space: %+v", hits)
	}
	var vectors int
	if err := pool.QueryRow(ctx, `select count(*) from rag.vector`).Scan(&vectors); err != nil || vectors != 6 {
		t.Errorf("%d vectors, %v", vectors, err)
	}
}
