package legal

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/rag/report/statement"
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

// subject is a paragraph that a passage is about.
type subject struct {
	paragraph string
	weight    int
}

// Pillars says how much of a passage is about each pillar, whether or not it answers anything: the mean of what its words are cues for and
// of the paragraphs that the reader of sentences takes its sentences for evidence of. What is about climate and the environment by neither is
// about no pillar.
func Pillars(text string, said []statement.Said) (map[string]float64, error) {
	std, err := load()
	if err != nil {
		return nil, fmt.Errorf("finding what a passage is about: %w", err)
	}
	byWords := map[string]float64{}
	for _, about := range std.subjects(text) {
		if p, ok := std.Paragraph(about.paragraph); ok {
			byWords[p.Pillar] += float64(about.weight)
		}
	}
	if len(byWords) == 0 && !slices.ContainsFunc(said, ofEnvironment) {
		return nil, nil
	}
	byReader := map[string]float64{}
	for _, s := range said {
		for _, a := range s.Paragraphs {
			if p, ok := std.Paragraph(a.Value); ok {
				byReader[p.Pillar] += a.Sure * float64(len(s.Text))
			}
		}
	}
	out := map[string]float64{}
	for _, by := range []map[string]float64{byWords, byReader} {
		all := 0.0
		for _, pillar := range pillars {
			all += by[pillar]
		}
		for _, pillar := range pillars {
			if by[pillar] > 0 {
				out[pillar] += by[pillar] / (2 * all)
			}
		}
	}
	return out, nil
}

// ofEnvironment reports whether a sentence rather is about climate, energy or nature than about anything else.
func ofEnvironment(s statement.Said) bool {
	const rather = 0.5
	return slices.Contains([]string{"climate", "energy", "nature"}, s.Topic.Value) && s.Topic.Sure >= rather
}

// subjects are the paragraphs that a text is about by its words, the most likely first.
func (s standard) subjects(text string) (paragraphs []subject) {
	ix := newIndex(s.lex, alone(1, text, ""))
	ix.single = true
	if !ix.meets(s.lex.about, 0) {
		return nil
	}
	weights := map[string]int{}
	for _, t := range s.lex.topics {
		if ix.speaks(t.alt) {
			weights[t.paragraph] += t.weight
		}
	}
	for id, w := range weights {
		paragraphs = append(paragraphs, subject{id, w})
	}
	slices.SortFunc(paragraphs, func(a, b subject) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), standards.Compare(a.paragraph, b.paragraph))
	})
	return paragraphs
}

// speaks says whether a single passage meets what an alternative asks for, whoever it is that speaks.
func (ix *index) speaks(alt alternative) bool {
	meets := func(g int) bool { return ix.meets(g, 0) }
	return !slices.ContainsFunc(alt.none, meets) && !slices.ContainsFunc(alt.groups, func(g int) bool { return !meets(g) })
}
