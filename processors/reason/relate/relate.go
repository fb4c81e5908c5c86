// Package relate has a language model read passages of documents that the rules leave open, and say what they say of a claim. An answer
// counts only with words of the passage, letter for letter, that it rests on, and states no figure that stands in neither text.
package relate

import (
	"context"
	"fmt"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/reason"
	"github.com/sibyl-project/sibyl/rag/evidence"
)

const (
	mostPlaces     = 8
	longestClaim   = 800
	longestPassage = 900
)

// Model reads passages by a prompt of its agent. It keeps nothing and is safe for concurrent use.
type Model struct{ Prompt string }

type item struct {
	Name     string `json:"name"`
	Relation string `json:"relation"`
	Quote    string `json:"quote"`
	Why      string `json:"why"`
}

type answer struct {
	Relations []item `json:"relations"`
}

// Relate says what places say of a claim, an answer for each, nil where there is none.
func (m Model) Relate(ctx context.Context, claim events.Claim, places []evidence.Found) ([]*events.ModelRead, *events.Asked, error) {
	p := reason.PromptNamed(m.Prompt)
	out := make([]*events.ModelRead, len(places))
	if !reason.From(ctx).Asks(p.Role) {
		return out, nil, nil
	}
	stated := fmt.Sprintf("Page %d: %s", claim.Page, reason.Shorten(claim.Text, longestClaim))
	q := reason.Question{Prompt: p, Given: "The first text is the claim, the others are passages of documents.",
		Texts: []reason.Text{{Name: "claim", Kind: "the claim", Body: stated}}}
	at, bodies := map[string]int{}, map[string]string{}
	for i, f := range places[:min(len(places), mostPlaces)] {
		if f.Quote == "" {
			continue
		}
		name := fmt.Sprintf("e%d", i+1)
		at[name] = i
		bodies[name] = fmt.Sprintf("%s, %s, %s, page %d\n%s", f.Entry.Title, f.Entry.Publisher, f.Entry.Date, f.Page, reason.Shorten(f.Quote, longestPassage))
		q.Texts = append(q.Texts, reason.Text{Name: name, Kind: "a passage", Body: bodies[name]})
	}
	if len(at) == 0 {
		return out, nil, nil
	}
	said, reply, err := reason.Ask(ctx, q, func(a *answer) error { return sound(a, stated, bodies) })
	if err != nil || reply == nil {
		return nil, nil, err
	}
	if reply.Outcome == reason.Answered {
		for _, i := range said.Relations {
			out[at[i.Name]] = &events.ModelRead{Relation: i.Relation, Quote: i.Quote, Why: i.Why}
		}
	}
	return out, reply.Told(), nil
}

// sound leaves out what is said of passages that were not given, twice, or without words of theirs. An answer with nothing else is refused,
// with the first reason.
func sound(a *answer, claim string, bodies map[string]string) error {
	var kept []item
	var first error
	seen := map[string]bool{}
	for _, i := range a.Relations {
		body, given := bodies[i.Name]
		err := error(nil)
		switch {
		case !given:
			err = fmt.Errorf("it speaks of %q, which was not given", reason.Shorten(i.Name, 20))
		case seen[i.Name]:
			err = fmt.Errorf("it speaks of %s twice", i.Name)
		case i.Relation != string(evidence.Neutral):
			i.Quote, err = reason.Quoted(i.Quote, body)
		default:
			i.Quote = "" // it decides nothing
		}
		if reason.Figures(i.Why, body, claim) != nil {
			i.Why = ""
		}
		if err == nil {
			seen[i.Name] = true
			kept = append(kept, i)
		} else if first == nil {
			first = err
		}
	}
	if len(kept) == 0 && first != nil {
		return first
	}
	a.Relations = kept
	return nil
}
