package standards

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// ID is one paragraph: S2.29(a)(vi)(1), S1.B6, S2.B62A. Its zero value is no paragraph.
type ID struct {
	Standard string   // S1 or S2
	Appendix string   // A-E, empty in the body
	Number   int      // of the paragraph
	Suffix   string   // capital letter of an inserted paragraph (29B), mostly empty
	Levels   []string // what stands in each pair of brackets, lower case, outermost first
}

const paragraph = `(?i:IFRS\s+)?[Ss]([12])\s*[. ]\s*(?:(?i:para(?:graph)?s?\.?)\s*)?([A-Ea-e]?)(\d{1,3})([A-Za-z]?)`

var (
	head   = regexp.MustCompile(`^\s*` + paragraph)
	within = regexp.MustCompile(`\b` + paragraph)
	level  = regexp.MustCompile(`^\s*\(\s*([A-Za-z]{1,6}|\d{1,2})\s*\)`)
	upTo   = regexp.MustCompile(`^\s*(?:[-–—]|to)\s*(?:` + paragraph + `|([A-Ea-e]?)(\d{1,3})([A-Za-z]?))`)
)

// Parse reads one id in any of the usual spellings: "S2.29(a)(i)", "IFRS S2 29 (a)(i)", "s2.b62A".
func Parse(s string) (ID, error) {
	id, rest, ok := read(head, s)
	if !ok || strings.TrimSpace(rest) != "" {
		return ID{}, fmt.Errorf("parsing paragraph id %q: want something like S2.29(a)(i) or S1.B25", s)
	}
	return id, nil
}

// ParseRange reads one id or a range of whole paragraphs, both ends included: "S2.5-7", "S1.26–S1.27".
func ParseRange(s string) ([]ID, error) {
	first, rest, ok := read(head, s)
	if !ok {
		return nil, fmt.Errorf("parsing paragraph range %q: it does not begin with a paragraph id", s)
	}
	if strings.TrimSpace(rest) == "" {
		return []ID{first}, nil
	}
	m := upTo.FindStringSubmatch(rest)
	if m == nil || len(m[0]) != len(strings.TrimRight(rest, " \t\n")) {
		return nil, fmt.Errorf("parsing paragraph range %q: cannot read %q", s, rest)
	}
	standard, appendix, number, suffix := first.Standard, m[5], m[6], m[7]
	if m[1] != "" {
		standard, appendix, number, suffix = "S"+m[1], m[2], m[3], m[4]
	}
	if appendix == "" {
		appendix = first.Appendix // B38-57 means B38-B57
	}
	last := ID{Standard: standard, Appendix: strings.ToUpper(appendix), Number: atoi(number), Suffix: strings.ToUpper(suffix)}
	if last.Standard != first.Standard || last.Appendix != first.Appendix || len(first.Levels) > 0 || last.Number < first.Number {
		return nil, fmt.Errorf("parsing paragraph range %q: its ends are not two whole paragraphs of one part, in order", s)
	}
	var out []ID
	for n := first.Number; n <= last.Number; n++ {
		id := ID{Standard: first.Standard, Appendix: first.Appendix, Number: n}
		switch n {
		case first.Number:
			id.Suffix = first.Suffix
		case last.Number:
			id.Suffix = last.Suffix
		}
		out = append(out, id)
	}
	return out, nil
}

// Find lists the ids that a text names, ranges written out, in order of appearance without repeats.
func Find(text string) []string {
	var out []string
	seen := map[string]bool{}
	for {
		at := within.FindStringIndex(text)
		if at == nil {
			return out
		}
		id, rest, ok := read(head, text[at[0]:])
		if !ok {
			text = text[at[1]:]
			continue
		}
		ids := []ID{id}
		if m := upTo.FindString(rest); m != "" {
			if all, err := ParseRange(id.String() + m); err == nil {
				ids, rest = all, rest[len(m):]
			}
		}
		for _, id := range ids {
			if s := id.String(); !seen[s] {
				seen[s] = true
				out = append(out, s)
			}
		}
		text = rest
	}
}

func read(pattern *regexp.Regexp, s string) (ID, string, bool) {
	m := pattern.FindStringSubmatch(s)
	if m == nil {
		return ID{}, s, false
	}
	id := ID{Standard: "S" + m[1], Appendix: strings.ToUpper(m[2]), Number: atoi(m[3]), Suffix: strings.ToUpper(m[4])}
	rest := s[len(m[0]):]
	for {
		l := level.FindStringSubmatch(rest)
		if l == nil || !fits(l[1], len(id.Levels)) {
			return id, rest, true
		}
		id.Levels = append(id.Levels, strings.ToLower(l[1]))
		rest = rest[len(l[0]):]
	}
}

// fits says whether a bracket can belong to an id at its depth: a letter, then roman, then arabic
// figures. What follows in brackets otherwise is ordinary text, such as a year.
func fits(s string, depth int) bool {
	switch depth {
	case 0:
		return len(s) == 1 && (s[0] < '0' || s[0] > '9')
	case 1:
		return roman(strings.ToLower(s)) > 0
	case 2:
		return s[0] >= '0' && s[0] <= '9'
	}
	return false
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
	tens := []string{"", "x", "xx", "xxx"}
	ones := []string{"", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"}
	for t, ten := range tens {
		for o, one := range ones {
			if s != "" && s == ten+one {
				return t*10 + o
			}
		}
	}
	return 0
}
