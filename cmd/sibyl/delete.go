package main

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"

	"golang.org/x/term"

	"github.com/sibyl-project/sibyl/cmd/sibyl/exit"
	"github.com/sibyl-project/sibyl/projections/api"
)

// DeleteCmd removes a report. It is a client of DELETE /reports/{id}.
type DeleteCmd struct {
	ReportID string `arg:"" name:"report" placeholder:"REPORT" help:"A report's id, from sibyl runs."`
	Yes      bool   `short:"y" help:"Do not ask."`
	asking
}

// Help is shown by `sibyl delete --help`.
func (DeleteCmd) Help() string {
	return `Example: sibyl delete rep_0123456789abcdef --yes

Runs of the report end, its rows, passages and stored bytes go. What was published of its runs stays in the event topics.`
}

// Run implements `sibyl delete`.
func (c DeleteCmd) Run(ctx context.Context) error {
	if !c.Yes {
		if err := c.confirm(); err != nil {
			return err
		}
	}
	err := tell(ctx, c.asking, http.MethodDelete, "/reports/"+url.PathEscape(c.ReportID), nil, func(gone api.DeletedReport) error {
		fmt.Fprintf(os.Stdout, "%s (%s) is deleted, with %d runs, %d of which were going on; their events stay on the log, where nothing shows them\n",
			gone.ReportID, printable(gone.Filename, 200), len(gone.Runs), len(gone.Ended))
		return nil
	})
	return unknown(err, "there is no report %s here; `sibyl runs` shows the reports that were analysed", c.ReportID)
}

// confirm asks on a terminal, and refuses without one.
func (c DeleteCmd) confirm() error {
	if !term.IsTerminal(int(os.Stdin.Fd())) {
		return exit.Usage("deleting %s cannot be undone; say --yes", c.ReportID)
	}
	fmt.Fprintf(os.Stderr, "Delete report %s and all that derives from it? This cannot be undone. [y/N] ", c.ReportID)
	answer, err := bufio.NewReader(os.Stdin).ReadString('\n')
	if a := strings.ToLower(strings.TrimSpace(answer)); err != nil || a != "y" && a != "yes" {
		return exit.Usage("nothing was deleted")
	}
	return nil
}
