package legal

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/sibyl-project/sibyl/processors/legal/terms"
)

//go:embed cues.txt
var cueFile string

// lexicon is cues.txt, compiled. It never changes after loading.
type lexicon struct {
	terms      *terms.Trie
	answers    map[string][]alternative // by sub-requirement id
	pointers   map[string][]alternative // by sub-requirement id: what a pointer to another document must be about
	rules      map[string]string        // by sub-requirement id: the name of a rule in code
	same       map[string]string        // by sub-requirement id: another that asks the same
	conditions map[string][]alternative // by condition code: it holds
	denials    map[string][]alternative // by condition code or paragraph: it is said not to hold, or that there is nothing of it
	notes      []terms.Term             // negations
	elsewhere  [2]int                   // groups "$see" and "$document"
	notOurs    int                      // group "$not_ours": others' words and works
	mask       int                      // group "$mask": longer words in which a term means something else
	industry   []int                    // groups "$industry_...": subjects on which industries have metrics
	amounts    int                      // any figure of an amount
	figured    int                      // the same, or money
	emitted    int                      // names of what is emitted
	consumed   int                      // names of what is consumed
	topics     []topic
	about      int // group "$about": what a passage must speak of to have a pillar at all
	groups     []group
	of         map[terms.Term][]int // the groups that a term is one of
}

// alternative is one way of answering: every group is met.
type alternative struct {
	groups []int // into lexicon.groups
	above  []int // met by the sentence, the two before it under the same heading, or what stands above
	near   []int
	none   []int // groups that must not be met
	where  where
	named  bool // only names what is to be described: a part of an answer
	points bool // a sentence that sends the reader to another document may answer, too
}

// shows reports whether what meets a way of answering is an answer beyond doubt: a figure of a table under its name. A sentence that has certain
// words may speak of something else; it likely answers.
func (l *lexicon) shows(alt alternative) bool {
	return alt.where != inSentences && slices.ContainsFunc(alt.groups, func(g int) bool { return len(l.groups[g].figures) > 0 })
}

// asksEmissions reports whether a way of answering asks for an amount of emissions.
func (l *lexicon) asksEmissions(alt alternative) bool {
	return slices.ContainsFunc(alt.groups, func(g int) bool { return terms.AsksEmissions(l.groups[g].figures) })
}

// where is what may answer.
type where int

const (
	inSentences where = iota
	inRowsToo
	inRowsOnly
	inColumns
)

// group is met by any of its terms or kinds of figures.
type group struct {
	terms   []terms.Term
	figures []terms.FigureKind
}

func (g group) hasFigure(kinds uint16) bool {
	for _, k := range g.figures {
		if kinds&(1<<k) != 0 {
			return true
		}
	}
	return false
}

// losesFigure reports whether a text has a figure that the group asks for, and what is cut out of it has none.
func (g group) losesFigure(text, cut string) bool {
	return len(g.figures) > 0 && g.hasFigure(terms.FiguresOf(text)) && !g.hasFigure(terms.FiguresOf(cut))
}

var loadLexicon = sync.OnceValues(func() (*lexicon, error) { return parseLexicon(cueFile, topicFile) })

func parseLexicon(text, topics string) (*lexicon, error) {
	p := &parser{
		lexicon: &lexicon{
			terms: terms.New(), of: map[terms.Term][]int{}, answers: map[string][]alternative{}, pointers: map[string][]alternative{},
			rules: map[string]string{}, same: map[string]string{}, conditions: map[string][]alternative{}, denials: map[string][]alternative{},
		},
		named: map[string][]string{},
		known: map[string]int{},
	}
	for i, line := range strings.Split(text, "\n") {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if err := p.line(line); err != nil {
			return nil, fmt.Errorf("reading cues.txt, line %d: %w", i+1, err)
		}
	}
	for _, s := range p.alike {
		p.same[s[0]] = s[1]
		answer, ok := p.answers[s[1]]
		rule, ruled := p.rules[s[1]]
		if !ok && !ruled {
			return nil, fmt.Errorf("reading cues.txt: %s is to be the same as %s, which has no cues", s[0], s[1])
		}
		if ok {
			p.answers[s[0]] = answer
		}
		if ruled {
			p.rules[s[0]] = rule
		}
		if pointers, ok := p.pointers[s[1]]; ok {
			p.pointers[s[0]] = pointers
		}
	}
	for _, word := range []string{"not", "no", "never", "neither", "nor", "without", "cannot", "lack", "lacks", "none", "yet to"} {
		p.notes = append(p.notes, p.terms.Add(word))
	}
	var err error
	for i, name := range []string{"$see", "$document"} {
		if p.elsewhere[i], err = p.group(name); err != nil {
			return nil, fmt.Errorf("reading cues.txt: %w", err)
		}
	}
	for i, line := range strings.Split(topics, "\n") {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if err := p.topicLine(line); err != nil {
			return nil, fmt.Errorf("reading topics.txt, line %d: %w", i+1, err)
		}
	}
	if len(p.topics) > 0 {
		if p.about, err = p.group("$about"); err != nil {
			return nil, fmt.Errorf("reading topics.txt: %w", err)
		}
	}
	if p.notOurs, err = p.group("$not_ours"); err != nil {
		return nil, fmt.Errorf("reading cues.txt: %w", err)
	}
	if p.named["$mask"] == nil {
		p.named["$mask"] = []string{"standards board"}
	}
	if p.mask, err = p.group("$mask"); err != nil {
		return nil, fmt.Errorf("reading cues.txt: %w", err)
	}
	for _, name := range slices.Sorted(maps.Keys(p.named)) {
		if strings.HasPrefix(name, "$industry_") {
			g, err := p.group(name)
			if err != nil {
				return nil, fmt.Errorf("reading cues.txt: %w", err)
			}
			p.industry = append(p.industry, g)
		}
	}
	if err := p.ofAmounts(); err != nil {
		return nil, fmt.Errorf("reading cues.txt: %w", err)
	}
	return p.lexicon, nil
}

// ofAmounts reads the groups that tell what is counted.
func (p *parser) ofAmounts() (err error) {
	for _, g := range []struct {
		to    *int
		terms string
	}{
		{&p.amounts, "@quantity | @figure | @percent"}, {&p.figured, "@quantity | @figure | @percent | @money"},
		{&p.emitted, "emission* | co2* | co₂* | ghg* | greenhouse gas*"},
		{&p.consumed, "energy consum* | energy use* | electricity consum* | fuel consum* | water consum* | water withdraw*"},
	} {
		if *g.to, err = p.group(g.terms); err != nil {
			return err
		}
	}
	return nil
}

// scan finds the terms of a text, without those that are part of a longer word that means something else: the
// "board" of a standards board governs no company.
func (l *lexicon) scan(text string) []terms.Hit {
	hits := l.terms.Scan(text)
	var masked [][2]int
	for _, h := range hits {
		if slices.Contains(l.groups[l.mask].terms, h.Term) {
			masked = append(masked, [2]int{h.Start, h.End})
		}
	}
	if masked == nil {
		return hits
	}
	return slices.DeleteFunc(hits, func(h terms.Hit) bool {
		return slices.ContainsFunc(masked, func(m [2]int) bool { return h.Start >= m[0] && h.End <= m[1] })
	})
}

type parser struct {
	*lexicon
	named map[string][]string // $name -> its members
	known map[string]int      // group as written -> index: equal groups are one
	alike [][2]string
}
