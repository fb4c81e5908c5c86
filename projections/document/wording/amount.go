package wording

import (
	"strings"

	"github.com/sibyl-project/sibyl/events/phrase"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// Amount is an amount with its unit, as a table has it, the way people write it: "20" of "1,000 gigajoule" are "20 thousand gigajoules".
func Amount(value, unit string) string {
	unit = strings.Join(strings.Fields(unit), " ")
	return phrase.Amount(strings.TrimSpace(written(value, " "+unit)))
}

var (
	// scaledBy is by how much a heading says that its figures are to be multiplied, behind a figure.
	scaledBy = pattern.Compile(`^ (?:[Ii]n )?(?:(1[,. ]?000[,. ]?000|[Mm]io\b\.?|[Mm]illions?\b)|(1[,. ]?000|'000|[Tt]sd\b\.?|[Tt]hsd\b\.?|[Tt]housands?\b)|` +
		`([Mm]rd\b\.?|[Bb]illions?\b))`)
	inHead   = pattern.Compile(`^ [Ii]n `)
	currency = pattern.Compile(`^ (US\$|[€$£]|EUR|USD|GBP|CHF|JPY|CNY|INR|IDR|AUD|CAD|SEK|NOK|DKK|PLN)(?:$|[\s.,;:)(])`)
	// counting is how a heading says that figures count something, which says nothing behind one.
	counting = pattern.Compile(`^ (?:[Nn]o\.|[Nn]umber|#)(?:$|([ ,;)]))(?: ?\(in ([a-z]+)\))?`)
	// gas is a mass with the gas right behind it.
	gas  = pattern.Compile(`^ (kt|Mt|Gt|kg|g|t)(CO2|CO₂)`)
	per  = pattern.Compile(`\bper (\p{Ll}[\p{Ll}\d]*)\b`)
	mios = pattern.Compile(`\bper mio\b\.?`)
)

// written is what follows on a figure, a unit first, as people write it.
func written(value, text string) string {
	if m := counting.FindStringSubmatch(text); m != nil && !digitNext(text[len(m[0]):]) {
		if m[2] != "" {
			return value + " " + strings.TrimSuffix(m[2], "s") + text[len(m[0]):]
		}
		return value + m[1] + text[len(m[0]):]
	}
	scale := ""
	if m := scaledBy.FindStringSubmatch(text); m != nil {
		switch {
		case m[1] != "":
			scale = " million"
		case m[2] != "":
			scale = " thousand"
		default:
			scale = " billion"
		}
		text = text[len(m[0]):]
		if c := currency.FindStringSubmatch(text); c != nil {
			return c[1] + " " + value + scale + text[1+len(c[1]):]
		}
	} else if inHead.MatchString(text) {
		text = text[len(" in"):]
	}
	if m := gas.FindStringSubmatch(text); m != nil {
		text = " " + m[1] + " " + m[2] + text[len(m[0]):]
	}
	if strings.HasPrefix(text, " ") && (value != "1" || scale != "") {
		if plural, n := quantity.Spelled(text[1:]); n > 0 {
			text = " " + plural + text[1+n:]
		}
	}
	return value + scale + denominators(text)
}

func digitNext(text string) bool {
	text = strings.TrimLeft(text, " ")
	return text != "" && text[0] >= '0' && text[0] <= '9'
}

// denominators are written with the signs that units have: what is measured against one is kept in lower case.
func denominators(text string) string {
	return per.ReplaceAllStringFunc(mios.ReplaceAllString(text, "per million"), func(found string) string {
		of := strings.TrimPrefix(found, "per ")
		if u, ok := quantity.PerUnit(of); ok && strings.EqualFold(u.Symbol, of) {
			return "per " + u.Symbol
		}
		return found
	})
}

// ofATable is a figure with what follows on it where a table's heading stands there for its unit.
// A number behind a word of its own, as "Scope 1", is a name and no amount.
var ofATable = pattern.Compile(`(\b(?:\p{Lu}\p{L}*|categor(?:y|ies)|pages?|scopes?|notes?|p\.|and)\s+)?(\d[\d.,]*)` +
	`( (?:[Ii]n )?(?:1[,.]000(?:[,.]000)?|'000|Mio\b\.?|Mrd\b\.?|Tsd\b\.?|Thousands?|Millions?|Billions?|No\.(?:[;,)]| [\p{L}(]|$)|Number|` +
	`\p{Lu}\p{Ll}{3,})(?:[^\d;:.]*))`)

var year = pattern.Compile(`^(?:19|20)\d\d$`)

// Measures writes the amounts of a text that has them as tables do the way people write them.
func Measures(text string) string {
	return ofATable.ReplaceAllStringFunc(text, func(found string) string {
		m := ofATable.FindStringSubmatch(found)
		if m[1] != "" || year.MatchString(m[2]) {
			return found
		}
		return written(m[2], m[3])
	})
}

// inText is the unit of an amount in the middle of a text, with the gas right behind it.
var inText = pattern.Compile(`(\d) (kt|Mt|Gt|kg|g|t)(CO2|CO₂)`)

// signs writes the units of a text with the signs that they have.
func signs(text string) string { return denominators(inText.ReplaceAllString(text, "$1 $2 $3")) }
