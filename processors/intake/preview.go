package intake

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// The section tree of a preview is bounded: events stay small.
const (
	maxOutline   = 150
	headingRunes = 80
	noteRunes    = 240
)

// identity is what a report says it is.
type identity struct {
	title, company, sector guess
	period                 span
}

// identify finds out what a report is. It is a pure function of the document.
func identify(d *document.Document) identity {
	var names candidates
	var beside sync.WaitGroup
	beside.Go(func() { names = namesOn(d) })
	id := identity{period: period(d)}
	id.title = title(d, id.period.value)
	beside.Wait()
	id.company = company(d, id.title.value, names)
	id.sector = sector(d, id.company.value)
	return id
}

// Preview says what can be said of a report before its analysis. What the user said stands; the rest
// are guesses from the text, each with the place that speaks for it. It is a pure function of its arguments.
func Preview(d *document.Document, s events.Submission, parse string) events.Preview {
	id, claimed, statement, spoken := found(d)
	p := events.Preview{
		ReportID: s.ReportID, SHA256: s.SHA256, Filename: s.Filename, Attempt: s.Attempt,
		Status: events.PreviewParsed, Parse: parse,
		Title: id.title.value, Company: s.Company, Sector: s.Sector, Period: s.Period,
		Language: mainLanguage(spoken), Languages: spoken, Pages: len(d.Pages),
		PagesImageOnly: []int{}, Frameworks: []string{}, ComplianceStatement: statement.value, IFRSCompliance: statement.class,
		Outline: outline(d), NotAnalysed: []events.PageNote{}, Warnings: []string{},
	}
	evidence := func(g guess) {
		if g.value != "" {
			p.Evidence = append(p.Evidence, g.evidence)
		}
	}
	evidence(id.title)
	if p.Company == "" {
		p.Company = id.company.value
		evidence(id.company)
	}
	if p.Sector == "" {
		p.Sector = id.sector.value
		evidence(id.sector)
	}
	p.SectorName = industryName(p.Sector)
	if p.Period == "" {
		p.Period = id.period.value
		evidence(id.period.guess)
	}
	if p.Period == id.period.value {
		p.PeriodFrom, p.PeriodTo = id.period.from, id.period.to
		if id.period.days.value != "" && id.period.days != id.period.guess {
			evidence(id.period.days)
		}
	}
	for _, g := range claimed {
		p.Frameworks = append(p.Frameworks, g.value)
		evidence(g)
	}
	evidence(statement.guess)
	countPages(&p, d)
	p.Suspicious, p.SuspiciousHits = suspicious(d)
	p.Warnings = append(warnings(p), notes(d)...)
	if s.Period == "" && !id.period.stated {
		p.Warnings = append(p.Warnings, unstatedPeriod(id.period))
	}
	return p
}

// found is all that is guessed, each guess beside the others: none depends on what another changes.
func found(d *document.Document) (id identity, claimed []guess, stated compliant, spoken []events.LanguagePages) {
	var beside sync.WaitGroup
	beside.Go(func() { claimed, stated, spoken = claimedFrameworks(d), complianceStatement(d), languages(d) })
	id = identify(d)
	beside.Wait()
	return id, claimed, stated, spoken
}

func unstatedPeriod(p span) string {
	if p.value == "" {
		return "the report names no period; say which year it is about when the analysis starts"
	}
	return "the report states no reporting period; it is taken to be about " + p.value + ": " + p.evidence.Why
}

// countPages counts what was read and names what was not.
func countPages(p *events.Preview, d *document.Document) {
	for i := range d.Pages {
		page := &d.Pages[i]
		p.Words += len(strings.Fields(page.Text))
		p.Tables += len(page.Tables)
		if page.ImageOnly {
			p.PagesImageOnly = append(p.PagesImageOnly, page.Number)
		}
		if page.OCR {
			p.PagesOCR = append(p.PagesOCR, page.Number)
		}
		if page.Picture {
			p.PagesPictures = append(p.PagesPictures, page.Number)
		}
		if page.NotAnalysed == "" {
			p.PagesRead++
		} else {
			p.NotAnalysed = append(p.NotAnalysed, events.PageNote{Page: page.Number, Reason: page.NotAnalysed})
		}
	}
}

// warnings are the lines a person should see before starting an analysis.
func warnings(p events.Preview) []string {
	out := []string{}
	images := len(p.PagesImageOnly)
	switch {
	case images == p.Pages:
		out = append(out, "every page is a picture without text: nothing can be analysed; recognise the text (OCR) first, or install tesseract")
	case p.PagesRead == 0:
		out = append(out, "no page can be analysed: the report's language is not read")
	case images > 0:
		out = append(out, fmt.Sprintf("%d of %d pages are pictures without text and are not analysed: %s", images, p.Pages, pageList(p.PagesImageOnly)))
	}
	if n := len(p.PagesOCR); n > 0 {
		out = append(out, fmt.Sprintf("%d of %d pages are pictures whose text was recognised (OCR) and may be misread: %s", n, p.Pages, pageList(p.PagesOCR)))
	}
	if other := len(p.NotAnalysed) - images; other > 0 && p.PagesRead > 0 {
		out = append(out, fmt.Sprintf("%d of %d pages are not analysed: %s", other, p.Pages, mainReason(p)))
	}
	if n := p.SuspiciousHits; n > 0 {
		out = append(out, suspiciousWarning(p.Suspicious, n))
	}
	return out
}

// pageList names pages, the first dozen of many.
func pageList(pages []int) string {
	var parts []string
	for i := 0; i < len(pages); {
		j := i
		for j+1 < len(pages) && pages[j+1] == pages[j]+1 {
			j++
		}
		if len(parts) == 12 {
			return strings.Join(parts, ", ") + ", ..."
		}
		if j > i {
			parts = append(parts, fmt.Sprintf("%d-%d", pages[i], pages[j]))
		} else {
			parts = append(parts, fmt.Sprint(pages[i]))
		}
		i = j + 1
	}
	return strings.Join(parts, ", ")
}

func mainReason(p events.Preview) string {
	counts := map[string]int{}
	best := ""
	for _, n := range p.NotAnalysed {
		if slices.Contains(p.PagesImageOnly, n.Page) {
			continue
		}
		counts[n.Reason]++
		if c := counts[n.Reason]; c > counts[best] || c == counts[best] && n.Reason < best {
			best = n.Reason
		}
	}
	return best
}

// outline gives each heading the pages up to the next one of its level or above.
func outline(d *document.Document) []events.OutlineSection {
	hs := d.Outline[:min(len(d.Outline), maxOutline)]
	out := make([]events.OutlineSection, len(hs))
	for i, h := range hs {
		end := len(d.Pages)
		for _, next := range hs[i+1:] {
			if next.Level <= h.Level {
				end = max(h.Page, next.Page-1)
				break
			}
		}
		out[i] = events.OutlineSection{Title: shortened(h.Title), Level: h.Level, PageStart: h.Page, PageEnd: end}
	}
	return out
}

// shortened bounds a heading of a hostile file.
func shortened(heading string) string { return bounded(heading, headingRunes) }

func bounded(s string, most int) string {
	if runes := []rune(s); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return s
}

// notes are what could not be looked at in a file, bounded: its own words may be in them.
func notes(d *document.Document) []string {
	var out []string
	for _, n := range d.Notes[:min(len(d.Notes), 5)] {
		out = append(out, bounded(n, noteRunes))
	}
	return out
}
