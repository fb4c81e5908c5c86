package evidence_test

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/evidence"
)

// leastUnnamed is how many claims on what has no name among subjects have to be decided as their truth says.
const leastUnnamed = 41

// TestWhatHasNoNameIsNotDecidedWrongly holds claims of companies that do not exist, on matters that nobody lists, against documents of which half
// speaks of something else: another year, a part, a target, another company, a share, a change. Truth was set down before the documents were first read.
// One document that agrees makes a claim agreed with, one that says another figure of the very same thing stands against it.
func TestWhatHasNoNameIsNotDecidedWrongly(t *testing.T) {
	data, err := os.ReadFile("testdata/unnamed.json")
	if err != nil {
		t.Fatal(err)
	}
	var sets []struct {
		Company, Called string
		Claims          []struct{ Text, Truth, Why string }
		Documents       []struct {
			Name, Text string
			events.LibraryItem
		}
	}
	if err := json.Unmarshal(data, &sets); err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, set := range sets {
		var files []file
		for _, d := range set.Documents {
			files = append(files, file{Name: d.Name, Text: d.Text, Item: d.LibraryItem})
		}
		s := shelf(t, files...)
		for _, c := range set.Claims {
			t.Run(c.Text, func(t *testing.T) {
				st := evidence.Statement{Text: c.Text, Company: set.Company, Aliases: []string{set.Called}, Period: "2024"}
				said := map[string]bool{}
				for _, f := range s.Relate(st, events.EvidenceKinds()...) {
					switch {
					case f.Relation == evidence.Supports:
						said["verified"] = true
					case f.Contradiction == evidence.Direct:
						said["contradicted"] = true
					}
				}
				for got := range said {
					if got != c.Truth {
						t.Errorf("%s, but %s", got, c.Why)
					}
				}
				if said[c.Truth] {
					found++
				}
			})
		}
	}
	if t.Logf("%d are decided", found); found < leastUnnamed {
		t.Errorf("%d claims are decided, at least %d have to be", found, leastUnnamed)
	}
}
