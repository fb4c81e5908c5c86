package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	fitz "github.com/gen2brain/go-fitz"
	"golang.org/x/sync/errgroup"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/intake"
	"github.com/sibyl-project/sibyl/rag/pdf/parse"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// What intake must reach: of the speed of bare text extraction, in pages per second over all reports, and
// in memory on a report of 400 pages.
const (
	intakeRatio  = 0.15
	intakeSpeed  = 60.0
	intakeMemory = 400.0 // MB of 10^6 bytes, child and parent together
	longReport   = 400
)

// What is hoped for where the reports are given: one of the two says that reading them is fast enough.
const (
	givenRatio = 0.35
	givenSpeed = 100.0
)

// IntakeFigures are what reading reports took.
type IntakeFigures struct {
	Reports []ReportFigures `json:"reports"`
	Speed   float64         `json:"pages_per_second"`       // of all reports, as many at a time as there are cores
	Alone   float64         `json:"pages_per_second_alone"` // one report after the other
	Bare    float64         `json:"bare_pages_per_second"`
	Ratio   float64         `json:"ratio"`
	PerCPU  float64         `json:"pages_per_cpu_second"` // of both processes
	BareCPU float64         `json:"bare_pages_per_cpu_second"`
	Cores   float64         `json:"cores_used"` // processor time by time on the wall: two if nothing else ran
	Long    ReportFigures   `json:"long_report"`
	PeakMB  float64         `json:"peak_mb"` // of the long report
	Given   bool            `json:"given"`   // the reports, and there is no long one: limits are those of generated reports and not judged
	Missed  []string        `json:"missed"`
}

// ReportFigures are those of one report. Bare is MuPDF's Text() of every page and nothing else.
type ReportFigures struct {
	Name    string  `json:"name"`
	Pages   int     `json:"pages"`
	Seconds float64 `json:"seconds"`
	Bare    float64 `json:"bare_seconds"`
	CPU     float64 `json:"cpu_seconds"` // of child and parent, which a busy machine does not change much
	BareCPU float64 `json:"bare_cpu_seconds"`
	ChildMB float64 `json:"child_mb"`
}

// bareArg is the hidden command by which this program reads a file's text and nothing else: in a process of
// its own, as intake's child is one.
const bareArg = "bare-text"

// measureIntake reads each file several times, intake and bare text in turn, so that what slows the machine
// slows both, and keeps the best of each. Without a long report memory is not measured, and nothing is judged.
func measureIntake(ctx context.Context, files []string, long string) (*IntakeFigures, error) {
	f := &IntakeFigures{Missed: []string{}, Given: long == ""}
	var err error
	if !f.Given {
		if f.Long, err = readReport(ctx, long, 1); err != nil {
			return nil, err
		}
		own, err := ownPeakMB() // before the other reports raise it
		if err != nil {
			return nil, err
		}
		f.PeakMB = f.Long.ChildMB + own
	}
	pages, seconds, bare, cpu, bareCPU := 0, 0.0, 0.0, 0.0, 0.0
	for _, name := range files {
		r, err := readReport(ctx, name, 3)
		if err != nil {
			return nil, err
		}
		f.Reports = append(f.Reports, r)
		pages, seconds, bare = pages+r.Pages, seconds+r.Seconds, bare+r.Bare
		cpu, bareCPU = cpu+r.CPU, bareCPU+r.BareCPU
	}
	f.Alone, f.Bare, f.Ratio = float64(pages)/seconds, float64(pages)/bare, bare/seconds
	f.PerCPU, f.BareCPU, f.Cores = float64(pages)/cpu, float64(pages)/bareCPU, cpu/seconds
	if f.Speed, err = throughput(ctx, files); err != nil {
		return nil, err
	}
	f.judge()
	return f, nil
}

// readReport measures the whole of intake: the child, what it says, the preview, and the parse as it is stored.
func readReport(ctx context.Context, name string, times int) (ReportFigures, error) {
	r := ReportFigures{Name: filepath.Base(name)}
	pdf, err := os.ReadFile(name)
	if err != nil {
		return r, fmt.Errorf("reading the report: %w", err)
	}
	self, err := os.Executable()
	if err != nil {
		return r, fmt.Errorf("finding this program: %w", err)
	}
	var child time.Duration
	parser, err := parse.NewParser(parse.ParserConfig{
		Command: []string{self, parse.ChildArg}, OCR: parse.OCR{Off: true},
		Ended: func(u parse.Usage) {
			r.ChildMB, child = max(r.ChildMB, float64(u.Peak)/1e6), u.CPU
		},
	})
	if err != nil {
		return r, fmt.Errorf("preparing the parser: %w", err)
	}
	for range times {
		before, err := ownCPU()
		if err != nil {
			return r, err
		}
		began := time.Now()
		if r.Pages, err = read(ctx, parser, r.Name, pdf); err != nil {
			return r, err
		}
		r.Seconds = best(r.Seconds, time.Since(began))
		after, err := ownCPU()
		if err != nil {
			return r, err
		}
		r.CPU = best(r.CPU, child+after-before)
		took, cpu, err := bareText(ctx, self, name)
		if err != nil {
			return r, err
		}
		r.Bare, r.BareCPU = best(r.Bare, took), best(r.BareCPU, cpu)
	}
	return r, nil
}

// read does with a report what intake does, and says how many pages it has.
func read(ctx context.Context, parser parse.Parser, name string, pdf []byte) (pages int, err error) {
	d, err := parser.Parse(ctx, pdf)
	if err != nil {
		return 0, fmt.Errorf("reading %s: %w", name, err)
	}
	if intake.Preview(d, events.Submission{Filename: name}, "").Status != events.PreviewParsed {
		return 0, fmt.Errorf("reading %s: no preview", name)
	}
	if _, err := document.Encode(d); err != nil {
		return 0, err
	}
	return len(d.Pages), nil
}

// throughput reads all reports, as many at a time as there are cores, the longest first so that no core is left
// without one at the end, and says how many pages that is in a second. It keeps the best of five: a machine's cores
// are not always its own.
func throughput(ctx context.Context, files []string) (float64, error) {
	self, err := os.Executable()
	if err != nil {
		return 0, fmt.Errorf("finding this program: %w", err)
	}
	parser, err := parse.NewParser(parse.ParserConfig{Command: []string{self, parse.ChildArg}, OCR: parse.OCR{Off: true}})
	if err != nil {
		return 0, fmt.Errorf("preparing the parser: %w", err)
	}
	pdfs := map[string][]byte{}
	for _, name := range files {
		if pdfs[name], err = os.ReadFile(name); err != nil {
			return 0, fmt.Errorf("reading the report: %w", err)
		}
	}
	longest := slices.Clone(files)
	slices.SortFunc(longest, func(a, b string) int { return len(pdfs[b]) - len(pdfs[a]) })
	fastest := 0.0
	for range 5 {
		var pages atomic.Int64
		group, inner := errgroup.WithContext(ctx)
		group.SetLimit(runtime.NumCPU())
		began := time.Now()
		for _, name := range longest {
			group.Go(func() error {
				n, err := read(inner, parser, filepath.Base(name), pdfs[name])
				pages.Add(int64(n))
				return err
			})
		}
		if err := group.Wait(); err != nil {
			return 0, err
		}
		fastest = max(fastest, float64(pages.Load())/time.Since(began).Seconds())
	}
	return fastest, nil
}

func best(before float64, now time.Duration) float64 {
	if before == 0 {
		return now.Seconds()
	}
	return min(before, now.Seconds())
}

// bareTextMain prints how long the text of all pages took.
func bareTextMain(name string, out io.Writer) error {
	pdf, err := os.ReadFile(name)
	if err != nil {
		return fmt.Errorf("reading the report: %w", err)
	}
	began := time.Now()
	f, err := fitz.NewFromMemory(pdf)
	if err != nil {
		return fmt.Errorf("opening the report: %w", err)
	}
	defer f.Close()
	for i := range f.NumPage() {
		if _, err := f.Text(i); err != nil {
			return fmt.Errorf("reading page %d: %w", i+1, err)
		}
	}
	_, err = fmt.Fprintln(out, time.Since(began))
	return err
}

// intakeReports are generated ones.
func intakeReports(dir string, seed uint64) ([]string, error) {
	var made []string
	for i, pages := range []int{40, 158} {
		name := filepath.Join(dir, fmt.Sprintf("report-%d-seed%d.pdf", pages, seed))
		if err := makeReport(name, pages, seed+uint64(i), 0); err != nil {
			return nil, err
		}
		made = append(made, name)
	}
	return made, nil
}

// runIntake measures, prints and judges. The reports that are given stand in place of generated ones.
func runIntake(ctx context.Context, asJSON bool, seed uint64, given []string) error {
	files, long := given, ""
	if len(given) == 0 {
		dir := filepath.Join(".build", "bench")
		var err error
		if files, err = intakeReports(dir, seed); err != nil {
			return err
		}
		long = filepath.Join(dir, fmt.Sprintf("report-%d-seed%d.pdf", longReport, seed))
		if err := makeReport(long, longReport, seed, 0); err != nil {
			return err
		}
	}
	f, err := measureIntake(ctx, files, long)
	if err != nil {
		return err
	}
	if asJSON {
		enc := json.NewEncoder(os.Stdout)
		enc.SetIndent("", "  ")
		err = enc.Encode(f)
	} else {
		err = f.print(os.Stdout)
	}
	if err != nil {
		return fmt.Errorf("printing the figures of intake: %w", err)
	}
	if len(f.Missed) > 0 {
		return errors.New("intake: " + strings.Join(f.Missed, "; "))
	}
	return nil
}
