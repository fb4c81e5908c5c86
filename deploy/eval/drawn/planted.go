package drawn

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
)

// checks holds the failed checks of a document against the mistakes that were planted: one is found if a failed check
// names the figure that is wrong, on whatever page it says so, or, where what disagrees is not one figure, two of those involved.
func (r *Result) checks(t Truth, d Document) {
	found := make([]bool, len(t.Planted))
	r.Planted = len(t.Planted)
	for _, c := range d.Checks {
		if c.Result != events.CheckFail {
			continue
		}
		explained := false
		for i, p := range t.Planted {
			if tells(c, p) {
				found[i], explained = true, true
			}
		}
		if !explained && (t.Twin || len(t.Planted) > 0) {
			r.Alarms = append(r.Alarms, c)
		}
	}
	for i, p := range t.Planted {
		if found[i] {
			r.Found++
			continue
		}
		r.Misses = append(r.Misses, Miss{"planted " + p.Kind + ": " + p.What, "no check failed"})
	}
}

// tells reports whether a failed check names a planted mistake.
func tells(c events.Check, p Planted) bool {
	said := strings.FieldsFunc(c.Message+" "+c.Working+" "+c.Stated+" "+c.Expected, func(r rune) bool {
		return r == ' ' || r == '(' || r == ')' || r == '=' || r == ';' || r == '"'
	})
	for i := range said {
		said[i] = Digits(said[i])
	}
	for _, in := range c.Inputs {
		said = append(said, Digits(in.Value))
	}
	named := 0
	for i, f := range p.Figures {
		number := Digits(strings.ReplaceAll(f, ",", ""))
		comma := Digits(strings.ReplaceAll(strings.ReplaceAll(f, ".", ""), ",", ".")) // "1.234,5" as a check computes with it
		if want := Digits(f); want != "" && slices.ContainsFunc(said, func(s string) bool {
			return s == want || s == comma || untailed(strings.ReplaceAll(s, ",", "")) == untailed(number) || untailed(s) == untailed(comma)
		}) {
			if i == 0 {
				return true
			}
			named++
		}
	}
	return named > 1
}

// untailed is a number without the zeros behind its point: a check computes with 19 where 19.0 is printed.
func untailed(number string) string {
	if !strings.Contains(number, ".") {
		return number
	}
	return strings.TrimRight(strings.TrimRight(number, "0"), ".")
}

// Names reports whether a failed check names a figure that is wrong, as printed.
func Names(c events.Check, figure string) bool { return tells(c, Planted{Figures: []string{figure}}) }
