package paint

import (
	"slices"
	"testing"
)

// placed puts words of one size side by side, each with a gap of a quarter of it.
func placed(texts ...string) (ws []Word) {
	x := 50.0
	for i, text := range texts {
		w := Word{Text: text, Size: 10, Base: 100, Order: i, Edges: []float64{x}}
		for range text {
			w.Edges = append(w.Edges, w.Edges[len(w.Edges)-1]+5)
		}
		end := w.Edges[len(w.Edges)-1]
		w.Box = Rect{x, 92, end, 102}
		x = end + 2.5
		ws = append(ws, w)
	}
	return ws
}

func textsOf(ws []Word) (out []string) {
	for i := range ws {
		out = append(out, ws[i].Text)
	}
	return out
}

func TestLeadersAreLeftOut(t *testing.T) {
	for _, c := range []struct{ in, want []string }{
		{[]string{"Scope", "1", "..........", "4,120"}, []string{"Scope", "1", "4,120"}},
		{[]string{"Total......", "7"}, []string{"Total", "7"}},
		{[]string{"Total", ".", ".", ".", ".", ".", "7"}, []string{"Total", "7"}},
		{[]string{"and", "so", "on", "...", "7"}, []string{"and", "so", "on", "...", "7"}},
		{[]string{"wait...", "."}, []string{"wait...", "."}},
		{[]string{"......."}, nil},
	} {
		got := unlead(placed(c.in...))
		if !slices.Equal(textsOf(got), c.want) {
			t.Errorf("%q became %q, want %q", c.in, textsOf(got), c.want)
		}
		for i := range got {
			w := &got[i]
			if len(w.Edges) != len(w.Text)+1 || w.Box[2] != w.Edges[len(w.Edges)-1] {
				t.Errorf("%q ends at %v, its edges are %v", w.Text, w.Box[2], w.Edges)
			}
		}
	}
}

// A mark that is painted right behind its figure, a space away, is none of its digits, and nor is the next one.
func TestMarksASpaceBehindTheirFigureAreRaised(t *testing.T) {
	for name, c := range map[string]struct {
		figure, mark string
		base, size   float64
		raised       bool
	}{
		"by half a line":            {"41,600", "a", 95, 8, true},
		"behind a share":            {"34%", "f", 95, 8, true},
		"the first of two":          {"1,104", "a,", 95, 8, true},
		"a number":                  {"4,900", "1", 95, 8, true},
		"behind a word":             {"Steel", "a", 95, 8, false},
		"on the line above":         {"41,600", "a", 88, 8, false},
		"as large as the figure":    {"41,600", "a", 95, 10, false},
		"on the line of the figure": {"41,600", "t", 100, 8, false},
		"a word":                    {"41,600", "tonnes", 95, 8, false},
	} {
		t.Run(name, func(t *testing.T) {
			ws := placed(c.figure)
			from := ws[0].Box[2] + 2.5
			ws = append(ws, Word{Text: c.mark, Size: c.size, Base: c.base, Box: Rect{from, c.base - 6.4, from + 4, c.base + 1.6}})
			raise(ws)
			if ws[1].Raised != c.raised {
				t.Errorf("%q behind %q: raised %t", c.mark, c.figure, ws[1].Raised)
			}
		})
	}
}

// A mark that is painted long after its figure is no further digit of it.
func TestMarksPaintedApartAreRaised(t *testing.T) {
	ws := placed("64", "71", "90")
	mark := Word{Text: "1", Size: 6, Base: 96, Box: Rect{ws[0].Box[2] + 0.5, 91, ws[0].Box[2] + 3.5, 97.5}}
	flat := mark
	flat.Base = 100
	high := Word{Text: "a", Size: 8, Base: 95, Box: Rect{ws[1].Box[2], 88.6, ws[1].Box[2] + 4, 96.6}} // by half a line, as some programs set them
	apart := high
	apart.Box[0], apart.Box[2] = ws[2].Box[2]+2, ws[2].Box[2]+6
	ws = append(ws, mark, flat, high, apart)
	raiseApart(ws)
	for i, want := range []bool{false, false, false, true, false, true, false} {
		if ws[i].Raised != want {
			t.Errorf("word %d %q: raised %v", i, ws[i].Text, ws[i].Raised)
		}
	}
}
