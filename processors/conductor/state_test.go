package conductor

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sibyl-project/sibyl/events"
)

func TestAClaimsProgressSurvivesItsText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var p progress
		if rapid.Bool().Draw(t, "closed") {
			p.verdict = rapid.SampledFrom([]events.VerdictClass{events.Verified, events.Unverified, events.Contradicted, events.InsufficientEvidence}).Draw(t, "verdict")
			p.revision = rapid.IntRange(1, 1000).Draw(t, "revision")
			p.iteration = rapid.IntRange(1, 9).Draw(t, "iteration")
			p.unable = rapid.IntRange(0, 30).Draw(t, "unable")
		} else {
			for range rapid.IntRange(0, 6).Draw(t, "passes") {
				p.passes = append(p.passes, pass{mask(rapid.Byte().Draw(t, "asked")), mask(rapid.Byte().Draw(t, "answered"))})
			}
		}
		text, err := p.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		var back progress
		if err := back.UnmarshalText(text); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(p, back) {
			t.Fatalf("%+v became %q and then %+v", p, text, back)
		}
	})
}

// What the state writes of itself is read back by the decoder, whether its claims came one by one or by a restore.
func TestTheStateIsReadBackAsItWasWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		turn := &turn{State: &State{}}
		for range rapid.IntRange(0, 6).Draw(t, "claims") {
			id := rapid.OneOf(rapid.StringMatching(`clm_[0-9a-f]{2}`), rapid.String()).Draw(t, "id")
			p := progress{passes: []pass{{mask(rapid.Byte().Draw(t, "asked")), mask(rapid.Byte().Draw(t, "answered"))}}}
			if rapid.Bool().Draw(t, "closed") {
				p = progress{verdict: events.Unverified, revision: rapid.IntRange(1, 1000).Draw(t, "revision"), iteration: 2, unable: 3}
			}
			turn.keep(strings.ToValidUTF8(id, ""), p)
		}
		s := *turn.State
		s.Closed, s.Told = rapid.IntRange(0, 9).Draw(t, "closed claims"), rapid.Bool().Draw(t, "told")
		data, err := s.EncodeState()
		if err != nil {
			t.Fatal(err)
		}
		var back State
		if err := json.Unmarshal(data, &back); err != nil {
			t.Fatalf("%s: %v", data, err)
		}
		again, err := back.EncodeState()
		if err != nil || string(again) != string(data) {
			t.Fatalf("written as\n%s\nand after it was read as\n%s, %v", data, again, err)
		}
		want, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		var plainly State
		if err := json.Unmarshal(want, &plainly); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(back, plainly) {
			t.Fatalf("%s is not read as %s", data, want)
		}
	})
	if _, err := (State{Claims: map[string]progress{"clm_1": {verdict: "true", revision: 1}}}).EncodeState(); err == nil {
		t.Error("an unknown verdict was encoded")
	}
}

func BenchmarkStateOfALargeRun(b *testing.B) {
	s := turn{State: &State{}}
	for i := range 1500 {
		s.keep(events.ClaimID("rep_0123456789abcdef", i, "a claim"), progress{passes: []pass{{31, 31}, {31, 3}}})
	}
	for b.Loop() {
		if _, err := s.EncodeState(); err != nil {
			b.Fatal(err)
		}
	}
}

func TestDefectiveProgressIsRefused(t *testing.T) {
	for _, text := range []string{"1", "00000", "zz00", "=", "=x1", "=v", "=v0,1,0", "=v1,", "=v1,x,0", "=v1,1"} {
		var p progress
		if err := p.UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q became %+v", text, p)
		}
	}
	if _, err := (progress{verdict: "true", revision: 1}).MarshalText(); err == nil {
		t.Error("an unknown verdict was encoded")
	}
}

// TestTheStateOfALargeRunIsOneRecord keeps the state of 3,000 claims below the bound of a record, open in
// their third pass as well as closed.
func TestTheStateOfALargeRunIsOneRecord(t *testing.T) {
	const bound = 256 << 10
	open, done := State{Claims: map[string]progress{}}, State{Claims: map[string]progress{}}
	all := maskOf(events.Agents()...)
	for i := range 3000 {
		id := events.ClaimID("rep_0123456789abcdef", i, "a claim")
		open.Claims[id] = progress{passes: []pass{{all, all}, {all, all}, {all, 3}}}
		done.Claims[id] = progress{verdict: events.InsufficientEvidence, revision: 12, iteration: 3, unable: 11}
	}
	for name, s := range map[string]State{"open": open, "closed": done} {
		data, err := s.EncodeState()
		if err != nil {
			t.Fatal(err)
		}
		var back State
		if err := json.Unmarshal(data, &back); err != nil {
			t.Fatal(err)
		}
		if len(data) > bound*3/4 || len(back.Claims) != 3000 {
			t.Errorf("%s: %d bytes, %d claims", name, len(data), len(back.Claims))
		}
	}
}

func TestMasks(t *testing.T) {
	for i, a := range events.Agents() {
		if m := maskOf(a); m != 1<<i || fmt.Sprint(m.agents()) != fmt.Sprint([]events.Agent{a}) {
			t.Errorf("%s is %b and again %v", a, m, m.agents())
		}
	}
	if m := maskOf("somebody"); m != 0 {
		t.Errorf("a stranger is %b", m)
	}
}
