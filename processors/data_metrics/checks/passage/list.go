package passage

import (
	"strings"

	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
)

// Items of a list that a number before it sums up.
const (
	fewestItems = 2
	mostItems   = 12
)

// onlySome says that a list leaves something out, or that its items overlap.
var onlySome = pattern.Compile(`(?i)\b(?:including|such\s+as|for\s+example|among\s+(?:them|others)|of\s+which|e\.g|mainly|mostly)\b`)

// listed holds "Our 46 sites by region:" against the items below it that count the same: "Europe: 27 sites", one a line.
func listed(s *sheet.Sheet) []claim {
	var out []claim
	all := s.Statements()
	for i, x := range all {
		if len(x.Figures) != 1 || !strings.HasSuffix(strings.TrimSpace(x.Text), ":") || onlySome.MatchString(x.Text) {
			continue
		}
		t := figuresOf(x)[0]
		if !t.count() || !t.exact() || t.noun() == "" {
			continue
		}
		var parts []figure
		for _, y := range all[i+1 : min(len(all), i+1+mostItems)] {
			own := figuresOf(y)
			if y.Page != x.Page || len(own) != 1 || !own[0].count() || !own[0].exact() || !alike(own[0].noun(), t.noun()) || !endsItem.MatchString(own[0].behind()) {
				break
			}
			parts = append(parts, own[0])
		}
		if len(parts) < fewestItems {
			continue
		}
		if c, ok := sumOf(t, parts, "sum"); ok {
			out = append(out, c)
		}
	}
	return out
}

// endsItem is what an item has behind its number: what it counts, and nothing else.
var endsItem = pattern.Compile(`^\s+\p{L}[\p{L}-]*\s*[.;,]?\s*$`)
