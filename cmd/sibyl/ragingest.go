package main

import (
	"bytes"
	"context"
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
	asking
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
	asked := map[string]string{"corpus": c.Corpus}
	err := tell(ctx, c.asking, http.MethodPost, "/rag/ingest", asked, func(done api.Ingested) error {
		fmt.Fprintf(os.Stdout, "%d passages: %d of IFRS S1, %d of IFRS S2, %d of SASB\n", done.Total, done.S1, done.S2, done.SASB)
		return nil
	})
	var p client.Problem
	if !errors.As(err, &p) || p.Status != http.StatusConflict {
		return err
	}
	if c.JSON {
		return printJSON(map[string]string{"status": "already_ingested", "message": p.Detail})
	}
	fmt.Fprintln(os.Stderr, "all of it is there already; `sibyl rag remove` takes a standard out")
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
	return c.print(raw, func() error { return said(raw, c.recognised) })
}

// recognised says what was recognised in a licensed copy.
func (c RagIngestCmd) recognised(done api.CopyIngested) error {
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
	asking
}

// Help is shown by `sibyl rag remove --help`.
func (RagRemoveCmd) Help() string { return "Example: sibyl rag remove licensed_s2" }

// Run implements `sibyl rag remove`.
func (c RagRemoveCmd) Run(ctx context.Context) error {
	return tell(ctx, c.asking, http.MethodDelete, "/rag/corpus/"+c.Source, nil, func(done api.CorpusDeleted) error {
		fmt.Fprintf(os.Stdout, "%d passages of %s were taken out\n", done.Deleted, done.SourceType)
		return nil
	})
}
