package quantity

import (
	"strings"
	"unicode/utf8"

	"github.com/cockroachdb/apd/v3"
)

// Format is how a run of text writes numbers.
type Format int

// The closed set of formats.
const (
	Point Format = iota // 1,234.5
	Comma               // 1.234,5
)

// maxDigits bounds what counts as a figure; longer runs are serial numbers, and bounded figures keep exact
// arithmetic cheap.
const maxDigits = 24

// number is a figure as printed.
type number struct {
	text   string // without sign
	digits string // canonical: digits with at most one point
	forced bool   // possible only in the other format
	sure   bool   // possible in one format only
	format Format // the format it was read in, when sure
}

// scanNumber reads the figure at the start of s, which begins with a digit. n is how far the run of digits
// and separators goes, also when it is no figure (ok false).
func scanNumber(s string, f Format) (num number, n int, ok bool) {
	parts, seps, n := split(s)
	num.text = s[:n]
	if digits := len(strings.Join(parts, "")); digits > maxDigits {
		return num, n, false
	}
	if len(seps) == 0 {
		num.digits = parts[0]
		return num, n, true
	}
	if digits, ok := indian(num.text); ok {
		num.digits, num.sure, num.format, num.forced = digits, true, Point, f != Point
		return num, n, true
	}
	var dots, commas, spaces int
	for _, sep := range seps {
		switch sep {
		case ".":
			dots++
		case ",":
			commas++
		default:
			spaces++ // apostrophes and narrow spaces only ever group
		}
	}
	last := seps[len(seps)-1]
	switch {
	case dots > 0 && commas > 0:
		// The later of the two is the decimal sign; it stands once and the rest are groups.
		if last == "." && dots != 1 || last == "," && commas != 1 || spaces > 0 || !grouped(parts[:len(parts)-1]) {
			return num, n, false
		}
		return decimal(num, parts, last, f), n, true
	case spaces > 0:
		if dots+commas == 0 && grouped(parts) {
			num.digits = strings.Join(parts, "")
			return num, n, true
		}
		if dots+commas == 1 && (last == "." || last == ",") && grouped(parts[:len(parts)-1]) {
			return decimal(num, parts, last, f), n, true
		}
		return num, n, false
	case len(seps) > 1: // 1.234.567 groups in any format; 31.12.2023 is no figure
		if !grouped(parts) {
			return num, n, false
		}
		num.digits, num.sure, num.format = strings.Join(parts, ""), true, Point
		if dots > 0 {
			num.format = Comma
		}
		num.forced = num.format != f
		return num, n, true
	}
	groups := grouped(parts) && parts[0] != "0"
	if !groups {
		if isYear(parts[0]) && isYear(parts[1]) { // 2019,2020 is a list
			return number{text: parts[0], digits: parts[0]}, len(parts[0]), true
		}
		return decimal(num, parts, last, f), n, true
	}
	if (last == ",") == (f == Point) {
		num.digits = strings.Join(parts, "")
	} else {
		num.digits = parts[0] + "." + parts[1]
	}
	return num, n, true
}

// decimal reads the last part as the fraction, which settles the format.
func decimal(num number, parts []string, sign string, f Format) number {
	num.sure, num.format = true, Point
	if sign == "," {
		num.format = Comma
	}
	num.forced = num.format != f
	num.digits = strings.Join(parts[:len(parts)-1], "") + "." + parts[len(parts)-1]
	return num
}

// split cuts the run at the start of s into digits and the separators between them.
func split(s string) (parts, seps []string, n int) {
	for {
		start := n
		for n < len(s) && s[n] >= '0' && s[n] <= '9' {
			n++
		}
		parts = append(parts, s[start:n])
		sep := ""
		for _, c := range []string{".", ",", "'", "’", "\u00a0", "\u202f", "\u2009"} {
			if strings.HasPrefix(s[n:], c) {
				sep = c
			}
		}
		next := n + len(sep)
		if sep == "" || next >= len(s) || s[next] < '0' || s[next] > '9' {
			return parts, seps, n
		}
		if strings.ContainsAny(sep, ".,") {
			seps = append(seps, sep)
			n = next
			continue
		}
		// A narrow space or apostrophe groups only if exactly three digits follow: "2023 120" may be two
		// figures that a table's space holds apart.
		if !threeDigits(s[next:]) || len(parts[len(parts)-1]) > 3 {
			return parts, seps, n
		}
		seps = append(seps, sep)
		n = next
	}
}

func threeDigits(s string) bool {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n == 3
}

// grouped says whether parts can be thousands: one to three digits, then threes.
func grouped(parts []string) bool {
	if len(parts[0]) > 3 || len(parts[0]) == 0 {
		return false
	}
	for _, p := range parts[1:] {
		if len(p) != 3 {
			return false
		}
	}
	return true
}

// isYear reports whether digits can be a year: 2019, but not 19.8.
func isYear(s string) bool {
	return len(s) == 4 && (s[:2] == "19" || s[:2] == "20") && digit(s[2]) && digit(s[3])
}

// Detect decides the number format of a run of text by the figures that can be read in one format only;
// a tie goes to fallback.
func Detect(text string, fallback Format) Format {
	votes := [2]int{}
	eachNumber(text, fallback, func(_ int, num number, _ int) {
		if num.sure {
			votes[num.format]++
		}
	})
	switch {
	case votes[Point] > votes[Comma]:
		return Point
	case votes[Comma] > votes[Point]:
		return Comma
	}
	return fallback
}

// eachNumber visits the figures of a text: those that do not stand inside a word (CO2, S2.29, Q4), a date or
// a fraction.
func eachNumber(text string, f Format, visit func(at int, num number, end int)) {
	for i := 0; i < len(text); {
		if text[i] < '0' || text[i] > '9' {
			i++
			continue
		}
		num, n, ok := scanSpaced(text, i, f)
		if !ok {
			num, n, ok = scanNumber(text[i:], f)
		}
		if ok && (!inWord(text, i) || rand(text, i, i+n) > 0) && !inFraction(text, i, i+n) && !ordinal(text[i+n:]) {
			visit(i, num, i+n)
		}
		i += n
	}
}

func inWord(text string, i int) bool {
	if strings.HasSuffix(text[:i], "FY") || currencyEnds(text[:i]) || circaEnds(text[:i]) && i+1 < len(text) && digit(text[i+1]) {
		return false
	}
	r, _ := utf8.DecodeLastRuneInString(text[:i])
	return i > 0 && (letter(r) || r == '.' && i > 1 && letter(rune(text[i-2])) || r == '_' || r == '#')
}

// circaEnds reports whether a text ends in a short form of about, which many set right before the figure: "c.13,500", "(ca.40%".
func circaEnds(before string) bool {
	before, dotted := strings.CutSuffix(before, ".")
	if !dotted {
		return false
	}
	for _, short := range []string{"c", "ca", "approx"} {
		rest, ok := strings.CutSuffix(before, short)
		if ok && (rest == "" || strings.HasSuffix(rest, "\u00a0") || strings.IndexByte(" \n\t(", rest[len(rest)-1]) >= 0) {
			return true
		}
	}
	return false
}

// currencyEnds reports whether a text ends in the letters of a currency, without a space before the figure: EUR250m.
func currencyEnds(before string) bool {
	if before == "" {
		return false
	}
	for _, c := range currenciesLast[before[len(before)-1]] {
		at := len(before) - len(c.sign)
		if len(c.sign) >= len("Rp") && at >= 0 && before[at:] == c.sign && letter(rune(c.sign[0])) &&
			(at == 0 || !letter(rune(before[at-1])) && !digit(before[at-1])) {
			return true
		}
	}
	return false
}

// rand is the length of an R before a figure, with what parts them, if it is that of the rand: alone and before an amount with its scale.
// "R410A" is a refrigerant, "R 12" anything.
func rand(text string, at, end int) int {
	before := strings.TrimRight(text[:at], " \u00a0")
	n := len(text[:at]) - len(before)
	rest, found := strings.CutSuffix(before, "R")
	if !found || n > 2 || rest != "" && (letter(rune(rest[len(rest)-1])) || digit(rest[len(rest)-1])) {
		return 0
	}
	if _, scale := multiplier(text[end+space(text[end:]):], true); scale == 0 {
		return 0
	}
	return n + 1
}

func letter(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= 0xC0 && r < 0x250
}

func inFraction(text string, start, end int) bool {
	before := start > 1 && (text[start-1] == '/' || text[start-1] == ':') && digit(text[start-2])
	after := end+1 < len(text) && (text[end] == '/' || text[end] == ':') && digit(text[end+1])
	return before || after
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

func ordinal(rest string) bool {
	for _, s := range []string{"st", "nd", "rd", "th"} {
		if len(rest) >= 2 && strings.EqualFold(rest[:2], s) && ends(rest, 2) {
			return true
		}
	}
	return false
}

// value is the figure as an exact decimal, and half a unit of its last printed place.
func (num number) value() (v, half *apd.Decimal) {
	v, _, err := apd.NewFromString(num.digits)
	if err != nil {
		panic("reading a scanned figure: " + err.Error()) // digits with at most one point
	}
	return v, apd.New(5, v.Exponent-1)
}
