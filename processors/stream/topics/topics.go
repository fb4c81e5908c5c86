// Package topics brings the topics of a broker in line with their specifications.
package topics

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"

	"github.com/sibyl-project/sibyl/events"
)

const weekMillis = "604800000"

// Difference is one way in which the broker's topics differ from the specifications.
type Difference struct {
	Topic   events.Topic
	Problem string // for people: "missing", "3 partitions, want 6", "retention.ms is 604800000, want -1"
	Curable bool   // EnsureTopics can fix it; it cannot fix the number of partitions
}

// Ensure brings the broker's topics in line with their specifications: it creates missing ones and corrects
// settings. Topics with a different number of partitions are left alone and named in the error: adding partitions would
// separate keys from their state. replication below 1 means the broker's default.
func Ensure(ctx context.Context, client []kgo.Opt, specs []events.TopicSpec, replication int16) error {
	cl, err := kgo.NewClient(client...)
	if err != nil {
		return fmt.Errorf("connecting to the broker: %w", err)
	}
	defer cl.Close()
	created, err := createTopics(ctx, cl, specs, replication)
	if err != nil {
		return err
	}
	if err := awaitTopics(ctx, cl, created); err != nil {
		return err
	}
	diffs, err := diffTopics(ctx, cl, specs)
	if err != nil {
		return err
	}
	var wrong []string
	cure := map[events.Topic]bool{}
	for _, d := range diffs {
		if d.Curable {
			cure[d.Topic] = true
		} else {
			wrong = append(wrong, fmt.Sprintf("%s: %s", d.Topic, d.Problem))
		}
	}
	if len(wrong) > 0 {
		return fmt.Errorf("topics differ from the catalogue and cannot be changed in place: %s", strings.Join(wrong, "; "))
	}
	return alterTopics(ctx, cl, slices.DeleteFunc(slices.Clone(specs), func(s events.TopicSpec) bool { return !cure[s.Name] }))
}

// Diff compares the broker's topics with the specifications, in their order.
func Diff(ctx context.Context, client []kgo.Opt, specs []events.TopicSpec) ([]Difference, error) {
	cl, err := kgo.NewClient(client...)
	if err != nil {
		return nil, fmt.Errorf("connecting to the broker: %w", err)
	}
	defer cl.Close()
	return diffTopics(ctx, cl, specs)
}

// settings are the topic configuration entries of a retention.
func settings(r events.Retention) ([][2]string, error) {
	switch r {
	case events.KeepForever:
		return [][2]string{{"cleanup.policy", "delete"}, {"retention.ms", "-1"}}, nil
	case events.KeepWeek:
		return [][2]string{{"cleanup.policy", "delete"}, {"retention.ms", weekMillis}}, nil
	case events.Compacted:
		return [][2]string{{"cleanup.policy", "compact"}, {"delete.retention.ms", weekMillis}}, nil
	}
	return nil, fmt.Errorf("unknown retention %q", r)
}

// createTopics creates missing topics and returns them.
func createTopics(ctx context.Context, cl *kgo.Client, specs []events.TopicSpec, replication int16) (created []events.TopicSpec, _ error) {
	if replication < 1 {
		replication = -1
	}
	req := kmsg.NewPtrCreateTopicsRequest()
	req.TimeoutMillis = 30_000
	for _, s := range specs {
		entries, err := settings(s.Retention)
		if err != nil {
			return nil, fmt.Errorf("creating topic %s: %w", s.Name, err)
		}
		t := kmsg.NewCreateTopicsRequestTopic()
		t.Topic, t.NumPartitions, t.ReplicationFactor = string(s.Name), s.Partitions, replication
		for _, e := range entries {
			c := kmsg.NewCreateTopicsRequestTopicConfig()
			c.Name, c.Value = e[0], kmsg.StringPtr(e[1])
			t.Configs = append(t.Configs, c)
		}
		req.Topics = append(req.Topics, t)
	}
	resp, err := req.RequestWith(ctx, cl)
	if err != nil {
		return nil, fmt.Errorf("creating topics: %w", err)
	}
	for _, t := range resp.Topics {
		err := kerr.ErrorForCode(t.ErrorCode)
		if errors.Is(err, kerr.TopicAlreadyExists) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("creating topic %s: %w", t.Topic, withMessage(err, t.ErrorMessage))
		}
		for _, s := range specs {
			if string(s.Name) == t.Topic {
				created = append(created, s)
			}
		}
	}
	return created, nil
}

func diffTopics(ctx context.Context, cl *kgo.Client, specs []events.TopicSpec) ([]Difference, error) {
	partitions, err := partitionCounts(ctx, cl, specs)
	if err != nil {
		return nil, err
	}
	configs, err := configEntries(ctx, cl, specs, partitions)
	if err != nil {
		return nil, err
	}
	var diffs []Difference
	for _, s := range specs {
		n, exists := partitions[s.Name]
		if !exists {
			diffs = append(diffs, Difference{s.Name, "missing", true})
			continue
		}
		if n != s.Partitions {
			diffs = append(diffs, Difference{s.Name, fmt.Sprintf("%d partitions, want %d", n, s.Partitions), false})
		}
		want, err := settings(s.Retention)
		if err != nil {
			return nil, fmt.Errorf("comparing topic %s: %w", s.Name, err)
		}
		for _, e := range want {
			if got := configs[s.Name][e[0]]; got != e[1] {
				diffs = append(diffs, Difference{s.Name, fmt.Sprintf("%s is %s, want %s", e[0], got, e[1]), true})
			}
		}
	}
	return diffs, nil
}

func partitionCounts(ctx context.Context, cl *kgo.Client, specs []events.TopicSpec) (map[events.Topic]int32, error) {
	resp, err := metadata(ctx, cl, specs)
	if err != nil {
		return nil, err
	}
	counts := map[events.Topic]int32{}
	for _, t := range resp.Topics {
		err := kerr.ErrorForCode(t.ErrorCode)
		switch {
		case errors.Is(err, kerr.UnknownTopicOrPartition):
		case err != nil && len(t.Partitions) == 0:
			return nil, fmt.Errorf("listing topic %s: %w", *t.Topic, err)
		default:
			counts[events.Topic(*t.Topic)] = int32(len(t.Partitions))
		}
	}
	return counts, nil
}

func configEntries(ctx context.Context, cl *kgo.Client, specs []events.TopicSpec, existing map[events.Topic]int32) (map[events.Topic]map[string]string, error) {
	req := kmsg.NewPtrDescribeConfigsRequest()
	for _, s := range specs {
		if _, ok := existing[s.Name]; !ok {
			continue
		}
		r := kmsg.NewDescribeConfigsRequestResource()
		r.ResourceType, r.ResourceName = kmsg.ConfigResourceTypeTopic, string(s.Name)
		r.ConfigNames = []string{"cleanup.policy", "retention.ms", "delete.retention.ms"}
		req.Resources = append(req.Resources, r)
	}
	out := map[events.Topic]map[string]string{}
	if len(req.Resources) == 0 {
		return out, nil
	}
	resp, err := req.RequestWith(ctx, cl)
	if err != nil {
		return nil, fmt.Errorf("reading topic settings: %w", err)
	}
	for _, r := range resp.Resources {
		if err := kerr.ErrorForCode(r.ErrorCode); err != nil {
			return nil, fmt.Errorf("reading the settings of topic %s: %w", r.ResourceName, withMessage(err, r.ErrorMessage))
		}
		entries := map[string]string{}
		for _, c := range r.Configs {
			if c.Value != nil {
				entries[c.Name] = *c.Value
			}
		}
		out[events.Topic(r.ResourceName)] = entries
	}
	return out, nil
}

func alterTopics(ctx context.Context, cl *kgo.Client, specs []events.TopicSpec) error {
	if len(specs) == 0 {
		return nil
	}
	req := kmsg.NewPtrIncrementalAlterConfigsRequest()
	for _, s := range specs {
		entries, err := settings(s.Retention)
		if err != nil {
			return fmt.Errorf("correcting topic %s: %w", s.Name, err)
		}
		r := kmsg.NewIncrementalAlterConfigsRequestResource()
		r.ResourceType, r.ResourceName = kmsg.ConfigResourceTypeTopic, string(s.Name)
		for _, e := range entries {
			c := kmsg.NewIncrementalAlterConfigsRequestResourceConfig()
			c.Name, c.Value, c.Op = e[0], kmsg.StringPtr(e[1]), kmsg.IncrementalAlterConfigOpSet
			r.Configs = append(r.Configs, c)
		}
		req.Resources = append(req.Resources, r)
	}
	resp, err := req.RequestWith(ctx, cl)
	if err != nil {
		return fmt.Errorf("correcting topic settings: %w", err)
	}
	for _, r := range resp.Resources {
		if err := kerr.ErrorForCode(r.ErrorCode); err != nil {
			return fmt.Errorf("correcting topic %s: %w", r.ResourceName, withMessage(err, r.ErrorMessage))
		}
	}
	return nil
}

func withMessage(err error, message *string) error {
	if message == nil || *message == "" {
		return err
	}
	return fmt.Errorf("%w: %s", err, *message)
}
