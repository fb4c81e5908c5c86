package claims

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
)

// What makes a sentence a claim is what the statement reader finds in it. The likelihoods were chosen on reports that the
// reader was not trained on, so that 6 in 100 clear non-claims pass; what that comes to now,
// sibyl eval held_back prints.
const (
	likely = 0.7 // to be a claim

	// likelyPromise is the same of the entity's promise with a year: it can be held to its word, and few readers call it a phrase.
	likelyPromise = 0.3

	// likelyAim is the same of a promise to bring emissions down, whatever its date.
	likelyAim = 0.15

	// likelyTarget is how likely a sentence must be evidence for a paragraph on climate targets for its words to tell of an aim.
	likelyTarget = 0.35

	// likelyTheirs is how likely somebody else must be speaking, or spoken of, for a sentence not to be the entity's.
	likelyTheirs = 0.7

	// likelyPlanned is how likely it must be that something is planned for the claim to be a commitment.
	likelyPlanned = 0.5

	// likelySubject is how surely a sentence must be about a subject of such reports where the document as a whole is about other things.
	likelySubject = 0.8

	fewestWords = 4
	mostWords   = 90
)

// claims reports whether the sentence is a claim of the reporting entity.
func (r *reading) claims() bool {
	if r.said == nil || len(r.words) < fewestWords || len(r.words) > mostWords || strings.HasSuffix(r.text, "?") || r.theirs() {
		return false
	}
	if r.elsewhere && r.said.Topic.Sure < likelySubject {
		return false
	}
	least := likely
	switch {
	case !r.promises() || r.others():
	case r.aim() != "":
		least = likelyAim
	case r.byYear != "":
		least = likelyPromise
	}
	return r.likelihood() >= least
}

// likelihood is how likely the sentence is a claim. Whose it is, which the reader doubts of a name that it cannot know, is in no doubt where
// the entity's own name leads it.
func (r *reading) likelihood() float64 {
	if alone := r.said.Alone; alone != nil && r.leads && !r.own() {
		return max(*alone, r.said.Claim)
	}
	return r.said.Claim
}

// own reports whether the reader finds that the sentence tells of the entity or a unit of it.
func (r *reading) own() bool { return r.said.Voice.Value == "entity" || r.said.Voice.Value == "unit" }

// aim is what the sentence says that emissions are to be: events.Entities. Of what is evidence for the paragraphs on climate targets, and
// in which the reader sees no aim, words tell.
func (r *reading) aim() events.Aim {
	if r.said == nil {
		return ""
	}
	if v := r.said.Aim.Value; v != "" && v != "none" {
		return events.Aim(v)
	}
	if len(r.said.Paragraphs) == 0 || r.said.Paragraphs[0].Sure < likelyTarget || !ofTargets(r.said.Paragraphs[0].Value) {
		return ""
	}
	switch {
	case r.has[cueNetZero]:
		return events.AimNetZero
	case r.has[cueGHG]:
		return events.AimReduction
	}
	return ""
}

// ofTargets reports whether a paragraph asks for targets for the climate.
func ofTargets(paragraph string) bool {
	return slices.ContainsFunc([]string{"S2.33", "S2.34", "S2.35", "S2.36"}, func(of string) bool { return strings.HasPrefix(paragraph, of) })
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

// others reports whether the sentence tells of somebody else's deeds and does not name the entity: what others promise is held
// to no word of the entity.
func (r *reading) others() bool {
	return r.said != nil && r.said.Voice.Value == "third" && r.said.Voice.Sure >= likelyThird && !r.house
}

// promises reports whether it is said what the entity is to do or to reach. A target that was reached is no promise, and what
// is expected of the world is none either.
func (r *reading) promises() bool {
	if r.said == nil {
		return r.target == targetAlone
	}
	kind, standing := r.said.Kind, r.said.Standing
	switch {
	case standing.Value == "done", kind.Value == "outlook", kind.Value == "opinion":
		return false
	case standing.Value == "planned":
		return standing.Sure >= likelyPlanned || kind.Value == "target"
	}
	return kind.Value == "target" && kind.Sure >= likelyPlanned
}

// kind is the type of a sentence's claim, by the first row of decision 10a that fits, and why.
func (r *reading) kind() (events.ClaimType, string) {
	kind, topic := r.said.Kind.Value, r.said.Topic.Value
	environment := topic == "water" || topic == "waste" || topic == "nature"
	figures := len(r.measured) + len(r.counts)
	figure := figures > 0 && (kind == "level" || kind == "change" || kind == "share")
	switch {
	case r.has[cuePay], (topic == "governance" || topic == "supply_chain" && r.orderly()) && !r.promises() && !figure:
		return events.LegalGovernance, "it says how the entity is governed"
	case kind == "policy" && !environment && !r.promises():
		return events.LegalGovernance, "it tells of a policy, a body or who is responsible"
	case r.promises():
		return events.Strategic, "it says what is planned"
	case len(r.places) > 0 && r.has[cueSite] && !(r.has[cueAssured] && r.has[cueStandard]) && !(r.has[cueRenewable] && len(r.measured) > 0):
		return events.Geographic, "it places something on the map"
	case environment, r.has[cueRenewable], r.has[cueAssured] && r.has[cueStandard] && topic != "people" && topic != "supply_chain":
		return events.Environmental, "it is about waste, water, nature, renewables or a certificate"
	case figures > 0:
		return events.Quantitative, "it states a figure"
	}
	switch topic {
	case "climate", "energy", "product":
		return events.Environmental, "it describes an environmental matter"
	case "accounting": // of what is a claim, the part on the EU taxonomy
		return events.Environmental, "it says how business is told apart by what it does to the environment"
	case "people", "supply_chain":
		return events.LegalGovernance, "it says how people or suppliers are dealt with"
	}
	return events.LegalGovernance, "none of the other types fits"
}

// orderly reports whether a sentence is likeliest evidence for a paragraph on governance, or on how risks are dealt with.
func (r *reading) orderly() bool {
	if len(r.said.Paragraphs) == 0 {
		return false
	}
	first := r.said.Paragraphs[0].Value
	return ofOversight(first) || strings.HasPrefix(first, "S1.44") || strings.HasPrefix(first, "S2.25")
}

// told says what the reader makes of the sentence, and how surely.
func (r *reading) told() string {
	said := []string{fmt.Sprintf("%s %.2f", plainly(r.said.Kind.Value), r.said.Kind.Sure)}
	if s := r.said.Standing; s.Value != "none" {
		said = append(said, fmt.Sprintf("%s %.2f", s.Value, s.Sure))
	}
	if aim := r.aim(); aim != "" {
		said = append(said, "emissions are to be "+aims[aim])
	}
	said = append(said, fmt.Sprintf("about %s %.2f", plainly(r.said.Topic.Value), r.said.Topic.Sure))
	return fmt.Sprintf("Read by %s: a claim %.2f, %s.", r.reader, r.likelihood(), strings.Join(said, ", "))
}

// aims are what emissions are to be, in words.
var aims = map[events.Aim]string{events.AimNetZero: "net zero", events.AimReduction: "lower"}

func plainly(value string) string { return strings.ReplaceAll(value, "_", " ") }
