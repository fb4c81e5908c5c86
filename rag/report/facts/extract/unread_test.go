package extract_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/extract"
)

// Of a sentence in a language that is not read a figure with a unit is told, and no more than is certain.
func TestFiguresOfSentencesThatAreNotRead(t *testing.T) {
	for text, want := range map[string][]string{
		"Vom gesamten Verbrauch entfielen 36,1 % auf Erdgas.":                 {"other 36.1 % 2023"},
		"Der Umsatz lag um 7,3 % über dem Vorjahreswert von 12 Mio. EUR.":     {"other 7.3 % 0", "other 12 Mio. EUR 0"},
		"Der Anteil stieg auf 77,5 % des gesamten Stroms (2022: 61,6 %).":     {"other 77.5 % 0", "other 61.6 % 2022"},
		"Les émissions ont diminué de 6,6 % en 2022, selon le rapport.":       {"other 6.6 % 2022"},
		"Bis 2030 wollen wir alle Emissionen um 50 % gegenüber heute senken.": {"other 50 % 0"},
		"Im Werk arbeiten 1.240 Menschen an 14 neuen Standorten.":             nil,
		"Tabelle 2 in GWh": nil,
	} {
		t.Run(text, func(t *testing.T) {
			d := page(text)
			d.Pages[0].NotAnalysed = "language de is not read"
			s := extract.Read(d, extract.Options{Year: 2023})
			var got []string
			for i := range s.Facts {
				f := &s.Facts[i]
				got = append(got, strings.Join([]string{string(f.Metric), f.Value, f.Unit, fmt.Sprint(f.Year)}, " "))
				if len(f.Notes) == 0 || f.Source != facts.FromText {
					t.Errorf("no note with %q", f.Printed)
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("%q, want %q", got, want)
			}
			if n := len(s.Ruled().Facts); n > 0 {
				t.Errorf("checks would rest on %d figures of it", n)
			}
		})
	}
}
