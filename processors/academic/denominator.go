package academic

import (
	"strings"
	"unicode"
)

// denominator is what an intensity is measured against: a unit, and a product where the unit alone does not say
// what is made.
type denominator struct {
	unit    string
	product string
	other   string // a word that could make it another thing: "recycled"
}

// units by the words that reports use for them, longer ones first.
var denominatorUnits = []struct{ words, unit string }{
	{"barrels of oil equivalent", "boe"}, {"barrel of oil equivalent", "boe"}, {"boe", "boe"},
	{"revenue passenger kilometres", "rpk"}, {"revenue passenger kilometre", "rpk"}, {"revenue passenger kilometers", "rpk"},
	{"revenue passenger kilometer", "rpk"}, {"passenger kilometres", "rpk"}, {"passenger kilometre", "rpk"},
	{"passenger kilometers", "rpk"}, {"passenger kilometer", "rpk"}, {"rpk", "rpk"},
	{"barrels", "barrel"}, {"barrel", "barrel"}, {"bbl", "barrel"},
	{"full time equivalents", "employee"}, {"full time equivalent", "employee"}, {"ftes", "employee"}, {"fte", "employee"},
	{"employees", "employee"}, {"employee", "employee"},
	{"metric tonnes", "t"}, {"metric tonne", "t"}, {"metric tons", "t"}, {"metric ton", "t"},
	{"tonnes", "t"}, {"tonne", "t"}, {"tons", "t"}, {"ton", "t"}, {"t", "t"},
}

// products by their words; others are not known here.
var products = map[string]string{
	"steel": "steel", "cement": "cement", "clinker": "clinker", "ammonia": "ammonia", "aluminium": "aluminium", "aluminum": "aluminium",
}

// Words that leave a product what it is.
var plain = map[string]bool{
	"of": true, "the": true, "a": true, "an": true, "each": true, "our": true, "produced": true, "product": true, "sold": true,
	"crude": true, "liquid": true, "raw": true, "primary": true, "it": true,
}

func readDenominator(per string) denominator {
	words := strings.FieldsFunc(strings.ToLower(per), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	text := " " + strings.Join(words, " ") + " "
	var d denominator
	for _, u := range denominatorUnits {
		if strings.HasPrefix(text, " "+u.words+" ") {
			d.unit = u.unit
			text = strings.TrimPrefix(text, " "+u.words)
			break
		}
	}
	for _, w := range strings.Fields(text) {
		switch product, known := products[w]; {
		case known && d.product == "":
			d.product = product
		case !plain[w]:
			d.other = w
		}
	}
	return d
}

// holds reports whether something measured against p can be held against a figure measured against d.
func (d denominator) holds(p denominator) bool {
	return d.unit != "" && d == p && p.other == ""
}
