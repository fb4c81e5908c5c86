package profile

import (
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime/pprof"
	"strings"
	"testing"
	"time"

	pprofile "github.com/google/pprof/profile"

	"github.com/sibyl-project/sibyl/events"
)

// Every processor and part has a stage of its own choice: one that is forgotten hides its time under "other".
func TestEveryPartHasAStage(t *testing.T) {
	for name, want := range map[string]Stage{
		"intake": Read, "claims": Extract, "claims.reduce": Extract, "indexer": Index, "router": Investigate, "judge": Judge,
		"conductor": Log, "feed": Log, "relay": Log, "api": Document, "read-models": Document, "": Other, "somebody": Other,
	} {
		if got := stageOf(name); got != want {
			t.Errorf("%q works in %q, want %q", name, got, want)
		}
	}
	for _, a := range events.Agents() {
		if got := stageOf(string(a)); got != Investigate {
			t.Errorf("%s works in %q", a, got)
		}
	}
}

func TestSamplesAreSummedByTheirLabels(t *testing.T) {
	sample := func(ms int64, label, value string) *pprofile.Sample {
		s := &pprofile.Sample{Value: []int64{1, ms * int64(time.Millisecond)}}
		if label != "" {
			s.Label = map[string][]string{label: {value}, "event": {"claim.routed"}}
		}
		return s
	}
	p := &pprofile.Profile{
		SampleType: []*pprofile.ValueType{{Type: "samples", Unit: "count"}, {Type: "cpu", Unit: "nanoseconds"}},
		Sample:     []*pprofile.Sample{sample(300, "agent", "legal"), sample(50, "", ""), sample(200, "agent", "legal"), sample(70, "part", "api")},
	}
	got := sum(p)
	want := []Share{{"api", Document, 0.07}, {"legal", Investigate, 0.5}}
	if len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
		t.Errorf("have %v, want %v", got, want)
	}
	if got := sum(&pprofile.Profile{}); got != nil {
		t.Errorf("of a profile without processor time: %v", got)
	}
}

// The test's own process stands for the main one and for the processors.
func TestStagesAreWrittenFromWhatWasRecorded(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	w := NewWatch()
	var last float64
	for _, process := range []string{Main, Processors} {
		r, err := Record(dir, process)
		if err != nil {
			t.Fatal(err)
		}
		pprof.Do(t.Context(), pprof.Labels("agent", "legal"), func(context.Context) { last += work(150 * time.Millisecond) })
		if err := r.Stop(); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(filepath.Join(dir, process+".heap.pprof")); err != nil || info.Size() == 0 {
			t.Errorf("the heap of %s: %v", process, err)
		}
	}
	at := w.began.Add(20 * time.Millisecond)
	w.Read(3 * time.Second)
	w.Page()
	read := time.Now()
	w.Page() // another one
	w.See("legal", "finding.produced", at)
	w.See("legal", "finding.produced", at.Add(30*time.Millisecond))
	w.See("conductor", events.AnalysisCompleted.Type, at.Add(40*time.Millisecond))
	w.Count(3)
	if _, err := w.Finish(dir, "r.pdf", 7, 3); err != nil {
		t.Fatal(err)
	}
	table, err := ReadTable(dir)
	if err != nil {
		t.Fatal(err)
	}
	if table.Report != "r.pdf" || table.Pages != 7 || table.Claims != 3 || table.Events != 3 || len(table.Processes) != 2 {
		t.Errorf("have %+v", table)
	}
	if table.FirstPage.Before(w.began) || table.FirstPage.After(read) {
		t.Errorf("the first page was read at %v, between %v and %v", table.FirstPage, w.began, read)
	}
	spans, total := map[Stage]Span{}, 0.0
	for _, s := range table.Stages {
		spans[s.Stage] = s
		total += s.Processor
	}
	if s := spans[Investigate]; s.Processor <= 0 || !near(s.From, 0.02) || !near(s.To, 0.05) {
		t.Errorf("investigate: %+v, of %v", s, last)
	}
	if s := spans[Document]; !near(s.From, 0.06) || !near(s.To, table.Seconds) {
		t.Errorf("document: %+v of %v s", s, table.Seconds)
	}
	if s := spans[Read]; s.From != 0 || s.Processor < 3 {
		t.Errorf("reading begins at %v and took %v s", s.From, s.Processor)
	}
	if len(spans) != len(stages()) || total < 0.99*table.Processor {
		t.Errorf("the stages have %v of %v s", total, table.Processor)
	}
	var text strings.Builder
	if err := table.Print(&text); err != nil || !strings.Contains(text.String(), "investigate") {
		t.Errorf("printed %q, %v", &text, err)
	}
}

func near(a, b float64) bool { return a > b-1e-6 && a < b+1e-6 }

// work uses processor time and returns something that depends on it.
func work(d time.Duration) float64 {
	x := 1.0
	for began := time.Now(); time.Since(began) < d; {
		for range 10_000 {
			x = x*1.0000001 + 1e-9
		}
	}
	return x
}

func TestWhatWasNotRecordedIsSaid(t *testing.T) {
	if _, err := NewWatch().Finish(t.TempDir(), "r.pdf", 1, 1); err == nil || !strings.Contains(err.Error(), Main) {
		t.Errorf("a process without a profile: %v", err)
	}
	var none *Recording
	if err := none.Stop(); err != nil {
		t.Errorf("nothing was recorded, and stopping it says %v", err)
	}
	if r, err := Record("", Main); r != nil || err != nil {
		t.Errorf("without a folder: %v, %v", r, err)
	}
	var nobody *Watch
	nobody.See("legal", "finding.produced", time.Now())
}

func TestProfilesAreServedOnThisMachineAlone(t *testing.T) {
	for _, addr := range []string{"0.0.0.0:0", ":0", "192.0.2.1:6060", "example.org:6060", "127.0.0.1", "nonsense"} {
		if _, err := Serve(addr, ""); err == nil || !strings.Contains(err.Error(), "this machine") {
			t.Errorf("%s: %v", addr, err)
		}
	}
	ln, err := net.Listen("unix", filepath.Join(t.TempDir(), "s"))
	if err != nil {
		t.Fatal(err)
	}
	child := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := json.NewEncoder(w).Encode(r.URL.Path); err != nil {
			t.Error(err)
		}
	}))
	child.Listener = ln
	child.Start()
	defer child.Close()
	here, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := here.Addr().String()
	stop := serveOn(here, ln.Addr().String())
	get := func(path, host string) (int, string) {
		t.Helper()
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+addr+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		if host != "" {
			req.Host = host
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		body, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		return resp.StatusCode, string(body)
	}
	if code, body := get("/debug/pprof/", "localhost"); code != http.StatusOK || !strings.Contains(body, "goroutine") {
		t.Errorf("%d: %s", code, body)
	}
	if code, body := get("/processors/debug/pprof/heap", ""); code != http.StatusOK || body != "\"/debug/pprof/heap\"\n" {
		t.Errorf("%d: %s", code, body)
	}
	if code, _ := get("/debug/pprof/", "evil.example"); code != http.StatusForbidden {
		t.Errorf("a page of another name gets %d", code)
	}
	if err := stop(); err != nil {
		t.Error(err)
	}
	if stop, err := Serve("", ""); err != nil || stop() != nil {
		t.Errorf("without an address: %v", err)
	}
}
