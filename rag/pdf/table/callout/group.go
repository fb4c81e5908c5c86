package callout

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/sibyl-project/sibyl/rag/pdf/paint"
)

const (
	leastFigures = 2  // of one group
	mostFigures  = 40 // of one group
	mostPages    = 1000
	veryLarge    = 2.2 // of a figure that stands alone, in font sizes
	leastNames   = 0.6 // of the labels, how many differ
	leastNaming  = 2   // letters of a label: "30 to 50"
)

// group reads figures of one size; it reports false when they are not key figures.
func (p *page) group(all []figure) (Group, bool) {
	if len(all) > mostFigures {
		return Group{}, false
	}
	words, w := p.choose(all)
	if words == nil {
		words = p.underRings(all)
	}
	if words == nil {
		p.dated = true
		words, w = p.choose(all)
		p.dated = false
	}
	if words == nil {
		return Group{}, false
	}
	taken := map[int]bool{}
	for _, c := range words {
		for _, n := range c.runs {
			taken[n] = true
		}
	}
	if w != beside {
		p.addOther(all, words, taken, w)
	}
	years := p.years(all)
	g := Group{way: w, size: all[0].size, ink: all[0].ink}
	names, figures := map[string]bool{}, []figure(nil)
	var used []int // runs
	for i, f := range all {
		label, notes := p.parts(words[i].runs)
		name := p.said(label)
		if letters(name) < leastNaming {
			continue
		}
		names[name] = true
		f.lower = unicode.IsLower([]rune(name)[0])
		figures = append(figures, f)
		apart, more := p.remarked(&f, words[i].runs, slices.Concat(used, allRuns(words)))
		used = append(used, more...)
		rows := p.rows(f, label, append(notes, apart...))
		used = append(used, words[i].runs...)
		if years != nil && !slices.Contains(words[i].runs, years[i]) {
			rows[0].Note = p.cell([]int{years[i]})
			used = append(used, years[i])
		}
		g.Rows = append(g.Rows, rows...)
	}
	if !p.set(figures, p.even(words)) || float64(len(names)) < leastNames*float64(len(figures)) {
		return Group{}, false
	}
	if !p.take(used) {
		return Group{}, false
	}
	g.Rect = g.Rows[0].Figure.Rect
	for _, r := range g.Rows {
		g.Rect = join(join(g.Rect, r.Figure.Rect), join(r.Label.Rect, r.Figure.Rect))
	}
	return g, true
}

// allRuns are the runs of all words.
func allRuns(words []caption) (out []int) {
	for _, c := range words {
		out = append(out, c.runs...)
	}
	return out
}

// take marks runs as part of what has been read; it reports false, and marks none, if one of them would be read twice.
func (p *page) take(runs []int) bool {
	for i, n := range runs {
		if p.within[n] || slices.Contains(runs[:i], n) {
			return false
		}
	}
	for _, n := range runs {
		p.within[n] = true
	}
	return true
}

// set reports whether figures are key figures: several that stand in one row or column, or one with a unit; the numbers of chapters
// and of pages are none.
func (p *page) set(all []figure, even bool) bool {
	if len(all) < leastFigures {
		return len(all) == 1 && p.alone(&all[0])
	}
	if p.numbered(all) {
		return false
	}
	inRow, units := false, 0
	for i, f := range all {
		if !f.plain {
			units++
		}
		for _, o := range all[:i] {
			inRow = inRow || math.Abs(f.base-o.base) < 0.9*f.size
		}
	}
	return inRow || units > len(all)/2 || even && len(all) > leastFigures
}

// even reports whether the words of figures stand equally far from them, as on a map.
func (p *page) even(words []caption) bool {
	return !slices.ContainsFunc(words, func(c caption) bool { return len(c.runs) > 0 && math.Abs(c.gap-words[0].gap) > 0.2*p.em })
}

// alone reports whether a figure is one that a page is built around: set in very large print, and no number of a chapter.
func (p *page) alone(f *figure) bool {
	return (f.size > veryLarge*p.em || p.inRing(f)) && (!f.plain || strings.ContainsAny(p.runs[f.parts[0]].Said, ".,") || f.lower)
}

// inRing reports whether a figure stands in the middle of a ring.
func (p *page) inRing(f *figure) bool {
	return slices.ContainsFunc(p.rings, func(r paint.Rect) bool {
		w := r[2] - r[0]
		return math.Abs(f.rect[0]+f.rect[2]-r[0]-r[2]) < 0.3*w && math.Abs(f.rect[1]+f.rect[3]-r[1]-r[3]) < 0.5*w && f.rect[2]-f.rect[0] < 0.8*w
	})
}

// numbered reports whether figures are the numbers of chapters or of pages: digits alone that rise from one to the next, or down each column.
func (p *page) numbered(all []figure) bool {
	rising, falls := true, 0
	for i := range all {
		n, err := strconv.Atoi(p.runs[all[i].parts[0]].Said)
		if !all[i].plain || err != nil || n >= mostPages {
			return false
		}
		for k := range all[:i] {
			m, _ := strconv.Atoi(p.runs[all[k].parts[0]].Said)
			if k == i-1 {
				rising = rising && n >= m
			}
			if aligned(all[k].rect, all[i].rect, 0.5*p.em) && n < m {
				falls++
			}
		}
	}
	columns := slices.ContainsFunc(all[1:], func(f figure) bool { return aligned(f.rect, all[0].rect, 0.5*p.em) })
	return rising || falls == 0 && columns
}

// said is what runs say together.
func (p *page) said(runs []int) string {
	words := make([]string, len(runs))
	for i, n := range runs {
		words[i] = p.runs[n].Said
	}
	return strings.Join(words, " ")
}

// cell is runs as the lines of a cell.
func (p *page) cell(runs []int) (c Cell) {
	for i, n := range runs {
		r := &p.runs[n]
		if i == 0 {
			c.Rect = r.Rect
		}
		c.Rect = join(c.Rect, r.Rect)
		if i > 0 && math.Abs(p.runs[runs[i-1]].Base-r.Base) < 0.3*r.Size {
			c.Lines[len(c.Lines)-1] = append(slices.Clone(c.Lines[len(c.Lines)-1]), r.Items...)
			continue
		}
		c.Lines = append(c.Lines, slices.Clone(r.Items))
	}
	return c
}

// rows are those of a figure: itself, and one for each further figure that its small print gives.
func (p *page) rows(f figure, label []int, notes []note) []Row {
	out := []Row{{Label: p.cell(label), Figure: p.cell(f.parts)}}
	for _, n := range notes {
		out = append(out, Row{
			Label: out[0].Label, Goes: true,
			Note:   Cell{Lines: n.words, Rect: n.rect},
			Figure: Cell{Lines: [][]int{n.figure}, Rect: n.rect},
		})
	}
	return out
}
