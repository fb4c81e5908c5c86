package hidden_test

import (
	"bufio"
	"bytes"
	"fmt"
	"reflect"
	"strings"
	"testing"

	fitz "github.com/gen2brain/go-fitz"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/validate"

	"github.com/sibyl-project/sibyl/rag/pdf/hidden"
	"github.com/sibyl-project/sibyl/rag/pdf/paint"
	"github.com/sibyl-project/sibyl/rag/pdf/pdftest"
)

// What a file hides beside its pages is found with its reason, and what every file has is not reported.
func TestTricks(t *testing.T) {
	for _, trick := range pdftest.ChannelTricks() {
		t.Run(trick.Name, func(t *testing.T) {
			r := hidden.Read(trick.PDF, hidden.Limits{})
			if len(r.Notes) > 0 {
				t.Errorf("notes: %q", r.Notes)
			}
			if trick.Why == "" {
				if len(r.Concealed) > 0 {
					t.Errorf("a false alarm: %+v", r.Concealed)
				}
				return
			}
			if len(r.Concealed) != 1 {
				t.Fatalf("found %+v", r.Concealed)
			}
			c := r.Concealed[0]
			if string(c.Why) != trick.Why || !strings.Contains(c.Text, trick.Secret) {
				t.Errorf("found %+v, want %s %q", c, trick.Why, trick.Secret)
			}
			switch c.Why {
			case paint.WhyAnnotation, paint.WhyForm, paint.WhyOptional:
				if c.Page != 0 || c.Box == (paint.Rect{}) {
					t.Errorf("it has no place: %+v", c)
				}
			case paint.WhyMetadata:
				if c.Page != hidden.OfFile {
					t.Errorf("metadata of page %d", c.Page)
				}
			}
		})
	}
}

// Layers are looked into however the file is written: encrypted, and with its objects and cross references packed.
func TestHiddenLayersOfAnEncryptedFile(t *testing.T) {
	for _, trick := range pdftest.ChannelTricks() {
		if trick.Why != "hidden_layer" {
			continue
		}
		for name, c := range map[string]struct {
			aes     bool
			bits    int
			objects bool
		}{"AES 256": {true, 256, true}, "AES 128": {true, 128, false}, "RC4": {false, 128, true}} {
			conf := &model.Configuration{
				Reader15: true, ValidationMode: model.ValidationRelaxed, Offline: true,
				Eol: types.EolLF, Limits: model.DefaultResourceLimits(), WriteObjectStream: c.objects,
				WriteXRefStream: c.objects, OwnerPW: "owner", EncryptUsingAES: c.aes, EncryptKeyLength: c.bits, Permissions: model.PermissionsPrint, Cmd: model.ENCRYPT,
			}
			ctx, err := pdfcpu.Read(bytes.NewReader(trick.PDF), conf)
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
			if !bytes.Contains(out.Bytes(), []byte("/Encrypt")) {
				t.Fatal("the file is not encrypted")
			}
			r := hidden.Read(out.Bytes(), hidden.Limits{})
			if len(r.Concealed) != 1 || r.Concealed[0].Why != paint.WhyOptional || r.Concealed[0].Text != trick.Secret || len(r.Notes) > 0 {
				t.Errorf("%s, %s: found %+v, notes %q", trick.Name, name, r.Concealed, r.Notes)
			}
		}
	}
}

// The place of a note is where a reader sees it, also on a turned page that does not begin at zero.
func TestPlaceOfANote(t *testing.T) {
	for turn, want := range map[int]paint.Rect{
		0: {50, 200, 150, 220}, 90: {480, 50, 500, 150}, 180: {250, 480, 350, 500}, 270: {200, 250, 220, 350},
	} {
		var f pdftest.File
		note := f.Object("<< /Type /Annot /Subtype /Text /Rect [60 490 160 510] /Contents (A note.) >>")
		f.Page("", "", fmt.Sprintf("/MediaBox [10 10 410 710] /Rotate %d /Annots [%s]", turn, note))
		r := hidden.Read(f.Bytes(), hidden.Limits{})
		if len(r.Concealed) != 1 || r.Concealed[0].Box != want {
			t.Errorf("turned by %d: %+v, want %v", turn, r.Concealed, want)
		}
	}
}

func TestLabels(t *testing.T) {
	file := func(n int, labels string) []byte {
		var f pdftest.File
		for range n {
			f.Page("", "", "")
		}
		if labels != "" {
			f.Catalog("/PageLabels << " + labels + " >>")
		}
		return f.Bytes()
	}
	for name, c := range map[string]struct {
		pages  int
		labels string
		want   []string
	}{
		"none":         {2, "", nil},
		"the usual":    {5, "/Nums [0 << /S /r >> 2 << /S /D >>]", []string{"i", "ii", "1", "2", "3"}},
		"from a start": {3, "/Nums [0 << /S /D /St 41 >>]", []string{"41", "42", "43"}},
		"with prefix":  {3, "/Nums [0 << /P (Cover) >> 1 << /S /A /P (A-) >>]", []string{"Cover", "A-A", "A-B"}},
		"a gap before": {3, "/Nums [1 << /S /R >>]", []string{"", "I", "II"}},
		"in kids":      {3, "/Kids [<< /Limits [0 0] /Nums [0 << /S /a >>] >> << /Limits [1 1] /Nums [1 << /S /D >>] >>]", []string{"a", "1", "2"}},
		"out of order": {3, "/Nums [1 << /S /D >> 0 << /S /r >>]", []string{"", "1", "2"}},
		"nonsense":     {2, "/Nums [(a) << >> -5 << /S /D >> 99 << /S /D >> 0]", nil},
	} {
		if got := hidden.Read(file(c.pages, c.labels), hidden.Limits{}).Labels; !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// A file that cannot be looked into costs the channels, not the report, and says so.
func TestUnreadableFiles(t *testing.T) {
	var f pdftest.File
	f.Info("/Title (" + pdftest.Instruction + ")")
	f.Page(pdftest.Text(60, 760, "", pdftest.Plain), "", "")
	whole := f.Bytes()
	for name, c := range map[string]struct {
		pdf    []byte
		limits hidden.Limits
	}{
		"words":            {[]byte("these are only words"), hidden.Limits{}},
		"empty":            {nil, hidden.Limits{}},
		"a header":         {[]byte("%PDF-1.7\n"), hidden.Limits{}},
		"too large":        {whole, hidden.Limits{Bytes: 100}},
		"too many objects": {whole, hidden.Limits{Objects: 2}},
	} {
		r := hidden.Read(c.pdf, c.limits)
		if len(r.Notes) != 1 {
			t.Errorf("%s: notes %q", name, r.Notes)
		}
		// MuPDF can still tell the metadata of a file that is only too large for pdfcpu.
		if wants := len(c.pdf) == len(whole); wants != (len(r.Concealed) == 1) {
			t.Errorf("%s: found %+v", name, r.Concealed)
		}
	}
}

// Circles end, and only so much is listed.
func TestHostileTrees(t *testing.T) {
	var f pdftest.File
	f.Page("", "", "/Annots ["+strings.Repeat("<< /Subtype /Text /Contents (A note.) >> ", 50)+"]")
	names := f.Object("<< /Kids [SELF SELF] /Names [(a) SELF] /Nums [0 SELF] >>")
	title := f.Object("<< /Title (x) /Next SELF /First SELF >>")
	field := f.Object("<< /T (x) /Kids [SELF SELF] >>")
	f.Catalog("/Names << /EmbeddedFiles " + names + " >> /PageLabels " + names + " /Outlines << /First " + title + " >> /AcroForm << /Fields [" + field + "] >>")
	pdf := string(f.Bytes())
	for _, o := range []string{names, title, field} {
		n, _, _ := strings.Cut(o, " ")
		at := strings.Index(pdf, "\n"+n+" 0 obj")
		end := at + strings.Index(pdf[at:], "endobj")
		pdf = pdf[:at] + strings.ReplaceAll(pdf[at:end], "SELF", o) + pdf[end:]
	}
	r := hidden.Read([]byte(pdf), hidden.Limits{Found: 10})
	if len(r.Concealed) != 10 || len(r.Notes) != 1 || !strings.Contains(r.Notes[0], "40 further") {
		t.Errorf("%d found, notes %q", len(r.Concealed), r.Notes)
	}
}

// Of two layers of one name, one is on and one is off. MuPDF takes them for one; what is read has them apart.
func TestLayersOfOneNameAreToldApart(t *testing.T) {
	for _, hides := range []string{"/OFF [FIRST]", "/OFF [SECOND]", "/BaseState /OFF /ON [SECOND]"} {
		var f pdftest.File
		first, second := f.Object("<< /Type /OCG /Name (Notes) >>"), f.Object("<< /Type /OCG /Name (Notes) >>")
		state := strings.NewReplacer("FIRST", first, "SECOND", second).Replace(hides)
		f.Catalog("/OCProperties << /OCGs [" + first + " " + second + "] /D << " + state + " >> >>")
		f.Page(pdftest.Text(60, 760, "", pdftest.Plain)+"/OC /L1 BDC "+pdftest.Text(60, 700, "", "Nobody checks this.")+"EMC /OC /L2 BDC "+
			pdftest.Text(60, 600, "", "Water was scarce in our dry regions.")+"EMC\n",
			"/Properties << /L1 "+first+" /L2 "+second+" >>", "")
		pdf := f.Bytes()
		r := hidden.Read(pdf, hidden.Limits{})
		if r.Instead == nil || len(r.Notes) > 0 || len(r.Concealed) != 1 {
			t.Fatalf("%s: %+v, %q", hides, r.Concealed, r.Notes)
		}
		hidden, shown := "Nobody checks this.", "Water was scarce in our dry regions."
		if hides == "/OFF [SECOND]" {
			hidden, shown = shown, hidden
		}
		doc, err := fitz.NewFromMemory(r.Instead)
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
		if strings.Contains(text, hidden) || !strings.Contains(text, shown) || r.Concealed[0].Text != hidden || r.Concealed[0].Why != "hidden_layer" {
			t.Errorf("%s: the page says %q, and %+v is concealed", hides, text, r.Concealed)
		}
	}
}
