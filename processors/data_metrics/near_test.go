package datametrics

import (
	"testing"

	"github.com/sibyl-project/sibyl/events"
)

func TestWhatOnlyComesNearIsNoConsistentReport(t *testing.T) {
	of := func(name, message string) performed {
		return performed{events.Check{Name: name, Result: events.CheckPass, Message: message}, events.OriginComputed, true}
	}
	near, exact := of("table_total", "Agrees within 1 % of the total: 311 stated, 309 computed."), of("table_total", "Agrees exactly: 311.")
	way := of("direction", "The words and the figures go one way.")
	for name, c := range map[string]struct {
		all        []performed
		amounts    bool
		consistent bool
	}{
		"near":                      {[]performed{near}, true, false},
		"exact":                     {[]performed{near, exact}, true, true},
		"a direction for an amount": {[]performed{way}, true, false},
		"a direction for words":     {[]performed{way}, false, true},
	} {
		f := weigh(events.Claim{}, c.all, c.amounts)
		if got := f.InternallyConsistent != nil && *f.InternallyConsistent; got != c.consistent || f.Supports == nil || !*f.Supports || !got && f.Score > 0.4 {
			t.Errorf("%s: consistent %v, score %v", name, got, f.Score)
		}
	}
}
