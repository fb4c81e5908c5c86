package ratios

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// Bounds of what is tried as quotients of each other, and of how likely what agrees may do so by chance.
const (
	mostTriedSeries = 30
	mostTriedPoints = 60
	leastAgreeing   = 2
	chance          = 2e-4
)

// point is where a figure of a series stands beside those of others: its row, or its column under a heading.
type point struct {
	at    int
	under string
}

// series is a column of a table by its rows, or a row by its columns, as printed: for a first look, which exact figures then bear out. A
// place that it has no figure at has no spread.
type series struct {
	at     []sheet.Entry
	log    []float64 // decimal logarithms
	spread []float64 // half a unit of the last place beside the figure; negative for none
	n      int
}

// quotientsWithin holds the columns of a table against each other, and its rows: where one is the quotient of two others in all places but
// one - injuries by hours worked, kilowatt-hours by floor area -, that one is mistaken. Which these are the other places show by
// themselves; how many they are, of how many digits, says that it is no chance.
// What the rows of intensities are told for is not told again.
func quotientsWithin(s *sheet.Sheet, told []sheet.Finding) []sheet.Finding {
	out := told
	tell := func(found []sheet.Finding, ok bool) bool {
		if !ok || slices.ContainsFunc(told, func(f sheet.Finding) bool { return sheet.Stated(f.Check) == sheet.Stated(found[0].Check) }) {
			return ok
		}
		out = append(out, found...)
		return true
	}
	for _, t := range s.Tables {
		if !tell(quotients(seriesBy(t, func(e sheet.Entry) (string, point) { return e.Column(), point{e.At.Row, ""} }))) {
			tell(quotients(seriesBy(t, func(e sheet.Entry) (string, point) { return e.Label(), point{e.At.Col, e.Parent()} })))
		}
	}
	return out
}

// seriesBy reads the amounts of a table that stand under one name, in one unit.
func seriesBy(t *sheet.Table, place func(sheet.Entry) (name string, at point)) []*series {
	points := map[point]int{}
	named := map[string]*series{}
	var order []*series
	for _, e := range t.All {
		name, at := place(e)
		if name == "" || e.Change || e.Target || e.Quantity().Value.Sign() <= 0 || e.Quantity().Bound != quantity.Exactly {
			continue
		}
		if _, known := points[at]; !known {
			points[at] = len(points)
		}
		c := named[name]
		if c == nil {
			c = &series{}
			named[name] = c
			order = append(order, c)
		}
		c.put(points[at], e)
	}
	if len(points) > mostTriedPoints {
		return nil
	}
	order = slices.DeleteFunc(order, func(c *series) bool { return c.n <= leastAgreeing })
	for _, c := range order {
		for len(c.at) < len(points) {
			c.at, c.log, c.spread = append(c.at, sheet.Entry{}), append(c.log, 0), append(c.spread, -1)
		}
	}
	return order
}

// put adds a figure to a series. Two at one place, figures in several units and restated ones are of no series.
func (c *series) put(i int, e sheet.Entry) {
	for len(c.at) <= i {
		c.at, c.log, c.spread = append(c.at, sheet.Entry{}), append(c.log, 0), append(c.spread, -1)
	}
	v, err := e.Quantity().Value.Float64()
	half, herr := e.Quantity().Half.Float64()
	other := slices.ContainsFunc(c.at, func(o sheet.Entry) bool { return o.Fact != nil && o.Unit != e.Unit })
	if err != nil || herr != nil || c.at[i].Fact != nil || e.Restated || other || c.n < 0 {
		c.n = math.MinInt
		return
	}
	if sheet.Dimension(e) == quantity.Count && e.Quantity().Value.Exponent >= 0 {
		half = 0
	}
	c.at[i], c.log[i], c.spread[i] = e, math.Log10(v), half/v
	c.n++
}

// quotients finds the three series of which one is the quotient of the others in most places, and the place where it is not.
func quotients(all []*series) (found []sheet.Finding, ok bool) {
	if len(all) < 3 || len(all) > mostTriedSeries {
		return nil, false
	}
	tried := float64(len(all) * (len(all) - 1) * (len(all) - 2) / 2)
	for ri, r := range all {
		for ni, n := range all {
			for di, d := range all[:ri] { // of the two factors the later one is the quotient
				if ri == ni || ni == di {
					continue
				}
				at, power, fits := oneOff(r, n, d, tried)
				if !fits {
					continue
				}
				if f, wrong := offBy(r.at[at], n.at[at], d.at[at], power); wrong && !(r.at[at].Total && r.spans(at) && !strings.HasSuffix(f.Message, "exchanged.")) {
					found = append(found, f)
				}
			}
		}
	}
	return found, len(found) == 1 // by several ways: it is open which figure is mistaken
}

// spans reports whether the figures of a series lie on both sides of the one at a place: as the mean of all of them it may be weighted, or
// leave some out.
func (c *series) spans(at int) bool {
	below, above := false, false
	for i := range c.at {
		if i != at && c.spread[i] >= 0 {
			below, above = below || c.log[i] <= c.log[at], above || c.log[i] >= c.log[at]
		}
	}
	return below && above
}

// oneOff finds the one place in which a series is not the quotient of two others, and the power of ten between them, which two of the
// first three places show.
func oneOff(r, n, d *series, tried float64) (off, power int, ok bool) {
	last, first := math.MinInt, 0
	for i := range r.at {
		if r.spread[i] < 0 || n.spread[i] < 0 || d.spread[i] < 0 {
			continue
		}
		p := int(math.Round(r.log[i] + d.log[i] - n.log[i]))
		if p != last && first < leastAgreeing+1 {
			if at, fine := offAt(r, n, d, p, tried); fine {
				return at, p, true
			}
		}
		last = p
		if first++; first > leastAgreeing {
			break
		}
	}
	return 0, 0, false
}

// offAt is the one place in which a series is not the quotient of two others at a power of ten.
func offAt(r, n, d *series, power int, tried float64) (off int, ok bool) {
	off = -1
	agree, byChance, last := 0, tried, math.Inf(1)
	for i := range r.at {
		if r.spread[i] < 0 || n.spread[i] < 0 || d.spread[i] < 0 {
			continue
		}
		spread := r.spread[i] + n.spread[i] + d.spread[i]
		if math.Abs(math.Pow(10, r.log[i]+d.log[i]-n.log[i]-float64(power))-1) > spread*1.001+1e-9 {
			if off >= 0 {
				return -1, false
			}
			off = i
			continue
		}
		agree++
		if r.log[i] != last { // the same figure again shows nothing more
			byChance *= min(1, spread)
		}
		last = r.log[i]
	}
	return off, off >= 0 && agree >= leastAgreeing && byChance < chance
}

// offBy tells of a quotient that its own figures do not make.
func offBy(stated, over, under sheet.Entry, power int) (sheet.Finding, bool) {
	v, fine := quantity.Ratio(over.Quantity().Value, under.Quantity().Value)
	if !fine {
		return sheet.Finding{}, false
	}
	value := quantity.Mul(v, apd.New(1, int32(power)))
	print := stated.Quantity().Value
	if compare.WithinPercent(value, print, compare.OnePercent) {
		return sheet.Finding{}, false
	}
	c := events.Check{Inputs: []events.CheckInput{sheet.Input(over, ""), sheet.Input(under, ""), sheet.Input(stated,
		sheet.StatedLabel+": "+sheet.Shorten(stated.Label()))}}
	c.Working = strings.Replace(fmt.Sprintf("%s / %s x 10^%d = %s", compare.Show(over.Quantity().Value), compare.Show(under.Quantity().Value), power,
		quantity.Print(value, compare.Places)), " x 10^0", "", 1)
	compare.Settle(&c, value, print, "", false)
	c.Result = events.CheckFail
	slip := compare.SlipOfDigits(quantity.Print(quantity.Mul(value, apd.New(1, max(0, -print.Exponent))), 0), stated.Printed)
	c.Message = fmt.Sprintf("%s over %s makes %s, as elsewhere in the table; %s is printed for \"%s\".%s", over.WithUnit(), under.WithUnit(),
		quantity.Print(value, 2), stated.WithUnit(), sheet.Shorten(stated.Label()), slip)
	return sheet.Finding{Check: c, Page: stated.At.Page}, true
}
