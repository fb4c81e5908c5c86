// Command fuzz lets the rules read what nobody wrote:
//
//	go run ./deploy/fuzz [-sentences N] [-pages N] [-first SEED]
//
// It makes sentences of the rules' own word lists and cues, in the frames of real ones, and pages of the sample report with lines
// dropped, joined and doubled, digits changed and words swapped. Each goes through claims, facts, checks and the comparison with the
// standards, in a child process with a small stack. What ends the child, or takes three times the work of an ordinary page as long,
// is printed with its seed, narrowed down to the sentence, and makes the exit code 1.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/sibyl-project/sibyl/data/sample"
	"github.com/sibyl-project/sibyl/rag/pdf/parse"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

func main() {
	if code, played := play(os.Args[1:]); played {
		os.Exit(code)
	}
	o := options{out: os.Stdout}
	flag.Uint64Var(&o.sentences, "sentences", 1_000_000, "how many sentences are made")
	flag.Uint64Var(&o.pages, "pages", 10_000, "how many pages of the sample report are mutated")
	flag.Uint64Var(&o.first, "first", 1, "the first seed")
	flag.StringVar(&o.root, "root", ".", "folder of the repository, whose word lists are read")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	failures, err := run(ctx, o)
	if err != nil {
		fmt.Fprintln(os.Stderr, "fuzz:", err)
	}
	if err != nil || failures > 0 {
		os.Exit(1)
	}
}

// play is the child's part, or that of the parser's child.
func play(args []string) (code int, played bool) {
	switch {
	case len(args) > 0 && args[0] == parse.ChildArg:
		return parse.ChildMain(os.Stdin, os.Stdout), true
	case len(args) > 0 && args[0] == childArg:
		if err := child(os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1, true
		}
		return 0, true
	}
	return 0, false
}

type options struct {
	sentences, pages uint64
	first            uint64
	root             string
	out              io.Writer
}

// run reads everything and counts what failed.
func run(ctx context.Context, o options) (failures int, err error) {
	folder, err := os.MkdirTemp("", "sibyl-fuzz-")
	if err != nil {
		return 0, fmt.Errorf("making a folder: %w", err)
	}
	defer os.RemoveAll(folder)
	inputs := (o.sentences + sentencesOnPage - 1) / sentencesOnPage
	if inputs > 0 {
		w := &watch{task: task{Root: o.root}, out: o.out}
		if err := w.through(ctx, o.first, o.first+inputs); err != nil {
			return w.failures, err
		}
		fmt.Fprintf(o.out, "%d sentences on %d pages, seeds from %d: %d failures\n", inputs*sentencesOnPage, inputs, o.first, w.failures)
		failures += w.failures
	}
	if o.pages > 0 {
		report := filepath.Join(folder, "sample.json")
		if err := parseSample(ctx, report); err != nil {
			return failures, err
		}
		w := &watch{task: task{Root: o.root, Report: report}, out: o.out}
		if err := w.through(ctx, o.first, o.first+o.pages); err != nil {
			return failures + w.failures, err
		}
		fmt.Fprintf(o.out, "%d mutated pages, seeds from %d: %d failures\n", o.pages, o.first, w.failures)
		failures += w.failures
	}
	return failures, nil
}

func parseSample(ctx context.Context, into string) error {
	parser, err := parse.NewParser(parse.ParserConfig{OCR: parse.OCR{Off: true}})
	if err != nil {
		return fmt.Errorf("preparing the parser: %w", err)
	}
	d, err := parser.Parse(ctx, sample.Report)
	if err != nil {
		return fmt.Errorf("parsing the sample report: %w", err)
	}
	raw, err := document.Encode(d)
	if err != nil {
		return fmt.Errorf("encoding the sample report: %w", err)
	}
	if err := os.WriteFile(into, raw, 0o600); err != nil {
		return fmt.Errorf("keeping the parse: %w", err)
	}
	return nil
}
