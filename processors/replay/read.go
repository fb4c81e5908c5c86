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
	silence  = 10 * time.Second       // of a broker that has events to send, after which another client asks for them
	silences = 3                      // after which nobody does
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
	client  *kgo.Client // for requests about the log
	options []kgo.Opt   // of the clients that read
	silence time.Duration
	next    map[partition]int64
	entries []Entry
	texts   map[string]string
	data    map[string][]byte              // by the id of the event
	last    map[partition]map[string]int64 // offset of the run's last event of each type
}

func openLog(ctx context.Context, kafka []kgo.Opt, run string, since time.Time) (*log, error) {
	l := &log{
		run: run, silence: silence, next: map[partition]int64{}, last: map[partition]map[string]int64{}, texts: map[string]string{}, data: map[string][]byte{},
	}
	for _, spec := range events.Topics() {
		if spec.Name != events.TopicReportSubmitted && spec.Name != events.TopicReportPreviewed {
			l.topics = append(l.topics, string(spec.Name))
		}
	}
	l.options = append(kafka[:len(kafka):len(kafka)],
		kgo.FetchIsolationLevel(kgo.ReadCommitted()),
		kgo.KeepControlRecords(), // the last record of a partition is often one
		kgo.ConsumeResetOffset(kgo.NoResetOffset()),
	)
	client, err := kgo.NewClient(kafka...)
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
	ends.Each(func(o kadm.ListedOffset) {
		if p := (partition{o.Topic, o.Partition}); l.next[p] < o.Offset {
			open[p] = o.Offset
		}
	})
	for silent := 0; len(open) > 0; {
		heard, err := l.readOpen(ctx, open)
		switch {
		case err != nil:
			return err
		case heard:
			silent = 0
		default:
			silent++
		}
		if silent == silences {
			return fmt.Errorf("the broker has events on %d partitions, and has sent none of them for %s", len(open), silences*l.silence)
		}
	}
	return nil
}

// readOpen reads the partitions of open up to their ends with a client of its own, and takes those that are done out of it. It returns early when nothing
// has come for a while, which another client may get: a fetch that is lost without an error would be waited for forever. heard reports whether anything came.
func (l *log) readOpen(ctx context.Context, open map[partition]int64) (heard bool, err error) {
	from := map[string]map[int32]kgo.Offset{}
	for p := range open {
		if from[p.topic] == nil {
			from[p.topic] = map[int32]kgo.Offset{}
		}
		from[p.topic][p.n] = kgo.NewOffset().At(l.next[p])
	}
	client, err := kgo.NewClient(append(l.options[:len(l.options):len(l.options)], kgo.ConsumePartitions(from))...)
	if err != nil {
		return false, fmt.Errorf("connecting to Kafka: %w", err)
	}
	defer client.Close()
	for len(open) > 0 {
		records, err := poll(ctx, client, l.silence)
		if err != nil || len(records) == 0 {
			return heard, err
		}
		heard = true
		for _, k := range records {
			p := partition{k.Topic, k.Partition}
			end, wanted := open[p]
			if !wanted || k.Offset < l.next[p] {
				continue
			}
			if err := l.take(k); err != nil {
				return heard, err
			}
			if l.next[p] = k.Offset + 1; l.next[p] >= end {
				delete(open, p)
			}
		}
	}
	return heard, nil
}

// poll returns what comes next; nothing if nothing does for as long as silence.
func poll(ctx context.Context, client *kgo.Client, silence time.Duration) ([]*kgo.Record, error) {
	waiting, cancel := context.WithTimeout(ctx, silence)
	defer cancel()
	fetches := client.PollFetches(waiting)
	if err := fetches.Err(); err != nil && (ctx.Err() != nil || !errors.Is(err, context.DeadlineExceeded)) {
		return nil, err
	}
	return fetches.Records(), nil
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
