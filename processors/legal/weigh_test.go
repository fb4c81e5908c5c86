package legal

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/legal/answer"
)

// sureByPart is how likely passages with some words answer parts.
type sureByPart map[string]map[string]float64

func (sureByPart) Name() string { return "sureByPart" }

func (j sureByPart) Judge(_ context.Context, s *answer.Shelf, p *answer.Part, among []answer.Candidate) ([]answer.Judgement, error) {
	out := make([]answer.Judgement, len(among))
	for i, c := range among {
		for words, sure := range j[p.ID] {
			if strings.Contains(s.Passages[c.At].Text, words) {
				out[i] = answer.Judgement{Answers: sure, Names: sure}
			}
		}
	}
	return out, nil
}

// Parts are judged one by one: what answers one part of a paragraph is taken for an answer to the next sooner, and is quoted no sooner.
func TestWhatAnswersOnePartAnswersTheNextSooner(t *testing.T) {
	const (
		terms = "Our short term is one year, the medium term five years and the long term thirty."
		other = "The long term is also mentioned in the plans of the group."
		asks  = "S2.10(d)#define_horizons"
		next  = "S2.10(d)#link_to_planning"
	)
	for name, c := range map[string]struct {
		judge sureByPart
		want  events.DisclosureStatus
	}{
		"the same passage":                    {sureByPart{asks: {terms: 0.6}, next: {terms: 0.15}}, events.FullyAddressed},
		"another passage":                     {sureByPart{asks: {terms: 0.6}, next: {other: 0.15}}, events.PartiallyAddressed},
		"one that the other does not rest on": {sureByPart{asks: {terms: 0.8, other: 0.45}, next: {other: 0.15}}, events.PartiallyAddressed},
		"which answers nobody":                {sureByPart{asks: {terms: 0.05}, next: {terms: 0.15}}, events.NotAddressed},
		"with hardly a chance":                {sureByPart{asks: {terms: 0.6}, next: {terms: 0.05}}, events.PartiallyAddressed},
	} {
		t.Run(name, func(t *testing.T) {
			a, _ := judgedBy(t, c.judge, "S2.10(d)", terms+"\n\n"+other+"\n")
			if a.status != c.want {
				t.Errorf("%s: %+v", a.status, a.parts)
			}
			if quoted := slices.ContainsFunc(a.parts, func(p events.SubRequirement) bool { return p.ID == next && p.Quote != "" }); quoted {
				t.Errorf("what is likely by another part is quoted: %+v", a.parts)
			}
		})
	}
}

// What is sure enough to be quoted is not yet beyond another reader's opinion.
func TestAnotherReaderIsAskedOfWhatIsQuotedButNotSure(t *testing.T) {
	const id = "S2.29(e)#capital_deployed"
	for sure, want := range map[float64]int{0.05: 0, 0.5: 1, 0.75: 1, 0.8: 0} {
		_, c := judgedBy(t, sureOf{id, "Every investment", sure, 0.95}, "S2.29(e)", priced+"\n")
		place := slices.IndexFunc(c.meaning.shelf.Passages, func(p answer.Passage) bool { return p.Text == priced })
		open := c.meaning.unsure(partOf(t, id), []answer.Candidate{{At: place}}, []answer.Judgement{{Answers: sure, Names: 0.95}})
		if len(open.Passages) != want {
			t.Errorf("%.2f: %d passages are asked about, want %d", sure, len(open.Passages), want)
		}
	}
}
