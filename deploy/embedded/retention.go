package embedded

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"

	"github.com/sibyl-project/sibyl/deploy/embedded/durable"
	"github.com/sibyl-project/sibyl/deploy/embedded/logrecovery"
)

// forever is the longest pause that does not overflow a Go duration: 285 years of milliseconds.
const forever = 9_000_000_000_000

// defaultCompactAfter is the state of some ten short reports. Restoring reads so much in less time than compacting it takes.
const defaultCompactAfter = 16 << 20

// compaction is what the last one left.
type compaction struct {
	Bytes int64 `json:"bytes"` // of state
}

// stateHasGrown reports whether compaction is worth while. It reads all state and writes most of it anew, while everybody waits
// for the broker: so it waits until there is twice as much as it left the last time, and what it costs is in proportion to what was
// written since.
//
// What the last compaction left is advice: a note that cannot be read, or is of a larger log than there is, is none.
func (n *node) stateHasGrown() bool {
	size, err := stateBytes(n.records)
	if err != nil {
		n.log.log.Warn("compacting, since it is not known whether state has grown", "error", err)
		return true
	}
	var last compaction
	if _, err := durable.ReadJSON(compactPath(n.dir), &last); err != nil {
		n.log.log.Warn("what the last compaction left is not known", "error", err)
	}
	if last.Bytes < 0 || last.Bytes > size {
		last.Bytes = 0
	}
	return size-last.Bytes >= max(n.compactAfter, last.Bytes)
}

// stateBytes is what the topics take that are compacted: those of processors' state.
func stateBytes(records string) (sum int64, err error) {
	log := os.DirFS(records) // in whose name signs of patterns mean nothing
	files, err := fs.Glob(log, "partitions/*.state-*/*")
	if err != nil {
		return 0, fmt.Errorf("measuring state: %w", err)
	}
	for _, file := range files {
		info, err := fs.Stat(log, file)
		if err != nil {
			return 0, fmt.Errorf("measuring state: %w", err)
		}
		sum += info.Size()
	}
	return sum, nil
}

// compact removes superseded records. The broker's compaction also deletes by age, which could empty a partition, and a
// partition without records begins again at offset zero when it is loaded: groups would stand beyond its end. So ages are
// not applied; the embedded log forgets nothing but what is superseded.
func (n *node) compact(ctx context.Context, client *kgo.Client) error {
	finite, err := finiteRetentions(ctx, client)
	if err != nil {
		return err
	}
	endless := map[string]*string{}
	for topic := range finite {
		endless[topic] = kmsg.StringPtr("-1")
	}
	if err := setRetentions(ctx, client, endless); err != nil {
		return err
	}
	if err := logrecovery.SaveForCompaction(n.records); err != nil {
		return err
	}
	began := time.Now()
	n.log.forget()
	n.cluster.Compact()
	if err := n.log.complaint(kfake.LogLevelWarn); err != nil {
		return fmt.Errorf("compacting the log: %w", err) // the saved files stand in for it at the next start
	}
	if err := logrecovery.ForgetSaved(n.records); err != nil {
		return err
	}
	n.log.log.Info("compacted", "took", time.Since(began))
	if err := setRetentions(ctx, client, finite); err != nil {
		return err
	}
	size, err := stateBytes(n.records)
	if err == nil {
		err = durable.WriteJSON(compactPath(n.dir), compaction{size})
	}
	if err != nil {
		n.log.log.Warn("the next start compacts again: what this compaction left is not noted", "error", err)
	}
	return nil
}

// finiteRetentions lists the topics that forget by age, with the age set for them; nil if it is the default.
func finiteRetentions(ctx context.Context, client *kgo.Client) (map[string]*string, error) {
	meta, err := kmsg.NewPtrMetadataRequest().RequestWith(ctx, client)
	if err != nil {
		return nil, fmt.Errorf("listing topics: %w", err)
	}
	req := kmsg.NewPtrDescribeConfigsRequest()
	for _, t := range meta.Topics {
		if t.Topic == nil {
			continue
		}
		resource := kmsg.NewDescribeConfigsRequestResource()
		resource.ResourceType, resource.ResourceName = kmsg.ConfigResourceTypeTopic, *t.Topic
		resource.ConfigNames = []string{"retention.ms"}
		req.Resources = append(req.Resources, resource)
	}
	finite := map[string]*string{}
	if len(req.Resources) == 0 {
		return finite, nil
	}
	resp, err := req.RequestWith(ctx, client)
	if err != nil {
		return nil, fmt.Errorf("reading retentions: %w", err)
	}
	for _, resource := range resp.Resources {
		if err := kerr.ErrorForCode(resource.ErrorCode); err != nil {
			return nil, fmt.Errorf("reading the retention of %s: %w", resource.ResourceName, err)
		}
		for _, config := range resource.Configs {
			switch {
			case config.Value == nil || *config.Value == "-1":
			case config.Source == kmsg.ConfigSourceDynamicTopicConfig:
				finite[resource.ResourceName] = config.Value
			default:
				finite[resource.ResourceName] = nil
			}
		}
	}
	return finite, nil
}

func setRetentions(ctx context.Context, client *kgo.Client, ages map[string]*string) error {
	if len(ages) == 0 {
		return nil
	}
	req := kmsg.NewPtrIncrementalAlterConfigsRequest()
	for topic, age := range ages {
		config := kmsg.NewIncrementalAlterConfigsRequestResourceConfig()
		config.Name, config.Op, config.Value = "retention.ms", kmsg.IncrementalAlterConfigOpSet, age
		if age == nil {
			config.Op = kmsg.IncrementalAlterConfigOpDelete
		}
		resource := kmsg.NewIncrementalAlterConfigsRequestResource()
		resource.ResourceType, resource.ResourceName = kmsg.ConfigResourceTypeTopic, topic
		resource.Configs = append(resource.Configs, config)
		req.Resources = append(req.Resources, resource)
	}
	resp, err := req.RequestWith(ctx, client)
	if err != nil {
		return fmt.Errorf("setting retentions: %w", err)
	}
	for _, resource := range resp.Resources {
		if err := kerr.ErrorForCode(resource.ErrorCode); err != nil {
			return fmt.Errorf("setting the retention of %s: %w", resource.ResourceName, err)
		}
	}
	return nil
}
