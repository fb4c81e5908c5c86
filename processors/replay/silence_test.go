package replay

import (
	"strings"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
)

// deaf has the broker send nothing to the first clients that fetch: each opens a session, which a request without a session's id tells.
func deaf(c *streamtest.Cluster, clients int) {
	sessions := int32(0)
	c.Fake.ControlKey(int16(kmsg.Fetch), func(r kmsg.Request) (kmsg.Response, error, bool) {
		c.Fake.KeepControl()
		asked := r.(*kmsg.FetchRequest)
		if asked.SessionID == 0 {
			sessions++
		}
		if int(sessions) > clients {
			return nil, nil, false
		}
		empty := asked.ResponseKind().(*kmsg.FetchResponse)
		empty.SessionID = sessions
		return empty, nil, true
	})
}

func TestALogIsReadFromABrokerThatFallsSilent(t *testing.T) {
	for name, tc := range map[string]struct {
		clients int
		fails   bool
	}{"to two clients": {silences - 1, false}, "for good": {1000, true}} {
		t.Run(name, func(t *testing.T) {
			c := streamtest.NewCluster(t)
			asked, err := events.AnalysisRequested.Draft("run/requested", events.AnalysisRequest{Run: "run_a", ReportID: "rep_1", Mode: events.ModeLive}).
				Seal(events.Envelope{Run: "run_a", Iteration: 1, IterationCap: 3}, "intent", time.Now())
			if err != nil {
				t.Fatal(err)
			}
			c.Produce(asked)
			l, err := openLog(t.Context(), []kgo.Opt{kgo.SeedBrokers(c.Brokers...)}, "run_a", time.Time{})
			if err != nil {
				t.Fatal(err)
			}
			defer l.client.Close()
			l.silence = 300 * time.Millisecond
			deaf(c, tc.clients)
			err = l.readOn(t.Context())
			switch {
			case tc.fails && (err == nil || !strings.Contains(err.Error(), "has sent none of them")):
				t.Errorf("error %v, want one that says that the broker is silent", err)
			case !tc.fails && (err != nil || len(l.entries) != 1):
				t.Errorf("%d events and error %v, want the one that a client could fetch", len(l.entries), err)
			}
		})
	}
}
