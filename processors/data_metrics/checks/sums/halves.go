package sums

import (
	"slices"
	"strings"
	"unicode"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
)

var quantityWord = pattern.Compile(`(?i)\b(?:number|total|jumlah|anzahl|gesamt|consumption|generated|headcount)\b`)

// wholes adds two halves - men and women, direct and indirect energy - that stand beside the figure of both.
func wholes(t *sheet.Table) []sheet.Finding {
	var sums []halved
	memo := map[string]string{} // labels stand in many lines
	half := func(label string) string {
		h, known := memo[label]
		if !known {
			h = sheet.Halves(label)
			memo[label] = h
		}
		return h
	}
	byRow := func(e sheet.Entry) (line, cross int, label string) { return e.At.Col, e.At.Row, e.Label() }
	byCol := func(e sheet.Entry) (line, cross int, label string) {
		return e.At.Row, e.At.Col, strings.Join(e.At.ColPath, " ")
	}
	for k, view := range []func(sheet.Entry) (int, int, string){byRow, byCol} {
		lines := map[int][]sheet.Entry{}
		var order []int
		for _, e := range t.All {
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
	exact := slices.ContainsFunc(sums, func(h halved) bool { return h.people && h.Exact })
	var out []sheet.Finding
	for _, h := range sums {
		f := h.Finding()
		if h.people && !exact && f.Result == events.CheckFail && h.Stated.Quantity().Base().Cmp(h.Computed) > 0 {
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
	Sum
	people bool
}

func wholesOf(line []sheet.Entry, view func(sheet.Entry) (int, int, string), half func(string) string, rows bool) []halved {
	var out []halved
	if !slices.ContainsFunc(line, func(e sheet.Entry) bool { // most tables halve nothing
		_, _, label := view(e)
		return half(label) != ""
	}) {
		return nil
	}
	for i := range sheet.Complements {
		var halfA, halfB, both []sheet.Entry
		parent := ""
		for _, e := range line {
			_, _, label := view(e)
			switch h := half(label); {
			case sheet.Percent(e) || e.Change || e.Metric == facts.GHGEmissions || e.Per != "":
			case h == string(rune('0'+i))+"a":
				halfA, parent = append(halfA, e), e.Parent()
			case h == string(rune('0'+i))+"b":
				halfB = append(halfB, e)
			case h == "" && quantityWord.MatchString(label):
				both = append(both, e)
			}
		}
		if rows { // a total of the same heading
			both = slices.DeleteFunc(both, func(e sheet.Entry) bool { return e.Parent() != parent })
		}
		if len(halfA) != 1 || len(halfB) != 1 || len(both) != 1 || !sheet.Comparable(halfA[0], both[0]) ||
			!sheet.Comparable(halfB[0], both[0]) || halfA[0].Parent() != halfB[0].Parent() || i > 0 && anotherThing(view, halfA[0], halfB[0], both[0]) {
			continue
		}
		x := AddUp([]sheet.Entry{halfA[0], halfB[0]}, both[0])
		if x.Computed.IsZero() && both[0].Quantity().Value.IsZero() || !x.Additive() {
			continue
		}
		out = append(out, halved{x, i == 0})
	}
	return out
}

// anotherThing reports whether what stands beside two halves shares no word with what both are halves of: fuel burnt is not all of the
// electricity that is renewable or not, though both are energy and may be as large. Only a total of the same unit may have words of its own.
func anotherThing(view func(sheet.Entry) (int, int, string), a, b, whole sheet.Entry) bool {
	if whole.Total && whole.Quantity().Unit.Symbol == a.Quantity().Unit.Symbol {
		return false
	}
	halves, words, shared := namedBy(view, a), namedBy(view, whole), 0
	for w := range namedBy(view, b) {
		if !halves[w] {
			continue
		}
		if words[w] {
			return false
		}
		shared++
	}
	return shared > 0
}

// namedBy are the words of a label, without those that halve or that say only that something was counted.
func namedBy(view func(sheet.Entry) (int, int, string), e sheet.Entry) map[string]bool {
	_, _, label := view(e)
	for _, c := range sheet.Complements {
		label = c[0].ReplaceAllString(c[1].ReplaceAllString(label, " "), " ")
	}
	out := map[string]bool{}
	for _, w := range strings.FieldsFunc(strings.ToLower(quantityWord.ReplaceAllString(label, " ")), func(r rune) bool { return !unicode.IsLetter(r) }) {
		if len(w) > 3 { // not "of", nor a unit
			out[w] = true
		}
	}
	return out
}
