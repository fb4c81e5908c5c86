package claims

import (
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/document"
)

// table is one with a header row; a cell that starts with a digit or a sign is a value in percent, of the year that its
// heading names.
func targetTable(caption string, rows ...[]string) *document.Table {
	t := &document.Table{Caption: caption, HeaderRows: 1}
	for n, cells := range rows {
		var row []document.Cell
		for i, text := range cells {
			c := document.Cell{Text: text}
			if n > 0 && i > 0 {
				c.ColPath = []string{rows[0][i]}
				c.Value, c.Unit = text, "%"
				if y := yearsIn(rows[0][i]); len(y) == 1 {
					c.Period = y[0]
				}
			}
			row = append(row, c)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func TestTargetRows(t *testing.T) {
	for name, c := range map[string]struct {
		table *document.Table
		want  targetRow
	}{
		"a target and a result": {targetTable("", []string{"Topic", "Target", "2023"}, []string{"Women in management", "28", "26"}), targetAndResult},
		"a target in the label": {targetTable("Key targets", []string{"", "2023"}, []string{"100% renewable electricity (2030)", "82"}), targetAndResult},
		"a status": {
			targetTable("", []string{"Targets and indicators", "Status 2023"}, []string{"ISO 45001 at all sites", "89"}), targetAndResult,
		},
		"a target alone":               {targetTable("Reduction targets", []string{"Sector", "2030"}, []string{"Cement", "23"}), targetAlone},
		"a goal alone":                 {targetTable("", []string{"Topic", "Goal"}, []string{"Employees trained", "25"}), targetAlone},
		"a chapter on targets":         {targetTable("Climate targets", []string{"", "2023", "2022"}, []string{"Scope 1", "12", "13"}), noTarget},
		"a target of another sort":     {targetTable("Staff", []string{"", "2023", "2022"}, []string{"Interns with a learning target", "12", "13"}), noTarget},
		"a table of amounts over time": {targetTable("Energy", []string{"", "2023", "2022"}, []string{"Electricity", "12", "13"}), noTarget},
	} {
		row := c.table.Rows[1]
		var values []int
		for i := range row[1:] {
			values = append(values, i+1)
		}
		if got := targetOf(c.table, row, values, row[0].Text, "2023"); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}

func TestReportedYear(t *testing.T) {
	for want, d := range map[string]*document.Document{
		"2023": doc("In 2023 and 2023 we looked back at 2022 and ahead to 2030."),
		"2022": doc("2021 or 2022."),
		"":     doc("No year."),
	} {
		if got := reportedYear(d); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
