package replay

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/sibyl-project/sibyl/events"
)

// renaming carries the records of a parent run over into the new one.
type renaming struct {
	parent, run string
	request     events.Record // the new run's own, in the place of the parent's
	now         time.Time     // when the new run ends
	ids         map[string]string
}

// newRenaming names every event of the parent's history anew. The path of an event is the same in every
// run, and its id is the hash of both.
func newRenaming(h *History, request events.Record, now time.Time) *renaming {
	n := &renaming{parent: h.Run, run: request.Run, request: request, now: now.UTC(), ids: map[string]string{}}
	for _, e := range h.Entries {
		n.ids[e.ID] = events.EventID(n.run, e.Type, n.subject(e.Record))
	}
	return n
}

// subject is the recorded one, but for the wakes of a key that is the run: their path holds the key.
func (n *renaming) subject(r events.Record) string {
	if rest, of := strings.CutPrefix(r.Subject, "due/"+n.parent+"/"); of && isWake(r.Type) {
		return "due/" + n.run + "/" + rest
	}
	return r.Subject
}

func isWake(typ string) bool { return strings.HasSuffix(typ, ".due") }

// record is what stands in the new run where r stands in the parent; at is the time that r has there.
func (n *renaming) record(r events.Record, at time.Time) (events.Record, error) {
	if r.Type == events.AnalysisRequested.Type {
		return n.request, nil
	}
	out := r
	out.ID, out.Subject, out.Run, out.ReplayOf, out.Time = n.ids[r.ID], n.subject(r), n.run, n.parent, at
	out.TraceParent = "" // it is no part of the trace of the work that it repeats
	if r.Type == events.AnalysisCompleted.Type {
		out.Time = n.now
	}
	if id, known := n.ids[r.Causation]; known {
		out.Causation = id
	}
	if err := n.payload(&out); err != nil {
		return events.Record{}, fmt.Errorf("carrying %s over into run %s: %w", named(r), n.run, err)
	}
	return out, nil
}

// payload puts the new run's name where a payload holds the parent's, and keys the record by it.
func (n *renaming) payload(r *events.Record) error {
	var err error
	switch {
	case isWake(r.Type):
		kind := events.DueKind(strings.TrimSuffix(r.Type, ".due"), r.Topic)
		return rewrite(kind, r, n.run, func(d *events.Due) {
			if d.Key == n.parent {
				d.Key = n.run
			}
		})
	case r.Type == events.RunOpened.Type:
		err = rewrite(events.RunOpened, r, n.run, func(o *events.Opening) { o.Mode, o.Parent = events.ModeExact, n.parent })
	default:
		if _, known := events.KindNamed(r.Type); !known {
			return fmt.Errorf("this version knows no kind %s", r.Type)
		}
		// A dead letter quotes the event as it was, and has its key. Anything else that names its run would be of two runs.
		if r.Type == events.DeadLettered.Type {
			return nil
		}
		if bytes.Contains(r.Data, []byte(n.parent)) {
			return fmt.Errorf("its data name run %s", n.parent)
		}
		r.Key = strings.ReplaceAll(r.Key, n.parent, n.run) // a key is a function of run and data, and the data stay
	}
	return err
}

func rewrite[E any](kind events.Kind[E], r *events.Record, run string, change func(*E)) error {
	e, err := kind.Decode(*r)
	if err != nil {
		return err
	}
	change(&e.Data)
	if r.Data, err = json.Marshal(e.Data); err != nil {
		return err
	}
	r.Key = kind.Key(run, e.Data)
	return nil
}
