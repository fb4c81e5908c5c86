package encoder

// portable is the kernel in Go.
type portable struct{}

func (portable) name() string { return "portable" }

// pack does nothing: the rows are read where they are in the file.
func (portable) pack(*matrix) *packed { return nil }

func (portable) round(q *rounded, x []float32, n, width int) {
	q.values = roomFor(q.values, whole*width)
	for i := range n {
		q.scales[i] = roundRow(q.values[i*width:][:width], x[i*width:][:width])
	}
}

// multiply takes two tokens at a time: one is put into the upper half of a word of 64 bits, so that one product gives
// both. The halves' sums stay below 2^31 by far (Architecture.check); what the lower one borrows from the upper is given
// back in the end.
func (portable) multiply(y []float32, q *rounded, n int, l *linear, bent bool) {
	k := l.columns
	both := make([]int64, k)
	for i := 0; i < n; i += 2 {
		one := q.values[i*k:][:k]
		two := one
		if i+1 < n {
			two = q.values[(i+1)*k:][:k]
		}
		for j := range both {
			both[j] = int64(one[j]) + int64(two[j])<<32
		}
		for out := range l.rows {
			sum := product(both, l.values[out*k:][:k])
			low := int32(sum)
			y[i*l.rows+out] = finish(low, q.scales[i], l, out, bent)
			if i+1 < n {
				y[(i+1)*l.rows+out] = finish(int32((sum-int64(low))>>32), q.scales[i+1], l, out, bent)
			}
		}
	}
}

func product(x []int64, w string) int64 {
	var a, b int64
	for ; len(x) >= 8 && len(w) >= 8; x, w = x[8:], w[8:] {
		a += x[0]*int64(int8(w[0])) + x[1]*int64(int8(w[1])) + x[2]*int64(int8(w[2])) + x[3]*int64(int8(w[3]))
		b += x[4]*int64(int8(w[4])) + x[5]*int64(int8(w[5])) + x[6]*int64(int8(w[6])) + x[7]*int64(int8(w[7]))
	}
	return a + b
}

func (portable) products(out, weights, x []float32, width int) {
	rows := len(weights) / width
	for j := range len(x) / width {
		for i := range rows {
			out[j*rows+i] = dot(weights[i*width:][:width], x[j*width:][:width])
		}
	}
}

func (portable) layer(out, weights, bias, x []float32) {
	inputs, outputs := len(weights)/len(bias), len(bias)
	for ; len(x) >= inputs; x, out = x[inputs:], out[outputs:] {
		to := out[:outputs]
		copy(to, bias)
		for i, v := range x[:inputs] {
			for h, w := range weights[i*outputs:][:outputs] {
				to[h] += float32(w * v)
			}
		}
	}
}

func finish(sum int32, scale float32, l *linear, out int, bent bool) float32 {
	y := float32(float32(float32(sum)*scale)*l.scales[out]) + l.bias[out]
	if bent {
		return gelu(y)
	}
	return y
}

func (portable) normalise(x, added []float32, n int, w *norm) {
	width := len(w.weight)
	for i, v := range added[:min(len(added), n*width)] {
		x[i] += v
	}
	for i := range n {
		normalise(x[i*width:][:width], w)
	}
}

func (portable) attend(out, looks []float32, n, width, heads int, d *desk) {
	size, row := width/heads, 3*width
	scale := headScale(size)
	for h := range heads {
		for i := range n {
			query := looks[i*row+h*size:][:size]
			for j := range n {
				var s float32
				key := looks[j*row+width+h*size:][:size]
				for k, v := range query {
					s += float32(v * key[k])
				}
				d.shares[j] = float32(s * scale)
			}
			sum := softmax(d.shares, n)
			to := out[i*width+h*size:][:size]
			clear(to)
			for j, share := range d.shares[:n] {
				for k, v := range looks[j*row+2*width+h*size:][:size] {
					to[k] += float32(share * v)
				}
			}
			for k := range to {
				to[k] /= sum
			}
		}
	}
}
