package specialist

import (
	"fmt"
	"strings"

	"github.com/sibyl-project/sibyl/events"
)

// NoSource is the honest answer of an agent that has nowhere to look. It supports and contradicts nothing,
// and asking again would change nothing until a source is configured.
func NoSource(details events.NoSourceDetails) Found {
	details = filled(details)
	summary := fmt.Sprintf("Not investigated: no source is configured (%s).", strings.Join(details.NotConfigured, "; "))
	if len(details.WouldHelp) > 0 {
		summary += " What would help: " + strings.Join(details.WouldHelp, "; ") + "."
	}
	if len(details.Observations) > 0 {
		summary += " " + strings.Join(details.Observations, " ")
	}
	return Found{EvidenceType: events.EvidenceNoSource, Summary: summary, Details: details, Exhausted: true}
}
