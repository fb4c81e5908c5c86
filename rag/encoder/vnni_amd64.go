//go:build cgo

package encoder

/*
#cgo noescape encoder_round_bytes
#cgo nocallback encoder_round_bytes
#cgo noescape encoder_multiply_bytes
#cgo nocallback encoder_multiply_bytes
#cgo noescape encoder_attend_wide
#cgo nocallback encoder_attend_wide
#cgo noescape encoder_products_wide
#cgo nocallback encoder_products_wide
#include "kernel_amd64.h"
*/
import "C"

// wide is how many outputs the sums of a step of vnni are for. All numbers of outputs are multiples of it (Architecture.check).
const wide = 16

// vnni is the kernel in C where the processor has AVX-512 with VNNI: what takes most of the time is written for it, all else is as with AVX2.
type vnni struct{ avx2 }

func (vnni) name() string { return "vnni" }

// pack gives every sixteen outputs steps of four inputs: four weights of the first output, four of the second, and so on. What is
// added to the inputs to make them unsigned is taken from the sums as they begin.
func (vnni) pack(r *matrix) *packed {
	p := &packed{weights: make([]int8, r.rows*r.columns), begins: make([]int32, r.rows)}
	for o := range r.rows {
		row, to, sum := r.values[o*r.columns:][:r.columns], p.weights[o/wide*wide*r.columns+o%wide*stepOf:], int32(0)
		for k := 0; k < len(row); k += stepOf {
			w, four := row[k:k+stepOf], (*[stepOf]int8)(to[k*wide:])
			*four = [stepOf]int8{int8(w[0]), int8(w[1]), int8(w[2]), int8(w[3])}
			sum += int32(four[0]) + int32(four[1]) + int32(four[2]) + int32(four[3])
		}
		p.begins[o] = -middle * sum
	}
	return p
}

func (vnni) round(q *rounded, x []float32, n, width int) {
	q.forms = roomFor(q.forms, whole*width)
	C.encoder_round_bytes(bytes(q.forms), float(q.scales), float(x), C.long(n), C.long(width))
}

func (vnni) multiply(y []float32, q *rounded, n int, l *linear, bent bool) {
	b := C.int(0)
	if bent {
		b = 1
	}
	p := l.packed
	C.encoder_multiply_bytes(float(y), bytes(q.forms), float(q.scales), C.long((n+tile-1)/tile*tile), (*C.schar)(&p.weights[0]),
		(*C.int)(&p.begins[0]), float(l.scales), float(l.bias), C.long(l.columns), C.long(l.rows), b)
}

func (vnni) attend(out, looks []float32, n, width, heads int, d *desk) {
	C.encoder_attend_wide(float(out), float(looks), C.long(n), C.long(width), C.long(heads), C.float(headScale(width/heads)),
		float(d.keys), float(d.shares))
}

func (vnni) products(out, weights, x []float32, width int) {
	C.encoder_products_wide(float(out), float(weights), C.long(len(weights)/width), float(x), C.long(len(x)/width), C.long(width))
}
