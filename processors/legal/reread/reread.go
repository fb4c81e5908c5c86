// Package reread has a language model read the passages of a report of which the trained judge of the legal agent is not sure whether
// they answer a part of a requirement. Its answers become part of what the report says, before any claim is worked on, so that every
// finding and gap of a run goes by one reading; where it says other than the trained judge, both are shown.
package reread

import (
	"context"
	"fmt"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/sibyl-project/sibyl/processors/legal"
	"github.com/sibyl-project/sibyl/processors/reason"
	"github.com/sibyl-project/sibyl/processors/reason/assess"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// Model asks by the legal role. It keeps nothing and is safe for concurrent use.
type Model struct{}

// Revise returns what a report says with the model's answers on its passages in it, and a line for people for what was asked in vain. The
// report itself is not changed.
func (Model) Revise(ctx context.Context, d *document.Document, r *statement.Report) (*statement.Report, []string, error) {
	if !reason.From(ctx).Asks(reason.Legal) {
		return r, nil, nil
	}
	open, err := legal.Unsure(ctx, d, r)
	if err != nil {
		return nil, nil, fmt.Errorf("looking for passages that nobody is sure of: %w", err)
	}
	said, replies := make([][]statement.PartSaid, len(open)), make([][]*reason.Reply, len(open))
	g, ctx := errgroup.WithContext(ctx)
	for i := range open {
		g.Go(func() (err error) {
			said[i], replies[i], err = ask(ctx, &open[i])
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return nil, nil, err
	}
	out := *r
	out.Parts = append([]statement.PartSaid(nil), r.Parts...)
	for _, s := range said {
		out.Parts = append(out.Parts, s...)
	}
	return &out, reason.Unanswered(slices.Concat(replies...), "which passages answer a requirement", "the trained judge's answers stand"), nil
}

// ask asks about the passages of one part: in one question, or in several where the model is given fewer at a time.
func ask(ctx context.Context, o *legal.Open) ([]statement.PartSaid, []*reason.Reply, error) {
	passages := make([]assess.Passage, len(o.Passages))
	for i, p := range o.Passages {
		passages[i] = assess.Passage{Page: p.Page, Headings: p.Headings, Before: p.Before, Text: p.Text}
	}
	judged, replies, err := assess.Model{}.Judge(ctx, o.Part.Question, passages)
	if err != nil || len(replies) == 0 {
		return nil, nil, err
	}
	var out []statement.PartSaid
	for i, j := range judged {
		if j == nil {
			continue
		}
		p := &o.Passages[i]
		out = append(out, statement.PartSaid{
			Part: o.Part.ID, Passage: statement.KeyOf(p.Page, p.Text), Page: p.Page, Verdict: string(j.Verdict), Was: string(o.Was[i]),
			Quote: j.Quote, Missing: j.Missing, Model: replies[0].Model, Prompt: replies[0].Prompt,
		})
	}
	return out, replies, nil
}
