package claims

import (
	"fmt"
	"math"
	"strings"

	"github.com/sibyl-project/sibyl/events"
)

// What makes a sentence a claim: how likely the statement reader finds it to be one, in log-odds, and a little for what the
// rules find in it to look up. The three were chosen on reports that the reader was not trained on, so that 8 in 100 clear
// non-claims pass; what that comes to now, go run ./deploy/eval held_back prints.
const (
	perWeight  = 0.1 // for each point of weight
	mostWeight = 8   // points that count
	leastSure  = 1.1 // log-odds

	// likelyPromise is how likely a dated promise of the entity must be a claim: with a year it can be held to its word,
	// and few readers call it a phrase.
	likelyPromise = 0.2

	// likelyTheirs is how likely somebody else must be speaking, or spoken of, for a sentence not to be the entity's.
	likelyTheirs = 0.7
)

// claims reports whether the sentence is a claim of the reporting entity; ended and item are as those of worth.
func (r *reading) claims(ended, item bool) bool {
	if r.said == nil || len(r.words) < fewestInClause || len(r.words) > mostWords || strings.HasSuffix(r.text, "?") || r.theirs() {
		return false
	}
	likely, weight := r.said.Claim, r.worth(ended, item)
	if r.byYear != "" && weight >= enough && likely >= likelyPromise && r.commits() {
		return true
	}
	odds := math.Inf(1)
	if likely < 1 {
		odds = math.Log(likely / (1 - likely))
	}
	return odds+perWeight*float64(min(weight, mostWeight)) >= leastSure
}

// theirs reports whether the sentence is the auditor's or a standard's, or about the world.
func (r *reading) theirs() bool {
	voice := r.said.Voice
	switch voice.Value {
	case "auditor", "standard", "world":
		return voice.Sure >= likelyTheirs
	}
	return false
}

// sort is a claim's type with the reason: by the first row of decision 10a that fits, else by what the reader says the
// sentence is.
func (r *reading) sort() (events.ClaimType, string) {
	if t, why, ok := r.kind(); ok {
		return t, why
	}
	switch {
	case r.said.Kind.Value == "target", r.said.Standing.Value == "planned":
		return events.Strategic, "it says what is planned"
	case len(r.counts) > 0 && (r.said.Kind.Value == "level" || r.said.Kind.Value == "change" || r.said.Kind.Value == "share"):
		return events.Quantitative, "it states a figure"
	}
	switch r.said.Topic.Value {
	case "climate", "energy", "water", "waste", "nature", "product":
		return events.Environmental, "it describes an environmental matter"
	case "people", "supply_chain":
		return events.LegalGovernance, "it is about " + plainly(r.said.Topic.Value)
	}
	return events.LegalGovernance, "it says how the entity is run"
}

// told says what the reader makes of the sentence, and how surely.
func (r *reading) told() string {
	said := []string{fmt.Sprintf("%s %.2f", plainly(r.said.Kind.Value), r.said.Kind.Sure)}
	if s := r.said.Standing; s.Value != "none" {
		said = append(said, fmt.Sprintf("%s %.2f", s.Value, s.Sure))
	}
	said = append(said, fmt.Sprintf("about %s %.2f", plainly(r.said.Topic.Value), r.said.Topic.Sure))
	return fmt.Sprintf("Read by %s: a claim %.2f, %s.", r.reader, r.said.Claim, strings.Join(said, ", "))
}

func plainly(value string) string { return strings.ReplaceAll(value, "_", " ") }
