package specialist

import (
	"fmt"
	"testing"

	"github.com/sibyl-project/sibyl/events"
)

// TestWhatWasLookedForInVainIsSaid: the library and every search without a result, and nothing where something was found.
func TestWhatWasLookedForInVainIsSaid(t *testing.T) {
	kinds := []events.EvidenceKind{events.KindNews, events.KindEarlierReport}
	search := func(results, kept int, failed string) []events.Search {
		return []events.Search{{Service: "news", Query: "Acme with water", From: "2024-01-01", To: "2026-01-01", Results: results, Kept: kept, Failed: failed}}
	}
	for name, c := range map[string]struct {
		documents int
		sided     bool
		near      int
		searches  []events.Search
		want      string
	}{
		"nothing there": {0, false, 0, nil, "[{the evidence library documents of the kinds news, earlier report it has none of these kinds}]"},
		"nothing of the claim": {2, false, 0, nil, "[{the evidence library documents of the kinds news, earlier report 2 documents were read, and nothing there is " +
			"of the claim's subject, place, period and figure}]"},
		"near it": {2, false, 1, nil, "[{the evidence library documents of the kinds news, earlier report one place speaks of its subject, " +
			"none of which settles the claim}]"},
		"found":      {2, true, 0, search(9, 2, ""), "[]"},
		"no results": {2, true, 0, search(0, 0, ""), "[{news, 2024-01-01 to 2026-01-01 Acme with water nothing came}]"},
		"results of others": {2, true, 0, search(7, 0, ""), "[{news, 2024-01-01 to 2026-01-01 Acme with water 7 results came, of which nothing could be held " +
			"against the claim}]"},
		"a failed search": {2, true, 0, search(0, 0, "unreachable"), "[{news, 2024-01-01 to 2026-01-01 Acme with water unreachable}]"},
	} {
		if got := fmt.Sprint(unfound(kinds, c.documents, c.sided, c.near, c.searches)); got != c.want {
			t.Errorf("%s: %s", name, got)
		}
	}
}
