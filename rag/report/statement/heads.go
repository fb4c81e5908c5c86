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

// linear is a step y = x·weightsᵀ + bias.
type linear struct {
	inputs  int
	weights []float32
	bias    []float32
}

// choice is a step whose largest output is the answer.
type choice struct {
	linear
	values []string
}

// pointer chooses among constants and the years that a sentence prints.
type pointer struct {
	choice
	query, key linear
}

// pointerScale is the root of the length of queries and keys.
const pointerScale = 8

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

// bent is a vector with gelu of each of its values in its place.
func bent(x []float32) []float32 {
	for i, v := range x {
		x[i] = gelu(v)
	}
	return x
}

// of is the step for x, which may be several rows of inputs.
func (l linear) of(x []float32) []float32 {
	out := encoder.Products(l.weights, x, l.inputs)
	for i := range out {
		out[i] += l.bias[i%len(l.bias)]
	}
	return out
}

func (c choice) of(x []float32) Answer {
	return likeliest(c.linear.of(x), func(i int) string { return c.values[i] })
}

// What is told of the paragraphs that a sentence may be evidence for.
const (
	mostParagraphs = 3
	leastParagraph = 0.1
)

// ranked are the likeliest answers, most of them at the most and none below least; of equally likely ones the first is first.
func (c choice) ranked(x []float32, most int, least float64) []Answer {
	scores := c.linear.of(x)
	highest := slices.Max(scores)
	shares := make([]float64, len(scores))
	sum := 0.0
	for i, s := range scores {
		shares[i] = math.Exp(float64(s - highest))
		sum += shares[i]
	}
	best := make([]Answer, 0, min(most, len(shares))) // a report keeps one for each of its sentences
	for range cap(best) {
		i := 0
		for k, share := range shares {
			if share > shares[i] {
				i = k
			}
		}
		if sure := places(shares[i] / sum); sure >= least {
			best = append(best, Answer{c.values[i], sure})
		}
		shares[i] = -1
	}
	return best
}

// How likely it must at least be that a sentence speaks against the company, or tells what a reader has to know, for it to be said of it.
const (
	leastAgainst   = 0.3
	leastMattering = 0.1
)

// other is the likeliest answer but the first, which is that there is nothing, and how likely it is that there is something; nothing below least.
func (c choice) other(x []float32, least float64) Answer {
	scores := c.linear.of(x)
	highest := slices.Max(scores)
	sum, best := 0.0, 1
	for i, s := range scores {
		sum += math.Exp(float64(s - highest))
		if i > 0 && s > scores[best] {
			best = i
		}
	}
	if sure := places(1 - math.Exp(float64(scores[0]-highest))/sum); sure >= least {
		return Answer{c.values[best], sure}
	}
	return Answer{}
}

// of chooses; a year that is printed twice is as likely as its two places together.
func (p pointer) of(z []float32, years []year) Answer {
	scores := p.linear.of(z)
	if len(years) > 0 {
		query := p.query.of(z)
		for _, y := range years {
			scores = append(scores, encoder.Products(p.key.of(y.vector), query, len(query))[0]/pointerScale)
		}
	}
	return likeliest(scores, func(i int) string {
		if i < len(p.values) {
			return p.values[i]
		}
		return years[i-len(p.values)].text
	})
}

// likeliest is the answer with the largest share, the shares of equal answers added up; the first of equally likely ones.
func likeliest(scores []float32, value func(int) string) Answer {
	most := scores[0]
	for _, s := range scores {
		most = max(most, s)
	}
	shares, order, sum := map[string]float64{}, []string{}, 0.0
	for i, s := range scores {
		e := math.Exp(float64(s - most))
		v := value(i)
		if _, known := shares[v]; !known {
			order = append(order, v)
		}
		shares[v] += e
		sum += e
	}
	best := order[0]
	for _, v := range order {
		if shares[v] > shares[best] {
			best = v
		}
	}
	return Answer{best, places(shares[best] / sum)}
}

// places rounds a share to three places: further ones may differ between machines, and say nothing.
func places(share float64) float64 { return math.Round(share*1000) / 1000 }

func gelu(x float32) float32 {
	return float32(0.5 * float64(x) * (1 + math.Erf(float64(x)/math.Sqrt2)))
}

// mean is the mean of rows from..to, and nothing but zeros of none.
func mean(row func(int) []float32, from, to, width int) []float32 {
	out := make([]float32, width)
	for i := from; i < to; i++ {
		for k, v := range row(i) {
			out[k] += v
		}
	}
	for k := range out {
		out[k] /= float32(max(1, to-from))
	}
	return out
}
