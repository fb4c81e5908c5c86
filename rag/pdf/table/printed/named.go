package printed

import (
	"strings"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/rag/pattern"
)

// NamedUnit is a unit that a note gives to some of a table's figures: "intensity in tonnes CO2e per petabyte".
type NamedUnit struct{ Name, Unit string }

var (
	clauses   = pattern.Compile(`\s*[,;()]\s*`)
	unitLead  = pattern.Compile(`(?i)^(?:units?\s*:\s*|all\s+(?:figures\s+)?in\s+|in\s+)`)
	ofSomeOne = pattern.Compile(`(?i)^(\p{L}[\p{L}\s-]{2,40}?)\s*(?::|\s(?:in|per)\s)\s*(.+)$`)
)

// NamedUnits reads a note that gives one unit to most figures and others to some: "thousand tonnes CO2e, intensity in tonnes CO2e per
// petabyte", "Unit: kt (production: t)". Nothing is returned where a part of the note is not understood, or where it names but one unit.
func NamedUnits(note string) (main string, some []NamedUnit) {
	if len(note) > 200 {
		return "", nil
	}
	for _, part := range clauses.Split(note, -1) {
		part = strings.Trim(part, " .")
		bare := unitLead.ReplaceAllString(part, "")
		switch m := ofSomeOne.FindStringSubmatch(part); {
		case part == "":
		case ratioOf(bare) && main == "":
			main = bare
		case m != nil && len(strings.Fields(m[1])) <= 3 && ratioOf(m[2]):
			some = append(some, NamedUnit{m[1], m[2]})
		default:
			return "", nil
		}
	}
	if main == "" || len(some) == 0 {
		return "", nil
	}
	return main, some
}

// ratioOf reports whether a text is a unit, or one per something.
func ratioOf(s string) bool {
	unit, per, _ := strings.Cut(s, " per ")
	return IsUnit(unit) && len(strings.Fields(per)) <= 3
}

// Names reports whether a heading has a word of what the unit is of.
func (u NamedUnit) Names(heading string) bool {
	words := strings.FieldsFunc(strings.ToLower(heading), notLetter)
	for _, w := range strings.FieldsFunc(strings.ToLower(u.Name), notLetter) {
		for _, h := range words {
			if utf8.RuneCountInString(w) > 3 && (h == w || strings.TrimSuffix(h, "s") == strings.TrimSuffix(w, "s")) {
				return true
			}
		}
	}
	return false
}

func notLetter(r rune) bool { return !(r == '-' || r >= 'a' && r <= 'z' || r > 127) }
