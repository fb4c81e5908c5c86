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

type unitOf struct {
	word      string // lower case unless it is a symbol
	symbol    string
	dimension Dimension
	coeff     int64
	exponent  int32
}

// words are spelled units, longest first where one begins another. Symbols keep their case; words do not.
var words = []unitOf{
	{"percentage points", "pp", Points, 1, 0}, {"percentage point", "pp", Points, 1, 0}, {"p.p.", "pp", Points, 1, 0},
	{"pps", "pp", Points, 1, 0}, {"ppt", "pp", Points, 1, 0}, {"pp", "pp", Points, 1, 0},
	{"percent", "%", Percent, 1, 0}, {"per cent", "%", Percent, 1, 0}, {"pct", "%", Percent, 1, 0},

	{"kilowatt hours", "kWh", Energy, 36, -4}, {"kilowatt hour", "kWh", Energy, 36, -4},
	{"megawatt hours", "MWh", Energy, 36, -1}, {"megawatt hour", "MWh", Energy, 36, -1},
	{"gigawatt hours", "GWh", Energy, 36, 2}, {"gigawatt hour", "GWh", Energy, 36, 2},
	{"terawatt hours", "TWh", Energy, 36, 5}, {"terawatt hour", "TWh", Energy, 36, 5},
	{"joules", "J", Energy, 1, -9}, {"joule", "J", Energy, 1, -9}, {"kilojoules", "kJ", Energy, 1, -6},
	{"therms", "therm", Energy, 105505585262, -12}, {"therm", "therm", Energy, 105505585262, -12},
	{"tonnes of oil equivalent", "toe", Energy, 41868, -3}, {"tons of oil equivalent", "toe", Energy, 41868, -3},
	{"megajoules", "MJ", Energy, 1, -3}, {"gigajoules", "GJ", Energy, 1, 0}, {"terajoules", "TJ", Energy, 1, 3}, {"petajoules", "PJ", Energy, 1, 6},
	{"megajoule", "MJ", Energy, 1, -3}, {"gigajoule", "GJ", Energy, 1, 0}, {"terajoule", "TJ", Energy, 1, 3}, {"petajoule", "PJ", Energy, 1, 6},
	{"kilowatts", "kW", Power, 1, -3}, {"megawatts", "MW", Power, 1, 0}, {"gigawatts", "GW", Power, 1, 3},

	{"cubic metres", "m3", Volume, 1, 0}, {"cubic meters", "m3", Volume, 1, 0},
	{"cubic metre", "m3", Volume, 1, 0}, {"cubic meter", "m3", Volume, 1, 0},
	{"megalitres", "ML", Volume, 1, 3}, {"megaliters", "ML", Volume, 1, 3}, {"kilolitres", "kl", Volume, 1, 0}, {"kiloliters", "kl", Volume, 1, 0},
	{"litres", "l", Volume, 1, -3}, {"liters", "l", Volume, 1, -3}, {"hectolitres", "hl", Volume, 1, -1}, {"hectoliters", "hl", Volume, 1, -1},
	{"square kilometres", "km2", Area, 100, 0}, {"square kilometers", "km2", Area, 100, 0},
	{"square metres", "m2", Area, 1, -4}, {"square meters", "m2", Area, 1, -4},
	{"us gallons", "gal", Volume, 3785411784, -12}, {"gallons", "gal", Volume, 3785411784, -12}, // American; nobody reports in the other
	{"lbs", "lb", Mass, 45359237, -11}, {"lb", "lb", Mass, 45359237, -11},
	{"short tons", "short ton", Mass, 90718474, -8}, {"short ton", "short ton", Mass, 90718474, -8},
	{"ktonnes", "kt", Mass, 1, 3}, {"kilotons", "kt", Mass, 1, 3},
	{"barrels", "bbl", Volume, 158987294928, -12}, {"bbls", "bbl", Volume, 158987294928, -12}, {"cubic feet", "ft3", Volume, 28316846592, -12},
	{"kilo litres", "kl", Volume, 1, 0}, {"kilo liters", "kl", Volume, 1, 0}, {"mega litres", "ML", Volume, 1, 3},
	{"mega joules", "MJ", Energy, 1, -3}, {"giga joules", "GJ", Energy, 1, 0}, {"tera joules", "TJ", Energy, 1, 3},
	{"square feet", "ft2", Area, 9290304, -12}, {"sq. ft.", "ft2", Area, 9290304, -12},
	{"sq. ft", "ft2", Area, 9290304, -12}, {"sq ft", "ft2", Area, 9290304, -12},
	{"hectares", "ha", Area, 1, 0}, {"hectare", "ha", Area, 1, 0},
	// Headings are words between spaces, of which one with a hyphen is another.
	{"acre-feet", "acre-ft", Volume, 123348183754752, -11}, {"acre feet", "acre-ft", Volume, 123348183754752, -11},
	{"acre-foot", "acre-ft", Volume, 123348183754752, -11}, {"acre foot", "acre-ft", Volume, 123348183754752, -11},
	{"acre-ft", "acre-ft", Volume, 123348183754752, -11}, {"acre ft", "acre-ft", Volume, 123348183754752, -11},
	{"acres", "acre", Area, 40468564224, -11}, {"acre", "acre", Area, 40468564224, -11},
	{"euros", "EUR", Money, 1, 0}, {"euro", "EUR", Money, 1, 0}, {"us dollars", "USD", Money, 1, 0}, {"rupiah", "IDR", Money, 1, 0}, {"yen", "JPY", Money, 1, 0},
	{"rupees", "INR", Money, 1, 0}, {"naira", "NGN", Money, 1, 0}, {"baht", "THB", Money, 1, 0}, {"ringgit", "MYR", Money, 1, 0}, {"rand", "ZAR", Money, 1, 0},
}

var symbols = []unitOf{
	{"%", "%", Percent, 1, 0},
	{"kWh", "kWh", Energy, 36, -4}, {"KWh", "kWh", Energy, 36, -4}, {"kwh", "kWh", Energy, 36, -4}, {"KWH", "kWh", Energy, 36, -4},
	{"MWh", "MWh", Energy, 36, -1}, {"MWH", "MWh", Energy, 36, -1}, {"GWh", "GWh", Energy, 36, 2}, {"GWH", "GWh", Energy, 36, 2},
	{"TWh", "TWh", Energy, 36, 5}, {"Mwh", "MWh", Energy, 36, -1}, {"mWh", "MWh", Energy, 36, -1}, {"Gwh", "GWh", Energy, 36, 2},
	{"eMWh", "MWh", Energy, 36, -1}, {"ekWh", "kWh", Energy, 36, -4}, {"eGWh", "GWh", Energy, 36, 2},
	{"MWhe", "MWh", Energy, 36, -1}, {"GWhe", "GWh", Energy, 36, 2},
	{"MMBtu", "MMBtu", Energy, 105505585262, -11}, {"MMBTU", "MMBtu", Energy, 105505585262, -11}, {"mmbtu", "MMBtu", Energy, 105505585262, -11},
	{"toe", "toe", Energy, 41868, -3}, {"ktoe", "ktoe", Energy, 41868, 0}, {"Gcal", "Gcal", Energy, 41868, -4}, {"Wh", "Wh", Energy, 36, -7},
	{"J", "J", Energy, 1, -9}, {"kJ", "kJ", Energy, 1, -6}, {"MJ", "MJ", Energy, 1, -3},
	{"GJ", "GJ", Energy, 1, 0}, {"TJ", "TJ", Energy, 1, 3}, {"PJ", "PJ", Energy, 1, 6},
	{"kW", "kW", Power, 1, -3}, {"MWp", "MW", Power, 1, 0}, {"MW", "MW", Power, 1, 0}, {"GW", "GW", Power, 1, 3},
	{"m³", "m3", Volume, 1, 0}, {"m3", "m3", Volume, 1, 0}, {"m^3", "m3", Volume, 1, 0}, {"KL", "kl", Volume, 1, 0}, {"kL", "kl", Volume, 1, 0},
	{"hl", "hl", Volume, 1, -1},
	{"ML", "ML", Volume, 1, 3}, {"Ml", "ML", Volume, 1, 3}, {"GL", "GL", Volume, 1, 6}, {"kl", "kl", Volume, 1, 0},
	{"L", "l", Volume, 1, -3}, {"l", "l", Volume, 1, -3}, {"kgal", "kgal", Volume, 3785411784, -9}, {"bbl", "bbl", Volume, 158987294928, -12},
	{"km²", "km2", Area, 100, 0}, {"km2", "km2", Area, 100, 0}, {"m²", "m2", Area, 1, -4}, {"m2", "m2", Area, 1, -4}, {"sqm", "m2", Area, 1, -4},
	{"ft2", "ft2", Area, 9290304, -12}, {"sqft", "ft2", Area, 9290304, -12}, {"Gg", "Gg", Mass, 1, 3}, {"ha", "ha", Area, 1, 0},
}

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
	symbolsBy      = byFirst(symbols, false)
	wordsBy        = byFirst(words, true)
	currenciesBy   = byByte(func(sign string) byte { return sign[0] })
	currenciesLast = byByte(func(sign string) byte { return sign[len(sign)-1] })
)

func byByte(of func(sign string) byte) (out [256][]currency) {
	for _, c := range currencies {
		out[of(c.sign)] = append(out[of(c.sign)], c)
	}
	return out
}

func byFirst(all []unitOf, anyCase bool) (out [256][]unitOf) {
	for _, u := range all {
		c := u.word[0]
		out[c] = append(out[c], u)
		if upper := c - 'a' + 'A'; anyCase && c >= 'a' && c <= 'z' {
			out[upper] = append(out[upper], u)
		}
	}
	return out
}

// readUnit reads the unit that text begins with; length 0 says there is none.
func readUnit(text string) (Unit, int) {
	if u, n := readMass(text); n > 0 {
		return u, n
	}
	if text == "" {
		return None, 0
	}
	for _, s := range symbolsBy[text[0]] {
		if strings.HasPrefix(text, s.word) && (s.word == "%" || ends(text, len(s.word))) {
			return s.unit(), len(s.word)
		}
	}
	for _, w := range wordsBy[text[0]] {
		if n := spelled(text, w.word); n > 0 && ends(text, n) {
			return w.unit(), n
		}
	}
	if code, n := readCurrency(text); n > 0 {
		return Unit{code, Money, one}, n
	}
	return None, 0
}

func (u unitOf) unit() Unit { return Unit{u.symbol, u.dimension, apd.New(u.coeff, u.exponent)} }

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
