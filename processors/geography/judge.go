package geography

import (
	"fmt"
	"math"
	"slices"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/geography/imagery"
	"github.com/sibyl-project/sibyl/processors/geography/site"
	"github.com/sibyl-project/sibyl/processors/specialist"
)

// What a measurement has to be to take a side.
const (
	untouched = 0.05 // share of a place that may have lost its vegetation where it was kept
	degree    = 111_320.0
	wide      = 5 // times the area that a claim states that the bounds of a place may have
)

// ofPlants is what images are measured for. It is no number of hectares or of trees.
const ofPlants = "an index of how green the place is"

// judge says what a measurement means for the claim. stillBare says that a place where something was planted is bare in the last two years
// that are over, though it was not before.
func judge(d events.GeographyDetails, res imagery.Result, said site.Said, found site.Found, stillBare bool) specialist.Found {
	f := specialist.Found{EvidenceType: EvidenceImagery, Score: 0.4}
	f.Summary = fmt.Sprintf(
		"Sentinel-2 shows a mean vegetation index of %s in %d and %s in %d, a change of %s, give or take %s; "+
			"%s against the surroundings (months %d to %d of both; %d and %d scenes).",
		d.Before.Mean, res.Before.Year, d.After.Mean, res.After.Year, d.Change.Difference, d.Change.Uncertainty, d.Change.Relative,
		res.Months[0], res.Months[1], len(res.Before.Scenes), len(res.After.Scenes),
	)
	d.Limitations, d.Other.WouldHelp = limitations(said, *found.Location), []string{} // it has been measured
	supports, why := side(res, said, *found.Location, stillBare)
	f.Summary += " " + why
	if supports != nil {
		f.Supports, f.Score = supports, 0.7
		if *supports {
			f.Bears = &events.Borne{Figures: []string{}, Of: ofPlants}
		}
		if len(res.Before.Scenes) == 1 || len(res.After.Scenes) == 1 {
			f.Score = 0.55
		}
	}
	f.Origins = []events.Origin{events.OriginImagery}
	if found.Location.Evidence != nil {
		f.Evidence = append(f.Evidence, *found.Location.Evidence)
	}
	for _, s := range slices.Concat(res.Before.Scenes, res.After.Scenes) {
		f.Evidence = append(f.Evidence, events.Evidence{
			Origin: events.OriginImagery, Source: "Sentinel-2 L2A, scene " + s.ID, URL: s.Link, Date: s.At.Format("2006-01-02"), RetrievedAt: stamp(s.Seen),
		})
	}
	f.Details = d
	return f
}

// limitations are what a reader has to know of any such measurement.
func limitations(said site.Said, l site.Location) []string {
	out := []string{
		"The index tells green from bare ground, not forest from crops, nor one kind of tree from another.",
		"Two years are compared; what happened between them is not seen.",
	}
	if l.Bounds == nil {
		out = append(out, "The shape of the place is not known: a square around its position was looked at.")
	}
	if said.Area == nil {
		out = append(out, "The claim does not state one area.")
	}
	return out
}

// side is what a change speaks for, nil for neither, with the reason. An accusation has to be larger than chance, larger
// than the threshold, and larger than the change around the place, which has had the same weather.
func side(res imagery.Result, said site.Said, l site.Location, stillBare bool) (*bool, string) {
	if why := vague(said, l); why != "" {
		return nil, "This takes no side: " + why + "."
	}
	yes, no := true, false
	// For planting, the change beyond chance has to reach the threshold; so has the change that the surroundings have not.
	rises := min(res.Difference, res.Relative)-res.Uncertainty >= imagery.Change
	before, after := res.Before.Place, res.After.Place
	switch said.Act {
	case site.Planting:
		switch {
		case rises:
			return &yes, "Vegetation has increased where the claim says that it was planted or restored."
		case stillBare:
			return &no, fmt.Sprintf("The place is barer than before, %d years after the claim says that it was planted or restored, and was so the year before.",
				res.After.Year-said.Period.To)
		case falls(res):
			return nil, "Vegetation has decreased, which clearing for a planting, or young plants, may explain: this takes no side."
		}
	case site.Keeping:
		switch {
		case before.Mean <= imagery.Vegetation:
			return nil, "There was little vegetation to begin with: this takes no side."
		case falls(res):
			if res.Covered == 0 { // nobody has counted pixels
				return &no, "Vegetation was lost where the claim says that it was kept."
			}
			return &no, fmt.Sprintf("Vegetation was lost on %s of %s ha where the claim says that it was kept.", decimal(res.Lost, 1), decimal(res.Covered, 1))
		case after.Mean > imagery.Vegetation && math.Abs(res.Difference) < imagery.Change && res.Lost < untouched*res.Covered:
			return &yes, "The vegetation of the place is still there."
		}
	}
	return nil, "The change is not larger than chance, the threshold of 0.1 and that of the surroundings: this takes no side."
}

// falls reports whether vegetation has decreased beyond chance, the threshold and what the surroundings have lost.
func falls(res imagery.Result) bool {
	return max(res.Difference, res.Relative)+res.Uncertainty <= -imagery.Change
}

// barer reports whether a place has less vegetation than before and is bare now.
func barer(res imagery.Result) bool { return falls(res) && res.After.Place.Mean < imagery.Vegetation }

// vague is why the place that was looked at need not be the one that is meant; empty where it is.
func vague(said site.Said, l site.Location) string {
	size := hectares(said, l)
	switch {
	case !l.Precision.Exact():
		return fmt.Sprintf("what was looked at is the surroundings of %s, not the place itself", l.Name)
	case !said.Period.Stated && said.Act == site.Planting:
		return "the claim does not say when"
	case l.Bounds != nil && size > 0:
		b := imagery.Box{West: l.Bounds[0], South: l.Bounds[1], East: l.Bounds[2], North: l.Bounds[3]}
		if h := b.Hectares(); h > wide*size || size > h {
			return fmt.Sprintf("%s extends over %s ha, the claim speaks of %s ha, so that another part of it may be meant", l.Name, decimal(h, 0), decimal(size, 0))
		}
	case l.Bounds != nil:
		return "the claim does not say how much of " + l.Name + " it is about"
	case size == 0:
		return "nobody says how large the place is"
	case l.Fine*degree > math.Sqrt(size*10_000)/4:
		return fmt.Sprintf("the position is given to %s degrees, which is too coarse for %s ha", decimal(2*l.Fine, 5), decimal(size, 0))
	}
	return ""
}
