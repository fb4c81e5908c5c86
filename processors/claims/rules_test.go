package claims

import (
	"context"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sibyl-project/sibyl/data/ifrs"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// doc is a document of these pages; each line of a page is a block of its own, with tabs a row, and one
// that starts with "# " is a heading.
func doc(pages ...string) *document.Document {
	d := &document.Document{Version: document.Version, Pages: []document.Page{}, Outline: []document.Heading{}}
	for i, text := range pages {
		p := document.Page{Number: i + 1, Label: "", Language: "en", Tables: []document.Table{}, Lines: []document.Line{}}
		at := 0
		for b, line := range strings.Split(text, "\n") {
			role := document.RoleBody
			if rest, ok := strings.CutPrefix(line, "# "); ok {
				line, role = rest, document.RoleHeading
			} else if strings.Contains(line, "\t") {
				role = document.RoleRow
			}
			n := len([]rune(line))
			p.Lines = append(p.Lines, document.Line{Start: at, End: at + n, Block: b, Role: role})
			p.Text += line + "\n\n"
			at += n + 2
		}
		d.Pages = append(d.Pages, p)
	}
	return d
}

// undecided finds every sentence likely enough that the rules decide: those that weigh enough are claims.
type undecided struct{}

func (undecided) Name() string { return "undecided" }

func (undecided) Read(_ context.Context, s []statement.Sentence) ([]statement.Reading, error) {
	out := make([]statement.Reading, len(s))
	for i := range out {
		out[i].Claim = 0.63 // with six points of weight just enough, with five not
	}
	return out, nil
}

func extract(t testing.TB, d *document.Document, from, to int) []events.Claim {
	t.Helper()
	if err := d.Validate(); err != nil {
		t.Fatal(err)
	}
	claims, err := Rules{Reader: undecided{}}.Extract(context.Background(), Section{ReportID: "rep_1", Document: d, From: from, To: to})
	if err != nil {
		t.Fatal(err)
	}
	return claims
}

func TestWhatIsAClaim(t *testing.T) {
	for _, c := range []struct {
		text       string
		kind       events.ClaimType
		priority   events.Priority
		paragraphs string // those that must be among the claim's
	}{
		{"Our Scope 1 emissions decreased by 12% year-over-year to 2.3 million tonnes CO2e.", events.Quantitative, events.High, "S2.29(a)(i)(1)"},
		{"Scope 3 emissions of our supply chain rose to 14,794 kt CO2e in 2023.", events.Quantitative, events.High, "S2.29(a)(i)(3)"},
		{"We have committed to net-zero emissions by 2050, with an interim target of 42% reduction by 2030.", events.Strategic, events.High, "S2.33(d) S2.36(c)"},
		{"We aim to cut our Scope 1 and 2 emissions by 50% by 2030 compared to our 2019 baseline.", events.Strategic, events.High, "S2.33(e) S2.33(d) S2.36(b)"},
		{"We will reduce absolute Scope 1 and 2 emissions by 42 % between 2020 and 2030.", events.Strategic, events.High, "S2.33(d) S2.36(b)"},
		{"Waste heat dries the boards that our board machines produce and saves 58 TJ of gas a year.", events.Environmental, events.High, ""},
		{"Our Board's Sustainability Committee meets quarterly to oversee climate risk.", events.LegalGovernance, events.Medium, "S2.6(a) S2.6(a)(iii)"},
		{"The Supervisory Board monitors the human rights strategy and approves its targets every year.", events.LegalGovernance, events.Medium, "S1.27(a)"},
		{"Climate performance accounts for 10% of the executive bonus of our Management Board.", events.LegalGovernance, events.High, "S2.29(g)"},
		{"We apply an internal carbon price of €80 per tonne to all our investments.", events.Quantitative, events.High, "S2.29(f)"},
		{"Our reforestation project in Borneo has restored 5,000 hectares of rainforest.", events.Geographic, events.High, ""},
		{"100% of our electricity comes from certified renewable sources.", events.Environmental, events.High, "S2.32"},
		{"We diverted 92% of our operational waste from landfill in 2023.", events.Environmental, events.High, "S1.46(b)"},
		{"In 2023 our Spanish sites obtained ISO 14001 certification of their management system.", events.Environmental, events.Medium, ""},
		{"We invested €650 million in decarbonization of our plants in 2023.", events.Quantitative, events.High, "S2.29(e)"},
		{"Our climate target was validated by the Science Based Targets initiative in 2022.", events.Environmental, events.Medium, ""},
		{"We conducted a climate scenario analysis in 2022 that covers flood and heat stress at our sites.", events.Environmental, events.Medium, "S2.22(b)"},
		{"Since setting our Scope 1 and 2 reduction target in 2021, we have nearly doubled our 2030 target.", events.Strategic, events.High, "S2.33"},
		{"In 2022 we started construction of our net zero distribution centre in Calgary, Alberta.", events.Geographic, events.Medium, "S2.14(a)(ii)"},
		{"To date, 386 electric vehicle charging stations have been installed at our properties.", events.Quantitative, events.Medium, "S2.14(a)(ii)"},
		{"A majority of our Scope 3 emissions come from Category 1 and Category 11.", events.Quantitative, events.Medium, "S2.29(a)(vi)(1)"},
		{"The products we sold in 2023 will avoid 190 million tons of CO2 over their lifetime.", events.Quantitative, events.High, "S2.14(a)(iii)"},
		{"In 2023 we assessed our capital expenditure in accordance with the Taxonomy Regulation.", events.LegalGovernance, events.Medium, "S2.29(d)"},
		{"The data protection organization is headed by our Data Protection Officer.", events.LegalGovernance, events.Medium, "S1.27(b)"},
		{"The Cybersecurity Board, chaired by our Chief Security Officer, coordinates all audits.", events.LegalGovernance, events.Medium, "S1.27(b)"},
		{"The skills matrix is regularly reviewed by the Board to see which expertise is missing.", events.LegalGovernance, events.Medium, "S1.27(a)(ii)"},
		{"We buy Emissions-Free Energy Certificates for 100% of the electricity we use.", events.Environmental, events.High, "S2.29(a)(v)"},
		{"We deployed LED lighting in 167 warehouses and cut our energy use by 35%.", events.Quantitative, events.High, "S2.14(a)(ii)"},
		{"Our Supplier Code of Conduct prohibits child labor and applies to all of our suppliers.", events.LegalGovernance, events.Medium, "S1.44(a)"},
	} {
		claims := extract(t, doc(c.text), 1, 1)
		if len(claims) != 1 {
			t.Errorf("%d claims in %q", len(claims), c.text)
			continue
		}
		got := claims[0]
		if got.Type != c.kind || got.Priority != c.priority {
			t.Errorf("%s/%s, want %s/%s: %s", got.Type, got.Priority, c.kind, c.priority, c.text)
		}
		for _, want := range strings.Fields(c.paragraphs) {
			if !slices.ContainsFunc(got.Paragraphs, func(p events.ParagraphLink) bool { return p.ID == want }) {
				t.Errorf("paragraphs %v lack %s: %s", got.Paragraphs, want, c.text)
			}
		}
		if got.Text != c.text || got.Quote.Text != c.text || !got.Anchored || got.Source != "text" || got.Reasoning == "" || got.ID != events.ClaimID("rep_1", 1, c.text) {
			t.Errorf("claim %+v", got)
		}
	}
}

func TestWhatIsNone(t *testing.T) {
	for name, text := range map[string]string{
		"a phrase":                "We are committed to a sustainable future for all of our stakeholders.",
		"a question":              "Did you know that our emissions fell by 12% in 2023?",
		"a heading":               "# Our emissions fell by 12% in 2023",
		"a definition":            "Scope 2 emissions are defined as indirect emissions from 100% of purchased energy.",
		"a method":                "Emission factors of 0.4 kg per kWh are calculated using the residual mix of 2022.",
		"a safe harbor":           "These forward-looking statements on our 2030 target of 50% are subject to risks.",
		"a direction":             "For more information on our emissions of 12 kt, please refer to page 47.",
		"the industry":            "The building sector accounts for 40% of all greenhouse gas emissions worldwide.",
		"somebody else's promise": "The European Union wants to reduce net emissions by at least 55% by 2030.",
		"contents":                "Climate action and our 2030 targets ........ 24",
		"an opinion":              "We believe that our policies are implemented by our Board in a good way.",
		"a torn sentence":         "and reduced our emissions by 12% compared to the year 2022.",
		"thanks":                  "Dear reader, we reduced our emissions by 12% in 2023 and thank you for it.",
		"business":                "In fiscal 2023 we had revenue of €78 billion and profits of €8.5 billion.",
		"praise":                  "We are one of the world's leading suppliers of trucks and energy systems in Europe.",
		"a chapter's number":      "It is also mandatory for our suppliers (07 | Supply chain).",
		"a row without a unit":    "Employees\t12\t14",
		"a row without a label":   "12 t\t14 t\t15 t",
		"a row of a template":     "Low carbon technologies\t29.7%\tN/EL\tEL",
		"a row of dates":          "Emissions (t CO2e)\t2022\t2023",
	} {
		if claims := extract(t, doc(text), 1, 1); len(claims) != 0 {
			t.Errorf("%s: %q is no claim", name, claims[0].Text)
		}
	}
}

func TestRows(t *testing.T) {
	d := doc("# Emissions\nIndicator\t2023\t2022 (kt CO2e)\nScope 1\t12.5\t13.1\nWater withdrawal (m3)\t1,200\t1,300\nWomen in management\t%\t31\t29")
	claims := extract(t, d, 1, 1)
	var got []string
	for _, c := range claims {
		if c.Source != "table" || c.Priority != events.High {
			t.Errorf("%s/%s: %s", c.Source, c.Priority, c.Text)
		}
		got = append(got, c.Text+" | "+strings.Join(c.Entities.Units, ","))
	}
	want := []string{"Scope 1 12.5 13.1 | ktCO2e", "Water withdrawal (m3) 1,200 1,300 | m3", "Women in management % 31 29 | %"}
	if !slices.Equal(got, want) {
		t.Errorf("rows\n got %q\nwant %q", got, want)
	}
}

func TestTwoAssertionsAreTwoClaims(t *testing.T) {
	text := "In 2023 our Scope 1 emissions decreased by 12% to 40 kt, while our Scope 2 emissions increased by 3% to 20 kt."
	claims := extract(t, doc("Before: ünïcode.\n"+text), 1, 1)
	if len(claims) != 2 {
		t.Fatalf("%d claims", len(claims))
	}
	if a, b := claims[0], claims[1]; a.Text != "In 2023 our Scope 1 emissions decreased by 12% to 40 kt" || b.Text != "In 2023 our Scope 2 emissions increased by 3% to 20 kt." || b.Quote.Text != "our Scope 2 emissions increased by 3% to 20 kt." {
		t.Errorf("claims %q and %q", a.Text, b.Text)
	}
	whole := "Scope 1 emissions were reduced by 12%, while we kept our promise to people."
	if claims := extract(t, doc(whole), 1, 1); len(claims) != 1 || claims[0].Text != whole {
		t.Errorf("half a claim: %+v", claims)
	}
}

// A sentence that a page breaks is one claim, on the page where it begins.
func TestASentenceAcrossPages(t *testing.T) {
	d := doc("We reduced our greenhouse gas emissions by 12% and", "our water use by 7% in 2023 compared to 2022.\nOur sites in Spain use 100% renewable electricity since 2022.")
	claims := extract(t, d, 1, 2)
	if len(claims) != 2 {
		t.Fatalf("%d claims: %+v", len(claims), claims)
	}
	c := claims[0]
	if c.Page != 1 || c.Text != "We reduced our greenhouse gas emissions by 12% and our water use by 7% in 2023 compared to 2022." {
		t.Errorf("page %d: %q", c.Page, c.Text)
	}
	if c.Quote.Text != "We reduced our greenhouse gas emissions by 12% and" {
		t.Errorf("quote %q", c.Quote.Text)
	}
	if claims[1].Page != 2 {
		t.Errorf("second claim on page %d", claims[1].Page)
	}
}

func TestPagesThatAssertNothing(t *testing.T) {
	foreign := doc("We reduced our emissions by 12% in 2023.")
	foreign.Pages[0].NotAnalysed = "language de is not read"
	index := doc(strings.Repeat("GRI 305-1 Direct emissions\tp. 40\n", 15) + "We reduced our emissions by 12% in 2023.")
	auditor := doc("# Independent auditor's report\nThis limited assurance engagement covers much.\nOur assurance conclusion stands.\nWe reduced our emissions by 12% in 2023.")
	contents := doc("# Contents\nClimate 4\nWater 9\nWe reduced our emissions by 12% in 2023.")
	for name, d := range map[string]*document.Document{"foreign": foreign, "index": index, "auditor": auditor, "contents": contents} {
		if claims := extract(t, d, 1, 1); len(claims) != 0 {
			t.Errorf("%s: %q", name, claims[0].Text)
		}
	}
}

func TestEntities(t *testing.T) {
	e := extract(t, doc("In 2023 our Board approved the ISO 14001 roadmap for our plants in Poland and the US with 12% less water and 5 MW of solar by 2030."), 1, 1)[0].Entities
	for name, c := range map[string][2][]string{
		"figures": {e.Figures, {"12%", "5 MW"}}, "units": {e.Units, {"%", "MW"}}, "periods": {e.Periods, {"2023", "2030"}},
		"places": {e.Places, {"Poland", "US"}}, "bodies": {e.Bodies, {"Board"}}, "standards": {e.Standards, {"ISO 14001"}},
	} {
		if !slices.Equal(c[0], c[1]) {
			t.Errorf("%s: got %q, want %q", name, c[0], c[1])
		}
	}
	if !e.Commitment || e.Subject != "company" {
		t.Errorf("commitment %v, subject %q", e.Commitment, e.Subject)
	}
}

// Every paragraph that a claim may be mapped to exists, in the pillar that is said.
func TestParagraphsExist(t *testing.T) {
	registry, err := ifrs.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range links {
		p, ok := registry.Paragraph(l.id)
		if !ok || p.Pillar != l.pillar {
			t.Errorf("%s in %s: registry has %v, in %s", l.id, l.pillar, ok, p.Pillar)
		}
	}
}

// The claims of a page are the same in whatever section it is read, and every quotation is exact.
func TestClaimsDoNotDependOnTheSection(t *testing.T) {
	sentences := []string{
		"We reduced our emissions by 12% in 2023.", "Water use of our plants fell by 5% and", "rose again by 2% in 2024.", "A heading without end",
		"Our Board oversees climate risk.", "Scope 1\tt CO2e\t12\t13", "# Climate", "We aim to reach net zero emissions by 2040.", "• We planted 500 trees in Kenya", "Ünïcode – it is.",
	}
	rapid.Check(t, func(t *rapid.T) {
		pages := rapid.SliceOfN(rapid.Map(rapid.SliceOfN(rapid.SampledFrom(sentences), 1, 5), func(s []string) string { return strings.Join(s, "\n") }), 1, 5).Draw(t, "pages")
		d := doc(pages...)
		whole, err := Rules{}.Extract(context.Background(), Section{ReportID: "rep_1", Document: d, From: 1, To: len(d.Pages)})
		if err != nil {
			t.Fatal(err)
		}
		var apart []events.Claim
		for n := range d.Pages {
			one, err := Rules{}.Extract(context.Background(), Section{ReportID: "rep_1", Document: d, From: n + 1, To: n + 1})
			if err != nil {
				t.Fatal(err)
			}
			apart = append(apart, one...)
		}
		if a, b := encoded(t, whole), encoded(t, apart); a != b {
			t.Fatalf("whole %s\napart %s", a, b)
		}
		for _, c := range whole {
			runes := []rune(d.Pages[c.Page-1].Text)
			if c.Quote.Text == "" || string(runes[c.Quote.Start:c.Quote.End]) != c.Quote.Text {
				t.Fatalf("quote %q at %d..%d", c.Quote.Text, c.Quote.Start, c.Quote.End)
			}
		}
	})
}
