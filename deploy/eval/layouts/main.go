// Command layouts measures how tables are read on layouts drawn at random: reports of a page or three whose tables are printed in all
// the ways of such reports, each choice drawn by itself - where title and unit stand, how many lines the heads have and on what ground,
// how years are called, which columns are no years, how figures are written. What each figure is, is known.
//
//	go run ./deploy/eval/layouts [-n 100] [-from 1] [-held] [-keep DIR] [-errors FILE]
//
// It prints which part of the figures is there and wholly right, and the same for each choice. It needs Chromium, which prints the
// pages. Seeds below 100,000 are for development; -held measures others, whose pages nobody looks at, and names no figure.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"sync"
	"syscall"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/sibyl-project/sibyl/rag/pdf/parse"
)

// firstHeld is the first of the seeds that nobody looks at.
const firstHeld = 100_000

type options struct {
	n      int
	from   uint64
	held   bool
	keep   string
	errors string
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == parse.ChildArg {
		os.Exit(parse.ChildMain(os.Stdin, os.Stdout)) // reports are parsed in a child process of this program
	}
	var o options
	flag.IntVar(&o.n, "n", 100, "how many reports")
	flag.Uint64Var(&o.from, "from", 1, "the first seed")
	flag.BoolVar(&o.held, "held", false, "measure the held seeds: no figure is named")
	flag.StringVar(&o.keep, "keep", "", "folder of the reports: those that lie there are not printed again")
	flag.StringVar(&o.errors, "errors", "", "file that says what was read wrong")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, o); err != nil {
		fmt.Fprintln(os.Stderr, "layouts:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, o options) error {
	if o.held {
		o.from, o.keep, o.errors = o.from+firstHeld, "", ""
	} else if o.from+uint64(o.n) >= firstHeld {
		return fmt.Errorf("seeds from %d are held back", firstHeld)
	}
	pdfs, reports := make([][]byte, o.n), make([]*report, o.n)
	if err := printAll(ctx, o, reports, pdfs); err != nil {
		return err
	}
	parser, err := parse.NewParser(parse.ParserConfig{OCR: parse.OCR{Off: true}})
	if err != nil {
		return fmt.Errorf("starting the parser: %w", err)
	}
	results := make([]result, o.n)
	errs := make([]error, o.n)
	var running sync.WaitGroup
	turns := make(chan struct{}, 2)
	for i := range reports {
		running.Go(func() {
			turns <- struct{}{}
			defer func() { <-turns }()
			results[i], errs[i] = measure(ctx, parser, reports[i], pdfs[i])
		})
	}
	running.Wait()
	var all result
	for i := range results {
		if errs[i] != nil {
			return fmt.Errorf("measuring seed %d: %w", o.from+uint64(i), errs[i])
		}
		all.add(fmt.Sprintf("seed %d", o.from+uint64(i)), results[i])
	}
	all.print(os.Stdout)
	if o.errors != "" {
		return all.write(o.errors)
	}
	return nil
}

// printAll draws the reports of all seeds and has Chromium print them.
func printAll(ctx context.Context, o options, reports []*report, pdfs [][]byte) error {
	flags := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.DisableGPU)
	ctx, cancel := chromedp.NewExecAllocator(ctx, flags...)
	defer cancel()
	ctx, cancel = chromedp.NewContext(ctx)
	defer cancel()
	dir, err := os.MkdirTemp("", "layouts-")
	if err != nil {
		return fmt.Errorf("making a folder: %w", err)
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "report.html")
	yes := true
	for i := range reports {
		d := newReport(o.from + uint64(i))
		kept := filepath.Join(o.keep, fmt.Sprintf("%d.pdf", o.from+uint64(i)))
		if pdf, err := os.ReadFile(kept); err == nil && o.keep != "" {
			reports[i], pdfs[i] = d, pdf
			continue
		}
		if err := os.WriteFile(file, []byte(d.html.String()), 0o600); err != nil {
			return fmt.Errorf("writing a report: %w", err)
		}
		if err := chromedp.Do(ctx, chromedp.Navigate("file://"+file)); err != nil {
			return fmt.Errorf("opening a report: %w", err)
		}
		pdf, err := chromedp.Run(ctx, func(ctx context.Context, t *chromedp.Target) ([]byte, error) {
			tagged := d.made["tagged"] == "yes"
			res, err := cdp.Call(ctx, t, page.PrintToPDF, page.PrintToPDFParams{PrintBackground: &yes, PreferCSSPageSize: &yes, GenerateTaggedPDF: &tagged})
			return res.Data, err
		})
		if err != nil {
			return fmt.Errorf("printing a report: %w", err)
		}
		if o.keep != "" {
			if err := os.WriteFile(kept, pdf, 0o600); err != nil {
				return fmt.Errorf("keeping a report: %w", err)
			}
		}
		reports[i], pdfs[i] = d, pdf
	}
	return nil
}
