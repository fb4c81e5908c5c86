package terminal

import (
	"bytes"
	"cmp"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/events"
)

// Preview shows a preview on a terminal: what the report is and where it says so, what was read and
// what was not, and its sections. Everything from the file is shown without what a terminal would obey.
func Preview(p events.Preview) []byte {
	var b bytes.Buffer
	title := shown(cmp.Or(p.Title, p.Filename), 100)
	fmt.Fprintf(&b, "%s\n%s\n", title, strings.Repeat("=", min(utf8.RuneCountInString(title), 78)))
	fmt.Fprintf(&b, "%s: %d of %d pages are read, %d words, %d tables\n\n", shown(p.Filename, 100), p.PagesRead, p.Pages, p.Words, p.Tables)
	field := func(name, value, evidence string) {
		if value == "" {
			value = "not found"
		}
		fmt.Fprintf(&b, "%-12s %s\n", name, value)
		if evidence != "" {
			fmt.Fprintf(&b, "%-12s   %s\n", "", evidence)
		}
	}
	field("company", shown(p.Company, 80), evidenceFor(p, "company", p.Company))
	field("period", periodText(p), evidenceFor(p, "period", p.Period))
	field("sector", strings.TrimSpace(shown(p.Sector, 20)+" "+p.SectorName), evidenceFor(p, "sector", p.Sector))
	field("languages", languageText(p), "")
	if len(p.Frameworks) == 0 {
		field("frameworks", "none is claimed", "")
	}
	for i, f := range p.Frameworks {
		name := "frameworks"
		if i > 0 {
			name = ""
		}
		field(name, f, evidenceFor(p, "framework", f))
	}
	field("IFRS S1/S2", complianceText(p.IFRSCompliance), "")
	if p.ComplianceStatement != "" {
		field("statement", statementText(p), "")
	}
	for _, w := range p.Warnings {
		fmt.Fprintf(&b, "note         %s\n", shown(w, 400))
	}
	for i, s := range p.Suspicious {
		if i == 10 {
			fmt.Fprintf(&b, "%-12s ... and %d more\n", "", p.SuspiciousHits-i)
			break
		}
		where := "file"
		if s.Page > 0 {
			where = fmt.Sprintf("p. %d", s.Page)
		}
		fmt.Fprintf(&b, "%-12s %s, %s: %q\n", "suspicious", where, s.Why, shown(s.Quote, 80))
	}
	if len(p.Outline) > 0 {
		fmt.Fprintf(&b, "\nsections\n")
	}
	for _, s := range p.Outline {
		pages := fmt.Sprint(s.PageStart)
		if s.PageEnd > s.PageStart {
			pages += fmt.Sprintf("-%d", s.PageEnd)
		}
		fmt.Fprintf(&b, "%9s  %s%s\n", pages, strings.Repeat("  ", min(s.Level-1, 6)), shown(s.Title, 100))
	}
	return b.Bytes()
}

// statementText is the sentence by which the report places itself under a framework, with its page.
func statementText(p events.Preview) string {
	text := fmt.Sprintf("%q", shown(p.ComplianceStatement, 240))
	for _, e := range p.Evidence {
		if e.Field == "compliance_statement" && e.Page > 0 {
			return fmt.Sprintf("p. %d: %s", e.Page, text)
		}
	}
	return text
}

// evidenceFor is the place that speaks for a value, and why.
func evidenceFor(p events.Preview, field, value string) string {
	for _, e := range p.Evidence {
		if e.Field != field || e.Value != value {
			continue
		}
		if e.Page == 0 {
			return e.Why
		}
		return fmt.Sprintf("p. %d: %q (%s)", e.Page, shown(e.Quote, 90), e.Why)
	}
	return ""
}

func periodText(p events.Preview) string {
	if p.PeriodFrom == "" {
		return shown(p.Period, 20)
	}
	return fmt.Sprintf("%s (%s to %s)", shown(p.Period, 20), p.PeriodFrom, p.PeriodTo)
}

func languageText(p events.Preview) string {
	var parts []string
	for _, l := range p.Languages {
		name := l.Language
		if name == "und" {
			name = "undetermined"
		}
		parts = append(parts, fmt.Sprintf("%s %d pages (%.0f %%)", name, l.Pages, 100*float64(l.Pages)/float64(max(p.Pages, 1))))
	}
	return strings.Join(parts, ", ")
}

func complianceText(c events.ComplianceClass) string {
	switch c {
	case events.ComplianceStated:
		return "compliance is stated without reserve (S1.72)"
	case events.ComplianceQualified:
		return "mentioned, but compliance is not stated without reserve (S1.72)"
	}
	return "no statement of compliance; the report is compared with IFRS S1/S2 all the same"
}

// shown is text of a stranger, on one line, bounded, without characters that steer a terminal.
func shown(s string, most int) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && !unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) || r == utf8.RuneError {
			return -1
		}
		return r
	}, s)
	runes := []rune(strings.Join(strings.Fields(s), " "))
	if len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return string(runes)
}
