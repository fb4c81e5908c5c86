// Package meaning has a language model say what the figures of tables measure of whose headings the trained reader is not sure. The
// model sees headings and no figure; it chooses from the metrics of package facts. A figure's unit still excludes what it cannot be,
// rules that name a metric go before it, and every sum and comparison stays arithmetic.
package meaning

import (
	"context"
	"fmt"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/sibyl-project/sibyl/processors/reason"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts/extract"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

const (
	unsure         = 0.6 // below this the reader's likeliest metric is asked about
	perQuestion    = 20
	mostHeadings   = 400 // of a report that are asked about: a file of numbers is no report
	longestHeading = 160
)

// Model revises what headings of a report mean. It keeps nothing and is safe for concurrent use.
type Model struct{}

type item struct {
	Name   string `json:"name"`
	Metric string `json:"metric"`
}

type answer struct {
	Cells []item `json:"cells"`
}

// open is a set of headings that is asked about.
type open struct {
	cell statement.Cell
	was  string
}

// listening is the trained reader, and notes of what it is not sure.
type listening struct {
	*statement.Trained
	seen map[string]bool
	open []open
}

// ReadCells implements statement.CellReader.
func (l *listening) ReadCells(ctx context.Context, cells []statement.Cell) ([]statement.CellReading, error) {
	out, err := l.Trained.ReadCells(ctx, cells)
	if err != nil {
		return nil, err
	}
	for i := range cells {
		key := cells[i].Key()
		if l.seen[key] || strings.Trim(key, "\x1f") == "" || len(out[i].Metrics) == 0 || len(l.open) == mostHeadings {
			continue
		}
		l.seen[key] = true
		if m := out[i].Metrics[0]; m.Sure < unsure {
			l.open = append(l.open, open{cells[i], m.Value})
		}
	}
	return out, nil
}

// Revise returns what a report says with the model's answers on its headings in it, and a line for people for what the model was asked and
// did not answer.
func (Model) Revise(ctx context.Context, d *document.Document, r *statement.Report) (*statement.Report, []string, error) {
	if !reason.From(ctx).Asks(reason.DataMetrics) {
		return r, nil, nil
	}
	trained, err := statement.Bundled()
	if err != nil {
		return nil, nil, err
	}
	heard := &listening{Trained: trained, seen: map[string]bool{}}
	if _, err := extract.ReadWith(ctx, heard, d, extract.Options{Said: r}); err != nil {
		return nil, nil, fmt.Errorf("looking for headings that nobody is sure of: %w", err)
	}
	perQuestion := reason.From(ctx).Texts(reason.DataMetrics, perQuestion)
	var batches [][]open
	for rest := heard.open; len(rest) > 0; {
		n := min(perQuestion, len(rest))
		batches, rest = append(batches, rest[:n]), rest[n:]
	}
	replies, said := make([]*reason.Reply, len(batches)), make([][]statement.CellSaid, len(batches))
	g, ctx := errgroup.WithContext(ctx)
	for i, batch := range batches {
		g.Go(func() (err error) {
			said[i], replies[i], err = ask(ctx, batch)
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return nil, nil, fmt.Errorf("asking what headings mean: %w", err)
	}
	out := *r
	out.Cells = append([]statement.CellSaid(nil), r.Cells...)
	for _, s := range said {
		out.Cells = append(out.Cells, s...)
	}
	return &out, reason.Unanswered(replies, "what figures of tables measure", "the trained reader's answers stand"), nil
}

// ask asks about some headings.
func ask(ctx context.Context, batch []open) ([]statement.CellSaid, *reason.Reply, error) {
	q := reason.Question{Prompt: reason.PromptNamed("meaning"), Given: fmt.Sprintf("There are %d cells.", len(batch))}
	at := map[string]*open{}
	for i := range batch {
		name := fmt.Sprintf("c%d", i+1)
		at[name] = &batch[i]
		q.Texts = append(q.Texts, reason.Text{Name: name, Kind: "headings", Body: bodyOf(&batch[i].cell)})
	}
	got, reply, err := reason.Ask(ctx, q, func(a *answer) error {
		for _, i := range a.Cells {
			if at[i.Name] != nil {
				return nil
			}
		}
		if len(a.Cells) == 0 {
			return nil
		}
		return fmt.Errorf("it speaks of %q, which was not given", reason.Shorten(a.Cells[0].Name, 20))
	})
	if err != nil || reply.Outcome != reason.Answered {
		return nil, reply, err
	}
	var out []statement.CellSaid
	for _, i := range got.Cells {
		if o := at[i.Name]; o != nil && i.Metric != "unclear" {
			out = append(out, statement.CellSaid{Headings: o.cell.Key(), Metric: i.Metric, Was: o.was})
		}
		delete(at, i.Name) // a second answer counts for nothing
	}
	return out, reply, nil
}

func bodyOf(c *statement.Cell) string {
	var b strings.Builder
	for _, part := range []struct{ name, text string }{
		{"Row", strings.Join(c.Rows, " > ")}, {"Column", strings.Join(c.Cols, " > ")}, {"Table", c.Caption}, {"Unit", c.Unit},
	} {
		if part.text != "" {
			fmt.Fprintf(&b, "%s: %s\n", part.name, reason.Shorten(part.text, longestHeading))
		}
	}
	return strings.TrimSpace(b.String())
}
