package facts

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// assertion is what a sentence says that its figure is.
type assertion struct {
	metric   Metric
	label    string // the words that name it
	scope    string
	category string // what narrows it: a source, a part of the entity
	boundary string
	year     int // 0 if the sentence names none
	base     int // of a target
	target   bool
	change   bool // since a base year or the year before
	prior    bool // since the year before
}

// stated is the fact that a sentence states.
func (c *cell) stated(report int) (Fact, bool) {
	s := c.said
	f := Fact{
		Metric: s.metric, Scope: s.scope, Category: s.category, Boundary: s.boundary, Target: s.target, Change: s.change, BaseYear: s.base, Year: s.year,
		Printed: c.printed, Value: plainText(c.q.Value), Source: c.source, Format: c.format, Place: c.place, Bound: string(c.q.Bound),
	}
	f.Table, f.Row, f.Col, f.RowPath, f.ColPath, f.Caption = c.table, c.row, c.col, c.rows, c.cols, c.caption
	c.unit(&f, s.label, false)
	if f.Year > 0 {
		f.Period = itoa(f.Year)
	} else if !s.target {
		f.Year = report
	}
	if s.prior && f.Year > 0 {
		f.BaseYear = f.Year - 1
	}
	return f, f.Value != ""
}

// statements reads the amounts, shares, prices and targets that a sentence states, each in a construction that leaves
// one reading: a figure beside words that it may not belong to is left out.
func (s *sentence) statements() []cell {
	all := quantity.Find(s.text, s.format)
	if len(all) == 0 || len(all) > mostFigures {
		return nil
	}
	out := s.targets(all)
	taken := map[int]bool{}
	for _, c := range out {
		taken[c.q.Start] = true
	}
	if elsewhere.MatchString(s.text) {
		return out
	}
	if respectively.MatchString(s.text) {
		return append(out, s.respective(all, taken)...)
	}
	for _, c := range s.changes(all, taken) {
		taken[c.q.Start] = true
		out = append(out, c)
	}
	for i, q := range all {
		if q.Range || q.Year || taken[q.Start] {
			continue
		}
		if said, ok := s.amount(q); ok {
			said.boundary = s.part(q, all)
			said.year = s.yearOf(q)
			if otherYear(s.text, q) {
				continue
			}
			out = append(out, s.cell(said, q))
			out = append(out, s.earlier(said, all[i:])...)
		}
	}
	return out
}

// mostFigures bounds the figures of a sentence; a text with more is a table or a chart.
const mostFigures = 24

// elsewhere are sentences that speak of others or of what might be.
var elsewhere = compile(`(?i)\b(?:global economy|world(?:wide)? emissions|households?|equivalent to|as much as|enough to|could|might|` +
	`would|on average|an average|potential(?:ly)?|hypothetical\w*|if)\b`)

var (
	yearBack = compile(`(?i)\b(?:last|previous|prior|preceding|past) (?:(?:fiscal|financial|reporting|calendar) )?(?:year|period)|` +
		`\byear (?:before|earlier)|\bprior[- ]year|\bprevious year|\bago\b`)
	quarterly = compile(`(?i)\b` +
		`(?:quarter|month|per day|daily|half[- ]year|Q[1-4]|January|February|March|April|June|July|August|September|October|November|December)\b`)
)

// otherYear says that a figure is of a year that its sentence names in words only, or of less than a year.
func otherYear(s string, q quantity.Quantity) bool {
	before, after := s[max(0, q.Start-60):q.Start], s[q.End:min(len(s), q.End+45)]
	if cut := strings.IndexAny(after, ",;("); cut >= 0 {
		after = after[:cut]
	}
	return yearBack.MatchString(before) || yearBack.MatchString(after) && !compares.MatchString(after) || quarterly.MatchString(after)
}

var compares = compile(`(?i)\b(?:compared|than|versus|vs|from|against|over|on)\b`)

// cell places a statement.
func (s *sentence) cell(said assertion, q quantity.Quantity) cell {
	c := cell{
		rows: []string{strings.Join(strings.Fields(said.label), " ")}, q: q, printed: q.Text, source: FromText, format: s.reason, said: &said,
		place: Place{Page: s.page.Number, Quote: s.around(q)},
	}
	if q.Start < len(s.starts) && q.End <= len(s.starts) && q.End > 0 {
		c.at = s.starts[q.Start]
		if r := s.page.Rects(s.starts[q.Start], s.starts[q.End-1]+1); len(r) > 0 {
			c.place.Rect = r[0]
		}
	}
	return c
}

// around quotes a figure with the words beside it.
func (s *sentence) around(q quantity.Quantity) string {
	before := strings.Fields(s.text[:q.Start])
	if n := len(before) - 8; n > 0 {
		before = before[n:]
	}
	return words(strings.Join(before, " ")+" "+s.text[q.Start:], 15)
}

// yearOf is the year that a sentence gives a figure: the nearest one before it, or close behind it with nothing between.
// A year that something is counted from or lasts until is another's.
func (s *sentence) yearOf(q quantity.Quantity) int {
	best, distance, behind, bestEnd := 0, 1<<30, 0, 0
	for _, m := range yearSaid.FindAllStringSubmatchIndex(s.text, -1) {
		if m[2] < 0 {
			m[2], m[3] = m[4], m[5]
		}
		year := atoi(s.text[m[2]:m[3]])
		if year < 100 {
			year += 2000
		}
		d := q.Start - m[3]
		switch {
		case notItsYear.MatchString(s.text[:m[0]]):
			continue
		case m[2] >= q.End:
			between := s.text[q.End:m[0]]
			if len(between) > 70 || strings.ContainsAny(between, ",;()") || !inYear.MatchString(between) ||
				otherFigure.MatchString(between) || versus.MatchString(between) {
				continue
			}
			if d = m[2] - q.End; behind == 0 && d <= closeBehind {
				behind = year
			}
		case d < 0 || d > 200:
			continue
		}
		if d < distance {
			best, distance, bestEnd = year, d, m[3]
		}
	}
	if behind > 0 && bestEnd <= q.Start && nextInList.MatchString(s.text[bestEnd:q.Start]) {
		return behind // "from 4,210 employees in 2022 to 4,364 employees in 2023"
	}
	return best
}

// closeBehind is how far behind a figure a year may stand that is its own though another stands before it.
const closeBehind = 30

// nextInList leads from the year of one figure to the next figure.
var nextInList = compile(`(?i)^\s*,?\s*(?:to|and|from)\s+` + hedged + `$`)

var (
	yearSaid   = compile(`\b(?:FY\s?|fy\s?)?['’]?((?:19[89]|20[0-4])\d)\b|\bFY\s?['’]?([12]\d)\b`)
	notItsYear = compile(`(?i)\b(?:since|until|by|before|after|than|to|versus|vs\.?|with|against|from|over|end\s+of\s+fiscal)\s+` +
		`(?:the\s+|our\s+)?(?:(?:base\s+)?year\s+)?(?:of\s+)?(?:fiscal\s+(?:year\s+)?)?\(?$|\d\s?[-–/]\s?$`)
)

var (
	otherYears = compile(`(?i)^[\s,;(]*(?:and\s+)?(?:in\s+)?(?:FY\s?|fiscal\s+(?:year\s+)?)?((?:19[89]|20[0-4])\d)\s*:\s*$`)
	comparedTo = compile(`(?i)^[^.;()]{0,25}\(?(?:compared\s+(?:to|with)|versus|vs\.?|against|(?:down|up)\s+from)\s+(?:about|around|approximately|just)?\s*$`)
	thanInYear = compile(`(?i)^[^.;()\d]{0,25}\b(?:than|from|compared\s+(?:to|with)|versus|vs\.?)\s+(?:in\s+|the\s+)?` +
		`(?:FY\s?|fiscal\s+(?:year\s+)?)?((?:19[89]|20[0-4])\d)\s*[(:]\s*$`)
	ofThatYear = compile(`(?i)^\s*(?:in|for)\s+(?:the\s+)?(?:base(?:line)?\s+year\s+)?(?:fiscal\s+(?:year\s+)?|FY\s?)?((?:19[89]|20[0-4])\d)\b`)
)

// earlier reads the figures of other years that follow one: "79.8 % (2022: 83.6 %, 2021: 74.2 %)", "6 GWh, compared
// with 5 GWh in 2019".
func (s *sentence) earlier(said assertion, all []quantity.Quantity) []cell {
	var out []cell
	last := all[0]
	for _, q := range all[1:] {
		if q.Year {
			continue
		}
		if !q.Comparable(all[0]) || q.Range {
			break
		}
		next := said
		next.year = yearOfEarlier(s.text, last, q)
		if next.year == 0 || next.year == said.year {
			break
		}
		out = append(out, s.cell(next, q))
		last = q
	}
	return out
}

// yearOfEarlier is the year of a figure that another is compared with; 0 if the words between them say of none.
func yearOfEarlier(s string, last, q quantity.Quantity) int {
	gap := s[last.End:q.Start]
	for _, p := range []*pattern{otherYears, thanInYear} {
		if m := p.FindStringSubmatch(gap); m != nil {
			return atoi(m[1])
		}
	}
	if m := ofThatYear.FindStringSubmatch(s[q.End:]); m != nil && comparedTo.MatchString(gap) {
		return atoi(m[1])
	}
	return 0
}

// part names what narrows a figure to a part of the entity: "in our data centers", "at Siemens AG". It is looked for in
// the words around the figure, as far as the next figure of its kind, a break or another sentence.
func (s *sentence) part(q quantity.Quantity, others []quantity.Quantity) string {
	from, upTo := max(0, q.Start-220), min(len(s.text), q.End+80)
	for _, o := range others {
		if o.Comparable(q) && !o.Year && o.Start != q.Start {
			if o.End <= q.Start {
				from = max(from, o.End)
			} else {
				upTo = min(upTo, o.Start)
			}
		}
	}
	before, after := s.text[from:q.Start], s.text[q.End:max(q.End, upTo)]
	if cut := strings.LastIndex(before, ". "); cut >= 0 {
		before = before[cut+2:]
	}
	if cut := strings.IndexAny(after, ",;0123456789"); cut >= 0 {
		after = after[:cut]
	}
	after, _, _ = strings.Cut(after, " and ")
	var found []string
	for _, text := range []string{before, after} {
		for _, m := range partWord.FindAllString(text, -1) {
			if w := strings.ToLower(m); !slices.Contains(found, w) {
				found = append(found, w)
			}
		}
		for _, m := range placeName.FindAllStringSubmatchIndex(text, -1) {
			if name := text[m[2]:m[3]]; !notPlace.MatchString(name) && !namesOther.MatchString(text[m[3]:]) && !slices.Contains(found, name) {
				found = append(found, name)
			}
		}
	}
	return strings.Join(found[:min(len(found), 3)], " / ")
}

var (
	partWord = compile(`(?i)\b(?:own operations|business operations|data cent(?:er|re)s?|offices?|warehouses?|stores?|headquarters|campus|` +
		`fleet|subsidiar(?:y|ies)|(?:this|one|the) (?:site|plant|facility|factory|project|building)|` +
		`division|segment|suppliers?|supply chain|customers?|water stress(?:ed)? areas?|largest sites)\b`)
	placeName = compile(`(?:\b[Aa]t|\b[Ii]n|\b[Oo]f|\bfor|\bby) (?:our |the )?((?:[A-Z][\p{L}&-]+)(?: [A-Z][\p{L}&-]+){0,3}(?: without \p{Lu}+)?)`)
	// namesOther is what a name is of that is no place: "as part of our DEGREE framework".
	namesOther = compile(`(?i)^\s+(?:sustainability|climate|framework|program\w*|initiative|standard|index|report|strategy|targets?|` +
		`ambitions?|goals?|pledge|commitment|certificat\w+)\b`)
	notPlace = compile(`(?i)^(?:FY|fiscal|scopes?|co|RE|EP|EV|kWh|science|LTI|STI|KPI|january|february|march|april|may|june|july|august|` +
		`september|october|november|december|the|group|company|total|esg|ghg|net|sbti|our|capex|opex)\b`)
)
