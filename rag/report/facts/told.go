package facts

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/report/quantity"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

const (
	sureRole   = 0.5 // from which likelihood on an answer of the statement reader is taken
	sureMetric = 0.5
	sureYear   = 0.5
	sureOther  = 0.7 // that a figure is somebody else's, and so no fact of this report
)

// told adds the figures of a page's sentences that no rule has read, as the statement reader reads them. A figure whose
// role or metric it cannot tell is kept as what it is: a figure with its unit and its place.
func (s *Sheet) told(page *prosePage, o Options, sentences map[int]string) {
	p := page.page
	if o.Said == nil || p.Number < 1 || p.Number > len(o.Said.Pages) {
		return
	}
	taken := map[int]bool{}
	for i := range page.ruled {
		taken[page.ruled[i].at] = true
	}
	runes := []rune(p.Text)
	for i := range o.Said.Pages[p.Number-1] {
		said := &o.Said.Pages[p.Number-1][i]
		if len(said.Reading.Figures) == 0 || len(said.Text) >= longest || inLines(page.used, said.Start, said.End) {
			continue
		}
		all := quantity.Find(said.Text, page.format)
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
				c := cell{q: q, printed: q.Text, source: FromText, format: page.reason, place: Place{Page: p.Number, Quote: beside(said.Text, q)}}
				if r := p.Rects(start, end); len(r) > 0 {
					c.place.Rect = r[0]
				}
				if fact, ok := t.fact(&c); ok {
					sentences[len(s.Facts)] = said.Text
					s.Facts = append(s.Facts, fact)
				}
			}
		}
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
	return words(strings.Join(before, " ")+" "+text[q.Start:], 15)
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
func (t *telling) fact(c *cell) (Fact, bool) {
	role := t.reading.Role
	if role.Value == "" || role.Value == "none" || role.Value == "factor" || sure(t.reading.Owner, "other", sureOther) {
		return Fact{}, false
	}
	f := Fact{
		Metric: Other, Printed: c.printed, Value: plainText(c.q.Value), Source: c.source, Format: c.format, Place: c.place,
		Bound: string(c.q.Bound), Engine: t.engine,
	}
	f.RowPath = t.under()
	metric := t.reading.Metric
	f.unit(c, metric.Value)
	f.Year = t.year()
	if metric.Sure >= sureMetric {
		f.Metric, f.Scope = MetricOf(metric.Value, role.Value, quantity.Dimension(f.Dimension), f.Per)
		f.Metric = t.kindOf(f.Metric, quantity.Dimension(f.Dimension))
	}
	if role.Sure < sureRole {
		f.Notes = append(f.Notes, "What part this figure plays in its sentence was not understood.")
	} else {
		f.Target, f.Change = role.Value == "target", role.Value == "change"
		f.BaseYear = t.base(f.Year)
		f.Notes = append(f.Notes, fmt.Sprintf("Read by %s as a figure of the kind %q about %q (%.2f and %.2f sure).",
			t.engine, role.Value, metric.Value, role.Sure, metric.Sure))
	}
	if f.Year > 0 {
		f.Period = itoa(f.Year)
	}
	return f, f.Value != ""
}

// unit gives a fact of a sentence its unit. A mass is one of carbon dioxide where the metric says so.
func (f *Fact) unit(c *cell, metric string) {
	about := ""
	if strings.HasPrefix(metric, "ghg") || metric == "offsets" {
		about = "GHG emissions"
	}
	c.unit(f, about, about == "")
}

// under are the headings that the sentence stands under.
func (t *telling) under() []string {
	h := t.said.Headings
	return append([]string(nil), h[max(0, len(h)-2):]...)
}

// year is the year that the figure is of; 0 if nothing says it.
func (t *telling) year() int {
	y := t.yearSaid()
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
		own := onlyYear(inner)
		own = max(own, YearIn(inner[:max(0, strings.IndexAny(inner, ":="))]))
		switch {
		case t.q.Start > open && t.q.Start < end:
			return own, true
		case own > 0 && len(quantity.Find(inner, quantity.Detect(inner, quantity.Point))) > 1 && open > t.q.Start:
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
	year := atoi(s)
	for at := strings.Index(t.said.Text, s); at >= 0; {
		if y := yearIn(t.said.Text[at:min(len(t.said.Text), at+len(s)+3)]); y == year+1 {
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
	if a.Sure < sureYear {
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
	return yearBack.MatchString(before) || yearBack.MatchString(after)
}

// kindOf tells electricity from other energy, and capital expenditure and revenue from other money, by the words that lead to the
// figure: the reader has one answer for either.
func (t *telling) kindOf(m Metric, d quantity.Dimension) Metric {
	clause := t.said.Text[:t.q.Start]
	clause = clause[strings.LastIndexAny(clause, ";:")+1:]
	clause = clause[max(0, len(clause)-100):]
	switch {
	case m == Energy && powerWord.MatchString(clause):
		return Electricity
	case m == Other && d == quantity.Money && capexWord.MatchString(clause):
		return Capex
	case m == Other && d == quantity.Money && revenueWord.MatchString(clause):
		return Revenue
	}
	return m
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

// onlyYear is the one year that a text prints; 0 if it prints none or several.
func onlyYear(text string) int {
	year := 0
	for _, m := range yearNear.FindAllStringSubmatch(text, -1) {
		if y := atoi(m[1]); year == 0 || y == year {
			year = y
		} else {
			return 0
		}
	}
	return year
}

// MetricOf turns the metric and the role that a statement reader gives a figure into those of a fact. A change, a target or a share has
// the metric of what it is about: role and unit say that it is no amount of it.
func MetricOf(said, role string, d quantity.Dimension, per string) (m Metric, scope string) {
	percent := d == quantity.Percent || d == quantity.Points
	moved := role == "change" || role == "target" && percent
	switch said {
	case "ghg", "ghg_scope1", "ghg_scope2", "ghg_scope3":
		if scope = strings.TrimPrefix(said, "ghg_scope"); said == "ghg" {
			scope = ""
		}
		switch {
		case moved:
			return GHGReduction, scope
		case (d == quantity.Emissions || d == quantity.CarbonGas || d == quantity.Mass) && per == "":
			return GHGEmissions, scope
		}
		return Other, ""
	case "ghg_intensity":
		if moved {
			return GHGReduction, ""
		}
		return GHGIntensity, ""
	case "energy":
		if per != "" && d == quantity.Energy {
			return EnergyIntensity, ""
		}
	}
	for _, row := range told {
		if row.said == said && (slices.Contains(row.dimensions, d) || percent && row.any) {
			return row.metric, ""
		}
	}
	return Other, ""
}

// told are the metrics that answers of the reader stand for, each with the dimensions of its figures, and whether a percentage of it,
// by which it changes or that is a part of it, is about it, too. Pay is none of them: the share that depends on the climate is a
// fact, and the reader tells no such share from others.
var told = []struct {
	said       string
	metric     Metric
	dimensions []quantity.Dimension
	any        bool
}{
	{"offsets", Offsets, []quantity.Dimension{quantity.Emissions, quantity.CarbonGas, quantity.Mass}, false},
	{"energy", Energy, []quantity.Dimension{quantity.Energy}, true},
	{"renewable", RenewableShare, []quantity.Dimension{quantity.Percent}, true},
	{"renewable", Energy, []quantity.Dimension{quantity.Energy}, false},
	{"water", Water, []quantity.Dimension{quantity.Volume}, true},
	{"waste", Waste, []quantity.Dimension{quantity.Mass}, true},
	{"carbon_price", CarbonPrice, []quantity.Dimension{quantity.Money}, false},
	{"headcount", Headcount, []quantity.Dimension{quantity.Count}, false},
	{"headcount", HeadcountShare, []quantity.Dimension{quantity.Percent}, false},
	{"diversity", HeadcountShare, []quantity.Dimension{quantity.Percent}, false},
	{"training", Training, []quantity.Dimension{quantity.Count}, true},
	{"safety", Accidents, []quantity.Dimension{quantity.Count}, true},
}
