package extract

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts/prose"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
)

// yearBefore reports whether the words just before or behind the figure name the year before: "(previous year: 5,791)", "up from 14 last year".
func (t *telling) yearBefore() bool {
	text := t.said.Text
	if likeBefore.MatchString(text[:t.q.Start]) {
		return false
	}
	before := parentheses.ReplaceAllString(text[t.sinceYearOfAnother():t.q.Start], " ") // what stands in brackets is of another figure
	before, after := before[max(0, len(before)-40):], text[t.q.End:min(len(text), t.q.End+30)]
	if open := strings.LastIndexAny(before, "(;"); open >= 0 {
		before = before[open:]
	}
	if end := strings.IndexAny(after, ".;()"); end >= 0 {
		after = after[:end]
	}
	return prose.YearBack.MatchString(before) || prose.YearBack.MatchString(after)
}

// sinceYearOfAnother is where the words before the figure begin that can say of which year it is: behind a figure before it with the words that name the
// year before right behind that, "from 18.0 % in the previous year to 18.6 %".
func (t *telling) sinceYearOfAnother() int {
	since := 0
	for _, o := range t.others {
		if o.End > t.q.Start {
			break
		}
		if m := backBehind.FindStringIndex(t.said.Text[o.End:t.q.Start]); m != nil {
			since = o.End + m[1]
		}
	}
	return since
}

// onPrevious are the words right behind a change which say that it counts from the year before.
var onPrevious = pattern.Compile(`(?i)^\s+(?:(?:compared|in\s+comparison)\s+(?:to|with)|on|against|versus|vs\.?|over|from)\s+(?:the\s+)?` +
	`(?:last|previous|prior|preceding)\s+(?:(?:fiscal|financial|reporting)\s+)?year\b`)

// backBehind are the words right behind a figure which say that it is of the year before.
var backBehind = pattern.Compile(`(?i)^\s+(?:\p{Ll}+\s+)?(?:in|of|for|during)\s+(?:the\s+)?` +
	`(?:last|previous|prior|preceding)\s+(?:(?:fiscal|financial|reporting)\s+)?year\b`)

// base is the year that a change or a target counts from; 0 if nothing says it.
func (t *telling) base(year int) int {
	a := t.reading.Base
	if year > 0 && t.reading.Role.Value == "change" && onPrevious.MatchString(t.said.Text[t.q.End:]) {
		return year - 1 // "by 32 % compared with the previous year and by 45 % against 2020"
	}
	if t.reading.Role.Value == "change" && onBase.MatchString(t.said.Text[t.q.End:]) {
		return t.baseNearby() // which is not the year before because no year is named
	}
	if a.Sure < sureYear {
		return 0
	}
	switch a.Value {
	case "prior":
		if year > 0 && t.reading.Role.Value == "change" {
			return year - 1
		}
		return 0
	case "unsaid":
		return 0
	case "before":
		return onlyYear(t.said.Before)
	}
	base := vocabulary.Ending(t.said.Text, vocabulary.Atoi(a.Value))
	if year > 0 && base >= year { // nothing counts from its own year, or a later one
		return t.baseNamed(year)
	}
	return base
}

// namedBase is a year that a sentence calls the one it counts from: "against 2019 levels", "from a 2020 baseline".
var namedBase = pattern.Compile(`(?i)\b(?:(?:against|versus|vs\.?|from|relative\s+to|compared\s+(?:to|with))\s+(?:an?\s+|the\s+|our\s+)?` + anyYear +
	`(?:\s+(?:base(?:line)?|levels?)\b)|\bbase(?:line)?(?:\s+year)?(?:\s+of)?[\s(:]+` + anyYear + `)`)

// baseNamed is the only year before another that the sentence calls the one it counts from; 0 if it calls none so, or several.
func (t *telling) baseNamed(before int) (base int) {
	for _, m := range namedBase.FindAllStringSubmatch(t.said.Text, -1) {
		year := vocabulary.YearIn(m[1] + m[2])
		if base != 0 && year != base {
			return 0
		}
		base = year
	}
	if base >= before {
		return 0
	}
	return base
}

var (
	// onBase are the words right behind a change which say that it counts from a base year, without saying which.
	onBase = pattern.Compile(`(?i)^\s+(?:\p{Ll}+\s+){1,4}base(?:line)?(?:[\s-]+year)?(?:\s+(?:level|value|amount|figure)s?)?\s*(?:[^\s\d(]|\p{L}+\s+[^\d]|$)`)
	// ofBase leads to an amount of a base year, without saying which.
	ofBase = pattern.Compile(`(?i)^\s*(?:(?:the|our|its)\s+)?base(?:line)?[\s-]+year\s+(?:\p{L}+\s+){0,3}` +
		`(?:is|was|were|are|of|at|stands\s+at|amount(?:s|ed)\s+to)\s+$`)
	// countedFrom is a year that a target counts from: "between 2021 and 2030".
	countedFrom = pattern.Compile(`(?i)\bbetween\s+` + anyYear + `\s+and\s+` + anyYear)
)

// baseNearby is the only year that the sentence, or those near it, call the one that they count from; 0 if there is none, or several.
func (t *telling) baseNearby() (base int) {
	for _, text := range append([]string{t.said.Text, t.said.Before}, t.said.Near...) {
		for _, re := range []*pattern.Pattern{namedBase, countedFrom} {
			for _, m := range re.FindAllStringSubmatch(text, -1) {
				year := vocabulary.YearIn(m[1])
				if re == namedBase {
					year = vocabulary.YearIn(m[1] + m[2])
				}
				if base != 0 && year != base {
					return 0
				}
				base = year
			}
		}
	}
	return base
}

// yearOver is the one year that the nearest heading of a sentence names, if the sentence names none: "2023 progress". A heading that sets something to be
// reached, or names what it counts from, says nothing of when its text is of.
func (t *telling) yearOver() int {
	heads := t.said.Headings
	if vocabulary.YearIn(t.said.Text) > 0 || t.report == 0 {
		return 0
	}
	for _, head := range slices.Backward(heads[max(0, len(heads)-2):]) {
		if y := cmp.Or(onlyYear(head), vocabulary.YearIn(fiscalShort.FindString(head))); y > 0 && y <= t.report && !aimOver.MatchString(head) {
			return y
		}
	}
	return 0
}

// aimOver are the words of a heading by which its years are not those of its text.
var aimOver = pattern.Compile(`(?i)\b(?:targets?|goals?|aims?|by|until|since|base(?:line)?|from|strateg\w+|plan|vision|roadmap|ambitions?)\b`)

// fiscalShort is a fiscal year by two digits.
var fiscalShort = pattern.Compile(`\bFY\s?['’]?\d\d\b`)

// notYet corrects the year of a sentence for a figure that it is not of: what something came from is of a year before the one that a change is told of,
// and what was reached is of no year that a plan behind it names.
func (t *telling) notYet(y int) int {
	text := t.said.Text
	if t.reading.Role.Value == "from" && y > 0 && y <= t.report && onlyYear(text) == y && movedTo.MatchString(text[t.q.End:]) {
		if eachYearly.MatchString(text) {
			return y - 1
		}
		return 0
	}
	return t.notPlanned(y)
}

// notPlanned is the report's year instead of one of a plan that follows what was reached: "cut to 66 g, and we are committed to 60 g by 2030".
func (t *telling) notPlanned(y int) int {
	text := t.said.Text
	if y > t.report && t.report > 0 && t.ofNow() && thenPlans.MatchString(text[t.q.End:]) && !plans.MatchString(text[:t.q.Start]) {
		return t.report
	}
	return y
}

var (
	// movedTo is how a sentence goes on to the figure that something came to.
	movedTo = pattern.Compile(`(?i)^[^.;,\d]{0,30}\bto\s+[^.;,\d]{0,20}\d`)
	// eachYearly is said of what is counted year by year.
	eachYearly = pattern.Compile(`(?i)\b(?:annual(?:ly)?|yearly|year[\s-]on[\s-]year)\b`)
	// plans is how something is said to be meant to come, thenPlans how a sentence goes on to that.
	plans     = pattern.Compile(planned)
	thenPlans = pattern.Compile(`(?i)^[^;]{0,80}?(?:,|;|\band\b|\bbut\b)\s+(?:[\p{L}’']+\s+){0,3}?` + planned)
)

const planned = `(?i:\b(?:committ?(?:ed|ing)?|aim(?:s|ed|ing)?|plan(?:s|ned|ning)?|wants?|will|targets?|targeting|intend(?:s|ed)?|pledged?|shall)\b)`
