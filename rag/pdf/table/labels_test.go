package table_test

import (
	"strings"
	"testing"
)

// A label of several lines has its figures beside its first line, its middle or its last one; rows without lines between them stand farther apart
// than its lines do.
func TestFiguresBesideLabelsOfSeveralLines(t *testing.T) {
	const leading, between, size = 10.0, 16.0, 8
	rows := [][]string{
		{"Paper mill Hallein,\nSalzburg, Austria", "212", "18,204", "46%"},
		{"Board mill Krapkowice,\nOpole, Poland", "340", "22,417", "38%"},
		{"Converting plant in\nSabadell and mill in\nGirona, Spain", "95", "1,092", "50%"},
		{"All plants of the group\ntaken together", "647", "41,713", "42%"},
	}
	for name, c := range map[string]struct {
		beside float64 // of the label's height
		ruled  bool
	}{"first line": {0, false}, "middle": {0.5, false}, "last line": {1, false}, "middle, ruled": {0.5, true}} {
		t.Run(name, func(t *testing.T) {
			s := newSheet()
			s.size = size
			s.text(64, 90, "Plant")
			for j, head := range []string{"Staff", "t CO2e", "Target"} {
				s.right(240+80*float64(j), 90, head)
			}
			y := 90 + between
			for _, r := range rows {
				lines := strings.Split(r[0], "\n")
				if c.ruled {
					s.across(60, 420, y-11)
				}
				for k, line := range lines {
					s.text(64, y+leading*float64(k), line)
				}
				height := leading * float64(len(lines)-1)
				for j, text := range r[1:] {
					s.right(240+80*float64(j), y+c.beside*height, text)
				}
				y += height + between
			}
			if c.ruled {
				s.across(60, 420, y-11)
			}
			table := one(t, s)
			for _, r := range rows {
				label := strings.ReplaceAll(r[0], "\n", " ")
				wantCell(t, table, r[2], label, "t CO2e", "t CO2e", "", strings.ReplaceAll(r[2], ",", ""))
			}
		})
	}
}
