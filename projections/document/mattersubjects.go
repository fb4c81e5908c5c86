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

// stands reports whether a claim can stand for the subject of the paragraph that it is evidence for: where that is an amount, one in its unit.
func (s subjects) stands(c *Claim) bool {
	p, known := s.registry.Paragraph(c.Paragraphs[0].ID)
	if !known {
		return false
	}
	measure := s.weights.MeasureOf(p.ID, p.Section)
	return measure == "" || slices.ContainsFunc(c.Entities.Units, func(unit string) bool {
		if measure == matters.Money && unit == "%" || measure == matters.Emissions && strings.Contains(unit, "CO2") {
			return true
		}
		u, err := quantity.ParseUnit(unit)
		if err != nil {
			first, _, _ := strings.Cut(unit, " ") // "EUR ’000s"
			if u, err = quantity.ParseUnit(first); err != nil {
				return false
			}
		}
		return measure == matters.Money && u.Dimension == quantity.Money || measure == matters.Emissions && u.Dimension == quantity.Mass
	})
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
		out = append(out, v.gapOf(s, key, groups[key]))
	}
	return out, nil
}

// gapOf is what one subject leaves open.
func (v *view) gapOf(s subjects, key subjectKey, gaps []*Gap) weighed {
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
	var lacking []string              // surely
	var nearest events.NearestPassage // to the first of them
	absent, unsure := 0, map[string]bool{}
	first := gaps[0] // of which something is surely missing: why that matters is told, and not why another part does
	for _, g := range gaps {
		m.GapIDs = append(m.GapIDs, g.ID)
		m.Paragraphs = append(m.Paragraphs, g.Paragraph)
		if g.Status == events.NotAddressed {
			absent++
		}
		surely, perhaps := g.lacking()
		if len(lacking) == 0 && len(surely) > 0 {
			first, nearest = g, g.nearestTo(surely[0])
		}
		for _, need := range surely {
			if !slices.Contains(lacking, need) {
				lacking = append(lacking, need)
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
	what := "Not found"
	if absent == 0 {
		what = "Only part was found"
	} else if len(unsure) > 0 || absent < s.asked(key, v.conditional()) { // the rest of the subject is there, or may be
		what = "Parts are missing"
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
	if absent == 0 {
		weight -= 14
	}
	if len(lacking) == 0 && len(unsure) > 0 { // too little to be told of first
		m.Title = strings.Replace(m.Title, what, "Perhaps not found", 1)
		m.Text = phrase.Paragraph("No part of "+paragraphsIn(gaps)+" is clearly missing, but "+unsurely(len(unsure), ""), because(gaps[0].Materiality))
		weight = min(weight, leastSure)
	}
	if unread := v.picturesBeside(m.Places); len(unread) > 0 {
		m.Title = strings.Replace(m.Title, what, "Not found in words", 1)
		m.Gist += "; " + phrase.Pages(unread) + " " + verb(len(unread), "has a large picture", "have large pictures") + " whose words were not read"
		m.Text = phrase.Paragraph(gapWords(lacking, gaps)+perhapsToo(len(unsure)), fmt.Sprintf("It may stand in the large %s on %s, whose words were not read",
			verb(len(unread), "picture", "pictures"), phrase.Pages(unread)))
		weight -= 10
	}
	return weighed{m, weight}
}

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

// comesNearest shows what came nearest to what is missing, so that a reader can see whether it is.
func comesNearest(to events.NearestPassage) string {
	if to.Page == 0 {
		return ""
	}
	return fmt.Sprintf("Page %d comes nearest: “%s”", to.Page, strings.TrimRight(phrase.Words(to.Quote, 20), "."))
}

// because says why it matters.
func because(materiality string) string {
	if strings.TrimSpace(materiality) == "" {
		return ""
	}
	return "Why it matters: " + materiality
}

// perhapsToo says how much more may be missing.
func perhapsToo(n int) string {
	if n == 0 {
		return ""
	}
	return "; " + unsurely(n, "other ")
}

// unsurely says of how many parts a passage says too little to tell whether they are there.
func unsurely(n int, which string) string {
	return phrase.Count(n, which+"part is", which+"parts are") + " only named, touched on or said to be elsewhere"
}

// lackingInShort names the first of what is missing.
func lackingInShort(lacking []string) string {
	if len(lacking) == 0 {
		return ""
	}
	text := "“" + strings.TrimRight(phrase.Words(lacking[0], 14), ".") + "”"
	if n := len(lacking) - 1; n > 0 {
		text += " and " + phrase.Count(n, "further part", "further parts")
	}
	return text
}

// gapWords lists what is missing: the first few, and how much more.
func gapWords(lacking []string, gaps []*Gap) string {
	const shown = 3
	if len(lacking) == 0 {
		return fmt.Sprintf("Nothing was found on %s", gaps[0].Requirement)
	}
	var parts []string
	for _, l := range lacking[:min(shown, len(lacking))] {
		parts = append(parts, "“"+strings.TrimRight(phrase.Words(l, 16), ".")+"”")
	}
	text := "No page that was read gives " + phrase.List(parts)
	if n := len(lacking) - shown; n > 0 {
		text = "No page that was read gives " + strings.Join(parts, ", ") + fmt.Sprintf(" and %s", phrase.Count(n, "further part", "further parts"))
	}
	return text + " of " + paragraphsIn(gaps)
}

// paragraphsIn names the paragraphs that ask, shortened to their common number.
func paragraphsIn(gaps []*Gap) string {
	var numbers []string
	for _, g := range gaps {
		number, _, _ := strings.Cut(g.Paragraph, "(")
		if !slices.Contains(numbers, number) {
			numbers = append(numbers, number)
		}
	}
	slices.Sort(numbers)
	if len(numbers) > 4 {
		numbers = append(numbers[:4], "others")
	}
	return phrase.List(numbers)
}
