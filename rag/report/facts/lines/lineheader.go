package lines

import (
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts/cell"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// header reads a line of years: a run of at least two, with no figure behind it.
func (s *state) header(text string) bool {
	fields := strings.Fields(text)
	from, upTo := yearRun(fields)
	n := upTo - from
	if n < 2 || n == 2 && len(fields) > 16 {
		return false
	}
	var years []int
	var heads []string
	for _, w := range fields[from:upTo] {
		years = append(years, yearOf(w))
		heads = append(heads, w)
	}
	for i, w := range fields {
		if (i < from && n < 3 || i >= upTo) && figureToken.MatchString(w) && !onlyMark.MatchString(w) {
			return false
		}
	}
	if s.headerAt == s.at-1 && s.headers > 0 && s.rowless && len(s.years)+n <= 12 && from <= 2 {
		s.years, s.heads = append(s.years, years...), append(s.heads, heads...) // a header on two lines
	} else {
		s.years, s.heads = years, heads
		s.headers++
	}
	tail := strings.Join(fields[upTo:], " ")
	s.tailWords, s.changes = len(fields)-upTo, len(changeColumn.FindAllString(tail, -1))
	s.headerAt, s.rowless, s.group = s.at, true, 0
	lead := strings.TrimSpace(strings.Join(fields[:from], " "))
	if u := unitWithin(lead); u != "" {
		s.unit, s.unitAt = u, s.at
	} else if u := s.pendingUnit(); u != "" {
		s.unit, s.unitAt = u, s.at
	}
	if lead != "" && cell.WithWord.MatchString(lead) && len(lead) < 90 && !headWord.MatchString(lead) {
		if s.headingAt == s.at-1 && onlyMethod.MatchString(s.heading) && continues(lead) {
			lead = s.heading + " " + lead
		}
		s.heading, s.headingAt = lead, s.at
	}
	s.pending, s.oneYear = nil, ""
	s.indirect, s.others = 0, 0
	return true
}

// yearRun finds the longest run of years among the words of a line.
func yearRun(fields []string) (from, upTo int) {
	for i := 0; i < len(fields); i++ {
		j := i
		for j < len(fields) && yearOf(fields[j]) > 0 && (j == i || yearToken.MatchString(strings.Trim(fields[j], "(),;"))) {
			j++
		}
		if j-i > upTo-from {
			from, upTo = i, j
		}
		if j > i {
			i = j - 1
		}
	}
	return from, upTo
}

// yearOf reads a word of a header: "2021", "FY2021", "data2014*".
func yearOf(w string) int {
	if m := yearToken.FindStringSubmatch(strings.Trim(w, "(),;")); m != nil {
		return vocabulary.Atoi(m[1])
	}
	if m := wordYear.FindStringSubmatch(w); m != nil {
		return vocabulary.Atoi(m[2])
	}
	return 0
}

var (
	wordYear     = pattern.Compile(`^([\p{L})]+)((?:19[89]|20[0-6])\d)[*†‡¹²³]*$`)
	onlyMark     = pattern.Compile(`^\d\)?$`)
	headWord     = pattern.Compile(`(?i)^(?:units?|indicator|metric|description|key performance indicators?|in)\b`)
	changeColumn = pattern.Compile(`(?i)\bchange\b|\bvs\.?\b|Δ|\bvariation\b|\byoy\b|^%$|\btrend\b`)
)

// words takes a line without figures: a heading, a unit, or the first part of a label.
func (s *state) words(text string) {
	t := strings.TrimSpace(text)
	if m := oneYear.FindStringSubmatch(t); m != nil {
		s.oneYear = m[1]
	}
	if figuresAtEnd(t) {
		s.pending = nil // a row that cannot be told is no heading
		s.others++
		return
	}
	if u := unitWithin(t); u != "" && u != "%" && !vocabulary.PerWord.MatchString(u) { // figures in per cent say so themselves
		s.unit, s.unitAt = u, s.at
	}
	if len(s.pending) == pendingRows {
		s.pending = s.pending[1:]
	}
	s.pending = append(s.pending, t)
	if sc, n := vocabulary.Scopes(t); n == 1 && len(sc) == 1 && len(t) <= 60 && !sentenceEnd.MatchString(t) && !endsInDash.MatchString(t) {
		s.section = t
	}
	switch n := len(s.pending); {
	case sentenceTail.MatchString(t) && unitWithin(t) == "":
		s.heading, s.outer = "", "" // the end of a sentence is no heading
	case len(t) > 110 || !cell.WithWord.MatchString(t):
	case s.rowless && !vocabulary.ScopeWord.MatchString(t) &&
		(strings.ContainsAny(t, "()") || s.headingAt == s.headerAt-1 && s.headerAt > 0 && !names(t)): // goes on with the header
	case !continues(t):
		s.outer, s.heading, s.headingAt = s.heading, t, s.at
	case n > 1 && strings.HasSuffix(s.heading, s.pending[n-2]) && len(s.heading)+len(t) <= 160:
		s.heading += " " + t
	}
}

// sentenceTail is the end of a sentence of some words: "and the Board of Managing Directors."
var sentenceTail = pattern.Compile(`\p{Ll}{3,}\s+(?:\p{L}+\s+){2,}\p{L}+\.\s*$`)

// oneYear is a line that says of which year the rows below it are.
var oneYear = pattern.Compile(`(?i)^\W*(?:FY\s?|fiscal (?:year )?|financial year )?((?:19[89]|20[0-4])\d)\W*(?:results?|performance|figures|data|` +
	`emissions)?\W*$`)

// figuresAtEnd says that a line ends in figures or empty columns, two or more.
func figuresAtEnd(t string) bool {
	fields := strings.Fields(t)
	n := 0
	for i := len(fields) - 1; i > 0; i-- {
		w := fields[i]
		if !figureToken.MatchString(w) && !emptyToken.MatchString(w) && !percentTok.MatchString(w) || yearToken.MatchString(w) || namesScope(fields[:i+1]) {
			break
		}
		n++
	}
	return n > 1
}

func (s *state) pendingUnit() string {
	for i := len(s.pending) - 1; i >= 0; i-- {
		if u := unitWithin(s.pending[i]); u != "" {
			return u
		}
	}
	return ""
}

// names says that a line can name what rows below it are: emissions, in more than a word.
func names(t string) bool { return cell.GhgWord.MatchString(t) && len(strings.Fields(t)) > 2 }

// continues says that a line goes on with the one before.
func continues(t string) bool {
	r := []rune(t)
	if len(r) > 1 && (r[1] == '.' || r[1] == ')') {
		return false // "a. Stationary combustion" is an item
	}
	return len(r) > 0 && (r[0] >= 'a' && r[0] <= 'z' || r[0] == '(' || r[0] == ')' || r[0] == '[')
}

// grouped reads the line below a header of years that names columns for each year: "Global UK Global UK". Then
// a year's first column is its figure.
func (s *state) grouped(text string) {
	if len(s.years) < 2 || !s.rowless || s.at > s.headerAt+2 {
		return
	}
	fields := strings.Fields(text)
	at := map[string]int{}
	for i, w := range fields {
		if figureToken.MatchString(w) {
			return
		}
		if first, again := at[w]; again && i-first > 1 {
			s.group = i - first
			return
		}
		at[w] = i
	}
}

// withoutTail drops the words of a last column of words: "Scope 1 Total 54 98 Fuel-based".
func (s *state) withoutTail(text string) string {
	if s.tailWords == 0 || s.changes > 0 || len(s.years) == 0 {
		return text
	}
	fields := strings.Fields(text)
	n := len(fields)
	for n > 0 && len(fields)-n < 5 && !figureToken.MatchString(fields[n-1]) && !emptyToken.MatchString(fields[n-1]) && !percentTok.MatchString(fields[n-1]) {
		n--
	}
	if n < 3 || len(fields)-n == 5 || !figureToken.MatchString(fields[n-2]) && !emptyToken.MatchString(fields[n-2]) {
		return text
	}
	return strings.Join(fields[:n], " ")
}

// mostInLine bounds what is read of one line: a line of more is no row of a table.
const mostInLine = 40

// lineEnd is a line whose figures are read from its end.
type lineEnd struct {
	left    []string // words that have not been read
	figures []figure // the last one first
	unit    string   // that stands behind its figures
	format  quantity.Format
	dated   bool // years stand above the line
}

// take reads what ends the words that are left; more is false where no figure does, and ok where a figure cannot be read.
func (t *lineEnd) take() (more, ok bool) {
	n := len(t.left)
	w := t.left[n-1]
	switch {
	case percentTok.MatchString(w):
		return t.percentage(strings.TrimSuffix(strings.TrimSpace(w), "%"), 1)
	case w == "%" && n > 1 && figureToken.MatchString(t.left[n-2]):
		return t.percentage(t.left[n-2], 2)
	case emptyToken.MatchString(w):
		t.dash(w)
	case w == "+" && t.behind() != nil:
		t.behind().Signed = true
		t.left = t.left[:n-1]
	case namesScope(t.left):
		return false, true // "Scope 1" is a name
	case figureToken.MatchString(w):
		return t.figure(w, 1)
	case t.withUnit():
		t.unit = w
		return t.figure(t.left[n-2], 2)
	default:
		return false, true
	}
	return true, true
}

// figure reads a figure that the last words are.
func (t *lineEnd) figure(text string, words int) (more, ok bool) {
	q, ok := token(text, t.format)
	if !ok {
		return false, false
	}
	t.figures = append(t.figures, figure{q: q})
	t.left = t.left[:len(t.left)-words]
	return true, true
}

// percentage reads a figure of per cent that the last words are.
func (t *lineEnd) percentage(text string, words int) (more, ok bool) {
	if more, ok = t.figure(text, words); ok {
		t.behind().Unit, _ = percentUnit()
	}
	return more, ok
}

// dash reads "– 8.7" as a figure with its sign; a dash alone, or a word for nothing, is an empty column.
func (t *lineEnd) dash(w string) {
	last := len(t.left) - 1
	if q := t.behind(); q != nil && (w == "–" || w == "-" || w == "−" || w == "+") && signs(t.left, last) {
		q.Signed = true
		q.Value = new(apd.Decimal).Neg(q.Value)
	} else {
		t.figures = append(t.figures, figure{empty: true})
	}
	t.left = t.left[:last]
}

// behind is the figure right behind the words that are left; nil if there is none.
func (t *lineEnd) behind() *quantity.Quantity {
	if n := len(t.figures); n > 0 && !t.figures[n-1].empty {
		return &t.figures[n-1].q
	}
	return nil
}

// withUnit reports whether the last words are a figure and its unit: "7,540 mtCO2e 10,333 mtCO2e". Without years above,
// the unit may end a label.
func (t *lineEnd) withUnit() bool {
	n := len(t.left)
	if n < 2 || !t.dated {
		return false
	}
	f, unit := t.left[n-2], t.left[n-1]
	return figureToken.MatchString(f) && !cell.RoundThousand.MatchString(f) && !strings.ContainsAny(unit, "()[]") && cell.IsUnit(unit) && !namesScope(t.left[:n-1])
}
