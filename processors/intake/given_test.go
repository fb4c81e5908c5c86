package intake

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
	"github.com/sibyl-project/sibyl/rag/artefact"
)

// What is given stands, and is remarked on only where the report itself says other.
func TestWhatIsGivenStands(t *testing.T) {
	const report = "Contoso Holding SE\nSustainability Report. Reporting period: 1 January 2024 to 31 December 2024.\n" +
		"Contoso Holding SE grew. We use the metrics EM-CM-110a.1 and EM-CM-120a.1 of clinker and cement."
	for name, c := range map[string]struct {
		given events.Issuer
		text  string
		want  []string // what the warnings name, in order
	}{
		"nothing":              {events.Issuer{}, report, nil},
		"what the report says": {events.Issuer{Company: "Contoso Holding SE", Period: "2024", Sector: "EM-CM"}, report, nil},
		"the same otherwise":   {events.Issuer{Company: "CONTOSO  Holding", Period: "FY24", Sector: "construction materials"}, report, nil},
		"a part, and the days": {events.Issuer{Company: "Contoso", Period: "1 January 2024 to 31 December 2024"}, report, nil},
		"over two years":       {events.Issuer{Period: "2023/24"}, report, nil},
		"other than all": {events.Issuer{Company: "Other\nplc", Period: "2023", Sector: "X"}, report,
			[]string{`company is taken to be "Other plc"`, `period is taken to be "2023"`, `sector is taken to be "X"`}},
		"another year, short":   {events.Issuer{Period: "FY2022"}, report, []string{`period is taken to be "FY2022"`}},
		"no year at all":        {events.Issuer{Period: "last year"}, report, []string{`period is taken to be "last year"`}},
		"a name that begins so": {events.Issuer{Company: "Contos"}, report, []string{`company is taken to be "Contos"`}},
		// A year is no statement of a period.
		"a report that is silent": {events.Issuer{Company: "Other plc", Period: "2023", Sector: "X"}, "We act. In 2024 too.", nil},
		"long":                    {events.Issuer{Company: strings.Repeat("y", 400)}, report, []string{"yyy…"}},
	} {
		t.Run(name, func(t *testing.T) {
			s := artefact.NewMemory()
			d := streamtest.New(t, New(Config{Store: s, Parser: &fixed{doc: text(c.text)}}))
			r := stored(t, s)
			r.Company, r.Sector, r.Period = c.given.Company, c.given.Sector, c.given.Period
			d.When(requested(r)).ThenPublishes(events.RunOpened.Type, events.ReportParsed.Type)
			o := streamtest.One(d, events.RunOpened).Data
			for _, is := range [][2]string{{c.given.Company, o.Company}, {c.given.Sector, o.Sector}, {c.given.Period, o.Period}} {
				if is[0] != "" && is[1] != strings.Join(strings.Fields(is[0]), " ") {
					t.Errorf("%q was given, the run has %q", is[0], is[1])
				}
			}
			if name == "nothing" && (o.Company != "Contoso Holding SE" || o.Period != "2024" || o.Sector != "EM-CM") {
				t.Errorf("the report was not understood: %+v", o)
			}
			if len(o.Warnings) != len(c.want) {
				t.Fatalf("warnings %q, want %q", o.Warnings, c.want)
			}
			for i, w := range c.want {
				if l := o.Warnings[i]; !strings.Contains(l, w) || !strings.Contains(l, "the report itself says") || strings.Contains(l, "\n") || len([]rune(l)) > 400 {
					t.Errorf("warning %q, want %q in one line", l, w)
				}
			}
		})
	}
}

// TestNamesOfTheCompany: what the user says of one kind goes before what the report says of it.
func TestNamesOfTheCompany(t *testing.T) {
	const report = "Contoso Holding SE (“Contoso Lime”) grew.\nSustainability Report. Reporting period: 1 January 2024 to 31 December 2024.\n" +
		"Contoso Holding SE is listed (XETRA: CTS). See www.contoso.com."
	for name, c := range map[string]struct {
		aliases, tickers, domains []string
		want                      string
	}{
		"as the report says": {nil, nil, nil, "alias Contoso Lime p1; ticker CTS p1; domain contoso.com p1"},
		"as given":           {[]string{" The  Limers "}, nil, []string{"Limers.COM"}, "alias The Limers p0; domain limers.com p0; ticker CTS p1"},
		"nothing in it":      {[]string{" "}, nil, nil, "ticker CTS p1; domain contoso.com p1"},
	} {
		t.Run(name, func(t *testing.T) {
			s := artefact.NewMemory()
			d := streamtest.New(t, New(Config{Store: s, Parser: &fixed{doc: text(report)}, Sources: []events.Source{{Name: "news", URL: "https://news.example"}}}))
			r := stored(t, s)
			r.Aliases, r.Tickers, r.Domains = c.aliases, c.tickers, c.domains
			d.When(requested(r)).ThenPublishes(events.RunOpened.Type, events.ReportParsed.Type)
			o := streamtest.One(d, events.RunOpened).Data
			var got []string
			for _, n := range o.Names {
				got = append(got, fmt.Sprintf("%s %s p%d", n.Kind, n.Value, n.Page))
				if n.Why == "" || (n.Page > 0) != (n.Quote != "") {
					t.Errorf("%+v has no reason or no place", n)
				}
			}
			if strings.Join(got, "; ") != c.want || len(o.Sources) != 1 {
				t.Errorf("%q, want %q; sources %v", got, c.want, o.Sources)
			}
		})
	}
}
