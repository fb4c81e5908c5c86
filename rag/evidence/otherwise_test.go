package evidence_test

import (
	"os"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/evidence"
)

// TestNothingStandsAgainstAStatementThatIsOfSomethingElse holds statements against sentences of an authority that seem to say another figure of the same.
func TestNothingStandsAgainstAStatementThatIsOfSomethingElse(t *testing.T) {
	authority := events.LibraryItem{Kind: events.KindFiling, Publisher: "Inspection Authority", Tier: 1, Date: "2025-03-04"}
	data, err := os.ReadFile("testdata/pairs.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		parts := strings.Split(strings.TrimSpace(line), " | ")
		if len(parts) != 3 {
			continue
		}
		t.Run(parts[0]+" "+parts[1], func(t *testing.T) {
			company := "Acme NV"
			for _, longer := range []string{"Acme Stores", "Acme Energy"} {
				if strings.Contains(parts[1], longer) {
					company = longer + " NV"
				}
			}
			st := evidence.Statement{Text: parts[0], Company: company, Aliases: []string{"Acme"}, Period: "2024"}
			got := "-"
			switch found := related(shelf(t, file{Name: "a.txt", Text: parts[1], Item: authority}).Relate(st, events.KindFiling)); found {
			case "supports":
				got = found
			case "contradicts direct":
				got = "contradicts"
			}
			if got != parts[2] {
				t.Errorf("%s, want %s", got, parts[2])
			}
		})
	}
}
