package datametrics

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// bind finds the facts that the claim's own figures are. A figure is a fact of the claim's page if value and unit
// are the same and the sentence names what the fact is of. Where several facts fit that mean different things, the
// figure stays unbound: a check of the wrong one would speak of another figure.
func (r *reading) bind(f *figures) {
	r.facts = map[int][]*facts.Fact{}
	bound, _ := bindScopes(*r)
	for _, q := range r.figures {
		if q.Year || q.Range || !r.own(q) {
			continue
		}
		s := r.sentenceAt(q.Start)
		text := r.text[s.from:s.upTo]
		var years []int
		for _, y := range r.in(s) {
			if y.Year {
				years = append(years, atoi(strings.TrimSpace(y.Number)))
			}
		}
		own := f.spokenYear(r.page, q, text)
		var found []*facts.Fact
		for i := range f.sheet.Facts {
			x := &f.sheet.Facts[i]
			if !onPage(x, r.page) || !r.drawnWith(x) || !sameFigure(x, q, text) ||
				!namedIn(*r, x, q, bound, text) || len(years) > 0 && x.Year > 0 && !slices.Contains(years, x.Year) ||
				own > 0 && x.Year > 0 && x.Year != own {
				continue
			}
			found = append(found, x)
		}
		if x, ok := r.cellOf(q, s, found); ok {
			r.facts[q.Start] = []*facts.Fact{x}
			continue
		}
		if of := slices.DeleteFunc(slices.Clone(found), func(x *facts.Fact) bool { return x.Year != f.year }); len(years) == 0 && f.year > 0 && len(of) > 0 {
			found = of
		}
		if len(found) > 0 && !slices.ContainsFunc(found, func(x *facts.Fact) bool { return !saysAgain(x, found[0]) }) {
			r.facts[q.Start] = found
		}
	}
}

// spokenYear is the year of a figure as it was read in its sentence, where several stand there: 0 if it was not, or not surely.
func (f *figures) spokenYear(page int, q quantity.Quantity, sentence string) int {
	year, said := 0, strings.Join(strings.Fields(sentence), " ")
	for i := range f.sheet.Facts {
		x := &f.sheet.Facts[i]
		if x.Table > 0 || x.Page != page || x.Year == 0 || compare.Significant(x.Value) != compare.Significant(q.Number) ||
			!x.Quantity().Comparable(q) || !strings.Contains(said, strings.Join(strings.Fields(x.Quote), " ")) {
			continue
		}
		if year > 0 && year != x.Year {
			return 0
		}
		year = x.Year
	}
	return year
}

// cellOf is the cell of a figure that stands several times in one row of a table: the words of a row give its cells in
// their order, so that the second such figure is the second such cell. Where they are not as many, it stays open.
func (r reading) cellOf(q quantity.Quantity, s span, found []*facts.Fact) (*facts.Fact, bool) {
	if len(r.drawn) == 0 || len(found) < 2 {
		return nil, false
	}
	nth, same := 0, 0
	for _, o := range r.in(s) {
		if !r.own(o) || o.Year || o.Range || o.Unit.Dimension != q.Unit.Dimension || o.Number != q.Number {
			continue
		}
		if o.Start < q.Start {
			nth++
		}
		same++
	}
	if same != len(found) {
		return nil, false
	}
	first := placeOn(found[0], r.page)
	for _, x := range found {
		if at := placeOn(x, r.page); at.Page != r.page || at.Table == 0 || at.Table != first.Table || at.Row != first.Row {
			return nil, false
		}
	}
	cells := slices.SortedFunc(slices.Values(found), func(a, b *facts.Fact) int { return cmp.Compare(placeOn(a, r.page).Col, placeOn(b, r.page).Col) })
	return cells[nth], true
}

// placeOn is where a fact stands on a page, or first.
func placeOn(x *facts.Fact, page int) *facts.Place {
	if i := slices.IndexFunc(x.Places, func(p facts.Place) bool { return p.Page == page }); i >= 0 && x.Page != page {
		return &x.Places[i]
	}
	return &x.Place
}

func onPage(x *facts.Fact, page int) bool {
	return x.Page == page || slices.ContainsFunc(x.Places, func(p facts.Place) bool { return p.Page == page })
}

// drawnWith says that a fact stands where the claim's words do. Rows of one page share labels and figures: "Total" and
// "3 %" are of whichever row the claim quotes. Sentences name what they speak of and may be about any row.
func (r reading) drawnWith(x *facts.Fact) bool {
	if len(r.drawn) == 0 {
		return true
	}
	for _, p := range append([]facts.Place{x.Place}, x.Places...) {
		if p.Page != r.page {
			continue
		}
		if p.Rect == [4]float64{} || slices.ContainsFunc(r.drawn, func(d [4]float64) bool { return covers(d, p.Rect) }) {
			return true
		}
	}
	return false
}

// covers says that two rectangles share at least half of the smaller one: a cell and the words in it.
func covers(a, b [4]float64) bool {
	width, height := min(a[2], b[2])-max(a[0], b[0]), min(a[3], b[3])-max(a[1], b[1])
	smaller := min((a[2]-a[0])*(a[3]-a[1]), (b[2]-b[0])*(b[3]-b[1]))
	return width > 0 && height > 0 && 2*width*height >= smaller
}

// sameFigure says that a figure of a sentence is the figure of a fact. A change must go the way that its sentence says.
func sameFigure(x *facts.Fact, q quantity.Quantity, sentence string) bool {
	v := x.Quantity()
	switch {
	case x.Target:
		return false
	case q.Unit.Dimension == quantity.Percent:
		if v.Unit.Dimension != quantity.Percent || quantity.Abs(v.Value).Cmp(quantity.Abs(q.Value)) != 0 {
			return false
		}
		if d := direction(sentence); d != 0 && v.Value.Sign() != 0 && (x.Change || v.Value.Sign() < 0) {
			return d == v.Value.Sign()
		}
		return q.Value.Sign() == v.Value.Sign()
	case q.Unit.Dimension == quantity.Count:
		// In the words of a table's row the unit stands elsewhere.
		return x.Table > 0 && x.Printed == q.Number && v.Unit.Dimension != quantity.Percent
	case x.Ambiguous():
		return false
	}
	return v.Comparable(q) && v.Base().Cmp(q.Base()) == 0
}

var onlyTotal = pattern.Compile(`(?i)^\s*(?:grand |overall )?totals?\s*$`)

var labelWord = pattern.Compile(`\p{L}{4,}`)

// namedIn says that a sentence names what a fact is of: its scope, or a word of its own label. A row of a table names
// it by its label, whatever that is: "Total" says nothing in a sentence.
func namedIn(r reading, x *facts.Fact, q quantity.Quantity, bound map[string]quantity.Quantity, sentence string) bool {
	at := placeOn(x, r.page) // in another language the label is another one
	if label, _, row := strings.Cut(sentence, "\t"); row && x.Table > 0 && x.Scope == "" && strings.EqualFold(strings.TrimSpace(label), at.Own()) {
		return true
	}
	if x.Scope != "" {
		for key, b := range bound {
			if b.Start == q.Start {
				return key == strings.ReplaceAll(x.Scope, "+", "") || key == "total" && len(x.Scope) > 1
			}
		}
		for _, m := range scopeLabel.FindAllStringSubmatch(sentence, -1) {
			if scopes(m[1]) == strings.ReplaceAll(x.Scope, "+", "") {
				return true
			}
		}
		return len(x.Scope) > 1 && totalLabel.MatchString(sentence)
	}
	lower := strings.ToLower(sentence)
	if x.Table > 0 && x.Dimension == string(quantity.Percent) && len(compare.Significant(q.Number)) < tellingShare {
		return mostlyNamed(at.Own(), lower)
	}
	label := strings.Join(at.RowPath, " ")
	if onlyTotal.MatchString(label) {
		label = at.Caption // a row that is only called a total is one of what its table is about
	}
	return slices.ContainsFunc(labelWord.FindAllString(strings.ToLower(label), -1), func(w string) bool {
		return w != "total" && strings.Contains(lower, w)
	})
}

// tellingShare is how many digits of a share chance hardly repeats on one page.
const tellingShare = 3

// mostlyNamed reports whether a sentence has most of the words of a row's own label: shares of two digits stand in many rows of a page, and rows of
// one table have words in common.
func mostlyNamed(label, sentence string) bool {
	words, has := labelWord.FindAllString(strings.ToLower(label), -1), 0
	for _, w := range words {
		if strings.Contains(sentence, w) {
			has++
		}
	}
	return 2*has > len(words)
}

// sameMeaning says that two facts measure one thing, whatever their figures.
func sameMeaning(a, b *facts.Fact) bool {
	return a.Metric == b.Metric && a.Scope == b.Scope && a.Category == b.Category && a.Method == b.Method && a.Year == b.Year &&
		a.Boundary == b.Boundary && a.Per == b.Per && a.Change == b.Change && a.Target == b.Target && a.Restated == b.Restated &&
		(a.Scope != "" || strings.EqualFold(a.Own(), b.Own()))
}

// saysAgain says that two facts of one figure can be the same one: only one of them may name its method.
func saysAgain(a, b *facts.Fact) bool {
	x := *a
	if a.Method == "" || b.Method == "" {
		x.Method = b.Method
	}
	return sameMeaning(&x, b)
}

// factOf is the fact that a figure is, or none.
func (r reading) factOf(q quantity.Quantity) string {
	if all := r.facts[q.Start]; len(all) > 0 {
		return all[0].ID
	}
	return ""
}

// again lists the facts elsewhere in the report that say the same of the same: a total that is repeated in a
// sentence is the total of its table.
func (f *figures) again(x *facts.Fact) []*facts.Fact {
	if x.Scope == "" || x.Year == 0 || x.Ambiguous() {
		return nil
	}
	var out []*facts.Fact
	for i := range f.sheet.Facts {
		if y := &f.sheet.Facts[i]; y.ID != x.ID && saysAgain(x, y) && !y.Ambiguous() &&
			x.Quantity().Comparable(y.Quantity()) && x.Quantity().Base().Cmp(y.Quantity().Base()) == 0 {
			out = append(out, y)
		}
	}
	return out
}

// otherwise lists the facts elsewhere in the report that give another figure for the same whole scope and year,
// beyond what printing explains. Rows of one table, and tables of one page, give it for different parts and are left out.
func (f *figures) otherwise(x *facts.Fact) []*facts.Fact {
	if x.Metric != facts.GHGEmissions || x.Scope == "" || x.Scope == "total" || x.Category != "" ||
		x.Year == 0 || x.Ambiguous() || x.Change || x.Bound != "" || f.sheet.MethodOpen(x) || f.old[x.ID] {
		return nil
	}
	var out []*facts.Fact
	for i := range f.sheet.Facts {
		y := &f.sheet.Facts[i]
		if !sameMeaning(x, y) || f.old[y.ID] || y.Ambiguous() || y.Bound != "" ||
			y.Page == x.Page && (y.Table == x.Table || x.Table > 0 && y.Table > 0) || !x.Quantity().Comparable(y.Quantity()) {
			continue
		}
		sameDigits := compare.Significant(x.Value) == compare.Significant(y.Value)
		if !x.Quantity().Interval().Overlaps(y.Quantity().Interval()) && !f.tableAgrees(x, y) && !f.tableAgrees(y, x) &&
			(sameDigits || compare.Near(x.Quantity().Base(), y.Quantity().Base())) {
			out = append(out, y)
		}
	}
	return out
}

// tableAgrees reports whether the table of a fact has another row of the same meaning that gives what a figure elsewhere gives: what differs is then a part,
// under a heading of its own ("Transport: Scope 1", "By scope: Scope 1").
func (f *figures) tableAgrees(part, elsewhere *facts.Fact) bool {
	if part.Table == 0 {
		return false
	}
	for i := range f.sheet.Facts {
		z := &f.sheet.Facts[i]
		if z != part && z.Page == part.Page && z.Table == part.Table && sameMeaning(part, z) && z.Quantity().Comparable(elsewhere.Quantity()) &&
			z.Quantity().Interval().Overlaps(elsewhere.Quantity().Interval()) {
			return true
		}
	}
	return false
}
