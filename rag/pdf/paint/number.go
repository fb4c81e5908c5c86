package paint

import "strings"

var powers = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18}

// number reads a decimal number at the start of s and returns how many bytes it took, 0 if there is
// none. It is several times faster than strconv, exact to far below a hundredth of a point, and takes
// numbers that follow each other without a space (".5.25", "1-2") as MuPDF writes them.
func number(s string) (v float64, n int) {
	// Nearly all numbers are a few digits, perhaps with a point among them.
	const short = 17 // digits that a mantissa holds in any case
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

// anyNumber is number for those with a plus sign, an exponent or many digits, too.
func anyNumber(s string) (v float64, n int) {
	i, negative := 0, false
	if i < len(s) && (s[i] == '-' || s[i] == '+') {
		negative = s[i] == '-'
		i++
	}
	var mantissa uint64
	digits, shift, dot := 0, 0, false
	for ; i < len(s); i++ {
		c := s[i]
		if c == '.' && !dot {
			dot = true
			continue
		}
		if c < '0' || c > '9' {
			break
		}
		digits++
		if mantissa < 1e17 {
			mantissa = 10*mantissa + uint64(c-'0')
			if dot {
				shift--
			}
		} else if !dot {
			shift++
		}
	}
	if digits == 0 {
		return 0, 0
	}
	if i+1 < len(s) && (s[i] == 'e' || s[i] == 'E') {
		j, sign, exponent := i+1, 1, 0
		if s[j] == '-' || s[j] == '+' {
			if s[j] == '-' {
				sign = -1
			}
			j++
		}
		if j < len(s) && s[j] >= '0' && s[j] <= '9' {
			for ; j < len(s) && s[j] >= '0' && s[j] <= '9'; j++ {
				exponent = min(10*exponent+int(s[j]-'0'), 1000)
			}
			shift += sign * exponent
			i = j
		}
	}
	v = float64(mantissa)
	for ; shift > 0; shift -= min(shift, len(powers)-1) {
		v *= powers[min(shift, len(powers)-1)]
	}
	for ; shift < 0; shift += min(-shift, len(powers)-1) {
		v /= powers[min(-shift, len(powers)-1)]
	}
	if negative {
		v = -v
	}
	return v, i
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
	var c Color
	for i := 1; i < 7; i++ {
		var d byte
		switch b := s[i]; {
		case b >= '0' && b <= '9':
			d = b - '0'
		case b >= 'a' && b <= 'f':
			d = b - 'a' + 10
		case b >= 'A' && b <= 'F':
			d = b - 'A' + 10
		default:
			return 0, false
		}
		c = c<<4 | Color(d)
	}
	return c, true
}
