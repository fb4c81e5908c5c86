package events

import (
	"maps"
	"slices"
	"strings"
)

// Computation is what a check computes, which says how its result is spoken of.
type Computation string

// The closed set of computations.
const (
	ComputesNothing Computation = ""       // it compares, and its message says it best
	ComputesSum     Computation = "sum"    // parts against a whole
	ComputesChange  Computation = "change" // from one amount to another
	ComputesShare   Computation = "share"  // part of a whole
	ComputesWhole   Computation = "whole"  // shares that together make one
	ComputesRate    Computation = "rate"   // one amount per another
)

// Fault is what it means that a check does not hold.
type Fault string

// The closed set of faults.
const (
	WrongFigure Fault = ""             // a figure is not what it should be
	TwoFigures  Fault = "inconsistent" // one thing is stated in two ways
	WrongTarget Fault = "target"       // a target does not fit its own figures
)

// Bearing is what a check has to do with a claim whose figure went into it.
type Bearing string

// The closed set of bearings.
const (
	SpeaksOfReport Bearing = ""             // nothing: it speaks of the report only
	Recalculates   Bearing = "recalculates" // it computes a stated figure from others; its failure contradicts the claim that states it
	Touches        Bearing = "touches"      // a reader of the claim should know of it; it takes no side
)

// CheckKind is what is known of a check by its name, beside its definition.
type CheckKind struct {
	Computes  Computation
	Fault     Fault
	Bearing   Bearing
	OfTable   bool // it redoes a calculation of a table by its own signs, which table_relation may find as well: told once
	OverYears bool // it holds a figure against those of other years
	Doubts    bool // where it does not hold, it is open which of its figures is right
	Asks      bool // where it is left open with a warning, a careful reader would ask
	OfForm    bool // it looks at units, methods and what is named, and holds no figure against another: to pass it shows little
}

// checkKinds has every check there is; a test of package deploy holds it against their definitions.
var checkKinds = map[string]CheckKind{
	"row_label":                 {Fault: TwoFigures, Bearing: Touches},
	"scope_addition":            {Computes: ComputesSum, Bearing: Recalculates, OfTable: true},
	"category_addition":         {Computes: ComputesSum, Bearing: Recalculates, OfTable: true},
	"table_total":               {Computes: ComputesSum, Bearing: Recalculates, OfTable: true},
	"table_relation":            {Computes: ComputesSum, Bearing: Recalculates},
	"percentage_calculation":    {Computes: ComputesShare, Bearing: Recalculates, OfTable: true},
	"percentage_sum":            {Computes: ComputesWhole, Bearing: Recalculates, OfTable: true},
	"yoy_percentage":            {Computes: ComputesChange, Bearing: Recalculates, OverYears: true},
	"direction":                 {OverYears: true},
	"trend":                     {Bearing: Touches, Asks: true},
	"duplicate_figure":          {Fault: TwoFigures, Bearing: Touches, Doubts: true, Asks: true},
	"intensity":                 {Computes: ComputesRate, Bearing: Touches, OfTable: true, Asks: true},
	"magnitude":                 {Bearing: Touches, Asks: true},
	"energy_plausibility":       {Bearing: Touches},
	"unit_validity":             {OfForm: true},
	"method_consistency":        {Fault: TwoFigures, OfForm: true},
	"methodology":               {OfForm: true},
	"methodology_change":        {OfForm: true},
	"gwp":                       {OfForm: true},
	"emission_factor":           {OfForm: true},
	"target_achievability":      {Fault: WrongTarget, Asks: true},
	"target_progress":           {Fault: WrongTarget, Asks: true},
	"interim_targets":           {Fault: WrongTarget, Asks: true},
	"baseline_consistency":      {Fault: TwoFigures, Doubts: true},
	"baseline_validity":         {Fault: WrongTarget, OfForm: true},
	"historical_consistency":    {Fault: TwoFigures, OverYears: true, Doubts: true},
	"recalculation_consistency": {Fault: TwoFigures, OverYears: true, Doubts: true},
}

// Near reports whether a check passed within its tolerance only: the figures differ by more than printing to the last place explains. Such a pass
// is no accusation, and no confirmation either.
func (c Check) Near() bool {
	return c.Result == CheckPass && !c.ExplainedByRounding && strings.HasPrefix(c.Message, NearlyAgrees)
}

// NearlyAgrees begins the message of a check that passed within its tolerance only.
const NearlyAgrees = "Agrees within "

// OfDirection reports whether a check held words against which way figures go, which says nothing of how far.
func (c Check) OfDirection() bool { return c.Name == "direction" }

// KindOfCheck is what is known of the check of a name; of one that is not known, nothing.
func KindOfCheck(name string) CheckKind { return checkKinds[name] }

// CheckKinds lists the names of the checks that have a kind, sorted.
func CheckKinds() []string { return slices.Sorted(maps.Keys(checkKinds)) }

// Shows reports whether a check works with a figure as a claim prints it: it recalculates it, or reckons with it.
func (c Check) Shows(figure string) bool {
	want := significant(figure)
	if want == "" || significant(c.Stated) == want {
		return true
	}
	for _, in := range c.Inputs {
		if significant(in.Value) == want {
			return true
		}
	}
	return false
}

// Unshown lists the figures with which none of the checks works.
func Unshown(figures []string, checks []Check) []string {
	var out []string
	for _, f := range figures {
		shown := false
		for _, c := range checks {
			shown = shown || c.Shows(f)
		}
		if !shown {
			out = append(out, f)
		}
	}
	return out
}

// significant are the digits of the first number of a text, however they are parted, without zeros that say nothing.
func significant(s string) string {
	var digits []rune
	for _, r := range strings.TrimSpace(s) {
		switch {
		case r >= '0' && r <= '9':
			digits = append(digits, r)
		case len(digits) > 0 && !strings.ContainsRune(".,' \u00a0\u202f\u2009", r):
			return strings.Trim(string(digits), "0")
		}
	}
	return strings.Trim(string(digits), "0")
}
