package document

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/data/matters"
	"github.com/sibyl-project/sibyl/projections/document/headline"
	"github.com/sibyl-project/sibyl/projections/document/notes"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// surelyClaimed is how likely a sentence must at least be a claim to stand for others: notes on method and halves of sentences are less so.
const surelyClaimed = 0.9

// leaning is how a sentence begins that says nothing without the one before it.
var leaning = regexp.MustCompile(`^(?:(?:In|For|Of|With|The)\s+)?(?i:` + lexicon.Alternatives("headline.referring") + `)\b`)

// formerly is how a report speaks of targets that it no longer has.
var formerly = regexp.MustCompile(`(?i)\b(?:previously|formerly|originally|(?:previous|former|original)\s+(?:target|goal|aim)s?)\b`)

// ofBefore is how a note on the figures of an earlier year begins.
var ofBefore = regexp.MustCompile(`(?i)^(?:the\s+)?(?:previous|prior)[\s-]+year`)

// mayLead reports whether a claim can stand for others: of rows those of a physical amount, since accounts are full of rows of money and people,
// of sentences those that surely say what the company does, is or wants. A share alone may be of anything: it stands for no amount of money.
func (v *view) mayLead(s subjects, c *Claim) bool {
	money := func(unit string) bool { return dimensionOf(unit) == quantity.Money }
	if s.measured(c) == matters.Money && !slices.ContainsFunc(c.Entities.Units, money) {
		return false
	}
	if onlyZero(c.Entities.Figures) || c.Source != "table" && headline.IsRate(c.Text, c.Entities.Figures) {
		return false // a form that was left empty, or a limit per something
	}
	if s.measured(c) == matters.Aim && (v.followed(c) || formerly.MatchString(c.Text)) || notes.Amends(c.Text) || ofBefore.MatchString(c.Text) {
		return false
	}
	if s.measured(c) != matters.Aim && v.past(c) {
		return false
	}
	if v.trifling(c) || s.measured(c) == matters.Aim && !v.speaksOfItself(c) { // what a law wants is said in the same words
		return false
	}
	if c.Source == "table" {
		return slices.ContainsFunc(c.Entities.Units, func(unit string) bool {
			switch dimensionOf(unit) {
			case quantity.Emissions, quantity.CarbonGas, quantity.Mass, quantity.Energy, quantity.Volume:
				return true
			}
			return false
		})
	}
	if c.Entities.Voice != "" && c.Entities.Voice != "entity" && c.Entities.Voice != "unit" {
		return false // it is said to be others'
	}
	switch c.Entities.Kind {
	case "definition", "opinion", "outlook", "pointer", "other":
		return false
	}
	first, _ := utf8.DecodeRuneInString(c.Text)
	return !unicode.IsLower(first) && !leaning.MatchString(c.Text) && (c.Entities.Claimed == 0 || c.Entities.Claimed >= surelyClaimed) // 0 in old runs
}

// past reports whether all years that a claim names are before the report's year and the one before: it is no news.
func (v *view) past(c *Claim) bool {
	years, end := 0, v.periodEnd()
	for _, p := range c.Entities.Periods {
		for _, year := range aYear.FindAllString(p, -1) {
			if n, _ := strconv.Atoi(year); n >= end-1 {
				return false
			}
			years++
		}
	}
	return years > 0 && end > 0
}

func (v *view) leadsLast(s subjects, c *Claim) int {
	if v.mayLead(s, c) {
		return 0
	}
	return 1
}

// telling says how well a claim can stand for its subject: a sentence with a figure or a promise, not a row of a table.
func (v *view) telling(c *Claim) float64 {
	weight := 0.0
	if c.Source != "table" {
		weight += 2
	}
	if c.Anchored {
		weight++
	}
	if x := v.verdicts[c.ID]; x != nil && x.InternallyConsistent != nil && *x.InternallyConsistent {
		weight += 1.5 // what adds up is a total more often than a part
	}
	if len(c.Entities.Figures) > 0 {
		weight++
	}
	if hasAmount(c) {
		weight++
	}
	if v.speaksOfItself(c) {
		weight += 1.5
	}
	if c.Entities.Commitment {
		weight += 2
	}
	if c.Entities.Aim != "" && len(c.Entities.Figures)+len(c.Entities.Periods) > 0 {
		weight += 2 // how much its emissions are to fall, which an aim for something else only helps
	}
	if c.Entities.Voice == "unit" || c.Source == "table" && strings.Contains(c.Text, "of which") {
		weight -= 2 // a part
	}
	if last, _ := utf8.DecodeLastRuneInString(c.Text); c.Source != "table" && !strings.ContainsRune(".!?)”\"", last) {
		weight -= 2 // perhaps not the whole of it
	}
	if c.Entities.EnvironmentalBenefit {
		weight++
	}
	if n := len(strings.Fields(c.Text)); n < 6 || n > 45 && c.Source != "table" {
		weight -= 2
	}
	return weight
}

// hasAmount reports whether a claim states an amount, which says more of a company than a share: that may be of anybody.
func hasAmount(c *Claim) bool {
	return slices.ContainsFunc(c.Entities.Units, func(unit string) bool { return unit != "%" })
}

// firstPerson is how a company speaks of itself without its name.
var firstPerson = regexp.MustCompile(`(?i)\b(?:we|us|our|ours|ourselves|the (?:group|company|bank|trust))\b`)

// speaksOfItself reports whether a claim names the company, or is said in its own person.
func (v *view) speaksOfItself(c *Claim) bool {
	return firstPerson.MatchString(c.Text) || v.names.Mentioned(c.Text)
}
