package layout

import (
	"math"
	"slices"
)

// plan is how a region is divided, and what its gutters are worth less the prices of its runs.
type plan struct {
	els   []element // of a region that is read straight down
	runs  []plannedRun
	worth float64
}

// plannedRun is a run with a plan for each of its columns, or elements that are read straight down.
type plannedRun struct {
	run
	els  []element
	cols [][]element
	deep []*plan
	all  float64 // gain, with what the columns' own plans are worth
	// after is what interrupts the columns and is read after them.
	after []element
}

// region reads the elements of a part of the page.
func (o *orderer) region(els []element, depth int) {
	if len(els) > 0 {
		o.read(o.plan(els, depth), depth)
	}
}

func (o *orderer) plan(els []element, depth int) *plan {
	p := &plan{els: els}
	if len(els) < 2 || depth >= mostDepth {
		return p
	}
	bands := bandsOf(slices.Clone(els))
	runs := o.runs(bands)
	if len(runs) == 1 && len(runs[0].gutters) == 0 {
		return p
	}
	for _, r := range runs {
		p.runs = append(p.runs, o.planRun(bands, r, depth))
	}
	o.mergeRuns(p, bands, depth)
	o.liftQuotes(p, bands, depth)
	for i, r := range p.runs {
		p.worth += r.all
		if i > 0 {
			p.worth -= priceOf(&bands[r.from-1], &bands[r.from], o.pitch)
		}
	}
	return p
}

func (o *orderer) planRun(bands []band, r run, depth int) plannedRun {
	out := plannedRun{run: r, all: r.gain}
	for _, b := range bands[r.from : r.to+1] {
		out.els = append(out.els, b.els...)
	}
	if len(r.gutters) == 0 {
		return out
	}
	out.cols = intoColumns(out.els, r.gutters)
	for _, c := range out.cols {
		p := o.plan(c, depth+1)
		out.deep = append(out.deep, p)
		out.all += p.worth
	}
	return out
}

// mergeRuns joins neighbouring runs where a gutter goes through both and the columns on its sides, divided
// for themselves, are worth as much: a column that goes on past a change beside it is read to its end.
func (o *orderer) mergeRuns(p *plan, bands []band, depth int) {
	tries := 0
	for i := 0; i+1 < len(p.runs) && tries < 12 && depth < 3; {
		a, b := &p.runs[i], &p.runs[i+1]
		if len(a.gutters) == 0 && len(b.gutters) == 0 {
			i++
			continue
		}
		tries++
		r := o.joint(bands, a.from, b.to)
		if len(r.gutters) == 0 {
			i++
			continue
		}
		merged := o.planRun(bands, r, depth)
		price := priceOf(&bands[b.from-1], &bands[b.from], o.pitch)
		better := a.all + b.all - price
		if price < priceTight { // worth as much: a cut through paragraphs is worse than one between them
			better += 0.5
		} else {
			better -= 0.5
		}
		if merged.all < better {
			i++
			continue
		}
		p.runs[i] = merged
		p.runs = slices.Delete(p.runs, i+1, i+2)
		i = max(i-1, 0)
	}
}

// liftQuotes takes out what stands across a gutter in the middle of two columns, with their text around it: a
// pull quote, a small box. The columns are read as if it were not there, and it is read after them.
func (o *orderer) liftQuotes(p *plan, bands []band, depth int) {
	for i := 0; i+2 < len(p.runs) && depth < 3; i++ {
		a, b, c := &p.runs[i], &p.runs[i+1], &p.runs[i+2]
		gutter, ok := o.shared(a.gutters, c.gutters)
		if !ok {
			continue
		}
		quote, rest := o.across(b.els, gutter)
		if len(rest) == 0 {
			continue
		}
		els := slices.Concat(a.els, rest, c.els)
		flow := bandsOf(els)
		r := o.joint(flow, 0, len(flow)-1)
		if _, ok := o.shared(r.gutters, []float64{gutter}); !ok {
			continue
		}
		merged := o.planRun(flow, r, depth)
		merged.from, merged.to, merged.after = a.from, c.to, quote
		p.runs = slices.Replace(p.runs, i, i+3, merged)
	}
}

// shared is a gutter that two runs have in common.
func (o *orderer) shared(a, b []float64) (float64, bool) {
	for _, g := range a {
		for _, h := range b {
			if math.Abs(g-h) < o.size {
				return (g + h) / 2, true
			}
		}
	}
	return 0, false
}

// across divides elements at a gutter: what stands across it, if that is set otherwise than the lines of text
// on both sides of it, and those lines. There are none if the gutter is only interrupted.
func (o *orderer) across(els []element, gutter float64) (quote, rest []element) {
	left, right := 0, 0
	for _, e := range els {
		switch {
		case e.rule:
		case e.box[0] < gutter-o.size && e.box[2] > gutter+o.size:
			quote = append(quote, e)
		default:
			rest = append(rest, e)
			if e.box[2] <= gutter+o.size {
				left += e.cell.chars
			} else {
				right += e.cell.chars
			}
		}
	}
	if len(quote) == 0 || left < 40 || right < 40 || textRows(quote) > 12 {
		return nil, nil
	}
	for _, q := range quote {
		if f := q.fragment; f != nil && math.Abs(f.size-o.size) < 0.08*o.size && !q.cell.strong {
			return nil, nil
		}
	}
	return quote, rest
}

// intoColumns deals elements out to the columns between gutters.
func intoColumns(els []element, gutters []float64) [][]element {
	cols := make([][]element, len(gutters)+1)
	for _, e := range els {
		if e.rule {
			continue
		}
		mid := (e.box[0] + e.box[2]) / 2
		k := 0
		for k < len(gutters) && mid > gutters[k] {
			k++
		}
		cols[k] = append(cols[k], e)
	}
	return cols
}
