package legal

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/standards"
)

// griPlaces are the paragraphs of IFRS S2 that ask for what a GRI disclosure reports. An index entry says where to
// look; it answers nothing.
var griPlaces = map[string][]string{
	"2-9": {"S2.6(a)"}, "2-12": {"S2.6(a)", "S2.6(a)(iv)"}, "2-13": {"S2.6(b)", "S2.6(b)(i)"}, "2-17": {"S2.6(a)(ii)"}, "2-19": {"S2.29(g)(i)"},
	"201-2": {"S2.10(a)", "S2.16(a)"}, "305-1": {"S2.29(a)(i)(1)"}, "305-2": {"S2.29(a)(i)(2)"}, "305-3": {"S2.29(a)(i)(3)"},
}

var (
	griEntry  = regexp.MustCompile(`\b(?:GRI\s)?([23]|[2-4]\d\d)-(\d{1,2})\b`)
	pageEntry = regexp.MustCompile(`(?:^|[\s,;–-])(\d{1,3})\b`)
)

// listed reads the report's own indexes: paragraph -> pages. Only printed numbers that are pages of the file count.
func (s standard) listed(indexes []*document.Page, pages int) map[string][]int {
	out := map[string][]int{}
	for _, p := range indexes {
		for _, line := range strings.Split(p.Text, "\n") {
			ids := standards.Find(line)
			rest := line
			for _, id := range ids {
				rest = strings.ReplaceAll(rest, id, " ")
			}
			if m := griEntry.FindStringSubmatch(rest); m != nil {
				ids = append(ids, griPlaces[m[1]+"-"+m[2]]...)
				rest = strings.ReplaceAll(rest, m[0], " ")
			}
			cells := strings.Split(rest, "\t")
			for _, m := range pageEntry.FindAllStringSubmatch(cells[len(cells)-1], -1) {
				n, err := strconv.Atoi(m[1])
				if err != nil || n < 1 || n > pages || n == p.Number {
					continue
				}
				for _, id := range ids {
					if !slices.Contains(out[id], n) {
						out[id] = append(out[id], n)
					}
				}
			}
		}
	}
	return out
}

func pageList(pages []int) string {
	var out []string
	for _, p := range pages {
		out = append(out, strconv.Itoa(p))
	}
	return strings.Join(out, ", ")
}
