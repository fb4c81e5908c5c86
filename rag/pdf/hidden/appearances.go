package hidden

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	fitz "github.com/gen2brain/go-fitz"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"

	"github.com/sibyl-project/sibyl/rag/pdf/paint"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

const (
	// manyAppearances bounds those of one file, and manyDrawn the bytes of their drawings.
	manyAppearances = 500
	manyDrawn       = 32 << 20
	// leastAppearance is the area, in square points, from when on a note may cover words.
	leastAppearance = 30
)

// appearance is how an annotation looks: a drawing of its own, which is fitted into a rectangle of a page.
type appearance struct {
	page   int
	form   types.IndirectRef
	bounds [4]float64 // of the drawing
	matrix [6]float64 // from the page's coordinates to the page as shown
	box    paint.Rect
	why    paint.Why // of the text in it, empty if that is usual
	said   string    // what is reported of the annotation already
}

// appearances draws what notes paint on the pages: MuPDF is asked for the pages' own content, and a note may cover
// it. Each drawing becomes a page of a file of its own, which is this one with another list of pages.
func (r *reading) appearances(pdf []byte) {
	f := r.file
	var all []appearance
	states := f.layerStates()
	for i, p := range f.pages() {
		annotations := f.array(p.dict["Annots"])
		for _, o := range annotations[:min(len(annotations), manyAnnotations)] {
			d := f.dict(o)
			if a, ok := f.appearance(&p, d, states); ok {
				a.page = i
				all = append(all, a)
			} else if flat, ok := f.flat(&p, d, states); ok {
				r.overlay(i, flat)
			}
		}
	}
	if len(all) == 0 {
		return
	}
	if len(all) > manyAppearances {
		r.note("only %d of %d notes are looked at for what they cover", manyAppearances, len(all))
		all = all[:manyAppearances]
	}
	if err := r.draw(pdf, all); err != nil {
		r.note("what notes cover could not be looked at: %v", err)
	}
}

func (r *reading) overlay(page int, o paint.Overlay) {
	if r.Overlays == nil {
		r.Overlays = map[int][]paint.Overlay{}
	}
	r.Overlays[page] = append(r.Overlays[page], o)
}

// paints reports whether readers show an annotation's drawing on a screen.
func (f *file) paints(d types.Dict, states map[int]bool) bool {
	const hidden, noView = 1 << 1, 1 << 5
	if flags, ok := f.number(d["F"]); ok && math.Abs(flags) < 1e9 && int(flags)&(hidden|noView) != 0 {
		return false
	}
	switch f.name(d["Subtype"]) {
	case "", "Link", "Popup", "Text", "FileAttachment", "Sound", "Movie":
		return false // not painted, or as a small icon beside the text
	}
	if oc := f.dict(d["OC"]); oc != nil {
		s := settling{file: f, states: states}
		if f.name(oc["Type"]) == "OCMD" {
			return s.shown(oc)
		}
		return !states[identity(d["OC"])]
	}
	return true
}

// appearance finds an annotation's drawing and its place.
func (f *file) appearance(p *page, d types.Dict, states map[int]bool) (a appearance, ok bool) {
	if d == nil || !f.paints(d, states) {
		return a, false
	}
	normal := f.dict(d["AP"])["N"]
	if states, ok := f.object(normal).(types.Dict); ok {
		normal = states[f.name(d["AS"])]
	}
	if a.form, ok = normal.(types.IndirectRef); !ok {
		return a, false
	}
	form, ok := f.object(normal).(types.StreamDict)
	if !ok {
		return a, false
	}
	rect, ok := f.rect(d["Rect"])
	if !ok || (rect[2]-rect[0])*(rect[3]-rect[1]) < leastAppearance {
		return a, false
	}
	if a.bounds, ok = f.rect(form.Dict["BBox"]); !ok || a.bounds[0] == a.bounds[2] || a.bounds[1] == a.bounds[3] {
		return a, false
	}
	a.box = p.place(rect)
	a.why, a.said = f.wording(d)
	a.matrix, ok = fitted(f.matrix(form.Dict["Matrix"]), a.bounds, rect)
	a.matrix = after(a.matrix, p.shows())
	return a, ok
}

// wording is what an annotation says of itself, and under which name. The captions of buttons are usual.
func (f *file) wording(d types.Dict) (why paint.Why, said string) {
	if f.name(d["Subtype"]) != "Widget" {
		return paint.WhyAnnotation, f.text(d["Contents"]) + " " + plain(f.text(d["RC"]))
	}
	if f.name(f.inherited(d, "FT")) == "Btn" {
		return "", ""
	}
	return paint.WhyForm, f.texts(f.inherited(d, "V"))
}

// inherited is an entry of a form field, or that of the field it belongs to.
func (f *file) inherited(d types.Dict, key string) types.Object {
	for range deepest {
		if d == nil || d[key] != nil {
			break
		}
		d = f.dict(d["Parent"])
	}
	return d[key]
}

// flat is a note without a drawing, which readers draw: a box filled with a colour.
func (f *file) flat(p *page, d types.Dict, states map[int]bool) (o paint.Overlay, ok bool) {
	if d == nil || f.dict(d["AP"]) != nil || !f.paints(d, states) {
		return o, false
	}
	if opacity, ok := f.number(d["CA"]); ok && opacity < 1 {
		return o, false
	}
	key := map[string]string{"Square": "IC", "FreeText": "C"}[f.name(d["Subtype"])]
	color := f.array(d[key])
	rect, ok := f.rect(d["Rect"])
	if len(color) != 3 || !ok {
		return o, false
	}
	ink := "#"
	for _, c := range color {
		v, ok := f.number(c)
		if !ok {
			return o, false
		}
		ink += fmt.Sprintf("%02x", int(math.Round(255*math.Min(math.Max(v, 0), 1))))
	}
	b := p.place(rect)
	return paint.Overlay{
		SVG: fmt.Sprintf(`<path transform="matrix(1,0,0,1,0,0)" d="M%s %sH%sV%sH%sZ" fill="%s"/>`, plainNumber(b[0]), plainNumber(b[1]),
			plainNumber(b[2]), plainNumber(b[3]), plainNumber(b[0]), ink),
		Matrix: [6]float64{1, 0, 0, 1, 0, 0}, Box: b,
	}, true
}

// draw has MuPDF draw the appearances.
func (r *reading) draw(pdf []byte, all []appearance) error {
	f := r.file
	first := f.table.MaxObjNr + 1
	if f.table.Size != nil {
		first = max(first, *f.table.Size)
	}
	var kids strings.Builder
	revisions := []revision{{*f.table.Root, fmt.Sprintf("<< /Type /Catalog /Pages %d 0 R >>", first)}}
	drawn := all[:0]
	for _, a := range all {
		resources := "<< >>"
		if o := f.dict(a.form)["Resources"]; o != nil {
			if f.table.Encrypt != nil && holdsText(o, 0) {
				continue
			}
			resources = o.PDFString()
		}
		n := first + 1 + len(drawn)
		b := a.bounds
		revisions = append(revisions, revision{*types.NewIndirectRef(n, 0), fmt.Sprintf(
			"<< /Type /Page /Parent %d 0 R /MediaBox [%s %s %s %s] /Contents %s /Resources %s >>",
			first, plainNumber(b[0]), plainNumber(b[1]), plainNumber(b[2]), plainNumber(b[3]), a.form.PDFString(), resources)})
		fmt.Fprintf(&kids, " %d 0 R", n)
		drawn = append(drawn, a)
	}
	revisions = append(revisions, revision{*types.NewIndirectRef(first, 0), fmt.Sprintf("<< /Type /Pages /Count %d /Kids [%s ] >>", len(drawn), kids.String())})
	revised, err := f.revised(pdf, revisions)
	if err != nil {
		return err
	}
	doc, err := fitz.NewFromMemory(revised)
	if err != nil {
		if doc != nil {
			doc.Close()
		}
		return fmt.Errorf("opening their drawings: %w", err)
	}
	defer doc.Close()
	if n := doc.NumPage(); n != len(drawn) {
		return fmt.Errorf("of %d drawings %d can be found", len(drawn), n)
	}
	bytes := 0
	for i, a := range drawn {
		svg, err := doc.SVG(i)
		if err != nil {
			continue // what MuPDF cannot draw other readers may: nothing is known to be covered
		}
		if text, err := doc.Text(i); err == nil && a.why != "" && !strings.Contains(document.Bare(a.said), document.Bare(text)) {
			r.add(a.page, a.why, text, a.box)
		}
		if bytes += len(svg); bytes > manyDrawn {
			return fmt.Errorf("their drawings are too large")
		}
		// The drawing as a page has its top left at the bounds' upper left corner.
		r.overlay(a.page, paint.Overlay{SVG: strings.Clone(svg), Matrix: after([6]float64{1, 0, 0, -1, a.bounds[0], a.bounds[3]}, a.matrix), Box: a.box})
	}
	return nil
}

// matrix is six numbers; by default nothing is changed.
func (f *file) matrix(o types.Object) [6]float64 {
	m := [6]float64{1, 0, 0, 1, 0, 0}
	a := f.array(o)
	if len(a) != 6 {
		return m
	}
	var out [6]float64
	for i := range out {
		v, ok := f.number(a[i])
		if !ok || math.IsNaN(v) || math.Abs(v) > 1e6 {
			return m
		}
		out[i] = v
	}
	return out
}

// after returns what applies m first and then n.
func after(m, n [6]float64) [6]float64 {
	return [6]float64{
		n[0]*m[0] + n[2]*m[1], n[1]*m[0] + n[3]*m[1],
		n[0]*m[2] + n[2]*m[3], n[1]*m[2] + n[3]*m[3],
		n[0]*m[4] + n[2]*m[5] + n[4], n[1]*m[4] + n[3]*m[5] + n[5],
	}
}

// fitted maps a drawing to the rectangle of its annotation: its bounds under its own matrix are stretched to it.
func fitted(m [6]float64, bounds, rect [4]float64) ([6]float64, bool) {
	x0, y0, x1, y1 := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, corner := range [4][2]float64{{bounds[0], bounds[1]}, {bounds[2], bounds[1]}, {bounds[0], bounds[3]}, {bounds[2], bounds[3]}} {
		x, y := m[0]*corner[0]+m[2]*corner[1]+m[4], m[1]*corner[0]+m[3]*corner[1]+m[5]
		x0, y0, x1, y1 = math.Min(x0, x), math.Min(y0, y), math.Max(x1, x), math.Max(y1, y)
	}
	if !(x1-x0 > 1e-6) || !(y1-y0 > 1e-6) {
		return m, false
	}
	sx, sy := (rect[2]-rect[0])/(x1-x0), (rect[3]-rect[1])/(y1-y0)
	return after(m, [6]float64{sx, 0, 0, sy, rect[0] - sx*x0, rect[1] - sy*y0}), true
}

// shows maps the file's coordinates to points from the top left of the page as shown.
func (p *page) shows() [6]float64 {
	w, h := p.box[2]-p.box[0], p.box[3]-p.box[1]
	upright := [6]float64{1, 0, 0, -1, -p.box[0], p.box[3]} // before it is turned
	switch p.turn {
	case 90:
		return after(upright, [6]float64{0, 1, -1, 0, h, 0})
	case 180:
		return after(upright, [6]float64{-1, 0, 0, -1, w, h})
	case 270:
		return after(upright, [6]float64{0, -1, 1, 0, 0, w})
	}
	return upright
}

// plainNumber writes a number without an exponent.
func plainNumber(v float64) string { return strconv.FormatFloat(v, 'f', 4, 64) }
