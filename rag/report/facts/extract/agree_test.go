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

// factsOf are the facts of a sentence as a reader reads it, for people.
func factsOf(t *testing.T, text string, reader statement.Reader) string {
	t.Helper()
	p := document.Page{Number: 1, Language: "en", Text: text, Lines: []document.Line{{Start: 0, End: len(text), Role: document.RoleBody}}}
	d := &document.Document{Version: document.Version, SHA256: "f", Pages: []document.Page{p}}
	said, err := statement.ReadReport(t.Context(), reader, d)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range extract.Read(d, extract.Options{Year: 2023, Said: said}).Facts {
		is := fmt.Sprintf("%s %s %s %d", f.Metric, f.Value, f.Unit, f.Year)
		if f.Change {
			is += " change"
		}
		got = append(got, strings.ReplaceAll(is, "  ", " "))
	}
	return strings.Join(got, "; ")
}

func TestAnAmountHasNoUnitOfTheChangeThatCountsFromIt(t *testing.T) {
	got := factsOf(t, "We drove 612 million miles, 2.0% more than the 600 million of 2022.", measuring{"other", "other", "other"})
	if !strings.Contains(got, "other 600 million 2022") {
		t.Error(got)
	}
}

func TestFiguresSetSideBySideMeasureTheSame(t *testing.T) {
	for _, c := range []struct {
		text string
		said measuring
		want string
	}{
		{"They spent 8,400 hours on it (7,900 hours).", measuring{"training", "other"}, "training 8400 hours 2023; training 7900 hours 2022"},
		{"They spent 1.2 million hours on it (1,200,000 hours).", measuring{"training", "other"}, "training 1.2 million 2023; training 1200000 hours 2023"},
		{"They spent 1.2 million hours on it (1,100,000 hours).", measuring{"training", "other"}, "training 1.2 million 2023; training 1100000 hours 2022"},
		{"Heat improved to 171 GWh from 178 GWh.", measuring{"energy", "energy"}, "energy 171 GWh 2023; energy 178 GWh 2022"},
		{"Since 2019 heat improved to 171 GWh in 2023 from 178 GWh.", measuring{"energy", "energy"}, "energy 171 GWh 2023; energy 178 GWh 2023"},
		{"Heat came to 171 GWh, against 17 GWh at the sites.", measuring{"energy", "energy"}, "energy 171 GWh 2023; energy 17 GWh 2023"},
		{"Some 833 of us are women, which is 48.2 % of it.", measuring{"headcount", "other"}, "headcount 833 2023; headcount_share 48.2 % 2023"},
		{"The ovens took 12.4 GWh, of which 3.1 GWh at night.", measuring{"energy", "electricity"}, "energy 12.4 GWh 2023; energy 3.1 GWh 2023"},
		{"The ovens took 12.4 GWh, as well as 3.1 GWh of power.", measuring{"energy", "electricity"}, "energy 12.4 GWh 2023; electricity 3.1 GWh 2023"},
		{"The rate sank from 4.4 to 4.1 % of it.", measuring{"waste", "waste"}, "waste 4.4 % 2023; waste 4.1 % 2023"},
		{"Out of 400 visitors (27) some stayed.", measuring{"other", "headcount"}, "other 400 2023; headcount 27 2023"},
		{"From 38 on we sell to 27 countries.", measuring{"headcount", "other"}, "headcount 38 2023; other 27 2023"},
	} {
		if g := factsOf(t, c.text, c.said); g != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.text, g, c.want)
		}
	}
}

// moving is measuring with a role before each metric.
type moving []string

func (moving) Name() string { return "moving" }

func (m moving) Read(ctx context.Context, all []statement.Sentence) ([]statement.Reading, error) {
	measures := make(measuring, len(m))
	for i, said := range m {
		_, measures[i], _ = strings.Cut(said, " ")
	}
	out, err := measures.Read(ctx, all)
	for i := range out {
		for k := range out[i].Figures {
			role, _, _ := strings.Cut(m[k], " ")
			out[i].Figures[k].Role = surely(role)
		}
	}
	return out, err
}

func TestChangesMeasureWhatTheirAmountsDo(t *testing.T) {
	for _, c := range []struct {
		name, text string
		said       moving
		want       string
	}{
		{
			"behind the amount", "The mills pressed 86.4 GWh of it, 2.1 % less than ever.", moving{"value energy", "change waste"},
			"energy 86.4 GWh 2023; energy 2.1 % 2023 change",
		},
		{
			"before the amount", "It went down by 2.1 % to 86.4 GWh.", moving{"change other", "value energy"},
			"energy 2.1 % 2023 change; energy 86.4 GWh 2023",
		},
		{
			"of something else", "The mills pressed 86.4 GWh there, and absence shrank by 2.1 %.", moving{"value energy", "change waste"},
			"energy 86.4 GWh 2023; waste 2.1 % 2023 change",
		},
		{
			"of nothing that is known", "They carried 486 guests, 8.0 % more than ever.", moving{"value other", "change energy"},
			"other 486 2023; other 8 % 2023 change",
		},
		{
			"by the figures alone", "They put 5.4 GWh here and 4.5 GWh there (+20.0 %).", moving{"value energy", "value energy", "value waste"},
			"energy 5.4 GWh 2023; energy 4.5 GWh 2023; energy 20 % 2023 change",
		},
		{
			"a share that could be a change", "Of 148 GWh, 81 GWh (54.7 %) and 67 GWh were theirs.",
			moving{"value energy", "value energy", "share energy", "value energy"}, "energy 148 GWh 2023; energy 81 GWh 2023; energy 54.7 % 2023; energy 67 GWh 2023",
		},
		{
			"that does not fit", "They put 5.4 GWh here and 4.5 GWh there (21.0 %).", moving{"value energy", "value energy", "share energy"},
			"energy 5.4 GWh 2023; energy 4.5 GWh 2023; energy 21 % 2023",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			if g := factsOf(t, c.text, c.said); g != c.want {
				t.Errorf("%s\n got %s\nwant %s", c.text, g, c.want)
			}
		})
	}
}
