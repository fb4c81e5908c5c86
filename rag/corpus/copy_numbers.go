package corpus

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/sibyl-project/sibyl/data/ifrs"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/standards"
)

var (
	numberMark = pattern.Compile(`^(?:(?:IFRS\s*)?S[12]\.)?([A-E]?)(\d{1,3})([A-Z]?)(?:[.)]?\s+|[.)]?$|(?:\())`)
	levelMark  = pattern.Compile(`^\(([a-z]{1,6}|[1-9]\d?)\)\s*`)
)

// mostSkipped is how many paragraphs in a row a copy may lack: one that a page's layout has hidden, not a page's number
// that is taken for a paragraph's.
const mostSkipped = 3

// numbering follows the paragraph numbers of a copy. A number counts only where it can stand: after the one before it,
// so that "12 months" at the beginning of a line is no paragraph 12.
type numbering struct {
	registry *ifrs.Registry
	standard string
	at       standards.ID // Number 0: before the first
	open     bool         // nothing but its text has come since
}

// read takes the marks off the front of a line: the number of a paragraph, the brackets of its items, or both, or the
// whole id. ok says that the line begins a paragraph or item, which is then n.at; every id on the way is returned.
func (n *numbering) read(l line, next string) (rest string, ids []standards.ID, ok bool) {
	if l.note {
		return l.text, nil, false
	}
	if id, rest, ok := n.whole(l, next); ok {
		n.at, n.open = id, true
		return rest, []standards.ID{id}, true
	}
	rest = l.text
	if m := numberMark.FindStringSubmatch(rest); m != nil {
		id := standards.ID{Standard: n.standard, Appendix: m[1], Suffix: m[3]}
		id.Number, _ = strconv.Atoi(m[2]) // the pattern lets three digits through
		after := strings.TrimSpace(rest[len(strings.TrimSuffix(m[0], "(")):])
		if n.follows(id, l, after, next) {
			n.at, n.open, rest, ok = id, true, after, true
			ids = append(ids, id)
		}
	}
	for n.open {
		m := levelMark.FindStringSubmatch(rest)
		if m == nil {
			break
		}
		levels, found := n.item(m[1])
		if !found {
			break
		}
		n.at.Levels, rest, ok = levels, rest[len(m[0]):], true
		ids = append(ids, standards.ID{Standard: n.at.Standard, Appendix: n.at.Appendix, Number: n.at.Number, Suffix: n.at.Suffix, Levels: levels})
	}
	return rest, ids, ok
}

// whole reads an id that is written in full, as a copy in Markdown may have it: S2.14(a)(iv).
func (n *numbering) whole(l line, next string) (standards.ID, string, bool) {
	word, rest, _ := strings.Cut(l.text, " ")
	id, err := standards.Parse(strings.TrimRight(word, ".:"))
	if err != nil || id.Standard != n.standard || !l.opens || !strings.HasPrefix(word, n.standard+".") {
		return id, "", false
	}
	rest = strings.TrimSpace(rest)
	return id, rest, begins(rest) || rest == "" && next != ""
}

// follows says whether a number can be that of the next paragraph.
func (n *numbering) follows(id standards.ID, l line, after, next string) bool {
	_, known := n.registry.Paragraph(id.String())
	if after == "" {
		after = next // the number stands by itself in the margin
	}
	if id.Number == 0 || !begins(after) {
		return false
	}
	here := n.at
	switch {
	case here.Number == 0:
		return id.Appendix == "" && (id.Number == 1 || known) && l.opens
	case id.Appendix != here.Appendix:
		// An appendix begins with its first paragraph; the body does not come back.
		return id.Appendix > here.Appendix && id.Number <= 2 && (known || id.Number == 1) && l.opens
	case id.Number == here.Number:
		return id.Suffix > here.Suffix && (known || suffixAfter(here.Suffix) == id.Suffix)
	case id.Number == here.Number+1:
		return id.Suffix == "" || known
	}
	return id.Number > here.Number && id.Number <= here.Number+1+mostSkipped && known && l.opens
}

func suffixAfter(s string) string {
	if s == "" {
		return "A"
	}
	return string(rune(s[0]) + 1)
}

// begins says whether a text can begin a paragraph: with a capital, a bracket or a quotation mark, or with the word
// that marks a paragraph taken away.
func begins(s string) bool {
	for _, r := range s {
		return unicode.IsUpper(r) || strings.ContainsRune(`("'“‘[`, r)
	}
	return false
}

// item finds which item a bracket is, given where we are: the first one below, or the next one on any level.
func (n *numbering) item(mark string) ([]string, bool) {
	var fits [][]string
	here := n.at.Levels
	try := func(levels []string) {
		if _, err := standards.Parse((standards.ID{Standard: n.standard, Number: 1, Levels: levels}).String()); err == nil {
			fits = append(fits, levels)
		}
	}
	if first(mark, len(here)) {
		try(append(slices.Clone(here), mark))
	}
	for depth := len(here) - 1; depth >= 0; depth-- {
		if rankOf(mark, depth) == rankOf(here[depth], depth)+1 {
			try(append(slices.Clone(here[:depth]), mark))
		}
	}
	known := func(levels []string) bool {
		id := n.at
		id.Levels = levels
		_, ok := n.registry.Paragraph(id.String())
		return ok
	}
	if i := slices.IndexFunc(fits, known); i >= 0 {
		return fits[i], true
	}
	if len(fits) > 0 {
		return fits[0], true
	}
	// One that the layout has hidden may be missing, where the registry knows the item.
	for depth := len(here) - 1; depth >= 0; depth-- {
		levels := append(slices.Clone(here[:depth]), mark)
		if rankOf(mark, depth) > rankOf(here[depth], depth) && known(levels) {
			return levels, true
		}
	}
	return nil, false
}

func first(mark string, depth int) bool { return rankOf(mark, depth) == 1 }

// rankOf is a mark's number among its siblings, or 0 if it cannot stand at that depth: letters, then roman, then arabic
// numbers.
func rankOf(mark string, depth int) int {
	switch depth % 3 {
	case 0:
		if len(mark) == 1 && mark[0] >= 'a' && mark[0] <= 'z' {
			return int(mark[0]-'a') + 1
		}
	case 1:
		return slices.Index(romans, mark) + 1
	case 2:
		if n, err := strconv.Atoi(mark); err == nil {
			return n
		}
	}
	return 0
}

var romans = strings.Fields("i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx")
