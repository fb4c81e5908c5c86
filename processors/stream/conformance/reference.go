package conformance

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/wire"
)

// lines are what stands on the output topics, in order, for every topic, run and key.
type lines map[string][]string

func (l lines) add(topic events.Topic, run, key, line string) {
	at := fmt.Sprintf("%s %s/%s", topic, run, key)
	l[at] = append(l[at], line)
}

// count is how many lines a topic has.
func (l lines) count(topic events.Topic) int {
	n := 0
	for at, all := range l {
		if strings.HasPrefix(at, string(topic)+" ") {
			n += len(all)
		}
	}
	return n
}

// reference is what a processor must make of its input: a fold of one record after the other that shares
// nothing with the runtime.
type reference struct {
	name string
	keys map[[2]string]*account
	want lines
}

// account is one key of the reference.
type account struct {
	ledger ledger
	wake   int64               // Unix milliseconds, 0 if none
	past   map[string][]string // what an id led to: topic and line in turn
}

func (s *stage) reference(log []*kgo.Record) lines { return s.folded(log).want }

func (s *stage) folded(log []*kgo.Record) *reference {
	r := &reference{name: s.name, keys: map[[2]string]*account{}, want: lines{}}
	log = slices.Clone(log)
	slices.SortStableFunc(log, func(a, b *kgo.Record) int {
		return cmp.Or(cmp.Compare(a.Partition, b.Partition), cmp.Compare(a.Offset, b.Offset))
	})
	for _, k := range log {
		r.fold(k)
	}
	return r
}

func (r *reference) fold(k *kgo.Record) {
	e, err := wire.Decode(k)
	if err != nil {
		r.want.add(events.TopicDeadLetters, "", string(k.Key), fmt.Sprintf("dead/%s/%s/%d/%d", r.name, k.Topic, k.Partition, k.Offset))
		return
	}
	due := e.Type == r.name+".due"
	if e.ReplayOf != "" || !due && e.Type != events.ClaimExtracted.Type {
		return
	}
	if e.IterationCap > 0 && e.Iteration > e.IterationCap {
		r.giveUp(e)
		return
	}
	at := [2]string{e.Run, e.Key}
	a := r.keys[at]
	if a == nil {
		a = &account{past: map[string][]string{}}
		r.keys[at] = a
	}
	if past, repeated := a.past[e.ID]; repeated {
		r.want.add(events.Topic(past[0]), e.Run, e.Key, past[1])
		return
	}
	if due {
		r.due(a, e)
	} else {
		r.claim(a, e)
	}
}

func (r *reference) giveUp(e events.Record) {
	r.want.add(events.TopicDeadLetters, e.Run, e.Key, "dead/"+r.name+"/"+e.ID)
	r.want.add(events.TopicFindingsProduced, e.Run, e.Key, line("unable/"+e.Subject, ledger{}))
}

func (r *reference) claim(a *account, e events.Record) {
	var c events.Claim
	if err := json.Unmarshal(e.Data, &c); err != nil {
		panic(err) // the test made it
	}
	wake := int64(0)
	for _, word := range words(c.Text) {
		what, text, _ := strings.Cut(word, "=")
		switch what {
		case "stubborn", "poison", "panic", "overflow", "exit", "allocate", "endless":
			r.giveUp(e)
			return
		case "wake":
			d, err := time.ParseDuration(text)
			if err != nil {
				panic(err)
			}
			wake = e.Time.Add(d).UnixMilli()
		}
	}
	a.ledger, a.wake = a.ledger.after(e.ID), wake
	r.say(a, e, events.TopicClaimsRouted, e.Subject+"/taken")
}

// due wakes a key, unless it wants to be woken at another time by now, or not at all.
func (r *reference) due(a *account, e events.Record) {
	var d events.Due
	if err := json.Unmarshal(e.Data, &d); err != nil {
		panic(err)
	}
	if a.wake == 0 || a.wake != d.Wake {
		return
	}
	a.ledger, a.wake = a.ledger.after(e.ID), 0
	r.say(a, e, events.TopicFindingsProduced, "woken/"+e.Subject)
}

func (r *reference) say(a *account, e events.Record, topic events.Topic, subject string) {
	l := line(subject, a.ledger)
	a.past[e.ID] = []string{string(topic), l}
	r.want.add(topic, e.Run, e.Key, l)
}

func line(subject string, l ledger) string {
	return fmt.Sprintf("%s #%d %s", subject, l.Count, l.Digest)
}

// published are the lines of what really stands on the output topics.
func published(t testing.TB, records []*kgo.Record) lines {
	t.Helper()
	got := lines{}
	for _, k := range records {
		r, err := wire.Decode(k)
		if err != nil {
			t.Fatalf("decoding an output: %v", err)
		}
		var l ledger
		switch r.Type {
		case events.ClaimRouted.Type:
			e, err := events.ClaimRouted.Decode(r)
			if err != nil {
				t.Fatal(err)
			}
			l = ledger{Count: e.Data.Iteration, Digest: e.Data.EvidenceGap}
		case events.FindingUnable.Type:
			e, err := events.FindingUnable.Decode(r)
			if err != nil {
				t.Fatal(err)
			}
			l = ledger{Count: e.Data.Iteration, Digest: e.Data.Reason}
		case events.DeadLettered.Type:
			got.add(r.Topic, r.Run, r.Key, r.Subject)
			continue
		default:
			t.Fatalf("%s %s was published, which no step publishes", r.Type, r.Subject)
		}
		got.add(r.Topic, r.Run, r.Key, line(r.Subject, l))
	}
	return got
}

// compare reports every key that differs, with the place where it begins to.
func compare(t testing.TB, want, got lines) {
	t.Helper()
	places := slices.Sorted(maps.Keys(want))
	for at := range got {
		if _, known := want[at]; !known {
			places = append(places, at)
		}
	}
	for _, at := range places {
		w, g := want[at], got[at]
		if slices.Equal(w, g) {
			continue
		}
		n := 0
		for n < len(w) && n < len(g) && w[n] == g[n] {
			n++
		}
		next := func(l []string) string {
			if n < len(l) {
				return l[n]
			}
			return "nothing more"
		}
		t.Errorf("%s: %d published, want %d; number %d is %s, want %s", at, len(g), len(w), n+1, next(g), next(w))
	}
}
