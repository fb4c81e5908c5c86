package consistency

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// numbersAlone is a line of a page that holds nothing but figures, as the labels of a drawing do.
var numbersAlone = pattern.Compile(`^[\d\s\x{a0}\x{2009}\x{202f}.,'’]*\d[\d\s\x{a0}\x{2009}\x{202f}.,'’]*$`)

const leastInChart = 3

// spacedThousands is a figure that is all of a cell, its thousands parted by spaces.
var spacedThousands = pattern.Compile(`^\s*\d{1,3}(?:[ \x{a0}\x{2009}\x{202f}]\d{3})+(?:[.,]\d+)?\s*$`)

func withoutSpaces(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, s)
}

// chartSlips holds the figures that are drawn over bars, in their order, against the rows of tables: all but one are those of a row,
// and that one is a slip.
func chartSlips(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for i := range s.Pages() {
		p := &s.Options.Document.Pages[i]
		if p.NotAnalysed != "" || p.OCR {
			continue
		}
		for _, drawn := range drawings(p.Text) {
			if u, ok := drawnOtherwise(s, p.Number, drawn); ok {
				out = append(out, u)
			}
		}
	}
	return out
}

// drawings are the runs of figures that stand on lines of their own.
func drawings(text string) [][]quantity.Quantity {
	style := quantity.Detect(text, quantity.Point)
	var out [][]quantity.Quantity
	var run []quantity.Quantity
	for line := range strings.Lines(text + "\n.\n") {
		line = strings.TrimSpace(line)
		switch {
		case line == "":
		case numbersAlone.MatchString(line):
			for cell := range strings.SplitSeq(line, "\t") {
				run = append(run, quantity.Find(spacedThousands.ReplaceAllStringFunc(cell, withoutSpaces), style)...)
			}
		default:
			if len(run) >= leastInChart && len(run) <= 30 {
				out = append(out, run)
			}
			run = nil
		}
	}
	return out
}

func drawnOtherwise(s *sheet.Sheet, page int, drawn []quantity.Quantity) (sheet.Utterance, bool) {
	labels := slices.DeleteFunc(slices.Clone(drawn), func(q quantity.Quantity) bool { return q.Year })
	for _, l := range s.Timelines().All {
		if len(l.At) < leastInChart {
			continue
		}
		series := make([]sheet.Entry, 0, len(l.At))
		for _, y := range l.Years() {
			series = append(series, l.At[y])
		}
		for from := 0; from+len(series) <= len(drawn); from++ {
			if at, ok := oneOff(series, drawn[from:from+len(series)]); ok {
				return drawnSlip(page, drawn[from+at], series[at]), true
			}
		}
		if at, of, ok := oneLeft(series, labels); ok { // labels stand as high as their bars
			return drawnSlip(page, labels[at], series[of]), true
		}
	}
	for _, x := range s.Statements() {
		if x.Page != page {
			continue
		}
		if u, ok := drawnBeside(x, labels); ok {
			return u, true
		}
	}
	return sheet.Utterance{}, false
}

// oneOff finds the one figure of several that differs from a row by a slip.
func oneOff(series []sheet.Entry, drawn []quantity.Quantity) (int, bool) {
	at := -1
	for i, e := range series {
		if len(compare.Significant(e.Value)) < compare.DigitsExchanged {
			return 0, false
		}
		if e.Quantity().Value.Cmp(drawn[i].Value) == 0 {
			continue
		}
		a, b := compare.DigitsIn(drawn[i].Number), compare.DigitsIn(e.Printed)
		if at >= 0 || e.Restated || !compare.Exchanged(a, b) {
			return 0, false
		}
		at = i
	}
	return at, at >= 0
}

// drawnSlip tells of a label that is a slip of the figure of a table.
func drawnSlip(page int, q quantity.Quantity, e sheet.Entry) sheet.Utterance {
	u := slip(sheet.Statement{Page: page, Text: q.Text}, q, e)
	u.Words, u.Said = "", ""
	u.Message = strings.Replace(u.Message, "in a sentence", "in a drawing", 1)
	return u
}

// oneLeft finds the one label of a drawing that is none of a row of as many figures, if it is the one that is left of them but for a slip.
func oneLeft(series []sheet.Entry, labels []quantity.Quantity) (at, of int, ok bool) {
	if len(labels) != len(series) {
		return 0, 0, false
	}
	left := make([]int, 0, len(series))
	for i := range series {
		left = append(left, i)
	}
	at = -1
	for i, q := range labels {
		k := slices.IndexFunc(left, func(of int) bool { return series[of].Quantity().Value.Cmp(q.Value) == 0 })
		switch {
		case k >= 0:
			left = slices.Delete(left, k, k+1)
		case at >= 0:
			return 0, 0, false
		default:
			at = i
		}
	}
	if at < 0 || len(left) != 1 {
		return 0, 0, false
	}
	e := series[left[0]]
	return at, left[0], len(compare.Significant(e.Value)) >= compare.DigitsExchanged && !e.Restated &&
		compare.Exchanged(compare.DigitsIn(labels[at].Number), compare.DigitsIn(e.Printed))
}

// drawnBeside holds what a sentence says of two years against the labels of a drawing that has one of the figures, and the other but for a slip.
func drawnBeside(x sheet.Statement, labels []quantity.Quantity) (sheet.Utterance, bool) {
	shows := func(q quantity.Quantity) bool {
		return slices.ContainsFunc(labels, func(l quantity.Quantity) bool { return l.Number == q.Number })
	}
	for _, p := range x.Pairs() {
		for _, k := range [][2]quantity.Quantity{{p.Now, p.Then}, {p.Then, p.Now}} {
			has, other := k[0], k[1]
			if !p.Sure || len(compare.DigitsIn(has.Number)) < compare.DigitsExchanged || len(compare.DigitsIn(other.Number)) < compare.DigitsExchanged ||
				!shows(has) || shows(other) {
				continue
			}
			i := slices.IndexFunc(labels, func(l quantity.Quantity) bool {
				return compare.Exchanged(compare.DigitsIn(l.Number), compare.DigitsIn(other.Number))
			})
			if i < 0 {
				continue
			}
			return x.Utter(events.Check{
				Result: events.CheckFail, Severity: "warning", Inputs: []events.CheckInput{x.Input("in a sentence", other), x.Input("in a drawing", labels[i]),
					x.Input("in both", has)},
				Working: fmt.Sprintf("sentence: %s and %s; drawing: %s and %s", has.Text, other.Text, has.Number, labels[i].Number),
				Message: fmt.Sprintf("One figure is stated twice differently: %s in a sentence, %s in a drawing of the page, which has its %s. Two digits are exchanged.",
					other.Text, labels[i].Number, has.Text),
			}, other.Text, false), true
		}
	}
	return sheet.Utterance{}, false
}
