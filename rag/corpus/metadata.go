package corpus

import (
	"context"
	"strings"

	"github.com/sibyl-project/sibyl/data/ifrs"
	"github.com/sibyl-project/sibyl/data/sasb"
	"github.com/sibyl-project/sibyl/rag"
)

// Metadata describes a passage by its kind: a paragraph with its pillar and counterparts, a topic with its metrics, a
// passage of a report with its pages and section.
func (c *Corpus) Metadata(ctx context.Context, p rag.Passage) (map[string]any, error) {
	switch standardOf(p.Source) {
	case S1, S2:
		return paragraphMetadata(p)
	case SASB:
		return topicMetadata(p)
	}
	n, err := c.shelves.Preceding(ctx, p)
	if err != nil {
		return nil, err
	}
	return map[string]any{
		"page_start": p.Page, "page_end": p.Page, "start": p.Start, "end": p.End,
		"section_path": p.SectionPath(), "has_table": p.Table(), "chunk_index": n,
	}, nil
}

func paragraphMetadata(p rag.Passage) (map[string]any, error) {
	registry, err := ifrs.Load()
	if err != nil {
		return nil, err
	}
	out := map[string]any{
		"paragraph_id": p.Label, "standard": strings.ToUpper(strings.TrimPrefix(standardOf(p.Source), "ifrs_")), "section_path": p.SectionPath(),
		"pillar": nil, "section": nil, "sub_requirements": []string{}, "items": []string{}, "s1_counterpart": nil,
		"s1_counterparts": []string{}, "s2_counterparts": []string{}, "licensed": isLicensed(p.Source),
	}
	known, ok := registry.Paragraph(p.Label)
	if !ok {
		return out, nil // of a licensed copy, beyond the registry
	}
	out["pillar"], out["section"], out["title"], out["kind"], out["gap_rule"] = known.Pillar, known.Section, known.Title, known.Kind, known.GapRule
	parts, items := []string{}, []string{}
	for _, q := range known.Requirements {
		parts = append(parts, q.ID)
	}
	for _, child := range registry.Children(known.ID) {
		items = append(items, child.ID)
	}
	out["sub_requirements"], out["items"] = parts, items
	out["s1_counterparts"], out["s2_counterparts"] = append([]string{}, known.S1Counterparts...), append([]string{}, known.S2Counterparts...)
	if len(known.S1Counterparts) > 0 {
		out["s1_counterpart"] = known.S1Counterparts[0]
	}
	return out, nil
}

func topicMetadata(p rag.Passage) (map[string]any, error) {
	catalogue, err := sasb.Load()
	if err != nil {
		return nil, err
	}
	codes := strings.Fields(p.Label)
	out := map[string]any{
		"industry_sector": nil, "disclosure_topic": nil, "metric_codes": codes, "standard_code": nil, "licensed": isLicensed(p.Source),
	}
	if _, industry, found := strings.Cut(p.Source, ":"); found {
		out["standard_code"] = industry
	}
	if len(codes) > 0 {
		if at, ok := catalogue.Metric(codes[0]); ok {
			out["industry_sector"], out["disclosure_topic"], out["standard_code"] = at.Industry.Name, at.Topic.Name, at.Industry.Code
		}
	}
	return out, nil
}
