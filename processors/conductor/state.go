package conductor

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/events"
)

// State is what the conductor knows of one run. It is small by design: thousands of claims must fit into
// one record of the state topic, so a claim is a few characters (progress). Times are Unix milliseconds on
// the run's own clock, which stands still while nobody was running (see silence.go).
type State struct {
	Opening  *events.Opening              `json:"opening,omitempty"`
	OpenedAt int64                        `json:"opened_at,omitempty"`
	Totals   *int                         `json:"totals,omitempty"` // claims of the run, once all are published
	Claims   map[string]progress          `json:"claims,omitempty"`
	Report   progress                     `json:"report"` // report-level work, as one pass
	Gaps     *events.GapTotals            `json:"gaps,omitempty"`
	Agents   map[events.Agent]*attendance `json:"agents,omitempty"`
	Closed   int                          `json:"closed,omitempty"`
	Verdicts map[events.VerdictClass]int  `json:"verdicts,omitempty"`
	Unable   int                          `json:"unable,omitempty"` // answers given up on
	Rounds   int                          `json:"rounds,omitempty"` // passes that closed claims took
	Skew     int64                        `json:"skew,omitempty"`
	LastWake int64                        `json:"last_wake,omitempty"` // the latest that has come
	LimitAt  int64                        `json:"limit_at,omitempty"`  // when the run's limit was reached
	TickAt   int64                        `json:"tick_at,omitempty"`   // when the silence of who is asked is counted next
	Told     bool                         `json:"told,omitempty"`      // people know how many claims each agent has
	Ended    bool                         `json:"ended,omitempty"`     // all that is kept of a run that is over

	order []string // the claims' ids in their order, if there are as many; made anew after a restore
}

// attendance is what one agent has done in the run.
type attendance struct {
	Started   bool  `json:"started,omitempty"`
	Seen      int64 `json:"seen,omitempty"`     // its last record
	Since     int64 `json:"since,omitempty"`    // when it last came to have work
	Claims    int   `json:"claims,omitempty"`   // that it was asked about, each once
	Assigned  int   `json:"assigned,omitempty"` // passes over claims
	Completed int   `json:"completed,omitempty"`
	Paused    bool  `json:"paused,omitempty"`
	Pauses    int   `json:"pauses,omitempty"`
	Silences  int   `json:"silences,omitempty"`
	Records   int   `json:"records,omitempty"`
	Findings  int   `json:"findings,omitempty"`
	Passed    int   `json:"checks_passed,omitempty"`
	Failed    int   `json:"checks_failed,omitempty"`
	Requests  int   `json:"requests,omitempty"`
	Answered  int   `json:"requests_answered,omitempty"`
	Awaited   int   `json:"awaited,omitempty"` // for how many more ticks somebody waits for its answers
	Quiet     int   `json:"quiet,omitempty"`   // ticks since its last sign of life, while it is awaited
}

func (s *State) agent(a events.Agent) *attendance {
	if s.Agents == nil {
		s.Agents = map[events.Agent]*attendance{}
	}
	if s.Agents[a] == nil {
		s.Agents[a] = &attendance{}
	}
	return s.Agents[a]
}

// owes is how many answers an agent has yet to give, its report-level work included.
func (s *State) owes(a events.Agent) int {
	n := 0
	if at := s.Agents[a]; at != nil {
		n = at.Assigned - at.Completed
	}
	if s.Report.outstanding(1)&maskOf(a) != 0 {
		n++
	}
	return n
}

// mask is a set of agents.
type mask uint8

func maskOf(agents ...events.Agent) mask {
	var m mask
	for _, a := range agents {
		if i := slices.Index(events.Agents(), a); i >= 0 {
			m |= 1 << i
		}
	}
	return m
}

func (m mask) agents() []events.Agent {
	out := make([]events.Agent, 0, bits.OnesCount8(uint8(m)))
	for i, a := range events.Agents() {
		if m&(1<<i) != 0 {
			out = append(out, a)
		}
	}
	return out
}

// pass is who was asked and who has answered.
type pass struct{ asked, answered mask }

// progress is a claim's passes while it is open, and what its verdict was afterwards. As text it is four
// hexadecimal digits for each pass, or "=", the verdict's initial, its revision, the pass in which it was
// reached and the answers given up on.
type progress struct {
	passes    []pass
	verdict   events.VerdictClass
	revision  int // 0 while open
	iteration int
	unable    int
}

func (p progress) closed() bool { return p.revision > 0 }

// rounds is how many passes the claim has had.
func (p progress) rounds() int { return max(p.iteration, len(p.passes)) }

// at returns the pass with the given iteration, counted from 1, making room for it.
func (p *progress) at(iteration int) *pass {
	for len(p.passes) < iteration {
		p.passes = append(p.passes, pass{})
	}
	return &p.passes[iteration-1]
}

// asked reports whether an agent was asked in any pass.
func (p progress) asked(a events.Agent) bool {
	return slices.ContainsFunc(p.passes, func(q pass) bool { return q.asked&maskOf(a) != 0 })
}

func (p progress) outstanding(iteration int) mask {
	if iteration > len(p.passes) {
		return 0
	}
	q := p.passes[iteration-1]
	return q.asked &^ q.answered
}

var initials = map[events.VerdictClass]byte{
	events.Verified: 'v', events.Unverified: 'u', events.Contradicted: 'c', events.InsufficientEvidence: 'i',
}

// MarshalText implements encoding.TextMarshaler.
func (p progress) MarshalText() ([]byte, error) { return p.AppendText(nil) }

// AppendText implements encoding.TextAppender.
func (p progress) AppendText(out []byte) ([]byte, error) {
	if p.closed() {
		initial, ok := initials[p.verdict]
		if !ok {
			return nil, fmt.Errorf("encoding a closed claim: no verdict %q", p.verdict)
		}
		out = strconv.AppendInt(append(out, '=', initial), int64(p.revision), 10)
		out = strconv.AppendInt(append(out, ','), int64(p.iteration), 10)
		return strconv.AppendInt(append(out, ','), int64(p.unable), 10), nil
	}
	const digits = "0123456789abcdef"
	for _, q := range p.passes {
		out = append(out, digits[q.asked>>4], digits[q.asked&15], digits[q.answered>>4], digits[q.answered&15])
	}
	return out, nil
}

// EncodeState implements stream.StateEncoder: it writes what encoding/json would read, in a fraction of its time. The state
// is written with nearly every event of a run and has all of its claims, so what a claim takes is taken thousands of times.
func (s State) EncodeState() ([]byte, error) {
	claims, order := s.Claims, s.order
	if len(order) != len(claims) {
		order = slices.Sorted(maps.Keys(claims))
	}
	s.Claims = nil
	rest, err := json.Marshal(s)
	if err != nil || len(claims) == 0 {
		return rest, err
	}
	out := append(make([]byte, 0, len(rest)+16+40*len(claims)), `{"claims":{`...)
	for i, id := range order {
		if i > 0 {
			out = append(out, ',')
		}
		if out, err = appendName(out, id); err != nil {
			return nil, err
		}
		if out, err = claims[id].AppendText(append(out, ':', '"')); err != nil {
			return nil, err
		}
		out = append(out, '"')
	}
	return append(append(out, '}', ','), rest[1:]...), nil // behind the opening bracket of what always has a property
}

// appendName writes an id as the name of a property.
func appendName(out []byte, id string) ([]byte, error) {
	if plain(id) {
		return append(append(append(out, '"'), id...), '"'), nil
	}
	name, err := json.Marshal(id)
	if err != nil {
		return nil, fmt.Errorf("encoding the claim's id %q: %w", id, err)
	}
	return append(out, name...), nil
}

// plain reports whether a text stands in JSON as it is.
func plain(s string) bool {
	for i := range len(s) {
		if c := s[i]; c != '_' && (c < '0' || c > '9') && (c < 'a' || c > 'z') {
			return false
		}
	}
	return true
}

// UnmarshalText implements encoding.TextUnmarshaler.
func (p *progress) UnmarshalText(text []byte) error {
	*p = progress{}
	s := string(text)
	if rest, closed := strings.CutPrefix(s, "="); closed {
		return p.unmarshalClosed(rest)
	}
	for ; len(s) >= 4; s = s[4:] {
		v, err := strconv.ParseUint(s[:4], 16, 16)
		if err != nil {
			return fmt.Errorf("decoding an open claim from %q: %w", text, err)
		}
		p.passes = append(p.passes, pass{mask(v >> 8), mask(v)})
	}
	if s != "" {
		return fmt.Errorf("decoding an open claim from %q: an incomplete pass", text)
	}
	return nil
}

func (p *progress) unmarshalClosed(s string) error {
	var initial byte
	if _, err := fmt.Sscanf(s, "%c%d,%d,%d", &initial, &p.revision, &p.iteration, &p.unable); err != nil {
		return fmt.Errorf("decoding a closed claim from %q: %w", s, err)
	}
	for class, i := range initials {
		if i == initial {
			p.verdict = class
		}
	}
	if p.verdict == "" || p.revision < 1 {
		return fmt.Errorf("decoding a closed claim from %q: no such verdict or revision", s)
	}
	return nil
}
