package encoder

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A model's file, little endian:
//
//	magic        8 bytes, the version among them
//	length       uint32, of the header
//	header       JSON: what is in the rest
//	vocabulary   a piece a line; a piece's id is its place
//	tensors      in the header's order
//
// After header, vocabulary and each tensor come as many zero bytes as make the place in the file a multiple of 64.
// Offsets in the header count from the end of the header with its zeros. A tensor of float32 is its values, row by row.
// A tensor of int8 has two dimensions and is a float32 scale for each row, then the rows: a value is the int8, from -127
// to 127, times its row's scale. A tensor of int4 is the same with two values in each byte, from -8 to 7, the first in the lower half:
// enough for word vectors, which are only added up, and half as long.
//
// A file may hold branches: further encoders, each with layers, positions and types of its own, whose tensors are called
// NAME.embeddings.positions and so on. They cut texts as the first does, and look words up as it does, so that word vectors, most of
// a small encoder, are there once; or they have word vectors of int4 of their own, NAME.embeddings.words, and with them their own width.
//
// The file says everything once: what is not where the one before it ends, or is longer than its shape, is refused.
const (
	magic      = "SIBYLEN1"
	alignment  = 64
	mostHeader = 1 << 20
	mostFile   = 1 << 30
)

// ErrModel says that a file is no model of this package.
var ErrModel = errors.New("reading an encoder")

// How a file says that its linear layers are stored, and the kinds of its tensors.
const (
	rowsOfInt8  = "int8 rows"
	kindInt8    = "int8"
	kindInt4    = "int4"
	kindFloat32 = "float32"
)

// Architecture is the shape of an encoder.
type Architecture struct {
	Layers    int     `json:"layers"`
	Width     int     `json:"width"` // of a vector
	Heads     int     `json:"heads"` // of the attention
	Inner     int     `json:"inner"` // width between the two linear steps of a layer
	Positions int     `json:"positions"`
	Types     int     `json:"types"` // of tokens
	Pieces    int     `json:"pieces"`
	Epsilon   float32 `json:"epsilon"` // of the normalisation
}

type header struct {
	Model        string       `json:"model"`
	Architecture Architecture `json:"architecture"`
	Quantisation string       `json:"quantisation"`
	Vocabulary   section      `json:"vocabulary"`
	Tensors      []entry      `json:"tensors"`

	Branches map[string]Architecture `json:"branches,omitempty"`

	Meta json.RawMessage `json:"meta"`
}

// section is a stretch of the file after the header.
type section struct {
	Offset int `json:"offset"`
	Bytes  int `json:"bytes"`
}

// entry is a tensor's line in the header.
type entry struct {
	Name  string `json:"name"`
	Kind  string `json:"kind"`
	Shape []int  `json:"shape"`
	section
}

// readHeader parts a file into its header and the rest.
func readHeader(file string) (*header, string, error) {
	rest, ok := strings.CutPrefix(file, magic)
	if !ok || len(rest) < 4 || len(file) > mostFile {
		return nil, "", fmt.Errorf("it does not begin with %q, or is longer than %d bytes", magic, mostFile)
	}
	size := int(binary.LittleEndian.Uint32([]byte(rest[:4])))
	if rest = rest[4:]; size > mostHeader || size > len(rest) {
		return nil, "", fmt.Errorf("a header of %d bytes", size)
	}
	h := &header{}
	if err := json.Unmarshal([]byte(rest[:size]), h); err != nil {
		return nil, "", fmt.Errorf("its header: %w", err)
	}
	begin := aligned(len(magic) + 4 + size)
	if begin > len(file) {
		return nil, "", errors.New("it ends after the header")
	}
	if err := h.Architecture.check(); err != nil {
		return nil, "", err
	}
	for name, b := range h.Branches {
		if b.check() != nil || b.Width != h.Architecture.Width && !h.has(name+wordsOfBranch) || b.Pieces != h.Architecture.Pieces {
			return nil, "", fmt.Errorf("a branch %q with an architecture %+v", name, b)
		}
	}
	if h.Model == "" || h.Quantisation != rowsOfInt8 {
		return nil, "", fmt.Errorf("model %q, quantisation %q", h.Model, h.Quantisation)
	}
	return h, file[begin:], h.check(len(file) - begin)
}

// wordsOfBranch is what the name of a branch's own word vectors ends with.
const wordsOfBranch = ".embeddings.words"

func (h *header) has(tensor string) bool {
	return slices.ContainsFunc(h.Tensors, func(e entry) bool { return e.Name == tensor })
}

// check holds an architecture against what the kernels can do: they work on 16 outputs and on 8 values of a head at a
// time, and their sums fit into 32 bits.
func (a *Architecture) check() error {
	within := func(x, most, multiple int) bool { return x > 0 && x <= most && x%multiple == 0 }
	if !within(a.Layers, 48, 1) || !within(a.Width, 4096, 16) || !within(a.Inner, 16384, 16) || !within(a.Heads, a.Width, 1) ||
		!within(a.Positions, 4096, 1) || !within(a.Types, 16, 1) || !within(a.Pieces, 1<<16, 1) {
		return fmt.Errorf("an architecture %+v", *a)
	}
	if a.Width%a.Heads != 0 || a.Width/a.Heads%8 != 0 {
		return fmt.Errorf("%d heads in a width of %d", a.Heads, a.Width)
	}
	if !(a.Epsilon >= 1e-20 && a.Epsilon < 1) {
		return fmt.Errorf("epsilon %g", a.Epsilon)
	}
	return nil
}

// check holds the table of contents against the size of what it is a table of.
func (h *header) check(size int) error {
	at := 0
	next := func(what string, s section, want int) error {
		if s.Offset != at || s.Bytes != want || want > size-at {
			return fmt.Errorf("%s has %d bytes at %d: %d bytes at %d wanted, of %d", what, s.Bytes, s.Offset, want, at, size)
		}
		at = aligned(at + want)
		return nil
	}
	if h.Vocabulary.Bytes < 1 {
		return errors.New("an empty vocabulary")
	}
	if err := next("the vocabulary", h.Vocabulary, h.Vocabulary.Bytes); err != nil {
		return err
	}
	known := map[string]bool{}
	for i := range h.Tensors {
		e := &h.Tensors[i]
		want, err := e.size()
		if err != nil {
			return err
		}
		if known[e.Name] || e.Name == "" {
			return fmt.Errorf("two tensors have the name %q, or one has none", e.Name)
		}
		known[e.Name] = true
		if err := next(fmt.Sprintf("tensor %q", e.Name), e.section, want); err != nil {
			return err
		}
	}
	if at != size {
		return fmt.Errorf("%d bytes after the header, %d wanted", size, at)
	}
	return nil
}

// size is how many bytes a tensor of that shape has.
func (e *entry) size() (int, error) {
	values := 1
	for _, n := range e.Shape {
		if n < 1 || n > mostFile/values {
			return 0, fmt.Errorf("tensor %q has shape %v", e.Name, e.Shape)
		}
		values *= n
	}
	switch {
	case e.Kind == kindFloat32 && len(e.Shape) <= 4:
		return 4 * values, nil
	case e.Kind == kindInt8 && len(e.Shape) == 2:
		return 4*e.Shape[0] + values, nil
	case e.Kind == kindInt4 && len(e.Shape) == 2 && values%2 == 0:
		return 4*e.Shape[0] + values/2, nil
	}
	return 0, fmt.Errorf("tensor %q of kind %q has shape %v", e.Name, e.Kind, e.Shape)
}

func aligned(n int) int { return (n + alignment - 1) / alignment * alignment }
