package claims

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/data/ifrs"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// Rules is the Extractor that asks no language model. Which sentences are claims, a statement.Reader says; rules say
// which lines are sentences at all, part them into assertions, and read tables.
type Rules struct {
	Reader statement.Reader // by default the one in the binary
}

var _ Extractor = Rules{}

// Extract implements Extractor.
func (x Rules) Extract(ctx context.Context, s Section) ([]events.Claim, error) {
	said, reader, err := x.read(ctx, s)
	if err != nil {
		return nil, fmt.Errorf("extracting claims of %s: %w", s.ReportID, err)
	}
	registry, err := ifrs.Load()
	if err != nil {
		return nil, fmt.Errorf("extracting claims of %s: %w", s.ReportID, err)
	}
	out := []events.Claim{}
	whole := s.entity()
	elsewhere := !said.AboutSustainability()
	for n := max(s.From, 1); n <= min(s.To, len(s.Document.Pages)); n++ {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("extracting claims of %s page %d: %w", s.ReportID, n, err)
		}
		p := newPageReader(s.ReportID, s.Document, n, whole.house)
		if p != nil {
			p.reported, p.said, p.registry, p.elsewhere = whole.reported, said, registry, elsewhere
			if err := p.part(ctx, reader); err != nil {
				return nil, fmt.Errorf("extracting claims of %s page %d: %w", s.ReportID, n, err)
			}
			out = append(out, p.claims()...)
		}
	}
	return out, nil
}

// pageReader reads one page. What it finds depends on the page and its two neighbours only, so every
// section that holds the page finds the same.
type pageReader struct {
	report    string
	page      *document.Page
	runes     []rune
	sentences []document.Sentence
	last      int    // the sentence that goes on on the next page, -1 if none does
	continued string // what stands there
	first     int    // the first sentence of the page's own: one before is the last page's
	said      *statement.Report
	parts     map[int][]clause           // the clauses of each sentence of prose
	apart     map[[2]int]*statement.Said // what is said by one of several, by sentence and clause
	registry  *ifrs.Registry
	house     map[string]bool
	reported  string // the year that the report is of
	elsewhere bool   // the document is about other things than sustainability
	format    quantity.Format
	seen      map[string]bool
}

// newPageReader returns nil for a page that is not read or makes no claims: contents and indexes.
func newPageReader(report string, d *document.Document, n int, house map[string]bool) *pageReader {
	page := &d.Pages[n-1]
	if page.NotAnalysed != "" {
		return nil
	}
	p := &pageReader{
		report: report, page: page, runes: []rune(page.Text), sentences: page.Sentences(),
		house: house, seen: map[string]bool{},
	}
	if isContents(n, page, p.sentences) || isIndex(p.sentences) || isAuditor(p.sentences) {
		return nil
	}
	p.format = quantity.Detect(page.Text, quantity.Point)
	if n > 1 {
		if _, next, runs := document.RunsOver(d.Pages[n-2].Sentences(), p.sentences); runs {
			p.first = next + 1
		}
	}
	p.last = -1
	if n < len(d.Pages) && d.Pages[n].NotAnalysed == "" {
		sentences := d.Pages[n].Sentences()
		if last, next, runs := document.RunsOver(p.sentences, sentences); runs {
			p.last, p.continued = last, sentences[next].Text
		}
	}
	return p
}

// part parts the page's sentences into assertions, and has those of which there are several in one sentence read by
// themselves: of which scope an amount is, and what is planned, may hold for one of them only. Whether they are claims is decided by
// the whole.
func (p *pageReader) part(ctx context.Context, reader statement.Reader) error {
	p.parts, p.apart = map[int][]clause{}, map[[2]int]*statement.Said{}
	var asked []statement.Sentence
	var places [][2]int
	for i, s := range p.sentences {
		if !prose(s) || i < p.first || p.rests(i) {
			continue
		}
		p.parts[i] = clauses(p.whole(i))
		if s.Role == document.RoleNote {
			p.parts[i][0].unmark()
		}
		whole := p.said.At(p.page.Number, s.Start)
		if len(p.parts[i]) == 1 || whole == nil {
			continue
		}
		for k, c := range p.parts[i] {
			part := whole.Sentence
			part.Text, part.Figures = c.text, statement.Figures(c.text)
			part.Near = nil // to be read again for what it is about would cost more than it tells
			asked, places = append(asked, part), append(places, [2]int{i, k})
		}
	}
	if len(asked) == 0 {
		return nil
	}
	readings, err := reader.Read(ctx, asked)
	if err != nil {
		return fmt.Errorf("reading %d clauses: %w", len(asked), err)
	}
	for n, at := range places {
		said := &statement.Said{Sentence: asked[n], Reading: readings[n]}
		whole := p.said.At(p.page.Number, p.sentences[at[0]].Start)
		said.Claim, said.Alone = whole.Claim, whole.Alone
		p.apart[at] = said
	}
	return nil
}

func (p *pageReader) claims() []events.Claim {
	out := p.tableClaims(nil)
	caution := cautioned(p.sentences)
	lead := "" // what the items of a list go on with
	for i, s := range p.sentences {
		switch {
		case caution[s.Block]:
		case prose(s) && i >= p.first && p.parts[i] != nil:
			if !s.Item {
				if lead = leadIn(s); lead != "" && i+1 < len(p.sentences) && p.sentences[i+1].Item {
					continue // it says nothing without what it leads to
				}
			}
			for k, c := range p.parts[i] {
				if lead != "" && s.Item && c.start == 0 {
					c.text = led(lead, c.text)
				}
				r := read(c.text, p.format, p.house)
				r.said, r.reader, r.elsewhere = p.said.At(p.page.Number, s.Start), p.said.Reader, p.elsewhere
				if said := p.apart[[2]int{i, k}]; said != nil {
					r.said = said
				}
				out = p.appendClaim(out, i, c, r, len(s.Text))
			}
		}
	}
	slices.SortStableFunc(out, func(a, b events.Claim) int { return cmp.Compare(a.Quote.Start, b.Quote.Start) })
	return out
}

// prose reports whether a sentence is read: the text, and the notes below it and below tables, where it is said how figures are
// made and what they leave out.
func prose(s document.Sentence) bool {
	return s.Role == document.RoleBody || s.Role == document.RoleNote
}

// appendClaim makes a claim of a clause of sentence i, if it is one. own is how much of the sentence's
// text stands on this page: what follows is on the next.
func (p *pageReader) appendClaim(out []events.Claim, i int, c clause, r *reading, own int) []events.Claim {
	s := p.sentences[i]
	if c.start >= own || !r.claims() {
		return out
	}
	t, why := r.kind()
	start, end := document.Locate(p.runes, &s, c.start, min(c.end, own))
	return p.append(out, r, events.Claim{
		Text: c.text, Type: t, Source: "text", Context: p.context(i, c.text), Quote: p.quote(start, end),
	}, why)
}

// append completes a claim and adds it, unless the page has said the same before.
func (p *pageReader) append(out []events.Claim, r *reading, c events.Claim, why string) []events.Claim {
	c.ID = events.ClaimID(p.report, p.page.Number, c.Text)
	if p.seen[c.ID] {
		return out
	}
	p.seen[c.ID] = true
	c.ReportID, c.Page, c.PageLabel, c.Anchored = p.report, p.page.Number, p.page.Label, true
	c.Paragraphs = r.paragraphs(p.registry)
	c.Entities = r.entities()
	var because string
	c.Priority, because = r.rank(c.Type, c.Paragraphs)
	c.Reasoning = r.reasoning(c, why, because)
	if len(c.Paragraphs) == 0 {
		c.Reasoning += " " + r.unplaced()
	}
	return append(out, c)
}

func (p *pageReader) quote(start, end int) events.Quote {
	q := events.Quote{Text: string(p.runes[start:end]), Start: start, End: end, Rects: p.page.Rects(start, end)}
	if q.Rects == nil {
		q.Rects = [][4]float64{}
	}
	return q
}

// maxContext bounds a claim's surroundings; an event stays small.
const maxContext = 800

// context is the claim between the sentences before and after it.
func (p *pageReader) context(i int, text string) string {
	s := p.sentences[i]
	parts := []string{s.Text}
	if said := p.said.At(p.page.Number, s.Start); said != nil && s.Item && strings.HasSuffix(said.Before, ":") {
		parts = append([]string{said.Before}, parts...) // what an item of a list goes on with, not the item before
	} else if i > 0 && p.sentences[i-1].Role != document.RoleRow && p.sentences[i-1].Cell == s.Cell {
		parts = append([]string{p.sentences[i-1].Text}, parts...)
	}
	if i+1 < len(p.sentences) && p.sentences[i+1].Role == document.RoleBody && p.sentences[i+1].Cell == s.Cell {
		parts = append(parts, p.sentences[i+1].Text)
	}
	if c := strings.Join(parts, " "); len(c) <= maxContext {
		return c
	}
	if len(s.Text) <= maxContext {
		return s.Text
	}
	return text
}

// reasoning says why this is a claim, and why of this type and rank.
func (r *reading) reasoning(c events.Claim, why, because string) string {
	var seen []string
	if n := len(c.Entities.Figures); n > 0 {
		seen = append(seen, "a figure ("+strings.Join(c.Entities.Figures[:min(n, 3)], ", ")+")")
	}
	if r.promises() {
		seen = append(seen, "a commitment")
	}
	for k := cue(0); k < cues; k++ {
		if name := says[k]; name != "" && r.has[k] {
			seen = append(seen, name)
		}
	}
	if r.byYear != "" {
		seen = append(seen, "a date to meet ("+r.byYear+")")
	}
	if len(r.places) > 0 {
		seen = append(seen, "a place ("+r.places[0]+")")
	}
	var decided []string
	if len(seen) > 0 {
		decided = append(decided, fmt.Sprintf("it names %s.", strings.Join(seen[:min(len(seen), 6)], ", ")))
	}
	if r.said != nil {
		decided = append(decided, r.told())
	}
	return fmt.Sprintf("Can be checked: %s %s, because %s. Priority %s: %s.", strings.Join(decided, " "), titled(string(c.Type)), why, c.Priority, because)
}

func titled(t string) string {
	t = strings.ReplaceAll(t, "_", " ")
	return strings.ToUpper(t[:1]) + t[1:]
}
