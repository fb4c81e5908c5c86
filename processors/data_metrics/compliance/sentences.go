package compliance

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// part is one thing that a paragraph asks for: met by a fact, or by a sentence.
type part struct {
	what  string
	fact  func(*facts.Fact) bool
	said  *sentences
	dated bool                  // met by a fact that gives the year of a target
	when  func(*disclosed) bool // asked for only then; nil: always
}

// asked is a paragraph with its parts. Where nothing speaks of one that has a condition, it depends on that; a
// condition that the report shows to hold excuses nothing.
type asked struct {
	paragraph string
	condition string // empty: always asked for
	holds     func(*disclosed) bool
	parts     []part
}

// sentences are those of which all patterns match and none of the others do. Patterns are matched with the lower
// case; keys are what one of the words must hold for the rest to be looked at.
type sentences struct {
	keys []string
	all  []*pattern.Pattern
	none *pattern.Pattern
}

// says asks for a sentence that holds one of the keys, parted by "|", and fits all patterns.
func says(keys string, patterns ...string) *sentences {
	s := &sentences{keys: strings.Split(keys, "|")}
	for _, p := range patterns {
		s.all = append(s.all, pattern.Compile(p))
	}
	return s
}

func (s *sentences) but(expr string) *sentences {
	out := *s
	out.none = pattern.Compile(expr)
	return &out
}

// scopeTotal says that a fact is all of a scope of the entity, measured as greenhouse gases.
func scopeTotal(scope string, method ...string) func(*facts.Fact) bool {
	return func(f *facts.Fact) bool {
		if f.Metric != facts.GHGEmissions || f.Scope != scope || f.Category != "" || f.Boundary != "" || f.Target || f.Change {
			return false
		}
		if d := quantity.Dimension(f.Dimension); d != quantity.Emissions && d != quantity.Mass {
			return false
		}
		return len(method) == 0 || slices.Contains(method, f.Method)
	}
}

// dated says that a fact is a target of a year after the report's own, or that year itself: a table of the reporting year
// that asks for a target gives its figures that year, which is none of the target.
func dated(f *facts.Fact, last int) bool {
	if f.Metric == facts.TargetYear {
		return f.Quantity().Value.Cmp(quantity.Int(int64(last))) > 0
	}
	return f.Target && f.Metric == facts.GHGReduction && f.Year > last && !f.Quantity().Value.IsZero()
}

// againstBase says that a fact is a change since a base year or against a target: what progress is measured by. A change
// from one year to the next is not.
func againstBase(f *facts.Fact) bool {
	return f.Metric == facts.GHGReduction && f.Change && !f.Target && f.Scope != "" &&
		(f.BaseYear > 0 || progressLabel.MatchString(strings.Join(append(slices.Clone(f.RowPath), f.ColPath...), " ")+" "+f.Caption))
}

var progressLabel = pattern.Compile(`(?i)\bbase(?:line)?[- ]?(?:year|period)?\b|\btargets?\b|\bgoals?\b`)

func metric(m facts.Metric) func(*facts.Fact) bool {
	return func(f *facts.Fact) bool { return f.Metric == m }
}

// reductionTarget says that a fact is a target of reducing emissions of which something more is known.
func reductionTarget(known func(*facts.Fact) bool) func(*facts.Fact) bool {
	return func(f *facts.Fact) bool { return f.Target && f.Metric == facts.GHGReduction && known(f) }
}

// target is a sentence that states a climate target of the entity. Further patterns narrow it down.
func targetSentence(keys string, patterns ...string) *sentences {
	return says(keys, append([]string{carbon, aim, toCome + `|\d\s?%`}, patterns...)...).but(others + `|` + pay)
}

func hasTargets(d *disclosed) bool { return d.targets }

// exposed are the amount and the share of assets or activities that a risk threatens.
func exposed(risk, keys, name string) []part {
	at := `\b(?:expos\w+|vulnerab\w+|at risk|high(?:er)? risk|affected|subject to|located|stand|having a high|rated)\b`
	what := `\b(?:assets?|properties|property|sites?|portfolio|collateral|carrying amount|` +
		`revenues?|facilities|plants?|loans?|activities|exposures?|locations?|book value)\b`
	return []part{
		{what: "the amount exposed to " + name, said: says(keys, risk, at, what, amount)},
		{what: "their share", said: says(keys, risk, at, what, proportion)},
	}
}

// aligned are assets or activities that go with climate-related opportunities.
func aligned(figure string) *sentences {
	return says("taxonomy|opportunit|low-carbon|low carbon|green|sustainable",
		`\btaxonomy[- \x{ad}]+aligned\b|\baligned with (?:the )?(?:eu )?taxonomy\b|\bclimate[- ]related opportunit\w+|`+
			`\blow[- ]carbon (?:products?|boards?|solutions?|technolog\w+)\b|\bgreen (?:products?|buildings?|revenues?)\b`,
		figure, `\b(?:revenues?|turnover|capex|capital expenditures?|opex|sales|assets?|portfolio|investments?|loans?|income)\b`)
}
