package layout

import (
	"math"
	"slices"
)

// mostDepth bounds how often a region is divided: no layout nests deeper, and a hostile one shall not.
const mostDepth = 8

// leaf is a part of the page that is read straight down: fragments of one column, or a table.
type leaf struct {
	els []element
	// inPanel is the panel that the part belongs to, from 1 in reading order, or 0 for the page's own text.
	inPanel int
}

// orderer collects the leaves in reading order.
type orderer struct {
	division
	leaves []leaf
	panels int
	panel  int
}

// read follows a plan.
func (o *orderer) read(p *plan, depth int) {
	if len(p.runs) == 0 {
		o.leaf(p.els)
		return
	}
	for _, r := range p.runs {
		if len(r.gutters) == 0 {
			o.leaf(r.els)
			continue
		}
		o.columns(r, depth)
		o.leaf(r.after)
	}
}

// columns reads a run's columns one after the other.
func (o *orderer) columns(r plannedRun, depth int) {
	if rows := o.rowsOfGroups(r.cols); rows != nil {
		for _, row := range rows {
			for _, c := range row {
				o.region(c, depth+1)
			}
		}
		return
	}
	for k := 0; k < len(r.cols); k++ {
		if k+1 < len(r.cols) && o.marginal(r.cols[k], r.cols[k+1]) {
			o.withSideHeadings(r.cols[k], r.cols[k+1], depth)
			k++
			continue
		}
		if len(r.cols[k]) > 0 {
			o.read(r.deep[k], depth+1)
		}
	}
}

// leaf takes elements that are read straight down. A panel among them is read where it begins.
func (o *orderer) leaf(els []element) {
	els = slices.Clone(els)
	slices.SortStableFunc(els, func(a, b element) int {
		if a.box[1] != b.box[1] {
			return compare(a.box[1], b.box[1])
		}
		return compare(a.box[0], b.box[0])
	})
	var own []element
	flush := func() {
		if len(own) > 0 {
			o.leaves = append(o.leaves, leaf{els: own, inPanel: o.panel})
			own = nil
		}
	}
	for _, e := range els {
		switch {
		case e.rule:
		case e.frame != nil:
			flush()
			o.panels++
			outer := o.panel
			o.panel = o.panels
			o.region(e.frame.elements, 0)
			o.panel = outer
		case e.table > 0 || e.chart > 0:
			flush()
			o.leaves = append(o.leaves, leaf{els: []element{e}, inPanel: o.panel})
		default:
			own = append(own, e)
		}
	}
	flush()
}

// group is consecutive lines of a column without a wide gap between them.
type group struct {
	els         []element
	top, bottom float64
	size        float64
	lines       int
}

func (o *orderer) groupsOf(els []element, loose float64) []group {
	bands := bandsOf(slices.Clone(els))
	var out []group
	for _, b := range bands {
		size, chars := 0.0, 0
		for _, e := range b.els {
			if e.fragment != nil && e.fragment.n > chars {
				size, chars = e.fragment.size, e.fragment.n
			}
		}
		if n := len(out); n > 0 && b.top-out[n-1].bottom < loose*math.Max(o.pitch, size*1.2) {
			g := &out[n-1]
			g.els = append(g.els, b.els...)
			g.bottom = math.Max(g.bottom, b.bottom)
			g.size = math.Max(g.size, size)
			g.lines += textRows(b.els)
			continue
		}
		out = append(out, group{els: b.els, top: b.top, bottom: b.bottom, size: size, lines: textRows(b.els)})
	}
	return out
}

// rowsOfGroups returns the columns by rows when they are the cells of a grid rather than running text: at
// least three groups in each column, which begin at the same heights. Terms beside their definitions and
// tiles in rows are read so.
func (o *orderer) rowsOfGroups(cols [][]element) [][][]element {
	groups := make([][]group, len(cols))
	most := 0
	for i, c := range cols {
		groups[i] = o.groupsOf(c, 0.62)
		if len(groups[i]) < 3 {
			return nil
		}
		if len(groups[i]) > len(groups[most]) {
			most = i
		}
	}
	// Each group of every column begins where one of the column with fewest begins, nearly always.
	fewest := 0
	for i := range groups {
		if len(groups[i]) < len(groups[fewest]) {
			fewest = i
		}
	}
	starts := groups[fewest]
	matched, all := 0, 0
	for i := range groups {
		if i == fewest {
			continue
		}
		for _, s := range starts {
			all++
			for _, g := range groups[i] {
				if math.Abs(g.top-s.top) < 0.5*o.size {
					matched++
					break
				}
			}
		}
		if len(groups[i]) > 2*len(starts) {
			return nil
		}
	}
	if all == 0 || 10*matched < 9*all {
		return nil
	}
	rows := make([][][]element, len(starts))
	for r := range rows {
		rows[r] = make([][]element, len(cols))
		low, high := math.Inf(-1), math.Inf(1)
		if r > 0 {
			low = starts[r].top - 0.5*o.size
		}
		if r+1 < len(starts) {
			high = starts[r+1].top - 0.5*o.size
		}
		for i := range groups {
			for _, g := range groups[i] {
				if g.top >= low && g.top < high {
					rows[r][i] = append(rows[r][i], g.els...)
				}
			}
		}
	}
	return rows
}

// marginal reports whether a column holds nothing but a few headings for the text beside it.
func (o *orderer) marginal(side, body []element) bool {
	lines := 0
	for _, e := range side {
		if e.fragment == nil || e.fragment.size < 1.2*o.size {
			return false
		}
		lines++
	}
	return lines > 0 && 3*lines <= textRows(body)
}

// withSideHeadings reads each heading of the margin before the paragraph it stands beside.
func (o *orderer) withSideHeadings(side, body []element, depth int) {
	rest := body
	for _, h := range o.groupsOf(side, 1.2) {
		starts := o.groupsOf(rest, 0.62)
		at := math.Inf(1)
		for _, g := range starts {
			if math.Abs(g.top-h.top) <= 2*h.size && math.Abs(g.top-h.top) < math.Abs(at-h.top) {
				at = g.top
			}
		}
		if math.IsInf(at, 1) {
			at = h.top
		}
		var before, after []element
		for _, e := range rest {
			if (e.box[1]+e.box[3])/2 < at {
				before = append(before, e)
			} else {
				after = append(after, e)
			}
		}
		o.region(before, depth+1)
		o.leaf(h.els)
		rest = after
	}
	o.region(rest, depth+1)
}
