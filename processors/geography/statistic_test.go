package geography_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/geography"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/evidence/evidencetest"
)

const (
	head   = "Place,Date,Scene,NDVI,Surroundings,Clear,Area,Unit\n"
	bare18 = "Lindmoen,2018-07-04,b1,0.22,0.55,0.98,131,ha\nLindmoen,2018-07-24,b2,0.20,0.54,0.95,131,ha\n"
	rich24 = "Lindmoen,2024-07-03,a1,0.58,0.56,0.97,131,ha\nLindmoen,2024-07-23,a2,0.60,0.55,0.99,131,ha\n"
)

// TestStatisticsThatTheUserBringsTakeASideAsPicturesDo: the rules are those of pictures, on what somebody else has measured.
func TestStatisticsThatTheUserBringsTakeASideAsPicturesDo(t *testing.T) {
	const planted = "At Lindmoen, we replanted 118 hectares of former pits between 2019 and 2021."
	for _, tc := range []struct {
		name, text, table string
		publisher         string

		supports string // yes, no, or empty
		says     string
		origin   events.Origin
	}{
		{"planted, and green since", planted, head + bare18 + rich24, "Earth Service", "yes", "has increased", events.OriginImagery},
		{
			"with its position", planted,
			strings.NewReplacer(",Unit", ",Unit,Latitude,Longitude", ",ha\n", ",ha,60.25,9\n").Replace(head + bare18 + rich24), "Earth Service", "yes",
			"has increased", events.OriginImagery,
		},
		{"by the company's own table", planted, head + bare18 + rich24, "Acme N.V.", "yes", "has increased", events.OriginCompany},
		{"everything has become greener", planted, head + bare18 + strings.ReplaceAll(rich24, ",0.5", ",0.9"), "Earth Service", "", "takes no side", ""},
		{
			"bare for years", planted,
			head + "Lindmoen,2018-07-04,b1,0.62,0.55,0.98,131,ha\nLindmoen,2018-07-24,b2,0.60,0.54,0.95,131,ha\n" +
				"Lindmoen,2023-07-03,e1,0.22,0.56,0.97,131,ha\nLindmoen,2023-07-23,e2,0.21,0.55,0.99,131,ha\n" +
				"Lindmoen,2024-07-03,a1,0.21,0.56,0.97,131,ha\nLindmoen,2024-07-23,a2,0.20,0.55,0.99,131,ha\n",
			"Earth Service", "no", "and was so the year before", events.OriginImagery,
		},
		{
			"no deforestation, and there was", "There was no deforestation on our 118 hectares at Lindmoen in 2019.",
			head + "Lindmoen,2018-07-04,b1,0.72,0.65,0.98,131,ha\nLindmoen,2018-07-24,b2,0.70,0.64,0.95,131,ha\n" +
				"Lindmoen,2020-07-03,a1,0.31,0.66,0.97,131,ha\nLindmoen,2020-07-23,a2,0.30,0.65,0.99,131,ha\n",
			"Earth Service", "no", "Vegetation was lost where", events.OriginImagery,
		},
		{"other seasons", planted, head + bare18 + strings.ReplaceAll(rich24, "-07-", "-01-"), "Earth Service", "", "no clear scenes of the same season", ""},
		{"under clouds", planted, head + bare18 + strings.ReplaceAll(strings.ReplaceAll(rich24, "0.97", "0.12"), "0.99", "0.30"), "Earth Service", "",
			"no clear scenes", ""},
		{"nothing before", planted, head + rich24, "Earth Service", "", "has no scenes of a year before 2019", ""},
		{"without surroundings", planted, strings.ReplaceAll(head, ",Surroundings", ",Other") + bare18 + rich24, "Earth Service", "", "", ""},
		{"an index that cannot be", planted, head + bare18 + strings.ReplaceAll(rich24, ",0.", ",5."), "Earth Service", "", "no scenes of a year", ""},
		{"of a much larger place", planted, head + strings.ReplaceAll(bare18+rich24, ",131,", ",9000,"), "Earth Service", "", "another part of it", ""},
		{"of a smaller place", planted, head + strings.ReplaceAll(bare18+rich24, ",131,", ",20,"), "Earth Service", "", "another part of it", ""},
		{"of an unknown size", planted, head + strings.ReplaceAll(bare18+rich24, ",131,ha", ",,"), "Earth Service", "yes", "has increased", events.OriginImagery},
		{"of another place", planted, head + strings.ReplaceAll(bare18+rich24, "Lindmoen", "Grimvik"), "Earth Service", "", "", ""},
		{"an intention", "We will replant 118 hectares at Lindmoen.", head + bare18 + rich24, "Earth Service", "", "", ""},
		{"of two places of the claim", "At Lindmoen and Grimvik, we replanted 118 hectares of former pits between 2019 and 2021.",
			head + bare18 + rich24 + "Grimvik,2018-07-04,g1,0.22,0.55,0.98,131,ha\n", "Earth Service", "", "several places of the tables", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			store := artefact.NewMemory()
			claim := events.Claim{
				ID: "clm_1", ReportID: "rep_1", Text: tc.text, Issuer: &events.Issuer{Company: "Acme N.V.", Period: "2024"},
				Library: evidencetest.Library(t, store, evidencetest.File{
					Name: "ndvi.csv", Text: tc.table,
					Item: events.LibraryItem{Kind: events.KindImagery, Publisher: tc.publisher, Title: "Scenes", Date: "2025-01", Tier: 2},
				}),
			}
			d := streamtest.New(t, geography.New(geography.Config{Store: store}))
			d.When(streamtest.Event(events.ClaimRouted, "run_1", events.PassSubject("clm_1", 1, "routed"), events.Assignment{
				Claim: claim, Iteration: 1, Agents: []events.AgentTask{{Agent: events.Geography}},
			}))
			located := strings.Contains(tc.table, "Latitude")
			got, said, origins := "", "", []events.Origin(nil)
			for _, e := range streamtest.Of(d, events.FindingProduced) {
				f := e.Data
				if f.EvidenceType != geography.EvidenceImagery {
					continue
				}
				said = f.Summary
				var details events.GeographyDetails
				if err := json.Unmarshal(f.Details, &details); err != nil {
					t.Fatal(err)
				}
				if f.SupportsClaim == nil {
					continue
				}
				got, origins = map[bool]string{true: "yes", false: "no"}[*f.SupportsClaim], f.Origins
				if len(f.Evidence) != 4 || f.Evidence[0].Row == 0 || !strings.Contains(f.Evidence[0].Quote, "2018-07-04") || details.Before == nil ||
					len(details.Scenes) != 4 || (details.Location != nil) != located ||
					located && (details.Location.Name != "Lindmoen" || details.Location.Latitude != "60.25" || len(details.BBox) != 4) {
					t.Errorf("cites %+v with %+v", f.Evidence, details)
				}
			}
			if got != tc.supports || !strings.Contains(said, tc.says) || (tc.says == "") != (said == "") {
				t.Errorf("supports %q: %q", got, said)
			}
			if tc.origin != "" && (len(origins) != 1 || origins[0] != tc.origin) {
				t.Errorf("origins %v", origins)
			}
		})
	}
}

// TestAnAgentSaysWherePlacesAreAndWhatItDidNotFind: place, area and period stand in a finding without pictures, too, with
// where the place was looked for.
func TestAnAgentSaysWherePlacesAreAndWhatItDidNotFind(t *testing.T) {
	for text, want := range map[string]struct {
		place  string
		open   string
		whyNot int
	}{
		"In 2019 we planted 100 ha of trees at 7.160° S, 112.650° E.": {"-7.16", "", 1},
		"In 2019 we planted 100 ha of trees in Paris.":                {"", "may be any of", 3},
	} {
		claim := events.Claim{ID: "clm_1", ReportID: "rep_1", Text: text, Issuer: &events.Issuer{Company: "Acme N.V.", Period: "2024"}}
		if strings.Contains(text, "Paris") {
			claim.Entities.Places = []string{"Paris"}
		}
		d := streamtest.New(t, geography.New(geography.Config{Store: artefact.NewMemory()}))
		d.When(streamtest.Event(events.ClaimRouted, "run_1", events.PassSubject("clm_1", 1, "routed"), events.Assignment{
			Claim: claim, Iteration: 1, Agents: []events.AgentTask{{Agent: events.Geography}},
		}))
		var details events.NoSourceDetails
		if err := json.Unmarshal(streamtest.One(d, events.FindingProduced).Data.Details, &details); err != nil {
			t.Fatal(err)
		}
		s := details.Site
		if s == nil || s.Area != "100" || s.Period == nil || s.Period.From != 2019 || !s.Period.Stated || len(s.Searched) == 0 ||
			!strings.Contains(s.Open, want.open) ||
			len(details.WhyNot) != want.whyNot {
			t.Fatalf("%q: %+v, why not %+v", text, s, details.WhyNot)
		}
		if want.place != "" && (s.Location == nil || s.Location.Latitude != want.place || len(s.BBox) != 4) {
			t.Errorf("%q: %+v", text, s)
		}
		if want.place == "" && len(s.Candidates) < 2 {
			t.Errorf("%q: candidates %+v", text, s.Candidates)
		}
	}
}
