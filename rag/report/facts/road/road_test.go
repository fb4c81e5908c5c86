package road

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts"
)

type put struct {
	text           string
	x, y, wide, up float64
}

// pageOf sets lines on a page.
func pageOf(all ...put) *document.Page {
	p := &document.Page{Number: 1}
	text := ""
	for _, l := range all {
		start := len([]rune(text))
		text += l.text
		p.Lines = append(p.Lines, document.Line{Start: start, End: len([]rune(text)), Rect: [4]float64{l.x, l.y, l.x + l.wide, l.y + l.up}})
		text += "\n"
	}
	p.Text = text
	return p
}

// dated dates facts that stand at lines with a word, and lists year and kind of each.
func dated(p *document.Page, words ...string) (years []int, targets []bool) {
	s := &facts.Sheet{}
	runes := []rune(p.Text)
	for _, w := range words {
		for _, l := range p.Lines {
			if strings.Contains(string(runes[l.Start:l.End]), w) {
				f := facts.Fact{Source: facts.FromText, Year: 2023}
				f.Page, f.Rect = 1, l.Rect
				s.Facts = append(s.Facts, f)
			}
		}
	}
	Date(s, &document.Document{Pages: []document.Page{*p}}, 2023)
	for _, f := range s.Facts {
		years, targets = append(years, f.Year), append(targets, f.Target)
	}
	return years, targets
}

func down() []put {
	return []put{
		{"2022", 50, 100, 30, 14}, {"Depots", 100, 101, 60, 10}, {"12 depots have chargers", 100, 113, 120, 10},
		{"2025", 50, 150, 30, 14}, {"Trucks", 100, 151, 60, 10}, {"400 trucks run on batteries", 100, 163, 120, 10},
		{"2030", 50, 200, 30, 14}, {"Halls", 100, 201, 60, 10}, {"80 % less energy in halls", 100, 213, 120, 10},
		{"We employ 5,000 people", 50, 260, 200, 10},
	}
}

func TestStepsBesideTheirYears(t *testing.T) {
	years, targets := dated(pageOf(down()...), "12 depots", "400 trucks", "80 %", "5,000")
	if !slices.Equal(years, []int{2022, 2025, 2030, 2023}) || !slices.Equal(targets, []bool{false, true, true, false}) {
		t.Errorf("%v %v", years, targets)
	}
}

func TestStepsUnderTheirYears(t *testing.T) {
	across := []put{
		{"2021", 55, 100, 30, 14}, {"First 12 trucks", 40, 120, 60, 10}, {"on the road", 45, 132, 50, 10},
		{"2026", 200, 60, 30, 14}, {"1,500 trucks", 190, 80, 50, 10},
		{"2040", 350, 100, 30, 14}, {"Net zero, -90 %", 335, 120, 60, 10},
		{"We employ 5,000 people in all of our depots and halls", 40, 200, 400, 10},
	}
	years, targets := dated(pageOf(across...), "First 12", "1,500", "-90", "5,000")
	if !slices.Equal(years, []int{2021, 2026, 2040, 2023}) || !slices.Equal(targets, []bool{false, true, true, false}) {
		t.Errorf("%v %v", years, targets)
	}
}

func TestYearsOnOneLineAndYearsThatLeadTheirSteps(t *testing.T) {
	p := pageOf(put{"2025", 40, 100, 30, 14}, put{"2030\t2035", 200, 100, 200, 14}, put{"50 % green power", 40, 118, 90, 10},
		put{"-40 % intensity", 200, 118, 80, 10}, put{"80 % of ships", 370, 118, 70, 10})
	p.Lines[1].Edges = []int32{0, 75, 150, 225, 300, 1700, 1775, 1850, 1925, 2000}
	years, targets := dated(p, "50 %", "-40 %", "80 %")
	if !slices.Equal(years, []int{2025, 2030, 2035}) || slices.Contains(targets, false) {
		t.Errorf("on one line: %v %v", years, targets)
	}
	years, _ = dated(pageOf(put{"2022 12 depots have chargers", 50, 100, 200, 12},
		put{"2025 400 trucks on the road,", 50, 130, 200, 12}, put{"or 35 % of them", 76, 143, 100, 12},
		put{"2030 80 % less energy", 50, 170, 200, 12}), "12 depots", "400 trucks", "35 %", "80 %")
	if !slices.Equal(years, []int{2022, 2025, 2025, 2030}) {
		t.Errorf("leading: %v", years)
	}
}

func TestWhatIsThereTodayIsNoAim(t *testing.T) {
	s := &facts.Sheet{Facts: []facts.Fact{{Source: facts.FromText, Year: 2023}}}
	p := pageOf(down()...)
	s.Facts[0].Page, s.Facts[0].Rect, s.Facts[0].Quote = 1, p.Lines[8].Rect, "80 % less energy in halls than the 12 GWh used today"
	if Date(s, &document.Document{Pages: []document.Page{*p}}, 2023); s.Facts[0].Year != 2023 || s.Facts[0].Target {
		t.Errorf("%+v", s.Facts[0])
	}
}

func TestAnAxisIsNoRoad(t *testing.T) {
	axis := []put{
		{"2021", 50, 100, 30, 10}, {"2022", 150, 100, 30, 10}, {"2025", 250, 100, 30, 10},
		{"12", 55, 80, 20, 10}, {"14", 155, 70, 20, 10}, {"19", 255, 60, 20, 10},
		{"Our depots use 40 GWh of power in all that they do", 50, 116, 260, 10},
	}
	if years, _ := dated(pageOf(axis...), "12", "40 GWh"); !slices.Equal(years, []int{2023, 2023}) {
		t.Error(years)
	}
}

// A figure has the year that stands before it, in whatever order the lines of the page come and wherever on the page the road stands.
func TestOrderAndPlaceOfARoadDoNotMatter(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 19))
	for range 300 {
		all, dx, dy := down(), 300*r.Float64(), 400*r.Float64()
		for i := range all {
			all[i].x, all[i].y = all[i].x+dx, all[i].y+dy
		}
		r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		if years, _ := dated(pageOf(all...), "12 depots", "400 trucks", "80 %", "5,000"); !slices.Equal(years, []int{2022, 2025, 2030, 2023}) {
			t.Fatalf("%v: %v", all, years)
		}
	}
}

// Whatever stands on a page, a figure is given no year that the page does not print.
func TestYearsAreThoseOfThePage(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	texts := []string{"2021", "2025", "2030", "2035", "12 depots", "400 trucks", "Net zero", "7", "40 %", ""}
	for range 2000 {
		var all []put
		for range 3 + r.IntN(12) {
			all = append(all, put{texts[r.IntN(len(texts))], float64(r.IntN(5) * 60), float64(r.IntN(12) * 12), float64(20 + r.IntN(80)), float64(8 + r.IntN(2)*6)})
		}
		p := pageOf(all...)
		years, targets := dated(p, "12 depots", "400 trucks", "40 %")
		for i, y := range years {
			printed := slices.ContainsFunc(all, func(l put) bool { return l.text == []string{"2021", "2025", "2030", "2035"}[(y-2020)/5] })
			if y != 2023 && !printed || targets[i] != (y > 2023) {
				t.Fatalf("%v: %v %v", all, years, targets)
			}
		}
	}
}
