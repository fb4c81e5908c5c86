// Package crash tells which events may have ended a process that did not end in order: by a file that names what its handlers
// had in hand, and by marks in the metadata of committed offsets.
package crash

import (
	"fmt"
	"strconv"
	"strings"
)

// A Mark is the metadata of a committed offset and says what the owner of the partition was about to do from there on.
// After an unclean end that nobody observed, it tells the next owner which events may have caused it. Commits carry it
// anyway, so in normal operation it costs two requests: one when a partition is assigned and one when it is revoked.
//
//	sibyl open INSTANCE LIFE             events from the offset on may have been in flight
//	sibyl closed                         none was
//	sibyl trying ENDS INSTANCE LIFE      the event at the offset is handled alone; so many unclean ends
//	                                     have happened while it was handled before
//	sibyl rescuing ENDS INSTANCE LIFE    the event was given up on, and its rescue is running
//
// LIFE identifies the process: what the same process had in flight cannot have ended it.
type Mark struct {
	Phase    phase
	Ends     int
	Instance string
	Life     string // of the process
}

type phase string

const (
	phaseNone phase = ""
	Open      phase = "open"
	Closed    phase = "closed"
	Trying    phase = "trying"
	Rescuing  phase = "rescuing"
)

func (m Mark) String() string {
	switch m.Phase {
	case Open:
		return fmt.Sprintf("sibyl open %s %s", m.Instance, m.Life)
	case Closed:
		return "sibyl closed"
	case Trying, Rescuing:
		return fmt.Sprintf("sibyl %s %d %s %s", m.Phase, m.Ends, m.Instance, m.Life)
	}
	return ""
}

// ReadMark decodes offset metadata. Metadata that is not ours yields the zero mark: another client may have set the
// group's offsets.
func ReadMark(metadata string) Mark {
	f := strings.Fields(metadata)
	if len(f) < 2 || f[0] != "sibyl" {
		return Mark{}
	}
	switch p := phase(f[1]); {
	case p == Closed && len(f) == 2:
		return Mark{Phase: p}
	case p == Open && len(f) == 4:
		return Mark{Phase: p, Instance: f[2], Life: f[3]}
	case (p == Trying || p == Rescuing) && len(f) == 5:
		ends, err := strconv.Atoi(f[2])
		if err != nil || ends < 0 {
			return Mark{}
		}
		return Mark{Phase: p, Ends: ends, Instance: f[3], Life: f[4]}
	}
	return Mark{}
}

// End is how the previous process with this instance name ended, as far as whoever started it knows.
type End string

// The closed set of ends.
const (
	EndUnknown End = ""        // nobody observed it: the machine or the supervisor may have gone down, too
	EndCrashed End = "crashed" // by itself: a fatal error, an exit, a signal for a fault, out of memory
	EndKilled  End = "killed"  // by somebody, for no fault of the events in flight
)

// How many unclean ends may happen while an event is in flight before it is given up on. An end that was observed as a
// crash was caused by the event; one that nobody observed may have been anything, including a kill -9.
const (
	crashesAllowed = 2
	unknownAllowed = 4
)

// Suspicion is what unclean ends say about an event.
type Suspicion struct {
	Ends     int  // unclean ends that it may have caused; 0 if it is no suspect
	GivenUp  bool // it must not be handled again
	Unsaved  bool // nor rescued: its rescue was running at the last unclean end
	Tried    bool // it was handled alone
	original Mark
}

// SuspicionOf is what the end of the previous process says about an event that it had in flight. One that was handled
// alone was so because of an earlier unclean end.
func SuspicionOf(end End, alone bool) Suspicion {
	s := Suspicion{Ends: 1}
	if alone {
		s.Ends++
	}
	s.GivenUp = end == EndCrashed && s.Ends >= crashesAllowed
	return s
}

// After judges the event at an offset with this mark. me and life identify this process, end is how the previous one of
// this instance ended, and inHand reports whether that process is known to have had the event in flight, or kept no
// in-flight file that could tell. survived reports whether this process has tried the event itself: then whoever tried
// it next has taken the partition from a living process, by a conflict of instances or a lost session, and two such
// processes taking turns must not make the event look guilty. A process that the event did end counts when it is
// started again, which is another life.
func (m Mark) After(me, life string, end End, inHand, survived bool) Suspicion {
	s := Suspicion{Ends: m.Ends, original: m}
	switch m.Phase {
	case Trying, Rescuing:
	default:
		return Suspicion{}
	}
	s.Tried, s.GivenUp = true, m.Phase == Rescuing
	if m.Life == life || survived || m.Instance == me && (end == EndKilled || !inHand) {
		return s // it has not caused the end
	}
	s.Ends++
	allowed := unknownAllowed
	if m.Instance == me && end == EndCrashed {
		allowed = crashesAllowed
	}
	s.Unsaved = s.GivenUp
	s.GivenUp = s.GivenUp || s.Ends >= allowed
	return s
}
