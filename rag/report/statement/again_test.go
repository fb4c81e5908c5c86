package statement_test

import (
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// What is in doubt is read again with what stands before it, which can make it a claim or none.
func TestASentenceInDoubtIsReadAgain(t *testing.T) {
	under := func(heading, before, text string) statement.Sentence {
		s := sentence(text)
		s.Headings, s.Before = []string{heading}, before
		return s
	}
	for name, c := range map[string]struct {
		sentence statement.Sentence
		way      int // of the likelihood
	}{
		"what somebody else does is no claim": {
			under("Electricity", "We buy certificates for two of our plants.", "Renewable electricity in Indonesia is mostly sold as certificates."), -1},
		"what the entity did is one": {
			under("Harbour", "The port authority fell short of its own plan.", "Ours fell by 11 % over the same time."), +1},
		"of the entity's own number nothing is taken away": {
			under("Scope 3", "Purchased goods and services made up 57.7 % of Scope 3 emissions.",
				"Transport in categories 4 and 9 together made up 31.0 % of Scope 3 emissions."), 0},
	} {
		t.Run(name, func(t *testing.T) {
			r := read(t, bundled(t), c.sentence)[0]
			if r.Alone == nil || r.VoiceAlone == nil {
				t.Fatalf("it was not read again: %+v", r)
			}
			if c.way < 0 && r.Claim >= *r.Alone || c.way > 0 && r.Claim <= *r.Alone || c.way == 0 && r.Claim < *r.Alone {
				t.Errorf("a claim by %.3f, alone by %.3f", r.Claim, *r.Alone)
			}
		})
	}
	t.Run("what stands alone is not", func(t *testing.T) {
		if r := read(t, bundled(t), sentence("Renewable electricity in Indonesia is mostly sold as certificates."))[0]; r.Alone != nil || r.VoiceAlone != nil {
			t.Errorf("%+v", r)
		}
	})
}
