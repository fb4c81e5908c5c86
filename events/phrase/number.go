package phrase

import (
	"math/big"
	"regexp"
	"strconv"
	"strings"
)

// aYear is a bare number that may be one, and is not parted.
var aYear = regexp.MustCompile(`^(?:19|20)\d\d$`)

var leading = regexp.MustCompile(`^([-+]?)(\d+)(?:\.(\d+))?(.*)$`)

// units are printed forms of units that are written as one word in data.
var units = strings.NewReplacer("tCO2e", "t CO2e", "ktCO2e", "kt CO2e", "MtCO2e", "Mt CO2e", "tCO2", "t CO2", "eMWh", "eMWh")

// scaled is a currency behind its amount with the scale behind that, as data have them.
var scaled = regexp.MustCompile(`^ (EUR|USD|GBP|CHF|JPY|CNY|INR|IDR|AUD|CAD|SEK|NOK|DKK|PLN|[€$£]) ((?:thousand|million|billion|thsd|bn|k|m)\b.*)$`)

// power is a power of ten as data have it.
var power = regexp.MustCompile(`(by )?10\^(-?)(\d+)`)

// plainPowers writes powers of ten as people say them: "off by 10^3" is off by a factor of 1,000.
func plainPowers(s string) string {
	return power.ReplaceAllStringFunc(s, func(found string) string {
		m := power.FindStringSubmatch(found)
		places, err := strconv.Atoi(m[3])
		switch {
		case err != nil || places > 18:
			return found
		case m[1] != "":
			return "by a factor of " + Amount("1"+strings.Repeat("0", places))
		case m[2] != "":
			return "0." + strings.Repeat("0", max(0, places-1)) + "1"
		}
		return Amount("1" + strings.Repeat("0", places) + " ")
	})
}

// Plain writes a text of data as people do: thousands set apart, powers of ten as numbers, units as they are printed.
func Plain(s string) string { return Grouped(units.Replace(plainPowers(s))) }

// measured is an amount with its unit in the middle of a text.
var measured = regexp.MustCompile(`\b\d{4,}(?:\.\d+)? (?:k?t|Mt|kg|[kMG]Wh|[TG]J|m3|m³|km2|km²|ha|EUR|USD|GBP|CHF|tonnes|hours|employees|people)\b`)

// Units writes powers of ten as numbers, units as they are printed and amounts with their units in groups, and leaves all else: in the words of
// others a long number without a unit may be the name of something.
func Units(s string) string {
	return measured.ReplaceAllStringFunc(units.Replace(plainPowers(s)), func(found string) string { return Grouped(found) })
}

// Amount prints a decimal with its unit for people: "1926100 tCO2e" as "1,926,100 t CO2e" and "1184 EUR million" as "EUR 1,184 million". What
// does not begin with a decimal stays as it is.
func Amount(s string) string {
	m := leading.FindStringSubmatch(strings.TrimSpace(s))
	if m == nil {
		return strings.TrimSpace(s)
	}
	whole, fraction := m[2], m[3]
	if len(whole) > 3 && !(m[4] == "" && fraction == "" && aYear.MatchString(whole)) {
		for i := len(whole) - 3; i > 0; i -= 3 {
			whole = whole[:i] + "," + whole[i:]
		}
	}
	if fraction != "" {
		whole += "." + fraction
	}
	if of := scaled.FindStringSubmatch(m[4]); of != nil {
		return of[1] + " " + m[1] + whole + " " + of[2]
	}
	return strings.TrimRight(m[1]+whole+units.Replace(m[4]), " ")
}

// Large prints an amount as Amount does, one of ten million and more in millions where no digit is lost by that: "483.188 million t CO2e".
func Large(s string) string {
	m := leading.FindStringSubmatch(strings.TrimSpace(s))
	if m == nil || m[3] != "" || len(m[2]) < 8 || !strings.HasSuffix(m[2], "000") || scaled.MatchString(m[4]) {
		return Amount(s)
	}
	whole, part := m[2][:len(m[2])-6], strings.TrimRight(m[2][len(m[2])-6:], "0")
	return Amount(m[1] + strings.TrimRight(whole+"."+part, ".") + " million" + m[4])
}

// number splits a decimal from its unit.
func number(s string) (value *big.Rat, places int, unit string, ok bool) {
	m := leading.FindStringSubmatch(strings.TrimSpace(s))
	if m == nil {
		return nil, 0, "", false
	}
	text := m[1] + m[2]
	if m[3] != "" {
		text += "." + m[3]
	}
	value, ok = new(big.Rat).SetString(text)
	return value, len(m[3]), strings.TrimSpace(m[4]), ok
}

// asPrecise prints a computed amount with one place more than the stated one has, unless that would hide the difference
// between the two.
func asPrecise(computed, stated string) string {
	c, places, unit, ok := number(computed)
	s, of, _, known := number(stated)
	if !ok || !known || places <= of+1 {
		return Amount(computed)
	}
	text := c.FloatString(of + 1)
	if short, _ := new(big.Rat).SetString(text); short.Cmp(s) == 0 {
		return Amount(computed)
	}
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return Amount(strings.TrimSpace(text + " " + unit))
}

// roughly prints a computed amount with one place more than the stated one has, or nothing where that is the same.
func roughly(computed, stated string) string {
	c, _, unit, ok := number(computed)
	s, places, _, known := number(stated)
	if !ok || !known {
		return Amount(computed)
	}
	text := c.FloatString(places + 1)
	if r, _ := new(big.Rat).SetString(text); r.Cmp(s) == 0 {
		return ""
	}
	text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	return Amount(strings.TrimSpace(text + " " + unit))
}

// slip says what kind of misprint would explain that one figure stands in place of another: the point or a separator in
// the wrong place, or two digits exchanged. Anything else it leaves unexplained.
func slip(stated, computed string) string {
	s, _, _, ok := number(stated)
	c, _, _, known := number(computed)
	if !ok || !known || s.Sign() == 0 || c.Sign() == 0 {
		return ""
	}
	ratio := new(big.Rat).Quo(c, s)
	if off := new(big.Rat).Add(ratio, big.NewRat(1, 1)); off.Abs(off).Cmp(big.NewRat(1, 100)) <= 0 {
		return "the sign is the wrong way round"
	}
	for _, power := range []int64{10, 100, 1000, 1_000_000} {
		for _, r := range []*big.Rat{big.NewRat(power, 1), big.NewRat(1, power)} {
			off := new(big.Rat).Sub(new(big.Rat).Quo(ratio, r), big.NewRat(1, 1))
			if off.Abs(off).Cmp(big.NewRat(1, 1000)) <= 0 {
				return "probably the decimal point or a unit is out of place"
			}
		}
	}
	if exchanged(digits(stated), digits(computed)) {
		return "two digits are exchanged"
	}
	return ""
}

func digits(s string) string {
	m := leading.FindStringSubmatch(strings.TrimSpace(s))
	if m == nil {
		return ""
	}
	return strings.TrimRight(m[2]+m[3], "0")
}

// exchanged reports whether two runs of digits differ only in two neighbours that have changed places. Short runs do so
// by chance.
func exchanged(a, b string) bool {
	if len(a) != len(b) || len(a) < 4 {
		return false
	}
	for i := range len(a) - 1 {
		if a[i] != b[i] {
			return a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
		}
	}
	return false
}
