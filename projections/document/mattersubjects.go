package document

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/data/ifrs"
	"github.com/sibyl-project/sibyl/data/matters"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/phrase"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// subject is a part of the standards of which a reader would be told in one go.
type subjectKey struct{ standard, name string }

// subjects knows the paragraphs and how much hangs on them.
type subjects struct {
	registry *ifrs.Registry
	weights  *matters.Weights
	industry string
}

func (v *view) subjects() (subjects, error) {
	registry, err := ifrs.Load()
	if err != nil {
		return subjects{}, err
	}
	weights, err := matters.Load()
	return subjects{registry, weights, v.Report.Sector}, err
}

// of is the subject of a paragraph, with its title.
func (s subjects) of(id string) (subjectKey, bool) {
	p, known := s.registry.Paragraph(id)
	if !known {
		return subjectKey{}, false
	}
	if slices.Contains(s.weights.Apart, p.Section) { // each lettered item is a subject of its own
		for top := p; top != nil; {
			parent, there := s.registry.Paragraph(top.Parent)
			if !there || !strings.Contains(parent.ID, "(") {
				return subjectKey{top.Standard, top.Title}, true
			}
			top = parent
		}
	}
	return subjectKey{p.Standard, p.Section}, true
}

// asked counts the paragraphs of a subject that ask for something whatever the company is.
func (s subjects) asked(key subjectKey, conditional map[string]bool) int {
	n := 0
	for _, p := range s.registry.GapCapable() {
		if of, known := s.of(p.ID); known && of == key && !conditional[p.ID] {
			n++
		}
	}
	return n
}

// conditional are the paragraphs that ask for something only under a condition which is not known to hold.
func (v *view) conditional() map[string]bool {
	out := map[string]bool{}
	for _, g := range v.Gaps {
		if g.Status == events.Conditional {
			out[g.Paragraph] = true
		}
	}
	return out
}

func (s subjects) weight(id string) float64 {
	p, known := s.registry.Paragraph(id)
	if !known {
		return 0
	}
	weight := float64(s.weights.Of(id, p.Section, s.industry))
	if p.Standard == "S1" { // in general what S2 asks of climate, which reports are read for first
		weight *= 0.7
	}
	return weight
}

// measured is in what the subject of a claim is stated; empty where it is no amount.
func (s subjects) measured(c *Claim) matters.Measure {
	if p, known := s.registry.Paragraph(c.Paragraphs[0].ID); known {
		return s.weights.MeasureOf(p.ID, p.Section)
	}
	return ""
}

// stands reports whether a claim can stand for the subject of the paragraph that it is evidence for: where that is an amount, one in its unit.
func (s subjects) stands(c *Claim) bool {
	if _, known := s.registry.Paragraph(c.Paragraphs[0].ID); !known {
		return false
	}
	measure := s.measured(c)
	return measure == "" || slices.ContainsFunc(c.Entities.Units, func(unit string) bool {
		if measure == matters.Money && unit == "%" || measure == matters.Emissions && strings.Contains(unit, "CO2") {
			return true
		}
		of := dimensionOf(unit)
		return measure == matters.Money && of == quantity.Money || measure == matters.Emissions && of == quantity.Mass
	})
}

// dimensionOf is what a unit measures, by its first word where the whole is none, as in "EUR ’000s".
func dimensionOf(unit string) quantity.Dimension {
	u, err := quantity.ParseUnit(unit)
	if err != nil {
		first, _, _ := strings.Cut(unit, " ")
		if u, err = quantity.ParseUnit(first); err != nil {
			return quantity.Count
		}
	}
	return u.Dimension
}

// missing are the required disclosures that were not found, by subject: eighteen items of one analysis are one matter.
func (v *view) missing() ([]weighed, error) {
	s, err := v.subjects()
	if err != nil {
		return nil, err
	}
	groups := map[subjectKey][]*Gap{}
	var order []subjectKey
	for i := range v.Gaps {
		g := &v.Gaps[i]
		key, known := s.of(g.Paragraph)
		if !known || g.Status != events.NotAddressed && g.Status != events.PartiallyAddressed {
			continue
		}
		if groups[key] == nil {
			order = append(order, key)
		}
		groups[key] = append(groups[key], g)
	}
	var out []weighed
	for _, key := range order {
		if m, surely := v.gapOf(s, key, groups[key]); surely {
			out = append(out, m)
		}
	}
	return out, nil
}

// gapOf is what one subject leaves open. It is no matter where nothing of it is surely missing: that stands among the gaps.
func (v *view) gapOf(s subjects, key subjectKey, gaps []*Gap) (weighed, bool) {
	slices.SortStableFunc(gaps, func(a, b *Gap) int {
		open := func(g *Gap) int { // what is not there at all before what is there in part
			if g.Status == events.NotAddressed {
				return 0
			}
			return 1
		}
		return cmp.Or(cmp.Compare(open(a), open(b)), cmp.Compare(s.weight(b.Paragraph), s.weight(a.Paragraph)),
			cmp.Compare(len(a.Paragraph), len(b.Paragraph)), cmp.Compare(a.Paragraph, b.Paragraph))
	})
	m := Matter{Kind: MatterMissing}
	var sure []lackingPart
	absent, unsure := 0, map[string]bool{}
	for _, g := range gaps {
		m.GapIDs = append(m.GapIDs, g.ID)
		m.Paragraphs = append(m.Paragraphs, g.Paragraph)
		if g.Status == events.NotAddressed {
			absent++
		}
		surely, perhaps := g.lacking()
		for _, p := range surely {
			if !slices.ContainsFunc(sure, func(o lackingPart) bool { return o.requirement == p.requirement }) {
				sure = append(sure, p)
			}
		}
		for _, need := range perhaps {
			unsure[need] = true
		}
		for _, e := range g.Evidence {
			if len(m.Places) < 8 {
				m.Places = append(m.Places, MatterPlace{Page: e.Page, Quote: tidy(e.Quote, "")})
			}
		}
	}
	if len(sure) == 0 && len(unsure) > 0 {
		return weighed{}, false
	}
	slices.SortStableFunc(sure, func(a, b lackingPart) int { return cmp.Compare(a.near, b.near) }) // the surest speaks for all
	first, nearest := gaps[0], events.NearestPassage{}
	if len(sure) > 0 { // why that matters is told, and not why another part does
		first, nearest = sure[0].of, sure[0].nearest
	}
	lacking := requirementsOf(sure)
	what := "Not found"
	if absent == 0 {
		what = "Only part was found"
	} else if len(unsure) > 0 || absent < s.asked(key, v.conditional()) { // the rest of the subject is there, or may be
		what = "Parts were not found"
	}
	m.Title = fmt.Sprintf("%s: %s (IFRS %s)", what, strings.ToLower(key.name[:1])+key.name[1:], key.standard)
	m.Text = phrase.Paragraph(gapWords(lacking, gaps)+perhapsToo(len(unsure)), comesNearest(nearest), because(first.Materiality))
	m.Gist = lackingInShort(lacking)
	slices.Sort(m.Paragraphs)
	slices.Sort(m.GapIDs)
	if lead := gaps[0].Evidence; len(lead) > 0 { // what is said of another part of the subject decides nothing of this one
		m.Page, m.Quote = lead[0].Page, tidy(lead[0].Quote, "")
	}
	if nearest.Page > 0 && len(m.Places) == 0 {
		m.Places = append(m.Places, MatterPlace{Page: nearest.Page, Quote: tidy(nearest.Quote, "")})
	}
	m.ID = v.matterID(m.Kind, key.standard, key.name)
	weight := 5*s.weight(first.Paragraph) + min(6, float64(absent)/2)
	if len(sure) > 0 {
		weight -= unsureBy * sure[0].near / SpokenOf
	}
	if absent == 0 {
		weight -= 14
	}
	if unread := v.picturesBeside(m.Places); len(unread) > 0 {
		m.Title = strings.Replace(m.Title, what, "Not found in words", 1)
		m.Gist += "; " + phrase.Pages(unread) + " " + verb(len(unread), "has a large picture", "have large pictures") + " whose words were not read"
		m.Text = phrase.Paragraph(gapWords(lacking, gaps)+perhapsToo(len(unsure)), fmt.Sprintf("It may stand in the large %s on %s, whose words were not read",
			verb(len(unread), "picture", "pictures"), phrase.Pages(unread)))
		weight -= 10
	}
	return weighed{m, weight}, true
}

// unsureBy is how much less a missing part weighs that a passage comes as near to as one may that is told of as missing.
const unsureBy = 10

// picturesBeside are the pages with a large picture whose words nobody has read, where the report speaks of a subject or on the
// page after it: a table that is announced there may be that picture.
func (v *view) picturesBeside(places []MatterPlace) []int {
	var out []int
	for _, page := range v.Report.PagesPictures {
		if slices.ContainsFunc(places, func(p MatterPlace) bool { return p.Page > 0 && (p.Page == page || p.Page+1 == page) }) {
			out = append(out, page)
		}
	}
	return out
}

func verb(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
