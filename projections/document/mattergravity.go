package document

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// gravity weighs a check that does not hold: how sure it is, what it is about and by how much it misses.
func (v *view) gravity(c shownCheck) float64 {
	weight := map[string]float64{"critical": 74, "warning": 58}[c.Severity]
	if c.Result == events.CheckInconclusive {
		weight = 34
		if c.Name == "duplicate_figure" {
			weight = 44
		}
	}
	carbon, bare := false, true
	for _, in := range c.Inputs {
		carbon = carbon || strings.Contains(in.Unit, "CO2")
		bare = bare && (in.Unit == "" || in.Unit == "%" || strings.HasPrefix(in.Unit, "No."))
	}
	if carbon || sortOf(c.Name) == MatterTarget {
		weight += 8
	}
	if carbon && c.Name == "intensity" && c.Result == events.CheckInconclusive {
		weight += 12 // by which companies are held against one another
	}
	if bare && sortOf(c.Name) != MatterTarget {
		weight -= 36 // people and things, which decide less than emissions, energy and money do
		if v.ofOther(c) {
			weight -= 26 // and things that nobody asks for least
		}
	}
	if off, err := strconv.ParseFloat(c.DifferencePercent, 64); err == nil {
		switch off = math.Abs(off); {
		case off < 0.5:
			weight -= 25 // it matters little even if it is wrong
		case off >= 10:
			weight += 4
		}
	}
	if v.slight(c) {
		weight -= 22
	}
	if leftEmpty(c) {
		weight -= 30 // what is missing are the parts, and nothing shows the whole to be wrong
	}
	if misplaced(c) {
		weight -= 30 // everybody sees what is meant
	}
	if slices.ContainsFunc(c.Claims, func(id string) bool {
		x := v.verdicts[id]
		return x != nil && x.Verdict == events.Contradicted
	}) {
		weight += 6
	}
	return weight
}

// ofOther reports whether a check is of figures of no metric that reports are read for, as of courses taken.
func (v *view) ofOther(c shownCheck) bool {
	known := false
	for _, in := range c.Inputs {
		if f := v.facts[in.FactID]; f != nil {
			if f.Metric != "other" && f.Metric != "training" {
				return false
			}
			known = true
		}
	}
	return known
}

// leftEmpty reports whether all parts of a sum are nothing and their whole is something: as in a form where they were not filled in.
func leftEmpty(c shownCheck) bool {
	parts := 0
	for _, in := range c.Inputs {
		if strings.HasPrefix(in.Label, "stated") {
			if onlyZero([]string{in.Value}) {
				return false
			}
			continue
		}
		if !onlyZero([]string{in.Value}) {
			return false
		}
		parts++
	}
	return parts > 1 && sortOf(c.Name) == MatterArithmetic
}

// misplaced reports whether a figure is that of its own parts but for where the decimal point stands.
func misplaced(c shownCheck) bool {
	number := func(s string) float64 {
		first, _, _ := strings.Cut(s, " ")
		x, err := strconv.ParseFloat(strings.ReplaceAll(first, ",", ""), 64)
		if err != nil {
			return 0
		}
		return math.Abs(x)
	}
	stated, expected := number(c.Stated), number(c.Expected)
	if stated == 0 || expected == 0 || sortOf(c.Name) != MatterArithmetic {
		return false
	}
	places := math.Log10(expected / stated)
	return math.Abs(places) > 0.5 && math.Abs(places-math.Round(places)) < 1e-9
}

// slightPart is how much of the largest amount of its kind is next to nothing.
const slightPart = 0.02

// slight reports whether a check is of an amount that is next to nothing beside the largest of its kind in the report.
func (v *view) slight(c shownCheck) bool {
	known := 0
	for _, in := range c.Inputs {
		f := v.facts[in.FactID]
		if f == nil {
			continue
		}
		amount, err := strconv.ParseFloat(f.ValueBase, 64)
		if err != nil || math.Abs(amount) >= slightPart*v.largest[f.Metric+" "+f.UnitBase] {
			return false
		}
		known++
	}
	return known > 0
}

// statedIn are the figures of a claim: of a row of a table those of its page that are printed in it behind its label, of a sentence those that were
// read in it.
func (v *view) statedIn(c *Claim) []*Fact {
	if known, there := v.stated[c]; there {
		return known
	}
	words := strings.Join(strings.Fields(c.Quote.Text), " ")
	var out []*Fact
	for _, f := range v.onPage[c.Page] {
		ofRow := slices.ContainsFunc(f.RowPath, func(label string) bool { return label != "" && strings.HasPrefix(words, label) })
		if (c.Source == "table" && ofRow || c.Source != "table" && f.Source != "table") && f.Printed != "" && standsIn(words, f.Printed) {
			out = append(out, f)
		}
	}
	v.stated[c] = out
	return out
}

// otherThan is the metric of a claim's figures where none of them is of the one that a subject is stated in: a reduction is no level. It is empty
// where one is, or none was read.
func (v *view) otherThan(metric string, c *Claim) string {
	other := ""
	for _, f := range v.statedIn(c) {
		if f.Metric == metric {
			return ""
		}
		if f.Metric != "target_year" {
			other = f.Metric
		}
	}
	return other
}

// amounts are the largest of each unit that a claim states. Changes and amounts per something are none of them: an effect tells less than what it
// is of.
func (v *view) amounts(c *Claim) map[string]float64 {
	out := map[string]float64{}
	for _, f := range v.statedIn(c) {
		if f.Change || f.Per != "" || f.Metric == "target_year" || strings.HasPrefix(f.Printed, "CO2") || // neither a year nor the 2 of a gas is an amount
			strings.HasSuffix(f.Metric, "intensity") {
			continue
		}
		if amount, err := strconv.ParseFloat(f.ValueBase, 64); err == nil {
			if !strings.Contains(v.Report.Period, strconv.Itoa(f.Year)) {
				amount *= ofAnotherYear
			}
			out[massOf(f.UnitBase)] = max(out[massOf(f.UnitBase)], math.Abs(amount))
		}
	}
	return out
}

// ofAnotherYear is how much an amount counts that is not of the year of the report.
const ofAnotherYear = 0.8

// massOf is the unit in which masses are held against each other: one heading says tonnes and the next tonnes of CO2.
func massOf(unit string) string {
	if strings.HasPrefix(unit, "tCO2") {
		return "t"
	}
	return unit
}

// standsIn reports whether a figure is printed among words, and not as a part of another.
func standsIn(words, printed string) bool {
	for from := 0; printed != ""; {
		at := strings.Index(words[from:], printed)
		if at < 0 {
			return false
		}
		at += from
		before, _ := utf8.DecodeLastRuneInString(words[:at])
		after, _ := utf8.DecodeRuneInString(words[at+len(printed):])
		if !unicode.IsLetter(before) && !unicode.IsDigit(before) && !unicode.IsLetter(after) && !unicode.IsDigit(after) {
			return true
		}
		from = at + len(printed)
	}
	return false
}

// most is the largest amount that some claims state of the unit that most of them have: of emissions tonnes, of what is spent money. What
// is in another unit, as the energy that emissions come from, does not stand for the subject.
func (v *view) most(claims []*Claim) map[string]float64 {
	largest, stating := map[string]float64{}, map[string]int{}
	for _, c := range claims {
		for unit, amount := range v.amounts(c) {
			if unit != "%" { // shares are of different wholes
				largest[unit] = max(largest[unit], amount)
				stating[unit]++
			}
		}
	}
	commonest := ""
	for _, unit := range slices.Sorted(maps.Keys(stating)) {
		if commonest == "" || stating[unit] > stating[commonest] {
			commonest = unit
		}
	}
	if commonest == "" {
		return nil
	}
	return map[string]float64{commonest: largest[commonest]}
}

// share is how much of the largest amount a claim states: a whole tells more of a subject than one of its parts, and what is next to
// nothing, or nothing, tells least.
func (v *view) share(c *Claim, most map[string]float64) float64 {
	best, known := 0.0, false
	for unit, amount := range v.amounts(c) {
		if most[unit] > 0 {
			best, known = max(best, amount/most[unit]), true
		}
	}
	switch {
	case known && best < slightPart && c.Source != "table", onlyZero(c.Entities.Figures):
		return -4
	case known:
		return 3 * best
	case hasAmount(c) && len(most) > 0:
		return -2 // a change or a rate, where amounts are there
	}
	return 0
}

// onlyZero reports whether figures are there and are all nothing, as in a note on what rounding does. The 2 of CO2 is none of their digits.
func onlyZero(figures []string) bool {
	return len(figures) > 0 && !slices.ContainsFunc(figures, func(f string) bool {
		return slices.ContainsFunc(strings.Fields(f), func(word string) bool {
			return !strings.ContainsFunc(word, unicode.IsLetter) && strings.ContainsAny(word, "123456789")
		})
	})
}

// mostMoney is the largest sum of each currency that statements which matter give.
func (v *view) mostMoney(groups map[string][]*Claim) map[string]float64 {
	out := map[string]float64{}
	for _, claims := range groups {
		for _, c := range claims {
			for unit, amount := range v.moneyIn(c) {
				out[unit] = max(out[unit], amount)
			}
		}
	}
	return out
}

// trifling reports whether a claim states sums of money, or amounts of energy and the like, and all are next to nothing beside the largest of their
// kind that is stated.
func (v *view) trifling(c *Claim) bool {
	known := false
	for _, f := range v.statedIn(c) {
		amount, err := strconv.ParseFloat(f.ValueBase, 64)
		if err != nil || f.Change || f.Target || f.UnitBase == "%" || f.UnitBase == "" || f.Metric == "other" {
			continue
		}
		most := v.largest[f.Metric+" "+f.UnitBase]
		for part, whole := range families {
			if f.Metric == part || f.Metric == whole {
				most = max(most, v.largest[part+" "+f.UnitBase], v.largest[whole+" "+f.UnitBase])
			}
		}
		if most == 0 || math.Abs(amount) >= slightPart/2*most {
			return false
		}
		known = true
	}
	for unit, amount := range v.moneyIn(c) {
		if most := v.money[unit]; most > 0 && amount >= slightPart*most {
			return false
		}
		known = known || v.money[unit] > 0
	}
	return known
}

// moneyIn is the largest sum of each currency in a claim, as it is printed: what rules or readers have made of it does not matter.
func (v *view) moneyIn(c *Claim) map[string]float64 {
	out := map[string]float64{}
	for _, figure := range c.Entities.Figures {
		for _, q := range quantity.Find(figure, quantity.Detect(figure, quantity.Point)) {
			if amount, err := q.Base().Float64(); err == nil && q.Unit.Dimension == quantity.Money {
				out[q.Unit.Symbol] = max(out[q.Unit.Symbol], math.Abs(amount))
			}
		}
	}
	return out
}
