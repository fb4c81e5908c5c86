package document

import (
	"bytes"
	"cmp"
	"embed"
	"fmt"
	"html/template"
	"io"
	"net/url"
	"slices"
	"strings"
	"sync"
	text "text/template"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/phrase"
	"github.com/sibyl-project/sibyl/projections/document/disclosures"
	"github.com/sibyl-project/sibyl/projections/document/sheet"
	"github.com/sibyl-project/sibyl/projections/document/wording"
)

//go:embed report.*.tmpl
var pages embed.FS

// functions are those that the pages call.
var functions = template.FuncMap{
	"words": words, "inwords": inWords, "ending": (*Document).ending, "plural": plural, "ruled": (*Document).ruledByHand,
	"gapsinwords": (*Document).gapsInWords, "pillars": disclosures.Pillars, "deref": func(n *int) int { return *n },
	"plain": func(s string) string { return phrase.Plain(wording.Measures(s)) }, "claimed": claimed,
	"summed": wording.Summed, "leftout": wording.LeftOut, "cited": cited, "repeats": repeats, "md": wording.Markdown, "wrap": wording.Wrap,
	"join": strings.Join, "sentence": phrase.Sentence, "count": inGroups, "meaning": wording.Meaning, "came": wording.Came,
	"unverifiedgreen": func() string { return unverifiedGreen },
	"underline":       func(s string) string { return strings.Repeat("=", min(utf8.RuneCountInString(s), 78)) },
}

// Names of what the other files of this package say often.
var words, inWords, plural, inGroups = wording.Words, wording.InWords, wording.Plural, wording.Groups

// templates are the formats that are pages for people, whole documents in one file: HTML has no scripts and loads nothing from elsewhere, Markdown
// is CommonMark with tables, and text is what fits a terminal. They are read when the first is asked for: the program is started as a child several times
// for each report, and most of these write none.
var templates = sync.OnceValue(func() map[Format]written {
	return map[Format]written{
		FormatHTML:     template.Must(template.New("report.html.tmpl").Funcs(functions).ParseFS(pages, "report.html.tmpl")),
		FormatMarkdown: text.Must(text.New("report.md.tmpl").Funcs(functions).ParseFS(pages, "report.md.tmpl")),
		FormatText:     text.Must(text.New("report.text.tmpl").Funcs(functions).ParseFS(pages, "report.text.tmpl")),
	}
})

// written is a page once its document is given.
type written interface {
	Execute(to io.Writer, data any) error
}

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
	case FormatJSON:
		return d.JSON()
	case FormatCSV, FormatXLSX:
		tables, err := d.tables()
		if err != nil {
			return nil, fmt.Errorf("rendering run %s as a table: %w", d.Run.ID, err)
		}
		if f == FormatCSV {
			return sheet.CSV(tables)
		}
		at := outlook{PDF: cmp.Or(pdf, fileName(d.Report.Filename))}
		return sheet.XLSX(sheet.About{Title: subject(d.Report) + " - Sibyl", Made: d.Run.StartedAt, Source: d.source(), Page: at.PageLink}, tables)
	}
	page := templates()[f]
	if page == nil {
		return nil, fmt.Errorf("rendering run %s: there is no format %q; use text, json, md, html, csv or xlsx", d.Run.ID, f)
	}
	o := d.arrange()
	o.PDF = cmp.Or(pdf, fileName(d.Report.Filename))
	o.Served = pdf != ""
	var err error
	if o.Addressed, o.Reference, err = d.answers(); err != nil {
		return nil, err
	}
	if o.Open, err = disclosures.Grouped(d.Gaps); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := page.Execute(&b, o); err != nil {
		return nil, fmt.Errorf("rendering run %s as %s: %w", d.Run.ID, f, err)
	}
	return b.Bytes(), nil
}

// fileName is a name as a link to a file in the same folder, and nothing where it is no plain name.
func fileName(s string) string {
	if s == "" || strings.ContainsAny(s, "/\\:") {
		return ""
	}
	return "./" + url.PathEscape(s)
}

// Linked says where links to pages lead, and what has to be there for them to work.
func (o outlook) Linked() string {
	switch {
	case o.PDF == "":
		return ""
	case o.Served:
		at, err := url.Parse(o.PDF)
		if err != nil || at.Host == "" {
			return ""
		}
		return "Links to pages open the report at " + at.Host + ", which must be running."
	}
	return "Links to pages open that PDF, which has to lie in the same folder as this file."
}

// claimed is a claim as its row of a table says it, or its sentence word for word.
func claimed(c Claim) string {
	if c.Source == "table" {
		return wording.Measures(c.Text)
	}
	return c.Text
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

func share(c Coverage) string {
	if c.Percent == nil {
		return "not assessed"
	}
	return fmt.Sprintf("%.0f %%", *c.Percent)
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
			parts = append(parts, fmt.Sprintf("%d %s", n, inWords(string(s))))
		}
	}
	if len(parts) == 0 {
		return "No gaps"
	}
	return "Gaps: " + strings.Join(parts, ", ")
}

// InFull are the claims that a terminal shows in full: the contradicted ones, and those of every other class that a person has ruled on.
func (o outlook) InFull() []class {
	all, ruled := []class{}, class{Title: "Ruled by a person"}
	for _, c := range o.Classes {
		if c.Class == events.Contradicted {
			all = append(all, c)
			continue
		}
		for _, j := range c.Cases {
			if j.Verdict.Override != nil {
				ruled.Cases = append(ruled.Cases, j)
			}
		}
	}
	return slices.DeleteFunc(append(all, ruled), func(c class) bool { return len(c.Cases) == 0 })
}

// unverifiedGreen introduces what is said in favour of the environment and was not verified.
const unverifiedGreen = "Sentences in favour of the environment of which no claim was made, mostly since they say nothing that can be verified. " +
	"Rules on green claims ask for evidence of them, too."

// opening is the beginning of what is quoted, between its marks; quoted is as many of its words.
func opening(said string, words int) string {
	return "“" + strings.TrimRight(phrase.Opening(said, words), ".") + "”"
}

func quoted(said string, words int) string {
	return "“" + strings.TrimRight(phrase.Words(said, words), ".") + "”"
}

// pageSays is the beginning of what a page says.
func pageSays(page int, said string, words int) string {
	return fmt.Sprintf("Page %d says: %s", page, opening(said, words))
}

// listed are checks under a name.
type listed struct {
	Label  string
	Checks []listedCheck
}

// listedCheck is a check with its pages as links and what its figures are of.
type listedCheck struct {
	shownCheck
	Places  []place
	Figures string
}

// Listed names a list of checks.
func (o outlook) Listed(label string, checks []shownCheck) listed {
	return listed{label, list(checks, func(c shownCheck) listedCheck { return listedCheck{c, list(c.Pages, o.At), c.figures()} })}
}

// figures names what a check was made of: which figure is meant cannot be told from a page and a working alone.
func (c shownCheck) figures() string {
	const most = 6
	named := list(c.Inputs[:min(most, len(c.Inputs))], func(in CheckInput) string {
		return in.Label + ": " + wording.Amount(in.Value, in.Unit)
	})
	if more := len(c.Inputs) - len(named); more > 0 {
		named = append(named, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(named, "; ")
}
