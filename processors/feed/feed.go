// Package feed gives a run's events one order. It copies every event of every topic, unchanged, to
// runs.feed keyed by run: the partition of that topic is the order in which every viewer and every
// rebuild of a read model sees the run.
//
// The processor keeps no state and decodes nothing; a copy keeps its original's id, so a repeated copy is
// recognised as such. It may run in any number of instances.
package feed

import (
	"context"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
)

// Name is the processor's name: consumer group, metric label and source of its events.
const Name = "feed"

// New declares the feed.
func New() stream.Processor[stream.None] {
	p := stream.Processor[stream.None]{Name: Name, Copies: events.TopicRunsFeed}
	for _, k := range events.Kinds() {
		if belongsToRuns(k.Topic) {
			p.Routes = append(p.Routes, stream.Any(k, Copy))
		}
	}
	return p
}

// Copy repeats a run's event on the feed. An event without a run has no place there.
func Copy(_ context.Context, r events.Record) ([]events.Draft, error) {
	if r.Run == "" {
		return nil, nil
	}
	if r.Type == events.DeadLettered.Type && !events.Nameable(r.Run) {
		return nil, nil // of a run that no row can name: it has no viewers, and a letter about it would have none either
	}
	return []events.Draft{events.CopyTo(events.TopicRunsFeed, r)}, nil
}

// belongsToRuns tells the topics of runs from those of reports, which exist before and apart from any
// run, and from the feed itself, which must not feed on its own copies.
func belongsToRuns(t events.Topic) bool {
	switch t {
	case events.TopicRunsFeed, events.TopicReportSubmitted, events.TopicReportPreviewed:
		return false
	}
	return true
}
