package answer

import (
	"context"
	"slices"
	"testing"
)

func TestWhatAQuestionAsksForIsReadFromItsWords(t *testing.T) {
	parts, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	subject := func(named string) int {
		return slices.IndexFunc(subjects, func(s subjectCue) bool { return s.name == named })
	}
	for id, want := range map[string]form{
		"S2.14(a)#planned_response":        {future: true, climate: true, subject: -1},
		"S2.14(a)#past_response":           {past: true, climate: true, subject: -1},
		"S2.22(b)(i)(5)#relevance_reason":  {reason: true, climate: true, subject: subject("scenario")},
		"S2.29(b)#percentage":              {share: true, climate: true, subject: subject("risk")},
		"S2.6(a)(iii)#reporting_frequency": {when: true, subject: subject("board")},
		"S2.29(f)(i)#whether_used":         {whether: true, climate: true, subject: subject("carbon price")},
		"S2.6(a)(v)#remuneration_link":     {whether: true, subject: subject("pay")},
	} {
		t.Run(id, func(t *testing.T) {
			if got := parts.Of(id).form; got != want {
				t.Errorf("%+v, want %+v", got, want)
			}
		})
	}
}

func TestAPassageHasItsSubjectInItselfBeforeItOrAboveIt(t *testing.T) {
	s, err := NewShelf(context.Background(), []Passage{
		{Page: 1, Text: "It is EUR 80 per tonne.", Before: "We use an internal carbon price.", Headings: []string{"Strategy"}},
		{Page: 1, Text: "It is EUR 80 per tonne.", Headings: []string{"Carbon pricing"}},
		{Page: 1, Text: "A carbon price guides our investments.", Headings: []string{"Strategy"}},
		{Page: 2, Text: "Bread is best eaten fresh."},
	})
	if err != nil {
		t.Fatal(err)
	}
	price := slices.IndexFunc(subjects, func(c subjectCue) bool { return c.name == "carbon price" })
	for at, want := range []place{{before: true}, {above: true}, {own: true}, {}} {
		if got := s.speaks(at, price); got != want {
			t.Errorf("passage %d: %+v, want %+v", at, got, want)
		}
	}
	if f := s.factsOf(2); !f.climate.own || f.amount || f.climate.above {
		t.Errorf("%+v", f)
	}
	if s.onPage[1].climate == 0 || s.onPage[2].climate != 0 {
		t.Errorf("%+v", s.onPage)
	}
}

func TestTheShapeOfASentenceIsNotThatOfAHeading(t *testing.T) {
	sentence, heading := shapeOf("The board is informed of climate risks every quarter."), shapeOf("Climate Risk Management")
	const ends, capitals, verb, short = 0, 2, 4, 5
	if sentence[ends] != 1 || heading[ends] != 0 || sentence[verb] != 1 || heading[verb] != 0 || heading[short] != 1 || sentence[short] != 0 ||
		sentence[capitals] >= heading[capitals] {
		t.Errorf("%v, %v", sentence, heading)
	}
	for _, text := range []string{"", "•", "2023"} {
		if n := len(shapeOf(text)); n != len(sentence) {
			t.Errorf("%q has %d features of shape, a sentence %d", text, n, len(sentence))
		}
	}
}

// What somebody else has ruled an answer counts as one, however unlikely it was, and the likelier stays first.
func TestARulingCountsAndKeepsTheOrder(t *testing.T) {
	unlikely, likely := Judgement{Answers: 0.08, Names: 0.3}.As(Answers), Judgement{Answers: 0.5, Names: 0.7}.As(Answers)
	if unlikely.Answers < certain || likely.Answers <= unlikely.Answers || likely.Names != 1 {
		t.Errorf("%+v, %+v", unlikely, likely)
	}
	if named := (Judgement{Answers: 0.5, Names: 0.7}).As(Names); named.Answers != 0 || named.Names < certain {
		t.Errorf("%+v", named)
	}
	if none := (Judgement{Answers: 0.5, Names: 0.7}).As(Not); none.Answers != 0 || none.Names != 0 {
		t.Errorf("%+v", none)
	}
}

func TestAFigureThatIsAskedForMustBeThere(t *testing.T) {
	parts, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		part, text string
		lacks      bool
	}{
		{"S2.29(a)(iv)(1)#group_amount", "Scope 1, 2 and Scope 3.1 in 2023 refer to the parent and its subsidiaries.", true},
		{"S2.29(a)(iv)(1)#group_amount", "The group emitted 40,000 t CO2e in Scope 1 and 2.", false},
		{"S2.29(b)#percentage", "Assets of EUR 120 million are exposed to transition risks.", true},
		{"S2.29(b)#percentage", "14 per cent of our loans are exposed to transition risks.", false},
		{"S2.33(e)#base_period", "The target has a base year.", true},
		{"S2.33(e)#base_period", "The base year is 2018.", false},
		{"S2.29(a)(v)#location_based", "Scope 2, market-based\t3,900\t240", true},
		{"S2.29(a)(v)#location_based", "Scope 2 was 3,900 t CO2e, location-based, and 240 t market-based.", false},
		{"S2.29(a)(v)#location_based", "Scope 2\t3,900\t4,100", false},
		{"S2.6(a)#identify_body", "The board oversees climate risks.", false},
	} {
		if got := parts.Of(c.part).Lacks(c.text); got != c.lacks {
			t.Errorf("%s lacks its figure in %q: %t", c.part, c.text, got)
		}
	}
}

// A section that speaks of scenarios is about them, whatever a sentence of it calls them; a term is a horizon where it likely answers.
func TestWhatIsSpokenOfInASectionOrByATermIsNotUnspoken(t *testing.T) {
	parts, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	over := []string{"Strategy", "Pictures of tomorrow"}
	s, err := NewShelf(context.Background(), []Passage{
		{Page: 1, Text: "Three scenarios were drawn.", Headings: over},
		{Page: 1, Text: "They came from a workshop.", Headings: over},
		{Page: 1, Text: "Rye\t4\t6", Headings: append(slices.Clone(over), "Grain\tFirst\tSecond"), Row: true},
		{Page: 1, Text: "In each we would bake less rye.", Headings: over},
		{Page: 1, Text: "We would bake less rye.", Headings: []string{"Strategy", "Grain"}},
		{Page: 2, Text: "We would bake less rye.", Headings: over},
		{Page: 3, Text: "Near runs to 2027, and far to 2050."},
		{Page: 3, Text: "Near is what the budget covers."},
		{Page: 4, Text: "What the three futures do to us is laid beside the list."},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, part string
		at         int
		answers    float64
		want       bool
	}{
		{"in its section, behind a table", "S2.22(a)(i)#implications", 3, 0.4, false},
		{"in another section of the page", "S2.22(a)(i)#implications", 4, 0.4, true},
		{"on another page", "S2.22(a)(i)#implications", 5, 0.4, true},
		{"a term that likely answers", "S2.10(d)#define_horizons", 6, 0.5, false},
		{"a term that hardly answers", "S2.10(d)#define_horizons", 6, 0.4, true},
		{"no term", "S2.10(d)#define_horizons", 7, 0.5, true},
		{"a scenario by another name", "S2.25(a)(ii)#scenario_use", 8, 0.4, false},
		{"a term is no scenario", "S2.22(a)(i)#implications", 6, 0.5, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := s.Unspoken(parts.Of(c.part), c.at, c.answers); got != c.want {
				t.Errorf("unspoken: %t", got)
			}
		})
	}
}
