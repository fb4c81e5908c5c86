package checks

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// numbersAlone is a line of a page that holds nothing but figures, as the labels of a drawing do.
var numbersAlone = regexp.MustCompile(`^[\d\s\x{a0}\x{2009}\x{202f}.,'’]*\d[\d\s\x{a0}\x{2009}\x{202f}.,'’]*$`)

const leastInChart = 3

// spacedThousands is a figure that is all of a cell, its thousands parted by spaces.
var spacedThousands = regexp.MustCompile(`^\s*\d{1,3}(?:[ \x{a0}\x{2009}\x{202f}]\d{3})+(?:[.,]\d+)?\s*$`)

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
func (s *sheet) chartSlips() []utterance {
	var out []utterance
	for i := range s.pages() {
		p := &s.options.Document.Pages[i]
		if p.NotAnalysed != "" || p.OCR {
			continue
		}
		for _, drawn := range drawings(p.Text) {
			if u, ok := s.drawnOtherwise(p.Number, drawn); ok {
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

func (s *sheet) drawnOtherwise(page int, drawn []quantity.Quantity) (utterance, bool) {
	labels := slices.DeleteFunc(slices.Clone(drawn), func(q quantity.Quantity) bool { return q.Year })
	for _, l := range s.timelines().all {
		if len(l.at) < leastInChart {
			continue
		}
		series := make([]entry, 0, len(l.at))
		for _, y := range l.years() {
			series = append(series, l.at[y])
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
	for _, x := range s.statements() {
		if x.page != page {
			continue
		}
		if u, ok := x.drawnBeside(labels); ok {
			return u, true
		}
	}
	return utterance{}, false
}

// oneOff finds the one figure of several that differs from a row by a slip.
func oneOff(series []entry, drawn []quantity.Quantity) (int, bool) {
	at := -1
	for i, e := range series {
		if len(significant(e.Value)) < digitsExchanged {
			return 0, false
		}
		if e.Quantity().Value.Cmp(drawn[i].Value) == 0 {
			continue
		}
		a, b := digitsIn(drawn[i].Number), digitsIn(e.Printed)
		if at >= 0 || e.Restated || !exchanged(a, b) {
			return 0, false
		}
		at = i
	}
	return at, at >= 0
}

// drawnSlip tells of a label that is a slip of the figure of a table.
func drawnSlip(page int, q quantity.Quantity, e entry) utterance {
	u := statement{page: page, text: q.Text}.slip(q, e)
	u.words, u.said = "", ""
	u.Message = strings.Replace(u.Message, "in a sentence", "in a drawing", 1)
	return u
}

// oneLeft finds the one label of a drawing that is none of a row of as many figures, if it is the one that is left of them but for a slip.
func oneLeft(series []entry, labels []quantity.Quantity) (at, of int, ok bool) {
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
	return at, left[0], len(significant(e.Value)) >= digitsExchanged && !e.Restated && exchanged(digitsIn(labels[at].Number), digitsIn(e.Printed))
}

// drawnBeside holds what a sentence says of two years against the labels of a drawing that has one of the figures, and the other but for a slip.
func (x statement) drawnBeside(labels []quantity.Quantity) (utterance, bool) {
	shows := func(q quantity.Quantity) bool {
		return slices.ContainsFunc(labels, func(l quantity.Quantity) bool { return l.Number == q.Number })
	}
	for _, p := range x.pairs() {
		for _, k := range [][2]quantity.Quantity{{p.now, p.then}, {p.then, p.now}} {
			has, other := k[0], k[1]
			if !p.sure || len(digitsIn(has.Number)) < digitsExchanged || len(digitsIn(other.Number)) < digitsExchanged || !shows(has) || shows(other) {
				continue
			}
			i := slices.IndexFunc(labels, func(l quantity.Quantity) bool { return exchanged(digitsIn(l.Number), digitsIn(other.Number)) })
			if i < 0 {
				continue
			}
			return x.utter(events.Check{
				Result: events.CheckFail, Severity: "warning", Inputs: []events.CheckInput{x.input("in a sentence", other), x.input("in a drawing", labels[i]),
					x.input("in both", has)},
				Working: fmt.Sprintf("sentence: %s and %s; drawing: %s and %s", has.Text, other.Text, has.Number, labels[i].Number),
				Message: fmt.Sprintf("One figure is stated twice differently: %s in a sentence, %s in a drawing of the page, which has its %s. Two digits are exchanged.",
					other.Text, labels[i].Number, has.Text),
			}, other.Text, false), true
		}
	}
	return utterance{}, false
}
