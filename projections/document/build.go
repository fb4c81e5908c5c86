package document

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/phrase"
	"github.com/sibyl-project/sibyl/projections/checks"
	"github.com/sibyl-project/sibyl/projections/claims"
	"github.com/sibyl-project/sibyl/projections/costs"
	"github.com/sibyl-project/sibyl/projections/coverage"
	"github.com/sibyl-project/sibyl/projections/document/green"
	"github.com/sibyl-project/sibyl/projections/findings"
	"github.com/sibyl-project/sibyl/projections/gaps"
	"github.com/sibyl-project/sibyl/projections/reports"
	"github.com/sibyl-project/sibyl/projections/requests"
	"github.com/sibyl-project/sibyl/projections/reviews"
	"github.com/sibyl-project/sibyl/projections/runs"
	"github.com/sibyl-project/sibyl/projections/verdicts"
	"github.com/sibyl-project/sibyl/rag/ledger"
)

// material is what a document is made of.
type material struct {
	run         *runs.Run
	preview     events.Preview // zero if the report could not be read
	claims      []claims.Claim
	assignments map[string][]claims.Task
	findings    []events.Finding
	checks      []events.Check
	requests    []requests.Request
	verdicts    []events.Verdict
	gaps        []events.Gap
	coverage    map[string]events.Coverage
	reviews     []events.Review
	cost        ledger.Sum
}

// Build reads the read models of a run in one snapshot and makes its document. For a run that is still
// going on, the document says so in run.status and holds what there is. The error of a run that does
// not exist is runs.ErrNotFound.
func Build(ctx context.Context, pool *pgxpool.Pool, run string) (*Document, error) {
	d, err := assemble(ctx, pool, run)
	if err != nil {
		return nil, err
	}
	return d, d.conclude()
}

// assemble makes the document but for what follows from its other parts.
func assemble(ctx context.Context, pool *pgxpool.Pool, run string) (*Document, error) {
	var m material
	opts := pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}
	err := pgx.BeginTxFunc(ctx, pool, opts, func(tx pgx.Tx) (err error) {
		if m.run, err = runs.Get(ctx, tx, run); err != nil {
			return err
		}
		if m.preview, err = reports.Preview(ctx, tx, m.run.ReportID); err != nil && !errors.Is(err, reports.ErrNotFound) {
			return err
		}
		for _, read := range []func() error{
			func() (err error) { m.claims, _, err = claims.List(ctx, tx, run, claims.Filter{}); return },
			func() (err error) { m.assignments, err = claims.Assignments(ctx, tx, run); return },
			func() (err error) { m.findings, err = findings.List(ctx, tx, run, findings.Filter{}); return },
			func() (err error) { m.checks, err = checks.List(ctx, tx, run, checks.Filter{}); return },
			func() (err error) { m.requests, err = requests.List(ctx, tx, run); return },
			func() (err error) { m.verdicts, err = verdicts.Current(ctx, tx, run, verdicts.Filter{}); return },
			func() (err error) { m.gaps, err = gaps.List(ctx, tx, run, gaps.Filter{}); return },
			func() (err error) { m.reviews, err = reviews.List(ctx, tx, run); return },
			func() (err error) { m.coverage, err = coverage.ByPillar(ctx, tx, run); return },
			func() (err error) { m.cost, err = costs.Of(ctx, tx, m.run); return },
		} {
			if err := read(); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("building the analysis document of run %s: %w", run, err)
	}
	return m.document()
}

func (m *material) document() (*Document, error) {
	d := &Document{
		Report: m.report(), Run: m.provenance(), Facts: []Fact{}, Notes: []Note{}, EnvironmentalClaims: []green.EnvironmentalClaim{},
		Claims: list(m.claims, m.claim), Requests: list(m.requests, request), Verdicts: list(m.verdicts, verdict),
		Gaps: list(m.gaps, gap), Checks: list(m.checks, check), Coverage: covered(m.coverage), Reviews: reviewed(m.reviews),
		Evidence: list(m.run.Evidence, func(e events.LibraryEntry) LibraryDocument {
			return LibraryDocument{
				ID: e.ID, SHA256: e.SHA256, Filename: e.Filename, Kind: e.Kind, Title: e.Title, Publisher: e.Publisher, Date: e.Date,
				Tier: e.Tier, Company: e.Company, Period: e.Period, URL: e.URL, Pages: e.Pages, Problem: e.Problem, Partial: e.Partial,
			}
		}),
	}
	for i := range m.claims {
		if c := &m.claims[i]; c.Parse != "" && c.Statements != "" {
			d.parse, d.statements = c.Parse, c.Statements
			break
		}
	}
	suspicious, err := suspiciousFindings(m.run.ReportID, m.preview)
	if err != nil {
		return nil, err
	}
	d.Findings = append(list(m.findings, finding), suspicious...)
	// The queries sort already; the document's order must not hang on a database's.
	slices.SortFunc(d.Claims, func(a, b Claim) int {
		return cmp.Or(cmp.Compare(a.Page, b.Page), cmp.Compare(a.Priority.Rank(), b.Priority.Rank()), cmp.Compare(a.ID, b.ID))
	})
	slices.SortFunc(d.Checks, func(a, b Check) int { return cmp.Compare(a.ID, b.ID) })
	slices.SortFunc(d.Findings, func(a, b Finding) int { return cmp.Compare(a.ID, b.ID) })
	slices.SortFunc(d.Requests, func(a, b Request) int { return cmp.Compare(a.ID, b.ID) })
	slices.SortFunc(d.Verdicts, func(a, b Verdict) int { return cmp.Compare(a.ClaimID, b.ClaimID) })
	slices.SortFunc(d.Evidence, func(a, b LibraryDocument) int { return cmp.Compare(a.ID, b.ID) })
	slices.SortFunc(d.Gaps, func(a, b Gap) int { return cmp.Compare(a.ID, b.ID) })
	return d, nil
}

// conclude says of the document's other parts what matters, and sums them up.
func (d *Document) conclude() (err error) {
	if d.Matters, err = d.first(); err != nil {
		return fmt.Errorf("putting in order what matters in run %s: %w", d.Run.ID, err)
	}
	d.Summary = d.summarise()
	return nil
}

func (m *material) report() Report {
	p, r := m.preview, m.run
	out := Report{
		ID: r.ReportID, SHA256: r.SHA256, Filename: r.Filename, Title: p.Title,
		Company: cmp.Or(r.Company, p.Company), Sector: cmp.Or(r.Sector, p.Sector), Period: cmp.Or(r.Period, p.Period),
		Pages: p.Pages, PagesRead: p.PagesRead, PagesImageOnly: full(p.PagesImageOnly), Words: p.Words, Tables: p.Tables,
		Language: p.Language, Frameworks: full(p.Frameworks), ComplianceStatement: p.ComplianceStatement,
		NotAnalysed:   list(p.NotAnalysed, func(n events.PageNote) PageNote { return PageNote(n) }),
		Warnings:      full(p.Warnings),
		PagesPictures: p.PagesPictures,
		PagesOCR:      full(p.PagesOCR), IFRSCompliance: cmp.Or(p.IFRSCompliance, events.ComplianceNotStated),
		SuspiciousContent: list(p.Suspicious, func(s events.SuspiciousContent) SuspiciousContent { return SuspiciousContent(s) }),
	}
	out.NotAnalysed = append(out.NotAnalysed, m.failedPages()...)
	out.Warnings = full(slices.Concat(out.Warnings, r.Warnings, r.Undone, m.failedSections())) // Concat of nothing is nil
	slices.SortFunc(out.NotAnalysed, func(a, b PageNote) int {
		return cmp.Or(cmp.Compare(a.Page, b.Page), cmp.Compare(a.Reason, b.Reason))
	})
	return out
}

// failedSections says of each section whose claims could not be extracted which pages it covers and why.
func (m *material) failedSections() []string {
	pages := map[int]runs.SectionPages{}
	for _, s := range m.run.Progress.SectionPages {
		pages[s.Section] = s
	}
	var out []string
	for _, f := range m.run.Progress.SectionsFailed {
		if f.Step != "extraction" {
			continue
		}
		p := pages[f.Section]
		out = append(out, fmt.Sprintf("section %d (pages %d to %d) gave no claims: %s", f.Section, p.PageFrom, p.PageTo, f.Error))
	}
	slices.Sort(out)
	return out
}

// failedPages are the pages of sections whose claims could not be extracted. Sections overlap: a page is
// lost only when no section that holds it was extracted.
func (m *material) failedPages() []PageNote {
	failed := map[int]string{}
	for _, f := range m.run.Progress.SectionsFailed {
		if f.Step == "extraction" {
			failed[f.Section] = f.Error
		}
	}
	if len(failed) == 0 {
		return nil
	}
	read, lost := map[int]bool{}, map[int]string{}
	for _, s := range m.run.Progress.SectionPages {
		why, bad := failed[s.Section]
		for page := s.PageFrom; page <= s.PageTo; page++ {
			if !bad {
				read[page] = true
			} else if lost[page] == "" {
				lost[page] = why
			}
		}
	}
	var out []PageNote
	for page, why := range lost {
		if !read[page] {
			out = append(out, PageNote{Page: page, Reason: why})
		}
	}
	return out
}

func (m *material) provenance() Run {
	r := m.run
	return Run{
		ID: r.ID, Parent: r.Parent, Mode: r.Mode, StartedAt: r.RequestedAt, FinishedAt: r.FinishedAt, Status: r.Status,
		Error: r.Error, IterationsMax: r.Iterations, Reasoner: reasoner(r), Models: named(r.Models),
		Prompts: named(r.Prompts), Index: map[string]string{}, CodeVersion: r.CodeVersion,
		Sources: sources(r.Sources), Names: issuerNames(r.Names),
		Cost: Cost{
			Calls: m.cost.Calls, Cached: m.cost.Cached, InputTokens: m.cost.InputTokens, OutputTokens: m.cost.OutputTokens,
			USD: ledger.Print(m.cost.USD), Lost: m.cost.Lost,
		},
	}
}

func sources(all []events.Source) map[string]string {
	out := map[string]string{}
	for _, s := range all {
		out[s.Name] = s.URL
	}
	return out
}

func issuerNames(all []events.IssuerName) []IssuerName {
	out := make([]IssuerName, 0, len(all))
	for _, n := range all {
		out = append(out, IssuerName{Kind: n.Kind, Value: n.Value, Page: n.Page, Quote: n.Quote, Why: n.Why})
	}
	return out
}

// reasoner is who judges language: the rules alone, or a model within their bounds.
func reasoner(r *runs.Run) string {
	if len(r.Models) > 0 {
		return "model"
	}
	return "rules"
}

// named is a map that is not null in JSON.
func named(m map[string]string) map[string]string {
	if m == nil {
		return map[string]string{}
	}
	return m
}

func (m *material) claim(c claims.Claim) Claim {
	e := c.Entities
	out := Claim{
		ID: c.ID, Text: c.Text, Type: c.Type, Priority: c.Priority, Page: c.Page, PageLabel: c.PageLabel,
		Quote:    Quote{c.Quote.Text, c.Quote.Start, c.Quote.End, full(c.Quote.Rects)},
		Anchored: c.Anchored, Context: c.Context, Reasoning: c.Reasoning, Source: c.Source,
		Paragraphs: list(c.Paragraphs, func(p events.ParagraphLink) ClaimedParagraph { return ClaimedParagraph(p) }),
		Entities: Entities{e.Subject, full(e.Figures), full(e.Units), full(e.Periods), full(e.Places),
			full(e.Bodies), full(e.Standards), e.Commitment, e.EnvironmentalBenefit, e.Kind, e.Claimed, e.Voice, e.Standing, e.Aim},
		Agents: []events.Agent{}, Routing: []Routing{},
	}
	for _, t := range m.assignments[c.ID] {
		out.Routing = append(out.Routing, Routing{t.Iteration, t.Agent, t.Required, t.Reason, t.Query})
	}
	for _, a := range events.Agents() {
		if slices.ContainsFunc(out.Routing, func(r Routing) bool { return r.Agent == a }) {
			out.Agents = append(out.Agents, a)
		}
	}
	return out
}

// doubt says of a matter that tells of figures which of them a check has shown not to be what their own parts make: nothing is built on such a total
// in silence.
func (v *view) doubt(m *Matter) {
	if m.Kind != MatterTarget && m.Kind != MatterLeading {
		return // others are of checks themselves, or of sentences
	}
	for _, c := range v.checks {
		f := v.factStated(c)
		if f == nil || c.Result != events.CheckFail || events.KindOfCheck(c.Name).Computes != events.ComputesSum || slices.Contains(m.CheckIDs, c.ID) {
			continue
		}
		quote, figure := tidy(v.quoteOf(f.ID), ""), phrase.Grouped(v.printed(f))
		here := slices.ContainsFunc(m.Places, func(p MatterPlace) bool {
			return p.Page == f.Page && (p.Quote == quote || strings.HasPrefix(p.Quote, strings.TrimSpace(strings.TrimSuffix(quote, f.Printed))))
		})
		if !here || !strings.Contains(m.Text, figure) {
			continue
		}
		m.Gist += fmt.Sprintf("; but the parts of %s make %s", figure, phrase.Grouped(phrase.Amount(c.Expected)))
		m.Text = phrase.Paragraph(m.Text, fmt.Sprintf("The parts of %s in %d make %s, so what is told here with that figure is in doubt", figure, f.Year,
			phrase.Grouped(phrase.Amount(c.Expected))))
		m.CheckIDs = append(m.CheckIDs, c.ID)
	}
}
