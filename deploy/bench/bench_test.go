package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// The test binary stands in for the processes that are measured.
func TestMain(m *testing.M) {
	if code, ok := childMain(os.Args[1:]); ok {
		os.Exit(code)
	}
	switch os.Getenv("BENCH_TEST_ROLE") {
	case "orphan-maker":
		os.Exit(leaveOrphan())
	case "holder":
		os.Exit(hold())
	case "sibyl":
		os.Exit(standIn())
	case "kept":
		os.Exit(keptStandIn())
	}
	os.Exit(m.Run())
}

const held = 64 << 20

// hold keeps 64 MB until its input closes.
func hold() int {
	memory := bytes.Repeat([]byte{1}, held)
	fmt.Println("holding", os.Getpid())
	if _, err := io.Copy(io.Discard, os.Stdin); err != nil {
		return 1
	}
	return int(memory[held-1]) - 1
}

// leaveOrphan starts a holder and ends before it.
func leaveOrphan() int {
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), "BENCH_TEST_ROLE=holder")
	c.Stdin, c.Stdout = os.Stdin, os.Stdout
	if err := c.Start(); err != nil {
		return 1
	}
	return 0
}

// standIn answers as `sibyl analyze FILE --offline --format json --data-dir DIR [--profile DIR]` does.
func standIn() int {
	args := slices.DeleteFunc(slices.Clone(os.Args[1:]), func(a string) bool { return a == "--offline" })
	profiled := len(args) == 8 && args[6] == "--profile"
	if len(args) != len(os.Args)-2 || len(args) != 6 && !profiled ||
		args[0] != "analyze" || args[2] != "--format" || args[3] != "json" || args[4] != "--data-dir" {
		fmt.Fprintln(os.Stderr, "sibyl: wrong usage", args)
		return 2
	}
	if _, err := os.Stat(args[5]); !os.IsNotExist(err) {
		fmt.Fprintln(os.Stderr, "sibyl: the data directory is not empty")
		return 1
	}
	if os.Getenv("SIBYL_DATABASE_URL") != "" {
		fmt.Fprintln(os.Stderr, "sibyl: the environment leads to another instance")
		return 1
	}
	if _, err := os.ReadFile(args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "sibyl: unreadable report")
		return 2
	}
	stages := `{"events": 9, "processor_seconds": 1.5, "stages": [{"stage": "read", "to_seconds": 2, "processor_seconds": 1.2}]}`
	if profiled {
		if err := os.WriteFile(filepath.Join(args[7], "stages.json"), []byte(stages), 0o644); err != nil {
			return 1
		}
	}
	now := time.Now().Format(time.RFC3339Nano)
	fmt.Printf(`{"report": {"pages": 3}, "run": {"status": "completed", "started_at": %q, "finished_at": %q},
		"claims": [{}], "verdicts": [{"claim_id": "a"}]}`, now, now)
	return 0
}

func TestMeasure(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("memory is read from Linux's /proc")
	}
	t.Setenv("BENCH_TEST_ROLE", "sibyl")
	t.Setenv("SIBYL_DATABASE_URL", "postgres://elsewhere/")
	report := filepath.Join(t.TempDir(), "r.pdf")
	if err := makeReport(report, 3, 1, 0); err != nil {
		t.Fatal(err)
	}
	f, err := measure(t.Context(), os.Args[0], report)
	if err != nil {
		t.Fatal(err)
	}
	if f.Pages != 3 || f.Claims != 1 || f.Verdicts != 1 || f.Seconds <= 0 || f.Startup < 0 || f.Ending < 0 || f.Samples == 0 {
		t.Errorf("measured %+v", f)
	}
	if f.Events != 9 || f.Processor != 1.5 || len(f.Stages) != 1 || f.Stages[0] != (Stage{Stage: "read", To: 2, Processor: 1.2}) {
		t.Errorf("the stages are %+v", f)
	}
	if _, err := measure(t.Context(), os.Args[0], report+".gone"); err == nil || !strings.Contains(err.Error(), "unreadable report") {
		t.Errorf("a failed analysis is reported as %v", err)
	}
}

func TestMemoryOfAnOrphanIsCounted(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("memory is read from Linux's /proc")
	}
	if err := adoptOrphans(); err != nil {
		t.Fatal(err)
	}
	mark := "SIBYL_BENCH_MARK=" + t.Name()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "BENCH_TEST_ROLE=orphan-maker", mark)
	in, out := pipe(t), pipe(t)
	cmd.Stdin, cmd.Stdout = in.r, out.w
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out.r).ReadString('\n')
	if err != nil || !strings.HasPrefix(line, "holding") {
		t.Fatalf("the holder says %q: %v", line, err)
	}
	w := newWatch(cmd.Process.Pid, mark)
	w.sample()
	if err := in.w.Close(); err != nil {
		t.Fatal(err)
	}
	var f Figures
	w.write(&f)
	if len(f.Processes) != 1 || f.PeakRSS < held/1e6 || f.PeakPSS < held/1e6 || f.SumOfHWM < held/1e6 {
		t.Errorf("64 MB held by an orphan, but seen: %+v", f)
	}
}

func TestMemoryOfOthersIsNotCounted(t *testing.T) {
	w := newWatch(-1, "SIBYL_BENCH_MARK=nobody has this")
	w.sample()
	if len(w.known) != 0 || w.rss != 0 {
		t.Errorf("counted %v", w.known)
	}
}

type ends struct{ r, w *os.File }

func pipe(t *testing.T) ends {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close(); w.Close() })
	return ends{r, w}
}

func TestFigures(t *testing.T) {
	began := time.Date(2025, 1, 1, 12, 0, 0, 0, time.UTC)
	doc := `{"report": {"pages": 158}, "run": {"status": "completed", "started_at": "2025-01-01T12:00:03Z",
		"finished_at": "2025-01-01T12:00:11.5Z"}, "claims": [{}, {}], "verdicts": [{"claim_id": "a"}, {"claim_id": "b"}, {"claim_id": "b"}]}`
	fresh := func() *Figures {
		f := &Figures{Seconds: 12, PeakRSS: 500}
		if err := f.read([]byte(doc), began, began.Add(12*time.Second)); err != nil {
			t.Fatal(err)
		}
		return f
	}
	f := fresh()
	if f.Startup != 3 || f.Analysis != 8.5 || f.Ending != 0.5 || f.Claims != 2 || f.Verdicts != 2 || f.Pages != 158 {
		t.Errorf("read %+v", f)
	}
	limits := Limits{Seconds: 20, MB: 800}
	if f.judge(limits); !f.Passed {
		t.Errorf("missed %v", f.Missed)
	}
	for name, spoil := range map[string]func(*Figures){
		"slow":              func(f *Figures) { f.Seconds = 20.1 },
		"fat":               func(f *Figures) { f.PeakRSS = 801 },
		"failed":            func(f *Figures) { f.Status = "error" },
		"empty":             func(f *Figures) { f.Claims, f.Verdicts = 0, 0 },
		"without a verdict": func(f *Figures) { f.Verdicts = 1 },
	} {
		f := fresh()
		spoil(f)
		f.judge(limits)
		var out bytes.Buffer
		if err := f.print(&out); err != nil {
			t.Fatal(err)
		}
		if f.Passed || !strings.Contains(out.String(), "FAIL") {
			t.Errorf("%s: passed\n%s", name, &out)
		}
	}
}

func TestReportIsAFunctionOfItsSeed(t *testing.T) {
	dir := t.TempDir()
	read := func(name string, seed uint64) []byte {
		path := filepath.Join(dir, name)
		if err := makeReport(path, 12, seed, 0); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	first := read("a.pdf", 1)
	if !bytes.Equal(first, read("b.pdf", 1)) {
		t.Error("the same seed gives other bytes")
	}
	if bytes.Equal(first, read("c.pdf", 2)) {
		t.Error("another seed gives the same bytes")
	}
	if n := bytes.Count(first, []byte("/Type /Page\n")); n != 12 {
		t.Errorf("%d pages", n)
	}
}

func TestCostIsWhatPagesAdd(t *testing.T) {
	c := &Cost{}
	for _, f := range []Figures{
		{Pages: 10, Claims: 20, Events: 500, Seconds: 6, Processor: 5, PeakRSS: 300},
		{Pages: 50, Claims: 100, Events: 2000, Seconds: 8, Processor: 8, PeakRSS: 330},
		{Pages: 110, Claims: 220, Events: 5000, Seconds: 15, Processor: 15, PeakRSS: 400},
	} {
		c.add(&f)
	}
	if len(c.Sizes) != 3 || c.PerPage != 0.1 || c.Fixed != 4 || c.PageMB != 1 || c.FixedMB != 290 {
		t.Errorf("have %+v", c)
	}
	var out bytes.Buffer
	if err := c.print(&out); err != nil || !strings.Contains(out.String(), "for each page 100 ms and 1.00 MB") {
		t.Errorf("printed %q, %v", &out, err)
	}
}

func TestSizesGrow(t *testing.T) {
	if got, err := numbers("10, 50,200"); err != nil || len(got) != 3 || got[2] != 200 {
		t.Errorf("have %v, %v", got, err)
	}
	for _, bad := range []string{"", "a", "10,10", "50,10", "0", "-1"} {
		if got, err := numbers(bad); err == nil {
			t.Errorf("%q is read as %v", bad, got)
		}
	}
}
