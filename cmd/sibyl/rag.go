package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"
	"text/tabwriter"

	"github.com/sibyl-project/sibyl/cmd/sibyl/client"
	"github.com/sibyl-project/sibyl/cmd/sibyl/exit"
	"github.com/sibyl-project/sibyl/cmd/sibyl/terminal"
	"github.com/sibyl-project/sibyl/projections/api"
)

// RagCmd is the knowledge base.
type RagCmd struct {
	Search    RagSearchCmd    `cmd:"" help:"Search the standards and the reports that were read."`
	Paragraph RagParagraphCmd `cmd:"" help:"A paragraph of IFRS S1 or S2, or a SASB metric: what it asks for and what is related."`
	Ingest    RagIngestCmd    `cmd:"" help:"Ingest the bundled standards, or your own licensed copy of one."`
	Remove    RagRemoveCmd    `cmd:"" help:"Take a standard or a licensed copy out again."`
	Index     RagIndexCmd     `cmd:"" help:"Make an approximate index, for collections of some hundred thousand passages (needs pgvector)."`
	Stats     RagStatsCmd     `cmd:"" help:"How much of what is in it."`
}

// Help is shown by `sibyl rag --help`.
func (RagCmd) Help() string {
	return `Example: sibyl rag search "who oversees climate risks" --standard s2`
}

// RagSearchCmd searches.
type RagSearchCmd struct {
	Query    string   `arg:"" placeholder:"TEXT" help:"A question, a sentence of a report, or ids."`
	Top      int      `default:"10" placeholder:"N" help:"How many results at most."`
	Mode     string   `enum:"hybrid,semantic,keyword" default:"hybrid" help:"How: ${enum}."`
	Source   []string `enum:"ifrs_s1,ifrs_s2,sasb,report" placeholder:"TYPE" help:"Only these: ${enum}."`
	Standard []string `enum:"s1,s2,sasb" placeholder:"NAME" help:"Only these standards: ${enum}."`
	Report   string   `placeholder:"ID" help:"Only this report."`
	asking
}

// Help is shown by `sibyl rag search --help`.
func (RagSearchCmd) Help() string {
	return `Example: sibyl rag search "Scope 3 emissions S2.29" --mode hybrid --standard s2`
}

// sourceTypes are what the names of standards stand for.
var sourceTypes = map[string]string{"s1": "ifrs_s1", "s2": "ifrs_s2", "sasb": "sasb"}

// Run implements `sibyl rag search`.
func (c RagSearchCmd) Run(ctx context.Context) error {
	if strings.TrimSpace(c.Query) == "" {
		return exit.Usage("there is nothing to search for; give a question or a paragraph's id")
	}
	if c.Top < 1 || c.Top > 200 {
		return exit.Usage("--top %d: between 1 and 200 results can be asked for", c.Top)
	}
	types := c.Source
	for _, s := range c.Standard {
		types = append(types, sourceTypes[s])
	}
	asked := map[string]any{"query": c.Query, "top_k": c.Top, "mode": c.Mode, "source_types": append([]string{}, types...), "report_id": c.Report}
	return tell(ctx, c.asking, http.MethodPost, "/rag/search", asked, func(answer api.SearchAnswer) error {
		if len(answer.Results) == 0 {
			fmt.Fprintln(os.Stderr, "nothing was found")
		}
		return writeOut("", terminal.Search(answer))
	})
}

// RagParagraphCmd looks a paragraph up.
type RagParagraphCmd struct {
	ID string `arg:"" placeholder:"ID" help:"A paragraph, a range of them or a SASB metric, in any of the usual spellings."`
	asking
}

// Help is shown by `sibyl rag paragraph --help`.
func (RagParagraphCmd) Help() string { return `Example: sibyl rag paragraph "S2.29(a)(i)(1)"` }

// Run implements `sibyl rag paragraph`.
func (c RagParagraphCmd) Run(ctx context.Context) error {
	if strings.TrimSpace(c.ID) == "" {
		return exit.Usage("give a paragraph's id, such as S2.29(a)(i)(1)")
	}
	err := tell(ctx, c.asking, http.MethodGet, "/rag/paragraphs/"+url.PathEscape(c.ID), nil, func(answer api.ParagraphAnswer) error {
		return writeOut("", terminal.Paragraph(answer))
	})
	var p client.Problem
	if errors.As(err, &p) && p.Status == http.StatusNotFound {
		return exit.With(exit.CodeUsage, p)
	}
	return err
}

// RagIndexCmd makes an approximate index.
type RagIndexCmd struct{ asking }

// Help is shown by `sibyl rag index --help`.
func (RagIndexCmd) Help() string {
	return `Example: sibyl rag index

Searches across everything then ask PostgreSQL which vectors to compare with, and these need not be held in memory. ` +
		`Searches in one report compare with all. It takes minutes, and keeps itself up to date.`
}

// Run implements `sibyl rag index`.
func (c RagIndexCmd) Run(ctx context.Context) error {
	return tell(ctx, c.asking, http.MethodPost, "/rag/index", nil, func(done api.Indexed) error {
		fmt.Fprintf(os.Stdout, "indexed in %.1f s\n", done.Duration)
		return nil
	})
}

// RagStatsCmd counts.
type RagStatsCmd struct{ asking }

// Help is shown by `sibyl rag stats --help`.
func (RagStatsCmd) Help() string { return "Example: sibyl rag stats --json" }

// Run implements `sibyl rag stats`.
func (c RagStatsCmd) Run(ctx context.Context) error {
	return tell(ctx, c.asking, http.MethodGet, "/rag/stats", nil, printStats)
}

func printStats(n api.CorpusStats) error {
	w := tabwriter.NewWriter(os.Stdout, 0, 4, 2, ' ', tabwriter.AlignRight)
	for _, row := range []struct {
		name  string
		count int
		rare  bool
	}{
		{"ifrs_s1", n.S1, false}, {"ifrs_s2", n.S2, false}, {"sasb", n.SASB, false}, {"report", n.Report, false},
		{"licensed_s1", n.LicensedS1, true}, {"licensed_s2", n.LicensedS2, true}, {"licensed_sasb", n.LicensedSASB, true}, {"total", n.Total, false},
	} {
		if !row.rare || row.count > 0 {
			fmt.Fprintf(w, "%s\t%d\t\n", row.name, row.count)
		}
	}
	return w.Flush()
}
