package asserted_test

import (
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/projections/document/asserted"
	"github.com/sibyl-project/sibyl/projections/document/notes"
)

func TestWhatAReportSaysAgainstItselfIsToldWithItsPages(t *testing.T) {
	place := func(page int, quote string) []notes.Place { return []notes.Place{{Page: page, Quote: quote}} }
	for title, c := range map[string]struct {
		a    notes.Asserted
		says string
	}{
		"One page says there are no targets": {notes.Asserted{Aimless: place(11, "We have no targets for emissions."), Aims: place(6,
			"To reduce emissions by 1 %")}, "The table of page 6"},
		"Two goals are answered": {notes.Asserted{Goals: []notes.GoalRow{{Page: 6, Goal: "To assess climate risks", Progress: "Set targets", Why: "anything"},
			{Page: 14, Goal: "To cut emissions by 46%", Progress: "47 kt", Why: "how much of the aim was reached"}}},
			"On page 14 the goal is “To cut emissions by 46%”"},
		"Behind the way to a target": {notes.Asserted{OffPath: place(5, "We are 18.6 % above the pathway to our target.")}, "18.6 % above"},
		"A target was changed": {notes.Asserted{Shifted: place(2, "We have adjusted our net zero target."), Zero: place(4, "Net zero by 2035.")},
			"page 4 gives it as “Net zero by 2035”"},
		"Said to have changed":      {notes.Asserted{Same: place(16, "It was 25.7 kt. This is an increase from 25.7 kt.")}, "are the same as printed"},
		"Damage to the environment": {notes.Asserted{Liable: place(7, "We provide £6.4m for remediation.")}, "£6.4m"},
		"Behind the straight path": {notes.Asserted{Paced: []notes.Paced{{Page: 14, Goal: "16% less by 2030 than in 2019", Progress: "5% less than in 2019",
			Aim: "16", Done: "5",
			Base: 2019, Due: 2030}}}, "5 % of the 16 % by 2024, where a straight path asks for 7.3 %"},
	} {
		t.Run(title, func(t *testing.T) {
			all := asserted.Of(&c.a, 2024)
			if len(all) != 1 || !strings.HasPrefix(all[0].Title, title) || !strings.Contains(all[0].Text, c.says) || len(all[0].Places) == 0 {
				t.Errorf("%+v", all)
			}
		})
	}
	if all := asserted.Of(&notes.Asserted{Aimless: place(6, "No targets."), Aims: place(6, "To emit 1 % less")}, 2024); len(all) != 0 {
		t.Errorf("on one page: %+v", all)
	}
}

func TestWhatIsNotGivenIsToldOnce(t *testing.T) {
	all := asserted.Absent(notes.Silence{Accidents: true, Water: true, Energy: true, Money: true}, map[string]bool{"energy": true}, 15)
	if len(all) != 2 || all[0].Title != "No figure of accidents and water was found" || !strings.HasPrefix(all[1].Title, "What climate risks may cost") {
		t.Errorf("%+v", all)
	}
	if all := asserted.Absent(notes.Silence{}, nil, 15); len(all) != 0 {
		t.Errorf("%+v", all)
	}
}
