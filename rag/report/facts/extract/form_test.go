package extract_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts/extract"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// piece is a line of a page at a place.
type piece struct {
	text string
	x, y float64
}

// sheetOf is a page of lines in the order given, 10 points high and 5 wide for each character.
func sheetOf(height float64, pieces ...piece) *document.Document {
	p := document.Page{Number: 1, Language: "en"}
	at := 0
	for i, l := range pieces {
		n, h := len([]rune(l.text)), 10.0
		if strings.Trim(l.text, "0123456789.,") == "" {
			h = height
		}
		p.Lines = append(p.Lines, document.Line{
			Start: at, End: at + n, Rect: [4]float64{l.x, l.y, l.x + 5*float64(n), l.y + h}, Block: i, Role: document.RoleBody,
		})
		p.Text += l.text + "\n\n"
		at += n + 2
	}
	return &document.Document{Version: document.Version, SHA256: "f", Pages: []document.Page{p}}
}

// naming is a reader of headings for which all are about energy.
type naming struct{}

func (naming) ReadCells(_ context.Context, all []statement.Cell) ([]statement.CellReading, error) {
	out := make([]statement.CellReading, len(all))
	for i := range out {
		out[i].Metrics = []statement.Answer{{Value: "energy", Sure: 0.9}}
	}
	return out, nil
}

func TestAnswersOfAFormHaveTheUnitOfTheirQuestion(t *testing.T) {
	const bought, made = "Electricity bought (MWh)", "Heat made on site (GJ)"
	for name, c := range map[string]struct {
		height float64
		lines  []piece
		want   string
	}{
		"below each other":    {10, []piece{{bought, 50, 100}, {"573", 70, 115}, {made, 50, 140}, {"1,204", 70, 155}}, "1,204 GJ 2022; 573 MWh 2022"},
		"torn in the reading": {10, []piece{{bought, 50, 100}, {made, 50, 140}, {"573", 70, 115}, {"1,204", 70, 155}}, "1,204 GJ 2022; 573 MWh 2022"},
		"side by side":        {10, []piece{{bought, 50, 100}, {made, 300, 100}, {"573", 70, 115}, {"1,204", 320, 115}}, "1,204 GJ 2022; 573 MWh 2022"},
		"beside a number": {
			10, []piece{{bought, 50, 100}, {"Number of sites", 300, 100}, {"573", 70, 115}, {"9", 320, 115}, {"Waste (t)", 50, 140}, {"1,204", 70, 155}},
			"1,204 t 2022; 573 MWh 2022",
		},
		"of what was asked before": {
			10, []piece{{"Country", 50, 60}, {"Peru", 70, 72}, {bought, 50, 100}, {"573", 70, 115}, {made, 50, 140}, {"1,204", 70, 155}},
			"Peru: 1,204 GJ 2022; Peru: 573 MWh 2022",
		},
		"under a heading further left": {
			10, []piece{{"Business travel", 40, 80}, {bought, 50, 100}, {"573", 70, 115}, {made, 50, 140}, {"1,204", 70, 155}},
			"Business travel: 1,204 GJ 2022; Business travel: 573 MWh 2022",
		},
		"under a question further left": {
			10, []piece{{"Do you travel? (C6.5)", 40, 80}, {bought, 50, 100}, {"573", 70, 115}, {made, 50, 140}, {"1,204", 70, 155}},
			"1,204 GJ 2022; 573 MWh 2022",
		},
		"of a base year and a target": {
			10, []piece{{"Base year consumption (MWh)", 50, 100}, {"573", 70, 115}, {"Targeted reduction (%)", 50, 140}, {"40", 70, 155}},
			"40 % 0!; 573 MWh 0",
		},
		"of a year to come": {
			10, []piece{{bought, 50, 100}, {"573", 70, 115}, {"Share planned for 2030 (%)", 50, 140}, {"60", 70, 155}}, "573 MWh 2022; 60 % 2030!",
		},
		"in the words of the question": {
			10, []piece{{"Emissions in metric tonnes of CO2e", 50, 100}, {"573", 70, 115}, {"% of suppliers that answered", 50, 140}, {"84", 70, 155}},
			"573 metric tonnes of CO2e 2022; 84 % 2022",
		},
		"one alone":          {10, []piece{{bought, 50, 100}, {"573", 70, 115}, {"Comment", 50, 140}}, ""},
		"names below":        {10, []piece{{"573", 50, 88}, {bought, 50, 100}, {"1,204", 50, 118}, {made, 50, 130}}, ""},
		"large print":        {24, []piece{{bought, 50, 100}, {"573", 70, 112}, {made, 50, 170}, {"1,204", 70, 182}}, ""},
		"an axis":            {10, []piece{{bought, 50, 100}, {"400", 50, 115}, {"300", 50, 135}, {made, 300, 100}, {"200", 300, 115}, {"100", 300, 135}}, ""},
		"a row of figures":   {10, []piece{{bought, 50, 100}, {"573", 70, 115}, {"612", 400, 115}, {made, 50, 140}, {"1,204", 70, 155}, {"9", 400, 155}}, ""},
		"far below":          {10, []piece{{bought, 50, 100}, {"573", 70, 150}, {made, 50, 240}, {"1,204", 70, 290}}, ""},
		"without a unit":     {10, []piece{{"Number of sites", 50, 100}, {"573", 70, 115}, {"Sites (audited)", 50, 140}, {"104", 70, 155}}, ""},
		"far to the right":   {10, []piece{{bought + " and all that", 50, 100}, {"573", 140, 115}, {made + " and all that", 50, 140}, {"1,204", 140, 155}}, ""},
		"a figure elsewhere": {10, []piece{{bought, 50, 100}, {"573", 70, 115}, {made, 50, 140}, {"1,204", 70, 155}, {"88", 50, 400}}, "1,204 GJ 2022; 573 MWh 2022"},
	} {
		t.Run(name, func(t *testing.T) {
			sheet, err := extract.ReadWith(t.Context(), naming{}, sheetOf(c.height, c.lines...), extract.Options{Year: 2022})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, f := range sheet.Facts {
				one := fmt.Sprintf("%s %s %d", f.Printed, f.Unit, f.Year)
				if f.Target {
					one += "!"
				}
				if len(f.RowPath) > 1 {
					one = f.RowPath[0] + ": " + one
				}
				got = append(got, one)
			}
			slices.Sort(got)
			if said := strings.Join(got, "; "); said != c.want {
				t.Errorf("read %q, want %q", said, c.want)
			}
			if len(sheet.Ruled().Facts) > 0 {
				t.Error("checks would rest on it")
			}
		})
	}
}

// Where answers have stood so on page after page, the document is a form, and one on a page is one of its answers.
func TestOneAnswerOnAPageOfAForm(t *testing.T) {
	two := []piece{{"Electricity bought (MWh)", 50, 100}, {"573", 70, 115}, {"Heat made on site (GJ)", 50, 140}, {"1,204", 70, 155}}
	one := []piece{{"Waste (t)", 50, 100}, {"88", 70, 115}, {"Comment", 50, 140}}
	for pages, want := range map[int]string{1: "", 4: "t"} {
		t.Run(fmt.Sprint(pages), func(t *testing.T) {
			d := &document.Document{Version: document.Version, SHA256: "f"}
			for i := range pages + 1 {
				pieces := two
				if i == pages {
					pieces = one
				}
				d.Pages = append(d.Pages, sheetOf(10, pieces...).Pages[0])
				d.Pages[i].Number = i + 1
			}
			got := ""
			for _, f := range extract.Read(d, extract.Options{Year: 2022}).Facts {
				if f.Printed == "88" {
					got = f.Unit
				}
			}
			if got != want {
				t.Errorf("its unit is %q, want %q", got, want)
			}
		})
	}
}
