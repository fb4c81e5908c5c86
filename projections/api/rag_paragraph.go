package api

import (
	"context"

	"github.com/sibyl-project/sibyl/data/ifrs"
	"github.com/sibyl-project/sibyl/rag/corpus"
)

// ParagraphAnswer is what an id stands for.
type ParagraphAnswer struct {
	Asked      string           `json:"asked" doc:"in its one form"`
	Exact      bool             `json:"exact" doc:"all of it exists as such"`
	Note       string           `json:"note,omitempty" doc:"why the list is not simply what was asked for"`
	Paragraphs []ParagraphEntry `json:"paragraphs" doc:"what was asked for first, then what it is often written for"`
}

// ParagraphEntry is a paragraph of IFRS S1 or S2, or a SASB metric. The text is in our own words.
type ParagraphEntry struct {
	ID           string               `json:"id"`
	Title        string               `json:"title"`
	SourceType   string               `json:"source_type" enum:"ifrs_s1,ifrs_s2,sasb"`
	Path         []string             `json:"path"`
	Text         string               `json:"text"`
	LicensedText string               `json:"licensed_text,omitempty" doc:"in the words of your own licensed copy"`
	Chunk        Chunk                `json:"chunk"`
	Paragraph    *ParagraphDetail     `json:"paragraph,omitempty"`
	Metric       *MetricDetail        `json:"metric,omitempty"`
	Parent       *ParagraphReference  `json:"parent,omitempty"`
	Items        []ParagraphReference `json:"items" doc:"directly under it"`
	S1           []ParagraphReference `json:"s1_counterparts"`
	S2           []ParagraphReference `json:"s2_counterparts"`
	Related      []ParagraphReference `json:"related"`
	ExplainedBy  []ParagraphReference `json:"explained_by" doc:"what of the appendices explains it"`
}

// ParagraphReference is another paragraph.
type ParagraphReference struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	Text  string `json:"text"`
}

// ParagraphDetail is what the registry knows of a paragraph.
type ParagraphDetail struct {
	Standard        string                 `json:"standard"`
	Pillar          string                 `json:"pillar"`
	Section         string                 `json:"section"`
	Kind            string                 `json:"kind"`
	GapRule         ifrs.GapRule           `json:"gap_rule" enum:"always,if_condition_holds,never"`
	Condition       string                 `json:"condition,omitempty"`
	NoIsAnAnswer    bool                   `json:"negative_statement_satisfies"`
	Summary         string                 `json:"summary"`
	SubRequirements []SubRequirementDetail `json:"sub_requirements"`
	Materiality     string                 `json:"materiality"`
	Keywords        []string               `json:"keywords"`
	Edition         string                 `json:"edition"`
	Effective       string                 `json:"effective,omitempty"`
	Amendment       *ifrs.Amendment        `json:"amendment,omitempty"`
	Certainty       string                 `json:"certainty"`
}

// SubRequirementDetail is one atomic thing that a paragraph asks for.
type SubRequirementDetail struct {
	ID           string `json:"id"`
	Text         string `json:"text"`
	Required     bool   `json:"required"`
	Condition    string `json:"condition,omitempty"`
	NoIsAnAnswer bool   `json:"negative_statement_satisfies"`
}

// MetricDetail is what the catalogue knows of a SASB metric.
type MetricDetail struct {
	Industry     string `json:"industry"`
	IndustryCode string `json:"industry_code"`
	Sector       string `json:"sector"`
	Topic        string `json:"topic"`
	TopicText    string `json:"topic_text"`
	Climate      bool   `json:"climate" doc:"part of the industry-based guidance on IFRS S2"`
	Category     string `json:"category"`
	Unit         string `json:"unit,omitempty"`
	Edition      string `json:"edition"`
	Certainty    string `json:"certainty"`
}

func (s *server) ragParagraph(ctx context.Context, in *struct {
	ID string `path:"id" maxLength:"200" example:"S2.29(a)(i)(1)"`
}) (*struct{ Body ParagraphAnswer }, error) {
	found, err := s.Knowledge.Paragraph(ctx, in.ID, s.owner())
	if err != nil {
		return nil, s.ragFailure(ctx, err)
	}
	out := ParagraphAnswer{Asked: found.Asked, Exact: found.Exact, Note: found.Note, Paragraphs: make([]ParagraphEntry, 0, len(found.Entries))}
	for _, e := range found.Entries {
		chunk, err := s.chunk(ctx, e.Passage)
		if err != nil {
			return nil, s.ragFailure(ctx, err)
		}
		out.Paragraphs = append(out.Paragraphs, entry(e, chunk))
	}
	return &struct{ Body ParagraphAnswer }{out}, nil
}

func entry(e corpus.Entry, chunk Chunk) ParagraphEntry {
	out := ParagraphEntry{
		ID: e.ID, Title: e.Title, SourceType: e.SourceType, Path: append([]string{}, e.Path...), Text: e.Text, LicensedText: e.Licensed, Chunk: chunk,
		Items: references(e.Children), S1: references(e.S1), S2: references(e.S2), Related: references(e.Related), ExplainedBy: references(e.ElaboratedBy),
	}
	if e.Parent != nil {
		out.Parent = &references([]corpus.Reference{*e.Parent})[0]
	}
	if p := e.Paragraph; p != nil {
		out.Paragraph = &ParagraphDetail{
			Standard: p.Standard, Pillar: p.Pillar, Section: p.Section, Kind: p.Kind, GapRule: p.GapRule, Condition: p.Condition, NoIsAnAnswer: p.NegativeStatements,
			Summary: p.Summary, SubRequirements: []SubRequirementDetail{}, Materiality: p.Materiality, Keywords: append([]string{}, p.Keywords...),
			Edition: p.Edition, Effective: p.Effective, Amendment: p.Amendment, Certainty: p.Certainty,
		}
		for _, q := range p.Requirements {
			out.Paragraph.SubRequirements = append(out.Paragraph.SubRequirements,
				SubRequirementDetail{q.ID, q.Text, q.Required, e.Conditions[q.ConditionCode], q.NegativeStatements})
		}
	}
	if at := e.Metric; at != nil {
		out.Metric = &MetricDetail{
			Industry: at.Industry.Name, IndustryCode: at.Industry.Code, Sector: at.Industry.Sector, Topic: at.Topic.Name, TopicText: at.Topic.Text,
			Climate:  at.Topic.Climate,
			Category: string(at.Metric.Category), Unit: at.Metric.Unit, Edition: at.Industry.Edition, Certainty: at.Metric.Certainty,
		}
	}
	return out
}

func references(from []corpus.Reference) []ParagraphReference {
	out := make([]ParagraphReference, 0, len(from))
	for _, r := range from {
		out = append(out, ParagraphReference(r))
	}
	return out
}
