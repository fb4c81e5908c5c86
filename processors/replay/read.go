package replay

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/wire"
	"github.com/sibyl-project/sibyl/processors/stream"
)

const (
	skew     = time.Hour              // between the clocks of those who wrote the log
	patience = 30 * time.Second       // with processors that are still at work on the run, by default
	look     = 100 * time.Millisecond // how often their progress is asked for
)

// UnfinishedError says that a run cannot be replayed yet.
type UnfinishedError struct{ Run, Detail string }

func (e UnfinishedError) Error() string {
	return fmt.Sprintf("run %s cannot be replayed yet: %s", e.Run, e.Detail)
}

// Read collects a run's events that were asked for at since or later. It waits until the processors have
// committed their work on all of them: only then is what they led to all there. wait bounds that.
func Read(ctx context.Context, kafka []kgo.Opt, run string, since time.Time, decls []stream.Declaration, wait time.Duration) (*History, error) {
	l, err := openLog(ctx, kafka, run, since)
	if err != nil {
		return nil, fmt.Errorf("reading run %s from the log: %w", run, err)
	}
	defer l.client.Close()
	deadline := time.Now().Add(wait)
	for {
		// Offsets and outputs commit together: what offsets say is done is below the ends looked up afterwards.
		done, err := l.progress(ctx, decls)
		if err == nil {
			err = l.readOn(ctx)
		}
		if err != nil {
			return nil, fmt.Errorf("reading run %s from the log: %w", run, err)
		}
		busy := l.behind(done, decls)
		if busy == "" {
			return NewHistory(run, l.entries)
		}
		if time.Now().After(deadline) {
			return nil, UnfinishedError{run, busy + " has not read all of its events; is it running?"}
		}
		select {
		case <-time.After(look):
		case <-ctx.Done():
			return nil, fmt.Errorf("reading run %s from the log: %w", run, ctx.Err())
		}
	}
}

type partition struct {
	topic string
	n     int32
}

// log reads all partitions side by side, up to ends that are looked up anew.
type log struct {
	run     string
	topics  []string
	client  *kgo.Client
	next    map[partition]int64
	entries []Entry
	texts   map[string]string
	data    map[string][]byte              // by the id of the event
	last    map[partition]map[string]int64 // offset of the run's last event of each type
}

func openLog(ctx context.Context, kafka []kgo.Opt, run string, since time.Time) (*log, error) {
	l := &log{
		run: run, next: map[partition]int64{}, last: map[partition]map[string]int64{}, texts: map[string]string{}, data: map[string][]byte{},
	}
	for _, spec := range events.Topics() {
		if spec.Name != events.TopicReportSubmitted && spec.Name != events.TopicReportPreviewed {
			l.topics = append(l.topics, string(spec.Name))
		}
	}
	opts := append([]kgo.Opt{}, kafka...)
	client, err := kgo.NewClient(append(opts,
		kgo.FetchIsolationLevel(kgo.ReadCommitted()),
		kgo.KeepControlRecords(), // the last record of a partition is often one
		kgo.ConsumeResetOffset(kgo.NoResetOffset()),
	)...)
	if err != nil {
		return nil, fmt.Errorf("connecting to Kafka: %w", err)
	}
	l.client = client
	starts, err := kadm.NewClient(client).ListStartOffsets(ctx, l.topics...)
	if err == nil && !since.IsZero() {
		starts, err = kadm.NewClient(client).ListOffsetsAfterMilli(ctx, since.Add(-skew).UnixMilli(), l.topics...)
	}
	if err == nil {
		err = starts.Error()
	}
	if err != nil {
		client.Close()
		return nil, fmt.Errorf("looking up where the log begins: %w", err)
	}
	starts.Each(func(o kadm.ListedOffset) { l.next[partition{o.Topic, o.Partition}] = o.Offset })
	return l, nil
}

// readOn reads up to the end that the log has now.
func (l *log) readOn(ctx context.Context) error {
	ends, err := kadm.NewClient(l.client).ListCommittedOffsets(ctx, l.topics...)
	if err == nil {
		err = ends.Error()
	}
	if err != nil {
		return fmt.Errorf("looking up the end of the log: %w", err)
	}
	open := map[partition]int64{}
	consume := map[string]map[int32]kgo.Offset{}
	ends.Each(func(o kadm.ListedOffset) {
		p := partition{o.Topic, o.Partition}
		if l.next[p] >= o.Offset {
			return
		}
		open[p] = o.Offset
		if consume[p.topic] == nil {
			consume[p.topic] = map[int32]kgo.Offset{}
		}
		consume[p.topic][p.n] = kgo.NewOffset().At(l.next[p])
	})
	if len(open) == 0 {
		return nil
	}
	l.client.AddConsumePartitions(consume)
	for len(open) > 0 {
		fetches := l.client.PollFetches(ctx)
		if err := fetches.Err(); err != nil {
			return err
		}
		for k := range fetches.RecordsAll() {
			p := partition{k.Topic, k.Partition}
			end, wanted := open[p]
			if !wanted || k.Offset < l.next[p] {
				continue
			}
			if err := l.take(k); err != nil {
				return err
			}
			if l.next[p] = k.Offset + 1; l.next[p] >= end {
				delete(open, p)
				l.client.RemoveConsumePartitions(map[string][]int32{p.topic: {p.n}})
			}
		}
	}
	return nil
}

// take keeps a record of the run.
func (l *log) take(k *kgo.Record) error {
	if k.Attrs.IsControl() || !isOf(k, l.run) {
		return nil
	}
	r, err := wire.Decode(k)
	if err != nil {
		return err
	}
	l.share(&r)
	l.entries = append(l.entries, Entry{Record: r, Partition: k.Partition, Offset: k.Offset})
	if r.ReplayOf != "" {
		return nil // live processors pass it over: there is nothing to wait for
	}
	p := partition{k.Topic, k.Partition}
	if l.last[p] == nil {
		l.last[p] = map[string]int64{}
	}
	l.last[p][r.Type] = k.Offset
	return nil
}

// share has equal parts of records be one: an event is named by those that it led to, and all of it stands on the feed once more.
func (l *log) share(r *events.Record) {
	for _, s := range []*string{&r.ID, &r.Type, &r.Source, &r.Subject, &r.DataSchema, &r.Run, &r.Causation, &r.ReplayOf, &r.TraceParent, &r.Key} {
		if same, known := l.texts[*s]; known {
			*s = same
		} else {
			l.texts[*s] = *s
		}
	}
	if same := l.data[r.ID]; bytes.Equal(same, r.Data) {
		r.Data = same
		return
	}
	r.Data = bytes.Clone(r.Data) // or it would keep everything alive that was fetched with it
	l.data[r.ID] = r.Data
}

func isOf(k *kgo.Record, run string) bool {
	for _, h := range k.Headers {
		if h.Key == wire.HeaderCorrelation {
			return string(h.Value) == run
		}
	}
	return false
}

// progress is how far each processor has committed its inputs. A processor whose offsets have expired is
// absent: it has had nothing to do for a week.
func (l *log) progress(ctx context.Context, decls []stream.Declaration) (map[string]map[partition]int64, error) {
	out := map[string]map[partition]int64{}
	for _, decl := range decls {
		name := decl.Describe().Name
		committed, err := kadm.NewClient(l.client).FetchOffsets(ctx, name)
		if errors.Is(err, kerr.GroupIDNotFound) {
			continue
		}
		if err == nil {
			err = committed.Error()
		}
		if err != nil {
			return nil, fmt.Errorf("asking how far %s is: %w", name, err)
		}
		out[name] = map[partition]int64{}
		committed.Each(func(o kadm.OffsetResponse) {
			if o.At >= 0 {
				out[name][partition{o.Topic, o.Partition}] = o.At
			}
		})
	}
	return out, nil
}

// behind names a processor that has events of the run before it, empty if there is none.
func (l *log) behind(done map[string]map[partition]int64, decls []stream.Declaration) string {
	for _, decl := range decls {
		d := decl.Describe()
		for p, last := range l.last {
			at, known := done[d.Name][p]
			if !known {
				continue
			}
			for _, typ := range d.Kinds {
				if offset, reads := last[typ]; reads && at <= offset {
					return d.Name
				}
			}
		}
	}
	return ""
}
