package intake

import (
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
	"github.com/sibyl-project/sibyl/rag/artefact"
)

func TestADocumentOfAnotherKindIsSaidToBeOne(t *testing.T) {
	manual := `There is no subclassing in the language, and all methods are bound when the program is built.
All variables are set to zero before the function is entered.
We have written the scheduler anew in release 7, and it now runs 40% more tasks in a second.
The garbage collector stops all threads for at most 2 milliseconds.
Each package is compiled only once, and its exported symbols are written to an archive.
The test suite consists of 12,400 cases and is run on every change by three machines.
Interfaces are satisfied without being declared, which was decided by the language committee in 2009.
In version 4 the parser was generated from a grammar; since version 5 it has been written by hand.
Maps are implemented as tables with 8 entries to a bucket.
The assembler supports 14 architectures, two of which were added in 2021.
The debugger was rewritten in 2019 and understands optimised code.
We measured 31 programs and found that 27 of them start in less than 10 milliseconds.
The standard library contains 180 packages, all of which are documented with examples.
The profiler samples the stack 100 times a second and writes its results to a file.
The linker drops functions that nobody calls, which makes binaries 15% smaller.`
	report := `Our Scope 1 emissions fell by 12% to 2,300 t CO2e in 2024.
We diverted 92% of our operational waste from landfill in 2024.
100% of our electricity comes from certified renewable sources.
Our Board's Sustainability Committee met four times in 2024 to oversee climate risk.
We aim to cut our Scope 1 and 2 emissions by 50% by 2030 compared to 2019.
Hazardous waste is disposed of by certified companies.
Our Supplier Code of Conduct prohibits child labor and applies to all of our suppliers.
Climate performance accounts for 10% of the executive bonus of our Management Board.
In 2024 our Spanish sites obtained ISO 14001 certification of their management system.
Employees can report concerns anonymously through a whistleblower hotline.
Water withdrawal fell by 4% to 12,400 cubic metres in 2024.
We trained 1,240 employees in anti-corruption in 2024.`
	for name, c := range map[string]struct {
		text string
		said bool
	}{"a manual": {manual, true}, "a report": {report, false}} {
		t.Run(name, func(t *testing.T) {
			s := artefact.NewMemory()
			r := stored(t, s)
			d := streamtest.New(t, New(Config{Store: s, Parser: &fixed{doc: text(strings.ReplaceAll(c.text, "\n", " "))}}))
			d.When(requested(r)).ThenPublishes(events.RunOpened.Type, events.ReportParsed.Type)
			if got := streamtest.One(d, events.RunOpened).Data.Warnings; slices.Contains(got, otherKind) != c.said {
				t.Errorf("warnings %q", got)
			}
		})
	}
}
