package main

import (
	"bytes"
	"fmt"

	"gopkg.in/yaml.v3"

	"github.com/sibyl-project/sibyl/events"
)

// stateful lists the processors that keep state, with their one input, and whether they ask to be
// woken. Their declarations live in packages that this one must not know; a test of the binary holds
// this list to them.
var stateful = []struct {
	name  string
	input events.Topic
	wakes bool
}{
	{"claims.reduce", events.TopicRunsProgress, false},
	{"legal", events.TopicClaimsRouted, true},
	{"data_metrics", events.TopicClaimsRouted, true},
	{"conductor", events.TopicRunsProgress, true},
	{"judge", events.TopicFindingsProduced, false},
}

// wakes are the kinds that the runtime publishes for processors that asked to be woken.
func wakes() []*events.Definition {
	var out []*events.Definition
	for _, p := range stateful {
		if p.wakes {
			out = append(out, events.DueKind(p.name, p.input).Definition)
		}
	}
	return out
}

// catalogue is every topic, the state topics last.
func catalogue() ([]events.TopicSpec, error) {
	all := events.Topics()
	for _, p := range stateful {
		spec, err := events.StateTopic(p.name, p.input)
		if err != nil {
			return nil, err
		}
		all = append(all, spec)
	}
	return all, nil
}

func topicsFile() ([]byte, error) {
	all, err := catalogue()
	if err != nil {
		return nil, err
	}
	body, err := encodeYAML(map[string]any{"topics": all})
	if err != nil {
		return nil, fmt.Errorf("encoding the topic catalogue: %w", err)
	}
	head := `# The topics as they must exist on the broker: generated from events.Topics() by "make schemas", applied
# by "sibyl topics apply", compared by "sibyl topics diff". Partition counts never grow in place: keys
# would move, and with them state. retention: forever is retention.ms=-1 (brokers delete after a week by
# default), week is for what no decision depends on, compact is processor state.
`
	return append([]byte(head), body...), nil
}

func encodeYAML(v any) ([]byte, error) {
	var out bytes.Buffer
	enc := yaml.NewEncoder(&out)
	enc.SetIndent(2)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return out.Bytes(), enc.Close()
}
