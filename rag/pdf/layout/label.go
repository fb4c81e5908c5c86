package layout

import (
	"strconv"
	"strings"
)

// labels are the page numbers that are printed: those that grow with the pages by a constant step over most
// pages that have numbers at their edge. Pages without one have the label that the file gives them, if it
// gives the others those that are printed, or none is printed at all.
func labels(pages []pageText, own []string) []string {
	out := make([]string, len(pages))
	votes := map[int]int{}
	numbers := make([][]int, len(pages))
	numbered := 0
	for i := range pages {
		t := &pages[i]
		here := map[int]bool{}
		for j := range t.fragments {
			f := &t.fragments[j]
			if !inMargin(t, f) {
				continue
			}
			for _, n := range edgeNumbers(f.string()) {
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
	if votes[shift] >= 2 && 2*votes[shift] >= numbered {
		for i := range pages {
			for _, n := range numbers[i] {
				if n-i == shift {
					out[i] = strconv.Itoa(n)
				}
			}
		}
	}
	return completeLabels(out, own)
}

func completeLabels(printed, own []string) []string {
	if len(own) != len(printed) {
		return printed
	}
	agree, differ := 0, 0
	for i, p := range printed {
		switch {
		case p == "":
		case p == own[i]:
			agree++
		default:
			differ++
		}
	}
	if differ > agree {
		return printed
	}
	for i, p := range printed {
		if p == "" {
			printed[i] = own[i]
		}
	}
	return printed
}

// edgeNumbers are the whole numbers with which a piece of a line starts or ends.
func edgeNumbers(line string) []int {
	var out []int
	for _, piece := range strings.FieldsFunc(line, func(r rune) bool { return r == '\t' || r == '|' || r == '/' }) {
		fields := strings.Fields(closeDigits(piece))
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

// closeDigits joins single digits at the end of a line: a page number whose digits are set apart.
func closeDigits(s string) string {
	fields := strings.Fields(s)
	at := len(fields)
	for at > 0 && len(fields[at-1]) == 1 && fields[at-1][0] >= '0' && fields[at-1][0] <= '9' {
		at--
	}
	if len(fields)-at < 2 {
		return s
	}
	return strings.Join(append(fields[:at:at], strings.Join(fields[at:], "")), " ")
}
