package evidence_test

import (
	"encoding/json"
	"os"
	"regexp"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/evidence"
)

// leastFound is how many claims of the wordings have to be decided as their truth says.
const leastFound = 40

// TestWordingsDecideNothingWrongly holds claims of three companies that do not exist against what authorities, papers and
// neighbours have written in as many ways as came to mind: half of it speaks of something else. Truth was set down before the
// documents were first read. A claim counts as contradicted where a publisher of the first two tiers stands against it, and
// as verified where two stand for it and none against.
func TestWordingsDecideNothingWrongly(t *testing.T) {
	data, err := os.ReadFile("testdata/wordings.json")
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
	site := regexp.MustCompile(`\bat (\p{Lu}\w+(?: \p{Lu}\w+)?)`)
	claims, wanted, found := 0, 0, 0
	for _, set := range sets {
		var files []file
		for _, d := range set.Documents {
			files = append(files, file{Name: d.Name, Text: d.Text, Item: d.LibraryItem})
		}
		s := shelf(t, files...)
		for _, c := range set.Claims {
			st := evidence.Statement{Text: c.Text, Company: set.Company, Aliases: []string{set.Called}, Period: "2024"}
			if m := site.FindStringSubmatch(c.Text); m != nil {
				st.Places = m[1:]
			}
			claims++
			if c.Truth != "" {
				wanted++
			}
			switch got := decided(s.Relate(st, events.EvidenceKinds()...)); {
			case got != "" && got != c.Truth:
				t.Errorf("%q is %s, but %s", c.Text, got, c.Why)
			case got != "":
				found++
			case c.Truth != "":
				t.Logf("not %s: %q (%s)", c.Truth, c.Text, c.Why)
			}
		}
	}
	t.Logf("%d claims, %d to be decided, %d of these are, all rightly", claims, wanted, found)
	if found < leastFound {
		t.Errorf("%d claims are decided, at least %d have to be", found, leastFound)
	}
}

// decided is what places in documents make of a claim.
func decided(found []evidence.Found) string {
	supports := 0
	for _, f := range found {
		switch {
		case f.Relation == evidence.Contradicts && f.Entry.Tier <= 2:
			return "contradicted"
		case f.Relation == evidence.Supports:
			supports++
		}
	}
	if supports > 1 {
		return "verified"
	}
	return ""
}
