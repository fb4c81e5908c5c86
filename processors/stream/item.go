package stream

import (
	"context"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/wire"
)

// stateKey names a state. Claim ids are equal across runs, so the key alone is not enough.
type stateKey struct{ run, key string }

// item is one consumed record in the pipeline.
type item struct {
	source   *kgo.Record
	record   events.Record
	defect   error // why the record could not be decoded
	attempts int   // how often its handler was called
	out      []output
	refusal  error // why it went to dead.letters

	// its place in the pipeline; guarded by the pipeline's lock.
	window       *window
	lane         *lane // the lane that handles it, once started
	dispatch     int   // number of the dispatch that it belongs to
	dispatchedAt time.Time
	done         bool
	bytes        int // size of the record and, once it is done, of its outputs

	// what an unclean end says about it (quarantine.go)
	alone     bool // no other handler may run while its own does
	suspect   bool
	suspicion suspicion
	cleared   bool  // a suspect that may be started
	timedOut  error // why it is refused without another try: its handler exceeded the time limit
}

func newItem(k *kgo.Record) *item {
	r, err := wire.Decode(k)
	return &item{source: k, record: r, defect: err}
}

// wake is a time at which a key wants to be woken, with what the envelope of the due record needs.
type wake struct {
	At        int64         `json:"at"`  // Unix milliseconds, as asked for; names the wake
	For       time.Duration `json:"for"` // how long after its event: an overdue wake waits this long again
	Cause     string        `json:"cause"`
	Iteration int           `json:"iteration,omitempty"`
	Cap       int           `json:"cap,omitempty"`
	Trace     string        `json:"trace,omitempty"`
}

// fires is when a wake that is armed now is due. One whose time has already passed waits its full length again: while
// the processor was down nobody could have answered, so the silence means nothing.
func (w wake) fires(now time.Time) time.Time {
	if at := time.UnixMilli(w.At); at.After(now) {
		return at
	}
	return now.Add(w.For)
}

// held is what a key holds as of the last commit.
type held struct {
	data []byte // encoded state, nil if none
	wake *wake
}

// absorption is an event a key has absorbed and the records it led to.
type absorption struct {
	id   string
	out  []output
	next int64 // input offset after the event
}

// history returns what an event led to when it was absorbed.
type history interface {
	recall(ctx context.Context, key stateKey, id string) (out []output, known bool, err error)
}
