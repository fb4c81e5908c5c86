package encoder_test

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/rag/encoder"
)

// writer writes a model's file with random weights, as data/models/train/export.py writes one with learned ones.
type writer struct {
	random  *rand.Rand
	extreme bool // weights are as large as a file may have them
	body    []byte
	table   []map[string]any
}

func (w *writer) put(data []byte) (at int) {
	at = len(w.body)
	w.body = append(w.body, data...)
	w.body = append(w.body, make([]byte, -len(w.body)&63)...)
	return at
}

func (w *writer) tensor(name, kind string, data []byte, shape ...int) {
	w.table = append(w.table, map[string]any{"name": name, "kind": kind, "shape": shape, "offset": w.put(data), "bytes": len(data)})
}

func (w *writer) floats(n int, mean, spread float64) []byte {
	var out []byte
	for range n {
		x := mean + spread*w.random.NormFloat64()
		if w.extreme {
			x = math.Copysign(100, w.random.Float64()-0.5)
		}
		out = binary.LittleEndian.AppendUint32(out, math.Float32bits(float32(x)))
	}
	return out
}

func (w *writer) matrix(name string, rows, columns int) {
	data := w.floats(rows, 0.001, 0.0001)
	if w.extreme {
		for i := range rows {
			binary.LittleEndian.PutUint32(data[4*i:], math.Float32bits(float32(100)/127))
		}
	}
	for range rows * columns {
		data = append(data, byte(w.random.IntN(255)-127))
	}
	w.tensor(name, "int8", data, rows, columns)
}

func (w *writer) linear(name string, rows, columns int) {
	w.matrix(name+".weight", rows, columns)
	w.tensor(name+".bias", "float32", w.floats(rows, 0, 0.1), rows)
}

func (w *writer) norm(name string, n int) {
	w.tensor(name+".weight", "float32", w.floats(n, 1, 0.1), n)
	w.tensor(name+".bias", "float32", w.floats(n, 0, 0.1), n)
}

func made(a encoder.Architecture, seed uint64) string {
	return write(&writer{random: rand.New(rand.NewPCG(seed, 0))}, a)
}

func write(w *writer, a encoder.Architecture) string {
	vocabulary := w.words(a)
	w.encoder("", a)
	return w.file(vocabulary, a, nil)
}

// words writes a vocabulary and its vectors.
func (w *writer) words(a encoder.Architecture) (vocabulary string) {
	vocabulary = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n"
	for i := 4; i < a.Pieces; i++ {
		vocabulary += fmt.Sprintf("w%d\n", i)
	}
	w.put([]byte(vocabulary))
	w.matrix("embeddings.words", a.Pieces, a.Width)
	return vocabulary
}

// encoder writes the rest of an encoder, under names that begin so.
func (w *writer) encoder(begin string, a encoder.Architecture) {
	w.tensor(begin+"embeddings.positions", "float32", w.floats(a.Positions*a.Width, 0, 0.05), a.Positions, a.Width)
	w.tensor(begin+"embeddings.types", "float32", w.floats(a.Types*a.Width, 0, 0.05), a.Types, a.Width)
	w.norm(begin+"embeddings.norm", a.Width)
	for i := range a.Layers {
		name := fmt.Sprintf("%slayer.%d.", begin, i)
		w.linear(name+"look", 3*a.Width, a.Width)
		w.linear(name+"attended", a.Width, a.Width)
		w.norm(name+"norm1", a.Width)
		w.linear(name+"up", a.Inner, a.Width)
		w.linear(name+"down", a.Width, a.Inner)
		w.norm(name+"norm2", a.Width)
	}
}

func (w *writer) file(vocabulary string, a encoder.Architecture, branches map[string]encoder.Architecture) string {
	head, err := json.Marshal(map[string]any{
		"model": "made", "architecture": a, "quantisation": "int8 rows", "tensors": w.table,
		"vocabulary": map[string]int{"offset": 0, "bytes": len(vocabulary)}, "branches": branches,
	})
	if err != nil {
		panic(err)
	}
	return assembled(head, w.body)
}

func assembled(head, body []byte) string {
	out := binary.LittleEndian.AppendUint32([]byte("SIBYLEN1"), uint32(len(head)))
	out = append(out, head...)
	out = append(out, make([]byte, -len(out)&63)...)
	return string(append(out, body...))
}

// sequences are random ones of these lengths.
func sequences(a encoder.Architecture, lengths ...int) []encoder.Sequence {
	random := rand.New(rand.NewPCG(5, 0))
	out := make([]encoder.Sequence, len(lengths))
	for i, n := range lengths {
		for range n {
			out[i].IDs = append(out[i].IDs, uint16(random.IntN(a.Pieces)))
			out[i].Types = append(out[i].Types, uint8(random.IntN(a.Types)))
		}
	}
	return out
}

func TestAFileIsWhatItsHashSays(t *testing.T) {
	file := tinyFile(t)
	m := model(t, file, encoder.Options{})
	if m = model(t, file, encoder.Options{SHA256: m.SHA256()}); len(m.SHA256()) != 64 {
		t.Error(m.SHA256())
	}
	changed := file[:len(file)-1] + "\x01"
	if _, err := encoder.Read(changed, encoder.Options{SHA256: m.SHA256()}); !errors.Is(err, encoder.ErrModel) {
		t.Error(err)
	}
}

func TestFilesThatAreRefused(t *testing.T) {
	file := tinyFile(t)
	size := int(binary.LittleEndian.Uint32([]byte(file[8:12])))
	head, body := file[12:12+size], []byte(file[(12+size+63)/64*64:])
	for from, to := range map[string]string{
		`"layers":2`: `"layers":3`, `"width":32`: `"width":48`, `"heads":4`: `"heads":8`, `"inner":64`: `"inner":72`, `"positions":128`: `"positions":127`,
		`"epsilon":1e-12`: `"epsilon":0`, `"offset":0`: `"offset":64`, `"kind":"int8"`: `"kind":"int4"`, `"int8 rows"`: `"fp8"`, `"types":2`: `"types":-2`,
		`"name":"embeddings.types"`: `"name":"embeddings.positions"`, `"model":"tiny"`: `"model":""`, `"shape":[32]`: `"shape":[]`,
		`"shape":[2,32]`: `"shape":[4294967296,4294967296]`, `"name":"layer.1.up.bias"`: `"name":"up.bias"`, `"shape":[1,32]`: `"shape":[1,-32]`,
	} {
		changed := strings.Replace(head, from, to, 1)
		if changed == head {
			t.Fatalf("no %s in %s", from, head)
		}
		if _, err := encoder.Read(assembled([]byte(changed), body), encoder.Options{}); !errors.Is(err, encoder.ErrModel) {
			t.Errorf("%s: %v", to, err)
		}
	}
	if _, err := encoder.Read(assembled([]byte(head), body), encoder.Options{}); err != nil {
		t.Error(err)
	}
	vocabulary := strings.Replace(string(body), "[SEP]", "[SOP]", 1)
	notANumber := string(body[:len(body)-64]) + "\xff\xff\xff\xff" + string(body[len(body)-60:])
	for _, b := range []string{vocabulary, notANumber, string(body[:len(body)-64]), string(body) + strings.Repeat("\x00", 64), ""} {
		if _, err := encoder.Read(assembled([]byte(head), []byte(b)), encoder.Options{}); !errors.Is(err, encoder.ErrModel) {
			t.Error(err)
		}
	}
	for n := 0; n < 12+size; n += 7 {
		if _, err := encoder.Read(file[:n], encoder.Options{}); !errors.Is(err, encoder.ErrModel) {
			t.Errorf("the first %d bytes: %v", n, err)
		}
	}
}

// With the largest weights that are accepted, every step stays within the range of numbers.
func TestExtremeWeightsGiveNumbers(t *testing.T) {
	a := encoder.Architecture{Layers: 3, Width: 256, Heads: 2, Inner: 1024, Positions: 30, Types: 2, Pieces: 40, Epsilon: 1e-20}
	file := write(&writer{random: rand.New(rand.NewPCG(3, 0)), extreme: true}, a)
	batch := sequences(a, 1, 5, 30)
	slow := encode(t, model(t, file, encoder.Options{Kernel: "portable"}), batch...)
	for i, got := range encode(t, model(t, file, encoder.Options{}), batch...) {
		for k, x := range got {
			if !(math.Abs(float64(x)) < 1e6) || x != slow[i][k] {
				t.Fatalf("sequence %d, value %d: %g and %g", i, k, x, slow[i][k])
			}
		}
	}
}

// Whatever a file says, it is refused, or the quickest kernel and the one in Go compute the same numbers with it.
func FuzzRead(f *testing.F) {
	a := encoder.Architecture{Layers: 1, Width: 16, Heads: 2, Inner: 16, Positions: 8, Types: 1, Pieces: 8, Epsilon: 1e-12}
	f.Add(made(a, 1))
	f.Fuzz(func(t *testing.T, file string) {
		m, err := encoder.Read(file, encoder.Options{})
		if err != nil {
			if !errors.Is(err, encoder.ErrModel) {
				t.Fatal(err)
			}
			return
		}
		if m.Width()*m.Architecture().Inner > 1<<16 {
			return
		}
		slow := model(t, file, encoder.Options{Kernel: "portable"})
		s := sequences(m.Architecture(), 1, min(7, m.Architecture().Positions))
		one, other := encode(t, m, s...), encode(t, slow, s...)
		for i := range one {
			for k, x := range one[i] {
				if x != other[i][k] || math.IsInf(float64(x), 0) {
					t.Fatalf("value %d of sequence %d: %g and %g", k, i, x, other[i][k])
				}
			}
		}
	})
}

// A batch as a report gives it, for a model of the size of the first three layers of MiniLM.
func BenchmarkEncode(b *testing.B) {
	a := encoder.Architecture{Layers: 3, Width: 384, Heads: 12, Inner: 1536, Positions: 192, Types: 2, Pieces: 3000, Epsilon: 1e-12}
	file := made(a, 1)
	var lengths []int
	for i := range 100 {
		lengths = append(lengths, 6+(i*37)%60)
	}
	for _, kernel := range encoder.Kernels() {
		m := model(b, file, encoder.Options{Kernel: kernel})
		batch := sequences(a, lengths...)
		if kernel == "portable" {
			batch = batch[:20]
		}
		b.Run(m.Kernel(), func(b *testing.B) {
			pieces := 0
			for b.Loop() {
				for _, s := range batch {
					pieces += len(s.IDs)
				}
				if _, err := m.Encode(context.Background(), batch); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(pieces)/b.Elapsed().Seconds(), "pieces/s")
		})
	}
}

func BenchmarkRead(b *testing.B) {
	file := made(encoder.Architecture{Layers: 3, Width: 384, Heads: 12, Inner: 1536, Positions: 192, Types: 2, Pieces: 30522, Epsilon: 1e-12}, 1)
	for b.Loop() {
		model(b, file, encoder.Options{})
	}
}

func TestAKernelThatIsNotThereIsRefused(t *testing.T) {
	file := made(encoder.Architecture{Layers: 1, Width: 16, Heads: 2, Inner: 16, Positions: 8, Types: 1, Pieces: 8, Epsilon: 1e-12}, 1)
	if _, err := encoder.Read(file, encoder.Options{Kernel: "avx9"}); !errors.Is(err, encoder.ErrModel) {
		t.Errorf("a kernel of no processor: %v", err)
	}
}
