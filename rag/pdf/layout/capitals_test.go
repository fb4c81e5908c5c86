package layout

import (
	"strings"
	"testing"

	"github.com/go-pdf/fpdf"
)

// The names of links stand in small capitals within the text. They are no notes.
func TestSmallCapitalsAreText(t *testing.T) {
	d := read1(t, report(t, prose(strings.Repeat(english, 4)), func(f *fpdf.Fpdf) {
		y := 120.0
		for range 5 {
			f.Text(60, y, "We have reduced the emissions of our plants and we go on with this work in")
			y += 14
		}
		f.Text(60, y, "the years to come. More is said under")
		f.SetFont("Helvetica", "B", 7)
		f.Text(60+180, y, "HOLISTIC PROTECTION OF WATER, SOILS AND FORESTS IN OUR")
		y += 14
		f.Text(60, y, "RIVERS")
		f.SetFont("Helvetica", "", 10)
		f.Text(92, y, "which we support.")
	}, prose(english)))
	if got := blocks(&d.Pages[1]); strings.Contains(got, "note:") || strings.Contains(got, "row:") || strings.Count(got, "body:") != 1 {
		t.Errorf("the paragraph became\n%s", got)
	}
}

// What is set smaller and is no part of the text above stays a note.
func TestSmallTextBelowStaysANote(t *testing.T) {
	d := read1(t, report(t, prose(strings.Repeat(english, 4)), func(f *fpdf.Fpdf) {
		prose(strings.Repeat(english, 3))(f)
		f.SetFont("Helvetica", "", 6)
		f.Text(60, 150, "SOURCE: OWN CALCULATION")
	}))
	if got := blocks(&d.Pages[1]); !strings.Contains(got, "note: SOURCE: OWN CALCULATION") {
		t.Errorf("the note became\n%s", got)
	}
}

func TestRomanNumbersAreNumbers(t *testing.T) {
	for s, want := range map[string]bool{
		"II": true, "xiv": true, "XXIX": true, "i": true, "V": true, "12": true, "| 7": true, "IIII": false, "MIX": false, "": false, "Iv": false, "Vision": false,
	} {
		if isNumber(s) != want {
			t.Errorf("%q: number %v", s, !want)
		}
	}
}

// A page's number in Roman numerals between the words of a running foot belongs to the foot.
func TestRomanPageNumbersAreFurniture(t *testing.T) {
	var pages []func(*fpdf.Fpdf)
	for _, number := range []string{"I", "II", "III", "IV"} {
		pages = append(pages, func(f *fpdf.Fpdf) {
			prose(strings.Repeat(english, 5))(f)
			f.SetFont("Helvetica", "", 7)
			f.Text(230, 815, "ACME GROUP")
			f.Text(320, 815, "Sustainability 2023")
			f.SetFont("Helvetica", "", 11)
			f.Text(295, 814, number)
		})
	}
	d := read1(t, report(t, pages...))
	for i := range d.Pages {
		for line := range strings.Lines(blocks(&d.Pages[i])) {
			if !strings.HasPrefix(line, "furniture:") && !strings.HasPrefix(line, "body:") {
				t.Errorf("page %d has %q", i+1, line)
			}
		}
	}
}
