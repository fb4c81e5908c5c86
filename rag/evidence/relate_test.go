package evidence_test

import (
	"context"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/evidence"
	"github.com/sibyl-project/sibyl/rag/evidence/evidencetest"
)

type file = evidencetest.File

func shelf(t testing.TB, files ...file) *evidence.Shelf {
	t.Helper()
	store := artefact.NewMemory()
	s, err := evidence.Load(context.Background(), store, evidencetest.Library(t, store, files...))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

var press = events.LibraryItem{Kind: events.KindNews, Publisher: "The Courier", Date: "2025-01-10", Tier: 2}

func TestOnlyTheSameThingIsRelated(t *testing.T) {
	acme := events.LibraryItem{Kind: events.KindNews, Publisher: "The Courier", Company: "ACME N.V."}
	const water = "We withdrew 3.4 million cubic metres of water in 2024."
	for name, tc := range map[string]struct {
		says  string // the statement
		found string // the document
		item  events.LibraryItem
		want  string
	}{
		"the same figure":                {water, "Acme withdrew 3,400,000 cubic metres of water in 2024.", press, "supports"},
		"the same, as rounded":           {water, "Acme withdrew 3,412,000 cubic metres of water in 2024.", press, "supports"},
		"another figure":                 {water, "Acme withdrew 4,100,000 cubic metres of water in 2024.", press, "contradicts direct"},
		"another company":                {water, "Globex withdrew 4,100,000 cubic metres of water in 2024.", press, ""},
		"a longer name":                  {water, "Acmeco withdrew 4,100,000 cubic metres of water in 2024.", press, ""},
		"nobody named":                   {water, "It withdrew 4,100,000 cubic metres of water in 2024.", press, ""},
		"nobody named, said by the user": {water, "It withdrew 4,100,000 cubic metres of water in 2024.", acme, "contradicts direct"},
		"of another company, says the user": {water, "Acme withdrew 4,100,000 cubic metres of water in 2024.",
			events.LibraryItem{Kind: events.KindNews, Company: "Globex"}, ""},
		"another subject":               {water, "Acme discharged 4,100,000 cubic metres of water in 2024.", press, ""},
		"another year":                  {water, "Acme withdrew 4,100,000 cubic metres of water in 2022.", press, ""},
		"the same figure, another year": {water, "Acme withdrew 3,400,000 cubic metres of water in 2022.", press, "neutral timeline"},
		"no year":                       {water, "Acme withdrew 4,100,000 cubic metres of water.", press, ""},
		"no year, said by the user": {water, "Acme withdrew 4,100,000 cubic metres of water.",
			events.LibraryItem{Kind: events.KindNews, Period: "2024"}, "contradicts direct"},
		"one place of it": {water, "Acme withdrew 1,100,000 cubic metres of water in 2024 at Gresik.", press, ""},
		"the claim's place": {"In 2024 we withdrew 9,000 cubic metres of water at Gresik.",
			"Acme withdrew 12,000 cubic metres of water at Gresik in 2024.", press, "contradicts direct"},
		"another unit":                     {water, "Acme withdrew water worth EUR 4 million in 2024.", press, ""},
		"a plan":                           {water, "Acme plans that it will have withdrawn 4,100,000 cubic metres of water in 2024.", press, ""},
		"two figures, neither the claim's": {water, "Acme withdrew 4,100,000 cubic metres of water in 2024, of a licence for 5,000,000 cubic metres.", press, ""},
		"Scope 1 against Scope 1 and 2": {"Scope 1 emissions were 10,000 t CO2e in 2024.",
			"Scope 1 and 2 emissions of Acme were 15,000 t CO2e in 2024.", press, ""},
		"market-based against location-based": {"Scope 2 (market-based) emissions were 10,000 t CO2e in 2024.",
			"Scope 2 (location-based) emissions of Acme were 15,000 t CO2e in 2024.", press, ""},
		"a fall against a share": {"Renewables rose by 30 % in 2024.", "Renewables were 12 % at Acme in 2024.", press, ""},
		"a hedged figure": {"We withdrew more than 3 million cubic metres of water in 2024.",
			"Acme withdrew 3,900,000 cubic metres of water in 2024.", press, "supports"},
		"none, and there was one": {"There were no spills in 2024.",
			"A spill of oil from a tank of Acme was found in 2024.", press, "contradicts direct"},
		"none, and none":                 {"There were no spills in 2024.", "The agency found no spill by Acme in 2024.", press, "supports"},
		"that something can be reported": {"Employees can report violations.", "The agency found no violations by Acme in 2024.", press, ""},
		"that something is watched for":  {"There were no spills in 2024.", "Acme trains for spills at all sites, also in 2024.", press, ""},
		"none, one the year before":      {"There were no spills in 2024.", "A spill of oil from a tank of Acme was found in 2023.", press, ""},
		"a certificate that is held": {"Our works are certified to ISO 14001.",
			"ISO 14001 certificate issued to Acme, valid from 2023 to 2026.", press, "supports"},
		"a certificate that has been taken": {"Our works are certified to ISO 14001.",
			"The ISO 14001 certificate of Acme was withdrawn in 2023.", press, "contradicts direct"},
		"a certificate that was taken later": {"Our works are certified to ISO 14001.", "The ISO 14001 certificate of Acme was withdrawn in 2025.", press, ""},
		"a certificate that has run out": {"Our works are certified to ISO 14001.",
			"ISO 14001 certificate issued to Acme, valid from 2018 to 2021.", press, "contradicts direct"},
		"another certificate":                  {"Our works are certified to ISO 14001.", "ISO 9001 certificate issued to Acme, valid from 2023 to 2026.", press, ""},
		"words that are about nothing we know": {"We are the friendliest employer.", "Acme is the friendliest employer of 2024.", press, ""},
	} {
		t.Run(name, func(t *testing.T) {
			item := tc.item
			if item.Publisher == "" {
				item.Publisher = "The Courier"
			}
			s := shelf(t, file{Name: "a.txt", Text: tc.found, Item: item})
			got := ""
			for _, f := range s.Relate(evidence.Statement{Text: tc.says, Company: "Acme NV", Period: "2024"}, events.EvidenceKinds()...) {
				got += strings.TrimSpace(string(f.Relation) + " " + f.Contradiction)
				if f.Quote != tc.found || f.Page != 1 || f.Relation != evidence.Neutral && (f.Why == "" || f.Subject == "") {
					t.Errorf("found %+v", f)
				}
			}
			if got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
	s := shelf(t, file{Name: "a.txt", Text: "Acme withdrew 4,100,000 cubic metres of water in 2024.", Item: press})
	if got := s.Relate(evidence.Statement{Text: water, Period: "2024"}, events.KindNews); len(got) != 0 {
		t.Errorf("a company that nobody knows: %+v", got)
	}
	if got := s.Relate(evidence.Statement{Text: water, Company: "Acme", Period: "2024"}, events.KindPaper); len(got) != 0 {
		t.Errorf("a kind that was not asked for: %+v", got)
	}
}

func TestRowsAreReadWithTheirHeadersAndOthersAreLeftOut(t *testing.T) {
	register := events.LibraryItem{Kind: events.KindRegister, Publisher: "Register", Tier: 1}
	st := evidence.Statement{Text: "Scope 1 emissions were 412,300 t CO2e in 2024.", Company: "Acme N.V.", Period: "2024"}
	for name, tc := range map[string]struct {
		table string
		item  events.LibraryItem
		want  string
		row   int
	}{
		"a year and a unit of the row": {"Operator,Subject,Year,Amount,Unit\nGlobex,Scope 1 emissions,2024,999,t CO2e\n" +
			"Acme,Scope 1 emissions,2024,\"412,300\",t CO2e\n", register, "supports", 3},
		"years above, unit in brackets": {"Operator,Subject (t CO2e),2023 (t CO2e),2024 (t CO2e)\nAcme,Scope 1 emissions,\"431,800\",\"500,000\"\n",
			register, "contradicts", 2},
		"a unit of thousands": {"Operator,Subject,2024 (kt CO2e)\nAcme,Scope 1 emissions,412.3\n", register, "supports", 2},
		"another operator's row, though the file is said to be about the company": {"Operator,Subject,Year,Amount,Unit\nGlobex,Scope 1 emissions,2024,999,t CO2e\n",
			events.LibraryItem{Kind: events.KindRegister, Publisher: "Register", Company: "Acme"}, "", 0},
		"no unit": {"Operator,Subject,Year,Amount\nAcme,Scope 1 emissions,2024,999\n", register, "", 0},
	} {
		t.Run(name, func(t *testing.T) {
			s := shelf(t, file{Name: "a.csv", Text: tc.table, Item: tc.item})
			got, row := "", 0
			for _, f := range s.Relate(st, events.KindRegister) {
				if got == "" || f.Relation != evidence.Neutral {
					got, row = string(f.Relation), f.Row
				}
			}
			if got != tc.want || row != tc.row {
				t.Errorf("got %q in row %d, want %q in row %d", got, row, tc.want, tc.row)
			}
		})
	}
}

func TestOneStoryInTwoPapersCountsOnce(t *testing.T) {
	const story = "Acme withdrew 4,100,000 cubic metres of water in 2024."
	other := press
	other.Publisher = "The Herald"
	s := shelf(t, file{Name: "a.txt", Text: story, Item: press}, file{Name: "b.txt", Text: "From our agency.\n\n" + story, Item: other})
	st := evidence.Statement{Text: "We withdrew 3 million cubic metres of water in 2024.", Company: "Acme"}
	if got := s.Relate(st, events.KindNews); len(got) != 1 {
		t.Errorf("%d places", len(got))
	}
}

func TestWhatTheCompanyPublishesIsItsOwnWord(t *testing.T) {
	for _, tc := range []struct {
		item events.LibraryItem
		want events.Origin
	}{
		{events.LibraryItem{Kind: events.KindNews, Publisher: "The Courier"}, events.OriginExternal},
		{events.LibraryItem{Kind: events.KindNews, Publisher: "ACME", Tier: 1}, events.OriginCompany},
		{events.LibraryItem{Kind: events.KindEarlierReport, Publisher: "Acme N.V."}, events.OriginPriorReport},
		{events.LibraryItem{Kind: events.KindEarlierReport, Publisher: "Print House"}, events.OriginPriorReport},
		{events.LibraryItem{Kind: events.KindEarlierReport, Publisher: "Globex", Company: "Globex"}, events.OriginExternal},
		{events.LibraryItem{Kind: events.KindCertificate, Publisher: "Acme"}, events.OriginCompany},
		{events.LibraryItem{Kind: events.KindCertificate, Publisher: "Certifier"}, events.OriginRegistry},
		{events.LibraryItem{Kind: events.KindRegister, Publisher: "Register"}, events.OriginRegistry},
		{events.LibraryItem{Kind: events.KindBenchmark, Publisher: "Institute"}, events.OriginBenchmark},
		{events.LibraryItem{Kind: events.KindBenchmark, Publisher: "Acme"}, events.OriginCompany},
		{events.LibraryItem{Kind: events.KindPaper, Publisher: "Journal"}, events.OriginExternal},
		{events.LibraryItem{Kind: events.KindFiling, Publisher: "Agency"}, events.OriginExternal},
	} {
		if got := evidence.OriginOf(tc.item, "Acme NV"); got != tc.want {
			t.Errorf("%s of %s counts as %s, want %s", tc.item.Kind, tc.item.Publisher, got, tc.want)
		}
	}
	a, b := events.LibraryItem{Publisher: "The Courier", URL: "https://www.courier.example/1"},
		events.LibraryItem{Publisher: "Courier online", URL: "https://courier.example/2"}
	if evidence.SourceOf(a) != evidence.SourceOf(b) || evidence.SourceOf(events.LibraryItem{Publisher: "P"}) != "P" {
		t.Error("two documents of one domain are two sources")
	}
}

// TestQuotesStandInTheirDocument relates made-up statements to made-up documents: what is quoted stands there word for
// word, and the order in which the kinds are named changes nothing.
func TestQuotesStandInTheirDocument(t *testing.T) {
	subject := rapid.SampledFrom([]string{"withdrew %s cubic metres of water", "used %s MWh of energy",
		"emitted %s t CO2e of Scope 1", "found no spill of %s litres"})
	amount := rapid.SampledFrom([]string{"1,200", "1,210", "40", "3.5 million"})
	sentence := rapid.Custom(func(t *rapid.T) string {
		who := rapid.SampledFrom([]string{"Acme", "Globex", "It"}).Draw(t, "who")
		return who + " " + strings.Replace(subject.Draw(t, "subject"), "%s", amount.Draw(t, "amount"), 1) + " in " +
			rapid.SampledFrom([]string{"2023", "2024"}).Draw(t, "year") + "."
	})
	rapid.Check(t, func(rt *rapid.T) {
		text := strings.Join(rapid.SliceOfN(sentence, 1, 6).Draw(rt, "document"), rapid.SampledFrom([]string{" ", "\n", "\n\n"}).Draw(rt, "gap"))
		s := shelf(t, file{Name: "a.txt", Text: text, Item: press})
		st := evidence.Statement{Text: sentence.Draw(rt, "statement"), Company: "Acme", Period: "2024"}
		one := s.Relate(st, events.KindNews, events.KindPaper)
		two := s.Relate(st, events.KindPaper, events.KindNews)
		if len(one) != len(two) {
			rt.Fatalf("%d and %d places", len(one), len(two))
		}
		for i, f := range one {
			if !strings.Contains(strings.Join(strings.Fields(text), " "), f.Quote) || f.Quote != two[i].Quote {
				rt.Fatalf("%q does not stand in %q", f.Quote, text)
			}
			if !strings.Contains(f.Quote, "Acme") {
				rt.Fatalf("%q is not about the company", f.Quote)
			}
		}
	})
}

func TestManifests(t *testing.T) {
	good := `{"documents": [{"file": "a/b.csv", "kind": "register", "publisher": "P", "date": "2024-02-29", "tier": 1, ` +
		`"url": "https://p.example/x", "period": "FY 2023/2024"}]}`
	list, err := evidence.ReadManifest(strings.NewReader(good))
	if err != nil || len(list) != 1 {
		t.Fatalf("%v, %+v", err, list)
	}
	item, err := list[0].Item([]byte("x"), "rep_1")
	if err != nil || item.Filename != "b.csv" || item.Title != "b.csv" || item.Bytes != 1 || item.ReportID != "rep_1" || evidence.YearOf(item.Period) != 2024 {
		t.Errorf("%v, %+v", err, item)
	}
	for change, want := range map[[2]string]string{
		{`"tier": 1`, `"tier": 5`}:                                                 "tier 5",
		{`"2024-02-29"`, `"29.2.2024"`}:                                            "no date",
		{`"https://p.example/x"`, `"javascript:alert(1)"`}:                         "no http address",
		{`"https://p.example/x"`, `"https://u:p@p.example"`}:                       "no http address",
		{`"P"`, `"` + strings.Repeat("P", 400) + `"`}:                              "longer than",
		{`"P"`, `"P\u0000"`}:                                                       "no text",
		{`"register"`, `"gossip"`}:                                                 "none of",
		{`"FY 2023/2024"`, `"last year"`}:                                          "names no year",
		{`"a/b.csv"`, `"/etc/passwd"`}:                                             "no file of the folder",
		{good, `{"documents": [` + strings.Repeat(`{"file": "a"},`, 150) + `{}]}`}: "more than the 100",
		{good, "["}: "manifest.json",
	} {
		if _, err := evidence.ReadManifest(strings.NewReader(strings.Replace(good, change[0], change[1], 1))); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", change[1][:min(len(change[1]), 40)], err, want)
		}
	}
}

func TestPartsAndBasesContradictNothing(t *testing.T) {
	own := events.LibraryItem{Kind: events.KindRegister, Publisher: "Register", Company: "Acme", Period: "2024"}
	for name, tc := range map[string]struct{ says, name, found string }{
		"an intensity":               {"We used 4,622 TJ of energy in 2024.", "a.txt", "Energy use per tonne of product was 2.00 GJ in 2024."},
		"a base year without a year": {"The base year amount of emissions is 1,416,900 t CO2e.", "a.txt", "Emissions were 508,700 t CO2e in 2024."},
		"emissions of no scope":      {"Emissions were 412,300 t CO2e in 2024.", "a.txt", "Emissions were 508,700 t CO2e in 2024."},
		"a row below a caption": {"We used 4,622 TJ of energy in 2024.", "a.md",
			"| Carrier | Energy use 2024 (TJ) |\n|---|---|\n| Coal | |\n\n| Energy used (TJ) | 2024 |\n|---|---|\n| Coal | 2,140 |\n"},
		"a share in a table": {"Scope 3 is 100 % of it in 2024.", "a.md", "| Category | Share of Scope 3, 2024 |\n|---|---|\n| Purchased goods | 57.7 % |\n"},
		"a column without its year": {"Scope 1 emissions were 400 t CO2e in 2024.", "a.md",
			"| Subject (t CO2e) | 2023 | Target |\n|---|---|---|\n| Scope 1 emissions | 410 | 300 |\n"},
		"a share of something else": {"Renewables were 30 % of our electricity in 2024.", "a.txt",
			"In 2024 renewables took 12 % of the budget for capital projects."},
	} {
		s := shelf(t, file{Name: tc.name, Text: tc.found, Item: own})
		for _, f := range s.Relate(evidence.Statement{Text: tc.says, Company: "Acme", Period: "2024"}, events.KindRegister) {
			if f.Relation != evidence.Neutral {
				t.Errorf("%s: %s by %q", name, f.Relation, f.Quote)
			}
		}
	}
}
