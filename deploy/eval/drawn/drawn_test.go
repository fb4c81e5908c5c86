package drawn

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections/document"
)

func TestFactIsRightOnlyWhollyRight(t *testing.T) {
	truth := Figure{Page: 2, Where: "table", Text: "12,345", Value: "12345", Unit: "t CO2e", Year: 2024, Kind: "value", Metric: "ghg_emissions", Scope: "1"}
	fact := document.Fact{
		ID: "a", Metric: "ghg_emissions", Scope: "1", Value: "12345", Unit: "tCO2e", ValueBase: "12345", UnitBase: "tCO2e",
		Page: 2, Printed: "12,345", Year: 2024,
	}
	for name, c := range map[string]struct {
		change func(*document.Fact)
		want   string
	}{
		"as it is":      {func(*document.Fact) {}, ""},
		"printed with":  {func(f *document.Fact) { f.Printed, f.Unit = "12,345 t CO2e", "t CO2e" }, ""},
		"another unit":  {func(f *document.Fact) { f.ValueBase = "12345000" }, "value or unit"},
		"another year":  {func(f *document.Fact) { f.Year = 2023 }, "year"},
		"a target":      {func(f *document.Fact) { f.Target = true }, "kind"},
		"no metric":     {func(f *document.Fact) { f.Metric = "other" }, "metric"},
		"another scope": {func(f *document.Fact) { f.Scope = "1+2" }, "scope"},
	} {
		t.Run(name, func(t *testing.T) {
			x := fact
			c.change(&x)
			if got := Right(x, truth, 2024); got != c.want {
				t.Errorf("wrong in %q, want %q", got, c.want)
			}
			r := Compare(Truth{Year: 2024, Figures: []Figure{truth}}, Document{Facts: []document.Fact{x}})
			want := Count{1, 1, 1}
			if c.want != "" {
				want.Right = 0
			}
			if r.Tables != want || r.Drawn.Asked != 1 || r.Drawn.Right != want.Right {
				t.Errorf("counted %+v, drawn %+v, want %+v", r.Tables, r.Drawn, want)
			}
		})
	}
}

func TestFiguresOfInfographicsAreOfTheirCaptions(t *testing.T) {
	truth := Figure{Page: 2, Where: "chart", Value: "61", Unit: "%", Year: 2030, Kind: "target", Words: "Recycled packaging"}
	fact := document.Fact{
		ID: "a", Metric: "other", Value: "61", Unit: "%", ValueBase: "61", UnitBase: "%", Page: 2, Printed: "61%", Year: 2030, Target: true,
		RowPath: []string{"Recycled content of packaging"},
	}
	for name, c := range map[string]struct {
		change  func(*document.Fact)
		present int
		right   int
	}{
		"as it is":              {func(*document.Fact) {}, 1, 1},
		"under another caption": {func(f *document.Fact) { f.RowPath = []string{"Certified sites"} }, 1, 0},
		"of another year":       {func(f *document.Fact) { f.Year = 2023 }, 1, 0},
		"no target":             {func(f *document.Fact) { f.Target = false }, 1, 0},
		"in another unit":       {func(f *document.Fact) { f.Unit, f.UnitBase = "t", "t" }, 1, 0},
		"on another page":       {func(f *document.Fact) { f.Page = 3 }, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			x := fact
			c.change(&x)
			r := Captioned(Truth{Year: 2023, Figures: []Figure{truth}}, Document{Facts: []document.Fact{x}})
			if want := (Count{1, c.present, c.right}); r.Charts != want {
				t.Errorf("counted %+v, want %+v", r.Charts, want)
			}
		})
	}
}

func TestPlantedMistakeIsFoundByWhatACheckNames(t *testing.T) {
	planted := Planted{Page: 1, Kind: "total", Figures: []string{"12,945", "12,345"}, What: "the total is 600 off"}
	check := func(message string) events.Check {
		return events.Check{Name: "table_total", Result: events.CheckFail, Message: message}
	}
	for name, c := range map[string]struct {
		truth  Truth
		check  events.Check
		found  int
		alarms int
	}{
		"names the wrong figure":        {Truth{Planted: []Planted{planted}}, check("The parts add up to 12,345; stated are 12,945."), 1, 0},
		"names it without its zeros":    {Truth{Planted: []Planted{{Page: 1, Figures: []string{"19.0"}}}}, check("33.2 + 31.1 + 26.7 + 19 = 110 %"), 1, 0},
		"names one with a zero more":    {Truth{Planted: []Planted{{Page: 1, Figures: []string{"190"}}}}, check("33.2 + 31.1 + 26.7 + 19 = 110 %"), 0, 1},
		"names another":                 {Truth{Planted: []Planted{planted}}, check("The parts add up to 77; stated are 78."), 0, 1},
		"in a twin where nothing fails": {Truth{Twin: true}, check("The parts add up to 12,345; stated are 12,945."), 0, 1},
	} {
		t.Run(name, func(t *testing.T) {
			r := Compare(c.truth, Document{Checks: []events.Check{c.check}})
			if r.Found != c.found || len(r.Alarms) != c.alarms {
				t.Errorf("found %d, %d alarms; want %d and %d", r.Found, len(r.Alarms), c.found, c.alarms)
			}
		})
	}
}

func TestTruthsAreLoadedWithTheirReports(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.truth.json": `{"report":"a.pdf","year":2024,"figures":[]}`, "a.pdf": "%PDF-1.7", "b.truth.json": `{"report":"b.pdf"}`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	all, err := Load(dir, t.TempDir())
	if err != nil || len(all) != 2 || all[0].Path() != filepath.Join(dir, "a.pdf") || all[1].Path() != "" {
		t.Errorf("loaded %+v, %v; want two, the first with its report", all, err)
	}
}
