package document

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events/phrase"
	"github.com/sibyl-project/sibyl/projections/document/keyfigures"
	"github.com/sibyl-project/sibyl/projections/document/notes"
)

// Weights of what figures rest on where no sentence tells it, and of what a report does not give at all.
const (
	markedWeight     = 47
	insideWeight     = 46 // as an assurer's word
	unassuredWeight  = 46
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
	told := slices.ContainsFunc(all, func(m weighed) bool { return m.Title == noted[notes.Restated].title })
	if len(v.basis.Marked) > 0 && !told {
		out = append(out, v.marked())
	}
	return out
}

// assuranceTold reports whether sentences say who has looked at the report.
func (v *view) assuranceTold() bool {
	return slices.ContainsFunc(v.Notes, func(n Note) bool {
		return n.Kind == notes.Assured || n.Kind == notes.Unassured || n.Kind == notes.Unchecked
	})
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
	tell := func(weight float64, key, theme, title, gist, said string) {
		text := phrase.Paragraph(fmt.Sprintf("On the %s read %s", phrase.Count(v.Report.PagesRead, "page", "pages"), said), "Another document may say so")
		out = append(out, v.resting(Matter{Kind: MatterMissing, Theme: theme, Title: title, Gist: gist, Text: text}, weight, key))
	}
	if v.silent.Assurance && v.ledEmissions && !v.assuranceTold() {
		tell(unassuredWeight, "assurance", "assurance", "No assurance of these figures is told of", "nobody outside the company is said to have looked at them",
			"the report does not say that anybody outside the company has looked at its sustainability figures")
	}
	if strings.HasPrefix(v.Report.Sector, "FN") {
		return out // whose own use of things says little
	}
	if of := v.figureless(); len(of) > 0 {
		theme, weight := "", float64(figurelessWeight)
		if len(of) == 1 && v.silent.Accidents {
			theme = "safety"
		} else if len(of) == 1 {
			weight -= ofOne
		}
		tell(weight, "figures", theme, "No figure of "+phrase.List(of)+" was found", "neither an amount nor a rate", "no figure was found of "+phrase.List(of))
	}
	if v.silent.Money {
		tell(costlessWeight, "money", "risk", "What climate risks may cost is not given in money", "they are spoken of, and no amount stands beside them",
			"no sentence and no row of a table gives an amount of money beside a climate risk")
	}
	return out
}

// figureless is of what the report gives no figure, in words, in a table or by any reader.
func (v *view) figureless() (of []string) {
	for _, x := range []struct {
		silent      bool
		metric, are string
	}{{v.silent.Accidents, "", "accidents"}, {v.silent.Energy, "energy", "energy"}, {v.silent.Water, "water", "water"}, {v.silent.Waste, "waste", "waste"}} {
		if x.silent && !slices.ContainsFunc(v.Facts, func(f Fact) bool { return f.Metric == x.metric }) {
			of = append(of, x.are)
		}
	}
	return of
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
