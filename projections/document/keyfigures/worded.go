package keyfigures

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// Pace is a row whose heading says by how much a year something is to fall since a base year, with what has been reached since then.
type Pace struct {
	Row
	Rate, Reached, Wanted *apd.Decimal // per cent: of a year, since the base year, and as many as the years since then ask for
	Base, Until           int          // Until is the last year that the heading names, 0 where it names none after the base year
}

var (
	yearly = pattern.Compile(`(?i)\bby\s+(?:at\s+least\s+|an?\s+average\s+of\s+)?(\d+(?:\.\d+)?)\s*%\s+` +
		`(?:(?:per|a|each|every)\s+(?:year|annum)|annually|p\.\s?a\.)`)
	since = pattern.Compile(`(?i)\b(?:compared\s+(?:with|to)|against|versus|from|relative\s+to|base\s+year)\s+(?:the\s+)?(?:year\s+)?((?:19|20)\d\d)\b`)
)

// Paced are the rows of changes since a base year that are to come to a rate each year. A heading with two rates or two base years is of more than one
// thing; one without a base year counts from the only one that such headings of its page name: it stands over several of them.
func Paced(changes []Figure, year int) []Pace {
	var rows []Row
	bases, untils := map[int][]string{}, map[int]int{} // by page
	for _, r := range Rows(changes) {
		now := r.In(year)
		if now == nil || r.Unit != "%" || now.Value.Sign() >= 0 || len(yearly.FindAllString(headingsOf(now), -1)) != 1 { // without a sign it may be one to more
			continue
		}
		rows = append(rows, r)
		for _, m := range since.FindAllStringSubmatch(headingsOf(now), -1) {
			bases[now.Page], untils[now.Page] = append(bases[now.Page], m[1]), lastDue(headingsOf(now), m[1])
		}
	}
	var out []Pace
	for _, r := range rows {
		now := r.In(year)
		named := since.FindAllStringSubmatch(headingsOf(now), -1)
		if len(named) > 1 || len(named) == 0 && len(bases[now.Page]) != 1 {
			continue
		}
		from, until := bases[now.Page][0], untils[now.Page]
		if len(named) == 1 {
			from = named[0][1]
			until = lastDue(headingsOf(now), from)
		}
		rate, _, err := apd.NewFromString(yearly.FindStringSubmatch(headingsOf(now))[1])
		base, _ := strconv.Atoi(from)
		if err != nil || base >= year || base < year-mostYears {
			continue
		}
		wanted := quantity.Mul(rate, quantity.Int(int64(year-base)))
		out = append(out, Pace{Row: r, Rate: rate, Reached: quantity.Abs(now.Value), Wanted: wanted, Base: base, Until: until})
	}
	return out
}

func headingsOf(f *Figure) string { return strings.Join(f.RowPath, " ") }

// lastDue is the last year after a base year that a heading names; 0 where it names none.
func lastDue(heading, base string) int {
	from, _ := strconv.Atoi(base)
	last := 0
	for _, y := range due.FindAllString(heading, -1) {
		if n, _ := strconv.Atoi(y); n > from {
			last = max(last, n)
		}
	}
	return last
}

// mostYears is how long ago a base year of today's targets may be.
const mostYears = 25

// Behind reports whether less has been reached than the years since the base year ask for.
func (p *Pace) Behind() bool { return p.Reached.Cmp(p.Wanted) < 0 }

// Overtaken reports whether as much has been reached as the rate asks for by the last year, which is still to come: nothing is left of such a target.
func (p *Pace) Overtaken(year int) (whole *apd.Decimal, yes bool) {
	if p.Until <= year {
		return nil, false
	}
	whole = quantity.Mul(p.Rate, quantity.Int(int64(p.Until-p.Base)))
	return whole, p.Reached.Cmp(whole) >= 0
}

// Told is how a row worded as a target has come: what is wrong with it in a few words, by which figures, and what that means. Empty where nothing is.
func (p *Pace) Told(year int) (title, figures, means string) {
	so := fmt.Sprintf("%s %% less than in %d", quantity.Print(p.Reached, 2), p.Base)
	asks := quantity.Print(p.Rate, 2) + " % a year ask for "
	switch whole, overtaken := p.Overtaken(year); {
	case p.Behind():
		return "A target is off its path: ", fmt.Sprintf("%s, where %s%s %%", so, asks, quantity.Print(p.Wanted, 2)),
			"What is missing has to come in the years that are left"
	case overtaken:
		return Passed, fmt.Sprintf("%s by %d, where %s%s %% by %d", so, year, asks, quantity.Print(whole, 2), p.Until),
			"What is left of the target asks for nothing more, unless it is set anew or emissions rise again"
	}
	return "", "", ""
}

// Passed says before the name of a target that nothing is left of it though it is not due yet.
const Passed = "A target is passed already: "

// Wholes are the rows that give what shares are taken of, in an amount and as 100 % for a year and the one before, and whose amount has become twice as
// much or half: their shares are of two different things.
func Wholes(figures []Figure, year int) []Row {
	all := map[string]bool{} // rows with 100 % in a year
	key := func(f *Figure) string {
		return fmt.Sprint(f.Page, "\x00", f.Caption, "\x00", strings.Join(f.RowPath, "\x00"), "\x00", f.Year)
	}
	var amounts []Figure
	for _, f := range figures {
		switch {
		case f.Value == nil || f.Year != year && f.Year != year-1:
		case f.Unit == "%":
			all[key(&f)] = all[key(&f)] || f.Value.Cmp(quantity.Int(100)) == 0
		default:
			f.ColPath = nil // the column of a year and the unit
			amounts = append(amounts, f)
		}
	}
	var out []Row
	for _, r := range Rows(amounts) {
		now, before := r.In(year), r.In(year-1)
		if now == nil || before == nil || !all[key(now)] || !all[key(before)] || before.Value.Sign() <= 0 {
			continue
		}
		times, ok := quantity.Ratio(now.Value, before.Value)
		if ok && (times.Cmp(quantity.Int(2)) >= 0 || times.Cmp(apd.New(5, -1)) <= 0) {
			out = append(out, r)
		}
	}
	return out
}

var (
	more   = pattern.Compile(`(?i)^(?:increase|raise|improve|expand|grow)\b`)
	fewer  = pattern.Compile(`(?i)^(?:reduce|lower|decrease|cut|reduction\s+(?:of|in))\b`)
	toDate = pattern.Compile(`(?i)\b(?:status|actual|achieved|progress|results?|to\s+date)\b`)
)

// Reversed are the rows whose headings say that something is to become more, or less, and whose figures went the other way since the year before. They
// stand in tables of targets, whose columns say how far these have come.
func Reversed(levels []Figure, year int) []Row {
	var out []Row
	for _, r := range Rows(levels) {
		now, before := r.In(year), r.In(year-1)
		if now == nil || before == nil || !toDate.MatchString(strings.Join(now.ColPath, " ")) {
			continue
		}
		own := Clean(now.RowPath[len(now.RowPath)-1])
		gone := quantity.Sub(now.Value, before.Value).Sign()
		if gone < 0 && more.MatchString(own) || gone > 0 && fewer.MatchString(own) {
			out = append(out, r)
		}
	}
	return out
}
