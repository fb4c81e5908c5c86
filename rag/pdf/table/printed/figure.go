package printed

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// Kind is what a word or a cell is for the columns of a table.
type Kind int8

const (
	Wordy  Kind = iota // text
	Number             // a figure, with its sign and unit
	Absent             // a dash, "n/a": a figure that is not there
	Period             // a year or another period: heads a column, or is a figure
	Turned             // written in another direction
)

// KindOf is the kind of a text.
func KindOf(s string) Kind {
	if pair(s) {
		return Number
	}
	return singleKind(s)
}

// singleKind is the kind of what holds one thing.
func singleKind(s string) Kind {
	if isAbsent(s) {
		return Absent
	}
	if IsPeriod(s) {
		return Period
	}
	if f, ok := ReadFigure(s); ok {
		noted := f.Unit == "" && f.Mark != "" || f.Unit != "" && strings.HasSuffix(strings.TrimSpace(s), ")")
		if noted && !f.Negative && IsPeriod(f.Token) { // "2023 (4)", and "2023 (tCO2e)", which says in what the column is
			return Period
		}
		return Number
	}
	return Wordy
}

// Valued says that it can stand where a table has figures.
func (k Kind) Valued() bool { return k == Number || k == Absent || k == Period }

// isAbsent says that a cell holds the sign for "nothing here".
func isAbsent(s string) bool {
	s = strings.TrimSpace(s)
	if s != "" && s[0] < utf8.RuneSelf && strings.IndexByte("-.*nNkKtTxX", s[0]) < 0 {
		return false // most words: none of the signs below begins like them
	}
	switch strings.ToLower(s) {
	case "-", "–", "—", "−", "--", "- -", "––", "– –", "—  —", "‐", "‑", "n/a", "n.a.", "n.a", "na", "n/m", "n.m.", "n/r", "n.r.", "nil", "null", "x", "tbd",
		"k.a.", "k. a.", "n.v.", "n/d", "n.d.", "tidak ada", "not available", "not applicable", "not reported", "none", "...", "…", ".", "*":
		return true
	}
	// A symbol alone: a tick, a diamond.
	r, n := utf8.DecodeRuneInString(s)
	return n > 0 && n == len(s) && (unicode.IsSymbol(r) && r > 0x7f || unicode.Is(unicode.Co, r))
}

// Figure is a number as a cell prints it.
type Figure struct {
	Token    string // digits and the separators between them
	Negative bool
	Enclosed bool   // negative because it stands in parentheses
	Unit     string // as printed around it: currency, percent sign, unit, counted things
	Mark     string // a footnote mark that stands on the line: *, 1)
}

// ReadFigure reads a text that is one figure with its unit and nothing else.
func ReadFigure(s string) (Figure, bool) {
	s = strings.TrimSpace(s)
	if len(s) > 80 || !strings.ContainsAny(s, "0123456789") {
		return Figure{}, false
	}
	if inner, ok := strings.CutPrefix(s, "("); ok {
		return readEnclosed(inner)
	}
	s = closed(s)
	before, s, ok := cutSigns(s)
	if !ok {
		return Figure{}, false
	}
	n := tokenLength(s)
	if n == 0 {
		return Figure{}, false
	}
	f := Figure{Token: s[:n], Negative: before.negative}
	rest := s[n:]
	f.Mark, rest = trailingMark(rest)
	glued := rest != "" && !strings.HasPrefix(rest, " ") && !strings.HasPrefix(rest, "\u00a0") && !strings.HasPrefix(rest, "\u202f")
	rest = strings.TrimSpace(rest)
	if inner, ok := strings.CutPrefix(rest, "("); ok && strings.HasSuffix(inner, ")") { // 200.000 (tCO2e)
		rest, glued = strings.TrimSuffix(inner, ")"), false
	}
	scaled := glued && before.currency != "" && (rest == "m" || rest == "M") // £22.7m
	if !scaled && !unitLike(rest, glued) {
		return Figure{}, false
	}
	f.Unit = strings.TrimSpace(strings.TrimSpace(before.currency) + " " + rest)
	return f, true
}

// closed takes off the parenthesis that an earlier cell opened: "(2022:" and "41 %)". "12)" numbers a list.
func closed(s string) string {
	inner, ok := strings.CutSuffix(s, ")")
	if !ok || strings.Contains(inner, "(") || !strings.ContainsAny(inner, "%.,") && tokenLength(inner) < 3 || strings.HasSuffix(inner, ".") {
		return s
	}
	if at := strings.LastIndexByte(inner, ' '); at > 0 && Digits(inner[at+1:]) == len(inner)-at-1 { // "12.3 1)"
		return s
	}
	return inner
}

// readEnclosed reads a figure behind the parenthesis that it begins with: (1,234) and (3.2) % are negative.
func readEnclosed(inner string) (Figure, bool) {
	at := strings.IndexByte(inner, ')')
	if at <= 0 || !startsFigure(inner) {
		return Figure{}, false
	}
	f, ok := ReadFigure(inner[:at] + " " + inner[at+1:])
	f.Negative, f.Enclosed = true, true
	behind := strings.TrimSpace(inner[at+1:])
	return f, ok && !f.signed(inner) && (behind == "" || behind[0] == '%' || IsUnit(behind) || IsMark(behind))
}

// signed says that a figure in parentheses has a sign of its own: then the parentheses are no sign.
func (f Figure) signed(inner string) bool {
	r, _ := utf8.DecodeRuneInString(inner)
	return strings.ContainsRune("-−–+", r)
}

func startsFigure(s string) bool {
	for _, r := range s {
		switch {
		case r >= '0' && r <= '9':
			return true
		case !strings.ContainsRune("-−–+€$£ \u00a0", r):
			return false
		}
	}
	return false
}

// tokenLength is how far digits and the separators between them go. A space parts thousands if exactly three
// digits follow it and one to three stand before it.
func tokenLength(s string) int {
	n, run := 0, 0 // run: digits since the last separator
	spaced := false
	for n < len(s) {
		c := s[n]
		if c >= '0' && c <= '9' {
			n++
			run++
			continue
		}
		sep := separatorAt(s[n:])
		if sep == 0 || n+sep >= len(s) || s[n+sep] < '0' || s[n+sep] > '9' {
			break
		}
		if c != '.' && c != ',' {
			if run == 0 || run > 3 || spaced && run != 3 || Digits(s[n+sep:]) != 3 {
				break
			}
			spaced = true
		}
		n += sep
		run = 0
	}
	if n > 0 && (s[0] == '.' || s[0] == ',') && n < 2 {
		return 0
	}
	if n > 40 {
		return 0
	}
	return n
}

func separatorAt(s string) int {
	switch s[0] {
	case '.', ',', '\'', ' ':
		return 1
	}
	for _, sep := range []string{"’", "\u00a0", "\u202f", "\u2009"} {
		if strings.HasPrefix(s, sep) {
			return len(sep)
		}
	}
	return 0
}

func Digits(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}

// trailingMark cuts a footnote mark off what follows a figure: 12.3*, 12.3 1), 12.3 [2], 12.3².
func trailingMark(rest string) (mark, left string) {
	t := strings.TrimLeft(rest, " \u00a0\u202f")
	r, n := utf8.DecodeRuneInString(t)
	switch {
	case strings.ContainsRune("*†‡§#", r) && t != "":
		for n < len(t) && t[n] == t[0] {
			n++
		}
		return t[:n], t[n:]
	case strings.ContainsRune("¹²³⁴⁵⁶⁷⁸⁹⁰", r) && t != "":
		for n < len(t) {
			r, m := utf8.DecodeRuneInString(t[n:])
			if !strings.ContainsRune("¹²³⁴⁵⁶⁷⁸⁹⁰", r) {
				break
			}
			n += m
		}
		return t[:n], t[n:]
	}
	spaced := len(t) < len(rest)
	if spaced && len(t) >= 2 && t[len(t)-1] == ')' && Digits(t) == len(t)-1 && len(t) <= 3 {
		return t, ""
	}
	if len(t) >= 3 && (t[0] == '[' && t[len(t)-1] == ']' || spaced && t[0] == '(' && t[len(t)-1] == ')') && Digits(t[1:]) == len(t)-2 && len(t) <= 4 {
		return t, ""
	}
	return "", rest
}

// unitLike says that what stands behind a figure can be its unit: a known one, or a word for what is counted.
// More than that is a text that begins with a number.
func unitLike(s string, glued bool) bool {
	if s == "" {
		return true
	}
	if len(s) > 40 {
		return false
	}
	first, _ := utf8.DecodeRuneInString(s)
	if first == '%' || first == '‰' { // "% of revenue", but not "% EL", which is two cells
		return len(s) <= 24 && !strings.ContainsFunc(s, func(r rune) bool { return unicode.IsDigit(r) || unicode.IsUpper(r) })
	}
	if glued {
		// 7h, 12x, 3pp: short; 2nd, 4.2a and 3M are names.
		switch s {
		case "h", "m", "x", "pp", "p.p.", "°C", "bps", "k", "€", "bn", "mn", "m²", "m³":
			return true
		}
		_, err := quantity.ParseUnit(s)
		return err == nil && !(len(s) == 1 && unicode.IsUpper(first))
	}
	if IsUnit(s) || isCount(s) {
		return true
	}
	if _, err := quantity.ParseUnit(s); err == nil {
		return true
	}
	if first == '°' {
		return len(s) < 8
	}
	// "12 schools", "3 Hochschulen": one word.
	return unicode.IsLetter(first) && !strings.ContainsAny(s, " .,;:!?-/()") && !strings.ContainsFunc(s, unicode.IsDigit) &&
		utf8.RuneCountInString(s) > 2 && !isMonth(s)
}
