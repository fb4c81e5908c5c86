// Package prose reads the figures of sentences as cells: amounts, shares, changes, targets, in constructions that leave one reading.
package prose

import (
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/cell"
	"github.com/sibyl-project/sibyl/rag/report/facts/lines"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// Sentences state a figure beside the words that name it: "Scope 1 emissions were 4,641 t CO2e", "4,641 metric
// tons of CO2e for Scope 1". Only a figure with a unit is read, and only beside the one scope it must belong to.

const proseReach = 110 // bytes between a scope and its figure

var (
	yearNear = pattern.Compile(`\b(?:FY|fy)?((?:19[89]|20[0-6])\d)\b`)
	shortFY  = pattern.Compile(`\bFY[’']?([12]\d)\b`)
	forScope = pattern.Compile(`(?i)^\s*(?:\)|were|was)?\s*(?:emitted\s+)?(?:(?:for|of|in|from|under|were|are|\()\s+|\()` +
		`(?:(?:our|total|the|direct|indirect|ghg)\s+){0,3}scopes?\s*[123]`)
	// landsAt is a change and where it leads to: "Scope 1 emissions fell to".
	landsAt = pattern.Compile(`(?i)^\s*(?:\([^()\d]{0,30}\)\s*)?(?:(?:GHG|greenhouse gas|CO2e?|market-based|location-based)\s+)?(?:emissions\s+)?` +
		`(?:(?:in|for)\s+(?:fiscal\s+)?20\d\d\s+)?(?:(?:has|have|were|was)\s+)?(?:increased|decreased|` +
		`rose|risen|fell|fallen|declined|grew|dropped|reduced)(?:\s+(?:slightly|significantly|further|again))?\s+to\s+` + hedged + `$`)
	movement = pattern.Compile(`(?i)\b(?:reduc\w*|decreas\w*|declin\w*|fell|cut|lower\w*|increas\w*|grew|rose|saved|avoid\w*|target\w*|offset\w*|` +
		`compensat\w*|by)\b`)
)

// Longest bounds a sentence; what runs on for longer is no sentence.
const Longest = 1500

// Sentence is one sentence outside tables, with where each of its bytes stands on the page.
type Sentence struct {
	Page   *document.Page
	Text   string
	starts []int // code points of the page
	Format quantity.Format
	Reason string
	Aim    bool // below a heading of targets
}

// ProseCells reads the sentences of a page.
func ProseCells(p *document.Page, f quantity.Format, reason string, used map[int]bool) []cell.Cell {
	text, starts := prose(p, used)
	var out []cell.Cell
	from := 0
	for _, cut := range document.Clauses(text) {
		s := Sentence{Page: p, Text: text[from:cut], starts: starts[from:], Format: f, Reason: reason}
		from = cut
		if len(s.Text) >= Longest || !OtherFigure.MatchString(s.Text) {
			continue
		}
		if vocabulary.ScopeWord.MatchString(s.Text) || vocabulary.AllScopes.MatchString(s.Text) {
			out = append(out, sentenceCells(p, s.Text, s.starts, f, reason)...)
		}
		out = append(out, s.statements()...)
	}
	return out
}

var bullet = pattern.Compile(`^\s*[•→▪●◦■➔►]`)

// prose is the page's text outside tables as one run, its line ends blanks, with each byte's code point.
func prose(p *document.Page, used map[int]bool) (text string, starts []int) {
	var b strings.Builder
	end := 0
	for _, l := range lines.LinesOf(p) {
		if used[l.Start] {
			continue
		}
		t := l.Text
		if l.Start > end+1 || bullet.MatchString(t) {
			b.WriteString("\n\n") // the next paragraph goes on with no sentence
			starts = append(starts, l.Start, l.Start)
		}
		end = l.Start + len([]rune(t))
		if strings.HasSuffix(t, " -") {
			t = strings.TrimSuffix(t, " -")
		} else {
			t += " "
		}
		at := l.Start
		for _, r := range t {
			n := len(string(r))
			for range n {
				starts = append(starts, at)
			}
			b.WriteRune(r)
			at++
		}
	}
	starts = append(starts, 0)
	return b.String(), starts
}

func sentenceCells(p *document.Page, s string, starts []int, f quantity.Format, reason string) []cell.Cell {
	labels := vocabulary.ScopeWord.FindAllStringIndex(s, -1)
	if all := vocabulary.AllScopes.FindStringIndex(s); all != nil && len(labels) == 0 {
		labels = [][]int{all}
	}
	all := quantity.Find(s, f)
	if respectively.MatchString(s) {
		return respectiveScopes(p, s, starts, reason, all)
	}
	var out []cell.Cell
	used := map[int]bool{}
	var old quantity.Quantity // that a restatement has replaced
	for n, q := range all {
		if replacedFrom.MatchString(s[:q.Start]) && !q.Year {
			old = q
			continue
		}
		renewed := old.End > 0 && replacedBy.MatchString(s[old.End:q.Start])
		switch q.Unit.Dimension {
		case quantity.Emissions, quantity.CarbonGas, quantity.Mass:
		default:
			continue
		}
		if q.Per != "" || q.Range || cell.RoundThousand.MatchString(q.Number) {
			continue // "1'000 tonnes" is a unit
		}
		at := -1
		for i, l := range labels {
			if l[1] <= q.Start && q.Start-l[1] <= proseReach && !namesBefore(s, l, q.Start) {
				gap := s[l[1]:q.Start]
				if renewed && l[1] <= old.Start {
					gap = s[l[1]:old.Start]
				}
				if !movement.MatchString(gap) && !holdsFigure(gap) || landsAt.MatchString(byShare.ReplaceAllString(gap, "")) {
					at = i
				}
			}
			if l[0] >= q.End && forScope.MatchString(s[q.End:]) && l[0]-q.End < 40 {
				at = i
				break
			}
		}
		if at < 0 || used[at] || movesBefore(s, q.Start) {
			continue
		}
		if at+1 < len(labels) && labels[at][1] <= q.Start && labels[at+1][1] <= q.Start {
			continue
		}
		used[at] = true
		label := labels[at]
		year := vocabulary.Ending(s, yearBefore(s, q.Start, q.End))
		out = append(out, scopeCell(p, s, starts, reason, label, q, vocabulary.MethodOf(s), year, renewed))
		out = append(out, earlierScopes(p, s, starts, reason, label, all[n:], year)...)
	}
	return out
}

// scopeCell is a figure that a sentence gives for the scope that it names at label.
func scopeCell(p *document.Page, s string, starts []int, reason string, label []int, q quantity.Quantity, method string, year int, renewed bool) cell.Cell {
	c := cell.Cell{
		Rows: []string{strings.TrimSpace(s[label[0]:label[1]]) + " emissions"}, Q: q, Renewed: renewed, Printed: q.Text, Source: facts.FromText, Format: reason,
		Place: facts.Place{Page: p.Number, Quote: cell.Words(s[min(label[0], q.Start):max(label[1], q.End)], 15)},
	}
	if sc, _ := vocabulary.Scopes(c.Rows[0]); method != "" && strings.Contains(sc, "2") { // Scope 1 has no methods
		c.Rows[0] += " " + method + "-based"
	}
	if year > 0 {
		c.Cols = []string{vocabulary.Itoa(year)}
	}
	if q.Start < len(starts) && q.End <= len(starts) && q.End > 0 {
		c.At = starts[q.Start]
		if r := p.Rects(starts[q.Start], starts[q.End-1]+1); len(r) > 0 {
			c.Place.Rect = r[0]
		}
	}
	return c
}

// earlierScopes reads the figures of other years that follow one of a scope: "8.7 million t, less than in 2018 (10.3
// million t)".
func earlierScopes(p *document.Page, s string, starts []int, reason string, label []int, all []quantity.Quantity, year int) []cell.Cell {
	var out []cell.Cell
	last := all[0]
	for _, q := range all[1:] {
		if q.Year {
			continue
		}
		if q.Range || q.Per != "" || !massOfGas(q) {
			break
		}
		y := yearOfEarlier(s, last, q)
		if y == 0 || y == year {
			break
		}
		out = append(out, scopeCell(p, s, starts, reason, label, q, vocabulary.MethodOf(s), y, false))
		last = q
	}
	return out
}

func massOfGas(q quantity.Quantity) bool {
	switch q.Unit.Dimension {
	case quantity.Emissions, quantity.CarbonGas, quantity.Mass:
		return true
	}
	return false
}

// namesBefore says that a scope in brackets names the figure before the brackets: "1,234 t (Scope 1) and 5,678 t".
func namesBefore(s string, label []int, at int) bool {
	open := strings.LastIndexByte(s[:label[0]], '(')
	closing := strings.IndexByte(s[label[1]:at], ')')
	return open >= 0 && closing >= 0 && !strings.ContainsAny(s[open:label[0]], ")0123456789") &&
		!strings.ContainsAny(s[label[1]:label[1]+closing], "0123456789") && unitBefore.MatchString(s[:open])
}

// unitBefore ends a text in a figure with its unit.
var unitBefore = pattern.Compile(`\d[^\d()]{1,45}$`)

// replacedFrom leads to the figure that a restatement has replaced: it is no longer what the entity states of its year.
var (
	replacedFrom = pattern.Compile(`(?i)\b(?:restated|corrected|adjusted|recalculated|revised)(?:\s+(?:upwards?|downwards?|` +
		`retrospectively))?\s+from\s+` + hedged + `$`)
	replacedBy = pattern.Compile(`(?i)^\s+to\s+` + hedged + `$`)
)

// holdsFigure says that another figure stands in a text, years apart.
func holdsFigure(s string) bool {
	return OtherFigure.MatchString(shortFY.ReplaceAllString(yearNear.ReplaceAllString(s, " "), " "))
}

// OtherFigure is anything printed in digits.
var OtherFigure = pattern.Compile(`\d`)

// movesBefore says that a figure is a change: "reduced by 300 t".
func movesBefore(s string, at int) bool {
	before := s[max(0, at-16):at]
	return byFigure.MatchString(before)
}

var byFigure = pattern.Compile(`(?i)\bby\s+(?:about|around|over|approximately|more than|nearly)?\s*$`)

// yearBefore is the year nearest to a figure in its sentence, if the sentence names one year near it.
func yearBefore(s string, start, end int) int {
	best, distance := 0, 1<<30
	if m := shortFY.FindAllStringSubmatchIndex(s[:start], -1); len(m) > 0 {
		l := m[len(m)-1]
		best, distance = 2000+vocabulary.Atoi(s[l[2]:l[3]]), start-l[3]
	}
	for _, m := range yearNear.FindAllStringSubmatchIndex(s, -1) {
		d := start - m[3]
		if d >= 0 && (onwards.MatchString(s[:m[0]]) || inBracketBefore(s, m[2], m[3], start)) {
			continue // "more than in any year since 2019"
		}
		if m[2] >= end {
			if between := s[end:m[2]]; !inYear.MatchString(between) || OtherFigure.MatchString(between) || versus.MatchString(between) {
				continue // "(2018: 1.10 million)" is another figure's
			}
			d = m[2] - end
		}
		if d >= 0 && d < distance {
			best, distance = vocabulary.Atoi(s[m[2]:m[3]]), d
		}
	}
	return best
}

// onwards leads to a year that something else is counted from or lasts until.
var onwards = pattern.Compile(`(?i)\b(?:since|until|before|after)\s+(?:the\s+)?$`)

var versus = pattern.Compile(`(?i)\b(?:than|compared|versus|vs|from|against)\b`) // another year

var inYear = pattern.Compile(`(?i)\b(?:in|for|during|of)\s+(?:the\s+)?(?:(?:fiscal|financial|calendar|year|fy)\s*)*$`)
