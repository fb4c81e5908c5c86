package claims

import "github.com/sibyl-project/sibyl/rag/report/quantity"

// Whether figures are of emissions, and whether emissions are stated at all.

// emitted reports whether emissions are stated, rather than promised, named, or measured against a target.
func (r *reading) emitted() bool {
	reached := r.has[cueTarget] && r.any("achieved", "reached", "met", "exceeded") // it tells of the target
	return !r.climateTarget() && !reached && (len(r.measured) > 0 || r.has[cueChange] || r.row)
}

// amounts reports whether a figure is one of emissions: in their unit, or beside the word, so that a sentence about
// deliveries that ends with "and thereby cuts emissions" states none.
func (r *reading) amounts() bool {
	if r.row || len(r.measured) == 0 {
		return true
	}
	for _, q := range r.measured {
		if q.Unit.Dimension == quantity.Emissions || q.Unit.Dimension == quantity.CarbonGas {
			return true
		}
	}
	for _, h := range r.hits {
		if h.cue != cueGHG {
			continue
		}
		if at := r.words[h.from].start; at < r.measured[len(r.measured)-1].Start || len(wordsOf(r.text[r.measured[len(r.measured)-1].End:at])) <= nearFigure {
			return true
		}
	}
	return false
}

// nearFigure is how many words may stand between a figure and the emissions that it is of: "12% lower specific emissions".
const nearFigure = 5

// charging reports whether it is about charging vehicles: equipment that is offered, no energy used.
func (r *reading) charging() bool {
	return r.any("ev charging", "charging stations", "charging points", "charger", "chargers")
}

func (r *reading) money() bool {
	for _, q := range r.measured {
		if q.Unit.Dimension == "money" {
			return true
		}
	}
	return false
}
