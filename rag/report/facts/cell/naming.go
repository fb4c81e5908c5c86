package cell

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// OnlyFigure is a heading without a letter.
var OnlyFigure = pattern.Compile(`^[\W\d]*$`)

// NamesNothing reports whether a heading is without a letter, or the code of a disclosure or principle that stands beside the names of rows: "P2",
// "GRI 305-1". H2 and the like are names.
func NamesNothing(heading string) bool {
	return OnlyFigure.MatchString(heading) || facts.IsCode(heading)
}

func backwards(s []string) []string {
	out := slices.Clone(s)
	slices.Reverse(out)
	return out
}

// Own is the innermost heading that says more than a number: "18-25" beside "Scope 1" is no name.
func (c *Cell) Own() string {
	for i := len(c.Rows) - 1; i >= 0; i-- {
		if !NamesNothing(c.Rows[i]) && (i == 0 || !OnlyPeriod.MatchString(c.Rows[i])) {
			return c.Rows[i]
		}
	}
	if n := len(c.Cols); n > 0 {
		return strings.Join(c.Cols, " ")
	}
	return c.Caption
}

// ownOrWhole is a figure's own heading, behind that of the row above where it only says which part of that it is: "of which hazardous".
func (c *Cell) ownOrWhole(own string) string {
	if i := len(c.Rows) - 2; i >= 0 && c.Rows[i+1] == own && vocabulary.BeginsPart(own) {
		return c.Rows[i] + " ; " + own
	}
	return own
}

// naming is what names a figure: its own heading or, where its column says what is measured and its row does not, that.
func (c *Cell) naming(own string, d quantity.Dimension) string {
	named, columns := own, strings.Join(c.Cols, " ; ")
	if d != quantity.Count { // a unit says which words above can name it
		named = c.ownOrWhole(own)
	}
	if c.Measured || d == quantity.Energy && len(c.Rows) > 0 && !NamesMeasure(named) && NamesMeasure(columns) {
		return columns
	}
	return named
}

// OnlyPeriod is a heading that says for what time a row is and no more: "Fiscal Year", "Sept. 30th".
var OnlyPeriod = pattern.Compile(`(?i)^\W*(?:(?:up\s+to|as\s+of|as\s+at|at|until|by)\s+)?` +
	`(?:(?:full|fiscal|financial|calendar|reporting)\s+(?:years?|periods?)|year[- ]end|annual|(?:\d{1,2}(?:st|nd|rd|th)?\W+)?` +
	`(?:jan(?:uar[iy]?)?|feb(?:ruar[iy]?)?|mar(?:ch|et)?|märz|apr(?:il)?|ma[iy]|jun[ei]?|jul[iy]?|aug(?:ust)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|` +
	`de[cz](?:ember)?)\W*(?:\d{1,2}(?:st|nd|rd|th)?)?(?:\W+\d{4})?)\W*$`)

// boundary is what the columns say beyond years, units and scopes: a region, a division, like for like.
func (c *Cell) boundary() string {
	var parts []string
	for _, col := range c.Cols {
		col = vocabulary.YearText.ReplaceAllString(" "+fiscalYear.ReplaceAllString(col, " ")+" ", " ")
		if _, err := quantity.Measures(strings.TrimSpace(col)); err == nil {
			continue
		}
		if r := narrowing(col); r != "" {
			parts = append(parts, r)
		}
	}
	return strings.Join(parts, " / ")
}

// fiscalYear is how columns write the year that a figure is of, with the month in which it ends or without: "FY25", "FY2023/24", "FY3/2025".
var fiscalYear = pattern.Compile(`(?i)\b(?:(?:FY|CY)[\s’'-]?(?:(?:0?[1-9]|1[0-2])/)?(?:(?:19[89]|20[0-6])\d|[0-6]\d)(?:[/–-]\d{2,4})?|GJ\s?20\d\d/\d{2,4})\b`)

var notNarrowing = lexicon.Set("facts.column words")

func narrowing(label string) string {
	var left []string
	for _, w := range strings.Fields(vocabulary.Rest(label, false)) {
		if !notNarrowing[strings.ToLower(w)] {
			left = append(left, w)
		}
	}
	return strings.Join(left, " ")
}

var (
	// ofTime is a label of how long something went on.
	ofTime = pattern.Compile(`(?i)^\W*(?:(?:total|number|of|the|actual|operating|working)\s+)*(?:hours|days|nights|shifts)\b`)
	// ofPeople is a label that says who, perhaps when, and nothing else.
	ofPeople = pattern.Compile(`(?i)^\W*(?:(?:total|average|number|of|the|all|our)\s+)*(?:` + lexicon.Alternatives("facts.people") +
		`)\W*(?:(?:at|on|as\s+of|by)\s[^,;]{3,30}|year[\s-]end|average)?\W*$`)
)

// CountsInGas reports whether the rows that name a figure are of no emissions although its table is of them: their own label counts time or, where other
// rows name what is emitted, people, or in a scale and nothing else, as unit has it, "Parcels, million"; none of them names what is emitted.
func CountsInGas(rows []string, unit string, named bool) bool {
	if len(rows) == 0 || GhgWord.MatchString(strings.Join(rows, " ; ")) {
		return false
	}
	own := rows[len(rows)-1]
	return ofTime.MatchString(own) || named && (scaleAlone(unit) != nil || ofPeople.MatchString(own))
}
