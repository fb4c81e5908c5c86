package extract

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// member is a figure of a sentence with what is said of it so far. Figures that a sentence sets side by side measure the same: what it was
// before, its part, by how much it moved. The reader says so of each by itself; here they are held against one another.
type member struct {
	q      quantity.Quantity
	metric facts.Metric // that somebody says, whether its unit allows that or not
	sure   float64
	read   *statement.FigureReading // nil if the reader says nothing of it
	fact   int                      // of the sheet; -1 if it is none
	ruled  bool
	to     int // the member that it is set beside; -1 if it stands alone
	by     bond
	before bool // it is what that one is compared with, in a sentence that names no second year
}

// bond is how a figure is set beside one before it.
type bond int

const (
	apart     bond = iota
	bracket        // "12.5 hours (11.9 hours)": the figure of the year before
	dated          // "1,352 (2023: 1,301)"
	compared       // "418.6 million after 431.2 million"
	measured       // "833, which is 48 %", "412 (2023: 438), down 6 %"
	part           // "486, of which 31"
	shifted        // "58,340, 1.2 % fewer": what the reader takes for a change
	shiftedTo      // "grew by 4.8 % to 312.6"
)

// The words between two figures. A label is that of a year, of the year before or of both.
var (
	opensBracket = pattern.Compile(`^[^().;:]{0,40}\($`)
	opensDated   = pattern.Compile(`(?i)^[^().;:]{0,40}\((?:in\s+)?(?:` + anyYear + `|[\p{L}\s]{0,20}\byear)\s*[:=,]?\s*$`)
	setsAgainst  = pattern.Compile(`(?i)^[^().;\d]{0,25}?,?\s*\b(?:up\s+|down\s+)?(?:from|after|against|than|versus|vs\.?|` +
		`compared\s+(?:with|to))\s+(?:the\s+|its\s+)?$`)
	makesUp = pattern.Compile(`(?i)^(?:[^().;,\d]{0,40}[,()–])?[,\s]*(?:(?:i\.e\.|` + lexicon.Alternatives("facts.makes up") + `)\s*,?\s*)*$`)
	fromIt  = pattern.Compile(`(?i)\bfrom\s+(?:the\s+)?$`)
	toIt    = pattern.Compile(`(?i)^(?:\s+in\s+\d{4})?\s+to\s+(?:about\s+)?$`)
	noNoun  = pattern.Compile(`(?i)^\s*(?:[.,;:)]|$|(?:a|as|in|of|the|to)\b)`) // what stands behind a figure without a unit that is no count of things
	ofWhich = pattern.Compile(`(?i)^[^().;\d]{0,40}\bof\s+(?:which|that|it|them|these|those)\b[^().;\d]{0,30}$`)
	toThat  = pattern.Compile(`(?i)^\s*(?:increase|decrease|reduction|rise|drop|fall|growth|decline)?` +
		`\s*,?\s*(?:to|on)\s+(?:a\s+total\s+of|about|around|some)?\s*$`)
	onlyHow = pattern.Compile(`^[^().;:]{0,40}$`)
	another = pattern.Compile(`(?i)\b(?:and|as|because|but|since|so|whereas|while)\b`) // begins to speak of something else
	closes  = pattern.Compile(`^\s*\p{L}*\s*\)`)
)

// bonds finds what the figures of a sentence are set beside.
func bonds(text string, all []member) {
	for i := range all {
		all[i].to = -1
		if i == 0 {
			continue
		}
		if by := bondOf(text, &all[i-1], &all[i]); by != apart {
			all[i].to, all[i].by = i-1, by
			all[i].before = by == compared && setsAgainst.MatchString(text[all[i-1].q.End:all[i].q.Start]) && near(all[i-1].q, all[i].q) &&
				len(printedYears.FindAllString(text, 2)) < 2
		}
	}
}

// bondOf is how a figure is set beside the one before it.
func bondOf(text string, a, b *member) bond {
	between := text[a.q.End:b.q.Start]
	alike := a.q.Unit.Comparable(b.q.Unit) || bare(b.q) && noNoun.MatchString(text[b.q.End:]) && (!percent(a.q) || near(a.q, b.q))
	switch {
	case alike && near(a.q, b.q) && opensBracket.MatchString(between) && closes.MatchString(text[b.q.End:]):
		return bracket
	case alike && opensDated.MatchString(between):
		return dated
	case alike && setsAgainst.MatchString(between),
		(alike || bare(a.q)) && toIt.MatchString(between) && fromIt.MatchString(text[:a.q.Start]):
		return compared
	case percent(b.q) && !percent(a.q) && makesUp.MatchString(between):
		return measured
	}
	return looseBond(between, a, b, alike)
}

// looseBond is a bond that more than the words shows: what the reader takes a figure for, or no more than its being a part.
func looseBond(between string, a, b *member, alike bool) bond {
	switch {
	case percent(b.q) && !percent(a.q) && b.changes() && onlyHow.MatchString(between) && !another.MatchString(between):
		return shifted
	case percent(a.q) && !percent(b.q) && a.changes() && toThat.MatchString(between):
		return shiftedTo
	case (alike || percent(b.q)) && ofWhich.MatchString(between):
		return part
	}
	return apart
}

// changes reports whether the reader takes a figure for one of how much something moved.
func (m *member) changes() bool { return m.read != nil && sure(m.read.Role, "change", sureRole) }

func bare(q quantity.Quantity) bool { return q.Unit.Dimension == quantity.Count && q.Unit.Symbol == "" }

func percent(q quantity.Quantity) bool {
	return q.Unit.Dimension == quantity.Percent || q.Unit.Dimension == quantity.Points
}

// near reports whether two amounts can be of two years that follow one another: neither is twice the other.
func near(a, b quantity.Quantity) bool {
	x, y := quantity.Abs(a.Value), quantity.Abs(b.Value)
	if x.Cmp(y) > 0 {
		x, y = y, x
	}
	return x.Sign() > 0 && y.Cmp(quantity.Sum(x, x)) < 0
}

// unitBeside is the unit that a figure without one shares with the figure beside it: "fell from 4.4 to 4.1 per cent".
func unitBeside(all []member, i int) string {
	switch m := all[i]; {
	case !bare(m.q):
	case m.to >= 0 && m.by < measured:
		return unitFor(m.q, all[m.to].q)
	case i+1 < len(all) && all[i+1].to == i && all[i+1].by == compared:
		return unitFor(m.q, all[i+1].q)
	}
	return ""
}

// unitFor is the unit of a figure as another would print it that has none, but may say millions itself.
func unitFor(q, of quantity.Quantity) string {
	_, printed, _ := strings.Cut(of.Text, of.Number)
	printed = strings.TrimSpace(printed)
	switch _, err := quantity.Measures(printed); {
	case bare(of):
		return ""
	case q.Scale != nil:
		return of.Unit.Symbol
	case err != nil:
		return of.Unit.Symbol + " " + printed // "EUR 412.6 million"
	}
	return printed
}

// agree gives the figures that are set beside one another the metric that most is said for, and figures of comparison the year before.
// What a rule has read stays.
func agree(s *facts.Sheet, all []member) {
	reckoned(s, all)
	for first := 0; first < len(all); {
		end := first + 1
		for end < len(all) && all[end].to >= 0 {
			end++
		}
		if end-first > 1 {
			oneMetric(s, all[first:end])
		}
		first = end
	}
	for i := range all {
		m := &all[i]
		if m.to < 0 || m.fact < 0 || m.ruled || all[m.to].fact < 0 || m.by > compared {
			continue
		}
		f, of := &s.Facts[m.fact], &s.Facts[all[m.to].fact]
		if f.Metric == of.Metric && (f.Scope == "" || of.Scope != "" && m.by != compared) {
			f.Scope, f.Method = of.Scope, of.Method
		}
		if m.by == bracket && spelledOut(all[m.to].q, m.q) {
			f.Year, f.Period, f.Change = of.Year, of.Period, of.Change
			continue
		}
		if (m.by == bracket || m.before && !f.Change) && f.Year == of.Year && f.Year > 0 && !f.Target && !of.Target {
			f.Year--
			f.Period, f.Change = vocabulary.Itoa(f.Year), of.Change
		}
	}
}

// spelledOut reports whether a figure is one before it in other words: "1.18 million m³ (1,180,000 m³)".
func spelledOut(a, b quantity.Quantity) bool {
	return a.Unit.Comparable(b.Unit) && (a.Scale == nil) != (b.Scale == nil) && a.Interval().Overlaps(b.Interval())
}

func oneMetric(s *facts.Sheet, all []member) {
	votes := map[facts.Metric]float64{}
	var order []facts.Metric
	amounts := slices.ContainsFunc(all, func(m member) bool { return !percent(m.q) })
	for i, m := range all {
		v := whole(m.metric)
		if m.by == part || v == "" || amounts && percent(m.q) {
			continue // what the whole is, and what moves, says more of it
		}
		if (m.by == bracket || m.by == dated) && all[i-1].sure >= sureMetric && whole(all[i-1].metric) != "" {
			continue // what stands in brackets is of what stands before them
		}
		if !slices.Contains(order, v) {
			order = append(order, v)
		}
		votes[v] += m.sure
	}
	best := facts.Other
	for i, v := range order {
		if i == 0 || votes[v] > votes[best] {
			best = v // of two, what the first is
		}
	}
	if best == facts.Other {
		nothingKnown(s, all)
		return
	}
	for _, m := range all {
		if m.fact < 0 || m.ruled || whole(m.metric) == "" {
			continue
		}
		f := &s.Facts[m.fact]
		is := best
		if best == facts.Headcount && percent(m.q) && !f.Change {
			is = facts.HeadcountShare
		}
		if f.Metric != facts.Headcount && whole(f.Metric) == best {
			continue
		}
		if is = Measured(is, f); is != facts.Other && is != f.Metric {
			f.Metric = is
			f.Notes = append(f.Notes, "Measures what the figures beside it in its sentence do.")
		}
	}
}

// nothingKnown takes from changes what they were thought to measure where the amounts that moved are of no metric.
func nothingKnown(s *facts.Sheet, all []member) {
	amounts := 0
	for _, m := range all {
		switch {
		case percent(m.q):
		case m.metric == facts.Other && m.sure >= sureRole:
			amounts++
		default:
			return
		}
	}
	for i := 0; i < len(all) && amounts > 0; i++ {
		m := &all[i]
		of := m.by >= measured && m.by != part || i+1 < len(all) && all[i+1].by == shiftedTo
		if !of || m.fact < 0 || m.ruled || !percent(m.q) {
			continue
		}
		if f := &s.Facts[m.fact]; f.Change && f.Metric != facts.Other {
			f.Metric = facts.Other
			f.Notes = append(f.Notes, "Moves with the figure beside it, which is of no metric that is known.")
		}
	}
}

// whole is what a metric is a part or a change of; empty for shares of something else than what they stand beside.
func whole(m facts.Metric) facts.Metric {
	switch m {
	case facts.GHGReduction:
		return facts.GHGEmissions
	case facts.HeadcountShare:
		return facts.Headcount
	case facts.RenewableShare, facts.GHGIntensity:
		return ""
	}
	return m
}
