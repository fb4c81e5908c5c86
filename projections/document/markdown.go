package document

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"github.com/sibyl-project/sibyl/events/phrase"
)

// markdown is the whole document for people, as CommonMark with tables.
func (d *Document) markdown() []byte {
	var b bytes.Buffer
	o := d.arrange()
	r := d.Report
	fmt.Fprintf(&b, "# %s\n\n", plain(o.Subject))
	fmt.Fprintf(&b, "%s. %s, %d of %d pages read, %s, %s.\n", plain(d.ending()), plain(r.Filename), r.PagesRead, r.Pages,
		plural(r.Words, "word", "words"), plural(r.Tables, "table", "tables"))
	for _, w := range r.Warnings {
		fmt.Fprintf(&b, "\n> %s\n", plain(phrase.Sentence(leftOut(w))))
	}
	d.mattersMarkdown(&b)
	fmt.Fprintf(&b, "\n## Verdicts\n\n| verdict | claims |\n|---|---:|\n")
	for _, c := range o.Classes {
		fmt.Fprintf(&b, "| %s | %d |\n", c.Title, len(c.Cases))
	}
	o.casesMarkdown(&b)
	if len(o.General) > 0 {
		fmt.Fprintf(&b, "\n## Findings on the report as a whole\n\n")
		for _, f := range o.General {
			fmt.Fprintf(&b, "- %s: %s%s\n", words(string(f.Agent)), plain(summed(f.Summary)), cited(f))
		}
	}
	if len(d.Checks) > 0 {
		fmt.Fprintf(&b, "\n## Checks\n\n| check | result | page | what | working |\n|---|---|---|---|---|\n")
		for _, c := range o.Checks {
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", words(c.Name), c.Result, c.Where(), plain(phrase.Plain(c.Message)), plain(phrase.Plain(c.Working)))
		}
	}
	d.greenMarkdown(&b)
	d.evidenceMarkdown(&b)
	o.reviewsMarkdown(&b)
	d.requestsMarkdown(&b)
	fmt.Fprintf(&b, "\n## Compared with IFRS S1 and S2\n\n")
	if len(o.Rows) == 0 {
		fmt.Fprintf(&b, "Coverage was not assessed.\n")
	} else {
		d.coverageMarkdown(&b, o)
		fmt.Fprintln(&b)
	}
	o.unreadMarkdown(&b)
	fmt.Fprintf(&b, "\n## How this was made, and what it cost\n\n| what | value |\n|---|---|\n")
	for _, row := range o.Manifest() {
		fmt.Fprintf(&b, "| %s | %s |\n", plain(row.What), plain(row.Value))
	}
	return b.Bytes()
}

// unreadMarkdown says what of the report nobody has looked at, or was kept from the analysis.
func (o outlook) unreadMarkdown(b *bytes.Buffer) {
	fmt.Fprintf(b, "\n## Not read or not analysed\n\n")
	if len(o.Report.NotAnalysed)+len(o.Report.SuspiciousContent) == 0 {
		fmt.Fprintf(b, "Every page was read.\n")
	}
	for _, n := range o.Report.NotAnalysed {
		fmt.Fprintf(b, "- p. %d: %s\n", n.Page, plain(leftOut(n.Reason)))
	}
	for _, s := range o.Report.SuspiciousContent {
		fmt.Fprintf(b, "- p. %d, kept from the analysis: %s “%s”\n", s.Page, plain(s.Why), plain(s.Quote))
	}
}

// mattersMarkdown is what a reader should know first, and the whole in short.
func (d *Document) mattersMarkdown(b *bytes.Buffer) {
	if len(d.Matters) > 0 {
		fmt.Fprintf(b, "\n## What matters first\n\n")
	}
	for _, m := range d.Matters {
		where := ""
		if m.About != "" {
			where = " · " + m.About
		}
		if m.Page > 0 {
			where += fmt.Sprintf(" · p. %d", m.Page)
		}
		fmt.Fprintf(b, "%d. **%s** (%s%s). %s", m.Rank, plain(m.Title), m.Consequence, where, plain(m.Text))
		if m.Quote != "" && !repeats(m.Text, m.Quote) {
			fmt.Fprintf(b, " “%s”", plain(m.Quote))
		}
		fmt.Fprintln(b)
	}
	if len(d.Summary.Text) > 0 {
		fmt.Fprintf(b, "\n## In short\n")
		for _, s := range d.Summary.Text {
			fmt.Fprintf(b, "\n- %s", plain(leftOut(s)))
		}
		fmt.Fprintln(b)
	}
}

// casesMarkdown lists the claims of each verdict with their findings.
func (o outlook) casesMarkdown(b *bytes.Buffer) {
	for _, c := range o.Classes {
		if len(c.Cases) == 0 {
			continue
		}
		fmt.Fprintf(b, "\n### %s\n", c.Title)
		for _, g := range c.Groups() {
			if g.Reasoning != "" {
				fmt.Fprintf(b, "\nOf the next %d claims the same is to be said. %s\n", len(g.Cases), plain(g.Reasoning))
			}
			o.groupMarkdown(b, g)
		}
	}
}

// groupMarkdown lists claims of which the same is to be said.
func (o outlook) groupMarkdown(b *bytes.Buffer, g group) {
	for _, j := range g.Cases {
		fmt.Fprintf(b, "\n- **p. %d** %s\n\n", j.Claim.Page, plain(j.Claim.Text))
		fmt.Fprintf(b, "  %s, %s priority; %s confidence.", words(string(j.Claim.Type)), j.Claim.Priority, j.Verdict.Confidence)
		if g.Reasoning == "" {
			fmt.Fprintf(b, " %s", plain(j.Verdict.Reasoning))
		}
		fmt.Fprintln(b)
		if o := j.Verdict.Override; o != nil {
			fmt.Fprintf(b, "  - **Ruled by %s** on %s (%s): “%s” The machine's verdict: %s, %s confidence.\n", plain(o.By), o.At.Format(time.DateOnly),
				o.ID, plain(o.Reason), strings.ToLower(words(string(o.Machine.Verdict))), o.Machine.Confidence)
		}
		for _, f := range j.Findings {
			fmt.Fprintf(b, "  - %s: %s%s\n", words(string(f.Agent)), plain(summed(f.Summary)), cited(f))
		}
	}
}

// unverifiedGreen introduces what is said in favour of the environment and was not verified.
const unverifiedGreen = "Sentences in favour of the environment of which no claim was made, mostly since they say nothing that can be verified. " +
	"Rules on green claims ask for evidence of them, too."

// greenMarkdown lists what is said in favour of the environment and was not verified.
func (d *Document) greenMarkdown(b *bytes.Buffer) {
	if len(d.EnvironmentalClaims) == 0 {
		return
	}
	fmt.Fprintf(b, "\n## Environmental claims that were not verified\n\n%s\n\n| page | sentence | wording | whose |\n|---:|---|---|---|\n", unverifiedGreen)
	for _, c := range d.EnvironmentalClaims {
		fmt.Fprintf(b, "| %d | %s | %s | %s |\n", c.Page, plain(c.Text), c.Wording(), c.Whose())
	}
}

// evidenceMarkdown lists the documents beside the report.
func (d *Document) evidenceMarkdown(b *bytes.Buffer) {
	if len(d.Evidence) > 0 {
		fmt.Fprintf(b, "\n## Documents beside the report\n\n| document | kind | publisher | date | tier | read |\n|---|---|---|---|---:|---|\n")
		for _, e := range d.Evidence {
			read := plural(e.Pages, "page", "pages")
			if e.Problem != "" {
				read = plain(e.Problem)
			}
			if e.Partial != "" {
				read += ". " + plain(e.Partial)
			}
			fmt.Fprintf(b, "| %s | %s | %s | %s | %d | %s |\n", plain(e.Title), words(string(e.Kind)), plain(e.Publisher), plain(e.Date), e.Tier, read)
		}
	}
}

// reviewsMarkdown lists what people have said.
func (o outlook) reviewsMarkdown(b *bytes.Buffer) {
	if len(o.Reviews) == 0 {
		return
	}
	fmt.Fprintf(b, "\n## What people have said\n\n")
	for _, r := range o.Reviews {
		withdrawn := ""
		if r.Withdrawn {
			withdrawn = " (taken back)"
		}
		fmt.Fprintf(b, "- %s%s: “%s”\n", plain(o.Said(r).Says), withdrawn, plain(r.Reason))
	}
}

// requestsMarkdown lists the questions between agents.
func (d *Document) requestsMarkdown(b *bytes.Buffer) {
	if len(d.Requests) > 0 {
		fmt.Fprintf(b, "\n## Questions between agents\n\n| from | to | question | status | answer |\n|---|---|---|---|---|\n")
		for _, r := range d.Requests {
			to := "nobody"
			if r.To != "" {
				to = words(string(r.To))
			}
			fmt.Fprintf(b, "| %s | %s | %s | %s | %s |\n", words(string(r.From)), to, plain(r.Question), words(string(r.Status)), plain(r.Answer))
		}
	}
}

// coverageMarkdown is the table of disclosure coverage by pillar, and the gaps.
func (d *Document) coverageMarkdown(b *bytes.Buffer, o outlook) {
	fmt.Fprintf(b, "| pillar | required | fully | partly | not | not assessed | conditional | elsewhere | covered |\n")
	fmt.Fprintf(b, "|---|---:|---:|---:|---:|---:|---:|---:|---:|\n")
	for _, row := range o.Rows {
		fmt.Fprintf(b, "| %s | %d | %d | %d | %d | %d | %d | %d | %s |\n", row.Pillar, row.Total, row.FullyAddressed,
			row.PartiallyAddressed, row.NotAddressed, row.CouldNotAssess, row.Conditional, row.ReferencedElsewhere, row.Share)
	}
	for _, g := range d.Gaps {
		fmt.Fprintf(b, "\n- **%s** %s (%s)", g.Paragraph, plain(g.Requirement), words(string(g.Status)))
		if len(g.Missing) > 0 {
			fmt.Fprintf(b, ". Missing: %s", plain(strings.Join(g.Missing, "; ")))
		}
		if g.Condition != "" {
			fmt.Fprintf(b, ". Condition: %s", plain(g.Condition))
		}
		if g.Materiality != "" {
			fmt.Fprintf(b, ". Why it matters: %s", plain(g.Materiality))
		}
		if g.Under != "" {
			fmt.Fprintf(b, ". Follows from %s", g.Under)
		}
	}
	for _, pillar := range Pillars() {
		for _, a := range d.Coverage[pillar].Addressed {
			fmt.Fprintf(b, "\n- **%s** %s (fully addressed)", a.Paragraph, plain(a.Requirement))
			for _, p := range a.Parts {
				switch {
				case p.Quote != "":
					fmt.Fprintf(b, "\n  - %s: p. %d%s “%s”", plain(p.Requirement), p.Page, plain(underHeads(p.Heads)), plain(p.Quote))
				case p.GapReason != "": // likely said, and not quoted
					fmt.Fprintf(b, "\n  - %s: %s", plain(p.Requirement), plain(p.GapReason))
				}
			}
		}
	}
}

// cited lists where a finding's evidence stands.
func cited(f Finding) string {
	var places []string
	for _, e := range f.Evidence {
		switch {
		case e.Publisher != "":
			where := plain(e.Publisher)
			if e.Date != "" {
				where += ", " + plain(e.Date)
			}
			if e.Row != nil {
				where += fmt.Sprintf(", row %d", *e.Row)
			}
			places = append(places, where)
		case e.URL != "":
			places = append(places, plain(e.URL))
		case e.Page != nil:
			places = append(places, fmt.Sprintf("p. %d", *e.Page))
		}
	}
	if len(places) == 0 {
		return ""
	}
	return " (" + strings.Join(places, ", ") + ")"
}

// markup is what Markdown and the HTML inside it would act on; the text is a stranger's.
var markup = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", "&lt;", ">", "&gt;",
	"#", `\#`, "|", `\|`, "!", `\!`, "\n", " ", "\r", " ")

func plain(s string) string { return markup.Replace(s) }
