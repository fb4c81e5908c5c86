package pattern

import (
	"encoding/binary"
	"regexp/syntax"
	"slices"
	"sync"
	"sync/atomic"
	"unicode/utf8"
)

// automaton says whether a text matches an expression, reading each character once: a deterministic automaton whose states are made
// when a text first needs them. Most texts match few of the expressions that they are held against, and learn so here, many times
// faster than from a search that also wants to know where. It is used by many callers at a time.
type automaton struct {
	prog     *syntax.Prog
	start    []uint32 // where a match may begin
	anchored bool     // only at the beginning of the text
	looks    bool     // what stands before a character matters: word boundaries, lines

	ascii  [utf8.RuneSelf]uint8  // classes of characters that the expression does not tell apart
	others [64]atomic.Uint64     // those of other characters that were met last: character and class
	stride uint32                // of the table: most classes
	table  atomic.Pointer[table] // what follows on a state and a class: see match

	takes   []ascii // which characters of ASCII each instruction takes
	mu      sync.Mutex
	seen    [2]visited       // by after and by reach, which after asks
	todo    [2][]uint32      // of both
	next    []uint32         // of a state that may be known already
	key     []byte           // of it
	classes map[string]uint8 // of other characters, by the instructions that take them
	sample  []rune           // one of each class
	states  []state
	ids     map[string]uint32
	full    bool // it has grown too large to go on
}

type table []uint32

// state is where an expression may be between two characters.
type state struct {
	at     []uint32 // instructions, ascending
	before rune     // a character of the kind that was read last, none at the beginning
}

// What may follow beside another state, which is named by where its row of the table begins.
const (
	unknown = iota // not asked for yet
	never          // no match whatever comes
	matched
	lost // the automaton is too large; ask the expression
	begin
)

// The classes that no character has, and how large automata grow.
const (
	atEnd      = 0 // of the text
	tooMany    = 1 // for a character that is of a class more than there is room for
	none       = rune(-1)
	mostStates = 2_000
	mostOthers = 60 // classes of characters beyond ASCII
)

// visited are the instructions that a walk has been at, a bit each: maps of them were most of what making states cost.
type visited []uint64

// none has a walk begin, of so many instructions.
func (v *visited) none(of int) visited {
	if *v == nil {
		*v = make(visited, (of+63)/64)
	}
	clear(*v)
	return *v
}

// first reports whether an instruction has not been visited before.
func (v visited) first(pc uint32) bool {
	word, bit := pc/64, uint64(1)<<(pc%64)
	was := v[word]&bit != 0
	v[word] |= bit
	return !was
}

func newAutomaton(prog *syntax.Prog) *automaton {
	a := &automaton{
		prog: prog, classes: map[string]uint8{}, ids: map[string]uint32{}, sample: []rune{none, none}, states: make([]state, begin),
		anchored: prog.StartCond()&syntax.EmptyBeginText != 0,
	}
	var beyond []rune
	for i := range prog.Inst {
		a.looks = a.looks || prog.Inst[i].Op == syntax.InstEmptyWidth
		for _, r := range prog.Inst[i].Rune {
			if r >= utf8.RuneSelf && len(beyond) < mostOthers && !slices.Contains(beyond, r) {
				beyond = append(beyond, r)
			}
		}
	}
	var ok bool
	if a.start, ok = a.reach(nil, uint32(prog.Start)); !ok {
		a.start = []uint32{a.matching()} // everything matches
	}
	a.classifyASCII()
	a.stride = uint32(len(a.sample) + 4 + len(beyond)) // the two that fold into ASCII, whatever is left, and some
	t := make(table, a.stride*(begin+8))
	a.table.Store(&t)
	a.name(state{before: none})
	return a
}

// matching is the instruction that says so.
func (a *automaton) matching() uint32 {
	return uint32(slices.IndexFunc(a.prog.Inst, func(i syntax.Inst) bool { return i.Op == syntax.InstMatch }))
}

// match reports whether a text holds a match; known is false if the expression has to be asked. The table says where in it the row of the state that
// follows begins, so that nothing is reckoned between one character and the next.
func (a *automaton) match(s string) (is, known bool) {
	t, at := *a.table.Load(), uint32(begin)*a.stride
	for i := 0; i <= len(s); i++ {
		class := uint8(atEnd)
		if i < len(s) {
			if c := s[i]; c < utf8.RuneSelf {
				class = a.ascii[c]
			} else {
				r, n := utf8.DecodeRuneInString(s[i:])
				i += n - 1
				class = a.other(r)
			}
		}
		next := uint32(unknown)
		if place := at + uint32(class); place < uint32(len(t)) {
			next = atomic.LoadUint32(&t[place])
		}
		if next < begin {
			if next == unknown {
				next = a.step(at/a.stride, class)
				t = *a.table.Load()
			}
			switch next {
			case never:
				return false, true
			case matched:
				return true, true
			case lost:
				return false, false
			}
		}
		at = next
	}
	return false, true
}

// reach adds the instructions that wait for something - a character, or a look around - and are come to from one without any. ok is
// false if a match is come to.
func (a *automaton) reach(set []uint32, from uint32) (_ []uint32, ok bool) {
	seen := a.seen[1].none(len(a.prog.Inst))
	todo := append(a.todo[1][:0], from)
	defer func() { a.todo[1] = todo }()
	for len(todo) > 0 {
		pc := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if !seen.first(pc) {
			continue
		}
		switch i := &a.prog.Inst[pc]; i.Op {
		case syntax.InstMatch:
			return nil, false
		case syntax.InstAlt, syntax.InstAltMatch:
			todo = append(todo, i.Arg, i.Out)
		case syntax.InstCapture, syntax.InstNop:
			todo = append(todo, i.Out)
		case syntax.InstFail:
		default:
			set = append(set, pc)
		}
	}
	return set, true
}

// step makes what follows on a state and a class of characters.
func (a *automaton) step(at uint32, class uint8) uint32 {
	a.mu.Lock()
	defer a.mu.Unlock()
	next := uint32(lost)
	if !a.full && class != tooMany {
		next = a.after(a.states[at], a.sample[class])
	}
	t := *a.table.Load()
	if last := max(at, next); uint32(len(t)) < (last+1)*a.stride {
		larger := make(table, 2*(last+1)*a.stride)
		for i := range t {
			larger[i] = atomic.LoadUint32(&t[i])
		}
		t = larger
		a.table.Store(&t)
	}
	if next >= begin {
		next *= a.stride
	}
	atomic.StoreUint32(&t[at*a.stride+uint32(class)], next)
	return next
}

// after is the state after a character, or at the end.
func (a *automaton) after(s state, r rune) uint32 {
	holds := syntax.EmptyOpContext(s.before, r)
	todo := append(a.todo[0][:0], s.at...)
	if !a.anchored || s.before == none {
		todo = append(todo, a.start...)
	}
	out, ok := state{a.next[:0], a.kind(r)}, true
	defer func() { a.todo[0], a.next = todo, out.at }()
	for seen := a.seen[0].none(len(a.prog.Inst)); len(todo) > 0; {
		pc := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if !seen.first(pc) {
			continue
		}
		i := &a.prog.Inst[pc]
		switch {
		case i.Op == syntax.InstEmptyWidth && syntax.EmptyOp(i.Arg)&^holds == 0:
			todo, ok = a.reach(todo, i.Out)
		case r != none && a.taken(pc, r):
			out.at, ok = a.reach(out.at, i.Out)
		case i.Op == syntax.InstMatch:
			ok = false
		}
		if !ok {
			return matched
		}
	}
	if r == none || len(out.at) == 0 && a.anchored {
		return never
	}
	return a.name(out)
}

// name numbers a state.
func (a *automaton) name(s state) uint32 {
	slices.Sort(s.at)
	s.at = slices.Compact(s.at)
	a.key = binary.AppendVarint(a.key[:0], int64(s.before))
	for _, pc := range s.at {
		a.key = binary.AppendUvarint(a.key, uint64(pc))
	}
	id, ok := a.ids[string(a.key)]
	if ok {
		return id
	}
	if len(a.states) == mostStates {
		a.full = true
		return lost
	}
	id = uint32(len(a.states))
	s.at = slices.Clone(s.at)
	a.states, a.ids[string(a.key)] = append(a.states, s), id
	return id
}
