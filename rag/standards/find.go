package standards

import (
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
)

var (
	and    = pattern.Compile(`^\s*(?:[,;]\s*(?:and|or)?|and|or|&)\s*`)
	plural = pattern.Compile(`(?i)(?:paragraphs|paras)\.?\s*[A-E]?\d+[A-Z]?$|§§\s*[A-E]?\d+[A-Z]?$`)
	other  = pattern.Compile(`(?i)ESRS[\s-]*$`) // ESRS has an S1 and an S2 of its own
)

// Find lists the ids that a text names, ranges and lists written out, in order of appearance without
// repeats: "S2.14(a)(iv)", "IFRS S2 paragraphs 10-12 and 22", "S2.29(a)(i) and (ii)". A text is stricter
// than Parse: items need their brackets, or every "S2 29 a year" would be one.
func Find(text string) []string {
	var out []string
	seen := map[string]bool{}
	for {
		skip := named(text)
		if skip < 0 {
			return out
		}
		text = text[skip:]
		at := within.FindStringIndex(text)
		if at == nil {
			return out
		}
		id, rest, ok := read(head, text[at[0]:], level)
		if !ok || other.MatchString(text[max(0, at[0]-len("ESRS - ")):at[0]]) {
			text = text[at[1]:]
			continue
		}
		ids, rest := group(id, rest, plural.MatchString(text[at[0]:at[1]]))
		for _, id := range ids {
			if s := id.String(); !seen[s] {
				seen[s] = true
				out = append(out, s)
			}
		}
		text = rest
	}
}

// named is where a standard can first be named, or -1: most text of a report names none, and looking for two
// letters is many times faster than the pattern. Room is left for "IFRS" and the like before them.
func named(text string) int {
	const before = 16
	for i := 1; i < len(text); i++ {
		if (text[i] == '1' || text[i] == '2') && text[i-1]|0x20 == 's' {
			return max(0, i-before)
		}
	}
	return -1
}

// group reads what continues an id: the rest of a range, further items of the paragraph and, after
// "paragraphs", further paragraphs of the standard.
func group(id ID, rest string, several bool) ([]ID, string) {
	var out []ID
	for {
		if all, after, ok := span(id, rest); ok {
			out, rest = append(out, all...), after
		} else {
			out = append(out, id)
		}
		joint := and.FindString(rest)
		if joint == "" {
			return out, rest
		}
		next, after, ok := sibling(out[len(out)-1], rest[len(joint):])
		if !ok && several {
			next, after, ok = read(bare, rest[len(joint):], level)
			next.Standard = id.Standard
		}
		if !ok {
			return out, rest
		}
		id, rest = next, after
	}
}

// sibling reads brackets that stand for another item of the paragraph of id: "(ii)" after (a)(i), "(b)(i)"
// after (a)(vi). As many outer levels are kept as the brackets leave out.
func sibling(id ID, rest string) (ID, string, bool) {
	var levels []string
	for {
		l := level.FindStringSubmatch(rest)
		if l == nil {
			break
		}
		levels = append(levels, strings.ToLower(l[1]))
		rest = rest[len(l[0]):]
	}
	for keep := len(id.Levels) - 1; keep >= 0 && len(levels) > 0; keep-- {
		if !fitAt(levels, keep) {
			continue
		}
		next := id
		next.Levels = append(append([]string{}, id.Levels[:keep]...), levels...)
		return next, rest, order(next, id) > 0 // "(i)" that counts something in the sentence goes back
	}
	return ID{}, rest, false
}

// fitAt says whether brackets can stand below so many levels.
func fitAt(levels []string, depth int) bool {
	for i, l := range levels {
		if !fits(l, depth+i) {
			return false
		}
	}
	return true
}
