package table_test

import (
	"testing"

	"github.com/sibyl-project/sibyl/rag/pdf/paint"
)

// Boxes below a table that are as wide as it are no rows of it, however often their edges cross the page, nor is the foot of the page below them.
func TestBoxesBelowATableAreNoRows(t *testing.T) {
	s := newSheet()
	pale := paint.Color(0xebf1ee)
	rows := [][]string{{"Castrel", "64,871", "44,818"}, {"Gravenau", "73,752", "57,997"}, {"Total", "138,623", "102,815"}}
	ends := []float64{438, 534}
	s.text(60, 276, "Site")
	s.right(ends[0], 276, "2023")
	s.right(ends[1], 276, "2024")
	s.across(54, 541, 281)
	for i, r := range rows {
		y := 294 + 18*float64(i)
		s.row(60, y, r[0], ends, r[1:]...)
		s.across(54, 541, y+5)
	}
	y := 349.0
	for _, said := range []string{"Waste fell by 9.8 % from 65,884 tonnes in 2023 to 61,373 tonnes in 2024.", "Hazardous waste was 5,379 tonnes in 2024.",
		"In 2024, nitrogen oxide emissions were 6,826 tonnes."} {
		s.fill(54, y, 541, y+44, pale)
		s.text(70, y+18, "At a glance")
		s.text(70, y+36, said)
		y += 64
	}
	s.across(54, 541, y)
	s.text(60, y+12, "Norrvik Shipping")
	s.right(534, y+12, "3")
	got := one(t, s)
	wantTable(t, got, "Site|2023|2024", "Castrel|64,871|44,818", "Gravenau|73,752|57,997", "Total|138,623|102,815")
}
