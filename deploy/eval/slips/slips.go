// Package slips plants slips of the pen in reports that are right, and counts which of them a check tells. A figure of a sentence that also
// stands in a table gets two digits exchanged; a verb of a rise becomes one of a fall. The report is read once and the slip is made in what was
// read of it, so that any report will do, and what is found does not hang on mistakes that somebody thought of.
package slips

import (
	"hash/fnv"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// Kind is what a slip changes.
type Kind string

// The closed set of kinds.
const (
	Exchanged Kind = "two digits exchanged"
	Turned    Kind = "a movement turned round"
)

// Slip is one change to the text of a page, as long as what it replaces.
type Slip struct {
	Kind     Kind
	Page     int // from 1
	From, To string
	Sentence string // before it
	at       int    // code points from the beginning of the page
}

// turns are words of a movement and those of the other, no longer ones.
var turns = []struct {
	word *regexp.Regexp
	to   string
}{
	{regexp.MustCompile(`\bincreased\b`), "decreased"}, {regexp.MustCompile(`\bdecreased\b`), "increased"}, {regexp.MustCompile(`\bincrease\b`), "decrease"},
	{regexp.MustCompile(`\bdecrease\b`), "increase"}, {regexp.MustCompile(`\brose\b`), "fell"}, {regexp.MustCompile(`\bfell\b`), "rose"},
	{regexp.MustCompile(`\bgrew\b`), "sank"}, {regexp.MustCompile(`\bhigher\b`), "lower"},
}

// Of lists the slips that can be made in a report: one a figure and one a verb.
func Of(s *sheet.Sheet, d *document.Document) []Slip {
	var out []Slip
	for _, x := range s.Statements() {
		i := slices.IndexFunc(d.Pages, func(p document.Page) bool { return p.Number == x.Page })
		at, ok := place(d.Pages[i].Text, x.Text)
		if !ok || len(x.Figures) == 0 {
			continue // it stands there twice, or is put together from several places
		}
		add := func(kind Kind, from, to string, offset int) {
			out = append(out, Slip{kind, x.Page, from, to, x.Text, at(offset)})
		}
		for _, q := range x.Figures {
			in := strings.Index(x.Text[q.Start:q.End], q.Number)
			if to, ok := exchange(q.Number); ok && in >= 0 && !q.Range && standsInTable(s, x, q) {
				add(Exchanged, q.Number, to, q.Start+in)
			}
		}
		for _, t := range turns {
			if m := t.word.FindStringIndex(x.Text); m != nil {
				add(Turned, x.Text[m[0]:m[1]], t.to, m[0])
			}
		}
	}
	return out
}

// place finds a sentence in the text of its page, where lines may end within it. What it gives back makes code points of the page of offsets
// in the sentence; ok is false if the sentence is not there, or twice.
func place(page, sentence string) (at func(offset int) int, ok bool) {
	var letters strings.Builder // of the page, without its spaces
	var runes []int             // where each byte of them stands
	for n, r := range []rune(page) {
		if unicode.IsSpace(r) {
			continue
		}
		for range letters.Len() - len(runes) + utf8.RuneLen(r) {
			runes = append(runes, n)
		}
		letters.WriteRune(r)
	}
	own := solid(sentence)
	begin := strings.Index(letters.String(), own)
	if own == "" || begin < 0 || strings.Count(letters.String(), own) > 1 {
		return nil, false
	}
	return func(offset int) int { return runes[begin+len(solid(sentence[:offset]))] }, true
}

// solid is a text without its spaces.
func solid(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, text)
}

var digit = regexp.MustCompile(`[0-9]`)

// exchange lets two neighbouring digits of a figure change places: which two, its own text decides. Three digits at least, and no zero in front.
func exchange(number string) (string, bool) {
	if len(compare.Significant(number)) < compare.DigitsExchanged {
		return "", false
	}
	at := digit.FindAllStringIndex(number, -1)
	var pairs [][2]int
	for i := 1; i < len(at); i++ {
		a, b := at[i-1][0], at[i][0]
		if number[a] != number[b] && (i > 1 || number[b] != '0') {
			pairs = append(pairs, [2]int{a, b})
		}
	}
	if len(pairs) == 0 {
		return "", false
	}
	h := fnv.New32a()
	h.Write([]byte(number))
	p := pairs[int(h.Sum32()%uint32(len(pairs)))] //nolint:gosec // a few pairs
	out := []byte(number)
	out[p[0]], out[p[1]] = out[p[1]], out[p[0]]
	return string(out), true
}

// standsInTable reports whether a table has the figure of a sentence, of its unit and, where it names one, of its year.
func standsInTable(s *sheet.Sheet, x sheet.Statement, q quantity.Quantity) bool {
	return slices.ContainsFunc(s.Tables, func(t *sheet.Table) bool {
		return slices.ContainsFunc(t.All, func(e sheet.Entry) bool {
			alike := e.Prints(q) || e.Overlaps(q) && !e.Ambiguous() && e.Quantity().Unit.Comparable(q.Unit)
			return e.Source == "table" && alike && (len(x.Years) == 0 || slices.Contains(x.Years, e.Year))
		})
	})
}

// apartBy is how many code points lie between two slips of one page at least, so that neither bears on the other.
const apartBy = 400

// Rounds parts slips into lots that are made at once: at most so many, none near another.
func Rounds(all []Slip, rounds, most int) [][]Slip {
	var out [][]Slip
	for range rounds {
		var now, rest []Slip
		for _, s := range all {
			near := slices.ContainsFunc(now, func(o Slip) bool {
				return o.Page == s.Page && (o.Sentence == s.Sentence || max(o.at-s.at, s.at-o.at) < apartBy)
			})
			if near || len(now) == most {
				rest = append(rest, s)
			} else {
				now = append(now, s)
			}
		}
		if len(now) == 0 {
			break
		}
		out, all = append(out, now), rest
	}
	return out
}

// Make makes slips in a copy of a report.
func Make(d *document.Document, some []Slip) *document.Document {
	out := *d
	out.Pages = slices.Clone(d.Pages)
	for _, s := range some {
		i := slices.IndexFunc(out.Pages, func(p document.Page) bool { return p.Number == s.Page })
		text := []rune(out.Pages[i].Text)
		copy(text[s.at:], []rune(s.To+strings.Repeat(" ", len([]rune(s.From))-len([]rune(s.To)))))
		out.Pages[i].Text = string(text)
	}
	return &out
}
