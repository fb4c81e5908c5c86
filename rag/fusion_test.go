package rag_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/rag"
	"github.com/sibyl-project/sibyl/rag/embed"
)

// plane is an embedder of two dimensions: the cosine to a query is the number that a text ends with.
type plane struct{}

func (plane) Space() embed.Space { return embed.Space{Model: "plane", Dimensions: 2} }

func (plane) Embed(_ context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	for i, text := range texts {
		out[i] = []float32{1, 0}
		words := strings.Fields(text)
		if len(words) == 0 {
			out[i] = []float32{0, 0}
			continue
		}
		var percent int
		if _, err := fmt.Sscanf(words[len(words)-1], "c%d", &percent); err == nil {
			x := float64(percent) / 100
			out[i] = []float32{float32(x), float32(math.Sqrt(1 - x*x))}
		}
	}
	return out, nil
}

// onPlane is a library of texts whose cosine to a query is given in hundredths.
func onPlane(t *testing.T, texts ...string) *rag.Memory {
	t.Helper()
	l := rag.NewMemory(rag.WithEmbedder(plane{}))
	for i, text := range texts {
		p := rag.Passage{ID: fmt.Sprint(i), ReportID: "rep_1", Page: i + 1, End: 1, Text: text}
		if err := l.Ingest(t.Context(), []rag.Passage{p}); err != nil {
			t.Fatal(err)
		}
	}
	return l
}

// Below a cosine of 0.3 nothing is found by its meaning; what is found by its words is, whatever its cosine.
func TestTheFloorIsACosineOfThreeTenths(t *testing.T) {
	l := onPlane(t, "alpha c31", "beta c29", "gamma c90", "quokka c5")
	var got []string
	for _, h := range find(t, l, "quokka", rag.Filter{ReportID: "rep_1", Mode: rag.Semantic}) {
		got = append(got, h.Passage.ID)
	}
	if !slices.Equal(got, []string{"2", "0"}) {
		t.Errorf("by meaning: %v", got)
	}
	hits := find(t, l, "quokka", rag.Filter{ReportID: "rep_1", Fusion: rag.RRF})
	if len(hits) != 3 || !slices.ContainsFunc(hits, func(h rag.Hit) bool { return h.Passage.ID == "3" && h.Semantic.Rank == 0 && h.Keyword.Rank == 1 }) {
		t.Errorf("by both: %+v", hits)
	}
}

// Reciprocal rank fusion adds 1/(60+rank) over the lists that a passage is in.
func TestReciprocalRanksAreAdded(t *testing.T) {
	// By meaning: both, meaning, last. By words: words, both.
	l := onPlane(t, "quokka and other animals c95", "no animal c90", "quokka quokka c10", "nothing c40")
	want := map[string]float64{"0": 1.0/61 + 1.0/62, "1": 1.0 / 62, "2": 1.0 / 61, "3": 1.0 / 63}
	hits := find(t, l, "quokka", rag.Filter{ReportID: "rep_1", Fusion: rag.RRF})
	if len(hits) != len(want) || hits[0].Passage.ID != "0" {
		t.Fatalf("%+v", hits)
	}
	for _, h := range hits {
		if math.Abs(h.Score-want[h.Passage.ID]) > 1e-6 {
			t.Errorf("%s: %.6f, want %.6f (words %d, meaning %d)", h.Passage.ID, h.Score, want[h.Passage.ID], h.Keyword.Rank, h.Semantic.Rank)
		}
	}
}
