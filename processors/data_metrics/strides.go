package datametrics

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// stride is a change that a claim states without its two figures: by how much, of what, from which year to which.
type stride struct {
	percent    quantity.Quantity
	down       bool
	of         subject
	from, upTo int                // 0 where the claim does not say
	level      *quantity.Quantity // to which it leads, if the sentence says: "fell by 4.5 % to 412,300 t"
	assumed    bool               // that it counts from the year before: "declined 16.5 % in 2023"
	met        bool               // the percentage is a target that is said to have been reached
	paragraph  bool               // that its years are those of a change told before it in its paragraph
	yearless   bool               // that names no year at all: what agrees with it is shown and bears nothing out
	several    bool               // the sentence states several percentages
	narrow     bool               // the sentence speaks of a part of the entity, or of a figure that was adjusted
}

var ofOneYear = pattern.Compile(
	`(?i)\b(?:in|during|for)\s+(?:the\s+)?(?:(?:fiscal|financial|reporting)\s+(?:year\s+)?|year\s+|FY\s?)?20\d\d\b|\bin the reporting (?:year|period)\b`)

var sameVerb = pattern.Compile(`(?i)^\s*(?:,\s*)?(?:and\s+)?[^.;]{0,60}\bby\s+` + hedge + `$`)

// strides reads the changes of the claim's own sentences. Rows of tables are none: their columns say what is a change.
func strides(r reading, year int) []stride {
	var out []stride
	for _, s := range r.sentences {
		text := r.text[s.from:s.upTo]
		if strings.Contains(text, "\t") || strings.Contains(strings.ToLower(text), "respectively") {
			continue
		}
		all := r.in(s)
		if _, _, given := fromTo(r, s, all); given {
			continue // yoyPercentage has its figures
		}
		met := reached.MatchString(text) && !notYet.MatchString(text)
		if planned.MatchString(text) && !met || perUnit.MatchString(text) {
			continue
		}
		c := changeSentence{reading: r, span: s, words: text, shares: percents(all), met: met}
		for i := range c.shares {
			if x, ok := c.stride(i, year); ok {
				out = append(out, x)
			}
		}
	}
	return out
}

// changeSentence is a sentence of a claim whose percentages may be changes.
type changeSentence struct {
	reading
	span
	words  string
	shares []quantity.Quantity // its percentages
	met    bool                // it says that a target was reached
}

// stride reads a percentage as a change; year is the report's.
func (c *changeSentence) stride(i, year int) (stride, bool) {
	p := c.shares[i]
	if !c.own(p) || p.Value.IsZero() || yearly.MatchString(c.text[p.End:]) {
		return stride{}, false
	}
	from, upTo := c.around(i)
	down, ok := c.tied(i, from, upTo)
	aim := ofTarget.MatchString(c.text[c.from:p.Start]) || sheet.UntilYear.MatchString(c.text[p.End:upTo]) || i == 0 && toComeBy(c.text[c.from:p.Start], year)
	if !ok || aim && !c.met {
		return stride{}, false
	}
	x := stride{percent: p, down: down, met: aim, narrow: partly.MatchString(c.words), several: len(c.shares) > 1}
	if x.of, ok = subjectOf(c.reading, c.span, from, p, upTo); !ok {
		return stride{}, false
	}
	x.from, x.upTo = spanOf(c.reading, c.span, year)
	if x.from == 0 && !x.met && ofOneYear.MatchString(c.words) {
		x.from, x.assumed = x.upTo-1, true
	}
	if from, upTo := c.toldBefore(c.span, year); !x.met && from > 0 && (x.from == 0 || x.from == x.upTo-1 && from == upTo-1) {
		x.from, x.upTo, x.paragraph = from, upTo, true
	}
	if x.from > 0 && x.from >= x.upTo || x.met && (!x.down || x.from == 0) {
		return stride{}, false
	}
	if level, found := levelIn(c.reading, c.span); found {
		x.level = &level
	}
	return x, true
}

// toldBefore are the years of a sentence without years, as the one before it names them: those of a change, "174 Mt in FY22, up 10 % from FY21. Scope 1
// increased 15 %", or the year before the report's, "FY22 Scope 1 was flat. Scope 2 fell 3 % over the past year", as the report's may be a guess.
func (r reading) toldBefore(s span, report int) (from, upTo int) {
	if yearWord.MatchString(r.text[s.from:s.upTo]) {
		return 0, 0
	}
	for i := len(r.sentences) - 1; i >= 0; i-- {
		before := r.sentences[i]
		words := r.text[before.from:before.upTo]
		if before.upTo > s.from || !yearWord.MatchString(words) {
			continue
		}
		if strings.Contains(r.text[before.upTo:s.from], "\n\n") {
			return 0, 0
		}
		if from, upTo = spanOf(r, before, 0); from > 0 && from < upTo && upTo <= report {
			return from, upTo
		}
		if named := sheet.YearsNamed(words); len(named) == 1 && named[0] == report-1 && upTo == report-1 &&
			lastYear.MatchString(r.text[s.from:s.upTo]) && ofEmissions.MatchString(words) {
			return upTo - 1, upTo
		}
		return 0, 0
	}
	return 0, 0
}

// toComeBy reports whether words name a year after the report's as the end of what follows: "Until 2030 we want to cut".
func toComeBy(words string, report int) bool {
	return report > 0 && slices.ContainsFunc(sheet.UntilYear.FindAllString(words, -1), func(until string) bool { return vocabulary.YearIn(until) > report })
}

// around is the part of the sentence that a percentage has to itself: from the percentage before it to the next.
func (c *changeSentence) around(i int) (from, upTo int) {
	from, upTo = c.from, c.upTo
	if i > 0 {
		from = c.shares[i-1].End
	}
	if i+1 < len(c.shares) {
		upTo = c.shares[i+1].Start
	}
	return from, upTo
}

// tied says that a percentage is the amount of a change, and which way: by the words around it, or by the verb of the
// percentage before: "fell by 12 % and Scope 3 emissions by 5 %".
func (c *changeSentence) tied(i, from, upTo int) (down, ok bool) {
	p := c.shares[i]
	down, ok = tied(c.text[from:p.Start], c.text[p.End:upTo])
	if !ok && i > 0 && sameVerb.MatchString(c.text[from:p.Start]) {
		return tied(c.text[c.from:p.Start], "")
	}
	return down, ok
}
