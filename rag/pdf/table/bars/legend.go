// Package bars says which figure of a bar chart with a legend is of which series and category. Ink tells the series: a bar is painted in
// that of its sign in the legend. Places tell which figure and which name belong to a bar. Arithmetic tells whether that is so: bars are as
// long as their figures are large, or the parts make the printed sum. Without that proof a chart is left alone.
package bars

import (
	"math"
	"slices"

	"github.com/sibyl-project/sibyl/rag/pdf/paint"
	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
)

// Box is an area that is filled in one ink, or outlined in it.
type Box struct {
	Rect  paint.Rect
	Ink   paint.Color
	Exact bool // all of it, not only something inside
}

// Text is words that stand together on one line.
type Text struct {
	Items []int // as the caller names them
	Rect  paint.Rect
	Size  float64
	Kind  printed.Kind
	Said  string
}

// entry is a series of a legend: a sign in an ink, and its name.
type entry struct {
	sign Box
	name []*Text
}

// legend is entries that stand together, in inks of their own.
type legend struct {
	entries []entry
	rect    paint.Rect
}

// Distances in font sizes.
const (
	leastSign  = 0.25
	mostSign   = 2.2
	afterSign  = 1.8  // from a sign to its name
	nextEntry  = 16.0 // from a name to the next sign of its line
	nextLine   = 3.0  // between lines of a legend
	mostSeries = 12
)

// legends finds signs with names beside them.
func legends(boxes []Box, texts []Text, em float64) []legend {
	var entries []entry
	for _, b := range boxes {
		w, h := b.Rect[2]-b.Rect[0], b.Rect[3]-b.Rect[1]
		if math.Min(w, h) < leastSign*em || math.Max(w, h) > mostSign*em {
			continue
		}
		var name *Text
		for i := range texts {
			t := &texts[i]
			gap, mid := t.Rect[0]-b.Rect[2], (b.Rect[1]+b.Rect[3])/2
			if t.Kind != printed.Number && gap > -0.1*em && gap < afterSign*em && mid > t.Rect[1] && mid < t.Rect[3] && (name == nil || t.Rect[0] < name.Rect[0]) {
				name = t
			}
		}
		if name != nil {
			entries = append(entries, entry{b, []*Text{name}})
		}
	}
	slices.SortStableFunc(entries, func(a, b entry) int { return inReadingOrder(a.sign.Rect, b.sign.Rect, em) })
	var out []legend
	for _, e := range entries {
		n := slices.IndexFunc(out, func(l legend) bool { return l.takes(e, em) })
		if n < 0 {
			out, n = append(out, legend{rect: e.sign.Rect}), len(out)
		}
		l := &out[n]
		l.entries = append(l.entries, e)
		l.rect = join(join(l.rect, e.sign.Rect), e.name[0].Rect)
	}
	return slices.DeleteFunc(out, func(l legend) bool { return len(l.entries) < 2 || len(l.entries) > mostSeries })
}

// takes reports whether a sign is one more of a legend: as large as the others, near them, in an ink that they are not.
func (l *legend) takes(e entry, em float64) bool {
	near := false
	for _, o := range l.entries {
		a, b := o.sign.Rect, e.sign.Rect
		alike := math.Abs((a[2]-a[0])-(b[2]-b[0])) < 0.2*em && math.Abs((a[3]-a[1])-(b[3]-b[1])) < 0.2*em
		if !alike || o.sign.Ink == e.sign.Ink || o.name[0] == e.name[0] {
			return false
		}
		line := math.Abs(a[1]-b[1]) < 0.4*em
		near = near || line && b[0]-o.name[0].Rect[2] < nextEntry*em || !line && math.Abs(b[1]-a[1]) < nextLine*em
	}
	return near
}

// series is the number of the entry with that ink; -1 if there is none.
func (l *legend) series(ink paint.Color) int {
	return slices.IndexFunc(l.entries, func(e entry) bool { return e.sign.Ink == ink })
}

func inReadingOrder(a, b paint.Rect, em float64) int {
	switch {
	case a[1] < b[1]-0.4*em:
		return -1
	case b[1] < a[1]-0.4*em:
		return 1
	case a[0] < b[0]:
		return -1
	case b[0] < a[0]:
		return 1
	}
	return 0
}

func join(a, b paint.Rect) paint.Rect {
	return paint.Rect{math.Min(a[0], b[0]), math.Min(a[1], b[1]), math.Max(a[2], b[2]), math.Max(a[3], b[3])}
}

// apart is how far one rectangle is from another.
func apart(a, b paint.Rect) float64 {
	return math.Max(0, math.Max(a[0]-b[2], b[0]-a[2])) + math.Max(0, math.Max(a[1]-b[3], b[1]-a[3]))
}

// Outlined are the boxes that are drawn as one path of four lines.
func Outlined(rules []paint.Rule) (out []Box) {
	for i := 0; i+4 <= len(rules); i++ {
		four, box := rules[i:i+4], paint.Rect{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
		for _, r := range four {
			box = join(box, paint.Rect{r.X0, r.Y0, r.X1, r.Y1})
		}
		sides := 0
		for _, r := range four {
			off := math.Max(r.Width, 0.3)
			left, top, right, bottom := math.Abs(r.X0-box[0]) < off, math.Abs(r.Y0-box[1]) < off, math.Abs(r.X1-box[2]) < off, math.Abs(r.Y1-box[3]) < off
			flat, steep := left && right && (top || bottom), top && bottom && (left || right)
			if r.Order == four[0].Order && r.Ink == four[0].Ink && flat != steep {
				sides++
			}
		}
		if sides == 4 {
			out = append(out, Box{Rect: box, Ink: four[0].Ink, Exact: true})
			i += 3
		}
	}
	return out
}
