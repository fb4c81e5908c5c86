package consistency

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/embed"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	// negation is a closed class of words. "neither ... nor" is one of them.
	negation   = pattern.Compile(`(?i)\b(?:no\s+one|nobody|none|nothing|nor?|nil|zero|not|never|neither|without|free\s+(?:of|from))\b|n['’]t\b`)
	furtherNor = pattern.Compile(`(?i)^nor$`)
	// carrying are words that a denial of everything can have: of grammar, of happening as such, of anybody, and of its time. Any other word
	// has to be one of the row, so that whatever narrows a denial down - "serious", "among employees", "since May", "must" - leaves it alone.
	carrying = pattern.Compile(`(?i)^(?:` + lexicon.Alternatives("checks.carrying") + `)$`)
	// aboutIt are headings under which a thing is not counted itself, but what was done about it.
	aboutIt = pattern.Compile(`(?i)\b(?:train\w*|courses?|audit\w*|assess\w*|hours?|polic\w*|target\w*|goals?|rates?|average|industry|sector|` +
		`benchmark|peers?|provisions?|insur\w*|prevent\w*|risks?|scenario\w*|sites?)\b`)
	either     = pattern.Compile(`(?i)\b(?:or|nor)\b`)
	lifeLost   = pattern.Compile(`(?i)\blos(?:t|e|es|ing)\s+(?:his|her|their|a)\s+(?:own\s+)?(?:life|lives)\b`)
	anyDeath   = pattern.Compile(`(?i)^(?:fatal\w*|die[sd]?|dying|dead\w*|deaths?|killed)$`)
	anAccident = pattern.Compile(`(?i)^accidents?$`)
)

const fatality = "fatalities" // stands for every word of death

// nearWords is from which cosine on two words say the same: below are things that only go together, as landfill and disposal, or bribery and corruption.
const nearWords = 0.7

// outright holds a sentence that denies a thing altogether, in whatever words, against the row that gives an amount of that very thing in the
// same year: every word of the sentence but those that carry it is one of the row, and every word of the row one of the sentence.
func outright(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	var rows []counted
	words := nearness{}
	for i := range s.Pages() {
		p := &s.Options.Document.Pages[i]
		if p.NotAnalysed != "" {
			continue
		}
		for _, sentence := range p.Sentences() {
			x := sheet.Statement{Page: p.Number, Text: sentence.Text}
			if sentence.Role != document.RoleBody || len(x.Text) > sheet.LongestSentence {
				continue
			}
			ways, year := deniedWays(x.Text)
			if len(ways) == 0 {
				continue
			}
			if rows == nil {
				rows = countedRows(s)
			}
			if e, ok := words.contrary(s, rows, ways, year); ok {
				out = append(out, speakAgainst(x, e))
			}
		}
	}
	return out
}

// deniedWays are the things of which a sentence says that there was none, each as its words; none where the sentence is not plainly such a
// denial of one year. year is 0 where none is named.
func deniedWays(text string) (ways [][]string, year int) {
	negations := 0
	for _, n := range negation.FindAllString(text, -1) {
		if !furtherNor.MatchString(n) {
			negations++
		}
	}
	years := sheet.YearsNamed(text)
	if negations != 1 || len(years) > 1 || strings.HasSuffix(strings.TrimSpace(text), "?") {
		return nil, 0
	}
	if len(years) == 1 {
		year = years[0]
	}
	bare := negation.ReplaceAllStringFunc(text, func(n string) string {
		if furtherNor.MatchString(n) {
			return n
		}
		return " "
	})
	for _, part := range either.Split(lifeLost.ReplaceAllString(bare, " "+fatality+" "), -1) {
		if w := telling(part, year); len(w) > 0 {
			ways = append(ways, w)
		}
	}
	if len(ways) > 1 && slices.ContainsFunc(ways[1:], func(w []string) bool { return len(w) > 1 }) {
		return ways[len(ways)-1:], year // what stands behind the last may narrow it, and those before are not whole
	}
	return ways, year
}

// telling are the words of a phrase that say of what it is.
func telling(phrase string, year int) []string {
	var out []string
	for _, w := range sheet.WordOf.FindAllString(strings.ToLower(phrase), -1) {
		switch {
		case carrying.MatchString(w) || year > 0 && w == strconv.Itoa(year):
		case anyDeath.MatchString(w):
			out = append(out, fatality)
		default:
			out = append(out, w)
		}
	}
	if slices.Contains(out, fatality) {
		out = slices.DeleteFunc(out, anAccident.MatchString)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// counted is an amount of a table with the words of its row.
type counted struct {
	sheet.Entry
	words []string
}

// countedRows are the amounts of tables that are of the whole: their columns name nothing but a year.
func countedRows(s *sheet.Sheet) []counted {
	out := []counted{}
	for _, l := range s.Timelines().All {
		for _, year := range []int{l.Last().Year, l.Last().Year - 1, l.Last().Year - 2} {
			e, ok := l.At[year]
			if !ok || !amountOf(e) {
				continue
			}
			path := sheet.Headings(e.At.RowPath)
			if len(telling(strings.Join(e.At.ColPath, " "), year)) > 0 || notItself(e) {
				continue
			}
			if w := telling(sheet.Last(path), year); len(w) > 0 {
				out = append(out, counted{e, w})
			}
		}
	}
	return out
}

// notItself reports whether the headings over a cell say that it counts what was done about a thing, or somebody else's.
func notItself(e sheet.Entry) bool {
	path := sheet.Headings(e.At.RowPath)
	over := strings.Join(append(slices.Clone(path[:max(0, len(path)-1)]), e.At.Caption), " ")
	return aboutIt.MatchString(over) || someoneElse.MatchString(over) || ofContract.MatchString(over) && !ofStaff.MatchString(over)
}

// amountOf reports whether a cell is an amount as it was: no share, rate, change or target.
func amountOf(e sheet.Entry) bool {
	q := e.Quantity()
	return e.Source == facts.FromTable && !sheet.Percent(e) && sheet.Dimension(e) != quantity.Points && e.Per == "" && !e.Change && !e.Target &&
		!e.Restated && q.Bound == quantity.Exactly && !q.Range
}

// nearness keeps what words mean, as the bundled model has it.
type nearness map[string][]float32

// contrary is the amount above nothing of what is denied; ok is false where another row of the same words has nothing.
func (n nearness) contrary(s *sheet.Sheet, rows []counted, ways [][]string, year int) (found sheet.Entry, ok bool) {
	for _, r := range rows {
		if year > 0 && r.Year != year || year == 0 && r.Year != s.LastYearOf(r.At) ||
			!slices.ContainsFunc(ways, func(w []string) bool { return n.covers(w, r.words) && n.covers(r.words, w) }) {
			continue
		}
		switch r.Quantity().Value.Sign() {
		case 0:
			return found, false
		case 1:
			if !ok {
				found, ok = r.Entry, true
			}
		}
	}
	return found, ok
}

// covers reports whether each word of a has one in b that says the same.
func (n nearness) covers(a, b []string) bool {
	return !slices.ContainsFunc(a, func(w string) bool {
		return !slices.ContainsFunc(b, func(o string) bool { return inflected(w, o) || n.near(w, o) })
	})
}

// near reports whether two words mean the same to the bundled model; numbers never do.
func (n nearness) near(a, b string) bool {
	return !strings.ContainsAny(a+b, "0123456789") && embed.Cosine(n.of(a), n.of(b)) >= nearWords
}

func (n nearness) of(word string) []float32 {
	if v, known := n[word]; known {
		return v
	}
	n[word] = nil
	if model, err := embed.Bundled(); err == nil {
		if v, err := model.Embed(context.Background(), []string{word}); err == nil {
			n[word] = v[0]
		}
	}
	return n[word]
}

// inflected reports whether two words differ in no more than their endings: "fined" and "fines", "injured" and "injuries".
func inflected(a, b string) bool {
	const stem, ending = 4, 3
	if a == b {
		return true
	}
	x, y := []rune(a), []rune(b)
	same := 0
	for same < min(len(x), len(y)) && x[same] == y[same] {
		same++
	}
	return same >= stem && len(x)-same <= ending && len(y)-same <= ending
}

// speakAgainst tells of a denial and the amount that a table gives.
func speakAgainst(x sheet.Statement, e sheet.Entry) sheet.Utterance {
	label, said := sheet.Shorten(e.Label()), strings.TrimRight(strings.TrimSpace(x.Text), ".")
	return x.Utter(events.Check{
		Result: events.CheckFail, Severity: "warning", Inputs: []events.CheckInput{sheet.Input(e, "")}, Expected: e.WithUnit(), Stated: "none",
		Working: fmt.Sprintf("page %d: \"%s\"; page %d, %s, %d: %s", x.Page, said, e.At.Page, label, e.Year, e.WithUnit()),
		Message: fmt.Sprintf("Page %d says \"%s\"; the table on page %d gives %s for \"%s\" in %d.", x.Page, said, e.At.Page, e.WithUnit(), label, e.Year),
	}, x.Text, false)
}
