package stream

import (
	"fmt"
	"strconv"
	"strings"
)

// A mark travels as the metadata of a committed offset and says what an owner was about to do from there on. It is
// how the next owner, after an end that nobody saw, knows what to be careful with. Commits carry it anyway, so in
// ordinary life it costs two requests: one when a partition is taken over and one when it is given back.
//
//	sibyl open INSTANCE LIFE             events from the offset on may have been in hand
//	sibyl closed                         none was
//	sibyl trying ENDS INSTANCE LIFE      the event at the offset is in hand alone; its handling had been under way
//	                                     in so many unclean ends before
//	sibyl rescuing ENDS INSTANCE LIFE    it has been given up on, and its rescue is under way
type mark struct {
	phase    phase
	ends     int
	instance string
	life     string // of the process: within one life nothing was in hand that has ended it
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

// readMark decodes metadata. What is not ours - another client may have set the group's offsets - marks nothing.
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

// End is how the last life of a process under this instance's name ended, as far as whoever started it knows.
type End string

// The closed set of ends.
const (
	EndUnknown End = ""        // nobody saw it: the machine, or the supervisor with it, may have ended
	EndCrashed End = "crashed" // by itself: a fatal error, an exit, a signal for a fault, for want of memory
	EndKilled  End = "killed"  // by somebody, for no fault of what it had in hand
)

// How many unclean ends an event may have been under way in before it is given up on. An end that was seen to be a
// crash tells the event's doing; one that nobody saw may have been anything, a kill -9 among others.
const (
	crashesAllowed = 2
	unknownAllowed = 4
)

// suspicion is what an unclean end leaves on the event at the committed offset.
type suspicion struct {
	ends     int  // unclean ends that it may have caused; 0: it is not suspect
	givenUp  bool // it is not to be handled again
	unsaved  bool // nor rescued: its rescue was under way, too
	tried    bool // it was in hand alone
	original mark
}

// suspicionOf is what the end of the former life of this process leaves on an event that it had in hand. One that was in
// hand alone had been so because of an end before.
func suspicionOf(end End, alone bool) suspicion {
	s := suspicion{ends: 1}
	if alone {
		s.ends++
	}
	s.givenUp = end == EndCrashed && s.ends >= crashesAllowed
	return s
}

// after judges the event at a marked offset. me and life are this process's, end is how its former life ended,
// and inHand reports whether that life is known to have had the event in hand, or had nothing to know it by.
func (m mark) after(me, life string, end End, inHand bool) suspicion {
	s := suspicion{ends: m.ends, original: m}
	switch m.phase {
	case phaseTrying, phaseRescuing:
	default:
		return suspicion{}
	}
	s.tried, s.givenUp = true, m.phase == phaseRescuing
	if m.life == life || m.instance == me && (end == EndKilled || !inHand) {
		return s // it has ended nothing
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
