package events

import (
	"regexp"
	"slices"
	"strings"
)

// presupposed stands before an amount that a sentence takes for known: of our 3,000 employees it says something else than how many they are. So
// does a part that stands before its whole.
var presupposed = regexp.MustCompile(`(?i)(?:\b(?:the|our|its|their|all|these|those|both)(?:\s+\p{L}+)?|` +
	`(?:[\d%]|\bper\s+cent|\bpercent|\bhalf|\b(?:third|quarter|fifth|tenth)s?|` +
	`\bin\s+(?:two|three|four|five|six|seven|eight|nine|ten|twenty|a\s+hundred))\s+of)\s+$`)

// levelled stands before an amount that a sentence gives although "the" leads to it: the total was 300, the highest 300.
var levelled = regexp.MustCompile(`(?i)\b(?:the|its|our|their)\s+(?:total|sum|figure|number|amount|level|result|share|rate)\s+$`)

// subject is an amount in a definite subject of which something else is said, and said is the verb that says it: our emissions of 300 t were verified.
var (
	subject = regexp.MustCompile(`^(?:The|Our|Its|Their|These|Those)\s(?:\S+\s+){1,4}(?:of\s+|\()$`)
	verbs   = regexp.MustCompile(`\b(?:was|were|is|are|has|have|had|can|will)\b`)
)

// measuring are the kinds of statements that assert amounts. What else a sentence may be about, as who has looked at an amount, where it is found
// or how it was worked out, is not borne out by its sum.
var measuring = []string{"", "level", "change", "share", "price", "target", "outlook", "event"}

// Asserted are the amounts that a claim asserts, as it prints them: not those that it takes for known and says something else of. Of a row all are.
func (c *Claim) Asserted() []string {
	if c.Source == "table" {
		return slices.Clone(c.Entities.Figures)
	}
	if !slices.Contains(measuring, c.Entities.Kind) {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(c.Entities.Figures), func(figure string) bool {
		before, behind, found := strings.Cut(c.Text, figure)
		if found && subject.MatchString(before) && !verbs.MatchString(before) && verbs.MatchString(behind) {
			return true
		}
		return found && presupposed.MatchString(before) && !levelled.MatchString(before)
	})
}

// SameDigits reports whether two figures are printed with the same digits, however they are parted.
func SameDigits(a, b string) bool { return significant(a) == significant(b) }
