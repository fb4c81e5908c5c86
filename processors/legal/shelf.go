package legal

import (
	"context"
	"fmt"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/legal/answer"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// shelf is a report's passages as they are asked by meaning, with where each stands in the index.
type shelf struct {
	*answer.Shelf
	at    []int       // of the index, by place on the shelf
	place map[int]int // on the shelf, by place in the index
}

// newShelf puts the sentences and rows of an index on a shelf. said may be nil: then nobody has read the sentences.
func newShelf(ctx context.Context, ix *index, said *statement.Report) (*shelf, error) {
	s := &shelf{place: map[int]int{}}
	var all []answer.Passage
	read := readings(said)
	for i, p := range ix.passages {
		if p.role != sentence && p.role != row || wordless(p.text) {
			continue
		}
		a := answer.Passage{Page: p.page, Text: p.text, Row: p.role == row, Pointer: ix.pointer(i), Others: ix.meets(ix.lex.notOurs, i)}
		for _, h := range p.above {
			a.Headings = append(a.Headings, ix.passages[h].text)
		}
		a.Before, a.After = ix.next(i, -1), ix.next(i, 1)
		if p.role == sentence {
			a.Said = read.of(p.page, p.text)
		}
		s.place[i] = len(all)
		s.at, all = append(s.at, i), append(all, a)
	}
	made, err := answer.NewShelf(ctx, all)
	if err != nil {
		return nil, fmt.Errorf("preparing the report's passages: %w", err)
	}
	s.Shelf = made
	return s, nil
}

// next is the sentence next to a passage under the same heading of the same page, empty if there is none.
func (ix *index) next(at, step int) string {
	i := at + step
	if i < 0 || i >= len(ix.passages) {
		return ""
	}
	p, q := ix.passages[at], ix.passages[i]
	if q.page != p.page || q.under != p.under || q.role != p.role {
		return ""
	}
	return q.text
}

// cues are the passages of a shelf that cues name for a requirement.
func (s *shelf) cues(ix *index, id string, denied bool) map[int]answer.Cue {
	const most = 40 // of each way of answering
	out := map[int]answer.Cue{}
	for _, alt := range ix.lex.answers[id] {
		cue := answer.CueAnswers
		if alt.named {
			cue = answer.CueNames
		}
		if alt.where == inColumns {
			if at, ok := ix.column(alt); ok {
				s.cue(out, at, cue)
			}
			continue
		}
		n := 0
		for _, at := range ix.candidates(alt) {
			if n == most {
				break
			}
			if ix.answers(alt, at) && (denied || !ix.denies(alt, at)) {
				s.cue(out, at, cue)
				n++
			}
		}
	}
	return out
}

func (s *shelf) cue(out map[int]answer.Cue, at int, cue answer.Cue) {
	if i, ok := s.place[at]; ok {
		out[i] = max(out[i], cue)
	}
}

// said has what the reader of sentences says of a report, to be found by the words of a passage: passages and sentences are
// parted by rules of their own, and mostly alike.
type said map[int]map[string]*statement.Reading

func readings(r *statement.Report) said {
	out := said{}
	if r == nil {
		return out
	}
	for _, p := range r.Pages {
		for i := range p {
			x := &p[i]
			if out[x.Page] == nil {
				out[x.Page] = map[string]*statement.Reading{}
			}
			out[x.Page][folded(x.Text)] = &x.Reading
		}
	}
	return out
}

func (s said) of(page int, text string) *statement.Reading {
	key := folded(text)
	if r := s[page][key]; r != nil {
		return r
	}
	const least = 25 // bytes: less says nothing of which sentence it is
	var best *statement.Reading
	longest := 0
	for other, r := range s[page] {
		if shorter := min(len(other), len(key)); shorter > least && (strings.Contains(other, key) || strings.Contains(key, other)) {
			if shorter > longest || shorter == longest && best != nil && r.Claim > best.Claim {
				best, longest = r, shorter
			}
		}
	}
	return best
}

func folded(s string) string {
	return strings.ToLower(strings.Join(strings.Fields(strings.TrimLeft(s, "•▪■ ")), " "))
}

// Asked is a part of a requirement with the passages that may answer it.
type Asked struct {
	Part       *answer.Part
	Candidates []answer.Candidate
}

// Ask lists for each question the passages of a report that may answer it, for those who label or measure. said may be nil.
func Ask(ctx context.Context, doc *document.Document, said *statement.Report) (*answer.Shelf, []Asked, error) {
	std, err := load()
	if err != nil {
		return nil, nil, err
	}
	parts, err := answer.Load()
	if err != nil {
		return nil, nil, fmt.Errorf("asking a report: %w", err)
	}
	c := std.compare(doc, "")
	s, err := newShelf(ctx, c.ix, said)
	if err != nil {
		return nil, nil, err
	}
	var out []Asked
	for _, p := range parts.All() {
		paragraph, _ := std.Paragraph(p.Paragraph)
		denied := paragraph.NegativeStatements
		for _, r := range paragraph.Requirements {
			denied = denied || r.ID == p.ID && r.NegativeStatements
		}
		out = append(out, Asked{p, s.Candidates(p, s.cues(c.ix, p.ID, denied))})
	}
	return s.Shelf, out, nil
}

// Quotation is a passage that a report's comparison cites for a part of a requirement, for those who rule whether it says what it is
// cited for.
type Quotation struct {
	Paragraph, Part, Requirement string
	Page                         int
	Passage                      string // of which the quotation is the whole, or what of it is shown
	Quote                        string
	Headings                     []string
	Before                       string
	Sure                         float64 // how likely the judge finds it to answer; 0 where cues or rules decided
}

// Quotations are those of a report, in the order of the standards, by a judge of the caller's: on a report that the judge in the binary was
// trained on, one that has not seen it. Each stands in the report.
func Quotations(ctx context.Context, doc *document.Document, said *statement.Report, judge answer.Judge) ([]Quotation, error) {
	std, err := load()
	if err != nil {
		return nil, err
	}
	c := std.compare(doc, "")
	if err := c.understand(ctx, judge, said); err != nil {
		return nil, err
	}
	var out []Quotation
	for _, a := range c.all() {
		for _, part := range a.parts {
			if part.Quote != "" {
				out = append(out, c.quotation(a.paragraph.ID, part))
			}
		}
	}
	return out, ctx.Err()
}

func (c *comparison) quotation(paragraph string, part events.SubRequirement) Quotation {
	j := c.judged[part.ID]
	p := c.ix.passages[j.at]
	q := Quotation{
		Paragraph: paragraph, Part: part.ID, Requirement: part.Requirement, Page: part.Page, Quote: part.Quote, Passage: p.text,
		Before: strings.Join(strings.Fields(c.ix.next(j.at, -1)), " "), Sure: j.sure,
	}
	for _, h := range p.above {
		q.Headings = append(q.Headings, c.ix.passages[h].text)
	}
	return q
}
