package compliance

import (
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
)

const otherParties = `(?:suppliers?|vendors?|customers?|clients?|contractors?|competitors?|peers?|investees?|` +
	`borrowers?|tenants?|franchisees?|portfolio compan(?:y|ies)|investee compan(?:y|ies)|business partners?)`

// Emissions of somebody else are no Scope 1 or 2 of the entity.
var (
	emissionsOfOthers = pattern.Compile(
		`(?i)\bemissions?\s+(?:\([^)]*\)\s*)?(?:of|by|from|at)\s+(?:(?:our|the|all|its|their|these|those|main|largest|major|key|top|\d+)\s+)*` + otherParties + `\b`)
	beforeTheirs = pattern.Compile(
		`(?i)\b` + otherParties + `['’]?s?['’]?\s+(?:(?:reported|emitted|caused|had|disclosed|report|emit|own|total|direct|combined|whose)\s+)*$`)
)

// theirs says that the sentence of a fact speaks of the emissions of suppliers, customers or the like.
func (d *disclosed) theirs(f *facts.Fact) bool {
	if f.Source == facts.FromTable || f.Metric != facts.GHGEmissions || strings.Contains(f.Scope, "3") {
		return false
	}
	if emissionsOfOthers.MatchString(f.Quote) {
		return true
	}
	for _, s := range d.sentences {
		if s.page != f.Page {
			continue
		}
		before, _, found := strings.Cut(strings.Join(strings.Fields(s.text), " "), strings.Join(strings.Fields(f.Quote), " "))
		if found && beforeTheirs.MatchString(before) {
			return true
		}
	}
	return false
}
