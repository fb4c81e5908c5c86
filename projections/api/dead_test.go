package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/wire"
	"github.com/sibyl-project/sibyl/projections"
	"github.com/sibyl-project/sibyl/projections/api"
	"github.com/sibyl-project/sibyl/projections/catalogue"
	"github.com/sibyl-project/sibyl/projections/projectionstest"
)

// died is the letter of a processor that gave up on a record at an offset.
func died(t *testing.T, processor string, reason events.DeadReason, k *kgo.Record, offset int64, change func(*events.DeadLetter)) events.Record {
	t.Helper()
	rec, err := wire.Decode(k)
	subject := "dead/" + processor + "/" + rec.ID
	if err != nil {
		subject = fmt.Sprintf("dead/%s/%s/%d/%d", processor, k.Topic, 0, offset)
	}
	l := events.DeadLetter{
		Processor: processor, Reason: reason, Topic: events.Topic(k.Topic), Offset: offset, Key: string(k.Key), Headers: map[string]string{},
		Data: k.Value, Error: "no retry can cure it", Attempts: 3,
	}
	for _, h := range k.Headers {
		l.Headers[h.Key] = string(h.Value)
	}
	if change != nil {
		change(&l)
	}
	r, err := events.DeadLettered.Draft(subject, l).Seal(rec.Envelope, processor, projectionstest.Began.Add(time.Duration(offset)*time.Second))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// read returns what stands on a topic.
func (w *world) read(topic events.Topic, atLeast int) []*kgo.Record {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.t.Context(), projectionstest.Patience)
	defer cancel()
	client, err := kgo.NewClient(append(append([]kgo.Opt{}, w.log.Kafka...), kgo.ConsumeTopics(string(topic)))...)
	if err != nil {
		w.t.Fatal(err)
	}
	defer client.Close()
	var all []*kgo.Record
	for len(all) < atLeast {
		fetches := client.PollFetches(ctx)
		if err := fetches.Err(); err != nil {
			w.t.Fatalf("%d records on %s, want %d: %v", len(all), topic, atLeast, err)
		}
		all = append(all, fetches.Records()...)
	}
	return all
}

func claimOf(t *testing.T, records []events.Record, n int) *kgo.Record {
	t.Helper()
	for _, r := range records {
		if r.Type == events.ClaimRouted.Type {
			if n == 0 {
				return wire.Encode(r)
			}
			n--
		}
	}
	t.Fatal("the story routes fewer claims")
	return nil
}

func TestDeadLettersAreRetriedAndDiscarded(t *testing.T) {
	w := newWorld(t, nil)
	w.log.Append(t, projectionstest.Submission(t)...)
	records := projectionstest.Story{Run: run, Claims: 4}.Records(t)
	w.log.Append(t, projectionstest.Feed(records...)...)
	await(t, w, "/api/v1/runs/"+run, `"status":"completed"`)
	original := claimOf(t, records, 0)
	letter := died(t, "legal", events.DeadExhausted, original, 7, nil)
	other := died(t, "geography", events.DeadCrashed, claimOf(t, records, 1), 3, nil)
	w.log.Append(t, letter, other, letter) // a letter that comes twice is one
	await(t, w, "/api/v1/dead?processor=geography", `"total":1`)
	await(t, w, "/api/v1/dead?processor=legal", `"total":1`)

	page := pagesOfLetters(t, w, letter.ID, other.ID)
	show := func(id string) api.DeadLetterView {
		t.Helper()
		return into[api.DeadLetterView](t, w.get("/api/v1/dead/"+id).want(t, 200))
	}
	v := show(letter.ID)
	if v.Status != events.LetterOpen || v.Run != run || v.ReportID != projectionstest.Report || v.Type != events.ClaimRouted.Type || v.Attempts != 3 ||
		v.Rounds != 1 || v.Topic != events.TopicClaimsRouted || v.Offset != 7 || v.Key != string(original.Key) || !bytes.Equal(v.Data, original.Value) ||
		v.Reason != events.DeadExhausted {
		t.Errorf("the letter is shown as %+v", v)
	}

	act := func(id, action string) answer {
		t.Helper()
		return w.do("POST", "/api/v1/dead/"+id+"/"+action, nil)
	}
	if got := into[api.DeadLetterView](t, act(letter.ID, "retry").want(t, http.StatusAccepted)); got.Status != events.LetterRetried || got.Retries != 1 {
		t.Errorf("after the retry: %+v", got)
	}
	back := w.read(events.TopicClaimsRouted, 1)
	if len(back) != 1 || !bytes.Equal(back[0].Key, original.Key) || !bytes.Equal(back[0].Value, original.Value) ||
		!reflect.DeepEqual(headers(back[0]), headers(original)) {
		t.Errorf("what went back is %v, want %v", back, original)
	}
	// Asked for twice it is done once; what was retried is not discarded.
	if got := into[api.DeadLetterView](t, act(letter.ID, "retry").want(t, http.StatusOK)); got.Retries != 1 {
		t.Errorf("retried twice: %+v", got)
	}
	if a := act(letter.ID, "discard").want(t, http.StatusConflict); !strings.Contains(string(a.body), "was retried already") {
		t.Errorf("the refusal is %s", a.body)
	}

	// It dies again: open again, and decided about anew.
	w.log.Append(t, died(t, "legal", events.DeadRejected, original, 19, nil))
	await(t, w, "/api/v1/dead/"+letter.ID, `"status":"open"`)
	if v := show(letter.ID); v.Rounds != 2 || v.Retries != 1 || v.Reason != events.DeadRejected || !v.At.After(v.FirstAt) {
		t.Errorf("after the second death: %+v", v)
	}
	if got := into[api.DeadLetterView](t, act(letter.ID, "discard").want(t, http.StatusOK)); got.Status != events.LetterDiscarded {
		t.Errorf("after it was discarded: %+v", got)
	}
	for _, action := range []string{"discard", "retry"} {
		if a := act(letter.ID, action).want(t, http.StatusConflict); !strings.Contains(string(a.body), "was discarded already") {
			t.Errorf("%s of what was discarded: %s", action, a.body)
		}
	}
	act("0123456789abcdef0123456789abcdef", "retry").want(t, 404)
	w.get("/api/v1/dead/none").want(t, 404)
	w.get("/api/v1/dead?status=lost").want(t, 422)
	if n := len(w.read(events.TopicClaimsRouted, 1)); n != 1 {
		t.Errorf("%d records went back, want 1", n)
	}

	// Folded again, the letters are as they were decided about.
	before := page("?status=all")
	if err := projections.Rebuild(t.Context(), w.pool, catalogue.Models(), []string{"dead"}, projections.Options{Kafka: w.log.Kafka}); err != nil {
		t.Fatal(err)
	}
	if after := page("?status=all"); !reflect.DeepEqual(before, after) {
		t.Errorf("folded again:\n%+v\nbefore\n%+v", after, before)
	}
}

// pagesOfLetters requires that lists of dead letters are sorted, paged and filtered, and returns a function that gets
// one. The letters are of different processors, the first one is the latest.
func pagesOfLetters(t *testing.T, w *world, latest, other string) func(query string) api.DeadLetterPage {
	t.Helper()
	page := func(query string) api.DeadLetterPage {
		t.Helper()
		return into[api.DeadLetterPage](t, w.get("/api/v1/dead"+query).want(t, 200))
	}
	if p := page(""); p.Total != 2 || p.Letters[0].ID != latest || p.Letters[1].ID != other {
		t.Errorf("the latest is not first: %+v", p)
	}
	if p := page("?page=2&size=1"); p.Total != 2 || len(p.Letters) != 1 || p.Letters[0].ID != other {
		t.Errorf("the second page is %+v", p)
	}
	for query, want := range map[string]int{
		"?reason=crashed": 1, "?reason=rejected": 0, "?run=" + run: 2, "?run=run_none": 0, "?status=discarded": 0, "?status=all": 2, "?processor=judge": 0,
	} {
		if p := page(query); p.Total != want {
			t.Errorf("%s picks %d, want %d", query, p.Total, want)
		}
	}
	return page
}

func headers(k *kgo.Record) map[string]string {
	out := map[string]string{}
	for _, h := range k.Headers {
		out[h.Key] = string(h.Value)
	}
	return out
}

// What nothing would come of is refused with its reason; what stands in its place only is read back from there.
func TestDeadLettersThatCannotBeRetried(t *testing.T) {
	large := []byte(`{"claim":{"id":"clm_1"},"text":"` + strings.Repeat("x", 1<<10) + `"}`)
	var stored *kgo.Record
	w := newWorld(t, func(c *api.Config) {
		c.Record = func(_ context.Context, topic events.Topic, _ int32, offset int64) (*kgo.Record, error) {
			if offset == 42 && string(topic) == stored.Topic {
				return stored, nil
			}
			return nil, fmt.Errorf("reading: %w", api.ErrNoRecord)
		}
	})
	w.log.Append(t, projectionstest.Submission(t)...)
	records := projectionstest.Story{Run: run, Claims: 6}.Records(t)
	w.log.Append(t, projectionstest.Feed(records...)...)
	const failed = "run_0000000002bbbbbbbbbb"
	w.log.Append(t, projectionstest.Feed(projectionstest.Story{Run: failed, Fails: "broken"}.Records(t)...)...)
	await(t, w, "/api/v1/runs/"+run, `"status":"completed"`)
	await(t, w, "/api/v1/runs/"+failed, `"status":"error"`)

	changed := func(n int, name, value string) *kgo.Record {
		k := claimOf(t, records, n)
		for i := range k.Headers {
			if k.Headers[i].Key == name {
				k.Headers[i].Value = []byte(value)
				return k
			}
		}
		k.Headers = append(k.Headers, kgo.RecordHeader{Key: name, Value: []byte(value)})
		return k
	}
	stored = changed(5, wire.HeaderSubject, "claim/large")
	stored.Value = large
	garbage := &kgo.Record{Topic: string(events.TopicClaimsRouted), Key: []byte("k"), Value: []byte("{\"a\":\x01\xff")}
	inPlace := func(l *events.DeadLetter) { l.Headers, l.Data = nil, nil }
	all := map[string]events.Record{
		"its run repeats another one":    died(t, "legal", events.DeadRejected, changed(0, wire.HeaderReplayOf, "run_x"), 1, nil),
		"`sibyl rebuild` folds it again": died(t, "projections", events.DeadUnfoldable, claimOf(t, records, 0), 2, nil),
		"beyond its cap of iterations":   died(t, "geography", events.DeadIterationCap, claimOf(t, records, 0), 3, nil),
		"its record is no event":         died(t, "legal", events.DeadUndecodable, garbage, 4, nil),
		"nobody handles events":          died(t, "judge", events.DeadRejected, changed(1, wire.HeaderType, "judge.due"), 5, nil),
		"belong on claims.routed": died(t, "judge", events.DeadRejected, claimOf(t, records, 2), 6,
			func(l *events.DeadLetter) { l.Topic = events.TopicFindingsProduced }),
		"there is no topic":       died(t, "judge", events.DeadRejected, claimOf(t, records, 3), 7, func(l *events.DeadLetter) { l.Topic = "secrets" }),
		"no longer on the log":    died(t, "academic", events.DeadRejected, claimOf(t, records, 4), 8, inPlace),
		"has ended with an error": died(t, "academic", events.DeadRejected, changed(4, wire.HeaderCorrelation, failed), 9, nil),
	}
	for _, l := range all {
		w.log.Append(t, l)
	}
	back := died(t, "legal", events.DeadRejected, stored, 42, inPlace)
	w.log.Append(t, back)
	await(t, w, "/api/v1/dead?size=1", fmt.Sprintf(`"total":%d`, len(all)+1))
	for says, l := range all {
		a := w.do("POST", "/api/v1/dead/"+l.ID+"/retry", nil).want(t, http.StatusConflict)
		if !strings.Contains(string(a.body), says) {
			t.Errorf("%s: the refusal is %s", says, a.body)
		}
	}
	v := into[api.DeadLetterView](t, w.get("/api/v1/dead/"+all["its record is no event"].ID).want(t, 200))
	if v.Text != `{"a":\x01\xff` || v.Data != nil {
		t.Errorf("garbage is shown as %q %s", v.Text, v.Data)
	}
	if v := into[api.DeadLetterView](t, w.get("/api/v1/dead/"+back.ID).want(t, 200)); !v.InPlace {
		t.Errorf("what was left in its place is shown as %+v", v)
	}
	w.do("POST", "/api/v1/dead/"+back.ID+"/retry", nil).want(t, http.StatusAccepted)
	if got := w.read(events.TopicClaimsRouted, 1); !bytes.Equal(got[0].Value, large) || !reflect.DeepEqual(headers(got[0]), headers(stored)) {
		t.Errorf("what was read back is %v", got[0])
	}
	// A refusal decides nothing: the letter can still be discarded.
	w.do("POST", "/api/v1/dead/"+all["its record is no event"].ID+"/discard", nil).want(t, http.StatusOK)
	w.do("POST", "/api/v1/dead/"+all["has ended with an error"].ID+"/discard", nil).want(t, http.StatusOK)
}

// Letters and decisions that were written by others, with whatever in them, are folded or passed on to whoever sets
// aside what cannot be, and never stop the list.
func TestForeignDeadLettersAreListed(t *testing.T) {
	w := newWorld(t, nil)
	at := projectionstest.Began
	payload, err := json.Marshal(events.DeadLetter{Processor: "x\x00y", Topic: "t\xff", Key: "\x00", Headers: map[string]string{"a\x00": "\xff"},
		Error: strings.Repeat("\x00é", 9000), Offset: -5})
	if err != nil {
		t.Fatal(err)
	}
	r := events.Record{Topic: events.TopicDeadLetters, Key: "k", Data: payload, Envelope: events.Envelope{
		ID: strings.Repeat("i", 300), Type: events.DeadLettered.Type, Source: "/sibyl/other", Subject: "s", Time: at, Run: strings.Repeat("r\u00e9", 100),
	}}
	w.log.Append(t, r)
	await(t, w, "/api/v1/dead", `"total":1`)
	l := into[api.DeadLetterPage](t, w.get("/api/v1/dead").want(t, 200)).Letters[0]
	if !events.IsEventID(l.ID) {
		t.Errorf("it is called %.40s", l.ID)
	}
	w.do("POST", "/api/v1/dead/"+l.ID+"/discard", nil).want(t, http.StatusOK)
}

func decoded(t *testing.T, k *kgo.Record) events.Record {
	t.Helper()
	r, err := wire.Decode(k)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Whoever puts an event back may put it on another partition than it stood on first, at a smaller offset: given up on
// there, its letter is open again.
func TestALetterThatComesBackFromAnotherPartitionIsOpenAgain(t *testing.T) {
	w := newWorld(t, nil)
	w.log.Append(t, projectionstest.Submission(t)...)
	records := projectionstest.Story{Run: run, Claims: 4}.Records(t)
	w.log.Append(t, projectionstest.Feed(records...)...)
	await(t, w, "/api/v1/runs/"+run, `"status":"completed"`)
	original := claimOf(t, records, 0)
	first := died(t, "legal", events.DeadExhausted, original, 90, nil)
	w.log.Append(t, first)
	await(t, w, "/api/v1/dead?processor=legal", `"total":1`)
	w.log.Append(t, died(t, "legal", events.DeadExhausted, original, 75, func(l *events.DeadLetter) { l.Partition = 3 }))
	await(t, w, "/api/v1/dead/"+first.ID, `"rounds":2`)
	if p := into[api.DeadLetterPage](t, w.get("/api/v1/dead?status=open").want(t, 200)); p.Total != 1 || p.Letters[0].ID != first.ID {
		t.Errorf("open are %+v, want the letter that came back", p)
	}
}
