package quantity

import (
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
)

// otherGas names the greenhouse gases beside CO2. None of them can be measured as a mass of CO2: as their own mass, or as CO2
// equivalent.
const otherGas = `(?:methane|CH\s?[4₄]|nitrous\s+oxide|N\s?[2₂]O|hydrofluorocarbons?|HFCs?|perfluorocarbons?|PFCs?|` +
	`sulphur\s+hexafluoride|sulfur\s+hexafluoride|SF\s?[6₆]|nitrogen\s+trifluoride|NF\s?[3₃])`

var (
	gasAtStart = pattern.Compile(`(?i)^\W*(` + otherGas + `)(?:\s*\([^()]{1,24}\))?(?:\s+(?:emissions?|emitted|losses|leakage|leaks|slip))?\b`)
	// gasBehind is a gas that a figure is an amount of: "4,000 tonnes CO2 of methane". What is done with the gas may well make CO2.
	gasBehind   = pattern.Compile(`(?i)^\s*(?:of\s+|\()(` + otherGas + `)\b`)
	gasConsumed = pattern.Compile(`(?i)^\W*(?:combustion|flaring|flared|burn(?:ing|ed|t)|oxidation|oxidi[sz]ed|incineration|destr\w+|` +
		`captur\w+|recover\w+|utili[sz]ation|use|fuel|fired|reform\w+|pyrolysis|slip\s+oxidation|\+|and\b|&)`)
	// gasBefore is a gas whose emissions a figure states: "Methane emissions fell to 4,000 tonnes CO2".
	gasBefore = pattern.Compile(`(?i)(?:^|[^\w/+&-])(` + otherGas + (`)(?:\s*\([^()]{1,24}\))?\s+` +
		`(?:emissions?|losses|leakage|leaks|releases?|slip)(?:\s+(?:in|for|during|at|from|across)\s+[^,;:()%]{1,60}?)??\s*,?\s*`) +
		(`(?:was|were|is|are|has\s+been|have\s+been|amount(?:ed|s|ing)\s+to|total(?:l?ed|s|l?ing)?|(?:stood|stands|standing)\s+at|came\s+to|` +
			`reach(?:ed|es|ing)|equal(?:l?ed|s)|of|by|(?:increased|decreased|rose|fell|declined|grew|dropped)` +
			`(?:\s+(?:slightly|significantly|further))?(?:\s+(?:to|by))|(?:was|were)\s+reduced\s+(?:to|by)|:|=)`) +
		`\s+(?:(?:about|around|approximately|roughly|some|nearly|almost|only|just|over|more\s+than|less\s+than|up\s+to|a\s+total\s+of|an\s+estimated|ca\.)\s+)?$`)
	gasJoined  = pattern.Compile(`(?i)(?:\b(?:CO\s?[2₂]|carbon\s+dioxide)\s*(?:,|/|and|&|\+)\s*|\b(?:and|or|&|\+|/)\s*)$`)
	equivalent = pattern.Compile(`(?i)equivalen|CO\s?[2₂]\s?-?e|\bGWP\b|warming\s+potential`)
)

// GasOf is the greenhouse gas other than CO2 of which the figure at from..to of a sentence is an amount, as written; empty if there
// is none, several, or the sentence speaks of equivalents.
func GasOf(sentence string, from, to int) string {
	if equivalent.MatchString(sentence) {
		return ""
	}
	if m := gasBehind.FindStringSubmatch(sentence[to:]); m != nil && !gasConsumed.MatchString(sentence[to+len(m[0]):]) {
		return m[1]
	}
	before := sentence[:from]
	if m := gasBefore.FindStringSubmatchIndex(before); m != nil && !gasJoined.MatchString(before[:m[2]]) {
		return before[m[2]:m[3]]
	}
	return ""
}

// GasAtStart is the greenhouse gas other than CO2 that a label begins with, as written: "CH4 emissions". A label that also names CO2
// or speaks of equivalents, or of what becomes of the gas, has none.
func GasAtStart(label string) string {
	m := gasAtStart.FindStringSubmatch(label)
	if m == nil || equivalent.MatchString(label) || gasConsumed.MatchString(label[len(m[0]):]) || strings.Contains(strings.ToLower(label[len(m[0]):]), "co2") {
		return ""
	}
	return m[1]
}
