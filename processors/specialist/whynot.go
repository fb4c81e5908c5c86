package specialist

import (
	"fmt"
	"strings"

	"github.com/sibyl-project/sibyl/events"
)

// theLibrary is where documents of the user are looked for, in words.
const theLibrary = "the evidence library"

// unfound lists what a pass has looked for and not found: documents of its kinds, and what it has searched beyond them.
// A reader who asks why nothing is said of a claim is told where was looked; it is evidence of nothing.
func unfound(kinds []events.EvidenceKind, documents int, sided bool, near int, searches []events.Search) []events.NotFound {
	var out []events.NotFound
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = strings.ReplaceAll(string(k), "_", " ")
	}
	looked := events.NotFound{Where: theLibrary, For: "documents of the kinds " + strings.Join(names, ", ")}
	switch {
	case documents == 0:
		looked.Why = "it has none of these kinds"
		out = append(out, looked)
	case !sided && near > 0:
		looked.Why = fmt.Sprintf("%s, none of which settles the claim", counted(near, "place speaks of its subject", "places speak of its subject"))
		out = append(out, looked)
	case !sided:
		looked.Why = counted(documents, "document was read", "documents were read") + ", and nothing there is of the claim's subject, place, period and figure"
		out = append(out, looked)
	}
	for _, s := range searches {
		if s.Failed == "" && s.Kept > 0 {
			continue
		}
		n := events.NotFound{Where: s.Service, For: s.Query, Why: s.Failed}
		if s.From != "" || s.To != "" {
			n.Where += fmt.Sprintf(", %s to %s", s.From, s.To)
		}
		switch {
		case s.Failed != "":
		case s.Results == 0:
			n.Why = "nothing came"
		default:
			n.Why = counted(s.Results, "result came", "results came") + ", of which nothing could be held against the claim"
		}
		out = append(out, n)
	}
	return out
}

func counted(n int, one, many string) string {
	if n == 1 {
		return "one " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
