package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"

	"github.com/sibyl-project/sibyl/cmd/sibyl/exit"
	"github.com/sibyl-project/sibyl/cmd/sibyl/settings"
	"github.com/sibyl-project/sibyl/cmd/sibyl/stack"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/intent"
	"github.com/sibyl-project/sibyl/projections/api"
	"github.com/sibyl-project/sibyl/rag/evidence"
)

// EvidenceCmd keeps the evidence library.
type EvidenceCmd struct {
	Add    EvidenceAddCmd    `cmd:"" help:"Add a folder with a manifest.json, or one file."`
	List   EvidenceListCmd   `cmd:"" help:"What the library holds."`
	Show   EvidenceShowCmd   `cmd:"" help:"One document, with what is said of it."`
	Remove EvidenceRemoveCmd `cmd:"" help:"Take a document off the shelf; runs that have used it keep what they have."`
}

// Help is shown by `sibyl evidence --help`.
func (EvidenceCmd) Help() string {
	return `Example: sibyl evidence add ./evidence
         sibyl evidence add notice.pdf --kind filing --publisher "Environment Agency" --tier 1 --date 2024-11-02

A folder has a manifest.json: {"documents": [{"file": "notice.pdf", "kind": "filing", "publisher": "Environment Agency", "tier": 1, "date": "2024-11-02"}]}`
}

// EvidenceAddCmd adds documents.
type EvidenceAddCmd struct {
	Path      string `arg:"" type:"path" placeholder:"DIR|FILE" help:"A folder with a manifest.json, or one document."`
	Report    string `placeholder:"REPORT" help:"The one report that it is for (default: every report)."`
	Kind      string `placeholder:"KIND" help:"Of one file: earlier_report, news, paper, filing, certificate, register, benchmark, coordinates or imagery."`
	Publisher string `placeholder:"NAME" help:"Of one file: who published it."`
	Title     string `placeholder:"TEXT" help:"Of one file: its title (default: its name)."`
	Date      string `placeholder:"DATE" help:"Of one file: when it was published, as 2024-11-02, 2024-11 or 2024."`
	Tier      int    `placeholder:"1-4" help:"${evidence_tier_help}"`
	Company   string `placeholder:"NAME" help:"Of one file: whom it speaks of (default: whoever it names)."`
	Period    string `placeholder:"YEAR" help:"Of one file: the year that it speaks of, where its sentences name none."`
	URL       string `name:"url" placeholder:"URL" help:"Of one file: where it was published."`
	asking
}

// Help is shown by `sibyl evidence add --help`.
func (EvidenceAddCmd) Help() string { return "Example: sibyl evidence add data/sample/evidence" }

// Run implements `sibyl evidence add`.
func (c EvidenceAddCmd) Run(ctx context.Context) (err error) {
	documents, err := c.read()
	if err != nil {
		return err
	}
	o, err := c.Open(ctx, c.Dependencies)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, o.Close(ctx)) }()
	added := []api.AddedEvidence{}
	for _, d := range documents {
		a, err := addEvidence(ctx, o.Client, c.Report, d)
		if err != nil {
			return err
		}
		added = append(added, a)
		if !c.JSON {
			fmt.Fprintf(os.Stdout, "%s  %-14s  %s\n", a.ID, a.Kind, a.Title)
		}
	}
	if !c.JSON {
		return nil
	}
	return writeJSON(map[string]any{"evidence": added})
}

func (c EvidenceAddCmd) read() ([]localDocument, error) {
	info, err := os.Stat(c.Path)
	if err != nil {
		return nil, exit.Usage("%s cannot be opened: %v", c.Path, errors.Unwrap(err))
	}
	if info.IsDir() {
		return readEvidence(c.Path)
	}
	said := evidence.Said{
		File: filepath.Base(c.Path), Kind: events.EvidenceKind(c.Kind), Publisher: c.Publisher, Title: c.Title, Date: c.Date,
		Tier: c.Tier, Company: c.Company, Period: c.Period, URL: c.URL,
	}
	d, err := readLocal(c.Path, said)
	return []localDocument{d}, err
}

// EvidenceListCmd lists the library.
type EvidenceListCmd struct {
	Report string `placeholder:"REPORT" help:"Only what an analysis of this report would use."`
	asking
}

// Help is shown by `sibyl evidence list --help`.
func (EvidenceListCmd) Help() string { return "Example: sibyl evidence list --json" }

// Run implements `sibyl evidence list`.
func (c EvidenceListCmd) Run(ctx context.Context) error {
	return tell(ctx, c.asking, http.MethodGet, "/evidence?report="+url.QueryEscape(c.Report), nil, printEvidence)
}

// evidenceList is the answer that lists the library.
type evidenceList struct {
	Evidence []intent.Evidence `json:"evidence"`
}

func printEvidence(list evidenceList) error {
	for _, e := range list.Evidence {
		where := "every report"
		if e.ReportID != "" {
			where = e.ReportID
		}
		fmt.Fprintf(os.Stdout, "%s  %-14s  tier %d  %-10s  %s  (%s, for %s)\n", e.ID, e.Kind, e.Tier, e.Date, e.Title, e.Publisher, where)
	}
	return nil
}

// EvidenceShowCmd shows one document.
type EvidenceShowCmd struct {
	ID   string `arg:"" placeholder:"ID" help:"A document's id, from sibyl evidence list."`
	JSON bool   `help:"Print JSON, which is the default."`
	stack.Place
	settings.Dependencies
}

// Help is shown by `sibyl evidence show --help`.
func (EvidenceShowCmd) Help() string { return "Example: sibyl evidence show evd_0123456789abcdef" }

// Run implements `sibyl evidence show`.
func (c EvidenceShowCmd) Run(ctx context.Context) error {
	raw, err := ask(ctx, c.Place, c.Dependencies, http.MethodGet, "/evidence/"+url.PathEscape(c.ID), "", nil)
	if err != nil {
		return unknownEvidence(err, c.ID)
	}
	return writeOut("", raw)
}

// EvidenceRemoveCmd removes one document.
type EvidenceRemoveCmd struct {
	ID string `arg:"" placeholder:"ID" help:"A document's id, from sibyl evidence list."`
	asking
}

// Help is shown by `sibyl evidence remove --help`.
func (EvidenceRemoveCmd) Help() string { return "Example: sibyl evidence remove evd_0123456789abcdef" }

// Run implements `sibyl evidence remove`.
func (c EvidenceRemoveCmd) Run(ctx context.Context) error {
	_, err := ask(ctx, c.Place, c.Dependencies, http.MethodDelete, "/evidence/"+url.PathEscape(c.ID), "", nil)
	if err != nil {
		return unknownEvidence(err, c.ID)
	}
	if !c.JSON {
		fmt.Fprintf(os.Stdout, "%s is off the shelf; runs that have used it keep what they have\n", c.ID)
		return nil
	}
	return writeJSON(map[string]string{"removed": c.ID})
}

func unknownEvidence(err error, id string) error {
	return unknown(err, "the evidence library holds no document %s; `sibyl evidence list` shows it", id)
}

// writeJSON prints an answer of our own as the API prints its answers: on one line.
func writeJSON(v any) error {
	raw, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return writeOut("", raw)
}
