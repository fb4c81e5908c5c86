package legal

import (
	"math"

	"github.com/sibyl-project/sibyl/processors/legal/answer"
)

// rival is how likely a passage answers a part of some paragraph.
type rival struct {
	paragraph string
	answers   float64
}

// How much each rival takes from the log odds of an answer, by the logarithms of how many are likelier and how many are likely at all, and what
// is added to all, so that as many are answers as before. By logistic regression on ten reports of prose; of any five of them it is much the same.
const (
	likelyRival = 0.4
	perLikelier = 0.2
	perLikely   = 0.4
	withoutAny  = 0.7
)

// against makes a passage less of an answer to a part, the more parts of other paragraphs it answers: each pair was judged by itself, and what
// tells of climate in general is a little of an answer to everything. What a cue has found is about the part, whatever else it says.
func (m *meaning) against(part *answer.Part, among []answer.Candidate, said []answer.Judgement) {
	for i, c := range among {
		if c.Cue != answer.NoCue || m.rivals == nil {
			continue
		}
		likelier, likely := 0, 0
		for _, r := range m.rivals[c.At] {
			if r.paragraph == part.Paragraph {
				continue
			}
			if r.answers > said[i].Answers {
				likelier++
			}
			if r.answers > likelyRival {
				likely++
			}
		}
		said[i] = said[i].Shifted(withoutAny - float64(perLikelier*math.Log1p(float64(likelier))) - float64(perLikely*math.Log1p(float64(likely))))
	}
}
