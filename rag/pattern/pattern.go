// Package pattern holds regular expressions that cost nothing until they are asked, and that look for the words they need before
// they are tried.
package pattern

import (
	"regexp"
	"regexp/syntax"
	"sync"
	"testing"
	"unicode"
)

// Pattern is a regular expression. Hundreds are declared, and a process that reads no report - the broker, the parser - needs none of
// them, so each is compiled when it is first asked. A text is held against some fifty and matches few of them; a scan for words
// says so many times faster than a match, and never otherwise.
type Pattern struct {
	expr string
	once sync.Once
	re   *regexp.Regexp
	// Words, lower case, without any of which a text cannot match, those that begin alike together. None: nothing is known.
	words [][]string
	of    [256]uint8 // by first byte, in either case: which of words, counted from 1; 0 is none
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
	p.once.Do(func() {
		p.re = regexp.MustCompile(p.expr)
		tree, err := syntax.Parse(p.expr, syntax.Perl)
		if err != nil {
			panic("parsing what was compiled: " + err.Error())
		}
		words := needed(tree)
		for _, w := range words {
			c := w[0]
			if p.of[c] == 0 {
				p.words = append(p.words, nil)
				p.of[c] = uint8(len(p.words)) // at most mostNeeded
				if c >= 'a' && c <= 'z' {
					p.of[c-'a'+'A'] = p.of[c]
				}
			}
			p.words[p.of[c]-1] = append(p.words[p.of[c]-1], w)
		}
	})
	return p.re
}

// String is the expression.
func (p *Pattern) String() string { return p.expr }

// mostNeeded bounds the words that are looked for: more are no faster than the expression.
const mostNeeded = 64

// needed lists words one of which stands in every text that matches, in lower case of ASCII; nil if there are none.
func needed(re *syntax.Regexp) []string {
	switch re.Op {
	case syntax.OpLiteral:
		if w := longestASCII(re.Rune); w != "" {
			return []string{w}
		}
	case syntax.OpCapture, syntax.OpPlus:
		return needed(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return needed(re.Sub[0])
		}
	case syntax.OpConcat:
		var best []string
		for _, sub := range re.Sub {
			if w := needed(sub); shortest(w) > shortest(best) {
				best = w
			}
		}
		return best
	case syntax.OpAlternate:
		var all []string
		for _, sub := range re.Sub {
			w := needed(sub)
			if w == nil || len(all)+len(w) > mostNeeded {
				return nil
			}
			all = append(all, w...)
		}
		return all
	}
	return nil
}

// longestASCII is the longest run of ASCII in a literal: other letters fold in ways of their own.
func longestASCII(literal []rune) string {
	best, at := "", 0
	for i := 0; i <= len(literal); i++ {
		if i < len(literal) && literal[i] <= unicode.MaxASCII {
			continue
		}
		if i-at > len(best) {
			best = string(literal[at:i])
		}
		at = i + 1
	}
	lower := []byte(best)
	for i, c := range lower {
		if c >= 'A' && c <= 'Z' {
			lower[i] = c - 'A' + 'a'
		}
	}
	return string(lower)
}

func shortest(all []string) int {
	n := 0
	for i, w := range all {
		if i == 0 || len(w) < n {
			n = len(w)
		}
	}
	return n
}

// may reports whether a text holds one of the needed words. The two letters outside ASCII that fold into it, the long s and
// the sign of the kelvin, are left to the expression.
func (p *Pattern) may(s string) bool {
	p.compiled()
	if len(p.words) == 0 {
		return true
	}
	for i := 0; i < len(s); i++ {
		c := s[i]
		if n := p.of[c]; n > 0 {
			for _, w := range p.words[n-1] {
				if startsFolded(s[i:], w) {
					return true
				}
			}
		}
		if c == 0xC5 && i+1 < len(s) && s[i+1] == 0xBF || c == 0xE2 && i+1 < len(s) && s[i+1] == 0x84 {
			return true
		}
	}
	return false
}

func startsFolded(s, lower string) bool {
	if len(s) < len(lower) {
		return false
	}
	for i := range len(lower) {
		c := s[i]
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		if c != lower[i] {
			return false
		}
	}
	return true
}
