package claims

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/quantity"
)

// What makes a promise, a deed or a sum definite enough to be held against somebody.

// dated reports whether a promise can be held against somebody: it has a date or a figure.
func (r *reading) dated() bool {
	return r.byYear != "" || len(r.measured) > 0 || len(r.years) > 0 || r.soon() ||
		slices.ContainsFunc(r.counts, func(q quantity.Quantity) bool { return !strings.Contains(q.Number, ".") && !r.numbersStandard(q) })
}

// firm reports whether it is said of how much, how often, by whom or in which manner something is done.
func (r *reading) firm() bool {
	return len(r.names) > 0 || len(r.counts)+len(r.measured)+len(r.years) > 0 || r.has[cueOften] || r.has[cueMust] || r.has[cueAll] || r.has[cueOutside] || r.has[cueTool] || r.enumerates() && r.about() ||
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
