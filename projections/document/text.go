package document

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/phrase"
)

// Text shows a document on a terminal.
func Text(d Document) string { return string(d.text()) }

// text is a summary for terminals: every contradicted claim and every one that a person has ruled on in full, the rest by numbers, and where to
// find more.
func (d *Document) text() []byte {
	var b bytes.Buffer
	o := d.arrange()
	r := d.Report
	fmt.Fprintf(&b, "%s\n%s\n", o.Subject, strings.Repeat("=", min(utf8.RuneCountInString(o.Subject), 78)))
	fmt.Fprintf(&b, "%s, %d of %d pages read, %s, %s\n", r.Filename, r.PagesRead, r.Pages, plural(r.Words, "word", "words"), plural(r.Tables, "table", "tables"))
	fmt.Fprintf(&b, "Run %s: %s\n", d.Run.ID, d.ending())
	for _, w := range r.Warnings {
		fmt.Fprintf(&b, "Note: %s\n", leftOut(w))
	}
	if n := len(r.NotAnalysed); n > 0 {
		fmt.Fprintf(&b, "Note: %s not analysed\n", plural(n, "page was", "pages were"))
	}
	for _, m := range o.First() {
		if m.Rank == 1 {
			fmt.Fprintf(&b, "\nWhat matters first\n")
		}
		title := m.Title
		if m.About != "" {
			title += " (" + m.About + ")"
		}
		fmt.Fprintf(&b, "\n  %2d. %s\n      %s\n", m.Rank, wrap(title, 78, "      "), wrap(m.Text, 78, "      "))
	}
	fmt.Fprintf(&b, "\n%s\n", plural(len(d.Claims), "claim", "claims"))
	for _, c := range o.Classes {
		fmt.Fprintf(&b, "  %-22s %5d\n", c.Title, len(c.Cases))
	}
	if n := d.ruledByHand(); n > 0 {
		fmt.Fprintf(&b, "  %s\n", plural(n, "of these verdicts was ruled by a person", "of these verdicts were ruled by people"))
	}
	fmt.Fprintf(&b, "%s: %d passed, %d failed, %d inconclusive\n", plural(len(o.Checks), "check", "checks"),
		o.Passed, len(o.Failed), len(o.Checks)-o.Passed-len(o.Failed))
	if len(o.Rows) > 0 {
		fmt.Fprintf(&b, "\nCompared with IFRS S1 and S2 (required disclosures)\n")
		fmt.Fprintf(&b, "  %-22s %6s %6s %8s %6s %10s  %s\n", "", "total", "fully", "partly", "not", "unassessed", "covered")
		for _, row := range o.Rows {
			fmt.Fprintf(&b, "  %-22s %6d %6d %8d %6d %10d  %s\n", row.Pillar, row.Total, row.FullyAddressed,
				row.PartiallyAddressed, row.NotAddressed, row.CouldNotAssess, row.Share)
		}
		fmt.Fprintf(&b, "  %s\n", d.gapsInWords())
	}
	for _, c := range append(o.Classes, o.ruled()) {
		if c.Class != "contradicted" && c.Class != "" || len(c.Cases) == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n%s\n", c.Title)
		for _, j := range c.Cases {
			fmt.Fprintf(&b, "\n  p. %d  %s\n", j.Claim.Page, wrap(j.Claim.Text, 78, "        "))
			fmt.Fprintf(&b, "        %s confidence\n", j.Verdict.Confidence)
			fmt.Fprintf(&b, "        %s\n", wrap(j.Verdict.Reasoning, 78, "        "))
		}
	}
	if len(o.Failed) > 0 {
		fmt.Fprintf(&b, "\nFailed checks\n")
		for _, c := range o.Failed {
			where := c.Where()
			if where != "" {
				where = ", " + where
			}
			fmt.Fprintf(&b, "\n  %s (%s)%s\n        %s\n", words(c.Name), c.Severity, where, wrap(phrase.Plain(c.Message), 78, "        "))
			if c.Working != "" {
				fmt.Fprintf(&b, "        %s\n", wrap(phrase.Plain(c.Working), 78, "        "))
			}
		}
	}
	return b.Bytes()
}

// ruled gathers the cases of every class but the contradicted, which are shown in any case, that a person has
// ruled on.
func (o outlook) ruled() class {
	out := class{Title: "Ruled by a person"}
	for _, c := range o.Classes {
		for _, j := range c.Cases {
			if j.Verdict.Override != nil && c.Class != events.Contradicted {
				out.Cases = append(out.Cases, j)
			}
		}
	}
	return out
}

// wrap breaks text at spaces so that lines of the given indent end before width.
func wrap(s string, width int, indent string) string {
	var b strings.Builder
	col := len(indent)
	for i, w := range strings.Fields(s) {
		n := utf8.RuneCountInString(w)
		switch {
		case i == 0:
		case col+1+n > width:
			b.WriteString("\n" + indent)
			col = len(indent)
		default:
			b.WriteByte(' ')
			col++
		}
		b.WriteString(w)
		col += n
	}
	return b.String()
}

// underHeads says under what a quotation stands; empty where nothing is known of it.
func underHeads(heads string) string {
	if heads == "" {
		return ""
	}
	return ", under “" + heads + "”:"
}
