// Package course holds the emissions that a report states against the targets that it states for them: whether they go the way that
// they are to go. It compares only what is alike: one scope, the whole of it, in one row of a table, of years that are known.
//
// A path need not be straight, and emissions can rise for reasons that a target allows for. A course says which way figures go, and
// nothing of who is to blame.
package course

import (
	"cmp"
	"slices"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// Level is what was emitted in a year, as a row states it.
type Level struct {
	ID, Scope, Method, Row string // Row tells rows apart: figures of one row are alike
	Year, Page             int
	Value                  *apd.Decimal
}

// Aim is by how much less is to be emitted in a year to come than in another.
type Aim struct {
	ID, Scope        string
	Percent          *apd.Decimal
	Base, Year, Page int
	Part             bool // of a group without a part of it, which rows of all of it do not show
}

// Stated is how much less the report itself says to be emitted in a year than in another.
type Stated = Aim

// Sort is which way emissions go.
type Sort int

// The closed set of sorts, the gravest first.
const (
	Missed  Sort = iota // the year of the target has come, and it was not reached
	Behind              // less has been cut than a straight path asks for
	Rising              // more was emitted than the year before; what was emitted in the base year is not known
	Reached             // as much has been cut as is aimed at
	Ahead               // as much as a straight path asks for
	Falling             // less was emitted than the year before; whether fast enough is not known
)

// Course is a target and the figures that are to reach it.
type Course struct {
	Sort              Sort
	Aims              []Aim // one target, everywhere that it stands
	Base, Before, Now *Level
	Word              *Stated      // what the report says of it, where no row has the base year; then Done is its word
	Change            *apd.Decimal // since the year before, in per cent; nil without that
	Done, Line        *apd.Decimal // cut since the base year, and what a straight path asks for, in per cent of it; nil without that
}

// Of follows the targets of a report to its last year, the gravest first.
func Of(levels []Level, aims []Aim, said []Stated, last int) []Course {
	var out []Course
	for _, group := range alike(aims) {
		var row []Level
		if !group[0].Part {
			row = rowOf(levels, group[0], last)
		}
		if c, ok := follow(row, group, wordOf(said, group, last), last); ok {
			out = append(out, c)
		}
	}
	slices.SortStableFunc(out, func(a, b Course) int { return int(a.Sort - b.Sort) })
	return out
}

// alike puts statements of one target together.
func alike(aims []Aim) [][]Aim {
	var out [][]Aim
	for _, a := range aims {
		at := slices.IndexFunc(out, func(o []Aim) bool {
			return o[0].Scope == a.Scope && o[0].Base == a.Base && o[0].Year == a.Year && o[0].Part == a.Part && o[0].Percent.Cmp(a.Percent) == 0
		})
		if at < 0 {
			out = append(out, []Aim{a})
			continue
		}
		out[at] = append(out[at], a)
	}
	return out
}

// Total is the row of all of a scope in a year: the figures of the one that goes back furthest. There is none where rows give different
// figures of the year, unless they are of different methods: then that of the market speaks, by which most targets are set.
func Total(levels []Level, scope string, last int) []Level {
	return rowOf(levels, Aim{Scope: scope}, last)
}

func rowOf(levels []Level, a Aim, last int) []Level {
	rows := map[string][]Level{}
	var order []string
	for _, l := range levels {
		if l.Scope != a.Scope {
			continue
		}
		if rows[l.Row] == nil {
			order = append(order, l.Row)
		}
		rows[l.Row] = append(rows[l.Row], l)
	}
	market := slices.ContainsFunc(order, func(row string) bool { return rows[row][0].Method == "market" && In(rows[row], last) != nil })
	var groups [][][]Level // rows that state one amount, as exactly as they are printed
	for _, row := range order {
		now := In(rows[row], last)
		if now == nil || market && rows[row][0].Method == "location" {
			continue
		}
		at := slices.IndexFunc(groups, func(g [][]Level) bool {
			return slices.ContainsFunc(g, func(o []Level) bool { return SameRounded(In(o, last).Value, now.Value) })
		})
		if at < 0 {
			groups, at = append(groups, nil), len(groups)
		}
		groups[at] = append(groups[at], rows[row])
	}
	if len(groups) == 0 {
		return nil
	}
	slices.SortStableFunc(groups, func(a, b [][]Level) int { return cmp.Compare(pagesOf(b), pagesOf(a)) })
	if len(groups) > 1 && pagesOf(groups[1]) == pagesOf(groups[0]) {
		return nil // nobody can say which of them is meant
	}
	return slices.MaxFunc(groups[0], func(x, y []Level) int {
		return cmp.Or(cmp.Compare(worth(x, a, last), worth(y, a, last)), cmp.Compare(Digits(In(x, last).Value), Digits(In(y, last).Value)),
			cmp.Compare(slices.IndexFunc(levels, y[0].is), slices.IndexFunc(levels, x[0].is)))
	})
}

func (l Level) is(o Level) bool { return l.ID == o.ID }

// pagesOf is on how many pages rows stand.
func pagesOf(rows [][]Level) int {
	var pages []int
	for _, r := range rows {
		if !slices.Contains(pages, r[0].Page) {
			pages = append(pages, r[0].Page)
		}
	}
	return len(pages)
}

// Digits are the digits of a number up to the last that is not zero.
func Digits(d *apd.Decimal) int64 {
	reduced, _ := new(apd.Decimal).Reduce(d)
	return reduced.NumDigits()
}

// SameRounded reports whether two numbers are one, of which one may be printed with fewer digits.
func SameRounded(a, b *apd.Decimal) bool {
	x, _ := new(apd.Decimal).Reduce(a)
	y, _ := new(apd.Decimal).Reduce(b)
	if x.NumDigits() < 2 || y.NumDigits() < 2 {
		return x.Cmp(y) == 0
	}
	half := apd.New(5, max(x.Exponent, y.Exponent)-1)
	return quantity.Abs(quantity.Sub(x, y)).Cmp(half) <= 0
}

// worth orders rows of the same figure by what they tell of other years.
func worth(row []Level, a Aim, last int) int {
	n := len(row)
	if In(row, last-1) != nil {
		n += 100
	}
	if a.Base > 0 && In(row, a.Base) != nil {
		n += 1000
	}
	return n
}

// In is the figure of a year in a row; nil where it has none, or two.
func In(row []Level, year int) *Level {
	var found *Level
	for i := range row {
		switch {
		case row[i].Year != year:
		case found != nil && found.Value.Cmp(row[i].Value) != 0:
			return nil
		default:
			found = &row[i]
		}
	}
	return found
}

// wordOf is what the report says of how far a target is reached: of the same scope, base year and part of the group or, where no scope is named, on the
// same page. Of which part of a group a share is may be said by the target beside it alone.
func wordOf(said []Stated, aims []Aim, last int) *Stated {
	var found *Stated
	for i := range said {
		s := &said[i]
		if s.Year != last || s.Base != aims[0].Base || s.Scope != aims[0].Scope || s.Part != aims[0].Part ||
			(s.Scope == "" || s.Part) && !slices.ContainsFunc(aims, func(a Aim) bool { return a.Page == s.Page }) {
			continue
		}
		if found != nil && found.Percent.Cmp(s.Percent) != 0 {
			return nil // of two things
		}
		found = s
	}
	return found
}

// Together are the figures of two rows added up, of the years that both have, as a row that stands where the first does.
func Together(scope string, one, two []Level) []Level {
	var out []Level
	for _, a := range one {
		if b := In(two, a.Year); b != nil {
			a.Scope, a.Method, a.Value = scope, cmp.Or(b.Method, a.Method), quantity.Sum(a.Value, b.Value)
			out = append(out, a)
		}
	}
	return out
}

func follow(row []Level, aims []Aim, word *Stated, last int) (Course, bool) {
	a := aims[0]
	c := Course{Aims: aims, Now: In(row, last), Before: In(row, last-1), Base: In(row, a.Base)}
	if c.Now == nil && word == nil || a.Base >= last || a.Year < last {
		return c, false
	}
	if c.Now != nil && c.Before != nil {
		c.Change, _ = quantity.PercentOf(quantity.Sub(c.Now.Value, c.Before.Value), c.Before.Value)
	}
	switch {
	case c.Now != nil && c.Base != nil:
		c.Done, _ = quantity.PercentOf(quantity.Sub(c.Base.Value, c.Now.Value), c.Base.Value)
	case word != nil:
		c.Word, c.Done = word, word.Percent
	}
	if c.Done == nil {
		c.Sort = Falling
		if c.Change == nil || c.Change.Sign() == 0 || a.Year <= last {
			return c, false
		}
		if c.Change.Sign() > 0 {
			c.Sort = Rising
		}
		return c, true
	}
	c.Line, _ = quantity.Ratio(quantity.Mul(a.Percent, quantity.Int(int64(last-a.Base))), quantity.Int(int64(a.Year-a.Base)))
	switch {
	case c.Done.Cmp(a.Percent) >= 0:
		c.Sort = Reached
	case last == a.Year:
		c.Sort = Missed
	case c.Done.Cmp(c.Line) < 0:
		c.Sort = Behind
	default:
		c.Sort = Ahead
	}
	return c, true
}
