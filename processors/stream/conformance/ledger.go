package conformance

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
)

// ledger is the state of one key: what it has taken in.
type ledger struct {
	Count   int            `json:"count"`
	Digest  string         `json:"digest"`            // of the ids taken in, in order
	Spoiled map[string]int `json:"spoiled,omitempty"` // written only by steps that then fail: must stay empty
}

func (l ledger) after(id string) ledger {
	sum := sha256.Sum256([]byte(l.Digest + " " + id + strings.Repeat("!", len(l.Spoiled))))
	return ledger{Count: l.Count + 1, Digest: hex.EncodeToString(sum[:8]), Spoiled: l.Spoiled}
}

// book makes processors that keep ledgers. What a claim's text says after its number is what happens to it:
//
//	flaky     two tries fail
//	stubborn  every try fails
//	poison    it is rejected
//	panic     the handler panics
//	overflow  the handler overflows its stack
//	exit      the handler ends the process, as a library may
//	allocate  the handler allocates until the process is ended
//	endless   the handler never returns
//	takes=D   the handler takes so long
//	wake=D    the key wants to be woken D after the event
type book struct {
	before func(ctx context.Context, e events.Event[events.Claim]) error // runs first; may be nil
	calls  atomic.Int64

	mu    sync.Mutex
	tries map[string]int
}

const flakyTries = 2

func (b *book) processor(name string) stream.Processor[ledger] {
	return stream.Processor[ledger]{
		Name:  name,
		Emits: []*events.Definition{events.ClaimRouted.Definition, events.FindingUnable.Definition},
		Routes: []stream.Route[ledger]{
			stream.On(events.ClaimExtracted, b.take),
			stream.Due(b.wake),
		},
		Rescue: func(l stream.Letter) []events.Draft {
			return []events.Draft{events.FindingUnable.Draft("unable/"+l.Record.Subject, events.Inability{ClaimID: l.Record.Key})}
		},
	}
}

func (b *book) take(ctx context.Context, s ledger, e events.Event[events.Claim]) (stream.Step[ledger], error) {
	call := b.calls.Add(1)
	fail := func(err error) (stream.Step[ledger], error) {
		if s.Spoiled == nil {
			s.Spoiled = map[string]int{}
		}
		s.Spoiled[e.ID]++ // reaches the next try only if that is not given a clean copy
		return stream.Step[ledger]{State: s}, err
	}
	if b.before != nil {
		if err := b.before(ctx, e); err != nil {
			return fail(err)
		}
	}
	step := stream.Step[ledger]{}
	for _, word := range words(e.Data.Text) {
		what, text, _ := strings.Cut(word, "=")
		switch what {
		case "flaky":
			if b.try(e.ID) <= flakyTries {
				return fail(errors.New("this try fails"))
			}
		case "stubborn":
			return fail(errors.New("every try fails"))
		case "poison":
			return fail(stream.Reject(errors.New("nothing can be done with it")))
		case "panic":
			panic("a defect of the handler")
		case "overflow":
			b.calls.Add(int64(overflow(0)))
		case "exit":
			os.Exit(0)
		case "allocate":
			allocate()
		case "endless":
			for n := 0; ; n++ {
				b.calls.Add(int64(n & 1))
			}
		case "takes":
			if err := last(ctx, text); err != nil {
				return fail(err)
			}
		case "wake":
			d, err := time.ParseDuration(text)
			if err != nil {
				return fail(stream.Reject(err))
			}
			step.Wake = e.Time.Add(d)
		}
	}
	step.State = s.after(e.ID)
	step.Publish = []events.Draft{events.ClaimRouted.Draft(e.Subject+"/taken", events.Assignment{
		Claim: e.Data, Iteration: step.State.Count, EvidenceGap: step.State.Digest,
		RequiredEvidence: fmt.Sprint(call), // another decision would carry another number
	})}
	return step, nil
}

func (b *book) wake(_ context.Context, s ledger, e events.Event[events.Due]) (stream.Step[ledger], error) {
	s = s.after(e.ID)
	return stream.Step[ledger]{State: s, Publish: []events.Draft{
		events.FindingUnable.Draft("woken/"+e.Subject, events.Inability{ClaimID: e.Data.Key, Iteration: s.Count, Reason: s.Digest}),
	}}, nil
}

// overflow calls itself until the stack is full.
func overflow(n int) int {
	if n < 0 {
		return 0
	}
	return overflow(n+1) + overflow(n+2)
}

var kept atomic.Int64

// allocate takes memory, and writes to it, until there is none.
func allocate() {
	var all [][]byte
	for {
		b := make([]byte, 16<<20)
		for i := 0; i < len(b); i += 4096 {
			b[i] = 1
		}
		all = append(all, b)
		kept.Store(int64(len(all))) // or the compiler would keep none
	}
}

func (b *book) try(id string) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.tries == nil {
		b.tries = map[string]int{}
	}
	b.tries[id]++
	return b.tries[id]
}

// last returns when the time has passed, as a call of a model does.
func last(ctx context.Context, text string) error {
	d, err := time.ParseDuration(text)
	if err != nil {
		return stream.Reject(err)
	}
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func words(text string) []string {
	fields := strings.Fields(text)
	return fields[min(1, len(fields)):]
}

// claim is an event for a key; text begins with its number among those of the key.
func claim(run, key, text string, opts ...streamtest.Option) events.Record {
	number, _, _ := strings.Cut(text, " ")
	return streamtest.Event(events.ClaimExtracted, run, "claim/"+key+"/"+number, events.Claim{ID: key, Text: text}, opts...)
}
