package events_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/events"
)

func record(k *events.Definition, data string) events.Record {
	return events.Record{Envelope: events.Envelope{ID: "e", Type: k.Type}, Topic: k.Topic, Data: []byte(data)}
}

// A kind reads what its writers write, whatever else newer writers add, and nothing that is less.
func TestAPayloadIsOfItsKindOrRefused(t *testing.T) {
	sound := `{"claim_id": "c", "iteration": 1, "agents": ["legal"]}`
	for name, c := range map[string]struct{ data, refused string }{
		"as written":              {sound, ""},
		"a list that is null":     {`{"claim_id": "c", "iteration": 1, "agents": null}`, ""},
		"a field of tomorrow":     {`{"claim_id": "c", "iteration": 1, "agents": [], "since": {"a": [1, {"b": "}\"]"}]}, "x": null}`, ""},
		"white space everywhere":  {" {\n\"claim_id\"\t:\r\n\"c\" , \"iteration\" : 1 ,\"agents\" : [ ] } ", ""},
		"an escaped name":         {`{"claim\u005fid": "c", "iteration": 1, "agents": []}`, ""},
		"text full of marks":      {`{"claim_id": "\\\"{,:}[]\\", "iteration": 1, "agents": []}`, ""},
		"null":                    {`null`, "null"},
		"an empty object":         {`{}`, "claim_id is missing"},
		"one field missing":       {`{"claim_id": "c", "agents": []}`, "iteration is missing"},
		"a field that is null":    {`{"claim_id": null, "iteration": 1, "agents": []}`, "claim_id: it is null"},
		"an element that is null": {`{"claim_id": "c", "iteration": 1, "agents": [null]}`, "agents: it is null"},
		"a name within a text":    {`{"claim_id": "\"iteration\":", "agents": []}`, "iteration is missing"},
		"a name one level down":   {`{"claim_id": "c", "agents": [], "x": {"iteration": 1}}`, "iteration is missing"},
		"an array":                {`[]`, "it is a list and not an object"},
		"a list for a text":       {`{"claim_id": [], "iteration": 1, "agents": []}`, "claim_id is a list and not a text"},
		"a text for a number":     {`{"claim_id": "c", "iteration": "1", "agents": []}`, "iteration is a text and not a whole number"},
		"half a number":           {`{"claim_id": "c", "iteration": 1.5, "agents": []}`, "iteration is number 1.5 and not a whole number"},
		"no JSON":                 {`{"claim_id": c}`, "no JSON from byte 14 on"},
		"broken off":              {`{"a":`, "unexpected end"},
		"nothing":                 {``, "unexpected end"},
		"no UTF-8":                {"{\"claim_id\": \"\xff\", \"iteration\": 1, \"agents\": []}", "UTF-8"},
	} {
		_, err := events.CaseRegistered.Decode(record(events.CaseRegistered.Definition, c.data))
		_, untyped := events.CaseRegistered.Definition.Decode([]byte(c.data))
		if (err == nil) != (c.refused == "") || (untyped == nil) != (err == nil) {
			t.Errorf("%s: %v, %v", name, err, untyped)
			continue
		}
		if err != nil && (!errors.Is(err, events.ErrUndecodable) || !errors.Is(untyped, events.ErrUndecodable) || !strings.Contains(err.Error(), c.refused)) {
			t.Errorf("%s: %q does not say %q", name, err, c.refused)
		}
	}
}

func TestWhatIsWithinAPayloadIsLookedAtToo(t *testing.T) {
	whole, err := json.Marshal(events.Assignment{Claim: events.Claim{ID: "c", Page: 3}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := events.ClaimRouted.Decode(record(events.ClaimRouted.Definition, string(whole))); err != nil {
		t.Error(err)
	}
	for _, cut := range []string{`{"claim":{},"iteration":1,"agents":[]}`, `{"claim":null,"iteration":1,"agents":[]}`} {
		if _, err := events.ClaimRouted.Decode(record(events.ClaimRouted.Definition, cut)); !errors.Is(err, events.ErrUndecodable) {
			t.Errorf("%s: %v", cut, err)
		}
	}
}

// Whatever a kind writes it reads, the zero value of its payload included.
func TestEveryKindReadsItsOwnZeroPayload(t *testing.T) {
	for _, k := range events.Kinds() {
		data, err := json.Marshal(k.Payload())
		if err != nil {
			t.Fatal(err)
		}
		// A decision about no letter is refused for what it says, not for its shape.
		_, decision := k.Payload().(events.DeadDecision)
		if _, err := k.Decode(data); (err != nil) != decision {
			t.Errorf("%s: %v", k.Type, err)
		}
		for _, garbage := range []string{`{}`, `null`, `[]`, `{"a":`} {
			if _, err := k.Decode([]byte(garbage)); !errors.Is(err, events.ErrUndecodable) {
				t.Errorf("%s reads %s: %v", k.Type, garbage, err)
			}
		}
	}
}

func TestStraysAreUnreadableAndNobodys(t *testing.T) {
	ours, err := events.CaseClosed.Draft("claim/c/closed", events.Closure{ClaimID: "c"}).Seal(events.Envelope{Run: "r"}, "judge", time.Unix(0, 0))
	if err != nil {
		t.Fatal(err)
	}
	theirs := ours
	theirs.ID = "made-up"
	broken := errors.Join(errors.New("decoding"), events.ErrUndecodable)
	for name, c := range map[string]struct {
		r    events.Record
		err  error
		want bool
	}{
		"made up and unreadable": {theirs, broken, true},
		"ours and unreadable":    {ours, broken, false}, // somebody waits for it
		"made up and refused":    {theirs, errors.New("no such claim"), false},
	} {
		if got := events.Stray(c.r, c.err); got != c.want {
			t.Errorf("%s: stray %v", name, got)
		}
	}
}

func BenchmarkDecodeClaim(b *testing.B) {
	data, err := json.Marshal(events.Claim{
		ID: "clm_1", ReportID: "rep_1", Text: strings.Repeat("Scope 1 emissions fell by 6.1 %. ", 8), Context: strings.Repeat("In the year under review. ", 20),
		Paragraphs: []events.ParagraphLink{{ID: "S2.29(a)(i)"}, {ID: "S2.14"}}, Quote: events.Quote{Text: strings.Repeat("x", 200)},
	})
	if err != nil {
		b.Fatal(err)
	}
	r := record(events.ClaimExtracted.Definition, string(data))
	b.SetBytes(int64(len(data)))
	b.Run("kind", func(b *testing.B) {
		for b.Loop() {
			if _, err := events.ClaimExtracted.Decode(r); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("json", func(b *testing.B) {
		for b.Loop() {
			var c events.Claim
			if err := json.Unmarshal(data, &c); err != nil {
				b.Fatal(err)
			}
		}
	})
}
