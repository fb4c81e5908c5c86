package legal

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/rag/standards"
)

//go:embed topics.txt
var topicFile string

// topic is a line of topics.txt: meeting it makes a passage more likely to be about a paragraph.
type topic struct {
	paragraph string
	weight    int
	alt       alternative
}

func (p *parser) topicLine(line string) error {
	key, cues, ok := strings.Cut(line, ": ")
	if !ok || line[0] == '$' {
		return p.line(line)
	}
	id, written, _ := strings.Cut(key, " ")
	parsed, err := standards.Parse(id)
	if err != nil {
		return fmt.Errorf("%q is no paragraph: %w", id, err)
	}
	weight, err := strconv.Atoi(written)
	if err != nil || weight < 1 {
		return fmt.Errorf("%q is no weight", written)
	}
	into := map[string][]alternative{}
	if err := p.alternative(into, id, cues, flags{}); err != nil {
		return err
	}
	p.topics = append(p.topics, topic{parsed.String(), weight, into[id][0]})
	return nil
}

// Subject is what a passage is about.
type Subject struct {
	Paragraph string
	Weight    int
}

// Subjects says which paragraphs a passage is about, the most likely first, and how much speaks for each pillar. A
// passage can be about a paragraph and answer nothing that it asks.
func Subjects(text string) (paragraphs []Subject, pillars map[string]int, err error) {
	std, err := load()
	if err != nil {
		return nil, nil, fmt.Errorf("finding what a passage is about: %w", err)
	}
	paragraphs, pillars = std.subjects(text)
	return paragraphs, pillars, nil
}

func (s standard) subjects(text string) (paragraphs []Subject, pillars map[string]int) {
	pillars = map[string]int{}
	ix := newIndex(s.lex, alone(1, text, ""))
	ix.single = true
	if !ix.meets(s.lex.about, 0) {
		return nil, pillars
	}
	weights := map[string]int{}
	for _, t := range s.lex.topics {
		if !ix.speaks(t.alt) {
			continue
		}
		weights[t.paragraph] += t.weight
		if p, ok := s.Paragraph(t.paragraph); ok {
			pillars[p.Pillar] += t.weight
		}
	}
	for id, w := range weights {
		paragraphs = append(paragraphs, Subject{id, w})
	}
	slices.SortFunc(paragraphs, func(a, b Subject) int {
		if a.Weight != b.Weight {
			return b.Weight - a.Weight
		}
		return standards.Compare(a.Paragraph, b.Paragraph)
	})
	return paragraphs, pillars
}

// speaks says whether a single passage meets what an alternative asks for, whoever it is that speaks.
func (ix *index) speaks(alt alternative) bool {
	meets := func(g int) bool { return ix.meets(g, 0) }
	return !slices.ContainsFunc(alt.none, meets) && !slices.ContainsFunc(alt.groups, func(g int) bool { return !meets(g) })
}
