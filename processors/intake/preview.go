package intake

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/document"
)

// maxOutline bounds the section tree of a preview: events stay small.
const maxOutline = 200

// Preview says what can be said of a report before its analysis. What the user said stands; the rest
// are guesses from the text. It is a pure function of its arguments.
func Preview(d *document.Document, s events.Submission, parse string) events.Preview {
	p := events.Preview{
		ReportID: s.ReportID, SHA256: s.SHA256, Filename: s.Filename, Attempt: s.Attempt,
		Status: events.PreviewParsed, Parse: parse,
		Title: Title(d), Company: s.Company, Sector: s.Sector, Period: s.Period,
		Language: mainLanguage(d), Pages: len(d.Pages), Tables: 0,
		PagesImageOnly: []int{}, Frameworks: Frameworks(d), ComplianceStatement: ComplianceStatement(d),
		Outline: outline(d), NotAnalysed: []events.PageNote{}, Warnings: []string{},
	}
	if p.Company == "" {
		p.Company = Company(d)
	}
	if p.Period == "" {
		p.Period = Period(d)
	}
	for i := range d.Pages {
		page := &d.Pages[i]
		p.Words += len(strings.Fields(page.Text))
		p.Tables += len(page.Tables)
		if page.ImageOnly {
			p.PagesImageOnly = append(p.PagesImageOnly, page.Number)
		}
		if page.NotAnalysed == "" {
			p.PagesRead++
		} else {
			p.NotAnalysed = append(p.NotAnalysed, events.PageNote{Page: page.Number, Reason: page.NotAnalysed})
		}
	}
	p.Warnings = warnings(p)
	return p
}

// warnings are the lines a person should see before starting an analysis.
func warnings(p events.Preview) []string {
	out := []string{}
	images := len(p.PagesImageOnly)
	switch {
	case images == p.Pages:
		out = append(out, "every page is a picture without text: nothing can be analysed; recognise the text (OCR) first")
	case p.PagesRead == 0:
		out = append(out, "no page can be analysed: the report's language is not read")
	case images > 0:
		out = append(out, fmt.Sprintf("%d of %d pages are pictures without text and are not analysed", images, p.Pages))
	}
	if other := len(p.NotAnalysed) - images; other > 0 && p.PagesRead > 0 {
		out = append(out, fmt.Sprintf("%d of %d pages are not analysed: %s", other, p.Pages, mainReason(p)))
	}
	return out
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

// mainLanguage is the language of most pages, "und" if none has one.
func mainLanguage(d *document.Document) string {
	counts := map[string]int{}
	best := "und"
	for i := range d.Pages {
		l := d.Pages[i].Language
		if l == "und" || l == "" {
			continue
		}
		counts[l]++
		if counts[l] > counts[best] || counts[l] == counts[best] && l < best {
			best = l
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
		out[i] = events.OutlineSection{Title: h.Title, Level: h.Level, PageStart: h.Page, PageEnd: end}
	}
	return out
}
