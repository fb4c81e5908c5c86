package document

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"github.com/invopop/jsonschema"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections/document/disclosures"
	"github.com/sibyl-project/sibyl/projections/document/notes"
)

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
	for _, pillar := range disclosures.Pillars() {
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

// nullable admits null beside the shape of some of an object's properties.
func nullable(s *jsonschema.Schema, names ...string) {
	for _, name := range names {
		shape, _ := s.Properties.Get(name)
		s.Properties.Set(name, &jsonschema.Schema{OneOf: []*jsonschema.Schema{shape, {Type: "null"}}})
	}
}
