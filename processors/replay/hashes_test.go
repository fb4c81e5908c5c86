package replay

import (
	"regexp"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// What has the form of an artefact's name is found wherever a pattern would find it.
func TestHashesAreFoundWhereverTheyStand(t *testing.T) {
	pattern := regexp.MustCompile(`[0-9a-f]{64}`)
	rapid.Check(t, func(t *rapid.T) {
		data := rapid.StringMatching(`([0-9a-f]{60,70}|[0-9a-f]{1,64}|["g{ ]{1,3}){0,9}`).Draw(t, "data")
		var have []string
		hashes([]byte(data), func(hash []byte) { have = append(have, string(hash)) })
		if want := pattern.FindAllString(data, -1); !slices.Equal(have, want) {
			t.Fatalf("have %q, want %q", have, want)
		}
	})
}
