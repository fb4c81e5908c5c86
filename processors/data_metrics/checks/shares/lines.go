package shares

import (
	"fmt"
	"slices"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// shareNamed says of a line of percentages that they are shares of something.
var shareNamed = pattern.Compile(`(?i)\b(?:shares?|proportions?|percentages?|ratios?|rates?|anteile?|quoten?)\b|%`)

// changeNamed says of a line that it is of changes: what they are per cent of is another year.
var changeNamed = pattern.Compile(`(?i)\b(?:change|difference|variation|delta|growth|increase|decrease|vs|veränderung|differenz|abweichung)\b|Δ|\+\s*/\s*[-–−]`)

// mostLines is how many lines of a table are tried as the whole of others.
const mostLines = 25

// line is a row of a table by its columns, or a column by its rows.
type line struct {
	name []string
	text string
	at   map[int]sheet.Entry
}

func linesOf(t *sheet.Table, byRow bool) []line {
	outer, inner := t.Rows, t.Cols
	if !byRow {
		outer, inner = t.Cols, t.Rows
	}
	var out []line
	for _, o := range outer {
		l := line{at: map[int]sheet.Entry{}}
		for _, i := range inner {
			row, col := o, i
			if !byRow {
				row, col = i, o
			}
			e, ok := t.Cell(row, col)
			if !ok || e.Source != "table" || e.Target || e.Quantity().Bound != quantity.Exactly {
				continue
			}
			l.at[i], l.text = e, e.Label()
			if !byRow {
				l.text = e.Column()
			}
		}
		l.name = sheet.Stems(shareNamed.ReplaceAllString(l.text, " "))
		out = append(out, l)
	}
	return out
}

// linedShares finds the rows and columns of percentages that are the line before them, or the one that they are called by, in another line of
// amounts: in all places but one. Two places show it, or one where the heading names the share of that very thing. It is told if no two
// lines make the other share.
func linedShares(t *sheet.Table) []sheet.Finding {
	var out []sheet.Finding
	for _, byRow := range []bool{true, false} {
		all := linesOf(t, byRow)
		if len(all) > mostLines {
			continue
		}
		for i, p := range all {
			if f, ok := linedShare(all, i, p); ok && !slices.ContainsFunc(out, func(o sheet.Finding) bool { return sheet.Stated(o.Check) == sheet.Stated(f.Check) }) {
				out = append(out, f)
			}
		}
	}
	return out
}

func linedShare(all []line, i int, p line) (f sheet.Finding, ok bool) {
	for _, e := range p.at {
		if !sheet.Percent(e) || e.Change {
			return f, false
		}
	}
	if len(p.at) < 2 || changeNamed.MatchString(p.text) {
		return f, false
	}
	n := 0
	for j, part := range all {
		named := shareNamed.MatchString(p.text) && len(part.name) > 0 && sheet.Within(part.name, p.name)
		if j == i || j != i-1 && !named || changeNamed.MatchString(part.text) {
			continue
		}
		for k, whole := range all {
			if k == i || k == j {
				continue
			}
			off, agree := offLine(p, part, whole)
			alone := named && sheet.Within(p.name, part.name) // "share of renewable energy" beside "renewable energy": one place shows it
			if off < 0 || agree < 1 || agree < 2 && !alone || !named && !fine(p, part) {
				continue
			}
			if g, wrong := shareOff(all, p.at[off], part.at[off], whole.at[off], off); wrong {
				f, n = g, n+1
			}
		}
	}
	return f, n == 1
}

// fine reports whether shares have a place behind the point and their amounts the digits of it: where nothing says what is a share of what, figures
// of few digits agree by chance.
func fine(p, part line) bool {
	for at, e := range p.at {
		a := part.at[at]
		if e.Quantity().Value.Exponent >= 0 || len(compare.Significant(a.Value)) < 3 && len(compare.DigitsIn(a.Printed)) < 3 {
			return false
		}
	}
	return true
}

// offLine is the one place in which a line is not the share of one in another; below 0 if there is none, or several.
func offLine(p, part, whole line) (off, agree int) {
	off = -1
	var keys []int
	for at := range p.at {
		keys = append(keys, at)
	}
	slices.Sort(keys)
	for _, at := range keys {
		a, okA := part.at[at]
		b, okB := whole.at[at]
		q := p.at[at].Quantity()
		if !okA || !okB || sheet.Percent(a) || sheet.Percent(b) || !sheet.Comparable(a, b) || a.Quantity().Base().Sign() <= 0 ||
			a.Quantity().Base().Cmp(b.Quantity().Base()) >= 0 {
			return -1, 0
		}
		switch {
		case possible(a.Quantity(), b.Quantity(), q):
			agree++
		case off >= 0:
			return -1, 0
		default:
			off = at
		}
	}
	return off, agree
}

// shareOff tells of a share that its amounts do not make, unless any others of its place do.
func shareOff(all []line, stated, part, whole sheet.Entry, at int) (f sheet.Finding, wrong bool) {
	v, ok := quantity.PercentOf(part.Quantity().Base(), whole.Quantity().Base())
	if !ok || quantity.Abs(quantity.Sub(v, stated.Quantity().Value)).Cmp(apd.New(5, -1)) <= 0 || stated.Restated || part.Restated || whole.Restated {
		return f, false
	}
	for _, a := range all {
		for _, b := range all {
			x, okX := a.at[at]
			y, okY := b.at[at]
			if okX && okY && x.ID != y.ID && !sheet.Percent(x) && !sheet.Percent(y) && sheet.Comparable(x, y) && y.Quantity().Base().Sign() > 0 &&
				possible(x.Quantity(), y.Quantity(), stated.Quantity()) {
				return f, false
			}
		}
	}
	c := events.Check{Inputs: []events.CheckInput{sheet.Input(part, ""), sheet.Input(whole, "whole: "+sheet.Shorten(whole.Label())),
		sheet.Input(stated, sheet.StatedLabel+": "+sheet.Shorten(stated.Label()))}}
	c.Working = fmt.Sprintf("%s / %s x 100 = %s %%", part.Printed, whole.Printed, quantity.Print(v, compare.Places))
	compare.Settle(&c, v, stated.Quantity().Value, "%", false)
	compare.Conclude(&c, false, quantity.Exactly, "0.1 percentage points")
	return sheet.Finding{Check: c, Page: stated.At.Page}, true
}

// untold leaves out the findings on figures that others fail already.
func untold(found, others []sheet.Finding) []sheet.Finding {
	return slices.DeleteFunc(found, func(f sheet.Finding) bool {
		return slices.ContainsFunc(others, func(o sheet.Finding) bool {
			return o.Result == events.CheckFail && sheet.Stated(o.Check) == sheet.Stated(f.Check)
		})
	})
}
