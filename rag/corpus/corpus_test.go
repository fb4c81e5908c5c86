package corpus_test

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/sibyl-project/sibyl/data/ifrs"
	"github.com/sibyl-project/sibyl/data/sasb"
	"github.com/sibyl-project/sibyl/deploy/embedded/embeddedtest"
	"github.com/sibyl-project/sibyl/rag"
	"github.com/sibyl-project/sibyl/rag/corpus"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

func TestMain(m *testing.M) { embeddedtest.Main(m) }

func postgres(t testing.TB) *rag.Postgres {
	t.Helper()
	pool, err := pgxpool.New(t.Context(), embeddedtest.Postgres(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	if err := rag.Migrate(t.Context(), pool); err != nil {
		t.Fatal(err)
	}
	return rag.NewPostgres(pool)
}

// engines runs a test on every library that can hold a corpus.
func engines(t *testing.T, test func(t *testing.T, shelves rag.Shelves)) {
	t.Run("memory", func(t *testing.T) { test(t, rag.NewMemory()) })
	t.Run("postgres", func(t *testing.T) { test(t, postgres(t)) })
}

func search(t testing.TB, c *corpus.Corpus, q corpus.Query) corpus.Answer {
	t.Helper()
	a, err := c.Search(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func ids(a corpus.Answer) []string {
	var out []string
	for _, r := range a.Results {
		out = append(out, strings.Join(r.IDs, " "))
	}
	return out
}

func TestTheCorpusIsIngestedOnFirstUseAndOnce(t *testing.T) {
	engines(t, func(t *testing.T, shelves rag.Shelves) {
		ctx := t.Context()
		c := corpus.New(shelves)
		if counts, err := c.Counts(ctx); err != nil || counts[corpus.S1] != 0 {
			t.Fatalf("before: %v, %v", counts, err)
		}
		stats, err := c.Stats(ctx)
		if err != nil || stats[corpus.S1] != 242 || stats[corpus.S2] != 298 || stats[corpus.SASB] != 103 || stats[corpus.Report] != 0 {
			t.Fatalf("stats %v, %v", stats, err)
		}
		for _, again := range []*corpus.Corpus{c, corpus.New(shelves)} { // the second is another process
			if done, err := again.Ingest(ctx, corpus.All); !errors.Is(err, corpus.ErrIngested) || done != nil {
				t.Errorf("%v, %v", done, err)
			}
			if after, err := again.Stats(ctx); err != nil || !maps.Equal(after, stats) {
				t.Errorf("%v, %v", after, err)
			}
		}
	})
}

func TestWhatIsRemovedStaysAwayUntilItIsAskedFor(t *testing.T) {
	engines(t, func(t *testing.T, shelves rag.Shelves) {
		ctx := t.Context()
		c := corpus.New(shelves)
		if done, err := c.Ingest(ctx, corpus.IFRS); err != nil || done[corpus.S2] != 298 || len(done) != 2 {
			t.Fatalf("%v, %v", done, err)
		}
		if n, err := c.Remove(ctx, corpus.S2); err != nil || n != 298 {
			t.Fatalf("%d, %v", n, err)
		}
		for _, later := range []*corpus.Corpus{c, corpus.New(shelves)} {
			if stats, err := later.Stats(ctx); err != nil || stats[corpus.S2] != 0 || stats[corpus.S1] != 242 || stats[corpus.SASB] != 103 {
				t.Errorf("%v, %v", stats, err)
			}
			if a := search(t, later, corpus.Query{Text: "S2.14(a)(iv)", Types: []string{corpus.S2}}); len(a.Results) != 0 {
				t.Errorf("%v", ids(a))
			}
		}
		if done, err := c.Ingest(ctx, corpus.All); err != nil || !maps.Equal(done, map[string]int{corpus.S2: 298}) {
			t.Errorf("%v, %v", done, err)
		}
		if a := search(t, c, corpus.Query{Text: "S2.14(a)(iv)", Top: 1}); !slices.Equal(ids(a), []string{"S2.14(a)(iv)"}) {
			t.Errorf("%v", ids(a))
		}
		for _, wrong := range []string{"report", "", "gri"} {
			if _, err := c.Remove(ctx, wrong); !errors.Is(err, corpus.ErrSource) {
				t.Errorf("%q: %v", wrong, err)
			}
		}
		if _, err := c.Ingest(ctx, "gri"); !errors.Is(err, corpus.ErrSource) {
			t.Errorf("%v", err)
		}
	})
}

// Another version of the program brings other texts: they take the place of the old ones.
func TestAnOutdatedCorpusIsReplaced(t *testing.T) {
	shelves := rag.NewMemory()
	old := rag.Passage{ID: "old", Source: corpus.S2, Label: "S2.99", Heading: "IFRS S2", Text: "Of an older version."}
	if _, err := shelves.Shelve(t.Context(), corpus.S2, []rag.Passage{old}); err != nil {
		t.Fatal(err)
	}
	c := corpus.New(shelves)
	if stats, err := c.Stats(t.Context()); err != nil || stats[corpus.S2] != 298 {
		t.Errorf("%v, %v", stats, err)
	}
	if a := search(t, c, corpus.Query{Text: "older version", Types: []string{corpus.S2}, Mode: rag.Keyword}); slices.Contains(ids(a), "S2.99") {
		t.Errorf("%v", ids(a))
	}
}

// Every paragraph of the registry and every metric of the catalogue is a passage that reads by itself.
func TestEveryParagraphIsAPassage(t *testing.T) {
	shelves := rag.NewMemory()
	c := corpus.New(shelves)
	if _, err := c.Stats(t.Context()); err != nil {
		t.Fatal(err)
	}
	registry, err := ifrs.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range registry.Paragraphs {
		source := "ifrs_" + strings.ToLower(p.Standard)
		got, err := shelves.Labelled(t.Context(), p.ID, []string{source})
		if err != nil || len(got) != 1 {
			t.Fatalf("%s: %d passages, %v", p.ID, len(got), err)
		}
		whole, full := got[0].Whole(), []rune(ifrs.Full(p.Standard))
		for _, part := range []string{"[IFRS " + p.Standard + " > ", " > " + p.ID + "]", p.Title, p.Text, p.Keywords[0]} {
			if !strings.Contains(whole, part) {
				t.Errorf("%s: %q is not in %s", p.ID, part, whole)
			}
		}
		if at := string(full[got[0].Start:got[0].End]); !strings.HasPrefix(at, "#### "+p.ID+" ") || !strings.Contains(at, p.Text) {
			t.Errorf("%s stands at %.80q", p.ID, at)
		}
		for _, q := range p.Requirements {
			if !strings.Contains(whole, q.Text) {
				t.Errorf("%s: %q is missing", q.ID, q.Text)
			}
		}
		if above, ok := registry.Paragraph(p.Parent); ok && !strings.Contains(whole, above.ID+" "+above.Title+": "+above.Text) {
			t.Errorf("%s: its parent's sentence is not in %s", p.ID, whole)
		}
		metadata, err := c.Metadata(t.Context(), got[0])
		if err != nil || metadata["paragraph_id"] != p.ID || metadata["pillar"] != p.Pillar ||
			metadata["standard"] != p.Standard || metadata["section"] != p.Section {
			t.Errorf("%s: %v, %v", p.ID, metadata, err)
		}
		if len(p.S1Counterparts) > 0 && metadata["s1_counterpart"] != p.S1Counterparts[0] {
			t.Errorf("%s: counterpart %v", p.ID, metadata["s1_counterpart"])
		}
	}
	catalogue, err := sasb.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, industry := range catalogue.Industries {
		for _, topic := range industry.Topics {
			for _, code := range topic.Codes() {
				got, err := shelves.Labelled(t.Context(), code, []string{corpus.SASB})
				if err != nil || len(got) != 1 {
					t.Fatalf("%s: %d passages, %v", code, len(got), err)
				}
				if h := got[0].Header(); h != "[SASB > "+industry.Name+" > "+topic.Name+"]" || !strings.Contains(got[0].Text, code) {
					t.Errorf("%s: %s", code, h)
				}
				m, err := c.Metadata(t.Context(), got[0])
				if err != nil || m["standard_code"] != industry.Code || m["disclosure_topic"] != topic.Name || m["industry_sector"] != industry.Name ||
					!slices.Equal(m["metric_codes"].([]string), topic.Codes()) {
					t.Errorf("%s: %v, %v", code, m, err)
				}
			}
		}
	}
}

func reportOf(texts ...string) *document.Document {
	d := &document.Document{Version: document.Version}
	for i, text := range texts {
		title := fmt.Sprintf("Chapter %d", i+1)
		d.Pages = append(d.Pages, document.Page{Number: i + 1, Text: title + "\n\n" + text, Lines: []document.Line{
			{End: len(title), Role: document.RoleHeading, Level: 1},
			{Start: len(title) + 2, End: len(title) + 2 + len([]rune(text)), Block: 1, Role: document.RoleBody},
		}})
	}
	return d
}

func TestAReportIsIngestedWhole(t *testing.T) {
	engines(t, func(t *testing.T, shelves rag.Shelves) {
		ctx := t.Context()
		c := corpus.New(shelves)
		for range 2 {
			if n, err := c.IngestReport(ctx, "rep_1", reportOf("We plant zinnias.", "We paint walls.", "We weld.")); err != nil || n != 3 {
				t.Fatalf("%d, %v", n, err)
			}
		}
		if _, err := c.IngestReport(ctx, "rep_2", reportOf("We plant zinnias, too.")); err != nil {
			t.Fatal(err)
		}
		if n, err := c.IngestReport(ctx, "rep_1", reportOf("We plant zinnias.", "We paint walls and doors.")); err != nil || n != 2 {
			t.Fatalf("%d, %v", n, err)
		}
		if stats, err := c.Stats(ctx); err != nil || stats[corpus.Report] != 3 {
			t.Errorf("%v, %v", stats, err)
		}
		a := search(t, c, corpus.Query{Text: "doors", ReportID: "rep_1", Mode: rag.Keyword})
		if len(a.Results) != 1 || a.Results[0].SourceType != corpus.Report || a.Results[0].Passage.Page != 2 || len(a.Results[0].IDs) != 0 {
			t.Fatalf("%+v", a)
		}
		if p := a.Results[0].Passage; p.Whole() != "[Report > Chapter 2]\n\nChapter 2 We paint walls and doors." {
			t.Errorf("%q", p.Whole())
		}
		m, err := c.Metadata(ctx, a.Results[0].Passage)
		if err != nil || m["page_start"] != 2 || m["page_end"] != 2 || m["chunk_index"] != 1 || m["has_table"] != false ||
			!slices.Equal(m["section_path"].([]string), []string{"Chapter 2"}) {
			t.Errorf("%v, %v", m, err)
		}
		if a := search(t, c, corpus.Query{Text: "zinnias", Types: []string{corpus.Report}, Mode: rag.Keyword}); len(a.Results) != 2 {
			t.Errorf("in all reports: %v", a)
		}
		if a := search(t, c, corpus.Query{Text: "zinnias", Types: corpus.Bundled(), Mode: rag.Keyword}); len(a.Results) != 0 {
			t.Errorf("in the standards: %v", ids(a))
		}
	})
}
