package legal

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/processors/legal/answer"
	"github.com/sibyl-project/sibyl/rag/pattern"
)

// ofEachTarget begin the parts that are asked of every climate target: who has several and says it of one has said it in part.
var ofEachTarget = []string{
	"S2.33(c)", "S2.33(d)", "S2.33(e)", "S2.33(f)", "S2.33(g)", "S2.33(h)", "S2.34(a)", "S2.35", "S2.36(a)", "S2.36(b)", "S2.36(c)", "S2.36(d)", "S2.36(e)",
}

// Targets are told apart by letters, by their order, or by what they aim at. A report that uses several ways is read by the one that tells most.
const byLetter = 0 // of targetNames

var targetNames = []*pattern.Pattern{
	pattern.Compile(`\b(?:Target|target|Goal|goal) (?:[A-Z]|[1-9])\b`),
	pattern.Compile(`(?i)\b(?:first|second|third|fourth) (?:climate )?(?:target|goal)\b`),
	pattern.Compile(`(?i)\b(?:intensity|absolute|net[- ]zero|near[- ]term|long[- ]term) (?:climate )?(?:target|goal)\b`),
}

var (
	allTargets   = pattern.Compile(`(?i)\b(?:targets|goals|both|each|every|all|neither|none|no)\b`)
	headsTargets = pattern.Compile(`^(?:Our )?(?:[Cc]limate )?(?:[Tt]argets?|[Gg]oals?)\b`)
	rowLetter    = pattern.Compile(`^[A-Z1-9][.:)] `)
)

// targets are those that a report tells apart.
type targets struct {
	names *pattern.Pattern
	known []string // sorted; fewer than two: none are told apart
}

// several are the targets that the passages on climate targets tell apart.
func (ix *index) several() targets {
	var best targets
	for i, names := range targetNames {
		var known []string
		for _, p := range ix.passages {
			if p.role == sentence || p.role == heading {
				known = append(known, namesIn(names, p.text)...)
			}
		}
		if i == byLetter && len(known) > 0 {
			known = append(known, ix.lettered()...)
		}
		slices.Sort(known)
		if known = slices.Compact(known); len(known) > len(best.known) {
			best = targets{names, known}
		}
	}
	return best
}

// lettered are the letters of the rows of tables of targets, of which some may be named nowhere else.
func (ix *index) lettered() (out []string) {
	for _, p := range ix.passages {
		letter := rowLetter.FindString(p.text)
		if p.role == row && letter != "" && slices.ContainsFunc(p.above, func(h int) bool { return headsTargets.MatchString(ix.passages[h].text) }) {
			out = append(out, strings.ToLower(letter[:1]))
		}
	}
	return out
}

func namesIn(names *pattern.Pattern, text string) (out []string) {
	for _, m := range names.FindAllString(text, -1) {
		words := strings.Fields(strings.ToLower(m))
		name := words[0]
		if name == "target" || name == "goal" {
			name = words[1]
		}
		out = append(out, name)
	}
	return out
}

// of is of which targets a passage speaks: of some by name, of all at once, or nothing tells.
func (t targets) of(ix *index, at int) (some []string, all bool) {
	const back = 6 // sentences
	text := ix.passages[at].text
	if own := namesIn(t.names, text); len(own) > 0 {
		return own, false
	}
	if allTargets.MatchString(answer.WithoutInitiative(text)) {
		return nil, true
	}
	if letter := rowLetter.FindString(text); letter != "" {
		if name := strings.ToLower(letter[:1]); slices.Contains(t.known, name) {
			return []string{name}, false
		}
	}
	for i := at - 1; i >= max(0, at-back) && ix.passages[i].page == ix.passages[at].page && ix.passages[i].under == ix.passages[at].under; i-- {
		if before := namesIn(t.names, ix.passages[i].text); len(before) > 0 {
			return before, false
		}
	}
	return nil, false
}

// likeBest is how much less sure than of the best passage the judge may be of one that speaks of all targets at once.
const likeBest = 0.15

// ofSome reports whether the passages that answer a part say it of some targets of a report only.
func (m *meaning) ofSome(ix *index, part *answer.Part) bool {
	if !slices.ContainsFunc(ofEachTarget, func(id string) bool { return strings.HasPrefix(part.ID, id) }) {
		return false
	}
	if m.targets == nil {
		t := ix.several()
		m.targets = &t
	}
	if len(m.targets.known) < 2 {
		return false
	}
	said, best, named := map[string]bool{}, 0.0, 0.0
	ofAll, ofNone := 0.0, 0.0
	for _, a := range m.answering[part.ID] {
		best = max(best, a.sure)
		some, all := m.targets.of(ix, m.shelf.at[a.place])
		for _, name := range some {
			said[name], named = true, max(named, a.sure)
		}
		switch {
		case all:
			ofAll = max(ofAll, a.sure)
		case len(some) == 0:
			ofNone = max(ofNone, a.sure)
		}
	}
	if ofAll > 0 && ofAll >= best-likeBest || ofNone > named {
		return false // what tells of no target is about all of them where nothing answers better
	}
	return len(said) > 0 && len(said) < len(m.targets.known)
}
