package layout

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/report/document"
)

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
			if n := len(strings.Fields(title)); n > 12 || !hasLetter(title) || len(title) < 4 {
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
