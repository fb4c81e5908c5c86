// Package document builds the analysis document: the one public account of a run, the same for the
// command line, the API and every export.
//
// A document is a function of the read models of one run, read in one snapshot. Its lists are sorted
// and nothing in it but `run` and times depends on when or where the run was made, so equal runs give
// equal bytes. Its shape is closed; Schema describes it, and schemas/analysis.schema.json is that
// description as published.
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
	"reflect"
	"slices"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	jsonv1 "github.com/go-json-experiment/json/v1"
	"github.com/invopop/jsonschema"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections"
	"github.com/sibyl-project/sibyl/projections/checks"
	"github.com/sibyl-project/sibyl/projections/coverage"
	"github.com/sibyl-project/sibyl/projections/document/green"
	"github.com/sibyl-project/sibyl/projections/document/notes"
	"github.com/sibyl-project/sibyl/projections/findings"
	"github.com/sibyl-project/sibyl/projections/gaps"
	"github.com/sibyl-project/sibyl/projections/reports"
	"github.com/sibyl-project/sibyl/projections/runs"
	"github.com/sibyl-project/sibyl/projections/verdicts"
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

// SchemaID is where the schema of the document says it is.
const SchemaID = "https://sibyl-project.github.io/schemas/analysis.schema.json"

// closed lists the values of every closed set in the document.
var closed = map[reflect.Type][]any{
	reflect.TypeFor[events.ClaimType](): {events.Geographic, events.Quantitative, events.LegalGovernance, events.Strategic, events.Environmental},
	reflect.TypeFor[events.EvidenceKind](): {events.KindEarlierReport, events.KindNews, events.KindPaper, events.KindFiling, events.KindCertificate,
		events.KindRegister, events.KindBenchmark, events.KindCoordinates, events.KindImagery},
	reflect.TypeFor[events.Priority]():        {events.High, events.Medium, events.Low},
	reflect.TypeFor[events.Agent]():           anyOf(events.Agents()),
	reflect.TypeFor[events.Confidence]():      {events.ConfidenceHigh, events.ConfidenceMedium, events.ConfidenceLow},
	reflect.TypeFor[events.ComplianceClass](): {events.ComplianceStated, events.ComplianceQualified, events.ComplianceNotStated},
	reflect.TypeFor[events.CheckResult]():     {events.CheckPass, events.CheckFail, events.CheckInconclusive},
	reflect.TypeFor[events.InquiryStatus]():   {events.InquiryOpen, events.InquiryAnswered, events.InquiryRefused, events.InquiryExpired, events.InquiryLate},
	reflect.TypeFor[events.RunMode]():         {events.ModeLive, events.ModeExact, events.ModeWhatIf, events.ModeFresh},
	reflect.TypeFor[events.RunStatus]():       {events.RunAnalyzing, events.RunCompleted, events.RunError},
	reflect.TypeFor[events.VerdictClass](): {events.Verified, events.Unverified, events.Contradicted,
		events.InsufficientEvidence},
	reflect.TypeFor[events.AskOutcome](): {events.AskAnswered, events.AskUnusable, events.AskUnavailable, events.AskRefused, events.AskBudgetExhausted},
	reflect.TypeFor[events.DisclosureStatus](): {events.FullyAddressed, events.PartiallyAddressed, events.NotAddressed,
		events.CouldNotAssess, events.Conditional, events.ReferencedElsewhere},
	reflect.TypeFor[notes.Kind](): list(notes.Kinds(), func(k notes.Kind) any { return k }),
	reflect.TypeFor[MatterKind](): {MatterContradicted, MatterArithmetic, MatterInconsistent, MatterTarget, MatterMissing, MatterLeading, MatterBasis,
		MatterUnsupported, MatterHidden, MatterRuled},
	reflect.TypeFor[events.ReviewAction](): {events.ReviewComment, events.ReviewAssign, events.ReviewResolve, events.ReviewSetAside, events.ReviewUphold,
		events.ReviewSignOff, events.ReviewReply, events.ReviewWithdraw},
	reflect.TypeFor[events.ReviewPart](): {events.PartRun, events.PartClaim, events.PartFinding, events.PartCheck, events.PartGap, events.PartMatter},
	reflect.TypeFor[Consequence]():       {Critical, Serious, Notable, Slight},
	reflect.TypeFor[events.Origin](): {events.OriginClaim, events.OriginStandard, events.OriginReport, events.OriginComputed,
		events.OriginPriorReport, events.OriginCompany, events.OriginBenchmark, events.OriginExternal, events.OriginImagery,
		events.OriginRegistry},
}

// anyOf are the values of a closed set that is listed elsewhere.
func anyOf[T any](all []T) []any {
	out := make([]any, len(all))
	for i, x := range all {
		out[i] = x
	}
	return out
}

// Schema is the JSON Schema (2020-12) of the document, generated from its Go types. Every object is
// closed: a field that is not listed is a mistake.
func Schema() ([]byte, error) {
	r := jsonschema.Reflector{
		Anonymous: true,
		Mapper: func(t reflect.Type) *jsonschema.Schema {
			if values, ok := closed[t]; ok {
				return &jsonschema.Schema{Type: "string", Enum: values}
			}
			switch t {
			case reflect.TypeFor[json.RawMessage]():
				return &jsonschema.Schema{Type: "object"} // closed by details
			case reflect.TypeFor[map[string]Coverage]():
				return coverageSchema()
			}
			return nil
		},
	}
	s := r.Reflect(&Document{})
	for _, part := range []any{&Coverage{}, &events.LegalDetails{}, &events.MetricsDetails{}, &events.NoSourceDetails{}, &events.LibraryDetails{},
		&events.GeographyDetails{}, &events.AcademicDetails{}, &SuspiciousDetails{}} {
		for name, d := range r.Reflect(part).Definitions {
			s.Definitions[name] = d
		}
	}
	nullable(s.Definitions["MetricsDetails"], "unit_validation", "benchmark_comparison", "target_achievability")
	nullable(s.Definitions["GeographyDetails"], "location", "ndvi_before", "ndvi_after", "change")
	nullable(s.Definitions["AcademicDetails"], "sbti", "credits")
	nullable(s.Definitions["Verdict"], "override", "narration")
	nullable(s.Definitions["Narration"], "proposed")
	s.Definitions["Finding"].AllOf = details()
	agent, _ := s.Definitions["Finding"].Properties.Get("agent")
	agent.Enum = append(slices.Clone(agent.Enum), reader)
	s.ID, s.Title = SchemaID, "Sibyl analysis document"
	s.Description = "What one run found about one sustainability report. Lists are sorted; text offsets are Unicode code points; " +
		"rectangles are points from the top left; pages count from 1; decimals are strings."
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(s); err != nil {
		return nil, fmt.Errorf("encoding the schema of the analysis document: %w", err)
	}
	return b.Bytes(), nil
}

// coverageSchema lists the pillars: a run that ended before they were assessed has none of them.
func coverageSchema() *jsonschema.Schema {
	rows := jsonschema.NewProperties()
	for _, pillar := range Pillars() {
		rows.Set(pillar, &jsonschema.Schema{Ref: "#/$defs/Coverage"})
	}
	return &jsonschema.Schema{Type: "object", Properties: rows, AdditionalProperties: jsonschema.FalseSchema}
}

// details closes findings[].details: each agent has a shape of its own, and an agent without a source
// to look at says so in another.
func details() []*jsonschema.Schema {
	own := map[events.Agent]string{
		events.Legal: "LegalDetails", events.DataMetrics: "MetricsDetails", events.Geography: "GeographyDetails", events.Academic: "AcademicDetails",
		reader: "SuspiciousDetails",
	}
	var out []*jsonschema.Schema
	for _, agent := range append(events.Agents(), reader) {
		shapes := []*jsonschema.Schema{{Ref: "#/$defs/NoSourceDetails"}, {MaxProperties: new(uint64)}}
		switch agent {
		case events.Academic, events.NewsMedia, events.Geography:
			shapes = append(shapes, &jsonschema.Schema{Ref: "#/$defs/LibraryDetails"})
		}
		if name, ok := own[agent]; ok {
			shapes = append(shapes, &jsonschema.Schema{Ref: "#/$defs/" + name})
		}
		said, then := jsonschema.NewProperties(), jsonschema.NewProperties()
		said.Set("agent", &jsonschema.Schema{Const: agent})
		then.Set("details", &jsonschema.Schema{AnyOf: shapes})
		out = append(out, &jsonschema.Schema{If: &jsonschema.Schema{Properties: said}, Then: &jsonschema.Schema{Properties: then}})
	}
	return out
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
