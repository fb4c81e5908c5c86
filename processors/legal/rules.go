package legal

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
)

// rules are what cannot be said in cues: they look at the report's tables or count kinds of figures. A rule
// returns a passage that shows its answer.
var rules = map[string]func(*index) (at int, ok bool){
	"comparative_figures": comparatives,
	"industry_metrics":    industryMetrics,
	"industry_codes":      industryCodes,
	"target_results":      targetResults,
}

var yearInHead = pattern.Compile(`\b(?:19|20)\d\d\b`)

// comparatives finds whether figures have their preceding period beside them: of the tables whose heads name
// years, more than half name two that follow each other. The row that is shown best compares something.
func comparatives(ix *index) (at int, ok bool) {
	at = -1
	with, all, shows := 0, 0, 0
	note := func(years []int, where int) {
		if len(years) == 0 || where < 0 {
			return
		}
		all++
		for _, y := range years {
			if slices.Contains(years, y-1) {
				with++
				if n := ix.compares(where); at < 0 || n > shows {
					at, shows = where, n
				}
				return
			}
		}
	}
	for i := range ix.tables {
		t := &ix.tables[i]
		var heads []string
		figures := 0
		for _, c := range t.columns {
			heads = append(heads, c.head)
			for _, cell := range c.cells {
				if figure.MatchString(cell) || len(yearInHead.FindString(cell)) == 0 && strings.ContainsAny(cell, "0123456789") {
					figures++
				}
			}
		}
		if figures >= 2 {
			note(yearsOf(strings.Join(heads, " ")), ix.firstRow(t))
		}
	}
	// What is laid out as a table without being found as one still begins with a row of years.
	for i, p := range ix.passages {
		if p.role == row && i+1 < len(ix.passages) && ix.passages[i+1].role == row && ix.passages[i+1].page == p.page {
			if years := yearsOf(p.text); len(years) >= 2 && len(yearInHead.ReplaceAllString(p.text, "")) < 60 {
				note(years, ix.telling(i+1))
			}
		}
	}
	return at, with > 0 && 2*with >= all
}

var (
	aFigure   = pattern.Compile(`\d[\d.,]*`)
	emissions = pattern.Compile(`(?i)\bscope|emission|\bco2|\bco₂|greenhouse|\bghg`)
	aimed     = pattern.Compile(`(?i)\b(?:targets?|goals?|limits?|thresholds?|benchmarks?|budgets?|planned|forecasts?)\b`)
)

// compares is how well a row shows that an amount stands beside that of the period before: by two figures with words, best of emissions, which every report of
// the kind is about; what is aimed at in years to come was the amount of no period.
func (ix *index) compares(at int) int {
	text := ix.passages[at].text
	over := func(p *pattern.Pattern) bool { return ix.under(p, at) }
	switch {
	case !tells(text):
		return 1
	case len(aFigure.FindAllString(yearInHead.ReplaceAllString(noAmount.ReplaceAllString(text, ""), ""), -1)) < 2 || over(aimed):
		return 2
	case !over(emissions):
		return 3
	}
	return 4
}

// under reports whether a passage, or what stands over it, matches.
func (ix *index) under(p *pattern.Pattern, at int) bool {
	return p.MatchString(ix.passages[at].text) || slices.ContainsFunc(ix.passages[at].above, func(h int) bool { return p.MatchString(ix.passages[h].text) })
}

// noAmount are the figures of names.
var noAmount = pattern.Compile(`(?i)\bscopes? ?[123]\b|\bco2`)

// telling is the first row that has words and figures, from a row on and in one run of rows of a page; the row itself if
// none has.
func (ix *index) telling(from int) int {
	for i := from; i < len(ix.passages) && ix.passages[i].role == row && ix.passages[i].page == ix.passages[from].page; i++ {
		if tells(ix.passages[i].text) {
			return i
		}
	}
	return from
}

// tells says whether a row has words and figures that are no years: figures or words alone show nobody what they are.
func tells(text string) bool {
	return !wordless(text) && strings.ContainsAny(yearInHead.ReplaceAllString(text, ""), "0123456789")
}

// firstRow is the first row of a table that tells something, else its first.
func (ix *index) firstRow(t *table) int {
	first := -1
	for _, r := range t.rows {
		switch {
		case r < 0:
		case tells(ix.passages[r].text):
			return r
		case first < 0:
			first = r
		}
	}
	return first
}

func yearsOf(s string) []int {
	var out []int
	for _, y := range yearInHead.FindAllString(s, -1) {
		n, err := strconv.Atoi(y)
		if err == nil && !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	return out
}

// What the heads of a table of targets are that gives their results, too: the target, where it was measured from, and a year or how far it has come.
var (
	targetHead = pattern.Compile(`(?i)\b(?:targets?|goals?|aims?|objectives?)\b`)
	baseHead   = pattern.Compile(`(?i)\b(?:base(?:line)?|starting|start)\b`)
	resultHead = pattern.Compile(`(?i)^(?:FY ?)?20\d\d$|\b(?:actual|achieved|result|status|progress|performance|to date|today|now)\b`)
	onClimate  = pattern.Compile(`(?i)\bclimat|greenhouse|\bghg|\bco2|\bco₂|carbon|emission|net[\s-]zero|\bscopes? ?[123]\b|renewable|` +
		`\benergy\b|\belectric`)
)

// targetResults finds a climate target in a table that has beside each target what it was measured from and how far it has come: none of its rows says
// that it is performance, its heads do.
func targetResults(ix *index) (at int, ok bool) {
	for i := range ix.tables {
		t := &ix.tables[i]
		column := func(head *pattern.Pattern) int {
			return slices.IndexFunc(t.columns, func(c column) bool { return head.MatchString(c.head) })
		}
		target, base, result := column(targetHead), column(baseHead), column(resultHead)
		if target < 0 || base < 0 || result < 0 || target == result || base == result {
			continue
		}
		for r, row := range t.rows {
			filled := func(c int) bool { return strings.ContainsAny(t.columns[c].cells[r], "0123456789") }
			if row >= 0 && filled(base) && filled(result) && onClimate.MatchString(ix.passages[row].text) {
				return row, true
			}
		}
	}
	return -1, false
}

// fewestTopics is how many subjects of an industry must have figures of their own before its metrics count as given.
const fewestTopics = 2

// industryMetrics finds whether metrics typical of an industry are given, whether or not the guidance they follow is
// named: figures on at least two of the subjects that the industries' metrics share. Emissions have paragraphs of their own.
func industryMetrics(ix *index) (at int, ok bool) {
	at = -1
	topics := 0
	for _, g := range ix.lex.industry {
		found := ix.figureOn(g)
		if found >= 0 {
			topics++
			if at < 0 {
				at = found
			}
		}
	}
	return at, topics >= fewestTopics
}

// figureOn finds a figure on a subject: in a sentence or row that names it, or in a row of a table that is headed by it.
func (ix *index) figureOn(subject int) int {
	for at, p := range ix.passages {
		switch {
		case p.role != row && p.role != sentence:
		case !ix.meets(subject, at) && (p.role != row || !ix.over(subject, at)):
		case !ix.meets(ix.lex.amounts, at):
		case p.role == row || !ix.pointer(at):
			return at
		}
	}
	return -1
}

var industryCode = pattern.Compile(`\b[A-Z]{2}-[A-Z]{2}-(?:\d{3}[a-z]\.\d|[0-9]{3}\.[A-Z])`)

// industryCodes finds whether the industry is named by the codes of its metrics, as in an index of them: their letters
// stand for an industry. The line that names the guidance is shown if it is on the page, else the first with a code.
func industryCodes(ix *index) (at int, ok bool) {
	at = slices.IndexFunc(ix.passages, func(p passage) bool { return industryCode.MatchString(p.text) })
	if at < 0 {
		return -1, false
	}
	for i, p := range ix.passages {
		if strings.Contains(p.text, "SASB") && strings.Contains(p.text, "Index") && len(p.text) < 200 && ix.codedNear(i) {
			return i, true
		}
	}
	return at, true
}

// codedNear says whether codes of an industry's metrics stand on the page of a passage.
func (ix *index) codedNear(at int) bool {
	return slices.ContainsFunc(ix.passages, func(p passage) bool { return p.page == ix.passages[at].page && industryCode.MatchString(p.text) })
}
