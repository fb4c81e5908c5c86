package document

import (
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
)

// What stands for a subject is a level of the reporting year, and no change, rate, note on rounding or figure of an earlier year.
func TestWhatLeadsASubject(t *testing.T) {
	whole := func(d *Document) {
		d.Claims[3].Text = "Our emissions in 2023 were 76,591 tonnes, as the table shows."
		d.Facts = append(d.Facts, Fact{ID: "whole", Page: 9, Source: "text", Printed: "76,591 tonnes", UnitBase: "tCO2e", Year: 2023, ValueBase: "76591"})
	}
	for name, c := range map[string]struct {
		text    string
		figures []string
		fact    Fact
	}{
		"before a change": {"We saved us 95,000 tonnes, the emissions show.", []string{"95,000 tonnes"},
			Fact{Printed: "95,000 tonnes", UnitBase: "tCO2e", Year: 2023, ValueBase: "95000", Change: true}},
		"before a rate": {"Our emissions were 90,000 tonnes for each of our ships.", []string{"90,000 tonnes"},
			Fact{Printed: "90,000 tonnes", UnitBase: "t", Year: 2023, ValueBase: "90000", Per: "ship"}},
		"before a note on rounding": {"Due to rounding, we show our amount as 0.0 million tonnes in some cases.", []string{"0.0 million tonnes"}, Fact{}},
		"before an earlier year": {"Our emissions in 2021 were 78,402 tonnes, as the table shows.", []string{"78,402 tonnes"},
			Fact{Printed: "78,402 tonnes", UnitBase: "tCO2e", Year: 2021, ValueBase: "78402"}},
	} {
		t.Run(name, func(t *testing.T) {
			d := aReport()
			d.Report.Period = "2023"
			whole(d)
			for i, text := range []string{c.text, d.Claims[3].Text} {
				x := &d.Claims[2+i]
				x.Text, x.Quote.Text, x.Page, x.Source = text, text, 9, "text"
				x.Entities = Entities{Figures: [][]string{c.figures, {"76,591 tonnes"}}[i], Units: []string{"t"}}
				x.Paragraphs = []ClaimedParagraph{{ID: "S2.29(a)(i)"}}
			}
			if c.fact.Printed != "" {
				c.fact.ID, c.fact.Page, c.fact.Source = "other", 9, "text"
				d.Facts = append(d.Facts, c.fact)
			}
			if m := find(t, arranged(t, d), MatterUnsupported); !strings.Contains(m.Text, "76,591") {
				t.Error(m.Text)
			}
		})
	}
}

func TestAFigureStandsInASentenceAndNotInAnother(t *testing.T) {
	for words, want := range map[string]bool{
		"In all 1,281 t, as before.": true, "(1,281 t)": true, "It was 1,281 tonnes.": false, "In all 11,281 t": false, "11,281 t and 1,281 t": true,
	} {
		if got := standsIn(words, "1,281 t"); got != want {
			t.Errorf("%q: %t", words, got)
		}
	}
}

// Everybody sees what a sum with a point for a comma means: it is told of as that, and not among the first.
func TestAMisplacedPointComesLater(t *testing.T) {
	weigh := func(stated, expected string) (float64, string) {
		d := aReport()
		d.Checks[0].Stated, d.Checks[0].Expected = stated, expected
		v := newView(d)
		return v.gravity(v.checks[0]), v.titleOf(v.checks[0])
	}
	slip, said := weigh("1359 EUR", "1359000 EUR")
	wrong, _ := weigh("1359 EUR", "1368000 EUR")
	if slip >= wrong || !strings.HasPrefix(said, "A decimal point is out of place") {
		t.Errorf("%v and %v: %s", slip, wrong, said)
	}
}

// Parts that are all nothing were not filled in: nothing shows their whole to be wrong.
func TestAWholeWithoutPartsComesLater(t *testing.T) {
	weigh := func(parts ...string) (float64, string) {
		d := aReport()
		c := &d.Checks[0]
		c.Name, c.Stated, c.Inputs = "table_total", "1931", []CheckInput{{Label: "stated: Total", Value: "1931"}}
		for _, p := range parts {
			c.Inputs = append(c.Inputs, CheckInput{Label: "a part", Value: p})
		}
		v := newView(d)
		return v.gravity(v.checks[0]), v.titleOf(v.checks[0])
	}
	empty, said := weigh("0", "0.0")
	wrong, other := weigh("0", "900")
	if empty >= wrong || said != "All parts of a whole are given as nothing: Total" || other != "A sum does not hold: Total" {
		t.Errorf("%v %q, %v %q", empty, said, wrong, other)
	}
}

// A passage that hardly speaks of what is missing would only lead astray.
func TestWhatIsFarFromWhatIsMissingIsNotShown(t *testing.T) {
	d := aReport()
	d.Gaps = d.Gaps[:1]
	d.Gaps[0].Paragraph = "S2.22"
	d.Gaps[0].Parts = []events.SubRequirement{{Requirement: "A date", GapReason: "not found", Near: 0.1,
		Nearest: events.NearestPassage{Page: 6, Quote: "We looked at two scenarios."}}}
	m := find(t, arranged(t, d), MatterMissing)
	if strings.Contains(m.Text, "two scenarios") || m.Page != 0 || len(m.Places) != 0 || m.Title != "Not found: a date (IFRS S2)" {
		t.Errorf("%+v", m)
	}
}

// A statement in another unit than the subject is in, or of which it is not sure that it is on the subject, does not stand for it.
func TestWhatDoesNotStandForASubject(t *testing.T) {
	for name, c := range map[string]struct {
		units  []string
		sure   float64
		stands bool
	}{
		"tonnes of gases":      {[]string{"%", "kg CO2e/m²"}, 0.9, true},
		"tonnes":               {[]string{"t"}, 0.9, true},
		"energy":               {[]string{"GWh"}, 0.9, false},
		"money":                {[]string{"EUR ’000s"}, 0.9, false},
		"hardly on emissions":  {[]string{"tCO2e"}, 0.3, false},
		"found near by search": {[]string{"tCO2e"}, 0, false},
	} {
		t.Run(name, func(t *testing.T) {
			d := aReport()
			for i := range d.Claims {
				d.Claims[i].Paragraphs = []ClaimedParagraph{{ID: "S2.33", Sure: 1}}
			}
			x := &d.Claims[2]
			x.Text, x.Entities = "We counted 9,000 in all.", Entities{Figures: []string{"9,000"}, Units: c.units}
			x.Paragraphs = []ClaimedParagraph{{ID: "S2.29(a)(i)", Sure: c.sure}}
			stands := false
			for _, m := range arranged(t, d).Matters {
				stands = stands || m.Kind == MatterUnsupported && strings.Contains(m.Text, "9,000")
			}
			if stands != c.stands {
				t.Errorf("stands: %t", stands)
			}
		})
	}
}

func TestMoneyStandsForWhatIsPutToClimateMatters(t *testing.T) {
	s, err := newView(aReport()).subjects()
	if err != nil {
		t.Fatal(err)
	}
	for unit, want := range map[string]bool{"EUR ’000s": true, "€ million": true, "%": true, "tCO2e": false, "": false} {
		c := &Claim{Paragraphs: []ClaimedParagraph{{ID: "S2.29(e)"}}, Entities: Entities{Units: []string{unit}}}
		if got := s.stands(c); got != want {
			t.Errorf("%q: %t", unit, got)
		}
	}
}

// Most statements of a subject say in what it is counted; one in another unit is not its largest.
func TestTheCommonestUnitSaysWhatIsLarge(t *testing.T) {
	d := aReport()
	d.Claims, d.Facts = nil, nil
	for i, row := range []string{"Scope 1 20", "Scope 2 30", "Energy 900"} {
		label := row[:strings.LastIndex(row, " ")]
		d.Claims = append(d.Claims, Claim{ID: row, Page: 8, Source: "table", Text: row, Quote: Quote{Text: row}})
		d.Facts = append(d.Facts, Fact{ID: row, Page: 8, Year: 2023, Source: "table", RowPath: []string{label}, Printed: row[len(label)+1:],
			ValueBase: row[len(label)+1:], UnitBase: []string{"tCO2e", "tCO2e", "GJ"}[i]})
	}
	d.Report.Period = "2023"
	v := newView(d)
	most := v.most([]*Claim{&d.Claims[0], &d.Claims[1], &d.Claims[2]})
	if len(most) != 1 || most["t"] != 30 {
		t.Errorf("%v", most)
	}
}

// A note on method, half a sentence and a row of the accounts stand for nothing; a share stands for no amount of money.
func TestWhatMayLead(t *testing.T) {
	v := newView(aReport())
	v.money = map[string]float64{"EUR": 2e9}
	s, err := v.subjects()
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		claim Claim
		may   bool
	}{
		"a level":               {Claim{Text: "We emitted 9,000 t.", Entities: Entities{Kind: "level", Claimed: 0.97}}, true},
		"of an old run":         {Claim{Text: "We emitted 9,000 t."}, true},
		"nothing":               {Claim{Text: "Offsets: 0 t", Source: "table", Entities: Entities{Figures: []string{"0 t"}, Units: []string{"t"}}}, false},
		"a definition":          {Claim{Text: "Scope 1 is what we burn.", Entities: Entities{Kind: "definition", Claimed: 0.97}}, false},
		"hardly a claim":        {Claim{Text: "This includes 9,000 t.", Entities: Entities{Kind: "level", Claimed: 0.75}}, false},
		"what leans on another": {Claim{Text: "These comprise 9,000 t.", Entities: Entities{Kind: "level", Claimed: 0.97}}, false},
		"of a part of it":       {Claim{Text: "We emitted 9,000 t.", Entities: Entities{Kind: "level", Voice: "unit", Claimed: 0.97}}, true},
		"of others":             {Claim{Text: "They emitted 9,000 t.", Entities: Entities{Kind: "level", Voice: "third", Claimed: 0.97}}, false},
		"next to nothing":       {Claim{Text: "Gifts of EUR 20.", Entities: Entities{Kind: "policy", Figures: []string{"EUR 20"}}}, false},
		"half a sentence":       {Claim{Text: "of which 9,000 t were ours.", Entities: Entities{Kind: "level", Claimed: 0.97}}, false},
		"a row of energy":       {Claim{Text: "Energy: 9,000 MWh", Source: "table", Entities: Entities{Units: []string{"MWh"}}}, true},
		"a row of thousands":    {Claim{Text: "Scope 3: 9,000", Source: "table", Entities: Entities{Units: []string{"1,000 metric tons of CO2"}}}, true},
		"a row of money":        {Claim{Text: "Revenue: 9,000 EUR", Source: "table", Entities: Entities{Units: []string{"EUR"}}}, false},
		"a share of money":      {Claim{Text: "We spent 9 %.", Paragraphs: []ClaimedParagraph{{ID: "S2.29(e)"}}, Entities: Entities{Units: []string{"%"}}}, false},
		"a sum of money":        {Claim{Text: "We spent 9 m.", Paragraphs: []ClaimedParagraph{{ID: "S2.29(e)"}}, Entities: Entities{Units: []string{"EUR"}}}, true},
		"a sum and its share":   {Claim{Text: "9 m, 4 %.", Paragraphs: []ClaimedParagraph{{ID: "S2.29(e)"}}, Entities: Entities{Units: []string{"EUR", "%"}}}, true},
	} {
		if len(c.claim.Paragraphs) == 0 {
			c.claim.Paragraphs = []ClaimedParagraph{{ID: "S2.32"}}
		}
		if got := v.mayLead(s, &c.claim); got != c.may {
			t.Errorf("%s: %t", name, got)
		}
	}
}

// A statement is called by its own words, and an aim what its own figure makes it: not what it may bear on.
func TestASentenceIsCalledWhatItIs(t *testing.T) {
	d := aReport()
	d.Report.Period = "2023"
	v := newView(d)
	s, err := v.subjects()
	if err != nil {
		t.Fatal(err)
	}
	for want, c := range map[string]Claim{
		"“We shall use only green power by 2030”": {Text: "In addition, we shall use only green power by 2030.", Paragraphs: []ClaimedParagraph{{ID: "S2.33"}},
			Entities: Entities{Commitment: true, Periods: []string{"2030"}}},
		"“We want to cut emissions in relation to revenues until 2030”": {Text: "We want to cut emissions in relation to revenues until 2030.",
			Paragraphs: []ClaimedParagraph{{ID: "S2.33"}},
			Entities:   Entities{Commitment: true, Aim: events.AimReduction, Periods: []string{"2030"}}},
		"intensity of emissions, to be cut by 2030": {
			Text:       "In the whole group, as our shareholders have often asked us to do, we want to cut emissions in relation to revenues until 2030.",
			Paragraphs: []ClaimedParagraph{{ID: "S2.33"}},
			Entities:   Entities{Commitment: true, Aim: events.AimReduction, Periods: []string{"2030"}}},
		"“Green power alone of all our suppliers is to be 100% by 2025…”": {
			Text: "Green power alone of all our suppliers is to be 100% by 2025, as we decided in 2022 after long and careful " +
				"thought about how we can come to net zero.", Paragraphs: []ClaimedParagraph{{ID: "S2.33"}},
			Entities: Entities{Commitment: true, Aim: events.AimNetZero, Periods: []string{"2025"}, Figures: []string{"100%"}, Units: []string{"%"}}},
		"“We cut emissions of cars and aim at an electric fleet of 100% by 2030”": {
			Text:       "We cut emissions of cars and aim at an electric fleet of 100% by 2030.",
			Paragraphs: []ClaimedParagraph{{ID: "S2.33"}},
			Entities:   Entities{Commitment: true, Aim: events.AimReduction, Periods: []string{"2030"}, Figures: []string{"100%"}, Units: []string{"%"}}},
		"emissions to be cut by 2030 (40%)": {
			Text:       "In the whole group, as our shareholders have often asked us to do, we want to reduce our emissions by 40% until 2030.",
			Paragraphs: []ClaimedParagraph{{ID: "S2.33"}},
			Entities:   Entities{Commitment: true, Aim: events.AimReduction, Periods: []string{"2030"}, Figures: []string{"40%"}, Units: []string{"%"}}},
		"net zero or neutral, as aimed at by 2050": {Paragraphs: []ClaimedParagraph{{ID: "S2.33"}},
			Entities: Entities{Commitment: true, Aim: events.AimNetZero, Periods: []string{"2050"}}},
		"electricity – from wind": {Source: "table", Text: "electricity – from wind: 19,056 MWh", Paragraphs: []ClaimedParagraph{{ID: "S2.32"}}},
		"“In the whole group, 26% of our managers are women, which we like”": {
			Text: "In the whole group, 26% of our managers are women, which we like.", Paragraphs: []ClaimedParagraph{{ID: "S2.32"}},
			Entities: Entities{Figures: []string{"26%"}, Units: []string{"%"}}},
		"an aim that is said to be reached": {Paragraphs: []ClaimedParagraph{{ID: "S2.33"}},
			Entities: Entities{Kind: "target", Standing: "done", Aim: events.AimReduction}},
	} {
		if got := lower(v.sortOfStatement(s, &c)); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// An amount that is stated of two subjects is told of once.
func TestAFactLeadsOneSubject(t *testing.T) {
	d := aReport()
	for i, paragraph := range []string{"S2.29(e)", "S2.29(d)"} {
		c := &d.Claims[2+i]
		c.Text = []string{"We spent EUR 90 million.", "In all EUR 90 million were spent by us."}[i]
		c.Quote.Text, c.Page, c.Paragraphs = c.Text, 8, []ClaimedParagraph{{ID: paragraph}}
		c.Entities = Entities{Figures: []string{"EUR 90 million"}, Units: []string{"EUR"}}
	}
	n := 0
	for _, m := range arranged(t, d).Matters {
		if m.Kind == MatterUnsupported {
			n++
		}
	}
	if n != 1 {
		t.Errorf("told %d times", n)
	}
}

// Of what is missing the surest is named first.
func TestTheSurestAbsenceIsNamedFirst(t *testing.T) {
	d := aReport()
	d.Gaps = d.Gaps[:1]
	d.Gaps[0].Paragraph = "S2.22"
	d.Gaps[0].Parts = []events.SubRequirement{
		{Requirement: "A method", GapReason: "not found", Near: 0.2}, {Requirement: "A date", GapReason: "not found", Near: 0.1},
	}
	if m := find(t, arranged(t, d), MatterMissing); !strings.Contains(m.Text, "gives “A date” and “A method”") {
		t.Error(m.Text)
	}
}

// What is avoided or saved is no level of emissions: it is called what it is, and a level stands for the subject before it.
func TestWhatIsAvoidedIsNoLevel(t *testing.T) {
	d := aReport()
	for i, row := range []string{"Avoided emissions 900", "Scope 1 80"} {
		c, at := &d.Claims[2+i], strings.LastIndex(row, " ")
		c.Text, c.Quote.Text, c.Source, c.Page, c.Entities.Units = row, row, "table", 8, []string{"tCO2e"}
		c.Paragraphs = []ClaimedParagraph{{ID: "S2.29(a)(i)"}}
		d.Facts = append(d.Facts, Fact{ID: row, Page: 8, Year: 2023, Source: "table", RowPath: []string{row[:at], "Total"}, Value: row[at+1:], Printed: row[at+1:],
			Metric: []string{"ghg_reduction", "ghg_emissions"}[i], UnitBase: "tCO2e", ValueBase: row[at+1:]})
	}
	if m := find(t, arranged(t, d), MatterUnsupported); !strings.Contains(m.Text, "Scope 1") {
		t.Error(m.Text)
	}
	d.Claims = append(d.Claims[:3], d.Claims[4:]...)
	if m := find(t, arranged(t, d), MatterUnsupported); m.Title != "Emissions that are said to be cut or avoided: 900 t CO2e in 2023" {
		t.Error(m.Title)
	}
}
