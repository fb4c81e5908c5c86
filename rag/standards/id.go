package standards

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
)

// ID is one paragraph: S2.29(a)(vi)(1), S1.B6, S2.B62A. Its zero value is no paragraph.
type ID struct {
	Standard string   // S1 or S2
	Appendix string   // A-E, empty in the body
	Number   int      // of the paragraph
	Suffix   string   // capital letter of an inserted paragraph (29B), mostly empty
	Levels   []string // what stands in each pair of brackets, lower case, outermost first
}

// maxDepth bounds what is read as levels: the standards go three deep, and text is not to be trusted.
const maxDepth = 9

// A capital after the number is an inserted paragraph (29A); a small letter is an item whose brackets were
// left out (29a). The word boundary keeps "S2.5and" and "S1 2024" from being read as something shorter.
const (
	standard  = `(?i:IFRS[\s-]*)?[Ss]([12])`
	marker    = `(?:(?i:paragraphs?|paras?)\b\.?|§§?)`
	between   = `(?:\s*[,.:]?\s*` + marker + `\s*|\s*[.:\s]\s*)` // no hyphen: S1-9 is an id of ESRS
	number    = `([A-Ea-e]?)(\d{1,3})([A-Z]?)([a-z]?)\b`
	paragraph = standard + between + number
)

var (
	head   = pattern.Compile(`^\s*` + paragraph)
	within = pattern.Compile(`\b` + paragraph)
	bare   = pattern.Compile(`^\s*(?:` + marker + `\s*)?` + number)
	level  = pattern.Compile(`^\s*[(\[]\s*([A-Za-z]{1,6}|\d{1,2})\s*[)\]]`)
	loose  = pattern.Compile(`^[\s.,]*(?:[(\[]\s*([A-Za-z]{1,6}|\d{1,2})\s*[)\]]|([A-Za-z]{1,6}|\d{1,2})\b)`)
)

// Parse reads one id in any of the usual spellings: "S2.29(a)(i)", "IFRS S2 paragraph 29(a)(i)", "S2 29 a i",
// "s2.b62A". The whole string must be the id.
func Parse(s string) (ID, error) {
	id, rest, ok := read(head, s, loose)
	if !ok || strings.TrimSpace(rest) != "" {
		return ID{}, fmt.Errorf("parsing paragraph id %q: want something like S2.29(a)(i) or S1.B25", s)
	}
	return id, nil
}

// read takes an id off the front of s. An item is in brackets, or as the pattern for items allows.
func read(pattern *pattern.Pattern, s string, item *pattern.Pattern) (ID, string, bool) {
	m := pattern.FindStringSubmatch(s)
	if m == nil {
		return ID{}, s, false
	}
	var id ID
	if pattern != bare {
		id.Standard, m = "S"+m[1], m[1:]
	}
	id.Appendix, id.Number, id.Suffix = strings.ToUpper(m[1]), atoi(m[2]), m[3]
	if id.Number == 0 {
		return ID{}, s, false
	}
	if m[4] != "" {
		id.Levels = []string{m[4]}
	}
	rest := s[len(pattern.FindString(s)):]
	for {
		l, after := item.FindStringSubmatch(rest), ""
		if l != nil {
			after = l[1]
			if after == "" {
				after = l[len(l)-1]
			}
		}
		if l == nil || !fits(after, len(id.Levels)) {
			return id, rest, true
		}
		id.Levels = append(id.Levels, strings.ToLower(after))
		rest = rest[len(l[0]):]
	}
}

// fits says whether a bracket can belong to an id at its depth: a letter, then a roman, then an arabic
// figure, and over again. What follows in brackets otherwise is ordinary text, such as a year.
func fits(s string, depth int) bool {
	if depth >= maxDepth {
		return false
	}
	switch depth % 3 {
	case 0:
		return len(s) == 1 && (s[0] < '0' || s[0] > '9')
	case 1:
		return roman(strings.ToLower(s)) > 0
	}
	return s[0] >= '1' && s[0] <= '9' // no item is numbered 0, and "01" is not how one is written
}

// String is the id's one form.
func (id ID) String() string {
	var b strings.Builder
	b.WriteString(id.Standard + "." + id.Appendix + strconv.Itoa(id.Number) + id.Suffix)
	for _, l := range id.Levels {
		b.WriteString("(" + l + ")")
	}
	return b.String()
}

// Parent is the id one level up; a whole paragraph has none.
func (id ID) Parent() (ID, bool) {
	if len(id.Levels) == 0 {
		return ID{}, false
	}
	id.Levels = id.Levels[: len(id.Levels)-1 : len(id.Levels)-1]
	return id, true
}

func atoi(s string) int {
	n, _ := strconv.Atoi(s) // the pattern lets at most three digits through
	return n
}

// roman is the value of a lower-case roman number up to 39, or 0 if it is none in its usual form.
func roman(s string) int {
	for n, r := range romans {
		if r == s {
			return n + 1
		}
	}
	return 0
}

// romans are the lower-case roman numbers from 1 to 39.
var romans = func() []string {
	tens := []string{"", "x", "xx", "xxx"}
	ones := []string{"", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"}
	var out []string
	for _, ten := range tens {
		for _, one := range ones {
			if ten+one != "" {
				out = append(out, ten+one)
			}
		}
	}
	return out
}()
