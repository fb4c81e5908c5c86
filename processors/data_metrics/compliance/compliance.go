// Package compliance holds the figures and sentences of a report against IFRS S2.29-36: metrics and targets. It is an axis
// apart from truth and supports nothing.
package compliance

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/specialist"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts"
)

// Evidence is the evidence type of the finding on IFRS S2.29-36. It is an axis apart from truth: it
// supports nothing.
const Evidence = "ifrs_compliance"

// Sentences of fewer words are headings, labels and entries of lists of contents, which answer nothing.
const fewestWords = 5

// disclosed is a report as the paragraphs look at it.
type disclosed struct {
	sheet     *facts.Sheet
	sentences []sentence
	targets   bool            // it states a climate target
	netTarget bool            // it states one of net emissions
	met       map[string]bool // paragraphs with all their parts
	last      int             // the latest year that figures are of
	denied    map[string]bool // of those, whose sentence says that there is none
}

// sentence is one that says something, with its lower case for matching.
type sentence struct {
	page        int
	text, lower string
}

func readDisclosures(sheet *facts.Sheet, doc *document.Document) *disclosed {
	d := &disclosed{sheet: sheet, met: map[string]bool{}, denied: map[string]bool{}}
	for i := range doc.Pages {
		page := &doc.Pages[i]
		if page.NotAnalysed != "" {
			continue
		}
		for _, s := range page.Sentences() {
			if s.Role != document.RoleBody || len(strings.Fields(s.Text)) < fewestWords || len(s.Text) > 2000 || listOfContents(s.Text) {
				continue
			}
			d.sentences = append(d.sentences, sentence{page.Number, s.Text, strings.ToLower(s.Text)})
		}
	}
	d.last = latestYear(sheet)
	_, d.targets = d.find(statedTarget)
	_, d.netTarget = d.find(statedNetTarget)
	return d
}

var (
	denial       = pattern.Compile(`\b(?:no|not|none|never|neither)\b`)
	statedTarget = targetSentence("20|%", `\b(?:reduc\w*|cut\w*|lower\w*|net[- ]zero|(?:climate|carbon)[- ]neutral\w*|halv\w+)`,
		`\b(?:by|until|before|between)\s.{0,40}`+toCome+`|`+toCome+`.{0,20}\b(?:targets?|goals?)`)
	statedNetTarget = targetSentence("net|neutral", `\b(?:net[- ]zero|(?:climate|carbon)[- ]neutral\w*)\b`, `\b(?:by|until|before|in)\s.{0,40}`+toCome)
)

// latestYear is the latest year that a report gives emissions or energy of; 0 if it gives none.
func latestYear(sheet *facts.Sheet) int {
	last := 0
	for i := range sheet.Facts {
		switch f := &sheet.Facts[i]; {
		case f.Target || f.Change:
		case f.Metric == facts.GHGEmissions, f.Metric == facts.Energy, f.Metric == facts.Electricity:
			last = max(last, f.Year)
		}
	}
	return last
}

// listOfContents tells runs of headings with their page numbers, and rows of points.
func listOfContents(s string) bool {
	if strings.Contains(s, "....") || strings.Contains(s, ". . .") {
		return true
	}
	words := strings.Fields(s)
	capital, numbers := 0, 0
	for _, w := range words {
		switch {
		case strings.IndexFunc(w, func(r rune) bool { return r >= 'A' && r <= 'Z' }) == 0:
			capital++
		case strings.Trim(w, "0123456789") == "":
			numbers++
		}
	}
	return 10*(capital+numbers) > 7*len(words)
}

// find is the first sentence that fits.
func (d *disclosed) find(p *sentences) (sentence, bool) {
	for _, s := range d.sentences {
		if p.fit(s.lower) {
			return s, true
		}
	}
	return sentence{}, false
}

func (p *sentences) fit(lower string) bool {
	if !slices.ContainsFunc(p.keys, func(k string) bool { return strings.Contains(lower, k) }) {
		return false
	}
	for _, pattern := range p.all {
		if !pattern.MatchString(lower) {
			return false
		}
	}
	return p.none == nil || !p.none.MatchString(lower)
}

// Assess holds a report against S2.29-36. A part counts only with the fact or the sentence that stands for it, on
// their page; absence of what is asked for under a condition is conditional, unless the report shows that it holds.
func Assess(sheet *facts.Sheet, doc *document.Document) specialist.Found {
	f := specialist.Found{EvidenceType: Evidence, Origins: []events.Origin{events.OriginReport}, Exhausted: true, Score: 0.6}
	details := events.MetricsDetails{CheckIDs: []string{}, MissingData: []string{}}
	readable := slices.ContainsFunc(doc.Pages, func(p document.Page) bool { return p.NotAnalysed == "" && p.Text != "" })
	d := readDisclosures(sheet, doc)
	count := map[events.DisclosureStatus]int{}
	for _, a := range demands {
		met := 0
		var missing []string
		for _, p := range a.parts {
			if p.when != nil && !p.when(d) {
				continue
			}
			e, ok := d.meet(a, p)
			if !ok {
				missing = append(missing, p.what)
				continue
			}
			met++
			e.Source = a.paragraph + ": " + p.what
			f.Evidence = append(f.Evidence, e)
		}
		d.met[a.paragraph] = len(missing) == 0
		conditional := a.condition != "" && (a.holds == nil || !a.holds(d))
		status := events.NotAddressed
		switch {
		case !readable:
			status = events.CouldNotAssess // nothing was read: no accusation
		case len(missing) == 0:
			status = events.FullyAddressed
		case met > 0:
			status = events.PartiallyAddressed
		case conditional:
			status = events.Conditional
		}
		count[status]++
		f.Paragraphs = append(f.Paragraphs, events.ParagraphStatus{ID: a.paragraph, Status: status})
		for _, m := range missing {
			note := a.paragraph + ": " + m
			if conditional {
				note += " (" + a.condition + ")"
			}
			details.MissingData = append(details.MissingData, note)
		}
	}
	f.Details = details
	f.Summary = fmt.Sprintf(
		"Compared with IFRS S2.29-36 by its figures and sentences: of %d paragraphs %d are addressed, %d in part, %d not, %d depend on a condition.",
		len(demands), count[events.FullyAddressed], count[events.PartiallyAddressed], count[events.NotAddressed], count[events.Conditional])
	return f
}

// meet finds what stands for a part.
func (d *disclosed) meet(a asked, p part) (events.Evidence, bool) {
	if p.dated {
		for i := range d.sheet.Facts {
			if f := &d.sheet.Facts[i]; dated(f, d.last) {
				return events.Evidence{Origin: events.OriginReport, Page: f.Page, Quote: f.Quote}, true
			}
		}
	}
	if p.fact != nil {
		for i := range d.sheet.Facts {
			if f := &d.sheet.Facts[i]; p.fact(f) && !d.theirs(f) {
				return events.Evidence{Origin: events.OriginReport, Page: f.Page, Quote: f.Quote}, true
			}
		}
	}
	if a.paragraph == "S2.29(a)(vi)(1)" {
		if e, ok := d.categories(); ok {
			return e, true
		}
	}
	if p.said == nil {
		return events.Evidence{}, false
	}
	s, ok := d.find(p.said)
	if !ok {
		return events.Evidence{}, false
	}
	if denial.MatchString(strings.ReplaceAll(s.lower, "not only", "")) {
		d.denied[a.paragraph] = true
	}
	return events.Evidence{Origin: events.OriginReport, Page: s.page, Quote: firstWords(s.text, 30)}, true
}

// categories are met by a table that gives several of the categories of Scope 3: one alone lists nothing.
func (d *disclosed) categories() (events.Evidence, bool) {
	var first *facts.Fact
	seen := map[int]bool{}
	for i := range d.sheet.Facts {
		f := &d.sheet.Facts[i]
		if f.Scope != "3" || f.Number == 0 || f.Target || f.Quantity().Value.IsZero() || f.Metric != facts.GHGEmissions {
			continue
		}
		if first == nil {
			first = f
		}
		seen[f.Number] = true
	}
	if len(seen) < 2 {
		return events.Evidence{}, false
	}
	return events.Evidence{Origin: events.OriginReport, Page: first.Page, Quote: first.Quote}, true
}

// firstWords shortens a quotation to whole words.
func firstWords(s string, n int) string {
	w := strings.Fields(s)
	return strings.Join(w[:min(len(w), n)], " ")
}
