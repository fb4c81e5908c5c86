package hidden_test

import (
	"strings"
	"testing"

	fitz "github.com/gen2brain/go-fitz"

	"github.com/sibyl-project/sibyl/rag/pdf/hidden"
	"github.com/sibyl-project/sibyl/rag/pdf/pdftest"
)

// What belongs to several layers is read if a reader of the file shows it, and reported if not, whatever the
// policy or the expression, and wherever the dictionary is written.
func TestMembershipOfLayers(t *testing.T) {
	const said = "Nobody checks this."
	for _, c := range []struct {
		membership string
		shown      bool
	}{
		{"/OCGs [ON OFF]", true},
		{"/OCGs OFF", false},
		{"/OCGs [ON OFF] /P /AnyOn", true},
		{"/OCGs [OFF] /P /AnyOn", false},
		{"/OCGs [ON OFF] /P /AllOn", false},
		{"/OCGs ON /P /AllOn", true},
		{"/OCGs OFF /P /AllOn", false},
		{"/OCGs [ON OFF] /P /AnyOff", true},
		{"/OCGs ON /P /AnyOff", false},
		{"/OCGs [ON OFF] /P /AllOff", false},
		{"/OCGs [OFF] /P /AllOff", true},
		{"/OCGs []", true},
		{"/VE [/Not ON]", false},
		{"/VE [/Not OFF]", true},
		{"/VE [/And ON OFF]", false},
		{"/VE [/Or ON OFF]", true},
		{"/VE [/Or OFF [/Not ON]]", false},
		{"/OCGs ON /VE [/And ON [/Not OFF]]", true},
	} {
		for _, apart := range []bool{true, false} {
			for _, form := range []bool{true, false} {
				var f pdftest.File
				on, off := f.Object("<< /Type /OCG /Name (seen) >>"), f.Object("<< /Type /OCG /Name (unseen) >>")
				f.Catalog("/OCProperties << /OCGs [" + on + " " + off + "] /D << /OFF [" + off + "] >> >>")
				membership := strings.NewReplacer("ON", on, "OFF", off).Replace(c.membership)
				membership = "<< /Type /OCMD " + membership + " >>"
				if apart {
					membership = f.Object(membership)
				}
				content, resources := "/OC /L1 BDC "+pdftest.Text(60, 700, "", said)+"EMC\n", "/Properties << /L1 "+membership+" >>"
				if form {
					content, resources = "/Fm Do\n", "/XObject << /Fm "+f.Stream("/Type /XObject /Subtype /Form /OC "+membership+
						" /BBox [0 0 595 842] /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>", pdftest.Text(60, 700, "", said))+" >>"
				}
				f.Page(pdftest.Text(60, 760, "", pdftest.Plain)+content, resources, "")
				pdf := f.Bytes()
				r := hidden.Read(pdf, hidden.Limits{})
				if r.Instead != nil {
					pdf = r.Instead
				}
				doc, err := fitz.NewFromMemory(pdf)
				if err != nil {
					t.Fatal(err)
				}
				text, err := doc.Text(0)
				if err != nil {
					t.Fatal(err)
				}
				if err := doc.Close(); err != nil {
					t.Fatal(err)
				}
				if strings.Contains(text, said) != c.shown || !strings.Contains(text, pdftest.Plain) {
					t.Errorf("%s (an object of its own: %v, of a form: %v): the page says %q", c.membership, apart, form, text)
				}
				if hidden := len(r.Concealed) == 1 && r.Concealed[0].Why == "hidden_layer" && r.Concealed[0].Text == said; hidden == c.shown || len(r.Notes) > 0 {
					t.Errorf("%s (an object of its own: %v, of a form: %v): found %+v, notes %q", c.membership, apart, form, r.Concealed, r.Notes)
				}
			}
		}
	}
}
