// Package method checks what a report says of how it measures emissions: standard, consolidation, warming potentials, factors, the
// method of Scope 2, and why figures were restated.
package method

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/phrase"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sums"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts"
)

// What a report says of its method stands in sentences. These checks read them, only where the report states
// emissions at all; what is not said is left open and never a failure.

var Methodology = sheet.Definition{
	Name: "methodology", Severity: "warning", Tolerance: "none",
	About: "A report of emissions names the standard that it measures by and how it consolidates.",
	Run: func(s *sheet.Sheet) []sheet.Finding {
		return stated(s, needed{
			{"a standard of measurement", measuringStandard}, {"the consolidation approach", consolidation},
		}, "The report names how it measures emissions.", "The report states emissions without %s.")
	},
}

var GWP = sheet.Definition{
	Name: "gwp", Severity: "warning", Tolerance: "none",
	About: "Where global warming potentials are spoken of, their edition is named; older editions inside ready-made factors are allowed.",
	Run: func(s *sheet.Sheet) []sheet.Finding {
		// "Low-GWP refrigerants" speaks of substances, not of how emissions are converted.
		at, ok := find(s, warmingPotential)
		if !ok {
			return nil
		}
		edition, named := find(s, editionOfIPCC)
		c := events.Check{Result: events.CheckInconclusive, Severity: "info", Inputs: []events.CheckInput{at.Input("warming potentials")},
			Working: at.Words, Message: "Warming potentials are spoken of, but their edition is not named."}
		if named {
			c.Inputs = append(c.Inputs, edition.Input("edition"))
			c.Result, c.Working = events.CheckPass, at.Words+" ... "+edition.Words
			c.Message = "The edition of the warming potentials is named: " + strings.Join(strings.Fields(edition.Match), " ") + "."
			if olderEdition.MatchString(edition.Match) {
				c.Result, c.Severity = events.CheckInconclusive, "warning"
				c.Message = "The warming potentials are those of " + strings.Join(strings.Fields(edition.Match), " ") +
					", an older edition: allowed inside ready-made factors, to be explained elsewhere."
			}
		}
		return []sheet.Finding{{Check: c, Page: at.Page}}
	},
}

// cue is what is looked up in pages: a pattern, and the words in lower case of which a page must hold one. Most
// pages hold none, and need no pattern.
type cue struct {
	keys    []string
	pattern *pattern.Pattern
}

var (
	measuringStandard = cue{[]string{"protocol", "14064"}, pattern.Compile(`(?i)\bGHG\)? Protocol\b|greenhouse gas protocol|ISO\s?14064(?:-1)?\b`)}
	consolidation     = cue{[]string{"control", "equity share"},
		pattern.Compile(`(?i)\boperational control\b|\bfinancial control\b|\bequity share\b|\bcontrol approach\b`)}
	warmingPotential = cue{[]string{"warming", "gwp"},
		pattern.Compile(`(?i)\bglobal\s+warming\s+potentials?\b|(?:^|[^-\w\s]\s*|\b(?:the|of|using|with|by|these|IPCC|AR\s?\d)\s+)GWPs?\b`)}
	methodNamed = cue{[]string{"based"}, pattern.Compile(`(?i)\b(?:location|market)[- ]based\b`)}
	// A source is named, or said to be one: "refined emission factors" names none. Who publishes factors publishes rules, scenarios and ratings, too.
	factorSource = cue{[]string{"defra", "dbeis", "egrid", "ecoinvent", "factor"},
		pattern.Compile(`\bDEFRA\b|\bDBEIS\b|\beGRID\b|\becoinvent\b|` +
			`\b(?:IEA|EPA|ADEME|AIB|Umweltbundesamt)\b[^.;]{0,60}\b[Ff]actors?\b|\b[Ff]actors?\b[^.;]{0,80}\b(?:IEA|EPA|ADEME|AIB|Umweltbundesamt)\b|` +
			`(?i:\b(?:from|by|of|per|with|use[sd]?|using|apply|applied|on|in) [^.;]{0,60}\bemissions? (?:conversion )?factors?\b|` +
			`emissions? (?:conversion )?factors?\b[^.;]{0,80}\b(?:from|by|published|provided|supplied|source[sd]?|database|according|based on|issued)\b)`)}
)

// The words of an edition may be parted by the end of a line.
var editionOfIPCC = cue{[]string{"ar", "assessment"},
	pattern.Compile(`\bAR[\s-]?[2-6]\b|(?i:\b(?:second|third|fourth|fifth|sixth|2nd|3rd|4th|5th|6th)\s+assessment(?:\s+report)?\b)|\bSAR\b|\bTAR\b`)}

var olderEdition = pattern.Compile(`(?i)AR[\s-]?[234]\b|second|third|fourth|2nd|3rd|4th|\bSAR\b|\bTAR\b`)

var EmissionFactor = sheet.Definition{
	Name: "emission_factor", Severity: "info", Tolerance: "none",
	About: "A report of emissions names where its emission factors come from.",
	Run: func(s *sheet.Sheet) []sheet.Finding {
		return stated(s, needed{{"the source of its emission factors", factorSource}},
			"The source of emission factors is named.", "The report states emissions without %s.")
	},
}

var Restatement = sheet.Definition{
	Name: "methodology_change", Severity: "warning", Tolerance: "none",
	About: "Where emissions are said to be restated or recalculated, the reason is given.",
	Run:   changesOfMethod,
}

var Scope2 = sheet.Definition{
	Name: "method_consistency", Severity: "info", Tolerance: "none",
	About: "Scope 2 says by which method it is measured; totals by both methods differ by what Scope 2 differs by.",
	Run:   methodsOfScope2,
}

// find looks words up in the pages that are read, the first place.
func find(s *sheet.Sheet, words cue) (sheet.Spot, bool) {
	lower := sheet.Once(s, func() lowerPages {
		out := make(lowerPages, len(s.Pages()))
		for i := range s.Pages() {
			out[i] = strings.ToLower(s.Options.Document.Pages[i].Text)
		}
		return out
	})
	for i := range s.Pages() {
		p := &s.Options.Document.Pages[i]
		if p.NotAnalysed != "" || !slices.ContainsFunc(words.keys, func(k string) bool { return strings.Contains(lower[i], k) }) {
			continue
		}
		if m := words.pattern.FindStringIndex(p.Text); m != nil {
			return sheet.Spot{Page: p.Number, Match: p.Text[m[0]:m[1]], Words: around(p.Text, m[0], m[1])}, true
		}
	}
	return sheet.Spot{}, false
}

// lowerPages are the pages' texts in lower case, for looking words up.
type lowerPages []string

// around is a match with a few words on either side.
func around(text string, from, upTo int) string {
	before := strings.Fields(text[strings.LastIndexAny(text[:from], ".\n")+1 : from])
	after := strings.Fields(text[upTo:min(len(text), upTo+120)])
	if len(before) > 4 {
		before = before[len(before)-4:]
	}
	if len(after) > 5 {
		after = after[:5]
	}
	words := append(append(before, strings.Join(strings.Fields(text[from:upTo]), " ")), after...)
	return strings.ToValidUTF8(strings.Join(words, " "), "")
}

// needed are things that a report should say, with the words that say them.
type needed []struct {
	what string
	cue
}

// stated says which of the things a report of emissions does not say.
func stated(s *sheet.Sheet, all needed, yes, no string) []sheet.Finding {
	first := slices.IndexFunc(s.Facts, func(f facts.Fact) bool { return f.Metric == facts.GHGEmissions && f.Scope != "" })
	if first < 0 || s.Options.Document == nil {
		return nil
	}
	f := &s.Facts[first]
	e := sheet.Entry{Fact: f, At: &f.Place}
	c := events.Check{Result: events.CheckPass, Severity: "info", Inputs: []events.CheckInput{sheet.Input(e, "")}, Message: yes}
	var missing, working []string
	for _, n := range all {
		at, ok := find(s, n.cue)
		if !ok {
			missing = append(missing, n.what)
			working = append(working, n.what+": not found")
			continue
		}
		c.Inputs = append(c.Inputs, at.Input(n.what))
		working = append(working, fmt.Sprintf("%s: page %d", n.what, at.Page))
	}
	c.Working = strings.Join(working, "; ")
	if len(missing) > 0 {
		c.Result, c.Severity, c.Message = events.CheckInconclusive, "warning", fmt.Sprintf(no, strings.Join(missing, " and "))
		if pages := s.Unread(); len(pages) > 0 {
			c.Message += fmt.Sprintf(" Something on %s was not read, as a picture.", phrase.Pages(pages))
		}
	}
	return []sheet.Finding{{Check: c, Page: f.Page}}
}

var reasonWord = pattern.Compile(`(?i)\bdue to\b|\bbecause\b|\breflect|\bas a result\b|\bfollowing\b|\bin order to\b|` +
	`\bwhere applicable\b|\bupdated?s?\b|\bacquisitions?\b|\bdivest|\bmethodolog|\bchanges? (?:in|to)\b|\bcorrect`)

// causeBehind is how a sentence goes on from a restatement to its reason, whatever that is: "restated for the sale of", "recalculated to take account
// of", "after the factors had been renewed"; a year or a figure that follows is none.
var (
	causeBehind = pattern.Compile(`(?i)\bfor\s+(?:the|an?|this|these)\s+\p{L}+|\bto\s+\p{L}+\s+(?:account|the|for|in|an?|this|with)\b|` +
		`\b(?:after|since|accordingly|once|when|owing\s+to|on\s+account\s+of|in\s+(?:line|accordance)\s+with)\b`)
	forAYear = pattern.Compile(`(?i)\bfor\s+(?:the|a|this|these)\s+(?:\p{L}+\s+){0,2}?(?:years?|periods?|20\d\d)\b`)
)

// givesReason reports whether the words behind a restatement say why it was made.
func givesReason(said string, restated int) bool {
	return reasonWord.MatchString(said) || causeBehind.MatchString(forAYear.ReplaceAllString(said[restated:], ""))
}

// changesOfMethod finds sentences on restated emissions, at most five, and looks for a reason in them.
func changesOfMethod(s *sheet.Sheet) []sheet.Finding {
	var out []sheet.Finding
	for i := range s.Pages() {
		p := &s.Options.Document.Pages[i]
		if p.NotAnalysed != "" {
			continue
		}
		all := p.Sentences()
		for j, sentence := range all {
			m := sheet.RestatedWord.FindStringIndex(sentence.Text)
			if m == nil || sentence.Role != document.RoleBody || len(sentence.Text) > sheet.LongestSentence || !sheet.AboutCarbon.MatchString(sentence.Text) {
				continue
			}
			said := sentence.Text
			if j+1 < len(all) && all[j+1].Block == sentence.Block && all[j+1].Cell == sentence.Cell {
				said += " " + all[j+1].Text // the reason may follow
			}
			at := sheet.Spot{Page: p.Number, Match: sentence.Text[m[0]:m[1]], Words: around(sentence.Text, m[0], m[1])}
			c := events.Check{Result: events.CheckInconclusive, Severity: "warning", Inputs: []events.CheckInput{at.Input("restatement")},
				Working: at.Words, Message: "Emissions are said to be restated; the sentence gives no reason."}
			if givesReason(said, m[1]) {
				c.Result, c.Severity, c.Message = events.CheckPass, "info", "The restatement of emissions gives its reason."
			}
			if out = append(out, sheet.Finding{Check: c, Page: p.Number}); len(out) == 5 {
				return out
			}
		}
	}
	return out
}

// methodsOfScope2 says, once, whether the method of Scope 2 is named, and adds up by both methods where a column
// gives Scope 1 and 2 by both.
func methodsOfScope2(s *sheet.Sheet) []sheet.Finding {
	var out []sheet.Finding
	named, unnamed := map[string]bool{}, -1
	for i := range s.Facts {
		f := &s.Facts[i]
		if f.Metric != facts.GHGEmissions || f.Scope != "2" || f.Category != "" {
			continue
		}
		if f.Method != "" {
			named[f.Method] = true
		} else if unnamed < 0 {
			unnamed = i
		}
	}
	switch {
	case unnamed >= 0 && len(named) == 0:
		f := &s.Facts[unnamed]
		e := sheet.Entry{Fact: f, At: &f.Place}
		c := events.Check{Result: events.CheckInconclusive, Severity: "info", Inputs: []events.CheckInput{sheet.Input(e, "")},
			Working: f.Quote, Expected: "location-based, market-based or both",
			Message: "Scope 2 is stated without its method; the location-based amount is what IFRS S2 asks for."}
		if at, ok := find(s, methodNamed); ok {
			c.Result, c.Message = events.CheckPass, "The method of Scope 2 is named in the text: "+strings.ToLower(at.Match)+"."
			c.Inputs = append(c.Inputs, at.Input("method"))
		}
		out = append(out, sheet.Finding{Check: c, Page: f.Page})
	case len(named) > 0:
		i := slices.IndexFunc(s.Facts, func(f facts.Fact) bool { return f.Metric == facts.GHGEmissions && f.Scope == "2" && f.Method != "" })
		f := &s.Facts[i]
		e := sheet.Entry{Fact: f, At: &f.Place}
		out = append(out, sheet.Finding{Check: events.Check{Result: events.CheckPass, Severity: "info", Inputs: []events.CheckInput{sheet.Input(e, "")},
			Working: f.Quote, Message: "Scope 2 is stated with its method."}, Page: f.Page})
	}
	for _, t := range s.Tables {
		for _, col := range t.Cols {
			totals := sums.Totals(s, t, col)
			if x, ok := byBothMethods(totals["2"], totals["1+2"]); ok {
				out = append(out, x)
			}
		}
	}
	return out
}

// byBothMethods holds the difference of two totals against the difference of Scope 2 by the two methods.
func byBothMethods(two, both []sheet.Entry) (sheet.Finding, bool) {
	pick := func(all []sheet.Entry, market bool) (sheet.Entry, bool) {
		var found []sheet.Entry
		for _, e := range all {
			if (e.Method == "market") == market {
				found = append(found, e)
			}
		}
		if len(found) != 1 {
			return sheet.Entry{}, false
		}
		return found[0], true
	}
	l2, a := pick(two, false)
	m2, b := pick(two, true)
	lt, c := pick(both, false)
	mt, d := pick(both, true)
	if !a || !b || !c || !d || !sheet.Comparable(l2, lt) || !sheet.Comparable(m2, mt) || !sheet.Comparable(l2, m2) {
		return sheet.Finding{}, false
	}
	// location total + market Scope 2 = market total + location Scope 2
	x := sums.AddUp([]sheet.Entry{lt, m2}, mt)
	y := sums.AddUp([]sheet.Entry{mt, l2}, lt)
	left, right := x.Computed, y.Computed
	k := events.Check{Inputs: []events.CheckInput{sheet.Input(lt, ""), sheet.Input(mt, ""), sheet.Input(l2, ""), sheet.Input(m2, "")}}
	k.Working = fmt.Sprintf("%s + %s = %s; %s + %s = %s",
		compare.Show(lt.Quantity().Base()), compare.Show(m2.Quantity().Base()), compare.Show(left), compare.Show(mt.Quantity().Base()),
		compare.Show(l2.Quantity().Base()), compare.Show(right))
	low := x.Parts[0].Quantity().Interval().Plus(x.Parts[1].Quantity().Interval())
	high := y.Parts[0].Quantity().Interval().Plus(y.Parts[1].Quantity().Interval())
	compare.Settle(&k, left, right, lt.Quantity().Unit.Base(), low.Overlaps(high))
	compare.Conclude(&k, compare.WithinPercent(left, right, compare.OnePercent), lt.Quantity().Bound, "1 %")
	if k.Result == events.CheckFail {
		k.Result, k.Severity = events.CheckInconclusive, "warning"
		k.Message = "The totals by the two methods differ by another amount than Scope 2 does. " + k.Message
	}
	return sheet.Finding{Check: k, Page: mt.At.Page}, true
}
