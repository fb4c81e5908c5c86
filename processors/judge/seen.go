package judge

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"unicode"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/phrase"
)

// What is kept for the words of a reasoning, so that a case stays small.
const (
	quotesKept = 3 // of one finding
	checksKept = 8 // of one pass
	inputsKept = 6 // of one check
	needsKept  = 3 // of one finding
)

// Seen is a check as a case remembers it.
type Seen struct {
	Iteration int          `json:"iteration"`
	Check     events.Check `json:"check"`
}

// Lookup is what one finding says of where it looked and what it lacked.
type Lookup struct {
	Finding   string       `json:"finding"`
	Agent     events.Agent `json:"agent"`
	Iteration int          `json:"iteration"`
	Documents int          `json:"documents,omitempty"` // of the evidence library
	Lacks     []string     `json:"lacks,omitempty"`     // figures without which nothing could be recalculated

	Again   []events.SameFigure `json:"again,omitempty"`   // figures of the claim that another page gives, too
	Alone   []string            `json:"alone,omitempty"`   // those that no other page prints
	Figures int                 `json:"figures,omitempty"` // that were looked for
	Unread  int                 `json:"unread,omitempty"`  // pages that could not be read

	TargetYear  int      `json:"target_year,omitempty"`
	TargetLacks []string `json:"target_lacks,omitempty"` // what the target does not state
	Achieved    string   `json:"achieved,omitempty"`     // points of the base year a year since then, by the report's own figures
	Needed      string   `json:"needed,omitempty"`       // from now on; empty where nothing is left to do
}

// see keeps a check if it has something to say: of each pass the weightiest, whatever order they come in.
func (c *Case) see(k events.Check, iteration int) {
	if k.Result == events.CheckInconclusive && !asks(k) || k.Result == events.CheckPass && !tells(k) {
		return
	}
	k.Message, k.Working = shorten(k.Message, 300), shorten(k.Working, 200)
	inputs := make([]events.CheckInput, 0, min(len(k.Inputs), inputsKept))
	for _, stated := range []bool{true, false} { // the stated figure is told of, the parts only in the working
		for _, in := range k.Inputs {
			if strings.HasPrefix(in.Label, "stated") == stated && len(inputs) < inputsKept {
				in.Label, in.FactID = shorten(in.Label, 80), ""
				inputs = append(inputs, in)
			}
		}
	}
	k.Inputs = inputs
	s := Seen{iteration, k}
	if slices.ContainsFunc(c.Checks, func(o Seen) bool { return o.Iteration == iteration && o.Check.ID == k.ID }) {
		return
	}
	c.Checks = append(c.Checks, s)
	slices.SortFunc(c.Checks, func(a, b Seen) int {
		return cmp.Or(cmp.Compare(a.Iteration, b.Iteration), cmp.Compare(failing(b.Check), failing(a.Check)),
			strings.Compare(a.Check.Name, b.Check.Name), bySaying(a.Check, b.Check))
	})
	kept := map[int]int{}
	c.Checks = slices.DeleteFunc(c.Checks, func(o Seen) bool {
		kept[o.Iteration]++
		return kept[o.Iteration] > checksKept
	})
}

// bySaying orders checks by what they say. Ids come last: they differ between two copies of a report whose claims are the same.
func bySaying(a, b events.Check) int {
	return cmp.Or(strings.Compare(a.Message, b.Message), strings.Compare(a.Stated, b.Stated), strings.Compare(a.Expected, b.Expected),
		strings.Compare(a.Working, b.Working), strings.Compare(a.ID, b.ID))
}

// asks reports whether a check that was left open holds a claim's figure against others and is one that a careful reader would ask about. That a
// target's path is not known is told by the target.
func asks(k events.Check) bool {
	kind := events.KindOfCheck(k.Name)
	return k.Severity == "warning" && kind.Asks && kind.Bearing == events.Touches
}

func failing(k events.Check) int {
	switch k.Result {
	case events.CheckFail:
		return 2
	case events.CheckInconclusive:
		return 1
	}
	return 0
}

// tells reports whether a check that holds is arithmetic on figures of the report: that units fit their subject, or that a
// method is named, confirms no figure.
func tells(k events.Check) bool {
	return k.Stated != "" && k.Expected != "" && k.Name != "unit_validity"
}

// added is 0 for a sum of one amount and zeros, which shows nothing, and else 1.
func added(k events.Check) int {
	amounts := 0
	for _, in := range k.Inputs {
		if strings.Trim(in.Value, "0.") != "" && !strings.HasPrefix(in.Label, "stated") {
			amounts++
		}
	}
	return min(max(amounts-1, 0), 1)
}

// shows orders checks that hold by how much they show: what agrees before what only goes the same way and what only comes near.
func shows(k events.Check) int {
	switch {
	case k.Near():
		return 2
	case k.Result == events.CheckPass && k.OfDirection():
		return 1
	}
	return 0
}

// checksOf are the latest checks of a case that ended so.
func (c *Case) checksOf(result events.CheckResult) []events.Check {
	latest := map[string]int{}
	for _, s := range c.Checks {
		latest[s.Check.ID] = max(latest[s.Check.ID], s.Iteration)
	}
	var out []events.Check
	said := map[string]bool{}
	for _, s := range c.Checks {
		if s.Check.Result != result || latest[s.Check.ID] != s.Iteration {
			continue
		}
		key := s.Check.Name + s.Check.Stated + s.Check.Expected + s.Check.Working
		if !said[key] {
			said[key] = true
			out = append(out, s.Check)
		}
	}
	if c.Claim != nil { // what the claim itself states before what its figures only went into
		slices.SortStableFunc(out, func(a, b events.Check) int {
			return cmp.Or(cmp.Compare(shows(a), shows(b)), cmp.Compare(states(*c.Claim, b), states(*c.Claim, a)), cmp.Compare(added(b), added(a)))
		})
	}
	return out
}

// states says how plainly a claim states the figure of a check: 1 if its words hold the digits, else 0.
func states(claim events.Claim, k events.Check) int {
	want := digitsOf(k.Stated)
	if want == "" {
		return 0
	}
	for _, word := range strings.FieldsFunc(claim.Text, func(r rune) bool { return unicode.IsSpace(r) || r == '%' || r == '(' || r == ')' || r == ';' }) {
		if digitsOf(word) == want {
			return 1
		}
	}
	return 0
}

// digitsOf are the digits of the first number of a text, however they are parted, without zeros that say nothing.
func digitsOf(s string) string {
	number, _, _ := strings.Cut(strings.TrimSpace(s), " ")
	digits := strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, number)
	return strings.Trim(digits, "0")
}

// lookedUp keeps what a finding's details say of its sources.
func (c *Case) lookedUp(f events.Finding) {
	var said struct {
		Documents   int                      `json:"documents"`
		MissingData []string                 `json:"missing_data"`
		Elsewhere   *events.Elsewhere        `json:"elsewhere"`
		Targets     []events.TargetFields    `json:"targets"`
		Target      *events.TargetAssessment `json:"target_achievability"`
	}
	if f.ClaimID == "" || json.Unmarshal(f.Details, &said) != nil {
		return // details of another shape have nothing that is told
	}
	l := Lookup{Finding: f.ID, Agent: f.Agent, Iteration: f.Iteration, Documents: max(0, said.Documents)}
	for _, m := range said.MissingData {
		if m = phrase.Words(m, 20); m != "" && len(l.Lacks) < needsKept {
			l.Lacks = append(l.Lacks, m)
		}
	}
	if e := said.Elsewhere; e != nil {
		l.Again, l.Alone, l.Figures, l.Unread = e.Again[:min(len(e.Again), needsKept)], e.Alone[:min(len(e.Alone), needsKept)], e.Figures, e.Unread
		for i := range l.Again {
			l.Again[i].Label = shorten(l.Again[i].Label, 80)
		}
	}
	if len(said.Targets) > 0 {
		l.TargetYear, l.TargetLacks = said.Targets[0].TargetYear, said.Targets[0].Missing
	}
	if t := said.Target; t != nil && t.TargetYear == l.TargetYear {
		l.Achieved, l.Needed = t.HistoricalRate, t.RemainingRate
	}
	if l.Documents == 0 && len(l.Lacks) == 0 && l.Figures == 0 && l.TargetYear == 0 {
		return
	}
	c.Needs = append(c.Needs, l)
	slices.SortFunc(c.Needs, func(a, b Lookup) int { return strings.Compare(a.Finding, b.Finding) })
}

// tellable reports whether evidence of an origin is told of by its own words: what the claim says itself, what was
// computed, and rows of what scenes of a place measure, are told of otherwise.
func tellable(o events.Origin) bool {
	return o != events.OriginClaim && o != events.OriginStandard && o != events.OriginComputed && o != events.OriginImagery
}
