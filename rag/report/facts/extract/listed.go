package extract

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/cell"
	"github.com/sibyl-project/sibyl/rag/report/facts/prose"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// leads says of each sentence which begins at a place what leads to it makes of its figures: of the items of a list the sentence or heading before the
// list, of a fragment the label or heading right before it, and of
// several fragments what ends in a colon.
type leads map[beginning]prose.Lead

// leadsOf walks the sentences of a report. A list goes on as long as its items do, over pages and over items of several sentences; a new heading ends it.
func leadsOf(d *document.Document, said *statement.Report, report int) leads {
	out := leads{}
	if said == nil {
		return out
	}
	var now prose.Lead
	heading, block, listed, open := "", -1, false, false
	for i := range said.Pages {
		blocks := blocksOf(d, i)
		for k := range said.Pages[i] {
			s := &said.Pages[i][k]
			under := strings.Join(s.Headings, "\x1f")
			direct := under != heading // nothing stands between it and its heading
			if direct && len(s.Headings) > 0 {
				over := s.Headings[len(s.Headings)-1]
				now, listed, open = prose.LeadOf(over, report), false, strings.HasSuffix(over, ":")
			}
			heading = under
			own := blocks(s.Start)
			switch {
			case s.Item:
				listed, block = true, own
			case listed && own == block: // a further sentence of an item
			case !listed && !closed(s.Text) && now.Aims && !strings.HasSuffix(s.Text, ":") && !prose.SheerAims(s.Text):
				out[beginning{s.Page, s.Start}] = now
				if !open {
					now = prose.Lead{}
				}
				continue
			default:
				now, listed, open = prose.LeadOf(s.Text, report), false, strings.HasSuffix(s.Text, ":")
				continue
			}
			if now.Aims {
				out[beginning{s.Page, s.Start}] = now
			}
		}
	}
	return out
}

// blocksOf tells in which block of a page a code point stands; -1 if in none.
func blocksOf(d *document.Document, page int) func(at int) int {
	if page >= len(d.Pages) {
		return func(int) int { return -1 }
	}
	blocks := d.Pages[page].Blocks()
	return func(at int) int {
		for i, b := range blocks {
			for _, l := range b.Lines {
				if at >= l.Start && at < l.End {
					return i
				}
			}
		}
		return -1
	}
}

// closed reports whether a text is a whole sentence, and no fragment.
func closed(text string) bool { return strings.HasSuffix(strings.TrimSpace(text), ".") }

// aim is what leads to the figure: a label in its own sentence, "Target 2030: 40 %", before what leads to all of that.
func (t *telling) aim() prose.Lead {
	before := t.said.Text[:t.q.Start]
	if all := ownLabel.FindAllStringSubmatch(before, -1); len(all) > 0 {
		label := strings.TrimSpace(all[len(all)-1][1])
		if lead := prose.LeadOf(label, t.report); lead.Aims {
			return lead
		}
		if y := vocabulary.YearIn(label); y > 0 && y <= t.report || ofState.MatchString(label) {
			return prose.Lead{}
		}
	}
	return t.lead
}

var (
	// ownLabel is a label within a sentence, before a colon.
	ownLabel = pattern.Compile(`(?:^|[;.,|(]\s*)([^;:.,|()]{3,60}):`)
	// ofState are words for what is, and was reached.
	ofState = pattern.Compile(`(?i)\b(?:actual|status|achieved|reached|current(?:ly)?|results?|progress|today|base(?:line)?|already|was|were|` +
		`(?:has|have)\s+been)\b`)
)

// setAs makes a target of a figure that what leads to it says to be one: where the figure plays a part that can be one and its sentence says neither
// that it is reached, nor a year that has passed.
func (t *telling) setAs() (lead prose.Lead, ok bool) {
	switch t.reading.Role.Value {
	case "value", "share", "rate", "limit", "to", "target", "change":
	default:
		return prose.Lead{}, false
	}
	lead = t.aim()
	if !lead.Aims || ofState.MatchString(t.part()) || t.ofPast() {
		return prose.Lead{}, false
	}
	return lead, true
}

// part is the part of its sentence that the figure stands in, between marks.
func (t *telling) part() string {
	const marks = ";,|()"
	text := t.said.Text
	from := strings.LastIndexAny(text[:t.q.Start], marks) + 1
	if to := strings.IndexAny(text[t.q.End:], marks); to >= 0 {
		return text[from : t.q.End+to]
	}
	return text[from:]
}

// ofPast reports whether the figure's sentence gives it a year that is reported on or before.
func (t *telling) ofPast() bool {
	if y := t.yearBeside(); y > 0 {
		return y <= t.report
	}
	if own, within := t.bracketed(); within && own[0] > 0 {
		return own[0] <= t.report
	}
	said := vocabulary.Ending(t.said.Text, vocabulary.Atoi(t.reading.Year.Value))
	return said > 0 && said <= t.report && t.reading.Year.Sure >= sureYear && said != vocabulary.Atoi(t.reading.Base.Value) && !t.ofAnother(said)
}

// ofAnother reports whether a year stands right behind another figure of the sentence, "55 percent, after 47 percent in 2024".
func (t *telling) ofAnother(year int) bool {
	return slices.ContainsFunc(t.others, func(o quantity.Quantity) bool {
		m := ofYear.FindStringSubmatch(t.said.Text[o.End:])
		return o.Start != t.q.Start && m != nil && vocabulary.YearIn(m[1]) == year
	})
}

// targetYears adds the years to come that a sentence sets a target for, each a fact of its own: when something is to be reached is
// told even where nothing says how much of it.
func targetYears(s *facts.Sheet, page *prosePage, o Options, said *statement.Said, all []quantity.Quantity, runes []rune) {
	if !sure(said.Reading.Kind, "target", sureRole) || soleYear.MatchString(said.Text) {
		return // a year alone is one of a row of years
	}
	p := page.page
	for _, q := range all {
		year := vocabulary.Atoi(q.Number)
		start, end := said.Locate(runes, q.Start, q.End)
		if !q.Year || year <= o.Year || page.taken(start) || len(s.Facts) >= maxFacts {
			continue
		}
		c := cell.Cell{Q: q, Printed: q.Text, Source: facts.FromText, Format: page.reason, Place: facts.Place{Page: p.Number, Quote: beside(said.Text, q)}}
		if r := p.Rects(start, end); len(r) > 0 {
			c.Place.Rect = r[0]
		}
		f := facts.Fact{
			Metric: facts.TargetYear, Printed: q.Text, Value: cell.PlainText(q.Value), Source: c.Source, Format: c.Format, Place: c.Place,
			Year: vocabulary.Ending(said.Text, year), Period: q.Text, Target: true, Engine: o.Said.Reader,
			Notes: []string{"A year that its sentence sets a target for, as read by " + o.Said.Reader + "."},
		}
		f.RowPath = (&telling{said: said}).under()
		unit(&f, &c, "")
		s.Facts = append(s.Facts, f)
	}
}
