package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"text/tabwriter"
	"time"

	"github.com/sibyl-project/sibyl/cmd/sibyl/client"
	"github.com/sibyl-project/sibyl/cmd/sibyl/exit"
	"github.com/sibyl-project/sibyl/cmd/sibyl/stack"
	"github.com/sibyl-project/sibyl/cmd/sibyl/worker"
	"github.com/sibyl-project/sibyl/projections/costs"
	"github.com/sibyl-project/sibyl/rag/pdf/parse"
)

// costs prints what language models have cost a run.
func (c ShowCmd) costs(ctx context.Context, o *stack.Opened) error {
	var raw []byte
	if err := o.Do(ctx, http.MethodGet, "/runs/"+c.RunID+"/costs", "", nil, &raw); err != nil {
		return unknown(err, "there is no run %s here; `sibyl runs` lists them", c.RunID)
	}
	if c.Format == "json" {
		return writeOut(c.Output, raw)
	}
	var v costs.Costs
	if err := json.Unmarshal(raw, &v); err != nil {
		return fmt.Errorf("reading the costs of run %s: %w", c.RunID, err)
	}
	text, err := costsText(v)
	if err != nil {
		return err
	}
	return writeOut(c.Output, text)
}

// dearest is how many claims are listed.
const dearest = 10

// costsText shows the sums of a run as a table.
func costsText(v costs.Costs) ([]byte, error) {
	var b bytes.Buffer
	if v.Total.Calls+v.Total.Cached+v.Total.Lost+v.Total.Returned == 0 {
		fmt.Fprintf(&b, "run %s asked no language model: rules judged alone\n", v.Run)
		return b.Bytes(), nil
	}
	w := tabwriter.NewWriter(&b, 0, 4, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "\tcalls\tcached\tlost\trefused\ttokens in\ttokens out\tUSD\tseconds\t")
	line := func(name string, s costs.Sum) {
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t%s\t%s\t\n", name, s.Calls, s.Cached, s.Lost, s.Returned, s.InputTokens, s.OutputTokens, s.USD, s.Seconds)
	}
	line("run", v.Total)
	for _, list := range []struct {
		of    string
		parts []costs.Part
	}{{"role ", v.ByRole}, {"model ", v.ByModel}, {"agent ", v.ByAgent}, {"claim ", v.ByClaim[:min(len(v.ByClaim), dearest)]}} {
		for _, p := range list.parts {
			line(list.of+p.Name, p.Sum)
		}
	}
	if err := w.Flush(); err != nil {
		return nil, err
	}
	if more := len(v.ByClaim) - dearest; more > 0 {
		fmt.Fprintf(&b, "and %d more claims; --format json lists them and every call\n", more)
	}
	if v.Total.Lost > 0 {
		fmt.Fprintf(&b, "%d calls had no whole answer; they may have cost up to %s dollars beside that\n", v.Total.Lost, v.Total.LostUSD)
	}
	if v.Total.Unpriced > 0 {
		fmt.Fprintf(&b, "%d calls are of models without a price (SIBYL_LLM_PRICES): dollars leave them out\n", v.Total.Unpriced)
	}
	return b.Bytes(), nil
}

// estimate prints what an analysis would ask language models. It starts nothing and keeps nothing; a server is asked for its own models.
func (c AnalyzeCmd) estimate(ctx context.Context, pdf []byte) error {
	var e costs.Estimate
	if c.Server != "" {
		o := client.New(c.Server, c.Token)
		r, err := o.Upload(ctx, filepath.Base(c.File), pdf, map[string]string{"auto_start": "false"})
		if err == nil {
			err = o.Do(ctx, http.MethodGet, "/reports/"+r.ID+"/estimate?wait=30s", "", nil, &e)
		}
		if err != nil {
			return err
		}
	} else {
		parser, err := c.Parser()
		if err != nil {
			return err
		}
		d, err := parser.Parse(ctx, pdf)
		if _, ofTheFile := parse.ProblemOf(err); ofTheFile {
			return exit.Usage("%s: %v", c.File, err)
		}
		if err != nil {
			return err
		}
		if e, err = worker.Estimate(ctx, c.Reasoning, d); err != nil {
			return err
		}
	}
	if c.Format == "json" {
		raw, err := json.MarshalIndent(e, "", "  ")
		if err != nil {
			return fmt.Errorf("printing the estimate: %w", err)
		}
		return writeOut(c.Output, append(raw, '\n'))
	}
	text, err := estimateText(e)
	if err != nil {
		return err
	}
	return writeOut(c.Output, text)
}

// estimateText shows an estimate as a table.
func estimateText(e costs.Estimate) ([]byte, error) {
	var b bytes.Buffer
	if e.Calls == 0 {
		fmt.Fprintln(&b, "no language model would be asked: rules judge alone, at no cost (sibyl doctor says what is configured)")
		return b.Bytes(), nil
	}
	w := tabwriter.NewWriter(&b, 0, 4, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "\tcalls\ttokens in\ttokens out\tUSD\t")
	for _, r := range e.ByRole {
		fmt.Fprintf(w, "%s by %s\t%d\t%d\t%d\t%s\t\n", r.Role, r.Model, r.Calls, r.InputTokens, r.OutputTokens, r.USD)
	}
	fmt.Fprintf(w, "run\t%d\t%d\t%d\t%s\t\n", e.Calls, e.InputTokens, e.OutputTokens, e.USD)
	if err := w.Flush(); err != nil {
		return nil, err
	}
	fmt.Fprintf(&b, "about %s of calls for %d pages with some %d claims; documents beside the report may add to it, what was asked before costs nothing\n",
		(time.Duration(e.Seconds) * time.Second).String(), e.Pages, e.Claims)
	if e.Unpriced > 0 {
		fmt.Fprintf(&b, "%d calls are of models without a price (SIBYL_LLM_PRICES): dollars leave them out\n", e.Unpriced)
	}
	return b.Bytes(), nil
}
