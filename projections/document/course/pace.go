package course

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/projections/document/headline"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// nearShare is how many characters behind a share the year may stand that it counts from.
const nearShare = 50

var aYear = pattern.Compile(`\b(?:19|20)\d\d\b`)

// Pace says how far a target has come by a year, where one sentence gives its share, base year and year, and another, of the same base year, what was
// reached; and whether that is short of a straight path.
func Pace(target, result string, year int) (said string, behind bool) {
	shares := headline.Shares(target)
	base, due := 0, 0
	for _, y := range aYear.FindAllString(target, -1) {
		if n, _ := strconv.Atoi(y); n < year {
			base = n
		} else {
			due = n
		}
	}
	if len(shares) != 1 || base == 0 || due <= base {
		return "", false
	}
	for _, s := range headline.Shares(result) {
		at := strings.Index(result, s)
		if at < 0 || !strings.Contains(result[at:min(len(result), at+nearShare)], strconv.Itoa(base)) {
			continue
		}
		return stands(shares[0], s, base, due, year)
	}
	return "", false
}

// Stands says the same of a share that is aimed at and one that was reached, since one base year.
func Stands(aim, done string, base, due, year int) (said string, behind bool) {
	if year <= base || year > due {
		return "", false
	}
	return stands(aim, done, base, due, year)
}

func stands(aim, done string, base, due, year int) (said string, behind bool) {
	of, _, errA := apd.NewFromString(aim)
	reached, _, errB := apd.NewFromString(done)
	if errA != nil || errB != nil {
		return "", false
	}
	line, _ := quantity.Ratio(quantity.Mul(of, quantity.Int(int64(year-base))), quantity.Int(int64(due-base)))
	return fmt.Sprintf("%s %% of the %s %% by %d, where a straight path asks for %s %%", done, aim, year, quantity.Print(line, 1)), short(reached, line)
}

// short reports whether what was reached is short of a path by more than a tenth, and by more than rounding does.
func short(done, line *apd.Decimal) bool {
	missing := quantity.Sub(line, done)
	return missing.Cmp(quantity.Int(1)) > 0 && quantity.Mul(missing, quantity.Int(10)).Cmp(line) > 0
}
