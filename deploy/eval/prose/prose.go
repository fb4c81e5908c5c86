// Package prose measures whole analyses of reports of prose that were made for the purpose: their author decided what each paragraph of the
// standards gets, put answers into unusual words and beside them sentences that only look like one, and marked sentences that are claims of the
// company and sentences that are none.
package prose

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/sibyl-project/sibyl/deploy/eval/drawn"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections/document"
)

// Truth is what the author of a report says of it.
type Truth struct {
	Report     string      `json:"report"` // file name
	Paragraphs []Paragraph `json:"paragraphs"`
	Claims     []Quote     `json:"claims"`
	NotClaims  []Quote     `json:"not_claims"`
	Matters    []Matter    `json:"matters"` // the ten of most consequence

	Path string `json:"-"` // of the PDF
}

// Paragraph is what a report says of a paragraph of the standards.
type Paragraph struct {
	ID    string `json:"paragraph"`
	State string `json:"state"` // fully, partly or not

	Also []string `json:"also"` // states that an honest reader may as well decide on
}

// Quote is a sentence of a page.
type Quote struct {
	Page int    `json:"page"`
	Text string `json:"quote"`

	Asks []string `json:"asks"` // of a claim, the paragraphs that it is evidence for, the best first, where the author says so
}

// Matter is something that a reader of the report has to know first, with the sentence that says it and others that do.
type Matter struct {
	Quote
	Also []Quote `json:"also"`
}

// UnmarshalJSON reads a matter, of which some authors give no sentence but only say in their own words what it is.
func (m *Matter) UnmarshalJSON(data []byte) error {
	if bytes.HasPrefix(data, []byte(`"`)) {
		return nil
	}
	type plain Matter
	return json.Unmarshal(data, (*plain)(m))
}

// Document is what is looked at of an analysis.
type Document struct {
	Claims   []document.Claim             `json:"claims"`
	Matters  []document.Matter            `json:"matters"`
	Gaps     []document.Gap               `json:"gaps"`
	Coverage map[string]document.Coverage `json:"coverage"`
}

// Result counts what came out as the author says.
type Result struct {
	Claims, Found     int
	NotClaims, Taken  int
	Paragraphs, Exact int
	Accepted          int // the author's state or another that he allows
	Accused, Rightly  int // paragraphs called not addressed
	Allowed           int // of these, where the author calls them so or allows it
	Asked             int // claims found of which the author says what they are evidence for
	Right, None       int // of these, with such a paragraph first; with no paragraph
	Matters, First    int // of which a sentence is among the first ten
}

// Plus adds another result.
func (r Result) Plus(o Result) Result {
	return Result{r.Claims + o.Claims, r.Found + o.Found, r.NotClaims + o.NotClaims, r.Taken + o.Taken,
		r.Paragraphs + o.Paragraphs, r.Exact + o.Exact, r.Accepted + o.Accepted, r.Accused + o.Accused, r.Rightly + o.Rightly, r.Allowed + o.Allowed,
		r.Asked + o.Asked, r.Right + o.Right, r.None + o.None,
		r.Matters + o.Matters, r.First + o.First}
}

// Load reads the truths of a folder, sorted by name; each PDF lies beside its truth.
func Load(folder string) ([]Truth, error) {
	all, err := drawn.Truths[Truth](folder)
	for i := range all {
		all[i].Path = filepath.Join(folder, all[i].Report)
	}
	return all, err
}

// Compare holds a document against the truth of its report.
func Compare(t Truth, d Document) Result {
	r := Result{Claims: len(t.Claims), NotClaims: len(t.NotClaims)}
	for _, m := range t.Matters {
		if m.Text == "" {
			continue
		}
		r.Matters++
		if slices.ContainsFunc(append([]Quote{m.Quote}, m.Also...), func(q Quote) bool { return first(q, d.Matters) }) {
			r.First++
		}
	}
	for _, q := range t.Claims {
		i := claimed(q, d.Claims)
		if i < 0 {
			continue
		}
		r.Found++
		if len(q.Asks) == 0 {
			continue
		}
		switch first := d.Claims[i].Paragraphs; {
		case len(first) == 0:
			r.None++
		case slices.Contains(q.Asks, first[0].ID):
			r.Right++
		}
		r.Asked++
	}
	for _, q := range t.NotClaims {
		if claimed(q, d.Claims) >= 0 {
			r.Taken++
		}
	}
	return r.Plus(states(t, d))
}

// states holds what the document says of paragraphs against the author.
func states(t Truth, d Document) Result {
	var r Result
	states := map[string]string{}
	for _, c := range d.Coverage {
		for _, a := range c.Addressed {
			states[a.Paragraph] = "fully"
		}
	}
	for _, g := range d.Gaps {
		states[g.Paragraph] = map[events.DisclosureStatus]string{events.PartiallyAddressed: "partly", events.NotAddressed: "not"}[g.Status]
	}
	for _, p := range t.Paragraphs {
		state, known := states[p.ID]
		if !known {
			continue // no disclosure of its own
		}
		r.Paragraphs++
		if state == p.State {
			r.Exact++
		}
		accepted := state == p.State || slices.Contains(p.Also, state)
		if accepted {
			r.Accepted++
		}
		if state == "not" {
			r.Accused++
			if p.State == state {
				r.Rightly++
			}
			if accepted {
				r.Allowed++
			}
		}
	}
	return r
}

// claimed is the place of the claim that a sentence is, below zero if it is none.
func claimed(q Quote, claims []document.Claim) int {
	return slices.IndexFunc(claims, func(c document.Claim) bool { return q.in(c.Page, c.Quote.Text+" "+c.Text) })
}

// firstTold are as many matters as stand on a first screen.
const firstTold = 10

// first reports whether one of the first matters quotes a sentence.
func first(q Quote, told []document.Matter) bool {
	return slices.ContainsFunc(told[:min(len(told), firstTold)], func(m document.Matter) bool {
		return q.in(m.Page, m.Quote) || slices.ContainsFunc(m.Places, func(p document.MatterPlace) bool { return q.in(p.Page, p.Quote) })
	})
}

// in reports whether what is quoted of the same page, or of the one beside it, has half of the runs of five words of a sentence, or the sentence half
// of its.
func (q Quote) in(page int, quoted string) bool {
	if page < q.Page-1 || page > q.Page+1 {
		return false
	}
	want, has, common := runs(q.Text), runs(quoted), 0
	for run := range want {
		if has[run] {
			common++
		}
	}
	return 2*common >= min(len(want), len(has)) && common > 0
}

func runs(text string) map[string]bool {
	const long = 5
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	out := map[string]bool{}
	for i := 0; i == 0 || i+long <= len(words); i++ {
		out[strings.Join(words[i:min(i+long, len(words))], " ")] = true
	}
	return out
}
