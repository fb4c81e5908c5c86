package ghg

import (
	_ "embed" // the table is part of the binary
	"sync"

	"github.com/cockroachdb/apd/v3"
)

//go:embed targets.json
var targetsFile []byte

// Rule is one thing that the Science Based Targets initiative asks of a target.
type Rule struct {
	ID        string       `json:"id"`
	Version   string       `json:"version"`  // of the criteria
	Horizon   string       `json:"horizon"`  // near-term or long-term
	Ambition  string       `json:"ambition"` // 1.5C, well below 2C; empty where it makes no difference
	Scopes    []int        `json:"scopes"`
	Quantity  string       `json:"quantity"` // what value is: annual_reduction, coverage, ...
	Value     *apd.Decimal `json:"value"`
	Unit      string       `json:"unit"`
	Compound  bool         `json:"compound"` // of each year before, not of the base year
	Text      string       `json:"text"`
	Source    string       `json:"source"`
	Certainty Certainty    `json:"certainty"`
}

// TargetRules holds the rules and what is known of their versions.
type TargetRules struct {
	About    string `json:"about"`
	Versions []struct {
		Version   string    `json:"version"`
		Text      string    `json:"text"`
		Source    string    `json:"source"`
		Certainty Certainty `json:"certainty"`
	} `json:"versions"`
	Rules []Rule `json:"rules"`
}

// LoadTargetRules returns the rules for targets.
var LoadTargetRules = sync.OnceValues(func() (*TargetRules, error) {
	return decode[TargetRules]("the rules for targets", targetsFile)
})

// Rule looks a rule up by its id.
func (t *TargetRules) Rule(id string) (Rule, bool) {
	for _, r := range t.Rules {
		if r.ID == id {
			return r, true
		}
	}
	return Rule{}, false
}
