package join

import (
	"math"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pdf/table"
)

// link finds the tables that go on with the last one of the page before, or with the one right above.
func link(drafts [][]*draft) {
	for _, page := range drafts {
		for j := 1; j < len(page); j++ {
			if a, b := page[j-1], page[j]; goesOnBelow(a, b) {
				b.follow(a)
			}
		}
	}
	for i := 1; i < len(drafts); i++ {
		if len(drafts[i]) == 0 || len(drafts[i-1]) == 0 {
			continue
		}
		last, first := drafts[i-1][0], drafts[i][0]
		for _, d := range drafts[i-1] {
			if d.bottom() > last.bottom() {
				last = d
			}
		}
		for _, d := range drafts[i] {
			if d.top() < first.top() {
				first = d
			}
		}
		if repeats, ok := goesOnWith(last, first); ok {
			first.repeats = repeats
			first.follow(last)
		}
	}
}

// follow makes a table go on with another.
func (d *draft) follow(last *draft) {
	d.before = last
	if d.side < last.side || !d.hasValues() {
		d.side, d.label, d.index, d.units = last.side, last.label, last.index, last.units
		d.values = last.values
	}
}

// closeBelow is how many lines of text there may be between two parts of one table.
const closeBelow = 1.5

// goesOnBelow decides whether b is the rest of a on the same page: rows without heads or a caption of their own directly below,
// with the same columns.
func goesOnBelow(a, b *draft) bool {
	if b.head > 0 || b.caption != "" || a.head == 0 && a.before == nil || a.t.Turn != b.t.Turn || a.t.Cols != b.t.Cols || !alike(a, b) {
		return false
	}
	gap := b.top() - a.bottom()
	return gap > -1 && gap < closeBelow*a.fontSize()
}

func (d *draft) frameRect() (x0, y0, x1, y1, height float64) {
	r := table.Upright(d.t.Turn, d.page.Width, d.page.Height, d.t.Rect)
	height = d.page.Height
	if d.t.Turn == 90 || d.t.Turn == 270 {
		height = d.page.Width
	}
	return r[0], r[1], r[2], r[3], height
}

func (d *draft) top() float64    { _, y, _, _, _ := d.frameRect(); return y }
func (d *draft) bottom() float64 { _, _, _, y, _ := d.frameRect(); return y }

// goesOnWith decides whether b is the rest of a: it stands at the top of its page and a at the foot of the
// page before, nothing but running heads between them, with the same columns, and with the same column
// headers or none.
func goesOnWith(a, b *draft) (repeats, ok bool) {
	if a.t.Turn != b.t.Turn || a.t.Cols != b.t.Cols || !alike(a, b) {
		return false, false
	}
	_, _, _, foot, ha := a.frameRect()
	_, head, _, _, hb := b.frameRect()
	if foot < 0.55*ha || head > 0.45*hb {
		return false, false
	}
	if a.wordsBeside(true) > 3 || b.wordsBeside(false) > 3 {
		return false, false
	}
	if b.caption != "" && !goesOnCaption(a.caption, b.caption) {
		return false, false
	}
	if b.head == 0 {
		return false, true
	}
	if a.head == 0 && a.before == nil {
		return false, false
	}
	columns := a.columnPaths()
	own := b.columnPaths()
	for c := range own {
		if strings.Join(own[c], "|") != strings.Join(columns[c], "|") {
			return false, false
		}
	}
	return true, true
}

// goesOnCaption says that a caption repeats that of the page before, or says that it goes on.
func goesOnCaption(before, caption string) bool {
	lower := strings.ToLower(caption)
	for _, w := range []string{"continued", "cont.", "cont’d", "cont'd", "lanjutan", "fortsetzung", "suite"} {
		if strings.Contains(lower, w) {
			return true
		}
	}
	return before == caption
}

// alike says that the columns of two tables stand at the same places.
func alike(a, b *draft) bool {
	ax0, _, ax1, _, _ := a.frameRect()
	bx0, _, bx1, _, _ := b.frameRect()
	width := math.Max(ax1-ax0, bx1-bx0)
	tol := 0.03 * width
	if !a.t.Ruled || !b.t.Ruled {
		tol = 0.08 * width
	}
	if math.Abs((ax1-ax0)-(bx1-bx0)) > 2*tol {
		return false
	}
	pa, pb := a.borders(), b.borders()
	for c := range pa {
		if math.IsNaN(pa[c]) || math.IsNaN(pb[c]) {
			continue
		}
		if math.Abs((pa[c]-ax0)-(pb[c]-bx0)) > tol {
			return false
		}
	}
	return true
}

// borders has where each column begins, NaN where no cell tells.
func (d *draft) borders() []float64 {
	out := make([]float64, d.t.Cols)
	for c := range out {
		out[c] = math.NaN()
	}
	for i := range d.entries {
		c := d.entries[i].cell
		if math.IsNaN(out[c.Col]) {
			out[c.Col] = table.Upright(d.t.Turn, d.page.Width, d.page.Height, c.Rect)[0]
		}
	}
	return out
}

// wordsBeside counts words of the page below the table (or above it) that belong neither to it nor to the
// page's margin.
func (d *draft) wordsBeside(below bool) int {
	_, y0, _, y1, height := d.frameRect()
	own := map[int]bool{}
	for _, i := range d.t.Caption {
		own[i] = true
	}
	for _, note := range d.t.Notes {
		for _, i := range note {
			own[i] = true
		}
	}
	edge := 0.0
	for i := range d.t.Notes {
		for _, j := range d.t.Notes[i] {
			edge = math.Max(edge, table.Upright(d.t.Turn, d.page.Width, d.page.Height, d.page.Words[j].Box)[3])
		}
	}
	n, size := 0, d.fontSize()
	for i := range d.page.Words {
		w := &d.page.Words[i]
		if own[i] || w.Turn != d.t.Turn || w.Skewed {
			continue
		}
		b := table.Upright(d.t.Turn, d.page.Width, d.page.Height, w.Box)
		mid := (b[1] + b[3]) / 2
		switch {
		case below && mid > math.Max(y1, edge) && mid < 0.92*height && w.Size >= 0.75*size:
			n++
		case !below && mid < y0 && mid > 0.1*height:
			n++
		}
	}
	return n
}
