package layout

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pdf/layout/frames"
	"github.com/sibyl-project/sibyl/rag/pdf/paint"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// The labels of a chart are short, small and scattered: read where they stand, they would cut the text
// around them to pieces. They are taken out of it and read together, row by row.

// chart is the labels of one chart.
type chart struct {
	box    paint.Rect
	labels []*fragment
	free   bool // nothing else stands between its labels
}

const (
	mostLabels  = 600 // of a page with more, none are looked for
	leastLabels = 5
	// How far, in points, one label may stand from the next: of an axis, of one that is stacked, of any.
	axisReach   = 130.0
	besideReach = 75.0
	belowReach  = 36.0
)

// chartsOf finds the charts of a page and marks their fragments.
func chartsOf(fs []fragment, body float64) []chart {
	var labels []*fragment
	for i := range fs {
		if fs[i].role == inText && isLabelLike(fs, i, body) {
			labels = append(labels, &fs[i])
		}
	}
	if len(labels) < leastLabels || len(labels) > mostLabels {
		return nil
	}
	var out []chart
	for _, group := range clusters(labels) {
		c := chart{box: group[0].box, labels: group}
		for _, f := range group {
			c.box = frames.Join(c.box, f.box)
		}
		if !drawn(group) {
			continue
		}
		for _, f := range group {
			f.role = inChart
		}
		out = append(out, c)
	}
	for i := range out {
		out[i].free = !slices.ContainsFunc(fs, func(f fragment) bool {
			return f.role == inText && overlap(f.box, out[i].box) > 0.2
		})
	}
	return out
}

// isLabelLike reports whether a fragment could label a chart: it is short, not larger than the text, and no
// line of a paragraph.
func isLabelLike(fs []fragment, i int, body float64) bool {
	f := &fs[i]
	if f.n > 32 || len(f.words) > 5 || f.size > 1.05*body || !f.figures && f.size > 0.95*body || f.mark && !f.figures {
		return false
	}
	for j := i - 1; j >= 0 && f.base-fs[j].base < 1.8*f.size; j-- {
		if stacked(f, &fs[j]) || names(&fs[j], f) {
			return false
		}
	}
	for j := i + 1; j < len(fs) && fs[j].base-f.base < 1.8*f.size; j++ {
		if stacked(f, &fs[j]) || names(&fs[j], f) {
			return false
		}
	}
	return true
}

// names reports whether a text is what a figure on the same line belongs to: an entry of a table of contents,
// a row of a table.
func names(text, f *fragment) bool {
	return f.figures && !text.figures && text.n > 5 && text.box[2] < f.box[0] && f.box[0]-text.box[2] < 320 &&
		math.Abs(text.base-f.base) < 0.3*f.size && math.Abs(text.size-f.size) < 0.06*f.size
}

// stacked reports whether a long line of the same size stands closely above or below, as in a paragraph.
func stacked(f, g *fragment) bool {
	return g.n > 32 && math.Abs(g.size-f.size) < 0.1*f.size && g.box[0] < f.box[2] && f.box[0] < g.box[2]
}

// clusters puts labels together that are near each other. They are few hundred at most.
func clusters(labels []*fragment) [][]*fragment {
	group := make([]int, len(labels))
	for i := range group {
		group[i] = i
	}
	root := func(i int) int {
		for group[i] != i {
			group[i] = group[group[i]]
			i = group[i]
		}
		return i
	}
	for i, a := range labels {
		for j, b := range labels[:i] {
			dx := math.Max(a.box[0]-b.box[2], b.box[0]-a.box[2])
			dy := math.Max(a.box[1]-b.box[3], b.box[1]-a.box[3])
			axis := math.Abs(a.base-b.base) < 0.4*a.size && tenths(a.size) == tenths(b.size)
			if axis && dx < axisReach || dx < besideReach && dy < belowReach {
				group[root(i)] = root(j)
			}
		}
	}
	members := make([][]*fragment, len(labels))
	for i, f := range labels {
		r := root(i)
		members[r] = append(members[r], f)
	}
	return slices.DeleteFunc(members, func(m []*fragment) bool { return len(m) < leastLabels })
}

// drawn reports whether labels are a chart's rather than a table's: many are figures, and few rows are a
// label with several figures beside it.
func drawn(labels []*fragment) bool {
	figures, tabular := 0, 0
	for i := 0; i < len(labels); {
		j, here, words := i, 0, 0
		for j < len(labels) && labels[j].base-labels[i].base <= 0.35*labels[i].size {
			if labels[j].figures {
				here++
			} else {
				words++
			}
			j++
		}
		figures += here
		if here > 0 && words > 0 && here+words > 2 {
			tabular++
		}
		i = j
	}
	return figures >= 4 && 5*figures >= 2*len(labels) && tabular < 3
}

// chartElement is a chart that stands in the text as a whole.
func chartElement(c chart, n int) element {
	e := solid(c.box, max(len(c.labels)/2, 2))
	e.chart = n + 1
	return e
}

// chartLines are a chart's labels by rows.
func chartLines(c chart, turn frames.Frame) []line {
	els := make([]element, len(c.labels))
	for i, f := range c.labels {
		els[i] = fragmentElement(f)
	}
	ls := linesOf(els, turn)
	for i := range ls {
		ls[i].role = document.RoleRow
		ls[i].starts = i == 0
	}
	return ls
}

const (
	leastTicks = 4
	evenTicks  = 0.06 // of the usual distance, by how much one is off
	besideTick = 25.0 // from a figure to a text that it belongs to, in font sizes
)

// markTicks takes the scale of an axis out of the text: figures in one line at equal distances, that rise by an equal and round step from a
// multiple of it. They measure nothing. Figures that each have a text beside them are a column of a table.
func markTicks(fs []fragment) {
	var figures []*fragment
	for i := range fs {
		if fs[i].role == inText && fs[i].figures && len(fs[i].words) == 1 {
			figures = append(figures, &fs[i])
		}
	}
	if len(figures) < leastTicks || len(figures) > mostLabels {
		return
	}
	right := func(f *fragment) (edge, along float64) { return f.box[2], f.base }
	left := func(f *fragment) (edge, along float64) { return f.box[0], f.base }
	level := func(f *fragment) (edge, along float64) { return f.base, (f.box[0] + f.box[2]) / 2 }
	for _, place := range []func(*fragment) (edge, along float64){right, left, level} {
		for _, f := range figures {
			edge, _ := place(f)
			var axis []*fragment
			for _, g := range figures {
				if e, _ := place(g); math.Abs(e-edge) < 0.3*f.size && tenths(g.size) == tenths(f.size) {
					axis = append(axis, g)
				}
			}
			slices.SortFunc(axis, func(a, b *fragment) int {
				_, x := place(a)
				_, y := place(b)
				return compare(x, y)
			})
			if measures(axis, place) && !labelled(axis, fs) {
				for _, g := range axis {
					g.role = inFurniture
				}
			}
		}
	}
}

// measures reports whether figures are a scale.
func measures(axis []*fragment, place func(*fragment) (edge, along float64)) bool {
	if len(axis) < leastTicks || axis[0].role != inText {
		return false
	}
	values, at := make([]int, len(axis)), make([]float64, len(axis))
	years := true
	for i, f := range axis {
		v, err := strconv.Atoi(strings.Map(func(r rune) rune {
			if r >= '0' && r <= '9' {
				return r
			}
			return -1
		}, string(f.words[0].text)))
		if err != nil {
			return false
		}
		values[i], years = v, years && v > 1900 && v < 2100
		_, at[i] = place(f)
	}
	step, pitch := values[1]-values[0], (at[len(at)-1]-at[0])/float64(len(at)-1)
	for i := 1; i < len(axis); i++ {
		if values[i]-values[i-1] != step || math.Abs(at[i]-at[i-1]-pitch) > evenTicks*pitch {
			return false
		}
	}
	if years || step == 0 || values[0]%step != 0 {
		return false
	}
	for step%10 == 0 {
		step /= 10
	}
	return slices.Contains([]int{1, 2, 5, 25}, max(step, -step))
}

// labelled reports whether figures have texts beside them, all or all but one.
func labelled(axis []*fragment, fs []fragment) bool {
	n := 0
	for _, f := range axis {
		if slices.ContainsFunc(fs, func(g fragment) bool {
			return !g.figures && math.Abs(g.base-f.base) < 0.3*f.size && math.Max(g.box[0]-f.box[2], f.box[0]-g.box[2]) < besideTick*f.size
		}) {
			n++
		}
	}
	return n >= len(axis)-1
}
