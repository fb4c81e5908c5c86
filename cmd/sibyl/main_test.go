package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/go-pdf/fpdf"

	"github.com/sibyl-project/sibyl/cmd/sibyl/exit"
	"github.com/sibyl-project/sibyl/cmd/sibyl/worker"
	"github.com/sibyl-project/sibyl/deploy/embedded"
	"github.com/sibyl-project/sibyl/events"
)

// TestMain lets the test binary be its own broker and parser child, as the real one is.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "parse-child" && os.Getenv(crashOn) != "" {
		crashIfMarked()
	}
	if fault := os.Getenv(faultVariable); fault != "" {
		worker.Extractor = faulty{fault}
	}
	if code, ok := childMain(os.Args[1:]); ok {
		os.Exit(code)
	}
	// What a test sees must not hang on whether the machine can recognise text, nor on whether it has a network.
	for name, value := range map[string]string{"SIBYL_OCR": "off", "SIBYL_OFFLINE": "true"} {
		if err := os.Setenv(name, value); err != nil {
			os.Exit(1)
		}
	}
	os.Exit(m.Run())
}

// sibyl runs a command in this process and returns its exit code and what it printed.
func sibyl(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	capture := func(f **os.File) func() string {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		old := *f
		*f = w
		var buf bytes.Buffer
		copied := make(chan error, 1)
		go func() { _, err := io.Copy(&buf, r); copied <- err }()
		return func() string {
			*f = old
			w.Close()
			if err := <-copied; err != nil {
				t.Error(err)
			}
			return buf.String()
		}
	}
	out, errs := capture(&os.Stdout), capture(&os.Stderr)
	code = run(args)
	return code, out(), errs()
}

// dataDir is an empty data directory that is removed with its database at the end of the test.
func dataDir(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data")
	t.Cleanup(func() {
		if err := embedded.Remove(context.Background(), dir); err != nil {
			t.Error(err)
		}
	})
	return dir
}

func sampleReport(t *testing.T) string {
	t.Helper()
	found, err := filepath.Glob("../../data/sample/*.pdf")
	if err != nil || len(found) != 1 {
		t.Fatalf("want one sample report, have %v, %v", found, err)
	}
	return found[0]
}

func TestFilesThatCannotBeReportsEndWithTwoAndOneLine(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, data []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	sample, err := os.ReadFile(sampleReport(t))
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ file, says string }{
		"missing":   {filepath.Join(dir, "nowhere.pdf"), "cannot be opened"},
		"empty":     {write("empty.pdf", nil), "empty"},
		"not a PDF": {write("notes.pdf", []byte("Dear diary, this is no PDF.\n")), "not a PDF"},
		"truncated": {write("cut.pdf", sample[:len(sample)/100]), "cut off"},
		"protected": {locked(t, dir), "password"},
	} {
		t.Run(name, func(t *testing.T) {
			code, stdout, stderr := sibyl(t, "analyze", c.file, "--data-dir", filepath.Join(dir, "data"))
			if code != exit.CodeUsage || stdout != "" {
				t.Errorf("want exit code 2 and nothing on stdout, have %d and %q", code, stdout)
			}
			if strings.Count(strings.TrimSpace(stderr), "\n") != 0 || !strings.Contains(stderr, c.says) {
				t.Errorf("want one line that says %q, have %q", c.says, stderr)
			}
		})
	}
	code, _, stderr := sibyl(t, "analyze", sampleReport(t), "--data-dir", filepath.Join(dir, "data"), "-o", filepath.Join(dir, "none", "out.json"))
	if code != exit.CodeUsage || !strings.Contains(stderr, "there is no folder") {
		t.Errorf("a result that has no folder to go to: %d, %q", code, stderr)
	}
	if _, err := os.Stat(filepath.Join(dir, "data")); err == nil {
		t.Error("a data directory was made for a file that is refused")
	}
}

// locked makes a PDF that asks for a password.
func locked(t *testing.T, dir string) string {
	t.Helper()
	pdf := fpdf.New("P", "mm", "A4", "")
	pdf.SetProtection(0, "open sesame", "owner")
	pdf.AddPage()
	pdf.SetFont("Helvetica", "", 12)
	pdf.Cell(40, 10, "We emitted 12 t CO2e in 2024.")
	path := filepath.Join(dir, "locked.pdf")
	if err := pdf.OutputFileAndClose(path); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestWrongUsageEndsWithTwo(t *testing.T) {
	for _, args := range [][]string{
		{"analyse"}, {"analyze"}, {"analyze", "x.pdf", "--format", "yaml"}, {"up", "--server", "http://localhost:1"},
		{"run", "legal"},
	} {
		t.Setenv("SIBYL_KAFKA_BROKERS", "")
		t.Setenv("SIBYL_DATABASE_URL", "")
		if code, _, stderr := sibyl(t, args...); code != exit.CodeUsage || !strings.Contains(stderr, "sibyl: ") {
			t.Errorf("sibyl %s: want exit code 2 and a line, have %d, %q", strings.Join(args, " "), code, stderr)
		}
	}
}

func TestAServerThatIsAwayEndsWithThree(t *testing.T) {
	code, _, stderr := sibyl(t, "runs", "--server", "http://127.0.0.1:9")
	if code != exit.CodeDependency || !strings.Contains(stderr, "is `sibyl up` running there?") {
		t.Errorf("want exit code 3 and what to do, have %d, %q", code, stderr)
	}
}

// TestTopologyIsTheDesign holds the declarations against the graph of DESIGN.md.
func TestTopologyIsTheDesign(t *testing.T) {
	code, out, stderr := sibyl(t, "topology", "--format", "mermaid")
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	edges := []string{
		"t_report_submitted --> p_intake", "p_intake --> t_report_previewed", "t_analysis_requested --> p_intake",
		"p_intake --> t_report_parsed", "t_report_parsed --> p_claims", "t_report_parsed --> p_indexer",
		"p_claims --> t_runs_progress", "p_indexer --> t_runs_progress", "t_runs_progress --> p_indexer", "t_runs_progress --> p_claims_reduce",
		"p_claims_reduce --> t_claims_extracted", "t_claims_extracted --> p_router", "p_router --> t_claims_routed",
		"p_router --> t_findings_produced", "p_router --> t_runs_progress",
		"t_findings_produced --> p_judge", "p_judge --> t_verdicts_issued", "p_judge --> t_reinvestigation_requested",
		"t_reinvestigation_requested --> p_router", "t_runs_progress --> p_conductor", "p_conductor --> t_analysis_completed",
		"p_legal --> t_info_requested", "p_data_metrics --> t_info_requested", "t_info_requested --> p_router",
		"t_info_provided --> p_router",
		"p_legal --> t_claims_routed", "p_data_metrics --> t_claims_routed",
		"p_conductor --> t_claims_routed", "t_verdicts_issued --> p_feed", "p_feed --> t_runs_feed",
	}
	for _, a := range events.Agents() {
		edges = append(edges, "t_claims_routed --> p_"+string(a), "p_"+string(a)+" --> t_findings_produced", "p_"+string(a)+" --> t_info_provided")
	}
	for _, edge := range edges {
		if !strings.Contains(out, "  "+edge+"\n") {
			t.Errorf("the topology has no edge %s", edge)
		}
	}
}

// A command that is prepared alone is the same as among all of them: it says the same of itself and of wrong use.
func TestACommandAloneIsTheSameAsAmongAll(t *testing.T) {
	parsing := func(cli any) func(args []string) string {
		var out strings.Builder
		parser, err := kong.New(cli, kong.Name("sibyl"), helpTexts, kong.Writers(&out, &out), kong.UsageOnError(),
			kong.ConfigureHelp(kong.HelpOptions{Compact: true, NoExpandSubcommands: true}), kong.Exit(func(int) {}),
			kong.BindTo(t.Context(), (*context.Context)(nil)))
		if err != nil {
			t.Fatal(err)
		}
		return func(args []string) string {
			out.Reset()
			if _, err := parser.Parse(args); err != nil {
				fmt.Fprintln(&out, err)
			}
			return out.String()
		}
	}
	amongAll := parsing(&CLI{})
	var all CLI
	whole, err := kong.New(&all, helpTexts)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range whole.Model.Children {
		for _, args := range [][]string{{c.Name, "--help"}, {c.Name, "--no-such-flag"}, {c.Name, "a", "b", "c", "d"}} {
			alone := commandsFor(args)
			if _, many := alone.(*CLI); many {
				t.Errorf("%s is prepared with all others", c.Name)
			}
			if got, want := parsing(alone)(args), amongAll(args); got != want {
				t.Errorf("%q says\n%s\nwith all others\n%s", args, got, want)
			}
		}
	}
	for _, args := range [][]string{nil, {"--help"}, {"nonsense"}, {"--data-dir", "x", "runs"}} {
		if _, many := commandsFor(args).(*CLI); !many {
			t.Errorf("%q leaves the command open, and one is chosen", args)
		}
	}
}
