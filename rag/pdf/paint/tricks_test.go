package paint_test

import (
	"strings"
	"testing"

	fitz "github.com/gen2brain/go-fitz"

	"github.com/sibyl-project/sibyl/rag/pdf/paint"
	"github.com/sibyl-project/sibyl/rag/pdf/pdftest"
)

// pageOf reads one page of a file.
func pageOf(t *testing.T, pdf []byte, i int) paint.Page {
	t.Helper()
	f, err := fitz.NewFromMemory(pdf)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	svg, err := f.SVG(i)
	if err != nil {
		t.Fatal(err)
	}
	html, err := f.HTML(i, false)
	if err != nil {
		t.Fatal(err)
	}
	p, err := paint.Read(svg, html, paint.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func textOf(p *paint.Page) string {
	var out []string
	for _, w := range paint.Words(p) {
		out = append(out, w.Text)
	}
	return strings.Join(out, " ")
}

// What a trick hides is set apart with its reason and is no word of the page; what it shows is a word of the
// page and nothing else is reported.
func TestTricks(t *testing.T) {
	for _, trick := range pdftest.PageTricks() {
		t.Run(trick.Name, func(t *testing.T) {
			p := pageOf(t, trick.PDF, 0)
			text := textOf(&p)
			if !strings.Contains(text, pdftest.Plain) {
				t.Errorf("the page does not say what it shows: %q", text)
			}
			if trick.Secret == "" {
				if len(p.Concealed) > 0 {
					t.Errorf("a false alarm: %+v", p.Concealed)
				}
				if !strings.Contains(text, trick.Shown) {
					t.Errorf("%q is not in %q", trick.Shown, text)
				}
				return
			}
			if trick.Why == "hidden_layer" { // MuPDF gives nothing of it; package hidden finds it
				if strings.Contains(text, trick.Secret) || len(p.Concealed) > 0 {
					t.Errorf("a hidden layer is painted: %q, %+v", text, p.Concealed)
				}
				return
			}
			if strings.Contains(text, trick.Secret) != trick.Seen {
				t.Errorf("hidden text is taken for the page's: %q", text)
			}
			if len(p.Concealed) != 1 || string(p.Concealed[0].Why) != trick.Why || !strings.Contains(p.Concealed[0].Text, trick.Says()) {
				t.Errorf("concealed %+v, want %s %q", p.Concealed, trick.Why, trick.Secret)
			}
		})
	}
}
