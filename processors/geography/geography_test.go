package geography_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/geography"
	"github.com/sibyl-project/sibyl/processors/outside"
	"github.com/sibyl-project/sibyl/processors/outside/outsidetest"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/evidence/evidencetest"
)

// still is a clock on which waiting takes no time.
type still struct{}

func (still) Now() time.Time { return time.Date(2025, 3, 1, 12, 0, 0, 0, time.UTC) }

func (still) Sleep(ctx context.Context, _ time.Duration) error { return ctx.Err() }

// The middle of the pictures lies at 682206, 9208237 in UTM 49 south, which is 7.16 south, 112.65 east. Each is 4 by 4
// km; the place is a square of 1 km in its middle.
const left, top = 680_200, 9_210_240

// picture is green or bare in the place and around it: reflectances of leaves give an index of 0.8, of soil 0.2.
func picture(id, at string, inside, around bool) outsidetest.Scene {
	raster := func(leaves, soil uint16) outsidetest.Raster {
		return outsidetest.Raster{Width: 400, Height: 400, EPSG: 32749, Left: left, Top: top, Size: 10, Pixel: func(x, y int) uint16 {
			green := around
			if math.Abs(float64(x)-200) < 52 && math.Abs(float64(y)-200) < 52 {
				green = inside
			}
			if green {
				return leaves
			}
			return soil
		}}
	}
	return outsidetest.Scene{
		ID: id, At: at, Cloud: 3, BBox: [4]float64{112.63, -7.18, 112.67, -7.14}, Grid: "MGRS-49MGU", Baseline: "02.14",
		Red: raster(400, 2000), NIR: raster(3600, 3000), Classes: raster(4, 5),
	}
}

// years are two clear scenes of each of two years.
func years(before, after int, greenBefore, greenAfter, aroundBefore, aroundAfter bool) []outsidetest.Scene {
	at := func(year int, day string) string { return fmt.Sprintf("%d-07-%sT02:40:00Z", year, day) }
	return []outsidetest.Scene{
		picture("b1", at(before, "04"), greenBefore, aroundBefore), picture("b2", at(before, "24"), greenBefore, aroundBefore),
		picture("a1", at(after, "03"), greenAfter, aroundAfter), picture("a2", at(after, "23"), greenAfter, aroundAfter),
	}
}

func TestClaimsAndPictures(t *testing.T) {
	for _, tc := range []struct {
		name   string
		text   string
		places []string
		scenes []outsidetest.Scene

		supports string // yes, no, or empty
		says     string
	}{
		{
			"planted, and green since", "In 2019 we planted 100 ha of trees at 7.160° S, 112.650° E.", nil,
			years(2018, 2022, false, true, false, false), "yes", "has increased",
		},
		{
			"planted, and the rain has made everything green", "In 2019 we planted 100 ha of trees at 7.160° S, 112.650° E.", nil,
			years(2018, 2022, false, true, false, true), "", "takes no side",
		},
		{
			"planted, and cleared for it", "In 2019 we planted 100 ha of trees at 7.160° S, 112.650° E.", nil,
			years(2018, 2022, true, false, true, true), "", "clearing for a planting",
		},
		{
			"planted, and bare for years", "In 2019 we planted 100 ha of trees at 7.160° S, 112.650° E.", nil,
			append(years(2018, 2022, true, false, true, true), picture("e1", "2021-07-09T02:40:00Z", false, true)), "no", "and was so the year before",
		},
		{
			"planted, grown, and felled", "In 2019 we planted 100 ha of trees at 7.160° S, 112.650° E.", nil,
			append(years(2018, 2022, true, false, true, true), picture("e1", "2021-07-09T02:40:00Z", true, true)), "", "may explain",
		},
		{
			"planted too recently", "In 2023 we planted 100 ha of trees at 7.160° S, 112.650° E.", nil,
			years(2022, 2024, true, false, true, true), "", "may explain",
		},
		{
			"no deforestation, and there was", "There was no deforestation on our 100 ha at 7.160° S, 112.650° E in 2019.", nil,
			years(2018, 2020, true, false, true, true), "no", "was lost on",
		},
		{
			"no deforestation, and a drought", "There was no deforestation on our 100 ha at 7.160° S, 112.650° E in 2019.", nil,
			years(2018, 2020, true, false, true, false), "", "takes no side",
		},
		{
			"no deforestation, and there was none", "There was no deforestation on our 100 ha at 7.160° S, 112.650° E in 2019.", nil,
			years(2018, 2020, true, true, true, true), "yes", "still there",
		},
		{
			"nothing to lose", "There was no deforestation on our 100 ha at 7.160° S, 112.650° E in 2019.", nil,
			years(2018, 2020, false, false, true, true), "", "little vegetation to begin with",
		},
		{
			"a town is not the place", "There was no deforestation on our 100 ha in Gresik in 2019.", []string{"Gresik"},
			years(2018, 2020, true, false, true, true), "", "not the place itself",
		},
		{
			"too coarse a position", "There was no deforestation on our 100 ha at 7.2° S, 112.7° E in 2019.", nil,
			nil, "", "no scenes of the same season",
		},
		{
			"an unknown size", "There was no deforestation at 7.160° S, 112.650° E in 2019.", nil,
			years(2018, 2020, true, false, true, true), "", "how large the place is",
		},
		{
			"an intention", "We will plant 100 ha of trees at 7.160° S, 112.650° E.", nil, nil, "", "says nothing that a change",
		},
		{
			"a target that is not met yet", "Our target: 100 ha planted at 7.160° S, 112.650° E by 2030.", nil, nil, "", "to come",
		},
		{
			"a name of many places", "In 2019 we planted 100 ha of trees in Paris.", []string{"Paris"}, nil, "", "may be any of",
		},
		{
			"of something else", "Our site at 7.160° S, 112.650° E used 4 % less water in 2019.", nil, nil, "", "says nothing",
		},
		{
			"before there were satellites", "In 2009 we planted 100 ha of trees at 7.160° S, 112.650° E.", nil, nil, "", "from 2017 on",
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c := outsidetest.NewCatalogue(tc.scenes...)
			defer c.Close()
			f, d := seen(t, c, tc.text, tc.places)
			got := ""
			if f.SupportsClaim != nil {
				got = map[bool]string{true: "yes", false: "no"}[*f.SupportsClaim]
			}
			if got != tc.supports || !strings.Contains(f.Summary, tc.says) {
				t.Errorf("supports %q: %s", got, f.Summary)
			}
			if measured := d.Inconclusive == ""; measured != (len(f.Origins) == 1 && f.Origins[0] == events.OriginImagery &&
				len(d.Scenes) == 4 && len(f.Evidence) >= 4 &&
				d.Before != nil && d.After != nil && d.Change != nil && len(d.ImageryDates) == 4 && len(d.BBox) == 4 && len(d.Links) == 4) {
				t.Errorf("measured: %t, %+v", measured, d)
			}
			if len(c.Ranges) > 0 && tc.scenes == nil {
				t.Errorf("files were read: %v", c.Ranges)
			}
		})
	}
}

// seen is the finding from pictures of one claim of a report of 2024, read on 1 March 2025.
func seen(t *testing.T, c *outsidetest.Catalogue, text string, places []string) (events.Finding, events.GeographyDetails) {
	t.Helper()
	client, err := outside.New(outside.Options{
		Online: true, Clock: still{}, Services: []outside.Service{{Name: events.SourceImagery, Hosts: []string{c.Host()}, Tries: 1}},
	})
	if err != nil {
		t.Fatal(err)
	}
	store := artefact.NewMemory()
	agent := geography.New(geography.Config{Store: store, Sources: []events.Source{{Name: events.SourceImagery, URL: c.URL}}})
	claim := events.Claim{
		ID: "clm_1", ReportID: "rep_1", Text: text, Entities: events.Entities{Places: places}, Issuer: &events.Issuer{Company: "Acme N.V.", Period: "2024"},
		Reach: &events.Reach{AsOf: "2025-03-01", Services: []string{events.SourceImagery}},
	}
	event := streamtest.Event(events.ClaimRouted, "run_1", events.PassSubject("clm_1", 1, "routed"), events.Assignment{
		Claim: claim, Iteration: 1, Agents: []events.AgentTask{{Agent: events.Geography}},
	})
	d := streamtest.New(t, stream.Learning(agent, outside.Recording(store, client)))
	d.When(event)
	f := streamtest.One(d, events.FindingProduced).Data
	// A replay, with nobody to ask, finds the same.
	again := streamtest.New(t, stream.Learning(agent, outside.Recording(store, nil)))
	again.When(event)
	if g := streamtest.One(again, events.FindingProduced).Data; g.Summary != f.Summary || string(g.Details) != string(f.Details) {
		t.Errorf("replayed: %s", g.Summary)
	}
	var details events.GeographyDetails
	if err := json.Unmarshal(f.Details, &details); err != nil || f.EvidenceType != geography.EvidenceImagery {
		t.Fatalf("%v: %+v", err, f)
	}
	return f, details
}

// TestNothingIsAskedThatARunMayNot: a service that is configured is asked by runs alone that may ask it.
func TestNothingIsAskedThatARunMayNot(t *testing.T) {
	c := outsidetest.NewCatalogue(years(2018, 2020, true, false, true, true)...)
	defer c.Close()
	agent := geography.New(geography.Config{Sources: []events.Source{{Name: events.SourceImagery, URL: c.URL}}})
	d := streamtest.New(t, agent)
	d.When(streamtest.Event(events.ClaimRouted, "run_1", events.PassSubject("clm_1", 1, "routed"), events.Assignment{
		Claim:     events.Claim{ID: "clm_1", ReportID: "rep_1", Text: "There was no deforestation on our 100 ha at 7.160° S, 112.650° E in 2019."},
		Iteration: 1, Agents: []events.AgentTask{{Agent: events.Geography}},
	}))
	if f := streamtest.One(d, events.FindingProduced).Data; f.EvidenceType != events.EvidenceNoSource || len(c.Searches) != 0 {
		t.Errorf("%s after %d searches", f.Summary, len(c.Searches))
	}
}

// TestQuestionsAboutPlaces: who asks is told where a place is, by the user's table or by the gazetteer, and which names
// leave it open.
func TestQuestionsAboutPlaces(t *testing.T) {
	store := artefact.NewMemory()
	library := evidencetest.Library(t, store, evidencetest.File{
		Name: "sites.csv", Text: "Place,Latitude,Longitude,Area,Unit\nTanjung Block,-7.1652,112.6523,64,ha\n",
		Item: events.LibraryItem{Kind: events.KindCoordinates, Publisher: "Land Office", Title: "Sites"},
	})
	agent := geography.New(geography.Config{Store: store})
	for place, want := range map[string]string{
		"Tanjung Block": "lies at -7.1652, 112.6523 and measures 64 ha", "Gresik": "lies at -7.15, 112.66 in ID", "Paris": "which is meant is not said",
		"Indonesia": "is a country of", "Nowhereville": "Neither a table",
	} {
		t.Run(place, func(t *testing.T) {
			d := streamtest.New(t, agent)
			d.When(streamtest.Event(events.RequestRouted, "run_1", events.ClaimSubject("clm_1", "request", "r", "routed"), events.InfoRequest{
				ID: "r", From: events.Legal, To: events.Geography, Kind: events.AskGeography, ClaimID: "clm_1",
				Claim:   &events.Claim{ID: "clm_1", Library: library, Issuer: &events.Issuer{Company: "Acme N.V.", Period: "2024"}},
				Subject: &events.InfoSubject{Places: []string{place}},
			}))
			a := streamtest.One(d, events.InfoProvided).Data
			if !strings.Contains(a.Answer, want) || a.Refused != (place == "Nowhereville") || len(a.Figures) != len(a.Evidence) {
				t.Errorf("%+v", a)
			}
		})
	}
}
