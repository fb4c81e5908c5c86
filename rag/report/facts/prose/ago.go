package prose

import (
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts/cell"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	// scopesAgo is a bracket with the scopes of another year: "(2021: Scope 1 410 t and Scope 2 38 t)".
	scopesAgo = pattern.Compile(`(?i)\((?:in\s+)?(?:FY\s?)?((?:19[89]|20[0-4])\d)\s*:\s*(scopes?\s*[123]\b[^()]*)\)`)
	// namedSo stands between a scope and its figure in such a bracket.
	namedSo = pattern.Compile(`(?i)^\s*(?:emissions\s*)?(?:of|:|=|were|was)?\s*$`)
)

// scopesInBrackets reads the figures of another year that a bracket behind figures of scopes names with their scopes. Figures without a unit have
// that of the last one before the bracket.
func scopesInBrackets(p *document.Page, s string, starts []int, reason string, all []quantity.Quantity) (out []cell.Cell) {
	for _, m := range scopesAgo.FindAllStringSubmatchIndex(s, -1) {
		var lent quantity.Quantity
		for _, q := range all {
			if q.End <= m[0] && massOfGas(q) && q.Per == "" {
				lent = q
			}
		}
		if lent.End == 0 {
			continue
		}
		year := vocabulary.Ending(s, vocabulary.Atoi(s[m[2]:m[3]]))
		for _, l := range vocabulary.ScopeWord.FindAllStringIndex(s[m[4]:m[5]], -1) {
			label := []int{m[4] + l[0], m[4] + l[1]}
			if q, ok := figureOf(s, label[1], all); ok && (bareCount(q) || massOfGas(q)) {
				if bareCount(q) {
					q = likeUnit(q, lent)
				}
				out = append(out, scopeCell(p, s, starts, reason, label, q, "", year, false))
			}
		}
	}
	return out
}

// figureOf is the figure right behind the name of a scope.
func figureOf(s string, at int, all []quantity.Quantity) (quantity.Quantity, bool) {
	for _, q := range all {
		if q.Start >= at {
			return q, !q.Year && !q.Range && q.Per == "" && namedSo.MatchString(s[at:q.Start])
		}
	}
	return quantity.Quantity{}, false
}

func bareCount(q quantity.Quantity) bool {
	return q.Unit.Dimension == quantity.Count && q.Text == q.Number
}

// likeUnit is a bare figure in the unit of another, and its scale.
func likeUnit(q, of quantity.Quantity) quantity.Quantity {
	q.Unit = of.Unit
	if of.Scale != nil {
		q.Value, q.Half, q.Scale = quantity.Mul(q.Value, of.Scale), quantity.Mul(q.Half, of.Scale), of.Scale
	}
	return q
}
