package datametrics_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/cockroachdb/apd/v3"
	"pgregory.net/rapid"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

const threeYears = "Emissions in t CO2e\t2023\t2022\t2021\nScope 1\t880\t900\t1,000\n" +
	"Scope 2 (market-based)\t300\t350\t400\nScope 2 (location-based)\t500\t480\t450\n" +
	"\nEnergy and water\t2023\t2022\t2021\nEnergy consumption (MWh)\t5,000\t5,500\t6,250\nHazardous waste (t)\t20\t25\t30\nNon-hazardous waste (t)\t80\t75\t60\n"

// A change without its figures is redone from the report's own, where both stand.
func TestChangesAreRedoneFromTheReport(t *testing.T) {
	for name, c := range map[string]struct {
		words   string
		check   string
		result  events.CheckResult // empty: none
		working string
		speaks  string
		lacks   string // told to be missing
	}{
		"since a year": {words: "We cut Scope 1 emissions by 12 % since 2021.",
			result: events.CheckPass, working: "(880 - 1000) / 1000 x 100 = -12 %", speaks: "for"},
		"since a year, wrong": {words: "We cut Scope 1 emissions by 22 % since 2021.",
			result: events.CheckFail, working: "(880 - 1000) / 1000 x 100 = -12 %", speaks: "against"},
		"rounded": {words: "We cut Scope 1 emissions by 2 % compared to 2022.",
			result: events.CheckPass, working: "(880 - 900) / 900 x 100 = -2.2222 %", speaks: "for"},
		"the wrong way": {words: "Scope 1 emissions increased by 12 % compared with 2021.", result: events.CheckFail, speaks: "against"},
		"of last year": {words: "Compared with the previous year, Scope 1 emissions fell by 2.2 %.",
			result: events.CheckPass, working: "(880 - 900) / 900", speaks: "for"},
		"hedged":   {words: "We cut Scope 1 emissions by about 13 % since 2021.", result: events.CheckInconclusive, speaks: "neither"},
		"at least": {words: "We cut Scope 1 emissions by more than 10 % since 2021.", result: events.CheckPass, speaks: "for"},
		"a method named": {words: "Location-based Scope 2 emissions rose by 11.1 % compared with 2021.",
			result: events.CheckPass, working: "(500 - 450) / 450", speaks: "for"},
		"one method of two": {words: "Scope 2 emissions fell by 25 % compared with 2021.",
			result: events.CheckPass, working: "(300 - 400) / 400", speaks: "for"},
		"neither method":            {words: "Scope 2 emissions fell by 35 % compared with 2021.", result: events.CheckInconclusive, speaks: "neither"},
		"a part of the entity":      {words: "In our offices Scope 1 emissions fell by 40 % since 2021.", result: events.CheckInconclusive, speaks: "neither"},
		"a part that changed alike": {words: "In our offices Scope 1 emissions fell by 12 % since 2021.", result: events.CheckPass, speaks: "neither"},
		"emissions of another gas": {words: "VOC emissions fell by 12 % since 2021.",
			result: events.CheckInconclusive, speaks: "neither", lacks: "voc emissions of 2021"},
		"energy": {words: "We reduced our energy consumption by 20 % since 2021.",
			result: events.CheckPass, working: "(18000 - 22500) / 22500", speaks: "for"},
		"hazardous waste": {words: "Hazardous waste decreased by 33.3 % compared to 2021.",
			result: events.CheckPass, working: "(20 - 30) / 30", speaks: "for"},
		"the other waste": {words: "Non-hazardous waste increased by 33.3 % compared to 2021.",
			result: events.CheckPass, working: "(80 - 60) / 60", speaks: "for"},
		"in a year": {words: "Our energy consumption declined 9.1 % in 2023.",
			result: events.CheckPass, working: "(18000 - 19800) / 19800", speaks: "for"},
		"in a year, of another":  {words: "Our energy consumption declined 19.1 % in 2023.", result: events.CheckInconclusive, speaks: "neither"},
		"short years":            {words: "Our Scope 1 emissions for FY23 were down 12% from FY21.", result: events.CheckPass, speaks: "for"},
		"of something else":      {words: "Due to lower energy consumption we increased our energy efficiency by 20 % compared with 2021.", speaks: "neither"},
		"less of something else": {words: "Using 58 % less space in 2023, we reduced energy consumption.", speaks: "neither"},
		"a noun":                 {words: "This is a 12 % reduction in Scope 1 emissions compared with 2021.", result: events.CheckPass, speaks: "for"},
		"a target that was reached": {words: "Our climate targets were achieved with a reduction of Scope 1 emissions by 12 % compared to the level in 2021.",
			result: events.CheckPass, speaks: "for"},
		"a year that is not there": {words: "We cut Scope 1 emissions by 30 % since 2015.",
			result: events.CheckInconclusive, speaks: "neither", lacks: "Scope 1 emissions of 2015"},
		"years of the sentence before": {words: "Scope 2 emissions in 2023 are down 25 % from 2021. Scope 1 emissions decreased 12 %.",
			result: events.CheckPass, speaks: "for"},
		"of the year before the report's": {words: "In FY22 our Scope 1 emissions were flat. Scope 2 emissions decreased 12.5 % over the past year.",
			result: events.CheckPass, working: "(350 - 400) / 400", speaks: "neither"},
		"a plan before": {words: "We want our emissions down by half up to 2030 compared with 2019. This means reducing Scope 1 emissions by 40 % in all.",
			result: events.CheckInconclusive, speaks: "neither", lacks: "the base year of the 40 % change"},
		"in a fiscal year by its halves": {words: "Scope 1 emissions are down 12 % since 2020/21.", result: events.CheckPass, speaks: "for"},
		"a plan before, of the last year": {words: "In 2022 we set a plan up. Scope 2 emissions decreased 14.3 % over the past year.",
			result: events.CheckPass, working: "(300 - 350) / 350", speaks: "for"},
		"a scope that is not there": {words: "We cut Scope 3 emissions by 30 % since 2021.",
			result: events.CheckInconclusive, speaks: "neither", lacks: "Scope 3 emissions of 2021 and Scope 3 emissions of 2023"},
		"no year, as the year before": {words: "Energy consumption fell by 9.1 %.", result: events.CheckPass, speaks: "neither"},
		"no year, to a level": {words: "Scope 2 emissions fell by 14.3 % to 300 t CO2e.",
			result: events.CheckPass, working: "(300 - 350) / 350", speaks: "neither"},
		"to another level": {words: "Compared with 2021 Scope 1 emissions fell by 50 % to 450 t CO2e.",
			result: events.CheckInconclusive, speaks: "neither"},
		"no year": {words: "We cut Scope 1 emissions by 30 %.", result: events.CheckInconclusive,
			speaks: "neither", lacks: "the base year of the 30 % change"},
		"a target is no change": {words: "We aim to cut Scope 1 emissions by 30 % by 2030 compared with 2021.", speaks: "neither"},
		"a target said to be reached": {words: "We have already achieved our target of reducing Scope 1 emissions by 10 % by 2025 compared with 2021.",
			check: "target_progress", result: events.CheckPass, working: "(880 - 1000) / 1000", speaks: "for"},
		"a target said so and not": {words: "We have already achieved our target of reducing Scope 1 emissions by 20 % by 2025 compared with 2021.",
			check: "target_progress", result: events.CheckFail, working: "(880 - 1000) / 1000", speaks: "against"},
		"a target in brackets": {words: "We already achieved our goal (10 % reduction in Scope 1 emissions by 2025, base year 2021) in 2023.",
			check: "target_progress", result: events.CheckPass, speaks: "for"},
		"an amount beside a target": {words: "We already achieved our goal of 10 % by 2025 with a decrease in Scope 1 emissions of 12 % compared with 2021.",
			result: events.CheckPass, speaks: "for"},
		"a category of a scope": {words: "Emissions (scopes 1, 2, and 3.3) fell by 30 % compared with 2021.", speaks: "neither"},
		"a target not reached": {words: "We have not achieved our target of reducing Scope 1 emissions by 20 % by 2025 compared with 2021.",
			check: "target_progress", speaks: "neither"},
		"emissions of no named scope": {words: "Our greenhouse gas emissions fell by 50 % since 2021.",
			result: events.CheckInconclusive, speaks: "neither", lacks: "emissions of 2021"},
		"an intensity": {words: "Scope 1 emissions per tonne fell by 22 % since 2021.",
			speaks: "neither", lacks: "the figures before and after the 22 % change"},
		"two scopes with theirs": {words: "Since 2021 Scope 1 emissions fell by 12 % and Scope 3 emissions by 5 %.",
			result: events.CheckPass, speaks: "for", lacks: "Scope 3 emissions of 2021"},
		"a row of a table is no change":    {words: "Scope 1 emission reductions\t1,000\t880\t144.3 %", check: "magnitude", speaks: "neither"},
		"a plan that names its year first": {words: "Until 2030 we want to cut Scope 1 emissions by 46 % from 2021.", speaks: "neither"},
		"a year first that has come":       {words: "By 2023 we had cut Scope 1 emissions by 12 % from 2021.", result: events.CheckPass, speaks: "for"},
		"a series of levels":               {words: "The share of renewable power rose from 61 % in 2021 to 68 % in 2022 and 74 % in 2023.", speaks: "neither"},
		"a growth is no reduction":         {words: "Despite reduced emissions our production increased by 163.9 %.", check: "magnitude", speaks: "neither"},
	} {
		t.Run(name, func(t *testing.T) {
			f, all := reported(t, c.words, 1, "What we did.\n"+c.words+"\n", "Our figures.\n"+threeYears)
			check := c.check
			if check == "" {
				check = "yoy_percentage"
			}
			i := slices.IndexFunc(all, func(k events.Check) bool { return k.Name == check && strings.HasPrefix(last(k.Inputs).Label, "stated") })
			if check == "magnitude" {
				i = slices.IndexFunc(all, func(k events.Check) bool { return k.Name == check })
			}
			switch {
			case c.result == "" && i >= 0:
				t.Fatalf("%+v", all[i])
			case c.result != "" && i < 0:
				t.Fatalf("no %s among %+v: %s", check, all, f.Summary)
			case i >= 0 && (all[i].Result != c.result || !strings.Contains(all[i].Working, c.working) || all[i].Message == ""):
				t.Errorf("%+v", all[i])
			}
			if speaks(f) != c.speaks {
				t.Errorf("speaks %s, want %s: %s", speaks(f), c.speaks, f.Summary)
			}
			if !strings.Contains(f.Summary, c.lacks) {
				t.Errorf("%q is not told to be missing: %s", c.lacks, f.Summary)
			}
			if c.result == events.CheckPass {
				for _, in := range all[i].Inputs[:2] {
					if in.FactID == "" || in.Page != 2 {
						t.Errorf("input %+v", in)
					}
				}
			}
		})
	}
}

// A change of several scopes is one of what they add up to, where the report gives their sum for the later year alone.
func TestChangesOfScopesThatAddUp(t *testing.T) {
	const apart = "Scope 1 emissions were 6,100 t CO2e in 2023 (2022: 6,400 t CO2e), and location-based Scope 2 emissions 3,900 t CO2e (2022: 4,100 t CO2e). "
	const sum = "Scope 1 and 2 emissions were 10,000 t CO2e in 2023, "
	const working = "(10000 - 10500) / 10500 x 100 = -4.7619 %; 6100 + 3900 = 10000; 6400 + 4100 = 10500"
	for name, c := range map[string]struct {
		before, words string
		result        events.CheckResult
		speaks        string
	}{
		"right":               {apart, sum + "4.8 % less than in 2022.", events.CheckPass, "for"},
		"wrong":               {apart, sum + "14.8 % less than in 2022.", events.CheckFail, "against"},
		"of another sum":      {apart, strings.Replace(sum, "10", "12", 1) + "14.8 % less than in 2022.", events.CheckInconclusive, "neither"},
		"of a part":           {apart, "In our offices, " + sum + "14.8 % less than in 2022.", events.CheckInconclusive, "neither"},
		"one part is unknown": {strings.Replace(apart, " (2022: 4,100 t CO2e)", "", 1), sum + "14.8 % less than in 2022.", events.CheckInconclusive, "neither"},
		"of a third scope":    {apart, strings.Replace(sum, "1 and 2", "1, 2 and 3", 1) + "14.8 % less than in 2022.", events.CheckInconclusive, "neither"},
	} {
		t.Run(name, func(t *testing.T) {
			f, all := reported(t, c.words, 1, "What we did.\n"+c.before+c.words+"\n", "Our figures.\n")
			i := slices.IndexFunc(all, func(k events.Check) bool { return k.Name == "yoy_percentage" })
			if i < 0 || all[i].Result != c.result || strings.HasSuffix(all[i].Working, working) == (c.result == events.CheckInconclusive && name != "of a part") {
				t.Fatalf("%+v: %s", all, f.Summary)
			}
			if speaks(f) != c.speaks {
				t.Errorf("speaks %s, want %s: %s", speaks(f), c.speaks, f.Summary)
			}
		})
	}
}

// How far a target has come is shown and speaks for nothing.
func TestTargetsAreFollowedByTheReportsFigures(t *testing.T) {
	for name, c := range map[string]struct {
		words   string
		result  events.CheckResult // empty: none
		working string
		lacks   string
	}{
		"ahead": {words: "We will reduce Scope 1 emissions by 42 % by 2031 compared with 2021.",
			result: events.CheckPass, working: "(1000 - 880) / 1000 x 100 = 12 %; path: 42 x (2023 - 2021) / (2031 - 2021) = 8.4 %"},
		"behind": {words: "We will reduce Scope 1 emissions by 80 % by 2031 compared with 2021.",
			result: events.CheckInconclusive, working: "path: 80 x (2023 - 2021) / (2031 - 2021) = 16 %"},
		"energy": {words: "We will reduce energy consumption by 42 % by 2031 compared with 2021.",
			result: events.CheckPass, working: "(22500 - 18000) / 22500 x 100 = 20 %"},
		"two methods": {words: "We will reduce Scope 2 emissions by 42 % by 2031 compared with 2021."},
		"a method": {words: "We will reduce market-based Scope 2 emissions by 42 % by 2031 compared with 2021.",
			result: events.CheckPass, working: "(400 - 300) / 400 x 100 = 25 %"},
		"no base figure": {words: "We are on track to reduce Scope 1 emissions by 42 % by 2031 compared with 2018.",
			lacks: "Scope 1 emissions of 2018 and of a later year"},
		"an intensity": {words: "We will reduce Scope 1 emissions per tonne by 42 % by 2031 compared with 2021."},
		"no scope":     {words: "We will reduce our emissions by 42 % by 2031 compared with 2021."},
	} {
		f, all := reported(t, c.words, 1, "What we will do.\n"+c.words+"\n", "Our figures.\n"+threeYears)
		i := slices.IndexFunc(all, func(k events.Check) bool { return k.Name == "target_progress" })
		if i < 0 && c.result != "" || i >= 0 && (all[i].Result != c.result || !strings.Contains(all[i].Working, c.working) ||
			!slices.ContainsFunc(all[i].Inputs, func(in events.CheckInput) bool { return in.FactID != "" && in.Page == 2 })) {
			t.Errorf("%s: %+v", name, all)
		}
		if f.SupportsClaim != nil || !strings.Contains(f.Summary, c.lacks) {
			t.Errorf("%s: speaks %s: %s", name, speaks(f), f.Summary)
		}
	}
}

func last[T any](all []T) T { return all[len(all)-1] }

// Whatever two figures a report states, the change that they make is agreed with, and one that is two points off is not.
func TestARedoneChangeIsExact(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		then := int64(rapid.IntRange(100000, 900000).Draw(r, "then"))
		now := int64(rapid.IntRange(100000, 900000).Draw(r, "now"))
		if then == now {
			return
		}
		change, ok := quantity.PercentOf(apd.New(now-then, 0), apd.New(then, 0))
		if !ok || quantity.Abs(change).Cmp(apd.New(3, 0)) < 0 {
			return
		}
		verb := "increased"
		if now < then {
			verb = "decreased"
		}
		off := rapid.SampledFrom([]int64{0, 2, -2}).Draw(r, "off")
		said := quantity.Print(quantity.Sum(quantity.Abs(change), apd.New(off, 0)), 1)
		words := fmt.Sprintf("Scope 1 emissions %s by %s %% compared with 2021.", verb, said)
		_, all := reported(t, words, 1, words+"\n", fmt.Sprintf("Our figures.\nEmissions in t CO2e\t2023\t2021\nScope 1\t%d\t%d\n", now, then))
		i := slices.IndexFunc(all, func(k events.Check) bool { return k.Name == "yoy_percentage" })
		if i < 0 || (all[i].Result == events.CheckPass) != (off == 0) {
			r.Fatalf("%s (%d to %d): %+v", words, then, now, all)
		}
	})
}
