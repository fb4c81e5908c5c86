package extract_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts/extract"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// measuring takes each figure for one of this year, and for what is listed.
type measuring []string

func (measuring) Name() string { return "measuring" }

func (m measuring) Read(_ context.Context, all []statement.Sentence) ([]statement.Reading, error) {
	out := make([]statement.Reading, len(all))
	for i, s := range all {
		for k := range s.Figures {
			out[i].Figures = append(out[i].Figures, statement.FigureReading{
				Role: surely("value"), Measure: surely(m[k]), Owner: surely("entity"), Year: surely("reporting"), Base: surely("unsaid"),
			})
		}
	}
	return out, nil
}

func TestFiguresSetSideBySideMeasureTheSame(t *testing.T) {
	for _, c := range []struct {
		text string
		said measuring
		want string
	}{
		{"They spent 8,400 hours on it (7,900 hours).", measuring{"training", "other"}, "training 8400 2023; training 7900 2022"},
		{"Some 833 of us are women, which is 48.2 % of it.", measuring{"headcount", "other"}, "headcount 833 2023; headcount_share 48.2 % 2023"},
		{"The ovens took 12.4 GWh, of which 3.1 GWh at night.", measuring{"energy", "electricity"}, "energy 12.4 GWh 2023; energy 3.1 GWh 2023"},
		{"The ovens took 12.4 GWh, as well as 3.1 GWh of power.", measuring{"energy", "electricity"}, "energy 12.4 GWh 2023; electricity 3.1 GWh 2023"},
		{"The rate sank from 4.4 to 4.1 % of it.", measuring{"waste", "waste"}, "waste 4.4 % 2023; waste 4.1 % 2023"},
		{"Out of 400 visitors (27) some stayed.", measuring{"other", "headcount"}, "other 400 2023; headcount 27 2023"},
		{"From 38 on we sell to 27 countries.", measuring{"headcount", "other"}, "headcount 38 2023; other 27 2023"},
	} {
		p := document.Page{Number: 1, Language: "en", Text: c.text, Lines: []document.Line{{Start: 0, End: len(c.text), Role: document.RoleBody}}}
		d := &document.Document{Version: document.Version, SHA256: "f", Pages: []document.Page{p}}
		said, err := statement.ReadReport(t.Context(), c.said, d)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range extract.Read(d, extract.Options{Year: 2023, Said: said}).Facts {
			got = append(got, strings.ReplaceAll(fmt.Sprintf("%s %s %s %d", f.Metric, f.Value, f.Unit, f.Year), "  ", " "))
		}
		if g := strings.Join(got, "; "); g != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.text, g, c.want)
		}
	}
}
