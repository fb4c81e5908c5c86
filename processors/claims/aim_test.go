package claims

import (
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// A promise for the climate is a claim though the reader doubts it; what is aimed at the reader says, or else words, where the sentence is
// evidence for climate targets.
func TestWhatEmissionsAreToBe(t *testing.T) {
	const promise, past = "entity target planned climate targets ", "entity change done climate targets "
	for _, c := range []struct {
		text, said, aim string
		likely          float64
		claims          bool
		want            string
	}{
		{"Our mills are to send nothing more into the air than they take from it.", promise + "none", "net_zero", 0.2, true, "net_zero"},
		{"Our mills are to send nothing more into the air than they take from it.", promise + "none", "none", 0.2, false, ""},
		{"Our mills are to send nothing more into the air than they take from it.", promise + "none", "net_zero", 0.1, false, ""},
		{"Our mills send a fifth less into the air, as was our aim.", past + "none", "reduction", 0.2, false, ""},
		{"The mills are to run at net zero soon.", promise + "S2.33", "none", 0.2, true, "net_zero"},
		{"The mills are to run with fewer emissions.", promise + "S2.33", "", 0.2, true, "reduction"}, // read before the reader was asked
		{"The mills are to run on less power soon.", promise + "S2.33", "none", 0.9, true, ""},
		{"The mills are to run with fewer emissions.", promise + "S1.51", "none", 0.9, true, ""},
	} {
		said := claimOf(c.said)
		said.Claim, said.Aim = c.likely, statement.Answer{Value: c.aim, Sure: 0.9}
		got := extractWith(t, script{c.text: said}, doc(c.text), 1, 1)
		if (len(got) == 1) != c.claims || c.claims && string(got[0].Entities.Aim) != c.want {
			t.Errorf("%s (%s, aim %q, %.1f): %d claims, %+v", c.text, c.said, c.aim, c.likely, len(got), got)
		}
	}
}
