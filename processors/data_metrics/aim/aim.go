// Package aim reads what a target for emissions states of itself, sentence by sentence: of which kind it is, which
// scopes it covers, from which base year, how far, by when, and against what. What it does not state is listed, not
// guessed: the paragraphs on targets (S2.33 to S2.36) ask for most of it. It judges nothing and is a function of the text.
package aim

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts/prose"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// The kinds of target.
const (
	Absolute  = "absolute"
	Intensity = "intensity"
	NetZero   = "net_zero"
	Neutral   = "neutral" // of carbon or climate: offsets may make it so
)

var (
	netZero   = pattern.Compile(`(?i)\bnet[\s-]?zero\b`)
	neutral   = pattern.Compile(`(?i)\b(?:carbon|climate|GHG)[\s-]neutral(?:ity)?\b`)
	emissions = pattern.Compile(`(?i)\bemissions?\b|\b(?:carbon|climate)\s+footprint\b`)
	falls     = pattern.Compile(`(?i)\b(?:reduc\w+|cut(?:ting|s)?|decreas\w+|lower\w*|halv\w+|half|fall(?:s|ing)?|drop|shrink|less|fewer)\b`)
	intensity = pattern.Compile(`(?i)\bintensit(?:y|ies)\b|\bper\s+(?:(?:tonne|ton|unit|employee|m2|m²|MWh|passenger|product|square)\b[^.,;]{0,40}|` +
		`(?:EUR|USD|€|\$)[^.,;]{0,30}|revenue)`)
	per      = pattern.Compile(`(?i)\bper\s+([A-Za-z€$][A-Za-z0-9€$²\- ]{0,40})`)
	covers   = pattern.Compile(`(?i)\b(?:covers?|covering)\s+([^.;]{3,80})`)
	offsets  = pattern.Compile(`(?i)\b(?:offset\w*|carbon\s+credits?|removals?|neutrali[sz]e\w*)\b`)
	residual = pattern.Compile(`(?i)\bresidual\b|\bremaining\s+emissions\b`)
	achieved = pattern.Compile(`(?i)\b(?:achieved|reached|have\s+(?:already\s+)?(?:reduced|cut)|has\s+(?:already\s+)?(?:fallen|decreased)|was|were)\b`)
	end      = pattern.Compile(`(?i)\b(?:goes|going|relative|compared|against|versus|from|by)\b.*$`)
)

// Between names the first and the last year of a change.
var Between = pattern.Compile(`(?i)\bfrom\s+(20\d{2}|199\d)\s+to\s+(20\d{2})\b|\bbetween\s+(20\d{2}|199\d)\s+and\s+(20\d{2})\b`)

// ScopeLabel names scopes: "Scope 1 and 2".
var ScopeLabel = pattern.Compile(`(?i)\bscopes?\s*([123](?:\s*(?:,|and|&|\+|/)\s*(?:and\s+)?(?:scopes?\s*)?[123])*)\b`)

// shortHorizon is how many years a near-term target has at most, counted from the report.
const shortHorizon = 10

// Read lists the targets of a text. period is the year of the report, 0 where it is not known.
func Read(text string, period int) []events.TargetFields {
	var out []events.TargetFields
	page := document.Page{Text: text}
	for _, s := range page.Sentences() {
		if t, ok := read(s.Text, period); ok {
			out = append(out, t)
		}
	}
	return out
}

// read reads one sentence: it has to name one year that is to come, and either a state or how far emissions are to fall.
func read(text string, period int) (events.TargetFields, bool) {
	t := events.TargetFields{Scopes: []int{}, Missing: []string{}}
	by := sheet.UntilYear.FindAllStringSubmatch(text, -1)
	over := Between.FindStringSubmatch(text)
	switch {
	case achieved.MatchString(text):
		return t, false
	case over != nil && len(by) == 0 && sheet.HasGone(text):
		return t, false
	case over != nil && len(by) == 0:
		t.BaseYear, t.TargetYear = year(over[1]+over[3]), year(over[2]+over[4])
	case len(by) == 1:
		t.TargetYear = sheet.YearNumber(by[0][1])
	default:
		return t, false
	}
	if period > 0 && t.TargetYear <= period {
		return t, false
	}
	var percent []quantity.Quantity
	figures := quantity.Find(text, quantity.Detect(text, quantity.Point))
	for _, q := range figures {
		if q.Unit.Dimension == quantity.Percent && !q.Range && q.Value.Sign() > 0 {
			percent = append(percent, q)
		}
	}
	if q, ok := prose.Halves(text, figures); ok {
		percent = append(percent, q)
	}
	switch {
	case netZero.MatchString(text):
		t.Kind = NetZero
	case neutral.MatchString(text):
		t.Kind = Neutral
	case !falls.MatchString(text) || !emissions.MatchString(text) || len(percent) != 1:
		return t, false
	case intensity.MatchString(text):
		t.Kind = Intensity
	default:
		t.Kind = Absolute
	}
	if len(percent) == 1 {
		t.Percent = quantity.Print(percent[0].Value, 12)
	}
	if t.BaseYear == 0 {
		var of quantity.Quantity
		if len(percent) == 1 {
			of = percent[0]
		}
		t.BaseYear = sheet.BaseYear(text, figures, of)
	}
	details(&t, text)
	if t.BaseYear > 0 && period > t.BaseYear {
		t.BaseYearAge = period - t.BaseYear
	}
	if period > 0 {
		t.Horizon = "near_term"
		if t.TargetYear-period > shortHorizon {
			t.Horizon = "long_term"
		}
	}
	t.Missing = missing(t)
	return t, true
}

// details reads what a target's sentence says beside how far and by when.
func details(t *events.TargetFields, text string) {
	for _, label := range ScopeLabel.FindAllString(text, -1) {
		for _, r := range label {
			if n := int(r - '0'); n >= 1 && n <= 3 && !slices.Contains(t.Scopes, n) {
				t.Scopes = append(t.Scopes, n)
			}
		}
	}
	slices.Sort(t.Scopes)
	if m := per.FindStringSubmatch(text); m != nil && t.Kind == Intensity {
		t.Denominator = clip(end.ReplaceAllString(m[1], ""))
	}
	if m := covers.FindStringSubmatch(text); m != nil {
		t.Coverage = clip(m[1])
	}
	t.Offsets, t.Residual = offsets.MatchString(text), residual.MatchString(text)
}

// missing lists what a reader would want to know of such a target and is not told in its sentence.
func missing(t events.TargetFields) []string {
	out := []string{}
	for _, f := range []struct {
		lacks bool
		what  string
	}{
		{t.BaseYear == 0 && t.Kind != Neutral, "the base year"},
		{len(t.Scopes) == 0, "which scopes it covers"},
		{t.Percent == "" && t.Kind == NetZero, "how far emissions themselves are to fall"},
		{t.Percent == "" && (t.Kind == Absolute || t.Kind == Intensity), "how far emissions are to fall"},
		{t.Denominator == "" && t.Kind == Intensity, "what the intensity is measured against"},
		{!t.Offsets && !t.Residual && (t.Kind == NetZero || t.Kind == Neutral), "what is to be done about the emissions that remain"},
	} {
		if f.lacks {
			out = append(out, f.what)
		}
	}
	return out
}

// oldBase is the age in years from which on a reader is told that a base year is old: recognised criteria ask for one
// that speaks of the company as it is.
const oldBase = 10

// Notes are what is said to people of targets: kinds, and base years that are old. Neither is a fault.
func Notes(all []events.TargetFields) []string {
	var out []string
	for _, t := range all {
		if t.BaseYearAge >= oldBase {
			out = append(out, fmt.Sprintf("The base year %d of the target for %d is %d years before the report: part of the fall may lie behind it.",
				t.BaseYear, t.TargetYear, t.BaseYearAge))
		}
	}
	return out
}

func year(s string) int {
	n, _ := strconv.Atoi(s) // the patterns let only four digits through
	return n
}

// clip is words without the spaces at their ends.
func clip(s string) string {
	for len(s) > 0 && (s[len(s)-1] == ' ' || s[len(s)-1] == ',') {
		s = s[:len(s)-1]
	}
	return s
}
