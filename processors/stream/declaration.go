package stream

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime/debug"
	"runtime/pprof"
	"strings"
	"time"

	jsonv1 "github.com/go-json-experiment/json/v1"

	"github.com/sibyl-project/sibyl/events"
)

// Declaration is a Processor of any state type, so that processors with different states can be in one list: drawn by
// Topology, given topics by TopicSpecs, run by Run.
type Declaration interface {
	Describe() Description
	Validate() error

	compile() *logic
}

// Topology validates declarations together and returns them as data, in their order.
func Topology(decls []Declaration) ([]Description, error) {
	seen := map[string]bool{}
	out := make([]Description, 0, len(decls))
	for _, d := range decls {
		if err := d.Validate(); err != nil {
			return nil, err
		}
		desc := d.Describe()
		if seen[desc.Name] {
			return nil, fmt.Errorf("validating the topology: two processors are named %q; they would share a group, a state topic and a transactional id", desc.Name)
		}
		seen[desc.Name] = true
		out = append(out, desc)
	}
	return out, nil
}

// TopicSpecs lists what must exist on the broker before the declarations run: the catalogue and the state
// topics of the stateful ones.
func TopicSpecs(decls []Declaration) ([]events.TopicSpec, error) {
	descs, err := Topology(decls)
	if err != nil {
		return nil, err
	}
	specs := events.Topics()
	for _, d := range descs {
		if !d.Stateful {
			continue
		}
		s, err := events.StateTopic(d.Name, d.Inputs[0])
		if err != nil {
			return nil, err
		}
		specs = append(specs, s)
	}
	return specs, nil
}

// logic is a processor with its state type erased, which is what the runtime works with.
type logic struct {
	Description
	due    string                     // type of its wakes, empty when it handles none
	routes map[string]bool            // types it handles, wakes included
	labels map[string]context.Context // with the labels that profiles show of a handler, by type
	emits  map[string]bool
	rescue func(Letter) []events.Draft
	open   func(data []byte) (fold, error)
}

// fold is the state of one key while events are folded into it. After an error it must be discarded: the handler may
// have changed the state before it failed.
type fold interface {
	step(ctx context.Context, r events.Record) (outcome, error)
	encode() ([]byte, error) // nil when the key holds no state
}

// outcome is a Step without its state.
type outcome struct {
	publish []events.Draft
	wake    time.Time
}

func (p Processor[S]) compile() *logic {
	d := p.Describe()
	l := &logic{Description: d, routes: map[string]bool{}, labels: map[string]context.Context{}, emits: map[string]bool{}, rescue: p.Rescue}
	for _, k := range d.Kinds {
		l.routes[k] = true
	}
	if d.Wakes {
		l.due = p.Name + ".due"
	}
	for k := range l.routes {
		l.labels[k] = pprof.WithLabels(context.Background(), pprof.Labels("agent", p.Name, "event", k))
	}
	for _, k := range p.Emits {
		l.emits[k.Type] = true
	}
	handlers := make(map[string]func(context.Context, S, events.Record) (Step[S], error), len(p.Routes))
	for _, r := range p.Routes {
		if r.due {
			handlers[l.due] = r.handle
		} else {
			handlers[r.kind.Type] = r.handle
		}
	}
	l.open = func(data []byte) (fold, error) {
		f := &folding[S]{handlers: handlers}
		if data == nil {
			return f, nil
		}
		if err := jsonv1.Unmarshal(data, &f.state); err != nil {
			return nil, fmt.Errorf("decoding the state of %s: %w", p.Name, err)
		}
		f.present = true
		return f, nil
	}
	return l
}

type folding[S any] struct {
	handlers map[string]func(context.Context, S, events.Record) (Step[S], error)
	state    S
	present  bool
}

// step runs the handler. A panic is a defect that the same event would trigger again, so it is a rejection that says
// where it happened.
func (f *folding[S]) step(ctx context.Context, r events.Record) (out outcome, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = Reject(fmt.Errorf("handling %s %s: panic: %v\n%s", r.Type, r.ID, v, shortStack()))
		}
	}()
	s, err := f.handlers[r.Type](ctx, f.state, r)
	if err != nil {
		return outcome{}, err
	}
	if s.Done {
		var zero S
		f.state, f.present = zero, false
		return outcome{publish: s.Publish}, nil
	}
	f.state, f.present = s.State, true
	return outcome{publish: s.Publish, wake: s.Wake}, nil
}

func (f *folding[S]) encode() ([]byte, error) {
	if !f.present {
		return nil, nil
	}
	if s, own := any(f.state).(StateEncoder); own {
		return s.EncodeState()
	}
	return json.Marshal(f.state)
}

// StateEncoder is a state that writes its JSON itself, for one that is large and written often. What it writes is read by
// encoding/json, and is the same whenever the state is the same: a state that has not changed is not written again.
type StateEncoder interface{ EncodeState() ([]byte, error) }

// shortStack is the part of the stack below the panic, without goroutine header and runtime frames.
func shortStack() string {
	const frames = 6
	lines := strings.Split(string(debug.Stack()), "\n")
	for i, l := range lines {
		if strings.HasPrefix(l, "panic(") && i+2 < len(lines) {
			lines = lines[i+2:]
			break
		}
	}
	return strings.Join(lines[:min(len(lines), 2*frames)], "\n")
}

// Learner lets the handlers of a processor learn from outside by a recorded port, without their knowing which: the port
// travels in the handler's context, and what it has recorded is published with what the handler concludes.
type Learner struct {
	// Begin is called before each handler with the event that it is given. It returns the context that the handler works with,
	// and what is to be published beside its own drafts once it has succeeded.
	Begin func(ctx context.Context, processor string, e events.Envelope) (context.Context, func() []events.Draft)
	Emits []*events.Definition // what that is

	// Limit is how long handlers may take that wait for answers; it counts where it is longer than the processor's own.
	Limit time.Duration

	// Workers is how many handlers may run at once, since they mostly wait; it counts where it is more than Options.Workers.
	Workers int
}

// Learning is a declaration whose handlers learn through l.
func Learning(d Declaration, l Learner) Declaration { return learning{d, l} }

type learning struct {
	Declaration
	learner Learner
}

// Describe implements Declaration.
func (d learning) Describe() Description {
	out := d.Declaration.Describe()
	for _, k := range d.learner.Emits {
		out.Emits = append(out.Emits, k.Type)
	}
	out.Limit, out.Workers = max(out.Limit, d.learner.Limit), max(out.Workers, d.learner.Workers)
	return out
}

func (d learning) compile() *logic {
	l := d.Declaration.compile()
	for _, k := range d.learner.Emits {
		l.emits[k.Type] = true
	}
	l.Description = d.Describe()
	open := l.open
	l.open = func(data []byte) (fold, error) {
		f, err := open(data)
		if err != nil {
			return nil, err
		}
		return learned{f, l.Name, d.learner}, nil
	}
	return l
}

// learned is the state of a key whose steps learn.
type learned struct {
	fold
	processor string
	learner   Learner
}

func (f learned) step(ctx context.Context, r events.Record) (outcome, error) {
	ctx, told := f.learner.Begin(ctx, f.processor, r.Envelope)
	out, err := f.fold.step(ctx, r)
	if err != nil {
		return outcome{}, err
	}
	out.publish = append(told(), out.publish...)
	return out, nil
}
