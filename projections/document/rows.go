package document

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections/document/disclosures"
	"github.com/sibyl-project/sibyl/projections/document/sheet"
	"github.com/sibyl-project/sibyl/projections/document/wording"
)

// tables is the document as tables. Every row names its document, and its page as a number where it has one; "place" says in words where it is from.
func (d *Document) tables() ([]sheet.Table, error) {
	answered, refs, err := d.answers()
	if err != nil {
		return nil, err
	}
	out := []sheet.Table{d.summaryRows(), d.matterRows()}
	out = append(out, d.claimRows()...)
	out = append(out, d.checkRows(), d.checkedRows(), d.figureRows())
	open, err := disclosures.Grouped(d.Gaps)
	if err != nil {
		return nil, err
	}
	out = append(out, d.disclosureRows(open, answered, refs)...)
	out = append(out, d.sourceRows()...)
	out = append(out, d.reviewRows(), d.runRows())
	whole := "whole report"
	if d.Report.Pages > 1 {
		whole += fmt.Sprint(", pages 1 to ", d.Report.Pages)
	}
	for i := range out {
		out[i].Place(d.source(), whole)
	}
	return out, nil
}

func (d *Document) source() string { return d.Report.Filename }

func (d *Document) summaryRows() sheet.Table {
	t := sheet.New("summary", "about what count page source")
	for _, s := range d.Summary.Text {
		t.Add("in words", s, nil, nil, d.source())
	}
	for _, k := range events.VerdictClasses() {
		t.Add("verdict", string(k), d.Summary.Verdicts[string(k)], nil, d.source())
	}
	r, c := d.Summary.Read, d.Summary.Checked
	for _, x := range []struct {
		about, what string
		n           int
	}{
		{"read", "pages", r.Pages}, {"read", "pages read", r.Read}, {"read", "pages not analysed", r.NotAnalysed}, {"read", "pages that are pictures", r.ImageOnly},
		{"read", "words", r.Words}, {"read", "tables", r.Tables},
		{"checked", "claims", c.Claims}, {"checked", "claims held against a source outside the company", c.Outside},
		{"checked", "claims held against the report's own figures", c.Arithmetic}, {"checked", "claims for which there is only the company's word", c.OnlyCompany},
		{"checked", "checks of figures that hold", c.Passed}, {"checked", "checks of figures that do not hold", c.Failed},
		{"checked", "checks of figures left open", c.Inconclusive}, {"checked", "checks of units, methods and sources alone", c.OfForm},
	} {
		t.Add(x.about, x.what, x.n, nil, d.source())
	}
	return t
}

func (d *Document) matterRows() sheet.Table {
	t := sheet.New("matters", "rank kind theme consequence title text gist page page_label quote source other_places paragraphs "+
		"set_aside claim_ids check_ids finding_ids gap_ids review_ids")
	for _, m := range d.Matters {
		var places []string
		for _, p := range m.Places {
			if p.Page > 0 && p.Page != m.Page {
				places = append(places, fmt.Sprintf("p. %d", p.Page))
			}
			if p.Source != "" {
				places = append(places, p.Source)
			}
		}
		slices.Sort(places)
		t.Add(m.Rank, string(m.Kind), m.About, string(m.Consequence), m.Title, m.Text, m.Gist, page(m.Page), m.PageLabel, m.Quote, d.source(),
			strings.Join(slices.Compact(places), "; "), joined(m.Paragraphs), m.SetAside,
			joined(m.ClaimIDs), joined(m.CheckIDs), joined(m.FindingIDs), joined(m.GapIDs),
			joined(m.ReviewIDs))
	}
	return t
}

// claimRows are the claims with their verdicts, their evidence in order, and truth and compliance side by side.
func (d *Document) claimRows() []sheet.Table {
	claims := sheet.New("claims", "claim_id page page_label source type priority text quote verdict confidence confidence_score "+
		"score agrees_with_own_figures reasoning passes ruled_by ruled_because verdict_of_the_evidence")
	chain := sheet.New("evidence", "claim_id claim_page pass step agent supports confidence summary origin source date tier page "+
		"row quote url finding_id")
	axes := sheet.New("truth_and_compliance", "claim_id page source text verdict paragraph status")
	for _, class := range d.arrange().Classes {
		for _, j := range class.Cases {
			c, v := j.Claim, j.Verdict
			var by, because, machine any
			if o := v.Override; o != nil {
				by, because, machine = o.By, o.Reason, string(o.Machine.Verdict)
			}
			claims.Add(c.ID, c.Page, c.PageLabel, d.source(), string(c.Type), string(c.Priority), c.Text, c.Quote.Text, string(v.Verdict), string(v.Confidence),
				v.ConfidenceScore, v.Score, given(v.InternallyConsistent), v.Reasoning, v.Iteration, by, because, machine)
			for _, p := range v.Paragraphs {
				axes.Add(c.ID, c.Page, d.source(), c.Text, string(v.Verdict), p.ID, string(p.Status))
			}
			if len(v.Paragraphs) == 0 {
				axes.Add(c.ID, c.Page, d.source(), c.Text, string(v.Verdict), nil, "no paragraph is named")
			}
			for _, y := range v.Cycles {
				chain.Add(c.ID, c.Page, y.Iteration, "looked again", joined(y.Agents), nil, nil, y.Gap, nil, d.source(), nil, nil, c.Page, nil,
					y.RequiredEvidence, nil, nil)
			}
			for _, f := range j.Findings {
				d.chainRows(&chain, c, f)
			}
		}
	}
	return []sheet.Table{claims, chain, axes}
}

// chainRows are one finding: a row for each citation, or one without.
func (d *Document) chainRows(t *sheet.Table, c Claim, f Finding) {
	if len(f.Evidence) == 0 {
		t.Add(c.ID, c.Page, f.Iteration, "found", string(f.Agent), given(f.SupportsClaim), string(f.Confidence), f.Summary, nil, d.source(),
			nil, nil, c.Page, nil, nil, nil, f.ID)
	}
	for _, e := range f.Evidence {
		t.Add(c.ID, c.Page, f.Iteration, "found", string(f.Agent), given(f.SupportsClaim), string(f.Confidence), f.Summary, string(e.Origin),
			cmp.Or(e.Publisher, e.Source, e.URL, d.source()), sheet.Day(e.Date), given(e.Tier), given(e.Page), given(e.Row), e.Quote, e.URL, f.ID)
	}
}

func (d *Document) checkRows() sheet.Table {
	t := sheet.New("checks", "check_id name result severity page pages source message working stated computed difference unit "+
		"difference_percent explained_by_rounding figures claim_ids")
	for _, c := range d.once() {
		numbers, unit := sheet.InOneUnit(c.Stated, c.Expected, c.Difference)
		figures := list(c.Inputs, func(in CheckInput) string {
			of := strings.TrimSpace(in.Label + ": " + in.Value + " " + in.Unit)
			if in.Page > 0 { // a figure of another document says in its label where it stands
				of += fmt.Sprintf(" (p. %d)", in.Page)
			}
			return of
		})
		t.Add(c.ID, c.Name, string(c.Result), c.Severity, firstOf(c.Pages), joined(c.Pages), d.source(), c.Message, c.Working, numbers[0], numbers[1], numbers[2],
			unit, sheet.Decimal(c.DifferencePercent), c.ExplainedByRounding, joined(figures), joined(c.Claims))
	}
	return t
}

// checkedRows are the figures that checks were made of, each with its amount as a number and its unit beside it.
func (d *Document) checkedRows() sheet.Table {
	t := sheet.New("check_figures", "check_id name result label value unit page place source fact_id")
	for _, c := range d.once() {
		for _, in := range c.Inputs {
			var place, source any = nil, d.source()
			if in.Page < 1 { // of another document, or of a table of benchmarks
				place, source = "whole document", "as the label says"
			}
			t.Add(c.ID, c.Name, string(c.Result), in.Label, sheet.Decimal(in.Value), in.Unit, page(in.Page), place, source, in.FactID)
		}
	}
	return t
}

func (d *Document) figureRows() sheet.Table {
	t := sheet.New("figures", "fact_id page source from caption metric row column printed value unit value_base unit_base period year scope category method "+
		"boundary quote")
	for _, f := range d.Facts {
		t.Add(f.ID, f.Page, d.source(), f.Source, f.Caption, f.Metric, strings.Join(f.RowPath, " / "), strings.Join(f.ColPath, " / "), f.Printed,
			sheet.Decimal(f.Value), f.Unit,
			sheet.Decimal(f.ValueBase), f.UnitBase, f.Period, page(f.Year), f.Scope, f.Category, f.Method, f.Boundary, f.Quote)
	}
	return t
}

// disclosureRows are what is compared with the standards.
func (d *Document) disclosureRows(open []disclosures.Group, answered []disclosures.Answered, refs []disclosures.Reference) []sheet.Table {
	coverage := sheet.New("coverage", "pillar required fully fully_quoted partly not_addressed not_assessed conditional elsewhere percent page source")
	for _, p := range disclosures.Pillars() {
		if c, ok := d.Coverage[p]; ok {
			coverage.Add(p, c.Total, c.FullyAddressed, c.Quoted(), c.PartiallyAddressed, c.NotAddressed, c.CouldNotAssess, c.Conditional, c.ReferencedElsewhere,
				given(c.Percent), nil, d.source())
		}
	}
	found := sheet.New("addressed", "paragraph pillar requirement part page heads quote likely source")
	for _, p := range answered {
		for _, x := range p.Parts {
			found.Add(p.Paragraph, p.Pillar, p.Requirement, x.Requirement, page(x.Page), x.Heads, x.Quote, x.Likely, d.source())
		}
	}
	gaps := sheet.New("gaps", "paragraph s1_counterpart pillar section requirement status missing condition follows_from materiality page "+
		"heads quote source")
	for _, group := range open {
		for _, g := range group.All() {
			row := []any{g.Paragraph, g.S1Counterpart, g.Pillar, g.Section, g.Requirement, string(g.Status), joined(g.Missing), g.Condition, g.Under,
				g.Materiality}
			if len(g.Evidence) == 0 {
				gaps.Add(append(row, nil, nil, nil, d.source())...)
			}
			for _, e := range g.Evidence {
				gaps.Add(append(slices.Clone(row), page(e.Page), e.Heads, e.Quote, d.source())...)
			}
		}
	}
	cross := sheet.New("s1_s2", "paragraph title pillar s1_counterpart status answered_by_claims page pages source")
	for _, r := range refs {
		cross.Add(r.Paragraph, r.Title, r.Pillar, joined(r.Counterparts), r.Status, r.Claims, firstOf(r.Pages), joined(r.Pages), d.source())
	}
	return []sheet.Table{coverage, gaps, found, cross}
}

// sourceRows are what stands around the report: what of it was not read, documents beside it, questions between agents.
func (d *Document) sourceRows() []sheet.Table {
	unread := sheet.New("not_analysed", "page reason source")
	for _, n := range d.Report.Unread() {
		unread.Add(n.Page, wording.LeftOut(n.Reason), d.source())
	}
	for _, s := range d.Report.SuspiciousContent {
		unread.Add(page(s.Page), "kept from the analysis: "+s.Why+": "+s.Quote, d.source())
	}
	for _, w := range d.Report.Warnings {
		unread.Add(nil, wording.LeftOut(w), d.source())
	}
	documents := sheet.New("documents", "document_id title kind publisher date tier pages url problem page source")
	for _, e := range d.Evidence {
		documents.Add(e.ID, e.Title, string(e.Kind), e.Publisher, sheet.Day(e.Date), e.Tier, e.Pages, e.URL, strings.TrimSpace(e.Problem+" "+e.Partial),
			nil, e.Filename)
	}
	questions := sheet.New("questions", "request_id from to claim_id question status answer page source")
	pageOf := d.pageOf()
	for _, r := range d.Requests {
		questions.Add(r.ID, string(r.From), string(r.To), r.ClaimID, r.Question, string(r.Status), r.Answer, page(pageOf[r.ClaimID]), d.source())
	}
	return []sheet.Table{unread, documents, questions}
}

// reviewRows are what people have said, done and ruled; the latter stands beside the claims, too.
func (d *Document) reviewRows() sheet.Table {
	t := sheet.New("reviews", "review_id at by action part of about verdict reason assignee withdraw withdrawn page source")
	pageOf, o := d.pageOfPart(), d.arrange()
	for _, r := range d.Reviews {
		t.Add(r.ID, r.At, r.By, string(r.Action), string(r.Part), r.Of, o.about(r.Part, r.Of), nil, r.Reason, r.Assignee, r.Withdraw, r.Withdrawn,
			page(pageOf[r.Of]), d.source())
	}
	for _, v := range d.Verdicts {
		if r := v.Override; r != nil {
			t.Add(r.ID, r.At, r.By, "override", string(events.PartClaim), v.ClaimID, o.about(events.PartClaim, v.ClaimID), string(r.Verdict), r.Reason, nil,
				r.Replaces, false, page(pageOf[v.ClaimID]), d.source())
		}
	}
	return t
}

// runRows say how the analysis was made and what it cost.
func (d *Document) runRows() sheet.Table {
	t := sheet.New("run", "what value page source")
	r, p := d.Run, d.Report
	add := func(rows ...any) { // what, value, what, value
		for i := 0; i < len(rows); i += 2 {
			t.Add(rows[i], rows[i+1], nil, d.source())
		}
	}
	add("report", p.Title, "company", p.Company, "sector", p.Sector, "period", p.Period, "file", p.Filename, "sha256", p.SHA256,
		"frameworks", joined(p.Frameworks), "statement of compliance", p.ComplianceStatement,
		"run", r.ID, "run repeats", r.Parent, "mode", string(r.Mode), "status", string(r.Status), "started", r.StartedAt)
	if r.FinishedAt != nil {
		add("finished", *r.FinishedAt)
	}
	add("passes at most", r.IterationsMax, "reasoner", r.Reasoner)
	for _, set := range []struct {
		name string
		of   map[string]string
	}{{"model", r.Models}, {"prompt", r.Prompts}, {"index", r.Index}, {"source", r.Sources}} {
		for _, role := range slices.Sorted(maps.Keys(set.of)) {
			add(set.name+" "+role, set.of[role])
		}
	}
	for _, n := range r.Names {
		add("company's "+string(n.Kind), n.Value)
	}
	add("calls to models", r.Cost.Calls, "of these answered before", r.Cost.Cached, "tokens in", r.Cost.InputTokens, "tokens out", r.Cost.OutputTokens,
		"cost in USD", sheet.Decimal(r.Cost.USD), "version of the code", r.CodeVersion)
	return t
}

// page is a page or a year, or nothing where it is not known.
func page(n int) any {
	if n < 1 {
		return nil
	}
	return n
}

// given is a value, or nothing where there is none.
func given[T any](value *T) any {
	if value == nil {
		return nil
	}
	return *value
}

// firstOf is where to look first.
func firstOf(pages []int) any {
	if len(pages) == 0 {
		return nil
	}
	return page(pages[0])
}

// joined are values parted as a cell has them.
func joined[T any](values []T) string {
	return strings.Join(list(values, func(v T) string { return fmt.Sprint(v) }), "; ")
}
