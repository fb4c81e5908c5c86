package sasb

import (
	"embed"
	"fmt"
	"strings"
)

//go:generate go run ./generate

//go:embed *.md
var rendered embed.FS

// Text is the rendered Markdown of the industry: topics as second-level headings, one bullet per metric. It is
// rendered from the catalogue; a test holds it to that.
func (i *Industry) Text() (string, error) {
	data, err := rendered.ReadFile(i.File)
	if err != nil {
		return "", fmt.Errorf("reading the text of %s: %w", i.Code, err)
	}
	return string(data), nil
}

const preface = `What the SASB Standards ask of this industry, by topic, in our own words. The words of the standards are licensed by
the IFRS Foundation and are not here; the codes refer to them. Units and categories are recalled, not compared.
This file is rendered from metrics.json: change that and run go generate. Not affiliated with or endorsed by the
IFRS Foundation; SASB and SICS are its trademarks.
`

// Markdown renders the industry.
func (i *Industry) Markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# SASB %s: %s\n\nSector: %s. Edition: %s.\n\n%s", i.Code, i.Name, i.Sector, i.Edition, preface)
	for _, t := range i.Topics {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n\nReports speak of: %s.\n", t.Name, t.Text, strings.Join(t.Keywords, ", "))
		if t.Climate {
			b.WriteString("\nPart of the industry-based guidance on IFRS S2 (S2.12, S2.23, S2.32, S2.37).\n")
		}
		b.WriteString("\n")
		for _, m := range t.Metrics {
			unit := m.Unit
			if m.Category == Discussion {
				unit = string(Discussion)
			}
			fmt.Fprintf(&b, "- %s (%s): %s", m.Code, unit, m.Description)
			if m.Certainty != "high" {
				fmt.Fprintf(&b, " [certainty: %s]", m.Certainty)
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}
