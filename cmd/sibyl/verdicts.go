package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/cmd/sibyl/exit"
	"github.com/sibyl-project/sibyl/cmd/sibyl/settings"
	"github.com/sibyl-project/sibyl/cmd/sibyl/stack"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/wire"
)

// VerdictsCmd reads verdicts.issued as any subscriber does.
type VerdictsCmd struct {
	Follow bool   `short:"f" help:"Go on as verdicts are issued."`
	RunID  string `name:"run" placeholder:"RUN" help:"Only those of this run."`
	JSON   bool   `help:"It is always so: one JSON object a line."`
	Group  string `placeholder:"NAME" help:"Read as this consumer group: each verdict once, going on where it stopped."`
	stack.Place
	settings.Dependencies
}

// Help is shown by `sibyl verdicts --help`.
func (VerdictsCmd) Help() string {
	return "Example: sibyl verdicts --follow --group my-alerts | jq .data.verdict"
}

// issuedVerdict is one line: the event's attributes in CloudEvents' JSON names, and its data.
type issuedVerdict struct {
	SpecVersion string          `json:"specversion"`
	ID          string          `json:"id"`
	Type        string          `json:"type"`
	Source      string          `json:"source"`
	Subject     string          `json:"subject"`
	Time        time.Time       `json:"time"`
	DataSchema  string          `json:"dataschema"`
	Run         string          `json:"correlationid"`
	Causation   string          `json:"causationid,omitempty"`
	Iteration   int             `json:"iteration"`
	ReplayOf    string          `json:"replayof,omitempty"`
	Data        json.RawMessage `json:"data"`
}

// Run implements `sibyl verdicts`.
func (c VerdictsCmd) Run(ctx context.Context) (err error) {
	brokers := c.KafkaBrokers
	if len(brokers) == 0 {
		if c.Server != "" {
			return exit.Usage("verdicts are read from Kafka, not from the API: name it with SIBYL_KAFKA_BROKERS")
		}
		o, openErr := c.Open(ctx, c.Dependencies)
		if openErr != nil {
			return openErr
		}
		defer func() { err = errors.Join(err, o.Close(ctx)) }()
		brokers = []string{o.Kafka}
	}
	opts := append(settings.KafkaOptions(brokers),
		kgo.ConsumeTopics(string(events.TopicVerdictsIssued)),
		kgo.FetchIsolationLevel(kgo.ReadCommitted()),
		kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()),
		kgo.KeepControlRecords(), // the end of a partition is often a commit marker
	)
	if c.Group != "" {
		opts = append(opts, kgo.ConsumerGroup(c.Group), kgo.DisableAutoCommit())
	}
	cl, err := kgo.NewClient(opts...)
	if err != nil {
		return fmt.Errorf("connecting to Kafka: %w", err)
	}
	defer cl.Close()
	return c.read(ctx, cl)
}

// read prints verdicts up to the end that the topic has now, or for ever.
func (c VerdictsCmd) read(ctx context.Context, cl *kgo.Client) error {
	left, err := c.unread(ctx, cl)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for c.Follow || len(left) > 0 {
		fetches := cl.PollFetches(ctx)
		if ctx.Err() != nil {
			return nil // asked to end
		}
		for _, e := range fetches.Errors() {
			return exit.Down("reading %s: %v", e.Topic, e.Err)
		}
		var failed error
		fetches.EachRecord(func(k *kgo.Record) {
			if failed == nil && !k.Attrs.IsControl() {
				failed = c.line(out, k)
			}
			if end, ok := left[k.Partition]; ok && k.Offset+1 >= end {
				delete(left, k.Partition)
			}
		})
		if failed != nil {
			return failed
		}
		if err := out.Flush(); err != nil {
			return nil // nobody reads on
		}
		if c.Group != "" {
			if err := cl.CommitUncommittedOffsets(ctx); err != nil {
				return fmt.Errorf("committing the offsets of group %s: %w", c.Group, err)
			}
		}
	}
	return nil
}

// unread lists the partitions that hold something new, with their ends as of now.
func (c VerdictsCmd) unread(ctx context.Context, cl *kgo.Client) (map[int32]int64, error) {
	topic := string(events.TopicVerdictsIssued)
	adm := kadm.NewClient(cl)
	ends, err := adm.ListEndOffsets(ctx, topic)
	if err == nil {
		err = ends.Error()
	}
	if err != nil {
		return nil, exit.Down("asking Kafka for the end of %s: %v", topic, err)
	}
	starts, err := adm.ListStartOffsets(ctx, topic)
	if err == nil {
		err = starts.Error()
	}
	if err != nil {
		return nil, exit.Down("asking Kafka for the start of %s: %v", topic, err)
	}
	committed := kadm.OffsetResponses{}
	if c.Group != "" {
		committed, err = adm.FetchOffsets(ctx, c.Group)
		if err != nil && !errors.Is(err, kerr.GroupIDNotFound) { // a new group has none yet
			return nil, exit.Down("asking Kafka for the offsets of group %s: %v", c.Group, err)
		}
	}
	left := map[int32]int64{}
	ends.Each(func(end kadm.ListedOffset) {
		from := int64(0)
		if start, ok := starts.Lookup(topic, end.Partition); ok {
			from = start.Offset
		}
		if at, ok := committed.Lookup(topic, end.Partition); ok {
			from = max(from, at.At)
		}
		if end.Offset > from {
			left[end.Partition] = end.Offset
		}
	})
	return left, nil
}

func (c VerdictsCmd) line(out *bufio.Writer, k *kgo.Record) error {
	r, err := wire.Decode(k)
	if err != nil {
		return err
	}
	if c.RunID != "" && r.Run != c.RunID {
		return nil
	}
	line, err := json.Marshal(issuedVerdict{
		SpecVersion: "1.0", ID: r.ID, Type: r.Type, Source: r.Source, Subject: r.Subject, Time: r.Time,
		DataSchema: r.DataSchema, Run: r.Run, Causation: r.Causation, Iteration: r.Iteration, ReplayOf: r.ReplayOf, Data: r.Data,
	})
	if err != nil {
		return fmt.Errorf("encoding verdict %s: %w", r.ID, err)
	}
	if _, err := out.Write(append(line, '\n')); err != nil {
		return nil
	}
	return nil
}
