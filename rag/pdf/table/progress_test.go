package table_test

import "testing"

func TestBarsThatAreFilledAsTheirFiguresSay(t *testing.T) {
	names, now := []string{"Renewable power", "Heat recovery", "Electric vans"}, []string{"78%", "52%", "44%"}
	parts, aims := []float64{0.78, 0.52, 0.44}, []string{"2026 target: 100%", "2028 target: 85%", "2030 target: 100%"}
	draw := func(part func(n int) float64) *sheet {
		s := newSheet()
		for n := range names {
			y := 100 + 50*float64(n)
			s.text(50, y, names[n])
			s.fill(50, y+6, 290, y+16, 0xDBE7EF)
			s.fill(50, y+6, 50+240*part(n), y+16, 0x0C7C86)
			s.sized(8, func() { s.text(50, y+27, "Now: "+now[n]); s.right(290, y+27, aims[n]) })
		}
		s.prose(260)
		return s
	}
	wantTable(t, one(t, draw(func(n int) float64 { return parts[n] })),
		"Renewable power{2,1}|Now:|78%", "|2026 target:|100%", "Heat recovery{2,1}|Now:|52%", "|2028 target:|85%",
		"Electric vans{2,1}|Now:|44%", "|2030 target:|100%")
	t.Run("as none of them says", func(t *testing.T) {
		for _, got := range joined(draw(func(n int) float64 { return 0.3 }))[0] {
			if len(got.Rows) > 1 && got.Rows[0][0].Text == names[0] && got.Rows[0][0].Rows == 2 {
				t.Errorf("%v", got.Rows)
			}
		}
	})
	t.Run("names in front of them", func(t *testing.T) {
		s := newSheet()
		for n := range names {
			y := 100 + 30*float64(n)
			s.right(140, y+9, names[n])
			s.fill(150, y, 350, y+10, 0xDBE7EF)
			s.fill(150, y, 150+200*parts[n], y+10, 0x0C7C86)
			s.text(358, y+9, now[n])
		}
		s.prose(260)
		wantTable(t, one(t, s), "Renewable power|78%", "Heat recovery|52%", "Electric vans|44%")
	})
}
