package sheet

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// Timeline is what one thing was in several years, or in the one year of a table: a row by its columns of years, a column by its rows of years.
type Timeline struct {
	At   map[int]Entry
	Name []string // the words that say what it is of, as stems: of its row and column, else of the heading over them
	Over []string // those of the headings over it and of its table

	twice []int // years with several figures
	last  int   // the last year
}

// timelines are those of all tables, read once: a report has thousands, and as many sentences.
type timelines struct {
	All    []Timeline
	digits map[string][]int // by the digits of their figures
	Named  map[string][]int // by their names
	begins map[string][]int // by the first words of their names
}

// Timelines are what the tables give of several years.
func (s *Sheet) Timelines() *timelines {
	if s.yearly != nil {
		return s.yearly
	}
	s.yearly = &timelines{digits: map[string][]int{}, Named: map[string][]int{}, begins: map[string][]int{}}
	memo := map[string]string{} // headings stand over many cells
	bare := func(heading string) string {
		b, known := memo[heading]
		if !known {
			b = WithoutYears(heading)
			memo[heading] = b
		}
		return b
	}
	for _, t := range s.Tables {
		groups := map[string]*Timeline{}
		var order []string
		for _, e := range t.All {
			if e.Year == 0 || e.Change || e.Target || e.Printed == e.Label() {
				continue
			}
			var path []string
			for _, h := range append(slices.Clone(e.At.RowPath), append([]string{"\x1e"}, e.At.ColPath...)...) {
				if b := bare(h); b != "" {
					path = append(path, b)
				}
			}
			key := strings.Join(path, "\x1f")
			if groups[key] == nil {
				groups[key] = &Timeline{At: map[int]Entry{}}
				groups[key].named(e, bare)
				order = append(order, key)
			}
			if _, twice := groups[key].At[e.Year]; twice || slices.Contains(groups[key].twice, e.Year) {
				delete(groups[key].At, e.Year) // which of them is meant is not said
				groups[key].twice = append(groups[key].twice, e.Year)
				continue
			}
			groups[key].At[e.Year] = e
		}
		for _, key := range order {
			if g := groups[key]; len(g.twice) < 2 && len(g.At) > 0 {
				for year, e := range g.At {
					g.last = max(g.last, year)
					k := compare.Significant(e.Value)
					s.yearly.digits[k] = append(s.yearly.digits[k], len(s.yearly.All))
				}
				s.yearly.Named[strings.Join(g.Name, " ")] = append(s.yearly.Named[strings.Join(g.Name, " ")], len(s.yearly.All))
				s.yearly.begins[g.Name[0]] = append(s.yearly.begins[g.Name[0]], len(s.yearly.All))
				s.yearly.All = append(s.yearly.All, *g)
			}
		}
	}
	return s.yearly
}

var (
	// TotalWords say of a heading that it is that of all, and nothing of what.
	TotalWords = pattern.Compile(`(?i)\b(?:total|totals|all|overall|sum|grand|group|gesamt|jumlah)\b`)
	bracketed  = pattern.Compile(`\([^()]*\)`)
	dateWords  = pattern.Compile(`(?i)\b(?:(?:at|on|as\s+at|as\s+of|year\s+ended|year\s+ending|for\s+the\s+year)\s+)?(?:the\s+)?(?:\d{1,2}\s+)?` +
		`(?:january|february|march|april|may|june|july|august|september|october|november|december)\b(?:\s+\d{1,2}\b)?|` +
		`\b(?:reporting|calendar|current|prior|previous)\s+(?:year|period)\b|\b(?:fiscal|financial|FY|year|years|restated|base|actual)\b`)
)

// WithoutYears is a heading without the years and dates that it names.
func WithoutYears(heading string) string {
	bare := yearNamed.ReplaceAllString(bracketed.ReplaceAllString(heading, " "), " ")
	return strings.TrimSpace(strings.Trim(dateWords.ReplaceAllString(bare, " "), " .,:;–-*"))
}

// named says of what a timeline is: the words of its own row and column, without totals and units; where these are all, those over them.
func (c *Timeline) named(e Entry, bare func(string) string) {
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
				for _, w := range Stems(TotalWords.ReplaceAllString(part, " ")) {
					if digits := compare.DigitRuns.MatchString(w); len(w) > 1 && !digits || digits && len(w) < 3 && !strings.ContainsFunc(w, isLetter) {
						out = append(out, w)
					}
				}
			}
		}
		slices.Sort(out)
		return slices.Compact(out)
	}
	rows, cols := Headings(e.At.RowPath), e.At.ColPath
	own := words(Last(rows), Last(cols))
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
	caption, _, _ := strings.Cut(captionNumber.ReplaceAllString(e.At.Caption, ""), ",")
	caption, _, _ = strings.Cut(caption, " in ")
	c.Over = words(append(over, caption)...)
	if c.Name = own; len(own) > 0 {
		return
	}
	if c.Name = words(over...); len(c.Name) == 0 {
		c.Name = words(caption)
	}
	if len(c.Name) == 0 {
		c.Name = []string{"\x00"} // of nothing that could be named
	}
}

// captionNumber is what numbers a table before it says what it is of.
var captionNumber = pattern.Compile(`(?i)^\s*(?:table|figure|chart)?\s*[A-Z]?\d{0,2}(?:\.\d+)?[.:)]?\s+`)

func isLetter(r rune) bool { return r >= 'a' && r <= 'z' || r > 127 }

// WithDigits lists the timelines of several years that have the digits of a figure.
func (s *Sheet) WithDigits(figures ...quantity.Quantity) []Timeline {
	var at []int
	for _, q := range figures {
		at = append(at, s.Timelines().digits[compare.Significant(compare.Show(q.Value))]...)
	}
	slices.Sort(at)
	at = slices.Compact(at)
	out := make([]Timeline, 0, len(at))
	for _, i := range at {
		if len(s.yearly.All[i].At) > 1 {
			out = append(out, s.yearly.All[i])
		}
	}
	return out
}

// Within lists the timelines of which all words are among others.
func (t *timelines) Within(about []string) []Timeline {
	var out []Timeline
	for _, w := range about {
		for _, i := range t.begins[w] {
			if Within(t.All[i].Name, about) {
				out = append(out, t.All[i])
			}
		}
	}
	return out
}

// Years are those of a timeline, in order.
func (c Timeline) Years() []int { return slices.Sorted(maps.Keys(c.At)) }

// Last is the figure of the last year.
func (c Timeline) Last() Entry { return c.At[c.last] }

// NamedIn reports whether a sentence names the whole of what a timeline is of, or says what it abbreviates.
func (l Timeline) NamedIn(text string) bool {
	if Within(l.Name, Stems(text)) {
		return true
	}
	var initials strings.Builder
	for _, w := range WordStart.FindAllString(text, -1) {
		initials.WriteString(strings.ToUpper(w[:1]))
	}
	e := l.Last()
	return slices.ContainsFunc(Abbreviation.FindAllString(Last(Headings(e.At.RowPath))+" "+Last(e.At.ColPath), -1), func(a string) bool {
		return strings.Contains(initials.String(), a)
	})
}

// comparedYear is the year that another is compared with.
var comparedYear = pattern.Compile(`(?i)\b(?:than|since|compared|against|versus|from|below|above|base\s+year)\s+` +
	`(?:with\s+|to\s+|in\s+|the\s+|our\s+|base\s+|year\s+)*` +
	SomeYear + `\b|\(\s*(?:in\s+)?` + SomeYear + `\s*:`)

// YearOf is the year that a sentence gives a figure of: the one named before it, or right behind it, else the last.
func (x Statement) YearOf(q quantity.Quantity, l Timeline) int {
	return cmp.Or(x.YearSaid(q), l.Last().Year)
}

// YearSaid is the year that a sentence names for a figure: right behind it, or before it; 0 if it names none, or several.
func (x Statement) YearSaid(q quantity.Quantity) int {
	if behind := YearAfter.FindStringSubmatch(x.Text[q.End:]); behind != nil {
		return vocabulary.YearIn(behind[1])
	}
	if before := YearsNamed(comparedYear.ReplaceAllString(x.Text[:q.Start], " ")); len(before) == 1 {
		return before[0]
	}
	return 0
}

// MayBeOf reports whether a figure of a sentence can be of a year, of which last is the last one there: a year that the sentence
// names for other figures does not say when this one was.
func (x Statement) MayBeOf(q quantity.Quantity, year, last int) bool {
	if len(x.Years) == 0 || year == 0 || slices.Contains(x.Years, year) {
		return true
	}
	return year == last && x.YearSaid(q) == 0
}
