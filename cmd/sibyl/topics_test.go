package main

import (
	"os"
	"reflect"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/sibyl-project/sibyl/cmd/sibyl/worker"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
)

// TestTopicsFileListsWhatTheDeclarationsNeed holds deploy/topics.yaml, from which clusters are prepared,
// against the processors that will run on them.
func TestTopicsFileListsWhatTheDeclarationsNeed(t *testing.T) {
	want, err := stream.TopicSpecs(worker.Declarations(worker.Ports{}))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("../../deploy/topics.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Topics []events.TopicSpec `yaml:"topics"`
	}
	if err := yaml.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	byName := func(specs []events.TopicSpec) map[events.Topic]events.TopicSpec {
		out := map[events.Topic]events.TopicSpec{}
		for _, s := range specs {
			out[s.Name] = s
		}
		return out
	}
	if have, need := byName(file.Topics), byName(want); !reflect.DeepEqual(have, need) {
		t.Errorf("deploy/topics.yaml lists\n%v\nthe processors need\n%v\nrun make schemas", have, need)
	}
}
