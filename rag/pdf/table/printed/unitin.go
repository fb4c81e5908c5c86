package printed

import (
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// UnitIn finds the unit that a heading, a label or a caption names, as printed; empty if there is none.
func UnitIn(s string) string {
	if s == "" || len(s) > 2_000 || quantity.FiscalYear(s) {
		return ""
	}
	s = unitBegins.ReplaceAllString(formula.ReplaceAllString(unless.ReplaceAllString(s, ""), ""), "")
	if u := unitInParentheses(s); u != "" {
		return u
	}
	if IsUnit(s) {
		return WithoutIn(strings.Trim(s, " ,;:"))
	}
	if rate := aside.ReplaceAllString(s, " "); rate != s && strings.Contains(rate, " per ") && IsUnit(rate) {
		return WithoutIn(rate) // "kg CO2e (Scope 1 and 2) per passenger"
	}
	if u := unitBesidePeriod(s); u != "" {
		return u
	}
	lower := strings.ToLower(s)
	if len(lower) == len(s) { // places in one are places in the other
		if u := announcedUnit(s, lower); u != "" {
			return u
		}
		if u := unitBehind(s, lower); u != "" {
			return u
		}
		if before := remarkBehind.ReplaceAllString(s, ""); before != s { // "Waste to landfill, t (base 2020)"
			if u := unitBehind(before, lower[:len(before)]); u != "" {
				return u
			}
		}
	}
	for _, w := range []string{"percentage of", "per cent of", "percent of"} {
		if strings.Contains(lower, w) {
			return w[:len(w)-len(" of")]
		}
	}
	return unitAtEdge(s)
}

// unitBesidePeriod is the unit that follows a period or leads to it, with nothing between: "2023 K€", "31 December 2023 in EUR", "£ million 2024".
func unitBesidePeriod(s string) string {
	p := PeriodIn(s)
	if p == "" {
		return ""
	}
	at := max(0, strings.LastIndex(s, p))
	before, behind := s[:at], strings.Trim(s[at+len(p):], " \u00a0,;:")
	if u := WithoutIn(behind); IsUnit(u) {
		return u
	}
	before = WithoutIn(strings.Trim(before, " \u00a0,;:"))
	if _, err := quantity.Measures(before); behind == "" && err == nil && IsUnit(before) {
		return before
	}
	return ""
}

// MainUnit is the unit of most figures of a table that a text names: of several the first that is not the one of shares, which their columns
// say again, as in "Amounts in EUR million, shares in %".
func MainUnit(s string) string {
	unit := strings.TrimRight(UnitIn(s), ",;: ")
	if of, several := unitOfParts(s); unit == "" || several {
		return of
	}
	if !strings.HasPrefix(unit, "%") {
		return unit
	}
	for _, part := range strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ';' }) {
		if u := UnitIn(strings.TrimSpace(part)); u != "" && !strings.HasPrefix(u, "%") {
			return u
		}
	}
	return unit
}

// unitOfParts is the one unit that the sentences and the parts of a caption name: "Scope 3 emissions, thousand t CO2e. Figures are rounded."
// Where several are "in" one, as in "Waste in t, energy in MWh", it is open which of them a figure has. Shares are in %, whatever else is said.
func unitOfParts(s string) (unit string, several bool) {
	first := ""
	named := 0
	for sentence := range strings.SplitSeq(s, ". ") {
		for part := range strings.FieldsFuncSeq(sentence, func(r rune) bool { return r == ',' || r == ';' }) {
			u := UnitIn(strings.TrimSpace(part))
			if u == "" || u == first || strings.HasPrefix(u, "%") {
				continue
			}
			if first == "" {
				first = u
			}
			if strings.Contains(part, " in ") {
				named++
			}
			several = several || u != first
		}
	}
	if several {
		return "", named > 1
	}
	return first, false
}

// unitInParentheses finds a unit that stands in parentheses, the last first: "Energy consumption (total) (MWh)".
func unitInParentheses(s string) string {
	for end := len(s); end > 0; {
		to := strings.LastIndexAny(s[:end], ")]")
		if to < 0 {
			return ""
		}
		from := opening(s, to)
		if from < 0 { // one parenthesis too many
			end = to
			continue
		}
		inner := strings.TrimSpace(s[from+1 : to])
		if len(inner) == 1 && inner != "t" && strings.HasSuffix(strings.TrimRight(s[:from], " "), ")") {
			end = from // the letter of a note behind what is in brackets: "(not aligned) (g)"
			continue
		}
		if u := WithoutIn(inner); IsUnit(u) || isCount(u) && !strings.EqualFold(u, "total") {
			return u
		}
		if u, _, remark := strings.Cut(inner, ";"); remark && IsUnit(WithoutIn(u)) { // "(kt CO2e; removals are negative)"
			return WithoutIn(u)
		}
		end = from
	}
	return ""
}

// announcedUnit finds a unit that is called one: "Unit: MWh". lower is the text in small letters.
func announcedUnit(s, lower string) string {
	for _, lead := range []string{"unit: ", "units: ", "unit of measure: ", "satuan: ", "einheit: "} {
		if at := strings.Index(lower, lead); at >= 0 {
			u := strings.Trim(s[at+len(lead):], " .)")
			if IsUnit(u) || isCount(u) {
				return u
			}
		}
	}
	return ""
}

// unitBehind finds a unit behind "in", a comma or a dash: "Emissions, in kt CO2e", "Revenue - EUR million". lower is the
// text in small letters.
func unitBehind(s, lower string) string {
	for _, sep := range []string{" in ", ", ", " - ", " – ", ": ", "in ", "dalam "} {
		at := strings.LastIndex(lower, sep)
		begins := sep == "in " || sep == "dalam " // these are read at the beginning alone
		if at < 0 || begins && at > 0 {
			continue
		}
		u := WithoutIn(strings.Trim(s[at+len(sep):], " .:)"))
		if IsUnit(u) || !begins && isMoney(u) {
			return u
		}
		// "in million tonnes CO2e 2023": the unit, then something else.
		if begins || sep == " in " {
			if u := leadingUnit(u); u != "" {
				return u
			}
		}
	}
	return ""
}

// unitAtEdge finds what is a unit and nothing else in any language at the end or the beginning of a text: "Total
// emissions tCO2-eq", "€m total spend", "% women".
func unitAtEdge(s string) string {
	if at := strings.LastIndexByte(s, ' '); at > 0 && plainUnit.MatchString(s[at+1:]) {
		return s[at+1:]
	}
	if first, _, ok := strings.Cut(s, " "); ok && scaledMoney.MatchString(first) {
		return first
	}
	if first, _, ok := strings.Cut(s, ", "); ok && len(first) > 1 && IsUnit(first) { // "$bn, cumulative since 2020"
		return first
	}
	s = noteBehind.ReplaceAllString(s, "")
	if strings.HasSuffix(s, " %") || strings.HasPrefix(s, "% ") {
		return "%"
	}
	return ""
}

// isMoney reports whether a text is a currency with its scale apart: "€ k".
func isMoney(s string) bool {
	m, err := quantity.Measures(s)
	return err == nil && m[0].Unit.Dimension == quantity.Money && m[0].Per == ""
}

var (
	unless = pattern.Compile(`(?i)(?:,? (?:unless|except where|if not) (?:otherwise )?|(?:,? or|[ ]?/)[ ]?as )` +
		`(?:stated|indicated|noted|specified|shown)(?: otherwise)?\W*$`)
	formula      = pattern.Compile(`\s*\(\s*[A-Z]\s*[/÷+]\s*[A-Z](?:\s*[/÷+]\s*[A-Z])*\s*\)\s*$`) // of which columns a column is made: "% (B/A)"
	aside        = pattern.Compile(`\s+\([^()]*\)\s+`)
	remarkBehind = pattern.Compile(`\s*\([^()]*\)\s*$`)
	noteBehind   = pattern.Compile(` \(\d{1,2}\)$`) // the mark of a footnote
	aYear        = pattern.Compile(`^[12]\d{3}(?:\D|$)`)
	plainUnit    = pattern.Compile(`^(?:[kKM]?tCO[2₂](?:-?eq?|-e)?\.?|[kMGT]Wh|[MGTP]J)$`)
	scaledMoney  = pattern.Compile(`^(?:€|£|US\$|C\$|\$)(?:k|m|mn|bn|M)$|^(?:k|m|M)€$`)
)

// WithoutIn takes the preposition off: "in MWh" says MWh.
func WithoutIn(s string) string {
	if len(s) > 3 && strings.EqualFold(s[:3], "in ") {
		return strings.TrimSpace(s[3:])
	}
	return s
}

// opening finds the parenthesis that the one at to closes.
func opening(s string, to int) int {
	depth := 0
	for i := to; i >= 0; i-- {
		switch s[i] {
		case ')', ']':
			depth++
		case '(', '[':
			depth--
			if depth == 0 {
				return i
			}
		}
	}
	return -1
}

// leadingUnit is the longest beginning of a text that is a unit. A currency before something with zeros that is not understood
// is none: its scale would be lost.
func leadingUnit(s string) string {
	best := ""
	for i := 0; i <= len(s); i++ {
		if i < len(s) && s[i] != ' ' && s[i] != ',' {
			continue
		}
		if IsUnit(s[:i]) {
			best = s[:i]
		}
	}
	if m, err := quantity.Measures(best); err == nil && m[0].Unit.Dimension == quantity.Money {
		if next := strings.Fields(s[len(best):]); len(next) > 0 && strings.Contains(next[0], "000") && !aYear.MatchString(next[0]) {
			return ""
		}
	}
	return strings.TrimSuffix(best, " of") // "in litres of diesel"
}

// UnitNote recognises "(in million euros)", "in tCO2e", "Unit: MWh", "All figures in GWh".
func UnitNote(s string) bool {
	t := strings.ToLower(strings.Trim(s, "()[] "))
	return len(t) < 60 && noteOnUnit.MatchString(t)
}

// unitBegins leads to a unit: "Unit: ML".
var unitBegins = pattern.Compile(`(?i)^\s*\(?units?\s*[:–-]\s*`)

var noteOnUnit = pattern.Compile(`^(?:unit|satuan|(?:(?:all|the) )?(?:(?:figures|values|amounts|data|numbers) )?` +
	`(?:(?:are|is) )?(?:(?:given|stated|shown|reported|expressed) )?in |dalam )`)
