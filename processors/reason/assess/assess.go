// Package assess has a language model say whether passages of a report answer a requirement of a standard. It knows no agent: whoever
// maps paragraphs hands in the requirement, in our own words, and the passages, and gets an answer for each, or none.
//
// That a passage answers, or points elsewhere, counts only with words of that passage that do it, letter for letter.
package assess

import (
	"context"
	"fmt"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/sibyl-project/sibyl/processors/reason"
)

// Verdict is what a passage is to a requirement.
type Verdict string

// The closed set of verdicts.
const (
	Answers   Verdict = "answers"
	Names     Verdict = "names_only"
	Elsewhere Verdict = "points_elsewhere"
	Not       Verdict = "not"
)

// Passage is a sentence or a row of a report with what it is read with.
type Passage struct {
	Page     int
	Headings []string // outermost first
	Before   string
	Text     string
}

// Judgement is what a model says of a passage.
type Judgement struct {
	Verdict Verdict
	Quote   string // words of the passage
	Missing string // what an answer leaves open
}

const (
	perQuestion     = 8
	longestAsked    = 900
	longestPassage  = 900
	longestHeadings = 240
)

// Model judges passages. It keeps nothing and is safe for concurrent use.
type Model struct{}

type item struct {
	Name    string  `json:"name"`
	Verdict Verdict `json:"verdict"`
	Quote   string  `json:"quote"`
	Missing string  `json:"missing"`
}

type answer struct {
	Passages []item `json:"passages"`
}

// Judge returns an answer for each passage, nil where there is none, and what came of asking: the replies of all questions, in their
// order; none where no model has the role. The requirement is ours and trusted, the passages are not.
func (Model) Judge(ctx context.Context, requirement string, passages []Passage) ([]*Judgement, []*reason.Reply, error) {
	out := make([]*Judgement, len(passages))
	if !reason.From(ctx).Asks(reason.Legal) || len(passages) == 0 {
		return out, nil, nil
	}
	perQuestion := reason.From(ctx).Texts(reason.Legal, perQuestion)
	asked := make([]*reason.Reply, (len(passages)+perQuestion-1)/perQuestion)
	g, ctx := errgroup.WithContext(ctx)
	for n := range asked {
		from := n * perQuestion
		to := min(from+perQuestion, len(passages))
		g.Go(func() (err error) {
			asked[n], err = ask(ctx, requirement, passages[from:to], out[from:to])
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return nil, nil, fmt.Errorf("asking what answers %q: %w", reason.Shorten(requirement, 80), err)
	}
	return out, asked, nil
}

func ask(ctx context.Context, requirement string, passages []Passage, out []*Judgement) (*reason.Reply, error) {
	q := reason.Question{Prompt: reason.PromptNamed("legal"), Given: "The requirement: " + reason.Shorten(requirement, longestAsked)}
	at, texts := map[string]int{}, map[string]string{}
	for i, p := range passages {
		name := fmt.Sprintf("q%d", i+1)
		at[name], texts[name] = i, reason.Shorten(p.Text, longestPassage)
		var b strings.Builder
		fmt.Fprintf(&b, "Passage, page %d: %s", p.Page, texts[name]) // first, since small models quote what they see first
		if len(p.Headings) > 0 {
			fmt.Fprintf(&b, "\nHeading: %s", reason.Shorten(strings.Join(p.Headings, " > "), longestHeadings))
		}
		if p.Before != "" {
			fmt.Fprintf(&b, "\nBefore: %s", reason.Shorten(p.Before, longestHeadings))
		}
		q.Texts = append(q.Texts, reason.Text{Name: name, Kind: "a passage", Body: b.String()})
	}
	said, reply, err := reason.Ask(ctx, q, func(a *answer) error { return sound(a, texts) })
	if err != nil {
		return nil, err
	}
	for _, i := range said.Passages {
		out[at[i.Name]] = &Judgement{Verdict: i.Verdict, Quote: i.Quote, Missing: i.Missing}
	}
	return reply, nil
}

// sound leaves out what is said of passages that were not given, or twice, and answers without words of their passage. An answer with nothing
// that stands is refused, with the first reason.
func sound(a *answer, texts map[string]string) error {
	var kept []item
	var first error
	seen := map[string]bool{}
	for _, i := range a.Passages {
		text, given := texts[i.Name]
		switch {
		case !given:
			first = orElse(first, fmt.Errorf("it speaks of %q, which was not given", reason.Shorten(i.Name, 20)))
			continue
		case seen[i.Name]:
			continue
		}
		if i.Verdict == Answers || i.Verdict == Elsewhere {
			quote, err := reason.Quoted(i.Quote, text)
			if err != nil {
				first = orElse(first, fmt.Errorf("%s is said to be %q, and %w; without words of it that do so its verdict is %q", i.Name, i.Verdict, err, Not))
				continue
			}
			i.Quote = quote
		} else {
			i.Quote = ""
		}
		if reason.Figures(i.Missing, text) != nil {
			i.Missing = ""
		}
		seen[i.Name] = true
		kept = append(kept, i)
	}
	if len(kept) == 0 && first != nil {
		return first
	}
	a.Passages = kept
	return nil
}

func orElse(first, next error) error {
	if first != nil {
		return first
	}
	return next
}
