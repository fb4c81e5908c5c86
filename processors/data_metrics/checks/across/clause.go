package across

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// clause is a part of a sentence that says one thing. All else of the sentence, and years, are blank in its text, so that places stay.
type clause struct {
	sheet.Statement // of the whole sentence
	text            string
	words           []word
	year            int  // that it speaks of; 0 for the last
	from, to        int  // where it stands in the sentence
	per             bool // it speaks of so much for each of something
}

var (
	// parts of a sentence: what semicolons and dashes part is read alone, what commas and conjunctions part may belong together.
	sentenceParts = pattern.Compile(`[;:]\s|\s[–—-]\s|\.\s`)
	clauseParts   = pattern.Compile(`(?i),\s+(?:and\s+)?|\s(?:while|whereas|although|though|but|because|since|which|where|who|so\s+that|and\s+an?)\s`)
	// restricts begins a part that says of what, where or when alone the rest of the sentence is true.
	restricts = pattern.Compile(`(?i)^\s*(?:(?:only|also|and|but)\s+)?(?:in|at|for|among|within|across|on|of|under|outside|if|when|where|unless|` +
		`based|measured|taken|adjusted|calculated)\b`)
	leavesOut = pattern.Compile(`(?i)^\s*without\b|\b(?:excluding|except\w*|apart\s+from|aside\s+from|other\s+than|apart$|aside$|excluded$|` +
		`as\s+(?:for|regards|to)|with\s+(?:regard|respect|the\s+exception))\b`)
	// ranksAfter begins a part that puts something before what follows: "after flights, cars".
	ranksAfter = pattern.Compile(`(?i)^\s*(?:after|behind|next\s+to|besides?|together\s+with)\b`)
	// ofItsYear is a part that only says when.
	ofItsYear = pattern.Compile(`(?i)^\s*(?:in|at|by|over|during|for)\s+(?:the\s+)?(?:(?:end|course)\s+of\s+)?(?:the\s+)?` +
		`(?:(?:reporting|fiscal|financial|past|whole|full|calendar)\s+)?(?:year)?\s*$`)
	perFirst = pattern.Compile(`(?i)^\s*per\s+\p{L}+`)
	// narrows are words by which a sentence speaks of less than a table, of another time, or of what is not so.
	narrows = pattern.Compile(`(?i)\b(?:` + lexicon.Alternatives("checks.not of the rows") + `)\b|\b(?:apart|aside)\s+from\b|\bother\s+than\b|["“”„]`)
	// ofAnotherTime speaks of a year that is not named.
	ofAnotherTime = pattern.Compile(`(?i)\b(?:last|previous|prior|coming|next|past|following)\s+(?:\p{L}+\s+){0,2}years?\b|\byear\s+(?:before|earlier|ago)\b|` +
		`\b(?:quarter|half[- ]year|month|season|decade)s?\b|\b(?:` + someNumber + `|several|many)\s+years\b`)
	// thanBefore compares with the year before.
	thanBefore = pattern.Compile(`(?i)\b(?:than|compared\s+(?:with|to)|against|versus)\s+(?:in\s+)?(?:the\s+|a\s+)?` +
		`(?:previous\s+year|year\s+(?:before|earlier|ago)|prior\s+year)\b`)
)

// clauses are the parts of the sentences of running text that say something of several things.
func (r reader) clauses() []clause {
	return sheet.Once(r.Sheet, func() []clause { return clausesOf(r.Sheet) })
}

func clausesOf(s *sheet.Sheet) []clause {
	out := []clause{}
	for i := range s.Pages() {
		p := &s.Options.Document.Pages[i]
		if p.NotAnalysed != "" {
			continue
		}
		before := ""
		for _, sentence := range p.Sentences() {
			text, last := sentence.Text, before
			before = text
			if sentence.Role != document.RoleBody || len(text) > sheet.LongestSentence || !ofSeveral.MatchString(text) {
				continue
			}
			x := sheet.Statement{Page: p.Number, Text: text, Before: last, Style: quantity.Detect(p.Text, quantity.Point)}
			if !x.Renewed() {
				out = append(out, clausesIn(x)...)
			}
		}
	}
	return out
}

// clausesIn reads the clauses of a sentence: each part of it that says something of several things, alone and with the part before it, the one before
// that - what stands between is set off - or the one behind. Nothing is read where another part narrows down what it says.
func clausesIn(x sheet.Statement) []clause {
	var out []clause
	for _, span := range between(x.Text, 0, len(x.Text), sentenceParts) {
		parts := between(x.Text, span[0], span[1], clauseParts)
		for i, at := range parts {
			if !ofSeveral.MatchString(x.Text[at[0]:at[1]]) {
				continue
			}
			for _, with := range []int{i, i - 1, i - 2, i + 1} {
				if with < 0 || with >= len(parts) {
					continue
				}
				if c, ok := clauseOf(x, parts, i, with); ok {
					out = append(out, c)
				}
			}
		}
	}
	return out
}

// between are the stretches of a text that an expression parts.
func between(text string, from, to int, by *pattern.Pattern) [][2]int {
	var out [][2]int
	start := from
	for _, at := range by.FindAllStringIndex(text[from:to], -1) {
		out = append(out, [2]int{start, from + at[0]})
		start = from + at[1]
	}
	return append(out, [2]int{start, to})
}

// clauseOf keeps two parts of a sentence.
func clauseOf(x sheet.Statement, parts [][2]int, i, with int) (c clause, ok bool) {
	text := []byte(strings.Repeat(" ", len(x.Text)))
	dated := ""
	for k, at := range parts {
		part := x.Text[at[0]:at[1]]
		switch out := leavesOut.MatchString(part) || k < i && ranksAfter.MatchString(part); {
		case k == i || k == with || k < min(i, with) && perFirst.MatchString(part):
			copy(text[at[0]:at[1]], part)
		case !out && k > with && k < i:
			continue // set off
		case out, restricts.MatchString(part) && !ofItsYear.MatchString(blankYears(part)):
			return c, false
		}
		if k <= max(i, with) {
			dated += part + " "
		}
	}
	years := sheet.YearsNamed(dated)
	c = clause{Statement: x, from: parts[min(i, with)][0], to: parts[max(i, with)][1], text: blankYears(string(text))}
	if len(years) == 1 {
		c.year = years[0]
		if thanYear.MatchString(dated) {
			c.year++ // "less than in 2022" is said of the year after
		}
	}
	if slices.Sort(years); len(years) == 2 && years[0] == years[1]-1 && thanYear.MatchString(dated) {
		c.year = years[1]
	} else if len(years) > 1 {
		return c, false
	}
	if ofAnotherTime.MatchString(thanBefore.ReplaceAllString(dated, " ")) {
		return c, false
	}
	if at := perUnit.FindStringIndex(c.text); at != nil {
		c.per, c.text = true, c.text[:at[0]]+strings.Repeat(" ", at[1]-at[0])+c.text[at[1]:]
	}
	c.words = inOrder(c.text)
	return c, true
}

// blankYears takes the years out of a text, so that places stay.
func blankYears(text string) string {
	return sheet.AnyYear.ReplaceAllStringFunc(text, func(y string) string { return strings.Repeat(" ", len(y)) })
}

// perUnit is what something is measured for each of: "per tonne of paper".
var perUnit = pattern.Compile(`(?i)\b(?:per|for\s+(?:each|every|one))\s+(?:[\d,]+\s+)?\p{L}+(?:\s+of\s+\p{Ll}+)?`)

// said is the clause as it stands.
func (c clause) said() string { return strings.Trim(c.Text[c.from:c.to], " .") }

// thanYear compares with a year that is named.
var thanYear = pattern.Compile(`(?i)\b(?:than|compared\s+(?:with|to)|against|versus)\s+(?:in\s+)?(?:19|20)\d\d\b`)
