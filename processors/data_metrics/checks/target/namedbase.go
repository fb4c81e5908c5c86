package target

import (
	"strings"

	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
)

var (
	// baseOfTarget says of one target by its name which year it counts from: "The base year of the intensity target is 2019".
	baseOfTarget = pattern.Compile(`(?i)\bbase(?:line)?(?:\s+year)?\s+(?:of|for)\s+(?:the|our|this|that)\s+([\p{L}\d][^.;,()]{2,60}?)\s+(?:target|goal)\s+` +
		`(?:is|was|remains)\s+(?:fiscal\s+(?:year\s+)?|(FY\s?))?((?:19|20)\d{2}(?:[/–-]\d{2})?)\b`)
	// baseOfThat says it of the target of the sentence before.
	baseOfThat = pattern.Compile(`(?i)^\s*(?:the|its|our)\s+base(?:line)?(?:\s+year)?\s+(?:is|was|remains)\s+(?:fiscal\s+(?:year\s+)?|(FY\s?))?` +
		`((?:19|20)\d{2}(?:[/–-]\d{2})?)\W*$`)
)

// namedBase is the base year that a sentence gives one target, by its name or because the target stands right before it.
type namedBase struct {
	saidOfAll
	of     []string // the words that name the target
	scope  string
	per    bool
	before string // the sentence of the target; empty where a name says which it is
}

func namedBases(s *sheet.Sheet) []namedBase {
	var out []namedBase
	before := ""
	s.EachSentence(func(page int, text string) {
		was := before
		before = text
		if !baseHead.MatchString(text) || rebased.MatchString(text) || ofAPart.MatchString(text) || butSome.MatchString(text) || len(out) >= mostPledges {
			return
		}
		n := namedBase{saidOfAll: saidOfAll{page: page, words: sheet.Shorten(text)}}
		if m := baseOfTarget.FindStringSubmatch(text); m != nil {
			n.base, n.from = aimYear(m[2], m[3]), strings.TrimSpace(m[2]+m[3])
			n.of, n.per = aimStems(m[1]), ofSomeUnit.MatchString(m[1])
			if label := sheet.NamedScopes.FindString(m[1]); label != "" {
				n.scope = vocabulary.ScopeOf(m[1])
			}
		} else if m := baseOfThat.FindStringSubmatch(text); m != nil {
			n.base, n.from, n.before = aimYear(m[1], m[2]), strings.TrimSpace(m[1]+m[2]), sheet.Shorten(was)
		}
		if n.base > 0 && (n.before != "" || n.scope != "" || len(n.of) > 0) {
			out = append(out, n)
		}
	})
	return out
}

// names reports whether a target is the one that the base year is given for.
func (n namedBase) names(a basedAim) bool {
	switch {
	case a.words == n.words || a.listed && n.before != "":
		return false
	case n.before != "":
		return a.page == n.page && a.words == n.before
	}
	return a.per == n.per && (n.scope == "" || a.scope == n.scope) && (len(n.of) == 0 || sheet.SharesWord(n.of, a.about))
}

// namedOtherwise finds the target that counts from another year than a sentence says of it. Targets of that name that count from several
// years are several, and one that counts from the year is what the sentence speaks of.
func namedOtherwise(s *sheet.Sheet, all []basedAim) []sheet.Finding {
	var out []sheet.Finding
	for _, n := range namedBases(s) {
		var named []basedAim
		alike := true
		for _, a := range all {
			if n.names(a) {
				alike = alike && a.base != n.base && (len(named) == 0 || named[0].base == a.base)
				named = append(named, a)
			}
		}
		if alike && len(named) > 0 {
			out = append(out, countsFrom(named[0], n.saidOfAll, "that target"))
		}
	}
	return out
}
