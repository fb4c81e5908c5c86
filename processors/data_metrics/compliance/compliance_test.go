package compliance

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/data/sample"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/pdf/layout"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts/extract"
)

func statuses(pages ...string) map[string]events.DisclosureStatus {
	d := &document.Document{SHA256: "s", Version: document.Version}
	for i, text := range pages {
		d.Pages = append(d.Pages, document.Page{Number: i + 1, Text: text})
	}
	out := map[string]events.DisclosureStatus{}
	for _, p := range Assess(extract.Read(d, extract.Options{Year: 2023}), d).Paragraphs {
		out[p.ID] = p.Status
	}
	return out
}

// Each paragraph with a sentence that answers it beside one with its words that does not.
func TestSentencesThatAnswer(t *testing.T) {
	const aim = " We aim to reduce our Scope 1 emissions by 42 % by 2030."
	const net = "We aim to reach net-zero emissions by 2040."
	for _, c := range []struct{ paragraph, answers, doesNot string }{
		{"S2.29(a)(ii)", "Our emissions are calculated in accordance with the Greenhouse Gas (GHG) Protocol.", "Glossary: the Greenhouse Gas (GHG) Protocol."},
		{"S2.29(a)(ii)", "Our emissions are calculated in accordance with the GHG Protocol.", "Glossary of terms: CDP, TCFD, TNFD, the GHG Protocol, SDGs."},
		{"S2.29(a)(iii)(1)",
			"We consolidate emissions by operational control. Emission factors are taken from DEFRA. Missing energy data are estimated from last year.",
			"The board has financial control over spending. We assume responsibility for nature and society. Human factors matter in our work."},
		{"S2.29(a)(iii)(3)", "Emissions of 2022 were restated because a factor was corrected.", "Climate change in Asia has changed the lives of many people."},
		{"S2.29(b)", "Assets of EUR 12 million, 4 % of our portfolio, are exposed to transition risks.",
			"We consider transition risks in our portfolio and expect growth of 4 % and EUR 12 million."},
		{"S2.29(c)", "Sites with a carrying amount of EUR 92 million, 14 % of all assets, are highly exposed to floods.",
			"After the flood we gave EUR 92 million to our neighbours, 14 % more than before."},
		{"S2.29(d)", "Taxonomy-aligned revenue was EUR 12.8 billion, 16.5 % of total revenue.",
			"Women see good opportunities with us: 51 % of our people, at a cost of EUR 3 million."},
		{"S2.29(e)", "In 2023 we invested EUR 17 million in heat recovery and renewable energy.",
			"The EUR 300 million invested by clients in sustainable funds was unchanged in the year."},
		{"S2.29(e)", "Capital expenditure of EUR 4 million went into energy efficiency in 2023.",
			"We are committed to investing EUR 17 million in heat recovery and renewable energy by 2030, and will report on it."},
		{"S2.29(f)(i)", "We use an internal carbon price in all decisions on investments.",
			"Companies could act, for example by establishing an internal carbon price in their plans."},
		{"S2.29(g)(i)", "The bonus of the board is linked to the reduction of CO2 emissions.",
			"The remuneration committee met four times and discussed sustainability with the auditor."},
		{"S2.29(g)(ii)", "In 2023, 15 % of the bonus of the board was based on emissions.", "The bonus of the board is linked to the reduction of CO2 emissions."},
		{"S2.33(e)", "We will reduce our emissions by 42 % by 2030 compared with 2019.",
			"Revenue grew by 4 % compared with 2019, and we plan to reduce emissions by 2030."},
		{"S2.33(f)", aim + " The interim target for 2027 is a reduction of 28 %.", aim + " The year was a milestone for the whole company and its people."},
		{"S2.33(g)", "We will reduce absolute Scope 1 emissions by 42 % by 2030.", aim + " It is an absolute pleasure to work with such colleagues in the region."},
		{"S2.33(h)", aim + " The target is aligned with the 1.5 °C goal of the Paris Agreement.",
			aim + " The climate goals of the United Nations and of Paris are the frame for what we do."},
		{"S2.34(a)", "The SBTi validated our targets in March 2023." + aim,
			aim + " Our commitment to the Science Based Targets initiative follows recognised climate models."},
		{"S2.34(a)", "The SBTi has approved our targets against its criteria, and we expect to renew them." + aim,
			aim + " We submitted our target to the SBTi for validation of its criteria."},
		{"S2.34(a)", "Our targets were validated in 2022 by the SBTi by its criteria." + aim,
			aim + " We expect the SBTi to validate our target by its criteria in 2025."},
		{"S2.34(a)", "Our targets received validation from the SBTi by its criteria." + aim, aim + " Our targets will be validated by the SBTi by its criteria."},
		{"S2.29(a)(i)(1)", "Our Scope 1 emissions were 131,000 t CO2e in 2023.", "Scope 1 emissions of our suppliers were 131,000 t CO2e in 2023."},
		{"S2.29(a)(i)(1)", "Scope 1 emissions of our plants were 131,000 t CO2e in 2023.", "Our suppliers' Scope 1 emissions were 131,000 t CO2e in 2023."},
		{"S2.36(e)", net + " We plan to use carbon credits for the rest of our emissions.",
			net + " Our customers may plan to use carbon credits for their emissions."},
		{"S2.34(b)", aim + " The target is reviewed every year by the board.", aim + " The board reviews the progress towards the climate targets every quarter."},
		{"S2.34(c)", aim + " Progress towards the target is tracked by the indicator of tonnes of CO2e per tonne of cement.",
			aim + " Scope 1 emissions were 4 % higher than in the year before."},
		{"S2.34(d)", aim + " In 2022 the emissions target was raised from 30 % following the purchase of two plants.",
			aim + " In 2022 the price of carbon was raised following a decision of the state."},
		{"S2.29(a)(iii)(2)", "We report emissions by operational control because this best reflects what we can change.",
			"We have operational control over nine plants and report their emissions."},
		{"S2.33(a)", aim, "We aim to be a good neighbour by 2030."},
		{"S2.33(b)", aim + " The emissions target is science-based and we commit to help limit warming.", aim + " The weather limited our sales."},
		{"S2.33(d)", aim, "Our emissions fell by 4 % and our people want to reduce more of our emissions soon, by 3 % perhaps."},
		{"S2.36(e)(i)", net + " We will use carbon credits only for residual emissions, at most 5 % of the base year.", net + " We plan to use carbon credits."},
		{"S2.36(e)(ii)", net + " We plan to use carbon credits for the rest. The carbon credits are certified by Verra.",
			net + " We plan to use carbon credits for the rest."},
		{"S2.36(e)(iii)", net + " We plan to use carbon credits for the rest. The carbon credits come from reforestation and remove carbon from the air.",
			net + " We plan to use carbon credits for the rest of our emissions."},
		{"S2.36(e)(iv)", net + " We plan to use carbon credits for the rest. For carbon credits we look at permanence and additionality.",
			net + " We plan to use carbon credits for the rest of our emissions."},
		{"S2.35", aim + " By 2023 our emissions had fallen by 12 % since 2019 and reached the target early. Emissions fell by 3 % because of mild weather.",
			aim + " Our engagement score reached its target of 80 % this year."},
		{"S2.36(a)", "The targets for 2030 cover all greenhouse gases of our sites." + aim, aim + " Methane is a gas that warms the climate quickly."},
		{"S2.36(c)", "We aim to reach net-zero emissions by 2040. The gross target is a reduction of all our emissions by 90 % by 2040.",
			aim + " Net zero is a term that many people use."},
		{"S2.36(d)", aim + " The target follows the sectoral decarbonisation approach.", aim + " The building sector emits much of the world's carbon."},
		{"S2.36(e)", "We aim to reach net-zero emissions by 2040. No offsets are counted towards the target.",
			"We aim to reach net-zero emissions by 2040. Wind at sea offsets the calm weather on land."},
	} {
		if got := statuses(c.answers)[c.paragraph]; got != events.FullyAddressed {
			t.Errorf("%s, %q: %s", c.paragraph, c.answers, got)
		}
		if got := statuses(c.doesNot)[c.paragraph]; got == events.FullyAddressed || got == events.PartiallyAddressed {
			t.Errorf("%s, %q: %s", c.paragraph, c.doesNot, got)
		}
	}
}

// What a paragraph asks for stands apart: the part that is missing is named, and the status says that a part is.
func TestPartsThatAreMissing(t *testing.T) {
	for _, c := range []struct{ text, paragraph, missing string }{
		{"We aim to reach net-zero emissions by 2040.", "S2.36(c)", "the gross target that stands apart from the net one"},
		{"Assets of EUR 12 million in our portfolio are exposed to transition risks.", "S2.29(b)", "their share"},
		{"The bonus of the board is linked to ESG criteria and to the share price.", "S2.29(g)(i)", "how climate enters it"},
		{"We aim to cut our emissions by 42 % by 2030. An independent third party has verified the emissions target.",
			"S2.34(a)", "whether a third party has validated the method of setting it"},
		{"We consolidate emissions by operational control. Emission factors are taken from DEFRA.", "S2.29(a)(iii)(1)", "assumptions"},
	} {
		d := &document.Document{SHA256: "s", Version: document.Version, Pages: []document.Page{{Number: 1, Text: c.text}}}
		found := Assess(extract.Read(d, extract.Options{Year: 2023}), d)
		details, ok := found.Details.(events.MetricsDetails)
		if !ok || !slices.ContainsFunc(details.MissingData, func(m string) bool { return strings.HasPrefix(m, c.paragraph+": "+c.missing) }) {
			t.Errorf("%s, %q: %v", c.paragraph, c.text, found.Details)
		}
		if got := statuses(c.text)[c.paragraph]; got != events.PartiallyAddressed {
			t.Errorf("%s, %q: %s", c.paragraph, c.text, got)
		}
	}
}

// A row that asks for a target in a table of the reporting year gives no year of one, and no reduction is none.
func TestAFormWithoutATarget(t *testing.T) {
	form := func(value, year string) *document.Document {
		row := func(label, v, value, unit string) []document.Cell {
			return []document.Cell{{Text: label}, {Text: v, Value: value, Unit: unit, RowPath: []string{label}}}
		}
		return &document.Document{SHA256: "s", Version: document.Version, Pages: []document.Page{{Number: 1, Text: "x", Tables: []document.Table{{
			HeaderCols: 1, Period: "2025", Rows: [][]document.Cell{
				row("Total GHG emissions (Scope 1 and 2)", "100", "100", "tCO2e"), row("GHG emission reduction target", value+" %", value, "%"),
				row("Targeted year of the GHG emission reduction", year, year, ""),
			},
		}}}}}
	}
	const aim = "S2.33(d)"
	for _, c := range []struct {
		value, year string
		want        bool
	}{{"0", "", false}, {"26", "", false}, {"26", "2030", true}} {
		d := form(c.value, c.year)
		met := false
		for _, e := range Assess(extract.Read(d, extract.Options{Year: 2025}), d).Evidence {
			met = met || strings.HasPrefix(e.Source, aim)
		}
		if met != c.want {
			t.Errorf("a target of %s %% in %q: %v", c.value, c.year, met)
		}
	}
}

// A condition that the report shows to hold excuses nothing; one that it says nothing of does.
func TestConditionsThatHold(t *testing.T) {
	with, without := statuses("We aim to reduce our Scope 1 emissions by 42 % by 2030."), statuses("We make bricks and paper in nine places.")
	for _, p := range []string{"S2.33(f)", "S2.34(a)", "S2.36(d)"} {
		if with[p] != events.NotAddressed || without[p] != events.Conditional {
			t.Errorf("%s: %s with a target, %s without", p, with[p], without[p])
		}
	}
	if got := statuses("We use no internal carbon price in our decisions on investments."); got["S2.29(f)(i)"] != events.FullyAddressed ||
		got["S2.29(f)(ii)"] != events.Conditional {
		t.Errorf("no carbon price: %s, its amount: %s", got["S2.29(f)(i)"], got["S2.29(f)(ii)"])
	}
	if got := statuses("The bonus of the board is linked to ESG criteria and to the share price.")["S2.29(g)(i)"]; got != events.PartiallyAddressed {
		t.Errorf("pay that depends on ESG, climate not named: %s", got)
	}
	if got := statuses("Transport and climate 12 Targets 14 Net zero by 2050 16 Risks 18 People 20")["S2.36(c)"]; got == events.FullyAddressed {
		t.Error("a list of contents answers")
	}
}

// What the sample report discloses was decided by reading it; every quotation stands on its page.
func TestComplianceOfTheSample(t *testing.T) {
	var gold struct {
		Items []struct {
			ID    string                    `json:"id"`
			State events.DisclosureStatus   `json:"state"`
			Also  []events.DisclosureStatus `json:"also"`
		} `json:"items"`
	}
	if err := json.Unmarshal(sample.Coverage, &gold); err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(sample.Report)
	doc, err := layout.Read(sample.Report, hex.EncodeToString(sum[:]), layout.Options{})
	if err != nil {
		t.Fatal(err)
	}
	found := Assess(extract.Read(doc, extract.Options{Year: 2024}), doc)
	n := 0
	for _, p := range found.Paragraphs {
		for _, g := range gold.Items {
			if g.ID != p.ID {
				continue
			}
			n++
			if p.Status != g.State && !slices.Contains(g.Also, p.Status) {
				t.Errorf("%s: %s, want %s", p.ID, p.Status, g.State)
			}
		}
	}
	if n < 25 {
		t.Errorf("%d paragraphs compared", n)
	}
	for _, e := range found.Evidence {
		page := strings.Join(strings.Fields(doc.Pages[e.Page-1].Text), " ")
		if !strings.Contains(page, e.Quote) && !strings.Contains(page, strings.TrimSpace(e.Quote[strings.LastIndex(e.Quote, " ")+1:])) {
			t.Errorf("%s: %q does not stand on page %d", e.Source, e.Quote, e.Page)
		}
	}
}
