package router

import (
	"fmt"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/pattern"
)

// condition limits a default assignment to claims with a certain content.
type condition int

const (
	always condition = iota
	ifFigures
	ifPlace
)

type rule struct {
	agent    events.Agent
	required bool
	when     condition
	reason   string
}

// defaults is the routing by claim type, required agents first.
var defaults = map[events.ClaimType][]rule{
	events.Geographic: {
		{events.Geography, true, always, "a geographic claim is compared with imagery of the place"},
		{events.Legal, false, always, "the paragraphs a geographic claim answers are assessed"},
	},
	events.Quantitative: {
		{events.DataMetrics, true, always, "the figures of a quantitative claim are recalculated"},
		{events.Legal, false, always, "the paragraphs a quantitative claim answers are assessed"},
		{events.Academic, false, always, "a quantitative claim is compared with benchmarks and research"},
	},
	events.LegalGovernance: {
		{events.Legal, true, always, "a governance claim is assessed against the paragraphs it answers"},
		{events.NewsMedia, false, always, "regulators and press may know otherwise about a governance claim"},
	},
	events.Strategic: {
		{events.Legal, true, always, "a strategic claim is assessed against the paragraphs on plans and targets"},
		{events.Academic, true, always, "a strategic claim is compared with recognised target methods"},
		{events.NewsMedia, false, always, "press and regulators may report on a strategic claim"},
		{events.DataMetrics, false, ifFigures, "a strategic claim with figures is checked for achievability"},
	},
	events.Environmental: {
		{events.Academic, true, always, "an environmental claim is compared with research, methods and registries"},
		{events.Geography, false, ifPlace, "an environmental claim that names a place is compared with imagery"},
		{events.DataMetrics, false, ifFigures, "an environmental claim with figures is recalculated"},
	},
}

// disclosure names the frameworks whose mention concerns disclosure and so the legal agent; any other
// standard (GHG Protocol, ISO 14064, SBTi, ...) is a method and concerns the academic agent.
var disclosure = []string{"ifrs", "issb", "sasb", "tcfd", "esrs", "csrd", "gri", "sec"}

// Route lists who works on a claim in its first pass and why: the defaults of its type, then whoever its
// content concerns. Required agents stand first, each group in display order.
func Route(c events.Claim) []events.AgentTask {
	reasons := map[events.Agent][]string{}
	required := map[events.Agent]bool{}
	add := func(agent events.Agent, reason string) { reasons[agent] = append(reasons[agent], reason) }

	types, known := defaults[c.Type]
	if !known {
		types = []rule{{events.Legal, true, always, fmt.Sprintf("a claim of unknown type %q is at least assessed against the standards", c.Type)}}
	}
	for _, r := range types {
		if r.when == ifFigures && len(c.Entities.Figures) == 0 || r.when == ifPlace && len(c.Entities.Places) == 0 {
			continue
		}
		add(r.agent, r.reason)
		required[r.agent] = required[r.agent] || r.required
	}
	for _, r := range contentRules(c) {
		add(r.agent, r.reason)
	}

	tasks := make([]events.AgentTask, 0, len(reasons))
	for _, wanted := range []bool{true, false} {
		for _, agent := range events.Agents() {
			if why := reasons[agent]; len(why) > 0 && required[agent] == wanted {
				tasks = append(tasks, events.AgentTask{Agent: agent, Required: wanted, Reason: strings.Join(why, "; ")})
			}
		}
	}
	return tasks
}

// tellsHarm is a sentence by which somebody or something came to harm.
var tellsHarm = pattern.Compile(`(?i)\b(?:died|killed|fatally|fatal\s+(?:\p{L}+\s+)?(?:accidents?|incidents?)|` +
	`lost\s+(?:his|her|their)\s+(?:own\s+)?(?:life|lives)|` +
	`(?:was|were)\s+(?:(?:seriously|badly|severely)\s+)?(?:injured|hurt|fined)|spilt|spilled|leaked)\b`)

// denies is a sentence that says as a fact that there was none of something.
var denies = pattern.Compile(`(?i)\b(?:there\s+(?:were|was|have\s+been|has\s+been)|had|experienced|recorded|reported|registered|identified|suffered|received)` +
	`\s+(?:no|zero|not\s+a\s+single)\b|` +
	`^\s*(?:no|zero|not\s+a\s+single)\b[^.]{1,120}\b(?:was|were|has\s+been|have\s+been|occurred|happened|arose)\b`)

// contentRules says whom the claim's own words concern, whatever its type. All of these are helpful, none
// required.
func contentRules(c events.Claim) []rule {
	var out []rule
	add := func(agent events.Agent, format string, args ...any) {
		out = append(out, rule{agent: agent, reason: fmt.Sprintf(format, args...)})
	}
	e := c.Entities
	if len(e.Figures) > 0 {
		add(events.DataMetrics, "it states %s", list(e.Figures))
	}
	if len(e.Figures) == 0 && e.Kind == "change" {
		add(events.DataMetrics, "it says that something has changed, which a row of figures may show")
	}
	if len(e.Figures) == 0 && denies.MatchString(c.Text) {
		add(events.DataMetrics, "it says that there was none of something, which a table may count")
	}
	if len(e.Figures) == 0 && tellsHarm.MatchString(c.Text) {
		add(events.DataMetrics, "it tells of harm, which another sentence may deny")
	}
	if len(e.Places) > 0 {
		add(events.Geography, "it names %s", list(e.Places))
	}
	if len(e.Bodies) > 0 {
		add(events.Legal, "it names %s", list(e.Bodies))
	}
	if len(c.Paragraphs) > 0 {
		ids := make([]string, len(c.Paragraphs))
		for i, p := range c.Paragraphs {
			ids[i] = p.ID
		}
		add(events.Legal, "it may answer %s", list(ids))
	}
	var frameworks, methods []string
	for _, s := range e.Standards {
		if isDisclosure(s) {
			frameworks = append(frameworks, s)
		} else {
			methods = append(methods, s)
		}
	}
	if len(frameworks) > 0 {
		add(events.Legal, "it refers to %s", list(frameworks))
	}
	if len(methods) > 0 {
		add(events.Academic, "it refers to %s", list(methods))
	}
	if e.Commitment {
		add(events.Legal, "it commits to something in the future")
	}
	if c.Reach.Asks(events.SourceNews) {
		add(events.NewsMedia, "press and authorities may have reported on it")
	}
	if s := e.Subject; s != "" && s != "company" {
		add(events.NewsMedia, "it speaks of a third party, %s", s)
	}
	return out
}

// isDisclosure compares whole words, so that "sec" is not found inside "sector".
func isDisclosure(standard string) bool {
	words := strings.FieldsFunc(strings.ToLower(standard), func(r rune) bool { return (r < 'a' || r > 'z') })
	for _, w := range words {
		for _, d := range disclosure {
			if w == d {
				return true
			}
		}
	}
	return false
}

// list names up to three things and counts the rest.
func list(names []string) string {
	const shown = 3
	if len(names) <= shown {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:shown], ", "), len(names)-shown)
}
