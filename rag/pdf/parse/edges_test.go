package parse

import (
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/sibyl-project/sibyl/rag/report/document"
)

func TestEdgesComeBackAsTheyWere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := document.Page{Number: 1, Lines: []document.Line{}}
		for range rapid.IntRange(0, 5).Draw(t, "lines") {
			edges := rapid.SliceOfN(rapid.Int32Min(0), 0, 20).Draw(t, "edges")
			slices.Sort(edges)
			if len(edges) == 0 {
				edges = nil
			}
			p.Lines = append(p.Lines, document.Line{End: len(edges), Edges: edges})
		}
		before := p
		before.Lines = slices.Clone(p.Lines)
		bare, packed := packEdges(&p)
		if !reflect.DeepEqual(p, before) {
			t.Fatal("packing changed the page")
		}
		for _, l := range bare.Lines {
			if l.Edges != nil {
				t.Fatalf("sent twice: %v", l.Edges)
			}
		}
		if err := unpackEdges(bare, packed); err != nil || !reflect.DeepEqual(*bare, p) {
			t.Fatalf("%v: %+v, want %+v", err, *bare, p)
		}
	})
}

func TestEdgesThatCannotBeAreRefused(t *testing.T) {
	for name, packed := range map[string][]byte{
		"nothing":                     {},
		"a number cut off":            {0x80},
		"more than there are":         {3, 1, 1},
		"far more than there are":     {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1},
		"a step cut off":              {1, 0x80},
		"a step past all pages":       {1, 0xff, 0xff, 0xff, 0xff, 0x0f},
		"steps past all pages":        {2, 0xff, 0xff, 0xff, 0xff, 0x07, 1},
		"a number of eleven bytes":    {0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1},
		"bytes that belong to nobody": {1, 5, 7},
	} {
		p := &document.Page{Lines: make([]document.Line, 1)}
		if err := unpackEdges(p, packed); err == nil {
			t.Errorf("%s: read as %v", name, p.Lines[0].Edges)
		}
	}
	_, back := packEdges(&document.Page{Lines: []document.Line{{Edges: []int32{0, 9, 8}}}})
	if err := unpackEdges(&document.Page{Lines: make([]document.Line, 1)}, back); err == nil {
		t.Error("edges that go back are read")
	}
}

// FuzzEdges: whatever a child sends, no more edges come out than it has bytes, and none goes back.
func FuzzEdges(f *testing.F) {
	_, packed := packEdges(&document.Page{Lines: []document.Line{{Edges: []int32{0, 40, 300}}, {}, {Edges: []int32{0, 7}}}})
	f.Add(packed, 3)
	f.Add([]byte{200, 1, 0}, 1)
	f.Fuzz(func(t *testing.T, packed []byte, lines int) {
		p := &document.Page{Lines: make([]document.Line, max(0, min(lines, 100)))}
		if unpackEdges(p, packed) != nil {
			return
		}
		n := 0
		for _, l := range p.Lines {
			if n += len(l.Edges); len(l.Edges) > 0 && (l.Edges[0] < 0 || !slices.IsSorted(l.Edges)) {
				t.Fatalf("edges %v", l.Edges)
			}
		}
		if n > len(packed) {
			t.Fatalf("%d edges of %d bytes", n, len(packed))
		}
		if _, again := packEdges(p); len(again) > len(packed) {
			t.Fatalf("%d bytes became %d", len(packed), len(again))
		}
	})
}

// A parse is shared as the parser gives it, and read from the store later: both must be the same.
func TestAParseIsWhatIsStoredOfIt(t *testing.T) {
	sample, err := os.ReadFile("../../../data/sample/kooijveld-samudrasa-sustainability-report-2024.pdf")
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"sample": sample, "made": pdf(t, nil, "We cut emissions by 12% in 2024.", "")} {
		d, err := faulty(t, limits()).Parse(t.Context(), data)
		if err != nil {
			t.Fatal(err)
		}
		encoded, err := document.Encode(d)
		if err != nil {
			t.Fatal(err)
		}
		stored, err := document.Decode(encoded)
		if err != nil || !reflect.DeepEqual(d, stored) {
			t.Errorf("%s: %v, or it differs from what is stored of it", name, err)
		}
		if len(d.Pages[0].Lines[0].Edges) == 0 {
			t.Errorf("%s: no edges", name)
		}
	}
}

// A page goes over as a frame that is known by its beginning.
func TestAPageIsKnownByItsBeginning(t *testing.T) {
	line, err := json.Marshal(frame{Page: &document.Page{Number: 1}, Edges: []byte{}})
	if err != nil || string(line[:len(pageFrame)]) != string(pageFrame) {
		t.Errorf("%s, %v", line, err)
	}
}
