package rag_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/sibyl-project/sibyl/deploy/embedded/embeddedtest"
	"github.com/sibyl-project/sibyl/rag"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

func TestMain(m *testing.M) { embeddedtest.Main(m) }

func TestMemory(t *testing.T) {
	conform(t, func(*testing.T) rag.Library { return rag.NewMemory() })
}

func TestPostgres(t *testing.T) {
	conform(t, func(t *testing.T) rag.Library { return rag.NewPostgres(database(t)) })
}

// The same suite with an approximate index that proposes.
func TestApproximate(t *testing.T) {
	needsVector(t, database(t))
	conform(t, func(t *testing.T) rag.Library {
		return approximate{rag.NewPostgres(database(t))}
	})
}

// approximate makes its index before it ever searches.
type approximate struct{ *rag.Postgres }

func (a approximate) Ingest(ctx context.Context, passages []rag.Passage) error {
	if err := a.Postgres.Ingest(ctx, passages); err != nil {
		return err
	}
	return a.BuildApproximate(ctx)
}

func database(t testing.TB) *pgxpool.Pool {
	t.Helper()
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
	return pool
}

// needsVector skips a test where the machine's PostgreSQL has no pgvector, unless SIBYL_TEST_VECTOR says that it must.
func needsVector(t testing.TB, pool *pgxpool.Pool) {
	t.Helper()
	var version string
	err := pool.QueryRow(t.Context(), `select coalesce((select extversion from pg_extension where extname = 'vector'), '')`).Scan(&version)
	switch {
	case err != nil:
		t.Fatal(err)
	case version == "" && os.Getenv("SIBYL_TEST_VECTOR") != "":
		t.Fatal("SIBYL_TEST_VECTOR is set and this PostgreSQL has no pgvector")
	case version == "":
		t.Skip("this PostgreSQL has no pgvector: searches are exact here")
	}
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
			hits := search(t, l, query, rag.Filter{ReportID: "rep_1", Mode: rag.Keyword})
			if len(hits) == 0 || hits[0].Passage.Page != page || hits[0].Rank != 1 || hits[0].Score <= 0 || len(hits[0].Terms) == 0 {
				t.Errorf("%q: %+v, want page %d first", query, hits, page)
			}
		}
	})
	t.Run("equals are in the order of the text", func(t *testing.T) {
		hits := search(t, fill(t), "water withdrawal", rag.Filter{ReportID: "rep_1", Mode: rag.Keyword})
		if len(hits) != 2 || hits[0].Score != hits[1].Score || hits[0].Passage.Start >= hits[1].Passage.Start {
			t.Errorf("hits %+v", hits)
		}
	})
	t.Run("a filter holds", func(t *testing.T) {
		l := fill(t)
		if hits := search(t, l, "emissions water", rag.Filter{ReportID: "rep_1", Mode: rag.Keyword, PageFrom: 2, PageTo: 2}); len(hits) != 1 ||
			hits[0].Passage.Page != 2 {
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
	t.Run("a report that is cut anew has no old passages", func(t *testing.T) {
		l := open(t)
		old := rag.Passage{ID: "psg_0123456789abcdef", ReportID: "rep_1", Page: 9, End: 5, Text: "water at another place"}
		other, next := old, old
		other.ID, other.ReportID = "psg_1123456789abcdef", "rep_2"
		next.ID = "psg99999_0123456789abcdef" // of a version to come
		if err := l.Ingest(ctx, []rag.Passage{old, other, next}); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if err := l.Ingest(ctx, all[:2]); err != nil {
				t.Fatal(err)
			}
		}
		var ids []string
		for _, report := range []string{"rep_1", "rep_2"} {
			for _, h := range search(t, l, "water", rag.Filter{ReportID: report, Mode: rag.Keyword}) {
				ids = append(ids, h.Passage.ID)
			}
		}
		if want := []string{next.ID, other.ID}; !slices.Equal(ids, want) {
			t.Errorf("%v, want %v", ids, want)
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
