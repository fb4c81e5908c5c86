package disclosures

import (
	"cmp"
	"slices"

	"github.com/sibyl-project/sibyl/data/ifrs"
	"github.com/sibyl-project/sibyl/events"
)

// Open is a gap that stands by itself, with those that follow from it: who gives no scenario has not left out each of its assumptions besides.
type Open struct {
	Gap
	Follow []Gap
}

// Group is the gaps of one status.
type Group struct {
	Status events.DisclosureStatus
	Gaps   []Open
}

// Title says of a group what its gaps are.
func (g Group) Title() string {
	switch g.Status {
	case events.NotAddressed:
		return "Not found"
	case events.PartiallyAddressed:
		return "Said in part"
	case events.CouldNotAssess:
		return "Not assessed"
	case events.ReferencedElsewhere:
		return "In other documents, as the report says"
	case events.Conditional:
		return "Asked for only under a condition"
	}
	return string(g.Status)
}

// Conditional reports whether the gaps of a group accuse nobody: what they hang on does not hold, or is not known to.
func (g Group) Conditional() bool { return g.Status == events.Conditional }

// Hanging is the gaps that hang on one condition.
type Hanging struct {
	Condition string
	Gaps      []Gap
}

// ByCondition puts the gaps of a group together that hang on the same condition, in the order of their first.
func (g Group) ByCondition() (out []Hanging) {
	for _, gap := range g.All() {
		at := slices.IndexFunc(out, func(h Hanging) bool { return h.Condition == gap.Condition })
		if at < 0 {
			at = len(out)
			out = append(out, Hanging{Condition: gap.Condition})
		}
		out[at].Gaps = append(out[at].Gaps, gap)
	}
	return out
}

// All are the gaps of a group, each with those that follow from it behind it.
func (g Group) All() (out []Gap) {
	for _, open := range g.Gaps {
		out = append(append(out, open.Gap), open.Follow...)
	}
	return out
}

// statuses in which a reader wants to see gaps: what is missing first, what may not be asked at all last.
var statuses = []events.DisclosureStatus{events.NotAddressed, events.PartiallyAddressed, events.CouldNotAssess, events.ReferencedElsewhere, events.Conditional}

// Grouped arranges gaps by status and, within one, pillar by pillar in the order of the standards. In the file they stand by id, which tells a reader
// nothing.
func Grouped(gaps []Gap) ([]Group, error) {
	registry, err := ifrs.Load()
	if err != nil {
		return nil, err
	}
	place := map[string]int{}
	for i, p := range registry.Paragraphs {
		place[p.ID] = i
	}
	pillar := func(g Gap) int { return slices.Index(Pillars(), g.Pillar) }
	sorted := slices.SortedFunc(slices.Values(gaps), func(a, b Gap) int {
		return cmp.Or(cmp.Compare(pillar(a), pillar(b)), cmp.Compare(place[a.Paragraph], place[b.Paragraph]), cmp.Compare(a.ID, b.ID))
	})
	var out []Group
	for _, status := range statuses {
		group := Group{Status: status}
		of := map[string]int{}
		for _, g := range sorted {
			if g.Status == status && !follows(g, sorted) {
				of[g.Paragraph] = len(group.Gaps)
				group.Gaps = append(group.Gaps, Open{Gap: g})
			}
		}
		for _, g := range sorted {
			if g.Status == status && follows(g, sorted) {
				at := of[g.Under]
				group.Gaps[at].Follow = append(group.Gaps[at].Follow, g)
			}
		}
		if len(group.Gaps) > 0 {
			out = append(out, group)
		}
	}
	return out, nil
}

// follows reports whether a gap stands under another of its own status, which itself stands by itself.
func follows(g Gap, all []Gap) bool {
	return g.Under != "" && slices.ContainsFunc(all, func(root Gap) bool {
		return root.Paragraph == g.Under && root.Status == g.Status && root.Under == ""
	})
}
