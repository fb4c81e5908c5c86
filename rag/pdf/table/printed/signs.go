package printed

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// signs is what stands before the digits of a figure.
type signs struct {
	negative bool
	currency string
}

// cutSigns takes off what stands before the digits of a figure: signs and currencies, in any order. Two signs of
// negative figures make none.
func cutSigns(s string) (before signs, rest string, ok bool) {
	for range 4 {
		s = strings.TrimLeft(s, " \u00a0\u202f")
		r, n := utf8.DecodeRuneInString(s)
		switch {
		case isMinus(r):
			if before.negative {
				return before, s, false
			}
			before.negative, s = true, s[n:]
		case strings.ContainsRune("+±~≈<>≤≥∅→", r):
			s = s[n:]
		case strings.HasPrefix(s, "ca.") || strings.HasPrefix(s, "c."):
			s = s[strings.IndexByte(s, '.')+1:]
		default:
			code := currencyAt(s)
			if code == "" || before.currency != "" {
				return before, s, true
			}
			before.currency, s = code, s[len(code):]
		}
	}
	return before, s, true
}

// isMinus reports whether a sign makes a figure negative: a minus, or a dash or hyphen that stands for it.
func isMinus(r rune) bool {
	switch r {
	case '-', '−', '–', '—', '‐', '‑':
		return true
	}
	return false
}

var currencies = []string{
	"US$", "HK$", "C$", "A$", "S$", "R$", "€", "$", "£", "¥", "₹", "₩", "Rp.", "Rp",
	"EUR", "USD", "GBP", "CHF", "JPY", "IDR", "INR", "CNY", "RMB", "SGD",
}

func currencyAt(s string) string {
	if s == "" || !strings.ContainsRune("UHCASRE€$£¥₹₩GJIC", rune(s[0])) && s[0] < 0x80 {
		return ""
	}
	for _, c := range currencies {
		if strings.HasPrefix(s, c) {
			rest := s[len(c):]
			r, _ := utf8.DecodeRuneInString(rest)
			if r >= '0' && r <= '9' || strings.ContainsRune(" \u00a0-–−(", r) {
				return c
			}
		}
	}
	return ""
}

// Spaced says that a space stands between two pieces of text with that gap, in font sizes. Digits with wide
// sides (a 1 among figures of one width) need more of a gap to be two numbers.
func Spaced(before, after string, gap float64) bool {
	if gap < 0.2 && after != "" && endsInDigit(before) && (after[0] >= '0' && after[0] <= '9' || after[0] == ',' || after[0] == '.') {
		return false
	}
	return gap > 0.12
}

func endsInDigit(s string) bool {
	if s == "" {
		return false
	}
	c := s[len(s)-1]
	return c >= '0' && c <= '9' || c == '.' || c == ','
}

// Enumerate says that texts count on by one.
func Enumerate(texts []string) bool {
	last := -1
	for _, s := range texts {
		n := strings.Trim(s, "() ")
		v, err := strconv.Atoi(n)
		if err != nil || v > 60 || last >= 0 && v != last+1 && s[0] != '(' || last >= v {
			return false
		}
		last = v
	}
	return len(texts) > 2 || len(texts) == 2 && texts[0][0] == '('
}
