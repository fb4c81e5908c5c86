package quantity

import "strings"

// reading is a figure as plain digits in each format; empty where it is impossible.
type reading struct{ point, comma string }

// readings reads a token that is one figure without sign.
func readings(token string) reading {
	if len(token) > 1 && (token[0] == '.' || token[0] == ',') && digit(token[1]) { // ".5"
		r := readingsOf("0" + token)
		if token[0] == '.' {
			return reading{point: r.point}
		}
		return reading{comma: r.comma}
	}
	if token == "" || !digit(token[0]) {
		return reading{}
	}
	return readingsOf(token)
}

// readingsOf reads a token that begins with a digit.
func readingsOf(token string) reading {
	if digits, ok := indian(token); ok {
		return reading{point: digits}
	}
	if parts := strings.Split(token, " "); len(parts) > 1 {
		if !grouped(append(parts[:len(parts)-1:len(parts)-1], parts[len(parts)-1][:min(3, len(parts[len(parts)-1]))])) {
			return reading{}
		}
		token = strings.Join(parts, "\u00a0")
	}
	var r reading
	if num, n, ok := scanNumber(token, Point); ok && n == len(token) && !(num.sure && num.format == Comma) {
		r.point = num.digits
	}
	if num, n, ok := scanNumber(token, Comma); ok && n == len(token) && !(num.sure && num.format == Point) {
		r.comma = num.digits
	}
	return r
}

// indian reads lakhs and crores: 12,34,567.8.
func indian(token string) (digits string, ok bool) {
	whole, fraction, has := strings.Cut(token, ".")
	parts := strings.Split(whole, ",")
	last := len(parts) - 1
	if last < 2 || len(token) > maxDigits || len(parts[0]) == 0 || len(parts[0]) > 2 || len(parts[last]) != 3 {
		return "", false
	}
	for _, p := range parts[1:last] {
		if len(p) != 2 {
			return "", false
		}
	}
	digits = strings.Join(parts, "")
	if has {
		digits += "." + fraction
	}
	for _, c := range strings.Replace(digits, ".", "", 1) {
		if c < '0' || c > '9' {
			return "", false
		}
	}
	return digits, !has || fraction != ""
}

// Normalise reads a token that is one figure without sign as a plain decimal, in format f if that is
// possible, else in the only possible way (forced); ok is false if it is no figure.
func Normalise(token string, f Format) (digits string, forced, ok bool) {
	r := readings(token)
	this, that := r.point, r.comma
	if f == Comma {
		this, that = that, this
	}
	if this == "" {
		this, forced = that, true
	}
	return trimZeros(this), forced && this != "", this != ""
}

// trimZeros drops zeros in front that say nothing: 007 is 7, 0.5 stays.
func trimZeros(digits string) string {
	for len(digits) > 1 && digits[0] == '0' && digits[1] != '.' {
		digits = digits[1:]
	}
	return digits
}
