package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"

	"golang.org/x/term"

	"github.com/sibyl-project/sibyl/cmd/sibyl/client"
	"github.com/sibyl-project/sibyl/cmd/sibyl/exit"
	"github.com/sibyl-project/sibyl/cmd/sibyl/settings"
	"github.com/sibyl-project/sibyl/cmd/sibyl/stack"
	"github.com/sibyl-project/sibyl/projections/api"
)

// DeleteCmd removes a report. It is a client of DELETE /reports/{id}.
type DeleteCmd struct {
	ReportID string `arg:"" name:"report" placeholder:"REPORT" help:"A report's id, from sibyl runs."`
	Yes      bool   `short:"y" help:"Do not ask."`
	JSON     bool   `help:"Print JSON."`
	stack.Place
	settings.Dependencies
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
	raw, err := ask(ctx, c.Place, c.Dependencies, http.MethodDelete, "/reports/"+url.PathEscape(c.ReportID), "", nil)
	if err != nil {
		var p client.Problem
		if errors.As(err, &p) && p.Status == http.StatusNotFound {
			return exit.Usage("there is no report %s here; `sibyl runs` shows the reports that were analysed", c.ReportID)
		}
		return err
	}
	if c.JSON {
		return writeOut("", raw)
	}
	var gone api.DeletedReport
	if err := json.Unmarshal(raw, &gone); err != nil {
		return fmt.Errorf("reading the answer about report %s: %w", c.ReportID, err)
	}
	fmt.Fprintf(os.Stdout, "%s (%s) is deleted, with %d runs, %d of which were going on; their events stay on the log, where nothing shows them\n",
		gone.ReportID, printable(gone.Filename, 200), len(gone.Runs), len(gone.Ended))
	return nil
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
