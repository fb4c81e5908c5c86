package hidden

import (
	"strconv"
	"strings"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
)

// labels reads the page labels of n pages.
func (r *reading) labels(n int) {
	f := r.file
	root := f.catalog()["PageLabels"]
	if root == nil || n == 0 {
		return
	}
	out := make([]string, n)
	from, any := -1, false
	var rule types.Dict
	fill := func(to int) {
		for i := max(from, 0); rule != nil && i < min(to, n); i++ {
			out[i] = f.label(rule, i-from)
		}
	}
	f.tree(root, "Nums", func(key, value types.Object) {
		start, ok := f.number(key)
		d := f.dict(value)
		if !ok || d == nil || int(start) <= from || start >= float64(n) {
			return
		}
		fill(int(start))
		from, rule, any = int(start), d, true
	})
	fill(n)
	if any {
		r.Labels = out
	}
}

// label is the label of a page so many pages behind where the rule starts.
func (f *file) label(rule types.Dict, behind int) string {
	first := 1
	if v, ok := f.number(rule["St"]); ok && v >= 1 && v < 1e6 {
		first = int(v)
	}
	n := first + behind
	prefix := tidyPrefix(f.text(rule["P"]))
	switch f.name(rule["S"]) {
	case "D":
		return prefix + strconv.Itoa(n)
	case "R":
		return prefix + roman(n)
	case "r":
		return prefix + strings.ToLower(roman(n))
	case "A":
		return prefix + letters(n, 'A')
	case "a":
		return prefix + letters(n, 'a')
	}
	return prefix
}

// tidyPrefix bounds a prefix: a label is printed at the foot of a page, not an essay.
func tidyPrefix(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' {
			return -1
		}
		return r
	}, s)
	if r := []rune(s); len(r) > 16 {
		return ""
	}
	return s
}

func roman(n int) string {
	if n >= 4000 {
		return strconv.Itoa(n)
	}
	var b strings.Builder
	for _, d := range []struct {
		value int
		sign  string
	}{{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"}, {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}} {
		for n >= d.value {
			b.WriteString(d.sign)
			n -= d.value
		}
	}
	return b.String()
}

// letters is A to Z, AA to ZZ, AAA to ZZZ and so on, as the format counts.
func letters(n int, first rune) string {
	times := (n-1)/26 + 1
	if times > 20 {
		return strconv.Itoa(n)
	}
	return strings.Repeat(string(first+rune((n-1)%26)), times)
}
