package compare_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections/document"
	"github.com/sibyl-project/sibyl/projections/document/compare"
)

// aiming are reports of two years with the targets of each, parted by "|". What speaks of nothing on balance is known to.
func aiming(then, now string) (earlier, later compare.Report) {
	made := func(period, said string) compare.Report {
		d := &document.Document{Report: document.Report{Company: "Acme NV", Period: period, Filename: period + ".pdf"}}
		for _, text := range strings.Split(said, "|") {
			c := claim(text, text, 3, true)
			if strings.Contains(text, "net") || strings.Contains(text, "neutral") {
				c.Entities.Aim = events.AimNetZero
			}
			d.Claims = append(d.Claims, c)
		}
		return compare.Report{Document: d}
	}
	return made("2023", then), made("2024", now)
}

func TestWhatBecameOfATargetIsToldPlainly(t *testing.T) {
	for name, c := range map[string]struct{ then, now, want string }{
		"put off": {"We will cut our Scope 1 emissions by 40 % by 2030.", "We will cut our Scope 1 emissions by 40 % by 2035.",
			"put off from 2030 to 2035"},
		"brought forward": {"All packaging will be recyclable by 2030.", "All of our packaging is to be recyclable by 2027.",
			"brought forward from 2030 to 2027"},
		"weakened": {"We are committed to reducing water use per tonne by 20 % by 2027.", "We are committed to reducing water use per tonne by 12 % by 2027.",
			"weakened from 20 % to 12 %"},
		"strengthened": {"Scope 3 emissions shall fall by 25 % by 2032.", "By 2032, Scope 3 emissions shall fall by 30 %.",
			"strengthened from 25 % to 30 %"},
		"less is more": {"We will keep the share of landfilled waste below 5 % by 2027.", "We will keep the share of landfilled waste below 3 % by 2027.",
			"3 % instead of 5 %"},
		"another number": {"We will have 600 electric vans on the road by 2028.", "We will have 450 electric vans on the road by 2028.",
			"450 instead of 600"},
		"another base year": {"We will cut Scope 1 emissions by 30 % by 2030 from 2018.", "We will cut Scope 1 emissions by 30 % by 2030 from 2021.",
			"counted from 2021 instead of 2018"},
		"fewer scopes": {"We will halve Scope 1, 2 and 3 emissions by 2035.", "We will halve Scope 1 and 2 emissions by 2035.",
			"for Scope 1, 2 instead of Scope 1, 2, 3"},
		"other words": {"All our suppliers will have signed the code of conduct by 2025.",
			"We now expect every supplier to have signed our code of conduct by the end of 2028.",
			"put off from 2025 to 2028"},
		"neutral": {"We will reach net zero by 2040.", "Our ambition is to be climate neutral by 2045.",
			"put off from 2040 to 2045; called neutral and no longer net zero"},
		"a standard": {"Every plant will be certified to ISO 14001 by 2026.", "ISO 14001 certificates for all plants are to be in place by 2029.",
			"put off from 2026 to 2029"},
	} {
		t.Run(name, func(t *testing.T) {
			got := compare.Reports(aiming(c.then, c.now))
			if len(got.Changed) != 1 || strings.Join(got.Changed[0].What, "; ") != c.want || got.Changed[0].Uncertain ||
				len(got.Dropped) != 0 || len(got.Reworded) != 0 {
				t.Errorf("changed %+v, dropped %+v, reworded %+v", got.Changed, got.Dropped, got.Reworded)
			}
			if !strings.Contains(got.Text(), "\n  "+c.want+"\n") {
				t.Error(got.Text())
			}
		})
	}
}

func TestATargetInOtherWordsIsNoOther(t *testing.T) {
	for then, now := range map[string]string{
		"We aim for a 30 % reduction of Scope 1 and 2 emissions by 2030 against 2020.": "By 2030, Scope 1 and 2 emissions are to fall by 30 % compared with 2020.",
		"Net zero across the whole value chain by 2050 is our goal.":                   "We are to be net zero along our value chain by 2050.",
		"We want to halve food waste by 2030.":                                         "Food waste shall be cut by half by 2030.",
	} {
		if got := compare.Reports(aiming(then, now)); len(got.Changed)+len(got.Dropped) != 0 {
			t.Errorf("%s: changed %+v, dropped %+v", then, got.Changed, got.Dropped)
		}
	}
}

// What takes the place of a target is about the same thing: of the same scope and the same metric, however near the words are.
func TestAnotherTargetIsNoSuccessor(t *testing.T) {
	for name, c := range map[string]struct{ then, now string }{
		"another scope": {"We will cut Scope 1 emissions by 40 % by 2030.", "We will cut Scope 3 emissions by 25 % by 2035."},
		"another thing": {"We aim to send no waste to landfill by 2026.", "We intend to source 100 % renewable electricity by 2027."},
	} {
		t.Run(name, func(t *testing.T) {
			got := compare.Reports(aiming(c.then, c.now))
			if len(got.Changed) != 0 || len(got.Dropped) != 1 {
				t.Errorf("changed %+v, dropped %+v", got.Changed, got.Dropped)
			}
		})
	}
	t.Run("another metric", func(t *testing.T) {
		earlier, later := aiming("We will reduce water use per tonne by 20 % by 2027.", "We will reduce energy use per tonne by 12 % by 2029.")
		for i, r := range []compare.Report{earlier, later} {
			r.Facts = []document.Fact{{Metric: []string{"water", "energy"}[i], Target: true, Page: 3, Printed: "x", Quote: r.Claims[0].Text}}
		}
		if got := compare.Reports(earlier, later); len(got.Changed) != 0 || len(got.Dropped) != 1 {
			t.Errorf("changed %+v, dropped %+v", got.Changed, got.Dropped)
		}
	})
}

// Two targets that are both put off are each told with their own successor, and one that stands on two pages once.
func TestEachTargetHasItsOwnSuccessor(t *testing.T) {
	got := compare.Reports(aiming("We will reduce water use per tonne by 20 % by 2027.|We will reduce energy use per tonne by 15 % by 2028.|"+
		"We will reduce water use per tonne by 20 % by 2027.",
		"We will reduce energy use per tonne by 15 % by 2030.|We will reduce water use per tonne by 20 % by 2031."))
	var what []string
	for _, x := range got.Changed {
		what = append(what, x.What...)
	}
	slices.Sort(what)
	if want := []string{"put off from 2027 to 2031", "put off from 2028 to 2030"}; !slices.Equal(what, want) || len(got.Dropped) != 0 {
		t.Errorf("%q, dropped %+v", what, got.Dropped)
	}
}

// A unit stands once: a figure of a sentence is printed with it, and a number of people has none.
func TestUnitsStandOnce(t *testing.T) {
	earlier, later := reports()
	for i, r := range []compare.Report{earlier, later} {
		r.Facts[0].Printed = []string{"1,000 t CO2e", "1,100 t CO2e"}[i]
		r.Facts[1].Unit, r.Facts[1].Printed = "number", []string{"500", "600"}[i]
		r.Facts[1].Value, r.Facts[1].ValueBase = r.Facts[1].Printed, r.Facts[1].Printed
	}
	got := compare.Reports(earlier, later).Text()
	if strings.Contains(got, "t CO2e t CO2e") || strings.Contains(got, "number") || !strings.Contains(got, "500 (p. 4) -> 600 (p. 6)") {
		t.Error(got)
	}
}
