package document

import (
	"bytes"
	"cmp"
	_ "embed" // the page's template is part of the binary
	"fmt"
	"html/template"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/phrase"
	"github.com/sibyl-project/sibyl/projections/document/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
)

//go:embed report.html.tmpl
var reportPage string

var reportTemplate = template.Must(template.New("report").Funcs(template.FuncMap{
	"words": words, "inwords": inWords, "ending": (*Document).ending, "plural": plural,
	"deref": func(n *int) int { return *n },
	"plain": phrase.Plain, "summed": summed, "leftout": leftOut,
	"join": strings.Join, "sentence": phrase.Sentence, "unverifiedgreen": func() string { return unverifiedGreen },
}).Parse(reportPage))

// Format is a way to show a document.
type Format string

// The closed set of formats. text is for terminals.
const (
	FormatText     Format = "text"
	FormatJSON     Format = "json"
	FormatMarkdown Format = "md"
	FormatHTML     Format = "html"
	FormatCSV      Format = "csv"
	FormatXLSX     Format = "xlsx"
)

// Formats lists the formats that are files.
func Formats() []Format {
	return []Format{FormatJSON, FormatHTML, FormatCSV, FormatXLSX, FormatMarkdown}
}

// ContentType is the media type of a format.
func (f Format) ContentType() string {
	switch f {
	case FormatJSON:
		return "application/json"
	case FormatMarkdown:
		return "text/markdown; charset=utf-8"
	case FormatHTML:
		return "text/html; charset=utf-8"
	case FormatCSV:
		return "text/csv; charset=utf-8"
	case FormatXLSX:
		return "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	}
	return "text/plain; charset=utf-8"
}

// Render shows the document in a format, with links to pages of the file of its name, as it may lie beside the export.
func (d *Document) Render(f Format) ([]byte, error) { return d.RenderLinked(f, "") }

// RenderLinked shows the document in a format; pdf is where the report's pages can be looked at, empty for its file's name.
func (d *Document) RenderLinked(f Format, pdf string) ([]byte, error) {
	switch f {
	case FormatText:
		return d.text(), nil
	case FormatJSON:
		return d.JSON()
	case FormatMarkdown:
		return d.markdown(), nil
	case FormatHTML:
		return d.html(pdf)
	case FormatCSV, FormatXLSX:
		tables, err := d.tables()
		if err != nil {
			return nil, fmt.Errorf("rendering run %s as a table: %w", d.Run.ID, err)
		}
		if f == FormatCSV {
			return sheet.CSV(tables)
		}
		return sheet.XLSX(tables)
	}
	return nil, fmt.Errorf("rendering run %s: there is no format %q; use text, json, md, html, csv or xlsx", d.Run.ID, f)
}

// html is the whole document as one file: no scripts, nothing loaded from elsewhere.
func (d *Document) html(pdf string) ([]byte, error) {
	o := d.arrange()
	o.PDF = cmp.Or(pdf, fileName(d.Report.Filename))
	var err error
	if o.Addressed, o.Reference, err = d.addressed(); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := reportTemplate.Execute(&b, o); err != nil {
		return nil, fmt.Errorf("rendering run %s as HTML: %w", d.Run.ID, err)
	}
	return b.Bytes(), nil
}

// fileName is a name as a link to a file in the same folder, and nothing where it is no plain name.
func fileName(s string) string {
	if s == "" || strings.ContainsAny(s, "/\\:") {
		return ""
	}
	return "./" + s
}

// subject names a report by its company, title and period, each only where what stands beside it does not say it.
func subject(r Report) string {
	parts := []string{}
	for _, p := range []string{r.Company, r.Title, r.Period} {
		if p == r.Company && strings.HasPrefix(strings.ToLower(r.Title), strings.ToLower(p)) {
			continue
		}
		if p != "" && !strings.Contains(strings.Join(parts, " "), p) {
			parts = append(parts, p)
		}
	}
	if len(parts) == 0 {
		return r.Filename
	}
	return strings.Join(parts, ", ")
}

// saidAs are names of closed sets that are not words with bars between them; the page says them as words.ts does.
var saidAs = map[string]string{"metrics_targets": "Metrics and targets", "data_metrics": "Data and metrics", "news_media": "News and media",
	"legal_governance": "Legal and governance", "sha256": "SHA-256", "yoy_percentage": "Change between years", "gwp": "Warming potentials",
	"baseline_consistency": "Consistency of the base year", "baseline_validity": "Fit of the base year", "method_consistency": "Consistency of methods",
	"referenced_elsewhere": "Elsewhere", "could_not_assess": "Not assessed"}

// words turns a name of a closed set into words for people.
func words(name string) string {
	if name == "" {
		return ""
	}
	if known := saidAs[name]; known != "" {
		return known
	}
	s := strings.ReplaceAll(name, "_", " ")
	return strings.ToUpper(s[:1]) + s[1:]
}

// checkName is how the summary of a finding begins what it says of a check.
var checkName = pattern.Compile(`\b(` + strings.Join(events.CheckKinds(), "|") + `): ([A-Z])`)

// summed is the summary of a finding for people: with the names of checks in words.
func summed(s string) string {
	return phrase.Units(checkName.ReplaceAllStringFunc(s, func(found string) string {
		m := checkName.FindStringSubmatch(found)
		return words(m[1]) + ": " + m[2]
	}))
}

// ofLanguage is how a reason names a language by its code.
var ofLanguage = pattern.Compile(`\blanguage ([a-z]{2,3}) is not read`)

// leftOut says why something was left out with the name of its language in the place of the code, as the page does.
func leftOut(why string) string {
	return ofLanguage.ReplaceAllStringFunc(why, func(found string) string {
		tag, err := language.Parse(ofLanguage.FindStringSubmatch(found)[1])
		name := display.English.Languages().Name(tag)
		if err != nil || name == "" {
			return found
		}
		return name + " is not read"
	})
}

func share(c Coverage) string {
	if c.Percent == nil {
		return "not assessed"
	}
	return fmt.Sprintf("%.0f %%", *c.Percent)
}

// plural counts things, with thousands set apart.
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	digits := strconv.Itoa(n)
	for at := len(digits) - 3; at > 0; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return digits + " " + many
}

// ending says how the run ended, for a first line.
func (d *Document) ending() string {
	switch d.Run.Status {
	case events.RunCompleted:
		return "Completed"
	case events.RunError:
		return "Ended in error: " + d.Run.Error
	}
	return "Still going on"
}

// gapsInWords counts gaps by status: only some of them are open disclosures.
func (d *Document) gapsInWords() string {
	counts := map[events.DisclosureStatus]int{}
	for _, g := range d.Gaps {
		counts[g.Status]++
	}
	var parts []string
	for _, s := range []events.DisclosureStatus{
		events.NotAddressed, events.PartiallyAddressed, events.CouldNotAssess, events.ReferencedElsewhere, events.Conditional,
	} {
		if n := counts[s]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, strings.ToLower(words(string(s)))))
		}
	}
	if len(parts) == 0 {
		return "No gaps"
	}
	return "Gaps: " + strings.Join(parts, ", ")
}

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
