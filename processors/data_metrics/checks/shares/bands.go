package shares

import (
	"strconv"

	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// The bands that a sentence divides people, or things, into by a number: the lowest, those between, the highest.
var (
	lowestBand  = pattern.Compile(`(?i)\b(?:younger\s+than|under(?:\s+the\s+age\s+of)?|below(?:\s+the\s+age\s+of)?|less\s+than|up\s+to)\s+(\d{1,3})\b`)
	betweenBand = pattern.Compile(`(?i)\b(?:between|from|aged)?\s*(\d{1,3})\s*(?:and|to|[-–])\s*(\d{1,3})\b`)
	highestBand = pattern.Compile(`(?i)\b(?:older\s+than|over(?:\s+the\s+age\s+of)?|above(?:\s+the\s+age\s+of)?|more\s+than)\s+(\d{1,3})\b`)
)

// banded reports whether percentages are those of bands that follow one another from the lowest to the highest: "18 % are younger than 30,
// 67 % between 30 and 50, and 23 % older than 50". Whoever is in one of them is in no other, and all are in one.
func banded(x sheet.Statement, all []quantity.Quantity) bool {
	edge := 0
	for i, q := range all {
		to := len(x.Text)
		if i+1 < len(all) {
			to = all[i+1].Start
		}
		clause := x.Text[q.End:to]
		switch {
		case i == 0:
			m := lowestBand.FindStringSubmatch(clause)
			if m == nil {
				return false
			}
			edge, _ = strconv.Atoi(m[1])
		case i == len(all)-1:
			m := highestBand.FindStringSubmatch(clause)
			return m != nil && follows(edge, m[1])
		default:
			m := betweenBand.FindStringSubmatch(clause)
			if m == nil || !follows(edge, m[1]) {
				return false
			}
			edge, _ = strconv.Atoi(m[2])
		}
	}
	return false
}

// follows reports whether a band that begins at a number goes on from one that ends at another.
func follows(edge int, from string) bool {
	n, err := strconv.Atoi(from)
	return err == nil && (n == edge || n == edge+1)
}
