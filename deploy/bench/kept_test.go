package main

import (
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// keptStandIn answers as sibyl does on a data directory that is kept: what it was asked stands in there.
func keptStandIn() int {
	dir := os.Args[slices.Index(os.Args, "--data-dir")+1]
	log, err := os.OpenFile(dir, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return 1
	}
	fmt.Fprintln(log, strings.Join(os.Args[1:3], " "))
	switch os.Args[1] {
	case "analyze":
		at := time.Now().Format(time.RFC3339Nano)
		fmt.Printf(`{"run": {"id": "run_%s", "started_at": %q}, "claims": [{}, {}]}`, filepath.Base(os.Args[2]), at)
		if i := slices.Index(os.Args, "--profile"); i > 0 {
			if os.WriteFile(filepath.Join(os.Args[i+1], "stages.json"), fmt.Appendf(nil, `{"first_page": %q}`, at), 0o644) != nil {
				return 1
			}
		}
	case "rebuild":
		fmt.Print(`{"rebuilt": [{"model": "feed", "rows": {"feed": 5000}}, {"model": "runs", "rows": {"runs": 3}}], "seconds": 0.5}`)
	case "up":
		stop := make(chan os.Signal, 1)
		signal.Notify(stop, os.Interrupt)
		fmt.Fprintln(log, "listening")
		<-stop
	}
	return 0
}

func TestKeptMeasuresWhatADirectoryIsUsedFor(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("memory is read from Linux's /proc")
	}
	t.Setenv("BENCH_TEST_ROLE", "kept")
	t.Chdir("../..")
	dir := filepath.Join(t.TempDir(), "data")
	all, err := (&kept{binary: os.Args[0], dir: dir, settling: 500 * time.Millisecond, idleTime: 100 * time.Millisecond}).measure(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	asked, err := os.ReadFile(dir)
	if err != nil {
		t.Fatal(err)
	}
	long, small := "report-280-seed1-dense90.pdf", "report-27-seed1.pdf"
	want := []string{
		"analyze .build/bench/" + long, "replay run_" + long, "analyze " + sampleReport, "analyze " + sampleReport, "analyze " + sampleReport,
		"analyze .build/bench/" + small, "replay run_" + small, "rebuild --json", "up --offline", "listening",
	}
	if got := strings.Split(strings.TrimSpace(string(asked)), "\n"); !slices.Equal(got, want) {
		t.Errorf("asked %q, want %q", got, want)
	}
	if len(all) != 11 {
		t.Fatalf("%d figures: %+v", len(all), all)
	}
	for _, r := range all[:4] {
		if r.Value <= 0 || r.Value > 60 {
			t.Errorf("a start: %+v", r)
		}
	}
	if r := all[8]; r.Value != 10000 || r.Passed || !r.AtLeast {
		t.Errorf("10,000 events a second where 20,000 are asked for: %+v", r)
	}
	if r := all[10]; r.Value <= 0 || !r.Passed {
		t.Errorf("memory of an instance with nothing to do: %+v", r)
	}
}
