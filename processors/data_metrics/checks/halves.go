package checks

import (
	"regexp"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/facts"
)

// complements are words that halve a thing: what one of them names and what the other names are all of it.
var complements = [][2]*regexp.Regexp{
	{regexp.MustCompile(`(?i)\b(?:men|male|males|laki-laki|männer|männlich)\b`),
		regexp.MustCompile(`(?i)\b(?:women|female|females|perempuan|wanita|frauen|weiblich)\b`)},
	{regexp.MustCompile(`(?i)\b(?:directly|direct|secara langsung)\b`), regexp.MustCompile(`(?i)\b(?:indirectly|indirect|secara tidak langsung)\b`)},
	{regexp.MustCompile(`(?i)\b(?:renewables?|erneuerbar\w*|terbarukan)\b`),
		regexp.MustCompile(`(?i)\bnon[\s-]*renewables?\b|\bnicht[\s-]erneuerbar\w*|\btidak terbarukan\b`)},
	{regexp.MustCompile(`(?i)\bhazardous\b|\bberbahaya\b`), regexp.MustCompile(`(?i)\bnon[\s-]*hazardous\b|\btidak berbahaya\b`)},
	{regexp.MustCompile(`(?i)\bpermanent\b`), regexp.MustCompile(`(?i)\btemporary\b`)},
	{regexp.MustCompile(`(?i)\bfull[\s-]*time\b`), regexp.MustCompile(`(?i)\bpart[\s-]*time\b`)},
}

// halves tells which half of which pair a label names: "0a", "0b"; empty for none or both.
func halves(label string) string {
	for i, c := range complements {
		b := c[1].MatchString(label)
		rest := c[1].ReplaceAllString(label, " ")
		a := c[0].MatchString(rest)
		if a != b {
			return string(rune('0'+i)) + map[bool]string{true: "a", false: "b"}[a]
		}
	}
	return ""
}

var quantityWord = regexp.MustCompile(`(?i)\b(?:number|total|jumlah|anzahl|gesamt|consumption|generated|headcount)\b`)

// wholes adds two halves - men and women, direct and indirect energy - that stand beside the figure of both.
func wholes(t *table) []finding {
	var sums []halved
	memo := map[string]string{} // labels stand in many lines
	half := func(label string) string {
		h, known := memo[label]
		if !known {
			h = halves(label)
			memo[label] = h
		}
		return h
	}
	byRow := func(e entry) (line, cross int, label string) { return e.at.Col, e.at.Row, e.label() }
	byCol := func(e entry) (line, cross int, label string) {
		return e.at.Row, e.at.Col, strings.Join(e.at.ColPath, " ")
	}
	for k, view := range []func(entry) (int, int, string){byRow, byCol} {
		lines := map[int][]entry{}
		var order []int
		for _, e := range t.all {
			l, _, _ := view(e)
			if lines[l] == nil {
				order = append(order, l)
			}
			lines[l] = append(lines[l], e)
		}
		slices.Sort(order)
		for _, l := range order {
			sums = append(sums, wholesOf(lines[l], view, half, k == 0)...)
		}
	}
	exact := slices.ContainsFunc(sums, func(h halved) bool { return h.people && h.exact })
	var out []finding
	for _, h := range sums {
		f := h.finding()
		if h.people && !exact && f.Result == events.CheckFail && h.stated.Quantity().Base().Cmp(h.computed) > 0 {
			f.Result, f.Severity = events.CheckInconclusive, "warning"
			f.Message = "There may be people of neither sex in the total. " + f.Message
		}
		out = append(out, f)
	}
	return out
}

// halved is a sum of two halves. Men and women are not all people everywhere: where no other line of the table shows that they
// are, a total above both is no mistake.
type halved struct {
	sum
	people bool
}

func wholesOf(line []entry, view func(entry) (int, int, string), half func(string) string, rows bool) []halved {
	var out []halved
	if !slices.ContainsFunc(line, func(e entry) bool { // most tables halve nothing
		_, _, label := view(e)
		return half(label) != ""
	}) {
		return nil
	}
	for i := range complements {
		var halfA, halfB, both []entry
		parent := ""
		for _, e := range line {
			_, _, label := view(e)
			switch h := half(label); {
			case percent(e) || e.Change || e.Metric == facts.GHGEmissions || e.Per != "":
			case h == string(rune('0'+i))+"a":
				halfA, parent = append(halfA, e), e.parent()
			case h == string(rune('0'+i))+"b":
				halfB = append(halfB, e)
			case h == "" && quantityWord.MatchString(label):
				both = append(both, e)
			}
		}
		if rows { // a total of the same heading
			both = slices.DeleteFunc(both, func(e entry) bool { return e.parent() != parent })
		}
		if len(halfA) != 1 || len(halfB) != 1 || len(both) != 1 || !comparable(halfA[0], both[0]) ||
			!comparable(halfB[0], both[0]) || halfA[0].parent() != halfB[0].parent() {
			continue
		}
		x := addUp([]entry{halfA[0], halfB[0]}, both[0])
		if x.computed.IsZero() && both[0].Quantity().Value.IsZero() || !x.additive() {
			continue
		}
		out = append(out, halved{x, i == 0})
	}
	return out
}
