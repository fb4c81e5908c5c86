package table_test

import (
	"fmt"
	"testing"

	"github.com/sibyl-project/sibyl/rag/pdf/paint"
)

// twoLines draws points of two lines over years, with a figure at each, and signs of a legend.
func twoLines(written bool, height func(value float64) float64) *sheet {
	s := newSheet()
	inks := []paint.Color{0xF26A21, 0x2D2D2D}
	s.strong(func() { s.text(50, 90, "Injury rate") })
	for k, line := range [][]float64{{3.05, 2.87, 2.20, 1.96}, {2.31, 1.98, 1.74, 1.42}} {
		for n, v := range line {
			x, y := 80+90*float64(n), 260-height(v)
			s.arc(x-2, y-2, x+2, y+2, inks[k])
			s.centre(x, y-6, fmt.Sprintf("%.2f", v))
		}
	}
	for n := range 4 {
		s.centre(80+90*float64(n), 285, fmt.Sprint(2020+n))
	}
	x := 60.0
	for k, name := range []string{"Own people", "Contractors"} {
		if written {
			s.ink = inks[k]
			s.text(x, 305, "■")
			s.ink = 0
		} else {
			s.fill(x, 298, x+7, 305, inks[k])
		}
		s.text(x+12, 305, name)
		x += 110
	}
	s.prose(340)
	return s
}

func TestLinesOverYears(t *testing.T) {
	want := []string{"|2020|2021|2022|2023", "Own people|3.05|2.87|2.20|1.96", "Contractors|2.31|1.98|1.74|1.42"}
	for _, written := range []bool{true, false} {
		got := one(t, twoLines(written, func(v float64) float64 { return 50 * v }))
		wantTable(t, got, want...)
		if got.Caption != "Injury rate" {
			t.Errorf("caption %q", got.Caption)
		}
	}
	t.Run("as high as they are not large", func(t *testing.T) {
		for _, got := range joined(twoLines(false, func(v float64) float64 { return 150 - 40*v }))[0] {
			if got.HeaderRows > 0 && got.Rows[0][0].Text == "" && got.Rows[1][0].Text == "Own people" {
				t.Errorf("%v", got.Rows)
			}
		}
	})
}
