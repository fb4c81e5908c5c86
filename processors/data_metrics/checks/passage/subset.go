package passage

import (
	"fmt"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
)

// ofWhich leads from a number of things to how many of them are of a kind.
var (
	ofWhich = pattern.Compile(`(?i)^\s+\p{L}[\p{L}\s’'-]{2,60}?(?:\s+in\s+(?:FY\s?)?(?:19|20)\d\d)?,?\s*[,(]\s*of\s+(?:which|whom|these|them)\s+` +
		`(?:only\s+|just\s+|as\s+many\s+as\s+)?$`)
	another = pattern.Compile(`(?i)\b(?:another|further|additional|more|other|new|per|each|every|average|of)\s+$`)
)

// subsets finds parts that are more than what they are said to be a part of: "96 suppliers were audited, of which 131 received a plan".
func subsets(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		all := figuresOf(x)
		if len(all) < 2 { // the first is the whole: behind others it may be one of several that make it
			continue
		}
		whole, part := all[0], all[1]
		if !whole.count() || !part.count() || !whole.exact() || !part.exact() || whole.Scale != nil || part.Scale != nil ||
			another.MatchString(whole.before()) || !ofWhich.MatchString(x.Text[whole.End:part.Start]) || part.Value.Cmp(whole.Value) <= 0 {
			continue
		}
		if n := part.noun(); strings.HasSuffix(n, "s") && !alike(n, whole.noun()) {
			continue // so many of other things are in them
		}
		c := events.Check{
			Result: events.CheckFail, Severity: "warning", Stated: part.Text, Expected: "at most " + whole.Text,
			Inputs:  []events.CheckInput{x.Input("whole", whole.Quantity), x.Input(sheet.StatedLabel+" part", part.Quantity)},
			Working: fmt.Sprintf("%s of %s", part.Text, whole.Text),
			Message: fmt.Sprintf("%s are said to be a part of %s, which is less.", part.Text, whole.Text),
		}
		out = append(out, x.Utter(c, part.Text, true))
	}
	return out
}
