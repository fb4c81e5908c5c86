package document

import (
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
)

func TestOneFailedCheckIsCountedAndPrintedOnce(t *testing.T) {
	failed := func(id, claim, message string, pages ...int) Check {
		c := Check{ID: id, Name: "magnitude", ClaimID: claim, Result: events.CheckFail, Severity: "critical", Message: message, Working: "1 + 1 = 3"}
		for _, p := range pages {
			c.Inputs = append(c.Inputs, CheckInput{Value: "1", Page: p})
		}
		return c
	}
	d := Document{
		Claims: []Claim{{ID: "a", Page: 3}, {ID: "b", Page: 3}, {ID: "c", Page: 9}},
		Checks: []Check{
			failed("1", "a", "Too large.", 4), failed("2", "b", "Too large.", 4), failed("3", "", "Too large.", 4), // one
			failed("4", "c", "Too large.", 7, 5), // the same words about figures of other pages
			failed("5", "a", "Too small.", 4),    // another of the same figures
			failed("6", "a", "No figures."), failed("7", "b", "No figures."), failed("8", "c", "No figures."),
		},
	}
	text := rendered(t, d, FormatText)
	if n := strings.Count(text, "Too large."); n != 2 || !strings.Contains(text, "5 checks: 0 passed, 5 failed, 0 inconclusive") {
		t.Errorf("%d times in\n%s", n, text)
	}
	for _, want := range []string{"Magnitude (critical), p. 4", "Magnitude (critical), pp. 5, 7", "Magnitude (critical), p. 3", "Magnitude (critical), p. 9"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	if md := rendered(t, d, FormatMarkdown); strings.Count(md, "Too large.") != 2 || !strings.Contains(md, "| pp. 5, 7 |") {
		t.Errorf("markdown:\n%s", md)
	}
}

// rendered is a document in a format.
func rendered(t *testing.T, d Document, f Format) string {
	t.Helper()
	out, err := d.Render(f)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}
