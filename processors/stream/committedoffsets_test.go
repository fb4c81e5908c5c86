package stream_test

import (
	"fmt"
	"testing"

	"github.com/twmb/franz-go/pkg/kadm"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
)

// The group's committed offset is the end of the finished prefix: neither everything that was polled, nor what has
// finished behind an unfinished event. The claim is the same in four runs, so that its four keys are on one partition.
func TestCommittedOffsetsStopAtTheGap(t *testing.T) {
	g := newGated("head", "gap")
	p := g.processor()
	c := streamtest.NewCluster(t, p)
	c.Start(stream.Options{}, p)
	c.Produce(claim("run_1", key(0), "head"), claim("run_2", key(0), "gap"))
	g.await(t, key(0)+"/head", key(0)+"/gap")
	for _, text := range []string{"1", "2"} { // when the second of a key begins, the first has finished
		c.Produce(claim("run_3", key(0), text))
		g.await(t, key(0)+"/"+text)
	}
	if got := committed(t, c, "counting"); got != "map[]" {
		t.Errorf("committed %s while the first event is at work", got)
	}
	g.open("head")
	c.AwaitN(events.TopicClaimsRouted, 1)
	home := homeOf(c, key(0))
	if got, want := committed(t, c, "counting"), fmt.Sprintf("map[%d:1]", home); got != want {
		t.Errorf("committed %s with a gap behind the first event, want %s", got, want)
	}
	g.open("gap")
	c.AwaitN(events.TopicClaimsRouted, 4)
	if got, want := committed(t, c, "counting"), fmt.Sprintf("map[%d:4]", home); got != want {
		t.Errorf("committed %s in the end, want %s", got, want)
	}
}

// committed is what a group has committed, by partition of the claims.
func committed(t *testing.T, c *streamtest.Cluster, group string) string {
	t.Helper()
	all, err := kadm.NewClient(c.Client()).FetchOffsets(t.Context(), group)
	if err == nil {
		err = all.Error()
	}
	if err != nil {
		t.Fatalf("asking for the offsets of %s: %v", group, err)
	}
	out := map[int32]int64{}
	all.Each(func(o kadm.OffsetResponse) {
		if o.Topic == string(events.TopicClaimsExtracted) && o.At > 0 { // at zero there is only a mark
			out[o.Partition] = o.At
		}
	})
	return fmt.Sprint(out)
}
