package hidden

import (
	"encoding/xml"
	"strings"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"

	"github.com/sibyl-project/sibyl/rag/pdf/paint"
)

// manyAnnotations bounds those of one page.
const manyAnnotations = 5_000

// annotations looks at the comments and notes of all pages. Form fields are fields' work, files attachments'.
func (r *reading) annotations(pages []page) {
	f := r.file
	for i := range pages {
		p := &pages[i]
		all := f.array(p.dict["Annots"])
		for _, o := range all[:min(len(all), manyAnnotations)] {
			d := f.dict(o)
			if d == nil {
				continue
			}
			box := f.boxOf(p, d)
			switch f.name(d["Subtype"]) {
			case "Widget":
				continue
			case "Link", "Screen", "PrinterMark", "TrapNet":
				// Writers describe links for those who cannot see them.
				r.addIfSuspicious(i, paint.WhyAnnotation, f.text(d["Contents"]), box)
				continue
			case "FileAttachment":
				r.attachment(i, d["FS"], box)
			}
			text := f.text(d["Contents"])
			if rich := plain(f.text(d["RC"])); text == "" || len(rich) > 2*len(text) {
				text = rich
			}
			r.add(i, paint.WhyAnnotation, text, box)
			r.addIfSuspicious(i, paint.WhyAnnotation, f.text(d["Subj"]), box)
			r.addIfSuspicious(i, paint.WhyAnnotation, f.text(d["T"]), box)
		}
		if len(all) > manyAnnotations {
			r.note("page %d: only %d of its %d annotations are looked at", i+1, manyAnnotations, len(all))
		}
	}
}

// plain is the text of rich text, which is XHTML.
func plain(rich string) string {
	if rich == "" {
		return ""
	}
	var b strings.Builder
	d := xml.NewDecoder(strings.NewReader(rich))
	d.Strict = false
	for {
		t, err := d.RawToken()
		if err != nil {
			return b.String()
		}
		if c, ok := t.(xml.CharData); ok {
			b.Write(c)
			b.WriteByte(' ')
		}
	}
}

// fields looks at the values of form fields, whether or not a page shows them.
func (r *reading) fields(pages []page) {
	f := r.file
	form := f.dict(f.catalog()["AcroForm"])
	if form == nil {
		return
	}
	// Where the fields' widgets stand.
	type spot struct {
		page int
		box  paint.Rect
	}
	widgets := map[int]spot{}
	for i := range pages {
		for _, o := range f.array(pages[i].dict["Annots"]) {
			if n := identity(o); n != 0 {
				if d := f.dict(o); f.name(d["Subtype"]) == "Widget" {
					widgets[n] = spot{i, f.boxOf(&pages[i], d)}
				}
			}
		}
	}
	seen := map[int]bool{}
	budget := 20_000
	var walk func(o types.Object, depth int) spot
	walk = func(o types.Object, depth int) spot {
		n := identity(o)
		d := f.dict(o)
		if d == nil || depth > deepest || n != 0 && seen[n] || budget == 0 {
			return spot{page: OfFile}
		}
		budget--
		seen[n] = true
		at, ok := widgets[n]
		if !ok {
			at.page = OfFile
		}
		for _, kid := range f.array(d["Kids"]) {
			if k := walk(kid, depth+1); at.page == OfFile {
				at = k
			}
		}
		if f.name(d["FT"]) != "Btn" {
			r.add(at.page, paint.WhyForm, f.texts(d["V"]), at.box)
			if dv := f.texts(d["DV"]); dv != f.texts(d["V"]) {
				r.add(at.page, paint.WhyForm, dv, at.box)
			}
		}
		r.addIfSuspicious(at.page, paint.WhyForm, f.text(d["TU"]), at.box)
		r.addIfSuspicious(at.page, paint.WhyForm, f.texts(d["Opt"]), at.box)
		return at
	}
	for _, o := range f.array(form["Fields"]) {
		walk(o, 0)
	}
	if budget == 0 {
		r.note("only part of the form fields are looked at")
	}
}

// texts is a text, or several in an array.
func (f *file) texts(o types.Object) string {
	if a := f.array(o); a != nil {
		var out []string
		for _, o := range a[:min(len(a), 1000)] {
			if inner := f.array(o); len(inner) > 0 {
				o = inner[len(inner)-1]
			}
			if s := f.text(o); s != "" {
				out = append(out, s)
			}
		}
		return strings.Join(out, " ")
	}
	return f.text(o)
}

// attachments names the files that are embedded; their content is never looked at.
func (r *reading) attachments() {
	f := r.file
	names := f.dict(f.catalog()["Names"])
	if names == nil {
		return
	}
	f.tree(names["EmbeddedFiles"], "Names", func(key, value types.Object) {
		r.attachment(OfFile, value, paint.Rect{})
	})
}

// attachment names one embedded file.
func (r *reading) attachment(page int, spec types.Object, box paint.Rect) {
	d := r.file.dict(spec)
	if d == nil {
		return
	}
	name := r.file.text(d["UF"])
	if name == "" {
		name = r.file.text(d["F"])
	}
	if desc := r.file.text(d["Desc"]); desc != "" && desc != name {
		name += ": " + desc
	}
	r.add(page, paint.WhyAttachment, name, box)
}
