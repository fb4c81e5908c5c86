package statement

import (
	"context"
	"strings"
	"testing"
)

// readers are the bundled one, and the same without its second reader.
func readers(t *testing.T) (both, first *Trained) {
	t.Helper()
	both, err := Bundled()
	if err != nil {
		t.Fatal(err)
	}
	alone := *both
	alone.again = nil
	return both, &alone
}

func readOne(t *testing.T, r *Trained, heading, before, text string) Reading {
	t.Helper()
	s := Sentence{Text: text, Before: before, Headings: []string{heading}, Figures: Figures(text)}
	out, err := r.Read(context.Background(), []Sentence{s})
	if err != nil {
		t.Fatal(err)
	}
	return out[0]
}

// The first reader sees of these what stands in the sentence alone, which does not say what is measured.
func TestAFigureInDoubtIsReadAgain(t *testing.T) {
	both, first := readers(t)
	for name, c := range map[string]struct {
		heading, before, text string
		at                    int // which figure
		measure               string
	}{
		"a share of what the sentence before names": {
			"Buildings", "By 2030 our buildings are to run on renewable electricity.", "So far 38 % do.", 0, "renewable_share"},
		"an amount of what it names, a year earlier": {"Training", "Every employee had 22 hours of training in 2023.", "In 2022 it had been 19.", 0, "training"},
		"a price of what it names":                   {"Carbon price", "For new plant we count EUR 85 a tonne.", "Until 2023 it was 60.", 0, "carbon_price"},
		"a fuel and not what it is used for":         {"Logistics", "The fleet burnt less diesel in 2023.", "It fell from 4.1 to 3.6 million litres.", 0, "energy"},
		"sales, and their share of all": {
			"Revenue", "Sales of heat pumps grew in 2024.", "With EUR 561 million they made 25.7 % of the total.", 1, "revenue"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := readOne(t, both, c.heading, c.before, c.text).Figures[c.at]; got.Measure.Value != c.measure {
				t.Errorf("it measures %+v", got.Measure)
			}
			if got := readOne(t, first, c.heading, c.before, c.text).Figures[c.at]; got.Measure.Value == c.measure {
				t.Errorf("the first reader says so by itself: %+v", got.Measure)
			}
		})
	}
}

func TestAFigureThatIsReadAgainDoesNotHangOnItsCompany(t *testing.T) {
	both, _ := readers(t)
	s := Sentence{Text: "So far 38 % do.", Before: "By 2030 our buildings are to run on renewable electricity.", Headings: []string{"Buildings"}}
	s.Figures = Figures(s.Text)
	other := Sentence{Text: "We cut 5 % of 310 t of waste in 2022.", Figures: Figures("We cut 5 % of 310 t of waste in 2022.")}
	among, err := both.Read(context.Background(), []Sentence{other, s, other})
	if err != nil {
		t.Fatal(err)
	}
	if alone := readOne(t, both, s.Headings[0], s.Before, s.Text); alone.Figures[0] != among[1].Figures[0] {
		t.Errorf("%+v alone, %+v among others", alone.Figures[0], among[1].Figures[0])
	}
}

// Behind the pieces that the second reader sees, and before the end of what the first does, is some room.
func TestAFigureBehindWhatIsReadAgainStaysAsItWas(t *testing.T) {
	both, first := readers(t)
	text := "So far 38 % do, " + strings.Repeat("as was said before, ", 22) + "and 12 % do not."
	one, two := readOne(t, first, "Buildings", "", text), readOne(t, both, "Buildings", "", text)
	last := len(one.Figures) - 1
	if one.Figures[last].Role.Value == "" || one.Figures[last] != two.Figures[last] {
		t.Errorf("%+v became %+v", one.Figures[last], two.Figures[last])
	}
	if one.Figures[0] == two.Figures[0] {
		t.Errorf("the first figure is not read again: %+v", one.Figures[0])
	}
}

// Whether a sentence is a claim was learnt of its first 70 pieces, and is read of these also where its figures are looked at further on.
func TestAClaimIsReadOfTheSamePiecesWhateverItsFigures(t *testing.T) {
	both, _ := readers(t)
	without := *both
	again := *both.again
	again.doubt.Figures = 0 // no figure is looked at
	without.again = &again
	text := "It came to 38 % of what the plant had taken, " + strings.Repeat("as the neighbours and their council had asked before, ", 8) + "and 12 % of the rest."
	for _, before := range []string{"The council of the town fell short of its own plan.", "We fell short of our plan."} {
		one, two := readOne(t, &without, "Water", before, text), readOne(t, both, "Water", before, text)
		if one.Alone == nil || one.Claim != two.Claim || one.Voice != two.Voice {
			t.Errorf("a claim by %v (%v) and by %v", one.Claim, one.Alone, two.Claim)
		}
	}
}
