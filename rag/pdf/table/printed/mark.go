package printed

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹"

// FoldSuperscript writes raised digits as plain ones.
func FoldSuperscript(s string) string {
	if !strings.ContainsAny(s, superscripts) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if at := strings.IndexRune(superscripts, r); at >= 0 {
			b.WriteByte('0' + byte(utf8.RuneCountInString(superscripts[:at])))
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// RaiseDigit writes an exponent.
func RaiseDigit(s string) string {
	switch s {
	case "2":
		return "²"
	case "3":
		return "³"
	}
	return s
}

// IsExponent says that a raised 2 or 3 belongs to the unit before it: m², km³.
func IsExponent(before, raised string) bool {
	if raised != "2" && raised != "3" {
		return false
	}
	at := strings.LastIndexAny(before, " (/") + 1
	switch before[at:] {
	case "m", "km", "cm", "dm", "mm", "ft", "Nm", "M":
		return true
	}
	return false
}

// CutMark cuts a footnote mark off the end of a word: total*, revenue†, Scope 3¹.
func CutMark(word string) (text, mark string) {
	end := len(word)
	for end > 0 {
		r, n := utf8.DecodeLastRuneInString(word[:end])
		if !strings.ContainsRune("*†‡§", r) && !strings.ContainsRune("⁰¹⁴⁵⁶⁷⁸⁹", r) &&
			!(strings.ContainsRune("²³", r) && !IsExponent(word[:end-n], FoldSuperscript(string(r)))) {
			break
		}
		end -= n
	}
	if end == 0 || end == len(word) {
		return word, ""
	}
	return word[:end], word[end:]
}

// IsMark says that raised text marks a footnote rather than being part of what is said.
func IsMark(s string) bool {
	core := strings.Trim(s, "()[],. ")
	if core == "" {
		return false
	}
	for _, part := range strings.Split(core, ",") {
		n := Digits(part)
		switch {
		case n == len(part) && n > 0 && n <= 2:
		case strings.Trim(part, "*†‡§#"+superscripts) == "":
		case utf8.RuneCountInString(part) == 1 && unicode.IsLower([]rune(part)[0]):
		default:
			return false
		}
	}
	return true
}
