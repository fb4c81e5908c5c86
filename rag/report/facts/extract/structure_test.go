package extract_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/extract"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

func headed(d *document.Document, heads ...string) *document.Document {
	for j, h := range heads {
		d.Pages[0].Tables[0].Rows[0][j] = document.Cell{Text: h}
	}
	return d
}

func hasLine(t *testing.T, d *document.Document, want ...string) {
	t.Helper()
	got := saidOf(d)
	for i := range got {
		got[i] = strings.TrimSpace(got[i])
	}
	for _, w := range want {
		if !slices.Contains(got, w) {
			t.Errorf("no %q in %q", w, got)
		}
	}
	if len(want) == 0 && len(got) > 0 {
		t.Errorf("%q", got)
	}
}

// A word that may head references makes no references of figures below it.
func TestColumnsOfReferences(t *testing.T) {
	t.Run("pages", func(t *testing.T) {
		row := func(label, page string) []document.Cell {
			return []document.Cell{cellOf(label, "Page", page, page, "")}
		}
		hasLine(t, headed(tableOf(row("Climate", "12"), row("Water", "40")), "Topic", "Page"))
	})
	t.Run("lists of pages", func(t *testing.T) {
		row := func(label, page, value string) []document.Cell {
			return []document.Cell{cellOf(label, "Pages", page, value, "")}
		}
		hasLine(t, headed(tableOf(row("Climate", "139,140,141", "139140141"), row("Water", "40", "40")), "Topic", "Pages"))
	})
	t.Run("notes beside figures", func(t *testing.T) {
		row := func(label, note, value string) []document.Cell {
			return []document.Cell{cellOf(label, "Note", note, note, ""), cellOf(label, "2023", value, strings.ReplaceAll(value, ",", ""), "€ million")}
		}
		d := headed(tableOf(row("Revenue", "7", "1,204"), row("Cost", "8", "1,100")), "", "Note", "2023")
		if got := saidOf(d); len(got) != 2 {
			t.Errorf("%q", got)
		}
	})
	t.Run("a date of reference", func(t *testing.T) {
		d := headed(tableOf([]document.Cell{cellOf("Total assets", "a", "537,959", "537959", "million €")}), "Disclosure reference date T", "a")
		hasLine(t, d, `other  "" 2023 = 537959000000 EUR`)
	})
}

func TestDaysAreOfTheirYear(t *testing.T) {
	hasLine(t, tableOf([]document.Cell{cellOf("Employees", "31.12.2022", "1,204", "1204", "")}), `headcount  "" 2022 = 1204`)
}

func TestKeyFiguresAboveWhatTheyAre(t *testing.T) {
	table := document.Table{Format: document.Format{Decimal: "."}, HeaderCols: 1, Rows: [][]document.Cell{
		{{Text: "451.2 thousand t CO2e"}, {Text: "93.1 %"}},
		{{Text: "Scope 1 and 2 emissions 2022"}, {Text: "of our energy came from renewable sources"}},
	}}
	hasLine(t, &document.Document{SHA256: "s", Version: document.Version, Pages: []document.Page{{Number: 1, Tables: []document.Table{table}}}},
		`ghg_emissions 1+2 "" 2022 = 451200 tCO2e`, `renewable_share  "" 2023 = 93.1 %`)
}

func TestRowsOfAScopeByTheirSum(t *testing.T) {
	row := func(label, a, b string) []document.Cell {
		return []document.Cell{cellOf(label, "2023", a, a, "t CO2e"), cellOf(label, "2022", b, b, "t CO2e")}
	}
	t.Run("adds up", func(t *testing.T) {
		hasLine(t, tableOf(row("Natural gas", "100", "120"), row("Vehicles", "40", "30"), row("Scope 1", "140", "150")),
			`ghg_emissions 1 "Natural" 2023 = 100 tCO2e`, `ghg_emissions 1 "Vehicles" 2022 = 30 tCO2e`)
	})
	t.Run("does not in one year", func(t *testing.T) {
		for _, line := range saidOf(tableOf(row("Natural gas", "100", "120"), row("Vehicles", "40", "30"), row("Scope 1", "140", "160"))) {
			if strings.Contains(line, "Vehicles") && strings.HasPrefix(line, "ghg_emissions 1") {
				t.Error(line)
			}
		}
	})
}

func TestPartsStandUnderTheirWhole(t *testing.T) {
	d := tableOf([]document.Cell{cellOf("Scope 1", "2023", "100", "100", "t CO2e")}, []document.Cell{cellOf("– refrigerants", "2023", "40", "40", "t CO2e")})
	s := extract.Read(d, extract.Options{Year: 2023})
	if got := s.Facts[1].RowPath; !slices.Equal(got, []string{"Scope 1", "– refrigerants"}) || s.Facts[1].Scope != "1" {
		t.Errorf("%q of scope %q", got, s.Facts[1].Scope)
	}
}

func TestUnitsThatHeadingsExclude(t *testing.T) {
	d := tableOf([]document.Cell{cellOf("Korea", "Scope 1", "186,420", "186420", "")}, []document.Cell{cellOf("Poland", "Energy", "34", "34", "")})
	d.Pages[0].Tables[0].Caption = "By region (Unit: tCO2e, GWh)"
	hasLine(t, d, `ghg_emissions 1 "Korea" 2023 = 186420 tCO2e`, `energy  "" 2023 = 122400 GJ`)
}

func TestUnitsOfACaptionByWhatColumnsName(t *testing.T) {
	d := tableOf([]document.Cell{cellOf("Bonds", "Value", "3,784", "3784", "C$ million"), cellOf("Bonds", "Financed emissions", "214.6", "214.6", "C$ million")})
	d.Pages[0].Tables[0].Caption = "Holdings (C$ million; emissions in tonnes CO2e)"
	hasLine(t, d, `other  "" 2023 = 3784000000 CAD`, `ghg_emissions 3 "Bonds" 2023 = 214.6 tCO2e`)
}

func TestAUnitOverTwoHeadings(t *testing.T) {
	hasLine(t, tableOf([]document.Cell{cellOf("Plant", "kWh per > 1,000 litres", "302", "302", "1,000 litres")}),
		`energy_intensity  "" 2023 = 1.0872 GJ per 1,000 litres`)
}

// A unit with a stroke between spaces is of two figures only where cells beside it hold two.
func TestAUnitWithAStrokeIsOne(t *testing.T) {
	alone := []document.Cell{cellOf("Emissions", "2023", "94.0", "94.0", "kgCO2e / tonne")}
	t.Run("alone", func(t *testing.T) { hasLine(t, tableOf(alone), `ghg_intensity  "" 2023 = 0.094 tCO2e per tonne`) })
	t.Run("beside a cell of two figures", func(t *testing.T) {
		two := []document.Cell{cellOf("Emissions", "2022", "12 / 33.6", "", "kgCO2e / tonne")}
		for _, l := range saidOf(tableOf(alone, two)) {
			if strings.Contains(l, "per tonne") {
				t.Error(l)
			}
		}
	})
}

func TestALabelThatBeginsLikeAMonthIsNone(t *testing.T) {
	for label, method := range map[string]string{"Marktbasiert": "market", "March": ""} {
		s := extract.Read(tableOf([]document.Cell{cellOf("Scope 2 > "+label, "2023", "8,412", "8412", "t CO2e")}), extract.Options{Year: 2023})
		if len(s.Facts) != 1 || s.Facts[0].Method != method {
			t.Errorf("%s: %+v", label, s.Facts)
		}
	}
}

func TestAChangeOfLandUseIsNoChange(t *testing.T) {
	hasLine(t, tableOf([]document.Cell{cellOf("Scope 3 > Change of land use", "2023", "238", "238", "t CO2e")}),
		`ghg_emissions 3 "Change land use" 2023 = 238 tCO2e`)
}

// headings is a reader that says of every cell the same.
type headings struct {
	metric, kind string
	sure         float64
}

func (h headings) ReadCells(_ context.Context, cells []statement.Cell) ([]statement.CellReading, error) {
	out := make([]statement.CellReading, len(cells))
	for i := range out {
		out[i].Metrics = []statement.Answer{{Value: h.metric, Sure: h.sure}, {Value: "other", Sure: 1 - h.sure}}
		out[i].Kind = statement.Answer{Value: h.kind, Sure: 1}
	}
	return out, nil
}

// What a reader says of headings counts where rules know no metric and the unit allows it.
func TestHeadingsThatAReaderReads(t *testing.T) {
	for name, c := range map[string]struct {
		label, unit string
		said        headings
		want        facts.Metric
	}{
		"no rule knows it":            {"Slurry returned", "m³", headings{"water", "amount", 0.7}, facts.Water},
		"not sure":                    {"Slurry returned", "m³", headings{"water", "amount", 0.3}, facts.Other},
		"the unit excludes it":        {"Slurry returned", "MWh", headings{"water", "amount", 0.9}, facts.Energy},
		"a rule knows it":             {"Employees", "", headings{"training", "amount", 0.7}, facts.Headcount},
		"a rule is overruled":         {"Basic rights of employees", "", headings{"accidents", "amount", 0.95}, facts.Accidents},
		"a share is no reduction":     {"Goods bought", "%", headings{"ghg_reduction", "share", 0.9}, facts.Other},
		"a margin is no revenue":      {"EBT / revenue", "%", headings{"revenue", "amount", 0.9}, facts.Other},
		"a meeting is no seat":        {"Meetings of directors", "", headings{"board_seats", "amount", 0.9}, facts.Other},
		"who was trained":             {"Employees trained in safety", "", headings{"other", "amount", 0.5}, facts.Training},
		"a change may be a reduction": {"Goods bought", "%", headings{"ghg_reduction", "change", 0.9}, facts.GHGReduction},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := extract.ReadWith(t.Context(), c.said, tableOf([]document.Cell{cellOf(c.label, "2023", "385", "385", c.unit)}), extract.Options{Year: 2023})
			if err != nil || len(s.Facts) != 1 || s.Facts[0].Metric != c.want {
				t.Errorf("%+v, %v, want %s", s.Facts, err, c.want)
			}
		})
	}
}

// A change in per cent is of what the amounts of its row are.
func TestChangesAreOfTheirRow(t *testing.T) {
	hasLine(t, tableOf([]document.Cell{
		cellOf("Water withdrawal", "2023", "385", "385", "m³"), cellOf("Water withdrawal", "Change", "+3 %", "3", "%"),
	}, []document.Cell{cellOf("Scope 1", "2023", "385", "385", "t CO2e"), cellOf("Scope 1", "Change", "-3 %", "-3", "%")}),
		`water  "" 2023 = 3 % change`, `ghg_reduction 1 "" 2023 = -3 % change`)
}

// A sentence that repeats a figure of a table leaves its year and its metric to that.
func TestFiguresOfTablesInSentences(t *testing.T) {
	d := tableOf([]document.Cell{cellOf("Water withdrawal", "2021", "3,851", "3851", "m³")})
	d.Pages[0].Text = "At the time our withdrawal came to some 3,851 m³ of it."
	open := answering{Role: surely("value"), Metric: surely("count"), Owner: surely("entity"), Year: surely("unsaid"), Base: surely("unsaid")}
	said, err := statement.ReadReport(t.Context(), open, d)
	if err != nil {
		t.Fatal(err)
	}
	s := extract.Read(d, extract.Options{Year: 2023, Said: said})
	i := slices.IndexFunc(s.Facts, func(f facts.Fact) bool { return f.Source == facts.FromText })
	if i < 0 || s.Facts[i].Metric != facts.Water || s.Facts[i].Year != 2021 {
		t.Errorf("%+v", s.Facts)
	}
}

// Where each column has a unit of its own its head says what is measured, also at a place whose name says something else.
func TestColumnsOfMeasuresDecideWhatIsMeasured(t *testing.T) {
	row := func(place, power, waste, sales string) []document.Cell {
		return []document.Cell{cellOf(place, "Electricity (MWh)", power, power, "MWh"), cellOf(place, "Waste (t)", waste, waste, "t"),
			cellOf(place, "Revenue (€ million)", sales, sales, "€ million")}
	}
	got := saidOf(tableOf(row("Cork", "12", "3", "40"), row("Heat and steam plant", "9", "2", "30"), row("Sligo", "8", "1", "20")))
	var metrics []string
	for _, line := range got {
		metrics = append(metrics, strings.Fields(line)[0])
	}
	if want := []string{"electricity", "waste", "revenue", "electricity", "waste", "revenue", "electricity", "waste", "revenue"}; !slices.Equal(metrics, want) {
		t.Errorf("%q, want the metrics %q", got, want)
	}
}

// Headings in a language that no reader has learnt are left to rules: what a reader makes of them is chance.
func TestHeadingsInALanguageThatIsNotRead(t *testing.T) {
	for name, c := range map[string]struct {
		label, why string
		want       facts.Metric
	}{
		"read":              {"Slurry returned", "", facts.Water},
		"not read":          {"Güllerückführung", "language de is not read", facts.Other},
		"known to the rule": {"Wasserverbrauch", "language de is not read", facts.Water},
	} {
		t.Run(name, func(t *testing.T) {
			d := tableOf([]document.Cell{cellOf(c.label, "2023", "385", "385", "m³")})
			d.Pages[0].NotAnalysed = c.why
			s, err := extract.ReadWith(t.Context(), headings{"water", "amount", 0.9}, d, extract.Options{Year: 2023})
			if err != nil || len(s.Facts) != 1 || s.Facts[0].Metric != c.want {
				t.Errorf("%+v, %v, want %s", s.Facts, err, c.want)
			}
		})
	}
}
