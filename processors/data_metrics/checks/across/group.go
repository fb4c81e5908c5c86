// Package across checks what a sentence says of several rows of one table side by side - which of them is the largest, that each of them
// improved, that one has more than another - against the table.
package across

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// group is one measure of several things: a column of a table by its rows, or a row by its columns. Where columns are years it has several years.
type group struct {
	table  int
	across bool // the things are columns
	things []thing
	own    []string // stems of what is measured, as its own heading says
	over   []string // those of the headings around it, the caption and the unit
	kinds  []string // what the things may be called together
	per    bool
	last   int                 // year
	whole  map[int]sheet.Entry // the total of all, where the table has one
}

// thing is one of those that a table sets side by side.
type thing struct {
	label string
	names [][]string // what it is called, each by its stems in order
	at    map[int]sheet.Entry
}

var (
	// restRow is what a table gathers up: it is no thing of its own, however large.
	restRow = pattern.Compile(`(?i)\b(?:other|others|rest|remaining|remainder|misc\w*|various|average|mean|median|of\s+which|thereof)\b`)
	// partRow begins the label of a part of the row above it.
	partRow = pattern.Compile(`(?i)^\W*(?:(?:of|including)\s+)?(?:of\s+which|of\s+whom|thereof|of\s+these)\b:?\s*`)
	// leadingNumber numbers a row before its name.
	leadingNumber = pattern.Compile(`^\s*(?:\d{1,2}|[a-zA-Z])[.)]\s+`)
)

// bare is a heading without numbering, years, brackets and marks.
func bare(heading string) string {
	return strings.TrimSpace(sheet.WithoutYears(leadingNumber.ReplaceAllString(heading, "")))
}

// groupsOf reads the groups of all tables.
func groupsOf(s *sheet.Sheet) []group {
	var out []group
	for _, t := range s.Tables {
		byKey, below, whole := map[string]int{}, rowsBelow(t), -1
		for _, e := range t.All {
			if e.Source != "table" || e.Target || e.Change || e.Printed == e.Label() || e.Quantity().Bound != quantity.Exactly || e.Value == "" {
				continue
			}
			rows, cols := bares(sheet.Headings(e.At.RowPath)), bares(e.At.ColPath)
			if len(rows) > 0 && partRow.MatchString(sheet.Last(e.At.RowPath)) {
				if of, there := t.Cell(whole, e.At.Col); there && sheet.Comparable(of, e) {
					addPart(&out, byKey, e, of, sheet.Last(rows))
				}
				continue
			}
			whole = e.At.Row
			if n := len(rows); n > 0 {
				for n > 1 && len(below[strings.Join(rows[:n-1], "\x1f")]) == 1 {
					n-- // a table with several columns of labels: each names the row
				}
				add(&out, byKey, e, "row", rows[n-1:], append(slices.Clone(rows[:n-1]), cols...))
			}
			if len(cols) > 0 {
				add(&out, byKey, e, "column", cols[len(cols)-1:], append(slices.Clone(rows), cols[:len(cols)-1]...))
			}
		}
	}
	withoutSums(out)
	for i := range out {
		out[i].things = slices.DeleteFunc(out[i].things, func(t thing) bool { return restRow.MatchString(t.label) })
	}
	out = slices.DeleteFunc(out, func(g group) bool { return len(g.things) < 2 && len(g.whole) == 0 || len(g.things) == 0 })
	for i := range out {
		out[i].heads(s)
	}
	return out
}

// withoutSums leaves out the rows, or columns, that are the sum of all others in one of the measures of their table, whatever they are called.
func withoutSums(all []group) {
	type row struct {
		table  int
		across bool
		label  string
	}
	sums := map[row]bool{}
	for _, g := range all {
		for i, t := range g.things {
			if g.sumOfRest(i) {
				sums[row{g.table, g.across, t.label}] = true
			}
		}
	}
	for i := range all {
		g := &all[i]
		for _, t := range g.things {
			if sums[row{g.table, g.across, t.label}] && len(g.whole) == 0 {
				g.whole = t.at
				g.over = append(g.over, stems(t.label)...)
			}
		}
		g.things = slices.DeleteFunc(g.things, func(t thing) bool { return sums[row{g.table, g.across, t.label}] })
	}
}

// sumOfRest reports whether a thing is all others together, in each of its years.
func (g *group) sumOfRest(i int) bool {
	if len(g.things) < 3 || len(g.things[i].at) == 0 {
		return false
	}
	for year, e := range g.things[i].at {
		sum, room := quantity.Int(0), e.Quantity().Half
		for k, t := range g.things {
			o, there := t.at[year]
			if k == i {
				continue
			}
			if !there || sheet.Percent(o) {
				return false
			}
			sum, room = quantity.Sum(sum, o.Quantity().Value), quantity.Sum(room, o.Quantity().Half)
		}
		off, value := quantity.Abs(quantity.Sub(sum, e.Quantity().Value)), e.Quantity().Value
		if off.Cmp(room) > 0 || quantity.Mul(off, compare.Hundred).Cmp(value) > 0 { // of small numbers rounding would explain anything
			return false
		}
	}
	return true
}

// rowsBelow are the rows that stand below each heading of a table.
func rowsBelow(t *sheet.Table) map[string]map[int]bool {
	out := map[string]map[int]bool{}
	for _, e := range t.All {
		rows := bares(sheet.Headings(e.At.RowPath))
		for n := 1; n < len(rows); n++ {
			key := strings.Join(rows[:n], "\x1f")
			if out[key] == nil {
				out[key] = map[int]bool{}
			}
			out[key][e.At.Row] = true
		}
	}
	return out
}

func bares(path []string) []string {
	var out []string
	for _, h := range path {
		if b := bare(h); b != "" && (len(out) == 0 || out[len(out)-1] != b) {
			out = append(out, b)
		}
	}
	return out
}

// addPart puts a part of the row above it with the other parts of that: "of which women".
func addPart(out *[]group, byKey map[string]int, e, of sheet.Entry, name string) {
	g := add(out, byKey, e, "part", []string{partRow.ReplaceAllString(name, "")}, append([]string{bare(of.Label())}, bares(e.At.ColPath)...))
	g.whole[e.Year] = of
}

// add puts an entry with the others of its measure: those under the same headings but the last, of one unit.
func add(out *[]group, byKey map[string]int, e sheet.Entry, side string, named, path []string) *group {
	name := named[0]
	total := side == "row" && e.Total || side == "column" && vocabulary.IsTotal(sheet.Last(named))
	unit := e.Dimension
	if e.Ambiguous() {
		unit = strings.ToLower(e.Unit)
	}
	key := strings.Join(append([]string{strconv.Itoa(e.At.Table), side, unit, e.Per}, path...), "\x1f")
	i, known := byKey[key]
	if !known {
		i = len(*out)
		byKey[key] = i
		g := group{table: e.At.Table, across: side == "column", whole: map[int]sheet.Entry{}, per: e.Per != "", own: stems(strings.Join(path, " "))}
		around := slices.Concat([]string{e.At.Caption, e.Unit, e.Per}, e.At.ColPath, e.At.RowPath[:max(0, len(e.At.RowPath)-1)])
		g.over = stems(strings.Join(around, " "))
		if len(path) == 0 {
			of, _, _ := strings.Cut(sheet.WithoutYears(e.At.Caption), " by ")
			g.own = stems(of)
		}
		g.own = slices.DeleteFunc(g.own, func(w string) bool { // numbers of scopes, units
			_, err := quantity.ParseUnit(w)
			return len(w) < 2 || err == nil
		})
		*out = append(*out, g)
	}
	g := &(*out)[i]
	if total {
		if _, twice := g.whole[e.Year]; twice {
			g.whole[e.Year] = sheet.Entry{} // of some of them
			return g
		}
		g.whole[e.Year] = e
		g.over = append(g.over, stems(name)...)
		return g
	}
	at := slices.IndexFunc(g.things, func(t thing) bool { return t.label == name })
	if at < 0 {
		at = len(g.things)
		g.things = append(g.things, thing{label: name, at: map[int]sheet.Entry{}})
		for _, n := range named {
			if restRow.MatchString(n) {
				break // what is gathered up is meant by no name
			}
			if words := stemsOf(inOrder(n)); len(words) > 0 {
				g.things[at].names = append(g.things[at].names, words)
			}
		}
	}
	if _, twice := g.things[at].at[e.Year]; twice {
		g.things[at].names = nil // which of them is meant is not said
		return g
	}
	g.things[at].at[e.Year] = e
	g.last = max(g.last, e.Year)
	return g
}

// commonKinds are what things of a table may be called, whatever they are.
var commonKinds = sheet.Stems(strings.Join(lexicon.Entries("checks.kinds of things"), " "))

// heads adds what the table calls its things: the words of its caption, and of the head of its column of labels.
func (g *group) heads(s *sheet.Sheet) {
	e := g.first()
	g.kinds = append(slices.Clone(commonKinds), sheet.Stems(e.At.Caption)...)
	for i := range s.Pages() {
		p := &s.Options.Document.Pages[i]
		if p.Number != e.At.Page {
			continue
		}
		for k := range p.Tables {
			if t := &p.Tables[k]; t.Caption == e.At.Caption && t.HeaderRows > 0 && len(t.Rows) > 0 && len(t.Rows[0]) > 0 {
				g.kinds = append(g.kinds, sheet.Stems(t.Rows[0][0].Text)...)
			}
		}
	}
}

// first is one of its entries, wherever it stands: that of the first thing in its first year.
func (g *group) first() sheet.Entry {
	at := g.things[0].at
	return at[slices.Min(slices.Collect(maps.Keys(at)))]
}

// word is one of a text, with where it stands; the stem is empty where it says nothing.
type word struct {
	stem       string
	start, end int
}

// inOrder are the words of a text, one after the other.
func inOrder(text string) []word {
	var out []word
	for _, at := range sheet.WordOf.FindAllStringIndex(text, -1) {
		w := word{start: at[0], end: at[1]}
		if stems := stems(text[at[0]:at[1]]); len(stems) > 0 {
			w.stem = stems[0]
		}
		out = append(out, w)
	}
	return out
}

// emitted are words of emissions, which say what is measured where things are set side by side.
var emitted = pattern.Compile(`(?i)\b(?:emissions?|CO2e?|GHG)\b`)

// stems are the words of a text that say something, emissions among them.
func stems(text string) []string {
	out := sheet.Stems(strings.Join(slices.DeleteFunc(sheet.WordOf.FindAllString(text, -1), func(w string) bool {
		return said[strings.ToLower(w)] || light.MatchString(w)
	}), " "))
	if emitted.MatchString(text) {
		out = slices.DeleteFunc(append(out, "emissi"), func(w string) bool { return w == "greenh" || w == "gas" || w == "gases" })
	}
	return out
}

func stemsOf(words []word) []string {
	var out []string
	for _, w := range words {
		if w.stem != "" {
			out = append(out, w.stem)
		}
	}
	return out
}
