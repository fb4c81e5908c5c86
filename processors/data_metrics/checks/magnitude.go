package checks

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var magnitude = Definition{
	Name: "magnitude", Severity: "warning", Tolerance: "none",
	About: "A figure is not 0 beside what it causes, a share not above the whole, a series not off by a power of ten, a sentence not by the scale of its table.",
	heard: func(s *sheet) []utterance { return onceSaid(scaledUp(s), scaledApart(s)) },
	run: func(s *sheet) []finding {
		out := s.zeroBeside()
		out = append(out, s.aboveWhole()...)
		return append(out, s.jumps()...)
	},
}

// zeroBeside finds totals of waste printed as 0 beside emissions from that waste.
func (s *sheet) zeroBeside() []finding {
	var out []finding
	for i := range s.Facts {
		f := &s.Facts[i]
		if f.Metric != facts.Waste || !f.Quantity().Value.IsZero() || !facts.IsTotal(f.Own()) || f.Change || f.Target {
			continue
		}
		for j := range s.Facts {
			w := &s.Facts[j]
			if w.Metric != facts.GHGEmissions || w.Number != 5 || w.Year != f.Year || w.Quantity().Value.Sign() <= 0 || w.Target || w.Change {
				continue
			}
			a, b := entry{Fact: f, at: &f.Place}, entry{Fact: w, at: &w.Place}
			out = append(out, finding{events.Check{
				Result: events.CheckFail, Inputs: []events.CheckInput{input(a, ""), input(b, "")},
				Working:  fmt.Sprintf("%s %s of waste; %s %s from waste", f.Printed, f.Unit, w.Printed, w.Unit),
				Expected: "more than 0", Stated: strings.TrimSpace(f.Printed + " " + f.Unit),
				Message: fmt.Sprintf("No waste is stated, but %s %s of emissions from waste.", w.Printed, w.Unit),
			}, f.Page})
			break
		}
	}
	return out
}

var wholeShare = regexp.MustCompile(`(?i)\b(?:percentage|share|proportion|persentase|persentasi|anteil)\s+` +
	`(?:of\s+)?(?:the\s+)?(?:total\s+)?(?:employees?|workforce|pegawai|seats|electricity|energy|waste|women|men)`)

// aboveWhole finds shares of people or of consumption above 100 %.
func (s *sheet) aboveWhole() []finding {
	var out []finding
	for i := range s.Facts {
		f := &s.Facts[i]
		e := entry{Fact: f, at: &f.Place}
		if !percent(e) || f.Change || f.Quantity().Value.Cmp(hundred) <= 0 || !said(f, wholeShare) {
			continue
		}
		out = append(out, finding{events.Check{
			Result: events.CheckInconclusive, Severity: "warning", Inputs: []events.CheckInput{input(e, "")},
			Working:  fmt.Sprintf("%s %% - 100 %% = %s %%", show(f.Quantity().Value), show(quantity.Sub(f.Quantity().Value, hundred))),
			Expected: "at most 100 %", Stated: f.Printed,
			Message: "A share above 100 % counts some twice or has another whole than the one it names.",
		}, f.Page})
	}
	return out
}

// jumps finds a figure of a series of years that is a thousand times its neighbours, or a thousandth.
func (s *sheet) jumps() []finding {
	var out []finding
	for _, t := range s.tables {
		for _, row := range t.rows {
			series := t.series(row)
			if len(series) < 3 {
				continue
			}
			for i, e := range series {
				others := slices.Delete(slices.Clone(series), i, i+1)
				factor := 0
				for _, o := range others {
					r, ok := quantity.Ratio(e.Quantity().Base(), o.Quantity().Base())
					if !ok {
						factor = 0
						break
					}
					switch {
					case r.Cmp(apd.New(300, 0)) >= 0 && r.Cmp(apd.New(3000, 0)) <= 0 && factor >= 0:
						factor = 1
					case r.Cmp(apd.New(33, -5)) >= 0 && r.Cmp(apd.New(33, -4)) <= 0 && factor <= 0:
						factor = -1
					default:
						factor = 99
					}
					if factor == 99 {
						break
					}
				}
				if factor != 1 && factor != -1 {
					continue
				}
				c := events.Check{Result: events.CheckInconclusive, Severity: "warning", Inputs: []events.CheckInput{input(e, "")}}
				var terms []string
				for _, o := range others {
					c.Inputs = append(c.Inputs, input(o, ""))
					terms = append(terms, o.Printed)
				}
				c.Working = e.Printed + " beside " + strings.Join(terms, ", ")
				c.Message = "The figure is about a thousand times off the other years of its row: a separator or a unit may be mistaken."
				out = append(out, finding{c, e.at.Page})
			}
		}
	}
	return out
}
