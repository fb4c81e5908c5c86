package crash

import (
	"strings"
	"testing"
)

func TestMarksRoundTrip(t *testing.T) {
	for _, m := range []Mark{
		{Phase: Open, Instance: "host-1", Life: "17-abc"},
		{Phase: Closed},
		{Phase: Trying, Ends: 3, Instance: "a", Life: "b"},
		{Phase: Rescuing, Ends: 2, Instance: "a", Life: "b"},
	} {
		if got := ReadMark(m.String()); got != m {
			t.Errorf("%q is read as %+v, want %+v", m, got, m)
		}
	}
	for _, text := range []string{"", "another client's note", "sibyl", "sibyl open", "sibyl trying x a b", "sibyl trying -1 a b", "sibyl closed now",
		strings.Repeat("sibyl ", 900)} {
		if got := ReadMark(text); got != (Mark{}) {
			t.Errorf("%q is read as %+v, want nothing", text, got)
		}
	}
}

func TestSuspicionAfterUncleanEnd(t *testing.T) {
	const me, life = "me", "now"
	tried := func(ends int, instance, life string) Mark {
		return Mark{Phase: Trying, Ends: ends, Instance: instance, Life: life}
	}
	rescued := Mark{Phase: Rescuing, Ends: 2, Instance: me, Life: "before"}
	for name, c := range map[string]struct {
		Mark    Mark
		end     End
		inHand  bool
		ends    int
		givenUp bool
		unsaved bool
	}{
		"a crash after another":            {tried(1, me, "before"), EndCrashed, true, 2, true, false},
		"the first crash":                  {tried(0, me, "before"), EndCrashed, true, 1, false, false},
		"a kill":                           {tried(1, me, "before"), EndKilled, true, 1, false, false},
		"a crash while it waited":          {tried(1, me, "before"), EndCrashed, false, 1, false, false},
		"this very life":                   {tried(1, me, life), EndCrashed, true, 1, false, false},
		"an end that nobody saw":           {tried(1, me, "before"), EndUnknown, true, 2, false, false},
		"the fourth that nobody saw":       {tried(3, me, "before"), EndUnknown, true, 4, true, false},
		"another owner's end":              {tried(1, "other", "before"), EndCrashed, true, 2, false, false},
		"another owner's, after three":     {tried(3, "other", "before"), EndKilled, false, 4, true, false},
		"its rescue crashed":               {rescued, EndCrashed, true, 3, true, true},
		"its rescue was killed":            {rescued, EndKilled, true, 2, true, false},
		"its rescue, after a lost session": {Mark{Phase: Rescuing, Ends: 2, Instance: me, Life: life}, EndUnknown, true, 2, true, false},
		"nothing was tried":                {Mark{Phase: Open, Instance: me, Life: "before"}, EndCrashed, true, 0, false, false},
		"nothing was in flight before":     {Mark{Phase: Closed}, EndCrashed, true, 0, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			got := c.Mark.After(me, life, c.end, c.inHand, false)
			if got.Ends != c.ends || got.GivenUp != c.givenUp || got.Unsaved != c.unsaved {
				t.Errorf("%d ends, given up %t, unsaved %t; want %d, %t, %t", got.Ends, got.GivenUp, got.Unsaved, c.ends, c.givenUp, c.unsaved)
			}
			if tried := c.Mark.Phase == Trying || c.Mark.Phase == Rescuing; got.Tried != tried {
				t.Errorf("tried is %t, want %t", got.Tried, tried)
			}
		})
	}
}
