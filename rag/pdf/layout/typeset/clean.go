// Package typeset says what the characters of type setting stand for, and which words lines break.
package typeset

import (
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// SoftHyphen marks a place where a word may be broken; clean keeps it at the end of a line only.
const SoftHyphen = '\u00ad'

// Folded are characters of type setting and what they stand for.
var Folded = map[rune]string{
	'\ufb00': "ff", '\ufb01': "fi", '\ufb02': "fl", '\ufb03': "ffi", '\ufb04': "ffl", '\ufb05': "st", '\ufb06': "st",
	'\u2010': "-", '\u2011': "-", '\u2212': "-",
	'\u200b': "", '\u200c': "", '\u200d': "", '\u2060': "", '\ufeff': "", '\ufffd': "",
	'\uf0b7': "•", '\uf0a7': "•", '\uf0d8': "•", '\uf0fc': "•", '\uf02d': "-", '▪': "•", '◼': "•", '◾': "•", '▶': "•",
	'❯': "•", '∙': "•", '⚫': "•", '⬤': "•", '□': "•", '❑': "•", '■': "•", '●': "•", '◦': "•", '‣': "•", '►': "•",
	'₀': "0", '₁': "1", '₂': "2", '₃': "3", '₄': "4", '₅': "5", '₆': "6", '₇': "7", '₈': "8", '₉': "9",
}

// Raised are the superscript forms of digits.
var Raised = map[rune]rune{
	'0': '⁰', '1': '¹', '2': '²', '3': '³', '4': '⁴', '5': '⁵', '6': '⁶', '7': '⁷', '8': '⁸', '9': '⁹',
}

// Clean is one line as a reader sees it: ligatures, odd spaces and invisible characters folded, and
// composed letters in one form, so that a word is found however it was typeset.
func Clean(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	runes := []rune(strings.TrimRightFunc(s, unicode.IsSpace))
	space := false
	for i, r := range runes {
		if unicode.IsSpace(r) || r == '\u00a0' || r == '\u2007' || r == '\u202f' {
			space = b.Len() > 0
			continue
		}
		if r == SoftHyphen && i < len(runes)-1 {
			continue
		}
		out, ok := Folded[r]
		switch {
		case !ok && (unicode.IsControl(r) || unicode.Is(unicode.Co, r)):
			continue
		case !ok:
			out = string(r)
		case out == "":
			continue
		}
		if space {
			b.WriteByte(' ')
			space = false
		}
		b.WriteString(out)
	}
	text := norm.NFC.String(b.String())
	return strings.NewReplacer("CO²", "CO2", "CO ²", "CO2", "N²O", "N2O", "H²O", "H2O").Replace(text)
}

// Bullet reports whether a line starts an item of a list, and how many code points its mark takes.
func Bullet(s string) (mark int, ok bool) {
	rest, found := strings.CutPrefix(s, "•")
	if !found {
		for _, m := range []string{"- ", "– ", "— ", "* ", "> ", "o ", "✓ ", "→ "} {
			if strings.HasPrefix(s, m) {
				return len([]rune(m)), true
			}
		}
		return 0, false
	}
	return 1 + len(rest) - len(strings.TrimLeft(rest, " ")), true
}

// IsMark reports whether a piece is nothing but the mark or number of a list item.
func IsMark(s string) bool {
	if len([]rune(s)) == 1 && strings.ContainsAny(s, "•-–—*>✓→o↗") {
		return true
	}
	body := strings.TrimRight(strings.TrimLeft(s, "("), ".)")
	if body == s || body == "" || len(body) > 3 {
		return false
	}
	for _, r := range body {
		if !unicode.IsDigit(r) && !unicode.IsLower(r) {
			return false
		}
	}
	return true
}

// Ordinal reports whether a line starts with the number or letter of a list item, "1.", "(a)" or "iv)", and
// how many code points it takes.
func Ordinal(s string) (mark int, ok bool) {
	if _, ok = OrdinalValue(s); !ok {
		return 0, false
	}
	return len([]rune(s[:strings.IndexByte(s, ' ')])) + 1, true
}

var romans = map[string]int{"i": 1, "ii": 2, "iii": 3, "iv": 4, "v": 5, "vi": 6, "vii": 7, "viii": 8, "ix": 9, "x": 10}

// OrdinalValue is the number that a list item has.
func OrdinalValue(s string) (n int, ok bool) {
	head, _, found := strings.Cut(s, " ")
	body := strings.TrimRight(strings.TrimLeft(head, "("), ".)")
	if !found || body == head || body == "" || len(body) > 4 {
		return 0, false
	}
	if n, err := strconv.Atoi(body); err == nil {
		return n, n > 0 && n < 100
	}
	low := strings.ToLower(body)
	if len(low) == 1 && low[0] >= 'a' && low[0] <= 'z' && low != "i" && low != "v" && low != "x" {
		return int(low[0]-'a') + 1, true
	}
	n, ok = romans[low]
	return n, ok
}

// IsNumbering reports whether a piece is what numbers a section or a footnote: "7.10", "4", "¹".
func IsNumbering(s string) bool {
	for _, r := range s {
		if !unicode.IsDigit(r) && r != '.' && !strings.ContainsRune("⁰¹²³⁴⁵⁶⁷⁸⁹*†", r) {
			return false
		}
	}
	return s != "" && !strings.HasPrefix(s, ".")
}

// IsFigure reports whether a word is a number, or stands for one that is missing.
func IsFigure(word []rune) bool {
	digits, letters := 0, 0
	for _, r := range word {
		switch {
		case unicode.IsDigit(r):
			digits++
		case unicode.IsLetter(r):
			letters++
		}
	}
	switch {
	case digits > 0:
		return letters <= 2 && digits >= letters
	case letters == 0 && len(word) <= 2:
		return true
	case len(word) > len("n.a."):
		return false
	}
	s := strings.ToLower(string(word))
	return s == "n/a" || s == "n.a." || s == "x"
}

func IsLetterOrDigit(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
