package ifrs

import (
	_ "embed" // the rendered files are part of the binary
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

//go:generate go run ./generate

//go:embed s1_full.md
var s1Full string

//go:embed s2_full.md
var s2Full string

// Full is s1_full.md or s2_full.md: a standard in our own words, one block per paragraph. The files are
// rendered from the registry; a test holds them to it. An unknown standard has no text.
func Full(standard string) string {
	switch standard {
	case "S1":
		return s1Full
	case "S2":
		return s2Full
	}
	return ""
}

var titles = map[string]string{
	"S1": "IFRS S1: General Requirements for Disclosure of Sustainability-related Financial Information",
	"S2": "IFRS S2: Climate-related Disclosures",
}

var pillars = map[string]string{
	"governance": "Governance", "strategy": "Strategy", "risk_management": "Risk management",
	"metrics_targets": "Metrics and targets", "general_requirements": "General requirements",
}

const preface = `Each block says in our own words what one paragraph, or one item of it, asks for. The words of the standard
are licensed by the IFRS Foundation and are not here; the numbers refer to them. The edition is that of June 2023
with the amendments of December 2025 marked. This file is rendered from paragraph_registry.json: change that
and run go generate. Not affiliated with or endorsed by the IFRS Foundation; IFRS and ISSB are its trademarks.
`

// Markdown renders a standard: pillars and appendices as second-level headings, sections with their range as
// third, and one fourth-level block per paragraph.
func (r *Registry) Markdown(standard string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s", titles[standard], preface)
	part, section := "", ""
	for i, p := range r.Paragraphs {
		if p.Standard != standard {
			continue
		}
		if in := Part(p); in != part {
			part, section = in, ""
			fmt.Fprintf(&b, "\n## %s\n", part)
		}
		if p.Section != section {
			section = p.Section
			fmt.Fprintf(&b, "\n### %s (%s)\n", shortSection(section), r.extent(i))
		}
		b.WriteString("\n#### " + p.ID + " " + p.Title + "\n\n" + r.Block(p))
	}
	return b.String()
}

// Part is what of its standard a paragraph belongs to: a pillar or an appendix.
func Part(p *Paragraph) string {
	_, rest, _ := strings.Cut(p.ID, ".")
	if unicode.IsUpper(rune(rest[0])) {
		return "Appendix " + rest[:1]
	}
	return pillars[p.Pillar]
}

// shortSection leaves out what the heading above has said: "Appendix B - targets" is "Targets" there.
func shortSection(section string) string {
	appendix, name, found := strings.Cut(section, " - ")
	if !found || !strings.HasPrefix(appendix, "Appendix ") {
		return section
	}
	first, size := utf8.DecodeRuneInString(name)
	return string(unicode.ToUpper(first)) + name[size:]
}

// extent is the range of the outermost paragraphs of the section that begins at a place: "S2.10-12".
func (r *Registry) extent(at int) string {
	first, last := r.Paragraphs[at], r.Paragraphs[at]
	for _, p := range r.Paragraphs[at:] {
		if p.Standard != first.Standard || p.Section != first.Section || Part(p) != Part(first) {
			break
		}
		if p.Parent == first.Parent {
			last = p
		}
	}
	if last == first {
		return first.ID
	}
	_, end, _ := strings.Cut(last.ID, ".")
	if first.Parent != "" {
		end = strings.TrimPrefix(last.ID, first.Parent)
	}
	return first.ID + "-" + end
}

// Block renders what stands under a paragraph's heading: the text, what to disclose, when, and what is related.
func (r *Registry) Block(p *Paragraph) string {
	var b strings.Builder
	b.WriteString(p.Text + "\n")
	if len(p.Requirements) > 0 {
		b.WriteString("\nTo disclose:\n")
		for _, q := range p.Requirements {
			b.WriteString("- " + q.Text + r.proviso(q) + "\n")
		}
	}
	var lines []string
	if p.Condition != "" {
		lines = append(lines, "Condition: "+p.Condition)
	}
	if p.NegativeStatements {
		lines = append(lines, "A clear no is an answer.")
	}
	if a := p.Amendment; a != nil {
		lines = append(lines, fmt.Sprintf("December 2025 amendments: %s. %s", a.Change, a.Summary))
	}
	for _, related := range []struct {
		label string
		ids   []string
	}{
		{"In S1", p.S1Counterparts}, {"In S2", p.S2Counterparts}, {"Explains", nonEmpty(p.Elaborates)}, {"See also", p.CrossRefs},
	} {
		if len(related.ids) > 0 {
			lines = append(lines, related.label+": "+strings.Join(related.ids, ", "))
		}
	}
	for _, l := range lines {
		b.WriteString("\n" + l + "\n")
	}
	return b.String()
}

// proviso is what a bullet adds about when its part is asked for.
func (r *Registry) proviso(q Requirement) string {
	switch {
	case q.ConditionCode != "":
		return " (only if: " + strings.TrimSuffix(r.ConditionCodes[q.ConditionCode], ".") + ")"
	case !q.Required:
		return " (not required)"
	}
	return ""
}

func nonEmpty(s string) []string {
	if s == "" {
		return nil
	}
	return []string{s}
}
