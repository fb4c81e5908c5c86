package table

import (
	"strings"
	"unicode/utf8"
)

const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹"

// foldSuperscript writes raised digits as plain ones.
func foldSuperscript(s string) string {
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

// raiseDigit writes an exponent.
func raiseDigit(s string) string {
	switch s {
	case "2":
		return "²"
	case "3":
		return "³"
	}
	return s
}

// isExponent says that a raised 2 or 3 belongs to the unit before it: m², km³.
func isExponent(before, raised string) bool {
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

// cutMark cuts a footnote mark off the end of a word: total*, revenue†, Scope 3¹.
func cutMark(word string) (text, mark string) {
	end := len(word)
	for end > 0 {
		r, n := utf8.DecodeLastRuneInString(word[:end])
		if !strings.ContainsRune("*†‡§", r) && !strings.ContainsRune("⁰¹⁴⁵⁶⁷⁸⁹", r) &&
			!(strings.ContainsRune("²³", r) && !isExponent(word[:end-n], foldSuperscript(string(r)))) {
			break
		}
		end -= n
	}
	if end == 0 || end == len(word) {
		return word, ""
	}
	return word[:end], word[end:]
}
