// Package road reads roads of years: milestones of the past and aims to come, each a year with the words of its step below or beside it. The year
// is said once, over or before the step, and no sentence of the step repeats it.
package road

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
)

const (
	leastSteps = 3
	mostSteps  = 20
	mostLines  = 1500 // of a page

	longestStep = 200 // bytes of its words that head its figures
)

// Distances in heights of the year, or of the lines of its step.
const (
	sameHeight = 0.12 // by how much years of one road differ in height
	firstLine  = 4.0  // from a year to the first line under it: a mark may stand between
	nextLine   = 1.1  // from one line of a step to the next
	leftOf     = 1.2  // a mark around the year may begin left of it
	beside     = 8.0  // from a year to the words beside it
)

var (
	soleYear = pattern.Compile(`(?i)^\W*(?:(?:by|until|in|end|of|FY|CY|Q[1-4]|H[12]|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*)[\s.-]*){0,3}` +
		`(?:19|20)\d\d(?:/\d{2,4})?\W*$`)
	// ofToday says that a figure of a step to come is what is there now: "from 4.9 million tonnes emitted today".
	ofToday   = pattern.Compile(`(?i)\b(?:today|currently|at\s+present)\b`)
	ledByYear = pattern.Compile(`^\W*((?:19|20)\d\d)[\s:–—-]+[\p{L}\d+−–-]`)
)

// step is a year of a road with the places of its words.
type step struct {
	year  int
	rect  [4]float64
	words [][4]float64
	said  []string
	named bool // a word with letters is among them
}

// Date gives the figures of roads the years that they stand at, where their own words name no other. What stands at a year after the one that is
// reported on is a target.
func Date(s *facts.Sheet, d *document.Document, report int) {
	if report == 0 {
		return
	}
	roads := make([][]step, len(d.Pages))
	at := map[int]int{}
	for i := range d.Pages {
		roads[i] = find(&d.Pages[i])
		at[d.Pages[i].Number] = i
	}
	for i := range s.Facts {
		f := &s.Facts[i]
		n, ok := at[f.Page]
		if !ok || f.Metric == facts.TargetYear || f.Year != 0 && f.Year != report && f.Year <= report {
			continue
		}
		if f.Source == facts.FromTable && slices.ContainsFunc(f.ColPath, func(h string) bool { return vocabulary.YearIn(h) > 0 }) {
			continue // a table of years
		}
		for _, st := range roads[n] {
			if !st.holds(f.Rect) || f.Year > report && f.Year != st.year || st.year > report && ofToday.MatchString(f.Quote) {
				continue
			}
			set(f, st.year, report)
			if said := strings.Join(st.said, " "); f.Source == facts.FromText && len(st.said) > 1 && len(said) <= longestStep && !strings.Contains(f.Quote, said) {
				f.RowPath = append(slices.Clone(f.RowPath), said)
			}
			break
		}
	}
}

func set(f *facts.Fact, year, report int) {
	target := f.Target || year > report
	if f.Year == year && f.Target == target {
		return
	}
	f.Year, f.Period, f.Target = year, vocabulary.Itoa(year), target
	f.Change = f.Change && !target
	f.Notes = append(f.Notes, "It stands at "+vocabulary.Itoa(year)+" in a row of years.")
}

// holds reports whether the middle of a place is among the words of a step.
func (s *step) holds(r [4]float64) bool {
	x, y := (r[0]+r[2])/2, (r[1]+r[3])/2
	return slices.ContainsFunc(s.words, func(w [4]float64) bool { return x >= w[0]-1 && x <= w[2]+1 && y >= w[1]-1 && y <= w[3]+1 })
}

// line is a line of a page.
type line struct {
	rect [4]float64
	text string
	year int
}

// find finds the steps of the roads of a page.
func find(p *document.Page) (out []step) {
	if len(p.Lines) > mostLines {
		return nil
	}
	var all []line
	runes := []rune(p.Text)
	for _, l := range p.Lines {
		if l.Turn != 0 || l.Rect == ([4]float64{}) || l.Start < 0 || l.End > len(runes) || l.Start >= l.End {
			continue
		}
		all = append(all, apart(&l, runes[l.Start:l.End])...)
	}
	for _, group := range alike(all, func(a, b *line) bool { return math.Abs(height(a.rect)-height(b.rect)) < sameHeight*height(b.rect) }) {
		out = append(out, roads(all, group)...)
	}
	return append(out, ledBy(all)...)
}

// roads reads years of one size: all of them as one road, or else those on one height, and those that begin below one another.
func roads(all, years []line) (out []step) {
	near := func(axis int) func(a, b *line) bool {
		return func(a, b *line) bool { return math.Abs(a.rect[axis]-b.rect[axis]) < 0.3*height(b.rect) }
	}
	for axis, across := range []bool{false, true} {
		if steps := road(all, years, across); steps != nil {
			return steps
		}
		for _, some := range alike(years, near(axis)) {
			if len(some) < len(years) {
				out = append(out, road(all, some, across)...)
			}
		}
	}
	return out
}

func height(r [4]float64) float64 { return r[3] - r[1] }

// alike groups years that go with one another.
func alike(all []line, goes func(a, b *line) bool) (out [][]line) {
	for i := range all {
		l := &all[i]
		if l.year == 0 || height(l.rect) <= 0 {
			continue
		}
		at := slices.IndexFunc(out, func(g []line) bool { return goes(&g[0], l) })
		if at < 0 {
			out = append(out, []line{*l})
		} else {
			out[at] = append(out[at], *l)
		}
	}
	return out
}

// road reads years that rise from left to right, or go from top to bottom, each with words of its own; nil if they are none.
func road(all, years []line, across bool) []step {
	if len(years) < leastSteps || len(years) > mostSteps {
		return nil
	}
	axis := 1
	if across {
		axis = 0
	}
	years = slices.Clone(years)
	slices.SortStableFunc(years, func(a, b line) int { return cmp.Compare(a.rect[axis], b.rect[axis]) })
	rising, falling := true, !across
	for i := 1; i < len(years); i++ {
		rising, falling = rising && years[i].year > years[i-1].year, falling && years[i].year < years[i-1].year
		if years[i].rect[axis] < years[i-1].rect[axis+2] || !across && math.Abs(years[i].rect[0]-years[0].rect[0]) > height(years[i].rect) {
			return nil
		}
	}
	if !rising && !falling {
		return nil
	}
	out, named := make([]step, len(years)), 0
	for i := range years {
		out[i] = step{year: years[i].year, rect: years[i].rect}
		low, high := math.Inf(-1), math.Inf(1)
		if i > 0 {
			low = years[i-1].rect[axis+2]
		}
		if i+1 < len(years) {
			high = years[i+1].rect[axis]
		}
		if across {
			out[i].under(all, low, high)
		} else {
			out[i].behind(all, high)
		}
		if out[i].named {
			named++
		}
	}
	if named < len(years) {
		return nil // an axis
	}
	return out
}

// under takes the lines below a year that begin, end or have their middle below it, and what stands beside these, between its neighbours.
func (s *step) under(all []line, left, right float64) {
	edge, h := s.rect[3], height(s.rect)
	most := firstLine * h
	for _, l := range byHeight(all) {
		r, off := l.rect, leftOf*h
		if l.year > 0 || r[1] < s.rect[1]+0.5*h || r[0] < left || r[2] > right {
			continue
		}
		aligned := math.Abs(r[0]-s.rect[0]) < off || math.Abs(r[0]+r[2]-s.rect[0]-s.rect[2]) < off || math.Abs(r[2]-s.rect[2]) < off
		besides := slices.ContainsFunc(s.words, func(w [4]float64) bool { return math.Min(w[3], r[3])-math.Max(w[1], r[1]) > 0.3*height(r) })
		if !aligned && !besides || r[1]-edge > most {
			continue
		}
		s.take(l)
		edge, most = math.Max(edge, r[3]), nextLine*height(r)
	}
}

// behind takes the lines beside a year and those below them, down to the next year.
func (s *step) behind(all []line, foot float64) {
	h := height(s.rect)
	first := -1
	lines := byHeight(all)
	for i, l := range lines {
		level := math.Min(l.rect[3], s.rect[3])-math.Max(l.rect[1], s.rect[1]) > 0.3*math.Min(height(l.rect), h)
		if away := l.rect[0] - s.rect[2]; level && l.year == 0 && away > -0.1*h && away < beside*h && (first < 0 || l.rect[0] < lines[first].rect[0]) {
			first = i
		}
	}
	if first < 0 {
		return
	}
	begin, edge := lines[first].rect[0], lines[first].rect[3]
	for _, l := range lines {
		r := l.rect
		if l.year > 0 || r[1] < math.Min(lines[first].rect[1], s.rect[1])-0.3*h || r[0] < begin-1 || r[3] > foot+0.3*height(r) || r[1]-edge > nextLine*height(r) {
			continue
		}
		if math.Abs(r[0]-begin) < h || slices.ContainsFunc(s.words, func(w [4]float64) bool { return math.Min(w[3], r[3])-math.Max(w[1], r[1]) > 0.3*height(r) }) {
			s.take(l)
			edge = math.Max(edge, r[3])
		}
	}
}

func (s *step) take(l line) {
	s.words, s.said = append(s.words, l.rect), append(s.said, strings.Join(strings.Fields(l.text), " "))
	s.named = s.named || strings.ContainsFunc(l.text, isLetter)
}

func isLetter(r rune) bool {
	return r > 0x7f && r != '–' && r != '—' && r != '−' && r != '·' || r|0x20 >= 'a' && r|0x20 <= 'z'
}

// byHeight are lines from top to bottom.
func byHeight(all []line) []line {
	out := slices.Clone(all)
	slices.SortStableFunc(out, func(a, b line) int {
		return cmp.Or(cmp.Compare(a.rect[1], b.rect[1]), cmp.Compare(a.rect[0], b.rect[0]))
	})
	return out
}
