package answer

import (
	"math"
	"strings"
	"sync/atomic"
	"unicode"

	"github.com/sibyl-project/sibyl/processors/legal/terms"
	"github.com/sibyl-project/sibyl/rag/pattern"
)

var (
	because = pattern.Compile(`(?i)\b(?:because|due to|owing to|result(?:s|ed|ing)? (?:of|from|in)|attributable|as a result|in order to|` +
		`thanks to|driven by|caused by|since)\b`)
	auxiliary = pattern.Compile(`(?i)\b(?:is|are|was|were|has|have|had|will|can|could|must|may|do|does|did|be|been|should|would)\b`)
	howOften  = pattern.Compile(`(?i)\b(?:annual(?:ly)?|quarterly|monthly|weekly|regular(?:ly)?|yearly|` +
		`(?:once|twice|times|every) (?:a |per )?(?:year|quarter|month))\b`)
	aTerm     = pattern.Compile(`(?i)\b(?:short|medium|long)[- ]?(?:,|to|and|term)`)
	ofESG     = pattern.Compile(`(?i)\b(?:sustainab|esg\b|csr\b|environment)`)
	ofTargets = pattern.Compile(`(?i)\b(?:targets?|goals?|aims?|objectives?|ambitions?)\b`)
	ofSocial  = pattern.Compile(`(?i)\b(?:women|diversity|accidents?|human rights|training|employees|customer satisfaction|compliance|corruption|` +
		`data protection|cyber|water|waste)\b`)
)

// place is where around a passage something is spoken of.
type place struct{ own, before, above bool }

func (p place) anywhere() bool { return p.own || p.before || p.above }

func (s *Shelf) placeOf(at int, r *pattern.Pattern) place {
	p := &s.Passages[at]
	return place{r.MatchString(p.Text), r.MatchString(p.Before), r.MatchString(s.over[at])}
}

// facts are what a passage is by itself, whatever is asked: found once.
type facts struct {
	climate, esg                                    place
	social, because, when, targets, amount, percent bool
	shape                                           []float64
	subjects                                        []kept[place]
	alone                                           kept[[]float32] // features
	holds                                           []kept[holds]   // by holdings
}

// kept is what is found when it is first asked for. Two who ask at once may both find it, which is the same.
type kept[T any] struct{ found atomic.Pointer[T] }

func (k *kept[T]) or(find func() T) *T {
	if found := k.found.Load(); found != nil {
		return found
	}
	found := find()
	k.found.Store(&found)
	return &found
}

func (s *Shelf) factsOf(at int) *facts {
	return s.facts[at].or(func() facts { return s.findFacts(at) })
}

func (s *Shelf) findFacts(at int) facts {
	text := s.Passages[at].Text
	figures := terms.FiguresOf(text)
	has := func(kinds ...string) bool {
		for _, k := range kinds {
			if figures&(1<<terms.FigureKinds[k]) != 0 {
				return true
			}
		}
		return false
	}
	return facts{
		climate: s.placeOf(at, ofClimate), esg: s.placeOf(at, ofESG), social: ofSocial.MatchString(text), because: because.MatchString(text),
		when:    aYear.MatchString(text) || howOften.MatchString(text) || aTerm.MatchString(text),
		targets: ofTargets.MatchString(text), amount: has("@figure", "@amount", "@money", "@quantity"), percent: has("@percent"),
		shape: shapeOf(text), subjects: make([]kept[place], len(subjects)), holds: make([]kept[holds], len(holdings)),
	}
}

// speaks is where around a passage a subject is spoken of.
func (s *Shelf) speaks(at, subject int) place {
	return *s.factsOf(at).subjects[subject].or(func() place { return s.placeOf(at, subjects[subject].says) })
}

// shapeOf is what tells a sentence from a heading, a slogan or a label: how it ends, how many of its words are set with a capital, verbs.
func shapeOf(text string) []float64 {
	const short = 8 // words
	text = strings.TrimSpace(text)
	words := strings.Fields(text)
	capitals, letters := 0, 0
	for i, w := range words {
		if c := []rune(w)[0]; i > 0 && unicode.IsUpper(c) {
			capitals++
		}
	}
	for _, c := range text {
		if unicode.IsLetter(c) {
			letters++
		}
	}
	one := func(is bool) float64 {
		if is {
			return 1
		}
		return 0
	}
	ends := strings.TrimRight(text, ")\"”’'")
	return []float64{
		one(strings.HasSuffix(ends, ".") || strings.HasSuffix(ends, ";")), math.Log1p(float64(len(words))), float64(capitals) / float64(max(1, len(words)-1)),
		float64(letters) / float64(max(1, len([]rune(text)))), one(auxiliary.MatchString(text)), one(len(words) < short),
		one(strings.HasPrefix(text, "•") || strings.HasPrefix(text, "▪") || strings.HasPrefix(text, "■")),
	}
}

// pageShare is how much of a page speaks of something.
type pageShare struct{ climate, sustainable float64 }

func pageShares(passages []Passage) map[int]pageShare {
	n, out := map[int]float64{}, map[int]pageShare{}
	for i := range passages {
		p := &passages[i]
		s := out[p.Page]
		n[p.Page]++
		if ofClimate.MatchString(p.Text) {
			s.climate++
		}
		if ofESG.MatchString(p.Text) {
			s.sustainable++
		}
		out[p.Page] = s
	}
	for page, s := range out {
		out[page] = pageShare{s.climate / n[page], s.sustainable / n[page]}
	}
	return out
}
