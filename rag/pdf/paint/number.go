package paint

import (
	"regexp"
	"strconv"
	"strings"
)

var powers = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15}

// number reads a decimal number at the start of s and returns how many bytes it took, 0 if there is
// none. It is several times faster than strconv, exact to far below a hundredth of a point, and takes
// numbers that follow each other without a space (".5.25", "1-2") as MuPDF writes them.
func number(s string) (v float64, n int) {
	// Nearly all numbers are a few digits, perhaps with a point among them.
	const short = 15 // digits that a float holds exactly
	i, negative := 0, false
	if i < len(s) && s[i] == '-' {
		negative = true
		i++
	}
	var mantissa uint64
	begin := i
	for ; i < len(s) && s[i]-'0' < 10; i++ {
		mantissa = 10*mantissa + uint64(s[i]-'0')
	}
	digits, shift := i-begin, 0
	if i < len(s) && s[i] == '.' {
		i++
		begin = i
		for ; i < len(s) && s[i]-'0' < 10; i++ {
			mantissa = 10*mantissa + uint64(s[i]-'0')
		}
		shift = i - begin
		digits += shift
	}
	if digits == 0 || digits > short || i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		return anyNumber(s)
	}
	v = float64(mantissa)
	if shift > 0 {
		v /= powers[shift]
	}
	if negative {
		v = -v
	}
	return v, i
}

var decimal = regexp.MustCompile(`^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?`)

// anyNumber is number for those with a plus sign, an exponent or many digits, too.
func anyNumber(s string) (v float64, n int) {
	token := decimal.FindString(s)
	v, _ = strconv.ParseFloat(token, 64) // 0 of nothing, infinite beyond what a float can hold
	return v, len(token)
}

// numberOf reads s as one number, 0 if it is none.
func numberOf(s string) float64 {
	v, _ := number(s)
	return v
}

// matrix reads "matrix(a,b,c,d,e,f)" and "translate(e,f)"; ok is false for anything else.
func matrix(s string) (m affine, ok bool) {
	var v [6]float64
	if len(s) > 7 && s[:7] == "matrix(" {
		if !list(s[7:], v[:]) {
			return identity, false
		}
		m = affine{v[0], v[1], v[2], v[3], v[4], v[5]}
		return m, m.finite()
	}
	if len(s) > 10 && s[:10] == "translate(" && list(s[10:], v[:2]) {
		m = affine{1, 0, 0, 1, v[0], v[1]}
		return m, m.finite()
	}
	return identity, false
}

// matrices reads one matrix after the other: glyphs that follow each other differ in their place only.
type matrices struct {
	turn string // the last one's beginning, with its first four numbers and the comma behind them
	last affine
}

// read is matrix.
func (r *matrices) read(s string) (m affine, ok bool) {
	if r.turn != "" && strings.HasPrefix(s, r.turn) {
		var place [2]float64
		if !list(s[len(r.turn):], place[:]) {
			return identity, false
		}
		m = r.last
		m.e, m.f = place[0], place[1]
		return m, m.finite()
	}
	r.turn = ""
	if m, ok = matrix(s); ok && strings.HasPrefix(s, "matrix(") {
		var v [4]float64
		if rest, _ := numbers(s[len("matrix("):], v[:]); strings.HasPrefix(rest, ",") {
			r.turn, r.last = s[:len(s)-len(rest)+1], m
		}
	}
	return m, ok
}

// list reads numbers parted by commas or spaces up to a closing parenthesis.
func list(s string, into []float64) bool {
	rest, ok := numbers(s, into)
	return ok && rest != "" && rest[0] == ')'
}

// numbers reads numbers parted by commas or spaces.
func numbers(s string, into []float64) (rest string, ok bool) {
	for i := range into {
		for s != "" && (s[0] == ',' || s[0] == ' ') {
			s = s[1:]
		}
		v, n := number(s)
		if n == 0 {
			return s, false
		}
		into[i] = v
		s = s[n:]
	}
	return s, true
}

// parseColor reads "#rrggbb".
func parseColor(s string) (Color, bool) {
	if len(s) != 7 || s[0] != '#' {
		return 0, false
	}
	c, err := strconv.ParseUint(s[1:], 16, 32)
	return Color(c), err == nil
}
