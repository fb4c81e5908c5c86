// Package extract has a language model look at the sentences of a report of which the trained reader is not sure that they are
// claims, or sure that they are not. The model is given the sentences under short names and answers by these, in the same closed sets
// as the reader: it can neither add a sentence nor change one. What it does not answer stays as the reader has it.
package extract

import (
	"context"
	"fmt"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/sibyl-project/sibyl/processors/reason"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// A sentence is asked about if the reader finds it this likely to be a claim. Above and below it is right nearly always, and asking would
// cost more than it tells.
const (
	unlikely = 0.25
	likely   = 0.90
)

// What a model's answers count for. A yes makes a claim (package claims takes 0.7), and is still told from one that the reader is sure of.
const (
	yes  = 0.8
	no   = 0.1
	sure = 0.75
)

// perQuestion is how many sentences are asked about at once: more of them are cheaper, and are answered with less care.
const perQuestion = 16

const (
	longestSentence = 700
	longestBefore   = 300
)

// Model revises the readings of a report. It keeps nothing and is safe for concurrent use.
type Model struct{}

// item is what the model says of a sentence: prompts/extract.yaml.
type item struct {
	Name     string `json:"name"`
	Claim    string `json:"claim"`
	Voice    string `json:"voice"`
	Kind     string `json:"kind"`
	Standing string `json:"standing"`
	Topic    string `json:"topic"`
}

type answer struct {
	Sentences []item `json:"sentences"`
}

// Revise returns what a report says with the model's answers in it, and a line for people for what the model was asked and did not
// answer. The report itself is not changed.
func (Model) Revise(ctx context.Context, _ *document.Document, r *statement.Report) (*statement.Report, []string, error) {
	if !reason.From(ctx).Asks(reason.Extract) {
		return r, nil, nil
	}
	out := &statement.Report{Reader: r.Reader, Pages: make([][]statement.Said, len(r.Pages)), Cells: r.Cells, Parts: r.Parts}
	var open []*statement.Said
	for i, page := range r.Pages {
		out.Pages[i] = append([]statement.Said(nil), page...)
		for k := range out.Pages[i] {
			if s := &out.Pages[i][k]; s.Claim >= unlikely && s.Claim < likely {
				open = append(open, s)
			}
		}
	}
	perQuestion := reason.From(ctx).Texts(reason.Extract, perQuestion)
	var batches [][]*statement.Said
	for len(open) > 0 {
		n := min(perQuestion, len(open))
		batches, open = append(batches, open[:n]), open[n:]
	}
	replies := make([]*reason.Reply, len(batches))
	g, ctx := errgroup.WithContext(ctx)
	for i, batch := range batches {
		g.Go(func() (err error) {
			replies[i], err = ask(ctx, batch)
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return nil, nil, fmt.Errorf("asking which sentences are claims: %w", err)
	}
	if len(replies) > 0 {
		out.Reader += ", " + replies[0].Model + " as " + replies[0].Prompt
	}
	return out, reason.Unanswered(replies, "which sentences are claims", "the trained reader's answers stand"), nil
}

// ask asks about some sentences and puts the answers into them.
func ask(ctx context.Context, batch []*statement.Said) (*reason.Reply, error) {
	q := reason.Question{Prompt: reason.PromptNamed("extract"), Given: fmt.Sprintf("There are %d sentences.", len(batch))}
	at := map[string]*statement.Said{}
	for i, s := range batch {
		name := fmt.Sprintf("s%d", i+1)
		at[name] = s
		var b strings.Builder
		if len(s.Headings) > 0 {
			fmt.Fprintf(&b, "Heading: %s\n", reason.Shorten(strings.Join(s.Headings, " > "), longestBefore))
		}
		if s.Before != "" {
			fmt.Fprintf(&b, "Before: %s\n", reason.Shorten(s.Before, longestBefore))
		}
		fmt.Fprintf(&b, "Sentence: %s", reason.Shorten(s.Text, longestSentence))
		q.Texts = append(q.Texts, reason.Text{Name: name, Kind: "sentence", Body: b.String()})
	}
	said, reply, err := reason.Ask(ctx, q, func(a *answer) error { return named(a, at) })
	if err != nil || reply.Outcome != reason.Answered {
		return reply, err
	}
	for _, i := range said.Sentences {
		if s := at[i.Name]; s != nil {
			i.revise(s)
			delete(at, i.Name) // a second answer counts for nothing
		}
	}
	return reply, nil
}

// named leaves out what is said of sentences that were not given. An answer with nothing else is refused.
func named(a *answer, given map[string]*statement.Said) error {
	var kept []item
	for _, i := range a.Sentences {
		if given[i.Name] != nil {
			kept = append(kept, i)
		}
	}
	if len(kept) == 0 && len(a.Sentences) > 0 {
		return fmt.Errorf("it speaks of %q, which was not given", reason.Shorten(a.Sentences[0].Name, 20))
	}
	a.Sentences = kept
	return nil
}

// revise puts a model's answer into a sentence. Where both give the same answer, the reader's likelihood stays.
func (i item) revise(s *statement.Said) {
	tagged := s.Claim
	s.Tagged = &tagged
	if i.Claim == "yes" {
		s.Claim = max(s.Claim, yes)
	} else {
		s.Claim = min(s.Claim, no)
	}
	for _, q := range []struct {
		reader *statement.Answer
		model  string
	}{{&s.Voice, i.Voice}, {&s.Kind, i.Kind}, {&s.Standing, i.Standing}, {&s.Topic, i.Topic}} {
		if q.reader.Value != q.model && q.reader.Sure < sure {
			*q.reader = statement.Answer{Value: q.model, Sure: sure}
		}
	}
}
