package checks_test

import (
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/document"
)

// A figure of one segment is no other thing's that has the same digits in another year, unless the sentence names the segment.
func TestAFigureOfASegmentIsOfNothingElse(t *testing.T) {
	table := grid("Revenue in € million", "€ million", []string{"Rental", "Development", "Other"},
		[]string{"Revenue", "3,290.7", "354.5", "278.0"}, []string{"Revenue", "3,214.5", "565.0", "221.6"})
	for i, period := range []string{"Jan. 1–Dec. 31, 2023", "Jan. 1–Dec. 31, 2022"} {
		for j := 1; j < len(table.Rows[i+1]); j++ {
			table.Rows[i+1][j].RowPath = []string{period, "Revenue"}
		}
	}
	for text, want := range map[string]string{
		"Of the revenue € 341.6 million is rental income in Sweden (2022: € 354.5 million).":             "",
		"The revenue of the segment Development was € 354.5 million in 2022 and has been higher before.": `"Revenue" in 2023`,
	} {
		expectSaid(t, text, "duplicate_figure", want, func() []string {
			return failuresOf(said([]string{text}, []document.Table{table}...), "duplicate_figure")
		})
	}
}
