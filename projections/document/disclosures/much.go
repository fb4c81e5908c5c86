package disclosures

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
)

// Much reports whether two fifths at least of what was judged were not found, and how much that is of how much.
func Much(coverage map[string]Coverage) (not, judged int, much bool) {
	for _, c := range coverage {
		not, judged = not+c.NotAddressed, judged+c.NotAddressed+c.PartiallyAddressed+c.FullyAddressed
	}
	return not, judged, not > 0 && 5*not >= 2*judged
}

// Weightiest are the gaps of which nothing was found and which follow from no other, of each section the one that weighs most, the weightiest first;
// heads says which paragraphs stand for a subject: a detail of one is none.
func Weightiest(gaps []Gap, heads func(id string) bool, weight func(id string) float64) []*Gap {
	var out []*Gap
	before := func(a, b *Gap) int {
		return cmp.Or(cmp.Compare(weight(b.Paragraph), weight(a.Paragraph)), cmp.Compare(len(b.Consequences), len(a.Consequences)),
			cmp.Compare(a.Paragraph, b.Paragraph))
	}
	for i := range gaps {
		g := &gaps[i]
		if g.Status != events.NotAddressed || g.Under != "" || !heads(g.Paragraph) || !whole(gaps, g) {
			continue
		}
		switch same := slices.IndexFunc(out, func(o *Gap) bool { return o.Section == g.Section }); {
		case same < 0:
			out = append(out, g)
		case before(g, out[same]) < 0:
			out[same] = g
		}
	}
	slices.SortFunc(out, before)
	return out
}

// Half is how near a passage comes to a part that it rather answers than not.
const Half = 0.5

// whole reports whether nothing of a paragraph is there: none of its parts is said, named or nearly said, and nothing of the paragraphs under it.
func whole(gaps []Gap, g *Gap) bool {
	for _, p := range g.Parts {
		near := p.Near
		if p.Elsewhere {
			near = p.Here
		}
		if p.Addressed || !strings.HasPrefix(p.GapReason, "not found") || near >= Half {
			return false
		}
	}
	return len(g.Parts) > 0 && !slices.ContainsFunc(gaps, func(o Gap) bool {
		return strings.HasPrefix(o.Paragraph, g.Paragraph+"(") && (o.Status == events.PartiallyAddressed || o.Status == events.CouldNotAssess)
	})
}
