package corpus_test

import (
	"errors"
	"os"
	"reflect"
	"testing"

	"github.com/sibyl-project/sibyl/rag"
	"github.com/sibyl-project/sibyl/rag/corpus"
)

// What pgvector proposes gives the same answers as comparing with everything, with the same scores.
func TestPostgresWithAnIndexAnswersTheSame(t *testing.T) {
	ctx := t.Context()
	if err := corpus.New(rag.NewMemory()).Index(ctx); !errors.Is(err, rag.ErrNoVector) {
		t.Errorf("in memory: %v", err)
	}
	c, plain := corpus.New(postgres(t)), corpus.New(rag.NewMemory())
	if err := c.Index(ctx); errors.Is(err, rag.ErrNoVector) {
		if os.Getenv("SIBYL_TEST_VECTOR") != "" {
			t.Fatal("SIBYL_TEST_VECTOR is set and this PostgreSQL has no pgvector")
		}
		t.Skip("this PostgreSQL has no pgvector: there is no index to compare with")
	} else if err != nil {
		t.Fatal(err)
	}
	for _, mode := range []rag.Mode{rag.Semantic, rag.Hybrid} {
		for _, text := range []string{"transition plan", "Do executives get a bonus for cutting emissions?", "S1.38-42", "water in mining", "EM-EP-110a.1"} {
			q := corpus.Query{Text: text, Mode: mode}
			if got, want := search(t, c, q), search(t, plain, q); !reflect.DeepEqual(got, want) {
				t.Errorf("%s, %q: %v, want %v", mode, text, ids(got), ids(want))
			}
		}
	}
}
