package quantity

import (
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/rag/pattern"
)

// Dimension is what a unit measures. Only figures of one dimension may be compared.
type Dimension string

// The closed set of dimensions.
const (
	Count     Dimension = "count"     // no unit
	Percent   Dimension = "percent"   // of something
	Points    Dimension = "points"    // percentage points
	Emissions Dimension = "emissions" // mass of CO2 equivalent
	CarbonGas Dimension = "co2"       // mass of CO2, not said to be equivalent
	Mass      Dimension = "mass"
	Energy    Dimension = "energy"
	Power     Dimension = "power"
	Volume    Dimension = "volume"
	Area      Dimension = "area"
	Money     Dimension = "money" // compare symbols too: currencies do not convert
)

// Unit is a unit of measurement. Factor converts to the base unit of its dimension: t CO2e, t, GJ, MW, m3,
// ha, the currency.
type Unit struct {
	Symbol    string
	Dimension Dimension
	Factor    *apd.Decimal
}

// Comparable says whether figures in two units can be added and compared.
func (u Unit) Comparable(o Unit) bool {
	return u.Dimension == o.Dimension && (u.Dimension != Money || u.Symbol == o.Symbol)
}

// Base is the symbol of the unit that Factor converts to.
func (u Unit) Base() string {
	switch u.Dimension {
	case Percent:
		return "%"
	case Points:
		return "percentage points"
	case Emissions:
		return "tCO2e"
	case CarbonGas:
		return "tCO2"
	case Mass:
		return "t"
	case Energy:
		return "GJ"
	case Power:
		return "MW"
	case Volume:
		return "m3"
	case Area:
		return "ha"
	case Money:
		return u.Symbol
	}
	return ""
}

var one = apd.New(1, 0)

// None is the unit of a plain number.
var None = Unit{Dimension: Count, Factor: one}

// Upper and lower case differ where the SI does: Mt is a million tonnes, MT the American metric ton.
var (
	massUnit = pattern.Compile(`^(?:(?i:metric\s+)?(?:(?i:(kilo|mega|giga))\s?)?-?(?i:tonnen|tonnes?|tons?)|(?i:metric\s+t\b)|` +
		`(?i:(kilo)?gram(?:me)?s?)|(kt|Kt|KT|Mt|MMT|Gt|MT|mt|t|kg|Kg|KG|g))`)
	// gas follows a mass: "t CO2e", "tonnes of carbon dioxide equivalent", "tCO2-eq."
	gas = pattern.Compile(`^[\s\-]*(?:(?i:of)\s+)?(?:CO\s?[2₂]|co[2₂]|(?i:carbon[\s-]+dioxide))` +
		`(\s?[-‐]?\s?(?:\((?:(?i:equivalents?)|eq\b\.?|e\b)\)|(?:(?i:equivalents?)|eq\b\.?|e\b)))?`)
)

type currency struct{ sign, code string }

// currencies by the signs and codes that stand before or after an amount; longer ones first.
var currencies = []currency{
	{"US$", "USD"}, {"HK$", "HKD"}, {"C$", "CAD"}, {"A$", "AUD"}, {"S$", "SGD"}, {"R$", "BRL"}, {"NT$", "TWD"}, {"NZ$", "NZD"}, {"$", "USD"},
	{"€", "EUR"}, {"£", "GBP"}, {"¥", "JPY"}, {"₹", "INR"}, {"₩", "KRW"}, {"Rp", "IDR"}, {"RM", "MYR"}, {"₱", "PHP"}, {"฿", "THB"}, {"₺", "TRY"},
	{"EUR", "EUR"}, {"USD", "USD"}, {"GBP", "GBP"}, {"CHF", "CHF"}, {"JPY", "JPY"}, {"CAD", "CAD"}, {"AUD", "AUD"}, {"SGD", "SGD"},
	{"HKD", "HKD"}, {"CNY", "CNY"}, {"RMB", "CNY"}, {"INR", "INR"}, {"IDR", "IDR"}, {"KRW", "KRW"}, {"BRL", "BRL"},
	{"SEK", "SEK"}, {"NOK", "NOK"}, {"DKK", "DKK"}, {"ZAR", "ZAR"}, {"PLN", "PLN"},
	{"MYR", "MYR"}, {"PHP", "PHP"}, {"THB", "THB"}, {"VND", "VND"}, {"TWD", "TWD"}, {"NZD", "NZD"}, {"MXN", "MXN"}, {"CZK", "CZK"},
	{"HUF", "HUF"}, {"AED", "AED"}, {"TRY", "TRY"}, {"₦", "NGN"}, {"NGN", "NGN"}, {"₪", "ILS"}, {"ILS", "ILS"}, {"₫", "VND"}, {"₴", "UAH"},
	{"UAH", "UAH"}, {"₽", "RUB"}, {"RUB", "RUB"}, {"KES", "KES"}, {"EGP", "EGP"}, {"GHS", "GHS"}, {"MAD", "MAD"}, {"ARS", "ARS"}, {"CLP", "CLP"},
	{"COP", "COP"}, {"PEN", "PEN"}, {"SAR", "SAR"}, {"QAR", "QAR"}, {"KWD", "KWD"}, {"OMR", "OMR"}, {"BHD", "BHD"}, {"RON", "RON"}, {"BGN", "BGN"},
	{"ISK", "ISK"}, {"PKR", "PKR"}, {"BDT", "BDT"}, {"LKR", "LKR"}, {"KZT", "KZT"},
	{"Rs.", "Rs"}, {"Rs", "Rs"}, // rupees: of which country is not said
}

// The units by their first byte, in order, and the currencies by their first and their last.
var (
	symbolsBy      = byFirst(vocabulary.signs, false)
	wordsBy        = byFirst(vocabulary.words, true)
	currenciesBy   = byByte(func(sign string) byte { return sign[0] })
	currenciesLast = byByte(func(sign string) byte { return sign[len(sign)-1] })
)

func byByte(of func(sign string) byte) (out [256][]currency) {
	for _, c := range currencies {
		out[of(c.sign)] = append(out[of(c.sign)], c)
	}
	return out
}

func byFirst(all []written, anyCase bool) (out [256][]written) {
	for _, u := range all {
		c := u.text[0]
		out[c] = append(out[c], u)
		if upper := c - 'a' + 'A'; anyCase && c >= 'a' && c <= 'z' {
			out[upper] = append(out[upper], u)
		}
	}
	return out
}

// readUnit reads the unit that text begins with; length 0 says there is none.
func readUnit(text string) (Unit, int) {
	if text == "" {
		return None, 0
	}
	if u, n := readMass(text); n > 0 {
		for _, w := range wordsBy[text[0]] { // "tonnes of oil equivalent" is no mass
			if len(w.text) > n && spelled(text, w.text) > 0 && ends(text, len(w.text)) {
				return w.unit, len(w.text)
			}
		}
		return u, n
	}
	for _, s := range symbolsBy[text[0]] {
		if strings.HasPrefix(text, s.text) && (s.text == "%" || ends(text, len(s.text))) {
			return s.unit, len(s.text)
		}
	}
	for _, w := range wordsBy[text[0]] {
		if n := spelled(text, w.text); n > 0 && ends(text, n) {
			return w.unit, n
		}
	}
	if code, n := readCurrency(text); n > 0 {
		return Unit{code, Money, one}, n
	}
	return None, 0
}

// readMass reads a mass and the gas it is of.
func readMass(text string) (Unit, int) {
	var m []string
	if begins(text, "mMkKgGtT-") {
		m = massUnit.FindStringSubmatch(text)
	}
	if m == nil {
		if !begins(text, " \t\n\f\r-oOcC") {
			return None, 0
		}
		if g := gas.FindStringSubmatch(text); g != nil && g[1] != "" && ends(text, len(g[0])) {
			return Unit{"CO2e", Emissions, one}, len(g[0]) // "2.3 million CO2e": the mass is left out
		}
		return None, 0
	}
	prefix, factor := "t", one
	switch {
	case strings.EqualFold(m[1], "kilo"), strings.EqualFold(m[3], "kt"):
		prefix, factor = "kt", apd.New(1, 3)
	case strings.EqualFold(m[1], "mega"), m[3] == "Mt", m[3] == "MMT":
		prefix, factor = "Mt", apd.New(1, 6)
	case strings.EqualFold(m[1], "giga"), m[3] == "Gt":
		prefix, factor = "Gt", apd.New(1, 9)
	case strings.EqualFold(m[3], "kg"), strings.EqualFold(m[2], "kilo"):
		prefix, factor = "kg", apd.New(1, -3)
	case m[3] == "g", strings.HasPrefix(strings.ToLower(m[0]), "gram"):
		prefix, factor = "g", apd.New(1, -6)
	}
	rest := text[len(m[0]):]
	if g := gas.FindStringSubmatch(rest); g != nil && ends(rest, len(g[0])) {
		if g[1] != "" {
			return Unit{prefix + "CO2e", Emissions, factor}, len(m[0]) + len(g[0])
		}
		return Unit{prefix + "CO2", CarbonGas, factor}, len(m[0]) + len(g[0])
	}
	if !ends(text, len(m[0])) {
		return None, 0
	}
	return Unit{prefix, Mass, factor}, len(m[0])
}

func readCurrency(text string) (code string, n int) {
	if text == "" {
		return "", 0
	}
	for _, c := range currenciesBy[text[0]] {
		if strings.HasPrefix(text, c.sign) && (c.sign[len(c.sign)-1] < 'A' || c.sign[0] > 'z' || ends(text, len(c.sign))) {
			return c.code, len(c.sign)
		}
	}
	return "", 0
}

// spelled compares case-insensitively, white space and hyphens in text standing for each other.
func spelled(text, word string) int {
	i := 0
	for _, w := range []byte(word) {
		if i >= len(text) {
			return 0
		}
		c := text[i]
		switch {
		case w == ' ':
			if c != ' ' && c != '\n' && c != '-' && c != '\t' {
				return 0
			}
		case c != w && (c < 'A' || c > 'Z' || c+'a'-'A' != w):
			return 0
		}
		i++
	}
	return i
}

// ends says that no letter or digit follows position n.
func ends(text string, n int) bool {
	if n >= len(text) {
		return true
	}
	c := text[n]
	return !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0xC3 && c <= 0xC9)
}

// Counted is the symbol with the multiple in which amounts of money are counted, which no symbol of a currency has: "EUR million".
func (u Unit) Counted() string {
	if u.Dimension == Money && u.Factor != nil {
		for _, m := range []struct {
			exponent int32
			name     string
		}{{3, "thousand"}, {6, "million"}, {9, "billion"}, {12, "trillion"}} {
			if u.Factor.Cmp(apd.New(1, m.exponent)) == 0 {
				return u.Symbol + " " + m.name
			}
		}
	}
	return u.Symbol
}
