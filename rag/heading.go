package rag

import "strings"

// reportRoot begins the context header of a passage of a report.
const reportRoot = "Report"

// SectionPath lists what the passage stands under, outermost first.
func (p Passage) SectionPath() []string {
	line, _, _ := strings.Cut(p.Heading, "\n")
	if line == "" {
		return []string{}
	}
	return strings.Split(line, pathMark)
}

// Table says whether the passage is a table, or rows of one.
func (p Passage) Table() bool {
	_, more, found := strings.Cut(p.Heading, "\n")
	return found && p.Source == "" && strings.HasPrefix(more, strings.TrimSpace(tableMark))
}

// Header is the line that makes the passage readable by itself: [Report > Environment > Emissions].
func (p Passage) Header() string {
	path := p.SectionPath()
	if p.Source == "" {
		path = append([]string{reportRoot}, path...)
	}
	return "[" + strings.Join(path, pathMark) + "]"
}

// Whole is the passage with all that is needed to read it by itself: its header, what leads to it (the parent's
// sentence of a paragraph, the column headers of a table), its text.
func (p Passage) Whole() string {
	parts := []string{p.Header()}
	if _, lead, _ := strings.Cut(p.Heading, "\n"); lead != "" && lead != strings.TrimSpace(tableMark) {
		parts = append(parts, lead)
	}
	return strings.Join(append(parts, p.Text), "\n\n")
}
