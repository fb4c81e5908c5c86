package replay

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
)

// step is one event answered by one processor: what the log says it led to, and what it leads to now.
type step struct {
	processor string
	input     *Entry
	key       string // of the state it belongs to
	recorded  []*Entry
	letter    *events.DeadLetter // its handling had ended its process, or had not ended: it must not have that again in this one
	again     bool               // it is taken again, not copied

	replayed []events.Record
	failure  error // why the event was given up on
}

// unit is the steps that one processor takes on one partition of one of its inputs: what shares a memory.
type unit struct {
	decl   stream.Declaration
	name   string
	inputs []input // in the order of the partition
	steps  []*step // each once
}

// input is a record of a unit's partition. A repeated event is there again, and belongs to the same step.
type input struct {
	*Entry
	step *step
}

// plan is the work of a replay.
type plan struct{ units []*unit }

type stepKey struct{ processor, input string }

// newPlan finds the steps in a history and decides which are taken again. from is a topic, or empty for all.
func newPlan(h *History, decls []stream.Declaration, from events.Topic) (*plan, error) {
	p := &plan{}
	steps := map[stepKey]*step{}
	for _, decl := range decls {
		p.units = append(p.units, units(h, decl, steps)...)
	}
	if err := attribute(h, decls, steps); err != nil {
		return nil, err
	}
	p.choose(h, decls, from)
	return p, nil
}

// units lays out what one processor has to read.
func units(h *History, decl stream.Declaration, steps map[stepKey]*step) []*unit {
	d := decl.Describe()
	handles := map[string]bool{}
	for _, k := range d.Kinds {
		handles[k] = true
	}
	type place struct {
		topic     events.Topic
		partition int32
	}
	at := map[place]*unit{}
	var out []*unit
	for _, e := range h.Entries {
		if !handles[e.Type] || !slices.Contains(d.Inputs, e.Topic) {
			continue
		}
		u := at[place{e.Topic, e.Partition}]
		if u == nil {
			u = &unit{decl: decl, name: d.Name}
			at[place{e.Topic, e.Partition}] = u
			out = append(out, u)
		}
		k := stepKey{d.Name, e.ID}
		if steps[k] == nil {
			steps[k] = &step{processor: d.Name, input: e, key: e.Key}
			u.steps = append(u.steps, steps[k])
		}
		u.inputs = append(u.inputs, input{e, steps[k]})
	}
	return out
}

// attribute gives every recorded output to the step that published it. What a processor's runtime says
// itself - wakes, pauses - and what comes from outside is nobody's output: it is an input only.
func attribute(h *History, decls []stream.Declaration, steps map[stepKey]*step) error {
	emits := map[string]map[string]bool{}
	for _, decl := range decls {
		d := decl.Describe()
		emits[d.Name] = map[string]bool{events.DeadLettered.Type: true}
		for _, typ := range d.Emits {
			emits[d.Name][typ] = true
		}
		if d.Copies != events.TopicRunsFeed {
			continue
		}
		for _, e := range h.Feed {
			s := steps[stepKey{d.Name, e.ID}]
			if s == nil {
				return h.damaged(e.Record, "it is on %s, but not on a topic that %s copies", events.TopicRunsFeed, d.Name)
			}
			s.recorded = append(s.recorded, e)
		}
	}
	for _, e := range h.Entries {
		name := strings.TrimPrefix(e.Source, "/sibyl/")
		if !emits[name][e.Type] {
			continue
		}
		s := steps[stepKey{name, e.Causation}]
		if s == nil {
			return h.damaged(e.Record, "it answers event %q, which %s has not read", e.Causation, name)
		}
		s.recorded = append(s.recorded, e)
		if e.Type != events.DeadLettered.Type {
			continue
		}
		letter, err := events.DeadLettered.Decode(e.Record)
		if err != nil {
			return h.damaged(e.Record, "it cannot be read: %v", err)
		}
		if letter.Data.Reason == events.DeadCrashed || letter.Data.Reason == events.DeadTimedOut {
			s.letter = &letter.Data
		}
	}
	return nil
}

// choose marks the steps that are taken again: those whose input stands on the topic, or was led to by a
// step that is. Where one step of a key is taken again, the key's state is needed, and so are all of them.
func (p *plan) choose(h *History, decls []stream.Declaration, from events.Topic) {
	if from == "" {
		for _, u := range p.units {
			for _, s := range u.steps {
				s.again = true
			}
		}
		return
	}
	descends := map[string]bool{}
	for _, e := range h.Entries {
		if e.Topic == from {
			descends[e.ID] = true
		}
	}
	stateful := map[string]bool{}
	for _, decl := range decls {
		d := decl.Describe()
		stateful[d.Name] = d.Stateful
	}
	for changed := true; changed; {
		changed = false
		for _, u := range p.units {
			keys := map[string]bool{}
			for _, s := range u.steps {
				keys[s.key] = keys[s.key] || descends[s.input.ID]
			}
			for _, s := range u.steps {
				if s.again || !descends[s.input.ID] && (!stateful[u.name] || !keys[s.key]) {
					continue
				}
				s.again, changed = true, true
				for _, e := range s.recorded {
					descends[e.ID] = true
				}
			}
		}
	}
}

// Topics lists the topics that a replay may begin at: those with events of runs that somebody reads.
func Topics(decls []stream.Declaration) []events.Topic {
	read := map[events.Topic]bool{}
	for _, decl := range decls {
		for _, t := range decl.Describe().Inputs {
			read[t] = read[t] || decl.Describe().Copies == ""
		}
	}
	var out []events.Topic
	for _, spec := range events.Topics() {
		if read[spec.Name] && spec.Name != events.TopicReportSubmitted {
			out = append(out, spec.Name)
		}
	}
	return out
}

// TopicError refuses a topic that no replay can begin at.
type TopicError struct {
	Topic events.Topic
	Known []events.Topic
}

func (e TopicError) Error() string {
	known := make([]string, len(e.Known))
	for i, t := range e.Known {
		known[i] = string(t)
	}
	return fmt.Sprintf("a replay cannot begin at %q; it can at %s", e.Topic, strings.Join(known, ", "))
}
