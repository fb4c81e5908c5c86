package notes_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/projections/document/notes"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

func TestWhatCanBeHeldAgainstAReportIsReadFromItsSentences(t *testing.T) {
	for text, c := range map[string]struct{ voice, list string }{
		"In 2024 the number of fatal accidents remained at four as in the previous year.":                          {"entity", "steady"},
		"The interruption index stands at 47.88 minutes, showing continued improvements.":                          {"entity", "better"},
		"The index improved to 47.88 minutes compared to 2019.":                                                    {"entity", ""},
		"Despite the absence of specific targets we keep an eye on our GHG emissions.":                             {"entity", "aimless"},
		"The statement has been reviewed by our internal auditors.":                                                {"auditor", "inside"},
		"Our internal auditors review contracts of suppliers.":                                                     {"entity", ""},
		"We aim at an annual cut of 5 % of our emissions from 2024.":                                               {"entity", "yearly"},
		"For more, including our goals, see our 2024 Sustainability Report.":                                       {"entity", "other"},
		"The Group increased its provision by £6.4m for environmental remediation of a former site.":               {"entity", "liable"},
		"Contamination may cost us £2m.":                                                                           {"entity", ""},
		"From November we move to a rolling base year.":                                                            {"entity", "rebased"},
		"We have adjusted our net zero target as circumstances change.":                                            {"entity", "shifted"},
		"We are tracking 18.6% above the SBTi pathway to our reduction target.":                                    {"entity", "offpath"},
		"We are on track to our reduction target.":                                                                 {"entity", ""},
		"The date of our report has shifted.":                                                                      {"entity", ""},
		"We work towards net zero emissions of our own sites by 2035.":                                             {"entity", "zero"},
		"Reinstated data on capacity of the year before.":                                                          {"entity", "amended"},
		"Is the absence of targets for emissions a risk to us?":                                                    {"entity", ""},
		"The scope of the review covers the parent company alone, and its largest subsidiary in the same country.": {"entity", ""},
	} {
		t.Run(text, func(t *testing.T) {
			a := notes.AssertedOf(&document.Document{}, &statement.Report{Pages: [][]statement.Said{{said(text, c.voice, "climate")}}})
			for list, places := range map[string][]notes.Place{"steady": a.Steady, "better": a.Better, "aimless": a.Aimless, "inside": a.Inside, "yearly": a.Yearly,
				"other": a.Other, "liable": a.Liable, "rebased": a.Rebased, "shifted": a.Shifted, "zero": a.Zero, "amended": a.Amended,
				"offpath": a.OffPath} {
				if (len(places) > 0) != (list == c.list) {
					t.Errorf("%s: %v", list, places)
				}
			}
		})
	}
}

func TestAChangeFromAFigureToTheSameIsNone(t *testing.T) {
	for after, told := range map[string]bool{
		"This is an increase from 25.7 ktCO2e in 2023.": true,
		"This is an increase from 24.1 ktCO2e in 2023.": false,
	} {
		a := notes.AssertedOf(&document.Document{}, &statement.Report{Pages: [][]statement.Said{{
			said("Our emissions amounted to 25.7 ktCO2e in 2024.", "entity", "climate"), said(after, "entity", "climate")}}})
		if (len(a.Same) > 0) != told {
			t.Errorf("%s: %v", after, a.Same)
		}
	}
}

// table is a table of goals with one row.
func table(goal, progress string) *document.Document {
	cell := func(texts ...string) (row []document.Cell) {
		for _, text := range texts {
			row = append(row, document.Cell{Text: text})
		}
		return row
	}
	return &document.Document{Pages: []document.Page{{Number: 14, Tables: []document.Table{{HeaderRows: 1,
		Rows: [][]document.Cell{cell("Area", "Our goals", "Our progress"), cell("Energy", goal, progress)}}}}}}
}

func TestGoalsThatAreAnsweredWithSomethingElse(t *testing.T) {
	for name, c := range map[string]struct {
		goal, progress string
		why            string // empty where it is answered
	}{
		"no share": {"To reduce Scope 3 emissions by 46.2% by 2030", "A total of 47.0 kilotonnes recorded for Scope 3 in four categories",
			"how much of the aim"},
		"an amount": {"To reduce water usage intensity by 17.2% by 2030",
			"Total water consumption of 805 megalitres, a decrease of 10.8% since last year", "intensity"},
		"another thing":  {"To reduce food waste by 80% by 2026", "Total waste generated of 16,100 tonnes, a decrease of 9% since last year", "food waste"},
		"nothing of it":  {"To carry out climate risk assessments and asset plans by 2024", "Set carbon targets validated by science based initiative", "anything"},
		"answered":       {"To reduce energy usage intensity by 16% by 2030", "Decreased our energy usage intensity by 7% from the baseline year", ""},
		"a figure alone": {"To reduce accident frequency by 5% each year", "5.9", ""},
		"reached":        {"To reduce energy usage by 16% by 2030", "Achieved already in all of our offices and stores worldwide", ""},
	} {
		t.Run(name, func(t *testing.T) {
			a := notes.AssertedOf(table(c.goal, c.progress), &statement.Report{})
			if (len(a.Goals) > 0) != (c.why != "") || len(a.Goals) > 0 && (!strings.Contains(a.Goals[0].Why, c.why) || a.Goals[0].Page != 14) {
				t.Errorf("%+v", a.Goals)
			}
		})
	}
	a := notes.AssertedOf(table("To reduce energy usage by 16% from FY19 baseline by 2030",
		"Decreased our energy usage overall by 7% from a FY19 baseline"), &statement.Report{})
	if len(a.Paced) != 1 || a.Paced[0].Aim != "16" || a.Paced[0].Done != "7" || a.Paced[0].Base != 2019 || a.Paced[0].Due != 2030 {
		t.Errorf("%+v", a.Paced)
	}
}

func TestRowsWithAMarkThatCallsThemRestated(t *testing.T) {
	figure := func(text string, marks ...string) document.Cell {
		return document.Cell{Text: text, Value: text, Marks: marks}
	}
	rows := [][]document.Cell{{{Text: "Scope 1"}, figure("833"), figure("1072", "*")}, {{Text: "Scope 2"}, figure("11750"), figure("16083", "**")}}
	for key, want := range map[string][]string{
		"No assurance. (*)Restated":            {"Scope 1"},
		"** The data was reinstated in 2024":   {"Scope 2"},
		"* Without our franchisees":            nil,
		"A sentence that figures are restated": nil,
	} {
		d := &document.Document{Pages: []document.Page{{Number: 20, Tables: []document.Table{{Rows: rows}}}, {Number: 21, Text: key}}}
		var got []string
		for _, m := range notes.AssertedOf(d, &statement.Report{}).Marked {
			got = append(got, m.Rows...)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v", key, got)
		}
	}
}

func TestFiguresOfWhichAReportIsSilent(t *testing.T) {
	for text, broken := range map[string]func(notes.Silence) bool{
		"Two people had accidents at work.":               func(s notes.Silence) bool { return !s.Accidents },
		"We used 12,202 MWh of energy.":                   func(s notes.Silence) bool { return !s.Energy },
		"Water withdrawn from wells was 569.6 ML.":        func(s notes.Silence) bool { return !s.Water },
		"Our waste came to 5,246 tonnes.":                 func(s notes.Silence) bool { return !s.Waste },
		"Scope 3: business travel, 767 tonnes CO2e.":      func(s notes.Silence) bool { return !s.Scope3 },
		"We care for people, energy, water and the rest.": func(s notes.Silence) bool { return s.Accidents && s.Energy && s.Water && s.Waste && s.Scope3 },
	} {
		d := &document.Document{Pages: []document.Page{{Number: 1, Language: "en", Text: text}}}
		if s := notes.SilenceOf(d, &statement.Report{}, 2024); !broken(s) {
			t.Errorf("%s: %+v", text, s)
		}
	}
	risks := []statement.Said{said("Floods are a climate risk to our sites.", "entity", "climate"), said("Physical risks may grow.", "entity", "climate"),
		said("A carbon tax is a transition risk.", "entity", "climate")}
	for more, silent := range map[string]bool{"Wildfires came near.": true, "A flood would cost us USD 3 million.": false,
		"A flood costs less than 5 % of revenue.": false} {
		d := &document.Document{Pages: []document.Page{{Number: 1, Language: "en", Text: "So."}}}
		all := append(slices.Clone(risks), said(more, "entity", "climate"))
		if s := notes.SilenceOf(d, &statement.Report{Pages: [][]statement.Said{all}}, 2024); s.Money != silent {
			t.Errorf("%s: %+v", more, s)
		}
	}
}
