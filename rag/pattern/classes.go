package pattern

import (
	"encoding/binary"
	"math/bits"
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

// ascii is a set of characters of ASCII, a bit each.
type ascii [2]uint64

func (s *ascii) has(r rune) bool { return s[r/64]>>(r%64)&1 != 0 }

// add adds the characters from one to another, of which those beyond ASCII are left out.
func (s *ascii) add(from, to rune) {
	for i := range s {
		if low, high := max(from-rune(i)*64, 0), min(to-rune(i)*64, 63); low <= high {
			s[i] |= ^uint64(0) >> (63 - high) &^ (1<<low - 1)
		}
	}
}

// takenBy are the characters that an instruction takes.
func takenBy(i *syntax.Inst) (s ascii) {
	switch {
	case i.Op == syntax.InstRuneAny:
		s.add(0, unicode.MaxASCII)
	case i.Op == syntax.InstRuneAnyNotNL:
		s.add(0, '\n'-1)
		s.add('\n'+1, unicode.MaxASCII)
	case i.Op != syntax.InstRune && i.Op != syntax.InstRune1:
	case len(i.Rune) == 1:
		r := i.Rune[0]
		s.add(r, r)
		if syntax.Flags(i.Arg)&syntax.FoldCase != 0 {
			for other := unicode.SimpleFold(r); other != r; other = unicode.SimpleFold(other) {
				s.add(other, other)
			}
		}
	default:
		for at := 0; at+1 < len(i.Rune); at += 2 {
			s.add(i.Rune[at], i.Rune[at+1])
		}
	}
	return s
}

// classifyASCII parts the characters of ASCII into classes: by what a look back takes for the same, and by each set that an instruction takes.
func (a *automaton) classifyASCII() {
	var all, words, lines ascii
	all.add(0, unicode.MaxASCII)
	if a.looks {
		lines.add('\n', '\n')
		words.add('a', 'z')
		words.add('A', 'Z')
		words.add('0', '9')
		words.add('_', '_')
	}
	parts, known := []ascii{all}, map[ascii]bool{{}: true}
	part := func(by ascii) {
		if known[by] {
			return
		}
		known[by] = true
		for i, p := range parts {
			in, out := ascii{p[0] & by[0], p[1] & by[1]}, ascii{p[0] &^ by[0], p[1] &^ by[1]}
			if in != (ascii{}) && out != (ascii{}) {
				parts[i] = out
				parts = append(parts, in)
			}
		}
	}
	part(words)
	part(lines)
	a.takes = make([]ascii, len(a.prog.Inst))
	for pc := range a.prog.Inst {
		a.takes[pc] = takenBy(&a.prog.Inst[pc])
		part(a.takes[pc])
	}
	for _, p := range parts {
		for i, word := range p {
			for ; word != 0; word &= word - 1 {
				a.ascii[i*64+bits.TrailingZeros64(word)] = uint8(len(a.sample))
			}
		}
		first := rune(bits.TrailingZeros64(p[0]))
		if p[0] == 0 {
			first = rune(64 + bits.TrailingZeros64(p[1]))
		}
		a.sample = append(a.sample, first)
	}
}

// taken reports whether an instruction takes a character.
func (a *automaton) taken(pc uint32, r rune) bool {
	if r < utf8.RuneSelf {
		return a.takes[pc].has(r)
	}
	return takes(&a.prog.Inst[pc], r)
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
