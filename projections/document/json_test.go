package document

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/sibyl-project/sibyl/events"
)

// Documents are compared byte for byte across versions, so the faster encoder has to write what the standard library does.
func TestADocumentIsWrittenAsTheStandardLibraryWritesIt(t *testing.T) {
	percent := 1e-7
	d := &Document{
		Report: Report{Filename: "a <b> & \u2028 \x00 \x7f \u00fc \"\\\".pdf"},
		Run:    Run{Index: map[string]string{"z": "1", "a": "2", "\u00e4": "3"}},
		Claims: []Claim{{ID: "clm_1", Agents: []events.Agent{}}},
		Facts:  []Fact{{Rect: [4]float64{0, 1e21, 0.1, 123456789.125}}},
		Findings: []Finding{
			{Details: json.RawMessage(`{"a" : "\u003c\/ü", "n":1.50, "l":[ ], "o":{ }, "big":12345678901234567890}`)},
			{Details: json.RawMessage(`{}`)},
		},
		Coverage: map[string]Coverage{"strategy": {Percent: &percent}, "governance": {}},
	}
	var want bytes.Buffer
	enc := json.NewEncoder(&want)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(d); err != nil {
		t.Fatal(err)
	}
	got, err := d.JSON()
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want.Bytes()) {
		t.Errorf("have\n%s\nwant\n%s", got, want.Bytes())
	}
}
