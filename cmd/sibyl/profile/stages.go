package profile

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"text/tabwriter"
	"time"

	pprofile "github.com/google/pprof/profile"

	"github.com/sibyl-project/sibyl/events"
)

// Stage is a part of the way from PDF to verdicts.
type Stage string

// The stages in their order. They overlap on the clock: claims of the first section are found while others are indexed.
const (
	Read        Stage = "read"        // the file: parser, what its sentences mean, preview
	Extract     Stage = "extract"     // claims
	Index       Stage = "index"       // passages for searches
	Investigate Stage = "investigate" // routing, the specialists
	Judge       Stage = "judge"       // verdicts
	Document    Stage = "document"    // read models, API, the document
	Log         Stage = "log"         // the broker, and who orders and follows the run's events
	Other       Stage = "other"       // start and end, garbage collection
)

func stages() []Stage { return []Stage{Read, Extract, Index, Investigate, Judge, Document, Log, Other} }

// stageOf is the stage that a processor works in, or a part of the main process.
func stageOf(name string) Stage {
	switch name {
	case "intake":
		return Read
	case "claims", "claims.reduce":
		return Extract
	case "indexer":
		return Index
	case "judge":
		return Judge
	case "router":
		return Investigate
	case "api", "read-models", "document":
		return Document
	case "conductor", "feed", "relay":
		return Log
	}
	if slices.Contains(events.Agents(), events.Agent(name)) {
		return Investigate
	}
	return Other
}

// Span is a stage's share of an analysis.
type Span struct {
	Stage     Stage   `json:"stage"`
	From      float64 `json:"from_seconds"` // its first event, since the command began; both 0 where no event tells
	To        float64 `json:"to_seconds"`
	Processor float64 `json:"processor_seconds"`
}

// Share is what one processor took, or one part of the main process.
type Share struct {
	Name      string  `json:"name"`
	Stage     Stage   `json:"stage"`
	Processor float64 `json:"processor_seconds"`
}

// Process is what one process took.
type Process struct {
	Name string `json:"name"`
	Usage
}

// Table is what stages.json holds.
type Table struct {
	Report    string    `json:"report"`
	Pages     int       `json:"pages"`
	Claims    int       `json:"claims"`
	Events    int       `json:"events"`
	Seconds   float64   `json:"seconds"`
	FirstPage time.Time `json:"first_page,omitzero"` // when the first page of the report had been read
	Processor float64   `json:"processor_seconds"`   // of all processes but the database's
	Stages    []Span    `json:"stages"`
	Shares    []Share   `json:"shares"` // the largest first
	Processes []Process `json:"processes"`
}

// Watch follows an analysis by the clock.
type Watch struct {
	began  time.Time
	events int
	from   map[Stage]time.Time
	to     map[Stage]time.Time
	read   atomic.Int64 // processor time of parsers that the command itself has started
	page   atomic.Int64 // when the first page had been read, 0 before
}

// NewWatch begins now.
func NewWatch() *Watch {
	return &Watch{began: time.Now(), from: map[Stage]time.Time{}, to: map[Stage]time.Time{}}
}

// Read notes what a parser of the command's own took. A nil watch notes nothing.
func (w *Watch) Read(took time.Duration) {
	if w != nil {
		w.read.Add(int64(took))
	}
}

// Page notes that a page has been read. A nil watch notes nothing.
func (w *Watch) Page() {
	if w != nil {
		w.page.CompareAndSwap(0, time.Now().UnixNano())
	}
}

// Count notes that a run has had so many events more. A nil watch notes nothing.
func (w *Watch) Count(events int64) {
	if w != nil {
		w.events += int(events)
	}
}

// See notes an event of the run and who speaks. A nil watch notes nothing.
func (w *Watch) See(agent, kind string, at time.Time) {
	if w == nil {
		return
	}
	s := stageOf(agent)
	if kind == events.AnalysisCompleted.Type {
		s = Document // from here on the reader waits for it alone
	}
	for _, s := range []Stage{s, Log} { // the log is at work as long as anybody is
		if first := w.from[s]; first.IsZero() || at.Before(first) {
			w.from[s] = at
		}
		if at.After(w.to[s]) {
			w.to[s] = at
		}
	}
}

// Finish joins what was recorded in a folder with what the watch has seen, and writes stages.json there. Every process
// must have stopped recording. It is to be called at once when the command has done its work.
func (w *Watch) Finish(dir, report string, pages, claims int) (Table, error) {
	ended := time.Now()
	t := Table{Report: report, Pages: pages, Claims: claims, Events: w.events, Seconds: ended.Sub(w.began).Seconds()}
	if t.Claims > 0 || t.Events > 0 {
		w.from[Read], w.to[Document] = w.began, ended
	}
	if at := w.page.Load(); at != 0 {
		t.FirstPage = time.Unix(0, at)
	}
	taken := map[Stage]float64{}
	for _, name := range []string{Main, Processors, Broker} {
		u, err := ReadUsage(dir, name)
		if errors.Is(err, fs.ErrNotExist) && name == Broker {
			continue // one that was named, or that had outlived another process
		}
		if err != nil {
			return t, err
		}
		if name == Main {
			u.Children = time.Duration(w.read.Load()).Seconds() // the others are listed themselves
		}
		t.Processes = append(t.Processes, Process{name, u})
		t.Processor += u.Processor + u.Children
		taken[Read] += u.Children
		if name == Broker {
			taken[Log] += u.Processor
			continue
		}
		shares, err := sharesOf(filepath.Join(dir, name+".cpu.pprof"))
		if err != nil {
			return t, err
		}
		rest := u.Processor
		for _, s := range shares {
			taken[s.Stage] += s.Processor
			rest -= s.Processor
		}
		taken[Other] += max(0, rest)
		t.Shares = append(t.Shares, shares...)
		if u.Children > 0 {
			t.Shares = append(t.Shares, Share{"parser", Read, u.Children})
		}
	}
	slices.SortStableFunc(t.Shares, func(a, b Share) int { return cmp.Compare(b.Processor, a.Processor) })
	for _, s := range stages() {
		span := Span{Stage: s, Processor: taken[s]}
		if from := w.from[s]; !from.IsZero() && s != Other {
			span.From, span.To = max(0, from.Sub(w.began).Seconds()), w.to[s].Sub(w.began).Seconds()
		}
		t.Stages = append(t.Stages, span)
	}
	data, err := json.MarshalIndent(t, "", "  ")
	if err != nil {
		return t, fmt.Errorf("writing the table of stages: %w", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "stages.json"), append(data, '\n'), 0o644); err != nil {
		return t, fmt.Errorf("writing the table of stages: %w", err)
	}
	return t, nil
}

// sharesOf sums the samples of a profile of processor time by the labels agent and part; those without are left out.
func sharesOf(path string) ([]Share, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("reading a profile: %w", err)
	}
	p, err := pprofile.Parse(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("reading the profile %s: %w", path, err)
	}
	return sum(p), nil
}

func sum(p *pprofile.Profile) []Share {
	value := slices.IndexFunc(p.SampleType, func(t *pprofile.ValueType) bool { return t.Type == "cpu" && t.Unit == "nanoseconds" })
	if value < 0 {
		return nil
	}
	taken := map[string]time.Duration{}
	for _, s := range p.Sample {
		if name := append(slices.Clone(s.Label["agent"]), s.Label["part"]...); len(name) > 0 {
			taken[name[0]] += time.Duration(s.Value[value])
		}
	}
	out := make([]Share, 0, len(taken))
	for name, d := range taken {
		out = append(out, Share{name, stageOf(name), d.Seconds()})
	}
	slices.SortFunc(out, func(a, b Share) int { return cmp.Compare(a.Name, b.Name) })
	return out
}

// Print writes the table for people.
func (t Table) Print(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(w, "stage\tfrom\tto\tprocessor\tshare\t\n")
	for _, s := range t.Stages {
		from, to := "", ""
		if s.To > 0 {
			from, to = fmt.Sprintf("%.2f s", s.From), fmt.Sprintf("%.2f s", s.To)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%.2f s\t%.0f %%\t\n", s.Stage, from, to, s.Processor, 100*s.Processor/max(t.Processor, 1e-9))
	}
	fmt.Fprintf(w, "all\t0.00 s\t%.2f s\t%.2f s\t100 %%\t\n", t.Seconds, t.Processor)
	return w.Flush()
}

// ReadTable reads what Finish has written.
func ReadTable(dir string) (Table, error) {
	var t Table
	data, err := os.ReadFile(filepath.Join(dir, "stages.json"))
	if err != nil {
		return t, fmt.Errorf("reading the table of stages: %w", err)
	}
	if err := json.Unmarshal(data, &t); err != nil {
		return t, fmt.Errorf("reading the table of stages: %w", err)
	}
	return t, nil
}
