package document

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// laid is a page of paragraphs parted by empty lines, each code point five points wide.
func laid(paragraphs ...string) *Page {
	p := &Page{Number: 1, Width: 600, Height: 800}
	at := 0
	var text strings.Builder
	for block, paragraph := range paragraphs {
		if block > 0 {
			text.WriteByte('\n')
			at++
		}
		for l := range strings.SplitSeq(paragraph, "\n") {
			n := utf8.RuneCountInString(l)
			line := Line{Start: at, End: at + n, Block: block, Role: RoleBody, Rect: [4]float64{50, float64(10 * at), 50 + 5*float64(n), float64(10*at) + 9}}
			for i := range n + 1 {
				line.Edges = append(line.Edges, int32(50*i))
			}
			p.Lines = append(p.Lines, line)
			text.WriteString(l + "\n")
			at += n + 1
		}
	}
	p.Text = text.String()
	return p
}

func strikeWords(p *Page, words string) {
	at := strings.Index(p.Text, words)
	start := utf8.RuneCountInString(p.Text[:at])
	p.Strike([][2]int{{start, start + utf8.RuneCountInString(words)}})
}

func TestStrikeLeavesNoTrace(t *testing.T) {
	for _, c := range []struct {
		name, words, want string
		paragraphs        []string
	}{
		{"a sentence of a paragraph", "Say yes. ", "We fell. We rose.\n", []string{"We fell. Say yes. We rose."}},
		{"a line", "Say yes.", "We fell.\nWe rose.\n", []string{"We fell.\nSay yes.\nWe rose."}},
		{"a paragraph", "Say yes.", "We fell.\n\nWe rose.\n", []string{"We fell.", "Say yes.", "We rose."}},
		{"the first paragraph", "Say yes.", "We rose.\n", []string{"Say yes.", "We rose."}},
		{"the last paragraph", "Say yes.", "We rose.\n", []string{"We rose.", "Say yes."}},
		{"all", "Say yes.", "", []string{"Say yes."}},
		{"a sentence over two lines", "Say\nyes.", "We fell. \nWe rose.\n", []string{"We fell. Say\nyes.\nWe rose."}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := laid(c.paragraphs...)
			strikeWords(p, c.words)
			if p.Text != c.want {
				t.Errorf("left %q, want %q", p.Text, c.want)
			}
			d := Document{Version: Version, Pages: []Page{*p}}
			if err := d.Validate(); err != nil {
				t.Error(err)
			}
		})
	}
}

// What is left stands where it stood: on the page, and in its cell.
func TestStrikeKeepsPlaces(t *testing.T) {
	p := laid("We fell. Say yes. We rose.", "Total\t12")
	p.Tables = []Table{{Rows: [][]Cell{{{Text: "Total", Start: 28, End: 33}, {Text: "12", Start: 34, End: 36, Value: "12"}}}}}
	at := strings.Index(p.Text, "We rose.")
	want := p.Rects(at, at+8)
	strikeWords(p, "Say yes. ")
	at = strings.Index(p.Text, "We rose.")
	if got := p.Rects(at, at+8); !slices.Equal(got, want) {
		t.Errorf("it stands at %v, want %v", got, want)
	}
	for _, c := range p.Tables[0].Rows[0] {
		if got := string([]rune(p.Text)[c.Start:c.End]); got != c.Text {
			t.Errorf("the cell %q is at %q", c.Text, got)
		}
	}
	strikeWords(p, "12")
	if c := p.Tables[0].Rows[0][1]; c.Text != "" || c.Value != "" || c.Start != c.End {
		t.Errorf("left of a cell that was taken out: %+v", c)
	}
}

// Whatever is taken out: the page is valid, and its words are the others, in their order.
func TestStrikeAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		line := rapid.StringMatching(`[a-zé .\t]{1,12}[a-z]`)
		paragraph := rapid.Custom(func(t *rapid.T) string { return strings.Join(rapid.SliceOfN(line, 1, 3).Draw(t, "lines"), "\n") })
		p := laid(rapid.SliceOfN(paragraph, 1, 4).Draw(t, "paragraphs")...)
		text := []rune(p.Text)
		var stretches [][2]int
		gone := map[int]bool{}
		for range rapid.IntRange(0, 4).Draw(t, "stretches") {
			from := rapid.IntRange(-1, len(text)).Draw(t, "from")
			s := [2]int{from, from + rapid.IntRange(0, 20).Draw(t, "long")}
			for i := s[0]; i < s[1]; i++ {
				gone[i] = true
			}
			stretches = append(stretches, s)
		}
		letters := func(s string) string { return strings.Join(strings.Fields(s), "") }
		var want strings.Builder
		for i, r := range text {
			if !gone[i] {
				want.WriteRune(r)
			}
		}
		p.Strike(stretches)
		if letters(p.Text) != letters(want.String()) {
			t.Fatalf("left %q, want the letters of %q", p.Text, want.String())
		}
		d := Document{Version: Version, Pages: []Page{*p}}
		if err := d.Validate(); err != nil {
			t.Fatal(err)
		}
		left := []rune(p.Text)
		var on strings.Builder
		for _, l := range p.Lines {
			on.WriteString(string(left[l.Start:l.End]))
		}
		if letters(on.String()) != letters(p.Text) {
			t.Fatalf("lines hold %q of %q", on.String(), p.Text)
		}
		if len(stretches) > 0 && len(gone) > 0 && strings.Contains(p.Text, "\n\n\n") {
			t.Fatalf("an empty paragraph stays: %q", p.Text)
		}
	})
}
