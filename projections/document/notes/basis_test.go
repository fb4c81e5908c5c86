package notes_test

import (
	"slices"
	"testing"

	"github.com/sibyl-project/sibyl/projections/document/notes"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

func TestTheCompanysOwnAuditorsAreNobodyOutside(t *testing.T) {
	for text, inside := range map[string]bool{
		"The statement has been reviewed by our internal auditors.":                                                true,
		"Our internal auditors review contracts of suppliers.":                                                     false,
		"Was the statement reviewed by our internal auditors?":                                                     false,
		"The scope of the review covers the parent company alone, and its largest subsidiary in the same country.": false,
	} {
		t.Run(text, func(t *testing.T) {
			b := notes.BasisOf(&document.Document{}, &statement.Report{Pages: [][]statement.Said{{said(text, "auditor", "climate")}}})
			if (len(b.Inside) > 0) != inside {
				t.Errorf("%v", b.Inside)
			}
		})
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
		for _, m := range notes.BasisOf(d, &statement.Report{}).Marked {
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
		"We care for people, energy, water and the rest.": func(s notes.Silence) bool { return s.Accidents && s.Energy && s.Water && s.Waste },
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

// A mark behind the name of a row limits that row, and one behind the head of the column of names all rows; a note that limits nothing is none.
func TestNotesOfTablesLimitTheirRows(t *testing.T) {
	name := func(text string, marks ...string) []document.Cell {
		return []document.Cell{{Text: text, Marks: marks}, {Text: "9"}}
	}
	d := &document.Document{Pages: []document.Page{{Number: 4, Text: "So.", Tables: []document.Table{{
		HeaderRows: 1, Rows: [][]document.Cell{name("Key figures", "*"), name("Scope 1"), name("Scope 2", "2"), name("Water use", "3")},
		Notes: []string{"* The figures relate to the site in Hull.", "2) Not by the market.", "3) See the glossary."},
	}}}}}
	all := notes.BasisOf(d, &statement.Report{}).Footnotes
	for row, want := range map[string]int{"Scope 1": 1, "Scope  2": 2, "Water use": 1, "Paper": 0} {
		got := 0
		for _, f := range all {
			if f.Of(row) && f.Page == 4 {
				got++
			}
		}
		if got != want {
			t.Errorf("%s: %d notes, want %d of %+v", row, got, want, all)
		}
	}
}
