package target

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts/prose"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// basedAim is a dated target that says which year it counts from, wherever it stands: in a sentence, in a list, in a table of targets.
type basedAim struct {
	percent    string // without its sign, as a plain number; empty of a target that is none
	year, base int
	scope      string
	per        bool     // of an intensity
	listed     bool     // in a table
	from       string   // the base year as it is printed
	about      []string // what it is of, as stems
	short      []string // the abbreviations among its words
	words      string
	page       int
	input      events.CheckInput
}

const untilThen = `[^.;%]{0,70}?\b(?:by|until)\s+(?:the\s+end\s+of\s+)?(?:fiscal\s+(?:year\s+)?|(FY\s?))?(` + aimYears + `)\b`

// aimYears is a year, of a fiscal year with both of its halves: "2029-30".
const aimYears = `(?:20)?\d{2}(?:[/–-]\d{2})?`

var (
	// aimDated are a percentage and the year until which it is to be reached.
	aimDated = pattern.Compile(`(?i)(\d{1,3}(?:[.,]\d{1,2})?)\s?(?:%|per\s+cent)` + untilThen)
	halving  = pattern.Compile(`(?i)\bhal(?:ve|ving)\b` + untilThen)
	aimBase  = pattern.Compile(`(?i)\bbase(?:line)?(?:\s+year)?(?:\s+of|\s+is|\s+was)?\s*[:(]?\s*(?:fiscal\s+(?:year\s+)?|(FY\s?))?` +
		`((?:19|20)?\d{2}(?:[/–-]\d{2})?)\b|` +
		`\b(?:fiscal\s+(?:year\s+)?|(FY\s?))?((?:19|20)\d{2}(?:[/–-]\d{2,4})?)\s+(?:as\s+(?:the|a|our|its)\s+)?base(?:line)?\b|` +
		`\b(?:counted|measured|calculated|reckoned)\s+from\s+(?:the\s+(?:level\s+of\s+)?)?(?:fiscal\s+(?:year\s+)?|(FY\s?))?((?:19|20)\d{2}(?:[/–-]\d{2})?)\b`)
	// thenAim are a year and the percentage that is to be reached until then, aimLess a percentage less in a year.
	thenAim = pattern.Compile(`(?i)^\W*(?:by|until)\s+(?:the\s+end\s+of\s+)?(?:fiscal\s+(?:year\s+)?|` +
		`(FY\s?))?(` + aimYears + `)\b[^.;%\d]{0,90}(?:\b[123]\b[^.;%\d]{0,60}){0,3}` +
		`\b(\d{1,3}(?:[.,]\d{1,2})?)\s?(?:%|per\s+cent)`)
	aimLess = pattern.Compile(`(?i)(\d{1,3}(?:[.,]\d{1,2})?)\s?(?:%|per\s+cent)\s+(?:less|lower|below|reduction|cut)\s+in\s+(?:fiscal\s+(?:year\s+)?|` +
		`(FY\s?))?(` + aimYears + `)\b`)
	// against is the year that a reduction counts from, said without the word.
	fromYear = pattern.Compile(`(?i)\b(?:against|below|compared\s+(?:with|to)|versus|relative\s+to|than\s+in)\s+(?:the\s+year\s+|fiscal\s+(?:year\s+)?|` +
		`(FY\s?))?((?:19|20)\d{2}(?:[/–-]\d{2}\b)?|\d{2}\b)`)
	ofSomeUnit = pattern.Compile(`(?i)\bper\s+\p{L}|\bintensit`)
	aimWord    = pattern.Compile(`(?i)^(?:target|goal|base|baseli|reduct|reduce|lower|emissi|commit|absolu|scope|status|greenh|year|board|case|climat|` +
		`cent|below|less|both|agains|than|until|with|compar|versus)$`)
)

// ofThose says that a promise is of what was spoken of before.
var ofThose = pattern.Compile(`(?i)\b(?:reduc\w*|cut|cutting|lower\w*|bring|halv\w+)\s+(?:them|these|those|it)\b`)

// aims lists the dated targets with their base years.
func aims(s *sheet.Sheet) []basedAim {
	var out []basedAim
	before := ""
	s.EachSentence(func(page int, text string) {
		of := "" // what "them" are, if the sentence before names scopes
		if m := sheet.NamedScopes.FindString(before); m != "" && !sheet.NamedScopes.MatchString(text) && ofThose.MatchString(text) {
			of = vocabulary.ScopeOf(m)
		}
		before = text
		first, from := len(out), ""
		defer func() {
			for i := range out[first:] {
				out[first+i].scope, out[first+i].from = cmp.Or(out[first+i].scope, of), from
			}
		}()
		if !strings.Contains(text, "%") && !strings.Contains(text, "per cent") && !strings.Contains(text, "alv") || !strings.Contains(text, "2") {
			return // most say nothing of the kind
		}
		bases := basesSaid(text)
		down := prose.Lowering.MatchString(text) || halving.MatchString(text) || strings.ContainsAny(text, "-–−") ||
			strings.Contains(text, "minus ") || sheet.Below.MatchString(text)
		if len(bases) == 0 {
			for _, m := range fromYear.FindAllStringSubmatch(text, -1) {
				bases = append(bases, fiscalYear{m[1], m[2]})
			}
		}
		if len(bases) != 1 || !down ||
			rebased.MatchString(text) || ofAPart.MatchString(promised(text)) || len(out) >= mostPledges {
			return
		}
		base := bases[0].year()
		from = bases[0].printed()
		for _, m := range aimDated.FindAllStringSubmatch(text, -1) {
			out = append(out, aimOf(page, text, m[1], aimYear(m[2], m[3]), base))
		}
		if m := thenAim.FindStringSubmatch(text); m != nil {
			out = append(out, aimOf(page, text, m[3], aimYear(m[1], m[2]), base))
		}
		for _, m := range aimLess.FindAllStringSubmatch(text, -1) {
			out = append(out, aimOf(page, text, m[1], aimYear(m[2], m[3]), base))
		}
		for _, m := range halving.FindAllStringSubmatch(text, -1) {
			out = append(out, aimOf(page, text, "50", aimYear(m[1], m[2]), base))
		}
	})
	for _, t := range s.Tables {
		for _, row := range t.Rows {
			out = append(out, aimsOfRow(t, row)...)
		}
	}
	return slices.DeleteFunc(out, func(a basedAim) bool { return a.base == 0 || a.year <= a.base })
}

// fiscalYear is a year as it is printed, with what says that it is a fiscal one.
type fiscalYear struct{ fiscal, digits string }

func (y fiscalYear) year() int       { return aimYear(y.fiscal, y.digits) }
func (y fiscalYear) printed() string { return strings.TrimSpace(y.fiscal + y.digits) }

// basesSaid are the years that a text calls base years, or counts from, each once.
func basesSaid(text string) []fiscalYear {
	var out []fiscalYear
	for _, m := range aimBase.FindAllStringSubmatch(text, -1) {
		y := fiscalYear{m[1] + m[3] + m[5], m[2] + m[4] + m[6]}
		if !slices.ContainsFunc(out, func(o fiscalYear) bool { return o.year() == y.year() }) {
			out = append(out, y)
		}
	}
	return out
}

// promised is a sentence as far as it dates targets and says what they count from: what comes behind a comma is of something else.
func promised(text string) string {
	end := 0
	for _, p := range []*pattern.Pattern{aimDated, halving, thenAim, aimLess, aimBase, fromYear} {
		for _, m := range p.FindAllStringIndex(text, -1) {
			end = max(end, m[1])
		}
	}
	if comma := strings.IndexAny(text[end:], ",;"); comma >= 0 {
		return text[:end+comma]
	}
	return text
}

// aimYear is a year that may be written with two digits, if it is one of a fiscal year.
func aimYear(fiscal, digits string) int {
	if len(digits) == 2 && fiscal == "" {
		return 0
	}
	return vocabulary.YearIn(strings.TrimSpace(fiscal) + digits)
}

// printed is how much a target asks for.
func (a basedAim) printed() string {
	if a.percent == "" {
		return a.input.Value + " " + a.input.Unit
	}
	return a.percent + " %"
}

func aimOf(page int, text, percent string, year, base int) basedAim {
	a := basedAim{percent: plain(percent), year: year, base: base, words: sheet.Shorten(text), page: page, per: ofSomeUnit.MatchString(text)}
	a.about, a.short = aimStems(text), sheet.Abbreviation.FindAllString(text, -1)
	if m := sheet.NamedScopes.FindString(text); m != "" {
		a.scope = vocabulary.ScopeOf(m)
	}
	a.input = events.CheckInput{Label: "target: " + a.words, Value: a.percent, Unit: "%", Page: page}
	return a
}

// plain is a percentage without its sign, its comma a point and no zeros behind it.
func plain(percent string) string {
	p := strings.ReplaceAll(strings.TrimLeft(percent, "-–−+"), ",", ".")
	if strings.Contains(p, ".") {
		p = strings.TrimRight(strings.TrimRight(p, "0"), ".")
	}
	return p
}

// aimStems are the words that say what a target is of.
func aimStems(text string) []string {
	return slices.DeleteFunc(sheet.Stems(text), func(w string) bool {
		return strings.ContainsAny(w, "0123456789") || len(w) < 4 || aimWord.MatchString(w)
	})
}

// aimsOfRow reads a row of a table of targets: percentages that are targets, each with the year until which in its column or, of one alone, in
// a cell, and a cell that holds nothing but the base year.
func aimsOfRow(t *sheet.Table, row int) []basedAim {
	var goals, amounts []sheet.Entry
	year := 0
	for _, e := range t.Row(row) {
		switch {
		case e.Target && (sheet.Percent(e) || strings.HasPrefix(e.Unit, "%")):
			goals = append(goals, e)
		case yearOnly.MatchString(e.Printed) && vocabulary.YearIn(e.Printed) > 0:
			year = vocabulary.YearIn(e.Printed)
		case e.Target:
			amounts = append(amounts, e)
		}
	}
	if len(goals) == 0 {
		goals = amounts
	}
	var out []basedAim
	for _, goal := range goals {
		own := vocabulary.YearIn(strings.Join(goal.At.ColPath, " "))
		if own == 0 && len(goals) > 1 {
			return nil
		}
		if a, ok := aimOfCell(goal, cmp.Or(own, year, goal.Year)); ok {
			out = append(out, a)
		}
	}
	return out
}

func aimOfCell(goal sheet.Entry, year int) (basedAim, bool) {
	path := goal.At.RowPath
	both := false
	if n := len(path); n > 2 && yearOnly.MatchString(path[n-1]) && yearOnly.MatchString(path[n-2]) && vocabulary.YearIn(path[n-1]) == year {
		path, both = path[:n-1], true // the year until which, behind the base year
	}
	if len(path) < 2 || !yearOnly.MatchString(path[len(path)-1]) || strings.Contains(strings.ToLower(goal.Unit), " of ") {
		return basedAim{}, false
	}
	named := strings.Join(path[:len(path)-1], " ")
	a := aimOf(goal.At.Page, named, quantity.Print(quantity.Abs(goal.Quantity().Value), 4), year, vocabulary.YearIn(path[len(path)-1]))
	a.percent = plain(a.percent)
	if !sheet.Percent(goal) && !strings.HasPrefix(goal.Unit, "%") {
		if !both {
			return a, false // a year alone beside an amount may be when it was measured
		}
		a.percent, a.per = "", a.per || goal.Per != ""
	}
	a.input, a.listed, a.from = sheet.Input(goal, ""), true, strings.TrimSpace(path[len(path)-1])
	return a, true
}

var yearOnly = pattern.Compile(`(?i)^\s*(?:FY\s?)?(?:(?:19|20)\d{2}|\d{2})(?:[/–-]\d{2})?\s*$`)

// same reports whether two targets are one: so many per cent of one thing by one year.
func (a basedAim) same(b basedAim) bool {
	return a.percent != "" && a.percent == b.percent && a.year == b.year && a.scope == b.scope && a.per == b.per &&
		(a.scope != "" || sheet.SharesWord(a.about, b.about))
}

// basesDiffer finds one target - so many per cent of one thing by one year - that counts from two base years.
func basesDiffer(all []basedAim) []sheet.Finding {
	var out []sheet.Finding
	for i, a := range all {
		for _, b := range all[i+1:] {
			if !a.same(b) || a.base == b.base || a.page == b.page && a.words == b.words {
				continue
			}
			year := func(x basedAim) events.CheckInput {
				return events.CheckInput{Label: "base year", Value: cmp.Or(x.from, strconv.Itoa(x.base)), Page: x.page}
			}
			out = append(out, sheet.Finding{Check: events.Check{
				Result: events.CheckFail, Severity: "warning", Inputs: []events.CheckInput{a.input, year(a), b.input, year(b)},
				Working: fmt.Sprintf("page %d: %s %% by %d from %d; page %d: %s %% by %d from %d", a.page, a.percent, a.year, a.base, b.page, b.percent, b.year, b.base),
				Message: fmt.Sprintf("One target, %s %% by %d, counts from %d on page %d and from %d on page %d.", a.percent, a.year, a.base, a.page, b.base, b.page),
			}, Page: b.page})
			break
		}
	}
	return out
}

// withBases adds what counts from two base years to what is told of base years already, but for targets that are told of.
func withBases(s *sheet.Sheet, found []sheet.Finding) []sheet.Finding {
	if slices.ContainsFunc(found, func(f sheet.Finding) bool { return f.Result == events.CheckFail }) {
		return found
	}
	found = append(found, countedFromAnother(s)...)
	all := append(aims(s), bareAims(s)...)
	if out := oneCountsOtherwise(s, all); len(out) > 0 {
		return append(found, out...)
	}
	return append(found, basesDiffer(all)...)
}
