package events_test

import (
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
)

func TestAReviewThatCountsNoMoreDoesNotStand(t *testing.T) {
	withdraw := func(id, of string) events.Review {
		return events.Review{ID: id, Action: events.ReviewWithdraw, Withdraw: of}
	}
	comment := func(id string) events.Review { return events.Review{ID: id, Action: events.ReviewComment} }
	for name, test := range map[string]struct {
		all  []events.Review
		want string
	}{
		"nothing":                        {nil, ""},
		"in their order":                 {[]events.Review{comment("a"), comment("b")}, "a b"},
		"one withdrawn":                  {[]events.Review{comment("a"), comment("b"), withdraw("c", "a")}, "b"},
		"a withdrawal withdrawn":         {[]events.Review{comment("a"), withdraw("b", "a"), withdraw("c", "b")}, "a"},
		"and that withdrawn":             {[]events.Review{comment("a"), withdraw("b", "a"), withdraw("c", "b"), withdraw("d", "c")}, ""},
		"what is not there does no harm": {[]events.Review{comment("a"), withdraw("b", "x")}, "a"},
	} {
		t.Run(name, func(t *testing.T) {
			var ids []string
			for _, r := range events.Standing(test.all) {
				ids = append(ids, r.ID)
			}
			if got := strings.Join(ids, " "); got != test.want {
				t.Errorf("%q stands, want %q", got, test.want)
			}
		})
	}
}

func TestAReviewSaysWhoDoesWhatAndWhy(t *testing.T) {
	good := events.Review{ID: "rvw_1", Action: events.ReviewSetAside, Part: events.PartCheck, Of: "chk_1", By: "Jane Doe", Reason: "A misprint."}
	if err := good.Check(); err != nil {
		t.Fatal(err)
	}
	for want, spoil := range map[string]func(*events.Review){
		"action must be one of":       func(r *events.Review) { r.Action = "shout" },
		"part must be one of":         func(r *events.Review) { r.Part = "page" },
		"of must name the check":      func(r *events.Review) { r.Of = "" },
		"only the run as a whole":     func(r *events.Review) { r.Action = events.ReviewSignOff },
		"rule on a claim":             func(r *events.Review) { r.Part = events.PartClaim },
		"assignee goes with assign":   func(r *events.Review) { r.Assignee = "Richard Roe" },
		"by must say something":       func(r *events.Review) { r.By = " " },
		"reason must say something":   func(r *events.Review) { r.Reason = "\n" },
		"reason has 10001 characters": func(r *events.Review) { r.Reason = strings.Repeat("ä", 10001) },
		"withdraw goes with the id":   func(r *events.Review) { r.Action = events.ReviewWithdraw },
		"it has no id":                func(r *events.Review) { r.ID = "" },
	} {
		bad := good
		spoil(&bad)
		if err := bad.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}
