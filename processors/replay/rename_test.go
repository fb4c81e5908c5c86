package replay

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/events"
)

const (
	parentRun = "run_0000000000aaaaaaaaaa"
	newRun    = "run_0000000000bbbbbbbbbb"
)

// The key of a carried record is made by text, since its payload is not read. A kind whose key is another function of the run
// would be on a partition where nobody looks for it.
func TestACarriedRecordHasTheKeyOfItsKind(t *testing.T) {
	request := sealed(t, newRun, events.AnalysisRequested.Draft("run/requested", events.AnalysisRequest{}))
	byRun, byPayload := 0, 0
	for _, kind := range events.Kinds() {
		filled := reflect.New(reflect.TypeOf(kind.Payload())).Elem()
		fill(filled)
		payloads := map[string]any{"filled": filled.Interface(), "empty": kind.Payload()}
		if kind.Type == events.DeadLettered.Type {
			payloads["of an event that is keyed by the run"] = events.DeadLetter{Key: parentRun} // it is quoted as it was
		}
		for name, payload := range payloads {
			r := sealed(t, parentRun, events.Draft{Kind: kind, Subject: "path", Payload: payload})
			want := kind.Key(newRun, payload)
			if have := carried(t, request, r); have.Key != want || have.Run != newRun {
				t.Errorf("%s, %s: the key %q in run %s becomes %q in run %s, want %q", kind.Type, name, r.Key, r.Run, have.Key, have.Run, want)
			}
			switch {
			case want == "": // the payload is empty, and names the key
			case want == kind.Key(parentRun, payload):
				byPayload++
			default:
				byRun++
			}
		}
	}
	if byRun == 0 || byPayload == 0 {
		t.Errorf("%d keys hold the run and %d do not: one sort was not tried", byRun, byPayload)
	}
}

func TestACarriedWakeHasTheKeyThatIsWoken(t *testing.T) {
	request := sealed(t, newRun, events.AnalysisRequested.Draft("run/requested", events.AnalysisRequest{}))
	kind := events.DueKind("judge", events.TopicFindingsProduced)
	for before, after := range map[string]string{parentRun: newRun, "clm_1": "clm_1"} {
		r := sealed(t, parentRun, kind.Draft("due/"+before+"/1", events.Due{Key: before, Wake: 1}))
		have := carried(t, request, r)
		due, err := kind.Decode(have)
		if err != nil || due.Data.Key != after || have.Key != kind.Key(newRun, due.Data) || have.Subject != "due/"+after+"/1" {
			t.Errorf("a wake of %s becomes %s, key %s, path %s, %v", before, have.Data, have.Key, have.Subject, err)
		}
	}
}

func sealed(t *testing.T, run string, d events.Draft) events.Record {
	t.Helper()
	r, err := d.Seal(events.Envelope{Run: run}, "test", time.Unix(0, 0))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func carried(t *testing.T, request, r events.Record) events.Record {
	t.Helper()
	n := newRenaming(&History{Run: parentRun, Entries: []*Entry{{Record: r}}}, request, time.Unix(1, 0))
	out, err := n.record(r, r.Time)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// fill gives every field a value that differs from its zero.
func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				fill(v.Field(i))
			}
		}
	case reflect.String:
		v.SetString("text")
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(2)
	case reflect.Float32, reflect.Float64:
		v.SetFloat(0.5)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i))
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem())
	case reflect.Slice:
		if v.Type() == reflect.TypeFor[json.RawMessage]() {
			v.SetBytes([]byte(`{"a": 1}`))
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0))
	}
}
