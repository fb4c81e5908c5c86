package api_test

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/data/ifrs"
	"github.com/sibyl-project/sibyl/projections/api"
	"github.com/sibyl-project/sibyl/rag"
	"github.com/sibyl-project/sibyl/rag/corpus"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// shelved is a world with an empty knowledge base in its database.
func shelved(t *testing.T, change func(*api.Config)) *world {
	t.Helper()
	return newWorld(t, func(cfg *api.Config) {
		if err := rag.Migrate(t.Context(), cfg.Pool); err != nil {
			t.Fatal(err)
		}
		if change != nil {
			change(cfg)
		}
	})
}

func (w *world) post(path, body string) answer {
	w.t.Helper()
	return w.do("POST", path, strings.NewReader(body), "Content-Type", "application/json")
}

func TestTheCorpusOverHTTP(t *testing.T) {
	w := shelved(t, nil)
	first := into[api.Ingested](t, w.post("/api/v1/rag/ingest", `{"corpus": "ifrs"}`).want(t, 200))
	if first.Status != "completed" || first.S1 != 242 || first.S2 != 298 || first.SASB != 0 || first.Total != 540 || first.Duration <= 0 {
		t.Errorf("%+v", first)
	}
	stats := into[map[string]int](t, w.get("/api/v1/rag/stats").want(t, 200))
	if want := map[string]int{"ifrs_s1": 242, "ifrs_s2": 298, "sasb": 103, "report": 0, "total": 643}; !reflect.DeepEqual(stats, want) {
		t.Errorf("%v", stats)
	}
	again := w.post("/api/v1/rag/ingest", `{"corpus": "all"}`).want(t, 409)
	refused := into[api.AlreadyIngested](t, again)
	if want := map[string]int{"ifrs_s1": 242, "ifrs_s2": 298, "sasb": 103}; !reflect.DeepEqual(refused.Existing, want) || refused.Message == "" ||
		refused.Code != "already_ingested" {
		t.Errorf("%s", again.body)
	}
	if after := into[map[string]int](t, w.get("/api/v1/rag/stats")); !reflect.DeepEqual(after, stats) {
		t.Errorf("ingesting twice: %v", after)
	}
	if gone := into[api.CorpusDeleted](t, w.do("DELETE", "/api/v1/rag/corpus/ifrs_s1", nil).want(t, 200)); gone !=
		(api.CorpusDeleted{Status: "deleted", SourceType: "ifrs_s1", Deleted: 242}) {
		t.Errorf("%+v", gone)
	}
	if stats := into[map[string]int](t, w.get("/api/v1/rag/stats")); stats["ifrs_s1"] != 0 || stats["total"] != 401 {
		t.Errorf("%v", stats)
	}
	if once := into[api.Ingested](t, w.do("POST", "/api/v1/rag/ingest", nil).want(t, 200)); once.S1 != 242 || once.Total != 242 {
		t.Errorf("%+v", once)
	}
	if indexed := w.do("POST", "/api/v1/rag/index", nil); indexed.StatusCode != http.StatusNotImplemented &&
		into[api.Indexed](t, indexed.want(t, 200)).Status != "indexed" {
		t.Errorf("%s", indexed.body) // 501 where this PostgreSQL has no pgvector
	}
	w.post("/api/v1/rag/ingest", `{"corpus": "gri"}`).want(t, 422)
	w.do("DELETE", "/api/v1/rag/corpus/report", nil).want(t, 404)
	w.do("DELETE", "/api/v1/rag/corpus/gri", nil).want(t, 404)
}

func TestSearchOverHTTP(t *testing.T) {
	w := shelved(t, nil)
	knowledge := corpus.New(rag.NewPostgres(w.pool))
	d := &document.Document{Version: document.Version, Pages: []document.Page{{Number: 1, Text: "The transition plan of Acme."}}}
	if _, err := knowledge.IngestReport(t.Context(), "rep_1", d); err != nil {
		t.Fatal(err)
	}
	search := func(body string) api.SearchAnswer {
		t.Helper()
		return into[api.SearchAnswer](t, w.post("/api/v1/rag/search", body).want(t, 200))
	}
	a := search(`{"query": "transition plan requirements", "top_k": 5, "mode": "hybrid", "source_types": ["ifrs_s1", "ifrs_s2"]}`)
	if a.TotalResults != 5 || len(a.Results) != 5 || a.SearchMode != "hybrid" || a.Notes == nil {
		t.Fatalf("%+v", a)
	}
	r := a.Results[0]
	if r.Metadata["paragraph_id"] != "S2.14(a)(iv)" || r.Metadata["pillar"] != "strategy" || r.Metadata["standard"] != "S2" ||
		r.Metadata["s1_counterpart"] != "S1.33(a)" ||
		r.SourceType != "ifrs_s2" || r.ReportID != nil || r.SearchMethod != "hybrid" || r.Rank != 1 || r.Keyword.Rank == 0 || r.Semantic.Score < 0.3 || r.ID == "" ||
		!strings.HasPrefix(r.Text, "[IFRS S2 > Strategy > Strategy and decision-making > S2.14(a)(iv)]\n\n") {
		t.Errorf("%+v", r)
	}
	for _, mode := range []string{"semantic", "keyword"} {
		a := search(`{"query": "S2.14(a)(iv)", "mode": "` + mode + `"}`)
		if len(a.Results) != 10 || a.Results[0].Metadata["paragraph_id"] != "S2.14(a)(iv)" || !a.Results[0].Exact || a.SearchMode != rag.Mode(mode) ||
			string(a.Results[0].SearchMethod) != mode {
			t.Errorf("%s: %+v", mode, a)
		}
	}
	searchForNotes(t, search)
	empty := w.post("/api/v1/rag/search", `{"query": "anything", "report_id": "rep_none"}`).want(t, 200)
	if !strings.Contains(string(empty.body), `"results":[]`) {
		t.Errorf("%s", empty.body)
	}
	for _, body := range []string{`{}`, `{"query": ""}`, `{"query": "  "}`, `{"query": "a", "mode": "fuzzy"}`, `{"query": "a", "top_k": 0}`,
		`{"query": "a", "top_k": 500}`, `{"query": "a", "source_types": ["gri"]}`, `{"query": "a", "mode": "keyword", "rrf_k": 60}`, `{"query": "a", "answer": 1}`,
		`{"query": "` + strings.Repeat("a", 8001) + `"}`} {
		w.post("/api/v1/rag/search", body).want(t, 422)
	}
	w.post("/api/v1/rag/search", `not JSON`).want(t, 400)
}

// searchForNotes searches for a paragraph that has moved, in one report, and in the industry standards.
func searchForNotes(t *testing.T, search func(body string) api.SearchAnswer) {
	t.Helper()
	if a := search(`{"query": "S2.7 remuneration"}`); len(a.Notes) != 1 || a.Results[0].Note != a.Notes[0] ||
		a.Results[1].Metadata["paragraph_id"] != "S2.6(a)(v)" {
		t.Errorf("%+v", a.Notes)
	}
	if a := search(`{"query": "transition plan", "report_id": "rep_1", "rrf_k": 60}`); len(a.Results) != 1 || *a.Results[0].ReportID != "rep_1" ||
		a.Results[0].SourceType != "report" ||
		a.Results[0].Metadata["page_start"] != 1.0 || a.Results[0].Text != "[Report]\n\nThe transition plan of Acme." || a.Results[0].Score <= 1.0/61 {
		t.Errorf("%+v", a)
	}
	if a := search(`{"query": "flaring of methane", "source_types": ["sasb"], "top_k": 1}`); a.Results[0].Metadata["standard_code"] != "EM-EP" ||
		a.Results[0].Metadata["industry_sector"] == nil {
		t.Errorf("%+v", a)
	}
}

func TestParagraphsOverHTTP(t *testing.T) {
	w := shelved(t, nil)
	get := func(id string) api.ParagraphAnswer {
		t.Helper()
		return into[api.ParagraphAnswer](t, w.get("/api/v1/rag/paragraphs/"+url.PathEscape(id)).want(t, 200))
	}
	for _, id := range []string{"S2.29(a)(i)(1)", "ifrs s2 paragraph 29(a)(i)(1)", "s2 29 a i 1"} {
		a := get(id)
		p := a.Paragraphs[0]
		if !a.Exact || a.Asked != "S2.29(a)(i)(1)" || p.ID != a.Asked || p.Parent.ID != "S2.29(a)(i)" || p.Paragraph.Pillar != "metrics_targets" ||
			p.Paragraph.GapRule != ifrs.Always ||
			p.Paragraph.SubRequirements[0].ID != "S2.29(a)(i)(1)#scope1_amount" || p.S1[0].ID != "S1.46(a)" || p.Chunk.Metadata["paragraph_id"] != p.ID ||
			p.Items == nil || p.Metric != nil {
			t.Errorf("%s: %+v", id, a)
		}
	}
	if a := get("S1.38-42"); !strings.Contains(a.Note, "risk management") || a.Paragraphs[0].ID != "S1.38" ||
		!slices.ContainsFunc(a.Paragraphs, func(p api.ParagraphEntry) bool { return p.ID == "S1.44" }) {
		t.Errorf("%+v", a)
	}
	if p := get("EM-EP-110a.1").Paragraphs[0]; p.Metric.IndustryCode != "EM-EP" || p.Metric.Unit == "" || p.Paragraph != nil || p.SourceType != "sasb" {
		t.Errorf("%+v", p)
	}
	for _, id := range []string{"S2.99", "nonsense", "ZZ-ZZ-110a.1", "%00"} {
		if a := w.get("/api/v1/rag/paragraphs/" + url.PathEscape(id)); a.StatusCode != http.StatusNotFound {
			t.Errorf("%q: %d %s", id, a.StatusCode, a.body)
		}
	}
}

// A copy in one's own words, long enough to be taken for one.
func ownWords() string {
	return strings.ReplaceAll(ifrs.Full("S2"), "transition plan", "zinnia plan")
}

func TestALicensedCopyIsShownToItsOwnerAlone(t *testing.T) {
	text := ownWords()
	for name, c := range map[string]struct {
		change func(*api.Config)
		owner  bool
	}{
		"on this machine": {nil, true},
		"for others":      {func(cfg *api.Config) { cfg.Addr = "0.0.0.0:8080" }, false},
		"by other names":  {func(cfg *api.Config) { cfg.Hosts = []string{"sibyl.example.org"} }, false},
	} {
		t.Run(name, func(t *testing.T) {
			w := shelved(t, c.change)
			put := w.do("PUT", "/api/v1/rag/licensed/s2", strings.NewReader(text), "Content-Type", "application/octet-stream")
			if !c.owner {
				put.want(t, 403)
				// One that is there from before is not shown either.
				read, err := corpus.ReadMarkdown(corpus.S2, text)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := corpus.New(rag.NewPostgres(w.pool)).IngestCopy(t.Context(), read); err != nil {
					t.Fatal(err)
				}
			} else if got := into[api.CopyIngested](t, put.want(t, 200)); got.SourceType != "licensed_s2" || got.Recognised != 298 || got.Chunks < 298 ||
				len(got.Missing) != 0 {
				t.Errorf("%+v", got)
			}
			found := into[api.SearchAnswer](t, w.post("/api/v1/rag/search", `{"query": "S2.14(a)(iv)", "mode": "keyword", "top_k": 1}`).want(t, 200))
			p := into[api.ParagraphAnswer](t, w.get("/api/v1/rag/paragraphs/S2.14(a)(iv)").want(t, 200)).Paragraphs[0]
			shown := strings.Contains(found.Results[0].Text, "zinnia") && found.Results[0].Licensed && found.Results[0].SourceType == "ifrs_s2" &&
				strings.Contains(p.LicensedText, "zinnia") && !strings.Contains(p.Text, "zinnia") && strings.Contains(p.Chunk.Text, "zinnia")
			hidden := !strings.Contains(found.Results[0].Text+p.LicensedText+p.Chunk.Text, "zinnia") && !found.Results[0].Licensed
			if shown != c.owner || hidden == c.owner {
				t.Errorf("search %+v, paragraph %+v", found.Results[0], p)
			}
			stats := into[map[string]int](t, w.get("/api/v1/rag/stats"))
			if stats["licensed_s2"] < 298 || stats["ifrs_s2"] != 298 {
				t.Errorf("%v", stats)
			}
			if gone := into[api.CorpusDeleted](t, w.do("DELETE", "/api/v1/rag/corpus/licensed_s2", nil).want(t, 200)); gone.Deleted != stats["licensed_s2"] {
				t.Errorf("%+v", gone)
			}
			if p := into[api.ParagraphAnswer](t, w.get("/api/v1/rag/paragraphs/S2.14(a)(iv)")).Paragraphs[0]; p.LicensedText != "" {
				t.Errorf("%+v", p)
			}
		})
	}
}

func TestCopiesThatCannotBeRead(t *testing.T) {
	pages := []document.Page{{Number: 1, Text: "Dear diary"}}
	w := shelved(t, func(cfg *api.Config) {
		cfg.ReadPDF = func(_ context.Context, pdf []byte) (*document.Document, error) {
			if strings.Contains(string(pdf), "broken") {
				return nil, errors.New("it is broken")
			}
			return &document.Document{Version: document.Version, Pages: pages}, nil
		}
	})
	put := func(standard, body string) answer {
		return w.do("PUT", "/api/v1/rag/licensed/"+standard, strings.NewReader(body), "Content-Type", "application/octet-stream")
	}
	for says, a := range map[string]answer{
		"it is broken":            put("s2", "%PDF-1.7 broken"),
		"were recognised":         put("s2", "%PDF-1.7 diary"),
		"0 SASB metrics":          put("sasb", "1 Dear diary."),
		"not text of at most":     put("s1", "\xff\xfe"),
		"expected value to be on": put("gri", "1 A"),
		"request body is":         put("s1", ""),
	} {
		if a.StatusCode != http.StatusUnprocessableEntity && a.StatusCode != http.StatusBadRequest || !strings.Contains(string(a.body), says) {
			t.Errorf("want %q: %d %s", says, a.StatusCode, a.body)
		}
	}
	put("s1", strings.Repeat("a", 1<<20+1)).want(t, 413) // the world's limit
	if stats := into[map[string]int](t, w.get("/api/v1/rag/stats")); stats["total"] != 643 {
		t.Errorf("%v", stats)
	}
}
