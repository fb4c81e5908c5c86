// Command labels draws sentences of reports for people to label, and puts labels and texts together again.
//
//	go run ./deploy/labels draw [-figures | -all | -answers | -quotations] -seed N -sentences N -out DIR REPORT.pdf...
//	go run ./deploy/labels join [-cells] -reports DIR -out FILE LABELS.jsonl...
//	go run ./deploy/labels truths -out CELLS.jsonl,FIGURES.jsonl FOLDER...
//	go run ./deploy/labels anchor -reports DIR -out TEXTS.jsonl[,TEXTS.jsonl...] LABELS.jsonl...
//
// Texts of reports are their companies' and stay out of the repository: what is kept is the file's hash, the page and the
// code points, with the label (data/models/labels/GUIDE.md). draw writes one file of texts for each report; join finds
// the texts of labels in reports that lie beside the repository, and fails for labels whose place has moved; anchor moves such
// labels, given what join wrote before pages were read otherwise.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/sibyl-project/sibyl/rag/pdf/parse"
)

func main() {
	if len(os.Args) > 1 && os.Args[1] == parse.ChildArg {
		os.Exit(parse.ChildMain(os.Stdin, os.Stdout)) // reports are parsed in a child process of this program
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "labels:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	if len(args) == 0 {
		return errors.New("say draw, join, truths or anchor")
	}
	flags := flag.NewFlagSet(args[0], flag.ContinueOnError)
	seed := flags.Uint64("seed", 1, "of the draw")
	n := flags.Int("sentences", 220, "drawn of each report")
	figures := flags.Bool("figures", false, "draw sentences that hold figures, one by one, with their figures")
	all := flags.Bool("all", false, "every sentence, with its figures: what a trained model reads to teach a smaller one")
	answers := flags.Bool("answers", false, "draw passages that may answer what IFRS S1 and S2 ask, with their features")
	quotations := flags.Bool("quotations", false, "draw quotations that a report is cited with for what IFRS S1 and S2 ask; all of them with -sentences 0")
	cells := flags.Bool("cells", false, "labels of figures in tables, joined with their headings")
	reports := flags.String("reports", "../shared/eval/reports", "the folder of the reports")
	out := flags.String("out", "", "where to write")
	if err := flags.Parse(args[1:]); err != nil {
		return err
	}
	if *out == "" || flags.NArg() == 0 {
		return errors.New("-out and files are needed")
	}
	switch args[0] {
	case "draw":
		if *answers {
			return drawAnswers(ctx, *out, flags.Args())
		}
		if *quotations {
			return drawQuotations(ctx, *seed, *n, *out, flags.Args())
		}
		how := drawFrom
		switch {
		case *figures:
			how = drawFigures
		case *all:
			how = drawAll
		}
		return draw(ctx, *seed, *n, *out, how, flags.Args())
	case "join":
		if *cells {
			return joinCells(ctx, *reports, *out, flags.Args())
		}
		return join(ctx, *reports, *out, flags.Args())
	}
	switch outs := strings.Split(*out, ","); {
	case args[0] == "anchor":
		return anchor(ctx, *reports, outs, flags.Args())
	case args[0] == "truths" && len(outs) == 2:
		return truthLabels(ctx, flags.Args(), outs[0], outs[1])
	}
	return fmt.Errorf("there is no %q: draw, join, anchor, or truths with two files to write", args[0])
}
