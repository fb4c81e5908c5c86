package encoder_test

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"math"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/sibyl-project/sibyl/rag/encoder"
)

// row is what data/models/train/tiny.py says of a text.
type row struct {
	Text        string
	Pieces, IDs []uint16
	Types       []int
	Vectors     [][]float32
}

func (r row) sequence() encoder.Sequence {
	s := encoder.Sequence{IDs: r.IDs}
	for _, t := range r.Types {
		s.Types = append(s.Types, uint8(t))
	}
	return s
}

func tiny(t testing.TB, o encoder.Options) *encoder.Model {
	t.Helper()
	return model(t, tinyFile(t), o)
}

func model(t testing.TB, file string, o encoder.Options) *encoder.Model {
	t.Helper()
	m, err := encoder.Read(file, o)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func tinyFile(t testing.TB) string {
	t.Helper()
	data, err := os.ReadFile("testdata/tiny.model")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func expected(t testing.TB) []row {
	t.Helper()
	f, err := os.Open("testdata/tiny.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []row
	s := bufio.NewScanner(f)
	for s.Buffer(nil, 1<<20); s.Scan(); {
		var r row
		if err := json.Unmarshal(s.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		out = append(out, r)
	}
	if s.Err() != nil || len(out) < 20 {
		t.Fatalf("%d texts, %v", len(out), s.Err())
	}
	return out
}

func encode(t testing.TB, m *encoder.Model, batch ...encoder.Sequence) [][]float32 {
	t.Helper()
	out, err := m.Encode(context.Background(), batch)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func cosine(a, b []float32) float64 {
	var ab, aa, bb float64
	for i := range a {
		ab += float64(a[i]) * float64(b[i])
		aa += float64(a[i]) * float64(a[i])
		bb += float64(b[i]) * float64(b[i])
	}
	return ab / math.Sqrt(aa*bb)
}

func TestPiecesAreThoseOfTheOriginal(t *testing.T) {
	m := tiny(t, encoder.Options{})
	for _, r := range expected(t) {
		got := m.Tokenizer().Tokens(nil, r.Text, 1000)
		if !slices.Equal(got, r.Pieces) {
			t.Errorf("%q: %v, want %v", r.Text, got, r.Pieces)
		}
		if s := m.Single(got[:min(40, len(got))]); !slices.Equal(s.IDs, r.IDs) {
			t.Errorf("%q: %v, want %v", r.Text, s.IDs, r.IDs)
		}
	}
}

func TestVectorsAreNearThoseOfTheOriginal(t *testing.T) {
	m := tiny(t, encoder.Options{})
	least := 1.0
	for _, r := range expected(t) {
		got := encode(t, m, r.sequence())[0]
		if len(got) != len(r.IDs)*m.Width() {
			t.Fatalf("%q: %d values", r.Text, len(got))
		}
		for i, want := range r.Vectors {
			c := cosine(got[i*m.Width():][:m.Width()], want)
			if least = min(least, c); !(c >= 0.99) {
				t.Errorf("%q: token %d has cosine %.4f to the original's", r.Text, i, c)
			}
		}
	}
	t.Logf("least cosine %.5f", least)
}

func TestKernelsGiveTheSameBits(t *testing.T) {
	small, large := encoder.Architecture{Layers: 2, Width: 96, Heads: 12, Inner: 48, Positions: 250, Types: 3, Pieces: 300, Epsilon: 1e-12},
		encoder.Architecture{Layers: 1, Width: 384, Heads: 12, Inner: 1536, Positions: 192, Types: 2, Pieces: 300, Epsilon: 1e-5}
	for _, a := range []encoder.Architecture{small, large} {
		file := made(a, 7)
		batch := sequences(a, 1, 2, 7, 8, 9, 15, 31, 32, 33, 0, 40, 100, 191, 192)
		want := encode(t, model(t, file, encoder.Options{Kernel: "portable"}), batch...)
		for _, kernel := range encoder.Kernels() {
			for i, got := range encode(t, model(t, file, encoder.Options{Kernel: kernel}), batch...) {
				if !slices.Equal(got, want[i]) {
					t.Errorf("%s, width %d: the sequence of %d pieces differs", kernel, a.Width, len(batch[i].IDs))
				}
				if slices.ContainsFunc(got, func(x float32) bool { return x != x }) {
					t.Errorf("%s, width %d: no number in the sequence of %d pieces", kernel, a.Width, len(batch[i].IDs))
				}
			}
		}
	}
}

func TestASequenceIsTheSameInCompany(t *testing.T) {
	m := tiny(t, encoder.Options{})
	var batch []encoder.Sequence
	for range 20 {
		for _, r := range expected(t) {
			batch = append(batch, r.sequence())
		}
	}
	all := encode(t, m, batch...)
	for i, s := range batch {
		if alone := encode(t, m, s)[0]; !slices.Equal(alone, all[i]) {
			t.Fatalf("sequence %d has other vectors alone", i)
		}
	}
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			again, err := m.Encode(context.Background(), batch)
			if err != nil || !slices.EqualFunc(again, all, slices.Equal[[]float32]) {
				t.Errorf("at once: %v", err)
			}
		})
	}
	wait.Wait()
}

// What is decided by a vector must not depend on the machine: these are the bits on every one.
func TestVectorsAreTheSameEverywhere(t *testing.T) {
	want, err := os.ReadFile("testdata/vectors.sha256")
	if err != nil {
		t.Fatal(err)
	}
	for _, kernel := range encoder.Kernels() {
		m, sum := tiny(t, encoder.Options{Kernel: kernel}), sha256.New()
		for _, r := range expected(t) {
			if err := binary.Write(sum, binary.LittleEndian, encode(t, m, r.sequence())[0]); err != nil {
				t.Fatal(err)
			}
		}
		if got := hex.EncodeToString(sum.Sum(nil)); got != strings.TrimSpace(string(want)) {
			t.Errorf("%s: vectors have hash %s, want %s", m.Kernel(), got, want)
		}
	}
}

func TestWhatIsRefused(t *testing.T) {
	m := model(t, made(encoder.Architecture{Layers: 1, Width: 16, Heads: 2, Inner: 16, Positions: 300, Types: 2, Pieces: 50, Epsilon: 1e-12}, 1),
		encoder.Options{})
	many := make([]encoder.Sequence, 43)
	for i := range many {
		many[i].IDs = make([]uint16, encoder.LongestSequence)
	}
	for name, batch := range map[string][]encoder.Sequence{
		"a long sequence":        {{IDs: make([]uint16, encoder.LongestSequence+1)}},
		"a piece of elsewhere":   {{IDs: []uint16{2, 50}}},
		"a type of elsewhere":    {{IDs: []uint16{2}, Types: []uint8{2}}},
		"types for other ids":    {{IDs: []uint16{2, 3}, Types: []uint8{0}}},
		"more than LargestBatch": many,
	} {
		if out, err := m.Encode(context.Background(), batch); err == nil {
			t.Errorf("%s: %d sequences", name, len(out))
		}
	}
	if out := encode(t, m, many[:42]...); len(out) != 42 {
		t.Errorf("%d sequences", len(out))
	}
	if out := encode(t, m); len(out) != 0 {
		t.Errorf("%d sequences of none", len(out))
	}
	ended, end := context.WithCancel(context.Background())
	end()
	if _, err := m.Encode(ended, many[:1]); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestHeadsComeAlong(t *testing.T) {
	m := tiny(t, encoder.Options{})
	data, err := os.ReadFile("testdata/heads.json")
	if err != nil {
		t.Fatal(err)
	}
	var want map[string][]float32
	if err := json.Unmarshal(data, &want); err != nil {
		t.Fatal(err)
	}
	w, ok := m.Tensor("claim.weight")
	if !ok || !slices.Equal(w.Shape, []int{1, 32}) || !slices.Equal(w.Data, want["claim.weight"]) {
		t.Errorf("%v %+v", ok, w)
	}
	if b, ok := m.Tensor("claim.bias"); !ok || !slices.Equal(b.Data, []float32{0.5}) {
		t.Errorf("%v %+v", ok, b)
	}
	if _, ok := m.Tensor("layer.0.look.bias"); ok {
		t.Error("the encoder's own tensors are handed out")
	}
	if string(m.Meta()) != `{"heads":{"claim":["no","yes"]}}` || m.Name() != "tiny" {
		t.Errorf("%s: %s", m.Name(), m.Meta())
	}
}

func TestPairsHaveTypes(t *testing.T) {
	m := tiny(t, encoder.Options{})
	s := m.Pair([]uint16{10, 11}, []uint16{12})
	if !slices.Equal(s.IDs, []uint16{2, 10, 11, 3, 12, 3}) || !slices.Equal(s.Types, []uint8{0, 0, 0, 0, 1, 1}) {
		t.Errorf("%+v", s)
	}
}

func FuzzTexts(f *testing.F) {
	m := tiny(f, encoder.Options{})
	for _, r := range expected(f) {
		f.Add(r.Text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		ids := m.Tokenizer().Tokens(nil, text, 60)
		if len(ids) > 60 {
			t.Fatalf("%d pieces", len(ids))
		}
		s := m.Single(ids)
		out := encode(t, m, s)[0]
		if len(out) != len(s.IDs)*m.Width() || slices.ContainsFunc(out, func(x float32) bool { return x != x }) {
			t.Fatalf("%q: %v", text, out)
		}
		if again := m.Tokenizer().Tokens(nil, strings.ToValidUTF8(text, ""), 60); !slices.Equal(again, ids) {
			t.Fatalf("%q: %v, as valid UTF-8 %v", text, ids, again)
		}
	})
}

func TestWordsAreTheMeanOfTheirOwnVectors(t *testing.T) {
	m := tiny(t, encoder.Options{})
	one, other, both := m.Words([]uint16{7}), m.Words([]uint16{9}), m.Words([]uint16{7, 9})
	for i := range both {
		if want := (one[i] + other[i]) / 2; math.Abs(float64(both[i]-want)) > 1e-6 {
			t.Fatalf("%d: %v, want the mean of %v and %v", i, both[i], one[i], other[i])
		}
	}
	if none := m.Words(nil); len(none) != m.Width() || slices.ContainsFunc(none, func(x float32) bool { return x != 0 }) {
		t.Errorf("of no words: %v", none)
	}
}
