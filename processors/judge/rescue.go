package judge

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
)

// acceptable refuses an answer that cannot be told from another or ascribed to an agent and a pass.
func acceptable(id string, agent events.Agent, iteration int) error {
	switch {
	case id == "":
		return stream.Reject(fmt.Errorf("hearing a finding of %q: it has no id", agent))
	case rank(agent) == len(events.Agents()):
		return stream.Reject(fmt.Errorf("hearing answer %s: there is no agent %q", id, agent))
	case iteration < 1:
		return stream.Reject(fmt.Errorf("hearing answer %s: there is no pass %d", id, iteration))
	}
	return nil
}

// rescue keeps an event that was given up on from leaving the judge waiting: an agent's answer becomes its
// inability, and the case is judged on what else there is. A person's ruling that cannot be heard is told to
// people, and the verdict stays as it is. A case that cannot be opened ends the run, since nobody else could
// close it.
func rescue(l stream.Letter) []events.Draft {
	if events.Stray(l.Record, l.Err) {
		return nil // nobody waits for what it should have led to
	}
	rec := l.Record
	switch rec.Type {
	case events.FindingProduced.Type, events.FindingUnable.Type:
	case events.VerdictOverridden.Type:
		return []events.Draft{troubled(rec.Key, rec.ID, fmt.Sprintf("a ruling on claim %s could not be heard: %v", rec.Key, l.Err))}
	default:
		return []events.Draft{events.RunFailed.Draft(events.RunSubject("failed", Name, rec.ID), events.RunFailure{
			Error: fmt.Sprintf("the case of claim %s could not be judged: %v", rec.Key, l.Err),
		})}
	}
	w, claims := answerOf(rec)
	if !claims {
		return nil // about the report as a whole: the judge does not wait for it
	}
	shown := troubled(w.claim, rec.ID, fmt.Sprintf("an answer about claim %s could not be heard: %v", w.claim, l.Err))
	if w.agent == "" {
		return []events.Draft{shown} // of nobody who is waited for
	}
	return []events.Draft{shown, events.FindingUnable.Draft(
		events.PassSubject(w.claim, w.iteration, string(w.agent), "unreadable"),
		events.Inability{Agent: w.agent, ClaimID: w.claim, Iteration: w.iteration, Reason: fmt.Sprintf("its answer could not be read: %v", l.Err)},
	)}
}

// troubled tells people of an event about a claim that was given up on.
func troubled(claim, event, message string) events.Draft {
	return activity(events.ClaimSubject(claim, Name, "error", event), "error", map[string]any{"message": message, "claim_id": claim})
}

// whose is the place of an answer.
type whose struct {
	claim     string
	agent     events.Agent
	iteration int
}

// answerOf tells whose answer an unreadable record holds, by its path (claim/<id>/i<pass>/<agent>/...) and,
// where the path is damaged too, by who sent it under which key and in which pass. It is false for answers
// about the report.
func answerOf(rec events.Record) (whose, bool) {
	path := strings.Split(rec.Subject, "/")
	if path[0] == "run" || len(path) > 1 && path[0] == "claim" && path[1] == "" || rec.Key == rec.Run {
		return whose{}, false
	}
	w := whose{claim: rec.Key, iteration: max(rec.Iteration, 1)}
	if sender := events.Agent(strings.TrimPrefix(rec.Source, "/sibyl/")); slices.Contains(events.Agents(), sender) {
		w.agent = sender
	}
	if len(path) < 4 || path[0] != "claim" {
		return w, true
	}
	w.claim = path[1]
	if n, err := strconv.Atoi(strings.TrimPrefix(path[2], "i")); err == nil && n > 0 {
		w.iteration = n
	}
	if named := events.Agent(path[3]); slices.Contains(events.Agents(), named) {
		w.agent = named
	}
	return w, true
}
