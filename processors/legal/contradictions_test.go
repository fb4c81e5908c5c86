package legal_test

import (
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
)

func TestTheYearOfNetZeroIsOfThePartThatTheSentenceNamesBeforeIt(t *testing.T) {
	for _, c := range []struct {
		name, first, second string
		want                int
	}{
		{"a cut of Scope 3 beside net zero of Scope 1 and 2", "We want net zero across our value chain (Scope 1, 2 and 3) by 2045.",
			"We steer to net zero Scope 1 and 2 emissions by 2032 together with cutting Scope 3 emissions by a quarter.", 0},
		{"all scopes as a span", "Our aim is net zero in Scope 1 to 3 by 2045.", "Our aim is net zero in Scope 1 and 2 by 2032.", 0},
		{"all scopes joined by signs", "Our aim is net zero in Scope 1 + 2 + 3 by 2045.", "Our aim is net zero in Scopes 1 & 2 by 2032.", 0},
		{"the part named after the year", "We will be net zero by 2045 across our value chain.", "We will be net zero by 2032 in our operations.", 0},
		{"one part with two years", "Our aim is net zero in Scope 1 and 2 by 2032.", "We want net zero Scope 1 and 2 emissions by 2036, beside cutting Scope 3.", 1},
		{"the value chain with two years", "We want net zero in our value chain by 2045.", "Our value chain is to be net zero by 2050.", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := compared(t, "", page(c.first+"\n"), page(c.second+"\n"))
			if n := len(streamtest.Of(d, events.FindingProduced)); n != c.want {
				t.Errorf("%d contradictions, want %d", n, c.want)
			}
		})
	}
}
