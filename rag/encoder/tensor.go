package encoder

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"unsafe"
)

// A value of the encoder's own tensors lies within ±largest. Real ones are far below, and with this bound no step of
// the computation leaves the range of float32, whatever the file says.
const largest = 100

// Tensor is a tensor of float32 that a file has beside the encoder's, row by row.
type Tensor struct {
	Shape []int
	Data  []float32
}

// matrix is one of int8, or of int4, with a scale for each row. The values stay where they are in the file.
type matrix struct {
	rows, columns int
	scales        []float32
	values        string
	halves        bool // two values are in each byte
}

// add adds a row to x. Two steps are rounded one by one: no machine may fuse them.
func (r *matrix) add(x []float32, row int) {
	if r.halves {
		r.addHalves(x, row)
		return
	}
	scale, values := r.scales[row], r.values[row*r.columns:][:len(x)]
	for i := range x {
		x[i] += float32(scale * float32(int8(values[i])))
	}
}

// addHalves is add where two values are in each byte, the first in its lower half.
func (r *matrix) addHalves(x []float32, row int) {
	scale, values := r.scales[row], r.values[row*r.columns/2:][:len(x)/2]
	for i := range len(values) {
		two := int8(values[i])
		x[2*i] += float32(scale * float32(two<<4>>4))
		x[2*i+1] += float32(scale * float32(two>>4))
	}
}

// linear is a step y = x·weightsᵀ + bias, with the weights also as the kernel wants them.
type linear struct {
	matrix
	bias   []float32
	packed *packed
}

// norm is a normalisation's weight and bias.
type norm struct {
	weight, bias []float32
	epsilon      float32
}

// contents hands out the tensors of a file and remembers which are not yet taken, and the first error.
type contents struct {
	data    string
	entries map[string]*entry
	err     error
}

func (c *contents) take(name, kind string, shape ...int) string {
	e := c.entries[name]
	if e == nil || e.Kind != kind || !slices.Equal(e.Shape, shape) {
		if c.err == nil {
			c.err = fmt.Errorf("no tensor %q of %s with shape %v", name, kind, shape)
		}
		return ""
	}
	delete(c.entries, name)
	return c.data[e.Offset:][:e.Bytes]
}

func (c *contents) vector(name string, n int) []float32 {
	return c.floats(name, c.take(name, kindFloat32, n), largest)
}

func (c *contents) table(name string, n, width int) []float32 {
	return c.floats(name, c.take(name, kindFloat32, n, width), largest)
}

func (c *contents) matrix(name string, n, width int) matrix {
	data := c.take(name, kindInt8, n, width)
	if data == "" {
		return matrix{}
	}
	r := matrix{n, width, c.floats(name, data[:4*n], largest/127.0), data[4*n:], false}
	for i := range len(r.values) {
		if r.values[i] == 0x80 && c.err == nil {
			c.err = fmt.Errorf("tensor %q has a value of -128", name)
		}
	}
	return r
}

// halves reads a matrix of int4. Every byte is two values.
func (c *contents) halves(name string, n, width int) matrix {
	data := c.take(name, kindInt4, n, width)
	if data == "" {
		return matrix{}
	}
	return matrix{n, width, c.floats(name, data[:4*n], largest/8.0), data[4*n:], true}
}

func (c *contents) linear(name string, outputs, inputs int) linear {
	return linear{matrix: c.matrix(name+".weight", outputs, inputs), bias: c.vector(name+".bias", outputs)}
}

func (c *contents) norm(name string, width int, epsilon float32) norm {
	return norm{c.vector(name+".weight", width), c.vector(name+".bias", width), epsilon}
}

// floats reads values that must lie within ±most: that also refuses what is no number. They stay where they are in the file if they
// lie there as this machine has them in memory; nobody may change them.
func (c *contents) floats(name, data string, most float32) []float32 {
	out, ok := inPlace(data)
	if !ok {
		out = copied(data)
	}
	for _, x := range out {
		if !(x >= -most && x <= most) && c.err == nil {
			c.err = fmt.Errorf("tensor %q has a value of %g", name, x)
		}
	}
	return out
}

// inPlace takes a file's bytes for the values that they are; ok is false where they begin between two words, or where this machine
// has the bytes of a word in another order.
func inPlace(data string) (values []float32, ok bool) {
	const size = int(unsafe.Sizeof(float32(0)))
	at := unsafe.Pointer(unsafe.StringData(data))
	if len(data) < size || uintptr(at)%uintptr(size) != 0 || binary.NativeEndian.Uint16([]byte{1, 0}) != 1 {
		return nil, false
	}
	n := len(data) / size
	return unsafe.Slice((*float32)(at), n)[:n:n], true
}

// copied reads a file's bytes wherever they begin.
func copied(data string) []float32 {
	out := make([]float32, len(data)/4)
	for i := range out {
		out[i] = math.Float32frombits(binary.LittleEndian.Uint32([]byte(data[4*i : 4*i+4])))
	}
	return out
}

// others are the tensors that nobody has taken: the heads'.
func (c *contents) others() map[string]Tensor {
	out := map[string]Tensor{}
	for name, e := range c.entries {
		if e.Kind != kindFloat32 {
			c.err = fmt.Errorf("tensor %q of %s belongs to no layer", name, e.Kind)
			continue
		}
		out[name] = Tensor{e.Shape, c.floats(name, c.data[e.Offset:][:e.Bytes], math.MaxFloat32)}
	}
	return out
}
