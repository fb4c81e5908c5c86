package callout

import (
	"math"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
)

// caption is the words of a figure, and how far from it they begin.
type caption struct {
	runs []int
	gap  float64
}

// Distances in sizes of the key figure, or of its words.
const (
	underFigure  = 1.8 // from the foot of a figure to its words, in sizes of the figure
	inBox        = 7.0 // the same, if both stand in one box
	overFigure   = 1.0
	besideFigure = 1.5
	inColumns    = 8.0 // from figures below one another to words below one another
	nearOver     = 0.5 // between a figure and words on another ground than its own
	aroundBox    = 3.5 // the same, if these stand in a box around the figure's: a card around a ring
	nextLine     = 1.2 // from one line of the words to the next, in sizes of these: a remark stands a little apart
	mostNote     = 7   // words of a line with a further figure
	mostBeside   = 3   // words beside the period of such a line
	mostLines    = 6   // of the words with remarks
)

// growing is by how much a line of the words may be larger than the one nearer to the figure: what is of interest first is set larger.
var growing = [ways]float64{below: 1.15, above: 1.4}

// caption finds the words of a figure in one way.
func (p *page) caption(all []figure, i int, w way) caption {
	if w == beside {
		return p.inFront(all, i)
	}
	f := &all[i]
	right := math.Inf(1) // where the next figure begins
	for k := range all {
		if o := &all[k]; math.Abs(o.base-f.base) < 0.9*f.size && o.rect[0] > f.rect[2] {
			right = math.Min(right, o.rect[0])
		}
	}
	var c caption
	edge, most, place := f.foot, underFigure*f.size, f.rect
	if p.ringed {
		most = inBox * f.size
	}
	if f.box >= 0 {
		most = inBox * f.size // a ring may be drawn round the figure
	}
	if w == above {
		edge, most = f.rect[1], overFigure*f.size
	}
	for len(c.runs) < mostLines {
		next, away := p.nearest(f, place, edge, w, c.runs)
		if next < 0 || away > most {
			break
		}
		r := &p.runs[next]
		if w == above && !p.dated && printed.IsPeriod(r.Said) || r.Rect[2] > right || r.Size*large > f.size ||
			len(c.runs) > 0 && r.Size > growing[w]*p.runs[c.runs[len(c.runs)-1]].Size {
			break
		}
		if len(c.runs) == 0 {
			c.gap, place = away, r.Rect
		}
		if w == below {
			c.runs, edge = append(c.runs, next), r.Rect[3]
		} else {
			c.runs, edge = slices.Insert(c.runs, 0, next), r.Rect[1]
		}
		most = nextLine * r.Size
	}
	return c
}

// nearest is the next run below or above an edge that is in line with a place or with the figure, in the same box.
func (p *page) nearest(f *figure, place [4]float64, edge float64, w way, have []int) (next int, away float64) {
	next, away = -1, math.Inf(1)
	for n := range p.runs {
		r := &p.runs[n]
		if p.within[n] || slices.Contains(have, n) {
			continue
		}
		d := r.Rect[1] - edge
		if w == above {
			d = edge - r.Rect[3]
		}
		if d < -0.45*r.Size || d >= away || d > p.reach(f, n) {
			continue
		}
		if aligned(r.Rect, f.rect, p.em) || aligned(r.Rect, place, p.em) {
			next, away = n, d
		}
	}
	return next, math.Max(away, 0)
}

// inFront finds the words that stand behind a figure on its height: lines that begin below one another.
func (p *page) inFront(all []figure, i int) (c caption) {
	f := &all[i]
	if f.size < large*p.em {
		return c
	}
	seed := p.beside(all, i)
	if seed < 0 {
		return c
	}
	from := p.runs[seed].Rect[0]
	var column []int
	for n := range p.runs {
		r := &p.runs[n]
		if !p.within[n] && p.box[n] == f.box && aligned(r.Rect, p.runs[seed].Rect, p.em) && r.Size*large <= f.size && r.Rect[0] >= p.behind(f)-0.1*p.em {
			column = append(column, n)
		}
	}
	slices.SortFunc(column, func(a, b int) int { return sign(p.runs[a].Base - p.runs[b].Base) })
	mid := (f.rect[1] + f.rect[3]) / 2
	at := -1
	for k, n := range column {
		if at < 0 || math.Abs(p.middle(n)-mid) < math.Abs(p.middle(column[at])-mid) {
			at = k
		}
	}
	first, last := at, at
	joined := func(a, b int) bool {
		x, y := &p.runs[column[a]], &p.runs[column[b]]
		return y.Rect[1]-x.Rect[3] < 0.8*math.Min(x.Size, y.Size)
	}
	for first > 0 && joined(first-1, first) && p.middle(column[first-1]) > f.rect[1]-f.size {
		first--
	}
	for last+1 < len(column) && joined(last, last+1) && p.middle(column[last+1]) < f.rect[3]+f.size {
		last++
	}
	if last-first >= mostLines {
		return caption{}
	}
	top, foot := p.runs[column[first]].Rect[1], p.runs[column[last]].Rect[3]
	if math.Abs((top+foot)/2-mid) > 0.8*f.size && math.Abs(p.runs[column[first]].Base-f.base) > 0.5*f.size { // neither in the middle of it nor on its line
		return caption{}
	}
	return caption{runs: column[first : last+1], gap: from - f.rect[2]}
}

// beside is the first run behind a figure on its height; -1 if none, or if another figure stands between.
func (p *page) beside(all []figure, i int) int {
	f, far := &all[i], besideFigure*all[i].size
	if p.inColumn(all, f) {
		far = inColumns * f.size
	}
	from, seed := math.Inf(1), -1
	for n := range p.runs {
		r := &p.runs[n]
		mid := (r.Rect[1] + r.Rect[3]) / 2
		if !p.within[n] && p.box[n] == f.box && r.Size*large <= f.size && r.Rect[0] >= p.behind(f)-0.1*p.em && r.Rect[0]-f.rect[2] < far &&
			mid > f.rect[1]-0.2*f.size && mid < f.rect[3]+0.2*f.size && r.Rect[0] < from {
			from, seed = r.Rect[0], n
		}
	}
	for k := range all {
		if o := &all[k]; k != i && o.rect[0] > f.rect[2]-0.1*p.em && o.rect[0] < from && math.Abs(o.base-f.base) < f.size {
			return -1
		}
	}
	return seed
}

// behind is where the words behind a figure may begin: a unit that is raised to the top of its digits stands over them.
func (p *page) behind(f *figure) float64 {
	if last := &p.runs[f.parts[len(f.parts)-1]]; len(f.parts) > 1 && last.Base < f.base-0.2*f.size {
		return p.runs[f.parts[0]].Rect[2]
	}
	return f.rect[2]
}

// inColumn reports whether a figure is one of at least three that begin below one another, and alone on its line: the last column of a table
// is not.
func (p *page) inColumn(all []figure, f *figure) bool {
	n := 0
	for i := range all {
		if math.Abs(all[i].rect[0]-f.rect[0]) < 0.5*p.em {
			n++
		}
	}
	alone := !slices.ContainsFunc(p.whole, func(o figure) bool { return o.rect != f.rect && math.Abs(o.base-f.base) < 0.5*f.size })
	return n > leastFigures && alone
}

func (p *page) middle(n int) float64 { return (p.runs[n].Rect[1] + p.runs[n].Rect[3]) / 2 }

// note is a further figure in the words of a key figure, and what is said of it.
type note struct {
	words  [][]int
	figure []int
	rect   [4]float64
	names  bool // words besides say what it is of
}

// parts parts the words of a figure into its label and the further figures: a line that has one and says of when or against what, or several
// such with marks between.
func (p *page) parts(runs []int) (label []int, notes []note) {
	for _, n := range runs {
		some := p.remarks(n, false)
		switch {
		case some == nil || len(label) == 0 && some[0].names: // "Injuries (2022: 5.9)"
			label = append(label, n)
		case len(label) > 0: // otherwise they are figures of another column
			notes = append(notes, some...)
		}
	}
	return label, notes
}

// isMark reports whether a word is a mark between what is said side by side.
func isMark(w string) bool {
	return w == "/" || w == "|" || w == "·" || w == "•" || w == "–" || w == "→"
}

// readNote reads a line such as "-9 % vs. 2022", "2022: 41 %" or "(2022: 1,234)".
func readNote(words []string, items [][]int, place [4]float64) (note, bool) {
	if len(words) < 2 || len(words) > mostNote || printed.PeriodIn(strings.Join(words, " ")) == "" || printed.IsPeriod(bare(words)) {
		return note{}, false
	}
	for from := range words {
		for to := from + 1; to <= len(words); to++ {
			if to-from == len(words) || from > 0 && to < len(words) { // at the beginning or at the end
				continue
			}
			s := bare(words[from:to])
			g, ok := printed.ReadFigure(s)
			if !ok || g.Token == "" || printed.IsPeriod(s) || to-from > 1 && g.Unit == "" ||
				to < len(words) && printed.IsUnit(words[to]) && readable(bare(words[from:to+1])) {
				continue
			}
			rest := slices.Concat(append(slices.Clone(items[:from]), items[to:]...)...)
			if !ofYear(bare(words[:from])+" "+bare(words[to:])) || to < len(words) && printed.DayOfMonth(words[from], words[to]) {
				continue
			}
			others := bare(words[:from]) + " " + bare(words[to:])
			names := letters(strings.Replace(others, printed.PeriodIn(others), "", 1)) >= leastNaming
			return note{words: [][]int{rest}, figure: slices.Concat(items[from:to]...), rect: place, names: names}, true
		}
	}
	return note{}, false
}

// ofYear reports whether words say of which period something is, or against which, and hardly anything else.
func ofYear(s string) bool {
	period := printed.PeriodIn(s)
	if period == "" {
		return false
	}
	others := strings.Fields(strings.Replace(s, period, "", 1))
	return len(others) <= mostBeside && !slices.ContainsFunc(others, func(w string) bool { return len(w) > 4 && strings.HasSuffix(w, ".") })
}

// bare is what words say without the marks around them.
func bare(words []string) string { return strings.Trim(strings.Join(words, " "), "():;,") }
