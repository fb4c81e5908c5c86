package answer

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/sibyl-project/sibyl/data/ifrs"
	"github.com/sibyl-project/sibyl/rag/embed"
)

//go:embed questions.txt
var questionFile string

// Part is one part of a requirement as a question.
type Part struct {
	ID        string // of the sub-requirement
	Paragraph string
	Pillar    string
	Group     int    // of paragraphs that ask alike, an index of groups
	Question  string // in our own words
	Speaks    string // words in which answers speak of it

	asks, speaks   []string   // stems
	phrases        [][]string // stems of each of the phrases of Speaks
	vector, likely []float32  // of the question, and of the question with how answers speak
	form           form
	holding        int // of holdings, -1 for none
	phraseVectors  [][]float32
	askWords       []askedWord
	speakWords     []askedWord
}

// flat are the vectors of words, one after another.
func flat(words []askedWord) []float32 {
	var out []float32
	for _, w := range words {
		out = append(out, w.vector...)
	}
	return out
}

// askedWord is a word of a question.
type askedWord struct {
	stem   string
	vector []float32
}

// Parts are the questions that can be asked, by the ids of their parts.
type Parts struct {
	all  []*Part
	byID map[string]*Part
}

// Load returns the questions of the binary. They are read once and shared; nobody may change them.
func Load() (*Parts, error) { return loadParts() }

var loadParts = sync.OnceValues(func() (*Parts, error) { return parseParts(questionFile) })

// Of returns the question for a part, nil where there is none: code or cues judge that.
func (ps *Parts) Of(id string) *Part { return ps.byID[id] }

// All are the questions in the order of the file.
func (ps *Parts) All() []*Part { return ps.all }

// groups are paragraphs that ask alike; the longest that begins a paragraph's id is its own.
var groups = []string{
	"S1", "S1.5", "S2.6(a)", "S2.6(b)", "S2.10", "S2.13", "S2.14", "S2.16", "S2.21", "S2.22", "S2.22(b)", "S2.25", "S2.29", "S2.29(a)",
	"S2.32", "S2.33", "S2.34", "S2.35", "S2.36", "S2.B",
}

func groupOf(paragraph string) int {
	best := 0
	for i, g := range groups {
		if strings.HasPrefix(paragraph, g) && len(g) >= len(groups[best]) {
			best = i
		}
	}
	return best
}

func parseParts(file string) (*Parts, error) {
	registry, err := ifrs.Load()
	if err != nil {
		return nil, fmt.Errorf("reading the questions: %w", err)
	}
	ps := &Parts{byID: map[string]*Part{}}
	for i, line := range strings.Split(file, "\n") {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		p, err := parsePart(registry, line)
		if err != nil {
			return nil, fmt.Errorf("reading the questions, line %d: %w", i+1, err)
		}
		if ps.byID[p.ID] != nil {
			return nil, fmt.Errorf("reading the questions, line %d: %s is there twice", i+1, p.ID)
		}
		ps.all, ps.byID[p.ID] = append(ps.all, p), p
	}
	return ps, ps.embed()
}

func parsePart(registry *ifrs.Registry, line string) (*Part, error) {
	id, rest, ok := strings.Cut(line, ": ")
	question, speaks, both := strings.Cut(rest, " | ")
	if !ok || !both {
		return nil, fmt.Errorf("%q is no part with its question and how answers speak", line)
	}
	paragraph, _, _ := strings.Cut(id, "#")
	p, known := registry.Paragraph(paragraph)
	if !known || !slices.ContainsFunc(p.Requirements, func(r ifrs.Requirement) bool { return r.ID == id }) {
		return nil, fmt.Errorf("%s is no part of a paragraph", id)
	}
	part := &Part{ID: id, Paragraph: paragraph, Pillar: p.Pillar, Group: groupOf(paragraph), Question: question, Speaks: speaks}
	part.asks, part.speaks, part.form = stems(question), stems(speaks), formOf(question, paragraph)
	part.holding = holdingOf(id)
	for _, phrase := range strings.Split(speaks, ", ") {
		if s := stems(phrase); len(s) > 0 {
			part.phrases = append(part.phrases, s)
		}
	}
	return part, nil
}

// embed makes the vectors of the questions.
func (ps *Parts) embed() error {
	e, err := embed.Bundled()
	if err != nil {
		return fmt.Errorf("reading the questions: %w", err)
	}
	var texts []string
	for _, p := range ps.all {
		texts = append(texts, p.Question, p.Question+" "+p.Speaks)
	}
	vectors, err := e.Embed(context.Background(), texts)
	if err != nil {
		return fmt.Errorf("reading the questions: %w", err)
	}
	known := map[string]askedWord{} // questions share most of their words
	for i, p := range ps.all {
		p.vector, p.likely = vectors[2*i], vectors[2*i+1]
		if p.phraseVectors, err = e.Embed(context.Background(), strings.Split(p.Speaks, ", ")); err != nil {
			return fmt.Errorf("reading how answers speak: %w", err)
		}
		for _, of := range []struct {
			text string
			to   *[]askedWord
		}{{p.Question, &p.askWords}, {p.Speaks, &p.speakWords}} {
			for _, w := range wordsOf(of.text) {
				asked, ok := known[w]
				if !ok {
					vectors, err := e.Embed(context.Background(), []string{w})
					if err != nil {
						return fmt.Errorf("reading the words of questions: %w", err)
					}
					asked = askedWord{stems(w)[0], vectors[0]}
					known[w] = asked
				}
				*of.to = append(*of.to, asked)
			}
		}
	}
	return nil
}
