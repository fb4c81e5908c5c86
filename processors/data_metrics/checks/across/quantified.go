package across

import (
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
)

const (
	someNumber = `(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d{1,2})`
	ofOurs     = `(?:\s+of)?(?:\s+(?:our|the|its|these))?`
	twoWords   = `((?:\p{Ll}+\s+)?\p{L}+)`
)

var (
	// eachOf names all things of a table: "each of our four divisions", "all three mills".
	eachOf = pattern.Compile(`(?i)\b(?:(?:in|at|for|by|across)\s+)?(?:each|every|all|both)(?:\s+(?:single\s+)?one)?` + ofOurs +
		`(?:\s+(` + someNumber + `))?\s+` + twoWords)
	// noneOf denies it of each.
	noneOf = pattern.Compile(`(?i)\b(?:(?:in|at)\s+)?(?:no|none\s+of\s+(?:our|the|its)|not\s+one\s+of\s+(?:our|the|its))` +
		`(?:\s+(` + someNumber + `))?\s+` + twoWords)
	// someOf counts some of them: "three of our five sites".
	someOf = pattern.Compile(`(?i)\b(?:(?:in|at|by)\s+)?(?:only\s+|exactly\s+)?(` + someNumber + `|one)\s+of\s+(?:our|the|its)` +
		`(?:\s+(` + someNumber + `))?\s+` + twoWords)
	// eachBefore makes all of one: "every one of".
	eachBefore = pattern.Compile(`(?i)\b(?:each|every|single|not)\s+$`)
	// almostAll leads to all of them, and takes some out.
	almostAll = pattern.Compile(`(?i)\b(?:almost|nearly|not|virtually|practically)\s+(?:(?:in|at)\s+)?$`)
)

// quantifier is of how many things of a table a clause says something.
type quantifier struct {
	start, end int
	name       int // where what they are called begins
	of         int // how many there are, 0 where it is not said
	count      int // of how many it is said; -1 for all
	none       bool
	noun       []string // what they are called, as stems
}

// quantifierOf reads the one quantifier of a clause.
func quantifierOf(text string) (q quantifier, ok bool) {
	number := func(m []int, i int) int {
		if m[2*i] < 0 {
			return 0
		}
		return sheet.HowMany(text[m[2*i]:m[2*i+1]])
	}
	if m := someOf.FindStringSubmatchIndex(text); m != nil && !eachBefore.MatchString(text[:m[0]]) {
		q = quantifier{start: m[0], name: m[6], end: m[1], count: number(m, 1), of: number(m, 2), noun: sheet.Stems(text[m[6]:m[7]])}
	} else if m := noneOf.FindStringSubmatchIndex(text); m != nil {
		q = quantifier{start: m[0], name: m[4], end: m[1], count: -1, none: true, of: number(m, 1), noun: sheet.Stems(text[m[4]:m[5]])}
	} else if m := eachOf.FindStringSubmatchIndex(text); m != nil {
		q = quantifier{start: m[0], name: m[4], end: m[1], count: -1, of: number(m, 1), noun: sheet.Stems(text[m[4]:m[5]])}
	} else {
		return q, false
	}
	return q, !almostAll.MatchString(text[:q.start])
}

// all are the things that a quantifier is of in a group: as many as it says, or those that are called so. nil where they are none of the group's.
func (q quantifier) all(g *group) []thing {
	things := g.things
	if q.of > 0 && q.of == len(things)-1 && g.averageOfOthers(len(things)-1) {
		things = things[:q.of]
	}
	called := false
	for _, w := range q.noun {
		called = called || has(g.kinds, w)
	}
	if q.of > 0 && q.of != len(things) || q.of == 0 && !called || len(things) < 2 {
		return nil
	}
	return things
}
