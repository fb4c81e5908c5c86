package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/sibyl-project/sibyl/events"
)

// asyncDocument is the part of AsyncAPI 3 that describes a log: topics are channels, kinds are messages.
type asyncDocument struct {
	AsyncAPI           string            `yaml:"asyncapi"`
	Info               map[string]any    `yaml:"info"`
	DefaultContentType string            `yaml:"defaultContentType"`
	Servers            map[string]any    `yaml:"servers"`
	Channels           map[string]object `yaml:"channels"`
	Operations         map[string]object `yaml:"operations"`
	Components         map[string]any    `yaml:"components"`
}

func asyncAPI(kinds []*events.Definition) ([]byte, error) {
	topics, err := catalogue()
	if err != nil {
		return nil, err
	}
	doc := asyncDocument{
		AsyncAPI: "3.0.0",
		Info: map[string]any{
			"title":   "Sibyl's log",
			"version": "1.0.0",
			"description": "The topics of Sibyl, which verifies sustainability reports. Every record is a CloudEvent 1.0 in " +
				"Kafka's binary mode: attributes in headers, JSON in the value. verdicts.issued is the public contract; the other " +
				"topics may be read, and change only compatibly within a schema version.",
			"license": map[string]any{"name": "Apache-2.0", "url": "https://www.apache.org/licenses/LICENSE-2.0"},
		},
		DefaultContentType: "application/json",
		Servers: map[string]any{"kafka": map[string]any{
			"host": "{broker}", "protocol": "kafka",
			"description": "Apache Kafka, or the embedded broker; `sibyl doctor` prints its address.",
			"variables":   map[string]any{"broker": map[string]any{"default": "localhost:9092", "description": "host and port of a bootstrap broker"}},
		}},
		Channels:   map[string]object{},
		Operations: map[string]object{},
	}
	messages := map[string]any{}
	for _, k := range kinds {
		messages[k.Type] = message(k)
	}
	for _, t := range topics {
		carried := object{}
		var refs []any
		for _, k := range kinds {
			// runs.feed carries copies of the run's events, as they are.
			if k.Topic == t.Name || (t.Name == events.TopicRunsFeed && feeds(k)) {
				carried[k.Type] = ref("#/components/messages/" + k.Type)
				refs = append(refs, ref("#/channels/"+string(t.Name)+"/messages/"+k.Type))
			}
		}
		if t.Retention == events.Compacted {
			continue // state is a processor's own affair, not a channel for others
		}
		doc.Channels[string(t.Name)] = channel(t, carried)
		doc.Operations["publish."+string(t.Name)] = object{
			"action": "send", "summary": "Sibyl publishes to " + string(t.Name),
			"channel": ref("#/channels/" + string(t.Name)), "messages": refs,
		}
	}
	doc.Components = map[string]any{"messages": messages, "schemas": map[string]any{"Headers": headers()}}
	body, err := encodeYAML(doc)
	if err != nil {
		return nil, fmt.Errorf("encoding the AsyncAPI document: %w", err)
	}
	return append([]byte("# Generated from package events by \"make schemas\".\n"), body...), nil
}

// feeds reports whether events of a kind belong to a run, and so have a copy in runs.feed.
func feeds(k *events.Definition) bool {
	switch k.Topic {
	case events.TopicReportSubmitted, events.TopicReportPreviewed, events.TopicDeadLetters, events.TopicRunsFeed:
		return false
	}
	return !strings.HasSuffix(k.Type, ".due")
}

func ref(to string) object { return object{"$ref": to} }

func channel(t events.TopicSpec, carried object) object {
	cleanup, retention := "delete", int64(-1)
	if t.Retention == events.KeepWeek {
		retention = 7 * 24 * 60 * 60 * 1000
	}
	return object{
		"address":     string(t.Name),
		"description": "Keyed by " + t.KeyedBy + ".",
		"messages":    carried,
		"bindings": object{"kafka": object{
			"topic": string(t.Name), "partitions": int(t.Partitions), "bindingVersion": "0.5.0",
			"topicConfiguration": object{"cleanup.policy": []any{cleanup}, "retention.ms": retention},
		}},
	}
}

func message(k *events.Definition) object {
	keyedBy := "the key of its topic"
	if spec, err := events.TopicNamed(k.Topic); err == nil {
		keyedBy = spec.KeyedBy
	}
	return object{
		"name":        k.Type,
		"title":       k.Type,
		"summary":     k.Summary,
		"contentType": "application/json",
		"headers":     ref("#/components/schemas/Headers"),
		"payload": object{
			"schemaFormat": "application/schema+json;version=draft-2020-12",
			"schema":       ref("./" + filepath.Base(k.DataSchema())),
		},
		"bindings": object{"kafka": object{
			"key": object{"type": "string", "description": keyedBy}, "bindingVersion": "0.5.0",
		}},
	}
}

// headers describes the record headers that every message has.
func headers() object {
	text := func(about string) object { return object{"type": "string", "description": about} }
	number := func(about string) object {
		return object{"type": "string", "pattern": "^[0-9]+$", "description": about}
	}
	return object{
		"type": "object",
		"required": []any{"ce_specversion", "ce_id", "ce_type", "ce_source", "ce_subject", "ce_time", "ce_dataschema",
			"content-type"},
		"properties": object{
			"ce_specversion":   object{"type": "string", "const": "1.0"},
			"ce_id":            text("names the event: a repeat has the same id, the same event of another run has another"),
			"ce_type":          text("the kind, which is the name of the message"),
			"ce_source":        text("/sibyl/ and the processor that published it"),
			"ce_subject":       text("stable path of what the event is about, equal across runs"),
			"ce_time":          object{"type": "string", "format": "date-time", "description": "when it was published"},
			"ce_dataschema":    text("the schema of the value, with its version, below schemas/"),
			"ce_correlationid": text("the run; absent for events of a report that is in no run"),
			"ce_causationid":   text("id of the event that this one answers; absent at the root"),
			"ce_iteration":     number("the pass over the claim, first pass 1"),
			"ce_iterationcap":  number("the last pass that the run allows"),
			"ce_replayof":      text("the run that this one replays; absent in live runs"),
			"traceparent":      text("W3C trace context; may be absent"),
			"content-type":     object{"type": "string", "const": "application/json"},
		},
	}
}
