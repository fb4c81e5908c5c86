package extract_test

import (
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts/extract"
)

// ruledPage is a page with a ruled table and lines of text above or below it.
func ruledPage(number int, t document.Table, texts ...piece) document.Page {
	t.Ruled = true
	p := document.Page{Number: number, Language: "en", Tables: []document.Table{t}}
	for _, l := range texts {
		at := len([]rune(p.Text))
		p.Text += l.text + "\n"
		p.Lines = append(p.Lines, document.Line{
			Start: at, End: at + len([]rune(l.text)), Rect: [4]float64{l.x, l.y, l.x + 100, l.y + 10}, Role: document.RoleBody,
		})
	}
	return p
}

func TestTableGoesOnOverThePage(t *testing.T) {
	first := grid("Emissions by country", 700, "|Scope 1/t CO2e|Scope 2/t CO2e", "Peru|11|12")
	rest := grid("", 100, "", "Chile|21|22", "Sum|32|34")
	shifted := grid("", 100, "", "Chile|21|22")
	for j := range shifted.Rows[0] {
		shifted.Rows[0][j].Rect[0] += 9
		shifted.Rows[0][j].Rect[2] += 9
	}
	headsAlone := grid("Emissions by country", 700, "|Scope 1/t CO2e|Scope 2/t CO2e")
	const with, without = "t CO2e 1", " "
	for name, c := range map[string]struct {
		pages []document.Page
		want  string
	}{
		"at the top of the next":         {[]document.Page{ruledPage(1, first), ruledPage(2, rest)}, with},
		"behind heads alone":             {[]document.Page{ruledPage(1, headsAlone), ruledPage(2, rest)}, with},
		"below what every page has":      {[]document.Page{ruledPage(1, first, piece{"Report", 0, 20}), ruledPage(2, rest, piece{"Report", 0, 20})}, with},
		"below a line of its own":        {[]document.Page{ruledPage(1, first), ruledPage(2, rest, piece{"Other things", 0, 20})}, without},
		"behind a line below":            {[]document.Page{ruledPage(1, first, piece{"More", 0, 760}), ruledPage(2, rest)}, without},
		"with other columns":             {[]document.Page{ruledPage(1, first), ruledPage(2, shifted)}, without},
		"two pages further on":           {[]document.Page{ruledPage(1, first), {Number: 2, Language: "en"}, ruledPage(3, rest)}, without},
		"with heads of its own":          {[]document.Page{ruledPage(1, first), ruledPage(2, grid("", 100, "|Water/m3|Waste/t", "Chile|21|22"))}, "m3 "},
		"with a caption of its own":      {[]document.Page{ruledPage(1, first), ruledPage(2, grid("Sites", 100, "", "Chile|21|22"))}, without},
		"of which no head is a number's": {[]document.Page{ruledPage(1, grid("", 700, "||Note", "Peru|11|")), ruledPage(2, rest)}, without},
	} {
		t.Run(name, func(t *testing.T) {
			sheet := extract.Read(&document.Document{SHA256: "s", Version: document.Version, Pages: c.pages}, extract.Options{Year: 2024})
			for _, f := range sheet.Facts {
				if f.Printed == "21" {
					if got := f.Unit + " " + f.Scope; got != c.want {
						t.Errorf("read as %q, want %q", got, c.want)
					}
					return
				}
			}
			t.Error("no fact")
		})
	}
}
