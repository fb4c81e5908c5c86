package compare_test

import (
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/projections/document"
	"github.com/sibyl-project/sibyl/projections/document/compare"
	parsed "github.com/sibyl-project/sibyl/rag/report/document"
)

// under are sentences that stand below a heading of a report, on its second page.
func under(heading string, texts ...string) compare.Report {
	r := compare.Report{Document: &document.Document{Report: document.Report{Company: "Norvik Paper AB", Period: "2023", Filename: "a.pdf"}}}
	for _, t := range texts {
		r.Said = append(r.Said, compare.Sentence{Place: compare.Place{Page: 2, Text: t}, Heading: heading})
	}
	return r
}

const (
	heading = "About this report"
	covers  = "This report covers Norvik Paper AB and all its subsidiaries for the financial year 2022 (1 January to 31 December 2022)."
)

// What is counted in is said in many words. Each pair is two reports, and what of the later one or of the earlier one has to be told; nothing is told of
// those that say the same.
func TestAnotherBoundaryIsTold(t *testing.T) {
	for name, c := range map[string]struct{ was, is, told string }{
		"a company is left out": {covers, "This report covers Norvik Paper AB and its subsidiaries, excluding Norvik Tissue GmbH, for 2023.",
			"excluding"},
		"a company was sold":               {covers, covers + "|Norvik Tissue GmbH was sold in March and is no longer included.", "was sold"},
		"small sites are left out":         {covers, covers + "|Sites with fewer than 50 employees are left out.", "fewer than 50"},
		"small sites, by another number":   {"Sites with fewer than 50 employees are left out.", "Sites with fewer than 100 employees are left out.", "100"},
		"small sites are no more left out": {covers + "|Sites with fewer than 50 employees are left out.", covers, "fewer than 50"},
		"another approach": {"We consolidate our emissions by financial control.", "Emissions are now consolidated by operational control instead of " +
			"financial control.", "operational control"},
		"joint ventures are left out": {covers, covers + "|Joint ventures are not part of the reporting boundary.", "Joint ventures"},
		"joint ventures are taken in": {"Data of joint ventures are not included.", "Data of joint ventures are included.", "are included"},
		"an acquired company":         {covers, covers + "|The data include Kivi Oy, acquired in July 2023, for the first time.", "Kivi Oy"},
		"acquired ones come later": {"Acquired companies are included from the date of acquisition.",
			"Acquired companies are included from the first full year on.", "first full"},
		"a share of the people":        {"The data cover 98 % of our headcount.", "The data cover 95 % of our headcount.", "95 %"},
		"a share from all":             {covers, "This report covers 95 % of the workforce of Norvik Paper AB.", "95 %"},
		"a share of something else":    {"The figures cover 95 % of our employees.", "The figures cover 95 % of our revenue.", "revenue"},
		"a country":                    {covers, covers + "|Our operations in Russia are excluded from the figures.", "Russia"},
		"a country by name alone":      {covers, covers + "|Russia is no longer included in our data.", "Russia"},
		"only the main ones":           {covers, "The report covers Norvik Paper AB and its largest subsidiaries.", "largest"},
		"only where things are made":   {"The data comprise all sites of the group.", "The data comprise the production sites of the group.", "production"},
		"offices":                      {covers, "This report covers Norvik Paper AB and all its subsidiaries with the exception of offices.", "offices"},
		"workers of others":            {covers, covers + "|Accident figures do not include contractors.", "contractors"},
		"leased sites":                 {covers, covers + "|Leased warehouses are out of scope.", "Leased"},
		"a number of sites":            {"The environmental data cover 45 sites.", "The environmental data cover 38 sites.", "38 sites"},
		"it is no longer said":         {covers, "We look back on a good year.", "all its subsidiaries"},
		"in brackets":                  {covers, "This report covers Norvik Paper AB and its subsidiaries (without Norvik Tissue GmbH).", "without"},
		"one that comes later":         {covers, covers + "|The Finnish business, bought in May, will be added next year.", "bought in May"},
		"fewer of as many":             {"Figures for water refer to 12 of our 15 sites.", "Figures for water refer to 14 of our 15 sites.", "14 of"},
		"another part of the world":    {"The report covers Europe and Asia.", "The report covers Europe, Asia and South America.", "South America"},
		"not yet":                      {covers, covers + "|Kivi Oy, which we acquired in October, is not yet covered.", "Kivi Oy"},
		"those that others own partly": {covers, covers + "|Companies in which we hold a minority are not consolidated in this report.", "minority"},
	} {
		t.Run(name, func(t *testing.T) {
			got := compare.Reports(under(heading, strings.Split(c.was, "|")...), under(heading, strings.Split(c.is, "|")...)).Boundaries
			if len(got) != 1 || !strings.Contains(got[0].Earlier.Text+" -> "+got[0].Later.Text, c.told) {
				t.Errorf("%+v", got)
			}
		})
	}
}

func TestABoundaryInOtherWordsIsNoOther(t *testing.T) {
	for name, c := range map[string][2]string{
		"another year":            {covers, strings.ReplaceAll(covers, "2022", "2023")},
		"all and its":             {covers, "This report covers Norvik Paper AB and its subsidiaries for the financial year 2023."},
		"the scope of the report": {covers, "The scope of this report comprises Norvik Paper AB together with all group companies."},
		"unless it says so":       {covers, "Unless otherwise stated, all information refers to the Norvik group, including its subsidiaries."},
		"what is consolidated":    {"The statement includes all fully consolidated companies.", "All consolidated entities are included in this statement."},
		"left out":                {covers + "|Sites with fewer than 50 employees are left out.", covers + "|We do not include locations with less than 50 staff."},
		"who is not left out":     {"Sites with fewer than 50 employees are left out of the data.", "The data cover sites with at least 50 employees."},
		"a company left out": {"This report covers all companies of the group, excluding Norvik Tissue GmbH.",
			"All companies except Norvik Tissue are covered by this report."},
		"joint ventures": {"Joint ventures are not included in the figures.", "The figures exclude joint ventures."},
		"the approach": {"Emissions are consolidated using the operational control approach.",
			"We report emissions of all sites under our operational control."},
		"a share":             {"The data cover 95 % of our headcount.", "95 % of employees are covered by the data."},
		"the rest of a share": {"The data cover 95 % of our employees.", "5 % of our workforce is not included in the data."},
		"acquired companies": {"Acquired companies are included in the data from the date of acquisition.",
			"The data include acquisitions from the day of closing."},
		"sites of many names": {"Leased sites are excluded from the data.", "Data of leased locations are not included."},
		"into account":        {"Joint ventures are not included in the figures.", "Figures do not take joint ventures into account."},
		"left aside":          {"Minority holdings are left out of the figures.", "The figures leave minority holdings aside."},
		"controlled": {"Our greenhouse gas inventory covers all sites over which we have operational control.",
			"All locations that we control operationally form part of our greenhouse gas inventory."},
		"a part of it": {"Apprentices are part of the headcount.", "The headcount includes apprentices."},
		"no data": {"Sites employing fewer than 20 people are exempt from data collection.",
			"No data are collected at locations with less than 20 employees."},
		"nothing is left out": {covers, "The report covers all subsidiaries; no company is excluded."},
	} {
		t.Run(name, func(t *testing.T) {
			got := compare.Reports(under(heading, strings.Split(c[0], "|")...), under(heading, strings.Split(c[1], "|")...))
			if len(got.Boundaries) != 0 || len(got.Reworded) != 0 {
				t.Errorf("%+v, reworded %+v", got.Boundaries, got.Reworded)
			}
		})
	}
}

// What is counted in by one report and left out by the other is told as that, whatever it is and however it is said.
func TestWhatIsCountedInAndThenLeftOutIsToldAsThat(t *testing.T) {
	const in, out = "left out then, counted in now", "counted in then, left out now"
	for name, c := range map[string]struct{ was, is, about string }{
		"what is no part of the company": {"Emissions from company cars are excluded.", "Emissions from company cars are now included.", in},
		"in words that nobody lists":     {"Franchise depots are not covered by the emissions data.", "Emissions data now extend to franchise depots.", in},
		"only our own people":            {"Safety figures cover employees and agency workers.", "Accidents are reported for own staff only.", out},
		"limited to our own people":      {"Contractors are counted in our injury statistics.", "Our injury statistics are limited to our own employees.", out},
		"a part of a sentence": {"Water data include all production sites; leased warehouses are excluded from the water figures.",
			"Water is reported for every mill, and from this year the rented storage buildings are counted in as well.", in},
		"a company that was sold": {"The figures include our subsidiary Alder Dairy GmbH.",
			"Alder Dairy GmbH was sold in March and is no longer part of the figures.", out},
		"a list has grown": {"Scope 3 emissions include purchased goods, transport and business travel.",
			"Scope 3 emissions include purchased goods, transport, business travel and the use of sold products.", "what is counted in"},
		"a list is shorter": {"Scope 3 emissions include purchased goods, transport, business travel and the use of sold products.",
			"Scope 3 emissions include purchased goods, transport and business travel.", "what is counted in"},
	} {
		t.Run(name, func(t *testing.T) {
			got := compare.Reports(under("About the data", c.was), under("About the data", c.is))
			if len(got.Boundaries) != 1 || got.Boundaries[0].About != c.about || got.Boundaries[0].Uncertain ||
				got.Boundaries[0].Earlier.Text != c.was || got.Boundaries[0].Later.Text != c.is || len(got.Reworded) != 0 {
				t.Errorf("%+v, reworded %+v", got.Boundaries, got.Reworded)
			}
		})
	}
}

// Nothing is said to be said of what the other report says something of: in words that are not understood, the two stand beside each other behind
// what is sure.
func TestNothingIsSaidOnlyOfWhatTheOtherDoesNotSpeakOf(t *testing.T) {
	was := under(heading, "Newly acquired firms are counted from the first full year.", "Emissions from company cars are excluded.")
	is := under(heading, "Companies that we buy enter the data in the first full year after.", "Emissions from company cars are now included.")
	got := compare.Reports(was, is)
	if len(got.Boundaries) != 2 || got.Boundaries[0].Uncertain || !got.Boundaries[1].Uncertain || got.Boundaries[1].Later.Page == 0 ||
		!strings.Contains(got.Text(), "(may be the same in other words)") {
		t.Errorf("%+v\n%s", got.Boundaries, got.Text())
	}
	got = compare.Reports(was, under(heading, "We look back on a good year."))
	if len(got.Boundaries) == 0 || !strings.Contains(got.Text(), "+ nothing") {
		t.Errorf("%+v", got.Boundaries)
	}
}

// What covers sites and people is seldom the report.
func TestWhatIsNotAboutTheReportIsNoBoundary(t *testing.T) {
	for _, text := range []string{
		"Our safety training now covers all sites.", "The ISO 14001 certification covers 95 % of our sites.", "Contractors are not included in the bonus scheme.",
		"Scope 3 emissions account for 95 % of the emissions of the group.", "The report includes information on our sites.",
		"Data protection training covers all companies of the group.", "Our climate target covers all subsidiaries.",
		"Waste without value is burnt at our sites.", "We sold our mill in Torvika.", "The limited assurance engagement covers all sites.",
		"The insurance does not cover sites in Poland.", "Norvik is included in the Nordic Climate Index.", "Emissions would double without our sites in Norway.",
		"We work without child labour at all sites.", "Our electricity includes 30 % from wind.",
	} {
		t.Run(text, func(t *testing.T) {
			if got := compare.Reports(under("Our year", covers), under("Our year", covers, text)).Boundaries; len(got) != 0 {
				t.Errorf("%+v", got)
			}
		})
	}
}

func TestEachThatHasNoCounterpartIsTold(t *testing.T) {
	got := compare.Reports(under(heading, "We look back on a good year."), under(heading, "Data of joint ventures are not included.",
		"The figures cover 95 % of our revenue.")).Boundaries
	if len(got) != 2 {
		t.Errorf("%+v", got)
	}
}

func TestFewWordsCountSomethingIn(t *testing.T) {
	page := parsed.Page{Number: 4}
	for i, said := range []string{"Scope of this report", "Accident rates include contractors.", "See next page."} {
		role := parsed.RoleBody
		if i == 0 {
			role = parsed.RoleHeading
		}
		from := len(page.Text)
		page.Text += said + "\n"
		page.Lines = append(page.Lines, parsed.Line{Start: from, End: from + len(said), Block: i, Role: role})
	}
	got := compare.Sentences(&parsed.Document{Pages: []parsed.Page{page}})
	if len(got) != 1 || got[0].Heading != "Scope of this report" || got[0].Text != "Accident rates include contractors." {
		t.Errorf("%+v", got)
	}
}
