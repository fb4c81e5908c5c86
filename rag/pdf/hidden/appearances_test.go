package hidden_test

import (
	"bufio"
	"bytes"
	"strings"
	"testing"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/validate"

	"github.com/sibyl-project/sibyl/rag/pdf/hidden"
	"github.com/sibyl-project/sibyl/rag/pdf/layout"
	"github.com/sibyl-project/sibyl/rag/pdf/pdftest"
)

// Words that a note covers cannot be read; what shows them, or is not shown itself, covers nothing.
func TestNotesCoverWords(t *testing.T) {
	const said = "Nobody checks this."
	form := func(f *pdftest.File, entries, content string) string {
		return f.Stream("/Type /XObject /Subtype /Form /BBox [0 0 100 20] "+entries, content)
	}
	const white, filled = "1 g 0 0 100 20 re f", "/Rect [50 690 350 720]"
	for name, c := range map[string]struct {
		note   func(f *pdftest.File) string
		page   string
		covers bool
	}{
		"a white box": {func(f *pdftest.File) string {
			return "/Subtype /Square " + filled + " /AP << /N " + form(f, "", white) + " >>"
		}, "", true},
		"on a page turned by 90 degrees": {func(f *pdftest.File) string {
			return "/Subtype /Stamp " + filled + " /AP << /N " + form(f, "", white) + " >>"
		}, "/Rotate 90", true},
		"on a page turned by 180 degrees": {func(f *pdftest.File) string {
			return "/Subtype /Stamp " + filled + " /AP << /N " + form(f, "", white) + " >>"
		}, "/Rotate 180", true},
		"on a page turned by 270 degrees, with a margin cut off": {func(f *pdftest.File) string {
			return "/Subtype /Stamp " + filled + " /AP << /N " + form(f, "", white) + " >>"
		}, "/Rotate 270 /CropBox [20 30 500 800]", true},
		"turned itself": {func(f *pdftest.File) string {
			return "/Subtype /Stamp " + filled + " /AP << /N " + form(f, "/Matrix [0 1 -1 0 0 0]", white) + " >>"
		}, "", true},
		"a state of a field": {func(f *pdftest.File) string {
			return "/Subtype /Widget /AS /On " + filled + " /AP << /N << /On " + form(f, "", white) + " /Off " + form(f, "", "") + " >> >>"
		}, "", true},
		"a box without a drawing": {func(*pdftest.File) string { return "/Subtype /Square /IC [1 1 1] " + filled }, "", true},
		"the other state": {func(f *pdftest.File) string {
			return "/Subtype /Widget /AS /Off " + filled + " /AP << /N << /On " + form(f, "", white) + " /Off " + form(f, "", "") + " >> >>"
		}, "", false},
		"a frame": {func(f *pdftest.File) string {
			return "/Subtype /Square " + filled + " /AP << /N " + form(f, "", "1 0 0 RG 1 1 98 18 re S") + " >>"
		}, "", false},
		"a marker": {func(f *pdftest.File) string {
			return "/Subtype /Highlight " + filled + " /AP << /N " +
				form(f, "/Resources << /ExtGState << /G << /BM /Multiply >> >> >>", "/G gs 1 1 0 rg 0 0 100 20 re f") + " >>"
		}, "", false},
		"elsewhere": {func(f *pdftest.File) string {
			return "/Subtype /Square /Rect [50 90 350 120] /AP << /N " + form(f, "", white) + " >>"
		}, "", false},
		"hidden": {func(f *pdftest.File) string {
			return "/Subtype /Square /F 2 " + filled + " /AP << /N " + form(f, "", white) + " >>"
		}, "", false},
		"a box that lets through": {func(*pdftest.File) string { return "/Subtype /Square /CA 0.3 /IC [1 1 1] " + filled }, "", false},
		"drawn outside of its place": {func(f *pdftest.File) string {
			return "/Subtype /Square /Rect [50 90 350 120] /AP << /N " + form(f, "", "1 g -500 -500 2000 2000 re f") + " >>"
		}, "", false},
	} {
		var f pdftest.File
		note := f.Object("<< /Type /Annot " + c.note(&f) + " >>")
		f.Page(pdftest.Text(60, 760, "", pdftest.Plain)+pdftest.Text(60, 700, "", said), "", c.page+" /Annots ["+note+"]")
		for way, pdf := range map[string][]byte{"plain": f.Bytes(), "encrypted": encrypted(t, f.Bytes())} {
			r := hidden.Read(pdf, hidden.Limits{})
			d, err := layout.Read(pdf, "", layout.Options{Overlays: r.Overlays})
			if err != nil {
				t.Fatal(err)
			}
			p := d.Pages[0]
			covered := len(p.Suspicious) == 1 && p.Suspicious[0].Why == "covered" && p.Suspicious[0].Text == said
			if covered != c.covers || strings.Contains(p.Text, said) == c.covers || !strings.Contains(p.Text, pdftest.Plain) || len(r.Notes) > 0 {
				t.Errorf("%s (%s): the page says %q, %+v is kept from it; notes %q", name, way, p.Text, p.Suspicious, r.Notes)
			}
		}
	}
}

// A note may show what it does not say: that is reported too, once. Captions of buttons are usual.
func TestWordsOfDrawings(t *testing.T) {
	const said = "Nobody checks this."
	for name, c := range map[string]struct {
		entries, shows, why string
	}{
		"free text without contents": {"/Subtype /FreeText", said, "annotation"},
		"a stamp that says more":     {"/Subtype /Stamp /Contents (Draft)", said, "annotation"},
		"contents as shown":          {"/Subtype /FreeText /Contents (Nobody checks  this.)", said, "annotation"},
		"a field with another value": {"/Subtype /Widget /FT /Tx /V ()", said, "form_field"},
		"a button":                   {"/Subtype /Widget /FT /Btn", "Next page", ""},
	} {
		var f pdftest.File
		form := f.Stream("/Type /XObject /Subtype /Form /BBox [0 0 300 20] /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>",
			pdftest.Text(5, 5, "", c.shows))
		note := f.Object("<< /Type /Annot /Rect [50 690 350 710] " + c.entries + " /AP << /N " + form + " >> >>")
		f.Page(pdftest.Text(60, 760, "", pdftest.Plain), "", "/Annots ["+note+"]")
		r := hidden.Read(f.Bytes(), hidden.Limits{})
		found := 0
		for _, c := range r.Concealed {
			if c.Text == said {
				found++
			}
		}
		if want := len(c.why) > 0; want != (found == 1) || want && string(r.Concealed[len(r.Concealed)-1].Why) != c.why || len(r.Notes) > 0 {
			t.Errorf("%s: found %+v, notes %q", name, r.Concealed, r.Notes)
		}
	}
}

// encrypted is the same file, readable by all.
func encrypted(t *testing.T, pdf []byte) []byte {
	t.Helper()
	ctx, err := pdfcpu.Read(bytes.NewReader(pdf), &model.Configuration{
		Reader15: true, ValidationMode: model.ValidationRelaxed, Offline: true, Eol: types.EolLF, Limits: model.DefaultResourceLimits(), WriteObjectStream: true,
		WriteXRefStream: true, OwnerPW: "owner", EncryptUsingAES: true, EncryptKeyLength: 256, Permissions: model.PermissionsPrint, Cmd: model.ENCRYPT,
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := validate.XRefTable(ctx); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	ctx.Write.Writer = bufio.NewWriter(&out)
	if err := pdfcpu.WriteContext(ctx); err != nil {
		t.Fatal(err)
	}
	if err := ctx.Write.Flush(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
