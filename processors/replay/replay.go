package replay

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/rag/artefact"
)

// Config is where a replay works.
type Config struct {
	Kafka    []kgo.Opt
	Instance string         // names the producer; two calls at once must not share it
	Store    artefact.Store // where the parent's artefacts are
	Declare  func(Ports) []stream.Declaration
	Now      func() time.Time
	Patience time.Duration // with processors that are still at work on the parent; 30 s

	// Repeat makes the new run's analysis.requested of the parent's (intent.Outbox.Repeat).
	Repeat func(events.AnalysisRequest) (events.Record, error)
}

// Request asks for one replay.
type Request struct {
	Parent string
	Since  time.Time    // the parent was asked for then, or later; zero: unknown
	From   events.Topic // where to begin; empty: at the beginning
}

// Outcome is what a replay has done.
type Outcome struct {
	Run         string         // the new one
	Steps       int            // taken again
	ByProcessor map[string]int // steps taken again
	Compared    int            // outputs that were found equal to the recorded ones, copies on the feed included
	Copied      int            // events that were taken over from the log
	Published   int            // events of the new run, without their copies on the feed
}

// Run repeats a run. Its errors are DivergedError, DamagedError, UnfinishedError and TopicError, or those
// of the broker; after any of them the new run is not to be seen.
func Run(ctx context.Context, c Config, r Request) (Outcome, error) {
	decls := c.Declare(Ports{})
	if known := Topics(decls); r.From != "" && !slices.Contains(known, r.From) {
		return Outcome{}, TopicError{r.From, known}
	}
	h, err := Read(ctx, c.Kafka, r.Parent, r.Since, decls, cmp.Or(c.Patience, patience))
	if err != nil {
		return Outcome{}, err
	}
	made, err := Again(ctx, h, c.Declare(PortsOf(h, c.Store)), r.From)
	if err != nil {
		return Outcome{}, err
	}
	asked, err := events.AnalysisRequested.Decode(h.first(events.AnalysisRequested.Type).Record)
	if err != nil {
		return Outcome{}, fmt.Errorf("replaying run %s: %w", r.Parent, err)
	}
	request, err := c.Repeat(asked.Data)
	if err != nil {
		return Outcome{}, err
	}
	list, feed, err := made.Records(request, c.Now())
	if err != nil {
		return Outcome{}, err
	}
	made.Run, made.Published = request.Run, len(list)
	if err := publish(ctx, c, list, feed); err != nil {
		return Outcome{}, fmt.Errorf("publishing run %s, the replay of run %s: %w", made.Run, r.Parent, err)
	}
	return made.Outcome, nil
}

// Repeated is a run that was taken again and found to be the same.
type Repeated struct {
	Outcome
	history *History
	became  map[*Entry]*events.Record // the outputs of the steps taken again
}

// Again takes a run's steps again, from a topic on or all of them, and compares.
func Again(ctx context.Context, h *History, decls []stream.Declaration, from events.Topic) (*Repeated, error) {
	if h.first(events.AnalysisRequested.Type) == nil {
		return nil, DamagedError{h.Run, events.AnalysisRequested.Type, "the log does not hold it"}
	}
	if h.first(events.AnalysisCompleted.Type) == nil {
		return nil, UnfinishedError{h.Run, "it has not ended"}
	}
	p, err := newPlan(h, decls, from)
	if err != nil {
		return nil, err
	}
	became, err := p.fold(ctx, h)
	if err != nil {
		return nil, err
	}
	out := &Repeated{history: h, became: became}
	out.ByProcessor = map[string]int{}
	for _, u := range p.units {
		for _, s := range u.steps {
			if s.again {
				out.Steps++
				out.ByProcessor[u.name]++
			}
		}
	}
	out.Compared = len(became)
	for _, e := range h.Entries {
		if _, again := became[e]; !again {
			out.Copied++
		}
	}
	return out, nil
}

// Records are the events of the new run and their copies on the feed, each in the order of the recorded
// ones. request is the new run's analysis.requested.
func (m *Repeated) Records(request events.Record, now time.Time) (list, feed []events.Record, err error) {
	type identity struct{ id, cause string } // an event may be led to twice
	n := newRenaming(m.history, request, now)
	renamed := map[identity]int{} // where it is in list
	for _, e := range m.history.Entries {
		if _, repeated := renamed[identity{e.ID, e.Causation}]; repeated {
			continue
		}
		r := e.Record
		if again, ok := m.became[e]; ok && e.Topic != events.TopicDeadLetters { // a letter says where the event stood
			r = *again
		}
		if r, err = n.record(r, e.Time); err != nil {
			return nil, nil, err
		}
		renamed[identity{e.ID, e.Causation}] = len(list)
		list = append(list, r)
	}
	shown := map[identity]bool{}
	for _, e := range m.history.Feed {
		id := identity{e.ID, e.Causation}
		at, known := renamed[id]
		if !known {
			return nil, nil, m.history.damaged(e.Record, "it is on %s alone", events.TopicRunsFeed)
		}
		if shown[id] {
			continue
		}
		shown[id] = true
		r := list[at]
		r.Topic, r.Key = events.TopicRunsFeed, n.run
		feed = append(feed, r)
	}
	return list, feed, nil
}
