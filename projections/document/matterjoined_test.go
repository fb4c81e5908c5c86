package document

import (
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections/document/notes"
)

// saying is a sentence as a claim, with the figures that were read in it.
func saying(id string, page int, kind, standing, text string, figures ...Fact) (Claim, []Fact) {
	for i := range figures {
		figures[i].ID, figures[i].Page, figures[i].Source, figures[i].Quote, figures[i].UnitBase = id+figures[i].Value, page, "text", text, "%"
		figures[i].ValueBase = figures[i].Value
	}
	return Claim{ID: id, Page: page, Text: text, Quote: Quote{Text: text, End: len(text)}, Source: "text",
		Entities: Entities{Kind: kind, Standing: standing}}, figures
}

func TestATargetIsToldWithItsResultOfAnotherPage(t *testing.T) {
	aim, aims := saying("a", 4, "target", "ongoing", "We will cut energy use per tonne by 25% by 2027 from the year 2021.",
		Fact{Metric: "energy", Value: "25", Year: 2027, BaseYear: 2021, Target: true})
	change := func(metric, value string) Fact { return Fact{Metric: metric, Value: value, Year: 2024, Change: true} }
	for _, c := range []struct{ name, result, metric, value, title, says string }{
		{"names the target again", "This is 9% above the path to our 25% less energy.", "energy", "9", "“We will cut", "Page 7 says of it: “This is 9% above"},
		{"since the base year", "In 2024 energy use was 5% less than in the year 2021.", "energy", "5", "A target is off its path: 5 % by 2024 instead of 12.5 %: “W",
			"a straight path asks for 12.5 % by 2024"},
		{"on its path", "In 2024 energy use was 15% less than in the year 2021.", "energy", "15", "“We will cut", "a straight path asks for 12.5 % by 2024"},
		{"since the year before", "Energy use per tonne rose by 4% in the year.", "energy", "4", "“We will cut", "whether that is measured alike is not said there"},
		{"of another thing", "Water use per tonne rose by 4% in the year.", "water", "4", "“We will cut", "No figure of how far it has come was found"},
	} {
		t.Run(c.name, func(t *testing.T) {
			figure := change(c.metric, c.value)
			result, results := saying("b", 7, "change", "done", c.result, figure)
			if c.name == "names the target again" {
				more := Fact{ID: "again", Page: 7, Source: "text", Quote: c.result, UnitBase: "%", Value: "25", Metric: "energy", Target: true}
				results = append(results, more)
			}
			d := &Document{Report: Report{ID: "rep", Pages: 40, PagesRead: 40, Period: "2024"}, Claims: []Claim{aim, result}, Facts: append(results, aims...),
				Notes: []Note{{Kind: notes.Mattering, Page: 4, Theme: "energy", Matters: 0.5, Quote: aim.Text}}}
			got := arranged(t, d).Matters
			if len(got) != 1 || !strings.HasPrefix(got[0].Title, c.title) || !strings.Contains(got[0].Text, c.says) {
				t.Errorf("%+v", got)
			}
		})
	}
}

func TestWhatAloneGotBetterStandsLast(t *testing.T) {
	for text, lone := range map[string]bool{
		"Gas use was reduced by 18% in the year at our sites.":                                    true,
		"Gas use was reduced by 18% in the year, a third of our target for all of the sites.":     false,
		"Gas use was reduced by 18% at one site and increased at all of the other sites we have.": false,
	} {
		c, facts := saying("a", 4, "change", "done", text, Fact{Metric: "energy", Value: "18", Year: 2024, Change: true})
		d := &Document{Report: Report{ID: "rep", Pages: 40, PagesRead: 40, Period: "2024"}, Claims: []Claim{c}, Facts: facts,
			Notes: []Note{{Kind: notes.Mattering, Page: 4, Theme: "energy", Matters: 0.9, Quote: text}}}
		got := arranged(t, d).Matters
		if len(got) != 1 || (got[0].Consequence == Slight) != lone {
			t.Errorf("%s: %+v", text, got)
		}
	}
}

func TestTwoMattersOfOneSentenceAreOne(t *testing.T) {
	sentence := func(kind MatterKind, title, quote string, page int, weight float64) weighed {
		return weighed{Matter{Kind: kind, Title: title, Page: page, Quote: quote, Text: "So.", ClaimIDs: []string{title}}, weight}
	}
	said := "Earlier figures were restated in the year for all of our sites."
	for name, c := range map[string]struct {
		other weighed
		left  int
	}{
		"the same sentence":         {sentence(MatterBasis, "Changed", said, 5, 40), 1},
		"it on another page":        {sentence(MatterBasis, "Changed", said, 6, 40), 2},
		"another sentence":          {sentence(MatterBasis, "Changed", "Nobody outside has looked at any of it.", 5, 40), 2},
		"two mistakes in one row":   {sentence(MatterArithmetic, "Sum", said, 5, 40), 2},
		"nothing quoted, as a lack": {sentence(MatterMissing, "Lack", "", 0, 40), 2},
	} {
		first := sentence(MatterBasis, "Told", said, 5, 50)
		if c.other.Kind == MatterArithmetic {
			first.Kind = MatterArithmetic
		}
		got := once([]weighed{c.other, first})
		if len(got) != c.left || got[0].Title != "Told" || c.left == 1 && (got[0].Gist != "changed" || len(got[0].ClaimIDs) != 2) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestWhatLimitsEmissionsIsOneMatter(t *testing.T) {
	d := emissionsOf("1+2", map[int]string{2023: "990"})
	d.Facts, d.Report.NotAnalysed, d.Report.PagesImageOnly, d.Report.PagesPictures = d.Facts[len(d.Facts)-1:], nil, nil, nil
	gap := func(id, part string) Gap {
		return Gap{ID: id, Paragraph: id, Status: events.NotAddressed, Parts: []events.SubRequirement{{ID: id + part}}}
	}
	d.Gaps = []Gap{gap("S2.29(a)(i)(3)", "#scope3_amount"), gap("S2.29(a)(v)", "#location_based")}
	const title = "What the figures of emissions leave out or open"
	if m := titled(arranged(t, d), title); m != nil {
		t.Errorf("one alone is told: %+v", m)
	}
	d.Checks = []Check{{ID: "c", Name: "method_consistency", Result: events.CheckInconclusive, Message: "Scope 2 is stated without its method."}}
	m := titled(arranged(t, d), title)
	if m == nil || len(m.GapIDs) != 2 || !strings.Contains(m.Text, "no amount of Scope 3 was found; not said by which method Scope 2 is reckoned") {
		t.Errorf("%+v", m)
	}
	d.Report.PagesPictures = []int{9}
	if m := titled(arranged(t, d), title); m != nil {
		t.Errorf("a picture may say so: %+v", m)
	}
}

func TestTheReportsOwnWordStandsForWhatIsNotFound(t *testing.T) {
	d := stated()
	d.silent = notes.Silence{Water: true}
	d.basis.Coming = []notes.Place{{Page: 8, Quote: "We plan to measure our total water consumption."}, {Page: 9, Quote: "We plan to record near misses."}}
	all := newView(d).absent()
	if len(all) != 1 || all[0].Page != 8 || !strings.Contains(all[0].Text, "of water page 8 says: “We plan to measure") {
		t.Errorf("%+v", all)
	}
}

// A target of emissions per something is not held against tonnes, which may fall while it is missed.
func TestATargetPerSomethingIsNotHeldAgainstAmounts(t *testing.T) {
	aim, aims := saying("a", 4, "target", "planned", "We will cut emissions in relation to revenue by 21% by 2026 from the year 2020.",
		Fact{Metric: "ghg_reduction", Scope: "1+2", Value: "21", Year: 2026, BaseYear: 2020, Target: true})
	for name, unit := range map[string]string{"tonnes": "tCO2e", "a share alone": "%"} {
		t.Run(name, func(t *testing.T) {
			result, results := saying("b", 4, "change", "done", "In 2024 emissions came to 1,750 t, a decrease of 32% from the year 2020.",
				Fact{Metric: "ghg_reduction", Scope: "1+2", Value: "32", Year: 2024, BaseYear: 2020, Change: true})
			result.Quote.Start, result.Quote.End = 200, 260
			results = append(results, Fact{ID: "amount", Page: 4, Source: "text", Quote: result.Text, UnitBase: unit, Value: "1750", ValueBase: "1750", Year: 2024})
			d := &Document{Report: Report{ID: "rep", Pages: 40, PagesRead: 40, Period: "2024"}, Claims: []Claim{aim, result}, Facts: append(results, aims...),
				Notes: []Note{{Kind: notes.Mattering, Page: 4, Theme: "goal", Matters: 0.5, Quote: aim.Text}}}
			m := titled(arranged(t, d), "“We will cut")
			if held := m != nil && strings.Contains(m.Text, "32%"); held != (unit == "%") {
				t.Errorf("%+v", m)
			}
		})
	}
}

// A check of a sentence that no claim has is told with the sentence, and a slip that two checks find is one matter.
func TestASlipIsToldOnceAndWithItsSentence(t *testing.T) {
	const said = "Premiums rose by 24%, from CHF 318 million in 2023 to CHF 362 million in 2024."
	change := Check{ID: "chk_1", Name: "yoy_percentage", Result: events.CheckFail, Severity: "warning", Stated: "24 %", Expected: "13.8 %", Working: "so",
		Message: "Does not agree: so.", Quote: said, Inputs: []CheckInput{{Label: "stated difference", Value: "24", Unit: "%", Page: 3}}}
	table := CheckInput{Label: "Water, 2024", Value: "41.6", Unit: "million m3", Page: 2}
	sentence := CheckInput{Label: "in a sentence", Value: "41600", Unit: "m3", Page: 2}
	twice := Check{ID: "chk_2", Name: "duplicate_figure", Result: events.CheckFail, Severity: "warning", Message: "One figure is stated twice differently.",
		Working: "page 2", Inputs: []CheckInput{table, sentence}}
	off := Check{ID: "chk_3", Name: "magnitude", Result: events.CheckFail, Severity: "warning", Message: "Off by a factor of 1,000.", Working: "41.6",
		Inputs: []CheckInput{sentence, table}}
	d := &Document{Report: Report{ID: "rep", Pages: 4, PagesRead: 4, Period: "2024"}, Checks: []Check{change, twice, off}}
	got := arranged(t, d).Matters
	if len(got) != 2 {
		t.Fatalf("%d matters: %+v", len(got), got)
	}
	for _, m := range got {
		switch {
		case len(m.CheckIDs) == 2:
		case !strings.Contains(m.Title, "“Premiums rose by 24%") || m.Page != 3 || m.Quote != said:
			t.Errorf("%+v", m)
		}
	}
}
