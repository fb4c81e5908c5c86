package events

import (
	"fmt"
	"slices"
	"strings"
)

// The topics of the log. Partition counts never grow in place: keys would move, and with them state.
const (
	TopicReportSubmitted          Topic = "report.submitted"
	TopicReportPreviewed          Topic = "report.previewed"
	TopicAnalysisRequested        Topic = "analysis.requested"
	TopicAnalysisCompleted        Topic = "analysis.completed"
	TopicReportParsed             Topic = "report.parsed"
	TopicRunsProgress             Topic = "runs.progress"
	TopicClaimsExtracted          Topic = "claims.extracted"
	TopicClaimsRouted             Topic = "claims.routed"
	TopicFindingsProduced         Topic = "findings.produced"
	TopicReinvestigationRequested Topic = "reinvestigation.requested"
	TopicInfoRequested            Topic = "info.requested"
	TopicInfoProvided             Topic = "info.provided"
	TopicVerdictsIssued           Topic = "verdicts.issued"
	TopicAgentActivity            Topic = "agent.activity"
	TopicAnswersRecorded          Topic = "answers.recorded"
	TopicRunsFeed                 Topic = "runs.feed"
	TopicDeadLetters              Topic = "dead.letters"
)

// Retention says when the broker may forget.
type Retention string

// The closed set of retentions.
const (
	KeepForever Retention = "forever" // retention.ms=-1: brokers delete after a week by default
	KeepWeek    Retention = "week"    // only agent.activity: nothing depends on it
	Compacted   Retention = "compact" // processor state
)

// TopicSpec is a topic as it must exist on the broker.
type TopicSpec struct {
	Name       Topic     `yaml:"name"`
	Partitions int32     `yaml:"partitions"`
	Retention  Retention `yaml:"retention"`
	KeyedBy    string    `yaml:"keyed_by"`
}

// Topics is the catalogue of the event topics in the order of the flow. State topics are derived from
// the processors that own them (StateTopic).
func Topics() []TopicSpec {
	const wide, narrow = 6, 3
	return []TopicSpec{
		{TopicReportSubmitted, narrow, KeepForever, "report"},
		{TopicReportPreviewed, narrow, KeepForever, "report"},
		{TopicAnalysisRequested, narrow, KeepForever, "run"},
		{TopicReportParsed, wide, KeepForever, "run + section"},
		{TopicRunsProgress, wide, KeepForever, "run"},
		{TopicClaimsExtracted, wide, KeepForever, "claim"},
		{TopicClaimsRouted, wide, KeepForever, "claim (run for report-level work)"},
		{TopicFindingsProduced, wide, KeepForever, "claim (run for report-level work)"},
		{TopicReinvestigationRequested, wide, KeepForever, "claim"},
		{TopicInfoRequested, wide, KeepForever, "claim"},
		{TopicInfoProvided, wide, KeepForever, "claim"},
		{TopicVerdictsIssued, wide, KeepForever, "claim"},
		{TopicAnalysisCompleted, narrow, KeepForever, "run"},
		{TopicAgentActivity, narrow, KeepWeek, "run"},
		{TopicAnswersRecorded, narrow, KeepForever, "run"},
		{TopicRunsFeed, wide, KeepForever, "run"},
		{TopicDeadLetters, narrow, KeepForever, "original key (letter for decisions)"},
	}
}

// TopicNamed returns the specification of an event topic.
func TopicNamed(t Topic) (TopicSpec, error) {
	for _, s := range Topics() {
		if s.Name == t {
			return s, nil
		}
	}
	return TopicSpec{}, fmt.Errorf("looking up topic %q: not in the catalogue", t)
}

// StateTopic is the compacted topic that holds a stateful processor's state: as many partitions as its
// input, so that state lives at the partition number of the events that made it.
func StateTopic(processor string, input Topic) (TopicSpec, error) {
	in, err := TopicNamed(input)
	if err != nil {
		return TopicSpec{}, fmt.Errorf("deriving the state topic of %s: %w", processor, err)
	}
	return TopicSpec{Topic(processor + ".state"), in.Partitions, Compacted, in.KeyedBy}, nil
}

// Due is the payload of a wake: a record that a processor's runtime publishes to its own input topic
// when a time asked for by a step has come.
type Due struct {
	Key  string `json:"key"`  // the key that is woken
	Wake int64  `json:"wake"` // the time asked for, Unix milliseconds; names the wake
}

// DueKind is the kind of a processor's wakes: "<processor>.due" on its input topic.
func DueKind(processor string, input Topic) Kind[Due] {
	return newKind(processor+".due", input, 1, "a wake that "+processor+" asked for",
		func(_ string, e Due) string { return e.Key })
}

// Kinds lists every kind except wakes, ordered by type.
func Kinds() []*Definition {
	kinds := slices.Clone(allKinds)
	slices.SortFunc(kinds, func(a, b *Definition) int { return strings.Compare(a.Type, b.Type) })
	return kinds
}

// KindNamed finds a kind by its CloudEvents type.
func KindNamed(typ string) (*Definition, bool) {
	for _, k := range allKinds {
		if k.Type == typ {
			return k, true
		}
	}
	return nil, false
}
