package claims

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// What makes a promise, a deed or a sum definite enough to be held against somebody.

// dated reports whether a promise can be held against somebody: it has a date or a figure.
func (r *reading) dated() bool {
	return r.byYear != "" || len(r.measured) > 0 || len(r.years) > 0 || r.soon() ||
		slices.ContainsFunc(r.counts, func(q quantity.Quantity) bool { return !strings.Contains(q.Number, ".") && !r.numbersStandard(q) })
}

// firm reports whether it is said of how much, how often, by whom or in which manner something is done.
func (r *reading) firm() bool { return r.gripped() || r.enumerates() && r.about() }

// gripped is firm without regard to whom a list is of.
func (r *reading) gripped() bool {
	return len(r.names) > 0 || len(r.counts)+len(r.measured)+len(r.years) > 0 || r.has[cueOften] || r.has[cueMust] || r.has[cueAll] || r.has[cueOutside] || r.has[cueTool] ||
		slices.ContainsFunc(r.words, func(w word) bool { return grips[w.low] })
}

// soon reports whether a promise is to be kept within a time that is told from the report's: "over the next three years".
func (r *reading) soon() bool {
	return slices.ContainsFunc(r.words[:min(len(r.words), 3)], func(w word) bool { return w.low == "next" }) || r.any("over the next", "in the next", "within the next", "next year", "coming year", "coming years", "next fiscal year", "next financial year", "following year")
}

// ofThings reports whether a figure that is no money is stated of products or of markets, so that it is no matter of trade:
// "our products use an average of 28 percent of recycled constituents".
func (r *reading) ofThings() bool {
	return r.has[cueOwn] && len(r.measured) > 0 && !r.trades() && !r.has[cueInvest] && !r.money() &&
		!r.any("profit", "profits", "earnings", "margin", "dividend", "dividends", "share price", "market share", "market shares", "market position", "order intake", "ebit", "shareholder", "shareholders", "acquisition", "transaction", "transactions")
}

// givings are verbs of those who put money to a use.
var givings = wordSet(`allocate allocates allocated invest invests invested donate donates donated grant grants granted contribute contributes contributed dedicate dedicates dedicated fund funds funded spend spent raised disbursed mobilized mobilised`)

// gives reports whether the entity says how much it puts to a use: "Every year we allocate EUR 2 million to a fund that ...".
func (r *reading) gives() bool {
	return r.money() && (r.has[cueOwn] || r.house) && slices.ContainsFunc(r.words, func(w word) bool { return givings[w.low] }) &&
		!r.any("profit", "profits", "earnings", "margin", "dividend", "dividends", "share price", "shares", "shareholder", "shareholders", "acquisition", "ebit", "revenue", "revenues", "sales", "cash flow")
}

// shifted reports whether the entity says which way its emissions went, without a figure: "Our Scope 3 emissions increased due to
// higher sales".
func (r *reading) shifted() bool {
	if len(r.measured) > 0 || !r.has[cueOwn] && !r.house || r.has[cueHedges] || !(r.has[cueScope1] || r.has[cueScope2] || r.has[cueScope3] || r.has[cueGHG]) {
		return false
	}
	for i := 1; i < min(len(r.words), 9); i++ {
		switch r.words[i].low {
		case "increased", "decreased", "rose", "fell", "declined":
			before := r.words[i-1].low
			return before == "emissions" || before == "footprint" || before == "intensity" || before == "have" || before == "has"
		}
	}
	return false
}

// nominals are nouns of what was done.
var nominals = wordSet(`implementation introduction installation launch completion rollout establishment opening publication acquisition finalisation finalization deployment integration certification revision expansion renewal`)

// nominal reports whether a deed is told by a noun: "A highlight in 2023 was the introduction of a month of awareness".
func (r *reading) nominal() bool {
	if !r.near && !r.has[cueOwn] && !r.house || len(r.years) == 0 && !r.has[cueLately] || r.commits() || r.has[cueOthers] {
		return false
	}
	for i := 0; i+3 < len(r.words); i++ {
		switch r.words[i].low {
		case "was", "were", "saw", "included", "marked":
			if r.words[i+1].low == "the" && nominals[r.words[i+2].low] && r.words[i+3].low == "of" {
				return true
			}
		}
	}
	return false
}

// scopeFigure reports whether figures of scopes are stated without saying whose they are: in a report, its entity's.
func (r *reading) scopeFigure() bool {
	return len(r.measured) > 0 && (r.has[cueScope1] || r.has[cueScope2] || r.has[cueScope3]) && !r.others() && !r.lawgiver() && !r.has[cueDefines] && !r.has[cueStandard] &&
		!slices.ContainsFunc(r.words, func(w word) bool { return elsewhere[w.low] || partners[w.low] || everybody[w.low] })
}
