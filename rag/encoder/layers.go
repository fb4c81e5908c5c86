package encoder

// tile is how many rows a kernel works on at a time: buffers have room for whole tiles.
const tile = 6

// together is for how many tokens at most a kernel computes what they make of all others at a time.
const together = 4

// whole is the measure of buffers: a group has at most largestGroup tokens.
const whole = (largestGroup + tile - 1) / tile * tile

// desk is what a group's vectors are computed on. It is used again, and what is left from the group before is never read
// for a result: rows beyond a group's own may be computed with, and are thrown away.
type desk struct {
	states  []float32 // width for each token
	looks   []float32 // queries, keys and values
	out     []float32 // what a linear step gave
	inner   []float32
	rounded rounded
	keys    []float32 // of one head, turned
	shares  []float32 // of the attention, for as many tokens as a kernel looks at together
}

// rounded are rows whose values are rounded to whole numbers from -127 to 127, with a scale for each row. A kernel keeps them as it likes.
type rounded struct {
	values []int16 // of the one in Go
	forms  []uint8 // of the one in C: see multiply_amd64.c
	scales []float32
}

// roomFor is x if it has so many elements, and else another one that has.
func roomFor[T any](x []T, n int) []T {
	if len(x) >= n {
		return x
	}
	return make([]T, n)
}

func newDesk(a *Architecture) *desk {
	return &desk{
		states: make([]float32, whole*a.Width), looks: make([]float32, whole*3*a.Width), out: make([]float32, whole*a.Width),
		inner:   make([]float32, whole*a.Inner),
		rounded: rounded{scales: make([]float32, whole)},
		keys:    make([]float32, largestGroup*a.Width/a.Heads), shares: make([]float32, together*largestGroup),
	}
}

// forward computes the vectors of a group's tokens. Linear steps are made for all tokens together, attention within
// each sequence.
func (m *Model) forward(d *desk, group []Sequence, out [][]float32) *desk {
	if d == nil {
		d = newDesk(&m.header.Architecture)
	}
	width, n := m.Width(), 0
	for _, s := range group {
		for i, id := range s.IDs {
			kind := 0
			if s.Types != nil {
				kind = int(s.Types[i])
			}
			m.embed(d.states[n*width:][:width], int(id), i, kind)
			n++
		}
	}
	if n == 0 {
		return d
	}
	m.kernel.normalise(d.states, nil, n, &m.norm)
	for i := range m.layers {
		m.step(&m.layers[i], d, group, n)
	}
	from := 0
	for i := range out {
		from += copy(out[i], d.states[from:])
	}
	return d
}

// embed writes what a token is before it has looked at others.
func (m *Model) embed(x []float32, id, position, kind int) {
	width := len(x)
	copy(x, m.types[kind*width:][:width])
	for i, v := range m.positions[position*width:][:width] {
		x[i] += v
	}
	m.words.add(x, id)
}

func (m *Model) step(l *layer, d *desk, group []Sequence, n int) {
	width, k := m.Width(), m.kernel
	k.round(&d.rounded, d.states, n, width)
	k.multiply(d.looks, &d.rounded, n, &l.look, false)
	from := 0
	for _, s := range group {
		if len(s.IDs) == 0 {
			continue
		}
		k.attend(d.out[from*width:], d.looks[from*3*width:], len(s.IDs), width, m.header.Architecture.Heads, d)
		from += len(s.IDs)
	}
	k.round(&d.rounded, d.out, n, width)
	k.multiply(d.out, &d.rounded, n, &l.attended, false)
	k.normalise(d.states, d.out, n, &l.norm1)
	k.round(&d.rounded, d.states, n, width)
	k.multiply(d.inner, &d.rounded, n, &l.up, true)
	k.round(&d.rounded, d.inner, n, m.header.Architecture.Inner)
	k.multiply(d.out, &d.rounded, n, &l.down, false)
	k.normalise(d.states, d.out, n, &l.norm2)
}
