package embed_test

import (
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

	"pgregory.net/rapid"

	"github.com/sibyl-project/sibyl/data/embeddings"
	"github.com/sibyl-project/sibyl/rag/embed"
)

func bundled(t testing.TB) *embed.Static {
	t.Helper()
	s, err := embed.Bundled()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func vectors(t testing.TB, e embed.Embedder, texts ...string) [][]float32 {
	t.Helper()
	out, err := e.Embed(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// What is said in other words is nearer than what is said in like words about something else.
func TestNearInMeaningIsNearInSpace(t *testing.T) {
	s := bundled(t)
	for _, c := range [][3]string{ // a text, one of its meaning, one of another
		{"We cut our greenhouse gas emissions.", "The carbon footprint was lowered.", "We cut our advertising budget."},
		{"The board oversees climate matters.", "Directors supervise global warming issues.", "The board approved the dividend."},
		{"water withdrawal in dry regions", "use of freshwater where it is scarce", "sales growth in foreign regions"},
		{"Workers were injured at the factory.", "accidents harmed employees of the plant", "Bonds were issued by the bank."},
		{"executive pay linked to climate goals", "the bonus of managers depends on sustainability targets", "the executive committee meets in spring"},
		{"flood damage to our warehouses", "heavy rain destroyed storage buildings", "a training course for our managers"},
		{"donations to schools and hospitals", "charitable giving for education and health", "audits of suppliers and banks"},
	} {
		v := vectors(t, s, c[0], c[1], c[2])
		if near, far := embed.Cosine(v[0], v[1]), embed.Cosine(v[0], v[2]); near < far+0.05 {
			t.Errorf("%q: %.3f to %q, %.3f to %q", c[0], near, c[1], far, c[2])
		}
	}
}

func TestVectorsAreOneLongOrNothing(t *testing.T) {
	s := bundled(t)
	rapid.Check(t, func(rt *rapid.T) {
		texts := rapid.SliceOfN(rapid.String(), 0, 5).Draw(rt, "texts")
		out, err := s.Embed(context.Background(), texts)
		if err != nil || len(out) != len(texts) {
			rt.Fatalf("%d vectors, %v", len(out), err)
		}
		for i, v := range out {
			if length := embed.Cosine(v, v); len(v) != s.Space().Dimensions || math.Abs(length-1) > 1e-5 && length != 0 {
				rt.Fatalf("%q: %d dimensions, length %g", texts[i], len(v), length)
			}
		}
	})
	if v := vectors(t, s, "", " \n", "\x00", "]"); slices.Max(v[0]) != 0 || slices.Max(v[1]) != 0 || slices.Max(v[2]) != 0 {
		t.Errorf("texts without a word have vectors")
	}
}

// Vectors are stored: the same text must have the same bits in every process, on every machine, alone or in company.
func TestVectorsAreTheSameEverywhere(t *testing.T) {
	s := bundled(t)
	texts := []string{"Scope 3 emissions fell by 12 % to 4.5 Mt CO2e.", "Der Vorstand prüft Klimarisiken.", "", "net zero"}
	all := vectors(t, s, texts...)
	sum := sha256.New()
	for i, v := range all {
		if alone := vectors(t, s, texts[i])[0]; !slices.Equal(alone, v) {
			t.Errorf("%q has another vector alone", texts[i])
		}
		if err := binary.Write(sum, binary.LittleEndian, v); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/vectors.sha256")
	if err != nil {
		t.Fatal(err)
	}
	if got := hex.EncodeToString(sum.Sum(nil)); got != strings.TrimSpace(string(want)) {
		t.Errorf("vectors have hash %s, want %s", got, want)
	}
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			again, err := s.Embed(context.Background(), texts)
			if err != nil || !slices.EqualFunc(again, all, slices.Equal[[]float32]) {
				t.Errorf("at once: %v", err)
			}
		})
	}
	wait.Wait()
}

// testdata/vectors.json has what the makers' program computed with the same table (data/embeddings/make/vectors.py).
func TestVectorsAreThoseOfTheMaker(t *testing.T) {
	data, err := os.ReadFile("testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var rows []struct {
		Text   string
		Vector []float32
	}
	if err := json.Unmarshal(data, &rows); err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		got := vectors(t, bundled(t), r.Text)[0]
		if c := embed.Cosine(got, r.Vector); c < 0.99999 && (slices.Max(got) != 0 || slices.Max(r.Vector) != 0) {
			t.Errorf("%q: cosine %.6f to the maker's vector", r.Text, c)
		}
	}
	if len(rows) < 30 {
		t.Errorf("%d texts", len(rows))
	}
}

func TestACancelledContextEndsEmbedding(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := bundled(t).Embed(ctx, []string{"a"}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestTheModelIsSmallAndSaysWhereItIsFrom(t *testing.T) {
	if n := len(embeddings.Model); n > 12_000_000 {
		t.Errorf("the model has %d bytes", n)
	}
	if s := bundled(t).Space(); s.Dimensions != 256 || s.Model != "sibyl-minilm-static-1" {
		t.Errorf("space %v", s)
	}
	if !strings.Contains(embeddings.Model[:1000], "all-MiniLM-L6-v2 (Apache-2.0)") {
		t.Error("the header does not name the encoder")
	}
}

// A file that was cut or changed is refused or gives vectors: it never takes the program down.
func FuzzReadStatic(f *testing.F) {
	header := len("SIBYLEM1") + 4
	f.Add(0, []byte("X"))
	f.Add(header, []byte(`{"dimensions":4096`))
	f.Add(len(embeddings.Model)-1, []byte{})
	f.Add(8, []byte{0xff, 0xff, 0xff, 0xff})
	f.Fuzz(func(t *testing.T, at int, bytes []byte) {
		m := embeddings.Model
		at = min(max(at, 0), len(m))
		bytes = bytes[:min(len(bytes), 1024)]
		changed := m[:at] + string(bytes) + m[min(len(m), at+len(bytes)):]
		if len(bytes) == 0 {
			changed = m[:at]
		}
		s, err := embed.ReadStatic(changed)
		if err != nil {
			if !errors.Is(err, embed.ErrModel) {
				t.Fatal(err)
			}
			return
		}
		if _, err := s.Embed(context.Background(), []string{"carbon dioxide emissions of the company"}); err != nil {
			t.Fatal(err)
		}
	})
}

// Texts of about twenty words, as a sentence of a report.
func BenchmarkStatic(b *testing.B) {
	s := bundled(b)
	texts := make([]string, 1000)
	for i := range texts {
		texts[i] = "In 2023 our total Scope 1 and Scope 2 greenhouse gas emissions fell by 12 % to 48,000 t CO2e, mainly through renewable electricity."
	}
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if _, err := s.Embed(context.Background(), texts); err != nil {
				b.Error(err)
			}
		}
	})
	b.ReportMetric(float64(b.N*len(texts))/b.Elapsed().Seconds(), "texts/s")
}
