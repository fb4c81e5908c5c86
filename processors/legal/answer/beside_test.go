package answer

import (
	"slices"
	"strings"
	"sync"
	"testing"
)

// What is said of a part must not depend on who else asks at the same time, nor on what was asked before.
func TestPartsAskedSideBySideAreAnsweredTheSame(t *testing.T) {
	judge, err := Bundled()
	if err != nil {
		t.Fatal(err)
	}
	parts, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	some := parts.All()[:40]
	var passages []Passage
	for _, p := range some {
		for _, text := range []string{p.Question, p.Speaks, "We aim to cut emissions by 30% by 2030. " + p.Speaks} {
			passages = append(passages, Passage{Page: 1 + len(passages)/10, Text: strings.TrimSpace(text), Before: "Our board decides on climate risks every year."})
		}
	}
	shelf := func() *Shelf {
		s, err := NewShelf(t.Context(), passages)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	said := func(s *Shelf, p *Part) []Judgement {
		out, err := judge.Judge(t.Context(), s, p, s.Candidates(p, nil))
		if err != nil {
			t.Error(err)
		}
		return out
	}
	want := map[string][]Judgement{}
	for _, p := range some {
		want[p.ID] = said(shelf(), p) // of which nothing was asked before
	}
	shared := shelf()
	var all sync.WaitGroup
	for i := range 4 {
		on := shared.Beside()
		all.Go(func() {
			for k := range some {
				p := some[(k*7+i*11)%len(some)]
				if got := said(on, p); !slices.Equal(got, want[p.ID]) {
					t.Errorf("%s: other judgements beside others", p.ID)
				}
			}
		})
	}
	all.Wait()
}
