package appraisal

import (
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts"
)

func TestARowOfAnotherPageIsTheSameByNameYearAndFigures(t *testing.T) {
	row := func(printed string, year, page int, path ...string) facts.Fact {
		return fact(t, facts.GHGEmissions, printed, year, func(f *facts.Fact) {
			f.Page, f.Table, f.Source, f.Value = page, 1, facts.FromTable, printed[:3]
			f.RowPath, f.ID = path, path[0]+printed
		})
	}
	own := []facts.Fact{row("416 t", 2023, 60, "Scope 3", "Capital goods"), row("458 t", 2022, 60, "Scope 3", "Capital goods")}
	long := []string{"Scope 3 upstream", "Capital goods", "Fiscal year"}
	for name, c := range map[string]struct {
		others []facts.Fact
		want   int
	}{
		"both years of the row":      {[]facts.Fact{row("416 t", 2023, 110, long...), row("458 t", 2022, 110, long...)}, 2},
		"one of three digits":        {[]facts.Fact{row("416 t", 2023, 110, long...), row("459 t", 2022, 110, long...)}, 0},
		"a row of another name":      {[]facts.Fact{row("416 t", 2023, 110, "Scope 3", "Travel"), row("458 t", 2022, 110, "Scope 3", "Travel")}, 0},
		"the years the other way on": {[]facts.Fact{row("416 t", 2022, 110, long...), row("458 t", 2023, 110, long...)}, 0},
	} {
		s := said("Scope 3 – Capital goods: 416 t in 2023; 458 t in 2022")
		s.Claim.Page = 60
		doc := &document.Document{Pages: []document.Page{{Number: 60, Text: "416 458"}, {Number: 110, Text: "416 458"}}}
		var e *events.Elsewhere
		if e = elsewhere(s, &Report{Sheet: &facts.Sheet{Facts: append(own[:2:2], c.others...)}, Printed: PrintedIn(doc)}); e == nil {
			t.Fatal("nothing was looked for")
		}
		if len(e.Again) != c.want {
			t.Errorf("%s: %+v", name, e.Again)
		}
	}
}

func TestAYearThatTwoRowsNameMakesThemNotOne(t *testing.T) {
	row := func(label string) facts.Fact {
		return fact(t, facts.GHGEmissions, "1,381 t", 2023, func(f *facts.Fact) {
			f.Page, f.Table, f.Source, f.Value, f.ID = 186, 1, facts.FromTable, "1381", label
			f.RowPath = []string{label}
		})
	}
	for label, want := range map[string]int{"As of January 2023": 0, "Social security": 1} {
		s := said("Social security: 1,381 t in 2023")
		s.Claim.Page = 174
		doc := &document.Document{Pages: []document.Page{{Number: 174, Text: "1,381"}, {Number: 186, Text: "1,381"}}}
		e := elsewhere(s, &Report{Sheet: &facts.Sheet{Facts: []facts.Fact{row(label)}}, Printed: PrintedIn(doc)})
		if e == nil || len(e.Again) != want {
			t.Errorf("%s: %+v, want %d", label, e, want)
		}
	}
}

// A figure that another page gives with more places is not said to stand on its page alone.
func TestARoundedFigureOfAnotherPageIsTheSame(t *testing.T) {
	for printed, alone := range map[string]int{"595.9 t": 0, "612.4 t": 1} {
		other := fact(t, facts.Water, printed, 2023, func(f *facts.Fact) { f.Page, f.Table, f.Source, f.ID = 34, 1, facts.FromTable, printed })
		s := said("Water: 596 t in 2023")
		s.Claim.Page = 5
		doc := &document.Document{Pages: []document.Page{{Number: 5, Text: "596"}, {Number: 34, Text: printed}}}
		e := elsewhere(s, &Report{Sheet: &facts.Sheet{Facts: []facts.Fact{other}}, Printed: PrintedIn(doc)})
		if e == nil || len(e.Alone) != alone {
			t.Errorf("%s: %+v, want %d alone", printed, e, alone)
		}
	}
}
