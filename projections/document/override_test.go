package document_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections/document"
)

// TestARulingIsShownBesideTheMachinesVerdict sets a ruling in a document as the read model would, and looks for
// who ruled, why and when, and for what the machine says, in every format.
func TestARulingIsShownBesideTheMachinesVerdict(t *testing.T) {
	var d document.Document
	if err := json.Unmarshal(built(t)[runA+".json"], &d); err != nil {
		t.Fatal(err)
	}
	plain, err := d.Render(document.FormatText)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(plain), "uled by") {
		t.Error("a document without rulings speaks of them")
	}
	var at int
	for i, v := range d.Verdicts {
		if v.Verdict == events.Verified {
			at = i
		}
	}
	shown := document.VerdictOf(events.Verdict{Override: &events.Overruled{
		ID: "ovr_1", Verdict: events.Unverified, By: "Jane <Doe>", Reason: "no invoice", At: time.Date(2026, 3, 2, 9, 30, 0, 0, time.UTC), Replaces: "ovr_0",
		Machine: events.MachineVerdict{Verdict: events.Verified, Confidence: events.ConfidenceHigh, ConfidenceScore: 0.88},
	}})
	v := &d.Verdicts[at]
	v.Override, v.Verdict, v.Reasoning = shown.Override, events.Unverified, "Ruled unverified by Jane <Doe>. The evidence alone comes to verified."
	raw, err := d.JSON()
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema(t).Validate(parsed); err != nil {
		t.Errorf("a document with a ruling: %v", err)
	}
	override := parsed.(map[string]any)["verdicts"].([]any)[at].(map[string]any)["override"].(map[string]any)
	delete(override["machine"].(map[string]any), "verdict")
	if schema(t).Validate(parsed) == nil {
		t.Error("the schema accepts a ruling without the machine's verdict")
	}
	for format, says := range map[document.Format][]string{
		document.FormatJSON: {`"by": "Jane <Doe>"`, `"reason": "no invoice"`, `"at": "2026-03-02T09:30:00Z"`, `"replaces": "ovr_0"`, `"confidence_score": 0.88`},
		document.FormatText: {"1 of these verdicts was ruled by a person", "Ruled by a person", "The evidence alone comes to verified."},
		document.FormatMarkdown: {"**Ruled by Jane &lt;Doe&gt;** on 2026-03-02 (ovr_1): “no invoice” The machine's verdict: verified, high confidence.",
			"- Jane &lt;Doe&gt;, 2026-03-02: rules that the claim “", "is unverified, where the evidence says verified: “no invoice”"},
		document.FormatHTML: {"ruled by Jane &lt;Doe&gt;</strong> on 2026-03-02; the machine's verdict: Verified, high confidence",
			"Jane &lt;Doe&gt;, 2026-03-02: rules that the claim “", "is unverified, where the evidence says verified</a>: &ldquo;no invoice&rdquo;"},
	} {
		out, err := d.Render(format)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range says {
			if !strings.Contains(strings.Join(strings.Fields(string(out)), " "), s) {
				t.Errorf("%s does not say %q", format, s)
			}
		}
	}
}
