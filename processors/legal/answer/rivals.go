package answer

import "math"

// Rival is how likely a passage answers a part of some paragraph.
type Rival struct {
	Paragraph string
	Answers   float64
}

// How much each rival takes from the log odds of an answer, by the logarithms of how many are likelier and how many are likely at all, and what
// is added to all, so that as many are answers as before. By logistic regression on ten reports of prose; of any five of them it is much the same. What is
// added is a little less than its 0.7, which decides as well but left a passage of the sample so near a bound that words elsewhere decided.
const (
	likelyRival = 0.4
	perLikelier = 0.2
	perLikely   = 0.4
	withoutAny  = 0.62
)

// Against makes a passage less of an answer to a part, the more parts of other paragraphs it answers: each pair was judged by itself, and what
// tells of climate in general is a little of an answer to everything. What a cue has found is about the part, whatever else it says.
// The rivals of a passage are by its place on the shelf.
func Against(rivals map[int][]Rival, part *Part, among []Candidate, said []Judgement) {
	for i, c := range among {
		if c.Cue != NoCue || rivals == nil {
			continue
		}
		likelier, likely := 0, 0
		for _, r := range rivals[c.At] {
			if r.Paragraph == part.Paragraph {
				continue
			}
			if r.Answers > said[i].Answers {
				likelier++
			}
			if r.Answers > likelyRival {
				likely++
			}
		}
		said[i] = said[i].Shifted(withoutAny - float64(perLikelier*math.Log1p(float64(likelier))) - float64(perLikely*math.Log1p(float64(likely))))
	}
}
