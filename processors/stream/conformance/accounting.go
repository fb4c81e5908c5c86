package conformance

import (
	"errors"
	"fmt"
	"testing"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
)

const keys = 12

func key(n int) string { return fmt.Sprintf("clm_%02d", n%keys) }

// rounds produces the events numbered from to up to of every key of a run, in the order of their numbers. text says
// what kind of event each is; nil means plain.
func (s *stage) rounds(run string, from, to int, text func(n, k int) string) {
	s.t.Helper()
	var batch []events.Record
	for n := from; n <= to; n++ {
		for k := range keys {
			what := fmt.Sprint(n)
			if text != nil {
				what += " " + text(n, k)
			}
			batch = append(batch, claim(run, key(k), what))
		}
	}
	s.Produce(batch...)
}

// caughtUp waits until everything is published that the reference derives from the current input.
func (s *stage) caughtUp() {
	s.t.Helper()
	want := s.reference(s.all(input))
	for _, topic := range outputs {
		n := want.count(topic)
		s.read(topic, func(r []*kgo.Record) bool { return len(r) >= n })
	}
}

// settle accounts for every event. No processor may be running; it starts one with an empty memory.
func (s *stage) settle(runs ...string) {
	s.t.Helper()
	s.settleWith(stream.Options{Instance: "settling"}, runs...)
}

func (s *stage) settleWith(o stream.Options, runs ...string) {
	s.t.Helper()
	s.leave()
	last := s.Start(o, (&book{}).processor(s.name))
	for _, run := range runs {
		s.rounds(run, 1_000_000, 1_000_000, nil)
	}
	s.caughtUp()
	if err := last.Stop(); err != nil {
		s.t.Errorf("the last processor: %v", err)
	}
	s.account()
}

// account compares all that is published with what the reference publishes.
func (s *stage) account() {
	s.t.Helper()
	s.t.Logf("%d events accounted for", s.compareAll(s.t))
}

func (s *stage) compareAll(t testing.TB) int {
	t.Helper()
	log := s.all(input)
	got := lines{}
	for _, topic := range outputs {
		for at, l := range published(t, s.all(topic)) {
			got[at] = l
		}
	}
	compare(t, s.reference(log), got)
	return len(log)
}

// leave removes instances that have ended from the group, which would otherwise wait for them to return; without names,
// all members.
func (s *stage) leave(instances ...string) {
	s.t.Helper()
	ctx, cancel := s.context()
	defer cancel()
	var ids []string
	for _, i := range instances {
		ids = append(ids, s.name+"-"+i)
	}
	if len(ids) == 0 {
		groups, err := s.admin.DescribeGroups(ctx, s.name)
		if err == nil {
			err = groups.Error()
		}
		if err != nil {
			s.t.Fatalf("asking who is in the group: %v", err)
		}
		for _, m := range groups[s.name].Members {
			if m.InstanceID != nil {
				ids = append(ids, *m.InstanceID)
			}
		}
	}
	if len(ids) == 0 {
		return
	}
	left, err := s.admin.LeaveGroup(ctx, kadm.LeaveGroup(s.name).InstanceIDs(ids...).Reason("the test has ended it"))
	if err != nil {
		s.t.Fatalf("taking %v out of the group: %v", ids, err)
	}
	for _, m := range left {
		if m.Err != nil && !errors.Is(m.Err, kerr.UnknownMemberID) { // its session has timed out already
			s.t.Fatalf("taking %s out of the group: %v", m.MemberID, m.Err)
		}
	}
}

// stop ends a run in order.
func (s *stage) stop(r interface{ Stop() error }) {
	s.t.Helper()
	if err := r.Stop(); err != nil {
		s.t.Fatalf("stopping: %v", err)
	}
}
