package disclosures

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/data/ifrs"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/phrase"
)

// Answered is what was found of one paragraph: each part that it asks for with the words that answer it.
type Answered struct {
	Paragraph, Pillar, Requirement string
	Parts                          []Part
}

// Part is one part of a paragraph that is answered.
type Part struct {
	ID, Requirement string
	Page            int    // 0 where nobody knows it
	Heads           string // what stands over the quotation
	Quote           string // empty where the part is likely answered, but not surely enough to be quoted
	Likely          string // then where
}

// Reference is a paragraph of S2 with its counterparts in S1 and what answers it.
type Reference struct {
	Paragraph, Title, Pillar string
	Counterparts             []string
	Status                   string
	Claims                   int
	Pages                    []int
}

// Where names the pages of what answers a paragraph.
func (r Reference) Where() string {
	if len(r.Pages) == 0 {
		return ""
	}
	return strings.TrimPrefix(strings.TrimPrefix(phrase.Pages(r.Pages), "pages "), "page ")
}

// Compared is what the legal agent has compared: a claim's paragraphs, or the report's where there is no claim.
type Compared struct {
	Claim    string
	Mappings []events.ParagraphMapping
}

// Answers gathers the quotations by which paragraphs are answered, and who answers which paragraph, in the order of the standards. It comes from the
// legal agent's details, so that nothing is shown as addressed that has no words of the report for it.
func Answers(all []Compared, gaps []Gap) ([]Answered, []Reference, error) {
	registry, err := ifrs.Load()
	if err != nil {
		return nil, nil, err
	}
	found := map[string]*Answered{}
	answering := map[string]*Reference{}
	for _, f := range all {
		for _, m := range f.Mappings {
			for _, s := range m.SubRequirements {
				quoted := s.Quote != "" && s.Page > 0
				if !s.Addressed || !quoted && s.GapReason == "" {
					continue
				}
				p := found[m.Paragraph]
				if p == nil {
					p = &Answered{Paragraph: m.Paragraph, Pillar: m.Pillar, Requirement: m.Requirement}
					found[m.Paragraph] = p
				}
				p.add(s, quoted)
				if !quoted {
					continue // what is not quoted has no place of its own
				}
				r := answering[m.Paragraph]
				if r == nil {
					r = &Reference{}
					answering[m.Paragraph] = r
				}
				if f.Claim != "" {
					r.Claims++
				}
				if !slices.Contains(r.Pages, s.Page) {
					r.Pages = append(r.Pages, s.Page)
				}
			}
		}
	}
	open := map[string]events.DisclosureStatus{}
	for _, g := range gaps {
		open[g.Paragraph] = g.Status
	}
	var out []Answered
	var refs []Reference
	for _, p := range registry.Paragraphs {
		if x := found[p.ID]; x != nil {
			slices.SortFunc(x.Parts, func(a, b Part) int { return strings.Compare(a.ID, b.ID) })
			out = append(out, *x)
		}
		if p.Standard != "S2" || len(p.S1Counterparts) == 0 {
			continue
		}
		r := Reference{Paragraph: p.ID, Title: p.Title, Pillar: p.Pillar, Counterparts: p.S1Counterparts}
		if x := answering[p.ID]; x != nil {
			r.Claims, r.Pages, r.Status = x.Claims, x.Pages, string(events.FullyAddressed)
			slices.Sort(r.Pages)
		}
		if status, there := open[p.ID]; there {
			r.Status = string(status)
		}
		refs = append(refs, r)
	}
	return out, refs, nil
}

// add adds a part; of several places the first that answers it stands for it.
func (a *Answered) add(s events.SubRequirement, quoted bool) {
	const shown = 60 // words
	part := Part{ID: s.ID, Requirement: s.Requirement, Page: s.Page, Likely: phrase.Words(s.GapReason, shown)}
	if quoted {
		part.Heads, part.Quote, part.Likely = phrase.Words(s.Heads, shown), phrase.Words(s.Quote, shown), ""
	}
	n := slices.IndexFunc(a.Parts, func(o Part) bool { return o.ID == part.ID })
	if n < 0 {
		a.Parts = append(a.Parts, part)
	} else if old := a.Parts[n]; quoted && (old.Quote == "" || part.Page < old.Page) {
		a.Parts[n] = part
	}
}
