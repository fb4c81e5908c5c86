package checks

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts"
)

// What a report says of its method stands in sentences. These checks read them, only where the report states
// emissions at all; what is not said is left open and never a failure.

var methodology = Definition{
	Name: "methodology", Severity: "warning", Tolerance: "none",
	About: "A report of emissions names the standard that it measures by and how it consolidates.",
	run: func(s *sheet) []finding {
		return s.stated(needed{
			{"a standard of measurement", measuringStandard}, {"the consolidation approach", consolidation},
		}, "The report names how it measures emissions.", "The report states emissions without %s.")
	},
}

var gwp = Definition{
	Name: "gwp", Severity: "warning", Tolerance: "none",
	About: "Where global warming potentials are spoken of, their edition is named; older editions inside ready-made factors are allowed.",
	run: func(s *sheet) []finding {
		// "Low-GWP refrigerants" speaks of substances, not of how emissions are converted.
		at, ok := s.find(warmingPotential)
		if !ok {
			return nil
		}
		edition, named := s.find(editionOfIPCC)
		c := events.Check{Result: events.CheckInconclusive, Severity: "info", Inputs: []events.CheckInput{at.input("warming potentials")},
			Working: at.words, Message: "Warming potentials are spoken of, but their edition is not named."}
		if named {
			c.Inputs = append(c.Inputs, edition.input("edition"))
			c.Result, c.Working = events.CheckPass, at.words+" ... "+edition.words
			c.Message = "The edition of the warming potentials is named: " + strings.Join(strings.Fields(edition.match), " ") + "."
			if olderEdition.MatchString(edition.match) {
				c.Result, c.Severity = events.CheckInconclusive, "warning"
				c.Message = "The warming potentials are those of " + strings.Join(strings.Fields(edition.match), " ") +
					", an older edition: allowed inside ready-made factors, to be explained elsewhere."
			}
		}
		return []finding{{c, at.page}}
	},
}

// phrase is what is looked up in pages: a pattern, and the words in lower case of which a page must hold one. Most
// pages hold none, and need no pattern.
type phrase struct {
	keys    []string
	pattern *regexp.Regexp
}

var (
	measuringStandard = phrase{[]string{"protocol", "14064"}, regexp.MustCompile(`(?i)\bGHG Protocol\b|greenhouse gas protocol|ISO\s?14064(?:-1)?\b`)}
	consolidation     = phrase{[]string{"control", "equity share"},
		regexp.MustCompile(`(?i)\boperational control\b|\bfinancial control\b|\bequity share\b|\bcontrol approach\b`)}
	warmingPotential = phrase{[]string{"warming", "gwp"},
		regexp.MustCompile(`(?i)\bglobal\s+warming\s+potentials?\b|(?:^|[^-\w\s]\s*|\b(?:the|of|using|with|by|these|IPCC|AR\s?\d)\s+)GWPs?\b`)}
	methodNamed = phrase{[]string{"based"}, regexp.MustCompile(`(?i)\b(?:location|market)[- ]based\b`)}
	// A source is named, or said to be one: "refined emission factors" names none.
	factorSource = phrase{[]string{"defra", "dbeis", "iea", "epa", "egrid", "ademe", "ecoinvent", "aib", "umweltbundesamt", "factor"},
		regexp.MustCompile(`\bDEFRA\b|\bDBEIS\b|\bIEA\b|\bEPA\b|\beGRID\b|\bADEME\b|\becoinvent\b|\bAIB\b|\bUmweltbundesamt\b|` +
			`(?i:\b(?:from|by|of|per|with|use[sd]?|using|apply|applied|on|in) [^.;]{0,60}\bemissions? (?:conversion )?factors?\b|` +
			`emissions? (?:conversion )?factors?\b[^.;]{0,80}\b(?:from|by|published|provided|supplied|source[sd]?|database|according|based on|issued)\b)`)}
)

// The words of an edition may be parted by the end of a line.
var editionOfIPCC = phrase{[]string{"ar", "assessment"},
	regexp.MustCompile(`\bAR[\s-]?[2-6]\b|(?i:\b(?:second|third|fourth|fifth|sixth|2nd|3rd|4th|5th|6th)\s+assessment(?:\s+report)?\b)|\bSAR\b|\bTAR\b`)}

var olderEdition = regexp.MustCompile(`(?i)AR[\s-]?[234]\b|second|third|fourth|2nd|3rd|4th|\bSAR\b|\bTAR\b`)

var emissionFactor = Definition{
	Name: "emission_factor", Severity: "info", Tolerance: "none",
	About: "A report of emissions names where its emission factors come from.",
	run: func(s *sheet) []finding {
		return s.stated(needed{{"the source of its emission factors", factorSource}},
			"The source of emission factors is named.", "The report states emissions without %s.")
	},
}

var methodologyChange = Definition{
	Name: "methodology_change", Severity: "warning", Tolerance: "none",
	About: "Where emissions are said to be restated or recalculated, the reason is given.",
	run:   changesOfMethod,
}

var methodConsistency = Definition{
	Name: "method_consistency", Severity: "info", Tolerance: "none",
	About: "Scope 2 says by which method it is measured; totals by both methods differ by what Scope 2 differs by.",
	run:   methodsOfScope2,
}

// spot is where words stand on a page.
type spot struct {
	page         int
	match, words string
}

func (p spot) input(label string) events.CheckInput {
	return events.CheckInput{Label: label + ": " + p.words, Page: p.page}
}

// find looks words up in the pages that are read, the first place.
func (s *sheet) find(words phrase) (spot, bool) {
	if s.lower == nil {
		s.lower = make([]string, len(s.pages()))
		for i := range s.pages() {
			s.lower[i] = strings.ToLower(s.options.Document.Pages[i].Text)
		}
	}
	for i := range s.pages() {
		p := &s.options.Document.Pages[i]
		if p.NotAnalysed != "" || !slices.ContainsFunc(words.keys, func(k string) bool { return strings.Contains(s.lower[i], k) }) {
			continue
		}
		if m := words.pattern.FindStringIndex(p.Text); m != nil {
			return spot{p.Number, p.Text[m[0]:m[1]], around(p.Text, m[0], m[1])}, true
		}
	}
	return spot{}, false
}

func (s *sheet) pages() []document.Page {
	if s.options.Document == nil {
		return nil
	}
	return s.options.Document.Pages
}

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
	phrase
}

// stated says which of the things a report of emissions does not say.
func (s *sheet) stated(all needed, yes, no string) []finding {
	first := slices.IndexFunc(s.Facts, func(f facts.Fact) bool { return f.Metric == facts.GHGEmissions && f.Scope != "" })
	if first < 0 || s.options.Document == nil {
		return nil
	}
	f := &s.Facts[first]
	e := entry{Fact: f, at: &f.Place}
	c := events.Check{Result: events.CheckPass, Severity: "info", Inputs: []events.CheckInput{input(e, "")}, Message: yes}
	var missing, working []string
	for _, n := range all {
		at, ok := s.find(n.phrase)
		if !ok {
			missing = append(missing, n.what)
			working = append(working, n.what+": not found")
			continue
		}
		c.Inputs = append(c.Inputs, at.input(n.what))
		working = append(working, fmt.Sprintf("%s: page %d", n.what, at.page))
	}
	c.Working = strings.Join(working, "; ")
	if len(missing) > 0 {
		c.Result, c.Severity, c.Message = events.CheckInconclusive, "warning", fmt.Sprintf(no, strings.Join(missing, " and "))
	}
	return []finding{{c, f.Page}}
}

var (
	restatedWord = regexp.MustCompile(`(?i)\b(?:restated|recalculated|re-?baselined|retrospectively (?:adjusted|calculated))\b`)
	reasonWord   = regexp.MustCompile(`(?i)\bdue to\b|\bbecause\b|\breflect|\bas a result\b|\bfollowing\b|\bin order to\b|` +
		`\bwhere applicable\b|\bupdated?s?\b|\bacquisitions?\b|\bdivest|\bmethodolog|\bchanges? (?:in|to)\b|\bcorrect`)
	aboutCarbon = regexp.MustCompile(`(?i)\bemissions?\b|\bGHG\b|CO\s?[2₂]|\bscopes?\s*[123]`)
)

// changesOfMethod finds sentences on restated emissions, at most five, and looks for a reason in them.
func changesOfMethod(s *sheet) []finding {
	var out []finding
	for i := range s.pages() {
		p := &s.options.Document.Pages[i]
		if p.NotAnalysed != "" {
			continue
		}
		all := p.Sentences()
		for j, sentence := range all {
			m := restatedWord.FindStringIndex(sentence.Text)
			if m == nil || sentence.Role != document.RoleBody || len(sentence.Text) > longestSentence || !aboutCarbon.MatchString(sentence.Text) {
				continue
			}
			said := sentence.Text
			if j+1 < len(all) && all[j+1].Block == sentence.Block {
				said += " " + all[j+1].Text // the reason may follow
			}
			at := spot{p.Number, sentence.Text[m[0]:m[1]], around(sentence.Text, m[0], m[1])}
			c := events.Check{Result: events.CheckInconclusive, Severity: "warning", Inputs: []events.CheckInput{at.input("restatement")},
				Working: at.words, Message: "Emissions are said to be restated; the sentence gives no reason."}
			if reasonWord.MatchString(said) {
				c.Result, c.Severity, c.Message = events.CheckPass, "info", "The restatement of emissions gives its reason."
			}
			if out = append(out, finding{c, p.Number}); len(out) == 5 {
				return out
			}
		}
	}
	return out
}

// methodsOfScope2 says, once, whether the method of Scope 2 is named, and adds up by both methods where a column
// gives Scope 1 and 2 by both.
func methodsOfScope2(s *sheet) []finding {
	var out []finding
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
		e := entry{Fact: f, at: &f.Place}
		c := events.Check{Result: events.CheckInconclusive, Severity: "info", Inputs: []events.CheckInput{input(e, "")},
			Working: f.Quote, Expected: "location-based, market-based or both",
			Message: "Scope 2 is stated without its method; the location-based amount is what IFRS S2 asks for."}
		if at, ok := s.find(methodNamed); ok {
			c.Result, c.Message = events.CheckPass, "The method of Scope 2 is named in the text: "+strings.ToLower(at.match)+"."
			c.Inputs = append(c.Inputs, at.input("method"))
		}
		out = append(out, finding{c, f.Page})
	case len(named) > 0:
		i := slices.IndexFunc(s.Facts, func(f facts.Fact) bool { return f.Metric == facts.GHGEmissions && f.Scope == "2" && f.Method != "" })
		f := &s.Facts[i]
		e := entry{Fact: f, at: &f.Place}
		out = append(out, finding{events.Check{Result: events.CheckPass, Severity: "info", Inputs: []events.CheckInput{input(e, "")},
			Working: f.Quote, Message: "Scope 2 is stated with its method."}, f.Page})
	}
	for _, t := range s.tables {
		for _, col := range t.cols {
			totals := s.totals(t, col)
			if x, ok := byBothMethods(totals["2"], totals["1+2"]); ok {
				out = append(out, x)
			}
		}
	}
	return out
}

// byBothMethods holds the difference of two totals against the difference of Scope 2 by the two methods.
func byBothMethods(two, both []entry) (finding, bool) {
	pick := func(all []entry, market bool) (entry, bool) {
		var found []entry
		for _, e := range all {
			if (e.Method == "market") == market {
				found = append(found, e)
			}
		}
		if len(found) != 1 {
			return entry{}, false
		}
		return found[0], true
	}
	l2, a := pick(two, false)
	m2, b := pick(two, true)
	lt, c := pick(both, false)
	mt, d := pick(both, true)
	if !a || !b || !c || !d || !comparable(l2, lt) || !comparable(m2, mt) || !comparable(l2, m2) {
		return finding{}, false
	}
	// location total + market Scope 2 = market total + location Scope 2
	x := addUp([]entry{lt, m2}, mt)
	y := addUp([]entry{mt, l2}, lt)
	left, right := x.computed, y.computed
	k := events.Check{Inputs: []events.CheckInput{input(lt, ""), input(mt, ""), input(l2, ""), input(m2, "")}}
	k.Working = fmt.Sprintf("%s + %s = %s; %s + %s = %s",
		show(lt.Quantity().Base()), show(m2.Quantity().Base()), show(left), show(mt.Quantity().Base()), show(l2.Quantity().Base()), show(right))
	low := x.parts[0].Quantity().Interval().Plus(x.parts[1].Quantity().Interval())
	high := y.parts[0].Quantity().Interval().Plus(y.parts[1].Quantity().Interval())
	Settle(&k, left, right, lt.Quantity().Unit.Base(), low.Overlaps(high))
	Conclude(&k, withinPercent(left, right, onePercent), lt.Quantity().Bound, "1 %")
	if k.Result == events.CheckFail {
		k.Result, k.Severity = events.CheckInconclusive, "warning"
		k.Message = "The totals by the two methods differ by another amount than Scope 2 does. " + k.Message
	}
	return finding{k, mt.at.Page}, true
}
