package reader

import (
	"math"
	"strconv"
	"strings"
	"unicode"

	"github.com/sibyl-project/sibyl/rag/document"
)

// Running heads stand in the outer tenth of a page on at least two pages, navigation anywhere on
// nearly a third of them; both at the same height with the same words, numbers aside.
const margin = 0.1

type place struct {
	text string
	top  int
}

func placeOf(r *row) place {
	return place{text: foldDigits(r.text()), top: int(math.Round(r.top / 3))}
}

func foldDigits(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return '#'
		}
		return unicode.ToLower(r)
	}, s)
}

func inMargin(p *RawPage, r *row) bool {
	return p.Height > 0 && (r.top < margin*p.Height || r.top > (1-margin)*p.Height)
}

// markFurniture gives running heads, page numbers and navigation their role.
func markFurniture(pages []RawPage, all [][]row) {
	seen := map[place]int{}
	for i, rs := range all {
		here := map[place]bool{}
		for j := range rs {
			if at := placeOf(&rs[j]); !pages[i].Plain && !here[at] {
				here[at] = true
				seen[at]++
			}
		}
	}
	anywhere := max(4, int(math.Ceil(0.3*float64(len(pages)))))
	for i, rs := range all {
		for j := range rs {
			r := &rs[j]
			if pages[i].Plain {
				continue
			}
			// Heights are rounded, so one head may fall on either side of a step.
			at := placeOf(r)
			n := seen[at] + seen[place{at.text, at.top - 1}] + seen[place{at.text, at.top + 1}]
			edge := inMargin(&pages[i], r)
			if n >= anywhere || edge && (n >= 2 || isNumber(r.text())) {
				r.role = document.RoleFurniture
			}
		}
	}
}

func isNumber(s string) bool {
	_, err := strconv.Atoi(strings.Trim(s, "|-– "))
	return err == nil
}

// labels finds the page numbers that are printed: those that grow with the pages by a constant step
// over most pages that have numbers at their edge.
func labels(pages []RawPage, all [][]row) []string {
	out := make([]string, len(pages))
	votes := map[int]int{}
	numbers := make([][]int, len(pages))
	numbered := 0
	for i, rs := range all {
		here := map[int]bool{}
		for j := range rs {
			if !inMargin(&pages[i], &rs[j]) {
				continue
			}
			for _, n := range edgeNumbers(rs[j].text()) {
				if !here[n] {
					here[n] = true
					numbers[i] = append(numbers[i], n)
					votes[n-i]++
				}
			}
		}
		if len(numbers[i]) > 0 {
			numbered++
		}
	}
	shift := mostFrequent(votes)
	if votes[shift] < 2 || 2*votes[shift] < numbered {
		return out
	}
	for i := range pages {
		for _, n := range numbers[i] {
			if n-i == shift {
				out[i] = strconv.Itoa(n)
			}
		}
	}
	return out
}

// edgeNumbers are the whole numbers with which a piece of a line starts or ends.
func edgeNumbers(line string) []int {
	var out []int
	for _, piece := range strings.FieldsFunc(line, func(r rune) bool { return r == '\t' || r == '|' || r == '/' }) {
		fields := strings.Fields(piece)
		for i, f := range fields {
			if i != 0 && i != len(fields)-1 {
				continue
			}
			if n, err := strconv.Atoi(f); err == nil && n > 0 && n < 10_000 {
				out = append(out, n)
			}
		}
	}
	return out
}
