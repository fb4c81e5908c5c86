package facts

import (
	"regexp"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/rag/document"
	"github.com/sibyl-project/sibyl/rag/quantity"
)

// Lines that are a table without a grid: a header of years, then rows of a label and as many figures. The
// reader keeps what stands above - the years, a unit, a heading - and reads a row only when its figures can be
// told apart and as many as the years. A row that cannot be told is left out.

const (
	maxLine     = 400 // longer lines are paragraphs
	unitReach   = 14  // lines below a unit that it still holds for
	pendingRows = 3   // lines that a label may be broken over
)

var (
	figureToken = regexp.MustCompile(`^[<>~≈]?[-–−+]?\(?(?:[$€£]|Rp)?\d[\d.,'’\x{a0}\x{202f}]*\)?(?:[*†‡¹²³⁴⁵⁶⁷⁸⁹]+|\d?\))?$`)
	percentTok  = regexp.MustCompile(`^[-–−+]?\(?\d[\d.,]*\)?\s?%$`)
	emptyToken  = regexp.MustCompile(`^(?:[-–−—]+|n/?a\.?|N/?A\.?|n\.a\.|\.|x)$`)
	yearToken   = regexp.MustCompile(`^(?:FY|fy|CY|FY-)?\s?((?:19[89]|20[0-6])\d)(?:[/–-]\d{2,4})?[*†‡¹²³⁴⁵]*\)?$`)
	yearsGlued  = regexp.MustCompile(`((?:19[89]|20[0-6])\d)((?:19[89]|20[0-6])\d)`)
	gluedLabel  = regexp.MustCompile(`([\p{L})])((?:\d{1,3}(?:[.,'’]\d+)+|\d+)(?:[\s\t]+[-–−+]?[\d.,'’%]+)*)\s*$`)
	brokenGroup = regexp.MustCompile(`(\d)\s?,\s(\d{3})(?:\D|$)|(\d)\s,(\d{3})(?:\D|$)`)
	brokenGas   = regexp.MustCompile(`(?i)\bco\s*\n?\s*([2₂])[ \t]*\n?[ \t]*(e\b|eq\b|-?equivalents?\b|equivalents?\b)?`)
	gasGlued    = regexp.MustCompile(`(CO2e(?:q)?)([\p{Lu}\d(])`)
	spacedWord  = regexp.MustCompile(`\bT\s?o\s?t\s?a\s?l\b`)
	sentenceEnd = regexp.MustCompile(`[.;:]\s*$`)
)

// row is one line read as a label and figures.
type row struct {
	label   string
	unit    string // that stands between label and figures
	figures []figure
}

type figure struct {
	q     quantity.Quantity
	empty bool
}

// state is what stands above a line.
type state struct {
	years     []int
	heads     []string // of the years, as printed
	tailWords int      // words after the years
	changes   int      // columns after them that give changes
	headerAt  int      // line of the header
	rowless   bool     // no row has followed it
	group     int      // columns of each year, if several
	heading   string   // the last line without figures that is short
	outer     string   // the heading before it
	headingAt int      // its line
	scoped    string   // the last label that named a scope
	section   string   // the last heading that named one scope
	unit      string
	unitAt    int
	pending   []string
	headers   int // header lines seen, for telling blocks apart
	at        int
}

// textLine is a line of a page with where it begins, in code points.
type textLine struct {
	text  string
	start int
}

// linesOf cuts the page's text into lines that no table covers, repaired where reading broke units.
func linesOf(p *document.Page) []textLine {
	covered := coveredBy(p)
	var out []textLine
	at := 0
	for _, l := range strings.Split(p.Text, "\n") {
		n := len([]rune(l))
		if strings.TrimSpace(l) != "" && !covered(at, at+n) {
			start := at
			for _, m := range gluedItem.FindAllStringSubmatchIndex(l, -1) { // items of a list that reading put on one line
				cut := at + len([]rune(l[:m[4]]))
				out = append(out, textLine{string([]rune(l)[start-at : cut-at-1]), start})
				start = cut
			}
			out = append(out, textLine{string([]rune(l)[start-at:]), start})
		}
		at += n + 1
	}
	return out
}

// coveredBy tells which runs of text stand in a table's cells.
func coveredBy(p *document.Page) func(start, end int) bool {
	type run struct{ start, end int }
	var runs []run
	for _, t := range p.Tables {
		for _, r := range t.Rows {
			for _, c := range r {
				if c.End > c.Start {
					runs = append(runs, run{c.Start, c.End})
				}
			}
		}
	}
	return func(start, end int) bool {
		for _, r := range runs {
			if r.start < end && start < r.end {
				return true
			}
		}
		return false
	}
}

// lineCells reads the rows of a page's lines. number counts blocks on from the tables before.
//
// What it has read is told to used, so that no line is read twice.
func lineCells(p *document.Page, number int, f quantity.Format, reason string, used map[int]bool) (cells []cell, blocks int) {
	lines := joinBroken(linesOf(p))
	s := state{}
	for i, l := range lines {
		s.at = i
		if len(l.text) > maxLine {
			s.pending, s.heading = nil, ""
			continue
		}
		text := mend(l.text)
		if s.header(text) {
			used[l.start] = true
			continue
		}
		if len(s.years) == 0 {
			text = methodTail.ReplaceAllString(text, "$2 $1") // "Total Scope 2 42,234 Market-based"
		}
		s.grouped(text)
		r, ok := readRow(s.withoutTail(text), f, len(s.years))
		if !ok {
			s.words(text)
			continue
		}
		s.begin(&r)
		s.rowless = false
		if some := s.cells(p, l, r, number+s.headers, reason); len(some) > 0 {
			used[l.start] = true
			cells = append(cells, some...)
		}
		if u := unitWithin(r.label); u != "" && !perWord.MatchString(u) {
			s.unit, s.unitAt = u, s.at // holds for the items below: "Total emissions (tonnes)", "- business travel"
		}
		if sc, n := scopeOf(r.label); n > 0 && len(sc) == 1 {
			s.scoped = words(r.label, 6)
		}
		s.pending = nil
	}
	return cells, s.headers + 1
}

// joinBroken puts "CO" and "2e" together again, which stand on two lines where the 2 is lowered.
func joinBroken(lines []textLine) []textLine {
	var out []textLine
	for _, l := range lines {
		if n := len(out); n > 0 { // a bracket that the line end broke: "Emissions (MT" and "CO2e) Method"
			open := strings.LastIndex(out[n-1].text, "(")
			closing := strings.Index(l.text, ")")
			if open >= 0 && !strings.Contains(out[n-1].text[open:], ")") && len(out[n-1].text)-open < 40 && closing >= 0 && closing < 30 && !strings.Contains(l.text[:closing], "(") {
				joined := strings.TrimSpace(out[n-1].text) + " " + strings.TrimSpace(l.text[:closing+1])
				if _, err := quantity.Measures(mend(joined[strings.LastIndex(joined, "("):])); err == nil {
					out[n-1].text = joined
					if l.text = l.text[closing+1:]; strings.TrimSpace(l.text) == "" {
						continue
					}
				}
			}
		}
		if n := len(out); n > 0 && endsInCO.MatchString(out[n-1].text) && startsWith2.MatchString(l.text) {
			rest := startsWith2.ReplaceAllString(strings.TrimSpace(l.text), "")
			m := startsWith2.FindStringSubmatch(strings.TrimSpace(l.text))
			head := strings.TrimSpace(out[n-1].text) + "2" + strings.TrimSpace(m[1])
			if rest == "" {
				out[n-1].text = head
				continue
			}
			out[n-1].text = head
			out = append(out, textLine{rest, l.start})
			continue
		}
		out = append(out, l)
	}
	return out
}

var (
	endsInCO      = regexp.MustCompile(`\bt?CO\s*$`)
	startsWith2   = regexp.MustCompile(`^\s*[2₂]\s?(-?\s?equivalents?|eq\b|e)?`)
	gluedBracket  = regexp.MustCompile(`\)([\p{L}]{2,})`)
	gluedUnit     = regexp.MustCompile(`(\p{Ll}{4,})(kt|Mt)\s?CO`)
	spacedFY      = regexp.MustCompile(`\bFY\s(20[0-6]\d)\b`)
	gluedThousand = regexp.MustCompile(`([\p{L})])(1[.,'’ ]000\s+t)`)
	gluedItem     = regexp.MustCompile(`(\d)[-–•]([\p{L}]{3,}[^\n]{0,60}?\(scope)`)
	markedYears   = regexp.MustCompile(`((?:19[89]|20[0-6])\d)[1-9]((?:19[89]|20[0-6])\d)`)
)

// mend undoes what reading a page does to figures and units of a line.
func mend(s string) string {
	s = brokenGas.ReplaceAllStringFunc(s, func(m string) string {
		parts := brokenGas.FindStringSubmatch(m)
		tail := ""
		if strings.TrimRight(m, " \t") != m {
			tail = " "
		}
		return "CO2" + strings.TrimPrefix(parts[2], "-") + tail
	})
	s = strings.ReplaceAll(s, "\u00ad", "-") // a hyphen that some fonts draw so: "megawatt-hours"
	s = gasGlued.ReplaceAllString(s, "$1 $2")
	s = spacedWord.ReplaceAllString(s, "Total")
	s = spacedFY.ReplaceAllString(s, "FY$1")
	s = gluedBracket.ReplaceAllString(s, ") $1")
	s = gluedUnit.ReplaceAllString(s, "$1 $2 CO")
	s = gluedThousand.ReplaceAllString(s, "$1 $2")
	s = markedYears.ReplaceAllString(s, "$1 $2")
	s = yearsGlued.ReplaceAllString(s, "$1 $2")
	for range 4 {
		t := brokenGroup.ReplaceAllStringFunc(s, func(m string) string { return strings.ReplaceAll(m, " ", "") + tailOf(m) })
		if t == s {
			break
		}
		s = t
	}
	return s
}

// tailOf keeps the blank that ended a match.
func tailOf(m string) string {
	if strings.HasSuffix(m, " ") {
		return " "
	}
	return ""
}

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
	if lead != "" && withWord.MatchString(lead) && len(lead) < 90 && !headWord.MatchString(lead) {
		s.heading = lead
	}
	s.pending = nil
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
		return atoi(m[1])
	}
	if m := wordYear.FindStringSubmatch(w); m != nil {
		return atoi(m[2])
	}
	return 0
}

var (
	wordYear     = regexp.MustCompile(`^([\p{L})]+)((?:19[89]|20[0-6])\d)[*†‡¹²³]*$`)
	onlyMark     = regexp.MustCompile(`^\d\)?$`)
	headWord     = regexp.MustCompile(`(?i)^(?:units?|indicator|metric|description|key performance indicators?|in)\b`)
	changeColumn = regexp.MustCompile(`(?i)\bchange\b|\bvs\.?\b|Δ|\bvariation\b|\byoy\b|^%$|\btrend\b`)
)

// words takes a line without figures: a heading, a unit, or the first part of a label.
func (s *state) words(text string) {
	t := strings.TrimSpace(text)
	if u := unitWithin(t); u != "" && u != "%" && !perWord.MatchString(u) { // figures in per cent say so themselves
		s.unit, s.unitAt = u, s.at
	}
	if len(s.pending) == pendingRows {
		s.pending = s.pending[1:]
	}
	s.pending = append(s.pending, t)
	if sc, n := scopeOf(t); n == 1 && len(sc) == 1 && len(t) <= 60 && !sentenceEnd.MatchString(t) && !endsInDash.MatchString(t) {
		s.section = t
	}
	switch n := len(s.pending); {
	case len(t) > 110 || !withWord.MatchString(t):
	case s.rowless && !scopeWord.MatchString(t) && (strings.ContainsAny(t, "()") || s.headingAt == s.headerAt-1 && s.headerAt > 0 && !names(t)): // goes on with the header
	case !continues(t):
		s.outer, s.heading, s.headingAt = s.heading, t, s.at
	case n > 1 && strings.HasSuffix(s.heading, s.pending[n-2]) && len(s.heading)+len(t) <= 160:
		s.heading += " " + t
	}
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
func names(t string) bool { return ghgWord.MatchString(t) && len(strings.Fields(t)) > 2 }

// continues says that a line goes on with the one before.
func continues(t string) bool {
	r := []rune(t)
	if len(r) > 1 && (r[1] == '.' || r[1] == ')') {
		return false // "a. Stationary combustion" is an item
	}
	return len(r) > 0 && (r[0] >= 'a' && r[0] <= 'z' || r[0] == '(' || r[0] == ')' || r[0] == '[')
}

// begin completes a row's label with the lines it is broken over.
func (s *state) begin(r *row) {
	for n := len(s.pending); n > 0; n-- {
		last := s.pending[n-1]
		if r.label != "" && !continues(r.label) && !unfinished.MatchString(last) {
			return
		}
		if sentenceEnd.MatchString(last) || len(last) > 110 {
			return
		}
		joined := strings.TrimSpace(last + " " + r.label)
		if strings.HasSuffix(last, "-") {
			joined = strings.TrimSuffix(last, "-") + r.label
		}
		if strings.HasSuffix(s.heading, last) {
			s.heading, s.outer = s.outer, ""
		}
		s.pending = s.pending[:n-1]
		r.label = joined
		if u := trailingUnit(r.label); r.unit == "" && u != "" {
			r.unit = u
		}
	}
}

var unfinished = regexp.MustCompile(`(?i)(?:\b(?:and|of|the|for|from|in|by|with|to|or|&)|[-,&–(]|\bdirect\s+ghg|\bemissions? in)\s*$`)

// cells makes cells of a row.
func (s *state) cells(p *document.Page, l textLine, r row, table int, reason string) []cell {
	figures := r.figures
	n := len(s.years)
	if n > 0 {
		figures = s.align(figures)
		if figures == nil {
			return nil
		}
	} else if figures = firstOfShares(figures); len(figures) != 1 || !scopeWord.MatchString(r.label) && (!scopeWord.MatchString(s.heading+" "+s.section) || !totalWord.MatchString(r.label)) {
		return nil // without a header of years only a row that names its scope can be told
	}
	if r.label == "" && s.heading == "" {
		return nil
	}
	var path []string
	if s.heading != "" && s.heading != r.label {
		path = append(path, s.heading)
	}
	if n == 0 && s.section != "" && !scopeWord.MatchString(s.heading+r.label) {
		path = append(path, s.section)
	}
	if sc, _ := scopeOf(s.heading); sc == "" && s.scoped != "" && (onlyMethod.MatchString(r.label) || totalWord.MatchString(s.scoped) && totalMethod.MatchString(r.label)) {
		path = append(path, s.scoped) // "location based" below "Scope 2"
	}
	if r.label != "" {
		path = append(path, r.label)
	}
	units := []string{r.unit}
	units = append(units, bracketUnits(r.label)...)
	if u := unitWithin(r.label); u != "" {
		units = append(units, u)
	}
	if u := unitWithin(s.heading); u != "" && !perWord.MatchString(u) {
		units = append(units, u)
	}
	far := ghgWord.MatchString(r.label+" "+s.heading+" "+s.section) && s.at-s.unitAt <= 4*unitReach
	if s.unit != "" && (far || s.at-s.unitAt <= unitReach) {
		units = append(units, s.unit)
	}
	var out []cell
	for i, f := range figures {
		if f.empty || i >= max(n, 1) {
			continue
		}
		c := cell{
			rows: path, q: f.q, printed: f.q.Text, units: units, source: FromText, format: reason, table: table, row: s.at, col: i,
			place: Place{Page: p.Number, Rect: lineRect(p, l, f.q.Text), Quote: quoted(path, nil, f.q.Text)},
		}
		if n > 0 {
			c.cols = []string{s.heads[i]}
		}
		out = append(out, c)
	}
	return out
}

var totalMethod = regexp.MustCompile(`(?i)^\W*totals?\W*(?:location|market)\W*based(?:\s+method)?\W*$`)

var onlyMethod = regexp.MustCompile(`(?i)^\W*(?:location|market)\W*based(?:\s+method)?\W*$`)

// firstOfShares is the figure before its share of the whole: "Total 3,473 100% 2,360 1,113".
func firstOfShares(figures []figure) []figure {
	if len(figures) > 1 && !figures[0].empty && !figures[0].percent() && figures[1].percent() {
		return figures[:1]
	}
	return figures
}

// align gives each year its figure; nil if that cannot be told.
func (s *state) align(figures []figure) []figure {
	n := len(s.years)
	extra := len(figures) - n
	if s.group > 1 && len(figures) >= s.group*n && len(figures) <= s.group*n+2 {
		var out []figure
		for i := range n {
			out = append(out, figures[i*s.group])
		}
		return out
	}
	if extra == 0 {
		return figures
	}
	// Years that come again: the first run is the first group of columns.
	if half := n / 2; extra > 0 && n%2 == 0 && half > 1 && slices.Equal(s.years[:half], s.years[half:]) {
		out := make([]figure, n)
		copy(out, figures[:half])
		for i := half; i < n; i++ {
			out[i].empty = true
		}
		return out
	}
	if extra < 0 {
		return nil
	}
	// A footnote's number before the figures: "Total (Scope 1)2 4,636 5,095".
	first := figures[0]
	mark := !first.empty && len(first.q.Text) == 1
	if f := last(figures); extra == s.changes+1 && mark && (s.changes > 0 || !f.percent()) {
		return figures[1 : n+1]
	}
	// Columns behind the years: a change, a target.
	if extra == s.changes || extra <= 2 && last(figures).percent() || extra == 1 && !last(figures).empty && last(figures).q.Signed || extra <= s.tailWords && s.tailWords > 0 {
		return figures[:n]
	}
	return nil
}

func last(f []figure) figure { return f[len(f)-1] }

func (f figure) percent() bool { return !f.empty && f.q.Unit.Dimension == quantity.Percent }

// readRow splits a line into a label and the figures that end it.
func readRow(text string, f quantity.Format, years int) (r row, ok bool) {
	if m := gluedLabel.FindStringSubmatchIndex(text); m != nil && !keepsGlued(text[:m[3]], text[m[4]:m[5]]) {
		text = text[:m[3]] + " " + text[m[3]:]
	}
	fields := strings.Fields(text)
	i := len(fields)
	var rev []figure
	for i > 0 && len(rev) < 40 {
		w := fields[i-1]
		switch {
		case percentTok.MatchString(w):
			q, good := token(strings.TrimSuffix(strings.TrimSpace(w), "%"), f)
			if !good {
				return r, false
			}
			q.Unit, _ = percentUnit()
			rev = append(rev, figure{q: q})
		case w == "%" && i > 1 && figureToken.MatchString(fields[i-2]):
			q, good := token(fields[i-2], f)
			if !good {
				return r, false
			}
			q.Unit, _ = percentUnit()
			rev = append(rev, figure{q: q})
			i--
		case emptyToken.MatchString(w):
			// "– 8.7" is a figure with its sign; a dash alone is an empty column.
			if n := len(rev); n > 0 && !rev[n-1].empty && (w == "–" || w == "-" || w == "−" || w == "+") && signs(fields, i-1) {
				rev[n-1].q.Signed = true
				rev[n-1].q.Value = new(apd.Decimal).Neg(rev[n-1].q.Value)
			} else {
				rev = append(rev, figure{empty: true})
			}
		case w == "+" && len(rev) > 0 && !rev[len(rev)-1].empty:
			rev[len(rev)-1].q.Signed = true
		case namesScope(fields[:i]):
			goto done // "Scope 1" is a name
		case figureToken.MatchString(w):
			q, good := token(w, f)
			if !good {
				return r, false
			}
			rev = append(rev, figure{q: q})
		default:
			// A unit behind each figure: "7,540 mtCO2e 10,333 mtCO2e".
			if i > 1 && figureToken.MatchString(fields[i-2]) && years > 0 && !roundThousand.MatchString(fields[i-2]) && !strings.ContainsAny(w, "()[]") && isUnit(w) && !namesScope(fields[:i-1]) {
				q, good := token(fields[i-2], f)
				if !good {
					return r, false
				}
				rev = append(rev, figure{q: q})
				r.unit = w
				i -= 2
				continue
			}
			goto done
		}
		i--
	}
done:
	for k := len(rev) - 1; k >= 0; k-- {
		r.figures = append(r.figures, rev[k])
	}
	for len(r.figures) > 0 && r.figures[0].empty && len(r.figures) > max(years, 1) {
		r.figures = r.figures[1:] // a dash of the label
	}
	label := strings.Join(fields[:i], " ")
	if u := trailingUnit(label); u != "" {
		r.unit = u
		label = strings.TrimSpace(strings.TrimSuffix(label, u))
	}
	r.label = label
	some := false
	for _, g := range r.figures {
		some = some || !g.empty
	}
	return r, some
}

// namesScope says that the last word is the number of a scope, a category or a chapter.
func namesScope(fields []string) bool {
	n := len(fields)
	w := strings.TrimRight(fields[n-1], "*†‡¹²³),:")
	if len(w) > 2 || n < 2 {
		return false
	}
	before := strings.Join(fields[max(0, n-6):n-1], " ")
	if numbered.MatchString(before) {
		return true
	}
	all := before + " " + w
	m := scopeWord.FindAllStringIndex(all, -1)
	return len(m) > 0 && m[len(m)-1][1] == len(all)
}

var numbered = regexp.MustCompile(`(?i)\b(?:scopes?|category|kategori\w*|part|gri|tier|phase|table|figure|step|page|note|goal|sdg)$`)

var endsInDash = regexp.MustCompile(`[-–−—]\s*$`)

var methodTail = regexp.MustCompile(`(?i)^(.*\d)\s+((?:market|location)[- ]based)\s*$`)

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

// keepsGlued says that a word and the figure after it belong together: CO2, PM10, ISO14064.
func keepsGlued(before, figure string) bool {
	w := before[strings.LastIndexAny(before, " \t(/")+1:]
	short := len(strings.Fields(figure)) == 1 && !strings.ContainsAny(figure, ".,'’")
	return short && len(w) <= 4 || strings.EqualFold(w, "co") || strings.EqualFold(w, "scope") || strings.EqualFold(w, "fy")
}

// signs says that the dash at i stands for the sign of the figure behind it: figures before it go on without
// an empty column of their own.
func signs(fields []string, i int) bool {
	return i > 0 && (figureToken.MatchString(fields[i-1]) || percentTok.MatchString(fields[i-1]))
}

func token(w string, f quantity.Format) (quantity.Quantity, bool) {
	w = strings.TrimRight(w, "*†‡¹²³⁴⁵⁶⁷⁸⁹")
	negative := strings.HasPrefix(w, "(") && strings.HasSuffix(w, ")")
	w = strings.Trim(w, "()")
	q, err := quantity.Parse(w, f)
	if err != nil {
		digits, _, ok := quantity.Normalise(w, f)
		if !ok {
			return q, false
		}
		v, _, err := apd.NewFromString(digits)
		if err != nil {
			return q, false
		}
		q = measured(v, w)
	}
	q.Year = false
	if negative {
		q.Value, q.Signed = new(apd.Decimal).Neg(q.Value), true
	}
	return q, true
}

func percentUnit() (quantity.Unit, error) { return quantity.ParseUnit("%") }

func isUnit(w string) bool {
	_, err := quantity.Measures(w)
	return err == nil
}

// trailingUnit is the unit that ends a label, up to five words long; empty if there is none.
func trailingUnit(label string) string {
	fields := strings.Fields(label)
	for n := min(5, len(fields)); n > 0; n-- {
		u := strings.Join(fields[len(fields)-n:], " ")
		if _, err := quantity.Measures(u); err == nil && !bareLetter.MatchString(u) {
			return u
		}
	}
	return ""
}

var bareLetter = regexp.MustCompile(`^[a-zA-Z]$|^(?:CO2e?|CO₂e?)$`)

// unitWithin is a unit of emissions, energy, water or waste that a line of words names: in brackets, after
// "in", at its end.
func unitWithin(text string) string {
	if len(text) > 200 {
		return ""
	}
	for _, m := range brackets.FindAllStringSubmatch(text, -1) {
		if _, err := quantity.Measures(m[1]); err == nil && !bareLetter.MatchString(m[1]) {
			return m[1]
		}
	}
	if m := inUnit.FindStringSubmatch(text); m != nil {
		fields := strings.Fields(m[1])
		for n := min(7, len(fields)); n > 0; n-- {
			u := strings.Trim(strings.Join(fields[:n], " "), ".,;)")
			if _, err := quantity.Measures(u); err == nil && !bareLetter.MatchString(u) {
				return u
			}
		}
	}
	if len(text) < 60 {
		return trailingUnit(text)
	}
	return ""
}

var inUnit = regexp.MustCompile(`(?i)\bin\s+((?:\S+\s*){1,8})`)

// lineRect is where the figure stands, or its line.
func lineRect(p *document.Page, l textLine, figure string) [4]float64 {
	start, end := l.start, l.start+len([]rune(l.text))
	if at := strings.Index(l.text, figure); at >= 0 && figure != "" {
		start += len([]rune(l.text[:at]))
		end = start + len([]rune(figure))
	}
	if rects := p.Rects(start, end); len(rects) > 0 {
		return rects[0]
	}
	return [4]float64{}
}
