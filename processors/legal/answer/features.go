package answer

import (
	"math"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/processors/legal/terms"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// FeaturesVersion names what features are and their order: a net belongs to one version.
const FeaturesVersion = "3"

// Answers of the reader of sentences, as it spells them (data/models/labels/GUIDE.md).
var (
	voices    = []string{"entity", "unit", "third", "auditor", "standard", "world"}
	kinds     = []string{"level", "change", "share", "target", "price", "event", "process", "policy", "definition", "outlook", "opinion", "pointer", "other"}
	standings = []string{"done", "ongoing", "planned", "possible", "none"}
	topics    = []string{"climate", "energy", "water", "waste", "nature", "people", "supply_chain", "governance", "product", "business", "accounting", "other"}
	areas     = []string{"governance", "strategy", "risk", "metrics", "targets", "none"}
	pillars   = []string{"governance", "strategy", "risk_management", "metrics_targets", "general_requirements"}
)

var (
	ofClimate = pattern.Compile(`(?i)\bclimat|greenhouse|\bghg|\bco2|\bco₂|carbon|emission|net[\s-]zero|\bscopes? ?[123]\b|renewable|warming`)
	ofUs      = pattern.Compile(`(?i)\b(?:we|our|us)\b`)
	negated   = pattern.Compile(`(?i)\b(?:not|no|never|neither|nor|without|cannot|none)\b`)
	later     = pattern.Compile(`(?i)\b(?:will|plans?|planned|intends?|aims?|targets?|by 20[2-9]\d|until 20[2-9]\d)\b`)
	aYear     = pattern.Compile(`\b(?:19|20)\d\d\b`)
	anyDigit  = pattern.Compile(`\d`)
)

// figureKinds are the kinds of figures of package terms in a stated order.
var figureKinds = []string{"@year", "@percent", "@figure", "@amount", "@money", "@quantity"}

// features of passages for one part.
type features struct {
	s        *Shelf
	p        *Part
	asked    float64 // rarity of all its stems
	speaking float64
	words    map[int]int // ranks
	meaning  map[int]int

	askFlat, speakFlat []float32 // vectors of the words of both
}

func (s *Shelf) featuresFor(p *Part) *features {
	f := &features{s: s, p: p, words: map[int]int{}, meaning: map[int]int{}}
	for _, w := range p.asks {
		f.asked += s.rarity(w)
	}
	for _, w := range p.speaks {
		f.speaking += s.rarity(w)
	}
	f.askFlat, f.speakFlat = flat(p.askWords), flat(p.speakWords)
	best := s.ranked(p)
	for i, at := range best.words {
		f.words[at] = i + 1
	}
	for i, at := range best.meaning {
		f.meaning[at] = i + 1
	}
	return f
}

// Features of each candidate for a part, as the net reads them.
func (s *Shelf) Features(p *Part, among []Candidate) [][]float32 {
	f := s.featuresFor(p)
	out := make([][]float32, len(among))
	for i, c := range among {
		x := &row{}
		f.pair(x, c)
		f.passage(x, c.At)
		f.said(x, s.Passages[c.At].Said)
		f.part(x)
		f.wanted(x, c.At)
		f.around(x, c.At)
		f.held(x, c.At)
		out[i] = x.values
	}
	return out
}

// row collects the features of a candidate.
type row struct{ values []float32 }

func (r *row) add(x float64) { r.values = append(r.values, float32(x)) }

func (r *row) flag(is bool) {
	if is {
		r.values = append(r.values, 1)
		return
	}
	r.values = append(r.values, 0)
}

// oneOf adds one feature for each of some values: how sure it is, for the one that it is.
func (r *row) oneOf(values []string, value string, sure float64) {
	for _, v := range values {
		if v == value {
			r.add(sure)
		} else {
			r.add(0)
		}
	}
}

// pair adds what the question and the passage have in common.
func (f *features) pair(r *row, c Candidate) {
	own, above := f.s.stems[c.At], f.s.above[c.At]
	r.add(cosine(f.p.vector, f.s.textOf(c.At)))
	r.add(cosine(f.p.vector, f.s.wideOf(c.At)))
	r.add(cosine(f.p.likely, f.s.textOf(c.At)))
	r.add(cosine(f.p.likely, f.s.wideOf(c.At)))
	r.add(f.shared(f.p.asks, own, f.asked))
	r.add(f.shared(f.p.speaks, own, f.speaking))
	r.add(f.shared(f.p.asks, above, f.asked))
	r.add(f.shared(f.p.speaks, above, f.speaking))
	whole := 0
	for _, phrase := range f.p.phrases {
		if !slices.ContainsFunc(phrase, func(w string) bool { _, ok := slices.BinarySearch(own, w); return !ok }) {
			whole++
		}
	}
	r.add(math.Log1p(float64(whole)))
	r.add(nearness(f.words[c.At]))
	r.add(nearness(f.meaning[c.At]))
	r.flag(c.Cue == CueNames)
	r.flag(c.Cue == CueAnswers)
}

// shared is the share of some stems, by how rare they are, that stand among others.
func (f *features) shared(of, among []string, all float64) float64 {
	if all == 0 {
		return 0
	}
	sum := 0.0
	for _, w := range of {
		if _, ok := slices.BinarySearch(among, w); ok {
			sum += f.s.rarity(w)
		}
	}
	return sum / all
}

// nearness of a rank to the first; 0 for what has none.
func nearness(rank int) float64 {
	if rank == 0 {
		return 0
	}
	return 5 / float64(4+rank)
}

// passage adds what the passage is by itself, whatever is asked.
func (f *features) passage(r *row, at int) {
	has := f.s.factsOf(at)
	r.values = append(r.values, *has.alone.or(func() []float32 { return f.s.alone(at, has) })...)
}

func (s *Shelf) alone(at int, has *facts) []float32 {
	r, p := &row{}, &s.Passages[at]
	text := p.Text
	r.flag(p.Row)
	r.add(min(float64(len(text))/300, 2))
	figures := terms.FiguresOf(text)
	for _, k := range figureKinds {
		r.flag(figures&(1<<terms.FigureKinds[k]) != 0)
	}
	r.add(min(float64(len(anyDigit.FindAllString(text, -1)))/20, 1))
	r.add(min(float64(len(aYear.FindAllString(text, -1)))/3, 1))
	r.flag(strings.HasSuffix(text, "?"))
	r.flag(strings.HasSuffix(text, ":"))
	r.flag(p.Pointer)
	r.flag(p.Others)
	r.flag(negated.MatchString(text))
	r.flag(ofUs.MatchString(text))
	r.flag(later.MatchString(text))
	r.flag(has.climate.own)
	r.flag(has.climate.before)
	r.flag(has.climate.above)
	r.add(min(float64(len(p.Headings))/4, 1))
	for _, x := range has.shape {
		r.add(x)
	}
	return r.values
}

// said adds what the reader of sentences says of it.
func (f *features) said(r *row, s *statement.Reading) {
	if s == nil {
		s = &statement.Reading{}
		r.add(0)
	} else {
		r.add(1)
	}
	claim, voice := s.ByItself()
	r.add(claim)
	r.oneOf(voices, voice.Value, voice.Sure)
	r.oneOf(kinds, s.Kind.Value, s.Kind.Sure)
	r.oneOf(standings, s.Standing.Value, s.Standing.Sure)
	r.oneOf(topics, s.Topic.Value, s.Topic.Sure)
	r.oneOf(areas, s.Area.Value, s.Area.Sure)
	exact, near, section, pillar, none := 0.0, 0.0, 0.0, 0.0, 0.0
	for _, a := range s.Paragraphs {
		switch {
		case a.Value == "none":
			none += a.Sure
			continue
		case a.Value == f.p.Paragraph:
			exact += a.Sure
		case strings.HasPrefix(f.p.Paragraph, a.Value+"(") || strings.HasPrefix(a.Value, f.p.Paragraph+"("):
			near += a.Sure
		case groupOf(a.Value) == f.p.Group && f.p.Group > 0:
			section += a.Sure
		}
		if number(a.Value) == number(f.p.Paragraph) {
			pillar += a.Sure
		}
	}
	for _, x := range []float64{exact, near, section, pillar, none, exact + near} {
		r.add(x)
	}
	r.add(agreement(f.p.Pillar, s.Area.Value) * s.Area.Sure)
}

// number is the paragraph's own, without its items: S2.14 of S2.14(a)(ii).
func number(id string) string {
	n, _, _ := strings.Cut(id, "(")
	return n
}

// agreement of a pillar with an area, as the reader of sentences calls pillars.
func agreement(pillar, area string) float64 {
	switch {
	case area == "" || area == "none":
		return 0
	case strings.HasPrefix(pillar, area), pillar == "metrics_targets" && area == "targets":
		return 1
	}
	return -1
}

// part adds what is asked.
func (f *features) part(r *row) {
	r.oneOf(pillars, f.p.Pillar, 1)
	for i := range groups {
		r.flag(i == f.p.Group)
	}
	r.flag(strings.HasSuffix(f.p.ID, "#amount"))
	r.flag(strings.HasSuffix(f.p.ID, "#percentage"))
}
