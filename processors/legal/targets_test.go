package legal

import (
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
)

// A target may be named by its row alone, in a table of targets and in no other.
func TestTargetsAreToldApartByTheRowsOfTheirTable(t *testing.T) {
	const said = "Target A is gross. Target B was raised."
	for name, c := range map[string]struct{ head, want string }{
		"of targets":         {"Target\tFrom\tTo", "a b c"},
		"of something else":  {"Site\tFrom\tTo", "a b"},
		"of what is like it": {"Targeted sites\tFrom\tTo", "a b"},
	} {
		t.Run(name, func(t *testing.T) {
			ix := indexOf(t, [2]string{"row", c.head + "\nA. Emissions\t668\t530\nB. Waste fuels\t8.2\t30\nC. Concrete\tn/a\t2050"}, [2]string{"body", said})
			if got := strings.Join(ix.several().known, " "); got != c.want {
				t.Errorf("%q", got)
			}
		})
	}
}

// What tells of no target is about all of them only where it answers better than what tells of some.
func TestWhatTellsOfNoTargetIsAboutAllWhereNothingAnswersBetter(t *testing.T) {
	const (
		two  = "Target A: we will halve emissions by 2030.\n\nTarget B: we will use renewable power alone by 2028.\n\n"
		none = "In our plan 2026 is a milestone."
		of   = "The milestone of Target A is a third by 2027."
	)
	for name, c := range map[string]struct {
		none, of float64
		want     events.DisclosureStatus
	}{
		"better": {0.95, 0.6, events.FullyAddressed},
		"worse":  {0.7, 0.9, events.PartiallyAddressed},
	} {
		t.Run(name, func(t *testing.T) {
			judge := sureByPart{"S2.33(f)#milestones": {none: c.none, of: c.of}}
			if a, _ := judgedBy(t, judge, "S2.33(f)", none+"\n\n"+two+of+"\n"); a.status != c.want {
				t.Errorf("%s: %+v", a.status, a.parts)
			}
		})
	}
}
