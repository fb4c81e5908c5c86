package table_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/rag/pdf/paint"
)

// upwards writes lines of a head up the page, each to the right of the one before; downwards writes them down the page,
// each to the left.
func (s *sheet) upwards(x, foot float64, lines ...string) {
	for n, l := range lines {
		base, y := x+float64(n)*1.2*s.size, foot
		for _, w := range strings.Fields(l) {
			s.upright(w, base, y-s.advance(w), y, 270)
			y -= s.advance(w) + 0.25*s.size
		}
	}
}

func (s *sheet) downwards(x, top float64, lines ...string) {
	for n, l := range lines {
		base, y := x-float64(n)*1.2*s.size, top
		for _, w := range strings.Fields(l) {
			s.upright(w, base, y, y+s.advance(w), 90)
			y += s.advance(w) + 0.25*s.size
		}
	}
}

// upright puts a word between two heights, written along a line that goes up or down the page.
func (s *sheet) upright(text string, base, y0, y1 float64, turn int) {
	x0, x1 := base-0.8*s.size, base+0.2*s.size
	if turn == 90 {
		x0, x1 = base-0.2*s.size, base+0.8*s.size
	}
	s.words = append(s.words, paint.Word{
		Text: text, Box: paint.Rect{x0, y0, x1, y1}, Base: base, Size: s.size, Turn: turn, Ink: s.ink, Order: s.order(),
	})
}

// Heads are written up or down the page to save width, and below them it may say once more what stands in their columns. They
// read in the order in which they are written, on a page that is itself printed sideways too.
func TestTurnedHeadsReadInTheirOrder(t *testing.T) {
	draw := func(down bool) *sheet {
		s := newSheet()
		s.across(60, 540, 90)
		s.text(64, 160, "Economic activities")
		for i, head := range [][]string{{"Climate change", "mitigation (5)"}, {"Proportion of", "turnover 2023 (6)"}, {"Circular", "economy (7)"}} {
			if x := 300 + 100*float64(i); down {
				s.downwards(x+10, 94, head...)
			} else {
				s.upwards(x, 164, head...)
			}
		}
		s.across(60, 540, 168)
		s.right(315, 180, "EL; N/EL")
		s.right(415, 180, "%")
		s.right(515, 180, "EL; N/EL")
		s.across(60, 540, 184)
		for i, r := range [][4]string{
			{"Batteries", "100.0", "0.3", "0.0"},
			{"Other low carbon technologies", "80.0", "29.7", "20.0"},
			{"Sale of spare parts", "0.0", "6.8", "0.0"},
		} {
			y := 196 + 16*float64(i)
			s.text(64, y, r[0])
			for c, x := range []float64{315, 415, 515} {
				s.right(x, y, r[c+1])
			}
			s.across(60, 540, y+4)
		}
		return s
	}
	for _, down := range []bool{false, true} {
		for _, turn := range []int{0, 90, 180, 270} {
			t.Run(fmt.Sprintf("down %v, page turned by %d", down, turn), func(t *testing.T) {
				s := draw(down)
				if turn > 0 {
					s = s.turned(turn)
				}
				text := show(one(t, s))
				for _, want := range []string{
					"Economic activities|Climate change mitigation (5)|Proportion of turnover 2023 (6)|Circular economy (7)", "|EL; N/EL|%|EL; N/EL",
				} {
					if !strings.Contains(text, want) {
						t.Errorf("%q does not stand in\n%s", want, text)
					}
				}
			})
		}
	}
}

// Lines are drawn between groups of rows only, labels have two lines, and the figures stand at half their height: the space
// between the labels parts the rows.
func TestRowsOfOneBandArePartedWhereTheirLabelsAre(t *testing.T) {
	s := newSheet()
	s.across(60, 540, 90)
	s.strong(func() {
		s.text(64, 102, "Activities")
		s.right(400, 102, "2024")
		s.right(500, 102, "2023")
	})
	s.across(60, 540, 108)
	row := func(y float64, first, second, now, before string) {
		s.text(64, y-5, first)
		s.text(64, y+6, second)
		s.right(400, y, now)
		s.right(500, y, before)
	}
	row(122, "Environmentally sustainable", "activities (aligned)", "75.6", "55.7")
	row(152, "Manufacture of renewable", "energy technologies", "21.9", "5.8")
	row(182, "Manufacture of other low", "carbon technologies", "53.7", "49.9")
	s.across(60, 540, 198)
	for i, r := range [][3]string{{"Not eligible", "173.6", "180.1"}, {"Of which transitional", "0.0", "0.2"}, {"Total", "249.2", "235.8"}} {
		y := 210 + 16*float64(i)
		s.text(64, y, r[0])
		s.right(400, y, r[1])
		s.right(500, y, r[2])
		s.across(60, 540, y+4)
	}
	got := one(t, s)
	wantCell(t, got, "75.6", "Environmentally sustainable activities (aligned)", "2024", "", "2024", "75.6")
	wantCell(t, got, "21.9", "Manufacture of renewable energy technologies", "2024", "", "2024", "21.9")
	wantCell(t, got, "49.9", "Manufacture of other low carbon technologies", "2023", "", "2023", "49.9")
}
