package sheet

import (
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// Definition is all that defines a check.
type Definition struct {
	Name      string
	About     string // what is checked, in one sentence
	Tolerance string
	Severity  string                   // of a failure
	Run       func(*Sheet) []Finding   // of tables, or of the report as a whole; nil for none
	Heard     func(*Sheet) []Utterance // of the figures that sentences state; nil for none
}

// Finding is one result with where it belongs.
type Finding struct {
	events.Check
	Page int
}

// Stated is the fact whose figure a check computes from the others; empty if it computes none. When the check
// fails, only who states that figure is contradicted.
func Stated(c events.Check) string {
	for _, in := range c.Inputs {
		if strings.HasPrefix(in.Label, StatedLabel) {
			return in.FactID
		}
	}
	return ""
}

// StatedLabel begins the label of the input that a check computes.
const StatedLabel = "stated"

// Options are what a check may know beside the sheet.
type Options struct {
	// Document is the parse that the sheet was read from: checks of method read its sentences. nil leaves them out.
	Document *document.Document
	Country  string // ISO code or name of where most of the entity's electricity is used; empty if not known
}

// OnceSaid leaves out what a sentence is told for already.
func OnceSaid(ways ...[]Utterance) []Utterance {
	var out []Utterance
	told := map[string]bool{}
	for _, found := range ways {
		for _, u := range found {
			if u.Result != events.CheckFail || u.Words == "" || !told[u.Words] {
				out = append(out, u)
			}
		}
		for _, u := range found {
			told[u.Words] = told[u.Words] || u.Result == events.CheckFail
		}
	}
	return out
}

// Utterance is a finding on what a sentence says.
type Utterance struct {
	Finding
	Words, Said string // as in Result
	Alone       bool
	Pace        *Pace
}

// Same says that two findings are one: of the same figures, with the same working.
func (u Utterance) Same(o Utterance) bool {
	return u.Page == o.Page && u.Result == o.Result && u.Working == o.Working && u.Message == o.Message && u.Words == o.Words &&
		slices.EqualFunc(u.Inputs, o.Inputs, func(a, b events.CheckInput) bool {
			return a.FactID == b.FactID && a.Value == b.Value && a.Page == b.Page
		})
}

// Pace is how fast emissions have fallen since a target's base year, and how fast they have to from now on, in points
// of the base year a year. Needed is nil where the target's year has come or the target is reached.
type Pace struct {
	Achieved, Needed *apd.Decimal
	Left             *apd.Decimal // points until the target
}
