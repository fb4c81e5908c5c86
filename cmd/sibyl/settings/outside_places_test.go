package settings

import (
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
)

// TestPlacesAndResearchAreAskedWhereTheyAreNamed: nothing is asked that is not named, or offline; keys are no part of a
// source, and a known catalogue's files may be read from where they lie.
func TestPlacesAndResearchAreAskedWhereTheyAreNamed(t *testing.T) {
	o := Outside{
		GeocodeURL: "https://nominatim.example", STACURL: "https://earth-search.aws.element84.com/v1", STACHosts: []string{"tiles.example"},
		OpenAlexURL: "https://api.openalex.org", OpenAlexKey: "hush",
	}
	sources, err := o.Sources()
	if err != nil || len(sources) != 3 {
		t.Fatalf("%v: %+v", err, sources)
	}
	imagery, _ := events.SourceNamed(sources, events.SourceImagery)
	if !slices.Contains(imagery.Hosts, "sentinel-cogs.s3.us-west-2.amazonaws.com") || !slices.Contains(imagery.Hosts, "tiles.example") {
		t.Errorf("%+v", imagery)
	}
	if said := o.Describe(); strings.Contains(said, "hush") || !strings.Contains(said, "api.openalex.org") {
		t.Errorf("%s", said)
	}
	if _, err := o.Client(); err != nil {
		t.Error(err)
	}
	o.Offline = true
	if sources, err := o.Sources(); err != nil || len(sources) != 0 {
		t.Errorf("offline: %v, %+v", err, sources)
	}
	for variable, bad := range map[string]Outside{
		"SIBYL_GEOCODE_URL": {GeocodeURL: "nominatim"}, "SIBYL_STAC_URL": {STACURL: "ftp://x"}, "SIBYL_OPENALEX_URL": {OpenAlexURL: "https://user:pw@x"},
	} {
		if _, err := bad.Sources(); err == nil || !strings.Contains(err.Error(), variable) {
			t.Errorf("%s: %v", variable, err)
		}
	}
}
