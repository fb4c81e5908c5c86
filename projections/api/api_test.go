package api_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections/api"
	"github.com/sibyl-project/sibyl/projections/projectionstest"
)

const (
	pdf = "junk before the mark\n%PDF-1.7\n1 0 obj\n"
	run = "run_0000000001aaaaaaaaaa"
)

func pdfID() string {
	sum := sha256.Sum256([]byte(pdf))
	return events.ReportID(hex.EncodeToString(sum[:]))
}

// preview plays intake.
func preview(t *testing.T, status events.PreviewStatus, attempt int, change ...func(*events.Preview)) events.Record {
	t.Helper()
	sum := sha256.Sum256([]byte(pdf))
	p := events.Preview{ReportID: pdfID(), SHA256: hex.EncodeToString(sum[:]), Filename: "a.pdf", Attempt: attempt, Status: status, Title: "A report", Pages: 3}
	if status == events.PreviewError {
		p.Error = "the file is protected by a password: remove it and upload again"
	}
	for _, c := range change {
		c(&p)
	}
	r, err := events.ReportPreviewed.Draft(events.ReportSubject(pdfID(), attempt), p).Seal(events.Envelope{}, "intake", time.Now())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestUploadIsCheckedByContent(t *testing.T) {
	w := newWorld(t, nil)
	w.upload("", [3]string{"file", "a.pdf", ""}).want(t, 400)
	w.upload("", [3]string{"file", "a.pdf", "<html>no</html>" + strings.Repeat(" ", 2000) + "%PDF"}).want(t, 415)
	w.upload("", [3]string{"file", "a.pdf", "%PDF" + strings.Repeat("x", 1<<20)}).want(t, 413)
	w.upload("", [3]string{"file", "a.pdf", "%PDF" + strings.Repeat("x", 2<<20)}).want(t, 413)
	w.upload("", [3]string{"other", "a.pdf", pdf}).want(t, 400)
	w.upload("?wait=soon", [3]string{"file", "a.pdf", pdf}).want(t, 422)
	w.do("POST", "/api/v1/reports", strings.NewReader(pdf), "Content-Type", "application/pdf").want(t, 400)
	body, contentType := form(t, [3]string{"file", "a.pdf", pdf})
	cut := make([]byte, 120)
	if _, err := io.ReadFull(body, cut); err != nil {
		t.Fatal(err)
	}
	w.do("POST", "/api/v1/reports", bytes.NewReader(cut), "Content-Type", contentType).want(t, 400)
	if got := into[struct{ Reports []any }](t, w.get("/api/v1/reports").want(t, 200)); got.Reports == nil || len(got.Reports) != 0 {
		t.Errorf("refused files became reports: %v", got)
	}
}

// A file that could not be read is read again, once, and only then; its preview is a resource of its own.
func TestRetryFromError(t *testing.T) {
	w := newWorld(t, nil)
	at := "/api/v1/reports/" + pdfID()
	w.do("POST", at+"/retry", nil).want(t, 404)
	w.get(at+"/preview").want(t, 404)
	up := into[struct {
		StatusURL string `json:"status_url"`
	}](t, w.upload("", [3]string{"file", "a.pdf", pdf}, [3]string{"company", "", "Nordwind"}).want(t, 202))
	if up.StatusURL != at {
		t.Errorf("status at %q", up.StatusURL)
	}
	w.get(at+"/preview").want(t, 409)
	w.get(at+"?wait=tomorrow").want(t, 422)
	w.do("POST", at+"/retry", nil).want(t, 409)
	w.log.Append(t, preview(t, events.PreviewError, 1))
	failed := into[events.Preview](t, w.get(at+"/preview?wait=60s").want(t, 200))
	if failed.Status != events.PreviewError || !strings.Contains(failed.Error, "password") {
		t.Errorf("preview of a file that cannot be read: %+v", failed)
	}
	again := w.do("POST", at+"/retry", nil).want(t, 202)
	if got := into[report](t, again); got.Preview != nil || again.Header.Get("Location") != at {
		t.Errorf("the second attempt: %+v at %s", got, again.Header.Get("Location"))
	}
	w.do("POST", at+"/retry", nil).want(t, 409)
	w.log.Append(t, preview(t, events.PreviewParsed, 2))
	read := into[events.Preview](t, w.get(at+"/preview?wait=60").want(t, 200))
	if read.Status != events.PreviewParsed || read.Attempt != 2 {
		t.Errorf("preview of the second attempt: %+v", read)
	}
	w.do("POST", at+"/retry", nil).want(t, 409) // nothing new would come of it
}

// With pictures that nobody could read there is something to gain.
func TestPicturesAreReadAgain(t *testing.T) {
	w := newWorld(t, nil)
	at := "/api/v1/reports/" + pdfID()
	w.upload("", [3]string{"file", "a.pdf", pdf}).want(t, 202)
	w.log.Append(t, preview(t, events.PreviewParsed, 1, func(p *events.Preview) { p.PagesImageOnly = []int{2} }))
	w.get(at+"/preview?wait=60").want(t, 200)
	w.do("POST", at+"/retry", nil).want(t, 202)
}

// A report is analysed as soon as it is read where that is asked for, and once.
func TestAutoStart(t *testing.T) {
	for name, c := range map[string]struct {
		server bool
		field  string
		starts bool
	}{
		"by default not":      {false, "", false},
		"asked for":           {false, "true", true},
		"configured":          {true, "", true},
		"configured, but not": {true, "false", false},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, func(c2 *api.Config) { c2.AutoStart = c.server })
			w.upload("", [3]string{"file", "a.pdf", pdf}, [3]string{"auto_start", "", c.field}).want(t, 202)
			w.log.Append(t, preview(t, events.PreviewParsed, 1))
			w.get("/api/v1/reports/"+pdfID()+"/preview?wait=60").want(t, 200)
			if !c.starts {
				// What would start it looks whenever it is woken, as this start wakes it.
				w.do("POST", "/api/v1/analysis/"+pdfID()+"/start", nil).want(t, 200)
			}
			var run string
			for run == "" {
				run = into[report](t, w.get("/api/v1/reports/"+pdfID()).want(t, 200)).LatestRun
			}
			// Handing it in again starts nothing.
			w.upload("", [3]string{"file", "a.pdf", pdf}, [3]string{"auto_start", "", "true"}).want(t, 200)
			var runs, marked int
			if err := w.pool.QueryRow(t.Context(), `select (select count(*) from app.runs), (select count(*) from app.reports where auto_start)`).
				Scan(&runs, &marked); err != nil {
				t.Fatal(err)
			}
			if runs != 1 || marked != 0 {
				t.Errorf("%d runs, %d reports still to start", runs, marked)
			}
		})
	}
	w := newWorld(t, nil)
	w.upload("", [3]string{"file", "a.pdf", pdf}, [3]string{"auto_start", "", "perhaps"}).want(t, 422)
}

type report struct {
	ID, Status, Error, Filename string
	ReportID                    string `json:"report_id"`
	LatestRun                   string `json:"latest_run"`
	Known                       bool
	Preview                     *events.Preview
}

func TestFromUploadToConflict(t *testing.T) {
	w := newWorld(t, nil)
	start := "/api/v1/analysis/" + pdfID() + "/start"
	w.do("POST", start, nil).want(t, 404)
	up := w.upload("", [3]string{"file", `C:\x\a.pdf`, pdf}, [3]string{"company", "", "Nordwind"}).want(t, 202)
	if got := into[report](t, up); got.ReportID != pdfID() || got.Known || got.Filename != "a.pdf" || up.Header.Get("Location") != "/api/v1/reports/"+pdfID() {
		t.Errorf("uploaded: %+v, Location %s", got, up.Header.Get("Location"))
	}
	w.do("POST", start, nil).want(t, 400)
	if got := into[report](t, w.upload("", [3]string{"file", "b.pdf", pdf}).want(t, 200)); !got.Known || got.Filename != "a.pdf" {
		t.Error("the same file was not recognised")
	}
	w.log.Append(t, preview(t, events.PreviewError, 1))
	failed := into[report](t, w.get("/api/v1/reports/"+pdfID()+"?wait=60").want(t, 200))
	if failed.Status != "error" || !strings.Contains(failed.Error, "password") {
		t.Errorf("a file that cannot be read: %+v", failed)
	}
	// Handing it in again is another attempt.
	if got := into[report](t, w.upload("", [3]string{"file", "a.pdf", pdf}).want(t, 202)); got.Known || got.Preview != nil {
		t.Errorf("second attempt: %+v", got)
	}
	w.log.Append(t, preview(t, events.PreviewParsed, 2))
	parsed := into[report](t, w.upload("?wait=60s", [3]string{"file", "a.pdf", pdf}).want(t, 200))
	if parsed.Status != "parsed" || parsed.Preview == nil || parsed.Preview.Title != "A report" {
		t.Errorf("a file that was read: %+v", parsed)
	}
	w.do("POST", start, strings.NewReader(`{"iterations": 99}`), "Content-Type", "application/json").want(t, 422)
	first := into[struct {
		Run    string `json:"run_id"`
		Status string
	}](t, w.do("POST", start, strings.NewReader(`{"iterations": 2}`), "Content-Type", "application/json").want(t, 200))
	if first.Run == "" || first.Status != "analyzing" {
		t.Errorf("started: %+v", first)
	}
	// At once, whatever the read models know.
	w.do("POST", start, nil).want(t, 409)
	status := into[struct {
		Status      string
		Run         string         `json:"run_id"`
		ClaimsCount int            `json:"claims_count"`
		ByType      map[string]int `json:"claims_by_type"`
	}](t, w.get("/api/v1/analysis/"+pdfID()+"/status").want(t, 200))
	if status.Status != "analyzing" || status.Run != first.Run || status.ClaimsCount != 0 || len(status.ByType) != 5 {
		t.Errorf("status: %+v", status)
	}
	if got := into[struct{ ID, Status string }](t, w.get("/api/v1/runs/"+first.Run).want(t, 200)); got.Status != "analyzing" {
		t.Errorf("a run that the log does not know yet: %+v", got)
	}
	got := w.get("/api/v1/reports/"+pdfID()+"/pdf").want(t, 200)
	if string(got.body) != pdf || got.Header.Get("Content-Type") != "application/pdf" {
		t.Errorf("the file came back as %q, %s", got.body, got.Header.Get("Content-Type"))
	}
	part := w.do("GET", "/api/v1/reports/"+pdfID()+"/pdf", nil, "Range", "bytes=5-9").want(t, 206)
	if string(part.body) != pdf[5:10] {
		t.Errorf("bytes 5-9 are %q", part.body)
	}
	w.get("/api/v1/reports/rep_none").want(t, 404)
	w.get("/api/v1/reports/rep_none/pdf").want(t, 404)
	w.get("/api/v1/analysis/rep_none/status").want(t, 404)
	w.get("/api/v1/nothing").want(t, 404)
	if allow := w.do("DELETE", "/api/v1/reports", nil).want(t, 405).Header.Get("Allow"); allow != "GET, HEAD, POST" {
		t.Errorf("allowed: %q", allow)
	}
	w.get("/api/v1/runs/run%00").want(t, 400)
	w.get("/api/v1/reports/%FF").want(t, 400)
}

func TestReadingARun(t *testing.T) {
	w := newWorld(t, nil)
	records := projectionstest.Story{Run: run, Claims: 12}.Records(t)
	w.log.Append(t, projectionstest.Submission(t)...)
	w.log.Append(t, projectionstest.Feed(records[0])...)
	path := "/api/v1/runs/" + run
	await(t, w, path, `"status":"analyzing"`)
	done := make(chan answer)
	go func() { done <- w.get(path + "?wait=60") }()
	w.log.Append(t, projectionstest.Feed(records[1:]...)...)
	view := into[struct {
		ID, Status string
		ReportID   string `json:"report_id"`
		LastSeq    int    `json:"last_seq"`
		Verdicts   map[string]int
	}](t, (<-done).want(t, 200))
	if view.Status != "completed" || view.LastSeq != len(records) || view.Verdicts["contradicted"] != 2 || view.ReportID != projectionstest.Report {
		t.Errorf("the run: %+v", view)
	}
	end := strconv.Itoa(len(records))
	w.get(path+"/feed?after="+end).want(t, 200)
	w.get(path+"/feed?after="+end+"0").want(t, 422) // beyond the end
	if got := into[struct{ Runs []map[string]any }](t, w.get("/api/v1/runs").want(t, 200)); len(got.Runs) != 1 || got.Runs[0]["id"] != run ||
		got.Runs[0]["status"] != "completed" {
		t.Errorf("runs: %v", got)
	}
	for list, want := range map[string]int{
		"findings": 24, "findings?agent=legal": 12, "verdicts": 12, "verdicts?verdict=contradicted": 2, "verdicts?revisions=true": 12, "gaps": 2,
		"gaps?status=not_addressed": 1, "gaps?pillar=governance": 0, "checks": 4, "checks?result=pass": 0, "coverage": 5,
	} {
		name, _, _ := strings.Cut(list, "?")
		got := into[map[string]any](t, w.get(path+"/"+list).want(t, 200))
		n := -1
		switch l := got[name].(type) {
		case []any:
			n = len(l)
		case map[string]any:
			n = len(l)
		}
		if n != want {
			t.Errorf("%s: %d, want %d", list, n, want)
		}
	}
	w.get(path+"/verdicts?verdict=true").want(t, 422)
	for _, part := range []string{"", "/findings", "/verdicts", "/gaps", "/coverage", "/checks", "/feed", "/document", "/export.md"} {
		w.get("/api/v1/runs/run_none"+part).want(t, 404)
	}

	var seqs []int
	for after := 0; ; {
		page := into[struct {
			Events []struct {
				Seq   int
				Event map[string]any
			}
			LastSeq int  `json:"last_seq"`
			AtEnd   bool `json:"at_end"`
		}](t, w.get(fmt.Sprintf("%s/feed?limit=50&after=%d", path, after)).want(t, 200))
		for _, e := range page.Events {
			seqs = append(seqs, e.Seq)
			if e.Event["run"] != run || e.Event["type"] != records[e.Seq-1].Type || e.Event["id"] != records[e.Seq-1].ID {
				t.Errorf("event %d is %v", e.Seq, e.Event)
			}
		}
		if after = page.LastSeq; page.AtEnd {
			break
		}
	}
	if len(seqs) != len(records) || !slices.IsSorted(seqs) || seqs[0] != 1 {
		t.Errorf("the feed has %d events from %d, want %d", len(seqs), seqs[0], len(records))
	}
	for format, mark := range map[string]string{"json": `"claims": [`, "md": "# Nordwind Ceramics", "html": "<!doctype html>", "csv": "table,", "xlsx": "PK"} {
		got := w.get(path+"/export."+format).want(t, 200)
		if !strings.Contains(string(got.body), mark) || !strings.Contains(got.Header.Get("Content-Disposition"), run+"."+format) {
			t.Errorf("export.%s: %s %.80s", format, got.Header.Get("Content-Disposition"), got.body)
		}
	}
	if a, b := w.get(path+"/document").want(t, 200), w.get(path+"/export.json").want(t, 200); !bytes.Equal(a.body, b.body) {
		t.Error("document and export.json differ")
	}
}

func TestClaimsOfTheLatestRun(t *testing.T) {
	w := newWorld(t, nil)
	w.log.Append(t, projectionstest.Submission(t)...)
	w.log.Append(t, projectionstest.Feed(projectionstest.Story{Run: run, Claims: 12}.Records(t)...)...)
	await(t, w, "/api/v1/analysis/"+projectionstest.Report+"/status", `"status":"completed"`)

	type list struct {
		Claims []struct {
			ID, Priority string
			ClaimText    string         `json:"claim_text"`
			ClaimType    string         `json:"claim_type"`
			SourcePage   int            `json:"source_page"`
			Location     map[string]any `json:"source_location"`
			Paragraphs   []any          `json:"ifrs_paragraphs"`
			Reasoning    string         `json:"agent_reasoning"`
			CreatedAt    time.Time      `json:"created_at"`
		}
		Total, Page, Size int
	}
	path := "/api/v1/analysis/" + projectionstest.Report + "/claims"
	all := into[list](t, w.get(path).want(t, 200))
	if all.Total != 12 || len(all.Claims) != 12 || all.Page != 1 || all.Size != 50 {
		t.Errorf("claims: %d of %d, page %d, size %d", len(all.Claims), all.Total, all.Page, all.Size)
	}
	rank := map[string]int{"high": 0, "medium": 1, "low": 2}
	for i, c := range all.Claims {
		if c.ClaimText == "" || c.SourcePage == 0 || c.Location["source_context"] == "" || len(c.Paragraphs) != 1 || c.Reasoning == "" || c.CreatedAt.IsZero() {
			t.Errorf("claim %d lacks something: %+v", i, c)
		}
		if i == 0 {
			continue
		}
		if b := all.Claims[i-1]; b.SourcePage > c.SourcePage || b.SourcePage == c.SourcePage && rank[b.Priority] > rank[c.Priority] {
			t.Errorf("claim %d stands before %d", i-1, i)
		}
	}
	second := into[list](t, w.get(path+"?size=5&page=3").want(t, 200))
	if len(second.Claims) != 2 || second.Claims[0].ID != all.Claims[10].ID || second.Total != 12 {
		t.Errorf("page 3 of size 5: %+v", second)
	}
	if got := into[list](t, w.get(path+"?type=quantitative&priority=high").want(t, 200)); got.Total != 2 || got.Claims[1].ClaimType != "quantitative" {
		t.Errorf("filtered: %+v", got)
	}
	for _, bad := range []string{"?type=other", "?priority=urgent", "?size=101", "?page=0"} {
		w.get(path+bad).want(t, 422)
	}
	one := w.get(path+"/"+all.Claims[3].ID).want(t, 200)
	if !bytes.Contains(one.body, []byte(all.Claims[3].ClaimText)) {
		t.Errorf("one claim: %s", one.body)
	}
	w.get(path+"/clm_none").want(t, 404)
}

// await asks until the answer holds a text; each question waits on the server.
func await(t *testing.T, w *world, path, text string) {
	t.Helper()
	deadline := time.Now().Add(projectionstest.Patience)
	for {
		a := w.get(path)
		if bytes.Contains(a.body, []byte(text)) {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%s never said %s: %s", path, text, a.body)
		}
	}
}

func TestOpenAPI(t *testing.T) {
	w := newWorld(t, nil)
	doc := into[struct {
		OpenAPI string `json:"openapi"`
		Paths   map[string]map[string]any
	}](t, w.get("/api/v1/openapi.json").want(t, 200))
	if !strings.HasPrefix(doc.OpenAPI, "3.1") {
		t.Errorf("OpenAPI %s", doc.OpenAPI)
	}
	for _, op := range []string{
		"post /reports", "get /reports", "get /reports/{id}", "get /reports/{id}/pdf", "post /analysis/{reportId}/start",
		"get /analysis/{reportId}/status", "get /analysis/{reportId}/claims", "get /analysis/{reportId}/claims/{claimId}", "get /runs",
		"get /runs/{run}", "get /runs/{run}/document", "get /runs/{run}/findings", "get /runs/{run}/verdicts", "get /runs/{run}/gaps",
		"get /runs/{run}/coverage", "get /runs/{run}/checks", "get /runs/{run}/claims/{claim}/statement",
		"get /runs/{run}/feed", "get /runs/{run}/export.json", "get /runs/{run}/export.html", "get /runs/{run}/export.csv", "get /runs/{run}/export.xlsx",
		"get /runs/{run}/export.md", "post /runs/{run}/overrides", "post /live/ticket",
		"post /reports/{id}/evidence", "get /reports/{id}/evidence", "post /evidence", "get /evidence", "get /evidence/{id}", "delete /evidence/{id}",
	} {
		method, path, _ := strings.Cut(op, " ")
		if doc.Paths["/api/v1"+path][method] == nil {
			t.Errorf("%s is not described", op)
		}
	}
}

// What is text comes compressed as the client likes it; parts of a report's file can be asked for.
func TestTextIsCompressed(t *testing.T) {
	w := newWorld(t, nil)
	w.upload("", [3]string{"file", "a.pdf", pdf + strings.Repeat("x", 4096)}).want(t, 202)
	for _, path := range []string{"/licences.txt", "/api/v1/openapi.json"} {
		plain := w.do("GET", path, nil, "Accept-Encoding", "identity").want(t, 200)
		packed := w.do("GET", path, nil, "Accept-Encoding", "gzip, deflate, br, zstd").want(t, 200)
		z, err := zstd.NewReader(bytes.NewReader(packed.body))
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(z)
		if err != nil || !bytes.Equal(body, plain.body) || packed.Header.Get("Content-Encoding") != "zstd" || plain.Header.Get("Content-Encoding") != "" {
			t.Errorf("%s: %v; %s, %d bytes of %d", path, err, packed.Header.Get("Content-Encoding"), len(body), len(plain.body))
		}
		z.Close()
		if a := w.get(path); !a.Uncompressed || !bytes.Equal(a.body, plain.body) { // Go's client asks for gzip
			t.Errorf("%s is not compressed for a client that takes gzip alone", path)
		}
	}
	all := into[struct{ Reports []struct{ ID string } }](t, w.get("/api/v1/reports").want(t, 200))
	part := w.do("GET", "/api/v1/reports/"+all.Reports[0].ID+"/pdf", nil, "Accept-Encoding", "gzip", "Range", "bytes=2000-3999").want(t, 206)
	if len(part.body) != 2000 || part.Header.Get("Content-Encoding") != "" {
		t.Errorf("%d bytes, %q", len(part.body), part.Header.Get("Content-Encoding"))
	}
	whole := w.do("GET", "/api/v1/reports/"+all.Reports[0].ID+"/pdf", nil, "Accept-Encoding", "gzip").want(t, 200)
	if whole.Header.Get("Accept-Ranges") != "bytes" {
		t.Errorf("the file does not say that parts can be asked for: %v", whole.Header)
	}
}

func TestStrangersAreRefused(t *testing.T) {
	w := newWorld(t, nil)
	start := "/api/v1/analysis/rep_x/start"
	w.do("POST", start, nil, "Origin", "https://evil.example").want(t, 403)
	w.do("POST", start, nil, "Sec-Fetch-Site", "cross-site").want(t, 403)
	w.do("POST", start, nil, "Host", "evil.example").want(t, 421)
	w.do("GET", "/api/v1/reports", nil, "Host", "evil.example:80").want(t, 421)
	w.do("POST", start, nil, "Host", "localhost:1").want(t, 404)
	w.do("POST", start, nil, "Origin", w.url).want(t, 404)
	page := w.get("/").want(t, 200)
	for _, h := range []string{"Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy", "X-Frame-Options"} {
		if page.Header.Get(h) == "" {
			t.Errorf("the page has no %s", h)
		}
	}
	open := newWorld(t, func(c *api.Config) { c.Addr = "0.0.0.0:8080" })
	open.do("GET", "/api/v1/reports", nil, "Host", "sibyl.example").want(t, 200)
	open.do("POST", start, nil, "Host", "sibyl.example", "Origin", "https://evil.example").want(t, 403)
}

func TestToken(t *testing.T) {
	w := newWorld(t, func(c *api.Config) {
		c.Token = "s3cret"
		c.Metrics = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("sibyl_up 1\n")) })
	})
	w.get("/api/v1/reports").want(t, 401)
	w.do("GET", "/api/v1/reports", nil, "Authorization", "Bearer wrong").want(t, 401)
	w.do("GET", "/api/v1/reports", nil, "Authorization", "Bearer s3cret").want(t, 200)
	for _, open := range []string{"/", "/icon.svg", "/healthz", "/readyz", "/api/v1/healthz", "/api/v1/readyz"} {
		w.get(open).want(t, 200)
	}
	for _, closed := range []string{"/metrics", "/api/v1/metrics"} {
		w.get(closed).want(t, 401)
		w.do("GET", closed, nil, "Authorization", "Bearer s3cret").want(t, 200)
	}
	w.do("POST", "/api/v1/live/ticket", nil).want(t, 401)
	ticket := into[api.Ticket](t, w.do("POST", "/api/v1/live/ticket", nil, "Authorization", "Bearer s3cret").want(t, 200))
	w.get("/api/v1/reports/rep_none/pdf").want(t, 401)
	w.get("/api/v1/reports/rep_none/pdf?ticket="+ticket.Ticket+"x").want(t, 401)
	w.get("/api/v1/reports/rep_none/pdf?ticket="+ticket.Ticket).want(t, 404)
	w.get("/api/v1/reports?ticket="+ticket.Ticket).want(t, 401)
	w.get("/api/v1/live?ticket=9999999999.AAAA").want(t, 401)
}
