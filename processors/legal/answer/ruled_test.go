package answer

import (
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// What an initiative asks of everybody's targets is none of the company's; what the company says of its own is.
func TestWhatTargetsMustBeIsNoTarget(t *testing.T) {
	parts, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]bool{
		"All targets must cover scope 1 and 2.":                                               true,
		"Our targets must cover scope 1 and 2.":                                               false,
		"The target covers scope 1 and 2.":                                                    false,
		"Emissions of scope 1 must fall by 30% by 2030.":                                      false,
		"Hart & Dean, our largest customer, has a target of net zero by 2040.":                true,
		"Hart & Dean, our largest customer, has a target, and we have one for scope 1 and 2.": false,
		"Hart & Dean, our largest plant, has a target of net zero by 2040.":                   false,
	} {
		t.Run(text, func(t *testing.T) {
			if got := parts.Of("S2.36(b)#scopes").OfOthers(&Passage{Text: text, Said: &statement.Reading{}}); got != want {
				t.Errorf("of others: %t", got)
			}
		})
	}
}
