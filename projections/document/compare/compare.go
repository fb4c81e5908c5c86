// Package compare holds two reports of one company against each other: which past figures were restated, which targets are
// gone, which statements are worded otherwise, and whether what is counted in has changed. It works on analysis documents and
// finds differences only; whether one is explained is for a reader to see, so each comes with both places. Everything is a
// function of its arguments and safe for concurrent use.
package compare

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/sibyl-project/sibyl/projections/document"
	"github.com/sibyl-project/sibyl/projections/document/wording"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
)

// Comparison is what differs from an earlier report to a later one.
type Comparison struct {
	Earlier    Named      `json:"earlier"`
	Later      Named      `json:"later"`
	Restated   []Restated `json:"restated" jsonschema:"description=figures of one year that the two give differently"`
	Dropped    []Place    `json:"dropped_targets" jsonschema:"description=targets of the earlier report of which the later one says nothing"`
	Changed    []Changed  `json:"changed_targets" jsonschema:"description=targets that the later report sets otherwise\\, the sure ones first"`
	Reworded   []Pair     `json:"reworded" jsonschema:"description=statements on the same subject in other words"`
	Boundaries []Boundary `json:"boundaries" jsonschema:"description=how what is counted in is described"`
	Notes      []string   `json:"notes" jsonschema:"description=what could not be compared"`
}

// Named is one of the two reports.
type Named struct {
	Run      string `json:"run"`
	Company  string `json:"company"`
	Period   string `json:"period"`
	Filename string `json:"filename"`
}

// Place is a statement with its page.
type Place struct {
	Page int    `json:"page"`
	Text string `json:"text"`
}

// Restated is a figure of one year that the two reports give differently.
type Restated struct {
	What          string `json:"what"`
	Name          string `json:"name" jsonschema:"description=the same as people say it"`
	Year          int    `json:"year"`
	Earlier       Place  `json:"earlier"`
	Later         Place  `json:"later"`
	ChangePercent string `json:"change_percent"`
	Marked        bool   `json:"marked" jsonschema:"description=the later report says that it is restated"`
	Said          *Place `json:"said,omitempty" jsonschema:"description=the sentence that says so\\, where it is not the figure's own heading"`
}

// Pair is a statement in both.
type Pair struct {
	Earlier Place `json:"earlier"`
	Later   Place `json:"later"`
}

// Boundary is how one thing about the boundary is described.
type Boundary struct {
	About     string `json:"about"`
	Uncertain bool   `json:"uncertain,omitempty" jsonschema:"description=the two may say the same in other words"`
	Pair

	loose, fresh bool // the other sentence only says what is counted at all; it is the later one that says something new
}

// Report is one of two that are compared: its analysis, and all that it says. A statement that is a claim in one report need
// be none in the other, and a note on restated figures seldom is one.
type Report struct {
	*document.Document
	Said []Sentence // those of its prose, in their order; without them only claims are compared
}

// Sentence is one of a report's prose with the heading above it.
type Sentence struct {
	Place
	Heading string
}

// Reports compares two reports, the earlier one first.
func Reports(earlier, later Report) Comparison {
	c := Comparison{
		Earlier: named(earlier.Document), Later: named(later.Document), Restated: restated(earlier.Document, later),
		Reworded: reworded(earlier, later), Notes: []string{},
	}
	c.targets(earlier, later)
	c.bounds(earlier, later)
	if a, b := c.Earlier.Company, c.Later.Company; a != "" && b != "" && !strings.EqualFold(a, b) {
		c.Notes = append(c.Notes, fmt.Sprintf("The reports name different companies: %s and %s.", a, b))
	}
	for _, d := range []*document.Document{earlier.Document, later.Document} {
		if len(d.Facts) == 0 {
			c.Notes = append(c.Notes, fmt.Sprintf("No figures of %s could be read, so none were compared.", d.Report.Filename))
		}
		if n := len(d.Report.NotAnalysed); n > 0 {
			c.Notes = append(c.Notes, fmt.Sprintf("Of %s %d pages were not analysed; what stands there is not compared.", d.Report.Filename, n))
		}
	}
	return c
}

func named(d *document.Document) Named {
	return Named{d.Run.ID, d.Report.Company, d.Report.Period, d.Report.Filename}
}

// figureKey is what two figures must have in common to be the same one.
type figureKey struct {
	metric, scope, category, method, boundary, unit, per string
	year                                                 int
}

// known are the figures of which it is known what they measure; one that a report itself gives twice differently is left out,
// since which of the two was restated cannot be said.
func known(d *document.Document) map[figureKey]*document.Fact {
	out, twice := map[figureKey]*document.Fact{}, map[figureKey]bool{}
	for i := range d.Facts {
		f := &d.Facts[i]
		if f.Metric == "" || f.Metric == "other" || f.ValueBase == "" || f.Year == 0 || f.Target || f.Change || f.Engine != "" {
			continue
		}
		k := figureKey{f.Metric, f.Scope, f.Category, f.Method, f.Boundary, f.UnitBase, f.Per, f.Year}
		if o := out[k]; o != nil && !close(o, f) {
			twice[k] = true
		} else if o == nil {
			out[k] = f
		}
	}
	for k := range twice {
		delete(out, k)
	}
	return out
}

// close reports whether two figures agree once each is allowed half a unit of its last printed place, or a thousandth.
func close(a, b *document.Fact) bool {
	x, okX := new(big.Rat).SetString(a.ValueBase)
	y, okY := new(big.Rat).SetString(b.ValueBase)
	if !okX || !okY {
		return a.ValueBase == b.ValueBase
	}
	off := new(big.Rat).Sub(x, y)
	room := new(big.Rat).Add(half(a, x), half(b, y))
	if least := new(big.Rat).Mul(new(big.Rat).Abs(x), big.NewRat(1, 1000)); room.Cmp(least) < 0 {
		room = least
	}
	return off.Abs(off).Cmp(room) <= 0
}

// half is half a unit of the last printed place of a figure, in the base unit.
func half(f *document.Fact, base *big.Rat) *big.Rat {
	printed, ok := new(big.Rat).SetString(f.Value)
	if !ok || printed.Sign() == 0 {
		return new(big.Rat)
	}
	_, fraction, _ := strings.Cut(f.Value, ".")
	step := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(len(fraction))), nil))
	step.Mul(step, new(big.Rat).Quo(base, printed))
	return step.Abs(step.Quo(step, big.NewRat(2, 1)))
}

func restated(earlier *document.Document, later Report) []Restated {
	out := []Restated{}
	now := known(later.Document)
	for k, was := range known(earlier) {
		is := now[k]
		if is == nil || close(was, is) {
			continue
		}
		x, _ := new(big.Rat).SetString(was.ValueBase)
		y, _ := new(big.Rat).SetString(is.ValueBase)
		percent := ""
		if x != nil && y != nil && x.Sign() != 0 {
			percent = new(big.Rat).Mul(new(big.Rat).Quo(new(big.Rat).Sub(y, x), x), big.NewRat(100, 1)).FloatString(2)
		}
		r := Restated{What: what(k), Name: nameOf(k), Year: k.year, Earlier: figure(was), Later: figure(is), ChangePercent: percent, Marked: is.Restated}
		if !r.Marked {
			r.Said = saysRestated(later, k.year)
			r.Marked = r.Said != nil
		}
		out = append(out, r)
	}
	slices.SortFunc(out, func(a, b Restated) int {
		return cmp.Or(cmp.Compare(a.What, b.What), cmp.Compare(a.Year, b.Year), cmp.Compare(a.Later.Page, b.Later.Page), cmp.Compare(a.Later.Text, b.Later.Text))
	})
	return out
}

// saysRestated is a sentence of the report that says of a year's figures that they were restated. Which of them it means, it
// seldom says, so it goes for all of the year.
func saysRestated(r Report, of int) *Place {
	for _, p := range r.sentences() {
		if strings.Contains(p.Text, strconv.Itoa(of)) && vocabulary.Restated.MatchString(p.Text) {
			return &p
		}
	}
	return nil
}

func what(k figureKey) string {
	var parts []string
	for _, p := range []string{k.metric, k.scope, k.category, k.method, k.boundary} {
		if p != "" {
			parts = append(parts, strings.ReplaceAll(p, "_", " "))
		}
	}
	return strings.Join(parts, ", ")
}

func nameOf(k figureKey) string {
	return wording.Figure(wording.Measured{Metric: k.metric, Scope: k.scope, Category: k.category, Method: k.method, Boundary: k.boundary, Per: k.per})
}

func figure(f *document.Fact) Place {
	unit := f.Unit
	if unit == "number" || strings.HasSuffix(strings.TrimSpace(f.Printed), unit) { // it is printed with the figure, or is none
		unit = ""
	}
	return Place{f.Page, strings.TrimSpace(f.Printed + " " + unit)}
}

// alike is the share of words that two statements have in common, figures apart.
func alike(a, b string) float64 { return shared(wordsOf(a), wordsOf(b)) }

func shared(x, y map[string]bool) float64 {
	common := 0
	for w := range x {
		if y[w] {
			common++
		}
	}
	if all := len(x) + len(y) - common; all > 0 {
		return float64(common) / float64(all)
	}
	return 0
}

func wordsOf(s string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) }) {
		if len([]rune(w)) > 2 {
			out[w] = true
		}
	}
	return out
}

// bare is a statement without figures, years and punctuation.
func bare(s string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) }), " ")
}
