package answer

import "testing"

// What answers many other questions as well is less of an answer to each; what a cue has found stays as it was judged.
func TestRivalsTakeFromAnAnswer(t *testing.T) {
	others := func(n int, paragraph string) (out []Rival) {
		for range n {
			out = append(out, Rival{paragraph, 0.6})
		}
		return out
	}
	after := func(cue Cue, rivals []Rival) Judgement {
		said := []Judgement{{Verdict: Answers, Answers: 0.5, Names: 0.8}}
		Against(map[int][]Rival{7: rivals}, &Part{Paragraph: "S2.22"}, []Candidate{{At: 7, Cue: cue}}, said)
		return said[0]
	}
	alone := after(NoCue, nil)
	for name, c := range map[string]struct {
		cue    Cue
		rivals []Rival
		want   func(j Judgement) bool
	}{
		"alone":                     {NoCue, nil, func(j Judgement) bool { return j.Answers > 0.5 && j.Names > j.Answers }},
		"parts of its paragraph":    {NoCue, others(9, "S2.22"), func(j Judgement) bool { return j == alone }},
		"a rival":                   {NoCue, others(1, "S2.10"), func(j Judgement) bool { return j.Answers < alone.Answers }},
		"many rivals":               {NoCue, others(9, "S2.10"), func(j Judgement) bool { return j.Answers < 0.4 && j.Names < 0.8 }},
		"many rivals, but by a cue": {CueAnswers, others(9, "S2.10"), func(j Judgement) bool { return j.Answers == 0.5 }},
	} {
		t.Run(name, func(t *testing.T) {
			if got := after(c.cue, c.rivals); !c.want(got) {
				t.Errorf("%+v", got)
			}
		})
	}
}
