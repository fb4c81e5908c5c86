package embed

import (
	"bufio"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/rag/embed/wordpiece"
)

func pieces(t testing.TB) *wordpiece.Tokenizer {
	t.Helper()
	s, err := Bundled()
	if err != nil {
		t.Fatal(err)
	}
	return s.table.pieces
}

// testdata/tokens.jsonl is what the original tokenizer makes of the same strings (data/embeddings/make/tokens.py).
func TestTokensAreThoseOfTheOriginal(t *testing.T) {
	w := pieces(t)
	f, err := os.Open("testdata/tokens.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	for s := bufio.NewScanner(f); s.Scan(); n++ {
		var row struct {
			Text string
			IDs  []uint16
		}
		if err := json.Unmarshal(s.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		if got := w.Tokens(nil, row.Text, mostTokens); !slices.Equal(got, row.IDs) {
			t.Errorf("%q: %v, want %v", row.Text, got, row.IDs)
		}
	}
	if n < 400 {
		t.Errorf("%d strings", n)
	}
}

func FuzzTokens(f *testing.F) {
	w := pieces(f)
	for _, s := range []string{"Net-zero by 2050.", "naïve 温室 \x00\xff", "S2.29(a)(i)", strings.Repeat("é", 101), "a\u0301 \u0301b", "İ ẞ ǅ"} {
		f.Add(s, "[SEP] ##ing")
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		ids := w.Tokens(nil, a, mostTokens)
		if len(ids) > mostTokens || slices.ContainsFunc(ids, func(id uint16) bool { return int(id) >= w.Known() }) {
			t.Fatalf("%d ids of %q", len(ids), a)
		}
		if short := w.Tokens(nil, a, 3); !slices.Equal(short, ids[:min(3, len(ids))]) {
			t.Fatalf("limited: %v of %v", short, ids)
		}
		// A blank parts words for certain: the tokens of two texts are those of the one and then of the other.
		if other := w.Tokens(slices.Clone(ids), b, 2*mostTokens); utf8.ValidString(a) && utf8.ValidString(b) && len(other) < mostTokens {
			if whole := w.Tokens(nil, a+" "+b, 2*mostTokens); !slices.Equal(whole, other) {
				t.Fatalf("%q and %q: %v, together %v", a, b, other, whole)
			}
		}
		if small := w.Tokens(nil, strings.ToLower(a), mostTokens); isASCII(a) && !slices.Equal(small, ids) {
			t.Fatalf("%q: %v, in small letters %v", a, ids, small)
		}
	})
}

func isASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf })
}
