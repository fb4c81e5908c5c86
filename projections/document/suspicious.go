package document

import (
	"encoding/json"
	"fmt"

	"github.com/sibyl-project/sibyl/events"
)

// reader is who finds suspicious content: none of the specialists, to whom it is never shown.
const reader events.Agent = "intake"

// SuspiciousDetails are the details of a finding of suspicious content.
type SuspiciousDetails struct {
	Kind string `json:"kind"`
	Page int    `json:"page" jsonschema:"minimum=0,description=0: the file and no page"`
}

// suspiciousFindings are the findings about what stands in a file but not before its readers. They come
// with the file, not from a run, and speak for no claim and against none.
func suspiciousFindings(report string, p events.Preview) ([]Finding, error) {
	out := make([]Finding, 0, len(p.Suspicious))
	for i, s := range p.Suspicious {
		details, err := json.Marshal(SuspiciousDetails{s.Kind, s.Page})
		if err != nil {
			return nil, fmt.Errorf("encoding the details of suspicious content: %w", err)
		}
		where, page := "The file holds", positive(s.Page)
		if page != nil {
			where = fmt.Sprintf("Page %d holds", s.Page)
		}
		out = append(out, Finding{
			ID: events.FindingID(report, "", 1, string(reader), i), Agent: reader, Iteration: 1, EvidenceType: "suspicious_content",
			Summary:    fmt.Sprintf("%s text that is kept from the analysis: %s.", where, s.Why),
			Confidence: events.ConfidenceHigh, Score: 1, Origins: []events.Origin{events.OriginReport},
			Evidence:   []Evidence{{Origin: events.OriginReport, Source: "report", Page: page, Quote: s.Quote}},
			Paragraphs: []ParagraphStatus{}, Exhausted: true, Details: details,
		})
	}
	return out, nil
}
