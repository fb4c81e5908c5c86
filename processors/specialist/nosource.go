package specialist

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
)

// NoSource is the honest answer of an agent that has nowhere to look. It supports and contradicts nothing,
// and asking again would change nothing until a source is configured.
func NoSource(details events.NoSourceDetails) Found {
	details = filled(details)
	summary := fmt.Sprintf("Not investigated: no source is configured (%s).", strings.Join(details.NotConfigured, "; "))
	if len(details.NotConfigured) == 0 {
		summary = "Not investigated: the claim is about nothing that could be searched for."
	}
	if len(details.WouldHelp) > 0 {
		summary += " What would help: " + strings.Join(details.WouldHelp, "; ") + "."
	}
	if len(details.Observations) > 0 {
		summary += " " + strings.Join(details.Observations, " ")
	}
	return Found{EvidenceType: events.EvidenceNoSource, Summary: summary, Details: details, Exhausted: true}
}

// noAnswer is the answer of an agent whose every search failed: nobody has looked, which is no evidence of anything.
func noAnswer(details events.NoSourceDetails, why string) Found {
	details.Observations = append(slices.Clip(details.Observations), "No search had an answer: "+why+".")
	f := NoSource(details)
	f.Summary = "Not investigated: no search had an answer (" + strings.TrimRight(why, ".") + ")."
	return f
}
