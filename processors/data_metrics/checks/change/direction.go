package change

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	fellFrom = pattern.Compile(`(?i)\b(?:` + sheet.FallVerbs + `)` + sheet.Slightly + `,?\s+from\s+` + sheet.Hedges + `$`)
	roseFrom = pattern.Compile(`(?i)\b(?:` + sheet.RiseVerbs + `)` + sheet.Slightly + `,?\s+from\s+` + sheet.Hedges + `$`)
	fellTo   = pattern.Compile(`(?i)\b(?:` + sheet.FallVerbs + `)` + sheet.Slightly + `\s+to\s+` + sheet.Hedges + `$`)
	roseTo   = pattern.Compile(`(?i)\b(?:` + sheet.RiseVerbs + `)` + sheet.Slightly + `\s+to\s+` + sheet.Hedges + `$`)
)

// before leads in brackets to the figure of the year before: "52.0 % (FY2023: 37.0 %)".
var before = pattern.Compile(`(?i)^\s*\((?:in\s+)?(?:previous year|prior year|last year|(?:fiscal\s+(?:year\s+)?|FY\s?)?(?:19|` +
	`20)?\d{2}(?:[/–-]\d{2,4})?)\s*:\s*$`)

var ranks = pattern.Compile(`(?i)\b(?:rank|ranked|ranking|place|position|level|grade|rating|class|band|top|index|list|league)s?\b`)

// counted ends in a subject of which there are so many, before a movement: "Recordable injuries increased from".
var counted = pattern.Compile(`(?i)\b\p{L}{3,}s\s+(?:(?:with|of|in|at)\s+[\p{L} -]{3,40}?\s+)?(?:has\s+|have\s+)?(?:` +
	sheet.FallVerbs + `|` + sheet.RiseVerbs + `)` + sheet.Slightly + `,?\s+from\s+$`)

// directions reads "fell from A to B" and "fell to B (2023: A)" with nothing between the words and the figures that could be the
// subject of another verb.
func directions(s *sheet.Sheet) (hold []sheet.Finding, wrong []sheet.Utterance) {
	styles := map[int]quantity.Format{}
	s.EachSentence(func(page int, text string) {
		if len(hold)+len(wrong) >= mostDirections {
			return
		}
		if !strings.ContainsAny(text, "0123456789") {
			return
		}
		style, known := styles[page]
		if !known {
			style = quantity.Detect(s.Options.Document.Pages[page-1].Text, quantity.Point)
			styles[page] = style
		}
		all := quantity.Find(text, quantity.Detect(text, style))
		all = slices.DeleteFunc(all, func(q quantity.Quantity) bool { return q.Year })
		for i := 0; i+1 < len(all); i++ {
			a, b := all[i], all[i+1]
			fell, ok := wentFrom(text, a, b)
			dated := !ok
			if !ok {
				if fell, ok = movedOverYears(text, a, b); !ok {
					if fell, ok = wentTo(text, a, b); !ok {
						continue
					}
					a, b = b, a
				}
			}
			c, ok := goesOneWay(page, text, a, b, fell, dated)
			f := sheet.Finding{Check: c, Page: page}
			switch {
			case ok && c.Result == events.CheckFail: // the sentence contradicts itself
				wrong = append(wrong, sheet.Utterance{Finding: f, Words: text, Said: strings.TrimSpace(b.Text), Alone: true})
			case ok:
				hold = append(hold, f)
			}
		}
	})
	return hold, wrong
}

// mostDirections bounds how many movements of a report are told.
const mostDirections = 200

// wentFrom reports whether two figures are the ends of a movement, and whether it is one down: "fell from A to B".
func wentFrom(text string, a, b quantity.Quantity) (fell, ok bool) {
	if better, of := betterFrom(text[:a.Start]); of && sheet.ThenTo.MatchString(text[a.End:b.Start]) {
		return better, true
	}
	if m := movedOf.FindStringSubmatch(text[:a.Start]); m != nil && sheet.ThenTo.MatchString(text[a.End:b.Start]) {
		return fallCue.MatchString(m[1]), true
	}
	fell = fellFrom.MatchString(text[:a.Start])
	return fell, (fell || roseFrom.MatchString(text[:a.Start])) && sheet.ThenTo.MatchString(text[a.End:b.Start])
}

// upFrom leads from an amount to the one before it: "87 tonnes went to landfill, down from", "37 % of them – increased from".
var upFrom = pattern.Compile(`(?i)^[^.;:,()\d%]{0,90}(?:,|\s[–—-]|\s\()\s*(up|down|increased|decreased|reduced|risen|fallen)\s+from\s+(?:the\s+)?` +
	sheet.Hedges + `$`)

// ofAYear says right behind a number that it is the amount of a year, and so no day or place: "down from 99 in FY2023".
var ofAYear = pattern.Compile(`(?i)^\s+(?:(?:in|at\s+the\s+end\s+of)\s+(?:the\s+)?(?:fiscal\s+(?:year\s+)?|FY\s?)?(?:19|20)\d\d\b|(?:in\s+)?` +
	`(?:the\s+)?(?:last|previous|prior)\s+(?:fiscal\s+|financial\s+)?year\b|a\s+year\s+(?:ago|earlier|before)\b)`)

// movedIt reads what somebody did to a thing: "we increased the number of sites from", and its years "in 2022 to" and "in 2023".
var (
	movedIt = pattern.Compile(`(?i)\b(increased|expanded|grew|reduced|cut|lowered|decreased)\s+(?:the|our|its|their)\s+[^.;:,()\d%]{3,60}?,?\s+from\s+` +
		sheet.Hedges + `$`)
	inAYear = pattern.Compile(`(?i)^\s+\(?in\s+(?:fiscal\s+(?:year\s+)?|FY\s?)?((?:19|20)\d\d)\b`)
)

// movedOverYears reports whether somebody is said to have moved a thing from one figure to another, each of a year, the later one behind.
func movedOverYears(text string, a, b quantity.Quantity) (fell, ok bool) {
	m := movedIt.FindStringSubmatch(text[:a.Start])
	if m == nil || ranks.MatchString(m[0]) || !sheet.ThenTo.MatchString(text[a.End:b.Start]) {
		return false, false
	}
	then, now := inAYear.FindStringSubmatch(text[a.End:]), inAYear.FindStringSubmatch(text[b.End:])
	return sheet.Falls.MatchString(m[1]), then != nil && now != nil && then[1] < now[1]
}

// movedOf reads "an increase of Scope 1 and 2 emissions, from".
var movedOf = pattern.Compile(`(?i)\b(increase|rise|growth|decrease|reduction|decline|drop|fall)\s+(?:of|in)\s+(?:the\s+|` +
	`our\s+)?[^.;:,%()]{3,60},?\s+from\s+` + sheet.Hedges + `$`)

// gotBetter reads "the injury rate improved from" and "to": of what is the better the less there is of it, that is a fall.
var gotBetter = pattern.Compile(`(?i)\b(?:emissions?|intensity|injur\w+|accidents?|waste|footprint|leak\w*|spills?|fatalit\w+)\b[^.;,:]{0,40}?\s` +
	`(improved|worsened|deteriorated)` + sheet.Slightly + `,?\s+(?:from|to)\s+` + sheet.Hedges + `$`)

// turned are words that make more of such a thing the better one.
var turned = pattern.Compile(`(?i)\b(?:avoided|reduction|reduced|saved|savings?|recycl\w*|recover\w*|diver\w+|free|removals?)\b`)

func betterFrom(text string) (better, ok bool) {
	m := gotBetter.FindStringSubmatch(text)
	if m == nil || turned.MatchString(text) {
		return false, false
	}
	return strings.EqualFold(m[1], "improved"), true
}

// wentTo reports the same of "fell to A (2023: B)".
func wentTo(text string, a, b quantity.Quantity) (fell, ok bool) {
	if m := upFrom.FindStringSubmatch(text[a.End:b.Start]); m != nil && (a.Unit.Dimension != quantity.Count || ofAYear.MatchString(text[b.End:])) {
		return strings.EqualFold(m[1], "down") || sheet.Falls.MatchString(m[1]), !ranks.MatchString(text) // a number alone may be a day
	}
	fell = fellTo.MatchString(text[:a.Start])
	between := text[a.End:b.Start]
	return fell, (fell || roseTo.MatchString(text[:a.Start])) && (before.MatchString(between) || cameFrom.MatchString(between))
}

// cameFrom leads from where something went to to where it came from: "to 12.4 kg per tonne from".
var cameFrom = pattern.Compile(`(?i)^[^.;:,()\d%]{0,40}%?,?\s+from\s+(?:the\s+)?` + sheet.Hedges + `$`)

// goesOneWay holds the words of a movement against its figures. A figure without a unit has that of the other; two without one are
// amounts if they are printed as such or the year of one is said, and no places of a list.
func goesOneWay(page int, text string, a, b quantity.Quantity, fell, dated bool) (c events.Check, ok bool) {
	if a.Unit.Dimension == quantity.Count && b.Unit.Dimension != quantity.Count && a.Scale == nil {
		a.Unit, a.Per = b.Unit, b.Per
		if b.Scale != nil {
			a.Value, a.Half = quantity.Mul(a.Value, b.Scale), quantity.Mul(a.Half, b.Scale)
		}
	}
	if a.Range || b.Range || !a.Comparable(b) || a.Per != b.Per || a.Value.Sign() < 0 || b.Value.Sign() < 0 || mayBeMore(a, b, fell) {
		return c, false
	}
	first := min(a.Start, b.Start)
	dated = dated || len(compare.DigitsIn(a.Number)) > 1 && len(compare.DigitsIn(b.Number)) > 1 && counted.MatchString(text[:first])
	if a.Unit.Dimension == quantity.Count && (!dated && (a.Value.Exponent >= 0 || b.Value.Exponent >= 0) || ranks.MatchString(text)) {
		return c, false
	}
	words, figures := "a rise", "rise"
	if fell {
		words = "a fall"
	}
	change := quantity.Sub(b.Base(), a.Base())
	if change.Sign() < 0 {
		figures = "fall"
	}
	c = events.Check{
		Result: events.CheckPass, Severity: "info", Expected: figures, Stated: words, Message: "The words and the figures go one way.",
		Inputs: []events.CheckInput{{Label: "from", Value: compare.Show(a.Value), Unit: a.Unit.Symbol, Page: page},
			{Label: "to", Value: compare.Show(b.Value), Unit: b.Unit.Symbol, Page: page}},
		Working: fmt.Sprintf("%s - %s = %s %s", compare.Show(b.Base()), compare.Show(a.Base()), compare.Show(change), a.Unit.Base()),
	}
	whole := a.Unit.Dimension == quantity.Count && a.Value.Exponent >= 0 && b.Value.Exponent >= 0 && !change.IsZero() // 12 is not 11, rounded
	if (whole || !a.Interval().Overlaps(b.Interval())) && fell == (change.Sign() > 0) {
		c.Result, c.Severity = events.CheckFail, "critical"
		c.Message = fmt.Sprintf("The words speak of %s, the figures %s: %s after %s.", words, figures, strings.TrimSpace(b.Text), strings.TrimSpace(a.Text))
	}
	return c, true
}

// mayBeMore reports whether a figure is only said to be at least or at most so much, and what it may be goes with the words.
func mayBeMore(then, now quantity.Quantity, fell bool) bool {
	if fell {
		return then.Bound == quantity.AtLeast || now.Bound == quantity.AtMost
	}
	return then.Bound == quantity.AtMost || now.Bound == quantity.AtLeast
}

// byAndTo reads "Total waste fell by 3.5 % to 391,600 tonnes": a subject, the verb, and one percentage before one amount.
var byAndTo = pattern.Compile(`(?i)^(.{3,80}?)\s+(` + sheet.FallVerbs + `|` + sheet.RiseVerbs + `)\s+by\s+` + sheet.Hedges + `$`)
