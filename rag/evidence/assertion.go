package evidence

import (
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// assertion is what a sentence, or a row of a table, says of its subjects.
type assertion struct {
	page, row int    // row from 1, 0 for a sentence
	quote     string // word for word
	text      string // what is read: of a row, its cells with their headers
	rest      string // of the sentence, behind what is read
	subjects  []string
	places    []string
	years     []int
	figures   []figure
	denied    bool
	words     []string // what it says beside figures, units, years and the company, in the short
	borrowed  bool     // a row that has its subject from the table's caption: it may be a part of that
	against   bool     // it measures against something: an intensity, or a base year that is not named
	plain     string   // text as names are looked for in it
	planned   bool     // it speaks of what is to come
	voice     voice    // whose word it is
}

// figure is a figure of an assertion, with the years that it is for; none if the text does not say.
type figure struct {
	quantity.Quantity
	years []int
	way   int    // of a percentage: -1 a fall, 1 a rise, 0 a share
	by    bool   // it is by how much something has changed
	of    string // of a share: the first word of content of what it is a share of, where that stands behind it
}

// assertionOf reads one sentence.
func assertionOf(text, company string, format quantity.Format, subjects []string) assertion {
	text, rough := inFigures(text)
	a := assertion{text: text, subjects: subjects, places: placesOf(text, company), denied: denies(text)}
	a.words, a.against = wordsOf(text, company), measuredAgainst(text)
	labels := scopes.FindAllStringIndex(text, -1)
	labels = append(labels, iso.FindAllStringIndex(text, -1)...)
	var all []quantity.Quantity
	for _, q := range quantity.Find(text, format) {
		switch {
		case slices.ContainsFunc(labels, func(l []int) bool { return q.Start >= l[0] && q.Start < l[1] }):
		case q.Year:
			if y := YearOf(q.Text); !slices.Contains(a.years, y) {
				a.years = append(a.years, y)
			}
		case !q.Range:
			all = append(all, q)
		}
	}
	for i, q := range all {
		next := len(text)
		if i+1 < len(all) {
			next = all[i+1].Start
		}
		if addsUp.MatchString(text[:q.Start]) {
			q.Bound = quantity.Exactly
		}
		if slices.Contains(rough, q.Start) {
			q.Half = apd.New(halfOfFraction, 0)
		}
		f := figure{Quantity: q, years: a.years, by: isDifference(text[:q.Start]) || changed(text[:q.Start], text[q.End:next])}
		if len(a.years) > 1 { // the year that stands behind a figure, before the next one, is its own
			if own := yearBeside(text[:q.Start], text[q.End:next], relative(f)); len(own) > 0 {
				f.years = own
			}
		}
		if q.Unit.Dimension == quantity.Percent || q.Unit.Dimension == quantity.Points {
			f.way, f.of = wayOf(text, q), baseOf(text[q.End:next], company)
		}
		a.figures = append(a.figures, f)
	}
	return a
}

// yearBeside is the year that stands right before a figure with a colon, or else behind it; both of two that are joined there.
func yearBeside(before, behind string, share bool) []int {
	if m := headed.FindStringSubmatch(before); m != nil {
		return []int{YearOf(m[1])}
	}
	at := year.FindStringIndex(behind)
	if at == nil || strings.HasPrefix(strings.TrimSpace(behind[at[1]:]), ":") { // the next figure's
		return nil
	}
	own := []int{YearOf(behind[at[0]:at[1]])}
	if m := joinedYear.FindStringSubmatch(behind[at[1]:]); m != nil && !(share && between.MatchString(behind[:at[0]])) {
		own = append(own, YearOf(m[1]))
	}
	return own
}

var (
	headed     = pattern.Compile(`\b(20\d\d)\s*:\s*$`)
	joinedYear = pattern.Compile(`^\s*(?:and|to|until|&|-|–)\s*(20\d\d)\b`)
	between    = pattern.Compile(`(?i)\b(?:between|from)\s+$`) // two years of a change
)

// wayOf says whether a percentage is a fall, a rise or a share, by the words around it.
func wayOf(text string, q quantity.Quantity) int {
	around := text[max(0, q.Start-70):min(len(text), q.End+25)]
	around = composed.ReplaceAllString(around, " ")
	down, up := falling.MatchString(around), rising.MatchString(around)
	switch {
	case q.Value.Negative:
		return -1
	case level.MatchString(text[:q.Start]): // "rose to 58 %" is how much it is, and not by how much it rose
		return 0
	case down && !up:
		return -1
	case up && !down:
		return 1
	}
	return 0
}

// isDifference reports whether what stands before a figure says that something has changed by it.
func isDifference(before string) bool {
	const near = 60
	return byHowMuch.MatchString(before) && (falling.MatchString(before[max(0, len(before)-near):]) || rising.MatchString(before[max(0, len(before)-near):]))
}

// byHowMuch stands before a figure by which something has changed.
var byHowMuch = pattern.Compile(`(?i)\bby\s+(?:(?:about|around|approximately|some|nearly|almost|over|more\s+than|a\s+further|another)\s+)?$`)

var share = pattern.Compile(`(?i)^\s*of\s+([^.;:]{1,60})`)

// baseOf reads what a share is of from what stands behind it.
func baseOf(behind, company string) string {
	m := share.FindStringSubmatch(behind)
	if m == nil {
		return ""
	}
	if words := wordsOf(m[1], company); len(words) > 0 {
		return words[0]
	}
	return ""
}

// page reads a page and reports whether there was enough work for it.
func (r *reader) page(p *document.Page) bool {
	format := quantity.Detect(p.Text, quantity.Point)
	text, done := []rune(p.Text), 0
	for _, s := range p.Sentences() {
		if s.Role == document.RoleRow || s.Role == document.RoleHeading {
			continue
		}
		if done += len(s.Text); !r.spend(len(s.Text)) {
			r.reach.page, r.reach.done, r.reach.bytes = p.Number, done, len(p.Text)
			return false
		}
		if s.End-s.Start > maxSentence || r.seen[s.Text] || !r.own && !r.called.Mentioned(s.Text) {
			continue
		}
		subjects := matterOf(s.Text, r.company, placesOf(s.Text, r.company))
		if len(subjects) == 0 && strings.ContainsAny(s.Text, ",;–—") { // too much is said at once, but perhaps not at first
			if clause, _, ok := firstClause(s.Text, format); ok {
				subjects = matterOf(clause, r.company, placesOf(s.Text, r.company))
			}
		}
		if len(subjects) == 0 {
			continue
		}
		r.seen[s.Text] = true
		cost := perStatement
		if !r.wants(subjects) {
			cost /= 4 // its subject is all that was read
		}
		if !r.spend(cost) {
			r.reach.page, r.reach.done, r.reach.bytes = p.Number, done, len(p.Text)
			return false
		}
		if cost < perStatement {
			continue
		}
		a := assertionOf(s.Text, r.company, format, subjects)
		if ofPart(s.Text) {
			a.figures = nil // of no year, as what claims state is
		}
		a.voice = voiceOf(s.Text, r.called)
		a.page, a.quote = p.Number, strings.Join(strings.Fields(string(text[s.Start:s.End])), " ")
		r.keep(a)
		for _, b := range a.more(r.company, a.places, format) {
			if !r.spend(perStatement / 4) {
				break
			}
			if len(a.figures) == 0 {
				b.figures = nil
			}
			b.voice, b.page, b.quote = a.voice, a.page, a.quote
			r.keep(b)
		}
	}
	for t := range p.Tables {
		if !r.rows(p, &p.Tables[t], format) {
			return false
		}
	}
	return true
}

// maxSentence bounds what is read as one sentence, in characters.
const maxSentence = 1_500
