package embedded

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// fetch is a request that waits a moment at most; changed says that its position differs from the last one's.
func fetch(changed bool) *kmsg.FetchRequest {
	r := kmsg.NewPtrFetchRequest()
	r.MaxWaitMillis, r.SessionID, r.SessionEpoch = 200, 1, 1
	if changed {
		r.Topics = append(r.Topics, kmsg.NewFetchRequestTopic())
	}
	return r
}

func TestLongPollsWaitLongerWhereNothingHappens(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := &quiet{}
		wait := func(r *kmsg.FetchRequest) time.Duration {
			if _, err, answered := q.control(r); err != nil || answered {
				t.Fatalf("the request was answered: %v, %v", answered, err)
			}
			return time.Duration(r.MaxWaitMillis) * time.Millisecond
		}
		for _, step := range []struct {
			after   time.Duration
			changed bool
			want    time.Duration
		}{
			{0, true, 200 * time.Millisecond},
			{quietAfter, false, 200 * time.Millisecond},
			{time.Second, false, quietWait},
			{time.Second, false, quietWait},
			{time.Second, true, 200 * time.Millisecond},
			{time.Second, false, 200 * time.Millisecond},
		} {
			<-time.After(step.after)
			if got := wait(fetch(step.changed)); got != step.want {
				t.Errorf("%+v: a fetch waits %v", step, got)
			}
		}
		<-time.After(2 * quietAfter)
		patient := fetch(false)
		patient.MaxWaitMillis = 60_000
		if got := wait(patient); got != time.Minute {
			t.Errorf("who asks to wait a minute waits %v", got)
		}
		first := fetch(true) // others follow as soon as it is known where they begin
		first.SessionID, first.SessionEpoch = 0, 0
		if got := wait(first); got != beginWait {
			t.Errorf("who begins a session waits %v", got)
		}
		hasty := fetch(true)
		hasty.SessionID, hasty.SessionEpoch, hasty.MaxWaitMillis = 0, 0, 0
		if got := wait(hasty); got != 0 {
			t.Errorf("who begins a session and does not want to wait waits %v", got)
		}
		<-time.After(time.Second)
		last := fetch(false)
		last.SessionEpoch = -1
		if got := wait(last); got != 200*time.Millisecond {
			t.Errorf("who ends a session waits %v", got)
		}
	})
}

// An event ends a wait that was lengthened.
func TestAnEventIsNotWaitedForLongerWhereNothingHappened(t *testing.T) {
	cluster, err := kfake.NewCluster(kfake.NumBrokers(1), kfake.SeedTopics(1, "events"))
	if err != nil {
		t.Fatal(err)
	}
	defer cluster.Close()
	fetches := make(chan bool, 100)
	cluster.ControlKey(int16(kmsg.Fetch), func(r kmsg.Request) (kmsg.Response, error, bool) {
		answer, err, answered := (&quiet{}).control(r) // nothing has happened for ever
		if f, ok := r.(*kmsg.FetchRequest); ok && f.MaxWaitMillis >= int32(quietWait.Milliseconds()) {
			fetches <- true
		}
		return answer, err, answered
	})
	client, err := kgo.NewClient(kgo.SeedBrokers(cluster.ListenAddrs()...), kgo.ConsumeTopics("events"),
		kgo.FetchMaxWait(50*time.Millisecond), kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	read := make(chan time.Time, 1)
	go func() {
		for ctx.Err() == nil {
			if client.PollFetches(ctx).NumRecords() > 0 {
				read <- time.Now()
				return
			}
		}
	}()
	select {
	case <-fetches: // the long wait has begun
	case <-ctx.Done():
		t.Fatal("no fetch waits longer")
	}
	sent := time.Now()
	if err := client.ProduceSync(ctx, &kgo.Record{Topic: "events", Value: []byte("an event")}).FirstErr(); err != nil {
		t.Fatal(err)
	}
	select {
	case at := <-read:
		if took := at.Sub(sent); took > quietWait/2 {
			t.Errorf("the event was read %v after it was sent", took)
		}
	case <-ctx.Done():
		t.Fatal("the event was not read")
	}
}
