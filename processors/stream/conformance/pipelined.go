package conformance

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
)

// gates hold handlers back, and tell when they have been called.
type gates struct {
	mu     sync.Mutex
	called map[string]chan struct{}
	open   map[string]chan struct{}
}

func newGates() *gates {
	return &gates{called: map[string]chan struct{}{}, open: map[string]chan struct{}{}}
}

// close has the handler of a subject wait for open.
func (g *gates) close(subject string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.open[subject] = make(chan struct{})
}

func (g *gates) call(subject string) chan struct{} {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.called[subject] == nil {
		g.called[subject] = make(chan struct{})
	}
	return g.called[subject]
}

func (g *gates) before(ctx context.Context, e events.Event[events.Claim]) error {
	called := g.call(e.Subject)
	g.mu.Lock()
	if !isClosed(called) {
		close(called)
	}
	gate := g.open[e.Subject]
	g.mu.Unlock()
	if gate == nil {
		return nil
	}
	select {
	case <-gate:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// together are keys of one partition, and another key that is not on it.
func (s *stage) together(n int) (same []string, other string) {
	s.t.Helper()
	p := kgo.StickyKeyPartitioner(nil).ForTopic(string(input))
	at := func(k string) int { return p.Partition(&kgo.Record{Key: []byte(k)}, int(s.partitions())) }
	home := at("clm_together_0")
	for i := 0; len(same) < n || other == ""; i++ {
		k := fmt.Sprintf("clm_together_%d", i)
		if at(k) == home {
			same = append(same, k)
		} else {
			other = k
		}
	}
	return same[:n], other
}

// published waits until the output of an event is there.
func (s *stage) published(subject string) {
	s.t.Helper()
	s.read(events.TopicClaimsRouted, func(all []*kgo.Record) bool { return has(all, subject) })
}

func has(all []*kgo.Record, subject string) bool {
	return slices.ContainsFunc(decoded(all), func(r events.Record) bool { return strings.TrimSuffix(r.Subject, "/taken") == subject })
}

func slowKeyHoldsOnlyItself(s *stage) {
	same, other := s.together(2)
	slow, fast := same[0], same[1]
	g := newGates()
	g.close("claim/" + slow + "/1")
	first := s.Start(stream.Options{Workers: 2}, (&book{before: g.before}).processor(s.name))
	s.Produce(claim("run_1", slow, "1"), claim("run_1", slow, "2"))
	<-g.call("claim/" + slow + "/1")
	s.Produce(claim("run_1", fast, "1"), claim("run_1", other, "1"))
	<-g.call("claim/" + fast + "/1")
	s.published("claim/" + other + "/1")
	if n := len(s.all(events.TopicClaimsRouted)); n != 1 {
		s.t.Errorf("%d events were published behind a handler that has not returned", n-1)
	}
	close(g.open["claim/"+slow+"/1"])
	s.caughtUp()
	s.stop(first)
	s.settle("run_1")
}

// commitIsTheFinishedPrefix: of four events on a partition the third is slow. The first two are committed, with the
// state that their keys have after them and not after the fourth, which is already handled; then the process dies.
func commitIsTheFinishedPrefix(s *stage) {
	keys, _ := s.together(3)
	head, twice, slow := keys[0], keys[1], keys[2]
	g := newGates()
	g.close("claim/" + head + "/1")
	g.close("claim/" + slow + "/1")
	p := (&book{before: g.before}).processor(s.name)
	first := s.Start(stream.Options{}, p)
	for _, e := range [][2]string{{head, "1"}, {twice, "1"}, {slow, "1"}, {twice, "2"}, {twice, "3"}} {
		s.Produce(claim("run_1", e[0], e[1]))
		<-g.call("claim/" + e[0] + "/" + e[1])
	}
	close(g.open["claim/"+head+"/1"])
	s.published("claim/" + twice + "/1")
	for _, early := range []string{slow + "/1", twice + "/2", twice + "/3"} {
		if has(s.all(events.TopicClaimsRouted), "claim/"+early) {
			s.t.Errorf("%s was published though an event before it is not finished", early)
		}
	}
	first.Crash()
	if err := first.Wait(); err != nil {
		s.t.Fatal(err)
	}
	s.settle("run_1")
}
