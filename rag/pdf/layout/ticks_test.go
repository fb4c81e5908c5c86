package layout

import (
	"fmt"
	"strings"
	"testing"

	"github.com/go-pdf/fpdf"

	"github.com/sibyl-project/sibyl/rag/report/document"
)

// The scale of an axis measures nothing: it is no text of the page. Figures that are no scale stay.
func TestTheScaleOfAnAxisIsNoText(t *testing.T) {
	for name, test := range map[string]struct {
		figures []string
		names   bool
		scale   bool
	}{
		"a scale":                  {figures: []string{"2,000", "1,500", "1,000", "500", "0"}, scale: true},
		"figures at unequal steps": {figures: []string{"2,000", "1,480", "1,010", "500", "0"}},
		"years":                    {figures: []string{"2024", "2023", "2022", "2021", "2020"}},
		"figures with names":       {figures: []string{"2,000", "1,500", "1,000", "500", "0"}, names: true},
	} {
		t.Run(name, func(t *testing.T) {
			d := read1(t, report(t, func(f *fpdf.Fpdf) {
				f.MultiCell(0, 13, strings.Repeat(english, 6), "", "L", false)
				f.SetFont("Helvetica", "", 8)
				for i, figure := range test.figures {
					y := 300 + 40*float64(i)
					f.Text(120-f.GetStringWidth(figure), y, figure)
					if test.names {
						f.Text(140, y, fmt.Sprint("Plant of the north, line ", string(rune('A'+i))))
					}
				}
			}))
			text := []rune(d.Pages[0].Text)
			scale := true
			for _, b := range d.Pages[0].Blocks() {
				if said := string(text[b.Start:b.End]); strings.Contains(said, test.figures[1]) && b.Role != document.RoleFurniture {
					scale = false
				}
			}
			if scale != test.scale {
				t.Errorf("taken for a scale: %t, want %t\n%s", scale, test.scale, d.Pages[0].Text)
			}
		})
	}
}
