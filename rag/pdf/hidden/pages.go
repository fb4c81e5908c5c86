package hidden

import (
	"math"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"

	"github.com/sibyl-project/sibyl/rag/pdf/paint"
)

// page is one page with what it inherits.
type page struct {
	dict   types.Dict
	object int
	box    [4]float64 // the part that is shown, in the file's coordinates
	turn   int        // degrees clockwise
}

// manyPages bounds the page tree.
const manyPages = 20_000

// pages are the file's pages in order.
func (f *file) pages() []page {
	var out []page
	seen := map[int]bool{}
	var walk func(o types.Object, inherited page, depth int)
	walk = func(o types.Object, p page, depth int) {
		n := identity(o)
		if n != 0 && seen[n] || depth > deepest || len(out) >= manyPages {
			return
		}
		seen[n] = n != 0
		d := f.dict(o)
		if d == nil {
			return
		}
		if b, ok := f.rect(d["MediaBox"]); ok {
			p.box = b
		}
		if b, ok := f.rect(d["CropBox"]); ok {
			p.box = b
		}
		if v, ok := f.number(d["Rotate"]); ok && math.Abs(v) < 1e6 {
			p.turn = (int(v)%360 + 360) % 360
		}
		if kids := f.array(d["Kids"]); kids != nil {
			for _, k := range kids {
				walk(k, p, depth+1)
			}
			return
		}
		p.dict, p.object = d, n
		out = append(out, p)
	}
	walk(f.catalog()["Pages"], page{box: [4]float64{0, 0, 612, 792}}, 0)
	return out
}

func (f *file) rect(o types.Object) (r [4]float64, ok bool) {
	a := f.array(o)
	if len(a) != 4 {
		return r, false
	}
	for i := range r {
		if r[i], ok = f.number(a[i]); !ok || math.IsNaN(r[i]) || math.Abs(r[i]) > 1e9 {
			return r, false
		}
	}
	return [4]float64{math.Min(r[0], r[2]), math.Min(r[1], r[3]), math.Max(r[0], r[2]), math.Max(r[1], r[3])}, true
}

// place maps a rectangle of the file to points from the top left of the page as shown.
func (p *page) place(r [4]float64) paint.Rect {
	left, right := r[0]-p.box[0], r[2]-p.box[0]
	top, bottom := p.box[3]-r[3], p.box[3]-r[1]
	w, h := p.box[2]-p.box[0], p.box[3]-p.box[1]
	switch p.turn {
	case 90:
		return paint.Rect{h - bottom, left, h - top, right}
	case 180:
		return paint.Rect{w - right, h - bottom, w - left, h - top}
	case 270:
		return paint.Rect{top, w - right, bottom, w - left}
	}
	return paint.Rect{left, top, right, bottom}
}

// boxOf is where an annotation stands.
func (f *file) boxOf(p *page, annotation types.Dict) paint.Rect {
	if r, ok := f.rect(annotation["Rect"]); ok {
		return p.place(r)
	}
	return paint.Rect{}
}
