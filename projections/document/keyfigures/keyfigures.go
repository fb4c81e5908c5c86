// Package keyfigures finds the figures that stand for what a report measures: of energy, water, waste, accidents and the like the row that the
// report itself treats as the whole. It compares rows of tables alone, by where they stand, what repeats them and what adds up to them; a row
// that is one of several equals stands for nothing.
package keyfigures

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// Figure is one figure of a row.
type Figure struct {
	ID, Family, Unit   string // the unit is the base unit: figures of one are comparable
	Caption            string
	RowPath, ColPath   []string // headings from the outermost to its own
	Printed            string   // with its unit, in the format of whoever tells of it
	Year, Page, Places int      // places besides its own in which the figure stands
	Value              *apd.Decimal
	Total              bool // parts that hold add up to it
	Wanted             int  // 1 if more of it is better, -1 if less is, 0 if nobody knows
}

// Row is a row, or a column that is no year of one, with its figures of one unit.
type Row struct {
	Family, Unit, Name string
	Figures            []Figure // the latest first, one of each year
	score              int
	largest            bool // of its unit
	part               bool // of the row above, as its heading goes on from it
}

// In is the figure of a year; nil where there is none.
func (r *Row) In(year int) *Figure {
	for i := range r.Figures {
		if r.Figures[i].Year == year {
			return &r.Figures[i]
		}
	}
	return nil
}

// Change is by how many per cent the figure of a year differs from that of the year before; nil where it cannot be said.
func (r *Row) Change(year int) *apd.Decimal {
	now, before := r.In(year), r.In(year-1)
	if now == nil || before == nil || before.Value.Sign() <= 0 {
		return nil
	}
	change, _ := quantity.PercentOf(quantity.Sub(now.Value, before.Value), before.Value)
	return change
}

// Of are the rows that stand for their families in a year, at most one of each, by family.
func Of(figures []Figure, year int) []Row {
	families := map[string][]Row{}
	for _, r := range Rows(figures) {
		if r.In(year) != nil {
			families[r.Family] = append(families[r.Family], r)
		}
	}
	var out []Row
	for _, all := range families {
		if r, ok := standing(all, year); ok {
			out = append(out, r)
		}
	}
	slices.SortFunc(out, func(a, b Row) int { return cmp.Compare(a.Family, b.Family) })
	return out
}

// Rows puts the figures of a row together. A year that has two figures in one row is of something that was not told apart: it has none.
func Rows(figures []Figure) []Row {
	at := map[string]int{}
	var out []Row
	for _, f := range figures {
		if f.Value == nil || f.Year == 0 || len(f.RowPath) == 0 {
			continue
		}
		columns := withoutYears(f.ColPath)
		key := strings.Join(append([]string{f.Family, f.Unit, f.Caption, strings.Join(f.RowPath, "\x00")}, columns...), "\x01")
		i, known := at[key]
		if !known {
			i = len(out)
			at[key] = i
			first, _ := utf8.DecodeRuneInString(Clean(f.RowPath[len(f.RowPath)-1]))
			out = append(out, Row{Family: f.Family, Unit: f.Unit, Name: Name(f, columns...), part: unicode.IsLower(first)})
		}
		out[i].Figures = append(out[i].Figures, f)
	}
	for i := range out {
		out[i].Figures = single(out[i].Figures)
	}
	return out
}

// single leaves out the years of which a row gives different figures.
func single(figures []Figure) []Figure {
	slices.SortStableFunc(figures, func(a, b Figure) int {
		return cmp.Or(cmp.Compare(b.Year, a.Year), cmp.Compare(a.Page, b.Page), cmp.Compare(a.ID, b.ID))
	})
	var out []Figure
	for from := 0; from < len(figures); {
		to := from + 1
		for to < len(figures) && figures[to].Year == figures[from].Year {
			to++
		}
		same := figures[from:to]
		if !slices.ContainsFunc(same, func(f Figure) bool { return f.Value.Cmp(same[0].Value) != 0 }) {
			same[0].Places += len(same) - 1
			out = append(out, same[0])
		}
		from = to
	}
	return out
}

// standing is the row that stands for a family: the one that is printed again elsewhere, that parts add up to, that is the largest of its unit.
// Where two rows have as much for them and differ, none does. An amount that is less than another is a part of it, however often it is printed.
func standing(all []Row, year int) (Row, bool) {
	for i := range all {
		all[i].score = score(&all[i], all, year)
	}
	whole := slices.DeleteFunc(all, func(r Row) bool {
		return r.score < least || r.part || r.Unit != "%" && !r.largest && !r.In(year).Total
	})
	if len(whole) == 0 {
		return Row{}, false
	}
	slices.SortStableFunc(whole, func(a, b Row) int {
		return cmp.Or(cmp.Compare(b.score, a.score), b.In(year).Value.Cmp(a.In(year).Value), cmp.Compare(a.In(year).Page, b.In(year).Page),
			cmp.Compare(a.Name, b.Name))
	})
	for _, r := range whole[1:] {
		if r.score == whole[0].score && !same(&r, &whole[0], year) {
			return Row{}, false
		}
	}
	return whole[0], true
}

// least is how much must speak for a row: one thing that the report does with it, and nothing against it.
const least = 2

func score(r *Row, all []Row, year int) int {
	now := r.In(year)
	n := min(2, now.Places)
	r.largest = r.Unit != "%"
	for i := range all {
		o := &all[i]
		if o == r {
			continue
		}
		if same(o, r, year) {
			n = min(n+1, 2) // it stands in another row, as among key figures
		}
		if other := o.In(year); o.Unit == r.Unit && other.Value.Cmp(now.Value) > 0 {
			r.largest = false
		}
	}
	n *= 2
	if now.Total {
		n += 2
	}
	if r.largest {
		n += 2
	}
	if r.In(year-1) != nil {
		n++
	}
	if len(now.RowPath) > 1 || len(withoutYears(now.ColPath)) > 0 {
		n-- // below another heading it is often a part
	}
	return n
}

// same reports whether two rows state one amount for a year. Figures of one or two digits agree by chance.
func same(a, b *Row, year int) bool {
	x, y := a.In(year), b.In(year)
	return a.Unit == b.Unit && x.Value.Cmp(y.Value) == 0 && significant(x.Value) > 2
}

// significant are the digits of a number up to the last that is not zero.
func significant(d *apd.Decimal) int64 {
	reduced, _ := new(apd.Decimal).Reduce(d)
	return reduced.NumDigits()
}

var aYear = pattern.Compile(`(?:19|20)\d\d|\bFY\s?\d\d`)

// withoutYears are the headings of a column that do not say of when it is.
func withoutYears(path []string) []string {
	return slices.DeleteFunc(slices.Clone(path), func(h string) bool {
		return aYear.MatchString(h) || !letters.MatchString(h) || periodAlone.MatchString(h)
	})
}

var letters = pattern.Compile(`\p{L}{2}`)

// Name is what the row of a figure is called: by its own heading, with those above it and the caption until it is said of what it is,
// and by its columns.
func Name(f Figure, columns ...string) string {
	own := len(f.RowPath) - 1
	for own > 0 && unitAlone(f.RowPath[own]) { // a column of units or periods beside the names
		own--
	}
	out := Clean(f.RowPath[own])
	of, known := families[f.Family]
	enough := func(i int) bool {
		if known {
			return of.words.MatchString(out)
		}
		words := len(strings.Fields(out))
		return words >= tellingWords || words >= fewWords && i < own-1 // what it is of is often said above it
	}
	for i := own - 1; i >= -1 && !enough(i); i-- {
		if i < 0 && len(strings.Fields(out)) >= fewWords {
			break
		}
		above := Clean(f.Caption)
		if i >= 0 {
			above = Clean(f.RowPath[i])
		}
		if above != "" && len(strings.Fields(above)) <= manyWords && !inUnit.MatchString(above) &&
			!strings.Contains(strings.ToLower(out), strings.ToLower(above)) {
			out = above + ": " + out
		}
	}
	if known && !enough(-1) {
		out = of.name + ": " + out
	}
	var other []string
	for _, c := range columns {
		if c = Clean(c); !strings.Contains(out, c) {
			other = append(other, c)
		}
	}
	if len(other) > 0 {
		out += " (" + strings.Join(other, ", ") + ")"
	}
	return out
}

var gases = pattern.Compile(`(?i)emission|carbon|co2|co₂|ghg|scope`)

// families are those whose rows say of what they are in words that are known, and what one is called that has none of them.
var families = map[string]struct {
	name  string
	words *pattern.Pattern
}{
	"accidents":     {"Accidents", pattern.Compile(`(?i)accident|injur|incident|fatal|lti|lost`)},
	"energy":        {"Energy", pattern.Compile(`(?i)energy|electric|power|fuel|gas|heat|diesel`)},
	"water":         {"Water", pattern.Compile(`(?i)water`)},
	"waste":         {"Waste", pattern.Compile(`(?i)waste|recycl`)},
	"ghg_emissions": {"Emissions", gases},
	"ghg_intensity": {"Intensity of emissions", gases},
}

// inUnit is a heading that says in what the rows below it are given, and not of what.
var inUnit = pattern.Compile(`(?i)^\(?in\s+\S+(?:\s+\S+)?\)?$`)

// fewWords are as many as do not say what a row is of, as "Total".
const fewWords = 3

// tellingWords are as many as say by themselves what a row is of.
const tellingWords = 8

// manyWords are more than a heading has that names what stands below it: it is a sentence.
const manyWords = 14

// Clean is a heading without the marks of lists and notes around it, and without the number that a standard gives it.
func Clean(s string) string {
	return strings.Trim(itemCode.ReplaceAllString(tableNumber.ReplaceAllString(strings.Join(strings.Fields(s), " "), ""), ""), " :;,.–-*")
}

// itemCode is the number of an item of a standard in front of its name.
var itemCode = pattern.Compile(`^(?:\p{Lu}\p{L}+\s+)?\p{Lu}?\d{1,3}(?:[-.]\d+)*(?:\([a-z]{1,4}\))+\s+`)

// NamesNothing reports whether the words of a row say not of what it is: they are none, a unit or a period.
func NamesNothing(words string) bool { return !letters.MatchString(words) || unitAlone(words) }

// unitAlone reports whether a heading says no more than in what a row is given, for what time, or under which code.
func unitAlone(heading string) bool {
	_, err := quantity.ParseUnit(heading)
	return err == nil || countedIn.MatchString(heading) || periodAlone.MatchString(heading) || facts.IsCode(heading)
}

var countedIn = pattern.Compile(`(?i)^(?:numbers?|hours?|percentage|rate|megawatts?)$`)

// periodAlone is a heading that says for what time a row is and no more.
var periodAlone = pattern.Compile(`(?i)^(?:(?:fiscal|financial|calendar|reporting)\s+)?(?:year|period|quarter)s?$`)

// tableNumber is how a caption begins that has one.
var tableNumber = pattern.Compile(`^(?i:table)\s+[A-Z]?\d+(?:\.\d+)*[.:]?\s+`)
