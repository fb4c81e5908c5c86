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
		placed(t, w, row.Text, row.IDs)
	}
	if n < 400 {
		t.Errorf("%d strings", n)
	}
}

// placed checks that the pieces of a text are these, and that each stands behind the one before it.
func placed(t *testing.T, w *wordpiece.Tokenizer, text string, ids []uint16) {
	t.Helper()
	var got []uint16
	start := 0
	for _, p := range w.Pieces(text, mostTokens) {
		if p.Start < start || p.End <= p.Start || p.End > len(text) {
			t.Fatalf("%q: piece %d stands at %d-%d, the one before it begins at %d", text, p.ID, p.Start, p.End, start)
		}
		start, got = p.Start, append(got, p.ID)
	}
	if !slices.Equal(got, ids) {
		t.Fatalf("%q: %v with their places, %v without", text, got, ids)
	}
}

func TestPiecesStandWhereTheyAreRead(t *testing.T) {
	w := pieces(t)
	for text, want := range map[string]string{
		"Scope 1: 4,641 t CO\u2082e": "Scope|1|:|4|,|64|1|t|CO\u2082|e",
		"Na\u00efve caf\u00e9":       "Na\u00efve|caf\u00e9",
		"cafe\u0301 \u00ad2030":      "cafe|203|0",
		"\u6e29\u5ba4":               "\u6e29|\u5ba4",
		strings.Repeat("x", 101):     strings.Repeat("x", 101),
	} {
		var got []string
		for _, p := range w.Pieces(text, mostTokens) {
			got = append(got, text[p.Start:p.End])
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%q: %q, want %q", text, strings.Join(got, "|"), want)
		}
	}
}

func FuzzTokens(f *testing.F) {
	w := pieces(f)
	for _, s := range []string{"Net-zero by 2050.", "naïve 温室 \x00\xff", "S2.29(a)(i)", strings.Repeat("é", 101), "a\u0301 \u0301b", "İ ẞ ǅ"} {
		f.Add(s, "[SEP] ##ing")
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		ids := w.Tokens(nil, a, mostTokens)
		placed(t, w, a, ids)
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
