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
	"github.com/sibyl-project/sibyl/projections/document/disclosures"
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
		case surely && s.weights.IsCommon(groups[key][0].Paragraph):
			common = append(common, m)
		case surely:
			same := slices.IndexFunc(out, func(o weighed) bool { return o.Title == m.Title }) // of two paragraphs that ask for one thing
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
	return append(out, together(common)...), nil
}

// targets is the subject of which a report without any target lacks all details.
var targets = subjectKey{"S2", "Climate-related targets"}

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
func (v *view) gapOf(s subjects, key subjectKey, gaps []*Gap) (weighed, bool) {
	slices.SortStableFunc(gaps, func(a, b *Gap) int {
		return cmp.Or(cmp.Compare(s.weight(b.Paragraph), s.weight(a.Paragraph)), cmp.Compare(len(a.Paragraph), len(b.Paragraph)),
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
			plain := p.ID == "" || slices.Contains(s.weights.Plain, p.ID) && !v.figured(s.weights.Figured[p.ID])
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
		return cmp.Or(cmp.Compare(s.weights.Rank(a.ID), s.weights.Rank(b.ID)), cmp.Compare(a.Near, b.Near))
	})
	lead := sure[0] // why that matters is told, and not why another part does
	if v.unreadBeside(append(m.Places, MatterPlace{Page: lead.Nearest.Page})) {
		return weighed{}, false
	}
	lacking := list(sure, func(p disclosures.Lacking) string { return p.Requirement })
	m.Title = fmt.Sprintf("Not found: %s (IFRS %s)", lower(phrase.Words(cmp.Or(s.weights.Told[lead.ID], lacking[0]), 16)), key.standard)
	m.Text = phrase.Paragraph(v.gapWords(lacking, gaps), because(lead.Of.Materiality))
	if own := v.basis.Elsewhere; len(own) > 0 && strings.HasPrefix(lead.Of.Paragraph, ofInventory) {
		m.Title = strings.Replace(m.Title, "Not found", "In another document, as the report says", 1)
		m.Text = phrase.Paragraph(pageSays(own[0].Page, own[0].Quote, 40), v.gapWords(lacking, gaps), because(lead.Of.Materiality))
		m.Page, m.Places = own[0].Page, append([]MatterPlace{{Page: own[0].Page, Quote: tidy(own[0].Quote, "")}}, m.Places...)
	}
	m.Gist = "on " + lower(key.name) + s.alsoLacking(slices.DeleteFunc(slices.Clone(sure[1:]), func(p disclosures.Lacking) bool {
		return p.Of.Under != "" && p.Of.Under == lead.Of.Paragraph // goes without saying
	}))
	slices.Sort(m.Paragraphs)
	slices.Sort(m.GapIDs)
	m.ID = v.matterID(m.Kind, key.standard, key.name)
	weight := 8 + 2*s.weight(lead.Of.Paragraph) + min(3, float64(absent)/4) - unsureBy*lead.Near/disclosures.SpokenOf
	return weighed{m, min(weight, mostAbsent)}, true
}

// ofInventory is how the paragraphs begin that ask for amounts of emissions.
const ofInventory = "S2.29(a)"

// entirely are the parts of a gap that surely are missing, if all that everybody sees to be there or not are: of results, cash flows and the
// balance sheet one alone is told of by no reader.
func (v *view) entirely(g *Gap, s subjects) []disclosures.Lacking {
	lacking := g.Lacking()
	for _, p := range g.Parts {
		if slices.Contains(s.weights.Plain, p.ID) && !slices.ContainsFunc(lacking, func(l disclosures.Lacking) bool { return l.ID == p.ID }) {
			return nil
		}
	}
	return lacking
}

// alsoLacking names what is missing as well.
func (s subjects) alsoLacking(parts []disclosures.Lacking) string {
	var named []string
	for _, p := range parts {
		if p.ID != "" && s.weights.Told[p.ID] == "" {
			continue // it goes with another
		}
		told := cmp.Or(s.weights.Told[p.ID], quoted(p.Requirement, 14))
		if !slices.Contains(named, told) {
			named = append(named, told)
		}
	}
	if len(named) == 0 {
		return ""
	}
	const shown = 3
	if n := len(named) - shown; n > 0 {
		named = append(named[:shown], phrase.Count(n, "more", "more"))
	}
	return "; nor " + phrase.List(named)
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
	unread := slices.Concat(v.Report.PagesPictures, v.Report.PagesImageOnly, list(v.Report.NotAnalysed, func(n PageNote) int { return n.Page }))
	return slices.ContainsFunc(places, func(p MatterPlace) bool {
		return p.Page > 0 && (slices.Contains(unread, p.Page) || slices.Contains(unread, p.Page+1))
	})
}

func verb(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// onItsWay tells the target apart of which a check says that emissions are not on the way to it; empty of other checks. That they are not is no mistake in
// its figures.
func onItsWay(c shownCheck) string {
	if !asked(c) || c.Name != "target_progress" && c.Name != "target_achievability" {
		return ""
	}
	percent, base, until, words := "", "", "", ""
	for _, in := range c.Inputs {
		switch {
		case in.Label == "base year":
			base = in.Value
		case in.Label == "target year":
			until = in.Value
		case in.Label == "target" || strings.HasPrefix(in.Label, "target: "):
			percent, words = in.Value, strings.TrimPrefix(in.Label, "target: ")
		}
	}
	if percent == "" || until == "" {
		return ""
	}
	return strings.Join([]string{percent, base, until, words}, "\x00")
}

// sameAim reports whether such a check is of a claim's target.
func sameAim(c shownCheck, claim *Claim, t *events.TargetAssessment) bool {
	of := strings.Join([]string{t.Percent, fmt.Sprint(t.BaseYear), fmt.Sprint(t.TargetYear)}, "\x00")
	return strings.HasPrefix(onItsWay(c), of+"\x00") && (slices.Contains(c.Claims, claim.ID) || slices.Contains(c.Pages, claim.Page))
}

// wayTold puts together what checks say of the way to one target, each once, and marks the sentences that set it as told of.
func (v *view) wayTold(group []shownCheck) (found string) {
	var all []string
	for _, c := range group {
		for _, id := range c.Claims {
			if claim := v.claims[id]; sets(claim) {
				v.targets[firstWords(claim.Quote.Text)] = true
			}
		}
		if says := strings.TrimRight(c.Message, "."); !slices.Contains(all, says) {
			all = append(all, says)
		}
	}
	return strings.Join(all[1:], ". ")
}
