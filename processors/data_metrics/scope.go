package datametrics

import (
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/aim"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	scopeLabel = aim.ScopeLabel
	totalLabel = pattern.Compile(`(?i)\b(?:total|combined|overall)\b(?:\s+(?:ghg|greenhouse\s+gas|carbon|co2e?|co₂e?))?(?:\s+(?:emissions?|footprint))?`)
	moving     = pattern.Compile(`(?i)\bby\b|reduc|decreas|increas|avoid|saved|saving|\bcut|target|intensit|\bper\b`)
)

// scopes reads which scopes a label names: "1", "12", "123"; a total that names none is "total".
func scopes(label string) string {
	out := ""
	for _, s := range []string{"1", "2", "3"} {
		if strings.Contains(label, s) {
			out += s
		}
	}
	return out
}

// scopeAddition checks that scopes add up to the total which the claim states.
func scopeAddition(r reading) []performed {
	bound, ok := bindScopes(r)
	if !ok {
		return nil
	}
	var out []performed
	for _, sum := range sums {
		stated, ok := bound[sum.total]
		if !ok || !r.own(stated) {
			continue
		}
		parts, labels, ok := pick(bound, sum.parts)
		if !ok || !comparable(parts, stated) {
			continue
		}
		c := events.Check{Name: "scope_addition"}
		for i, p := range parts {
			c.Inputs = append(c.Inputs, r.input(labels[i], p))
		}
		c.Inputs = append(c.Inputs, r.input("stated "+labelOf(sum.total), stated))
		out = append(out, performed{total(c, parts, stated), r.origin(parts...), true})
		break
	}
	return out
}

// sums are the ways in which scopes make a total, the most detailed first.
var sums = []struct {
	total string
	parts []string
}{
	{"total", []string{"1", "2", "3"}}, {"total", []string{"12", "3"}},
	{"123", []string{"1", "2", "3"}}, {"123", []string{"12", "3"}},
	{"12", []string{"1", "2"}},
}

func labelOf(key string) string {
	if key == "total" {
		return "total"
	}
	return "Scope " + strings.Join(strings.Split(key, ""), "+")
}

func pick(bound map[string]quantity.Quantity, keys []string) (parts []quantity.Quantity, labels []string, ok bool) {
	for _, k := range keys {
		q, ok := bound[k]
		if !ok {
			return nil, nil, false
		}
		parts, labels = append(parts, q), append(labels, labelOf(k))
	}
	return parts, labels, true
}

func comparable(parts []quantity.Quantity, stated quantity.Quantity) bool {
	for _, p := range parts {
		if !p.Comparable(stated) {
			return false
		}
	}
	return true
}

type label struct {
	key        string
	start, end int
}

// bindScopes gives each label its figure: the next amount of emissions in its sentence with no other label
// between, or the one right before a label in brackets. Two figures for one label, or "respectively", leave the
// whole text unread.
func bindScopes(r reading) (map[string]quantity.Quantity, bool) {
	if strings.Contains(strings.ToLower(r.text), "respectively") {
		return nil, false
	}
	labels := scopeLabels(r.text)
	bound := map[string]quantity.Quantity{}
	for i, l := range labels {
		q, ok := figureOf(r, labels, i)
		if !ok {
			continue
		}
		if before, twice := bound[l.key]; twice && before.Base().Cmp(q.Base()) != 0 {
			return nil, false
		}
		bound[l.key] = q
	}
	return bound, true
}

// scopeLabels lists labels in order; a total that names its scopes is one label.
func scopeLabels(text string) []label {
	var out []label
	for _, m := range scopeLabel.FindAllStringSubmatchIndex(text, -1) {
		out = append(out, label{scopes(text[m[2]:m[3]]), m[0], m[1]})
	}
	for _, m := range totalLabel.FindAllStringIndex(text, -1) {
		if !totals(text, m[1], out) {
			out = append(out, label{"total", m[0], m[1]})
		}
	}
	for i := 1; i < len(out); i++ {
		for j := i; j > 0 && out[j].start < out[j-1].start; j-- {
			out[j], out[j-1] = out[j-1], out[j]
		}
	}
	return out
}

// totals says whether a scope label follows the word total closely: "total Scope 1 and 2 emissions".
func totals(text string, end int, labels []label) bool {
	for _, l := range labels {
		if l.start >= end && l.start-end <= 12 && !strings.ContainsAny(text[end:l.start], ".;:,0123456789") {
			return true
		}
	}
	return false
}

func figureOf(r reading, labels []label, i int) (quantity.Quantity, bool) {
	const reach = 80
	l := labels[i]
	sentence := r.sentenceAt(l.start)
	next := sentence.upTo
	if i+1 < len(labels) {
		next = min(next, labels[i+1].start)
	}
	var before *quantity.Quantity
	for j := range r.figures {
		q := r.figures[j]
		if q.Unit.Dimension != quantity.Emissions && q.Unit.Dimension != quantity.CarbonGas && q.Unit.Dimension != quantity.Mass || q.Per != "" || q.Range {
			continue
		}
		if q.End <= l.start && q.Start >= sentence.from {
			before = &r.figures[j]
		}
		if q.Start >= l.end && q.End <= next && q.Start-l.end <= reach {
			if moving.MatchString(r.text[l.end:q.Start]) || moving.MatchString(lead(r.text, sentence.from, l.start)) {
				return quantity.Quantity{}, false
			}
			return q, true
		}
	}
	if before != nil && strings.TrimSpace(r.text[before.End:l.start]) == "(" {
		return *before, true
	}
	return quantity.Quantity{}, false
}

// lead is what stands right before a label.
func lead(text string, from, at int) string {
	return text[max(from, at-20):at]
}

func (r reading) sentenceAt(at int) span {
	for _, s := range r.sentences {
		if at >= s.from && at < s.upTo {
			return s
		}
	}
	return span{at, at}
}
