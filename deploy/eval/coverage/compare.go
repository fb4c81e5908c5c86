package coverage

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/data/ifrs"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/legal"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// NotListed is the state of what the agent does not compare at all.
const NotListed events.DisclosureStatus = "not_listed"

// Line is one item with what the agent says.
type Line struct {
	Item     Item
	Got      events.DisclosureStatus
	Missing  []string
	Evidence []events.PageQuote
}

// Right says whether the agent says what the sheet says, or what it allows.
func (l Line) Right() bool { return l.Item.accepts(l.Got) }

// Exact says whether it says what the reader chose.
func (l Line) Exact() bool { return l.Right() && (l.Item.State == "" || l.Got == l.Item.State) }

// Accuses says whether the agent finds nothing where something stands.
func (l Line) Accuses() bool {
	there := l.Item.State == events.FullyAddressed || l.Item.State == events.PartiallyAddressed || l.Item.State == events.ReferencedElsewhere
	return there && l.Got == events.NotAddressed && !l.Right()
}

// Invents says whether the agent asserts a gap where there can be none.
func (l Line) Invents() bool { return l.Item.NeverAGap && isGap(l.Got) }

// Result is one report compared with its sheet.
type Result struct {
	Sheet    Sheet
	Lines    []Line
	Unquoted []string // evidence that does not stand on its page
	ByModel  *Result  // the same where a model was asked, too; nil where none is configured
}

// Compare puts what the agent says beside a sheet. Every quotation of the agent is looked up, not only those of the items.
func Compare(registry *ifrs.Registry, sheet Sheet, doc *document.Document, said []legal.Disclosure) (Result, error) {
	r := Result{Sheet: sheet}
	byID := map[string]legal.Disclosure{}
	for _, d := range said {
		byID[d.Paragraph] = d
		for _, q := range d.Evidence {
			if !Stands(doc, q) {
				r.Unquoted = append(r.Unquoted, fmt.Sprintf("%s, page %d: %s", d.Paragraph, q.Page, q.Quote))
			}
		}
	}
	for _, item := range sheet.Items {
		p, ok := registry.Paragraph(item.Paragraph())
		if !ok {
			return Result{}, errors.New("the registry has no " + item.Paragraph())
		}
		l := Line{Item: item, Got: NotListed}
		if d, ok := byID[p.ID]; ok {
			l.Got, l.Missing, l.Evidence = d.Status, d.Missing, d.Evidence
			if item.ID != p.ID {
				at := slices.IndexFunc(p.Requirements, func(q ifrs.Requirement) bool { return q.ID == item.ID })
				if at < 0 {
					return Result{}, fmt.Errorf("%s has no part %s", p.ID, item.ID)
				}
				l.Got = ofPart(d, p.Requirements[at])
			}
		}
		r.Lines = append(r.Lines, l)
	}
	return r, nil
}

// ofPart is the state of one part of a disclosure: there, or what the whole is for want of it.
func ofPart(d legal.Disclosure, part ifrs.Requirement) events.DisclosureStatus {
	lacks := slices.ContainsFunc(d.Missing, func(m string) bool { return m == part.Text || strings.HasPrefix(m, part.Text+" (") })
	switch {
	case !lacks && (d.Status == events.FullyAddressed || d.Status == events.PartiallyAddressed || d.Status == events.ReferencedElsewhere):
		return events.FullyAddressed
	case lacks && d.Status == events.PartiallyAddressed:
		return events.NotAddressed
	}
	return d.Status
}

// Stands says whether a quotation is on its page, white space and broken words folded. A quotation that was cut ends with
// an ellipsis.
func Stands(doc *document.Document, q events.PageQuote) bool {
	if q.Page < 1 || q.Page > len(doc.Pages) {
		return false
	}
	words := strings.TrimSuffix(strings.TrimSuffix(fold(q.Quote), "…"), "...")
	return words != "" && strings.Contains(fold(doc.Pages[q.Page-1].Text), strings.TrimSpace(words))
}

func fold(s string) string { return strings.Join(strings.Fields(s), " ") }

// Share is the part of the lines of which something holds.
func Share(results []Result, holds func(Line) bool) float64 {
	n, all := 0, 0
	for _, r := range results {
		for _, l := range r.Lines {
			if all++; holds(l) {
				n++
			}
		}
	}
	if all == 0 {
		return 0
	}
	return float64(n) / float64(all)
}

// Count counts the lines of which something holds.
func Count(results []Result, holds func(Line) bool) (n int) {
	for _, r := range results {
		for _, l := range r.Lines {
			if holds(l) {
				n++
			}
		}
	}
	return n
}
