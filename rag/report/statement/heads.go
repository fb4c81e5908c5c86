package statement

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/sibyl-project/sibyl/rag/encoder"
)

// heads turn vectors into answers. Sums of products are made in one order and without fused steps, as everywhere in
// rag/encoder, so that every machine gives the same answers.
type heads struct {
	width   int
	join    linear // own vector, headings', that of the sentence before, the mean of those near it
	claim   linear
	sorts   map[string]choice
	aim     choice // sees the sentence's own vector and words, too
	adverse choice // as these
	matters choice
	para    choice
	role    choice
	metric  choice
	look    linear // what the next sees
	fine    choice // the metric of facts
	owner   choice
	year    pointer
	base    pointer
	cells   struct {
		join         linear // the vectors of a cell's parts
		metric, kind choice
	}
}

func readHeads(m *encoder.Model, v values) (heads, error) {
	w := m.Width()
	seen := 4 * w // by the heads of figures: a figure, its sentence, what stands before and behind
	h := heads{width: w, sorts: map[string]choice{}}
	var err error
	get := func(name string, outputs, inputs int) linear {
		weight, ok1 := m.Tensor(name + ".weight")
		bias, ok2 := m.Tensor(name + ".bias")
		if ok := ok1 && ok2 && len(weight.Data) == outputs*inputs && len(bias.Data) == outputs; !ok && err == nil {
			err = fmt.Errorf("head %s is not one of %d answers to %d inputs", name, outputs, inputs)
		}
		return linear{inputs, weight.Data, bias.Data}
	}
	choose := func(name string, values []string, inputs int) choice {
		if len(values) == 0 && err == nil {
			err = fmt.Errorf("head %s has no answers", name)
		}
		return choice{get(name, len(values), inputs), values}
	}
	point := func(name string, values []string) pointer {
		return pointer{
			choose("figures.constant."+name, values, seen),
			get("figures.query."+name, pointerScale*pointerScale, seen), get("figures.key."+name, pointerScale*pointerScale, w),
		}
	}
	h.join = get("join", w, 4*w)
	h.claim = get("claim", 1, w)
	for _, name := range []string{"voice", "kind", "standing", "topic", "area", "benefit"} {
		h.sorts[name] = choose("heads."+name, v.Heads[name], w)
	}
	h.para, h.aim = choose("paragraph", v.Paragraphs, w), choose("aim", v.Aims, 3*w)
	h.adverse, h.matters = choose("against", v.Against, 3*w), choose("matters", v.Matters, 3*w)
	h.cells.join = get("cells.join", w, 2*cellParts*w)
	h.cells.metric, h.cells.kind = choose("cells.heads.metric", v.Cells["metric"], w), choose("cells.heads.kind", v.Cells["kind"], w)
	h.role, h.metric = choose("figures.role", v.Roles, seen), choose("figures.metric", v.Metrics, seen)
	h.look = get("figures.look", w, seen)
	h.fine = choose("figures.measure", v.Measures, w)
	h.owner = choose("figures.owner", []string{"other", "entity"}, seen)
	h.year, h.base = point("year", v.Years), point("base", v.Bases)
	return h, err
}

// place writes what is seen of a place: own vector, headings', that of the sentence before, the mean of those near it.
func (h *heads) place(x []float32, p place) {
	for i, t := range []*text{p.own, p.heading, p.before} {
		if t != nil {
			copy(x[i*h.width:], t.mean)
		}
	}
	around := x[3*h.width:]
	for _, t := range p.near {
		for k, v := range t.mean {
			around[k] += v / float32(len(p.near))
		}
	}
}

// together is how many places are joined at a time.
const together = 16

// read reads places, each by itself, on as many processors as there are.
func (h *heads) read(places []place) []Reading {
	out := make([]Reading, len(places))
	var taken atomic.Int64
	work := func() {
		x := make([]float32, 4*h.width*together)
		for {
			from := (int(taken.Add(1)) - 1) * together
			if from >= len(places) {
				return
			}
			to := min(from+together, len(places))
			h.readSome(out[from:to], places[from:to], x[:4*h.width*(to-from)])
		}
	}
	var others sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(places)/together) - 1 {
		others.Go(work)
	}
	work()
	others.Wait()
	return out
}

// readSome reads a few places; x is written over.
func (h *heads) readSome(out []Reading, places []place, x []float32) {
	clear(x)
	for i, p := range places {
		h.place(x[4*h.width*i:][:4*h.width], p)
	}
	joined := bent(h.join.of(x))
	each := len(joined) / len(places)
	for i, p := range places {
		out[i] = h.of(p, joined[i*each:][:each])
	}
}

// of answers all questions of a sentence.
func (h *heads) of(p place, joined []float32) Reading {
	sort := func(name string) Answer { return h.sorts[name].of(joined) }
	alone := h.alone(p.own, joined)
	r := Reading{
		Claim: places(1 / (1 + math.Exp(-float64(h.claim.of(joined)[0])))),
		Voice: sort("voice"), Kind: sort("kind"), Standing: sort("standing"), Topic: sort("topic"), Area: sort("area"), Benefit: sort("benefit"),
		Aim:        h.aim.of(alone),
		Against:    h.adverse.other(alone, leastAgainst),
		Matters:    h.matters.other(alone, leastMattering),
		Paragraphs: h.para.ranked(joined, mostParagraphs, leastParagraph),
	}
	for _, span := range p.own.spans {
		r.Figures = append(r.Figures, h.figure(span, joined, p.own.years))
	}
	return r
}

// alone is what is seen of a sentence with what it says by itself.
func (h *heads) alone(own *text, joined []float32) []float32 {
	x := slices.Concat(joined, own.mean, own.words)
	for i := 2 * h.width; i < len(x); i++ {
		x[i] *= wordsBy
	}
	return x
}

func (h *heads) figure(s span, joined []float32, years []year) FigureReading {
	if s.own == nil {
		return FigureReading{}
	}
	z := slices.Concat(s.own, joined, s.before, s.behind)
	r := FigureReading{Role: h.role.of(z)}
	if r.Role.Value == "none" { // the other questions are about figures
		return r
	}
	r.Metric, r.Measure, r.Owner = h.metric.of(z), h.fine.of(bent(h.look.of(z))), h.owner.of(z)
	r.Year, r.Base = h.year.of(z, years), h.base.of(z, years)
	return r
}
