package extract_test

import (
	"context"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/extract"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// rowsOf makes a table with a label and its figures in each line, parted by bars; heads stand above the figures.
func rowsOf(unit string, heads string, lines ...string) *document.Document {
	cols := strings.Split(heads, "|")
	var rows [][]document.Cell
	for _, l := range lines {
		parts := strings.Split(l, "|")
		var row []document.Cell
		for i, p := range parts[1:] {
			u := unit
			if strings.HasSuffix(cols[i], "%") {
				u = "%"
			}
			row = append(row, document.Cell{
				Text: p, Value: strings.ReplaceAll(p, ",", ""), Unit: u, RowPath: []string{parts[0]}, ColPath: []string{cols[i]},
			})
		}
		rows = append(rows, row)
	}
	return headed(tableOf(rows...), append([]string{""}, cols...)...)
}

func TestRowsAreOfWhatTheyAddUpTo(t *testing.T) {
	t.Run("parts above their total", func(t *testing.T) {
		hasLine(t, rowsOf("thousand m3", "2023|2022", "Municipal supply|412|428", "Bores|1,187|1,214", "Rivers|763|771", "Total water withdrawal|2,362|2,413"),
			`water  "" 2023 = 412000 m3`, `water  "" 2022 = 1214000 m3`)
	})
	t.Run("rows that do not add up", func(t *testing.T) {
		hasLine(t, rowsOf("thousand m3", "2023|2022", "Municipal supply|412|428", "Bores|1,187|1,214", "Rivers|763|790", "Total water withdrawal|2,362|2,413"),
			`other  "" 2023 = 412000 m3`)
	})
	t.Run("columns under years that go down", func(t *testing.T) {
		hasLine(t, rowsOf("tonnes", "Sludge|Ash|Total waste", "2022|40|60|100", "2023|45|61|106"), `waste  "" 2022 = 40 t`, `waste  "" 2023 = 61 t`)
	})
	t.Run("a total of all scopes beside parts of Scope 2 by both methods", func(t *testing.T) {
		hasLine(t, rowsOf("t CO2e", "2023|2022", "Scope 1|128.8|145.4", "Scope 2: grid electricity (location-based)|14.9|15.8",
			"Scope 2: grid electricity (market-based)|9.7|11.8", "Scope 3: purchased goods|301.0|298.5", "Total (market-based)|439.5|455.7"),
			`ghg_emissions 1+2+3 "" 2023 = 439.5 tCO2e`)
	})
	t.Run("a total by the method of its Scope 2", func(t *testing.T) {
		d := rowsOf("t CO2e", "2023|2022", "Scope 1|128.8|145.4", "Scope 2, location-based|14.9|15.8", "Scope 2, market-based|9.7|11.8", "Scope 1 and 2|143.7|161.2")
		for _, f := range extract.Read(d, extract.Options{Year: 2023}).Facts {
			if f.Scope == "1+2" && f.Method != "location" {
				t.Errorf("%s of %d is by method %q", f.Printed, f.Year, f.Method)
			}
		}
	})
}

func TestSharesAreOfTheAmountsBesideThem(t *testing.T) {
	d := rowsOf("t CO2e", "Scope 3 emissions 2023|Share 2023, %", "Purchased goods|281|28.1", "Transport|333|33.3", "Waste|386|38.6", "Scope 3, total|1,000|100.0")
	hasLine(t, d, `ghg_emissions 3 "Purchased goods" 2023 = 28.1 %`)
	off := rowsOf("t CO2e", "Scope 3 emissions 2023|Part, %", "Purchased goods|281|28.1", "Transport|333|35.0", "Waste|386|38.6", "Scope 3, total|1,000|100.0")
	hasLine(t, off, `other  "" 2023 = 28.1 %`)
}

func TestTemplatesOfTheTaxonomyAreOfOneIndicator(t *testing.T) {
	d := rowsOf("%", "(8) Pollution, %|(9) Circular economy, %", "Turnover of environmentally sustainable activities (taxonomy-aligned) (A.1)|0|12.5",
		"Manufacture of batteries|3|4", "Turnover of taxonomy-non-eligible activities|97|83.5")
	hasLine(t, d, `revenue  "" 2023 = 3 %`)
}

func TestYearsToComeAreTargetsOfWhatIsReportedOn(t *testing.T) {
	d := rowsOf("thousand m3", "2023|2030", "Water consumption|1,500|1,250")
	for _, f := range extract.Read(d, extract.Options{Year: 2023}).Facts {
		if f.Target != (f.Year == 2030) {
			t.Errorf("%d: target %v", f.Year, f.Target)
		}
	}
}

// weighing is a reader of headings that is sure of one metric.
type weighing string

func (w weighing) ReadCells(_ context.Context, all []statement.Cell) ([]statement.CellReading, error) {
	out := make([]statement.CellReading, len(all))
	for i := range out {
		out[i].Metrics = []statement.Answer{{Value: string(w), Sure: 0.9}}
	}
	return out, nil
}

// metricBy is the metric of the one figure of a table with which a reader is sure of another.
func metricBy(t *testing.T, said, caption, head, unit, row string) facts.Metric {
	t.Helper()
	table := grid(caption, 100, "|"+head, row)
	table.Rows[1][1].Unit = unit
	d := &document.Document{SHA256: "s", Version: document.Version, Pages: []document.Page{{Number: 1, Language: "en", Tables: []document.Table{table}}}}
	sheet, err := extract.ReadWith(t.Context(), weighing(said), d, extract.Options{Year: 2024})
	if err != nil || len(sheet.Facts) != 1 {
		t.Fatalf("%d facts, %v", len(sheet.Facts), err)
	}
	return sheet.Facts[0].Metric
}

func TestHeadingsExcludeWhatAReaderSays(t *testing.T) {
	for name, c := range map[string]struct {
		said, caption, head, unit, row string
		stays                          bool
	}{
		"waste by revenue is no gas":     {"ghg_intensity", "Waste", "Relative to revenue", "t/EUR million", "2023|2.62", false},
		"gas by revenue":                 {"ghg_intensity", "GHG emissions", "Relative to revenue", "t CO2e/EUR million", "2023|2.62", true},
		"a part of a person":             {"headcount", "Employees", "Rate", "", "Temporary workers|0.38", false},
		"persons in full-time":           {"headcount", "Employees", "Full-time equivalents", "", "Temporary workers|12.5", true},
		"money that is no revenue":       {"revenue", "Regions in EUR million", "Fair value", "", "Munich|12.5", false},
		"money of another tongue":        {"revenue", "Chiffre d'affaires in EUR million", "2024", "", "Paris|12.5", true},
		"reserves are no expenditure":    {"capex", "Equity in EUR million", "2024", "", "Capital reserves|12.5", false},
		"what was added to fixed assets": {"capex", "Assets in EUR million", "2024", "", "Additions|12.5", true},
	} {
		t.Run(name, func(t *testing.T) {
			if got := metricBy(t, c.said, c.caption, c.head, c.unit, c.row); (string(got) == c.said) != c.stays {
				t.Errorf("read as %s", got)
			}
		})
	}
}

// Heads that are broken over lines name an indicator together, and the regulation's terms stand in either order.
func TestIndicatorsInBrokenHeads(t *testing.T) {
	d := rowsOf("%", "Turnover|Capital > expenditures", "Of which eligible for the taxonomy|12|13.5", "Of which aligned with the taxonomy|3|4.5")
	for _, row := range d.Pages[0].Tables[0].Rows {
		for j := range row {
			if n := len(row[j].ColPath); n > 0 {
				row[j].ColPath = strings.Split(row[j].ColPath[n-1], " > ")
			}
		}
	}
	hasLine(t, d, `capex  "" 2023 = 4.5 %`, `revenue  "" 2023 = 3 %`)
}

func TestWhatABankWeighsByAnIndicatorIsNone(t *testing.T) {
	for name, c := range map[string]struct {
		caption, head string
		revenue       bool
	}{
		"loans by the turnover of those who owe them": {"Assets (based on the Turnover KPI) in EUR million", "Taxonomy-eligible", false},
		"what stands in the books":                    {"Exposures in EUR million", "Gross carrying amount", false},
		"what is left of income":                      {"Companies in EUR million", "Net income for the year", false},
		"turnover":                                    {"Taxonomy-aligned turnover in EUR million", "Amount", true},
	} {
		t.Run(name, func(t *testing.T) {
			table := grid(c.caption, 100, "|"+c.head, "Taxonomy-aligned activities|12.5", "Taxonomy-eligible activities|31.5")
			d := &document.Document{SHA256: "s", Version: document.Version, Pages: []document.Page{{Number: 1, Language: "en", Tables: []document.Table{table}}}}
			sheet, err := extract.ReadWith(t.Context(), weighing("revenue"), d, extract.Options{Year: 2024})
			if err != nil || len(sheet.Facts) != 2 {
				t.Fatalf("%d facts, %v", len(sheet.Facts), err)
			}
			for _, f := range sheet.Facts {
				if (f.Metric == facts.Revenue) != c.revenue {
					t.Errorf("%s is %s", f.Printed, f.Metric)
				}
			}
		})
	}
}
