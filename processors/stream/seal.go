package stream

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/wire"
)

// MaxBytes bounds one event and one state. What is larger goes to the artefact store and is referenced by its hash:
// large records would be rewritten with every step, held by every reader and rejected by the broker.
const MaxBytes = 256 << 10

// output is an event to be published, with its wire format, which is needed for its size, to produce it and to remember
// it.
type output struct {
	record events.Record
	wire   *kgo.Record
}

func outputOf(r events.Record) output { return output{r, wire.Encode(r)} }

func outputsOf(records []events.Record) []output {
	out := make([]output, len(records))
	for i, r := range records {
		out[i] = outputOf(r)
	}
	return out
}

// seal makes records of a step's drafts. Its errors are rejections: the same step would make the same drafts again.
func (l *logic) seal(drafts []events.Draft, cause events.Envelope, at time.Time) ([]output, error) {
	out := make([]output, 0, len(drafts))
	for _, d := range drafts {
		r, err := l.sealOne(d, cause, at)
		if err != nil {
			return nil, Reject(err)
		}
		out = append(out, r)
	}
	return out, nil
}

func (l *logic) sealOne(d events.Draft, cause events.Envelope, at time.Time) (output, error) {
	copied := d.Kind == nil && d.Subject != ""
	if !copied && d.Kind != nil && !l.emits[d.Kind.Type] {
		return output{}, fmt.Errorf("sealing %s %s: %s does not declare that it emits this kind", d.Kind.Type, d.Subject, l.Name)
	}
	r, err := d.Seal(cause, l.Name, at)
	if err != nil {
		return output{}, err
	}
	if copied {
		if r.Topic != l.Copies {
			return output{}, fmt.Errorf("copying %s %s to %s: %s does not declare that it copies there", r.Type, r.ID, r.Topic, l.Name)
		}
		return outputOf(r), nil
	}
	r.TraceParent = traceFrom(cause, r.ID)
	o := outputOf(r)
	if n := size(o.wire); n > MaxBytes {
		return output{}, fmt.Errorf("sealing %s %s: %d bytes are above the limit of %d; put them in the artefact store and send the hash", r.Type,
			short(r.Subject), n, MaxBytes)
	}
	return o, nil
}

// traceFrom continues the trace of the cause with a span for the event with this id, or starts the trace of the run.
// Both ids are hashes of identities, so a repeated event has the same span.
func traceFrom(cause events.Envelope, id string) string {
	trace, ok := traceID(cause.TraceParent)
	if !ok {
		root := cause.Run
		if root == "" {
			root = cause.ID
		}
		trace = hashHex("trace", root, 16)
	}
	return "00-" + trace + "-" + hashHex("span", id, 8) + "-01"
}

// traceID reads the trace id of a W3C traceparent of version 00.
func traceID(parent string) (string, bool) {
	if len(parent) != 55 || parent[:3] != "00-" || parent[35] != '-' || parent[52] != '-' {
		return "", false
	}
	id, err := hex.DecodeString(parent[3:35])
	if err != nil || isZero(id) {
		return "", false
	}
	return parent[3:35], true
}

func isZero(b []byte) bool {
	for _, x := range b {
		if x != 0 {
			return false
		}
	}
	return true
}

func hashHex(what, id string, bytes int) string {
	sum := sha256.Sum256(append(append(append(make([]byte, 0, 128), what...), 0), id...))
	return hex.EncodeToString(sum[:bytes])
}
