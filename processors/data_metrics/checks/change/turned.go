package change

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

var (
	// wayBehind stands right behind a change and says which way it goes: "6.2 % more", "4.3 percentage points below".
	wayBehind = pattern.Compile(`(?i)^[)\s]*(?:(?:percentage\s+)?points?\s+)?(?:(` + sheet.FallNouns + `)|` + sheet.RiseNouns + `)\b`)
	// wayBefore is a verb or noun of a change before its figure, wayBeside another word right before it.
	wayBefore = pattern.Compile(`(?i)\b(?:(` + sheet.FallVerbs + `|decrease|reduction|decline|drop|fall)|` + sheet.RiseVerbs +
		`|increase|rise|growth|gain)\b(\s+than\b)?`)
	wayBeside = pattern.Compile(`(?i)\b(?:(down|lower|less|fewer)|up|higher|more)\s+(?:by\s+)?` + sheet.Hedges + `$`)
	// towards is a verb before the figure that was reached: "rose again, to", "fell by 8.5 % to".
	towards = pattern.Compile(`(?i)\b(?:(` + sheet.FallVerbs + `)|` + sheet.RiseVerbs + `)\b[^.;:(),\d]{0,30}(?:,?\s+by\s+[^;:()]{1,40}?)?,?\s+to\s+` +
		sheet.Hedges + `$`)
	// ofAnother parts a verb from a figure that is another's: "production grew, the intensity improved by".
	ofAnother = pattern.Compile(`(?i),|\b(?:and|but|while|whereas|because|as)\b`)
	toNow     = pattern.Compile(`(?i)\bto\s+` + sheet.Hedges + `$`)
	goesOnBy  = pattern.Compile(`(?i)\([^()]*\)|,\s*(?:or|by)\b`)
	clauses   = pattern.Compile(`[;:]\s|\.\s`)
)

// wayOf is which way a sentence says that something has changed by a figure: the word behind it, else the last one before it in its clause.
func wayOf(x sheet.Statement, by quantity.Quantity) (fell, ok bool) {
	behind, before := x.Text[by.End:], x.Text[:by.Start]
	if m := wayBehind.FindStringSubmatch(behind); m != nil {
		return m[1] != "", true
	}
	if sheet.ShareOf(behind) || by.Signed || countsFrom.MatchString(before) {
		return false, false // "rose from 3.4 %": where a movement begins is no change
	}
	if m := wayBeside.FindStringSubmatch(before); m != nil {
		return m[1] != "", true
	}
	if all := clauses.FindAllStringIndex(before, -1); len(all) > 0 {
		before = before[all[len(all)-1][1]:]
	}
	all := wayBefore.FindAllStringSubmatchIndex(before, -1)
	if len(all) == 0 {
		return false, false
	}
	last := all[len(all)-1]
	return last[2] >= 0, last[4] < 0 && !ofAnother.MatchString(goesOnBy.ReplaceAllString(before[last[1]:], ""))
}

// turnedRound finds the changes that are right but for the way they go, and the figures that were reached the other way: the figures of the sentence,
// or those of a row that it speaks of, go so, and none that it could mean goes the way that is said.
func turnedRound(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		if x.Renewed() {
			continue
		}
		var all []bond
		for _, q := range x.Figures {
			if q.Range || q.Value.Sign() <= 0 || q.Bound != quantity.Exactly || len(strings.TrimLeft(compare.DigitsIn(q.Number), "0")) < 2 {
				continue
			}
			fell, way := wayOf(x, q)
			m := towards.FindStringSubmatch(x.Text[:q.Start])
			if better, of := betterFrom(x.Text[:q.Start]); of && toNow.MatchString(x.Text[:q.Start]) {
				m = map[bool][]string{true: {"", "fell"}, false: {"", ""}}[better]
			}
			if (way || m != nil) && all == nil {
				all = bonds(s, x)
			}
			if n := len(out); n > 0 && out[n-1].Words == x.Text && out[n-1].Result == events.CheckFail {
				break // one mistake is told once
			}
			if m != nil {
				out = appendWay(out, x, q, m[1] != "", slices.DeleteFunc(slices.Clone(all), func(b bond) bool { return !b.reached(x, q) }))
			} else if way {
				out = appendWay(out, x, q, fell, slices.DeleteFunc(slices.Clone(all), func(b bond) bool { return !b.makes(q) }))
			}
		}
	}
	return out
}

// appendWay holds a figure against the bonds that it can be of: it is right if one of them goes as is said.
func appendWay(out []sheet.Utterance, x sheet.Statement, q quantity.Quantity, fell bool, all []bond) []sheet.Utterance {
	if i := slices.IndexFunc(all, func(b bond) bool { return b.fell() == fell }); i >= 0 {
		if all[i].meant && q.Unit.Dimension != quantity.Percent { // those in per cent are computed
			out = append(out, wayUttered(x, all[i], q, fell))
		}
		return out
	}
	if i := slices.IndexFunc(all, func(b bond) bool { return b.meant }); i >= 0 {
		out = append(out, wayUttered(x, all[i], q, fell))
	}
	return out
}

func wayUttered(x sheet.Statement, b bond, q quantity.Quantity, fell bool) sheet.Utterance {
	way, by, who := map[bool]string{true: "a fall", false: "a rise"}, "of", "the figures make"
	if b.to.Text != "" && b.to.Start == q.Start {
		by = "to"
	}
	if !b.own {
		who = fmt.Sprintf("the row \"%s\" makes", b.row())
	}
	c := events.Check{
		Result: events.CheckPass, Severity: "info", Stated: way[fell], Expected: way[b.fell()],
		Inputs:  []events.CheckInput{b.then.input(), b.now.input(), x.Input("in a sentence", q)},
		Working: fmt.Sprintf("%s after %s", b.now.printed(), b.then.printed()),
		Message: "The words and the figures go one way.",
	}
	if b.fell() != fell {
		c.Result, c.Severity = events.CheckFail, ""
		c.Message = fmt.Sprintf("The words speak of %s %s %s, %s %s: %s after %s. No other figures that may be meant go the way that is said.",
			way[fell], by, q.Text, who, way[!fell], b.now.printed(), b.then.printed())
	}
	return x.Utter(c, q.Text, b.own)
}
