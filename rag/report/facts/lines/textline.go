package lines

import (
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// textLine is a line of a page with where it begins, in code points.
type textLine struct {
	Text  string
	Start int
}

// LinesOf cuts the page's text into lines that no table covers, repaired where reading broke units.
func LinesOf(p *document.Page) []textLine {
	covered := coveredBy(p)
	var out []textLine
	at := 0
	for _, l := range strings.Split(p.Text, "\n") {
		n := len([]rune(l))
		if strings.TrimSpace(l) != "" && !covered(at, at+n) {
			start := at
			for _, m := range gluedItem.FindAllStringSubmatchIndex(l, -1) { // items of a list that reading put on one line
				cut := at + len([]rune(l[:m[4]]))
				out = append(out, textLine{string([]rune(l)[start-at : cut-at-1]), start})
				start = cut
			}
			out = append(out, textLine{string([]rune(l)[start-at:]), start})
		}
		at += n + 1
	}
	return out
}

// coveredBy tells which runs of text stand in a table's cells.
func coveredBy(p *document.Page) func(start, end int) bool {
	type run struct{ start, end int }
	var runs []run
	for _, t := range p.Tables {
		for _, r := range t.Rows {
			for _, c := range r {
				if c.End > c.Start {
					runs = append(runs, run{c.Start, c.End})
				}
			}
		}
	}
	return func(start, end int) bool {
		for _, r := range runs {
			if r.start < end && start < r.end {
				return true
			}
		}
		return false
	}
}

// joinBroken puts "CO" and "2e" together again, which stand on two lines where the 2 is lowered.
func joinBroken(lines []textLine) []textLine {
	var out []textLine
	for _, l := range lines {
		if n := len(out); n > 0 { // a bracket that the line end broke: "Emissions (MT" and "CO2e) Method"
			open := strings.LastIndex(out[n-1].Text, "(")
			closing := strings.Index(l.Text, ")")
			if open >= 0 && !strings.Contains(out[n-1].Text[open:], ")") && len(out[n-1].Text)-open < 40 && closing >= 0 && closing < 30 &&
				!strings.Contains(l.Text[:closing], "(") {
				joined := strings.TrimSpace(out[n-1].Text) + " " + strings.TrimSpace(l.Text[:closing+1])
				if _, err := quantity.Measures(mend(joined[strings.LastIndex(joined, "("):])); err == nil {
					out[n-1].Text = joined
					if l.Text = l.Text[closing+1:]; strings.TrimSpace(l.Text) == "" {
						continue
					}
				}
			}
		}
		if n := len(out); n > 0 && endsInCO.MatchString(out[n-1].Text) && startsWith2.MatchString(l.Text) {
			rest := startsWith2.ReplaceAllString(strings.TrimSpace(l.Text), "")
			m := startsWith2.FindStringSubmatch(strings.TrimSpace(l.Text))
			head := strings.TrimSpace(out[n-1].Text) + "2" + strings.TrimSpace(m[1])
			if rest == "" {
				out[n-1].Text = head
				continue
			}
			out[n-1].Text = head
			out = append(out, textLine{rest, l.Start})
			continue
		}
		out = append(out, l)
	}
	return out
}

var (
	endsInCO      = pattern.Compile(`\bt?CO\s*$`)
	startsWith2   = pattern.Compile(`^\s*[2₂]\s?(-?\s?equivalents?|eq\b|e)?`)
	gluedBracket  = pattern.Compile(`\)([\p{L}]{2,})`)
	gluedUnit     = pattern.Compile(`(\p{Ll}{4,})(kt|Mt)\s?CO`)
	spacedFY      = pattern.Compile(`\bFY\s(20[0-6]\d)\b`)
	gluedScope    = pattern.Compile(`\b([Ss]copes?\s*[123])(\p{Lu}\p{Ll})`)
	gluedMetric   = pattern.Compile(`(\p{Ll}{4,})(metric t)\b`)
	gluedMethod   = pattern.Compile(`(?i:(based method))(\p{Lu}\p{Ll})`)
	gluedThousand = pattern.Compile(`([\p{L})])(1[.,'’ ]000\s+t)`)
	gluedItem     = pattern.Compile(`(\d)[-–•]([\p{L}]{3,}[^\n]{0,60}?\(scope)`)
	markedYears   = pattern.Compile(`((?:19[89]|20[0-6])\d)[1-9]((?:19[89]|20[0-6])\d)`)
)

// mend undoes what reading a page does to figures and units of a line.
func mend(s string) string {
	s = brokenGas.ReplaceAllStringFunc(s, func(m string) string {
		parts := brokenGas.FindStringSubmatch(m)
		tail := ""
		if strings.TrimRight(m, " \t") != m {
			tail = " "
		}
		return "CO2" + strings.TrimPrefix(parts[2], "-") + tail
	})
	s = strings.ReplaceAll(s, "\u00ad", "-") // a hyphen that some fonts draw so: "megawatt-hours"
	s = gasGlued.ReplaceAllString(s, "$1 $2")
	s = spacedWord.ReplaceAllString(s, "Total")
	s = spacedFY.ReplaceAllString(s, "FY$1")
	s = gluedBracket.ReplaceAllString(s, ") $1")
	s = gluedUnit.ReplaceAllString(s, "$1 $2 CO")
	s = gluedScope.ReplaceAllString(s, "$1 $2")
	s = gluedMetric.ReplaceAllString(s, "$1 $2")
	s = gluedMethod.ReplaceAllString(s, "$1 $2")
	s = gluedThousand.ReplaceAllString(s, "$1 $2")
	s = markedYears.ReplaceAllString(s, "$1 $2")
	s = yearsGlued.ReplaceAllString(s, "$1 $2")
	for range 4 {
		t := brokenGroup.ReplaceAllStringFunc(s, func(m string) string { return strings.ReplaceAll(m, " ", "") + tailOf(m) })
		if t == s {
			break
		}
		s = t
	}
	return s
}

// tailOf keeps the blank that ended a match.
func tailOf(m string) string {
	if strings.HasSuffix(m, " ") {
		return " "
	}
	return ""
}
