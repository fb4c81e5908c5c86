package ledger

import (
	"cmp"
	"slices"
	"time"

	"github.com/cockroachdb/apd/v3"
)

// Sum is what several calls come to.
type Sum struct {
	Calls        int // that were answered
	Cached       int // answers that were there already
	Lost         int // calls without a whole answer, which may have been charged all the same
	Returned     int // calls that the server refused and did not charge
	InputTokens  int
	OutputTokens int
	PromptCached int
	USD          *apd.Decimal // of what was answered
	LostUSD      *apd.Decimal // the most that the lost ones may have cost
	LostTokens   int          // the same in tokens
	Unpriced     int          // answered calls of models without a known price: USD leaves them out
	Took         time.Duration
}

// Total adds calls up.
func Total(calls []Call) Sum {
	s := Sum{USD: new(apd.Decimal), LostUSD: new(apd.Decimal)}
	for i := range calls {
		s.add(&calls[i])
	}
	return s
}

func (s *Sum) add(c *Call) {
	switch c.State {
	case Cached:
		s.Cached++
	case Returned:
		s.Returned++
	case Held, Lost:
		s.Lost++
		s.LostUSD, s.LostTokens = Add(s.LostUSD, c.USD), s.LostTokens+c.MostTokens
	case Paid:
		s.Calls++
		s.InputTokens, s.OutputTokens, s.PromptCached = s.InputTokens+c.InputTokens, s.OutputTokens+c.OutputTokens, s.PromptCached+c.PromptCached
		s.USD, s.Took = Add(s.USD, c.USD), s.Took+c.Took
		if c.USD == nil {
			s.Unpriced++
		}
	}
}

// Part is the sum of the calls that have one thing in common.
type Part struct {
	Name string
	Sum
}

// By adds calls up by what name says of them, in the order of the names. Calls that it gives no name are left out.
func By(calls []Call, name func(Call) string) []Part {
	at := map[string]int{}
	var out []Part
	for i := range calls {
		n := name(calls[i])
		if n == "" {
			continue
		}
		k, ok := at[n]
		if !ok {
			k = len(out)
			at[n], out = k, append(out, Part{n, Total(nil)})
		}
		out[k].add(&calls[i])
	}
	slices.SortFunc(out, func(a, b Part) int { return cmp.Compare(a.Name, b.Name) })
	return out
}
