package layout

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/sibyl-project/sibyl/rag/pdf/layout/typeset"
	"github.com/sibyl-project/sibyl/rag/pdf/paint"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// heading reports whether a block is one: larger than the text, all bold, or all in a colour of its own; and
// short, and not ended like a sentence.
func (s shape) heading(block []line) bool {
	first := &block[0]
	large, bold, coloured := first.size >= 1.12*s.body, true, true
	for i := range block {
		l := &block[i]
		bold = bold && l.bold
		coloured = coloured && l.plain && l.first.ink == first.first.ink && l.size >= 0.97*s.body
	}
	coloured = coloured && first.first.ink != s.ink && colourful(first.first.ink)
	if !large && !coloured && !(bold && first.size > 0.84*s.body) {
		return false
	}
	t := strings.TrimSpace(blockText(block))
	words := len(strings.Fields(t))
	if words > 24 || words > 16 && first.size < 1.12*s.body || len(block) > 4 || !typeset.HasLetter(t) {
		return false
	}
	if strings.HasSuffix(t, ".") && (words > 3 || words > 1 && first.size < 1.3*s.body) ||
		strings.HasSuffix(t, ",") || strings.Contains(strings.ToLower(t), "www.") {
		return false
	}
	if large {
		return words <= 14 || !strings.HasSuffix(t, ":") && !strings.HasSuffix(t, ";")
	}
	if bold {
		return words <= 12
	}
	return words <= 12 && !unicode.IsLower([]rune(t)[0]) && !strings.HasSuffix(t, ";")
}

// colourful reports whether a colour is one: neither grey nor nearly black.
func colourful(c paint.Color) bool {
	r, g, b := int(c>>16&255), int(c>>8&255), int(c&255)
	return max(r, g, b)-min(r, g, b) > 60
}

// style is how a heading is set.
type style struct {
	size int // half points
	bold bool
}

func styleOf(l *line) style { return style{int(math.Round(2 * l.size)), l.bold} }

// deepest is the level of the least headings.
const deepest = 6

// stylesOf ranks the styles that headings are often set in: larger before smaller, bold before light; sizes
// that nearly agree are one rank. A style that is rarely used has the rank of the next larger one.
func stylesOf(pages [][]line) map[style]int {
	uses, all := map[style]int{}, 0
	for _, ls := range pages {
		for i := range ls {
			if ls[i].role == document.RoleHeading && ls[i].starts {
				uses[styleOf(&ls[i])]++
				all++
			}
		}
	}
	styles := make([]style, 0, len(uses))
	for st := range uses {
		styles = append(styles, st)
	}
	slices.SortFunc(styles, func(a, b style) int {
		if a.size != b.size {
			return b.size - a.size
		}
		if a.bold == b.bold {
			return 0
		} else if a.bold {
			return -1
		}
		return 1
	})
	level := map[style]int{}
	rank, size, bold := 0, math.Inf(1), false
	for _, st := range styles {
		often := 30*uses[st] >= all && uses[st] > 1 || all < 8
		if often && (float64(st.size) < 0.92*size || st.bold != bold) {
			rank, size, bold = min(rank+1, deepest), float64(st.size), st.bold
		}
		level[st] = max(rank, 1)
	}
	return level
}

// levels gives the headings of all pages their levels: by how they are set, unless the file's own outline
// names the heading.
func levels(pages [][]line, outline []document.Heading) {
	level := stylesOf(pages)
	named := map[string]int{}
	for _, h := range outline {
		named[titleKey(h.Title)+"\x00"+strconv.Itoa(h.Page)] = h.Level
	}
	for p, ls := range pages {
		for i := 0; i < len(ls); {
			end := i + 1
			for end < len(ls) && !ls[end].starts {
				end++
			}
			if ls[i].role == document.RoleHeading {
				own := level[styleOf(&ls[i])]
				if l, ok := named[titleKey(blockText(ls[i:end]))+"\x00"+strconv.Itoa(p+1)]; ok {
					own = min(l, deepest)
				}
				for j := i; j < end; j++ {
					ls[j].level = own
				}
			}
			i = end
		}
	}
}

// titleKey is a heading's words without what numbers it and without how it is set.
func titleKey(s string) string {
	fields := strings.Fields(strings.ToLower(s))
	if len(fields) > 1 && typeset.IsNumbering(fields[0]) {
		fields = fields[1:]
	}
	return strings.Join(fields, " ")
}

func blockText(ls []line) string {
	var b strings.Builder
	for i := range ls {
		if i > 0 {
			b.WriteString(ls[i].after())
		}
		b.WriteString(ls[i].string())
	}
	return b.String()
}

// outline is the section tree that the headings of the pages show, for files without bookmarks. The
// three largest sizes that are used for headings more than once are its levels.
func outline(all [][]line) []document.Heading {
	type heading struct {
		title string
		size  int
		page  int
	}
	var found []heading
	uses := map[int]int{}
	for i, rs := range all {
		for j := 0; j < len(rs); j++ {
			if rs[j].role != document.RoleHeading || !rs[j].starts {
				continue
			}
			title, size := rs[j].string(), tenths(rs[j].size)
			for j+1 < len(rs) && !rs[j+1].starts {
				j++
				title += rs[j].after() + rs[j].string()
			}
			if n := len(strings.Fields(title)); n > 12 || !typeset.HasLetter(title) || len(title) < 4 {
				continue
			}
			found = append(found, heading{title, size, i + 1})
			uses[size]++
		}
	}
	var sizes []int
	for size, n := range uses {
		if n > 1 || len(found) < 8 {
			sizes = append(sizes, size)
		}
	}
	slices.Sort(sizes)
	slices.Reverse(sizes)
	sizes = sizes[:min(len(sizes), 3)]

	out := []document.Heading{}
	seen := map[string]bool{}
	for _, h := range found {
		level := slices.Index(sizes, h.size) + 1
		if key := strings.ToLower(h.title); level > 0 && !seen[key] {
			seen[key] = true
			out = append(out, document.Heading{Title: h.title, Level: level, Page: h.page})
		}
	}
	return out
}
