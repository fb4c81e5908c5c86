package intake

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
)

// span is a reporting period: the year by which it is called and, where the report states them, its days.
type span struct {
	guess
	from, to string // 2022-10-01; empty if not stated
	days     guess  // where they are stated
	stated   bool   // the report speaks of a period, not only of a year
}

const (
	monthNames = `(?:January|February|March|April|May|June|July|August|September|October|November|December|Januari|Februari|Maret|Mei|Juni|Juli|` +
		`Agustus|Oktober|Desember|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.?`
	day = `(?:\d{1,2}(?:st|nd|rd|th)?(?: of)? ` + monthNames + `,? (20[0-4]\d)|` + monthNames +
		` \d{1,2}(?:st|nd|rd|th)?,? (20[0-4]\d)|\d{1,2}[./]\d{1,2}[./](20[0-4]\d))`
)

var (
	// fromTo is a period by its days. The first day's year may be left out: 1 January to 31 December 2023.
	fromTo = pattern.Compile(`((?:\d{1,2}(?:st|nd|rd|th)?(?: of)? ` + monthNames + `|` + monthNames +
		` \d{1,2}(?:st|nd|rd|th)?)(?:,? 20[0-4]\d)?|\d{1,2}[./]\d{1,2}[./](?:20[0-4]\d)?)\s*(?:to|until|till|through|and|sampai(?: dengan)?|s/d|[-–—])\s*(` +
		day + `)`)
	// ended is a period by its last day.
	ended = pattern.Compile(`(?i)\b(?:(?:year|period|twelve months|12 months|FY ?'?(?:20)?[0-4]\d)[\w ]{0,20} ?\b` +
		`(?:ended|ending|ends|to)(?: on)?|as (?:of|at))\s+(` + day + `)`)
	// periodWords are near a period that is the report's.
	periodWords = pattern.Compile(`(?i)\b(report(ing|s|ed)?|period|periode|fiscal|financial year|business year|covers?|tahun buku|calendar year)\b`)

	reportYear = pattern.Compile(`(?i)\b(?:report|review|statement|disclosures?|factbook|index|\w*bericht|laporan[\w &]{0,40}|tahun)[ \t\n|–:-]{1,4}` +
		`(?:for |fy ?)?(20[0-4]\d)(?:[/–-](\d{2}))?\b|` +
		`\b(?:report|review|statement|disclosures?|factbook)[ \t\n|–:-]{1,4}(?:for )?FY ?'?([0-4]\d)(?:[/–-](\d{2}))?\b|` +
		`\b(20[0-4]\d)(?:[/–-](\d{2}))?[ \t\n|]{1,3}(?:[\w,&-]+[ \t\n]+){0,7}(?:report|review|statement|disclosures?|factbook)\b`)
	planYear = pattern.Compile(`(?i)\b(?:plan)[ \t\n|–:-]{1,4}(20[0-4]\d)\b|` +
		`\b(20[0-4]\d)[ \t\n|]{1,3}(?:[\w,&-]+[ \t\n]+){0,4}(?:action|transition|climate|sustainability) plan\b`)
	fiscal     = pattern.Compile(`\bFY ?'?(?:20)?([0-4]\d)(?:[/–-](?:20)?(\d{2}))?\b`)
	fiscalYear = pattern.Compile(`(?i)\b(?:fiscal|financial|reporting|business|calendar)(?: year)? (20[0-4]\d)(?:[/–-](?:20)?(\d{2}))?\b|` +
		`\b(20[0-4]\d)(?:[/–-](?:20)?(\d{2}))? (?:fiscal|financial|reporting|business) year\b|\bfor the year (20[0-4]\d)(?:[/–-](?:20)?(\d{2}))?\b|` +
		`\b(?:report|statement|review)s? (?:covers?|is for|relates? to) (?:the )?(?:year )?(20[0-4]\d)(?:[/–-](?:20)?(\d{2}))?\b`)
	// aimedOrPast leads to a year that is a target's, or that figures are held against.
	aimedOrPast = pattern.Compile(`(?i)\b(?:by|until|against|than|on|from|since|to|targets? for|below|versus|vs\.?)(?: the end of)? $`)
	// comparedWith are the words with which a report sets its year against the one before it.
	comparedWith = pattern.Compile(`(?i)\((20[0-4]\d)(?:[/–-](\d{2}))?: |(?:\bthan in|\bcompared (?:with|to)|(?:%|\bpoints?) on|\bagainst|` +
		`\bafter [\d., \x{a0}\w%]{1,30} in) (20[0-4]\d)(?:[/–-](\d{2}))?\b`)
	// split is a year that goes over the turn of a calendar year, 2023/24.
	split   = pattern.Compile(`\b(20[0-4]\d)[/–-](\d{2})\b`)
	anyYear = pattern.Compile(`\b20[0-4]\d\b`)
)

// daysPages is how many pages at either end are searched for the days of the period.
const daysPages = 12

// period guesses which year the report is about: by the days it states, by the year it calls itself by, by
// the fiscal year it speaks of most, or else by the year it names most. Targets lie years ahead and base
// years behind; neither is called the report's.
func period(d *document.Document) span {
	y := years{by: map[string]*yearFound{}, calendar: vocabulary.CalendarOf(d.Texts())}
	for i := range d.Pages {
		p := &d.Pages[i]
		if i < daysPages || i >= len(d.Pages)-daysPages || strings.Contains(p.Text, "reporting period") || strings.Contains(p.Text, "Reporting period") {
			y.days(p, i < frontPages)
		}
		weight := 1.0
		if i < frontPages {
			weight = 6
		}
		y.matches(p, reportYear, 3*weight, "the report calls itself by this year", false)
		y.matches(p, planYear, 2*weight, "the plan calls itself by this year", false)
		y.matches(p, fiscal, 2, "the fiscal year that the report speaks of most", false)
		y.matches(p, fiscalYear, 2, "the fiscal year that the report speaks of most", true)
		y.matches(p, split, 0.5*weight, "the year that goes over the turn of a calendar year", false)
		y.compared(p)
		y.columns(p)
	}
	if len(y.by) == 0 {
		for i := range d.Pages {
			p := &d.Pages[i]
			for _, m := range anyYear.FindAllStringIndex(p.Text, -1) {
				if ofAimOrBase(p.Text, m[0], m[1]) {
					continue
				}
				year := p.Text[m[0]:m[1]]
				y.add(year, 1, span{guess: at("period", year, "the year that is named most", p, m[0], m[1])})
			}
		}
	}
	y.titles(d)
	return y.best()
}

// years are those that the report may be about, and how it numbers its fiscal ones.
type years struct {
	by       map[string]*yearFound
	calendar vocabulary.Calendar
}

// ends is the year in which a period ends that a text calls by a year.
func (y *years) ends(text, year string) string {
	if year == "" {
		return ""
	}
	return strconv.Itoa(y.calendar.Ends(text, number(year)))
}

type yearFound struct {
	weight, strongest float64
	best              span
}

func (y *years) add(year string, weight float64, s span) {
	f := y.by[year]
	if f == nil {
		f = &yearFound{}
		y.by[year] = f
	}
	f.weight += weight
	if weight > f.strongest {
		before := f.best
		f.strongest, f.best = weight, s
		f.best.stated = s.stated || before.stated
		if s.from == "" {
			f.best.from, f.best.to, f.best.days = before.from, before.to, before.days
		}
		return
	}
	if f.best.from == "" {
		f.best.from, f.best.to, f.best.days = s.from, s.to, s.days
	}
	f.best.stated = f.best.stated || s.stated
}

// matches adds what a pattern finds: the first on a page with its full weight, further ones count nothing.
func (y *years) matches(p *document.Page, pattern *pattern.Pattern, weight float64, why string, stated bool) {
	here := map[string]bool{}
	for _, w := range aroundYears(p.Text) {
		text := p.Text[w[0]:w[1]]
		for _, m := range pattern.FindAllStringSubmatchIndex(text, -1) {
			year := y.ends(text[m[0]:m[1]], yearOf(text, m))
			if year == "" || here[year] || aimedOrPast.MatchString(text[:m[0]]) || strings.HasPrefix(strings.TrimLeft(text[m[1]:], " "), "=") { // "Index: 2015 = 100"
				continue
			}
			here[year] = true
			y.add(year, weight, span{guess: at("period", year, why, p, w[0]+m[0], w[0]+m[1]), stated: stated})
		}
	}
}

// columns adds the year up to which a table goes on from another: of "2022 | 2023 | 2024 | 2030" it is 2024. Targets stand apart from the
// years that were measured; the standards of a GRI index have one year, and no year before it.
func (y *years) columns(p *document.Page) {
	for i := range p.Tables {
		t := &p.Tables[i]
		found := map[int]bool{}
		for _, row := range t.Rows[:t.HeaderRows] {
			for j := range row {
				for _, year := range yearsIn(row[j].Text) {
					found[y.calendar.Ends(row[j].Text, year)] = true
				}
			}
		}
		last := 0
		for year := range found {
			if found[year-1] {
				last = max(last, year)
			}
		}
		if where := strings.Index(p.Text, strconv.Itoa(last)); last > 0 && where >= 0 {
			y.add(strconv.Itoa(last), 2, span{guess: at("period", strconv.Itoa(last), "the last year of its tables", p, where, where+4)})
		} else if where := strings.Index(p.Text, strconv.Itoa(last-1)); last > 0 && where >= 0 { // "2023/24", or numbered by its beginning
			y.add(strconv.Itoa(last), 2, span{guess: at("period", strconv.Itoa(last), "the last year of its tables", p, where, where+4)})
		}
	}
}

// yearsIn lists the years that a text names, of 2023/24 the later one.
func yearsIn(text string) []int {
	var out []int
	for _, m := range anyYear.FindAllStringIndex(text, -1) {
		if s := split.FindStringSubmatchIndex(text[m[0]:]); s != nil && s[0] == 0 {
			out = append(out, number(yearOf(text[m[0]:], s)))
			continue
		}
		out = append(out, number(text[m[0]:m[1]]))
	}
	return out
}

// compared adds the year after the one that a page compares its figures with: "(2022/23: 149,800)", "1.8 % more than in 2023".
func (y *years) compared(p *document.Page) {
	here := map[string]bool{}
	for _, w := range aroundYears(p.Text) {
		text := p.Text[w[0]:w[1]]
		for _, m := range comparedWith.FindAllStringSubmatchIndex(text, -1) {
			before := yearOf(text, m)
			if before == "" || here[before] {
				continue
			}
			here[before] = true
			year := strconv.Itoa(number(before) + 1)
			y.add(year, 1, span{guess: at("period", year, "the year after the one that it compares its figures with", p, w[0]+m[0], w[0]+m[1])})
		}
	}
}

// titles adds the years in the first lines of the first page.
func (y *years) titles(d *document.Document) {
	const first, weight = 160, 3.0 // bytes
	if len(d.Pages) == 0 {
		return
	}
	p := &d.Pages[0]
	text := p.Text[:runeStart(p.Text, min(first, len(p.Text)))]
	here := map[int]bool{}
	for _, m := range anyYear.FindAllStringIndex(text, -1) {
		if ofAimOrBase(text, m[0], m[1]) {
			continue
		}
		year := yearsIn(text[m[0]:])[0]
		year = y.calendar.Ends(text, year)
		if where := strings.Index(text, "20"); !here[year] {
			here[year] = true
			name := strconv.Itoa(year)
			y.add(name, weight, span{guess: at("period", name, "the year that its first lines name", p, where, where+4)})
		}
	}
}

// ofAimOrBase reports whether a year is one that something is to be reached in, or counted from.
func ofAimOrBase(text string, from, upTo int) bool {
	return aimedOrPast.MatchString(text[max(0, from-40):from]) || baseBehind.MatchString(text[upTo:])
}

var baseBehind = pattern.Compile(`(?i)^\s+(?:base(?:line)?|levels?|targets?)\b`)

// aroundYears are the stretches of a text that hold years, with what stands around them: the patterns are
// slow, and most text holds none.
func aroundYears(text string) [][2]int {
	const around = 90
	var out [][2]int
	for i := 0; i+3 < len(text); i++ {
		year := text[i] == '2' && text[i+1] == '0' && isDigit(text[i+2]) && isDigit(text[i+3])
		if !year && (text[i] != 'F' || text[i+1] != 'Y') {
			continue
		}
		from, to := runeStart(text, max(0, i-around)), runeStart(text, min(len(text), i+around))
		if n := len(out); n > 0 && from <= out[n-1][1] {
			out[n-1][1] = to
		} else {
			out = append(out, [2]int{from, to})
		}
	}
	return out
}

// days adds periods that are given by their days: of eleven to thirteen months, in a sentence that speaks
// of a report or a period.
func (y *years) days(p *document.Page, front bool) {
	weight := 6.0
	if front {
		weight = 20
	}
	for _, w := range aroundYears(p.Text) {
		text := unbroken(p.Text[w[0]:w[1]])
		for _, m := range fromTo.FindAllStringSubmatchIndex(text, -1) {
			from, to, ok := twelveMonths(text[m[2]:m[3]], text[m[4]:m[5]])
			if !ok || !(front && p.Number == 1) && !periodWords.MatchString(p.Text[max(0, w[0]+m[0]-160):min(len(p.Text), w[0]+m[1]+120)]) {
				continue // the first page gives no other twelve months than the report's
			}
			year := strconv.Itoa(to.year)
			g := at("period", year, "the reporting period by its days", p, w[0]+m[0], w[0]+m[1])
			y.add(year, weight, span{guess: g, from: from.String(), to: to.String(), days: g, stated: true})
		}
		for _, m := range ended.FindAllStringSubmatchIndex(text, -1) {
			to, ok := dateOf(text[m[2]:m[3]], 0)
			if !ok || to.day < 28 || anyYear.MatchString(text[m[1]:min(len(text), m[1]+yearsBeside)]) {
				continue // the date of a letter is no last day of a month, and one before further years heads a table of them
			}
			year := strconv.Itoa(to.year)
			y.add(year, weight/4, span{guess: at("period", year, "the last day of the year it reports on", p, w[0]+m[0], w[0]+m[1]), stated: true})
		}
	}
}

// unbroken is a text whose lines end with a space, so that what breaks over a line is one; a paragraph still ends. Every byte stays where it is.
func unbroken(text string) string {
	b := []byte(text)
	for i := 1; i+1 < len(b); i++ {
		if b[i] == '\n' && b[i-1] > ' ' && b[i+1] > ' ' {
			b[i] = ' '
		}
	}
	return string(b)
}

// yearsBeside is how many bytes behind a day another year makes both of them heads of columns: "31 December 2022 2023".
const yearsBeside = 24

func (y *years) best() span {
	var all []string
	for year := range y.by {
		all = append(all, year)
	}
	slices.SortFunc(all, func(a, b string) int {
		return cmp.Or(cmp.Compare(y.by[b].weight, y.by[a].weight), cmp.Compare(b, a))
	})
	if len(all) == 0 {
		return span{}
	}
	return y.by[all[0]].best
}

var (
	dateNumbers = pattern.Compile(`\d+`)
	dateMonth   = pattern.Compile(`(?i)` + monthNames)
	monthStarts = []string{"jan", "feb", "mar", "apr", "ma|mei", "jun", "jul", "au|ag", "sep", "o", "nov", "d"}
)
