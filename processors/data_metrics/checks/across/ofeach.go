package across

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// thingsAt is what follows "every one of our" or "half of our": the things, and where they are. What is said of them comes behind that.
var (
	everyOne = pattern.Compile(`(?i)\b(?:every|each|all)(?:\s+(?:single\s+)?one)?` + ofOurs + `(?:\s+` + someNumber + `)?\s+`)
	atPlaces = pattern.Compile(`(?i)^\s+(?:in|at|of)\s+(?:the\s+)?$`)
)

// ofEach holds what is said of all of a thing, or of a share of it, at one place or as a whole against a table that counts them, and those of which it is
// so: "Scotland: hotels 11, Green Key 9".
func (r reader) ofEach(c clause) (u sheet.Utterance, ok bool) {
	if narrows.MatchString(c.text) {
		return u, false
	}
	share := sheet.InWords{Text: "all", Room: quantity.Interval{Low: compare.Hundred, High: compare.Hundred}}
	if at := everyOne.FindStringIndex(c.text); at != nil {
		share.Start, share.End = at[0], at[1]
		if almostAll.MatchString(c.text[:at[0]]) {
			return u, false
		}
	} else if share, ok = shareIn(c); !ok {
		return u, false
	}
	if strings.TrimSpace(ofTheYear.ReplaceAllString(c.text[:share.Start], "")) != "" {
		return u, false
	}
	var wrong *events.Check
	for i := range r.groups {
		whole := &r.groups[i]
		end, called := namedFirst(c, share.End, whole.own)
		if !called || whole.across {
			continue
		}
		for k := range r.groups {
			part := &r.groups[k]
			if k == i || part.table != whole.table || part.across || len(part.own) == 0 {
				continue
			}
			f, about := sharedColumn(c, whole, part, end, share)
			if !about {
				continue
			}
			if f == nil || wrong != nil {
				return u, false
			}
			wrong = f
		}
	}
	if wrong == nil {
		return u, false
	}
	return c.Utter(*wrong, c.said(), false), true
}

var ofTheYear = pattern.Compile(`(?i)\b(?:in|at|by)\s+(?:the\s+)?(?:end\s+of\s+)?(?:the\s+)?(?:(?:fiscal|financial|reporting)\s+)?(?:year)?\s*`)

// namedFirst reports whether the words from a place on are those of a name, all of them and nothing else, and where they end.
func namedFirst(c clause, from int, name []string) (end int, ok bool) {
	var of []string
	for _, w := range c.words {
		if w.start < from {
			continue
		}
		if w.stem == "" && len(of) == 0 {
			continue
		}
		if !has(name, w.stem) {
			break
		}
		of, end = append(of, w.stem), w.end
	}
	return end, len(of) > 0 && len(of) == len(name)
}

// sharedColumn holds a share against two columns of a table, one of which counts things and the other those of them of which something is so. f is nil
// where it may hold.
func sharedColumn(c clause, whole, part *group, end int, share sheet.InWords) (f *events.Check, about bool) {
	all := whole.mentions(c)
	told := part.told(c, end, len(c.text), all...)
	told = slices.DeleteFunc(told, func(w string) bool { return has(whole.own, w) })
	if !part.wholly(told) || !part.measures(told) {
		return nil, false
	}
	var of, so []sheet.Entry
	var labels []string
	year := c.year
	if year == 0 {
		year = whole.last
	}
	for i, m := range all {
		k := slices.IndexFunc(part.things, func(t thing) bool { return t.label == whole.things[m.thing].label })
		if k < 0 || i == 0 && !atPlaces.MatchString(c.text[end:m.start]) || i > 0 && !betweenParts.MatchString(c.text[all[i-1].end:m.start]) {
			return nil, false
		}
		of, so, labels = append(of, whole.things[m.thing].at[year]), append(so, part.things[k].at[year]), append(labels, whole.things[m.thing].label)
	}
	if len(all) == 0 {
		of, so, labels = []sheet.Entry{whole.whole[year]}, []sheet.Entry{part.whole[year]}, []string{"all"}
	}
	if len(of) > 1 && share.Text != "all" {
		return nil, false
	}
	f = &events.Check{Result: events.CheckFail, Severity: "warning", Stated: share.Text}
	var terms []string
	for i := range of {
		if !counts(of[i]) || !counts(so[i]) || of[i].Quantity().Value.Sign() <= 0 {
			return nil, false
		}
		made, ok := quantity.PercentOf(so[i].Quantity().Value, of[i].Quantity().Value)
		if !ok || made.Cmp(compare.Hundred) > 0 {
			return nil, false
		}
		if made.Cmp(share.Room.Low) >= 0 && made.Cmp(share.Room.High) <= 0 {
			continue
		}
		terms = append(terms, fmt.Sprintf("%s: %s of %s", labels[i], so[i].Printed, of[i].Printed))
		f.Inputs = append(f.Inputs, sheet.Input(so[i], ""), sheet.Input(of[i], ""))
	}
	if len(terms) == 0 {
		return nil, true
	}
	f.Working, f.Expected = strings.Join(terms, "; "), strings.Join(terms, "; ")
	f.Message = fmt.Sprintf("\"%s\"; the table on page %d has %s.", c.said(), of[0].At.Page, f.Working)
	return f, true
}

// counts reports whether a figure is a number of things.
func counts(e sheet.Entry) bool {
	return e.Fact != nil && sheet.Dimension(e) == quantity.Count || e.Fact != nil && e.Ambiguous() && !strings.ContainsAny(e.Value, ".")
}
