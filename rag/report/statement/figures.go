package statement

import (
	"math"
	"slices"

	"github.com/sibyl-project/sibyl/rag/encoder"
)

// figureHeads say what a figure of a sentence is, from the vectors of either reader.
type figureHeads struct {
	role    choice
	metric  choice
	look    linear // what the next sees
	measure choice // the metric of facts
	owner   choice
	year    pointer
	base    pointer
}

const seenOfMeasure = 256 // values that the metric of facts is told from

// readFigureHeads are those of a model's file whose names begin so, for vectors of so many values.
func readFigureHeads(m *encoder.Model, begin string, width int, v values, err *error) figureHeads {
	seen := 4 * width // a figure, its sentence, what stands before and behind
	begin += "figures."
	choose := func(name string, values []string, inputs int) choice {
		return choiceOf(m, begin+name, values, inputs, err)
	}
	point := func(name string, values []string) pointer {
		return pointer{
			choose("constant."+name, values, seen),
			headOf(m, begin+"query."+name, pointerScale*pointerScale, seen, err), headOf(m, begin+"key."+name, pointerScale*pointerScale, width, err),
		}
	}
	return figureHeads{
		role: choose("role", v.Roles, seen), metric: choose("metric", v.Metrics, seen),
		look: headOf(m, begin+"look", seenOfMeasure, seen, err), measure: choose("measure", v.Measures, seenOfMeasure),
		owner: choose("owner", []string{"other", "entity"}, seen),
		year:  point("year", v.Years), base: point("base", v.Bases),
	}
}

// figureSeen is what is known of a figure: the vectors of its own pieces and of those on each side, of its sentence, and the years that the sentence
// prints.
type figureSeen struct {
	span
	sentence []float32
	years    []year
}

// read reports whether it stands in what is read of a long sentence.
func (f figureSeen) read() bool { return f.own != nil }

// of answers all questions of figures.
func (h *figureHeads) of(seen []figureSeen) []FigureReading {
	out := make([]FigureReading, len(seen))
	var read, figures []int
	for i := range seen {
		if seen[i].read() {
			read = append(read, i)
		}
	}
	role := h.role.rows(zs(these(seen, read)))
	for k, i := range read {
		out[i].Role = h.role.likeliest(role.row(k))
		if out[i].Role.Value != noFigure { // the other questions are about figures
			figures = append(figures, i)
		}
	}
	s := h.scores(these(seen, figures))
	for k, i := range figures {
		r := &out[i]
		r.Metric, r.Measure, r.Owner = h.metric.likeliest(s.metric.row(k)), h.measure.likeliest(s.measure.row(k)), h.owner.likeliest(s.owner.row(k))
		r.Year, r.Base = h.year.chosen(s.year[k], seen[i].years), h.base.chosen(s.base[k], seen[i].years)
	}
	return out
}

// these are some of a list, by their places.
func these[T any](list []T, at []int) []T {
	out := make([]T, len(at))
	for k, i := range at {
		out[k] = list[i]
	}
	return out
}

// zs are what is seen of figures, a row for each.
func zs(seen []figureSeen) []float32 {
	var out []float32
	for i := range seen {
		f := &seen[i]
		if out == nil {
			out = make([]float32, 0, 4*len(f.own)*len(seen))
		}
		out = append(append(append(append(out, f.own...), f.sentence...), f.before...), f.behind...)
	}
	return out
}

// figureScores are those of all answers but the role's, a row for each figure.
type figureScores struct {
	metric, measure, owner outputs
	year, base             [][]float32
}

func (h *figureHeads) scores(seen []figureSeen) figureScores {
	z := zs(seen)
	return figureScores{h.metric.rows(z), h.measure.rows(bent(h.look.of(z))), h.owner.rows(z), h.year.scores(z, seen), h.base.scores(z, seen)}
}

// noFigure is the role of what is part of a name, a date or a list.
const noFigure = "none"

// both answers what two readers come to of the same figures, who see the same years: the first's share of the logarithms of their likelihoods, the rest
// the second's.
func both(first, second *figureHeads, a, b []figureSeen, share float64) []FigureReading {
	out := make([]FigureReading, len(a))
	x, y := first.role.rows(zs(a)), second.role.rows(zs(b))
	var figures []int
	for i := range out {
		out[i].Role = first.role.likeliest(mixed(x.row(i), y.row(i), share))
		if out[i].Role.Value != noFigure {
			figures = append(figures, i)
		}
	}
	one, two := first.scores(these(a, figures)), second.scores(these(b, figures))
	for k, i := range figures {
		choose := func(c choice, x, y outputs) Answer { return c.likeliest(mixed(x.row(k), y.row(k), share)) }
		point := func(p pointer, x, y [][]float32) Answer { return p.chosen(mixed(x[k], y[k], share), a[i].years) }
		r := &out[i]
		r.Metric, r.Owner = choose(first.metric, one.metric, two.metric), choose(first.owner, one.owner, two.owner)
		r.Measure = choose(first.measure, one.measure, two.measure)
		r.Year, r.Base = point(first.year, one.year, two.year), point(first.base, one.base, two.base)
	}
	return out
}

// mixed are the logarithms of likelihoods of two readers in such shares; what one of them rules out is out.
func mixed(first, second []float32, share float64) []float32 {
	a, b := logs(first), logs(second)
	out := make([]float32, min(len(a), len(b)))
	for i := range out {
		out[i] = float32(float64(share*a[i]) + float64((1-share)*b[i]))
	}
	return out
}

// logs are the logarithms of the likelihoods that scores stand for.
func logs(scores []float32) []float64 {
	highest, sum := slices.Max(scores), 0.0
	for _, s := range scores {
		sum += math.Exp(float64(s - highest))
	}
	out := make([]float64, len(scores))
	for i, s := range scores {
		out[i] = float64(s-highest) - math.Log(sum)
	}
	return out
}
