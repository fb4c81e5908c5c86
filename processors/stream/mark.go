package stream

import (
	"fmt"
	"strconv"
	"strings"
)

// A mark is the metadata of a committed offset and says what the owner of the partition was about to do from there on.
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
type mark struct {
	phase    phase
	ends     int
	instance string
	life     string // of the process
}

type phase string

const (
	phaseNone     phase = ""
	phaseOpen     phase = "open"
	phaseClosed   phase = "closed"
	phaseTrying   phase = "trying"
	phaseRescuing phase = "rescuing"
)

func (m mark) String() string {
	switch m.phase {
	case phaseOpen:
		return fmt.Sprintf("sibyl open %s %s", m.instance, m.life)
	case phaseClosed:
		return "sibyl closed"
	case phaseTrying, phaseRescuing:
		return fmt.Sprintf("sibyl %s %d %s %s", m.phase, m.ends, m.instance, m.life)
	}
	return ""
}

// readMark decodes offset metadata. Metadata that is not ours yields the zero mark: another client may have set the
// group's offsets.
func readMark(metadata string) mark {
	f := strings.Fields(metadata)
	if len(f) < 2 || f[0] != "sibyl" {
		return mark{}
	}
	switch p := phase(f[1]); {
	case p == phaseClosed && len(f) == 2:
		return mark{phase: p}
	case p == phaseOpen && len(f) == 4:
		return mark{phase: p, instance: f[2], life: f[3]}
	case (p == phaseTrying || p == phaseRescuing) && len(f) == 5:
		ends, err := strconv.Atoi(f[2])
		if err != nil || ends < 0 {
			return mark{}
		}
		return mark{phase: p, ends: ends, instance: f[3], life: f[4]}
	}
	return mark{}
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

// suspicion is what unclean ends say about an event.
type suspicion struct {
	ends     int  // unclean ends that it may have caused; 0 if it is no suspect
	givenUp  bool // it must not be handled again
	unsaved  bool // nor rescued: its rescue was running at the last unclean end
	tried    bool // it was handled alone
	original mark
}

// suspicionOf is what the end of the previous process says about an event that it had in flight. One that was handled
// alone was so because of an earlier unclean end.
func suspicionOf(end End, alone bool) suspicion {
	s := suspicion{ends: 1}
	if alone {
		s.ends++
	}
	s.givenUp = end == EndCrashed && s.ends >= crashesAllowed
	return s
}

// after judges the event at an offset with this mark. me and life identify this process, end is how the previous one of
// this instance ended, and inHand reports whether that process is known to have had the event in flight, or kept no
// in-flight file that could tell. survived reports whether this process has tried the event itself: then whoever tried
// it next has taken the partition from a living process, by a conflict of instances or a lost session, and two such
// processes taking turns must not make the event look guilty. A process that the event did end counts when it is
// started again, which is another life.
func (m mark) after(me, life string, end End, inHand, survived bool) suspicion {
	s := suspicion{ends: m.ends, original: m}
	switch m.phase {
	case phaseTrying, phaseRescuing:
	default:
		return suspicion{}
	}
	s.tried, s.givenUp = true, m.phase == phaseRescuing
	if m.life == life || survived || m.instance == me && (end == EndKilled || !inHand) {
		return s // it has not caused the end
	}
	s.ends++
	allowed := unknownAllowed
	if m.instance == me && end == EndCrashed {
		allowed = crashesAllowed
	}
	s.unsaved = s.givenUp
	s.givenUp = s.givenUp || s.ends >= allowed
	return s
}
