package hidden

import (
	"encoding/hex"
	"fmt"
	"strings"

	fitz "github.com/gen2brain/go-fitz"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"

	"github.com/sibyl-project/sibyl/rag/pdf/paint"
)

// layers finds the text of optional content that is switched off. MuPDF gives none of it. So the file is read
// a second time with a catalogue that knows of no layers, by which all of them are on: what then stands on
// a page and did not before is what the layers hide, with its place.
func (r *reading) layers(pdf []byte) {
	if r.file.dict(r.file.catalog()["OCProperties"]) == nil {
		return
	}
	settled, hides, err := r.file.memberships(r.limits.Structure)
	if err != nil {
		r.note("layers that content belongs to at once could not be looked at: %v", err)
	}
	may := hides || r.file.mayHide()
	if may {
		apart, err := r.file.layersApart()
		if err != nil {
			r.note("layers that look the same cannot be told apart: %v", err)
		}
		settled = append(settled, apart...)
	}
	shown := pdf
	if len(settled) > 0 {
		revised, err := r.file.revised(pdf, settled)
		if err != nil {
			r.note("layers cannot be told apart: %v", err)
		} else {
			shown, r.Instead = revised, revised
		}
	}
	if !may {
		return
	}
	open, err := r.file.withoutLayers(pdf)
	if err != nil {
		r.note("hidden layers could not be looked at: %v", err)
		return
	}
	if err := r.compare(shown, open); err != nil {
		r.note("hidden layers could not be looked at: %v", err)
	}
}

// mayHide reports whether the file has layers and any way to switch them off.
func (f *file) mayHide() bool {
	oc := f.dict(f.catalog()["OCProperties"])
	if oc == nil {
		return false
	}
	d := f.dict(oc["D"])
	if len(f.array(d["OFF"])) > 0 || len(f.array(d["AS"])) > 0 || f.name(d["BaseState"]) == "OFF" {
		return true
	}
	for _, o := range f.array(oc["OCGs"]) {
		if f.dict(f.dict(o)["Usage"]) != nil {
			return true
		}
	}
	return false
}

// withoutLayers is the file with a new version of its catalogue.
func (f *file) withoutLayers(pdf []byte) ([]byte, error) {
	pages, ok := f.catalog()["Pages"].(types.IndirectRef)
	if !ok {
		return nil, fmt.Errorf("the catalogue does not refer to the pages")
	}
	return f.revised(pdf, []revision{{*f.table.Root, "<< /Type /Catalog /Pages " + pages.PDFString() + " >>"}})
}

// id is the file's identifier, which takes part in its encryption.
func (f *file) id() string {
	var parts []string
	for _, o := range f.table.ID {
		var raw []byte
		var err error
		switch v := f.object(o).(type) {
		case types.HexLiteral:
			raw, err = v.Bytes()
		case types.StringLiteral:
			raw, err = types.Unescape(string(v))
		}
		if err != nil || raw == nil {
			return ""
		}
		parts = append(parts, "<"+hex.EncodeToString(raw)+">")
	}
	if len(parts) == 0 {
		return ""
	}
	return "[" + strings.Join(parts, "") + "]"
}

// compare reports what stands on the pages of the one file and not on those of the other.
func (r *reading) compare(shown, open []byte) error {
	less, err := fitz.NewFromMemory(shown)
	if err != nil {
		return fmt.Errorf("opening the file: %w", err)
	}
	defer less.Close()
	more, err := fitz.NewFromMemory(open)
	if err != nil {
		return fmt.Errorf("opening the file with all layers on: %w", err)
	}
	defer more.Close()
	if less.NumPage() != more.NumPage() {
		return fmt.Errorf("with all layers on it has %d pages and not %d", more.NumPage(), less.NumPage())
	}
	n := less.NumPage()
	for i := range min(n, r.limits.Pages) {
		a, err := more.HTML(i, false)
		if err != nil {
			continue // the reading of the pages says which cannot be read
		}
		b, err := less.HTML(i, false)
		if err != nil {
			continue
		}
		if a == b {
			continue
		}
		for _, c := range paint.Only(a, b) {
			r.add(i, paint.WhyOptional, c.Text, c.Box)
		}
	}
	if n > r.limits.Pages {
		r.note("hidden layers are looked for on the first %d pages only", r.limits.Pages)
	}
	return nil
}
