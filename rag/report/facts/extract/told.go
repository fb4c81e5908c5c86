package extract

import (
	"fmt"
	"strings"

	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/cell"
	"github.com/sibyl-project/sibyl/rag/report/facts/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts/prose"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

const (
	sureRole   = 0.35 // from which likelihood on an answer of the statement reader is taken: the likeliest of a dozen
	sureMetric = 0.35
	sureYear   = 0.5
	sureNone   = 0.3 // that no year is printed for it: two answers say so, which share their likelihood
	sureOther  = 0.7 // that a figure is somebody else's, and so no fact of this report
)

// told adds the figures of a page's sentences that no rule has read, as the statement reader reads them. A figure whose
// role or metric it cannot tell is kept as what it is: a figure with its unit and its place.
func told(s *facts.Sheet, page *prosePage, o Options, sentences map[int]string) {
	p := page.page
	if o.Said == nil || p.Number < 1 || p.Number > len(o.Said.Pages) {
		return
	}
	taken := map[int]bool{}
	for i := range page.ruled {
		taken[page.ruled[i].At] = true
	}
	runes := []rune(p.Text)
	for i := range o.Said.Pages[p.Number-1] {
		said := &o.Said.Pages[p.Number-1][i]
		if len(said.Text) >= prose.Longest || inLines(page.used, said.Start, said.End) {
			continue
		}
		all := quantity.Find(said.Text, page.format)
		targetYears(s, page, o, said, all, taken, runes)
		for k, figure := range said.Sentence.Figures {
			start, end := said.Locate(runes, figure.Start, figure.End)
			if taken[start] || len(s.Facts) >= maxFacts {
				continue
			}
			for _, q := range all {
				if q.Start != figure.Start || q.Range || q.Year {
					continue
				}
				t := telling{said: said, reading: said.Reading.Figures[k], q: q, engine: o.Said.Reader, report: o.Year}
				c := cell.Cell{Q: q, Printed: q.Text, Source: facts.FromText, Format: page.reason, Place: facts.Place{Page: p.Number, Quote: beside(said.Text, q)}}
				if r := p.Rects(start, end); len(r) > 0 {
					c.Place.Rect = r[0]
				}
				if fact, ok := t.fact(&c); ok {
					sentences[len(s.Facts)] = said.Text
					s.Facts = append(s.Facts, fact)
				}
			}
		}
	}
}

// targetYears adds the years to come that a sentence sets a target for, each a fact of its own: when something is to be reached is
// told even where nothing says how much of it.
func targetYears(s *facts.Sheet, page *prosePage, o Options, said *statement.Said, all []quantity.Quantity, taken map[int]bool, runes []rune) {
	if !sure(said.Reading.Kind, "target", sureRole) {
		return
	}
	p := page.page
	for _, q := range all {
		year := vocabulary.Atoi(q.Number)
		start, end := said.Locate(runes, q.Start, q.End)
		if !q.Year || year <= o.Year || taken[start] || len(s.Facts) >= maxFacts {
			continue
		}
		c := cell.Cell{Q: q, Printed: q.Text, Source: facts.FromText, Format: page.reason, Place: facts.Place{Page: p.Number, Quote: beside(said.Text, q)}}
		if r := p.Rects(start, end); len(r) > 0 {
			c.Place.Rect = r[0]
		}
		f := facts.Fact{
			Metric: facts.TargetYear, Printed: q.Text, Value: cell.PlainText(q.Value), Source: c.Source, Format: c.Format, Place: c.Place, Year: year,
			Period: q.Text, Target: true, Engine: o.Said.Reader, Notes: []string{"A year that its sentence sets a target for, as read by " + o.Said.Reader + "."},
		}
		f.RowPath = (&telling{said: said}).under()
		unit(&f, &c, "")
		s.Facts = append(s.Facts, f)
	}
}

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
	engine  string
	report  int // the reporting year
}

func sure(a statement.Answer, value string, least float64) bool {
	return a.Value == value && a.Sure >= least
}

// fact is what the figure states; ok is false if it is no figure of the entity.
func (t *telling) fact(c *cell.Cell) (facts.Fact, bool) {
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
	f.Year = t.year()
	measure := t.reading.Measure
	if role.Sure >= sureRole {
		f.Target, f.Change = role.Value == "target", role.Value == "change"
	}
	if measure.Sure >= sureMetric {
		f.Metric = Measured(facts.Metric(measure.Value), &f)
	}
	if after := t.said.Text[t.q.End:]; f.Metric == facts.Remuneration && prose.OfWhat.MatchString(after) && !prose.OfPay.MatchString(after) {
		f.Metric = facts.Other // "20 % of Group target achievement" is no part of pay
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
	if f.Year > 0 {
		f.Period = vocabulary.Itoa(f.Year)
	}
	return f, f.Value != ""
}

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

// year is the year that the figure is of; 0 if nothing says it.
func (t *telling) year() int {
	y := t.yearSaid()
	if y == 0 && t.ofNow() && (t.reading.Year.Value == "before" || vocabulary.YearIn(t.said.Text) == 0) {
		y = t.report // nothing says another one
	}
	if y > 0 && y < t.report && t.ofNow() && (t.reading.Role.Value == "change" && vocabulary.Atoi(t.reading.Base.Value) == y || t.onlyCompared(y)) {
		y = t.report // what it counts from
	}
	if own, within := t.bracketed(); within {
		if own > 0 {
			return own
		}
	} else if own > 0 && own == y {
		y = t.report // the year of another figure
		if t.reading.Role.Value == "target" {
			y = 0
		}
	}
	if y != t.report || y == 0 || !t.yearBefore() {
		return y
	}
	switch t.reading.Role.Value {
	case "value", "prior", "from", "share", "rate", "to":
		return y - 1
	}
	return y
}

// ofNow reports whether the figure plays a part that, where nothing says another year, is of the year reported on.
func (t *telling) ofNow() bool {
	switch t.reading.Role.Value {
	case "value", "share", "rate", "to", "change":
		return true
	}
	return false
}

// comparedYear is a year that others are compared with, and what stands between it and the word that compares: "2.8 % above 2023",
// "14 injuries after 17 in 2023".
var comparedYear = pattern.Compile(`(?i)\b(?:(?:than|from|against|versus|vs\.?|compared\s+(?:with|to)|relative\s+to|below|above|over|after|since)\s+` +
	`((?:[^\s.;:,()]+\s+){0,5}?(?:in\s+|FY\s?)?)|on\s+())((?:19|20)\d\d)\b`)

// onlyCompared reports whether a year stands in the sentence to be compared with alone, and the figure is not what it is compared with.
func (t *telling) onlyCompared(year int) bool {
	text, found := t.said.Text, 0
	for _, m := range comparedYear.FindAllStringSubmatchIndex(text, -1) {
		switch {
		case vocabulary.Atoi(text[m[6]:m[7]]) != year || m[2] >= 0 && dayOfMonth.MatchString(text[m[2]:m[3]]):
		case t.q.Start >= m[0] && t.q.Start < m[7]:
			return false // "from 567.8 kg in 2020"
		default:
			found++
		}
	}
	return found > 0 && found == strings.Count(text, vocabulary.Itoa(year))
}

// dayOfMonth is a day before its year, which is no amount.
var dayOfMonth = pattern.Compile(`^\d{1,2}\.?\s+\p{Lu}|^\p{Lu}\p{Ll}+\s+\d{1,2}\s`)

// bracketed is the one year that stands in brackets with a figure: "(2022/23: 9.0 kg)". It is that figure's, within reports that this
// is the one, and nobody else's.
func (t *telling) bracketed() (year int, within bool) {
	text := t.said.Text
	for open := strings.IndexByte(text, '('); open >= 0; {
		end := strings.IndexByte(text[open:], ')')
		if end < 0 {
			return 0, false
		}
		end += open
		inner := text[open+1 : end]
		own := max(onlyYear(inner), vocabulary.YearIn(inner[:max(0, strings.IndexAny(inner, ":="))]))
		switch {
		case t.q.Start > open && t.q.Start < end:
			return own, true
		case own > 0 && len(quantity.Find(inner, quantity.Detect(inner, quantity.Point))) > 1 && (open > t.q.Start || t.ofNow()):
			year = own
		}
		next := strings.IndexByte(text[end:], '(')
		if next < 0 {
			break
		}
		open = end + next
	}
	return year, false
}

// printedYear is a year as its sentence prints it, which may be the first half of a fiscal one: "2022/23" ends in 2023.
func (t *telling) printedYear(s string) int {
	year := vocabulary.Atoi(s)
	for at := strings.Index(t.said.Text, s); at >= 0; {
		if y := vocabulary.YearIn(t.said.Text[at:min(len(t.said.Text), at+len(s)+3)]); y == year+1 {
			return y
		}
		next := strings.Index(t.said.Text[at+1:], s)
		if next < 0 {
			break
		}
		at += 1 + next
	}
	return year
}

// yearSaid is the year as the reader has it.
func (t *telling) yearSaid() int {
	a := t.reading.Year
	if a.Value == "reporting" || a.Value == "unsaid" {
		if a.Sure < sureNone {
			return 0
		}
	} else if a.Sure < sureYear {
		return 0
	}
	switch a.Value {
	case "reporting":
		return t.report
	case "unsaid":
		switch t.reading.Role.Value {
		case "prior", "from":
			if t.yearBefore() {
				return t.report
			}
			return 0
		case "base", "target", "limit":
			return 0
		}
		return t.report
	case "before":
		return onlyYear(t.said.Before)
	}
	return t.printedYear(a.Value)
}

// yearBefore reports whether the words just before or behind the figure name the year before: "(previous year: 5,791)", "up from 14 last year".
func (t *telling) yearBefore() bool {
	text := t.said.Text
	before, after := text[max(0, t.q.Start-40):t.q.Start], text[t.q.End:min(len(text), t.q.End+30)]
	if open := strings.LastIndexAny(before, "(;"); open >= 0 {
		before = before[open:]
	}
	if end := strings.IndexAny(after, ".;()"); end >= 0 {
		after = after[:end]
	}
	return prose.YearBack.MatchString(before) || prose.YearBack.MatchString(after)
}

// base is the year that a change or a target counts from; 0 if nothing says it.
func (t *telling) base(year int) int {
	a := t.reading.Base
	if a.Sure < sureYear {
		return 0
	}
	switch a.Value {
	case "prior":
		if year > 0 && t.reading.Role.Value == "change" {
			return year - 1
		}
		return 0
	case "unsaid":
		return 0
	case "before":
		return onlyYear(t.said.Before)
	}
	return t.printedYear(a.Value)
}

// onlyYear is the one year that a text prints outside brackets, where years of comparison stand; 0 if it prints none or several. A
// fiscal year is that in which it ends.
func onlyYear(text string) int {
	year := 0
	for _, m := range printedYears.FindAllStringSubmatch(parentheses.ReplaceAllString(text, " "), -1) {
		y := vocabulary.YearIn(m[1])
		if year != 0 && y != year {
			return 0
		}
		year = y
	}
	return year
}

var (
	printedYears = pattern.Compile(`(?:^|[^\d.,])((?:19|20)\d\d(?:[/–-]\d\d)?)(?:[^\d]|$)`)
	parentheses  = pattern.Compile(`\([^()]*\)`)
)

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
// if it is not another one than the reader says.
func (t *telling) scope() string {
	said := strings.TrimPrefix(t.reading.Metric.Value, "ghg_scope")
	if len(said) > 1 || t.reading.Metric.Sure < sureMetric {
		said = ""
	}
	printed := ""
	for _, m := range vocabulary.ScopeWord.FindAllStringIndex(t.said.Text, -1) {
		if m[0] > t.q.Start && printed != "" {
			break
		}
		printed, _ = vocabulary.Scopes(t.said.Text[m[0]:m[1]])
	}
	if said != "" && !strings.Contains(printed, said) {
		return said
	}
	return printed
}
