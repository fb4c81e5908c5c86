package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"syscall"
	"time"

	"github.com/sibyl-project/sibyl/processors/claims"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks"
	"github.com/sibyl-project/sibyl/processors/legal"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/extract"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// childArg is the hidden first argument by which this program plays the child that reads.
const childArg = "read"

// A task is what a child reads: inputs From to To (excluded), counted from the seed.
type task struct {
	Root   string `json:"root"`   // of the repository
	Report string `json:"report"` // a parse whose pages are mutated; empty: generated sentences
	From   uint64 `json:"from"`
	To     uint64 `json:"to"`
	Single bool   `json:"single"` // the lines of one input, each for itself
}

// A reading is what the child says: where it is before it reads, and what it found out after it has read something slowly. What
// ends it without a word has ended it while it was reading what it named last.
type reading struct {
	At   uint64        `json:"at"`
	Line int           `json:"line,omitempty"` // of a task that reads single lines
	Text string        `json:"text,omitempty"` // of such a line
	Slow time.Duration `json:"slow,omitempty"`
	In   string        `json:"in,omitempty"` // the step that took most of it
}

// stack is the most that reading may take: much less than Go's own limit, so that a recursion without end is met before it
// has eaten a gigabyte.
const stack = 8 << 20

// child reads a task from in and reports to out.
func child(in io.Reader, out io.Writer) error {
	debug.SetMaxStack(stack)
	var t task
	if err := json.NewDecoder(in).Decode(&t); err != nil {
		return fmt.Errorf("reading the task: %w", err)
	}
	l, err := readLanguage(t.Root)
	if err != nil {
		return err
	}
	var report *document.Document
	if t.Report != "" {
		raw, err := os.ReadFile(t.Report)
		if err != nil {
			return fmt.Errorf("reading the parse: %w", err)
		}
		if report, err = document.Decode(raw); err != nil {
			return err
		}
	}
	w := bufio.NewWriter(out)
	say := func(r reading) error {
		if err := json.NewEncoder(w).Encode(r); err != nil {
			return fmt.Errorf("reporting: %w", err)
		}
		return w.Flush()
	}
	for n := t.From; n < t.To; n++ {
		if err := readOne(l, report, t, n, say); err != nil {
			return err
		}
	}
	return nil
}

// readOne reads input n: as a page, or each of its lines as a page.
func readOne(l *language, report *document.Document, t task, n uint64, say func(reading) error) error {
	p := input(l, report, n)
	if !t.Single {
		return timed(reading{At: n}, p, say)
	}
	text := []rune(p.Text)
	for i, at := range p.Lines {
		one := pageOf([]line{{"We report on our work.", document.RoleBody, 0}, {string(text[at.Start:at.End]), at.Role, 1}})
		if err := timed(reading{At: n, Line: i + 1, Text: string(text[at.Start:at.End])}, one, say); err != nil {
			return err
		}
	}
	return nil
}

// input makes input n.
func input(l *language, report *document.Document, n uint64) document.Page {
	s := l.speaker(n)
	if report == nil {
		return pageOf(s.sentences())
	}
	return s.mutated(&report.Pages[n%uint64(len(report.Pages))])
}

// timed reads a page, and once more if it took long: what is slow only once waited for the machine or for memory.
func timed(r reading, p document.Page, say func(reading) error) error {
	if err := say(r); err != nil {
		return err
	}
	took, _, err := reads(p)
	if err != nil {
		return fmt.Errorf("input %d: %w", r.At, err)
	}
	if took < short {
		return nil
	}
	again, in, err := reads(p)
	if err != nil {
		return fmt.Errorf("input %d: %w", r.At, err)
	}
	usual, err := ordinary()
	if err != nil {
		return err
	}
	if r.Slow, r.In = min(took, again), in; r.Slow > mostTimes*usual {
		return say(r)
	}
	return nil
}

// short is too little to be called slow on any machine. What takes longer may be this many times what an ordinary page as long
// takes at that moment: how long that is differs threefold between machines, and not alike for each kind of work.
const (
	short     = 1500 * time.Millisecond
	mostTimes = 3
)

// ordinary is the work that a page takes on which nothing is out of the way: as many sentences as a generated one has.
func ordinary() (time.Duration, error) {
	var lines []line
	for i := range sentencesOnPage {
		text := fmt.Sprintf("Emissions of site %d rose by %d %% in a year in which the others fell by as much.", i, i+3)
		lines = append(lines, line{text, document.RoleBody, i})
	}
	best := time.Hour
	for range 2 {
		took, _, err := readPage(pageOf(lines))
		if err != nil {
			return 0, fmt.Errorf("reading an ordinary page: %w", err)
		}
		best = min(best, took)
	}
	return best, nil
}

// reads is readPage, unless a test plants a defect.
var reads = readPage

// readPage does with a page what an analysis does: claims, facts, checks, disclosures.
func readPage(p document.Page) (took time.Duration, longest string, err error) {
	d := documentOf(p)
	if err := d.Validate(); err != nil {
		return 0, "", fmt.Errorf("a page that no parser makes: %w", err)
	}
	var most time.Duration
	step := func(name string, do func()) {
		before := work()
		do()
		if spent := work() - before; spent > most {
			most, longest = spent, name
		}
	}
	start := work()
	var sheet *facts.Sheet
	reader := readerOf(d)
	var said *statement.Report
	step("sentences", func() {
		if reader == nil {
			said, err = statement.ReadBundled(context.Background(), "", d)
		} else {
			said, err = statement.ReadReport(context.Background(), reader, d)
		}
	})
	if err != nil {
		return 0, "", fmt.Errorf("reading sentences: %w", err)
	}
	step("claims", func() {
		_, err = claims.Rules{Reader: reader}.Extract(context.Background(), claims.Section{ReportID: "rep_fuzz", Document: d, From: 1, To: 1})
	})
	if err != nil {
		return 0, "", fmt.Errorf("extracting claims: %w", err)
	}
	step("facts", func() {
		sheet, err = extract.ReadBundled(context.Background(), d, extract.Options{Year: 2023, Said: said})
	})
	if err != nil {
		return 0, "", fmt.Errorf("reading figures: %w", err)
	}
	step("checks", func() { checks.Once(checks.Run(sheet, checks.Options{Document: d, Country: checks.Country(d)})) })
	step("disclosures", func() { _, err = legal.Disclosures(context.Background(), d, "") })
	if err != nil {
		return 0, "", fmt.Errorf("comparing with the standards: %w", err)
	}
	step("pillars", func() {
		for _, page := range said.Pages {
			for i, sentence := range page {
				if _, err = legal.Pillars(sentence.Text, page[i:i+1]); err != nil {
					return
				}
			}
		}
	})
	return work() - start, longest, err
}

// work is the processor's time that the process has taken: the clock on a wall would measure who else uses the machine.
func work() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
