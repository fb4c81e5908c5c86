package claims

import (
	"strings"
	"unicode"
)

// Numbers that are a part of what a rule is called.

// numbered reports whether a standard is named by its number: ISO 14040, IEC 62474.
func (r *reading) numbered() bool {
	for i, w := range r.words[:max(len(r.words)-1, 0)] {
		switch r.text[w.start:w.end] {
		case "ISO", "IEC", "EN", "DIN", "ISAE", "SA", "OHSAS", "ASTM", "PAS", "ESRS":
			if next := r.words[i+1].low; unicode.IsDigit(rune(next[0])) && len(next) > 1 || next == "iso" || next == "en" {
				return true
			}
		}
	}
	return false
}

// yearOfRegulation reports whether the year belongs to the number of a regulation: (EU) 2020/852, 2019/2088.
func (r *reading) yearOfRegulation(w word) bool {
	if rest := r.text[w.end:]; len(rest) > 3 && rest[0] == '/' && strings.Trim(rest[1:4], "0123456789") == "" {
		return true
	}
	return w.start > 4 && r.text[w.start-1] == '/' && isYear(r.text[w.start-5:w.start-1])
}
