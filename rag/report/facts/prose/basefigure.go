package prose

import (
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// BaseFigure is an amount with its year that a target or a change counts from: "from 24,000 t CO2e in 2019", "than the 50,000 t of 2018".
type BaseFigure struct {
	Year   int
	Amount quantity.Quantity
	From   int // where its words begin in the text
}

var (
	// countedFrom leads to an amount that something counts from.
	countedFrom = pattern.Compile(`(?i)\b(?:compared\s+(?:to|with)|in\s+comparison\s+(?:to|with)|versus|vs\.?|against|relative\s+to|from|below|than)\s+` +
		`(?:(?:the|our|a|an|about|around|roughly|some|total|level|base(?:line)?|amount|figure|of)\s+){0,4}$`)
	// thatYear follows an amount and names its year.
	thatYear = pattern.Compile(`(?i)^\s*(?:[\p{L}₂]+\d?e?(?:-eq(?:uivalent)?s?)?\s+){0,4}?` +
		`(?:\(\s*|(?:in|of|for)\s+)(?:the\s+)?(?:base(?:line)?\s+)?(?:year\s+)?(?:(?:fiscal|financial)\s+(?:year\s+)?|FY\s?)?(199\d|20[0-2]\d)\b`)
	// soFar speaks of what is behind.
	soFar = pattern.Compile(`(?i)\b(?:having|after|come|came|fallen|fell|already|so\s+far)\b`)
	// thenTo goes on to what it became: the amount before is that of a change, which a target of the same sentence need not count from.
	thenTo = pattern.Compile(`(?i)^[^.;]{0,30}?\bto\s+(?:(?:about|around|some|just)\s+)?\d`)
)

// amounts are what targets are set for in amounts: a number of sites with its year is no level.
var amounts = []quantity.Dimension{quantity.Emissions, quantity.CarbonGas, quantity.Mass, quantity.Energy, quantity.Volume}

// BaseFigures are the amounts of a text that are named with their year as what something counts from. all are its figures, with their places in it.
func BaseFigures(text string, all []quantity.Quantity) (out []BaseFigure) {
	for _, q := range all {
		if !slices.Contains(amounts, q.Unit.Dimension) || q.Range || q.Value.Sign() <= 0 {
			continue
		}
		from := countedFrom.FindStringIndex(text[:q.Start])
		year := thatYear.FindStringSubmatch(text[q.End:])
		if from != nil && year != nil {
			out = append(out, BaseFigure{vocabulary.Atoi(year[1]), q, from[0]})
		}
	}
	return out
}

// AimsFrom is the amount with its year that the percentage of a target counts from: the only such amount of its sentence, in one clause with the
// percentage or at the sentence's beginning.
func AimsFrom(text string, all []quantity.Quantity, percent quantity.Quantity) (BaseFigure, bool) {
	found := BaseFigures(text, all)
	if len(found) != 1 {
		return BaseFigure{}, false
	}
	b := found[0]
	rest := text[b.Amount.End:]
	rest = rest[len(thatYear.FindString(rest)):]
	between := text[min(b.Amount.End, percent.End):max(b.From, percent.Start)]
	ahead := b.From <= percent.Start
	switch {
	case thenTo.MatchString(rest) && !ByYear.MatchString(rest[:min(len(rest), farYear)]):
		return BaseFigure{}, false
	case ahead && strings.TrimSpace(text[:b.From]) == "" && !strings.Contains(between, ". "):
		return b, true
	case strings.Contains(between, ";") || strings.Contains(between, ". ") || ownClause.MatchString(between) || soFar.MatchString(between):
		return BaseFigure{}, false
	}
	return b, true
}

// farYear is how far behind an amount that is aimed at its year may stand.
const farYear = 60

var (
	halving = pattern.Compile(`(?i)\b(?:halv(?:e|ing)|cut(?:ting)?|reduc(?:e|ing)|lower(?:ing)?)\s+(?:[\p{L}\d₂,&+'’()-]+\s+){0,9}?` +
		`(?:emissions|footprint|CO\s?[2₂]e?|scopes?\s*[123])\b`)
	byHalf   = pattern.Compile(`(?i)\bby\s+(?:a\s+|one\s+)?half\b|\bin\s+half\b`)
	halfWord = pattern.Compile(`(?i)\bhalv(?:e|ing)\b`)
	half     = apd.New(50, 0)
)

// Halves reads that emissions are to be halved as the percentage that it is; false of a text that has a percentage of its own.
func Halves(text string, all []quantity.Quantity) (quantity.Quantity, bool) {
	if percentages(all) > 0 {
		return quantity.Quantity{}, false
	}
	m := halving.FindStringIndex(text)
	if m == nil {
		return quantity.Quantity{}, false
	}
	at := halfWord.FindStringIndex(text[m[0]:m[1]])
	if at == nil {
		at = byHalf.FindStringIndex(text[m[0]:])
	}
	if at == nil {
		return quantity.Quantity{}, false
	}
	q := quantity.Quantity{
		Text: text[m[0]+at[0] : m[0]+at[1]], Number: "50", Start: m[0] + at[0], End: m[0] + at[1], Value: half, Half: quantity.Int(0),
		Unit: quantity.Unit{Symbol: "%", Dimension: quantity.Percent, Factor: quantity.Int(1)},
	}
	return q, true
}
