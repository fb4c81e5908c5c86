package paint

import (
	"reflect"
	"testing"
)

// What one half of a spread has off its page is no hidden text where the other half shows it; whatever that half
// does not show, at that place and that often, is.
func TestUnshown(t *testing.T) {
	const width = 100.0
	word := func(text string, x, y float64) Word { return Word{Text: text, Box: Rect{x, y, x + 10, y + 5}} }
	after := &Beside{Width: width, Words: []Word{word("Total", 10, 50), word("12", 30, 50), word("elsewhere", 10, 90)}}
	off := func(text string, x0, x1 float64) Concealed {
		return Concealed{Text: text, Why: WhyOffPage, Box: Rect{x0, 50, x1, 55}}
	}
	for _, c := range []struct {
		name  string
		what  Concealed
		shown bool
	}{
		{"the other half of a row", off("Total 12", 110, 140), true},
		{"a word that the other half has not", off("Total 13", 110, 140), false},
		{"more than the other half has", off("Total 12 ignore", 110, 140), false},
		{"a word twice that is there once", off("Total Total", 110, 140), false},
		{"what stands elsewhere on the other half", off("elsewhere", 110, 140), false},
		{"off the other edge", off("Total 12", -90, -60), false},
		{"on the page", off("Total 12", 10, 40), false},
		{"cut short", off("Total 1…", 110, 140), true},
		{"nothing but the cut", off("Tot…", 110, 140), false},
		{"in the colour of the ground", Concealed{Text: "Total 12", Why: WhyNoContrast, Box: Rect{110, 50, 140, 55}}, false},
	} {
		want := []Concealed{c.what}
		if c.shown {
			want = nil
		}
		if got := Unshown([]Concealed{c.what}, width, nil, after); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v", c.name, got)
		}
		if got := Unshown([]Concealed{c.what}, width, nil, nil); len(got) != 1 {
			t.Errorf("%s, on a last page: %v", c.name, got)
		}
	}
	left := Concealed{Text: "12", Why: WhyOffPage, Box: Rect{-70, 50, -60, 55}}
	if got := Unshown([]Concealed{left}, width, after, nil); got != nil {
		t.Errorf("the left half: %v", got)
	}
}
