package table_test

import (
	"fmt"
	"testing"
)

func TestBarsThatLeadFromOneAmountToAnother(t *testing.T) {
	draw := func(last float64) *sheet {
		s := newSheet()
		s.strong(func() { s.text(50, 80, "Bridge of emissions (kt CO2e)") })
		level := 0.0
		for n, v := range []float64{648, -62, -48, 13, last} {
			x, foot := 60+90*float64(n), 260.0
			from, to, said := level, level+v, fmt.Sprintf("%+.0f", v)
			if n == 0 || n == 4 {
				from, to, said = 0, v, fmt.Sprintf("%.0f", v)
			}
			if n == 4 {
				to = level
			}
			level = to
			s.fill(x, foot-0.2*max(from, to), x+50, foot-0.2*min(from, to), 0x2D2D2D)
			s.centre(x+25, foot-0.2*max(from, to)-4, said)
			s.centre(x+25, foot+12, []string{"Year 2019", "Clinker", "Fuels", "Volume", "Target 2030"}[n])
		}
		s.prose(320)
		return s
	}
	t.Run("what it comes to", func(t *testing.T) {
		got := one(t, draw(551))
		wantTable(t, got, "Year 2019|648", "Clinker|-62", "Fuels|-48", "Volume|+13", "Target 2030|551")
	})
	t.Run("something else", func(t *testing.T) {
		for _, got := range joined(draw(520))[0] {
			if len(got.Rows) == 5 && got.Rows[1][0].Text == "Clinker" {
				t.Errorf("%v", got.Rows)
			}
		}
	})
}
