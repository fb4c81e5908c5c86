package stream

import (
	"fmt"
	"strings"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/wire"
)

// holding tells the runs of a batch that their work waits, and when it goes on. The announcements are
// named by the first event a run has in the batch: the next owner of the batch repeats the same ones.
type holding struct {
	logic *logic
	clock Clock
	held  []events.Envelope // one per run that was told, by its first event
}

// pause returns the announcements for the first pause of a batch, and none for further ones.
func (h *holding) pause(items []*item, cause error) []*kgo.Record {
	if h.held != nil {
		return nil
	}
	told := map[string]bool{}
	for _, it := range items {
		r := it.record
		if it.defect != nil || r.Run == "" || r.ReplayOf != "" || !h.logic.routes[r.Type] || told[r.Run] {
			continue
		}
		told[r.Run] = true
		h.held = append(h.held, clipped(r.Envelope))
	}
	reason, _, _ := strings.Cut(cause.Error(), "\n")
	return h.tell(events.AgentPaused, "paused", reason)
}

// resume returns the announcements that end the pause, if there was one.
func (h *holding) resume() []*kgo.Record { return h.tell(events.AgentResumed, "resumed", "") }

func (h *holding) tell(kind events.Kind[events.Pause], what, reason string) []*kgo.Record {
	var out []*kgo.Record
	for _, e := range h.held {
		d := kind.Draft(events.RunSubject(what, h.logic.Name, e.ID), events.Pause{Agent: h.logic.Name, Reason: short(reason)})
		r, err := d.Seal(e, h.logic.Name, h.clock.Now())
		if err != nil {
			panic(fmt.Sprintf("sealing %s for run %s: %v", kind.Type, e.Run, err)) // plain data within its cap
		}
		r.TraceParent = traceFrom(e, r.ID)
		out = append(out, wire.Encode(r))
	}
	return out
}
