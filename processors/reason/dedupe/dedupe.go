// Package dedupe has a language model say whether claims that are alike assert the same. What it does not answer is not the same: a claim
// that is checked twice does less harm than one that is lost.
package dedupe

import (
	"context"
	"fmt"

	"golang.org/x/sync/errgroup"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/reason"
)

const (
	perQuestion  = 8
	longestClaim = 600
)

// Model confirms duplicates. It keeps nothing and is safe for concurrent use.
type Model struct{}

type item struct {
	Name string `json:"name"`
	Same string `json:"same"`
}

type answer struct {
	Pairs []item `json:"pairs"`
}

// Same says of each pair whether both claims assert the same.
func (Model) Same(ctx context.Context, pairs [][2]events.Claim) ([]bool, error) {
	out := make([]bool, len(pairs))
	if !reason.From(ctx).Asks(reason.Dedupe) {
		return out, nil
	}
	perQuestion := reason.From(ctx).Texts(reason.Dedupe, perQuestion)
	g, ctx := errgroup.WithContext(ctx)
	for from := 0; from < len(pairs); from += perQuestion {
		batch, into := pairs[from:min(from+perQuestion, len(pairs))], out[from:]
		g.Go(func() error { return ask(ctx, batch, into) })
	}
	return out, g.Wait()
}

func ask(ctx context.Context, batch [][2]events.Claim, out []bool) error {
	q := reason.Question{Prompt: reason.PromptNamed("dedupe"), Given: fmt.Sprintf("There are %d pairs.", len(batch))}
	at := map[string]int{}
	for i, pair := range batch {
		name := fmt.Sprintf("p%d", i+1)
		at[name] = i
		for k, c := range pair {
			body := fmt.Sprintf("Page %d: %s", c.Page, reason.Shorten(c.Text, longestClaim))
			q.Texts = append(q.Texts, reason.Text{Name: fmt.Sprintf("%s.%d", name, k+1), Kind: "statement", Body: body})
		}
	}
	said, reply, err := reason.Ask(ctx, q, func(*answer) error { return nil })
	if err != nil || reply.Outcome != reason.Answered {
		return err
	}
	for _, i := range said.Pairs {
		if n, given := at[i.Name]; given {
			out[n] = i.Same == "yes"
			delete(at, i.Name) // a second answer counts for nothing
		}
	}
	return nil
}
