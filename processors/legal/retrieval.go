package legal

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/data/ifrs"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/corpus"
	"github.com/sibyl-project/sibyl/rag/standards"
)

// Paragraphs finds the paragraphs of the standards that a claim may be about. The agent's own looks at its cues and at
// the registry's keywords; what Config has adds to it. One that reaches outside the process must record what it is
// answered: an agent reaches the outside through recorded ports only.
type Paragraphs interface {
	Paragraphs(ctx context.Context, q Query) ([]Hit, error)
}

// Sources of paragraphs.
const (
	SourceS1   = "ifrs_s1"
	SourceS2   = "ifrs_s2"
	SourceSASB = "sasb"
)

// Query is a claim as a search sees it.
type Query struct {
	Text    string   // the claim, word for word
	Kind    string   // "governance claim", "metrics claim", ...
	Hints   []string // paragraphs that the claim is linked to: found whatever their score
	Pillar  string   // the paragraphs of its family, as a range
	Sector  string   // for lookups of an industry
	Sources []string
	Top     int
}

// String is the query in one line, for an index that searches words and meaning.
func (q Query) String() string {
	parts := []string{q.Text, q.Kind, q.Pillar, q.Sector}
	return strings.Join(slices.DeleteFunc(append(parts, q.Hints...), func(s string) bool { return s == "" }), " ")
}

// Hit is a paragraph found. Score is 0 to 1, a cosine where meaning is compared.
type Hit struct {
	Paragraph string
	Score     float64
}

const (
	topParagraphs  = 5
	leastRelevance = 0.3 // below it a paragraph counts only if the claim was linked to it
)

// families are what a claim's type asks of the standards, by the issued numbers.
var families = map[events.ClaimType]struct{ kind, pillar string }{
	events.LegalGovernance: {"governance claim", "IFRS S2.5-7 S1.26-27"},
	events.Strategic:       {"strategy claim", "IFRS S2.8-23 S1.28-42"},
	events.Quantitative:    {"metrics claim", "IFRS S2.27-37 S1.45-53"},
	events.Environmental:   {"metrics claim", "IFRS S2.27-37 S1.45-53"},
	events.Geographic:      {"physical risk claim", "IFRS S2.10 S2.13 S2.25 S2.29(c)"},
}

// queryFor makes the query of a claim.
func queryFor(c events.Claim, sector string) Query {
	f := families[c.Type]
	q := Query{Text: c.Text, Kind: f.kind, Pillar: f.pillar, Sector: sector, Sources: []string{SourceS1, SourceS2}, Top: topParagraphs}
	if c.Quote.Text != "" {
		q.Text = c.Quote.Text
	}
	for _, p := range c.Paragraphs {
		q.Hints = append(q.Hints, p.ID)
	}
	return q
}

// relevant keeps the best hit of each paragraph, drops what is too far off unless the claim was linked to it, and puts
// the most relevant and then the most specific first.
func relevant(hits []Hit, linked []string) []Hit {
	best := map[string]float64{}
	for _, h := range hits {
		id, err := standards.Parse(h.Paragraph)
		if err != nil {
			continue // no paragraph: nothing could be compared with it
		}
		best[id.String()] = max(best[id.String()], min(h.Score, 1))
	}
	var out []Hit
	for id, score := range best {
		if score >= leastRelevance || slices.Contains(linked, id) {
			out = append(out, Hit{id, score})
		}
	}
	slices.SortFunc(out, func(a, b Hit) int {
		switch {
		case a.Score > b.Score:
			return -1
		case a.Score < b.Score:
			return 1
		}
		if d := strings.Count(b.Paragraph, "(") - strings.Count(a.Paragraph, "("); d != 0 {
			return d
		}
		return standards.Compare(a.Paragraph, b.Paragraph)
	})
	return out
}

// core is a paragraph that a claim may be about, with its keywords in small letters.
type core struct {
	*ifrs.Paragraph
	keywords []string
}

// coresOf leaves out what explains its core, which is what a claim is compared with.
func coresOf(r *ifrs.Registry) []core {
	var out []core
	for _, p := range r.GapCapable() {
		if p.Elaborates != "" {
			continue
		}
		c := core{Paragraph: p}
		for _, k := range p.Keywords {
			c.keywords = append(c.keywords, strings.ToLower(k))
		}
		out = append(out, c)
	}
	return out
}

// ownParagraphs is the agent's own search: by what a text answers, what it is about, and the keywords
// under which the registry has each paragraph.
type ownParagraphs struct{ standard }

func (s ownParagraphs) Paragraphs(_ context.Context, q Query) ([]Hit, error) {
	ix := newIndex(s.lex, alone(1, q.Text, ""))
	ix.single = true
	lower := strings.ToLower(q.Text)
	weights := map[string]float64{}
	for _, t := range s.subjects(q.Text) {
		weights[t.paragraph] = float64(t.weight) / float64(t.weight+4)
	}
	var hits []Hit
	for _, p := range s.cores {
		score := 0.0
		if share := answered(ix, p.Paragraph); share > 0 {
			score = 0.35 + 0.5*share
		}
		for _, k := range p.keywords {
			if strings.Contains(lower, k) {
				score += 0.1
			}
		}
		if score == 0 {
			continue
		}
		score += 0.1 * weights[p.ID]
		hits = append(hits, Hit{p.ID, min(score, 1)})
	}
	hits = relevant(hits, nil)
	return hits[:min(len(hits), max(q.Top, 1))], nil
}

// answered is the share of a paragraph's requirements that a text answers.
func answered(ix *index, p *ifrs.Paragraph) float64 {
	n := 0
	for _, r := range p.Requirements {
		if at, alt, ok := ix.find(ix.lex.answers[r.ID], r.NegativeStatements || p.NegativeStatements); ok && at == 0 && !alt.named {
			n++
		}
	}
	if len(p.Requirements) == 0 {
		return 0
	}
	return float64(n) / float64(len(p.Requirements))
}

// Standards is the search by meaning and words in the bundled texts. It is part of the program and lives in memory:
// nothing that a user has ingested, and no endpoint of the day, changes what a run says, so that a replay says the same.
type Standards struct{ corpus *corpus.Corpus }

var _ Paragraphs = Standards{}

// BundledStandards are those of the program, not yet indexed: the first search does that.
func BundledStandards() Standards { return Standards{corpus.InMemory()} }

// Paragraphs implements Paragraphs. The kind of claim and its family are left out of the words that are searched for:
// they would name every paragraph of the family, and what is named comes first.
func (s Standards) Paragraphs(ctx context.Context, q Query) ([]Hit, error) {
	if q.Text == "" {
		return nil, nil
	}
	answer, err := s.corpus.Search(ctx, corpus.Query{Text: q.Text, Top: q.Top, Types: q.Sources})
	if err != nil {
		return nil, fmt.Errorf("searching the standards for a claim: %w", err)
	}
	var hits []Hit
	for _, r := range answer.Results {
		for _, id := range r.IDs {
			hits = append(hits, Hit{id, max(0, r.Semantic.Score)})
		}
	}
	return hits, nil
}
