package legal

import (
	"testing"

	"github.com/sibyl-project/sibyl/processors/legal/answer"
)

// What answers many other questions as well is less of an answer to each; what a cue has found stays as it was judged.
func TestRivalsTakeFromAnAnswer(t *testing.T) {
	others := func(n int, paragraph string) (out []rival) {
		for range n {
			out = append(out, rival{paragraph, 0.6})
		}
		return out
	}
	after := func(cue answer.Cue, rivals []rival) answer.Judgement {
		m := &meaning{rivals: map[int][]rival{7: rivals}}
		said := []answer.Judgement{{Verdict: answer.Answers, Answers: 0.5, Names: 0.8}}
		m.against(&answer.Part{Paragraph: "S2.22"}, []answer.Candidate{{At: 7, Cue: cue}}, said)
		return said[0]
	}
	alone := after(answer.NoCue, nil)
	for name, c := range map[string]struct {
		cue    answer.Cue
		rivals []rival
		want   func(j answer.Judgement) bool
	}{
		"alone":                     {answer.NoCue, nil, func(j answer.Judgement) bool { return j.Answers > 0.5 && j.Names > j.Answers }},
		"parts of its paragraph":    {answer.NoCue, others(9, "S2.22"), func(j answer.Judgement) bool { return j == alone }},
		"a rival":                   {answer.NoCue, others(1, "S2.10"), func(j answer.Judgement) bool { return j.Answers < alone.Answers }},
		"many rivals":               {answer.NoCue, others(9, "S2.10"), func(j answer.Judgement) bool { return j.Answers < 0.4 && j.Names < 0.8 }},
		"many rivals, but by a cue": {answer.CueAnswers, others(9, "S2.10"), func(j answer.Judgement) bool { return j.Answers == 0.5 }},
	} {
		t.Run(name, func(t *testing.T) {
			if got := after(c.cue, c.rivals); !c.want(got) {
				t.Errorf("%+v", got)
			}
		})
	}
}
