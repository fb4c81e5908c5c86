package document

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/phrase"
	"github.com/sibyl-project/sibyl/projections/document/alike"
	"github.com/sibyl-project/sibyl/projections/document/course"
	"github.com/sibyl-project/sibyl/projections/document/headline"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// lastYear is the year of the report: the last in which figures of emissions are stated, of those that its period names if it names any.
func (v *view) lastYear(levels []course.Level) int {
	last := 0
	for _, l := range levels {
		if strings.Contains(v.Report.Period, strconv.Itoa(l.Year)) || !hasDigit.MatchString(v.Report.Period) {
			last = max(last, l.Year)
		}
	}
	return last
}

// periodEnd is the last year that the report's period names; 0 where it names none.
func (d *Document) periodEnd() int {
	end := 0
	for _, year := range aYear.FindAllString(d.Report.Period, -1) {
		n, _ := strconv.Atoi(year)
		end = max(end, n)
	}
	return end
}

var aYear = pattern.Compile(`\b(?:19|20)\d\d\b`)

// emitted are the figures of whole scopes that rows of tables state of the entity, and the targets that rules have read for whole scopes.
func (v *view) emitted() (levels []course.Level, aims []course.Aim, said []course.Stated) {
	slipped := v.slipped()
	share := func(f *Fact) course.Aim {
		return course.Aim{
			ID: f.ID, Scope: f.Scope, Percent: quantity.Abs(f.amount()), Base: f.BaseYear, Year: f.Year, Page: f.Page, Part: v.ofPart(f),
		}
	}
	for _, f := range v.figures {
		value := f.amount()
		if f.Category != "" || slipped[rowOf(f)] != "" || f.Per != "" || f.Metric == "ghg_reduction" && v.relative(f) || f.Year == 0 || !v.whole(f.Boundary) ||
			value == nil {
			continue
		}
		page, _ := v.readable(f)
		switch {
		case f.Metric == "ghg_emissions" && f.Scope != "" && f.Engine == "" && !f.Target && !f.Change && f.Source == "table" &&
			strings.HasPrefix(f.UnitBase, "tCO2") && value.Sign() > 0:
			levels = append(levels, course.Level{ID: f.ID, Scope: f.Scope, Method: f.Method, Row: rowOf(f), Year: f.Year, Page: page, Value: value})
		case f.Metric == "ghg_reduction" && f.Target && f.UnitBase == "%" && f.BaseYear > 0 && v.appraised(f):
			aims = append(aims, share(f))
		case f.Metric == "ghg_reduction" && f.Change && f.UnitBase == "%" && f.BaseYear > 0 && f.Source == "text" &&
			fewer.MatchString(v.sentenceOf(f)):
			a := share(f)
			a.Part = a.Part || v.besidePart(f)
			said = append(said, a)
		}
	}
	slices.SortFunc(levels, func(a, b course.Level) int { return cmp.Or(cmp.Compare(a.Page, b.Page), cmp.Compare(a.ID, b.ID)) })
	byPage := func(a, b course.Aim) int { return cmp.Or(cmp.Compare(a.Page, b.Page), cmp.Compare(a.ID, b.ID)) }
	slices.SortFunc(aims, byPage)
	slices.SortFunc(said, byPage)
	return levels, aims, said
}

// rowOf tells the row of a figure apart from others.
func rowOf(f *Fact) string {
	return fmt.Sprint(f.Page, "\x00", f.Caption, "\x00", strings.Join(f.RowPath, "\x00"), "\x00", f.Unit, "\x00", f.Method)
}

// sentenceOf is the claim that a figure of a sentence stands in, or what is quoted of it.
func (v *view) sentenceOf(f *Fact) string {
	words := strings.Join(strings.Fields(f.Quote), " ")
	for _, c := range v.claimed {
		if c.Page == f.Page && strings.Contains(strings.Join(strings.Fields(c.Quote.Text), " "), words) {
			return c.Text
		}
	}
	return f.Quote
}

// ofPart reports whether the words of a figure say that it leaves a part of the group out or takes one in.
func (v *view) ofPart(f *Fact) bool {
	return bounded.MatchString(v.sentenceOf(f)) || bounded.MatchString(strings.Join(f.RowPath, " "))
}

// besidePart reports whether another target or change of a figure's metric and base year on its page is of a part: of which of the two the figure is nobody
// can say.
func (v *view) besidePart(f *Fact) bool {
	return slices.ContainsFunc(v.Facts, func(o Fact) bool {
		return o.Metric == f.Metric && o.BaseYear == f.BaseYear && o.Page == f.Page && o.ID != f.ID && v.ofPart(&o)
	})
}

// bounded is how a sentence says of which part of a group its figures are.
var bounded = pattern.Compile(`(?i)\b(?:without|excluding|excl\.|except|including|incl\.)\s`)

// relative reports whether a share is said to be one of emissions per something, where it stands or where the report gives it again.
func (v *view) relative(f *Fact) bool {
	if perSomething.MatchString(v.sentenceOf(f)) {
		return true
	}
	return f.Target && slices.ContainsFunc(v.Claims, func(c Claim) bool {
		return c.Entities.Aim != "" && slices.Contains(c.Entities.Periods, strconv.Itoa(f.Year)) &&
			alike.StandsIn(c.Text, strings.TrimRight(f.Printed, "% ")) && perSomething.MatchString(c.Text)
	})
}

var perSomething = pattern.Compile(`(?i)\b(?:per\s+(?:[^c\s\d]\p{L}*|c[^e\s]\p{L}*|€)|intensity|in\s+relation|relative|specific|for\s+each)\b`)

// fewer says that a change is one to less.
var fewer = pattern.Compile(`(?i)\b(?:reduc\w+|decreas\w+|lower\w*|less|fell|fallen|cut|down|below)\b`)

// readable is where a figure stands in the language that was analysed, with its words there: a form in two languages prints it twice.
func (v *view) readable(f *Fact) (page int, quote string) {
	if v.unread(f.Page) {
		for _, p := range f.Places {
			if !v.unread(p.Page) {
				return p.Page, p.Quote
			}
		}
	}
	return f.Page, f.Quote
}

// unread reports whether a page was not analysed, as one in another language.
func (v *view) unread(page int) bool {
	return slices.ContainsFunc(v.Report.NotAnalysed, func(n PageNote) bool { return n.Page == page })
}

// whole reports whether a boundary is that of the entity: none is named, or its name and no more.
func (v *view) whole(boundary string) bool {
	return boundary == "" || v.names.Mentioned(boundary) && len(strings.Fields(boundary)) <= len(strings.Fields(v.Report.Company))
}

// courses are the targets whose emissions can be followed, with what is told of them. followed are the scopes that are told of with them.
func (v *view) courses() (out []weighed, followed map[string]bool) {
	levels, aims, said := v.emitted()
	followed = map[string]bool{}
	for _, c := range course.Of(levels, aims, said, v.lastYear(levels)) {
		scope := c.Aims[0].Scope
		if followed[scope] && c.Sort > course.Rising {
			continue // a second target of the same figures, of which nothing is to be feared
		}
		followed[scope] = true
		m := Matter{Kind: MatterTarget, Theme: "goal", Title: courseTitle(c), Gist: v.courseGist(c)}
		if part := v.partOf(c.Now, c.Before); part != "" {
			m.Gist += "; " + part
		}
		if m.Page, m.Quote = c.Aims[0].Page, tidy(v.quoteOf(c.Aims[0].ID), ""); c.Now != nil {
			m.Page, m.Quote = c.Now.Page, tidy(v.quoteOf(c.Now.ID), "")
		}
		first, second := v.courseText(c)
		m.Text = phrase.Paragraph(first, second+v.reasonsFor(scope, m.Page, 0))
		for _, l := range []*course.Level{c.Now, c.Before, c.Base} {
			if l != nil {
				m.Places = append(m.Places, v.levelPlace(l))
			}
		}
		if w := c.Word; w != nil {
			v.toldWords = append(v.toldWords, *w)
			less := fmt.Sprintf("%s %% less in %d than in %d", quantity.Print(w.Percent, 2), w.Year, w.Base)
			m.Places = append(m.Places, v.figureAt(w.ID, w.Page, less))
		}
		for _, a := range c.Aims {
			m.Places = append(m.Places, v.figureAt(a.ID, a.Page, aimed(a)))
			v.toldAims = append(v.toldAims, a)
		}
		v.settle(c)
		m.ID = v.matterID(m.Kind, "course", scope, fmt.Sprint(c.Aims[0].Base, c.Aims[0].Year), c.Aims[0].Percent.String())
		weight := map[course.Sort]float64{course.Missed: 79, course.Behind: 78, course.Rising: 77, course.Reached: 52, course.Ahead: 50, course.Falling: 49}[c.Sort]
		out = append(out, weighed{m, weight})
	}
	return out, followed
}

func (v *view) levelPlace(l *course.Level) MatterPlace {
	figure := fmt.Sprintf("%s in %d: %s", scopeName(l.Scope), l.Year, v.shown(l))
	return v.figureAt(l.ID, l.Page, figure)
}

// settle marks what checks say of the same target: it is told here.
func (v *view) settle(c course.Course) {
	for _, x := range v.checks {
		if x.Name != "target_progress" && onItsWay(x) == "" || c.Now == nil {
			continue
		}
		if slices.ContainsFunc(x.Inputs, func(in CheckInput) bool { return in.FactID != "" && in.FactID == c.Now.ID }) {
			v.told[x.ID] = true
		}
	}
}

func courseTitle(c course.Course) string {
	of := upper(scopeName(c.Aims[0].Scope))
	if c.Word != nil {
		return of + ": " + map[course.Sort]string{course.Missed: "the target was missed", course.Behind: "behind the target",
			course.Reached: "cut by as much as is aimed at", course.Ahead: "on the way to the target"}[c.Sort] + ", by the company's own word"
	}
	but := ""
	early := " early"
	if c.Now != nil && c.Now.Year >= c.Aims[0].Year {
		early = "" // the year that it was set for
	}
	if rose(c) && (c.Sort == course.Ahead || c.Sort == course.Reached) {
		but = ", but rose in the last year"
	}
	return of + " " + map[course.Sort]string{
		course.Missed: "have missed their target", course.Behind: "are behind their target", course.Rising: "rise, against a target to cut them",
		course.Reached: "have reached their target" + early, course.Ahead: "are on the way to their target",
		course.Falling: "fall; whether that reaches their target cannot be said"}[c.Sort] + but
}

// rose reports whether the last year went the other way than a target does, beside what was cut since its base year.
func rose(c course.Course) bool {
	return c.Done != nil && c.Base != nil && c.Change != nil && c.Before.Year != c.Base.Year && c.Change.Sign() > 0
}

// courseGist is the course in one line.
func (v *view) courseGist(c course.Course) string {
	if c.Aims[0].Scope == "" { // nobody knows what it is of but by its words
		return opening(v.sentenceOf(v.facts[c.Aims[0].ID]), gistWords) + ": " + v.courseLine(c)
	}
	return upper(v.courseLine(c))
}

func (v *view) courseLine(c course.Course) string {
	if c.Word != nil {
		return fmt.Sprintf("said to be %s %% less in %d than in %d; a straight path asks for %s %%; aimed at: %s",
			quantity.Print(c.Done, 1), c.Word.Year, c.Word.Base, quantity.Print(c.Line, 1), aimed(c.Aims[0]))
	}
	if c.Done == nil {
		return fmt.Sprintf("%s in a year, to %s in %d; aimed at: %s", moreOrLess(c.Change), v.shown(c.Now), c.Now.Year, aimed(c.Aims[0]))
	}
	last := ""
	if rose(c) {
		last = ", " + moreOrLess(c.Change) + " than the year before"
	}
	return fmt.Sprintf("%s than in %d by %d%s; a straight path asks for %s %% less; aimed at: %s",
		moreOrLess(quantity.Sub(quantity.Int(0), c.Done)), c.Base.Year, c.Now.Year, last, quantity.Print(c.Line, 1), aimed(c.Aims[0]))
}

// courseText says the same in two sentences, with the pages.
func (v *view) courseText(c course.Course) (first, second string) {
	of, a := scopeName(c.Aims[0].Scope), c.Aims[0]
	target := fmt.Sprintf("the target of page %d is %s", a.Page, aimed(a))
	if a.Scope == "" {
		target = fmt.Sprintf("the target of page %d, %s, is %s", a.Page, opening(v.sentenceOf(v.facts[a.ID]), 40), aimed(a))
	}
	if a.Part {
		target += ", set for the group without a part of it or with more than it"
	}
	if w := c.Word; w != nil {
		first = fmt.Sprintf("Page %d says that %s %% less was emitted in %d than in %d", w.Page, quantity.Print(w.Percent, 2), w.Year, w.Base)
		if c.Now != nil && c.Before != nil {
			first += fmt.Sprintf("; page %d gives %s for %s in %d, %s than the year before", c.Now.Page, v.shown(c.Now),
				strings.TrimPrefix(of, "Emissions of "), c.Now.Year, moreOrLess(c.Change))
		}
		second = fmt.Sprintf("%s, for which a straight path asks for %s %% by %d; no row gives the base year", target, quantity.Print(c.Line, 1), w.Year)
		if !slices.ContainsFunc(c.Aims, func(a course.Aim) bool { return v.sentenceOf(v.facts[a.ID]) == v.sentenceOf(v.facts[w.ID]) }) {
			second += ", and whether both are of the same sites is not said there"
		}
		return first, upper(second)
	}
	if c.Done == nil {
		first = fmt.Sprintf("%s were %s in %d and %s in %d (page %d), %s", of, v.shown(c.Before), c.Before.Year, v.shown(c.Now), c.Now.Year, c.Now.Page,
			moreOrLess(c.Change))
		second = fmt.Sprintf("%s; the row has no figure of %d, so how far they are from it is not reckoned here", target, a.Base)
		return first, upper(second)
	}
	first = fmt.Sprintf("%s were %s in %d and %s in %d (page %d), %s", of, v.shown(c.Base), c.Base.Year, v.shown(c.Now), c.Now.Year, c.Now.Page,
		moreOrLess(quantity.Sub(quantity.Int(0), c.Done)))
	if c.Change != nil && c.Before.Year != c.Base.Year {
		first += fmt.Sprintf("; in the last year %s", moreOrLess(c.Change))
	}
	second = fmt.Sprintf("%s; on a straight path to it %s %% less would be due by %d", target, quantity.Print(c.Line, 1), min(c.Now.Year, a.Year))
	return first, upper(second)
}

func aimed(a course.Aim) string {
	return fmt.Sprintf("%s %% less by %d than in %d", quantity.Print(a.Percent, 2), a.Year, a.Base)
}

// followed reports whether a claim is the target that a course tells of, or how far it is reached.
func (v *view) followed(c *Claim) bool {
	for _, w := range v.toldWords {
		if slices.Contains(c.Entities.Periods, strconv.Itoa(w.Base)) && alike.StandsIn(c.Text, quantity.Print(w.Percent, 2)) && len(v.ahead(c)) == 0 {
			return true
		}
	}
	return ofEmissions.MatchString(c.Text) && slices.ContainsFunc(v.toldAims, func(a course.Aim) bool {
		return slices.Contains(c.Entities.Periods, strconv.Itoa(a.Year)) && slices.Contains(headline.Shares(c.Text), quantity.Print(a.Percent, 2))
	})
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
