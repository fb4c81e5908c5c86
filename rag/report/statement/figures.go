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

func (f figureSeen) z() []float32 { return slices.Concat(f.own, f.sentence, f.before, f.behind) }

// of answers all questions of a figure.
func (h *figureHeads) of(f figureSeen) FigureReading {
	if !f.read() {
		return FigureReading{}
	}
	z := f.z()
	r := FigureReading{Role: h.role.of(z)}
	if r.Role.Value == noFigure { // the other questions are about figures
		return r
	}
	r.Metric, r.Measure, r.Owner = h.metric.of(z), h.measure.of(bent(h.look.of(z))), h.owner.of(z)
	r.Year, r.Base = h.year.of(z, f.years), h.base.of(z, f.years)
	return r
}

// noFigure is the role of what is part of a name, a date or a list.
const noFigure = "none"

// both answers what two readers come to, which see the same years: the first's share of the logarithms of their likelihoods, the rest the second's.
func both(first, second *figureHeads, a, b figureSeen, share float64) FigureReading {
	x, y := a.z(), b.z()
	choose := func(c, d choice, x, y []float32) Answer {
		return c.likeliest(mixed(c.linear.of(x), d.linear.of(y), share))
	}
	r := FigureReading{Role: choose(first.role, second.role, x, y)}
	if r.Role.Value == noFigure {
		return r
	}
	point := func(p, q pointer) Answer {
		return likeliest(mixed(p.scores(x, a.years), q.scores(y, b.years), share), func(i int) string { return p.value(i, a.years) })
	}
	r.Metric, r.Owner = choose(first.metric, second.metric, x, y), choose(first.owner, second.owner, x, y)
	r.Measure = choose(first.measure, second.measure, bent(first.look.of(x)), bent(second.look.of(y)))
	r.Year, r.Base = point(first.year, second.year), point(first.base, second.base)
	return r
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
