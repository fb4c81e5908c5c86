// Package pattern holds regular expressions that look for the words they need before they are tried.
package pattern

import (
	"regexp"
	"regexp/syntax"
	"unicode"
)

// Pattern is a regular expression that looks for the words it needs before it is tried. Labels are held against some
// fifty patterns and match few of them; a scan for words says so many times faster than a match, and never otherwise.
type Pattern struct {
	*regexp.Regexp
	first [256]bool // bytes that a needed word begins with, in either case
	words []string  // lower case; a text without any of them cannot match. None: nothing is known
}

// Compile is a pattern; it panics where the expression is wrong, as regexp.MustCompile does.
func Compile(expr string) *Pattern {
	p := &Pattern{Regexp: regexp.MustCompile(expr)}
	tree, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		panic("parsing what was compiled: " + err.Error())
	}
	p.words = needed(tree)
	for _, w := range p.words {
		p.first[w[0]] = true
		if c := w[0]; c >= 'a' && c <= 'z' {
			p.first[c-'a'+'A'] = true
		}
	}
	return p
}

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

// may says that a text holds one of the needed words. The two letters outside ASCII that fold into it, the long s and
// the sign of the kelvin, are left to the expression.
func (p *Pattern) may(s string) bool {
	if len(p.words) == 0 {
		return true
	}
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case p.first[c]:
			for _, w := range p.words {
				if startsFolded(s[i:], w) {
					return true
				}
			}
		case c == 0xC5 && i+1 < len(s) && s[i+1] == 0xBF, c == 0xE2 && i+1 < len(s) && s[i+1] == 0x84:
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

func (p *Pattern) MatchString(s string) bool { return p.may(s) && p.Regexp.MatchString(s) }

func (p *Pattern) FindStringIndex(s string) []int {
	if !p.may(s) {
		return nil
	}
	return p.Regexp.FindStringIndex(s)
}

func (p *Pattern) FindAllStringIndex(s string, n int) [][]int {
	if !p.may(s) {
		return nil
	}
	return p.Regexp.FindAllStringIndex(s, n)
}

func (p *Pattern) FindStringSubmatch(s string) []string {
	if !p.may(s) {
		return nil
	}
	return p.Regexp.FindStringSubmatch(s)
}

func (p *Pattern) FindAllStringSubmatch(s string, n int) [][]string {
	if !p.may(s) {
		return nil
	}
	return p.Regexp.FindAllStringSubmatch(s, n)
}

func (p *Pattern) FindAllStringSubmatchIndex(s string, n int) [][]int {
	if !p.may(s) {
		return nil
	}
	return p.Regexp.FindAllStringSubmatchIndex(s, n)
}

func (p *Pattern) ReplaceAllString(s, with string) string {
	if !p.may(s) {
		return s
	}
	return p.Regexp.ReplaceAllString(s, with)
}

func (p *Pattern) ReplaceAllStringFunc(s string, with func(string) string) string {
	if !p.may(s) {
		return s
	}
	return p.Regexp.ReplaceAllStringFunc(s, with)
}
