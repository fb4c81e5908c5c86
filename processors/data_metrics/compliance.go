package datametrics

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/specialist"
	"github.com/sibyl-project/sibyl/rag/document"
	"github.com/sibyl-project/sibyl/rag/facts"
	"github.com/sibyl-project/sibyl/rag/quantity"
)

// EvidenceCompliance is the evidence type of the finding on IFRS S2.29-36. It is an axis apart from truth: it
// supports nothing.
const EvidenceCompliance = "ifrs_compliance"

// part is one thing that a paragraph asks for: met by a fact, or by words on a page.
type part struct {
	what  string
	fact  func(*facts.Fact) bool
	words *regexp.Regexp
}

// asked is a paragraph with its parts. A conditional one that nothing speaks of is conditional, with why.
type asked struct {
	paragraph string
	condition string // empty: always asked for
	parts     []part
}

// scopeTotal says that a fact is all of a scope of the entity, measured as greenhouse gases.
func scopeTotal(scope string, method ...string) func(*facts.Fact) bool {
	return func(f *facts.Fact) bool {
		if f.Metric != facts.GHGEmissions || f.Scope != scope || f.Category != "" || f.Boundary != "" || f.Target || f.Change {
			return false
		}
		if d := quantity.Dimension(f.Dimension); d != quantity.Emissions && d != quantity.Mass {
			return false
		}
		return len(method) == 0 || slices.Contains(method, f.Method)
	}
}

func metric(m facts.Metric) func(*facts.Fact) bool {
	return func(f *facts.Fact) bool { return f.Metric == m }
}

func said(pattern string) *regexp.Regexp { return regexp.MustCompile(`(?i)` + pattern) }

const (
	ifTargets  = "asked for where the entity has climate-related targets"
	ifGHG      = "asked for of each greenhouse gas target"
	firstYear  = "not asked for in the first annual period"
	amount     = `(?:[$€£]|\b(?:USD|EUR|GBP|CAD|IDR|Rp)\b)\s?\d|\d[\d.,]*\s*(?:million|billion|bn|m)?\s*(?:€|euros?|dollars)`
	proportion = `\d[\d.,]*\s?(?:%|per ?cent)`
)

// nearby is words within a few lines of an amount or a proportion.
func nearby(topic, figure string) *regexp.Regexp {
	return said(`(?:` + topic + `)[^.]{0,160}?(?:` + figure + `)|(?:` + figure + `)[^.]{0,160}?(?:` + topic + `)`)
}

// demands are the paragraphs of S2.29-36 that figures and words can show, in our own words.
var demands = []asked{
	{"S2.29(a)(i)(1)", "", []part{{what: "the total of Scope 1 in tonnes of CO2 equivalent", fact: scopeTotal("1")}}},
	{"S2.29(a)(i)(2)", "", []part{{what: "the total of Scope 2 in tonnes of CO2 equivalent", fact: scopeTotal("2")}}},
	{"S2.29(a)(i)(3)", firstYear, []part{{what: "the total of Scope 3 in tonnes of CO2 equivalent", fact: scopeTotal("3")}}},
	{"S2.29(a)(ii)", "", []part{{what: "the GHG Protocol, or the method that the law demands instead", words: said(`\bGHG Protocol\b|greenhouse gas protocol`)}}},
	{"S2.29(a)(iii)(1)", "", []part{
		{what: "the approach of consolidation", words: said(`\boperational control\b|\bfinancial control\b|\bequity share\b`)},
		{what: "inputs and emission factors", words: said(`\bemissions? (?:conversion )?factors?\b`)},
		{what: "assumptions", words: said(`\bassum(?:e|ed|ption)s?\b|\bestimat(?:e|ed|es|ion)s?\b`)},
	}},
	{"S2.29(a)(v)", "", []part{
		{what: "Scope 2 by the location-based method", fact: scopeTotal("2", "location")},
		{what: "contractual instruments or the market-based amount", fact: scopeTotal("2", "market"), words: said(`\bguarantees? of origin\b|\brenewable energy certificates?\b|\bRECs?\b|\bpower purchase agreements?\b|\bPPAs?\b`)},
	}},
	{"S2.29(a)(vi)(1)", firstYear, []part{{what: "which categories of Scope 3 are included", fact: func(f *facts.Fact) bool { return f.Scope == "3" && f.Number > 0 }, words: said(`\bscope 3\b[^.]{0,80}\bcategor(?:y|ies)\s+\d`)}}},
	{"S2.29(b)", "", []part{
		{what: "the amount exposed to transition risks", words: nearby(`transition risks?`, amount)}, {what: "their share", words: nearby(`transition risks?`, proportion)},
	}},
	{"S2.29(c)", "", []part{
		{what: "the amount exposed to physical risks", words: nearby(`physical (?:climate )?risks?`, amount)}, {what: "their share", words: nearby(`physical (?:climate )?risks?`, proportion)},
	}},
	{"S2.29(d)", "", []part{
		{what: "the amount aligned with opportunities", words: nearby(`opportunit(?:y|ies)|taxonomy[- ]?aligned`, amount)}, {what: "their share", words: nearby(`opportunit(?:y|ies)|taxonomy[- ]?aligned`, proportion)},
	}},
	{"S2.29(e)", "", []part{{what: "the capital deployed towards climate-related risks and opportunities", words: nearby(`capital expenditures?|capex|invest(?:ed|ments?)`, amount+`[^.]{0,80}(?:climate|decarboni|renewable|energy efficien|low[- ]carbon|sustainab)`)}}},
	{"S2.29(f)(i)", "", []part{{what: "whether and how a carbon price is used", fact: metric(facts.CarbonPrice), words: said(`\binternal carbon pric|\bshadow (?:carbon )?price|\bcarbon pric(?:e|ing)\b[^.]{0,60}\b(?:use|apply|decision|invest)`)}}},
	{"S2.29(f)(ii)", "asked for where a carbon price is used", []part{{what: "the price of a tonne", fact: metric(facts.CarbonPrice)}}},
	{"S2.29(g)(i)", "", []part{{what: "whether climate enters the pay of executives", words: said(`\b(?:remuneration|compensation|bonus|incentive)\b[^.]{0,120}\b(?:climate|esg|sustainab|emission|CO2)|\b(?:climate|esg|sustainab\w*|emission)\b[^.]{0,80}\b(?:remuneration|bonus)`)}}},
	{"S2.29(g)(ii)", "asked for where pay depends on climate", []part{{what: "the share of pay", fact: metric(facts.Remuneration), words: nearby(`remuneration|bonus|incentive`, proportion)}}},
	{"S2.33(d)", ifTargets, []part{{what: "the year of the target", fact: func(f *facts.Fact) bool {
		return f.Metric == facts.TargetYear || f.Target && f.Metric == facts.GHGReduction
	}, words: said(`\b(?:target|goal|commit|aim|reduc|net[- ]zero|neutral)\w*\b[^.]{0,100}\bby\s+(?:the end of\s+)?(?:fy\s?|fiscal (?:year )?)?20[2-6]\d`)}}},
	{"S2.33(e)", ifTargets, []part{{what: "the base year", fact: func(f *facts.Fact) bool { return f.Target && f.BaseYear > 0 }, words: said(`\bbase(?:line)?[ -]?year\b|\bbaseline\b[^.]{0,40}\b20[0-2]\d|\b20[0-2]\d\s+(?:base|level)|\b(?:compared (?:to|with)|against|relative to)\s+(?:fy\s?)?20[0-2]\d`)}}},
	{"S2.33(f)", ifTargets, []part{{what: "milestones or interim targets", words: said(`\binterim (?:target|goal)|\bmilestones?\b|\bnear[- ]term (?:target|science)|\bby 20(?:2\d|30)\b[^.]{0,100}\bby 20[3-6]\d`)}}},
	{"S2.33(g)", ifTargets, []part{{what: "whether the target is absolute or an intensity", words: said(`\babsolute\b[^.]{0,60}\b(?:emission|target|reduc)|\b(?:emission|target|reduc)\w*\b[^.]{0,60}\babsolute\b|\bintensity (?:target|reduction)`)}}},
	{"S2.34(a)", ifTargets, []part{{what: "whether a third party has validated the target", words: said(`\bSBTi\b|science[- ]based targets? initiative|\btargets?\b[^.]{0,60}\b(?:validated|verified|approved)\b`)}}},
	{"S2.34(c)", ifTargets, []part{{what: "the metrics of progress", fact: func(f *facts.Fact) bool { return f.Metric == facts.GHGReduction && !f.Target }, words: said(`\bprogress\b[^.]{0,80}\b(?:target|goal)`)}}},
	{"S2.35", ifTargets, []part{
		{what: "performance against the target", words: nearby(`(?:achieved|reached|realized|progress)[^.]{0,60}(?:target|goal|reduc)`, proportion)},
		{what: "the trend", fact: func(f *facts.Fact) bool { return f.Metric == facts.GHGReduction && f.Change }, words: said(`\bemissions?\b[^.]{0,60}\b(?:decreased|increased|fell|rose|reduced) by\b`)},
	}},
	{"S2.36(b)", ifGHG, []part{{what: "the scopes that the target covers", fact: func(f *facts.Fact) bool { return f.Target && f.Scope != "" && f.Metric == facts.GHGReduction }, words: said(`\b(?:target|goal|reduc|net[- ]zero|neutral)\w*\b[^.]{0,120}\bscopes?\s*[123]|\bscopes?\s*[123]\b[^.]{0,120}\b(?:target|goal|reduc|neutral)`)}}},
	{"S2.36(c)", ifGHG, []part{{what: "whether the target is gross or net", words: said(`\bnet[- ]zero\b|\bgross\b[^.]{0,40}\b(?:target|emission)`)}}},
	{"S2.36(e)", ifGHG, []part{{what: "the use of carbon credits", words: said(`\bcarbon credits?\b|\boffsets?\b|\boffsetting\b`)}}},
}

// comply holds a report against S2.29-36. A part counts only with the fact or the words that stand for it, on
// their page; absence of what is asked for under a condition is conditional.
func comply(sheet *facts.Sheet, doc *document.Document) specialist.Found {
	f := specialist.Found{EvidenceType: EvidenceCompliance, Origins: []events.Origin{events.OriginReport}, Exhausted: true, Score: 0.6}
	details := events.MetricsDetails{CheckIDs: []string{}, MissingData: []string{}}
	readable := slices.ContainsFunc(doc.Pages, func(p document.Page) bool { return p.NotAnalysed == "" && p.Text != "" })
	count := map[events.DisclosureStatus]int{}
	for _, d := range demands {
		met := 0
		var missing []string
		for _, p := range d.parts {
			e, ok := p.meet(sheet, doc)
			if !ok {
				missing = append(missing, p.what)
				continue
			}
			met++
			e.Source = d.paragraph + ": " + p.what
			f.Evidence = append(f.Evidence, e)
		}
		status := events.NotAddressed
		switch {
		case !readable:
			status = events.CouldNotAssess // nothing was read: no accusation
		case len(missing) == 0:
			status = events.FullyAddressed
		case met > 0:
			status = events.PartiallyAddressed
		case d.condition != "":
			status = events.Conditional
		}
		count[status]++
		f.Paragraphs = append(f.Paragraphs, events.ParagraphStatus{ID: d.paragraph, Status: status})
		for _, m := range missing {
			note := d.paragraph + ": " + m
			if d.condition != "" {
				note += " (" + d.condition + ")"
			}
			details.MissingData = append(details.MissingData, note)
		}
	}
	f.Details = details
	f.Summary = fmt.Sprintf("Compared with IFRS S2.29-36 by its figures and words: of %d paragraphs %d are addressed, %d in part, %d not, %d depend on a condition.",
		len(demands), count[events.FullyAddressed], count[events.PartiallyAddressed], count[events.NotAddressed], count[events.Conditional])
	return f
}

// meet finds what stands for a part.
func (p part) meet(sheet *facts.Sheet, doc *document.Document) (events.Evidence, bool) {
	if p.fact != nil {
		for i := range sheet.Facts {
			if f := &sheet.Facts[i]; p.fact(f) {
				return events.Evidence{Origin: events.OriginReport, Page: f.Page, Quote: f.Quote}, true
			}
		}
	}
	if p.words == nil {
		return events.Evidence{}, false
	}
	for i := range doc.Pages {
		page := &doc.Pages[i]
		if page.NotAnalysed != "" {
			continue
		}
		if m := p.words.FindString(page.Text); m != "" {
			return events.Evidence{Origin: events.OriginReport, Page: page.Number, Quote: firstWords(m, 15)}, true
		}
	}
	return events.Evidence{}, false
}

func firstWords(s string, n int) string {
	w := strings.Fields(s)
	if len(w) > n {
		w = w[:n]
	}
	return strings.Join(w, " ")
}
