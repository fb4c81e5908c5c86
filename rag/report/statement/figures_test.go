package statement_test

import "testing"

// What a figure is, of which the first reader is not sure, the second looks at with what stands before the sentence.
func TestAFigureInDoubtIsReadAgain(t *testing.T) {
	for name, c := range map[string]struct {
		heading, before, text string
		at                    int // which figure
		role, measure, year   string
	}{
		"the heading and the sentence before say what is measured": {
			"Energy", "Our plants used less electricity in 2023.", "It came to 412 GWh, 9 % less than the year before.", 0, "value", "electricity", ""},
		"by how much it changed is no level": {
			"Water", "Withdrawal fell again.", "In 2024 it went down by 11 % to 3.2 million cubic metres.", 0, "change", "water", "2024"},
		"and the level that it fell to is one": {
			"Water", "Withdrawal fell again.", "In 2024 it went down by 11 % to 3.2 million cubic metres.", 1, "to", "water", "2024"},
		"what is to be reached has the year of the goal": {
			"Targets", "We have set ourselves a goal for our buildings.", "By 2030 we want 80 % of their electricity to be renewable.", 0,
			"target", "renewable_share", "2030"},
		"a number of a name is no figure": {
			"Assurance", "", "The work was done under ISAE 3000.", 0, "none", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := sentence(c.text)
			s.Headings, s.Before = []string{c.heading}, c.before
			r := read(t, bundled(t), s)[0]
			if c.at >= len(r.Figures) {
				if c.role == "none" {
					return // quantity finds none there
				}
				t.Fatalf("%d figures", len(r.Figures))
			}
			got := r.Figures[c.at]
			if got.Role.Value != c.role || got.Measure.Value != c.measure || c.year != "" && got.Year.Value != c.year {
				t.Errorf("it is %+v", got)
			}
		})
	}
	t.Run("what is said does not hang on the sentences read beside it", func(t *testing.T) {
		s := sentence("It came to 412 GWh, 9 % less than the year before.")
		s.Headings, s.Before = []string{"Energy"}, "Our plants used less electricity in 2023."
		alone := read(t, bundled(t), s)[0]
		among := read(t, bundled(t), sentence("We cut 5 % of 310 t of waste in 2022."), s, sentence("See page 12."))[1]
		for i := range alone.Figures {
			if alone.Figures[i] != among.Figures[i] {
				t.Errorf("%+v alone, %+v among others", alone.Figures[i], among.Figures[i])
			}
		}
	})
	t.Run("of a long sentence what stands behind is left as the first reader has it", func(t *testing.T) {
		long := "In 2023 "
		for range 40 {
			long += "the plant in the north used 12 % less energy and "
		}
		s := sentence(long + "81 % of it was solar.")
		s.Headings = []string{"Energy"}
		r := read(t, bundled(t), s)[0]
		if last := r.Figures[len(r.Figures)-1]; last.Role.Value != "" {
			t.Errorf("it is beyond what is read, and said to be %+v", last)
		}
	})
}
