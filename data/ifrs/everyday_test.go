package ifrs

import (
	"errors"
	"strings"
	"testing"
)

func TestEverydayWords(t *testing.T) {
	words, err := EverydayWords()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, e := range words {
		for _, s := range e.Said {
			if seen[s] || s != strings.ToLower(s) {
				t.Errorf("%q stands for more than one thing, or is not in small letters", s)
			}
			seen[s] = true
		}
	}
	if len(words) < 50 || len(seen) < 200 {
		t.Errorf("%d entries, %d everyday words", len(words), len(seen))
	}
	for _, bad := range []string{"bonus", "bonus:", ": remuneration", "bonus,, pay: remuneration"} {
		if got, err := readEveryday(bad); !errors.Is(err, ErrEveryday) {
			t.Errorf("%q: %+v, %v", bad, got, err)
		}
	}
	if got, err := readEveryday("# a\n\n bonus , pay packet: remuneration \n"); err != nil ||
		len(got) != 1 || got[0].Means != "remuneration" || got[0].Said[1] != "pay packet" {
		t.Errorf("%+v, %v", got, err)
	}
}
