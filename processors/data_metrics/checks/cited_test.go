package checks_test

import (
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// failedSaying are the names and messages of the checks that fail on a page of text and tables.
func failedSaying(text string, tables ...document.Table) []string {
	var out []string
	for _, r := range said([]string{text}, tables...) {
		if r.Result == events.CheckFail {
			out = append(out, r.Name+": "+r.Message)
		}
	}
	return out
}

// A figure that a sentence cites by the name of a row is that of the row. What could be another figure accuses nobody: of another year, of
// a row that the sentence does not name, or one that a table prints.
func TestCitedFigure(t *testing.T) {
	years := []string{"2023", "2022", "2021"}
	power := grid("Energy", "MWh", years, []string{"Traction electricity", "412,600", "398,200", "401,300"},
		[]string{"Diesel of shunting engines", "61,840", "66,120", "70,050"})
	water := grid("Water", "thousand m3", years, []string{"Fresh water intake", "6,540", "7,180", "7,020"}, []string{"Sea water", "18,120", "18,050", "17,990"})
	for name, c := range map[string]struct {
		table      document.Table
		text, says string // says of the failure; empty for none
	}{
		"ten times more":                        {water, "Our hatcheries took in 65.40 million m3 of fresh water, 8.9 % less than in 2022.", "off by 10^-1"},
		"as in the table":                       {water, "Our hatcheries took in 6.54 million m3 of fresh water, 8.9 % less than in 2022.", ""},
		"digits exchanged, a year compared":     {power, "Diesel of the shunting engines came to 68,140 MWh, less than in 2022.", "Two digits are exchanged"},
		"the figure of another year":            {power, "In 2022 the diesel of our shunting engines came to 68,140 MWh.", "stated twice differently"},
		"digits of a row that is not named":     {power, "The bakery of the works at Lund used 68,140 MWh.", ""},
		"a figure that another row has":         {power, "Diesel of the shunting engines came to 66,120 MWh in 2022.", ""},
		"an amount by which a row has changed":  {water, "Our fresh water intake fell by 65.40 thousand m3.", ""},
		"a figure of another unit, ten times":   {water, "Fresh water intake of the hatcheries was 65.40 million tonnes.", ""},
		"a rounded figure is the table's":       {power, "Our electric engines drew 413 GWh of traction electricity.", ""},
		"a thousand times less, told for scale": {power, "Our traction electricity came to 412.6 MWh, after 398,200 MWh in 2022.", "off by 10^"},
	} {
		t.Run(name, func(t *testing.T) {
			failed := failedSaying(c.text, c.table)
			if c.says == "" && len(failed) > 0 || c.says != "" && (len(failed) != 1 || !strings.Contains(failed[0], c.says)) {
				t.Errorf("failures %q, want %q", failed, c.says)
			}
		})
	}
}

// A table shows by itself which of its columns, or rows, is the quotient of two others; the one place where it is not is a mistake.
func TestQuotientWithinATable(t *testing.T) {
	columns := func(last string) document.Table {
		return grid("Safety in 2023", "", []string{"Hours worked, million", "Injuries", "Injuries per million hours"},
			[]string{"Employees", "7.37", "14", "1.90"}, []string{"Contractors", "11.92", "31", "2.60"}, []string{"Both together", "19.29", "45", last})
	}
	houses := func(palms string) document.Table {
		return grid("Our houses in 2023", "", []string{"Electricity, kWh", "Room nights", "kWh per room night"},
			[]string{"Riverside", "5,607,480", "49,800", "112.6"}, []string{"Bay", "4,027,920", "31,200", "129.1"},
			[]string{"Old Town", "3,310,390", "38,900", "85.1"}, []string{"Palms", "5,620,320", "43,200", palms})
	}
	for name, c := range map[string]struct {
		table document.Table
		says  string
	}{
		"a rate above those that it is the mean of": {columns("2.93"), "45 over 19.29"},
		"rates that hold":   {columns("2.33"), ""},
		"one house of four": {houses("103.1"), "Two digits are exchanged"},
		"houses that hold":  {houses("130.1"), ""},
		"two houses that do not hold show nothing": {grid("Our houses in 2023", "", []string{"Electricity, kWh", "Room nights", "kWh per room night"},
			[]string{"Riverside", "5,607,480", "49,800", "112.6"}, []string{"Bay", "4,027,920", "31,200", "192.1"},
			[]string{"Old Town", "3,310,390", "38,900", "85.1"}, []string{"Palms", "5,620,320", "43,200", "103.1"}), ""},
	} {
		t.Run(name, func(t *testing.T) {
			failed := failedSaying("Sibling report.", c.table)
			if c.says == "" && len(failed) > 0 || c.says != "" && (len(failed) != 1 || !strings.Contains(failed[0], c.says)) {
				t.Errorf("failures %q, want %q", failed, c.says)
			}
		})
	}
}
