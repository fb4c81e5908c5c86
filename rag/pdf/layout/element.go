package layout

import (
	"math"
	"slices"
	"unicode"

	"github.com/sibyl-project/sibyl/rag/pdf/layout/frames"
	"github.com/sibyl-project/sibyl/rag/pdf/paint"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// element is what the reading order is found for: a fragment, a table, a box of its own, or a rule that
// parts what stands above it from what stands below.
type element struct {
	box      paint.Rect // x as seen, y from the top of small letters to the baseline
	fragment *fragment
	table    int // index plus one
	chart    int // index plus one
	frame    *panel
	rule     bool
	rows     int // lines of text in it
	cell     cell
}

// panel is a filled area with text of its own: a sidebar, a box with an example. Its text stays together.
type panel struct {
	box      paint.Rect
	elements []element
}

func fragmentElement(f *fragment) element {
	e := element{box: paint.Rect{f.box[0], f.top(), f.box[2], f.bottom()}, fragment: f, rows: 1}
	e.cell = cell{
		base: f.base, top: e.box[1], bottom: e.box[3], size: f.size, chars: f.n,
		figure: f.figures, mark: f.mark, strong: f.bold || colourful(f.ink), rows: 1,
		lower: len(f.words) > 0 && len(f.words[0].text) > 0 && unicode.IsLower(f.words[0].text[0]),
	}
	return e
}

// solid is an element that is moved as a whole: a table or a panel.
func solid(box paint.Rect, rows int) element {
	return element{box: box, rows: rows, cell: cell{base: box[3], top: box[1], bottom: box[3], chars: 40 * rows, rows: max(rows, 1)}}
}

// Bounds of what is taken for a panel, in parts of the page's area and in lines.
const (
	leastPanel = 0.008
	mostPanel  = 0.75
	mostFills  = 120
)

// area is a filled part of the page.
type area struct {
	box paint.Rect
	ink paint.Color
}

// panelsOf finds the areas whose text stands apart, innermost first in the sense that a panel holds those
// elements that no smaller one holds. The elements that are left, panels among them, are the page's own.
func panelsOf(els []element, fills []area, width, height float64) []element {
	var found []area
	for _, f := range fills {
		part := areaOf(f.box) / (width * height)
		if part >= leastPanel && part <= mostPanel && len(found) < mostFills {
			found = append(found, f)
		}
	}
	found = mergeTouching(found)
	slices.SortStableFunc(found, func(a, b area) int { return compare(areaOf(a.box), areaOf(b.box)) })
	for _, f := range found {
		box := f.box
		var in, out []element
		rows, straddles := 0, false
		for _, e := range els {
			switch part := overlap(e.box, box); {
			case e.rule && part < 0.99:
				out = append(out, e)
			case part > 0.85:
				in = append(in, e)
				rows += e.rows
			case part < 0.15:
				out = append(out, e)
			default:
				straddles = true
			}
		}
		if straddles || rows < 2 || textRows(in) < 2 || len(out) == 0 {
			continue
		}
		p := &panel{box: box, elements: in}
		e := solid(box, textRows(in))
		e.frame = p
		els = append(out, e)
	}
	return els
}

// keepAsides leaves those panels marked whose text stands beside the page's own: those that have no more of it, and text below their heads. Others are
// the ground of a page or of a section, or a band behind a title, whose heads go on being heads outside of them.
func keepAsides(lines []line) {
	own, in := 0, map[int]int{}
	for i := range lines {
		switch l := &lines[i]; {
		case l.role == document.RoleHeading:
		case l.aside == 0:
			own += len(l.text)
		default:
			in[l.aside] += len(l.text)
		}
	}
	for i := range lines {
		if n := in[lines[i].aside]; n == 0 || n > own {
			lines[i].aside = 0
		}
	}
}

// textRows counts the distinct lines among elements.
func textRows(els []element) int {
	var bases []float64
	n := 0
	for _, e := range els {
		switch {
		case e.fragment != nil:
			bases = append(bases, e.fragment.base)
		default:
			n += e.rows
		}
	}
	slices.Sort(bases)
	last := math.Inf(-1)
	for _, b := range bases {
		if b-last > 2 {
			n++
			last = b
		}
	}
	return n
}

func areaOf(r paint.Rect) float64 {
	return math.Max(frames.Width(r), 0) * math.Max(frames.Height(r), 0)
}

// overlap is the part of a that lies in b.
func overlap(a, b paint.Rect) float64 {
	w := math.Min(a[2], b[2]) - math.Max(a[0], b[0])
	h := math.Min(a[3], b[3]) - math.Max(a[1], b[1])
	if w < 0 || h < 0 {
		return 0
	}
	if areaOf(a) == 0 {
		return 1
	}
	return w * h / areaOf(a)
}

// mergeTouching joins areas that lie one below the other, or side by side, with the same edges: one
// background of one colour, painted in strips.
func mergeTouching(rs []area) []area {
	const near = 0.6
	for i := 0; i < len(rs); i++ {
		for j := i + 1; j < len(rs); j++ {
			if rs[i].ink != rs[j].ink {
				continue
			}
			a, b := rs[i].box, rs[j].box
			same := func(k, l int) bool { return math.Abs(a[k]-b[k]) < near && math.Abs(a[l]-b[l]) < near }
			stacked := same(0, 2) && (math.Abs(a[3]-b[1]) < near || math.Abs(b[3]-a[1]) < near)
			beside := same(1, 3) && (math.Abs(a[2]-b[0]) < near || math.Abs(b[2]-a[0]) < near)
			if same(0, 2) && same(1, 3) || stacked || beside {
				rs[i].box = frames.Join(a, b)
				rs = slices.Delete(rs, j, j+1)
				i = -1
				break
			}
		}
	}
	return rs
}
