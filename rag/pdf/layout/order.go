package layout

import "slices"

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
