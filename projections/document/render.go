package document

import (
	"fmt"
	"strings"

	"github.com/sibyl-project/sibyl/events"
)

// Format is a way to show a document.
type Format string

// The closed set of formats. text is for terminals.
const (
	FormatText     Format = "text"
	FormatJSON     Format = "json"
	FormatMarkdown Format = "md"
	FormatHTML     Format = "html"
)

// ContentType is the media type of a format.
func (f Format) ContentType() string {
	switch f {
	case FormatJSON:
		return "application/json"
	case FormatMarkdown:
		return "text/markdown; charset=utf-8"
	case FormatHTML:
		return "text/html; charset=utf-8"
	}
	return "text/plain; charset=utf-8"
}

// Render shows the document in a format.
func (d *Document) Render(f Format) ([]byte, error) {
	switch f {
	case FormatText:
		return d.text(), nil
	case FormatJSON:
		return d.JSON()
	case FormatMarkdown:
		return d.markdown(), nil
	case FormatHTML:
		return d.html()
	}
	return nil, fmt.Errorf("rendering run %s: there is no format %q; use text, json, md or html", d.Run.ID, f)
}

// outlook is a document arranged for people: verdicts by class, worst first, with what belongs to each.
type outlook struct {
	*Document
	Subject string
	Classes []class
	General []Finding    // of the report as a whole
	Checks  []shownCheck // each once
	Failed  []shownCheck
	Rows    []coverageRow
	Passed  int
}

type class struct {
	Class events.VerdictClass
	Title string
	Cases []judged
}

type judged struct {
	Claim    Claim
	Verdict  Verdict
	Findings []Finding
}

type coverageRow struct {
	Pillar string
	Coverage
	Share string
}

// arrange sorts the document into an outlook.
func (d *Document) arrange() outlook {
	o := outlook{Document: d, Subject: subject(d.Report)}
	claims := map[string]Claim{}
	for _, c := range d.Claims {
		claims[c.ID] = c
	}
	found := map[string][]Finding{}
	for _, f := range d.Findings {
		if f.ClaimID == "" {
			o.General = append(o.General, f)
		} else {
			found[f.ClaimID] = append(found[f.ClaimID], f)
		}
	}
	verdicts := map[string]Verdict{}
	for _, v := range d.Verdicts {
		verdicts[v.ClaimID] = v
	}
	for _, k := range []events.VerdictClass{events.Contradicted, events.InsufficientEvidence, events.Unverified, events.Verified} {
		c := class{Class: k, Title: words(string(k))}
		for _, cl := range d.Claims { // in the order of the report
			if v, ok := verdicts[cl.ID]; ok && v.Verdict == k {
				c.Cases = append(c.Cases, judged{cl, v, found[cl.ID]})
			}
		}
		o.Classes = append(o.Classes, c)
	}
	o.Checks = d.once()
	for _, c := range o.Checks {
		switch c.Result {
		case events.CheckFail:
			o.Failed = append(o.Failed, c)
		case events.CheckPass:
			o.Passed++
		}
	}
	for _, p := range Pillars() {
		if c, ok := d.Coverage[p]; ok {
			o.Rows = append(o.Rows, coverageRow{words(p), c, share(c)})
		}
	}
	return o
}

func subject(r Report) string {
	parts := []string{}
	for _, p := range []string{r.Company, r.Title, r.Period} {
		if p != "" && !strings.Contains(strings.Join(parts, " "), p) {
			parts = append(parts, p)
		}
	}
	if len(parts) == 0 {
		return r.Filename
	}
	return strings.Join(parts, ", ")
}

// words turns a name of a closed set into words for people.
func words(name string) string {
	if name == "" {
		return ""
	}
	s := strings.ReplaceAll(name, "_", " ")
	return strings.ToUpper(s[:1]) + s[1:]
}

func share(c Coverage) string {
	if c.Percent == nil {
		return "not assessed"
	}
	return fmt.Sprintf("%.0f %%", *c.Percent)
}

// plural counts things.
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
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
