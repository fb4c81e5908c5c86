//go:build cgo

package encoder

/*
#cgo CFLAGS: -O3
#cgo noescape encoder_round
#cgo nocallback encoder_round
#cgo noescape encoder_multiply
#cgo nocallback encoder_multiply
#cgo noescape encoder_normalise
#cgo nocallback encoder_normalise
#cgo noescape encoder_attend
#cgo nocallback encoder_attend
#cgo noescape encoder_layer
#cgo nocallback encoder_layer
#cgo noescape encoder_products
#cgo nocallback encoder_products
#include "kernel_amd64.h"
*/
import "C"

func kernels() []kernel {
	all := []kernel{portable{}}
	if C.encoder_avx2() != 0 {
		all = append([]kernel{avx2{}}, all...)
	}
	if C.encoder_vnni() != 0 {
		all = append([]kernel{vnni{}}, all...)
	}
	return all
}

// avx2 is the kernel in C. The rows of buffers that it is given are whole tiles (see whole), and widths are multiples
// of 8 and of 16 where Architecture.check says so: it looks at neither.
type avx2 struct{}

func (avx2) name() string { return "avx2" }

func (avx2) pack(r *matrix) *packed { return pack(r) }

func (avx2) round(q *rounded, x []float32, n, width int) {
	q.forms = roomFor(q.forms, whole*bothForms/stepOf*width)
	C.encoder_round(bytes(q.forms), float(q.scales), float(x), C.long(n), C.long(width))
}

func (avx2) multiply(y []float32, q *rounded, n int, l *linear, bent bool) {
	b := C.int(0)
	if bent {
		b = 1
	}
	p := l.packed
	C.encoder_multiply(float(y), bytes(q.forms), float(q.scales), C.long((n+tile-1)/tile*tile),
		(*C.schar)(&p.weights[0]), (*C.ushort)(&p.places[0]), (*C.int)(&p.pairs[0]), (*C.int)(&p.ends[0]), (*C.int)(&p.begins[0]),
		float(l.scales), float(l.bias), C.long(l.columns), C.long(l.rows), b)
}

func (avx2) normalise(x, added []float32, n int, w *norm) {
	var more *C.float
	if added != nil {
		more = float(added)
	}
	C.encoder_normalise(float(x), more, C.long(n), C.long(len(w.weight)), float(w.weight), float(w.bias), C.float(w.epsilon))
}

func (avx2) attend(out, looks []float32, n, width, heads int, d *desk) {
	C.encoder_attend(float(out), float(looks), C.long(n), C.long(width), C.long(heads), C.float(headScale(width/heads)),
		float(d.keys), float(d.shares))
}

func (avx2) products(out, weights, x []float32, width int) {
	rows := C.long(len(weights) / width)
	C.encoder_products(float(out), rows, float(weights), rows, float(x), C.long(len(x)/width), C.long(width))
}

func (avx2) layer(out, weights, bias, x []float32) {
	inputs := len(weights) / len(bias)
	C.encoder_layer(float(out), float(weights), float(bias), C.long(len(bias)), float(x), C.long(len(x)/inputs), C.long(inputs))
}

func float(x []float32) *C.float { return (*C.float)(&x[0]) }

func bytes(x []uint8) *C.uchar { return (*C.uchar)(&x[0]) }
