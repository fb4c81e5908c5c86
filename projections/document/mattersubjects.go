package document

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/data/ifrs"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/phrase"
	"github.com/sibyl-project/sibyl/projections/document/disclosures"
)

// subjects knows the paragraphs and how much hangs on them in the report's industry.
func (v *view) subjects() (*disclosures.Subjects, error) {
	return disclosures.NewSubjects(v.Report.Sector)
}

// missing are the required disclosures that were not found, by subject: eighteen items of one analysis are one matter.
func (v *view) missing() ([]weighed, error) {
	s, err := v.subjects()
	if err != nil {
		return nil, err
	}
	groups := map[disclosures.Subject][]*Gap{}
	var order []disclosures.Subject
	for i := range v.Gaps {
		g := &v.Gaps[i]
		key, known := s.Of(g.Paragraph)
		if !known || g.Status != events.NotAddressed && g.Status != events.PartiallyAddressed {
			continue
		}
		if groups[key] == nil {
			order = append(order, key)
		}
		groups[key] = append(groups[key], g)
	}
	var out []weighed
	var common []weighed
	none, aimless := v.aimless(groups[targets])
	if aimless {
		out = append(out, none)
	}
	for _, key := range order {
		if key == targets && aimless {
			continue
		}
		m, surely := v.gapOf(s, key, groups[key])
		switch {
		case surely && s.Weights.IsCommon(groups[key][0].Paragraph):
			common = append(common, m)
		case surely:
			named, _, _ := strings.Cut(m.Title, " (IFRS")
			_, named, _ = strings.Cut(named, ": ")
			same := slices.IndexFunc(out, func(o weighed) bool { // of two paragraphs that ask for one thing
				return o.Title == m.Title || named != "" && o.Kind == m.Kind && strings.Contains(o.Gist, named)
			})
			if same < 0 {
				out = append(out, m)
				continue
			}
			o := &out[same]
			o.GapIDs, o.Paragraphs, o.Places = append(o.GapIDs, m.GapIDs...), append(o.Paragraphs, m.Paragraphs...), append(o.Places, m.Places...)
			slices.Sort(o.GapIDs)
			slices.Sort(o.Paragraphs)
		}
	}
	out = v.leadAbsent(s, out)
	return append(out, together(common)...), nil
}

// leadAbsent has the weightiest subject that was not found stand among what is told first, where much was not found: whoever relies on a report
// that lacks two fifths of what is asked for has to know what weighs most of it, and one such matter is enough. Where no single part of weight is
// surely missing, the subjects are told of which nothing is there.
func (v *view) leadAbsent(s *disclosures.Subjects, all []weighed) []weighed {
	not, judged, much := disclosures.Much(v.Coverage)
	if !much {
		return all
	}
	lead := -1
	for i, m := range all {
		if m.weight > mostAbsent { // no target at all, or what the report denies
			return all
		}
		weighs := slices.ContainsFunc(m.Paragraphs, func(id string) bool { return s.Weight(id) >= weighty })
		if weighs && (lead < 0 || m.weight > all[lead].weight) {
			lead = i
		}
	}
	if lead >= 0 {
		all[lead].weight = leadingAbsent
		return all
	}
	for _, pictured := range []bool{false, true} {
		if m, ok := v.muchOf(s, not, judged, pictured); ok {
			return append(all, m)
		}
	}
	return all
}

// muchOf is how much was not found, with the subjects of most weight of which nothing is there at all, and what comes nearest to the first of them. Where
// pictures that nobody has read stand beside all that comes near, those subjects are named that they may speak of, and so it is told.
func (v *view) muchOf(s *disclosures.Subjects, not, judged int, pictured bool) (weighed, bool) {
	m := Matter{Kind: MatterMissing}
	heads := func(id string) bool {
		p, known := s.Registry.Paragraph(id)
		return known && p.Standard == "S2" && p.GapRule == ifrs.Always && strings.Count(id, "(") < 2 && !s.Weights.IsCommon(id) && s.Weight(id) >= telling
	}
	var names, follow []string
	var first events.NearestPassage
	for _, g := range disclosures.Weightiest(v.Gaps, heads, s.Weight) {
		p, _ := s.Registry.Paragraph(g.Paragraph)
		near := list(g.Parts, func(part events.SubRequirement) MatterPlace { return MatterPlace{Page: part.Nearest.Page} })
		if len(names) == mostNamed || !pictured && v.unreadBeside(near) {
			continue
		}
		if len(names) == 0 {
			first = g.Parts[0].Nearest
		}
		says := g.Paragraph + " asks for it"
		if n := len(g.Consequences); n > 0 {
			says += ", and " + phrase.Count(n, "paragraph that follows from it", "paragraphs that follow from it")
		}
		name := cmp.Or(s.Weights.Told[g.Parts[0].ID], lower(p.Title))
		names, follow = append(names, name), append(follow, name+" ("+says+")")
		m.GapIDs, m.Paragraphs = append(m.GapIDs, g.ID), append(m.Paragraphs, g.Paragraph)
	}
	if len(names) == 0 {
		return weighed{}, false
	}
	m.Title = fmt.Sprintf("%d of %d disclosures of IFRS S1 and S2 were not found", not, judged)
	m.Gist = "of most weight: " + phrase.List(names)
	near := "Another document may say so"
	if first.Page > 0 {
		near = fmt.Sprintf("What comes nearest to the first stands on page %d: %s; another document may say so", first.Page, opening(tidy(first.Quote, ""), 30))
	}
	if pictured {
		m.Gist += "; pictures on " + phrase.Pages(v.pagesUnread()) + " were not read"
		near = "The pictures may say so; " + lower(near)
	}
	read := phrase.Count(v.Report.PagesRead, "page", "pages")
	m.Text = phrase.Paragraph(fmt.Sprintf("On the %s read %d of the %d disclosures that could be judged were not found; of most weight: %s", read, not, judged,
		phrase.List(follow)), near)
	slices.Sort(m.GapIDs)
	slices.Sort(m.Paragraphs)
	m.ID = v.matterID(m.Kind, "much")
	return weighed{m, leadingAbsent}, true
}

// mostNamed is how many subjects are named of what was not found, and telling is what each of them weighs at least.
const (
	mostNamed = 3
	telling   = 6
)

// leadingAbsent is the weight of the first that is missing of much, and weighty is what a subject at least weighs of it.
const (
	leadingAbsent = 45
	weighty       = 8
)

// targets is the subject of which a report without any target lacks all details.
var targets = disclosures.Subject{Standard: "S2", Name: "Climate-related targets"}

// together makes one matter of what nearly every report lacks, which stands last.
func together(common []weighed) []weighed {
	if len(common) == 0 {
		return nil
	}
	m := common[0]
	m.weight = min(m.weight, leastToldFirst)
	var names []string
	for i, o := range common {
		_, name, _ := strings.Cut(o.Title, ": ")
		name, _, _ = strings.Cut(name, " (IFRS")
		names = append(names, name)
		if i > 0 {
			m.GapIDs, m.Paragraphs = append(m.GapIDs, o.GapIDs...), append(m.Paragraphs, o.Paragraphs...)
			m.Text += " " + o.Text
		}
	}
	if len(common) > 1 {
		m.Title = "Not found: " + phrase.List(names) + " (IFRS S2)"
		m.Gist = ""
		slices.Sort(m.GapIDs)
		slices.Sort(m.Paragraphs)
	}
	return []weighed{m}
}

// gapOf is what one subject surely leaves open: those of its parts that everybody sees to be there or not. It is no matter where there is none, or
// where a picture or page that nobody read may hold it: that stands among the gaps.
func (v *view) gapOf(s *disclosures.Subjects, key disclosures.Subject, gaps []*Gap) (weighed, bool) {
	slices.SortStableFunc(gaps, func(a, b *Gap) int {
		return cmp.Or(cmp.Compare(s.Weight(b.Paragraph), s.Weight(a.Paragraph)), cmp.Compare(len(a.Paragraph), len(b.Paragraph)),
			cmp.Compare(a.Paragraph, b.Paragraph))
	})
	m := Matter{Kind: MatterMissing}
	var sure []disclosures.Lacking
	absent := 0
	for _, g := range gaps {
		m.GapIDs = append(m.GapIDs, g.ID)
		m.Paragraphs = append(m.Paragraphs, g.Paragraph)
		if g.Status == events.NotAddressed {
			absent++
		}
		for _, p := range v.entirely(g, s) {
			plain := p.ID == "" || slices.Contains(s.Weights.Plain, p.ID) && !v.figured(s.Weights.Figured[p.ID])
			if plain && !slices.ContainsFunc(sure, func(o disclosures.Lacking) bool { return o.Requirement == p.Requirement }) {
				sure = append(sure, p)
			}
		}
		for _, e := range g.Evidence {
			if len(m.Places) < 8 {
				m.Places = append(m.Places, MatterPlace{Page: e.Page, Quote: tidy(e.Quote, "")})
			}
		}
	}
	if len(sure) == 0 {
		return weighed{}, false
	}
	slices.SortStableFunc(sure, func(a, b disclosures.Lacking) int {
		return cmp.Or(cmp.Compare(s.Weights.Rank(a.ID), s.Weights.Rank(b.ID)), cmp.Compare(a.Near, b.Near))
	})
	lead := sure[0] // why that matters is told, and not why another part does
	denied, heavy, said := v.denial(s.Weights.Told[lead.ID])
	if !said && v.unreadBeside(append(m.Places, MatterPlace{Page: lead.Nearest.Page})) {
		return weighed{}, false
	}
	lacking := list(sure, func(p disclosures.Lacking) string { return p.Requirement })
	m.Title = fmt.Sprintf("Not found: %s (IFRS %s)", lower(phrase.Words(cmp.Or(s.Weights.Told[lead.ID], lacking[0]), 16)), key.Standard)
	m.Text = phrase.Paragraph(v.gapWords(lacking, gaps)+nearestTo(lead)+"; another document may say so", because(lead.Of.Materiality))
	if said { // its own word is better evidence than that nothing was found
		m.Title = strings.Replace(m.Title, "Not found", "None, as the report says", 1)
		m.Page, m.Quote = denied.Page, denied.Quote
		m.Places = append([]MatterPlace{denied}, m.Places...)
		m.Text = phrase.Paragraph(pageSays(denied.Page, denied.Quote, 40), because(lead.Of.Materiality))
	}
	if own := v.basis.Elsewhere; len(own) > 0 && strings.HasPrefix(lead.Of.Paragraph, ofInventory) {
		m.Title = strings.Replace(m.Title, "Not found", "In another document, as the report says", 1)
		m.Text = phrase.Paragraph(pageSays(own[0].Page, own[0].Quote, 40), v.gapWords(lacking, gaps), because(lead.Of.Materiality))
		m.Page, m.Places = own[0].Page, append([]MatterPlace{{Page: own[0].Page, Quote: tidy(own[0].Quote, "")}}, m.Places...)
	}
	m.Gist = "on " + lower(key.Name) + s.AlsoLacking(slices.DeleteFunc(slices.Clone(sure[1:]), func(p disclosures.Lacking) bool {
		return p.Of.Under != "" && p.Of.Under == lead.Of.Paragraph // goes without saying
	}))
	slices.Sort(m.Paragraphs)
	slices.Sort(m.GapIDs)
	m.ID = v.matterID(m.Kind, key.Standard, key.Name)
	weight := min(8+2*s.Weight(lead.Of.Paragraph)+min(3, float64(absent)/4)-unsureBy*lead.Near/disclosures.SpokenOf, mostAbsent)
	if said {
		weight = max(weight+byItself, heavy)
	}
	return weighed{m, weight}, true
}

// nearestTo is what comes nearest to a part that was not found, where it comes near enough to be taken for it.
func nearestTo(p disclosures.Lacking) string {
	if p.Near < disclosures.SpokenOf || p.Nearest.Page == 0 {
		return ""
	}
	return fmt.Sprintf(", and what comes nearest stands on page %d: %s", p.Nearest.Page, opening(tidy(p.Nearest.Quote, ""), 30))
}

// denial is the sentence in which the report itself says that it has not what a part asks for, by the words that the part is told of with, and what it
// would weigh by itself.
func (v *view) denial(told string) (place MatterPlace, weight float64, ok bool) {
	for _, n := range v.Notes {
		if _, against := adverse[n.Kind]; against && disclosures.Denies(n.Quote, told) {
			v.quoted[n.Quote] = true
			return MatterPlace{Page: n.Page, Quote: tidy(n.Quote, "")}, saidWeightOf(n), true
		}
	}
	for _, c := range v.claimed {
		if disclosures.Denies(c.Text, told) {
			return MatterPlace{Page: c.Page, Quote: tidy(c.Text, "")}, 0, true
		}
	}
	return MatterPlace{}, 0, false
}

// byItself is how much more it weighs that the report says itself that it has not what is asked for.
const byItself = 10

// ofInventory is how the paragraphs begin that ask for amounts of emissions.
const ofInventory = "S2.29(a)"

// entirely are the parts of a gap that surely are missing, if all that everybody sees to be there or not are: of results, cash flows and the
// balance sheet one alone is told of by no reader.
func (v *view) entirely(g *Gap, s *disclosures.Subjects) []disclosures.Lacking {
	lacking := g.Lacking()
	for _, p := range g.Parts {
		if slices.Contains(s.Weights.Plain, p.ID) && !slices.ContainsFunc(lacking, func(l disclosures.Lacking) bool { return l.ID == p.ID }) {
			return nil
		}
	}
	return lacking
}

// figured reports whether the report gives a figure of a metric, whatever it may be of.
func (v *view) figured(metric string) bool {
	return metric != "" && slices.ContainsFunc(v.Facts, func(f Fact) bool { return f.Metric == metric })
}

// What is not there is shown by nothing but a search, so it comes after all that a figure or a quotation shows, and later the nearer
// a passage comes to it.
const (
	mostAbsent = 29
	unsureBy   = 4
)

// unreadBeside reports whether a large picture or a page whose words nobody has read stands where the report speaks of a subject, or on the page
// after it: a table that is announced there may be that picture.
func (v *view) unreadBeside(places []MatterPlace) bool {
	unread := v.pagesUnread()
	return slices.ContainsFunc(places, func(p MatterPlace) bool {
		return p.Page > 0 && (slices.Contains(unread, p.Page) || slices.Contains(unread, p.Page+1))
	})
}

// pagesUnread are the pages of which something was not read.
func (v *view) pagesUnread() []int {
	pages := slices.Concat(v.Report.PagesPictures, v.Report.PagesImageOnly, list(v.Report.NotAnalysed, func(n PageNote) int { return n.Page }))
	slices.Sort(pages)
	return slices.Compact(pages)
}

func verb(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
