package imagery

import (
	"strings"
	"testing"
	"time"
)

func seenOn(t *testing.T, day, id string, place, around, clear float64) Observation {
	t.Helper()
	at, err := time.Parse(time.DateOnly, day)
	if err != nil {
		t.Fatal(err)
	}
	return Observation{ID: id, At: at, Place: place, Around: around, Clear: clear}
}

// TestObservationsOfTwoYearsAreComparedAsWorkedByHand: means 0.21 and 0.59, those of the surroundings 0.545 and 0.555;
// each side deviates by 0.0141, so that twice the root of 2 x 0.03^2 + 0.0001 + 0.0001 is 0.0894.
func TestObservationsOfTwoYearsAreComparedAsWorkedByHand(t *testing.T) {
	all := []Observation{
		seenOn(t, "2018-07-04", "b1", 0.22, 0.55, 1), seenOn(t, "2018-07-24", "b2", 0.20, 0.54, 0.9),
		seenOn(t, "2018-07-28", "cloudy", -0.1, 0.1, 0.3), seenOn(t, "2018-12-24", "winter", 0.7, 0.7, 1),
		seenOn(t, "2024-07-03", "a1", 0.58, 0.56, 1), seenOn(t, "2024-08-23", "a1", 0.60, 0.55, 1), // two of one name
		seenOn(t, "2021-07-03", "between", 0.4, 0.55, 1),
	}
	res := Compare(all, 2018, 2024, -7)
	if res.Inconclusive != "" || res.Before.Place.Mean != 0.21 || res.After.Place.Mean != 0.59 || res.Difference != 0.38 || res.Relative != 0.37 ||
		res.Uncertainty != 0.0894 || len(res.Before.Scenes) != 2 || len(res.After.Scenes) != 2 {
		t.Errorf("%+v", res)
	}
	if len(res.Skipped) != 1 || !strings.Contains(res.Skipped[0], "only 30 % of the place") {
		t.Errorf("skipped %q", res.Skipped)
	}
	if no := Compare(all, 2018, 2021, -7); no.Inconclusive != "" || no.Uncertainty <= res.Uncertainty {
		t.Errorf("a single scene is as certain as two: %+v", no)
	}
	if no := Compare(all, 2017, 2024, -7); !strings.Contains(no.Inconclusive, "no clear scenes") {
		t.Errorf("%+v", no)
	}
}
