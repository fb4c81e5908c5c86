package geography

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/geography/imagery"
	"github.com/sibyl-project/sibyl/processors/geography/site"
	"github.com/sibyl-project/sibyl/processors/outside"
	"github.com/sibyl-project/sibyl/processors/specialist"
)

// EvidenceImagery is the evidence type of findings from pictures.
const EvidenceImagery = "imagery"

// look measures a claim's place, if pictures could show what the claim says of it.
func (c Config) look(
	ctx context.Context, claim events.Claim, catalogue events.Source, said site.Said, found site.Found, other events.NoSourceDetails,
) (specialist.Found, error) {
	d := details(said, other)
	for _, l := range found.Candidates {
		d.Candidates = append(d.Candidates, location(l))
	}
	place, why := box(said, found)
	before, after, whyNot := said.Compared(imagery.FirstYear)
	switch {
	case said.Act == site.NoAct:
		why = "the claim says nothing that a change of vegetation would show"
	case said.Act == site.Intended:
		why = "the claim speaks of what is to come, which no picture shows"
	case why == "":
		why = whyNot
	}
	if found.Location != nil {
		l := location(*found.Location)
		d.Location = &l
	}
	port := outside.From(ctx)
	if why == "" && port == nil {
		why = "no service may be asked in this run"
	}
	if why != "" {
		return inconclusive(d, why), nil
	}
	d.Years = []int{before, after}
	d.BBox = corners(place)
	res, err := imagery.Measure(ctx, port, catalogue.URL, place, before, after)
	if err != nil {
		return specialist.Found{}, fmt.Errorf("measuring the place of claim %s: %w", claim.ID, err)
	}
	describe(&d, res)
	if res.Inconclusive != "" {
		return inconclusive(d, res.Inconclusive), nil
	}
	// What was planted may have burnt or been felled since: that it never grew is said only where it is not there in the
	// year before, either.
	still := false
	if said.Act == site.Planting && barer(res) && after-said.Period.To >= site.TakesRoot {
		earlier, err := imagery.Measure(ctx, port, catalogue.URL, place, before, after-1)
		if err != nil {
			return specialist.Found{}, fmt.Errorf("measuring the place of claim %s a year earlier: %w", claim.ID, err)
		}
		describeSearches(&d, earlier)
		still = earlier.Inconclusive == "" && barer(earlier)
	}
	return judge(d, res, said, found, still), nil
}

// details are those of a claim before anything was measured.
func details(said site.Said, other events.NoSourceDetails) events.GeographyDetails {
	d := events.GeographyDetails{
		Candidates: []events.GeoLocation{}, Act: string(said.Act), BBox: []string{}, Years: []int{}, Months: []int{}, ImageryDates: []string{},
		Scenes: []events.GeoScene{}, Links: []string{}, Searches: []events.Search{}, Skipped: []string{}, Limitations: []string{},
		Other: filled(other),
	}
	if h := said.Hectares(); h > 0 {
		d.Area = decimal(h, 2)
	}
	return d
}

// smallest is the side of what is looked at where a claim does not say how large its place is, in metres.
const smallest = 1_000

// box is what has to be looked at.
func box(said site.Said, found site.Found) (imagery.Box, string) {
	l := found.Location
	switch {
	case l == nil:
		return imagery.Box{}, found.Why
	case l.Precision == site.Land:
		return imagery.Box{}, l.Name + " is too large to be looked at as one place"
	case l.Bounds != nil:
		return imagery.Box{West: l.Bounds[0], South: l.Bounds[1], East: l.Bounds[2], North: l.Bounds[3]}, ""
	}
	side := math.Sqrt(hectares(said, *l) * 10_000)
	if side == 0 {
		side = smallest
	}
	return imagery.Around(l.Latitude, l.Longitude, side, side), ""
}

// hectares is how large the place is: by the claim, or else by who says where it is.
func hectares(said site.Said, l site.Location) float64 {
	if h := said.Hectares(); h > 0 {
		return h
	}
	return l.Hectares
}

// inconclusive is the finding of who could not look, with the reason.
func inconclusive(d events.GeographyDetails, why string) specialist.Found {
	d.Inconclusive = why
	d.Other.WhyNot = append(slices.Clip(d.Other.WhyNot), events.NotFound{Where: "satellite images", For: "what the claim says of vegetation", Why: why})
	summary := "Not measured from satellite images: " + why + "."
	if len(d.Skipped) > 0 {
		summary += " Scenes that could not be used: " + strings.Join(d.Skipped[:min(len(d.Skipped), 3)], "; ") + "."
	}
	return specialist.Found{EvidenceType: EvidenceImagery, Summary: summary, Score: 0.3, Details: d, Exhausted: true}
}

func location(l site.Location) events.GeoLocation {
	g := events.GeoLocation{Name: specialist.Shorten(l.Name, 200), Country: l.Country, Precision: string(l.Precision), Source: specialist.Shorten(l.Source, 300)}
	if l.Bounds != nil {
		for _, v := range l.Bounds {
			g.Bounds = append(g.Bounds, decimal(v, 5))
		}
	}
	g.RetrievedAt = stamp(l.RetrievedAt)
	if l.Precision != site.Land {
		g.Latitude, g.Longitude = site.Degrees(l.Latitude), site.Degrees(l.Longitude)
	}
	return g
}

// describe puts what was searched and measured into the details.
func describe(d *events.GeographyDetails, res imagery.Result) {
	describeSearches(d, res)
	if res.Inconclusive != "" {
		return
	}
	d.Months = []int{res.Months[0], res.Months[1]}
	if res.Cloud > 0 { // of a search; whoever brings statistics has chosen the scenes
		d.Cloud = decimal(res.Cloud, 0)
	}
	for _, side := range []imagery.Side{res.Before, res.After} {
		for _, s := range side.Scenes {
			d.ImageryDates = append(d.ImageryDates, s.At.Format(time.DateOnly))
			d.Scenes = append(d.Scenes, events.GeoScene{
				ID: s.ID, Date: s.At.Format(time.DateOnly), Cloud: decimal(s.Cloud, 1), NDVI: decimal(s.Place.Mean, 4), Link: s.Link,
				Clear: decimal(float64(s.Place.Valid)/float64(max(s.Place.Pixels, 1)), 3),
			})
			if s.Link != "" {
				d.Links = append(d.Links, s.Link)
			}
		}
	}
	d.Before, d.After = vegetation(res.Before), vegetation(res.After)
	d.Change = &events.GeoChange{
		Difference: decimal(res.Difference, 4), Uncertainty: decimal(res.Uncertainty, 4), Relative: decimal(res.Relative, 4),
		Lost: decimal(res.Lost, 1), Gained: decimal(res.Gained, 1), Compared: decimal(res.Covered, 1), Pixel: decimal(res.Pixel, 1),
	}
}

// describeSearches notes what was looked for, also in vain.
func describeSearches(d *events.GeographyDetails, res imagery.Result) {
	for _, s := range res.Searches {
		d.Searches = append(d.Searches, events.Search{
			Service: imagery.Service, Query: s.Query, Results: s.Listed, Kept: len(s.Scenes), RetrievedAt: stamp(s.At),
		})
	}
	if len(res.Searches) == 0 && res.Inconclusive != "" {
		d.Searches = append(d.Searches, events.Search{Service: imagery.Service, Query: imagery.Collection, Failed: res.Inconclusive})
	}
	d.Skipped = append(d.Skipped, res.Skipped...)
}

func vegetation(s imagery.Side) *events.GeoVegetation {
	return &events.GeoVegetation{
		Year: s.Year, Mean: decimal(s.Place.Mean, 4), Deviation: decimal(s.Place.Deviation, 4), Vegetation: decimal(s.Place.Vegetation, 4),
		Dense: decimal(s.Place.Dense, 4), Around: decimal(s.Around.Mean, 4),
	}
}

// decimal is a number with at most some places.
func decimal(v float64, places int) string {
	s := strconv.FormatFloat(v, 'f', places, 64)
	if strings.Contains(s, ".") {
		s = strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
	}
	if s == "-0" {
		return "0"
	}
	return s
}

// filled has lists that are never null in JSON.
func filled(d events.NoSourceDetails) events.NoSourceDetails {
	for _, l := range []*[]string{&d.NotConfigured, &d.WouldHelp, &d.Observations} {
		if *l == nil {
			*l = []string{}
		}
	}
	return d
}
