package pattern

import (
	"encoding/binary"
	"regexp/syntax"
	"unicode"
	"unicode/utf8"
)

// other is the class of a character beyond ASCII.
func (a *automaton) other(r rune) uint8 {
	met := &a.others[r%int32(len(a.others))]
	if v := met.Load(); v>>8 == uint64(r) {
		return uint8(v)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	class := a.classify(r)
	met.Store(uint64(r)<<8 | uint64(class))
	return class
}

// classify finds or makes the class of a character.
func (a *automaton) classify(r rune) uint8 {
	key := []byte{uint8(a.kind(r))}
	for i := range a.prog.Inst {
		if takes(&a.prog.Inst[i], r) {
			key = binary.AppendUvarint(key, uint64(i))
		}
	}
	return a.class(key, r)
}

// class is that of the characters that the instructions of a key take.
func (a *automaton) class(key []byte, r rune) uint8 {
	class, ok := a.classes[string(key)]
	if ok {
		return class
	}
	if class = uint8(len(a.sample)); a.stride > 0 && uint32(class) >= a.stride {
		return tooMany
	}
	a.sample = append(a.sample, r)
	a.classes[string(key)] = class
	return class
}

// takers are the instructions that take each character of ASCII. An instruction is held only against those that it may take.
func (a *automaton) takers() (by [utf8.RuneSelf][]byte) {
	for pc := range a.prog.Inst {
		i := &a.prog.Inst[pc]
		add := func(from, to rune) {
			for r := from; r <= min(to, utf8.RuneSelf-1); r++ {
				if takes(i, r) {
					by[r] = binary.AppendUvarint(by[r], uint64(pc))
				}
			}
		}
		switch {
		case i.Op == syntax.InstRuneAny || i.Op == syntax.InstRuneAnyNotNL:
			add(0, utf8.RuneSelf)
		case len(i.Rune) == 1:
			add(i.Rune[0], i.Rune[0])
			for r := unicode.SimpleFold(i.Rune[0]); r != i.Rune[0]; r = unicode.SimpleFold(r) {
				add(r, r)
			}
		default:
			for at := 0; at+1 < len(i.Rune); at += 2 {
				add(i.Rune[at], i.Rune[at+1])
			}
		}
	}
	return by
}

func takes(i *syntax.Inst, r rune) bool {
	switch i.Op {
	case syntax.InstRune, syntax.InstRune1, syntax.InstRuneAny, syntax.InstRuneAnyNotNL:
		return i.MatchRune(r)
	}
	return false
}

// kind is a character that stands for all that a look back takes for the same.
func (a *automaton) kind(r rune) rune {
	switch {
	case !a.looks:
		return ' '
	case r == '\n':
		return r
	case syntax.IsWordChar(r):
		return 'a'
	}
	return ' '
}
