package claims

import (
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// manual is what a description of a compiler says: statements as definite as a report's, about none of its subjects.
var manual = strings.Split(`The compiler reads each source file once and keeps its syntax tree in memory until the linker has finished.
There is no subclassing in the language, and all methods are bound when the program is built.
All variables are set to zero before the function is entered.
We have written the scheduler anew in release 7, and it now runs 40% more tasks in a second.
The garbage collector stops all threads for at most 2 milliseconds.
Each package is compiled only once, and its exported symbols are written to an archive.
The test suite consists of 12,400 cases and is run on every change by three machines.
Interfaces are satisfied without being declared, which was decided by the language committee in 2009.
The committee meets twice a year and votes on proposals for new keywords.
In version 4 the parser was generated from a grammar; since version 5 it has been written by hand.
Maps are implemented as tables with 8 entries to a bucket.
The assembler supports 14 architectures, two of which were added in 2021.
Strings are immutable and share their bytes with the slices that are taken of them.
The debugger was rewritten in 2019 and understands optimised code.
We measured 31 programs and found that 27 of them start in less than 10 milliseconds.
Channels have a capacity that is given when they are made and is never changed.
The standard library contains 180 packages, all of which are documented with examples.
The profiler samples the stack 100 times a second and writes its results to a file.
Errors are values, and a function that can fail returns one beside its result.
The loop variable is made anew for each iteration since release 22.
Every release is supported for twelve months and receives fixes for security defects.
The linker drops functions that nobody calls, which makes binaries 15% smaller.`, "\n")

func TestADocumentAboutOtherThingsMakesHardlyAnyClaims(t *testing.T) {
	ours := []string{
		"Our Scope 1 emissions decreased by 12% year-over-year to 2.3 million tonnes CO2e.",
		"We diverted 92% of our operational waste from landfill in 2023.",
	}
	d := doc(strings.Join(append(slices.Clone(manual), ours...), "\n"))
	said, err := statement.ReadBundled(t.Context(), "", d)
	if err != nil {
		t.Fatal(err)
	}
	if said.AboutSustainability() {
		t.Error("a manual is taken for a report on sustainability")
	}
	claims, err := Rules{}.Extract(t.Context(), Section{ReportID: "rep_1", Document: d, From: 1, To: 1})
	if err != nil {
		t.Fatal(err)
	}
	of := func(text string) bool {
		return slices.ContainsFunc(claims, func(c events.Claim) bool { return strings.Contains(text, strings.TrimSuffix(c.Text, ".")) })
	}
	for _, text := range ours {
		if !of(text) {
			t.Errorf("%q is no claim any more", text)
		}
	}
	taken := 0
	for _, text := range manual {
		if of(text) {
			taken++
			t.Logf("taken for a claim: %q", text)
		}
	}
	if taken > 2 {
		t.Errorf("%d of %d statements of a manual are claims", taken, len(manual))
	}
}

func TestWhatOfADocumentIsReadOnlyWhereItsSubjectIsSure(t *testing.T) {
	text := "Our Scope 1 emissions decreased by 12% year-over-year to 2.3 million tonnes CO2e."
	for name, c := range map[string]struct {
		elsewhere bool
		topic     float64
		want      bool
	}{
		"of a report, whatever its subject":       {false, 0.3, true},
		"of another document, a subject in doubt": {true, 0.7, false},
		"of another document, a subject for sure": {true, 0.9, true},
	} {
		t.Run(name, func(t *testing.T) {
			r := saying(text, statement.Reading{Claim: 0.95, Topic: statement.Answer{Value: "climate", Sure: c.topic}})
			r.elsewhere = c.elsewhere
			if got := r.claims(); got != c.want {
				t.Errorf("a claim: %v", got)
			}
		})
	}
}
