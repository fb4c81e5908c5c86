package document

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/phrase"
	"github.com/sibyl-project/sibyl/projections/document/keyfigures"
	"github.com/sibyl-project/sibyl/projections/document/notes"
	"github.com/sibyl-project/sibyl/rag/pattern"
)

// Weights of what figures rest on where no sentence tells it, and of what a report does not give at all.
const (
	markedWeight     = 47
	insideWeight     = 46 // as an assurer's word
	unassuredWeight  = 46
	limitsWeight     = 41 // and one more for each; where there is one alone it is no matter
	costlessWeight   = 39 // no amount of what climate risks cost
	figurelessWeight = 38 // no figure of accidents, energy, water or waste
	ofOne            = 14 // less for one of them that may not matter to it
)

// rests are the matters of what the figures rest on, where no sentence tells more: that nobody outside has looked at them, and that earlier ones were changed.
func (v *view) rests(all []weighed) []weighed {
	var out []weighed
	if len(v.basis.Inside) > 0 && v.silent.Outside && !v.assuranceTold() {
		out = append(out, v.fromInside())
	}
	if limits, ok := v.limits(); ok {
		if told := slices.IndexFunc(all, func(m weighed) bool { return m.Title == noted[notes.LeftOut].title }); told >= 0 {
			all[told].absorb(limits.Matter, limits.Gist, limits.Text)
		} else {
			out = append(out, limits)
		}
	}
	for _, of := range []func() (weighed, bool){v.dropped, v.narrow} {
		if m, ok := of(); ok {
			out = append(out, m)
		}
	}
	if len(v.basis.Marked) > 0 {
		marked := v.marked()
		if told := slices.IndexFunc(all, func(m weighed) bool { return strings.HasPrefix(m.Title, marked.Title) }); told >= 0 {
			all[told].absorb(marked.Matter, marked.Gist, marked.Gist)
		} else {
			out = append(out, marked)
		}
	}
	return out
}

// limits is what the figures of emissions leave out as checks and the comparison with the standards know it: Scope 3, how Scope 2 is reckoned, and of whom
// they are where parts of the group stand beside one another.
func (v *view) limits() (weighed, bool) {
	emitted := func(is func(*Fact) bool) bool {
		return slices.ContainsFunc(v.figures, func(f *Fact) bool { return f.Metric == "ghg_emissions" && !f.Target && !f.Change && is(f) })
	}
	if !v.ledEmissions || len(v.pagesUnread()) > 0 {
		return weighed{}, false // where nobody has read it may be said
	}
	m := Matter{Kind: MatterMissing, Theme: "basis", Title: "What the figures of emissions leave out or open"}
	var says []string
	tell := func(paragraph, part, said string) {
		for _, g := range v.Gaps {
			at := slices.IndexFunc(g.Parts, func(p events.SubRequirement) bool { return p.ID == paragraph+part && !p.Addressed })
			if g.Paragraph == paragraph && at >= 0 && (g.Status == events.NotAddressed || g.Status == events.PartiallyAddressed) {
				says, m.GapIDs, m.Paragraphs = append(says, said), append(m.GapIDs, g.ID), append(m.Paragraphs, paragraph)
			}
		}
	}
	open := func(name, of string) bool {
		return slices.ContainsFunc(v.checks, func(c shownCheck) bool {
			return c.Name == name && c.Result == events.CheckInconclusive && strings.Contains(c.Message, of)
		})
	}
	if !emitted(func(f *Fact) bool { return strings.Contains(f.Scope, "3") }) {
		tell("S2.29(a)(i)(3)", "#scope3_amount", "no amount of Scope 3 was found")
	}
	if open("method_consistency", "without its method") && !emitted(func(f *Fact) bool { return f.Method != "" }) {
		tell("S2.29(a)(v)", "#location_based", "not said by which method Scope 2 is reckoned, of the place or of the market")
	}
	if open("methodology", "consolidation approach") && emitted(func(f *Fact) bool { return !v.whole(f.Boundary) && f.Source == "table" }) {
		tell("S2.29(a)(iii)(1)", "#approach", "not said which part of companies that are not wholly owned is counted in")
	}
	m.Gist = strings.Join(says, "; ")
	m.Text = phrase.Paragraph(fmt.Sprintf("Of emissions the %s read leave open: %s", phrase.Count(v.Report.PagesRead, "page", "pages"), m.Gist),
		"What is not said may change totals, and so whether targets that are set on them are met")
	return v.resting(m, limitsWeight+float64(len(says)), "limits"), len(says) > 1
}

// assuranceTold reports whether sentences say who has looked at the report.
func (v *view) assuranceTold() bool {
	return slices.ContainsFunc(v.Notes, func(n Note) bool {
		return n.Kind == notes.Assured || n.Kind == notes.Unassured || n.Kind == notes.Unchecked
	})
}

// lookedAt is a sentence by which somebody outside has looked at something of this report, and is not yet to.
func (v *view) lookedAt() (Note, bool) {
	at := slices.IndexFunc(v.Notes, func(n Note) bool {
		return n.Kind == notes.Assured && ofItself.MatchString(n.Quote) && !toCome.MatchString(n.Quote)
	})
	if at < 0 {
		return Note{}, false
	}
	return v.Notes[at], true
}

var ofItself = pattern.Compile(`(?i)\b(?:this|the|our|its)\s+(?:\p{L}+[\s-]+){0,3}?(?:report|statement|declaration|information|data|figures|indicators|page)\b`)

var toCome = pattern.Compile(`(?i)\b(?:will|shall|would|plan(?:s|ned|ning)?|inten(?:ds?|tion)|aims?|expect(?:s|ed)?|next\s+year|in\s+(?:the\s+)?future|not)\b`)

// lookedAtAs tells beside a sentence by which nobody has looked at the report the one by which somebody has, and where that stands.
func (v *view) lookedAtAs(kind notes.Kind, lead Note, m *Matter, first, second *string) []MatterPlace {
	other, ok := v.lookedAt()
	if !ok || kind != notes.Unchecked {
		return nil
	}
	m.Title, *second = "Not all of it was looked at by an assurer, as the report says", "Which figures an assurer has looked at is to be asked"
	m.Gist = opening(bare(lead.Quote), gistWords/2) + "; but " + opening(bare(other.Quote), gistWords)
	*first += "; but " + lower(pageSays(other.Page, bare(other.Quote), 40))
	return []MatterPlace{{Page: other.Page, Quote: tidy(other.Quote, "")}}
}

// fromInside is that nobody but the company's own auditors is said to have looked at the report.
func (v *view) fromInside() weighed {
	page := v.basis.Inside[len(v.basis.Inside)-1].Page // what is announced in front is said in full behind
	all := slices.DeleteFunc(slices.Clone(v.basis.Inside), func(p notes.Place) bool { return p.Page != page })
	second := "No assurance by anybody outside the company is told of"
	if len(all) > 1 {
		second += fmt.Sprintf("; of what was looked at page %d says: %s", page, opening(all[1].Quote, 30))
	}
	return v.resting(Matter{Kind: MatterBasis, Theme: "assurance", Title: "Only the company's own auditors have looked at it, nobody outside",
		Gist: opening(all[0].Quote, gistWords-8), Text: phrase.Paragraph(pageSays(page, all[0].Quote, 40), second)},
		insideWeight, "inside", all[:min(len(all), 2)]...)
}

// marked are the rows whose figures of earlier years a mark calls changed.
func (v *view) marked() weighed {
	most := slices.MaxFunc(v.basis.Marked, func(a, b notes.Marked) int { return len(a.Rows) - len(b.Rows) })
	rows := slices.Clone(most.Rows)
	slices.SortStableFunc(rows, func(x, y string) int { return cmp.Compare(leads(x), leads(y)) })
	var names []string
	for _, r := range rows[:min(len(rows), 3)] {
		names = append(names, "“"+phrase.Words(keyfigures.Clean(r), 5)+"”")
	}
	if n := len(rows) - len(names); n > 0 {
		names = append(names, phrase.Count(n, "more row", "more rows"))
	}
	as := noted[notes.Restated]
	return v.resting(Matter{Kind: MatterBasis, Theme: "basis", Title: as.title,
		Gist: fmt.Sprintf("marked “%s” on page %d: %s", phrase.Words(most.Says, 8), most.Page, phrase.List(names)),
		Text: phrase.Paragraph(fmt.Sprintf("Page %d marks figures in %s as “%s”, among them %s", most.Page, phrase.Count(len(rows), "row", "rows"),
			phrase.Words(most.Says, 20), phrase.List(names)), as.means)}, markedWeight, "marked", notes.Place{Page: most.Page, Quote: most.Says})
}

// leads puts emissions before energy, and that before the rest.
func leads(row string) int {
	switch {
	case ofEmissions.MatchString(row):
		return 0
	case ofEnergy.MatchString(row):
		return 1
	}
	return 2
}

// absent are the figures that the report does not give, where nothing of it was left unread, and that nobody has looked at those it gives.
func (v *view) absent() []weighed {
	var out []weighed
	tell := func(weight float64, key, theme, title, gist, said string, own ...notes.Place) {
		text := phrase.Paragraph(fmt.Sprintf("On the %s read %s", phrase.Count(v.Report.PagesRead, "page", "pages"), said), "Another document may say so")
		out = append(out, v.resting(Matter{Kind: MatterMissing, Theme: theme, Title: title, Gist: gist, Text: text}, weight, key, own...))
	}
	if v.silent.Assurance && !v.assuranceTold() {
		tell(unassuredWeight, "assurance", "assurance", "No assurance of these figures is told of",
			"nobody outside the company is said to have audited or reviewed them",
			"the report does not say that anybody outside the company has audited or reviewed its sustainability figures")
	}
	if strings.HasPrefix(v.Report.Sector, "FN") {
		return out // whose own use of things says little
	}
	if of, named, own := v.figureless(); len(of) > 0 {
		theme, weight := "", float64(figurelessWeight)
		if len(of) == 1 && v.silent.Accidents {
			theme = "safety"
		} else if len(of) == 1 {
			weight -= ofOne
		}
		gist, said := "neither an amount nor a rate", "no figure was found of "+phrase.List(of)
		for i, p := range own {
			gist += fmt.Sprintf("; of %s page %d says: %s", named[i], p.Page, opening(p.Quote, gistWords))
			said += "; of " + named[i] + " " + lower(pageSays(p.Page, p.Quote, 40))
		}
		tell(weight, "figures", theme, "No figure of "+phrase.List(of)+" was found", gist, said, own...)
	}
	if v.silent.Money {
		tell(costlessWeight, "money", "risk", "What climate risks may cost is not given in money", "they are spoken of, and no amount stands beside them",
			"no sentence and no row of a table gives an amount of money beside a climate risk")
	}
	return out
}

// figureless is of what the report gives no figure, in words, in a table or by any reader, with where it says itself that something of the kind is yet to
// be measured.
func (v *view) figureless() (of, named []string, own []notes.Place) {
	for _, x := range []struct {
		silent      bool
		metric, are string
	}{{v.silent.Accidents, "", "accidents"}, {v.silent.Energy, "energy", "energy"}, {v.silent.Water, "water", "water"}, {v.silent.Waste, "waste", "waste"}} {
		coming := slices.IndexFunc(v.basis.Coming, func(p notes.Place) bool { return x.metric != "" && notes.IsComing(p.Quote, x.are) })
		if x.silent && !slices.ContainsFunc(v.Facts, func(f Fact) bool { return f.Metric == x.metric }) {
			of = append(of, x.are)
		}
		if coming >= 0 && !slices.ContainsFunc(v.Facts, func(f Fact) bool { return f.Metric == x.metric && f.Source == "table" }) {
			named, own = append(named, x.are), append(own, v.basis.Coming[coming]) // what sentences give is of a part
		}
	}
	return of, named, own
}

// resting is a matter with the places that it rests on; it leads with the first of them.
func (v *view) resting(m Matter, weight float64, key string, places ...notes.Place) weighed {
	of := []string{key}
	for i, p := range places {
		m.Places = append(m.Places, MatterPlace{Page: p.Page, Quote: tidy(p.Quote, "")})
		if i == 0 {
			m.Page, m.Quote, v.quoted[p.Quote] = p.Page, tidy(p.Quote, ""), true
			of = append(of, p.Quote)
		}
	}
	m.ID = v.matterID(m.Kind, of...)
	return weighed{m, weight}
}

// longStatement is over how many pages an assurer's statement may go.
const longStatement = 3

// assuranceMeans says how much an assurer's word is worth, and what he names that it is not about.
func (v *view) assuranceMeans(n Note) string {
	means := "Limited assurance rests on fewer steps than an audit: it says that nothing wrong was found, and not that the figures are right"
	if n.Level == "reasonable" {
		means = "Reasonable is as sure as an audit: figures that the statement covers were looked into"
	}
	if _, out := v.unassured(n); out != "" {
		means += "; " + out
	}
	return means
}

// unassured is what an assurer names that the statement is not about, and the pages on which the report marks figures as outside of it.
func (v *view) unassured(n Note) (short, full string) {
	var says []string
	var marks []Note
	for _, o := range v.Notes {
		beside := o.Page-n.Page <= longStatement && n.Page-o.Page <= longStatement // else it is of another engagement, or a mark on a page of figures
		switch {
		case o.Kind != notes.Unassured:
		case beside && len(says) == 0:
			says = append(says, fmt.Sprintf("page %d leaves out: %s", o.Page, opening(bare(o.Quote), 30)))
		case !beside && ofItsScope.MatchString(o.Quote):
			marks = append(marks, o)
		}
	}
	full = strings.Join(says, "; ")
	for _, o := range marks {
		full += fmt.Sprintf("; page %d: %s", o.Page, opening(bare(o.Quote), 24))
	}
	if len(marks) > 0 {
		says = append(says, "what is marked so on "+phrase.Pages(list(marks, func(o Note) int { return o.Page }))+" is outside of it, too")
	}
	return strings.Join(says, "; "), strings.TrimPrefix(full, "; ")
}

var ofItsScope = pattern.Compile(`(?i)\b(?:audit|assurance)\s+scope\b|\bscope\s+of\s+(?:the|this|our)\s+(?:audit|assurance)`)

// assurer is the firm that is named on the pages of an assurer's statement; nothing where none is, or several are.
func (v *view) assurer(n Note) string {
	found := ""
	for _, p := range v.basis.Assurers {
		name := p.Quote
		if strings.EqualFold(name, "PwC") { // the short form of one
			name = "PricewaterhouseCoopers"
		}
		if p.Page-n.Page > longStatement || n.Page-p.Page > longStatement || strings.EqualFold(name, found) {
			continue
		}
		if found != "" {
			return ""
		}
		found = name
	}
	return found
}

// whoseAre says which row below a total makes all or most of it: of whom deaths are told is the first that a reader asks.
func (v *view) whoseAre(total *keyfigures.Figure) string {
	levels, _ := v.allRows()
	row, name, ok := keyfigures.Whose(levels, total)
	if !ok {
		return ""
	}
	now := row.In(total.Year)
	says := fmt.Sprintf("%s of them are “%s”", now.Printed, name)
	if now.Value.Cmp(total.Value) == 0 {
		says = fmt.Sprintf("all of them are “%s”", name)
	}
	if before := row.In(total.Year - 1); before != nil {
		says += fmt.Sprintf(" (%s in %d)", before.Printed, total.Year-1)
	}
	return says
}
