package replay

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/events"
)

// Divergence is one way in which a step, taken again, did not do what the log says it did.
type Divergence struct {
	Run       string
	Processor string
	Input     string // the event that was answered: type, subject, id
	Output    string // the output concerned: type, subject; empty when the step failed
	Detail    string // "is missing", "is new", or where it differs first and how
}

func (d Divergence) Error() string {
	if d.Output == "" {
		return fmt.Sprintf("replaying run %s: %s on %s %s", d.Run, d.Processor, d.Input, d.Detail)
	}
	return fmt.Sprintf("replaying run %s: %s on %s: its output %s %s", d.Run, d.Processor, d.Input, d.Output, d.Detail)
}

// DivergedError says that a run cannot be repeated. Every step was given its recorded inputs, so no
// divergence is the consequence of another.
type DivergedError struct{ All []Divergence }

func (e DivergedError) Error() string {
	if n := len(e.All) - 1; n > 0 {
		return fmt.Sprintf("%v (and %d more)", e.All[0], n)
	}
	return e.All[0].Error()
}

// output names an output within its step.
type output struct {
	topic         events.Topic
	typ, subject  string
	copied, cause string // of a copy: whose it is
}

func outputOf(r events.Record) output {
	o := output{topic: r.Topic, typ: r.Type, subject: r.Subject}
	if r.Topic == events.TopicRunsFeed {
		o.copied, o.cause = r.Source, r.Causation
	}
	return o
}

func (o output) String() string { return o.typ + " " + o.subject }

// compare holds a step's outputs against the recorded ones and notes what each of these has become: itself, where the two are the
// same byte for byte.
func (s *step) compare(run string, became map[*Entry]*events.Record) []Divergence {
	var found []Divergence
	report := func(o, detail string) {
		found = append(found, Divergence{Run: run, Processor: s.processor, Input: named(s.input.Record), Output: o, Detail: detail})
	}
	letters := false
	recorded := map[output][]*Entry{}
	for _, e := range s.recorded {
		recorded[outputOf(e.Record)] = append(recorded[outputOf(e.Record)], e)
		letters = letters || e.Topic == events.TopicDeadLetters
	}
	if s.failure != nil && !letters {
		report("", "was given up on: "+s.failure.Error())
		return found // all of its outputs are missing, for this reason
	}
	// A repeated event may have led to an output more than once. Each must have its like on the other side.
	replayed := map[output][]events.Record{}
	for _, r := range s.replayed {
		o := outputOf(r)
		replayed[o] = append(replayed[o], r)
		switch like := recorded[o]; {
		case len(like) == 0 && len(replayed[o]) == 1:
			report(o.String(), "is new: the log holds none")
		case len(like) > 0 && !slices.ContainsFunc(like, func(e *Entry) bool { return difference(e.Record, r) == "" }):
			report(o.String(), "differs "+difference(like[0].Record, r))
		}
	}
	for _, e := range s.recorded {
		o := outputOf(e.Record)
		i := slices.IndexFunc(replayed[o], func(r events.Record) bool { return difference(e.Record, r) == "" })
		switch {
		case i >= 0:
			became[e] = &e.Record
			if r := replayed[o][i]; !bytes.Equal(e.Data, r.Data) || e.DataSchema != r.DataSchema {
				became[e] = &r
			}
		case len(replayed[o]) == 0:
			report(o.String(), "is missing")
		case len(recorded[o]) > 1: // else it was reported above
			report(o.String(), "differs "+difference(e.Record, replayed[o][0]))
		}
	}
	return found
}

// difference says where a replayed record first differs from the recorded one; it is empty when they are
// equal but for their time and trace.
func difference(recorded, replayed events.Record) string {
	for _, a := range []struct{ name, recorded, replayed string }{
		{"id", recorded.ID, replayed.ID},
		{"source", recorded.Source, replayed.Source},
		{"cause", recorded.Causation, replayed.Causation},
		{"key", recorded.Key, replayed.Key},
		{"iteration", strconv.Itoa(recorded.Iteration), strconv.Itoa(replayed.Iteration)},
		{"iteration cap", strconv.Itoa(recorded.IterationCap), strconv.Itoa(replayed.IterationCap)},
	} {
		if a.recorded != a.replayed {
			return fmt.Sprintf("in its %s: recorded %q, replayed %q", a.name, a.recorded, a.replayed)
		}
	}
	if bytes.Equal(recorded.Data, replayed.Data) {
		return ""
	}
	a, err := decoded(recorded)
	if err != nil {
		return fmt.Sprintf("in its data: the recorded ones are no JSON: %v", err)
	}
	b, err := decoded(replayed)
	if err != nil {
		return fmt.Sprintf("in its data: the replayed ones are no JSON: %v", err)
	}
	return firstDifference("data", a, b)
}

// apart lists what is not a function of the log, by kind: which program ran, and where on its topic a
// refused event stood.
var apart = map[string][]string{
	events.AnalysisCompleted.Type: {"code_version"},
	events.DeadLettered.Type:      {"partition", "offset", "headers"},
}

func decoded(r events.Record) (any, error) {
	dec := json.NewDecoder(bytes.NewReader(r.Data))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return nil, err
	}
	if m, ok := v.(map[string]any); ok {
		for _, name := range apart[r.Type] {
			delete(m, name)
		}
	}
	return v, nil
}

// firstDifference walks two JSON values in the order of their keys.
func firstDifference(path string, a, b any) string {
	switch a := a.(type) {
	case map[string]any:
		b, same := b.(map[string]any)
		if !same {
			break
		}
		keys := slices.Collect(maps.Keys(a))
		for k := range b {
			if _, both := a[k]; !both {
				keys = append(keys, k)
			}
		}
		slices.Sort(keys)
		for _, k := range keys {
			x, inA := a[k]
			y, inB := b[k]
			at := path + "." + k
			switch {
			case !inB:
				return fmt.Sprintf("at %s: recorded %s, replayed without it", at, shown(x))
			case !inA:
				return fmt.Sprintf("at %s: recorded without it, replayed %s", at, shown(y))
			}
			if d := firstDifference(at, x, y); d != "" {
				return d
			}
		}
		return ""
	case []any:
		b, same := b.([]any)
		if !same {
			break
		}
		for i := range min(len(a), len(b)) {
			if d := firstDifference(fmt.Sprintf("%s[%d]", path, i), a[i], b[i]); d != "" {
				return d
			}
		}
		if len(a) != len(b) {
			return fmt.Sprintf("at %s: recorded %d elements, replayed %d", path, len(a), len(b))
		}
		return ""
	case json.Number:
		if b, same := b.(json.Number); same && equalNumbers(a, b) {
			return ""
		}
	default:
		if a == b {
			return ""
		}
	}
	return fmt.Sprintf("at %s: recorded %s, replayed %s", path, shown(a), shown(b))
}

// equalNumbers compares as canonical JSON does: by the double that a number stands for.
func equalNumbers(a, b json.Number) bool {
	x, errX := a.Float64()
	y, errY := b.Float64()
	return a == b || errX == nil && errY == nil && x == y
}

// shown is a value short enough for one line.
func shown(v any) string {
	const most = 120
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	s := strings.ToValidUTF8(string(text), "")
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "..."
	}
	return s
}
