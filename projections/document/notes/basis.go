package notes

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// Place is a sentence with its page.
type Place struct {
	Page  int
	Quote string
}

// Marked are rows of a table with figures that a mark calls restated.
type Marked struct {
	Page int
	Says string // what the mark stands for, as the page has it
	Rows []string
}

// Basis is what the figures of a report rest on besides what its notes say.
type Basis struct {
	Inside    []Place // that the company's own auditors have looked at the report
	Marked    []Marked
	Assurers  []Place // names of firms that give assurance, once for each page
	Located   []int   // pages that name the location-based way of counting bought energy
	Footnotes []Footnote
	Dropped   []Place // targets and indicators that were taken out or replaced
	// Coming is what is still to be measured, as the report says itself, and Elsewhere where its emissions stand: in another document.
	Coming, Elsewhere []Place
}

var (
	money     = pattern.Compile(`(?i)(?:[$€£¥]|\b(?:EUR|USD|GBP|CHF|RM|MYR|SGD|SEK|NOK|DKK|JPY|INR|AUD|CAD)\s?)\d|\d\s*(?:million|billion|m|bn)\b`)
	ownAudit  = pattern.Compile(`(?i)\binternal\s+audit(?:ors?|ing)?\b`)
	ownReport = pattern.Compile(`(?i)\b(?:reports?|statements?|data|disclosures?|indicators?)\b`)
	ofReview  = pattern.Compile(`(?i)\b(?:boundary|scope|coverage)\s+of\s+(?:the|this|its|our)\s+(?:\p{L}+\s+)?(?:review|assessment|audit)\b`)
	// coming is how a company says that it is yet to measure something, and elsewhere that it publishes something beside its report.
	coming = pattern.Compile(`(?i)\b(?:towards?|plan(?:s|ned|ning)?|will|intends?|aims?|starting|beginning|not\s+yet)\b[^.;]{0,40}` +
		`\b(?:collect(?:ing)?|measur(?:e|ing)|record(?:ing)?|track(?:ing)?|quantify(?:ing)?)\s`)
	elsewhere = pattern.Compile(`(?i)\b(?:separate|stand-?\s?alone)\s+(?:\p{L}+\s+){0,5}(?:inventory|reports?|documents?|disclosures?|statements?)\b`)
	// legend is what a page says that a mark of stars stands for.
	legend = pattern.Compile(`(?i)(\*+)\)?\s*[-–:=]?\s*((?:[^\n*.;]{0,40}\s)?(?:restate(?:d|ments?)|reinstate(?:d|ments?)|recalculated)\b[^\n*]*)`)
)

// BasisOf reads it in the order of pages.
func BasisOf(d *document.Document, said *statement.Report) Basis {
	var b Basis
	for i := range said.Pages {
		for k := range said.Pages[i] {
			if s := &said.Pages[i][k]; b.fromInside(s) {
				b.Inside = append(b.Inside, Place{s.Page, s.Text})
			}
			switch s := &said.Pages[i][k]; {
			case len(strings.Fields(s.Text)) > longest, s.Standing.Value == "possible":
			case s.Standing.Value != "planned" && dropped.MatchString(s.Text) && !inGeneral.MatchString(s.Text):
				b.Dropped = append(b.Dropped, Place{s.Page, s.Text})
			case elsewhere.MatchString(s.Text) && mentions.MatchString(s.Text):
				b.Elsewhere = append(b.Elsewhere, Place{s.Page, s.Text})
			case coming.MatchString(s.Text):
				b.Coming = append(b.Coming, Place{s.Page, s.Text})
			}
		}
	}
	for i := range d.Pages {
		if d.Pages[i].NotAnalysed != "" {
			continue
		}
		if located.MatchString(d.Pages[i].Text) {
			b.Located = append(b.Located, d.Pages[i].Number)
		}
		for _, name := range distinct(firms.FindAllString(d.Pages[i].Text, -1)) {
			b.Assurers = append(b.Assurers, Place{d.Pages[i].Number, name})
		}
		b.Footnotes = append(b.Footnotes, footnotesOf(&d.Pages[i])...)
		for _, key := range d.Pages[i:min(i+2, len(d.Pages))] { // a table that goes on has its key at its end
			if b.marks(&d.Pages[i], key.Text) {
				break
			}
		}
	}
	return b
}

// dropped is how a report says that it no longer has a target, or no longer measures it.
var dropped = pattern.Compile(`(?i)\b(?:targets?|goals?|ambitions?|KPIs?|indicators?)\b[^.;]{0,60}` +
	`\b(?:(?:was|were|been|is|are)\s+(?:removed|replaced|discontinued|withdrawn|dropped|abandoned|retired|superseded)|became\s+obsolete` +
	`|no\s+longer\s+(?:tracked|valid|applicable))\b` +
	`|\b(?:targets?|goals?|KPIs?|indicators?|rates?|scores?)\b[^.;]{0,60}\b(?:is|are)\s+no\s+longer\s+(?:reported|published|disclosed|pursued)\b` +
	`|\b(?:remov(?:ed|al)|replace(?:d|ment)|discontinued|withdrew|dropped|abandoned)\b(?:\s+[\w-]+){0,5}\s+(?:targets?|goals?|ambitions?|KPIs?|indicators?)\b`)

var located = pattern.Compile(`(?i)\blocation\s*-?\s*based\b`)

// DroppedIn is the clause of a sentence that says what was dropped, and what follows.
func DroppedIn(said string) string {
	at := dropped.FindStringIndex(said)
	if at == nil {
		return said
	}
	return strings.TrimSpace(said[strings.LastIndexAny(said[:at[0]], ",;:")+1:])
}

// firms are those that sign most of the statements on such reports.
var firms = pattern.Compile(`(?i)\b(?:ernst\s+&\s+young|bureau\s+veritas|grant\s+thornton|` + lexicon.Alternatives("notes.verifiers") + `)\b`)

func distinct(names []string) []string {
	slices.Sort(names)
	return slices.Compact(names)
}

// longest is how many words a sentence may have.
const longest = 90

// fromInside reports whether a sentence says that the company's own auditors have looked at the report, or goes on from one that does.
func (b *Basis) fromInside(s *statement.Said) bool {
	if len(strings.Fields(s.Text)) > longest || strings.HasSuffix(s.Text, "?") || s.Standing.Value == "possible" || s.Standing.Value == "planned" {
		return false
	}
	goesOn := len(b.Inside) > 0 && b.Inside[len(b.Inside)-1].Page == s.Page
	return goesOn && ofReview.MatchString(s.Text) || ownAudit.MatchString(s.Text) && examined.MatchString(s.Text) && ownReport.MatchString(s.Text) &&
		!outside.MatchString(s.Text) && !inGeneral.MatchString(s.Text)
}

// marks are the rows of a page whose figures bear a mark that a key explains by their being changed.
func (b *Basis) marks(p *document.Page, key string) bool {
	found := false
	for _, said := range legend.FindAllStringSubmatch(key, -1) {
		m := Marked{Page: p.Number, Says: strings.TrimSpace(said[2])}
		for k := range p.Tables {
			for _, row := range p.Tables[k].Rows {
				if slices.ContainsFunc(row, func(c document.Cell) bool { return c.Value != "" && slices.Contains(c.Marks, said[1]) }) {
					m.Rows = append(m.Rows, strings.Join(strings.Fields(row[0].Text), " "))
				}
			}
		}
		if len(m.Rows) > 0 {
			b.Marked, found = append(b.Marked, m), true
		}
	}
	return found
}

// IsComing finds where a text says that a thing of a name is yet to be measured: right behind the word for it.
func IsComing(text, name string) bool {
	const near = 40
	at := coming.FindStringIndex(text)
	if at == nil {
		return false
	}
	rest := strings.ToLower(text[at[1]:])
	found := strings.Index(rest, name)
	return found >= 0 && found <= near
}
