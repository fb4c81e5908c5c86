package main

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"github.com/sibyl-project/sibyl/cmd/sibyl/client"
	"github.com/sibyl-project/sibyl/cmd/sibyl/exit"
	"github.com/sibyl-project/sibyl/cmd/sibyl/settings"
	"github.com/sibyl-project/sibyl/cmd/sibyl/terminal"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/intake"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/pdf/parse"
)

// PreviewCmd reads a file and says what it is, before any analysis. It needs no broker and no database, and
// keeps nothing; with a server it hands the file in there.
type PreviewCmd struct {
	File    string `arg:"" placeholder:"FILE.pdf" help:"The report."`
	JSON    bool   `help:"Print JSON."`
	Company string `placeholder:"NAME" help:"The company's name, if the report does not say it clearly."`
	Sector  string `placeholder:"CODE" help:"Its SASB sector code."`
	Period  string `placeholder:"YEAR" help:"The reporting period."`
	Server  string `env:"SIBYL_SERVER" placeholder:"URL" help:"Hand it in to this server instead."`
	Token   string `env:"SIBYL_TOKEN" placeholder:"TOKEN" help:"Bearer token of the API, when it asks for one." hidden:""`
	settings.Reading
}

// Help is shown by `sibyl preview --help`.
func (PreviewCmd) Help() string { return "Example: sibyl preview report-2024.pdf" }

// Run implements `sibyl preview`.
func (c PreviewCmd) Run(ctx context.Context) error {
	p, err := c.preview(ctx)
	if err != nil {
		return err
	}
	if p.Status == events.PreviewError {
		return exit.Usage("%s: %s", c.File, p.Error)
	}
	if c.JSON {
		enc := json.NewEncoder(os.Stdout)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		return enc.Encode(p)
	}
	return writeOut("", terminal.Preview(p))
}

func (c PreviewCmd) preview(ctx context.Context) (p events.Preview, err error) {
	pdf, err := readFile(c.File)
	if err != nil {
		return p, err
	}
	name := filepath.Base(c.File)
	if c.Server != "" {
		o := client.New(strings.TrimRight(c.Server, "/"), c.Token)
		r, err := o.Upload(ctx, name, pdf, map[string]string{"company": c.Company, "sector": c.Sector, "period": c.Period, "auto_start": "false"})
		if err != nil {
			return p, err
		}
		return p, o.Do(ctx, http.MethodGet, "/reports/"+r.ID+"/preview?wait=30", "", nil, &p)
	}
	parser, err := c.Parser()
	if err != nil {
		return p, err
	}
	d, err := parser.Parse(ctx, pdf)
	if _, ofTheFile := parse.ProblemOf(err); ofTheFile {
		return p, exit.Usage("%s: %v", c.File, err)
	}
	if err != nil {
		return p, err
	}
	sum := artefact.Hash(pdf)
	return intake.Preview(d, events.Submission{
		ReportID: events.ReportID(sum), SHA256: sum, Filename: name, Bytes: int64(len(pdf)), Attempt: 1,
		Company: c.Company, Sector: c.Sector, Period: c.Period,
	}, ""), nil
}
