package standards

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
)

var (
	inside   = pattern.Compile(`^\s*[(\[]\s*([A-Za-z]{1,6}|\d{1,2})\s*[-–—]\s*([A-Za-z]{1,6}|\d{1,2})\s*[)\]]`)
	upTo     = pattern.Compile(`^\s*(?:[-–—]|to\b|through\b)\s*`)
	maxRange = 200 // more than any part of the standards has
)

// ParseRange reads one id or a range, both ends included: "S2.5-7", "S1.26–S1.27", "S2.B62-B62A",
// "S2.29(a)(i)-(iii)", "S2.29(a)(i-iii)", "S2.33(a) to (h)". Whether all of them exist is for the registry to say.
func ParseRange(s string) ([]ID, error) {
	if id, err := Parse(s); err == nil {
		return []ID{id}, nil
	}
	first, rest, ok := read(head, s, level)
	if !ok {
		return nil, fmt.Errorf("parsing paragraph range %q: it does not begin with a paragraph id", s)
	}
	ids, rest, ok := span(first, rest)
	if !ok || strings.TrimSpace(rest) != "" {
		return nil, fmt.Errorf("parsing paragraph range %q: its ends are not two paragraphs, or two items of one paragraph, in order", s)
	}
	return ids, nil
}

// span reads "- last" off the front of rest, or "(i-iii)", and writes the range out.
func span(first ID, rest string) ([]ID, string, bool) {
	if m := inside.FindStringSubmatch(rest); m != nil && fits(m[1], len(first.Levels)) {
		from := first
		from.Levels = append(slices.Clone(first.Levels), strings.ToLower(m[1]))
		ids := siblings(from, append(slices.Clone(first.Levels), strings.ToLower(m[2])))
		return ids, rest[len(m[0]):], ids != nil
	}
	to := upTo.FindString(rest)
	if to == "" {
		return nil, rest, false
	}
	rest = rest[len(to):]
	if ids, after, ok := items(first, rest); ok {
		return ids, after, true
	}
	last, after, ok := read(head, rest, level)
	if !ok {
		if last, after, ok = read(bare, rest, level); !ok {
			return nil, rest, false
		}
		last.Standard = first.Standard
		if last.Appendix == "" {
			last.Appendix = first.Appendix // B38-57 means B38-B57
		}
	}
	if last.Standard != first.Standard || last.Appendix != first.Appendix || len(first.Levels) != len(last.Levels) {
		return nil, rest, false
	}
	if len(first.Levels) == 0 {
		ids := paragraphs(first, last)
		return ids, after, ids != nil
	}
	if first.Number != last.Number || first.Suffix != last.Suffix {
		return nil, rest, false
	}
	ids := siblings(first, last.Levels)
	return ids, after, ids != nil
}

// items reads the end of a range of items, which repeats only the levels that differ: "(a)(i)-(iii)".
func items(first ID, rest string) ([]ID, string, bool) {
	l := level.FindStringSubmatch(rest)
	if l == nil || len(first.Levels) == 0 {
		return nil, rest, false
	}
	last := slices.Clone(first.Levels)
	last[len(last)-1] = strings.ToLower(l[1])
	ids := siblings(first, last)
	return ids, rest[len(l[0]):], ids != nil
}

// paragraphs lists whole paragraphs from first to last. Between them inserted ones are not known here.
func paragraphs(first, last ID) []ID {
	if order(first, last) > 0 || last.Number-first.Number > maxRange {
		return nil
	}
	var out []ID
	for n := first.Number; n <= last.Number; n++ {
		from, upTo := "", ""
		if n == first.Number {
			from = first.Suffix
		}
		if n == last.Number {
			upTo = last.Suffix
		}
		for _, suffix := range suffixes(from, upTo) {
			out = append(out, ID{Standard: first.Standard, Appendix: first.Appendix, Number: n, Suffix: suffix})
		}
	}
	return out
}

// suffixes lists "", A, B, ... between two of them; without an upper end only the first is known to exist.
func suffixes(from, upTo string) []string {
	out := []string{from}
	if upTo == "" {
		return out
	}
	next := byte('A')
	if from != "" {
		next = from[0] + 1
	}
	for ; next <= upTo[0]; next++ {
		out = append(out, string(next))
	}
	return out
}

// siblings lists the items from first to the one with the given levels, which differs in the last only.
func siblings(first ID, last []string) []ID {
	depth := len(last) - 1
	if !slices.Equal(first.Levels[:depth], last[:depth]) || !fits(last[depth], depth) {
		return nil
	}
	from, upTo := rank(first.Levels[depth], depth), rank(last[depth], depth)
	if from > upTo {
		return nil
	}
	var out []ID
	for r := from; r <= upTo; r++ {
		id := first
		id.Levels = append(slices.Clone(last[:depth]), written(r, depth))
		out = append(out, id)
	}
	return out
}
