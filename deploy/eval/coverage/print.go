package coverage

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/sibyl-project/sibyl/events"
)

// states in the order of the table of confusion: what the sheet says, then what else the agent can say.
var states = []events.DisclosureStatus{
	events.FullyAddressed, events.PartiallyAddressed, events.NotAddressed, events.ReferencedElsewhere, events.Conditional,
	events.CouldNotAssess, NotListed,
}

// initials of states, so that the table fits a line.
var initials = map[events.DisclosureStatus]string{
	events.FullyAddressed: "full", events.PartiallyAddressed: "part", events.NotAddressed: "none",
	events.ReferencedElsewhere: "elsewhere", events.Conditional: "cond", events.CouldNotAssess: "unassessed", NotListed: "unlisted",
	"": "never",
}

// Print writes how results agree, the table of confusion, and every disagreement.
func Print(w io.Writer, title string, results []Result) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %.3f right, %.3f as the reader chose, %d accused wrongly, %d gaps invented\n", title,
		Share(results, Line.Right), Share(results, Line.Exact), Count(results, Line.Accuses), Count(results, Line.Invents))
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	header := []string{"sheet \\ agent"}
	for _, s := range states {
		header = append(header, initials[s])
	}
	fmt.Fprintln(t, strings.Join(header, "\t")+"\t")
	for _, want := range append(slices.Clone(states[:5]), "") {
		row := []string{initials[want]}
		for _, got := range states {
			row = append(row, fmt.Sprint(Count(results, func(l Line) bool { return l.Item.State == want && l.Got == got })))
		}
		fmt.Fprintln(t, strings.Join(row, "\t")+"\t")
	}
	if err := t.Flush(); err != nil {
		return fmt.Errorf("printing the table of confusion: %w", err)
	}
	for _, r := range results {
		fmt.Fprintf(&b, "%s: %.3f right\n", r.Sheet.File, Share([]Result{r}, Line.Right))
		for _, l := range r.Lines {
			if !l.Right() {
				b.WriteString(disagreement(l))
			}
		}
		for _, q := range r.Unquoted {
			fmt.Fprintf(&b, "  not on its page: %s\n", q)
		}
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("printing the comparison: %w", err)
	}
	return nil
}

func disagreement(l Line) string {
	var b strings.Builder
	fmt.Fprintf(&b, "  %s: sheet %s, agent %s", l.Item.ID, initials[l.Item.State], initials[l.Got])
	if l.Accuses() {
		b.WriteString(" (accused)")
	}
	if l.Invents() {
		b.WriteString(" (invented)")
	}
	fmt.Fprintf(&b, "\n    sheet: p%d %q %s\n", l.Item.Page, l.Item.Quote, l.Item.Why)
	for _, e := range l.Evidence {
		fmt.Fprintf(&b, "    agent: p%d %q\n", e.Page, e.Quote)
	}
	if len(l.Missing) > 0 {
		fmt.Fprintf(&b, "    agent misses: %s\n", strings.Join(l.Missing, "; "))
	}
	return b.String()
}
