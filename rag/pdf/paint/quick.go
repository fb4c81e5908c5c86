package paint

import (
	"math"
	"strings"
)

// Nearly all of an SVG is glyphs, and MuPDF writes nearly all of these in one way: text, outline, matrix and perhaps a
// colour, in this order. That way is read here, at once; what is written in any other is left to use, which reads the same.

const (
	quickText   = `<use data-text="`
	quickRef    = `" xlink:href="#font_`
	quickMatrix = `" transform="`
	quickFill   = ` fill="`
)

// quick reads a glyph at the start of s and puts it on the page. ok is false if what stands there is anything else, and then
// nothing was done.
func (p *painter) quick(s string) (rest string, ok bool, err error) {
	if s != "" && s[0] == '\n' {
		s = s[1:]
	}
	if s, ok = strings.CutPrefix(s, quickText); !ok {
		return "", false, nil
	}
	u := used{written: true, opacity: 1}
	text, s, ok := quoted(s)
	if !ok {
		return "", false, nil
	}
	if s, ok = strings.CutPrefix(s, quickRef); !ok {
		return "", false, nil
	}
	if u.key, s, ok = quickKey(s); !ok {
		return "", false, nil
	}
	if s, ok = strings.CutPrefix(s, quickMatrix); !ok {
		return "", false, nil
	}
	turn, s, ok := quoted(s)
	if !ok || len(s) < 3 {
		return "", false, nil
	}
	s = s[1:] // the quote
	if after, filled := strings.CutPrefix(s, quickFill); filled {
		if len(after) < 9 || after[7] != '"' {
			return "", false, nil
		}
		if u.ink, u.filled = parseColor(after[:7]); !u.filled {
			return "", false, nil
		}
		s = after[8:]
	}
	if rest, ok = strings.CutPrefix(s, "/>"); !ok {
		return "", false, nil
	}
	if p.top().into == toNowhere {
		return rest, true, nil
	}
	u.text = decode(text)
	if u.m, ok = p.turns.read(turn); !ok {
		return rest, true, nil // it has no place
	}
	return rest, true, p.put(&u)
}

// quoted is what stands before the next quote, which stays.
func quoted(s string) (value, rest string, ok bool) {
	const short = 8
	for i := 0; i < len(s) && i < short; i++ {
		if s[i] == '"' {
			return s[:i], s[i:], true
		}
	}
	i := strings.IndexByte(s, '"')
	if i < 0 {
		return "", "", false
	}
	return s[:i], s[i:], true
}

// quickKey reads what is behind "font_", as letterOf does, up to a quote.
func quickKey(s string) (k letterKey, rest string, ok bool) {
	parts := [2]int32{}
	part, digits := 0, 0
	for i := range len(s) {
		switch d := hexDigit(s[i]); {
		case d < 16:
			if digits++; digits > 7 {
				return k, "", false
			}
			parts[part] = (parts[part]<<4 | int32(d)) & math.MaxInt32
		case s[i] == '_' && part == 0:
			part, digits = 1, 0
		case s[i] == '"' && part == 1:
			return letterKey{parts[0], parts[1]}, s[i:], true
		default:
			return k, "", false
		}
	}
	return k, "", false
}
