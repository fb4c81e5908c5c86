package encoder

// kernel does the steps that take time. All kernels give the same bits: sums of whole numbers are exact in any order,
// and for floats portable.go and float.go say the order. A sum of floats over a row is eight sums, of every eighth value
// each, which are then added as in fold.
type kernel interface {
	name() string
	// pack brings weights into the order in which multiply reads them.
	pack(r *matrix) []int8
	// round rounds the first n rows of x.
	round(q *rounded, x []float32, n, width int)
	// multiply writes the linear step of n rows to y, with gelu after it if bent. It may write up to whole tiles.
	multiply(y []float32, q *rounded, n int, l *linear, bent bool)
	// normalise adds the n rows of added to those of x, if there are any, and normalises the sums.
	normalise(x, added []float32, n int, w *norm)
	// attend writes what each of a sequence's n tokens makes of all of them. A row of looks is query, key and value.
	attend(out, looks []float32, n, width, heads int, d *desk)
}
