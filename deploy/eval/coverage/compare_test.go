package coverage_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sibyl-project/sibyl/deploy/eval/coverage"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/legal"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// part is the text of a sub-requirement, as the agent names it when it misses it.
func part(t *testing.T, id string) string {
	t.Helper()
	paragraph, _, _ := strings.Cut(id, "#")
	p, ok := registry(t).Paragraph(paragraph)
	if !ok {
		t.Fatal("no", paragraph)
	}
	for _, r := range p.Requirements {
		if r.ID == id {
			return r.Text
		}
	}
	t.Fatal("no", id)
	return ""
}

func TestCompareJudgesParagraphsAndParts(t *testing.T) {
	const (
		channel   = "S2.6(a)(iii)#reporting_channel"
		frequency = "S2.6(a)(iii)#reporting_frequency"
	)
	full, partial, none, cond, elsewhere := events.FullyAddressed, events.PartiallyAddressed, events.NotAddressed, events.Conditional, events.ReferencedElsewhere
	for name, c := range map[string]struct {
		item                             coverage.Item
		said                             *legal.Disclosure
		got                              events.DisclosureStatus
		right, exact, accuses, inventing bool
	}{
		"as the sheet":           {coverage.Item{ID: "S2.6(a)", State: full}, &legal.Disclosure{Status: full}, full, true, true, false, false},
		"nothing where there is": {coverage.Item{ID: "S2.6(a)", State: partial}, &legal.Disclosure{Status: none}, none, false, false, true, false},
		"nothing as allowed": {coverage.Item{ID: "S2.6(a)", State: partial, Also: []events.DisclosureStatus{none}},
			&legal.Disclosure{Status: none}, none, true, false, false, false},
		"too much": {coverage.Item{ID: "S2.6(a)", State: none}, &legal.Disclosure{Status: full}, full, false, false, false, false},
		"as allowed": {coverage.Item{ID: "S2.6(a)", State: elsewhere, Also: []events.DisclosureStatus{full}}, &legal.Disclosure{Status: full}, full, true,
			false, false, false},
		"an invention": {coverage.Item{ID: "S2.6(a)", State: cond, NeverAGap: true}, &legal.Disclosure{Status: partial}, partial, false, false, false, true},
		"never a gap":  {coverage.Item{ID: "S2.5", NeverAGap: true}, nil, coverage.NotListed, true, true, false, false},
		"not listed":   {coverage.Item{ID: "S2.6(a)", State: full}, nil, coverage.NotListed, false, false, false, false},
		"a part that is there": {coverage.Item{ID: channel, State: full},
			&legal.Disclosure{Status: partial, Missing: []string{part(t, frequency)}}, full, true, true, false, false},
		"a part that is missed": {coverage.Item{ID: frequency, State: full},
			&legal.Disclosure{Status: partial, Missing: []string{part(t, frequency)}}, none, false, false, true, false},
		"a part of nothing": {coverage.Item{ID: frequency, State: none},
			&legal.Disclosure{Status: none, Missing: []string{part(t, channel), part(t, frequency)}}, none, true, true, false, false},
		"a part that no rule judges": {coverage.Item{ID: frequency, State: full},
			&legal.Disclosure{Status: events.CouldNotAssess, Missing: []string{part(t, frequency) + " (no rule)"}}, events.CouldNotAssess, false, false, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			var said []legal.Disclosure
			if c.said != nil {
				c.said.Paragraph = c.item.Paragraph()
				said = append(said, *c.said)
			}
			r, err := coverage.Compare(registry(t), coverage.Sheet{Items: []coverage.Item{c.item}}, &document.Document{}, said)
			if err != nil {
				t.Fatal(err)
			}
			l := r.Lines[0]
			if l.Got != c.got || l.Right() != c.right || l.Exact() != c.exact || l.Accuses() != c.accuses || l.Invents() != c.inventing {
				t.Errorf("%+v: right %v, exact %v, accuses %v, invents %v", l, l.Right(), l.Exact(), l.Accuses(), l.Invents())
			}
		})
	}
}

func TestCompareRefusesWhatIsUnknown(t *testing.T) {
	said := []legal.Disclosure{{Paragraph: "S2.6(a)", Status: events.FullyAddressed}}
	for _, id := range []string{"S2.999", "S2.6(a)#nothing"} {
		if _, err := coverage.Compare(registry(t), coverage.Sheet{Items: []coverage.Item{{ID: id}}}, &document.Document{}, said); err == nil {
			t.Errorf("%s was compared", id)
		}
	}
}

func TestQuotationsAreLookedUpOnTheirPages(t *testing.T) {
	doc := &document.Document{Pages: []document.Page{{Number: 1, Text: "The board\nmeets  twice."}, {Number: 2, Text: "Nothing."}}}
	for quote, unquoted := range map[events.PageQuote]int{
		{Page: 1, Quote: "board meets\ntwice."}: 0,
		{Page: 1, Quote: "The board meets…"}:    0,
		{Page: 2, Quote: "The board"}:           1,
		{Page: 3, Quote: "Nothing."}:            1,
		{Page: 0, Quote: "Nothing."}:            1,
		{Page: 1, Quote: ""}:                    1,
	} {
		r, err := coverage.Compare(registry(t), coverage.Sheet{}, doc, []legal.Disclosure{{Paragraph: "S2.6(a)", Evidence: []events.PageQuote{quote}}})
		if err != nil || len(r.Unquoted) != unquoted {
			t.Errorf("%+v: %v, %v", quote, r.Unquoted, err)
		}
	}
}

// A line is exact only if right, and neither an accusation nor an invention is right.
func TestWrongsAreNeverRight(t *testing.T) {
	states := append([]events.DisclosureStatus{events.CouldNotAssess, coverage.NotListed}, sheetStates...)
	rapid.Check(t, func(t *rapid.T) {
		item := coverage.Item{ID: "S2.6(a)", State: rapid.SampledFrom(sheetStates).Draw(t, "state")}
		item.NeverAGap = item.State == events.Conditional && rapid.Bool().Draw(t, "never")
		if !item.NeverAGap && rapid.Bool().Draw(t, "lenient") {
			item.Also = []events.DisclosureStatus{rapid.SampledFrom(sheetStates).Draw(t, "also")}
		}
		l := coverage.Line{Item: item, Got: rapid.SampledFrom(states).Draw(t, "got")}
		if l.Exact() && !l.Right() || l.Right() && (l.Accuses() || l.Invents()) {
			t.Fatalf("%+v", l)
		}
		all := coverage.Result{Lines: []coverage.Line{l}}
		if (coverage.Share([]coverage.Result{all}, coverage.Line.Right) == 1) != l.Right() {
			t.Fatalf("share of %+v", l)
		}
	})
}
