package document

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/phrase"
	"github.com/sibyl-project/sibyl/projections/document/disclosures"
)

// outlook is a document arranged for people: verdicts by class, worst first, with what belongs to each.
type outlook struct {
	*Document
	Subject string
	Classes []class
	General []Finding    // of the report as a whole
	Checks  []shownCheck // of figures against each other, each once, those that do not hold first
	Failed  []shownCheck
	Forms   []formal // what looks at units, methods and sources alone
	Rows    []coverageRow
	Passed  int

	Inconclusive int

	labels    map[int]string
	PDF       string // where its pages can be looked at
	Served    bool   // by a server, and not in the folder of what is written
	Open      []disclosures.Group
	Addressed []disclosures.Answered
	Reference []disclosures.Reference
}

// place is a page as a link, if there is somewhere to link to.
type place struct {
	Page        int
	Link, Label string
}

// At is a page of the report.
func (o outlook) At(page int) place {
	p := place{Page: page, Link: o.PageLink(page)}
	if label := o.labels[page]; label != fmt.Sprint(page) {
		p.Label = label
	}
	return p
}

// shownMatter is a matter with its pages as links.
type shownMatter struct {
	M      Matter
	Place  place
	Others []place
	Mark   string // what people have done about it
	Quote  string
	Said   []saidReview
}

// Shown is a matter as people are shown it.
func (o outlook) Shown(m Matter) shownMatter {
	rests := slices.Concat([]string{m.ID}, m.ClaimIDs, m.CheckIDs, m.FindingIDs, m.GapIDs)
	s := shownMatter{M: m, Place: o.At(m.Page), Quote: m.Quote, Mark: o.Mark(m), Said: o.SaidOf(rests...)}
	if repeats(m.Text, m.Quote) {
		s.Quote = ""
	}
	seen := map[int]bool{0: true, m.Page: true}
	for _, p := range m.Places {
		if !seen[p.Page] {
			seen[p.Page] = true
			s.Others = append(s.Others, o.At(p.Page))
		}
	}
	return s
}

// repeats reports whether a text says a quotation already, which then is not shown again below it; the number of a note in front of that is no
// part of it. A text that breaks off within the quotation does not say it.
func repeats(text, quote string) bool {
	said := bare(quote)
	if strings.Contains(text, strings.TrimRight(said, ".")) {
		return true
	}
	_, rest, found := strings.Cut(text, strings.TrimSuffix(phrase.Words(said, 8), "…"))
	rest, _, _ = strings.Cut(rest, "”")
	return found && !strings.Contains(rest, "…")
}

// manifestRow is one line of how the analysis was made.
type manifestRow struct{ What, Value string }

// Manifest says how the analysis was made and what it cost.
func (o outlook) Manifest() []manifestRow {
	var out []manifestRow
	for _, r := range o.runRows().Rows {
		value := fmt.Sprint(r[1])
		if at, ok := r[1].(time.Time); ok {
			value = at.UTC().Format("2006-01-02 15:04:05 UTC")
		}
		if value != "" {
			out = append(out, manifestRow{words(fmt.Sprint(r[0])), value})
		}
	}
	return out
}

// shownGap is a gap with the outlook that knows its pages.
type shownGap struct {
	G disclosures.Gap
	O outlook
}

// Gap is a gap as people are shown it.
func (o outlook) Gap(g disclosures.Gap) shownGap { return shownGap{g, o} }

// formal is checks of one kind that say the same: dozens of claims whose units are fine are one line.
type formal struct {
	Name, Message string
	Result        events.CheckResult
	Pages         []int
	Count         int
}

// Where names the pages.
func (f formal) Where() string { return phrase.Pages(f.Pages) }

func (o *outlook) formal(c shownCheck) {
	at := slices.IndexFunc(o.Forms, func(f formal) bool { return f.Name == c.Name && f.Result == c.Result && f.Message == c.Message })
	if at < 0 {
		at = len(o.Forms)
		o.Forms = append(o.Forms, formal{Name: c.Name, Message: c.Message, Result: c.Result})
	}
	f := &o.Forms[at]
	f.Count++
	f.Pages = append(f.Pages, c.Pages...)
	slices.Sort(f.Pages)
	f.Pages = slices.Compact(f.Pages)
}

// worst orders results: what does not hold, what is left open, what holds.
func worst(r events.CheckResult) int {
	return slices.Index([]events.CheckResult{events.CheckFail, events.CheckInconclusive, events.CheckPass}, r)
}

// Long reports whether a class has so many claims that they are folded away.
func (c class) Long() bool { return len(c.Cases) > 40 }

// answers are the paragraphs that the report answers and what stands for them.
func (d *Document) answers() ([]disclosures.Answered, []disclosures.Reference, error) {
	var all []disclosures.Compared
	for _, f := range d.Findings {
		var details events.LegalDetails
		if f.Agent == events.Legal && json.Unmarshal(f.Details, &details) == nil {
			all = append(all, disclosures.Compared{Claim: f.ClaimID, Mappings: details.Mappings})
		}
	}
	return disclosures.Answers(all, d.Gaps)
}

// PageLink is where a page can be looked at; empty where that is not known.
func (o outlook) PageLink(page int) string {
	if o.PDF == "" || page < 1 {
		return ""
	}
	return fmt.Sprintf("%s#page=%d", o.PDF, page)
}

// First are the matters of the first screen, Rest the others.
func (o outlook) First() []Matter { return o.Matters[:o.firstCount()] }

// firstCount is how many matters a reader is told of first: not more than there are, and none that is slight.
func (o outlook) firstCount() int {
	n := min(len(o.Matters), firstMatters)
	if at := slices.IndexFunc(o.Matters[:n], func(m Matter) bool { return m.Consequence == Slight }); at >= 0 {
		return at
	}
	return n
}

// Few reports whether there are fewer than a reader is told of first.
func (o outlook) Few() bool { return o.firstCount() < firstMatters }

// Rest are the matters that come after the first.
func (o outlook) Rest() []Matter { return o.Matters[o.firstCount():] }

// firstMatters are as many as a reader is told of before anything else.
const firstMatters = 10

type class struct {
	Class events.VerdictClass
	Title string
	Cases []judged
}

// group is claims of which the same is to be said, and what: nothing if there is one, which says it itself.
type group struct {
	Reasoning string
	Cases     []judged
}

// Groups puts claims together whose reasoning is the same, in the order of their first: of hundreds of claims that only the company
// makes there are some dozens of things to say.
func (c class) Groups() []group {
	at := map[string]int{}
	var out []group
	for _, j := range c.Cases {
		i, there := at[j.Verdict.Reasoning]
		if !there || c.Class != events.Unverified || j.Verdict.Override != nil {
			i = len(out)
			out = append(out, group{})
			at[j.Verdict.Reasoning] = i
		}
		if out[i].Cases = append(out[i].Cases, j); len(out[i].Cases) > 1 {
			out[i].Reasoning = j.Verdict.Reasoning
		}
	}
	return out
}

type judged struct {
	Claim    Claim
	Verdict  Verdict
	Findings []Finding
}

// Looked are the findings of agents that had something to look at: of the others the reasoning of the verdict says that they had not.
func (j judged) Looked() []Finding {
	return slices.DeleteFunc(slices.Clone(j.Findings), func(f Finding) bool { return f.EvidenceType == events.EvidenceNoSource })
}

type coverageRow struct {
	Pillar string
	Coverage
	Share string
}

// arrange sorts the document into an outlook.
func (d *Document) arrange() outlook {
	o := outlook{Document: d, Subject: subject(d.Report), labels: d.pageLabels()}
	found := map[string][]Finding{}
	for _, f := range d.Findings {
		if f.ClaimID == "" {
			o.General = append(o.General, f)
		} else {
			found[f.ClaimID] = append(found[f.ClaimID], f)
		}
	}
	verdicts := d.verdictOf()
	for _, k := range []events.VerdictClass{events.Contradicted, events.InsufficientEvidence, events.Unverified, events.Verified} {
		c := class{Class: k, Title: words(string(k))}
		for _, cl := range d.Claims { // in the order of the report
			if v := verdicts[cl.ID]; v != nil && v.Verdict == k {
				chain := found[cl.ID]
				slices.SortStableFunc(chain, func(a, b Finding) int { return cmp.Compare(a.Iteration, b.Iteration) })
				c.Cases = append(c.Cases, judged{cl, *v, chain})
			}
		}
		o.Classes = append(o.Classes, c)
	}
	for _, c := range d.once() {
		form := events.KindOfCheck(c.Name).OfForm
		if form {
			o.formal(c)
		} else {
			o.Checks = append(o.Checks, c)
		}
		switch {
		case c.Result == events.CheckFail:
			o.Failed = append(o.Failed, c)
		case form:
		case c.Result == events.CheckPass:
			o.Passed++
		default:
			o.Inconclusive++
		}
	}
	slices.SortStableFunc(o.Checks, func(a, b shownCheck) int { return cmp.Compare(worst(a.Result), worst(b.Result)) })
	for _, p := range disclosures.Pillars() {
		if c, ok := d.Coverage[p]; ok {
			o.Rows = append(o.Rows, coverageRow{words(p), c, share(c)})
		}
	}
	return o
}
