package checks

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// timeline is what one thing was in several years, or in the one year of a table: a row by its columns of years, a column by its rows of years.
type timeline struct {
	at   map[int]entry
	name []string // the words that say what it is of, as stems: of its row and column, else of the heading over them
	over []string // those of the headings over it and of its table

	twice []int // years with several figures
}

// timelines are those of all tables, read once: a report has thousands, and as many sentences.
type timelines struct {
	all    []timeline
	digits map[string][]int // by the digits of their figures
	named  map[string][]int // by their names
	begins map[string][]int // by the first words of their names
}

func (s *sheet) timelines() *timelines {
	if s.yearly != nil {
		return s.yearly
	}
	s.yearly = &timelines{digits: map[string][]int{}, named: map[string][]int{}, begins: map[string][]int{}}
	memo := map[string]string{} // headings stand over many cells
	bare := func(heading string) string {
		b, known := memo[heading]
		if !known {
			b = withoutYears(heading)
			memo[heading] = b
		}
		return b
	}
	for _, t := range s.tables {
		groups := map[string]*timeline{}
		var order []string
		for _, e := range t.all {
			if e.Year == 0 || e.Change || e.Target || e.Printed == e.label() {
				continue
			}
			var path []string
			for _, h := range append(slices.Clone(e.at.RowPath), append([]string{"\x1e"}, e.at.ColPath...)...) {
				if b := bare(h); b != "" {
					path = append(path, b)
				}
			}
			key := strings.Join(path, "\x1f")
			if groups[key] == nil {
				groups[key] = &timeline{at: map[int]entry{}}
				groups[key].named(e, bare)
				order = append(order, key)
			}
			if _, twice := groups[key].at[e.Year]; twice || slices.Contains(groups[key].twice, e.Year) {
				delete(groups[key].at, e.Year) // which of them is meant is not said
				groups[key].twice = append(groups[key].twice, e.Year)
				continue
			}
			groups[key].at[e.Year] = e
		}
		for _, key := range order {
			if g := groups[key]; len(g.twice) < 2 && len(g.at) > 0 {
				for _, e := range g.at {
					k := significant(e.Value)
					s.yearly.digits[k] = append(s.yearly.digits[k], len(s.yearly.all))
				}
				s.yearly.named[strings.Join(g.name, " ")] = append(s.yearly.named[strings.Join(g.name, " ")], len(s.yearly.all))
				s.yearly.begins[g.name[0]] = append(s.yearly.begins[g.name[0]], len(s.yearly.all))
				s.yearly.all = append(s.yearly.all, *g)
			}
		}
	}
	return s.yearly
}

var (
	// totalWords say of a heading that it is that of all, and nothing of what.
	totalWords = regexp.MustCompile(`(?i)\b(?:total|totals|all|overall|sum|grand|group|gesamt|jumlah)\b`)
	bracketed  = regexp.MustCompile(`\([^()]*\)`)
	dateWords  = regexp.MustCompile(`(?i)\b(?:(?:at|on|as\s+at|as\s+of|year\s+ended|year\s+ending|for\s+the\s+year)\s+)?(?:the\s+)?(?:\d{1,2}\s+)?` +
		`(?:january|february|march|april|may|june|july|august|september|october|november|december)\b(?:\s+\d{1,2}\b)?|\b(?:fiscal|financial|FY|year|years|` +
		`restated|base|actual)\b`)
)

// withoutYears is a heading without the years and dates that it names.
func withoutYears(heading string) string {
	bare := yearNamed.ReplaceAllString(bracketed.ReplaceAllString(heading, " "), " ")
	return strings.TrimSpace(strings.Trim(dateWords.ReplaceAllString(bare, " "), " .,:;–-*"))
}

// named says of what a timeline is: the words of its own row and column, without totals and units; where these are all, those over them.
func (c *timeline) named(e entry, bare func(string) string) {
	words := func(headings ...string) []string {
		var out []string
		for _, h := range headings {
			h = leadingNumber.ReplaceAllString(bare(h), "")
			if _, err := quantity.ParseUnit(h); err == nil {
				continue
			}
			for i, part := range strings.Split(h, ",") {
				if _, err := quantity.ParseUnit(strings.TrimSpace(part)); i > 0 && err == nil {
					continue
				}
				for _, w := range stems(totalWords.ReplaceAllString(part, " ")) {
					if digits := digitRuns.MatchString(w); len(w) > 1 && !digits || digits && len(w) < 3 && !strings.ContainsFunc(w, isLetter) {
						out = append(out, w)
					}
				}
			}
		}
		slices.Sort(out)
		return slices.Compact(out)
	}
	rows, cols := headings(e.at.RowPath), e.at.ColPath
	own := words(last(rows), last(cols))
	var over []string
	for i, h := range rows {
		if i+1 < len(rows) {
			over = append(over, h)
		}
	}
	for i, h := range cols {
		if i+1 < len(cols) {
			over = append(over, h)
		}
	}
	caption, _, _ := strings.Cut(captionNumber.ReplaceAllString(e.at.Caption, ""), ",")
	caption, _, _ = strings.Cut(caption, " in ")
	c.over = words(append(over, caption)...)
	if c.name = own; len(own) > 0 {
		return
	}
	if c.name = words(over...); len(c.name) == 0 {
		c.name = words(caption)
	}
	if len(c.name) == 0 {
		c.name = []string{"\x00"} // of nothing that could be named
	}
}

// captionNumber is what numbers a table before it says what it is of.
var captionNumber = regexp.MustCompile(`(?i)^\s*(?:table|figure|chart)?\s*[A-Z]?\d{0,2}(?:\.\d+)?[.:)]?\s+`)

func isLetter(r rune) bool { return r >= 'a' && r <= 'z' || r > 127 }

// withDigits lists the timelines of several years that have the digits of a figure.
func (s *sheet) withDigits(figures ...quantity.Quantity) []timeline {
	var at []int
	for _, q := range figures {
		at = append(at, s.timelines().digits[significant(show(q.Value))]...)
	}
	slices.Sort(at)
	var out []timeline
	for _, i := range slices.Compact(at) {
		if len(s.yearly.all[i].at) > 1 {
			out = append(out, s.yearly.all[i])
		}
	}
	return out
}

// within lists the timelines of which all words are among others.
func (t *timelines) within(about []string) []timeline {
	var out []timeline
	for _, w := range about {
		for _, i := range t.begins[w] {
			if within(t.all[i].name, about) {
				out = append(out, t.all[i])
			}
		}
	}
	return out
}

// years are those of a timeline, in order.
func (c timeline) years() []int { return slices.Sorted(maps.Keys(c.at)) }

// last is the figure of the last year.
func (c timeline) last() entry {
	all := c.years()
	return c.at[all[len(all)-1]]
}

// namedIn reports whether a sentence names the whole of what a timeline is of, or says what it abbreviates.
func (l timeline) namedIn(text string) bool {
	if within(l.name, stems(text)) {
		return true
	}
	var initials strings.Builder
	for _, w := range wordStart.FindAllString(text, -1) {
		initials.WriteString(strings.ToUpper(w[:1]))
	}
	e := l.last()
	return slices.ContainsFunc(abbreviation.FindAllString(last(headings(e.at.RowPath))+" "+last(e.at.ColPath), -1), func(a string) bool {
		return strings.Contains(initials.String(), a)
	})
}

// namedSlip is the figure of a table that a sentence names - all words of its row and column, the year, a unit - and gives otherwise: with two
// digits exchanged, or a power of ten off.
func (s *sheet) namedSlip(x statement, q quantity.Quantity, named []timeline, about []string) (e entry, how string, ok bool) {
	if byAmount.MatchString(x.text[:q.Start]) || len(digitsIn(q.Number)) < digitsExchanged || len(significant(q.Number)) < 2 {
		return e, "", false
	}
	if len(significant(q.Number)) >= tellingDigits && len(digitsIn(q.Number)) >= digitsAlone {
		named = s.timelines().all // so many digits need not all of the name
	}
	for _, l := range named {
		if !sharesWord(l.name, about) && !sharesWord(l.over, about) {
			continue
		}
		year := x.yearOf(q, l)
		c, there := l.at[year]
		if !there || !c.sayable(q) {
			continue
		}
		if c.overlaps(q) || c.prints(q) {
			return e, "", false
		}
		slip := slipOfCell(q, c)
		if slip == "" || s.superseded(c.Fact) {
			continue
		}
		if ok && e.Value != c.Value {
			return e, "", false
		}
		e, how, ok = c, slip, true
	}
	return e, how, ok && !s.saysAnywhere(q, e)
}

// byAmount leads to an amount that is a change.
var byAmount = regexp.MustCompile(`(?i)\b(?:by|of\s+another|further|additional)\s+` + hedges + `$`)

// comparedYear is the year that another is compared with.
var comparedYear = regexp.MustCompile(`(?i)\b(?:than|since|compared|against|versus|from|below|above|base\s+year)\s+` +
	`(?:with\s+|to\s+|in\s+|the\s+|our\s+|base\s+|year\s+)*` +
	someYear + `\b|\(\s*(?:in\s+)?` + someYear + `\s*:`)

// yearOf is the year that a sentence gives a figure of: the one named before it, or right behind it, else the last.
func (x statement) yearOf(q quantity.Quantity, l timeline) int {
	if behind := yearAfter.FindStringSubmatch(x.text[q.End:]); behind != nil {
		return facts.YearIn(behind[1])
	}
	if before := yearsNamed(comparedYear.ReplaceAllString(x.text[:q.Start], " ")); len(before) == 1 {
		return before[0]
	}
	return l.last().Year
}

// sayable reports whether a cell is an amount of the kind that a sentence gives.
func (e entry) sayable(q quantity.Quantity) bool {
	if e.Change || e.Target || e.Restated || e.Quantity().Bound != quantity.Exactly || e.Quantity().Value.Sign() <= 0 || q.Value.Sign() <= 0 {
		return false
	}
	if percent(e) || q.Unit.Dimension == quantity.Percent {
		return percent(e) && q.Unit.Dimension == quantity.Percent
	}
	return openUnit(q, e) || e.Quantity().Unit.Comparable(q.Unit) || massLike(q) && massLike(e.Quantity())
}
