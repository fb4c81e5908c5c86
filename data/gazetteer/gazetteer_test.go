package gazetteer

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Plain names take a shorter way to the same spelling.
func TestANameIsSpelledTheSameHoweverItIsFolded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.OneOf(rapid.StringMatching(`[ A-Za-z.'\-]{0,12}`), rapid.StringMatching(`[\t\n A-Za-z\x7f]{0,8}`), rapid.String()).Draw(t, "name")
		if got, want := folded(name), foldedWhole(name); got != want {
			t.Fatalf("%q is folded to %q and %q", name, got, want)
		}
	})
}

func TestTheFileIsTheOneThatWasMade(t *testing.T) {
	sum := sha256.Sum256(file)
	const made = "7cb91b2599561314076f3c1782f40466b80b5e7e45b74ed7e1dc6d3865758dd1"
	if got := hex.EncodeToString(sum[:]); got != made {
		t.Errorf("%s: make.py has made another file; look at what is different, then write its digest here", got)
	}
	if len(file) > 1<<20 {
		t.Errorf("the file has %d bytes; it has to stay below a megabyte", len(file))
	}
}

func TestNames(t *testing.T) {
	table, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name  string
		wants []string // among the answers
		only  bool
	}{
		{"Gresik", []string{"town Gresik ID -715 11266"}, true},
		{"gresik", []string{"town Gresik ID -715 11266"}, true},
		{"München", []string{"town Munich DE 4814 1158"}, true},
		{"Sao Paulo", []string{"town São Paulo BR -2355 -4664"}, false},
		{"São Paulo", []string{"town São Paulo BR -2355 -4664"}, false},
		{"Rio-de-Janeiro", []string{"town Rio de Janeiro BR -2291 -4318"}, false},
		{"Paris", []string{"town Paris FR 4885 235", "town Paris US 3366 -9556"}, false}, // both: nobody guesses
		{"Indonesia", []string{"country Indonesia ID 0 0"}, true},
		{"UK", []string{"country United Kingdom GB 0 0"}, true},
		{"Georgia", []string{"country Georgia GE 0 0", "state Georgia US 0 0"}, false},
		{"", nil, true},
		{"Atlantis Nova", nil, true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var got []string
			for _, p := range table.Named(tc.name) {
				got = append(got, fmt.Sprintf("%s %s %s %d %d", p.Kind, p.Name, p.Country, p.Latitude, p.Longitude))
			}
			for _, w := range tc.wants {
				if !slices.Contains(got, w) {
					t.Errorf("%s is not among %v", w, got)
				}
			}
			if tc.only && len(got) != len(tc.wants) {
				t.Errorf("%v", got)
			}
		})
	}
}

// What a name leads to is read when somebody asks for it, and then cannot be refused any more.
func TestEveryEntryIsRead(t *testing.T) {
	table, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	for l := range strings.Lines(table.text) {
		if _, _, err := entry(l); err != nil {
			t.Errorf("%q: %v", l, err)
		}
	}
	if _, _, err := entry("T\ta\tb\tx\t\t\t\t\t\n"); err == nil {
		t.Error("a latitude that is no number is read")
	}
}

func TestADamagedFileIsRefused(t *testing.T) {
	for name, text := range map[string]string{
		"too few fields": "T\tGresik\tID\n", "no kind": "X\ta\tb\t\t\t\t\t\t\n", "a long kind": "TT\ta\tb\t\t\t\t\t\t\n",
	} {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		if _, err := z.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := read(b.Bytes()); err == nil {
			t.Errorf("%s: it is read", name)
		}
	}
	if _, err := read([]byte("nothing")); err == nil {
		t.Error("what is not packed is read")
	}
}
