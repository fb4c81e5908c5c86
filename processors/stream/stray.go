package stream

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
)

// A member looks soon after it has joined, and then now and then, whether the group has left a partition to nobody.
const (
	firstLook = time.Second
	nextLook  = 10 * time.Second
	// betweenRounds is how long a partition may rightly be nobody's: its old owner gives it up and joins again.
	betweenRounds = handOver + 2*time.Second
)

// overseer sees to it that every partition of the inputs has an owner.
//
// A partition changes hands in two rounds: the first takes it from its owner, who gives it up and joins again, and
// only that begins the second, which gives it to another. An owner that is killed in between and comes back under its
// name is let in by the broker as if nothing had happened. There is no second round then, and what it gave up is
// read by nobody as long as the members stay the same.
type overseer struct {
	member *kgo.Client
	admin  *kadm.Client
	group  string
	topics []string
}

func (s *session) overseer() *overseer {
	return &overseer{member: s.reader, admin: kadm.NewClient(s.reader), group: s.logic.Name, topics: s.inputs()}
}

// watch looks until ctx ends.
func (o *overseer) watch(ctx context.Context, warn func(msg string, args ...any)) {
	const never = -1
	at := int32(never) // the assignment that was seen to leave something to nobody
	for wait := firstLook; pause(ctx, nil, SystemClock{}, wait); {
		_, before := o.member.GroupMetadata()
		stray, err := o.strays(ctx)
		_, now := o.member.GroupMetadata()
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			warn("looking for partitions that are nobody's", "error", err)
			at, wait = never, nextLook
		case len(stray) == 0:
			at, wait = never, nextLook
		case before != now || at != now:
			at, wait = now, betweenRounds
		default:
			warn("partitions are nobody's; asking the group for another round", "partitions", stray)
			o.member.ForceRebalance()
			at, wait = never, nextLook
		}
	}
}

// strays lists the partitions of the inputs that no member has. A group in the middle of a round has none: who gets
// what is being settled.
func (o *overseer) strays(ctx context.Context) ([]string, error) {
	groups, err := o.admin.DescribeGroups(ctx, o.group)
	if err == nil {
		err = groups.Error()
	}
	if errors.Is(err, kerr.GroupIDNotFound) {
		return nil, nil // nobody has joined yet
	}
	if err != nil {
		return nil, fmt.Errorf("describing the group: %w", err)
	}
	group := groups[o.group]
	if group.State != "Stable" {
		return nil, nil
	}
	topics, err := o.admin.ListTopics(ctx, o.topics...)
	if err == nil {
		err = topics.Error()
	}
	if err != nil {
		return nil, fmt.Errorf("listing partitions: %w", err)
	}
	owned := group.AssignedPartitions()
	var out []string
	for _, t := range topics.Sorted() {
		for _, p := range t.Partitions.Sorted() {
			if !owned.Lookup(p.Topic, p.Partition) {
				out = append(out, fmt.Sprintf("%s/%d", p.Topic, p.Partition))
			}
		}
	}
	return out, nil
}
