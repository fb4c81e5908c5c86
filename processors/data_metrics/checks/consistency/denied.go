package consistency

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	// denial is what a sentence says there was none of: "no fatal accidents among our employees or contractors".
	denial = pattern.Compile(`(?i)\b(?:no|zero|nil|without(?:\s+any)?|not\s+(?:\p{L}+\s+){0,2}any)\s+((?:[\p{L}-]+\s*){1,14})`)
	// happening ends it: what follows is what did not come to pass.
	happening = pattern.Compile(`(?i)\b(?:was|were|is|are|has|have|had|been|occurr\w*|happen\w*|took|arose|came)\b`)
	narrowing = pattern.Compile(`(?i)\b(?:that|which|who)\b|\b(?:among|of|in|at|on|for|from|by|with|to|within|during|` +
		`involving|resulting|due|under|against|related)\b`)
	clauseEnd = pattern.Compile(`[,;:]|\b(?:and|but|while)\b`)
	trailing  = pattern.Compile(`(?i)\s+(?:of|in|at|on|for|from|by|with|to)$`) // what is said ends before its year
	// notOfFact are words of what is wanted, feared or left out, and of what held for a part of the time.
	notOfFact = pattern.Compile(`(?i)\b(?:` + lexicon.Alternatives("checks.no denial") + `)\b`)
	ofTheTime = pattern.Compile(`(?i)^(?:\d+|fy\d*|year|years|report|report\w*|period|fiscal|financ\w*|group|compan\w*)$`)
)

// denied holds "there were no fatal accidents among employees or contractors in 2024" against the counts of tables: a row that has no word which
// the sentence has not, for the year that it speaks of, and a count above nothing. What narrows the sentence down has to be what tells the
// row from those beside it, so that a row of somebody else is not meant.
func denied(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for i := range s.Pages() {
		p := &s.Options.Document.Pages[i]
		if p.NotAnalysed != "" {
			continue
		}
		for _, sentence := range p.Sentences() {
			text := sentence.Text
			if sentence.Role != document.RoleBody || len(text) > sheet.LongestSentence || notOfFact.MatchString(text) {
				continue
			}
			for _, at := range denial.FindAllStringSubmatchIndex(text, -1) {
				if clause := clauseEnd.Split(text[:at[0]], -1); len(telling(clause[len(clause)-1], 0)) > 0 {
					continue // who had none may be somebody else
				}
				if u, ok := contradicted(s, sheet.Statement{Page: p.Number, Text: text}, text[at[0]:at[1]], text[at[2]:at[3]]); ok {
					out = append(out, u)
					break
				}
			}
		}
	}
	return out
}

// contradicted finds the count of what a sentence says there was none of; ok is false where rows of the same words differ about it.
func contradicted(s *sheet.Sheet, x sheet.Statement, said, what string) (u sheet.Utterance, ok bool) {
	what = withoutIssuer(s, what)
	head, narrowed, done := what, "", ""
	if at := happening.FindStringIndex(head); at != nil {
		head, done = head[:at[0]], head[at[0]:]
		if at := narrowing.FindStringIndex(done); at != nil {
			done = done[:at[0]]
		}
	}
	if at := narrowing.FindStringIndex(what); at != nil { // also behind the verb: "no injuries occurred among patients"
		head, narrowed = head[:min(len(head), at[0])], happening.ReplaceAllString(what[at[0]:], " ")
	}
	what = head + " " + narrowed
	words := strings.Fields(strings.ToLower(head))
	years := sheet.YearsNamed(x.Text)
	if len(words) == 0 || len(years) > 1 {
		return u, false
	}
	about := sheet.Stems(what)
	var found sheet.Entry
	var of []string     // the words of its row
	var none [][]string // those of rows that have nothing
	for _, l := range s.Timelines().All {
		year := l.Last().Year
		if len(years) == 1 {
			year = years[0]
		}
		e, there := l.At[year]
		if !there || !countOf(e) || notItself(e) ||
			!eachIn(telling(done, year), l.Name) || year != s.LastYearOf(e.At) && len(years) == 0 || !eachIn(l.Name, about) || !eachIn(words[:len(words)-1], l.Name) ||
			len(words) == 1 && !eachIn(words, l.Name) || !eachIn(ofWhom(narrowed), besideWords(s, l, e)) ||
			len(ofWhom(narrowed)) > 0 && !anyIn(ofWhom(narrowed), l.Name) {
			continue // the row of all is not that of some
		}
		if e.Quantity().Value.IsZero() {
			none = append(none, l.Name)
		} else if e.Quantity().Value.Sign() > 0 {
			found, of = e, l.Name
		}
	}
	if found.Fact == nil || slices.ContainsFunc(none, func(o []string) bool { return slices.Equal(o, of) || eachIn(words, o) && len(narrowed) == 0 }) {
		return u, false // a row of the same words agrees
	}
	year, label := fmt.Sprint(found.Year), sheet.Shorten(found.Label())
	return x.Utter(events.Check{
		Result: events.CheckFail, Severity: "warning", Inputs: []events.CheckInput{sheet.Input(found, "")}, Expected: found.WithUnit(), Stated: "none",
		Working: fmt.Sprintf("page %d: \"%s\"; page %d, %s, %s: %s", x.Page, strings.TrimSpace(said), found.At.Page, label, year, found.WithUnit()),
		Message: fmt.Sprintf("Page %d says \"%s\"; the table on page %d gives %s for \"%s\" in %s.",
			x.Page, trailing.ReplaceAllString(strings.TrimSpace(said), ""), found.At.Page, found.WithUnit(), label, year),
	}, said, false), true
}

// withoutIssuer leaves the reporting company's own name out of a text, as its first headings have it: "at Helvanta" narrows nothing down.
func withoutIssuer(s *sheet.Sheet, text string) string {
	pages := s.Pages()
	if len(pages) == 0 {
		return text
	}
	title, runes := "", []rune(pages[0].Text)
	for _, l := range pages[0].Lines {
		if (l.Role == document.RoleHeading || l.Role == document.RoleFurniture) && l.Start >= 0 && l.Start < min(titled, l.End) && l.End <= len(runes) {
			title += " " + string(runes[l.Start:l.End])
		}
	}
	return capitalised.ReplaceAllStringFunc(text, func(at string) string {
		if m := capitalised.FindStringSubmatch(at); strings.Contains(title, m[1]) {
			return ""
		}
		return at
	})
}

// titled is within how many characters of its first page a report names its company.
const titled = 300

var capitalised = pattern.Compile(`\b(?:at|of|within|in|for)\s+(?:the\s+)?(\p{Lu}[\p{L}-]{3,}(?:\s+\p{Lu}[\p{L}-]+)*)`)

// countOf reports whether a cell counts something: whole, of no unit that measures, and as it was.
func countOf(e sheet.Entry) bool {
	q := e.Quantity()
	return e.Source == facts.FromTable && sheet.Dimension(e) == quantity.Count && e.Per == "" && !e.Change && !e.Target && !e.Restated &&
		q.Value.Exponent >= 0 && q.Bound == quantity.Exactly && !q.Range
}

// ofWhom are the words that narrow a sentence down, but for those of its time.
func ofWhom(narrowed string) []string {
	return slices.DeleteFunc(sheet.Stems(narrowed), func(w string) bool { return ofTheTime.MatchString(w) || narrowing.MatchString(w) })
}

// besideWords are the words of a row and of those of its table that have one of them in common with it.
func besideWords(s *sheet.Sheet, l sheet.Timeline, e sheet.Entry) []string {
	out := slices.Clone(l.Name)
	for _, o := range s.Timelines().All {
		if len(o.At) > 0 && o.Last().At.Table == e.At.Table && sheet.SharesWord(o.Name, l.Name) {
			out = append(out, o.Name...)
		}
	}
	return out
}

// anyIn reports whether one word of a is one of b, or begins like one.
func anyIn(a, b []string) bool {
	return slices.ContainsFunc(a, func(w string) bool { return eachIn([]string{w}, b) })
}

// leastAlike is of how many letters the shorter of two words is that begin alike: "fatal" and "fatalities".
const leastAlike = 5

// eachIn reports whether each word of a is one of b, or begins like one.
func eachIn(a, b []string) bool {
	for _, w := range a {
		w = sheet.FirstRunes(w, leastAlike+1)
		if !slices.ContainsFunc(b, func(o string) bool {
			o = sheet.FirstRunes(o, leastAlike+1)
			return w == o || min(len(w), len(o)) >= leastAlike && (strings.HasPrefix(w, o) || strings.HasPrefix(o, w))
		}) {
			return false
		}
	}
	return true
}
