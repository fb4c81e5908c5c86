package statement

import (
	"math"
	"slices"

	"github.com/sibyl-project/sibyl/rag/encoder"
)

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

// outputs are those of a step, a row for each row of its inputs. Several rows at a time are quicker: weights are fetched from memory once for all.
type outputs struct {
	each   int
	values []float32
}

func (o outputs) row(i int) []float32 { return o.values[i*o.each:][:o.each] }

// rows is the step for several rows of inputs.
func (l linear) rows(x []float32) outputs { return outputs{len(l.bias), l.of(x)} }

// likeliest is the answer with the highest score, the first of several, and its share; answers of a choice are different.
func (c choice) likeliest(scores []float32) Answer {
	best, sum := 0, 0.0
	for i, s := range scores {
		if s > scores[best] {
			best = i
		}
	}
	for _, s := range scores {
		sum += math.Exp(float64(s - scores[best]))
	}
	return Answer{c.values[best], places(1 / sum)}
}

// What is told of the paragraphs that a sentence may be evidence for.
const (
	mostParagraphs = 3
	leastParagraph = 0.1
)

// ranked are the likeliest answers by their scores, most of them at the most and none below least; of equally likely ones the first is first.
func (c choice) ranked(scores []float32, most int, least float64) []Answer {
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
func (c choice) other(scores []float32, least float64) Answer {
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

// chosen is the likeliest by scores; a year that is printed twice is as likely as its two places together.
func (p pointer) chosen(scores []float32, years []year) Answer {
	return likeliest(scores, func(i int) string { return p.value(i, years) })
}

// scores are those of the constants and of the years, for each figure; z has a row for each.
func (p pointer) scores(z []float32, seen []figureSeen) [][]float32 {
	constants := p.rows(z)
	out := make([][]float32, len(seen))
	each, printed := p.query.inputs, 0
	for i := range seen {
		if len(seen[i].years) > 0 {
			printed++
		}
	}
	asked := make([]float32, 0, printed*each) // of figures whose sentences print years
	var vectors []float32                     // and these
	keys := map[*year]int{}                   // where those of a sentence begin: its figures see the same
	for i, f := range seen {
		out[i] = constants.row(i)
		if len(f.years) == 0 {
			continue
		}
		asked = append(asked, z[i*each:][:each]...)
		if _, known := keys[&f.years[0]]; !known {
			keys[&f.years[0]] = len(vectors) / p.key.inputs
			for _, y := range f.years {
				vectors = append(vectors, y.vector...)
			}
		}
	}
	query, key := p.query.rows(asked), p.key.rows(vectors)
	row := 0
	for i, f := range seen {
		if len(f.years) == 0 {
			continue
		}
		from := keys[&f.years[0]] * key.each
		scores := slices.Clone(out[i])
		for _, x := range encoder.Products(key.values[from:][:len(f.years)*key.each], query.row(row), key.each) {
			scores = append(scores, x/pointerScale)
		}
		out[i] = scores
		row++
	}
	return out
}

// value is the answer that a score is of.
func (p pointer) value(i int, years []year) string {
	if i < len(p.values) {
		return p.values[i]
	}
	return years[i-len(p.values)].text
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
