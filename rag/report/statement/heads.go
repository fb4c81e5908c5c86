package statement

import (
	"fmt"
	"math"
	"slices"

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
	benefit linear // as this
	adverse choice // as these
	matters choice
	para    choice
	figures figureHeads
	cells   struct {
		join         linear // the vectors of a cell's parts
		metric, kind choice
	}
}

func readHeads(m *encoder.Model, v values) (heads, error) {
	w := m.Width()
	h := heads{width: w, sorts: map[string]choice{}}
	var err error
	get := func(name string, outputs, inputs int) linear { return headOf(m, name, outputs, inputs, &err) }
	choose := func(name string, values []string, inputs int) choice { return choiceOf(m, name, values, inputs, &err) }
	h.join = get("join", w, 4*w)
	h.claim = get("claim", 1, w)
	for _, name := range []string{"voice", "kind", "standing", "topic", "area"} {
		h.sorts[name] = choose("heads."+name, v.Heads[name], w)
	}
	h.para, h.aim, h.benefit = choose("paragraph", v.Paragraphs, w), choose("aim", v.Aims, 3*w), get("benefit", 1, 3*w)
	h.adverse, h.matters = choose("against", v.Against, 3*w), choose("matters", v.Matters, 3*w)
	h.cells.join = get("cells.join", w, 2*cellParts*w)
	h.cells.metric, h.cells.kind = choose("cells.heads.metric", v.Cells["metric"], w), choose("cells.heads.kind", v.Cells["kind"], w)
	h.figures = readFigureHeads(m, "", w, v, &err)
	return h, err
}

// headOf is a step of a model's file. What is wrong with it goes to err, unless something was before.
func headOf(m *encoder.Model, name string, outputs, inputs int, err *error) linear {
	weight, ok1 := m.Tensor(name + ".weight")
	bias, ok2 := m.Tensor(name + ".bias")
	if ok := ok1 && ok2 && len(weight.Data) == outputs*inputs && len(bias.Data) == outputs; !ok && *err == nil {
		*err = fmt.Errorf("head %s is not one of %d answers to %d inputs", name, outputs, inputs)
	}
	return linear{inputs, weight.Data, bias.Data}
}

// choiceOf is the same of a step whose outputs are answers.
func choiceOf(m *encoder.Model, name string, values []string, inputs int, err *error) choice {
	if len(values) == 0 && *err == nil {
		*err = fmt.Errorf("head %s has no answers", name)
	}
	if n := len(slices.Compact(slices.Sorted(slices.Values(values)))); n < len(values) && *err == nil {
		*err = fmt.Errorf("head %s has an answer twice", name)
	}
	return choice{headOf(m, name, len(values), inputs, err), values}
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

// read reads places, each by itself.
func (h *heads) read(places []place) []Reading {
	out := make([]Reading, len(places))
	sideBySide(len(places), func(from, to int) { h.readSome(out[from:to], places[from:to]) })
	return out
}

func (h *heads) readSome(out []Reading, places []place) {
	x := make([]float32, 4*h.width*len(places))
	for i, p := range places {
		h.place(x[4*h.width*i:][:4*h.width], p)
	}
	joined := outputs{h.width, bent(h.join.of(x))}
	with := make([]float32, 0, 3*h.width*len(places)) // what each says by itself
	var seen []figureSeen
	for i, p := range places {
		with = append(with, h.alone(p.own, joined.row(i))...)
		for _, span := range p.own.spans {
			seen = append(seen, figureSeen{span, joined.row(i), p.own.years})
		}
	}
	h.answer(out, joined.values, with)
	figures := h.figures.of(seen)
	for i, p := range places {
		if n := len(p.own.spans); n > 0 {
			out[i].Figures, out[i].seen = figures[:n:n], seen[:n:n]
			figures, seen = figures[n:], seen[n:]
		}
	}
}

// answer answers all questions of sentences but those of their figures.
func (h *heads) answer(out []Reading, joined, alone []float32) {
	claim, para := h.claim.rows(joined), h.para.rows(joined)
	sorts := map[string]outputs{}
	for name, c := range h.sorts {
		sorts[name] = c.rows(joined)
	}
	benefit, aim, adverse, matters := h.benefit.rows(alone), h.aim.rows(alone), h.adverse.rows(alone), h.matters.rows(alone)
	for i := range out {
		sort := func(name string) Answer { return h.sorts[name].likeliest(sorts[name].row(i)) }
		out[i] = Reading{
			Claim: likelihood(float64(claim.row(i)[0])),
			Voice: sort("voice"), Kind: sort("kind"), Standing: sort("standing"), Topic: sort("topic"), Area: sort("area"),
			Benefit:    yesOrNo(likelihood(float64(benefit.row(i)[0]))),
			Aim:        h.aim.likeliest(aim.row(i)),
			Against:    h.adverse.other(adverse.row(i), leastAgainst),
			Matters:    h.matters.other(matters.row(i), leastMattering),
			Paragraphs: h.para.ranked(para.row(i), mostParagraphs, leastParagraph),
		}
	}
}

// likelihood is that of log odds, to three places.
func likelihood(odds float64) float64 { return places(1 / (1 + math.Exp(-odds))) }

// yesOrNo is the answer to a question that has no others, and how likely yes is.
func yesOrNo(yes float64) Answer {
	if yes < 0.5 {
		return Answer{"no", places(1 - yes)}
	}
	return Answer{"yes", yes}
}

// alone is what is seen of a sentence with what it says by itself.
func (h *heads) alone(own *text, joined []float32) []float32 {
	x := slices.Concat(joined, own.mean, own.words)
	for i := 2 * h.width; i < len(x); i++ {
		x[i] *= wordsBy
	}
	return x
}
