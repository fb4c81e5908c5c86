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

func TestWhatIsSaidInFavourOfTheEnvironmentIsABenefit(t *testing.T) {
	for text, want := range map[string]string{
		"The new compressor needs a quarter less electricity than the one that it replaces.": "yes",
		"Hydropower covers all the electricity of our two dairies.":                          "yes",
		"We will make all our bottles from recycled glass by 2031.":                          "yes",
		"We help our customers to become greener.":                                           "yes",
		"The committee reviews the environmental policy once a year.":                        "no",
		"Stricter limits for nitrogen oxides may make new filters necessary.":                "no",
		"Our mills consumed 4.1 terawatt hours of electricity in 2022.":                      "no",
		"Demand for electric buses is growing in many cities.":                               "no",
	} {
		t.Run(text, func(t *testing.T) {
			if got := read(t, bundled(t), sentence(text))[0].Benefit; got.Value != want {
				t.Errorf("%q by %.3f, want %q", got.Value, got.Sure, want)
			}
		})
	}
}
