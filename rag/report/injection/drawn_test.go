package injection

import (
	"os"
	"strings"
	"testing"
)

// Sentences drawn before the rules were written for them. A "?" marks an order that is known to slip: the mark
// is to go when it does no longer.
func TestDrawnOrdersInstruct(t *testing.T) {
	slipped, all := 0, 0
	for _, line := range drawn(t, "orders.txt") {
		all++
		order, slips := strings.CutPrefix(line, "? ")
		if slips {
			slipped++
		}
		if yes, _ := Instructs(order); yes == slips {
			t.Errorf("%q is taken for an order: %v", order, yes)
		}
	}
	t.Logf("%d of %d are known to slip", slipped, all)
}

// What stands in reports, forms, policies and letters of auditors, and comes near.
func TestDrawnSentencesDoNotInstruct(t *testing.T) {
	for _, s := range drawn(t, "innocent.txt") {
		if yes, reason := Instructs(s); yes {
			t.Errorf("%q %s", s, reason)
		}
	}
}

func drawn(t *testing.T, name string) []string {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n")
}
