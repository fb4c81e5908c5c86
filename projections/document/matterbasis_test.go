package document

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections/document/notes"
)

// emissionsOf is a report whose tables state a scope in some years.
func emissionsOf(scope string, byYear map[int]string) *Document {
	d := aReport()
	d.Report.Period, d.Report.Company = "2023", "Example plc"
	for year, value := range byYear {
		d.Facts = append(d.Facts, Fact{ID: scope + "-" + value, Metric: "ghg_emissions", Scope: scope, Page: 60, Source: "table", Year: year, Value: value,
			ValueBase: value, UnitBase: "tCO2e", Unit: "t CO2e", Printed: value, RowPath: []string{"Total Scope " + scope}, Quote: "Total Scope " + scope + " " + value})
	}
	return d
}

func withAim(d *Document, scope, boundary string) *Document {
	d.Facts = append(d.Facts, Fact{ID: "aim", Metric: "ghg_reduction", Scope: scope, Boundary: boundary, Page: 59, Source: "text", Year: 2030, BaseYear: 2019,
		Value: "15", ValueBase: "15", UnitBase: "%", Printed: "15%", Target: true, Quote: "its Scope 3 emissions by 15% by 2030 compared to 2019"})
	return d
}

func titled(d *Document, title string) *Matter {
	for i := range d.Matters {
		if strings.HasPrefix(d.Matters[i].Title, title) {
			return &d.Matters[i]
		}
	}
	return nil
}

func TestEmissionsThatRiseAgainstTheirTargetAreToldOfEarly(t *testing.T) {
	// Given a scope that rises, and a target to cut it.
	d := arranged(t, withAim(emissionsOf("3", map[int]string{2022: "457606", 2023: "483188"}), "3", ""))
	// When matters are put in order, then both figures and the target stand in it with their pages.
	m := titled(d, "Scope 3 emissions rise, against")
	if m == nil || m.Page != 60 || len(m.Places) != 3 || !strings.Contains(m.Gist, "5.6 % more") ||
		!strings.Contains(m.Text, "page 59 is 15 % less by 2030 than in 2019") {
		t.Fatalf("%+v", m)
	}
	if m.Rank > 3 {
		t.Errorf("rank %d", m.Rank)
	}
	// A target for a part of the company says nothing of the whole, and one of another scope nothing of this one.
	for boundary, scope := range map[string]string{"supply chain": "3", "Example plc without its bank and its ships": "3", "": "1"} {
		d := arranged(t, withAim(emissionsOf("3", map[int]string{2022: "457606", 2023: "483188"}), scope, boundary))
		if titled(d, "Scope 3 emissions rise") != nil || titled(d, "Scope 3 emissions: 483,188 t CO2e in 2023") == nil {
			t.Errorf("%q %s: %+v", boundary, scope, d.Matters[0])
		}
	}
}

// What was cut since the base year hides no year in which it rose again.
func TestARiseInTheLastYearIsTold(t *testing.T) {
	for name, c := range map[string]struct {
		last        string
		title, gist string
	}{
		"it rose": {"460000", "Scope 3 emissions are on the way to their target, but rose in the last year", "by 2023, 4.5 % more than the year before; a straight"},
		"it fell": {"435000", "Scope 3 emissions are on the way to their target", "by 2023; a straight"},
	} {
		t.Run(name, func(t *testing.T) {
			d := arranged(t, withAim(emissionsOf("3", map[int]string{2019: "500000", 2022: "440000", 2023: c.last}), "3", ""))
			if m := titled(d, "Scope 3 emissions"); m == nil || m.Title != c.title || !strings.Contains(m.Gist, c.gist) {
				t.Errorf("%+v", m)
			}
		})
	}
}

// A target per euro of revenue is none of what is emitted, also where it is another sentence that says so.
func TestATargetPerSomethingIsNoTargetOfAllEmissions(t *testing.T) {
	for _, text := range []string{"We want to cut emissions in relation to revenues by 15% by 2030.", "We want to cut emissions by 15% by 2030."} {
		d := withAim(emissionsOf("3", map[int]string{2022: "457606", 2023: "483188"}), "3", "")
		d.Claims[3].Text, d.Claims[3].Entities = text, Entities{Aim: events.AimReduction, Periods: []string{"2030"}}
		if relative := strings.Contains(text, "relation"); relative == (titled(arranged(t, d), "Scope 3 emissions rise") != nil) {
			t.Errorf("%s: %v", text, titled(d, "Scope 3 emissions rise"))
		}
	}
}

// What the report says of how far a target is reached stands beside it; a rise is no reduction.
func TestATargetIsReachedByTheCompanysOwnWord(t *testing.T) {
	for quote, title := range map[string]string{
		"reduced its emissions by 20% since 2019": "Scope 3 emissions: cut by as much as is aimed at, by the company's own word",
		"its emissions grew by 20% since 2019":    "Scope 3 emissions fall; whether",
	} {
		d := withAim(emissionsOf("3", map[int]string{2022: "100", 2023: "90"}), "3", "")
		d.Facts = append(d.Facts, Fact{ID: "word", Metric: "ghg_reduction", Scope: "3", Page: 59, Source: "text", Year: 2023, BaseYear: 2019, Change: true,
			Value: "20", ValueBase: "20", UnitBase: "%", Printed: "20%", Quote: quote})
		if m := titled(arranged(t, d), title); m == nil || m.Page != 60 {
			t.Errorf("%s: %+v", quote, d.Matters[0])
		}
	}
}

func TestTheLargestTotalLeadsWithItsPartOfAll(t *testing.T) {
	d := emissionsOf("3", map[int]string{2022: "900", 2023: "990"})
	d.Facts = append(d.Facts, emissionsOf("1+2", map[int]string{2023: "10"}).Facts...)
	d.Facts = append(d.Facts, Fact{ID: "use", Metric: "ghg_emissions", Scope: "3", Category: "Use sold products", Page: 60, Source: "table", Year: 2023,
		Printed: "800", ValueBase: "800", UnitBase: "tCO2e", RowPath: []string{"Scope 3", "Use of sold products"}})
	m := titled(arranged(t, d), "Scope 3 emissions: 990 t CO2e in 2023")
	if m == nil || m.Gist !=
		"99 % of the 1,000 t CO2e that Scopes 1 to 3 come to; 10 % more than in 2022 (900 t CO2e); 80.8 % of it is “Use of sold products”; "+
			"emissions of Scopes 1 and 2: 10 t CO2e in 2023" {
		t.Fatalf("%+v", m)
	}
	// A total of two rows that differ is none.
	d.Facts = append(d.Facts, Fact{ID: "x", Metric: "ghg_emissions", Scope: "3", Page: 70, Source: "table", Year: 2023,
		ValueBase: "700", UnitBase: "tCO2e", Printed: "700"})
	if m := titled(arranged(t, d), "Scope 3 emissions"); m != nil {
		t.Errorf("%+v", m)
	}
}

// A part beside a rise is no reason for it: how it has changed itself stands with it, where its own row says so.
func TestAPartOfATotalIsToldWithItsOwnChange(t *testing.T) {
	part := func(year int, value string, path ...string) Fact {
		return Fact{ID: fmt.Sprint("part", year, value), Metric: "ghg_emissions", Scope: "3", Category: "Use sold products", Page: 60, Source: "table", Year: year,
			Printed: value, ValueBase: value, UnitBase: "tCO2e", RowPath: path}
	}
	now := part(2023, "800", "Use of sold products")
	for name, c := range map[string]struct {
		before []Fact
		gist   string
	}{
		"it fell":                     {[]Fact{part(2022, "1000", "Use of sold products")}, "“Use of sold products”, itself 20 % less than in 2022"},
		"it is the same":              {[]Fact{part(2022, "800", "Use of sold products")}, "“Use of sold products”, itself the same as in 2022"},
		"another row gives it":        {[]Fact{part(2022, "1000", "Use of sold products, restated")}, "“Use of sold products”"},
		"its row gives two amounts":   {[]Fact{part(2022, "1000", "Use of sold products"), part(2022, "900", "Use of sold products")}, "“Use of sold products”"},
		"the year before was nothing": {[]Fact{part(2022, "0", "Use of sold products")}, "“Use of sold products”"},
	} {
		t.Run(name, func(t *testing.T) {
			d := emissionsOf("3", map[int]string{2022: "900", 2023: "990"})
			d.Facts = append(append(d.Facts, now), c.before...)
			if m := titled(arranged(t, d), "Scope 3 emissions: 990"); m == nil || !strings.HasSuffix(m.Gist, "80.8 % of it is "+c.gist) {
				t.Errorf("%+v", m)
			}
		})
	}
	// The part that a rise comes from is told rather than the largest one.
	d := emissionsOf("3", map[int]string{2022: "900", 2023: "990"})
	d.Facts = append(d.Facts, part(2022, "850", "Use of sold products"), now)
	for year, value := range map[int]string{2022: "50", 2023: "190"} {
		moved := part(year, value, "Capital goods")
		moved.Category, moved.ID, moved.Page = "Capital goods", "moved"+value, d.Facts[0].Page
		d.Facts = append(d.Facts, moved)
	}
	if m := titled(arranged(t, d), "Scope 3 emissions: 990"); m == nil || !strings.HasSuffix(m.Gist, "; “Capital goods” went from 50 to 190 t CO2e") {
		t.Errorf("%+v", m)
	}
	d = emissionsOf("1+2+3", map[int]string{2022: "1000", 2023: "1080"})
	d.Facts = append(d.Facts, emissionsOf("3", map[int]string{2022: "880", 2023: "980"}).Facts...)
	m := titled(arranged(t, d), "Emissions of Scopes 1, 2 and 3")
	if m == nil || !strings.HasPrefix(m.Gist, "8 % more than in 2022 (1,000 t CO2e); 90.7 % of it is Scope 3, itself 11.4 % more than in 2022") {
		t.Errorf("%+v", m)
	}
}

func TestTwoScopesAreAddedUpWhereNoRowDoes(t *testing.T) {
	d := emissionsOf("1", map[int]string{2023: "400"})
	d.Facts = append(d.Facts, emissionsOf("2", map[int]string{2023: "200"}).Facts...)
	m := titled(arranged(t, d), "Emissions of Scopes 1 and 2: 600 t CO2e in 2023")
	if m == nil || len(m.Places) != 2 ||
		!strings.HasPrefix(m.Text, "Page 60 gives 400 t CO2e of Scope 1, page 60 200 t CO2e of Scope 2 for 2023, which is 600 t CO2e together") {
		t.Errorf("%+v", m)
	}
}

// The sum of all leads with what Scope 3 is of it; a method stands with what it belongs to; figures of an earlier year say that they are that.
func TestWhatATotalIsOfStandsInItsTitle(t *testing.T) {
	d := emissionsOf("1+2+3", map[int]string{2023: "1000"})
	d.Facts = append(d.Facts, emissionsOf("3", map[int]string{2023: "980"}).Facts...)
	d.Facts = append(d.Facts, emissionsOf("1", map[int]string{2023: "15"}).Facts...)
	two := emissionsOf("2", map[int]string{2023: "5"}).Facts[0]
	two.Method = "market"
	d.Facts = append(d.Facts, two)
	d = arranged(t, d)
	all, own := titled(d, "Emissions of Scopes 1, 2 and 3: 1,000 t CO2e in 2023"), titled(d, "Emissions of Scopes 1 and 2")
	if all == nil || all.Gist != "98 % of it is Scope 3; emissions of Scopes 1 and 2 (market-based): 20 t CO2e in 2023" || own != nil {
		t.Errorf("%+v\n%+v", all, own)
	}
	d = emissionsOf("3", map[int]string{2018: "900", 2022: "990"})
	if m := titled(arranged(t, d), "Scope 3 emissions: 990 t CO2e in 2022"); m == nil || m.Gist != "no figure of 2023 was read in the row" {
		t.Errorf("%+v", m)
	}
}

// What changed what is counted stands with the total, where it names the scope or stands beside it and speaks of energy; elsewhere it may be of
// anything.
func TestWhatChangedStandsWithTheTotal(t *testing.T) {
	for page, want := range map[int]bool{59: true, 60: true, 12: false} {
		for _, scope := range []string{"1+2", "3"} {
			d := emissionsOf(scope, map[int]string{2022: "100", 2023: "150"})
			d.Notes = []Note{{Kind: notes.Remade, Page: page, Quote: "2) The increase of energy comes of district heat, counted for the first time."}}
			m := titled(arranged(t, d), "Emissions of Scopes 1 and 2")
			if scope == "3" {
				m = titled(d, "Scope 3 emissions")
			}
			if got := m != nil && strings.Contains(m.Text, "says of it: “The increase of energy"); got != (want && scope == "1+2") {
				t.Errorf("%d, %s: %+v", page, scope, m)
			}
		}
	}
}

// Two sentences of one page are told in one go.
func TestTwoSentencesOfAPageShareItsNumber(t *testing.T) {
	for name, c := range map[string]struct {
		page int
		want string
	}{
		"one page":  {62, "Page 62 says of it: “Scope 3 was counted again with more categories” and “Scope 3 now has goods that were bought”"},
		"two pages": {63, "Page 62 says of it: “Scope 3 was counted again with more categories”; page 63 says of it: “Scope 3 now has goods that were bought”"},
	} {
		t.Run(name, func(t *testing.T) {
			d := emissionsOf("3", map[int]string{2022: "900", 2023: "990"})
			d.Notes = []Note{
				{Kind: notes.Restated, Page: 62, Quote: "Scope 3 was counted again with more categories.", Scope: "3"},
				{Kind: notes.Remade, Page: c.page, Quote: "Scope 3 now has goods that were bought.", Scope: "3"},
			}
			if m := titled(arranged(t, d), "Scope 3 emissions"); m == nil || !strings.Contains(m.Text, c.want) {
				t.Errorf("%+v", m)
			}
		})
	}
}

func TestWhatTheReportSaysOfItsFiguresIsTold(t *testing.T) {
	d := emissionsOf("3", map[int]string{2022: "900", 2023: "990"})
	d.Notes = []Note{
		{Kind: notes.LeftOut, Page: 53, Quote: "1 Two sites in Asia are not included in the emissions."},
		{Kind: notes.Restated, Page: 5, Quote: "The Scope 1 figures of 2022 were restated.", Scope: "1"},
		{Kind: notes.Restated, Page: 6, Quote: "Training figures of 2022 were restated."}, // which no total hangs on
		{Kind: notes.Remade, Page: 62, Quote: "Scope 3 emissions rose because of an expansion of the reported portfolio.", Scope: "3"},
		{Kind: notes.Assured, Page: 154, Quote: "We have performed a limited assurance engagement on the report.", Level: "limited"},
	}
	d = arranged(t, d)
	for title, page := range map[string]int{"Left out of the figures": 53, "Earlier figures were changed": 5,
		"An assurer has looked at it: limited assurance": 154} {
		if m := titled(d, title); m == nil || m.Page != page || m.Kind != MatterBasis || strings.Contains(m.Text, "Training") {
			t.Errorf("%s: %+v", title, m)
		}
	}
	// What explains a total stands with it, and is not told again.
	if m := titled(d, "Scope 3 emissions"); m == nil || !strings.Contains(m.Text, "Page 62 says of it") ||
		strings.Contains(m.Text, "assurance") { // which an engagement gives to what it names, and not to every page
		t.Errorf("%+v", m)
	}
	if m := titled(d, "Measured otherwise"); m != nil {
		t.Errorf("%+v", m)
	}
}

// That nobody has looked at the figures is told wherever the whole report is silent on it.
func TestSilenceOnAssuranceIsTold(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*Document)
		told   bool
	}{
		"silent":         {func(*Document) {}, true},
		"spoken of":      {func(d *Document) { d.silent.Assurance = false }, false},
		"assured":        {func(d *Document) { d.Notes = []Note{{Kind: notes.Assured, Page: 3, Quote: "So.", Level: "limited"}} }, false},
		"without totals": {func(d *Document) { d.Facts = nil }, true},
	} {
		d := emissionsOf("3", map[int]string{2023: "990"})
		d.silent.Assurance = true
		c.change(d)
		if got := titled(arranged(t, d), "No assurance of these figures is told of") != nil; got != c.told {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// A report without a target lacks its details only for that; one target, a figure or a date of one are enough to say nothing.
func TestNoTargetAtAllIsOneMatter(t *testing.T) {
	gap := Gap{ID: "t", Paragraph: "S2.33(d)", Status: events.NotAddressed, Missing: []string{"The period"}}
	for name, c := range map[string]struct {
		change func(*Document)
		told   bool
	}{
		"none": {func(*Document) {}, true},
		"to come": {func(d *Document) {
			d.Claims[3].Entities = Entities{Aim: events.AimReduction, Standing: "planned", Commitment: true}
			d.Claims[3].Text = "Now we can set targets to cut emissions."
		}, true},
		"a sentence with a year": {func(d *Document) { d.silent.Targets = false }, false},
		"a figure":               {func(d *Document) { d.Facts = withAim(d, "1", "").Facts }, false},
		"net zero by a year": {func(d *Document) {
			d.Claims[3].Entities = Entities{Aim: events.AimNetZero, Periods: []string{"2040"}}
		}, false},
	} {
		d := emissionsOf("3", map[int]string{2023: "990"})
		d.Gaps, d.silent.Targets = []Gap{gap}, true
		d.Claims[3].Text = "All of our sites are audited." // else it speaks of one
		c.change(d)
		m, detail := titled(arranged(t, d), "No target for emissions was found"), titled(d, "Not found: the period")
		if (m != nil) != c.told || (detail != nil) == c.told {
			t.Errorf("%s: %+v, %+v", name, m, detail)
		}
		if name == "to come" && !strings.Contains(m.Text, "speaks of targets to come: “Now we can") {
			t.Error(m.Text)
		}
	}
}

// A target that is spoken of and nowhere given is no silence: it is told where it is spoken of.
func TestATargetThatIsOnlySpokenOfIsToldSo(t *testing.T) {
	for text, spoken := range map[string]bool{
		"Green power remains a challenge to achieving our scope 3 emissions reduction target.": true,
		"The board follows our climate goals.":                                                 true,
		"We support the goals of the agreement.":                                               false,
		"The emissions of our suppliers are a target of our audits.":                           false,
	} {
		d := emissionsOf("3", map[int]string{2023: "990"})
		d.silent.Targets = true
		d.Claims[3].Text = text
		m := titled(arranged(t, d), "A target for emissions is spoken of and not given")
		if (m != nil) != spoken || spoken && (m.Page != d.Claims[3].Page || !strings.Contains(m.Text, text[:20])) {
			t.Errorf("%s: %+v", text, m)
		}
	}
}

// What nearly every report lacks is one matter, and stands behind what few do.
func TestWhatMostReportsLackIsOneMatterAndLast(t *testing.T) {
	d := aReport()
	of := func(id, paragraph, what string) Gap {
		return Gap{ID: id, Paragraph: paragraph, Status: events.NotAddressed, Missing: []string{what}}
	}
	d.Gaps = []Gap{of("a", "S2.29(b)", "Amount exposed to transition risk"), of("b", "S2.29(c)", "Amount exposed to physical risk"),
		of("c", "S2.22", "Which scenarios")}
	d = arranged(t, d)
	both, other := titled(d, "Not found: amount exposed to transition risk and amount exposed to physical risk"),
		titled(d, "Not found: which scenarios")
	if both == nil || other == nil || both.Rank < other.Rank || len(both.GapIDs) != 2 || titled(d, "Not found: amount exposed to physical risk") != nil {
		t.Errorf("%+v\n%+v", both, other)
	}
}

func TestAShareOfPeopleComesAfterTotals(t *testing.T) {
	d := emissionsOf("3", map[int]string{2022: "900", 2023: "990"})
	d.Checks = []Check{{ID: "c", Name: "percentage_calculation", Result: events.CheckFail, Severity: "critical", Stated: "45 %",
		Expected: "5 %", Message: "Does not agree: so.",
		Inputs: []CheckInput{{FactID: "n", Label: "Executives, Women / Number", Value: "2", Page: 15},
			{FactID: "s", Label: "stated: Executives", Value: "45", Unit: "%", Page: 15}}}}
	sum := Check{ID: "sum", Name: "percentage_sum", Result: events.CheckFail, Severity: "critical", Stated: "47 %",
		Expected: "98 %", Message: "Does not agree: so.",
		Inputs: []CheckInput{{FactID: "s", Label: "Executives", Value: "45", Unit: "%", Page: 15},
			{FactID: "t", Label: "stated: Total", Value: "47", Unit: "%", Page: 15}}}
	d.Checks = append(d.Checks, sum)
	d = arranged(t, d)
	share, total := titled(d, "Shares do not fit their whole: Executives, Women"), titled(d, "Scope 3 emissions")
	if share == nil || total == nil || share.Rank < total.Rank {
		t.Fatalf("%+v, %+v", share, total)
	}
	if m := titled(d, "Shares do not fit their whole: Total"); m != nil {
		t.Errorf("a sum of a share that is itself wrong: %+v", m)
	}
	// A sum of shares that are not shown to be wrong is told of.
	d.Checks = []Check{sum}
	if titled(arranged(t, d), "Shares do not fit their whole: Total") == nil {
		t.Error("not told of")
	}
}

func TestARowWithTheNameOfAnotherIsShownItself(t *testing.T) {
	d := aReport()
	d.Facts = []Fact{{ID: "row", Page: 14, Quote: "Total (Scope 1 and 2) 20.327", Printed: "20.327"}}
	d.Checks = []Check{{ID: "c", Name: "row_label", ClaimID: "total", Result: events.CheckFail, Severity: "warning",
		Message: `The row named "Total (Scope 1 and 2)" is the total of Scope 3.`,
		Inputs: []CheckInput{{FactID: "row", Label: `row named "Total (Scope 1 and 2)"`, Value: "20327", Unit: "tCO2e", Page: 14},
			{Label: "Total", Value: "1", Page: 7}}}}
	m := titled(arranged(t, d), "A row has the name of another: Total (Scope 1 and 2)")
	if m == nil || m.Page != 14 || m.Quote != "Total (Scope 1 and 2) 20.327" {
		t.Errorf("%+v", m)
	}
}

func TestAnIntensityThatCannotBe(t *testing.T) {
	d := aReport()
	d.Checks = []Check{{ID: "c", Name: "intensity", Result: events.CheckInconclusive, Severity: "warning",
		Message: "The intensity implies a denominator of 155246 RP: its scale is not printed.",
		Inputs: []CheckInput{{Label: "stated intensity", Value: "1.57", Unit: "tCO2e/Rp", Page: 14},
			{Label: "Total", Value: "243736", Unit: "tCO2e", Page: 3}}}}
	m := titled(arranged(t, d), "An intensity can hardly be as it is printed: 1.57 t CO2e/Rp")
	if m == nil || m.Page != 14 || !strings.Contains(m.Text, "with emissions of 243,736 t CO2e") || !strings.Contains(m.Text, "155,246") {
		t.Errorf("%+v", m)
	}
	d.Checks[0].Severity = "info" // as where rounding can be the reason
	if m := titled(arranged(t, d), "An intensity"); m != nil {
		t.Errorf("%+v", m)
	}
}

// What was done to a base year is no reason for a change since the year before: it is a matter of its own.
func TestABaseYearThatIsChangedExplainsNoChangeOfAYear(t *testing.T) {
	for year, beside := range map[string]bool{"2019": false, "2022": true} {
		d := emissionsOf("3", map[int]string{2022: "900", 2023: "990"})
		d.Notes = []Note{{Kind: notes.Restated, Page: 60, Quote: "The Scope 3 emissions of " + year + " were restated after a purchase.", Scope: "3"}}
		d = arranged(t, d)
		m, alone := titled(d, "Scope 3 emissions"), titled(d, "Earlier figures were changed")
		if m == nil || strings.Contains(m.Text, "were restated") != beside || (alone == nil) != beside {
			t.Errorf("%s: %+v", year, m)
		}
	}
}

func TestByHowMuchEarlierFiguresWereChangedStandsInTheTitle(t *testing.T) {
	for after, want := range map[string]string{
		"Compared with what was reported: 2021: +2.4 % and 2022: –1.4 %.": "Earlier figures were changed, by +2.4 % and –1.4 %",
		"This covers pages 2-4 of the report.":                            "Earlier figures were changed",
		"Changes in Scope 3 emissions: 2021: +2.4 % and 2022: –1.4 %.":    "Earlier figures of Scope 3 emissions were changed, by +2.4 % and –1.4 %",
	} {
		d := emissionsOf("3", map[int]string{2022: "900", 2023: "990"})
		d.Notes = []Note{{Kind: notes.Restated, Page: 60, Quote: "Emissions of 2019 and 2020 were restated after a purchase.", Scope: "1", After: after}}
		m := titled(arranged(t, d), "Earlier figures")
		if m == nil || m.Title != want {
			t.Errorf("%s: %+v, want %q", after, m, want)
		}
	}
}

func TestTheNumberOfANoteIsCutOffAndAFigureIsNot(t *testing.T) {
	for quote, want := range map[string]string{
		"3 Figures of 2022 were restated.":             "Figures of 2022 were restated.",
		"* including waste water":                      "including waste water",
		"42 % of our capital expenditure was aligned.": "42 % of our capital expenditure was aligned.",
		"12 people were hurt.":                         "12 people were hurt.",
	} {
		if got := bare(quote); got != want {
			t.Errorf("%q is left of %q, want %q", got, quote, want)
		}
	}
}
