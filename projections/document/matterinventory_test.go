package document

import (
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/projections/document/notes"
)

// scopes is a document with Scopes 1 and 2 and their sum over years, oldest first, the last of them 2023.
func scopes(one, two, sum []string) *Document {
	d := emissionsOf("1", nil)
	add := func(scope, method string, values []string) {
		for i, value := range values {
			year := 2023 - (len(values) - 1 - i)
			if len(values) > 2 && i == 0 {
				year = 2018
			}
			d.Facts = append(d.Facts, Fact{ID: scope + method + value, Metric: "ghg_emissions", Scope: scope, Method: method, Page: 12, Source: "table", Year: year,
				Value: value, ValueBase: value, UnitBase: "tCO2e", Unit: "t CO2e", Printed: value, RowPath: []string{"Scope " + scope},
				Quote: "Scope " + scope + " " + value})
		}
	}
	add("1", "", one)
	add("2", "market", two)
	add("1+2", "", sum)
	return d
}

func TestAScopeThatWentTheOtherWayIsToldWithTheTotal(t *testing.T) {
	for _, c := range []struct {
		name          string
		one, two, sum []string
		says, not     string
	}{
		{"a rise within a fall", []string{"183", "197"}, []string{"303", "213"}, []string{"486", "410"}, "Scope 1 itself 7.7 % more than in 2022", ""},
		{"both fall", []string{"197", "183"}, []string{"303", "213"}, []string{"500", "396"}, "", "itself"},
		{"since the first year", []string{"213", "183", "197"}, []string{"582", "303", "213"}, []string{"795", "486", "410"}, "and 48.4 % less than in 2018", ""},
		{"hardly other than in the first year", []string{"213", "183", "197"}, []string{"207", "303", "213"}, []string{"420", "486", "410"}, "", "in 2018"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := titled(arranged(t, scopes(c.one, c.two, c.sum)), "Emissions of Scopes 1 and 2")
			if m == nil || !strings.Contains(m.Gist, c.says) || c.not != "" && strings.Contains(m.Gist, c.not) {
				t.Errorf("%+v", m)
			}
		})
	}
}

func TestWhatOthersAreSparedIsToldOfOthersAlone(t *testing.T) {
	for said, told := range map[string]bool{
		"In 2023 we helped our customers avoid 190 thousand tonnes of CO2e with what we sold.":     true,
		"In 2023 we avoided 190 thousand tonnes of CO2e by the new furnaces of our own two mills.": false,
	} {
		d := emissionsOf("3", map[int]string{2022: "450000", 2023: "480000"})
		d.Facts = append(d.Facts, Fact{ID: "spared", Metric: "ghg_reduction", Page: 4, Source: "text", Year: 2023, Value: "190", ValueBase: "190000",
			UnitBase: "tCO2", Unit: "kt CO2", Printed: "190 kt CO2", Quote: said})
		if m := titled(arranged(t, d), "Its products are said to spare others 190,000 t CO2e"); (m != nil) != told {
			t.Errorf("%s: %+v", said, m)
		}
	}
}

func TestTargetsThatLeaveAPartOfTheGroupOutAreTold(t *testing.T) {
	target := func(id, text string) Claim {
		return Claim{ID: id, Page: 9, Text: text, Quote: Quote{Text: text}, Source: "text", Entities: Entities{Kind: "target", Standing: "planned"}}
	}
	for _, c := range []struct {
		name  string
		texts []string
		title string
	}{
		{"by its name and its letters", []string{"Example without Harbour Services (HS) will cut emissions by half.", "Example without HS will cut waste by half.",
			"Example plc will train everybody."}, "Some targets are set without “Harbour Services”"},
		{"once", []string{"Example without Harbour Services will cut emissions by half.", "Example plc will train everybody."}, ""},
		{"things that are no part", []string{"We will cut waste without delay.", "We will cut water without delay."}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := aReport()
			for i, text := range c.texts {
				d.Claims = append(d.Claims, target("t"+string(rune('a'+i)), text))
			}
			if m := titled(arranged(t, d), "Some targets are set without"); (m != nil) != (c.title != "") || m != nil && m.Title != c.title {
				t.Errorf("%+v", m)
			}
		})
	}
}

func TestWhatAnAssurerLeavesOutAndWhoHeIs(t *testing.T) {
	note := func(kind notes.Kind, page int, text string) Note {
		return Note{Kind: kind, Page: page, Quote: text, Level: "limited"}
	}
	performed := note(notes.Assured, 60, "We have performed a limited assurance engagement on the sustainability report of the company.")
	ordered := note(notes.Assured, 54, "The board has commissioned an auditing company to obtain limited assurance of the report.")
	for _, c := range []struct {
		name        string
		notes       []Note
		firms       []notes.Place
		title, gist string
	}{
		{"a firm and its exclusion", []Note{performed, note(notes.Unassured, 61, "Our engagement did not include the foreword.")},
			[]notes.Place{{Page: 61, Quote: "KPMG"}},
			"An assurer has looked at it: limited assurance by KPMG", "page 61 leaves out: “Our engagement did not include the foreword”"},
		{"two names of one firm", []Note{performed}, []notes.Place{{Page: 60, Quote: "PwC"}, {Page: 61, Quote: "PricewaterhouseCoopers"}},
			"An assurer has looked at it: limited assurance by PricewaterhouseCoopers", ""},
		{"two firms", []Note{performed}, []notes.Place{{Page: 60, Quote: "KPMG"}, {Page: 61, Quote: "Deloitte"}},
			"An assurer has looked at it: limited assurance", ""},
		{"ordered, and figures marked",
			[]Note{ordered, note(notes.Unassured, 5, "It is of the accounts. Therefore it was not subject to the audit scope of this report.")}, nil,
			"An assurer was asked to look at it: limited assurance",
			"what is marked so on page 5 is outside of it, too"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := aReport()
			d.Report.Pages, d.Notes = 80, c.notes
			d.basis.Assurers = c.firms
			m := titled(arranged(t, d), "An assurer")
			if m == nil || m.Title != c.title || !strings.HasPrefix(m.Gist, c.gist) {
				t.Errorf("%+v", m)
			}
		})
	}
}

// A report that says that nobody has looked at it, and names who has, is not told to have been looked at by nobody.
func TestWhoHasLookedIsToldBesideWhoHasNot(t *testing.T) {
	note := func(kind notes.Kind, level, text string) Note {
		return Note{Kind: kind, Page: 1, Quote: text, Level: level}
	}
	nobody := note(notes.Unchecked, "", "The figures in this report have not been assured.")
	given := note(notes.Assured, "limited", "Limited assurance over the data on this page was given by Kelp & Partners LLP.")
	coming := note(notes.Assured, "limited", "We plan to have limited assurance over the data performed next year.")
	for name, c := range map[string]struct {
		notes []Note
		title string
	}{
		"both":          {[]Note{given, nobody}, "Not all of it was looked at by an assurer, as the report says"},
		"nobody":        {[]Note{nobody}, "Nobody outside has looked at it, as the report says"},
		"nobody so far": {[]Note{coming, nobody}, "Nobody outside has looked at it, as the report says"},
	} {
		d := aReport()
		d.Report.Pages, d.Notes = 80, c.notes
		m := titled(arranged(t, d), c.title)
		if m == nil || (strings.Contains(m.Text, given.Quote[:len(given.Quote)-1])) != (name == "both") {
			t.Errorf("%s: %+v", name, m)
		}
	}
}

// An aim of no emissions that names no part of them leaves open whether the largest scope is meant, unless another sentence says it.
func TestAnAimOfNoEmissionsLeavesTheThirdScopeOpen(t *testing.T) {
	aim := func(id, text string) Claim {
		return Claim{ID: id, Page: 11, Text: text, Quote: Quote{Text: text}, Source: "text", Anchored: true,
			Entities: Entities{Kind: "target", Standing: "planned", Aim: "net_zero", Periods: []string{"2045"}}}
	}
	const bare = "The group as a whole aims to cause no more greenhouse gas emissions by 2045."
	for _, c := range []struct {
		name, said, other string
		open              bool
	}{
		{"no part named", bare, "", true},
		{"its own sites", "The group aims to cause no more greenhouse gas emissions at its sites by 2045.", "", false},
		{"another sentence names it", bare, "We want to be neutral in Scopes 1, 2 and 3 by 2045, as all know.", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := scopes([]string{"10", "10"}, []string{"10", "10"}, []string{"20", "20"})
			d.Facts = append(d.Facts, emissionsOf("3", map[int]string{2023: "980"}).Facts...)
			d.Facts = append(d.Facts, emissionsOf("1+2+3", map[int]string{2023: "1000"}).Facts...)
			d.Claims = append(d.Claims, aim("aim", c.said))
			d.Verdicts = append(d.Verdicts, Verdict{ClaimID: "aim", Verdict: "unverified"})
			d.Notes = append(d.Notes, Note{Kind: notes.Mattering, Theme: "goal", Matters: 0.7, Page: 11, Quote: c.said})
			if c.other != "" {
				d.Claims = append(d.Claims, aim("other", c.other))
			}
			m := titled(arranged(t, d), "“The group")
			if m == nil || strings.Contains(m.Gist, "does not say whether Scope 3 is meant, 98 %") != c.open {
				t.Errorf("%+v", m)
			}
		})
	}
}
