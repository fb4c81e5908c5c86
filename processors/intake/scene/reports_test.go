package scene_test

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	fitz "github.com/gen2brain/go-fitz"

	"github.com/sibyl-project/sibyl/processors/intake/channels"
	"github.com/sibyl-project/sibyl/processors/intake/scene"
)

// hidden is all that the real reports hide. Each was looked at on the painted page: neither can be seen. The
// first is last year's label under a chart's bar, in the bar's colour; the second a white page number.
var hidden = []string{
	`commerzbank-2023-extract.pdf page 27: no_contrast "84,0"`,
	`kion-2023.pdf page 9: no_contrast "0"`,
}

// No report made for people is accused of hiding text or of speaking to a machine.
func TestRealReportsRaiseNoFalseAlarm(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 614 pages")
	}
	var found []string
	for _, path := range reports(t) {
		pdf, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(path)
		f, err := fitz.NewFromMemory(pdf)
		if err != nil {
			t.Fatal(err)
		}
		for i := range f.NumPage() {
			svg, err := f.SVG(i)
			if err != nil {
				t.Fatal(err)
			}
			html, err := f.HTML(i, false)
			if err != nil {
				t.Fatal(err)
			}
			p, err := scene.Read(svg, html, scene.Options{})
			if err != nil {
				t.Fatalf("%s page %d: %v", name, i+1, err)
			}
			for _, c := range p.Concealed {
				found = append(found, fmt.Sprintf("%s page %d: %s %q", name, i+1, c.Why, c.Text))
			}
			var text strings.Builder
			for _, w := range scene.Words(&p) {
				text.WriteString(w.Text + " ")
			}
			if yes, reason := scene.Instructs(text.String()); yes {
				t.Errorf("%s page %d %s", name, i+1, reason)
			}
		}
		f.Close()
		r := channels.Read(pdf, channels.Limits{})
		for _, c := range r.Concealed {
			t.Errorf("%s: %+v", name, c)
		}
		if len(r.Notes) > 0 {
			t.Errorf("%s: %q", name, r.Notes)
		}
	}
	slices.Sort(found)
	if !reflect.DeepEqual(found, hidden) {
		t.Errorf("hidden:\n%s\nwant:\n%s", strings.Join(found, "\n"), strings.Join(hidden, "\n"))
	}
}
