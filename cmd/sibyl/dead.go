package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"text/tabwriter"
	"unicode"

	"github.com/sibyl-project/sibyl/cmd/sibyl/exit"
	"github.com/sibyl-project/sibyl/cmd/sibyl/settings"
	"github.com/sibyl-project/sibyl/cmd/sibyl/stack"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections/api"
)

// DeadCmd is for the dead letters: events that no retry of the runtime could cure.
type DeadCmd struct {
	List    DeadListCmd    `cmd:"" help:"Dead letters, the latest first."`
	Show    DeadShowCmd    `cmd:"" help:"One dead letter with its record: key, headers, payload, error."`
	Retry   DeadRetryCmd   `cmd:"" help:"Put the event back on its topic, for the processor that gave up on it."`
	Discard DeadDiscardCmd `cmd:"" help:"Say that it will not be retried; it stays on the log."`
}

// Help is shown by `sibyl dead --help`.
func (DeadCmd) Help() string {
	return `Example: sibyl dead list --processor legal
         sibyl dead retry 0123456789abcdef0123456789abcdef`
}

// DeadListCmd lists dead letters.
type DeadListCmd struct {
	Status    string `enum:"open,retried,discarded,all" default:"open" help:"Which: ${enum}; a retried letter that comes back is open."`
	Processor string `placeholder:"NAME" help:"Only what this processor gave up on; projections for read models."`
	Reason    string `placeholder:"REASON" help:"Only of this reason: rejected, exhausted, undecodable, iteration_cap, crashed, timed_out or unfoldable."`
	RunID     string `name:"run" placeholder:"RUN" help:"Only of this run."`
	Page      int    `default:"1" placeholder:"N" help:"Which page of the list."`
	Size      int    `default:"50" placeholder:"N" help:"Letters on a page, at most 1000."`
	asking
}

// Help is shown by `sibyl dead list --help`.
func (DeadListCmd) Help() string { return "Example: sibyl dead list --status all --json" }

// Run implements `sibyl dead list`.
func (c DeadListCmd) Run(ctx context.Context) error {
	query := url.Values{
		"status": {c.Status}, "processor": {c.Processor}, "run": {c.RunID}, "page": {strconv.Itoa(c.Page)}, "size": {strconv.Itoa(c.Size)},
	}
	if c.Reason != "" {
		query.Set("reason", c.Reason)
	}
	return tell(ctx, c.asking, http.MethodGet, "/dead?"+query.Encode(), nil, printLetters)
}

func printLetters(page api.DeadLetterPage) error {
	w := tabwriter.NewWriter(os.Stdout, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "ID\tWHEN\tSTATUS\tPROCESSOR\tREASON\tAT\tRUN\tREPORT\tERROR")
	for _, l := range page.Letters {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s/%d@%d\t%s\t%s\t%s\n", l.ID, l.At.Format("2006-01-02T15:04:05Z"), l.Status, printable(l.Processor, 40),
			orDash(printable(string(l.Reason), 40)),
			printable(string(l.Topic), 60), l.Partition, l.Offset, orDash(printable(l.Run, 60)), orDash(printable(l.ReportID, 60)), printable(l.Error, 160))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if shown := (page.Page-1)*page.Size + len(page.Letters); shown < page.Total && len(page.Letters) > 0 {
		fmt.Fprintf(os.Stderr, "%d of %d; --page %d shows more\n", shown, page.Total, page.Page+1)
	}
	return nil
}

// DeadShowCmd shows one dead letter.
type DeadShowCmd struct {
	ID   string `arg:"" placeholder:"ID" help:"A dead letter's id, from sibyl dead list."`
	JSON bool   `help:"Print JSON, which is the default."`
	stack.Place
	settings.Dependencies
}

// Help is shown by `sibyl dead show --help`.
func (DeadShowCmd) Help() string { return "Example: sibyl dead show 0123456789abcdef0123456789abcdef" }

// Run implements `sibyl dead show`.
func (c DeadShowCmd) Run(ctx context.Context) error {
	raw, err := ask(ctx, c.Place, c.Dependencies, http.MethodGet, "/dead/"+url.PathEscape(c.ID), "", nil)
	if err != nil {
		return unknownLetter(err, c.ID)
	}
	var letter api.DeadLetterView
	if err := json.Unmarshal(raw, &letter); err != nil {
		return fmt.Errorf("reading dead letter %s: %w", c.ID, err)
	}
	if raw, err = json.MarshalIndent(letter, "", "  "); err != nil {
		return err
	}
	return writeOut("", raw)
}

// deadDecision are the flags of what decides about one dead letter.
type deadDecision struct {
	ID string `arg:"" placeholder:"ID" help:"A dead letter's id, from sibyl dead list."`
	asking
}

// DeadRetryCmd retries one dead letter.
type DeadRetryCmd struct{ deadDecision }

// Help is shown by `sibyl dead retry --help`.
func (DeadRetryCmd) Help() string {
	return "Example: sibyl dead retry 0123456789abcdef0123456789abcdef"
}

// Run implements `sibyl dead retry`.
func (c DeadRetryCmd) Run(ctx context.Context) error {
	return c.decide(ctx, "/retry", func(l api.DeadLetterView) error {
		switch {
		case l.Status == events.LetterOpen && l.Retries > 0:
			fmt.Fprintf(os.Stdout, "%s was put back on %s, and %s has given up on it again: %s\n", l.ID, l.Topic, l.Processor, printable(l.Error, 300))
		case l.Status == events.LetterOpen:
			fmt.Fprintf(os.Stdout, "%s is on its way back to %s; `sibyl dead list --status all` shows what comes of it\n", l.ID, l.Topic)
		default:
			fmt.Fprintf(os.Stdout, "%s is back on %s, where %s handles it anew; if it gives up again, the letter is open again\n", l.ID, l.Topic, l.Processor)
		}
		return nil
	})
}

// DeadDiscardCmd discards one dead letter.
type DeadDiscardCmd struct{ deadDecision }

// Help is shown by `sibyl dead discard --help`.
func (DeadDiscardCmd) Help() string {
	return "Example: sibyl dead discard 0123456789abcdef0123456789abcdef"
}

// Run implements `sibyl dead discard`.
func (c DeadDiscardCmd) Run(ctx context.Context) error {
	return c.decide(ctx, "/discard", func(api.DeadLetterView) error {
		fmt.Fprintf(os.Stdout, "%s is discarded; it stays on the log\n", c.ID)
		return nil
	})
}

// decide asks for something to be done about a dead letter.
func (c deadDecision) decide(ctx context.Context, action string, say func(api.DeadLetterView) error) error {
	return unknownLetter(tell(ctx, c.asking, http.MethodPost, "/dead/"+url.PathEscape(c.ID)+action, nil, say), c.ID)
}

func unknownLetter(err error, id string) error {
	return unknown(err, "there is no dead letter %s; `sibyl dead list --status all` lists them", id)
}

// printable is foreign text as one short line that cannot drive a terminal.
func printable(s string, most int) string {
	runes := []rune(strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return unicode.ReplacementChar
	}, exit.OneLine(s)))
	if len(runes) > most {
		return string(runes[:most]) + "..."
	}
	return string(runes)
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}
