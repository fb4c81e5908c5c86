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
	"github.com/sibyl-project/sibyl/processors/stream/crash"
)

// quarantine is what the processors of a process share about events that may crash it.
//
// A fatal error cannot be recovered: an event that overflows the stack would be read again after every restart and
// crash the process each time. So every event that was in flight when a process ended is a suspect after the restart. A
// suspect is handled once everything before it in its partition is committed, alone in the whole process, and only
// after the metadata of the committed offset says so (crash.Mark). If the process crashes again, that mark names the
// culprit.
type quarantine struct {
	instance string
	life     string
	end      crash.End       // of the previous process
	inflight *crash.InFlight // nil when there is no file

	handlers sync.RWMutex // read-locked by each running handler, write-locked by one that must run alone

	mu      sync.Mutex
	holder  *session
	waiting []chan struct{}   // signalled when no suspect is being tried
	tried   map[trialAt]int64 // the last offset that this process has marked as tried
}

// trialAt is where suspects of a processor stand.
type trialAt struct {
	processor string
	input
}

var (
	errCrashed  = errors.New("ended the process")
	errTimedOut = errors.New("took too long")
)

// newQuarantine opens the in-flight file, if one is configured.
func newQuarantine(o Options) (*quarantine, error) {
	q := &quarantine{
		instance: o.Instance, end: o.LastEnd, tried: map[trialAt]int64{},
		life: strconv.Itoa(os.Getpid()) + "-" + strconv.FormatInt(time.Now().UnixNano(), 36),
	}
	if o.InFlight == "" {
		return q, nil
	}
	var err error
	if q.inflight, err = crash.OpenInFlight(o.InFlight); err != nil {
		return nil, err
	}
	return q, nil
}

func (q *quarantine) close() error {
	if q.inflight == nil {
		return nil
	}
	return q.inflight.Close()
}

// open is the mark that this process commits in normal operation.
func (q *quarantine) open() crash.Mark {
	return crash.Mark{Phase: crash.Open, Instance: q.instance, Life: q.life}
}

// inFlightEntry is what a lane holds while its handler runs: a slot of the in-flight file and the handlers lock.
type inFlightEntry struct {
	slot   int
	alone  bool
	active atomic.Bool
}

// enter records an event as in flight. If it must be handled alone, enter first waits until no other handler runs.
func (q *quarantine) enter(h *inFlightEntry, processor string, it *item) {
	h.slot, h.alone = crash.NoSlot, it.alone
	if h.alone {
		q.handlers.Lock()
	} else {
		q.handlers.RLock()
	}
	if q.inflight != nil {
		h.slot = q.inflight.Begin(crash.InHand{
			Processor: processor, Topic: it.source.Topic, Partition: it.source.Partition, Offset: it.source.Offset,
			Type: it.record.Type, Run: it.record.Run, Subject: it.record.Subject, Alone: it.alone,
		})
	}
	h.active.Store(true)
}

// leave undoes enter. It may be called by the watchdog, which has given up on the handler.
func (q *quarantine) leave(h *inFlightEntry) {
	if !h.active.Swap(false) {
		return
	}
	if q.inflight != nil {
		q.inflight.End(h.slot)
	}
	if h.alone {
		q.handlers.Unlock()
	} else {
		q.handlers.RUnlock()
	}
}

// take lets a session try a suspect if no other session does so, and otherwise signals news when that has changed.
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

// suspects are the events of a partition that are suspect after an unclean end.
type suspects struct {
	atCommitted  crash.Suspicion           // the event at the committed offset
	inFlight     map[int64]crash.Suspicion // events that the previous process of this instance had in flight, by offset
	suspectsLeft int                       // how many of the next events are suspects, when it is unknown which were in flight
	isolatedLeft int                       // how many of the events after those are handled alone
	end          int64                     // log end offset when the partition was assigned: later events were not in flight
}

// inFlightUnknown reports whether the last owner of a partition ended without a record of what it had in flight.
func (q *quarantine) inFlightUnknown(m crash.Mark) bool {
	if m.Phase != crash.Open || m.Life == q.life {
		return false
	}
	known := q.inflight != nil && q.inflight.Existed || q.end == crash.EndKilled
	return m.Instance != q.instance || !known
}

// suspectsOf determines the suspects of a partition that is consumed from an offset with a mark. end is the log end
// offset.
//
// What the last owner had in flight may be far beyond the committed offset, since other keys proceed behind a slow
// handler. A mark per event would cost two requests each, so only the events that were started first get one. The rest
// are handled alone, which the in-flight file records: if one of them crashes the process, the file names it after the
// restart. Without a file, marks are all there is.
func (q *quarantine) suspectsOf(processor string, at input, from, end int64, m crash.Mark, o Options) suspects {
	out := suspects{end: end}
	known := q.inflight != nil && q.inflight.Existed
	var inFlight map[int64]bool
	q.mu.Lock()
	if q.inflight != nil {
		inFlight = q.inflight.Of(processor, at.topic, at.number, from)
	}
	last, there := q.tried[trialAt{processor, at}]
	q.mu.Unlock()
	_, firstInFlight := inFlight[from]
	out.atCommitted = m.After(q.instance, q.life, q.end, !known || firstInFlight, there && last == from)
	if q.end != crash.EndKilled {
		out.inFlight = map[int64]crash.Suspicion{}
		for offset, alone := range inFlight {
			out.inFlight[offset] = crash.SuspicionOf(q.end, alone)
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

// marked records that a suspect has a mark of its own by this process. What the in-flight file of the previous process
// says about it is removed.
func (q *quarantine) marked(processor string, it *item) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.tried[trialAt{processor, it.window.input}] = it.source.Offset
	if q.inflight == nil {
		return
	}
	q.inflight.Forget(processor, it.source.Topic, it.source.Partition, it.source.Offset)
}

// applySuspicion makes an item a suspect, or has it handled alone, depending on its offset.
func (w *window) applySuspicion(it *item) {
	o := it.source.Offset
	said, inHand := w.suspects.inFlight[o]
	switch {
	case o == w.from && w.suspects.atCommitted.Tried:
		it.suspect, it.suspicion = true, w.suspects.atCommitted
	case inHand:
		it.suspect, it.suspicion = true, said
	case o >= w.suspects.end:
		w.suspects.suspectsLeft, w.suspects.isolatedLeft = 0, 0
	case w.suspects.suspectsLeft > 0:
		w.suspects.suspectsLeft--
		it.suspect, it.suspicion = true, crash.Suspicion{Ends: 1}
	case w.suspects.isolatedLeft > 0:
		w.suspects.isolatedLeft--
		it.alone = true
	}
	it.alone = it.alone || it.suspect
}

// refusedBefore is why an event was given up on by an earlier process, as its dead letter tells.
type refusedBefore struct {
	text string
	is   error
}

func (e refusedBefore) Error() string { return e.text }
func (e refusedBefore) Unwrap() error { return e.is }

// giveUpAs has an item refused as its dead letter says.
func (it *item) giveUpAs(l events.DeadLetter) {
	text, unsaved := strings.CutSuffix(l.Error, unsavedText)
	is := errCrashed
	if l.Reason == events.DeadTimedOut {
		is = errTimedOut
	}
	it.timedOut, it.attempts, it.suspicion.Unsaved = refusedBefore{text, is}, l.Attempts, unsaved
}

// unsavedText ends the error of a dead letter whose rescue crashed, too.
const unsavedText = ", and so did its rescue"

// givenUpCause is why a suspect is given up on, nil if it is tried once more.
func (it *item) givenUpCause() error {
	if !it.suspicion.GivenUp {
		return nil
	}
	times := fmt.Sprintf("%d times", it.suspicion.Ends)
	if it.suspicion.Ends == 2 {
		times = "twice"
	}
	return fmt.Errorf("handling %s %s %w %s", it.record.Type, it.record.Subject, errCrashed, times)
}
