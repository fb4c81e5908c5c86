// Package asserted tells of what a report says against itself in its own words alone: targets denied and set, goals answered with something else,
// changes that are none; and of what its figures rest on: who has looked at them, and which were changed.
package asserted

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events/phrase"
	"github.com/sibyl-project/sibyl/projections/document/course"
	"github.com/sibyl-project/sibyl/projections/document/keyfigures"
	"github.com/sibyl-project/sibyl/projections/document/notes"
	"github.com/sibyl-project/sibyl/rag/pattern"
)

// Kind is of what sort a matter is.
type Kind int

// The closed set of kinds.
const (
	Target  Kind = iota // a target, against what is said of it
	Figures             // what figures rest on
	Against             // a statement that its own figures do not bear out
	Missing             // what is not given
)

// Told is one matter, in the words in which it is told.
type Told struct {
	Key         string
	Kind        Kind
	Theme       string
	Title, Gist string
	Text        string
	Places      []notes.Place // the first is where it stands; none of what is missing
	Weight      float64
}

// Weights of what is told: the report against itself stands before what it rests on.
const (
	offPathWeight  = 56
	answeredWeight = 53.5
	deniedWeight   = 53
	sameWeight     = 51
	shiftedWeight  = 52
	behindWeight   = 50
	liableWeight   = 48.5
	markedWeight   = 47
	insideWeight   = 46 // as an assurer's word
)

// gistWords are as many as fit into two lines.
const gistWords = 24

// Of are the matters of what a report says, each at most once.
func Of(a *notes.Asserted, year int) []Told {
	var out []Told
	for _, tell := range []func(*notes.Asserted) (Told, bool){offPath, denied, answered, shifted, unmoved, liable} {
		if t, ok := tell(a); ok {
			out = append(out, t)
		}
	}
	return append(out, behind(a, year)...)
}

// behind are the goals whose table says how far they have come since their base year: those that are behind a straight path.
func behind(a *notes.Asserted, year int) []Told {
	var out []Told
	for _, p := range a.Paced {
		said, short := course.Stands(p.Aim, p.Done, p.Base, p.Due, year)
		if !short {
			continue
		}
		out = append(out, Told{Key: "behind " + p.Goal, Kind: Target, Theme: "goal",
			Title: "Behind the straight path to a goal: " + phrase.Words(p.Goal, 16), Gist: said,
			Text:   phrase.Paragraph(fmt.Sprintf("On page %d the goal is %s, and the progress %s", p.Page, quoted(p.Goal, 30), quoted(p.Progress, 30)), "That is "+said),
			Places: []notes.Place{{Page: p.Page, Quote: p.Goal + " | " + p.Progress}}, Weight: behindWeight})
	}
	return out
}

func quoted(s string, words int) string {
	return "“" + strings.TrimRight(phrase.Opening(s, words), ".") + "”"
}

// offPath is that the report itself says it is behind the way to a target.
func offPath(a *notes.Asserted) (Told, bool) {
	if len(a.OffPath) == 0 {
		return Told{}, false
	}
	p := a.OffPath[0]
	return Told{Key: "offpath", Kind: Target, Theme: "goal", Title: "Behind the way to a target, as the report says", Gist: quoted(p.Quote, gistWords),
		Text: phrase.Paragraph(fmt.Sprintf("Page %d says: %s", p.Page, quoted(p.Quote, 50))), Places: a.OffPath[:min(len(a.OffPath), 3)], Weight: offPathWeight}, true
}

// denied is that a page says there are no targets for emissions, and a table sets one.
func denied(a *notes.Asserted) (Told, bool) {
	if len(a.Aimless) == 0 || len(a.Aims) == 0 || a.Aimless[0].Page == a.Aims[0].Page {
		return Told{}, false
	}
	none, aim := a.Aimless[0], a.Aims[0]
	return Told{Key: "denied", Kind: Target, Theme: "goal", Title: "One page says there are no targets for emissions, another gives one",
		Gist: fmt.Sprintf("page %d: %s; page %d: “%s”", none.Page, quoted(none.Quote, gistWords/2), aim.Page, phrase.Words(aim.Quote, gistWords/2+4)),
		Text: phrase.Paragraph(fmt.Sprintf("Page %d says: %s", none.Page, quoted(none.Quote, 40)),
			fmt.Sprintf("The table of page %d sets one: “%s”", aim.Page, phrase.Words(aim.Quote, 40))),
		Places: []notes.Place{none, aim}, Weight: deniedWeight}, true
}

// answered are goals of which their table says something else than how far they have come: those with a share first.
func answered(a *notes.Asserted) (Told, bool) {
	if len(a.Goals) == 0 {
		return Told{}, false
	}
	all := slices.Clone(a.Goals)
	slices.SortStableFunc(all, func(x, y notes.GoalRow) int { return cmp.Compare(rank(x), rank(y)) })
	first := all[0]
	t := Told{Key: "answered", Kind: Target, Theme: "goal", Weight: answeredWeight,
		Title: "A goal is answered with something else than is aimed at"}
	if len(all) > 1 {
		t.Title = upper(phrase.Count(len(all), "goal", "goals")) + " are answered with something else than is aimed at"
	}
	t.Gist = fmt.Sprintf("goal: %s; beside it: %s", quoted(first.Goal, 20), quoted(first.Progress, 18))
	said := fmt.Sprintf("On page %d the goal is %s, and the progress beside it %s: it does not speak of %s", first.Page, quoted(first.Goal, 30),
		quoted(first.Progress, 30), first.Why)
	second := ""
	if len(all) > 1 {
		var more []string
		for _, g := range all[1:min(len(all), 4)] {
			more = append(more, fmt.Sprintf("%s with %s (page %d)", quoted(g.Goal, 16), quoted(g.Progress, 14), g.Page))
		}
		second = "So it is with " + phrase.List(more)
	}
	t.Text = phrase.Paragraph(said, second)
	for _, g := range all[:min(len(all), 6)] {
		t.Places = append(t.Places, notes.Place{Page: g.Page, Quote: g.Goal + " | " + g.Progress})
	}
	return t, true
}

// rank puts goals for emissions before others, and those that a share measures before the rest.
func rank(g notes.GoalRow) int {
	r := 0
	if !hasShare.MatchString(g.Goal) {
		r++
	}
	if !emitted.MatchString(g.Goal) {
		r++
	}
	return r
}

var (
	hasShare = pattern.Compile(`\d\s*%`)
	emitted  = pattern.Compile(`(?i)\b(?:emissions?|ghg|co2e?|carbon|climate)\b`)
	energy   = pattern.Compile(`(?i)\b(?:energy|electricity|fatal\p{L}*)\b`)
)

// shifted is that a target was changed or put off, with what is aimed at now.
func shifted(a *notes.Asserted) (Told, bool) {
	if len(a.Shifted) == 0 {
		return Told{}, false
	}
	p := a.Shifted[0]
	t := Told{Key: "shifted", Kind: Target, Theme: "goal", Title: "A target was changed or put off", Gist: quoted(p.Quote, gistWords),
		Weight: shiftedWeight, Places: []notes.Place{p}}
	second := "What it was before is not said there"
	if hasYear.MatchString(p.Quote) {
		second = ""
	}
	for _, z := range a.Zero {
		if z.Page >= p.Page && zero.MatchString(p.Quote) && !hasYear.MatchString(p.Quote) {
			second += fmt.Sprintf("; page %d gives it as %s", z.Page, quoted(z.Quote, 30))
			t.Places = append(t.Places, z)
			break
		}
	}
	t.Text = phrase.Paragraph(fmt.Sprintf("Page %d says: %s", p.Page, quoted(p.Quote, 50)), second)
	return t, true
}

var (
	zero    = pattern.Compile(`(?i)\bnet[\s-]zero\b`)
	hasYear = pattern.Compile(`\b20\d\d\b`)
)

// unmoved is a change that leads from a figure to the same one.
func unmoved(a *notes.Asserted) (Told, bool) {
	if len(a.Same) == 0 {
		return Told{}, false
	}
	p := a.Same[0]
	return Told{Key: "same", Kind: Against, Title: "Said to have changed, from a figure to the same one", Gist: quoted(p.Quote, gistWords+6), Weight: sameWeight,
		Text:   phrase.Paragraph(fmt.Sprintf("Page %d says: %s", p.Page, quoted(p.Quote, 60)), "The figures before and after are the same as printed"),
		Places: []notes.Place{p}}, true
}

// liable is what damage to nature costs the company, or may cost it.
func liable(a *notes.Asserted) (Told, bool) {
	if len(a.Liable) == 0 {
		return Told{}, false
	}
	p := a.Liable[0]
	t := Told{Key: "liable", Kind: Figures, Theme: "conduct", Title: "Damage to the environment costs money, or may", Gist: quoted(p.Quote, gistWords),
		Weight: liableWeight, Places: a.Liable[:min(len(a.Liable), 4)]}
	second := ""
	if len(a.Liable) > 1 {
		second = fmt.Sprintf("Page %d says, too: %s", a.Liable[1].Page, quoted(a.Liable[1].Quote, 30))
	}
	t.Text = phrase.Paragraph(fmt.Sprintf("Page %d says: %s", p.Page, quoted(p.Quote, 50)), second)
	return t, true
}

// Inside is that nobody but the company's own auditors is said to have looked at the report.
func Inside(a *notes.Asserted) (Told, bool) {
	if len(a.Inside) == 0 {
		return Told{}, false
	}
	page := a.Inside[len(a.Inside)-1].Page // what is announced in front is said in full behind
	all := slices.DeleteFunc(slices.Clone(a.Inside), func(p notes.Place) bool { return p.Page != page })
	second := "No assurance by anybody outside the company is told of"
	if len(all) > 1 {
		second += fmt.Sprintf("; of what was looked at page %d says: %s", page, quoted(all[1].Quote, 30))
	}
	return Told{Key: "inside", Kind: Figures, Theme: "assurance", Title: "Only the company's own auditors have looked at it, nobody outside",
		Gist: quoted(all[0].Quote, gistWords-8), Text: phrase.Paragraph(fmt.Sprintf("Page %d says: %s", page, quoted(all[0].Quote, 40)), second),
		Places: all[:min(len(all), 2)], Weight: insideWeight}, true
}

// Restated are the rows whose figures of earlier years a mark calls changed.
func Restated(a *notes.Asserted, title, means string) (Told, bool) {
	if len(a.Marked) == 0 {
		return Told{}, false
	}
	most := a.Marked[0]
	for _, m := range a.Marked[1:] {
		if len(m.Rows) > len(most.Rows) {
			most = m
		}
	}
	rows := slices.Clone(most.Rows)
	slices.SortStableFunc(rows, func(x, y string) int { return cmp.Compare(leads(x), leads(y)) })
	var names []string
	for _, r := range rows[:min(len(rows), 3)] {
		names = append(names, "“"+phrase.Words(keyfigures.Clean(r), 5)+"”")
	}
	if n := len(rows) - len(names); n > 0 {
		names = append(names, phrase.Count(n, "more row", "more rows"))
	}
	return Told{Key: "marked", Kind: Figures, Theme: "basis", Title: title, Weight: markedWeight,
		Gist: fmt.Sprintf("marked “%s” on page %d: %s", phrase.Words(most.Says, 8), most.Page, phrase.List(names)),
		Text: phrase.Paragraph(fmt.Sprintf("Page %d marks figures in %s as “%s”, among them %s", most.Page, phrase.Count(len(rows), "row", "rows"),
			phrase.Words(most.Says, 20), phrase.List(names)), means),
		Places: []notes.Place{{Page: most.Page, Quote: most.Says}}}, true
}

// leads puts emissions before energy and deaths, and these before the rest.
func leads(row string) int {
	switch {
	case emitted.MatchString(row):
		return 0
	case energy.MatchString(row):
		return 1
	}
	return 2
}

func upper(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
