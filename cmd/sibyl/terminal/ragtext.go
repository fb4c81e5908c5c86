package terminal

import (
	"fmt"
	"strings"

	"github.com/sibyl-project/sibyl/projections/api"
)

// textWidth is where lines of text are broken.
const textWidth = 100

// Search shows results: what each is, where it stands, how it was found, how it begins.
func Search(a api.SearchAnswer) []byte {
	var b strings.Builder
	for _, note := range a.Notes {
		b.WriteString(broken("note: "+note, "") + "\n\n")
	}
	for _, r := range a.Results {
		header, _, _ := strings.Cut(r.Text, "\n")
		fmt.Fprintf(&b, "%2d  %s\n", r.Rank, strings.TrimSuffix(strings.TrimPrefix(header, "["), "]")+where(r))
		fmt.Fprintf(&b, "    %s %.3f (%s)\n", r.SearchMethod, r.Score, strings.Join(ways(r), ", "))
		b.WriteString(broken(begin(r.Body, 300), "    ") + "\n\n")
	}
	return []byte(b.String())
}

// where is the place in a report.
func where(r api.SearchResult) string {
	if r.ReportID == nil {
		return ""
	}
	return fmt.Sprintf(", page %v (%s)", r.Metadata["page_start"], *r.ReportID)
}

func ways(r api.SearchResult) []string {
	var out []string
	if r.Exact {
		out = append(out, "named")
	}
	if r.Keyword.Rank > 0 {
		out = append(out, fmt.Sprintf("words: rank %d, BM25 %.2f", r.Keyword.Rank, r.Keyword.Score))
	}
	if r.Semantic.Rank > 0 {
		out = append(out, fmt.Sprintf("meaning: rank %d, cosine %.2f", r.Semantic.Rank, r.Semantic.Score))
	}
	if r.Licensed {
		out = append(out, "your licensed copy")
	}
	return out
}

// Paragraph shows paragraphs whole.
func Paragraph(a api.ParagraphAnswer) []byte {
	var b strings.Builder
	if a.Note != "" {
		b.WriteString(broken("note: "+a.Note, "") + "\n\n")
	}
	for i, p := range a.Paragraphs {
		if i > 0 {
			b.WriteString(strings.Repeat("-", textWidth/2) + "\n\n")
		}
		writeParagraph(&b, p)
	}
	return []byte(b.String())
}

func writeParagraph(b *strings.Builder, p api.ParagraphEntry) {
	fmt.Fprintf(b, "%s  %s\n%s\n", p.ID, p.Title, strings.Join(p.Path, " > "))
	if d := p.Paragraph; d != nil {
		b.WriteString(kindText(d) + "\n")
	}
	if m := p.Metric; m != nil {
		fmt.Fprintf(b, "%s (%s), %s; %s%s; SASB edition %s, certainty %s\n", m.Industry, m.IndustryCode, m.Sector, m.Category, prefixed(", in ", m.Unit),
			m.Edition, m.Certainty)
	}
	if p.Text != "" {
		b.WriteString("\n" + broken(p.Text, "") + "\n")
	}
	if p.LicensedText != "" {
		b.WriteString("\nIn your licensed copy:\n" + broken(p.LicensedText, "  ") + "\n")
	}
	if p.Parent != nil {
		fmt.Fprintf(b, "\nUnder %s %s:\n%s\n", p.Parent.ID, p.Parent.Title, broken(p.Parent.Text, "  "))
	}
	if d := p.Paragraph; d != nil {
		writeDetail(b, d)
	}
	if m := p.Metric; m != nil {
		b.WriteString("\nTopic: " + m.Topic + "\n" + broken(m.TopicText, "  ") + "\n")
	}
	for _, list := range []struct {
		title string
		of    []api.ParagraphReference
	}{
		{"Items", p.Items}, {"In IFRS S1", p.S1}, {"In IFRS S2", p.S2}, {"See also", p.Related}, {"Explained by", p.ExplainedBy},
	} {
		if len(list.of) > 0 {
			b.WriteString("\n" + list.title + "\n")
		}
		for _, r := range list.of {
			fmt.Fprintf(b, "  %-20s %s\n", r.ID, r.Title)
		}
	}
	b.WriteString("\n")
}

// kindText says in a line what a missing answer would mean.
func kindText(d *api.ParagraphDetail) string {
	kind := strings.ReplaceAll(d.Kind, "_", " ")
	switch d.GapRule {
	case "always":
		return kind + "; a gap where it is missing and material"
	case "if_condition_holds":
		return kind + "; a gap only if its condition holds"
	}
	return kind + "; never a gap"
}

func writeDetail(b *strings.Builder, d *api.ParagraphDetail) {
	if len(d.SubRequirements) > 0 {
		b.WriteString("\nTo disclose\n")
	}
	for _, q := range d.SubRequirements {
		line := "- " + q.Text
		switch {
		case q.Condition != "":
			line += " (only if: " + strings.TrimSuffix(q.Condition, ".") + ")"
		case !q.Required:
			line += " (not required)"
		}
		if q.NoIsAnAnswer {
			line += " (a clear no is an answer)"
		}
		b.WriteString(broken(line, "  ") + "\n")
	}
	for _, line := range []string{
		prefixed("Condition: ", d.Condition), prefixed("Why it matters: ", d.Materiality), prefixed("Reports speak of: ", strings.Join(d.Keywords, ", ")),
	} {
		if line != "" {
			b.WriteString("\n" + broken(line, "") + "\n")
		}
	}
	if d.NoIsAnAnswer {
		b.WriteString("\nA clear no is an answer.\n")
	}
	if a := d.Amendment; a != nil {
		b.WriteString("\n" + broken(fmt.Sprintf("December 2025 amendments, %s: %s", a.Change, a.Summary), "") + "\n")
	}
}

func prefixed(prefix, s string) string {
	if s == "" {
		return ""
	}
	return prefix + s
}

// begin is the first part of a text, in one line.
func begin(s string, most int) string {
	r := []rune(strings.Join(strings.Fields(s), " "))
	if len(r) <= most {
		return string(r)
	}
	return strings.TrimRight(string(r[:most]), " ,.;:") + "…"
}

// broken breaks a text into lines that begin alike.
func broken(s, indent string) string {
	var out []string
	for _, paragraph := range strings.Split(s, "\n") {
		line := indent
		for _, w := range strings.Fields(paragraph) {
			if len(line) > len(indent) && len(line)+len(w) >= textWidth {
				out, line = append(out, line), indent
			}
			if len(line) > len(indent) {
				line += " "
			}
			line += w
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}
