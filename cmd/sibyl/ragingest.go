package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"

	"github.com/sibyl-project/sibyl/cmd/sibyl/client"
	"github.com/sibyl-project/sibyl/cmd/sibyl/exit"
	"github.com/sibyl-project/sibyl/projections/api"
)

// RagIngestCmd ingests.
type RagIngestCmd struct {
	File     string `arg:"" optional:"" placeholder:"FILE" help:"Your licensed copy: PDF, Markdown or plain text. Without one the bundled standards are ingested."`
	Standard string `enum:"s1,s2,sasb," default:"" placeholder:"NAME" help:"What FILE is a copy of: s1, s2 or sasb."`
	Corpus   string `enum:"all,ifrs,sasb" default:"all" help:"Which bundled standards: ${enum}."`
	ragPlace
}

// Help is shown by `sibyl rag ingest --help`.
func (RagIngestCmd) Help() string {
	return `Example: sibyl rag ingest --standard s2 my-copy-of-ifrs-s2.pdf

The paragraphs of a licensed copy are recognised by their numbers. ` +
		`They go before our own words in your searches and look-ups on this machine and are in no finding, document, export or prompt. ` +
		`"sibyl rag remove licensed_s2" takes them out again.`
}

// Run implements `sibyl rag ingest`.
func (c RagIngestCmd) Run(ctx context.Context) error {
	if (c.File == "") != (c.Standard == "") {
		return exit.Usage("a licensed copy needs both: sibyl rag ingest --standard s1|s2|sasb FILE")
	}
	if c.File != "" {
		return c.copied(ctx)
	}
	body, err := json.Marshal(map[string]string{"corpus": c.Corpus})
	if err != nil {
		return err
	}
	raw, err := ask(ctx, c.Place, c.Dependencies, http.MethodPost, "/rag/ingest", "application/json", bytes.NewReader(body))
	var p client.Problem
	if errors.As(err, &p) && p.Status == http.StatusConflict {
		if c.JSON {
			return printJSON(map[string]string{"status": "already_ingested", "message": p.Detail})
		}
		fmt.Fprintln(os.Stderr, "all of it is there already; `sibyl rag remove` takes a standard out")
		return nil
	}
	if err != nil {
		return err
	}
	if c.JSON {
		return writeOut("", raw)
	}
	done, err := decoded[api.Ingested](raw)
	if err != nil {
		return err
	}
	fmt.Fprintf(os.Stdout, "%d passages: %d of IFRS S1, %d of IFRS S2, %d of SASB\n", done.Total, done.S1, done.S2, done.SASB)
	return nil
}

// copied hands a licensed copy in.
func (c RagIngestCmd) copied(ctx context.Context) error {
	file, err := os.ReadFile(c.File)
	switch {
	case err != nil:
		return exit.Usage("%s cannot be read: %v", c.File, exit.RootCause(err))
	case len(file) == 0:
		return exit.Usage("%s is empty", c.File)
	case len(file) > api.DefaultUpload:
		return exit.Usage("%s has %d MB; at most %d are read", c.File, len(file)>>20, api.DefaultUpload>>20)
	}
	raw, err := ask(ctx, c.Place, c.Dependencies, http.MethodPut, "/rag/licensed/"+c.Standard, "application/octet-stream", bytes.NewReader(file))
	if err != nil {
		return err
	}
	if c.JSON {
		return writeOut("", raw)
	}
	done, err := decoded[api.CopyIngested](raw)
	if err != nil {
		return err
	}
	fmt.Fprintf(os.Stdout, "%d paragraphs, items or metrics of your copy of %s are used from now on (%s)\n", done.Recognised,
		strings.ToUpper(c.Standard), done.SourceType)
	if len(done.Missing) > 0 {
		fmt.Fprintf(os.Stdout, "not recognised in it, so that our own words stand: %s\n", strings.Join(done.Missing, ", "))
	}
	return nil
}

// RagRemoveCmd takes something out.
type RagRemoveCmd struct {
	Source string `arg:"" enum:"ifrs_s1,ifrs_s2,sasb,licensed_s1,licensed_s2,licensed_sasb" placeholder:"TYPE" help:"What: ${enum}."`
	ragPlace
}

// Help is shown by `sibyl rag remove --help`.
func (RagRemoveCmd) Help() string { return "Example: sibyl rag remove licensed_s2" }

// Run implements `sibyl rag remove`.
func (c RagRemoveCmd) Run(ctx context.Context) error {
	raw, err := ask(ctx, c.Place, c.Dependencies, http.MethodDelete, "/rag/corpus/"+c.Source, "", nil)
	if err != nil {
		return err
	}
	if c.JSON {
		return writeOut("", raw)
	}
	done, err := decoded[api.CorpusDeleted](raw)
	if err != nil {
		return err
	}
	fmt.Fprintf(os.Stdout, "%d passages of %s were taken out\n", done.Deleted, done.SourceType)
	return nil
}
