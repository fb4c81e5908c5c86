package bars

import (
	"math"

	"github.com/sibyl-project/sibyl/rag/pdf/paint"
)

// Sizes in font sizes.
const (
	leastPart = 0.8 // of a part of a ring
	leastRing = 3.5
	mostRing  = 45.0
	round     = 0.08 // by how much a ring is wider than it is high
	mostParts = 400
)

// Rings finds rings and pies, of which two or more areas are the parts: their places, and which of the boxes are parts. The frame of a part is no
// box that anything stands in.
func Rings(boxes []Box, em float64) (rings []paint.Rect, part []bool) {
	part = make([]bool, len(boxes))
	var all []int
	for i := range boxes {
		if r := boxes[i].Rect; !boxes[i].Exact && math.Max(r[2]-r[0], r[3]-r[1]) > leastPart*em && math.Max(r[2]-r[0], r[3]-r[1]) < mostRing*em {
			all = append(all, i)
		}
	}
	if len(all) > mostParts {
		return nil, part
	}
	for len(all) > 0 {
		group, rest := all[:1:1], all[1:]
		whole := boxes[all[0]].Rect
		for grown := true; grown; {
			grown = false
			var others []int
			for _, i := range rest {
				if apart(boxes[i].Rect, whole) < 0.2*em {
					group, whole, grown = append(group, i), join(whole, boxes[i].Rect), true
				} else {
					others = append(others, i)
				}
			}
			rest = others
		}
		all = rest
		w, h := whole[2]-whole[0], whole[3]-whole[1]
		if len(group) > 1 && math.Abs(w-h) < round*math.Max(w, h) && w > leastRing*em && w < mostRing*em {
			rings = append(rings, whole)
			for _, i := range group {
				part[i] = true
			}
		}
	}
	return rings, part
}
