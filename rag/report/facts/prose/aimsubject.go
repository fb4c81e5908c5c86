package prose

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/cell"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// What a target is of: its subject, its scopes and the year that it counts from.

// Subject is what a target is of: the last subject named before the percentage, else the first behind it.
func (s *Sentence) Subject(q quantity.Quantity) (facts.Metric, string, bool) {
	before, after := s.Text[:q.Start], s.Text[q.End:min(len(s.Text), q.End+100)]
	if greenRight.MatchString(after) {
		return facts.RenewableShare, cell.Words(greenRight.FindString(after), 6), true
	}
	best, at := -1, -1
	label := ""
	for i, x := range subjects {
		all := x.word.FindAllStringIndex(before, -1)
		if i == 0 || len(all) == 0 {
			continue
		}
		if last := all[len(all)-1]; last[1] > at {
			best, at, label = i, last[1], lead(before[:last[0]])+before[last[0]:last[1]]
		}
	}
	// "a 50 % reduction in landfill waste": what follows closely says more than what came before.
	for i, x := range subjects {
		if m := x.word.FindStringIndex(after); i > 0 && m != nil && reductionOf.MatchString(after[:m[0]]) && !strings.Contains(after[:m[0]], " and ") {
			return x.metric, lead(after[:m[0]]) + after[m[0]:m[1]], !notAim.MatchString(after[:m[0]])
		}
	}
	if ofWhatFollows.MatchString(after) {
		return "", "", false // of something that is no subject here
	}
	if best < 0 {
		for i, x := range subjects {
			if m := x.word.FindStringIndex(after); i > 0 && m != nil && !strings.ContainsAny(after[:m[0]], ",;") {
				return x.metric, lead(after[:m[0]]) + after[m[0]:m[1]], !notAim.MatchString(s.Text)
			}
		}
		return "", "", false
	}
	if notAim.MatchString(s.Text[at:q.Start]) || notAim.MatchString(s.Text[max(0, at-60):at]) {
		return "", "", false
	}
	return subjects[best].metric, label, true
}

var (
	perAny       = pattern.Compile(`(?i)\bper\s+(?:\$|€|£|\p{L}+)`)
	withoutRates = pattern.Compile(`(?i)\bper\s+(?:year|annum|cent|day|month)\b`)
)

var ownWhole = pattern.Compile(`\b(?:own|business) operations\b(?: / )?`)

// aimless are words before a subject that do not narrow it.
var aimless = pattern.Compile(`(?i)\b(?:reduc\w*|decreas\w*|cut(?:ting)?|lower\w*|target\w*|goals?|ambition\w*|aim\w*|commit\w*|entire|` +
	`operational|near-term|long-term|interim|science-based|absolute|further|annual|climate|additional|carbon|less|net[- ]zero|\p{L}+ing)\b`)

var (
	ofWhatFollows = pattern.Compile(`(?i)^\s+(?:[\p{L}-]+\s+){0,2}?(?:reduction|decrease)\s+(?:in|of)\s+`)
	reductionOf   = pattern.Compile(`(?i)^\s*(?:\p{L}+\s+){0,2}?(?:reduction|decrease|less|lower)\s+(?:(?:in|of|from|our|the|its|to)\s+)*` +
		`(?:[\p{L}-]+\s+){0,3}$|^\s*(?:of\s+)?(?:our\s+|all\s+|the\s+)*$`)
)

// baseYear is the year that a target counts from: the only one that the sentence names, else the next behind it.
func (s *Sentence) baseYear(q quantity.Quantity) int {
	var years []int
	first, text := 0, fiscalInFull(s.Text)
	for _, p := range baseOf {
		for _, m := range p.FindAllStringSubmatchIndex(text, -1) {
			y := vocabulary.Atoi(text[m[2]:m[3]])
			if !slices.Contains(years, y) {
				years = append(years, y)
			}
			if m[2] > q.End && first == 0 {
				first = y
			}
		}
	}
	if len(years) == 1 {
		return years[0]
	}
	return first
}

// scopeBy gives each percentage the scopes that it is of. A sentence that names several apart gives each percentage the
// one right before it, and leaves out a percentage that has none.
func (s *Sentence) scopeBy(all []quantity.Quantity) func(quantity.Quantity) (string, bool) {
	labels := scopeRun.FindAllStringIndex(s.Text, -1)
	var named []string
	for _, l := range labels {
		if sc, _ := vocabulary.Scopes(s.Text[l[0]:l[1]]); !slices.Contains(named, sc) {
			named = append(named, sc)
		}
	}
	return func(q quantity.Quantity) (string, bool) {
		switch len(named) {
		case 0:
			if vocabulary.AllScopes.MatchString(s.Text) {
				return "1+2+3", true
			}
			return "", true
		}
		if m := scopeBehind.FindStringSubmatch(s.Text[q.End:]); m != nil {
			return firstScope(m[1]), true
		}
		if len(named) == 1 {
			for _, l := range labels {
				if l[1] <= q.Start && q.Start-l[1] <= 160 && !strings.Contains(s.Text[l[1]:q.Start], ". ") || l[0] >= q.End && l[0]-q.End <= 80 {
					return named[0], true
				}
			}
			return "", true
		}
		from := 0
		for _, o := range all {
			if o.Unit.Dimension == quantity.Percent && o.End <= q.Start {
				from = o.End
			}
		}
		chosen := ""
		for _, l := range labels {
			if l[0] < from || l[1] > q.Start {
				continue
			}
			if sc := firstScope(s.Text[l[0]:l[1]]); chosen == "" || chosen == sc {
				chosen = sc
			} else {
				return "", false
			}
		}
		return chosen, chosen != ""
	}
}

func firstScope(label string) string {
	s, _ := vocabulary.Scopes(label)
	return s
}

var (
	scopeBehind = pattern.Compile(`(?i)^\s+(?:[\p{L}-]+\s+){0,3}?(?:reduction|decrease|cut|less)\s+(?:in|of)\s+(?:[\p{L}-]+\s+){0,4}?` +
		`(scopes?\s*[123](?:\s*(?:,|and|&|\+|/|-|–|to)\s*(?:and\s+)?(?:scopes?\s*)?[123]\b)*)`)
	scopeRun = pattern.Compile(`(?i)\bscopes?\s*[123](?:\s*(?:,|and|&|\+|/|-|–|to)\s*(?:and\s+)?(?:scopes?\s*)?[123]\b)*`)
)
