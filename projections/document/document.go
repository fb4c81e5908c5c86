// Package document builds the analysis document: the one public account of a run, the same for the
// command line, the API and every export.
//
// A document is a function of the read models of one run, read in one snapshot. Its lists are sorted
// and nothing in it but `run` and times depends on when or where the run was made, so equal runs give
// equal bytes. Its shape is closed: schemas/analysis.schema.json describes it, which a test makes of these types.
//
// Everything here is safe for concurrent use.
package document

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	jsonv1 "github.com/go-json-experiment/json/v1"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections"
	"github.com/sibyl-project/sibyl/projections/checks"
	"github.com/sibyl-project/sibyl/projections/coverage"
	"github.com/sibyl-project/sibyl/projections/document/disclosures"
	"github.com/sibyl-project/sibyl/projections/document/green"
	"github.com/sibyl-project/sibyl/projections/document/notes"
	"github.com/sibyl-project/sibyl/projections/document/provenance"
	"github.com/sibyl-project/sibyl/projections/findings"
	"github.com/sibyl-project/sibyl/projections/gaps"
	"github.com/sibyl-project/sibyl/projections/reports"
	"github.com/sibyl-project/sibyl/projections/requests"
	"github.com/sibyl-project/sibyl/projections/runs"
	"github.com/sibyl-project/sibyl/projections/verdicts"
)

// What was analysed and how, and what a report has on the paragraphs of the standards.
type (
	Report            = provenance.Report
	Run               = provenance.Run
	LibraryDocument   = provenance.LibraryDocument
	SuspiciousContent = provenance.SuspiciousContent
	PageNote          = provenance.PageNote
	IssuerName        = provenance.IssuerName
	Cost              = provenance.Cost

	Gap       = disclosures.Gap
	PageQuote = disclosures.PageQuote
	Coverage  = disclosures.Coverage
)

// Document is the analysis of one report by one run.
type Document struct {
	Report   Report              `json:"report"`
	Run      Run                 `json:"run"`
	Claims   []Claim             `json:"claims"`
	Facts    []Fact              `json:"facts"`
	Checks   []Check             `json:"checks"`
	Findings []Finding           `json:"findings"`
	Requests []Request           `json:"requests"`
	Verdicts []Verdict           `json:"verdicts"`
	Gaps     []Gap               `json:"gaps"`
	Coverage map[string]Coverage `json:"coverage"`
	Evidence []LibraryDocument   `json:"evidence" jsonschema:"description=documents that the user has brought as the run has read them"`
	Summary  Summary             `json:"summary" jsonschema:"description=one page about the whole"`
	Reviews  []Review            `json:"reviews" jsonschema:"description=what people have said and done about it\\, in their order"`
	Notes    []Note              `json:"notes" jsonschema:"description=what the report says of its figures: looked at by whom\\, left out\\, changed"`
	Matters  []Matter            `json:"matters" jsonschema:"description=what a reader should know first\\, the gravest first"`

	EnvironmentalClaims []green.EnvironmentalClaim `json:"environmental_claims" jsonschema:"description=sentences for the environment of which no claim was made"`

	parse, statements string        // hashes of the artefacts that notes are read from
	silent            notes.Silence // where they could be read
	basis             notes.Basis
}

// JSON is the document as it is published: what encoding/json writes and indents in two passes. The two differ in bytes that are no UTF-8, which are the
// character U+FFFD here and its escape there, and in line separators within details of findings, which are escaped here.
func (d *Document) JSON() ([]byte, error) {
	var data bytes.Buffer
	err := d.WriteJSON(&data)
	return data.Bytes(), err
}

// WriteJSON writes the same as it is made: that of a long report has tens of megabytes.
func (d *Document) WriteJSON(to io.Writer) error {
	err := jsonv2.MarshalWrite(to, d, jsonv1.DefaultOptionsV1(), jsontext.EscapeForHTML(false), jsontext.WithIndent("  "))
	if err == nil {
		_, err = io.WriteString(to, "\n")
	}
	if err != nil {
		return fmt.Errorf("encoding the analysis document of run %s: %w", d.Run.ID, err)
	}
	return nil
}

// The parts of a document can be asked for alone; they have the same shape and order as in the whole.

// Findings returns findings of a run by id.
func Findings(ctx context.Context, db projections.DB, run string, f findings.Filter) ([]Finding, error) {
	in, err := findings.List(ctx, db, run, f)
	if err != nil {
		return nil, err
	}
	out := list(in, finding)
	if f.ClaimID != "" || f.Agent != "" && f.Agent != reader {
		return out, nil
	}
	of, err := runs.Get(ctx, db, run)
	if err != nil {
		return nil, err
	}
	preview, err := reports.Preview(ctx, db, of.ReportID)
	if err != nil && !errors.Is(err, reports.ErrNotFound) {
		return nil, err
	}
	suspicious, err := suspiciousFindings(of.ReportID, preview)
	if err != nil {
		return nil, err
	}
	out = append(out, suspicious...)
	slices.SortFunc(out, func(a, b Finding) int { return cmp.Compare(a.ID, b.ID) })
	return out, nil
}

// mapped is a list of events as the document has them, or why it could not be read.
func mapped[A, B any](of func(A) B) func(in []A, err error) ([]B, error) {
	return func(in []A, err error) ([]B, error) {
		if err != nil {
			return nil, err
		}
		return list(in, of), nil
	}
}

// Verdicts returns verdicts of a run by claim: the current ones, or every revision.
func Verdicts(ctx context.Context, db projections.DB, run string, f verdicts.Filter, revisions bool) ([]Verdict, error) {
	if revisions {
		return mapped(verdict)(verdicts.Revisions(ctx, db, run, f))
	}
	return mapped(verdict)(verdicts.Current(ctx, db, run, f))
}

// VerdictOf is a verdict in the shape of the document.
func VerdictOf(v events.Verdict) Verdict { return verdict(v) }

// Gaps returns gaps of a run by id.
func Gaps(ctx context.Context, db projections.DB, run string, f gaps.Filter) ([]Gap, error) {
	return mapped(gap)(gaps.List(ctx, db, run, f))
}

// Checks returns checks of a run by id.
func Checks(ctx context.Context, db projections.DB, run string, f checks.Filter) ([]Check, error) {
	return mapped(check)(checks.List(ctx, db, run, f))
}

// CoverageOf returns the coverage of a run by pillar.
func CoverageOf(ctx context.Context, db projections.DB, run string) (map[string]Coverage, error) {
	in, err := coverage.ByPillar(ctx, db, run)
	if err != nil {
		return nil, err
	}
	return covered(in), nil
}

func covered(in map[string]events.Coverage) map[string]Coverage {
	out := make(map[string]Coverage, len(in))
	for pillar, c := range in {
		out[pillar] = Coverage{
			Total: c.Total, FullyAddressed: c.FullyAddressed, PartiallyAddressed: c.PartiallyAddressed,
			NotAddressed: c.NotAddressed, CouldNotAssess: c.CouldNotAssess, Conditional: c.Conditional,
			ReferencedElsewhere: c.ReferencedElsewhere, Percent: c.Percent, Addressed: c.Addressed,
		}
	}
	return out
}

func check(c events.Check) Check {
	return Check{
		ID: c.ID, Name: c.Name, ClaimID: c.ClaimID, Result: c.Result, Severity: c.Severity, Message: c.Message,
		Inputs:  list(c.Inputs, func(i events.CheckInput) CheckInput { return CheckInput(i) }),
		Working: c.Working, Expected: c.Expected, Stated: c.Stated, Difference: c.Difference,
		DifferencePercent: c.DifferencePercent, ExplainedByRounding: c.ExplainedByRounding, Quote: c.Quote,
	}
}

func finding(f events.Finding) Finding {
	details := json.RawMessage("{}")
	if len(f.Details) > 0 && !bytes.Equal(f.Details, []byte("null")) {
		details = f.Details
	}
	return Finding{
		ID: f.ID, Agent: f.Agent, ClaimID: f.ClaimID, Iteration: f.Iteration, EvidenceType: f.EvidenceType,
		Summary: f.Summary, SupportsClaim: f.SupportsClaim, InternallyConsistent: f.InternallyConsistent,
		Confidence: f.Confidence, Score: f.Score, Origins: full(f.Origins),
		Evidence:   list(f.Evidence, evidence),
		Paragraphs: list(f.Paragraphs, paragraph), Exhausted: f.Exhausted, RefersTo: f.RefersTo, Details: details,
	}
}

func request(r requests.Request) Request {
	out := Request{
		ID: r.ID, From: r.From, To: r.To, Kind: r.Kind, ClaimID: r.ClaimID, Question: r.Question, Answer: r.Reason,
		Status: r.Status, Evidence: []Evidence{},
	}
	if r.Answer != nil {
		out.Answer, out.Evidence = r.Answer.Answer, list(r.Answer.Evidence, evidence)
	}
	return out
}

func evidence(e events.Evidence) Evidence {
	return Evidence{e.Origin, e.Source, positive(e.Page), e.Quote, e.URL, e.Date, positive(e.Tier), positive(e.Row), e.Publisher, e.Document, e.RetrievedAt}
}

func verdict(v events.Verdict) Verdict {
	return Verdict{
		ID: v.ID, ClaimID: v.ClaimID, Verdict: v.Verdict, Confidence: v.Confidence, ConfidenceScore: v.ConfidenceScore,
		Score: v.Score, Iteration: v.Iteration,
		Dimensions: Dimensions{
			Dimension(v.Dimensions.Sufficiency), Dimension(v.Dimensions.Consistency),
			Dimension(v.Dimensions.Quality), Dimension(v.Dimensions.Completeness),
		},
		Origins: full(v.Origins), InternallyConsistent: v.InternallyConsistent, Reasoning: v.Reasoning,
		FindingIDs: full(v.FindingIDs), Paragraphs: list(v.Paragraphs, paragraph),
		Cycles: list(v.Cycles, func(c events.Cycle) Cycle {
			return Cycle{c.Iteration, c.Gap, full(c.Queries), full(c.Agents), c.RequiredEvidence, c.VerdictBefore}
		}),
		MissingAgents: list(v.MissingAgents, func(a events.MissingAgent) MissingAgent { return MissingAgent(a) }),
		Rubric:        v.Rubric, Revision: v.Revision, Final: v.Final, Supersedes: v.Supersedes, Override: override(v.Override),
		Basis: v.Basis, Narration: narration(v.Narration),
	}
}

func gap(g events.Gap) Gap {
	return Gap{
		ID: g.ID, Paragraph: g.Paragraph, Pillar: g.Pillar, Section: g.Section, Requirement: g.Requirement, Status: g.Status,
		Missing: full(g.Missing), Evidence: list(g.Evidence, func(q events.PageQuote) PageQuote { return PageQuote(q) }),
		Condition: g.Condition, Materiality: g.Materiality, S1Counterpart: g.S1Counterpart,
		Parts: g.Parts, Under: g.Under, Consequences: g.Consequences,
	}
}

func paragraph(p events.ParagraphStatus) ParagraphStatus { return ParagraphStatus(p) }

// list maps a slice; the result is never null in JSON.
func list[A, B any](in []A, of func(A) B) []B {
	out := make([]B, len(in))
	for i, v := range in {
		out[i] = of(v)
	}
	return out
}

// full is the slice itself, or an empty one that is not null in JSON.
func full[A any](in []A) []A {
	if in == nil {
		return []A{}
	}
	return in
}

// positive is null for what events leave out as zero.
func positive(n int) *int {
	if n == 0 {
		return nil
	}
	return &n
}
