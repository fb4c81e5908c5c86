package intake

import (
	"fmt"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/evidence"
)

// givenRunes bounds what is repeated of the words of whoever started the run.
const givenRunes = 80

// otherwise says, a line each, where a report itself says other than was given. What was given stands: a guess is not
// held against it, and neither is a shorter or longer form of the same name.
func otherwise(given events.Issuer, id identity) []string {
	var out []string
	differs := func(field, given string, says guess) {
		where := ""
		if says.evidence.Page > 0 {
			where = fmt.Sprintf(" on page %d", says.evidence.Page)
		}
		out = append(out, fmt.Sprintf("the %s is taken to be %q, as given; the report itself says %q%s: %s",
			field, bounded(given, givenRunes), says.value, where, spaced(says.evidence.Why)))
	}
	if c := id.company; given.Company != "" && c.value != "" && !sameName(given.Company, c.value) {
		differs("company", given.Company, c)
	}
	if p := id.period; given.Period != "" && p.stated && !samePeriod(given.Period, p) {
		differs("period", given.Period, p.guess)
	}
	if s := id.sector; given.Sector != "" && s.value != "" && !sameSector(given.Sector, s.value) {
		differs("sector", given.Sector, s)
	}
	return out
}

// sameName reports whether one name is the other, or the whole words of a part of it.
func sameName(a, b string) bool {
	a, b = " "+nameKey(a)+" ", " "+nameKey(b)+" "
	return strings.TrimSpace(a) != "" && strings.TrimSpace(b) != "" && (strings.Contains(a, b) || strings.Contains(b, a))
}

// samePeriod reports whether a period is called by the same year as the one that the report states.
func samePeriod(given string, p span) bool {
	if year := evidence.YearOf(given); year != 0 && year == evidence.YearOf(p.value) {
		return true
	}
	return shortYear(given) == p.value
}

// shortYear is the year of a short form: FY24, FY2024, 2023/24. Empty if it is none.
func shortYear(given string) string {
	parts := strings.FieldsFunc(given, func(r rune) bool { return r < '0' || r > '9' })
	if len(parts) == 0 {
		return ""
	}
	switch last := parts[len(parts)-1]; len(last) {
	case 2:
		return "20" + last
	case 4:
		return last
	}
	return ""
}

// sameSector reports whether a sector is given by its code or by the industry's name.
func sameSector(given, code string) bool {
	return strings.EqualFold(given, code) || strings.EqualFold(given, industryName(code))
}

// spaced folds white space: what people are told is one line.
func spaced(s string) string { return strings.Join(strings.Fields(s), " ") }
