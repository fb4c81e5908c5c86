package encoder

import "sync"

// kernel does the steps that take time. All kernels give the same bits: sums of whole numbers are exact in any order,
// and for floats portable.go and float.go say the order. A sum of floats over a row is eight sums, of every eighth value
// each, which are then added as in fold.
type kernel interface {
	name() string
	// pack brings weights into the order in which multiply reads them.
	pack(r *matrix) *packed
	// round rounds the first n rows of x.
	round(q *rounded, x []float32, n, width int)
	// multiply writes the linear step of n rows to y, with gelu after it if bent. It may write up to whole tiles.
	multiply(y []float32, q *rounded, n int, l *linear, bent bool)
	// normalise adds the n rows of added to those of x, if there are any, and normalises the sums.
	normalise(x, added []float32, n int, w *norm)
	// attend writes what each of a sequence's n tokens makes of all of them. A row of looks is query, key and value.
	attend(out, looks []float32, n, width, heads int, d *desk)
	// products writes the products of each row of x with every row of weights; rows have width values.
	products(out, weights, x []float32, width int)
	// layer writes what Layer does.
	layer(out, weights, bias, x []float32)
}

// here are the kernels that this processor has the instructions for, the quickest first.
var here = sync.OnceValue(kernels)

// Kernels are the names of the kernels that this processor has the instructions for, the quickest first.
func Kernels() []string {
	var names []string
	for _, k := range here() {
		names = append(names, k.name())
	}
	return names
}

// Layer writes to out what a linear layer makes of each row of x: weights have a row for each input, with a value for each output. A sum
// begins with the bias of its output and goes on in the order of the inputs.
func Layer(out, weights, bias, x []float32) {
	if len(weights) > 0 && len(x) > 0 {
		here()[0].layer(out, weights, bias, x)
	}
}

// Products are the products of each row of x, of width values, with every row of weights. A product is four sums, of every
// fourth value each, which are then added as (s0+s1)+(s2+s3); what is left over at the end of a row belongs to the first.
// It does not depend on the rows beside it. Several rows of x at a time are quicker: weights are fetched once for four.
func Products(weights, x []float32, width int) []float32 {
	out := make([]float32, len(x)/width*(len(weights)/width))
	if len(out) > 0 {
		here()[0].products(out, weights, x, width)
	}
	return out
}
