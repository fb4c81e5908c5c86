package legal

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
)

//go:embed cues.txt
var cueFile string

// lexicon is cues.txt, compiled. It never changes after loading.
type lexicon struct {
	terms      *trie
	answers    map[string][]alternative // by sub-requirement id
	pointers   map[string][]alternative // by sub-requirement id: what a pointer to another document must be about
	rules      map[string]string        // by sub-requirement id: the name of a rule in code
	conditions map[string][]alternative // by condition code: it holds
	denials    map[string][]alternative // by condition code: it is said not to hold
	notes      []term                   // negations
	elsewhere  [2]int                   // groups "$see" and "$document"
	notOurs    int                      // group "$not_ours": others' words and works
	mask       int                      // group "$mask": longer words in which a term means something else
	industry   []int                    // groups "$industry_...": subjects on which industries have metrics
	amounts    int                      // any figure of an amount
	topics     []topic
	about      int // group "$about": what a passage must speak of to have a pillar at all
	groups     []group
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
	terms   []term
	figures []figureKind
}

type term int

var loadLexicon = sync.OnceValues(func() (*lexicon, error) { return parseLexicon(cueFile, topicFile) })

func parseLexicon(text, topics string) (*lexicon, error) {
	p := &parser{
		lexicon: &lexicon{terms: newTrie(), answers: map[string][]alternative{}, pointers: map[string][]alternative{}, rules: map[string]string{}, conditions: map[string][]alternative{}, denials: map[string][]alternative{}},
		named:   map[string][]string{},
		known:   map[string]int{},
	}
	for i, line := range strings.Split(text, "\n") {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if err := p.line(line); err != nil {
			return nil, fmt.Errorf("reading cues.txt, line %d: %w", i+1, err)
		}
	}
	for _, s := range p.same {
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
		p.notes = append(p.notes, p.terms.add(word))
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
	if p.amounts, err = p.group("@quantity | @figure | @percent"); err != nil {
		return nil, fmt.Errorf("reading cues.txt: %w", err)
	}
	return p.lexicon, nil
}

// scan finds the terms of a text, without those that are part of a longer word that means something else: the
// "board" of a standards board governs no company.
func (l *lexicon) scan(text string) []hit {
	hits := l.terms.scan(text)
	var masked [][2]int
	for _, h := range hits {
		if slices.Contains(l.groups[l.mask].terms, h.term) {
			masked = append(masked, [2]int{h.start, h.end})
		}
	}
	if masked == nil {
		return hits
	}
	return slices.DeleteFunc(hits, func(h hit) bool {
		return slices.ContainsFunc(masked, func(m [2]int) bool { return h.start >= m[0] && h.end <= m[1] })
	})
}

type parser struct {
	*lexicon
	named map[string][]string // $name -> its members
	known map[string]int      // group as written -> index: equal groups are one
	same  [][2]string
}

func (p *parser) line(line string) error {
	switch {
	case line[0] == '$':
		name, members, ok := strings.Cut(line, "=")
		if !ok {
			return fmt.Errorf("a group needs members: %q", line)
		}
		p.named[strings.TrimSpace(name)] = split(members, "|")
		return nil
	case line[0] == '?', line[0] == '!':
		code, cues, ok := strings.Cut(line[1:], ":")
		if !ok {
			return fmt.Errorf("a condition needs cues: %q", line)
		}
		into := p.conditions
		if line[0] == '!' {
			into = p.denials
		}
		key, flags, err := flagged(strings.TrimSpace(code))
		if err != nil {
			return err
		}
		flags.points = true
		return p.alternative(into, key, cues, flags)
	}
	if key, rule, ok := strings.Cut(line, " := "); ok {
		if rules[rule] == nil {
			return fmt.Errorf("no rule is called %s", rule)
		}
		p.rules[key] = rule
		return nil
	}
	if key, cues, ok := strings.Cut(line, ": "); ok {
		key, flags, err := flagged(key)
		if err != nil {
			return err
		}
		into := p.answers
		if flags.see {
			into = p.pointers
		}
		return p.alternative(into, key, cues, flags)
	}
	if key, other, ok := strings.Cut(line, " = "); ok {
		p.same = append(p.same, [2]string{key, other})
		return nil
	}
	return fmt.Errorf("neither cues nor a reference: %q", line)
}

// flags stand in brackets behind a key.
type flags struct {
	alternative
	see bool // the cues are of pointers to other documents
}

func flagged(written string) (key string, f flags, err error) {
	key, list, ok := strings.Cut(strings.TrimSuffix(written, "]"), " [")
	if !ok {
		return key, f, nil
	}
	for _, flag := range strings.Fields(list) {
		switch flag {
		case "row":
			f.where = inRowsToo
		case "table":
			f.where = inRowsOnly
		case "column":
			f.where = inColumns
		case "named":
			f.named = true
		case "pointer":
			f.points = true
		case "see":
			f.see, f.points = true, true
		default:
			return key, f, fmt.Errorf("%s is marked %q, which means nothing", key, flag)
		}
	}
	return key, f, nil
}

func (p *parser) alternative(into map[string][]alternative, key, cues string, f flags) error {
	alt := f.alternative
	for _, written := range split(cues, "&") {
		list := &alt.groups
		switch {
		case strings.HasPrefix(written, "^"):
			list, written = &alt.above, written[1:]
		case strings.HasPrefix(written, "~"):
			list, written = &alt.near, written[1:]
		case strings.HasPrefix(written, "-"):
			list, written = &alt.none, written[1:]
		}
		g, err := p.group(written)
		if err != nil {
			return err
		}
		*list = append(*list, g)
	}
	if len(alt.groups) == 0 {
		return fmt.Errorf("%s has nothing that must stand in the sentence itself", key)
	}
	into[key] = append(into[key], alt)
	return nil
}

func (p *parser) group(written string) (int, error) {
	if g, ok := p.known[written]; ok {
		return g, nil
	}
	var g group
	if err := p.members(&g, split(written, "|")); err != nil {
		return 0, err
	}
	p.groups = append(p.groups, g)
	p.known[written] = len(p.groups) - 1
	return len(p.groups) - 1, nil
}

func (p *parser) members(g *group, members []string) error {
	for _, m := range members {
		switch {
		case m == "":
			return fmt.Errorf("an empty term")
		case m[0] == '$':
			named, ok := p.named[m]
			if !ok {
				return fmt.Errorf("no group is called %s", m)
			}
			if err := p.members(g, named); err != nil {
				return err
			}
		case m[0] == '@':
			kind, ok := figureKinds[m]
			if !ok {
				return fmt.Errorf("no kind of figure is called %s", m)
			}
			g.figures = append(g.figures, kind)
		default:
			g.terms = append(g.terms, p.terms.add(m))
		}
	}
	return nil
}

func split(s, by string) []string {
	parts := strings.Split(s, by)
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return parts
}
