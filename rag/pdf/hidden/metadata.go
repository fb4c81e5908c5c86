package hidden

import (
	"bytes"
	"encoding/xml"
	"maps"
	"slices"
	"strings"

	fitz "github.com/gen2brain/go-fitz"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"

	"github.com/sibyl-project/sibyl/rag/pdf/paint"
)

// metadata looks into the information dictionary and the XMP of the file.
func (r *reading) metadata() {
	f := r.file
	if f.table.Info != nil {
		info := f.dict(*f.table.Info)
		for _, key := range slices.Sorted(maps.Keys(info)) {
			r.addMetadata(f.text(info[key]))
		}
	}
	if s, ok := f.object(f.catalog()["Metadata"]).(types.StreamDict); ok {
		for _, text := range xmpTexts(f.stream(s)) {
			r.addMetadata(text)
		}
	}
}

// addMetadata reports a text of the metadata that is not the usual.
func (r *reading) addMetadata(text string) {
	if suspicious(text) || asserts(text) {
		r.add(OfFile, paint.WhyMetadata, text, paint.Rect{})
	}
}

// xmpTexts are the texts of an XMP packet: of elements, and of attributes, where XMP may put them as well.
func xmpTexts(packet []byte) []string {
	var out []string
	seen := map[string]bool{}
	keep := func(s string) {
		if s = strings.TrimSpace(s); s != "" && !seen[s] && len(out) < 10_000 {
			seen[s] = true
			out = append(out, s)
		}
	}
	d := xml.NewDecoder(bytes.NewReader(packet))
	d.Strict = false
	for {
		t, err := d.RawToken()
		if err != nil { // the end, or no XML from here on
			return out
		}
		switch t := t.(type) {
		case xml.CharData:
			keep(string(t))
		case xml.Comment:
			keep(string(t))
		case xml.StartElement:
			for _, a := range t.Attr {
				keep(a.Value)
			}
		}
	}
}

// outline looks at the titles of the file's own outline, which readers show beside the pages.
func (r *reading) outline() {
	f := r.file
	seen := map[int]bool{}
	var walk func(o types.Object, depth int)
	walk = func(o types.Object, depth int) {
		for range 10_000 {
			n := identity(o)
			d := f.dict(o)
			if d == nil || depth > deepest || n != 0 && seen[n] {
				return
			}
			seen[n] = true
			r.addIfSuspicious(OfFile, paint.WhyMetadata, f.text(d["Title"]), paint.Rect{})
			if kid := d["First"]; kid != nil {
				walk(kid, depth+1)
			}
			if o = d["Next"]; o == nil {
				return
			}
		}
	}
	if o := f.dict(f.catalog()["Outlines"]); o != nil {
		walk(o["First"], 0)
	}
}

// structure looks at the texts that the file's structure gives in place of what is painted.
func (r *reading) structure() {
	f := r.file
	if f.catalog()["StructTreeRoot"] == nil {
		return
	}
	if n := len(f.table.Table); n > r.limits.Structure {
		r.note("alternative texts were not looked at: the file has %d objects", n)
		return
	}
	for _, n := range slices.Sorted(maps.Keys(f.table.Table)) {
		d, ok := f.object(*types.NewIndirectRef(n, 0)).(types.Dict)
		if !ok || d["S"] == nil {
			continue
		}
		for _, key := range [3]string{"ActualText", "Alt", "E"} {
			if d[key] != nil {
				r.addIfSuspicious(OfFile, paint.WhyReplaced, f.text(d[key]), paint.Rect{})
			}
		}
	}
}

// plainMetadata is what MuPDF knows of a file that pdfcpu cannot read.
func (r *reading) plainMetadata(pdf []byte) {
	f, err := fitz.NewFromMemory(pdf)
	if err != nil {
		if f != nil {
			f.Close()
		}
		return // the reading of the pages says what is wrong with the file
	}
	defer f.Close()
	m := f.Metadata()
	for _, key := range slices.Sorted(maps.Keys(m)) {
		text, _, _ := strings.Cut(m[key], "\x00")
		r.addIfSuspicious(OfFile, paint.WhyMetadata, text, paint.Rect{})
	}
}
