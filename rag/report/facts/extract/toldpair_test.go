package extract_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/extract"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// What stands around a figure in its sentence leaves one year, one base and one metric, whatever the reader is inclined to.
func TestWhatASentenceLeavesOfTheReadersAnswers(t *testing.T) {
	of := func(role, measure, year, base string) answering {
		return answering{Role: surely(role), Metric: surely(""), Measure: surely(measure), Owner: surely("entity"), Year: surely(year), Base: surely(base)}
	}
	gas := of("value", "ghg_emissions", "reporting", "unsaid")
	gas.Measure.Sure = 0.25
	heat := of("value", "energy", "reporting", "unsaid")
	heat.Measure.Sure = 0.25
	for name, c := range map[string]struct {
		text string
		said answering
		want string
	}{
		"years in the order of the figures": {"Ovens show a cut of 9 % and 4 % in 2021 and 2022 respectively.", of("change", "energy", "2022", "unsaid"),
			"energy 9 % 2021; energy 4 % 2022"},
		"more figures than years": {"Ovens show a cut of 9 %, and here 4 % and 5 % in 2021, 2022 and 2023, respectively.", of("change", "energy", "2022", "unsaid"),
			"energy 9 % 2022; energy 4 % 2022; energy 5 % 2022"},
		"a year in which it moved":  {"Heat was in fact 7 % lower in 2022.", of("change", "energy", "unsaid", "2022"), "energy 7 % 2022"},
		"a year that it moved from": {"Heat was 7 % lower than in 2022.", of("change", "energy", "2022", "2022"), "energy 7 % 2023 from 2022"},
		"a base that is no later than the target": {"Kiln2030: heat is cut by 20 % against the 2019 baseline.", of("target", "energy", "2030", "2030"),
			"energy 20 % 2030 from 2019"},
		"no base but its own year":            {"Kiln2030: heat is cut by 20 % then.", of("target", "energy", "2030", "2030"), "energy 20 % 2030"},
		"a unit that leaves one metric":       {"In all it was 412 tCO2e.", gas, "ghg_emissions 412 tCO2e 2023"},
		"a unit that leaves several":          {"In all it was 412 GWh.", heat, "other 412 GWh 2023"},
		"a change of what is named behind it": {"This led to a 19 % reduction in waste.", of("change", "ghg_reduction", "reporting", "unsaid"), "waste 19 % 2023"},
		"things that are no people":           {"We work at over 50 sites.", of("value", "headcount", "reporting", "unsaid"), "other 50  2023"},
		"people":                              {"We have 50 engineers.", of("value", "headcount", "reporting", "unsaid"), "headcount 50  2023"},
		"from which it came in a year": {"In FY2022 our annual use of heat fell from 967,000 MWh to 947,000 MWh.", of("from", "energy", "2022", "unsaid"),
			"energy 967000 MWh 2021; energy 947000 MWh 2022"},
		"a plan behind what was reached": {"Heat was cut to 66 GWh over time and we are committed to less by 2030.", of("to", "energy", "2030", "unsaid"),
			"energy 66 GWh 2023"},
		"a share of what cannot be renewed": {"Coal is 65 % of what is burnt of non-renewable sources.", of("share", "renewable_share", "reporting", "unsaid"),
			"other 65 % 2023"},
		"a share of what can": {"Wind is 65 % of renewable sources, coal of non-renewable ones.", of("share", "renewable_share", "reporting", "unsaid"),
			"renewable_share 65 % 2023"},
	} {
		t.Run(name, func(t *testing.T) {
			all, _ := readBy(t, c.text, c.said)
			var got []string
			for _, f := range all {
				if f.Metric == "target_year" {
					continue
				}
				line := fmt.Sprintf("%s %s %s %d", f.Metric, f.Value, f.Unit, f.Year)
				if f.BaseYear > 0 {
					line += fmt.Sprintf(" from %d", f.BaseYear)
				}
				got = append(got, line)
			}
			if said := strings.Join(got, "; "); said != c.want {
				t.Errorf("%q, want %q", said, c.want)
			}
		})
	}
}

// byUnit is a reader that takes percentages for changes of power and the rest for an amount of what is emitted.
type byUnit struct{ answering }

func (b byUnit) read(s statement.Sentence) (out []statement.FigureReading) {
	for _, f := range s.Figures {
		r := statement.FigureReading(b.answering)
		if strings.HasPrefix(s.Text[f.Start:], "412") {
			r.Role, r.Measure = surely("to"), surely("ghg_emissions")
		}
		out = append(out, r)
	}
	return out
}

// eachFigure is a reader of the figures of sentences.
type eachFigure func(statement.Sentence) []statement.FigureReading

func (eachFigure) Name() string { return "each figure" }

func (e eachFigure) Read(_ context.Context, all []statement.Sentence) (out []statement.Reading, err error) {
	for _, s := range all {
		out = append(out, statement.Reading{Kind: surely("value"), Figures: e(s)})
	}
	return out, nil
}

// A change right in front of what it leads to is one of that: "a 4 % increase to 412 tCO2e".
func TestAChangeIsOfWhatItLeadsTo(t *testing.T) {
	change := byUnit{answering{Role: surely("change"), Measure: statement.Answer{Value: "electricity", Sure: 0.5}, Owner: surely("entity"),
		Year: surely("reporting"), Base: surely("unsaid")}}
	for text, want := range map[string]facts.Metric{
		"We saw a 4 % increase to 412 tCO2e.":           facts.GHGReduction,
		"We saw a 4 % increase in power and 412 tCO2e.": facts.Electricity,
	} {
		t.Run(text, func(t *testing.T) {
			all, _ := readBy(t, text, eachFigure(change.read))
			if len(all) != 2 || all[0].Metric != want || all[1].Metric != facts.GHGEmissions {
				t.Errorf("%+v, want %s", all, want)
			}
		})
	}
}

// A row of what is not renewable is no share of what is.
func TestARowOfWhatIsNotRenewable(t *testing.T) {
	for label, renewable := range map[string]bool{
		"Share of non-renewable energy": false, "Non renewable electricity": false, "Share of renewable energy": true, "Renewable and non-renewable energy": true,
	} {
		t.Run(label, func(t *testing.T) {
			s := extract.Read(cornered("Energy mix", "", label, "%"), extract.Options{})
			if len(s.Facts) != 1 || (s.Facts[0].Metric == facts.RenewableShare) != renewable {
				t.Errorf("%+v, want a share of what is renewable: %t", s.Facts, renewable)
			}
		})
	}
}
