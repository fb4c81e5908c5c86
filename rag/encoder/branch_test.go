package encoder_test

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/sibyl-project/sibyl/rag/encoder"
)

// A branch computes what it would in a file of its own with the same words.
func TestBranchesAreEncodersOfTheirOwn(t *testing.T) {
	a := encoder.Architecture{Layers: 2, Width: 32, Heads: 4, Inner: 64, Positions: 16, Types: 1, Pieces: 40, Epsilon: 1e-12}
	other := a
	other.Layers, other.Types = 1, 2
	seeded := func(w *writer, seed uint64) *writer {
		w.random = rand.New(rand.NewPCG(seed, 0))
		return w
	}
	both, alone := &writer{}, &writer{}
	vocabulary := seeded(both, 1).words(a)
	seeded(alone, 1).words(a)
	seeded(both, 2).encoder("", a)
	seeded(both, 3).encoder("again.", other)
	seeded(alone, 3).encoder("", other)
	m := model(t, both.file(vocabulary, a, map[string]encoder.Architecture{"again": other}), encoder.Options{})
	branch, ok := m.Branch("again")
	if _, more := m.Branch("more"); !ok || more {
		t.Fatal("the branches are not those of the file")
	}
	batch := sequences(other, 3, 9)
	want := encode(t, model(t, alone.file(vocabulary, other, nil), encoder.Options{}), batch...)
	if got := encode(t, branch, batch...); !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got[0][:4], want[0][:4])
	}
	other.Width = 48
	if _, err := encoder.Read(both.file(vocabulary, a, map[string]encoder.Architecture{"again": other}), encoder.Options{}); !errors.Is(err, encoder.ErrModel) {
		t.Error("a branch of another width:", err)
	}
}

// A branch with word vectors of its own has its own width, and both kernels compute the same with it.
func TestBranchesMayHaveWordsOfTheirOwn(t *testing.T) {
	a := encoder.Architecture{Layers: 1, Width: 32, Heads: 4, Inner: 64, Positions: 16, Types: 1, Pieces: 40, Epsilon: 1e-12}
	wide := encoder.Architecture{Layers: 2, Width: 48, Heads: 6, Inner: 96, Positions: 16, Types: 2, Pieces: 40, Epsilon: 1e-12}
	// Of the same values, one a byte or two, the same is computed.
	written := func(halves bool) string {
		w := &writer{random: rand.New(rand.NewPCG(4, 0))}
		vocabulary := w.words(a)
		w.encoder("", a)
		scales := w.floats(wide.Pieces, 0.05, 0.01)
		values := make([]byte, wide.Pieces*wide.Width)
		for i := range values {
			values[i] = byte(w.random.IntN(15) - 7)
		}
		if !halves {
			own := &writer{random: w.random}
			own.put([]byte(vocabulary))
			own.tensor("embeddings.words", "int8", append(scales, values...), wide.Pieces, wide.Width)
			own.encoder("", wide)
			return own.file(vocabulary, wide, nil)
		}
		for i := 0; i < len(values); i += 2 {
			scales = append(scales, values[i]&15|values[i+1]<<4)
		}
		w.tensor("again.embeddings.words", "int4", scales, wide.Pieces, wide.Width)
		w.encoder("again.", wide)
		return w.file(vocabulary, a, map[string]encoder.Architecture{"again": wide})
	}
	batch := sequences(wide, 1, 7, 16)
	want := encode(t, model(t, written(false), encoder.Options{}), batch...)
	for _, o := range []encoder.Options{{}, {Kernel: "portable"}} {
		branch, ok := model(t, written(true), o).Branch("again")
		if !ok || branch.Width() != wide.Width {
			t.Fatal("no branch of that width")
		}
		if got := encode(t, branch, batch...); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, want %v", branch.Kernel(), got[0][:4], want[0][:4])
		}
	}
}
