package hidden

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
)

// revision is a new version of an object. In an encrypted file it holds references, names and numbers only, so that
// it is the same as in another.
type revision struct {
	of   types.IndirectRef
	body string
}

// revised is the file with new versions of objects appended, as the format provides for changes.
func (f *file) revised(pdf []byte, rs []revision) ([]byte, error) {
	at := bytes.LastIndex(pdf, []byte("startxref"))
	if at < 0 {
		return nil, fmt.Errorf("the file does not say where its cross references are")
	}
	fields := bytes.Fields(pdf[at+len("startxref") : min(len(pdf), at+64)])
	if len(fields) == 0 {
		return nil, fmt.Errorf("the file does not say where its cross references are")
	}
	previous, err := strconv.Atoi(string(fields[0]))
	if err != nil {
		return nil, fmt.Errorf("reading where the cross references are: %w", err)
	}
	var b bytes.Buffer
	b.Grow(len(pdf) + 1024)
	b.Write(pdf)
	b.WriteByte('\n')
	var table strings.Builder
	size := f.table.MaxObjNr + 1
	if f.table.Size != nil {
		size = max(size, *f.table.Size)
	}
	for _, r := range rs {
		size = max(size, r.of.ObjectNumber.Value()+1)
		fmt.Fprintf(&table, "%d 1\n%010d %05d n \n", r.of.ObjectNumber, b.Len(), r.of.GenerationNumber)
		fmt.Fprintf(&b, "%d %d obj\n%s\nendobj\n", r.of.ObjectNumber, r.of.GenerationNumber, r.body)
	}
	xref := b.Len()
	fmt.Fprintf(&b, "xref\n%strailer\n<< /Size %d /Root %s /Prev %d", table.String(), size, f.table.Root.PDFString(), previous)
	if f.table.Encrypt != nil {
		fmt.Fprintf(&b, " /Encrypt %s", f.table.Encrypt.PDFString())
	}
	if id := f.id(); id != "" {
		b.WriteString(" /ID " + id)
	}
	fmt.Fprintf(&b, " >>\nstartxref\n%d\n%%%%EOF\n", xref)
	return b.Bytes(), nil
}

// mostLayers bounds how many layers are made different; a file with more is left as it is, with a note.
const mostLayers = 10_000

// layersApart is new versions of the layers, by which they differ, nil if they do already. MuPDF compares layers by what they
// hold, so of two of one name it switches the first and takes it for the other: it would paint text that is
// switched off for every reader. The new versions have a number instead of a name.
func (f *file) layersApart() ([]revision, error) {
	layers := f.array(f.dict(f.catalog()["OCProperties"])["OCGs"])
	if len(layers) > mostLayers {
		return nil, fmt.Errorf("there are %d", len(layers))
	}
	var refs []types.IndirectRef
	looks := map[string]bool{}
	twins := false
	for _, o := range layers {
		ref, ok := o.(types.IndirectRef)
		if !ok || slices.ContainsFunc(refs, func(r types.IndirectRef) bool { return r.ObjectNumber == ref.ObjectNumber }) {
			continue
		}
		d := f.dict(ref)
		if d == nil {
			continue
		}
		look := d.PDFString()
		twins = twins || looks[look]
		looks[look] = true
		refs = append(refs, ref)
	}
	if !twins {
		return nil, nil
	}
	var rs []revision
	for _, ref := range refs {
		rs = append(rs, revision{ref, f.numbered(ref)})
	}
	return rs, nil
}

// numbered is a layer with the number of its object, and with all that decides whether it is seen.
func (f *file) numbered(ref types.IndirectRef) string {
	d := f.dict(ref)
	var b strings.Builder
	fmt.Fprintf(&b, "<< /Type /OCG /Number %d", ref.ObjectNumber)
	switch v := f.object(d["Intent"]).(type) {
	case types.Name:
		b.WriteString(" /Intent " + v.PDFString())
	case types.Array:
		b.WriteString(" /Intent [")
		for _, o := range v {
			if n, ok := f.object(o).(types.Name); ok {
				b.WriteString(" " + n.PDFString())
			}
		}
		b.WriteString(" ]")
	}
	if usage := f.dict(d["Usage"]); usage != nil {
		b.WriteString(" /Usage <<")
		for _, k := range [3]string{"View", "Print", "Export"} {
			if state, ok := f.object(f.dict(usage[k])[k+"State"]).(types.Name); ok {
				fmt.Fprintf(&b, " /%s << /%sState %s >>", k, k, state.PDFString())
			}
		}
		b.WriteString(" >>")
	}
	b.WriteString(" >>")
	return b.String()
}
