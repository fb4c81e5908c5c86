package replay

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/sibyl-project/sibyl/events"
)

// Entry is an event of a run at its place on the log.
type Entry struct {
	events.Record
	Partition int32
	Offset    int64
}

// History is what the log holds of one run.
type History struct {
	Run     string
	Entries []*Entry // by topic in the order of the catalogue, then partition and offset; without the feed
	Feed    []*Entry // the copies on runs.feed, in their order
}

// DamagedError says that the log's account of a run contradicts itself.
type DamagedError struct {
	Run    string
	Event  string // what cannot be: type, subject, id
	Detail string
}

func (e DamagedError) Error() string {
	return fmt.Sprintf("the log's account of run %s is damaged: %s: %s", e.Run, e.Event, e.Detail)
}

// NewHistory puts the records of a run in order and looks whether they can be its history. A run that is
// itself a replay is read as the run it is.
func NewHistory(run string, all []Entry) (*History, error) {
	h := &History{Run: run}
	byTopic := map[events.Topic][]*Entry{}
	for i := range all {
		e := &all[i]
		if e.Run != run {
			continue
		}
		if want := events.EventID(run, e.Type, e.Subject); e.ID != want {
			return nil, h.damaged(e.Record, "its id should be %s", want)
		}
		e.ReplayOf = ""
		byTopic[e.Topic] = append(byTopic[e.Topic], e)
	}
	for _, list := range byTopic {
		slices.SortFunc(list, func(a, b *Entry) int {
			return cmp.Or(cmp.Compare(a.Partition, b.Partition), cmp.Compare(a.Offset, b.Offset))
		})
	}
	h.Feed = byTopic[events.TopicRunsFeed]
	for _, spec := range events.Topics() {
		switch {
		case spec.Name == events.TopicRunsFeed:
		case spec.Retention == events.KeepWeek:
			h.Entries = append(h.Entries, h.withForgotten(spec.Name, byTopic[spec.Name])...)
		default:
			h.Entries = append(h.Entries, byTopic[spec.Name]...)
		}
	}
	return h, nil
}

// withForgotten adds what a broker has deleted from a topic that it may forget. The feed, which is kept,
// has copies; what is deleted is older than what is there.
func (h *History) withForgotten(topic events.Topic, there []*Entry) []*Entry {
	known := map[string]bool{}
	for _, e := range there {
		known[e.ID] = true
	}
	var out []*Entry
	for _, e := range h.Feed {
		if k, ok := events.KindNamed(e.Type); ok && k.Topic == topic && !known[e.ID] {
			known[e.ID] = true
			original := *e
			original.Topic = topic
			out = append(out, &original)
		}
	}
	return append(out, there...)
}

// first returns the run's first event of a type, nil if there is none.
func (h *History) first(typ string) *Entry {
	i := slices.IndexFunc(h.Entries, func(e *Entry) bool { return e.Type == typ })
	if i < 0 {
		return nil
	}
	return h.Entries[i]
}

func (h *History) damaged(r events.Record, format string, args ...any) error {
	return DamagedError{h.Run, named(r), fmt.Sprintf(format, args...)}
}

// named is how errors name an event: by what it is, by its path, which is the same in every run, and by
// the id under which it stands on the log.
func named(r events.Record) string { return fmt.Sprintf("%s %s (%s)", r.Type, r.Subject, r.ID) }
