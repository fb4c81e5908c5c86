package stream

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sibyl-project/sibyl/events"
)

// quarantine is what the processors of a process share about events that may end it.
//
// A fatal error cannot be recovered: an event that overflows the stack would be read again after every restart and
// end the process each time. So whatever was in hand when a process ended is suspect in its next life. A suspect is
// handled when everything before it in its partition is committed, alone in the whole process, and only after a mark
// beside the committed offset says so (mark.go). If the process ends once more, the mark tells whose doing it was.
type quarantine struct {
	instance string
	life     string
	end      End       // of the former life
	inflight *inflight // nil when there is no file

	handlers sync.RWMutex // held by handlers; by a suspect's alone

	mu      sync.Mutex
	holder  *session
	waiting []chan struct{} // signalled when the turn is free
}

var (
	errCrashed  = errors.New("ended the process")
	errTimedOut = errors.New("took too long")
)

// newQuarantine opens the in-flight file, if there is to be one.
func newQuarantine(o Options) (*quarantine, error) {
	q := &quarantine{
		instance: o.Instance, end: o.LastEnd,
		life: strconv.Itoa(os.Getpid()) + "-" + strconv.FormatInt(time.Now().UnixNano(), 36),
	}
	if o.InFlight == "" {
		return q, nil
	}
	var err error
	if q.inflight, err = openInflight(o.InFlight); err != nil {
		return nil, err
	}
	return q, nil
}

func (q *quarantine) close() error {
	if q.inflight == nil {
		return nil
	}
	return q.inflight.close()
}

// open is the mark that this process commits in ordinary life.
func (q *quarantine) open() mark { return mark{phase: phaseOpen, instance: q.instance, life: q.life} }

// inFlightEntry is what a handler holds while it runs.
type inFlightEntry struct {
	slot   int
	alone  bool
	active atomic.Bool
}

// enter names an event as in hand, and waits until nobody else has one in hand when it is suspect.
func (q *quarantine) enter(h *inFlightEntry, processor string, it *item) {
	h.slot, h.alone = noSlot, it.alone
	if h.alone {
		q.handlers.Lock()
	} else {
		q.handlers.RLock()
	}
	if q.inflight != nil {
		h.slot = q.inflight.begin(processor, it)
	}
	h.active.Store(true)
}

// leave ends what enter began. It may be called by somebody else, who has given up waiting for the handler.
func (q *quarantine) leave(h *inFlightEntry) {
	if !h.active.Swap(false) {
		return
	}
	if q.inflight != nil {
		q.inflight.end(h.slot)
	}
	if h.alone {
		q.handlers.Unlock()
	} else {
		q.handlers.RUnlock()
	}
}

// take gives a session the turn to try a suspect, or says so on news when it is free.
func (q *quarantine) take(s *session, news chan struct{}) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.holder == nil || q.holder == s {
		q.holder = s
		return true
	}
	q.waiting = append(q.waiting, news)
	return false
}

func (q *quarantine) release(s *session) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.holder != s {
		return
	}
	q.holder = nil
	for _, c := range q.waiting {
		signal(c)
	}
	q.waiting = nil
}

// suspects are the events of a partition that an unclean end has left suspect.
type suspects struct {
	atCommitted  suspicion           // of the event at the committed offset
	inFlight     map[int64]suspicion // of those that a former life of this process had in hand
	suspectsLeft int                 // how many of the first events, when nobody knows which were in hand
	isolatedLeft int                 // how many more are handled alone
	end          int64               // of the log when the partition was taken over: what came later nobody had in hand
}

// inFlightUnknown reports whether the last owner of a partition ended with nobody knowing what it had in hand.
func (q *quarantine) inFlightUnknown(m mark) bool {
	if m.phase != phaseOpen || m.life == q.life {
		return false
	}
	known := q.inflight != nil && q.inflight.existed || q.end == EndKilled
	return m.instance != q.instance || !known
}

// suspectsOf says what is suspect of a partition that begins at an offset with a mark. end is the end of its log.
//
// What the last owner had in hand may stand far behind the committed offset, for others go on behind a slow handler.
// A mark for each event would cost two requests for each, so it is for those only that were begun first. The rest are
// handled alone, which the in-flight file notes: if one of them ends the process, the next life knows which. Where
// there is no file, marks are all there is.
func (q *quarantine) suspectsOf(processor string, at input, from, end int64, m mark, o Options) suspects {
	out := suspects{end: end}
	known := q.inflight != nil && q.inflight.existed
	var inFlight map[int64]bool
	if q.inflight != nil {
		q.mu.Lock()
		inFlight = q.inflight.of(processor, at, from)
		q.mu.Unlock()
	}
	_, firstInFlight := inFlight[from]
	out.atCommitted = m.after(q.instance, q.life, q.end, !known || firstInFlight)
	if q.end != EndKilled {
		out.inFlight = map[int64]suspicion{}
		for offset, alone := range inFlight {
			out.inFlight[offset] = suspicionOf(q.end, alone)
		}
	}
	if q.inFlightUnknown(m) {
		out.suspectsLeft = o.Window
		if q.inflight != nil {
			out.suspectsLeft, out.isolatedLeft = o.Workers, o.Window
		}
	}
	return out
}

// forget notes that a suspect has a mark of its own, which replaces what a former life has said of it.
func (q *quarantine) forget(processor string, it *item) {
	if q.inflight == nil {
		return
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	at := inFlightKey{processor, it.source.Topic, it.source.Partition, it.source.Offset}
	if was, there := q.inflight.prior[at]; there {
		delete(q.inflight.prior, at)
		q.inflight.end(was.slot)
	}
}

// applySuspicion makes an item as suspect as its place says.
func (w *window) applySuspicion(it *item) {
	o := it.source.Offset
	said, inHand := w.suspects.inFlight[o]
	switch {
	case o == w.from && w.suspects.atCommitted.tried:
		it.suspect, it.suspicion = true, w.suspects.atCommitted
	case inHand:
		it.suspect, it.suspicion = true, said
	case o >= w.suspects.end:
		w.suspects.suspectsLeft, w.suspects.isolatedLeft = 0, 0
	case w.suspects.suspectsLeft > 0:
		w.suspects.suspectsLeft--
		it.suspect, it.suspicion = true, suspicion{ends: 1}
	case w.suspects.isolatedLeft > 0:
		w.suspects.isolatedLeft--
		it.alone = true
	}
	it.alone = it.alone || it.suspect
}

// refusedBefore is why an event was given up on in another life, as its letter tells it.
type refusedBefore struct {
	text string
	is   error
}

func (e refusedBefore) Error() string { return e.text }
func (e refusedBefore) Unwrap() error { return e.is }

// giveUpAs has an item refused as a letter says.
func (it *item) giveUpAs(l events.DeadLetter) {
	text, unsaved := strings.CutSuffix(l.Error, unsavedText)
	is := errCrashed
	if l.Reason == events.DeadTimedOut {
		is = errTimedOut
	}
	it.timedOut, it.attempts, it.suspicion.unsaved = refusedBefore{text, is}, l.Attempts, unsaved
}

// unsavedText ends the error of a letter whose rescue could not be had.
const unsavedText = ", and so did its rescue"

// givenUpCause is why a suspect is given up on, nil if it is tried once more.
func (it *item) givenUpCause() error {
	if !it.suspicion.givenUp {
		return nil
	}
	times := fmt.Sprintf("%d times", it.suspicion.ends)
	if it.suspicion.ends == 2 {
		times = "twice"
	}
	return fmt.Errorf("handling %s %s %w %s", it.record.Type, it.record.Subject, errCrashed, times)
}
