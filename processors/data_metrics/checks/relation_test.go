package checks_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// What lines of a table are of each other is shown by the places in which it holds: the one in which it does not is a mistake. Where it
// never held, or something on the page explains the exception, nothing is said.
func TestRelationsOfATable(t *testing.T) {
	row := func(cells ...string) []string { return cells }
	years := []string{"2024", "2023", "2022", "2021"}
	sites := []string{"Norrby", "Malvern", "Kostrz", "Group"}
	output := row("Output (tonnes)", "61,300", "60,250", "59,840", "58,900")
	waste, recycled := row("Waste (t)", "8,412", "8,630", "8,977", "9,104"), row("of which recycled (t)", "6,511", "6,308", "6,101", "5,863")
	for name, c := range map[string]struct {
		table document.Table
		says  string // of the failure; empty for none
	}{
		"a sum without a word": {grid("Fleet", "MWh", years, row("Vans", "4,211", "4,380", "4,502", "4,617"), row("Trucks", "9,874", "9,911", "9,803", "9,650"),
			row("Road transport", "14,085", "14,291", "14,035", "14,267")), "14305 MWh"},
		"and right": {grid("Fleet", "MWh", years, row("Vans", "4,211", "4,380", "4,502", "4,617"), row("Trucks", "9,874", "9,911", "9,803", "9,650"),
			row("Road transport", "14,085", "14,291", "14,305", "14,267")), ""},
		"rounded": {grid("Fleet", "MWh", years, row("Vans", "4,211", "4,380", "4,502", "4,617"), row("Trucks", "9,874", "9,911", "9,803", "9,650"),
			row("Road transport", "14,085", "14,292", "14,306", "14,267")), ""},
		"a third part in one year": {grid("Fleet", "MWh", years, row("Vans", "4,211", "4,380", "4,502", "4,617"), row("Trucks", "9,874", "9,911", "9,803", "9,650"),
			row("Ferries", "2,150", "–", "–", "–"), row("Road transport", "16,235", "14,291", "14,305", "14,267")), ""},
		"an intensity": {grid("Key figures", "", years, row("Emissions (t CO2e)", "18,420", "19,113", "19,870", "20,415"),
			output, row("Emissions per tonne of output (kg CO2e)", "300.5", "371.2", "332.1", "346.6")), "317.2282"},
		"an intensity that is right": {grid("Key figures", "", years, row("Emissions (t CO2e)", "18,420", "19,113", "19,870", "20,415"),
			output, row("Emissions per tonne of output (kg CO2e)", "300.5", "317.2", "332.1", "346.6")), ""},
		"an intensity of other emissions": {grid("Key figures", "", years, row("Emissions (t CO2e)", "18,420", "19,113", "19,870", "20,415"),
			output, row("Emissions per tonne of output (kg CO2e)", "412.3", "430.8", "441.7", "459.9")), ""},
		"a share": {grid("Waste", "", years, waste, recycled,
			row("Recycling rate (%)", "77.4", "73.1", "69.7", "64.4")), "67.9626"},
		"a share that is right": {grid("Waste", "", years, waste, recycled,
			row("Recycling rate (%)", "77.4", "73.1", "68.0", "64.4")), ""},
		"an intensity of CO2 in its equivalents": {grid("Key figures", "", years, row("Scope 1 (kt CO2)", "5,094", "5,085", "5,261", "5,230"),
			row("Cement (kt)", "9,731", "9,488", "9,612", "9,385"), row("Specific CO2 (kg CO2e/t cement)", "523.5", "563.9", "547.3", "557.3")), "535.94"},
		"a rate under its abbreviation": {grid("Safety", "", years, row("Lost-time injuries", "58", "41", "39", "112"),
			row("Hours worked (million)", "22.4", "16.1", "15.7", "46.7"), row("LTIFR (per million hours)", "2.59", "2.55", "2.84", "2.40")), "2.4841"},
		"a rate under its abbreviation that is right": {grid("Safety", "", years, row("Lost-time injuries", "58", "41", "39", "112"),
			row("Hours worked (million)", "22.4", "16.1", "15.7", "46.7"), row("LTIFR (per million hours)", "2.59", "2.55", "2.48", "2.40")), ""},
		"an intensity of two years, of which one has another first digit in its emissions": {grid("Key figures", "", years[1:3],
			row("Emissions (t CO2e)", "59,113", "19,870"), row("Output (tonnes)", "60,250", "59,840"),
			row("Emissions per tonne of output (kg CO2e)", "317.2", "332.1")), "981.1286"},
		"an intensity of two years that is right": {grid("Key figures", "", years[1:3], row("Emissions (t CO2e)", "19,113", "19,870"),
			row("Output (tonnes)", "60,250", "59,840"), row("Emissions per tonne of output (kg CO2e)", "317.2", "332.1")), ""},
		"an intensity of two years, of other emissions in one": {grid("Key figures", "", years[1:3], row("Emissions (t CO2e)", "58,402", "19,870"),
			row("Output (tonnes)", "60,250", "59,840"), row("Emissions per tonne of output (kg CO2e)", "317.2", "332.1")), ""},
		"columns": {grid("Sites", "", sites, row("Water (m³)", "38,214", "17,406", "22,190", "77,810"), row("Waste (t)", "4,812", "2,310", "1,268", "8,390"),
			row("Energy (MWh)", "44,158", "17,566", "10,391", "72,115"), row("Paper (kg)", "9,873", "4,121", "3,305", "17,399")), "17299"},
		"an amount, what it is adjusted by, and what it is then": {grid("Liabilities", "EUR million", []string{"31.12.2022", "Adjustment", "31.12.2022 adjusted"},
			row("Payables", "563.3", "0.0", "563.3"), row("Leases", "41.5", "0.0", "41.5"), row("Provisions", "549.7", "-311.7", "238.0"),
			row("Options", "270.9", "0.0", "270.9"), row("Taxes", "112.1", "70.4", "182.5")), ""},
		"a total that is made of its scopes, and by chance of one of them and of what is net of offsets": {
			grid("Greenhouse gas emissions", "t CO2e", []string{"2023", "2022 (restated)", "2022 (as reported)"}, row("Scope 1", "1,014", "1,021", "1,000"),
				row("Scope 2 (location-based)", "4,876", "4,885", "4,885"), row("Scope 2 (market-based)", "3,863", "3,868", "3,868"),
				row("Scope 3", "1,000", "1,011", "1,011"), row("Total (location-based)", "6,890", "6,917", "6,896"),
				row("Total (market-based)", "5,877", "5,900", "5,879"), row("Carbon offsets", "-1", "-3", "-3"),
				row("Net emissions after offsets (market-based)", "5,876", "5,897", "5,876")), ""},
		"the figure that mends both its row and its column": {grid("Energy at our sites", "MWh", sites, row("Electricity", "21,408", "9,862", "7,115", "38,385"),
			row("Gas", "18,630", "7,704", "1,240", "27,574"), row("Heat", "4,120", "2,611", "2,036", "8,767"),
			row("All energy", "44,158", "20,177", "10,481", "74,726")),
			"10391 MWh computed, 10,481 stated"},
	} {
		t.Run(name, func(t *testing.T) {
			var failed []string
			for _, r := range onPages(c.table) {
				if r.Result == events.CheckFail {
					failed = append(failed, r.Name+": "+r.Working+" "+r.Message)
				}
			}
			found := slices.ContainsFunc(failed, func(f string) bool { return c.says != "" && strings.Contains(f, c.says) })
			if found != (c.says != "") || c.says == "" && len(failed) > 0 || len(failed) > 1 {
				t.Errorf("failures %q, want %q", failed, c.says)
			}
		})
	}
}

// Where it is open which of the figures is wrong, none of them is called so.
func TestADisagreementOfATableAccusesNoFigure(t *testing.T) {
	for _, r := range onPages(grid("Fleet", "MWh", []string{"2024", "2023", "2022", "2021"}, []string{"Vans", "4,211", "4,380", "4,502", "4,617"},
		[]string{"Trucks", "9,874", "9,911", "9,803", "9,650"}, []string{"Road transport", "14,085", "14,291", "14,035", "14,267"})) {
		if r.Result == events.CheckFail && (sheet.Stated(r.Check) != "" || !strings.Contains(r.Message, "does not show")) {
			t.Errorf("%s %+v", r.Message, r.Inputs)
		}
	}
}

// failuresOf are what checks of a name call wrong.
func failuresOf(results []checks.Result, name string) []string {
	var out []string
	for _, r := range results {
		if r.Result == events.CheckFail && r.Name == name {
			out = append(out, r.Message+" "+r.Working)
		}
	}
	return out
}

// expectSaid runs a check of a sentence: want is said of its failure, which there is none of where it is empty.
func expectSaid(t *testing.T, text, name, want string, run func() []string) {
	t.Helper()
	if got := run(); want == "" && len(got) > 0 || want != "" && !strings.Contains(strings.Join(got, "; "), want) {
		t.Errorf("%s of %q: failures %q, want %q", name, text, got, want)
	}
}
