package hidden

import (
	"math"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/rag/pdf/pdftest"
)

// FuzzObjects: whatever the file's objects are, what is found in them can be reported. MuPDF, which looks into
// layers, is C and has its own process; it is not fuzzed here.
func FuzzObjects(f *testing.F) {
	for _, t := range pdftest.ChannelTricks() {
		f.Add(t.PDF)
	}
	var note pdftest.File
	drawing := note.Stream("/Type /XObject /Subtype /Form /BBox [0 0 100 20] /Matrix [0 1 -1 0 5 5]", "1 g 0 0 100 20 re f")
	note.Page("", "",
		"/Rotate 90 /Annots [<< /Subtype /Stamp /Rect [50 690 350 720] /AP << /N "+drawing+" >> >> << /Subtype /Square /IC [1 0 1] /Rect [1 2 30 40] >>]")
	f.Add(note.Bytes())
	limits := Limits{Bytes: 1 << 20, Objects: 2_000, Unpacked: 1 << 20, Time: 5 * time.Second, Found: 50}.orDefault()
	f.Fuzz(func(t *testing.T, pdf []byte) {
		r := &reading{limits: limits}
		if err := r.objects(pdf); err != nil {
			return
		}
		pages := len(r.file.pages())
		if r.Labels != nil && len(r.Labels) != pages {
			t.Fatalf("%d labels for %d pages", len(r.Labels), pages)
		}
		revisions, _, _ := r.file.memberships(limits.Objects) // what cannot be settled is named in a note
		for _, v := range revisions {
			if v.body == "" || len(v.body) > manySettled {
				t.Fatalf("object %s becomes %q", v.of, v.body)
			}
		}
		states := r.file.layerStates()
		for _, p := range r.file.pages() {
			for _, o := range r.file.array(p.dict["Annots"]) {
				d := r.file.dict(o)
				a, _ := r.file.appearance(&p, d, states)
				flat, _ := r.file.flat(&p, d, states)
				for _, v := range append(a.matrix[:], flat.Matrix[:]...) {
					if math.IsNaN(v) {
						t.Fatalf("%+v, %+v", a, flat)
					}
				}
			}
		}
		if len(r.Concealed) > limits.Found {
			t.Fatalf("%d findings", len(r.Concealed))
		}
		for _, c := range r.Concealed {
			if c.Page < OfFile || c.Page >= pages || c.Text == "" || len(c.Text) > longestText+8 || !utf8.ValidString(c.Text) || c.Why == "" {
				t.Fatalf("%+v", c)
			}
			for _, v := range c.Box {
				if math.IsNaN(v) || math.IsInf(v, 0) {
					t.Fatalf("%+v", c)
				}
			}
		}
	})
}
