package worker

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/term"

	"github.com/sibyl-project/sibyl/cmd/sibyl/exit"
	"github.com/sibyl-project/sibyl/deploy/supervisor"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream/crash"
	"github.com/sibyl-project/sibyl/projections/runs"
)

// ended says in a line what the end of the processors means to people.
func (p Child) ended(ctx context.Context, e supervisor.Ended) {
	order, err := p.Order(ctx)
	if err != nil {
		return // nothing is started again
	}
	processorsEnded.WithLabelValues(string(e.Cause)).Inc()
	switch e.Cause {
	case supervisor.Orderly:
		p.Tell("%s; the processors are started again without it", e.Out.Error)
		return
	case supervisor.Killed, supervisor.Unseen:
		p.Tell("the processors were ended (%s) and are started again; nothing is lost", e.Status)
		return
	}
	var inHand []crash.InHand
	if order.InFlight != "" {
		inHand, err = crash.ReadInFlight(order.InFlight)
	}
	if err != nil {
		p.Tell("the processors crashed (%s) and are started again, but what they had in hand cannot be read: %v", e.Status, err)
		return
	}
	what, doing := "the processors", []string{}
	for _, h := range inHand {
		if text := p.Describe(ctx, h); len(doing) < 3 {
			doing = append(doing, text)
		}
	}
	if len(doing) > 0 {
		what = strings.Join(doing, ", ")
		if more := len(inHand) - len(doing); more > 0 {
			what += fmt.Sprintf(" and %d more", more)
		}
	}
	next := "trying once more what was in hand"
	if len(inHand) == 1 && inHand[0].Alone {
		next = "going on without it"
	}
	if e.Report != "" {
		next += " (crash report: " + e.Report + ")"
	}
	p.Tell("%s ended the process; %s", what, next)
}

// Describer names events as a reader of reports would.
func Describer(pool *pgxpool.Pool) func(context.Context, crash.InHand) string {
	return func(ctx context.Context, e crash.InHand) string {
		ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
		defer cancel()
		of := "run " + e.Run
		if r, err := runs.Get(ctx, pool, e.Run); err == nil && r.Filename != "" {
			of = r.Filename
		}
		var section int
		if _, err := fmt.Sscanf(e.Subject, "section/%d", &section); err == nil && e.Type == events.ReportParsed.Type {
			return fmt.Sprintf("analysing section %d of %s", section, of)
		}
		if claim, is := strings.CutPrefix(e.Subject, "claim/"); is {
			id, _, _ := strings.Cut(claim, "/")
			return fmt.Sprintf("%s looking at claim %s of %s", e.Processor, id, of)
		}
		if e.Run == "" {
			return fmt.Sprintf("%s handling %s %s", e.Processor, e.Type, e.Subject)
		}
		return fmt.Sprintf("%s handling %s of %s", e.Processor, e.Type, of)
	}
}

// TellOnStderr writes a line for people. On a terminal it takes the place of a line that is being redrawn.
func TellOnStderr(format string, args ...any) {
	begin := ""
	if term.IsTerminal(int(os.Stderr.Fd())) {
		begin = "\r\x1b[K"
	}
	fmt.Fprintf(os.Stderr, "%ssibyl: %s\n", begin, exit.OneLine(fmt.Sprintf(format, args...)))
}
