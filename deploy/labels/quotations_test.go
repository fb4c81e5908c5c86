package main

import (
	"slices"
	"testing"

	"github.com/sibyl-project/sibyl/processors/legal"
	"github.com/sibyl-project/sibyl/processors/legal/answer"
)

func TestADrawOfQuotationsIsRepeatableAndInOrder(t *testing.T) {
	all := make([]quotation, 200)
	for i := range all {
		all[i].Start = i
	}
	starts := func(qs []quotation) (out []int) {
		for _, q := range qs {
			out = append(out, q.Start)
		}
		return out
	}
	first := starts(someOf(all, 7, 60))
	if len(first) != 60 || !slices.IsSorted(first) || len(slices.Compact(slices.Clone(first))) != 60 {
		t.Errorf("%v", first)
	}
	if !slices.Equal(first, starts(someOf(all, 7, 60))) || slices.Equal(first, starts(someOf(all, 8, 60))) {
		t.Error("the seed does not decide")
	}
	if n := len(someOf(all, 7, 0)); n != 200 {
		t.Errorf("%d of all", n)
	}
}

func TestMadeUpSentences(t *testing.T) {
	pairs, err := readWritten("# made up\n\nS2.6(a)#identify_body | a | The board oversees climate.\nS2.33(e)#base_period | x | Snow fell.\n")
	if err != nil || len(pairs) != 2 || pairs[0].verdict != answer.Answers || pairs[1].verdict != answer.Not || pairs[1].sentence != "Snow fell." {
		t.Fatalf("%+v, %v", pairs, err)
	}
	for _, wrong := range []string{"S2.6(a)#identify_body | a", "S2.6(a)#identify_body | z | The board oversees climate."} {
		if _, err := readWritten(wrong); err == nil {
			t.Errorf("%q is taken", wrong)
		}
	}
	asked := []legal.Asked{
		{Part: &answer.Part{ID: "S2.6(a)#identify_body", Pillar: "governance"}}, {Part: &answer.Part{ID: "S2.33(e)#base_period", Pillar: "metrics_targets"}},
	}
	for _, s := range strangers(pairs, asked) {
		if s.verdict != answer.Not || s.sentence == pairs[0].sentence && s.part == pairs[0].part || s.sentence == pairs[1].sentence && s.part == pairs[1].part {
			t.Errorf("%+v", s)
		}
	}
	var many []writtenPair
	for i := range 100 {
		many = append(many, writtenPair{sentence: string(rune('a'+i%26)) + " sentence."})
	}
	n := 0
	for _, p := range pagesOf(many).Pages {
		for i := range p.Text {
			if p.Text[i] == '.' {
				n++
			}
		}
	}
	if n != 100 {
		t.Errorf("%d of 100 sentences are on pages", n)
	}
}
