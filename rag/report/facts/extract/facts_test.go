package extract_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/extract"
)

func page(text string) *document.Document {
	return &document.Document{SHA256: "s", Version: document.Version, Pages: []document.Page{{Number: 1, Text: text}}}
}

// said is a fact in one line: scope, method, category, year, value, unit, base.
func said(f *facts.Fact) string {
	return strings.Join([]string{string(f.Metric), f.Scope, f.Method, f.Category, f.PeriodText(), f.Value, f.Unit, f.ValueBase + " " + f.UnitBase}, "|")
}

// What lines and sentences say.
func TestFactsOfText(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"rows below years": {
			"Emissions (kt CO2e) 2022 2021\nScope 1 1.5 1.6\nScope 2 (market-based) 2 3\n",
			[]string{"ghg_emissions|1|||2022|1.5|kt CO2e|1500 tCO2e", "ghg_emissions|1|||2021|1.6|kt CO2e|1600 tCO2e",
				"ghg_emissions|2|market||2022|2|kt CO2e|2000 tCO2e", "ghg_emissions|2|market||2021|3|kt CO2e|3000 tCO2e"},
		},
		"an ambiguous unit stays so": {
			"GHG emissions 2022 2021\nScope 1 (MT CO2e) 100 90\n",
			[]string{"ghg_emissions|1|||2022|100|MT CO2e| ", "ghg_emissions|1|||2021|90|MT CO2e| "},
		},
		"a label on two lines, a gas on two": {
			"FY2021 FY2020\nIndirect emissions from purchased\nelectricity (Scope 2) kt CO\n2e 20 30\n",
			[]string{"ghg_emissions|2|||FY2021|20|kt CO2e|20000 tCO2e", "ghg_emissions|2|||FY2020|30|kt CO2e|30000 tCO2e"},
		},
		"a sentence": {
			"In 2021 our Scope 1 emissions were 4,641 metric tons of CO2e.",
			[]string{"ghg_emissions|1|||2021|4641|metric tons of CO2e|4641 tCO2e"},
		},
		"a change is no amount":       {"In 2021 Scope 1 emissions were reduced by 300 t CO2e.", nil},
		"columns that cannot be told": {"t CO2e 2022 2021\nScope 1 100\n", nil},
		"an intensity": {
			"2022 2021\nScope 1 and 2 per employee (t CO2e) 2.1 2.2\n",
			[]string{"ghg_intensity|1+2||per employee|2022|2.1|t CO2e|2.1 tCO2e", "ghg_intensity|1+2||per employee|2021|2.2|t CO2e|2.2 tCO2e"},
		},
		"a denominator on the next line": {
			"2022 2021\nScope 1 and 2 emissions in t CO2e per\nMio. € revenue 12.5 13.1\n",
			[]string{"ghg_intensity|1+2||per Mio revenue|2022|12.5|t CO2e per Mio. € revenue|12.5 tCO2e",
				"ghg_intensity|1+2||per Mio revenue|2021|13.1|t CO2e per Mio. € revenue|13.1 tCO2e"},
		},
		"a scale word is part of the unit": {
			"In 2022 water withdrawal was 14.26 million m³, and revenue was €77.8 billion.",
			[]string{"water|||withdrawal|2022|14.26|million m³|14260000 m3", "revenue||||2022|77.8|EUR billion|77800000000 EUR"},
		},
		"figures above their names": {
			"€11.4 bn.\n\nRevenue\n\n14.9 m. t\n\nCO2e GHG emissions\nScope 1, 2, 3\n\n42,325\n\nEmployees\n", nil,
		},
		"a figure below its name": {
			"GHG emissions\nTotal Scope 1 (t CO2e)\n42,325\n", []string{"ghg_emissions|1|||2022|42325|t CO2e|42325 tCO2e"},
		},
		"a scale rules out megatonnes": {
			"In 2022 our Scope 1 emissions were 1.74M MT CO2e.",
			[]string{"ghg_emissions|1|||2022|1.74|M MT CO2e|1740000 tCO2e"},
		},
		"totals of purchased energy": {
			"Location-based\nmethod metric t CO2e 2022 2021\nIndirect emissions from purchased electricity 10 20\nIndirect emissions from heat 5 6\n" +
				"Total 15 26\nMarket-based method Indirect emissions from purchased electricity 30 40\nIndirect emissions from heat 5 6\nTotal 35 46\n",
			[]string{
				"ghg_emissions|2|location|purchased electricity|2022|10|metric t CO2e|10 tCO2e",
				"ghg_emissions|2|location|purchased electricity|2021|20|metric t CO2e|20 tCO2e",
				"ghg_emissions|2|location|heat|2022|5|metric t CO2e|5 tCO2e", "ghg_emissions|2|location|heat|2021|6|metric t CO2e|6 tCO2e",
				"ghg_emissions|2|location||2022|15|metric t CO2e|15 tCO2e", "ghg_emissions|2|location||2021|26|metric t CO2e|26 tCO2e",
				"ghg_emissions|2|market|purchased electricity|2022|30|metric t CO2e|30 tCO2e",
				"ghg_emissions|2|market|purchased electricity|2021|40|metric t CO2e|40 tCO2e",
				"ghg_emissions|2|market|heat|2022|5|metric t CO2e|5 tCO2e", "ghg_emissions|2|market|heat|2021|6|metric t CO2e|6 tCO2e",
				"ghg_emissions|2|market||2022|35|metric t CO2e|35 tCO2e", "ghg_emissions|2|market||2021|46|metric t CO2e|46 tCO2e",
			},
		},
		"a total by the other method below its scope": {
			"t CO2e 2022 2021\nScope 2Total (Market-based) 2 3\nHeating 2 3\nTotal\n(Location-based) 4 5\n",
			[]string{
				"ghg_emissions|2|market||2022|2|t CO2e|2 tCO2e", "ghg_emissions|2|market||2021|3|t CO2e|3 tCO2e",
				"ghg_emissions|||Heating|2022|2|t CO2e|2 tCO2e", "ghg_emissions|||Heating|2021|3|t CO2e|3 tCO2e",
				"ghg_emissions|2|location||2022|4|t CO2e|4 tCO2e", "ghg_emissions|2|location||2021|5|t CO2e|5 tCO2e",
			},
		},
		"one year above rows without years": {
			"FY2021 results\nScope 1 emissions (t CO2e) 412\n", []string{"ghg_emissions|1|||2021|412|t CO2e|412 tCO2e"},
		},
		"the name of the report at the page's end": {
			"t CO2e 2022 2021\nScope 1 2 3\nSustainability Report 2022 67\n",
			[]string{"ghg_emissions|1|||2022|2|t CO2e|2 tCO2e", "ghg_emissions|1|||2021|3|t CO2e|3 tCO2e"},
		},
		"less than a hundredth, and a row that cannot be told": {
			"t CO2e 2022 2021\nScope 1 <0.01 3\nScope 2 1 2 3 4\nTotal Scope 1 and 2 5 6\n",
			[]string{"ghg_emissions|1|||2022|0.01|t CO2e|0.01 tCO2e", "ghg_emissions|1|||2021|3|t CO2e|3 tCO2e",
				"ghg_emissions|1+2|||2022|5|t CO2e|5 tCO2e", "ghg_emissions|1+2|||2021|6|t CO2e|6 tCO2e"},
		},
		"a restated figure says so": {
			"Scope 1 emissions of 2021 were restated from 428,900 t CO2e to 431,800 t CO2e.",
			[]string{"ghg_emissions|1|||2021|431800|t CO2e|431800 tCO2e"},
		},
	} {
		s := extract.Read(page(c.text), extract.Options{Year: 2022})
		var got []string
		for i := range s.Facts {
			got = append(got, said(&s.Facts[i]))
		}
		if strings.Join(got, "\n") != strings.Join(c.want, "\n") {
			t.Errorf("%s: read\n%s\nwant\n%s", name, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
}

func TestSheetsAreStoredWhole(t *testing.T) {
	s := extract.Read(page("Emissions (MT CO2e) 2022 2021\nScope 1 1,500.0 1,600\nScope 2 20 30\n"), extract.Options{})
	if len(s.Facts) != 4 {
		t.Fatalf("%+v", s.Facts)
	}
	data, err := facts.Encode(s)
	if err != nil {
		t.Fatal(err)
	}
	back, err := facts.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	again, err := facts.Encode(back)
	if err != nil || !bytes.Equal(data, again) {
		t.Fatalf("%v: not the same bytes", err)
	}
	for i := range s.Facts {
		a, b := s.Facts[i].Quantity(), back.Facts[i].Quantity()
		if a.Base().Cmp(b.Base()) != 0 || a.Half.Cmp(b.Half) != 0 || !a.Comparable(b) {
			t.Errorf("%+v is stored as %+v", a, b)
		}
	}
	for _, broken := range []string{"", "{}", `{"version":"1","facts":[{"id":"x","page":1,"value":"a"}]}`, `{"version":"1","facts":[{"id":"","page":1}]}`} {
		if _, err := facts.Decode([]byte(broken)); !errors.Is(err, facts.ErrInvalid) {
			t.Errorf("%q: %v", broken, err)
		}
	}
}

// The same table in two languages is one list of facts, each in two places; what differs is told.
func TestTwoLanguages(t *testing.T) {
	table := func(label string, last string) document.Table {
		row := func(l, v string) []document.Cell {
			return []document.Cell{{Text: l}, {Text: v, Value: v, RowPath: []string{l}, ColPath: []string{"2023"}, Unit: "t"}}
		}
		return document.Table{HeaderRows: 1, HeaderCols: 1, Rows: [][]document.Cell{{{}, {Text: "2023"}},
			row(label+" waste a", "1"), row(label+" waste b", "2"), row(label+" waste c", "3"), row(label+" waste d", "4"), row(label+" waste e", last)}}
	}
	d := &document.Document{SHA256: "s", Version: document.Version, Pages: []document.Page{
		{Number: 1, Language: "en", Tables: []document.Table{table("English", "5")}}, {Number: 2, Language: "de", Tables: []document.Table{table("German", "6")}},
	}}
	s := extract.Read(d, extract.Options{})
	if len(s.Facts) != 6 || len(s.Twins) != 1 || len(s.Facts[0].Places) != 1 || s.Facts[0].Places[0].Page != 2 {
		t.Errorf("%d facts, twins %v: %+v", len(s.Facts), s.Twins, s.Facts)
	}
}

// Whatever a page holds, reading ends and every fact has a figure and a place.
func FuzzRead(f *testing.F) {
	for _, s := range []string{
		"GHG (MT CO\n2e) 2021 2020\nScope 1 (direct)1 5,000 – 4", "2020 2021 2022 FY2021\n- - 1 2", "Scope 1-3 were 5 t CO2e (2019: 4 t).",
		"(((((\n)))))", "\x00\xff2021 2022\n1 2",
		"Total 1’000 tonnes 1 2 3\n20202021\nSCOPE 2\nMM MT CO 2e4.50 4.58",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		sheet := extract.Read(page(s), extract.Options{Year: 2022})
		for i := range sheet.Facts {
			x := &sheet.Facts[i]
			if x.Value == "" || x.Page != 1 || x.ID == "" || x.Quantity().Value == nil || x.Quantity().Unit.Factor == nil {
				t.Fatalf("%q: %+v", s, x)
			}
		}
		if data, err := facts.Encode(sheet); err != nil {
			t.Fatal(err)
		} else if _, err := facts.Decode(data); err != nil {
			t.Fatal(err)
		}
	})
}
