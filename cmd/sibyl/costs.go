package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"text/tabwriter"

	"github.com/sibyl-project/sibyl/cmd/sibyl/client"
	"github.com/sibyl-project/sibyl/cmd/sibyl/exit"
	"github.com/sibyl-project/sibyl/cmd/sibyl/stack"
	"github.com/sibyl-project/sibyl/projections/costs"
)

// costs prints what language models have cost a run.
func (c ShowCmd) costs(ctx context.Context, o *stack.Opened) error {
	var raw []byte
	if err := o.Do(ctx, http.MethodGet, "/runs/"+c.RunID+"/costs", "", nil, &raw); err != nil {
		var p client.Problem
		if errors.As(err, &p) && p.Status == http.StatusNotFound {
			return exit.Usage("there is no run %s here; `sibyl runs` lists them", c.RunID)
		}
		return err
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
