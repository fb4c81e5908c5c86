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

// item is one consumed record on its way through a batch.
type item struct {
	source   *kgo.Record
	record   events.Record
	defect   error // why the record could not be decoded
	attempts int   // how often its handler was called
	out      []output
	refusal  error // why it ended in dead.letters

	// its place in the pipeline; guarded by the pipeline's lock
	window       *window
	lane         *lane // the lane it was handled in, once that has begun
	dispatch     int   // the dispatch it came with
	dispatchedAt time.Time
	done         bool
	bytes        int // bytes it holds: its own and, once it is done, those of what it led to

	// what an unclean end has left on it (quarantine.go)
	alone     bool // nothing else is in hand beside it
	suspect   bool
	suspicion suspicion
	cleared   bool  // a suspect whose turn it is
	timedOut  error // why it is refused without another try: its handler has taken too long
}

func newItem(k *kgo.Record) *item {
	r, err := wire.Decode(k)
	return &item{source: k, record: r, defect: err}
}

// wake is a time a key wants to be woken at, with what the due record's envelope will need.
type wake struct {
	At        int64         `json:"at"`  // Unix milliseconds, as asked for; names the wake
	For       time.Duration `json:"for"` // how long after its event: an overdue wake waits this long again
	Cause     string        `json:"cause"`
	Iteration int           `json:"iteration,omitempty"`
	Cap       int           `json:"cap,omitempty"`
	Trace     string        `json:"trace,omitempty"`
}

// fires is when a wake that is armed now is due. One whose time has passed already waits its full length
// again: while nobody could have answered, silence says nothing.
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

// history answers what an event led to when it was absorbed.
type history interface {
	recall(ctx context.Context, key stateKey, id string) (out []output, known bool, err error)
}
