// Package pattern holds regular expressions that cost nothing until they are asked, and that look whether there is anything to find
// before they look for it.
package pattern

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"sync"
	"testing"
)

// Pattern is a regular expression. Hundreds are declared, and a process that reads no report - the broker, the parser - needs none of
// them, so each is compiled when it is first asked. A text is held against some fifty and matches few of them, which an automaton says
// many times faster than the expression.
type Pattern struct {
	expr    string
	asked   sync.Once
	whether *automaton
	found   sync.Once
	re      *regexp.Regexp
}

// Compile declares a pattern. A wrong expression panics: when it is first asked, and in every test that its package has a part in.
func Compile(expr string) *Pattern {
	p := &Pattern{expr: expr}
	if testing.Testing() {
		p.compiled()
	}
	return p
}

// compiled is the expression, made when it is first needed.
func (p *Pattern) compiled() *regexp.Regexp {
	p.found.Do(func() { p.re = regexp.MustCompile(p.expr) })
	return p.re
}

// automaton is made when a text is first held against the expression.
func (p *Pattern) automaton() *automaton {
	p.asked.Do(func() {
		tree, err := syntax.Parse(p.expr, syntax.Perl)
		if err != nil {
			panic(err)
		}
		prog, err := syntax.Compile(tree.Simplify())
		if err != nil {
			panic(err)
		}
		prog.Inst = slices.Clone(prog.Inst) // without the room that it has grown by
		p.whether = newAutomaton(prog)
	})
	return p.whether
}

// String is the expression.
func (p *Pattern) String() string { return p.expr }

// MatchString reports whether s contains a match.
func (p *Pattern) MatchString(s string) bool {
	is, known := p.automaton().match(s)
	if !known {
		return p.compiled().MatchString(s)
	}
	return is
}
