package extract_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/extract"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// withRow is a page with a sentence and a table of one row, in one year.
func withRow(text, label, unit, year, value string) *document.Document {
	d := tableOf([]document.Cell{{
		Text: value, Value: strings.ReplaceAll(value, ",", ""), RowPath: []string{label}, ColPath: []string{year}, Unit: unit, Period: year,
	}})
	p := &d.Pages[0]
	p.Language, p.Text = "en", text
	p.Lines = []document.Line{{Start: 0, End: len([]rune(text)), Role: document.RoleBody}}
	return d
}

// The row of a table decides what a sentence's figure measures that it prints with its unit, whatever the reader takes it for. Percentages and
// numbers without a unit are the same by chance.
func TestARowDecidesWhatTheFigureOfASentenceMeasures(t *testing.T) {
	for name, c := range map[string]struct {
		text, label, unit, value, taken, want string
	}{
		"as the row":          {"Of the water taken, 845 thousand m3 were put to use again.", "Water reused", "thousand m3", "845", "waste", "water 845"},
		"no word in common":   {"Of all that was taken, 845 thousand m3 were put to use again.", "Water reused", "thousand m3", "845", "waste", "waste 845"},
		"another figure":      {"Of the water taken, 854 thousand m3 were put to use again.", "Water reused", "thousand m3", "845", "waste", "waste 854"},
		"a share":             {"Training on water was given to 91.8% of them.", "Share of water reused", "%", "91.8", "training", "training 91.8"},
		"a row of no metric":  {"Of the wood taken, 845 tonnes were put to use again.", "Wood used", "tonnes", "845", "waste", "waste 845"},
		"what the unit rules": {"Of the water taken, 845 thousand m3 were put to use again.", "Water reused", "MWh", "845", "waste", "waste 845"},
	} {
		t.Run(name, func(t *testing.T) {
			d := withRow(c.text, c.label, c.unit, "2023", c.value)
			said, err := statement.ReadReport(t.Context(), measuring{c.taken}, d)
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			for _, f := range extract.Read(d, extract.Options{Year: 2023, Said: said}).Facts {
				if f.Source == facts.FromText {
					got = fmt.Sprintf("%s %s", f.Metric, f.Value)
				}
			}
			if got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// A figure of a sentence that is not read is what the only row that prints it says, if it has digits enough, or a word in common with the row.
// No check rests on it all the same.
func TestARowTellsWhatAFigureOfAnUnreadSentenceIs(t *testing.T) {
	for text, want := range map[string]string{
		"Sie sanken damit gegenüber dem Vorjahr auf 1.012.036 t CO2e.":   "ghg_emissions 1012036 2022",
		"Sie sanken damit gegenüber dem Vorjahr auf 1.012.063 t CO2e.":   "other 1012063 0",
		"Sie sanken damit gegenüber dem Vorjahr auf 1.012.036 MWh Strom": "other 1012036 0",
	} {
		d := withRow(text, "Scope 1 emissions", "t CO2e", "2022", "1,012,036")
		d.Pages[0].NotAnalysed = "language de is not read"
		s := extract.Read(d, extract.Options{Year: 2023})
		got := ""
		for _, f := range s.Facts {
			if f.Source == facts.FromText {
				got = fmt.Sprintf("%s %s %d", f.Metric, f.Value, f.Year)
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
		for _, f := range s.Ruled().Facts {
			if f.Source == facts.FromText {
				t.Errorf("a check would rest on %s", f.Printed)
			}
		}
	}
	short := withRow("Sie sanken gegenüber dem Vorjahr auf 412 t CO2e.", "Scope 1 emissions", "t CO2e", "2022", "412")
	short.Pages[0].NotAnalysed = "language de is not read"
	for _, f := range extract.Read(short, extract.Options{Year: 2023}).Facts {
		if f.Source == facts.FromText && f.Metric != facts.Other {
			t.Errorf("three digits are enough: %s", f.Metric)
		}
	}
}
