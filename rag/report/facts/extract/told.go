package extract

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/cell"
	"github.com/sibyl-project/sibyl/rag/report/facts/prose"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

const (
	sureRole   = 0.35 // from which likelihood on an answer of the statement reader is taken: the likeliest of a dozen
	sureMetric = 0.35
	sureOfGas  = 0.2 // of a metric of emissions, for a figure in tonnes of CO2e, which leaves few others
	sureYear   = 0.5
	sureNone   = 0.3 // that no year is printed for it: two answers say so, which share their likelihood
	sureOther  = 0.7 // that a figure is somebody else's, and so no fact of this report
)

// told adds the figures of a page's sentences that no rule has read, as the statement reader reads them. A figure whose
// role or metric it cannot tell is kept as what it is: a figure with its unit and its place.
func told(s *facts.Sheet, page *prosePage, o Options, stated map[beginning]int, sentences map[int]string, led leads) {
	p := page.page
	if o.Said == nil || p.Number < 1 || p.Number > len(o.Said.Pages) {
		return
	}
	runes, like := []rune(p.Text), likeOnes(o.Said.Pages[p.Number-1])
	for i := range o.Said.Pages[p.Number-1] {
		said := &o.Said.Pages[p.Number-1][i]
		if len(said.Text) >= prose.Longest || inLines(page.used, said.Start, said.End) {
			continue
		}
		all := quantity.Find(said.Text, page.format)
		targetYears(s, page, o, said, all, runes)
		members := page.members(s, stated, said, all, runes)
		for i := range members {
			m := &members[i]
			if m.ruled || m.read == nil || len(s.Facts) >= maxFacts {
				continue
			}
			start, end := said.Locate(runes, m.q.Start, m.q.Start+len(m.q.Text))
			t := telling{said: said, reading: *m.read, q: m.q, others: all, engine: o.Said.Reader, report: o.Year, lead: led[beginning{said.Page, said.Start}],
				undated: like[wordsOf(said.Text)] > 1}
			c := cell.Cell{Q: m.q, Printed: m.q.Text, Source: facts.FromText, Format: page.reason, Place: facts.Place{Page: p.Number, Quote: beside(said.Text, m.q)}}
			if u := cell.FirstOf(unitBeside(members, i), hyphened(said.Text, m.q)); u != "" {
				c.Units = []string{u}
			}
			if r := p.Rects(start, end); len(r) > 0 {
				c.Place.Rect = r[0]
			}
			if fact, ok := t.fact(&c); ok {
				m.fact = len(s.Facts)
				if t.renamed {
					m.metric, m.sure = fact.Metric, 1
				}
				sentences[m.fact] = said.Text
				s.Facts = append(s.Facts, fact)
			}
		}
		agree(s, members)
		for i := range members {
			if m := &members[i]; m.fact >= 0 && !m.ruled && s.Facts[m.fact].Metric == facts.Electricity && fuelBehind.MatchString(said.Text[m.q.End:]) {
				s.Facts[m.fact].Metric = facts.Energy
			}
		}
	}
}

// members are the figures of a sentence that rules have read, or that the reader says something of.
func (p *prosePage) members(s *facts.Sheet, stated map[beginning]int, said *statement.Said, all []quantity.Quantity, runes []rune) []member {
	var out []member
	for _, q := range all {
		if q.Range || q.Year || fiscalYear.MatchString(said.Text[:q.Start]) || noAmount(said.Text, q) {
			continue
		}
		start, _ := said.Locate(runes, q.Start, q.End)
		m := member{q: q, fact: -1}
		if fact, ok := stated[beginning{p.page.Number, start}]; ok {
			m.ruled, m.fact = true, fact
			m.metric, m.sure = s.Facts[fact].Metric, 1
		} else if k := slices.IndexFunc(said.Sentence.Figures, func(f statement.Figure) bool { return f.Start == q.Start }); k >= 0 && !p.taken(start) {
			m.read = &said.Reading.Figures[k]
			m.metric, m.sure = facts.Metric(m.read.Measure.Value), m.read.Measure.Sure
		}
		out = append(out, m)
	}
	bonds(said.Text, out)
	return out
}

// taken reports whether a rule has read the figure that begins there.
func (p *prosePage) taken(at int) bool {
	return slices.ContainsFunc(p.ruled, func(c cell.Cell) bool { return c.At == at })
}

// fiscalYear leads to a year, which is no figure: "FY26".
var fiscalYear = pattern.Compile(`(?i)\bFY\s?['’]?$`)

// inLines reports whether a stretch of a page holds a line that was read as one of a table.
func inLines(used map[int]bool, start, end int) bool {
	for i := start; i < end; i++ {
		if used[i] {
			return true
		}
	}
	return false
}

// beside is a figure with the words beside it.
func beside(text string, q quantity.Quantity) string {
	before := strings.Fields(text[:q.Start])
	before = before[max(0, len(before)-8):]
	return cell.Words(strings.Join(before, " ")+" "+text[q.Start:], 15)
}

// telling is a figure of a sentence and what the reader says of it.
type telling struct {
	said    *statement.Said
	reading statement.FigureReading
	q       quantity.Quantity
	others  []quantity.Quantity // all figures of the sentence
	engine  string
	report  int        // the reporting year
	lead    prose.Lead // what leads to its sentence
	undated bool       // its sentence is a label, and others on its page differ from it in figures alone

	reachedIn int  // the year in which the goal was reached that it is; 0 if it is none
	renamed   bool // its sentence calls the amount otherwise than the reader
}

func sure(a statement.Answer, value string, least float64) bool {
	return a.Value == value && a.Sure >= least
}

// fact is what the figure states; ok is false if it is no figure of the entity.
func (t *telling) fact(c *cell.Cell) (facts.Fact, bool) {
	t.reading.Role = t.plays()
	role := t.reading.Role
	if role.Value == "" || role.Value == "none" || role.Value == "factor" || sure(t.reading.Owner, "other", sureOther) {
		return facts.Fact{}, false
	}
	f := facts.Fact{
		Metric: facts.Other, Printed: c.Printed, Value: cell.PlainText(c.Q.Value), Source: c.Source, Format: c.Format, Place: c.Place,
		Bound: string(c.Q.Bound), Engine: t.engine,
	}
	f.RowPath = t.under()
	unit(&f, c, t.reading.Metric.Value)
	lead, aimed := t.setAs()
	if aimed {
		t.reading.Role = statement.Answer{Value: "target", Sure: role.Sure}
	}
	if f.Year = t.year(); f.Year == 0 && ofToday.MatchString(t.said.Text[t.q.End:]) {
		f.Year = t.report
	}
	measure := t.reading.Measure
	t.playing(&f, role)
	if aimed {
		f.Target, f.Change = true, false
		if f.Year <= t.report {
			f.Year = lead.Year
		}
		f.Notes = append(f.Notes, "What leads to it says that it is a target.")
	}
	t.measured(&f, measure)
	if f.Metric == facts.GHGReduction && t.isLevel(&f, role) {
		f.Metric, f.Change = facts.GHGEmissions, false
	}
	if f.Metric == facts.GHGReduction && prose.OfWhole(t.said.Text[t.q.End:]) {
		f.Metric, f.Target, f.Change, f.Year = facts.GHGEmissions, false, false, min(f.Year, t.report)
	}
	if f.Target && f.Year > t.report && aimBehind.MatchString(t.said.Text[t.q.End:]) {
		f.Target, f.Year = false, t.report // what is aimed at is the figure behind it
	}
	if f.Metric == facts.GHGEmissions || f.Metric == facts.GHGReduction || f.Metric == facts.GHGIntensity {
		f.Scope = t.scope()
	}
	if role.Sure < sureRole {
		f.Notes = append(f.Notes, "What part this figure plays in its sentence was not understood.")
	} else {
		f.BaseYear = t.base(f.Year)
		f.Notes = append(f.Notes, fmt.Sprintf("Read by %s as a figure of the kind %q about %q (%.2f and %.2f sure).",
			t.engine, role.Value, measure.Value, role.Sure, measure.Sure))
	}
	if t.supposed() {
		f.Metric, f.Scope, f.Target, f.Change, f.Year, f.BaseYear = facts.Other, "", false, false, 0, 0
		f.Notes = []string{"Said of what would be, and not of what is."}
	}
	if !strings.ContainsFunc(t.said.Text, unicode.IsLetter) && f.Year == t.report {
		f.Year = 0 // a figure alone, as at a bar of a chart: nothing says that it is of the year reported on
	}
	if t.undated && f.Year == t.report {
		f.Year = 0 // "of 204 managers" beside "of 217 managers": what stands at charts of several years
	}
	if f.Unit == "" && f.Dimension == string(quantity.Count) {
		f.Unit = countedIn(t.said.Text[t.q.End:])
	}
	if f.Year > 0 {
		f.Period = vocabulary.Itoa(f.Year)
	}
	return f, f.Value != ""
}

// isLevel reports whether an amount of emissions is what they came to, or from, and not by how much they changed: "reduced by 8 % to 41,200 tonnes".
func (t *telling) isLevel(f *facts.Fact, role statement.Answer) bool {
	d := quantity.Dimension(f.Dimension)
	before := t.said.Text[:t.q.Start]
	return !f.Target && (d == quantity.Emissions || d == quantity.CarbonGas) &&
		((role.Value == "to" || role.Value == "from") && levelBefore.MatchString(before) || nowAt.MatchString(before))
}

// aimBehind stands between a figure and the target that it is held against: "88 %; target for 2025: 100 %".
var aimBehind = pattern.Compile(`(?i)^\s*[;(]\s*(?:(?:the|our)\s+)?(?:targets?|goals?|aims?)\b[^.;:\d]{0,20}(?:(?:FY\s?)?20\d\d)?\s*[:=]\s*\W{0,2}\d`)

// nowAt leads to what something is after it moved: "29 % lower, at".
var nowAt = pattern.Compile(`(?i)\b(?:lower|higher|less|more|fewer|below|above|down|up)\b[^.;:\d]{0,20},?\s+at\s+$`)

var levelBefore = pattern.Compile(`(?i)\b(?:to|from)\s+(?:(?:about|around|just|only|a\s+total\s+of)\s+)?$`)

// playing says whether a fact is a target or a change, where the reader is sure of the part that its figure plays.
func (t *telling) playing(f *facts.Fact, role statement.Answer) {
	if role.Sure < sureRole {
		return
	}
	f.Target, f.Change = role.Value == "target" && !ofToday.MatchString(t.said.Text[t.q.End:]), role.Value == "change"
	f.Target = f.Target || t.ofNow() && !f.Change && f.Year > t.report && t.report > 0 && sure(t.said.Reading.Kind, "target", sureRole)
}

// ofToday stands behind what is reached already in a sentence that says what shall be: "up from 31 % today".
var ofToday = pattern.Compile(`(?i)^\s*(?:today|now|currently|at\s+present)\b`)

// hoursWorked stands behind the hours that accidents are counted in, of which none is an accident.
var hoursWorked = pattern.Compile(`(?i)^\s+(?:working\s+|man-?)?hours(?:\s+worked)?(?:[.,;)]|$|\s+(?:in|of\s+work|by|for)\b|,?\s+which)|^\s+hours\s+worked\b`)

// fuelBehind is a fuel or heat right behind an amount of energy, which is no electricity then: "3,150 MWh (25 %) gas".
var fuelBehind = pattern.Compile(`(?i)^\s*(?:\([^()]{1,30}\)\s*)?(?:of\s+|from\s+)?(?:natural\s+|fuel\s+|heating\s+|district\s+)?` +
	`(?:gas|oil|diesel|petrol|coal|biomass|heat|steam)\b`)

// unit gives a fact of a sentence its unit. A mass is one of carbon dioxide where the metric says so.
func unit(f *facts.Fact, c *cell.Cell, metric string) {
	about := ""
	if strings.HasPrefix(metric, "ghg") || metric == "offsets" {
		about = "GHG emissions"
	}
	c.Unit(f, about, about == "")
}

// under are the headings that the sentence stands under.
func (t *telling) under() []string {
	h := t.said.Headings
	return append([]string(nil), h[max(0, len(h)-2):]...)
}

// Measured is what a figure measures, if a reader says m: Other where its unit excludes that. A share of emissions is of emissions, but by
// how much their intensity changes is a reduction.
func Measured(m facts.Metric, f *facts.Fact) facts.Metric {
	d := quantity.Dimension(f.Dimension)
	percent := d == quantity.Percent || d == quantity.Points
	switch {
	case m == facts.GHGIntensity && percent:
		return facts.GHGReduction
	case m == facts.GHGEmissions && percent, cell.Measures(m, f, false):
		if m == facts.GHGEmissions && (f.Change || f.Target && percent) {
			return facts.GHGReduction
		}
		return m
	}
	return facts.Other
}

// scope is the scope that the sentence gives the figure's emissions: that which stands nearest before it, or else the first one behind it,
// if it is not another one than the reader says. What the reader says is not believed against the one scope that the sentence names, if no
// word of it speaks of another.
func (t *telling) scope() string {
	if m := scopeBehind.FindStringSubmatch(t.said.Text[t.q.End:]); m != nil {
		scope, _ := vocabulary.Scopes(m[1] + m[2])
		return scope
	}
	said := strings.TrimPrefix(t.reading.Metric.Value, "ghg_scope")
	if len(said) > 1 || t.reading.Metric.Sure < sureMetric {
		said = ""
	}
	printed, others := "", ""
	for _, m := range vocabulary.ScopeWord.FindAllStringIndex(t.said.Text, -1) {
		scope, _ := vocabulary.Scopes(t.said.Text[m[0]:m[1]])
		others += scope
		if m[0] <= t.q.Start || printed == "" {
			printed = scope
		}
	}
	if said != "" && !strings.Contains(printed, said) &&
		(printed == "" && t.speaksOfScope(said) || strings.Contains(others, said) || vocabulary.ImpliedScope(t.said.Text) == said) {
		return said
	}
	return printed
}

// scopeBehind is the scope right behind an amount, which is that of no other: "84,200 tonnes in Scope 1 and 12,650 tonnes in Scope 2".
var scopeBehind = pattern.Compile(`(?i)^\s*(?:(?:of|in)\s+)?(?:(?:t?CO\s?[2₂]e?|carbon|GHG|greenhouse\s+gas(?:es)?|emissions?)\s+){0,3}` +
	`(?:(?:in|of|from|for|under|as)\s+(?:(?:our|the|market-based|location-based)\s+){0,2}(scopes?\s*[123](?:\s*(?:and|\+|&)\s*[123])?)\b` +
	`|\((scopes?\s*[123](?:\s*(?:and|\+|&)\s*[123])?)\))(?:\s+emissions?)?(?:\s*\((?:market|location)-based\))?\s*(?:[.,;]|and\b|$)`)

// speaksOfScope reports whether a scope that its sentence does not name is that of what it stands among: of the sentence before it, or the headings.
func (t *telling) speaksOfScope(scope string) bool {
	around, _ := vocabulary.Scopes(t.said.Before + " ; " + strings.Join(t.said.Headings, " ; "))
	return around == "" && t.reading.Metric.Sure >= sureScope || strings.Contains(around, scope)
}

// sureScope is from which likelihood on a scope is believed that nothing around the sentence names.
const sureScope = 0.7
