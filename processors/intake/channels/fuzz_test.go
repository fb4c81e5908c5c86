package channels

import (
	"math"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/processors/intake/intaketest"
)

// FuzzObjects: whatever the file's objects are, what is found in them can be reported. MuPDF, which looks into
// layers, is C and has its own process; it is not fuzzed here.
func FuzzObjects(f *testing.F) {
	for _, t := range intaketest.ChannelTricks() {
		f.Add(t.PDF)
	}
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
