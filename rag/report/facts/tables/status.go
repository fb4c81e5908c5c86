package tables

import (
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts/cell"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
)

// statusColumn is how the heading of a column says that what has been reached stands below it.
var statusColumn = pattern.Compile(`(?i)\b(?:status|actual|achieved|achievements?|progress|results?|reached|to\s+date)\b`)

// statuses marks the cells that say how far a row's target has come: in a table whose labels are targets, "Increase the share of electric vehicles to
// 90 %, [2027]" words what is aimed at, and 91.1 % in the column "Status 2023" is a level and neither a target nor a change. Where a column of its own
// says what is aimed at, none of the years beside it does, whatever its row is called: "Sales of companies in line with the target".
func statuses(t *document.Table, cells []cell.Cell) {
	ofTargets, apart := vocabulary.Aimed.MatchString(cornerOf(t)), false
	for i := range cells {
		apart = apart || vocabulary.Aimed.MatchString(strings.Join(cells[i].Cols, " "))
	}
	for i := range cells {
		heads := strings.Join(cells[i].Cols, " ")
		status := ofTargets && statusColumn.MatchString(heads)
		ofYear := apart && vocabulary.YearIn(heads) > 0
		cells[i].Status = (status || ofYear) && !vocabulary.Aimed.MatchString(statusColumn.ReplaceAllString(heads, " "))
	}
}
