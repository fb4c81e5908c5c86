package prose

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/cell"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// statements reads the amounts, shares, prices and targets that a sentence states, each in a construction that leaves
// one reading: a figure beside words that it may not belong to is left out.
func (s *Sentence) statements() []cell.Cell {
	all := quantity.Find(s.Text, s.Format)
	if len(all) == 0 || len(all) > mostFigures {
		return nil
	}
	out := s.Targets(all)
	taken := map[int]bool{}
	for _, c := range out {
		taken[c.Q.Start] = true
	}
	if elsewhere.MatchString(s.Text) {
		return out
	}
	if respectively.MatchString(s.Text) {
		return append(out, s.respective(all, taken)...)
	}
	for _, c := range s.changes(all, taken) {
		taken[c.Q.Start] = true
		out = append(out, c)
	}
	for i, q := range all {
		if q.Range || q.Year || taken[q.Start] {
			continue
		}
		if said, ok := s.amount(q); ok {
			said.Boundary = s.part(q, all)
			said.Year = s.yearOf(q)
			if otherYear(s.Text, q) {
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
var elsewhere = pattern.Compile(`(?i)\b(?:global economy|world(?:wide)? emissions|households?|equivalent to|as much as|enough to|could|might|` +
	`would|on average|an average|potential(?:ly)?|hypothetical\w*|if)\b`)

var (
	YearBack = pattern.Compile(`(?i)\b(?:last|previous|prior|preceding|past) (?:(?:fiscal|financial|reporting|calendar) )?(?:year|period)|` +
		`\byear (?:before|earlier)|\bprior[- ]year|\bprevious year|\bago\b`)
	quarterly = pattern.Compile(`(?i)\b` +
		`(?:quarter|month|per day|daily|half[- ]year|Q[1-4]|January|February|March|April|June|July|August|September|October|November|December)\b`)
)

// otherYear says that a figure is of a year that its sentence names in words only, or of less than a year.
func otherYear(s string, q quantity.Quantity) bool {
	before, after := s[max(0, q.Start-60):q.Start], s[q.End:min(len(s), q.End+45)]
	if cut := strings.IndexAny(after, ",;("); cut >= 0 {
		after = after[:cut]
	}
	return YearBack.MatchString(before) || YearBack.MatchString(after) && !compares.MatchString(after) || quarterly.MatchString(after)
}

var compares = pattern.Compile(`(?i)\b(?:compared|than|versus|vs|from|against|over|on)\b`)

// cell places a statement.
func (s *Sentence) cell(said cell.Assertion, q quantity.Quantity) cell.Cell {
	said.Year, said.Base = vocabulary.Ending(s.Text, said.Year), vocabulary.Ending(s.Text, said.Base)
	c := cell.Cell{
		Rows: []string{strings.Join(strings.Fields(said.Label), " ")}, Q: q, Printed: q.Text, Source: facts.FromText, Format: s.Reason, Said: &said,
		Place: facts.Place{Page: s.Page.Number, Quote: s.around(q)},
	}
	if q.Start < len(s.starts) && q.End <= len(s.starts) && q.End > 0 {
		c.At = s.starts[q.Start]
		if r := s.Page.Rects(s.starts[q.Start], s.starts[q.End-1]+1); len(r) > 0 {
			c.Place.Rect = r[0]
		}
	}
	return c
}

// around quotes a figure with the words beside it.
func (s *Sentence) around(q quantity.Quantity) string {
	before := strings.Fields(s.Text[:q.Start])
	if n := len(before) - 8; n > 0 {
		before = before[n:]
	}
	return cell.Words(strings.Join(before, " ")+" "+s.Text[q.Start:], 15)
}

// yearOf is the year that a sentence gives a figure: the nearest one before it, or close behind it with nothing between.
// A year that something is counted from or lasts until is another's.
func (s *Sentence) yearOf(q quantity.Quantity) int {
	best, distance, behind, bestEnd := 0, 1<<30, 0, 0
	for _, m := range yearSaid.FindAllStringSubmatchIndex(s.Text, -1) {
		if m[2] < 0 {
			m[2], m[3] = m[4], m[5]
		}
		year := vocabulary.Atoi(s.Text[m[2]:m[3]])
		if year < 100 {
			year += 2000
		}
		d := q.Start - m[3]
		switch {
		case notItsYear.MatchString(s.Text[:m[0]]), inBracketBefore(s.Text, m[2], m[3], q.Start):
			continue
		case m[2] >= q.End:
			between := s.Text[q.End:m[0]]
			if len(between) > 70 || strings.ContainsAny(between, ",;()") || !inYear.MatchString(between) ||
				OtherFigure.MatchString(between) || versus.MatchString(between) {
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
	if behind > 0 && bestEnd <= q.Start && nextInList.MatchString(s.Text[bestEnd:q.Start]) {
		return behind // "from 4,210 employees in 2022 to 4,364 employees in 2023"
	}
	return best
}

// inBracketBefore reports whether a year stands in brackets that close before a figure, with a figure of its own: "(2023: EUR 71.2 million)".
func inBracketBefore(s string, from, to, at int) bool {
	if to > at {
		return false
	}
	open := strings.LastIndexByte(s[:from], '(')
	if open < 0 || strings.IndexByte(s[open:from], ')') >= 0 {
		return false
	}
	end := strings.IndexByte(s[to:at], ')')
	return end >= 0 && OtherFigure.MatchString(s[open:from]+s[to:to+end])
}

// closeBehind is how far behind a figure a year may stand that is its own though another stands before it.
const closeBehind = 30

// nextInList leads from the year of one figure to the next figure.
var nextInList = pattern.Compile(`(?i)^\s*,?\s*(?:to|and|from)\s+` + hedged + `$`)

var (
	yearSaid   = pattern.Compile(`\b(?:FY\s?|fy\s?)?['’]?((?:19[89]|20[0-4])\d)\b|\bFY\s?['’]?([12]\d)\b`)
	notItsYear = pattern.Compile(`(?i)\b(?:since|until|by|before|after|than|to|versus|vs\.?|with|against|from|over|end\s+of\s+fiscal)\s+` +
		`(?:the\s+|our\s+)?(?:(?:base\s+)?year\s+)?(?:of\s+)?(?:fiscal\s+(?:year\s+)?)?\(?$|\d\s?[-–/]\s?$`)
)

// itsOwnYear is the year of a figure right behind it.
const itsOwnYear = `(?:\s*(?:in|for)\s+(?:FY\s?|fiscal\s+(?:year\s+)?)?(?:19[89]|20[0-4])\d)`

var (
	otherYears = pattern.Compile(`(?i)^` + itsOwnYear + `?[\s,;(]*(?:and\s+)?(?:in\s+)?(?:FY\s?|fiscal\s+(?:year\s+)?)?((?:19[89]|20[0-4])\d)\s*:\s*$`)
	comparedTo = pattern.Compile(`(?i)^[^.;()]{0,25}\(?(?:compared\s+(?:to|with)|versus|vs\.?|against|(?:down|up)\s+from)\s+(?:about|around|approximately|` +
		`just)?\s*$`)
	thanInYear = pattern.Compile(`(?i)^[^.;()\d]{0,25}\b(?:than|from|compared\s+(?:to|with)|versus|vs\.?)\s+(?:in\s+|the\s+)?` +
		`(?:FY\s?|fiscal\s+(?:year\s+)?)?((?:19[89]|20[0-4])\d)\s*[(:]\s*$`)
	// andOfYear leads on from a figure with its year to the same of another: "412 t in 2023 and 430 t in 2022".
	andOfYear  = pattern.Compile(`(?i)^` + itsOwnYear + `\s*,?\s+(?:and|after)\s+` + hedged + `$`)
	ofThatYear = pattern.Compile(`(?i)^\s*(?:in|for)\s+(?:the\s+)?(?:base(?:line)?\s+year\s+)?(?:fiscal\s+(?:year\s+)?|FY\s?)?((?:19[89]|20[0-4])\d)\b`)
)

// earlier reads the figures of other years that follow one: "79.8 % (2022: 83.6 %, 2021: 74.2 %)", "6 GWh, compared
// with 5 GWh in 2019".
func (s *Sentence) earlier(said cell.Assertion, all []quantity.Quantity) []cell.Cell {
	var out []cell.Cell
	last := all[0]
	for _, q := range all[1:] {
		if q.Year {
			continue
		}
		if !q.Comparable(all[0]) || q.Range {
			break
		}
		next := said
		next.Year = yearOfEarlier(s.Text, last, q)
		if next.Year == 0 || next.Year == said.Year {
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
	for _, p := range []*pattern.Pattern{otherYears, thanInYear} {
		if m := p.FindStringSubmatch(gap); m != nil {
			return vocabulary.Atoi(m[1])
		}
	}
	if m := ofThatYear.FindStringSubmatch(s[q.End:]); m != nil && (comparedTo.MatchString(gap) || andOfYear.MatchString(gap)) {
		return vocabulary.Atoi(m[1])
	}
	return 0
}

// part names what narrows a figure to a part of the entity: "in our data centers", "at Siemens AG". It is looked for in
// the words around the figure, as far as the next figure of its kind, a break or another sentence.
func (s *Sentence) part(q quantity.Quantity, others []quantity.Quantity) string {
	from, upTo := max(0, q.Start-220), min(len(s.Text), q.End+80)
	for _, o := range others {
		if o.Comparable(q) && !o.Year && o.Start != q.Start {
			if o.End <= q.Start {
				from = max(from, o.End)
			} else {
				upTo = min(upTo, o.Start)
			}
		}
	}
	before, after := s.Text[from:q.Start], s.Text[q.End:max(q.End, upTo)]
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
	partWord = pattern.Compile(`(?i)\b(?:own operations|business operations|data cent(?:er|re)s?|offices?|warehouses?|stores?|headquarters|campus|` +
		`fleet|subsidiar(?:y|ies)|(?:this|one|the) (?:site|plant|facility|factory|project|building)|` +
		`division|segment|suppliers?|supply chain|customers?|water stress(?:ed)? areas?|largest sites)\b`)
	placeName = pattern.Compile(`(?:\b[Aa]t|\b[Ii]n|\b[Oo]f|\bfor|\bby) (?:our |the )?((?:[A-Z][\p{L}&-]+)(?: [A-Z][\p{L}&-]+){0,3}(?: without \p{Lu}+)?)`)
	// namesOther is what a name is of that is no place: "as part of our DEGREE framework".
	namesOther = pattern.Compile(`(?i)^\s+(?:sustainability|climate|framework|program\w*|initiative|standard|index|report|strategy|targets?|` +
		`ambitions?|goals?|pledge|commitment|certificat\w+)\b`)
	notPlace = pattern.Compile(`(?i)^(?:` + lexicon.Alternatives("facts.capitals that name no place") + `)\b`)
)
