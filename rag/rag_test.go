package rag_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/sibyl-project/sibyl/deploy/embedded/embeddedtest"
	"github.com/sibyl-project/sibyl/rag"
	"github.com/sibyl-project/sibyl/rag/document"
)

func TestMain(m *testing.M) { embeddedtest.Main(m) }

func TestMemory(t *testing.T) {
	conform(t, func(*testing.T) rag.Library { return rag.NewMemory() })
}

func TestPostgres(t *testing.T) {
	conform(t, func(t *testing.T) rag.Library {
		pool, err := pgxpool.New(t.Context(), embeddedtest.Postgres(t))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(pool.Close)
		for range 2 { // migrating is repeatable
			if err := rag.Migrate(t.Context(), pool); err != nil {
				t.Fatal(err)
			}
		}
		return rag.NewPostgres(pool)
	})
}

// pages is a document whose pages have one block for each paragraph, headings marked by "# ".
func pages(texts ...string) *document.Document {
	d := &document.Document{Version: document.Version}
	for i, text := range texts {
		p := document.Page{Number: i + 1}
		at := 0
		for b, line := range strings.Split(text, "\n") {
			role := document.RoleBody
			if rest, ok := strings.CutPrefix(line, "# "); ok {
				line, role = rest, document.RoleHeading
			} else if rest, ok := strings.CutPrefix(line, "~ "); ok {
				line, role = rest, document.RoleFurniture
			}
			n := len([]rune(line))
			p.Lines = append(p.Lines, document.Line{Start: at, End: at + n, Block: b, Role: role})
			p.Text += line + "\n\n"
			at += n + 2
		}
		d.Pages = append(d.Pages, p)
	}
	return d
}

func TestChunk(t *testing.T) {
	long := strings.Repeat("Our emissions fell again this year. ", 30)
	d := pages("~ Acme 2024\n# Climate\nÜber all we cut emissions.\nWe go on.\n# Water\nWe save water.", long+"\n"+long+"\n12", "skipped words")
	d.Pages[2].NotAnalysed = "language xx is not read"
	got := rag.Chunk("rep_1", d, 1, 3)
	var short []string
	for _, p := range got {
		runes := []rune(d.Pages[p.Page-1].Text)
		if exact := strings.Join(strings.Fields(string(runes[p.Start:p.End])), " "); exact != p.Text {
			t.Errorf("passage %q, but the page has %q", p.Text, exact)
		}
		short = append(short, fmt.Sprintf("%d %s: %.19s", p.Page, p.Heading, p.Text))
	}
	want := []string{
		"1 Climate: Climate Über all we", "1 Water: Water We save water", // a heading is found with its text
		"2 Water: Our emissions fell ", "2 Water: Our emissions fell ", // and holds on the next page
	}
	if !slices.Equal(short, want) {
		t.Errorf("got %q, want %q", short, want)
	}
}

// The passages of a page are the same in whatever section it stands.
func TestOverlappingSectionsHaveTheSamePassages(t *testing.T) {
	var texts []string
	for i := range 12 {
		texts = append(texts, fmt.Sprintf("# Part %d\nPage %d speaks of water.\nAnd of waste.", i/3, i))
	}
	texts[4] = "No heading on this page."
	d := pages(texts...)
	whole := rag.Chunk("rep_1", d, 1, 12)
	seen := map[string]rag.Passage{}
	for from := 1; from <= 12; from += 3 {
		for _, p := range rag.Chunk("rep_1", d, from, from+4) {
			seen[p.ID] = p
		}
	}
	if len(seen) != len(whole) {
		t.Errorf("%d passages in sections, %d in the whole", len(seen), len(whole))
	}
	for _, p := range whole {
		if seen[p.ID] != p {
			t.Errorf("passage %s differs", p.ID)
		}
	}
}

// conform states what every Library must do.
func conform(t *testing.T, open func(*testing.T) rag.Library) {
	ctx := context.Background()
	d := pages(
		"# Climate\nWe reduced Scope 1 emissions by 12% to 40 kt.\n# People\nOur employees were trained for 20 hours.",
		"# Targets\nWe aim to cut emissions by 2030.\n# Standard\nThis answers S2.29(a)(i)(1) and nothing else.",
		"# Water\nWater withdrawal fell at all sites.\n# Water\nWater withdrawal fell at all sites.",
	)
	all := rag.Chunk("rep_1", d, 1, 3)
	fill := func(t *testing.T) rag.Library {
		t.Helper()
		l := open(t)
		if err := l.Ingest(ctx, all); err != nil {
			t.Fatal(err)
		}
		return l
	}
	search := func(t *testing.T, l rag.Library, query string, f rag.Filter) []rag.Hit {
		t.Helper()
		hits, err := l.Passages(ctx, query, f)
		if err != nil {
			t.Fatal(err)
		}
		return hits
	}

	t.Run("the best comes first", func(t *testing.T) {
		l := fill(t)
		for query, page := range map[string]int{
			"emission reduction of scope 1 in kilotonnes, as a claim of very many words that no passage holds all of": 1,
			"employee training":            1,
			"S2.29(a)(i)(1)":               2,
			"cutting emissions until 2030": 2,
			"withdrawals of water":         3,
		} {
			hits := search(t, l, query, rag.Filter{ReportID: "rep_1"})
			if len(hits) == 0 || hits[0].Passage.Page != page || hits[0].Rank != 1 || hits[0].Score <= 0 || len(hits[0].Terms) == 0 {
				t.Errorf("%q: %+v, want page %d first", query, hits, page)
			}
		}
	})
	t.Run("equals are in the order of the text", func(t *testing.T) {
		hits := search(t, fill(t), "water withdrawal", rag.Filter{ReportID: "rep_1"})
		if len(hits) != 2 || hits[0].Score != hits[1].Score || hits[0].Passage.Start >= hits[1].Passage.Start {
			t.Errorf("hits %+v", hits)
		}
	})
	t.Run("a filter holds", func(t *testing.T) {
		l := fill(t)
		if hits := search(t, l, "emissions water", rag.Filter{ReportID: "rep_1", PageFrom: 2, PageTo: 2}); len(hits) != 1 || hits[0].Passage.Page != 2 {
			t.Errorf("page 2: %+v", hits)
		}
		if hits := search(t, l, "emissions water", rag.Filter{ReportID: "rep_1", Top: 1}); len(hits) != 1 {
			t.Errorf("top 1: %+v", hits)
		}
		if hits := search(t, l, "emissions", rag.Filter{ReportID: "rep_2"}); len(hits) != 0 {
			t.Errorf("another report: %+v", hits)
		}
	})
	t.Run("nothing found is no error", func(t *testing.T) {
		l := fill(t)
		for _, query := range []string{"zebra", "", "the of and"} {
			if hits := search(t, l, query, rag.Filter{ReportID: "rep_1"}); len(hits) != 0 {
				t.Errorf("%q: %+v", query, hits)
			}
		}
		if _, err := l.Passages(ctx, "water", rag.Filter{}); !errors.Is(err, rag.ErrNoReport) {
			t.Errorf("without a report: %v", err)
		}
	})
	t.Run("ingesting again, in pieces, in any order and at once changes nothing", func(t *testing.T) {
		l, once := open(t), fill(t)
		var wg sync.WaitGroup
		errs := make([]error, 8)
		for i := range errs {
			pieces := slices.Clone(all)
			rand.New(rand.NewPCG(uint64(i), 0)).Shuffle(len(pieces), func(a, b int) { pieces[a], pieces[b] = pieces[b], pieces[a] })
			wg.Go(func() { errs[i] = errors.Join(l.Ingest(ctx, pieces[:3]), l.Ingest(ctx, pieces)) })
		}
		wg.Wait()
		if err := errors.Join(errs...); err != nil {
			t.Fatal(err)
		}
		stats, err := l.Stats(ctx)
		if want := (rag.Stats{Reports: 1, Passages: len(all), ByReport: map[string]int{"rep_1": len(all)}}); err != nil || !reflect.DeepEqual(stats, want) {
			t.Errorf("stats %+v, %v; want %+v", stats, err, want)
		}
		query := rag.Filter{ReportID: "rep_1"}
		if a, b := search(t, l, "emissions of water", query), search(t, once, "emissions of water", query); !reflect.DeepEqual(a, b) {
			t.Errorf("hits differ:\n%+v\n%+v", a, b)
		}
	})
	t.Run("what is added is found", func(t *testing.T) {
		l := open(t)
		if err := l.Ingest(ctx, all[:1]); err != nil {
			t.Fatal(err)
		}
		before := len(search(t, l, "water emissions", rag.Filter{ReportID: "rep_1"}))
		if err := l.Ingest(ctx, all); err != nil {
			t.Fatal(err)
		}
		if after := len(search(t, l, "water emissions", rag.Filter{ReportID: "rep_1"})); after <= before {
			t.Errorf("%d hits before, %d after", before, after)
		}
	})
}
