package extract

import (
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/cell"
	"github.com/sibyl-project/sibyl/rag/report/facts/prose"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// The templates of the EU taxonomy (Delegated Regulation 2021/2178, Annexes I and II) are tables of one indicator each: turnover,
// capital or operating expenditure, in money and in per cent by objective. Their rows and columns name objectives and activities,
// which say nothing of it; what says it are the totals, or the title.

var (
	taxonomyTerm = pattern.Compile(`(?i)\btaxonomy[\s-]*(?:non[\s-]*)?(?:eligible|aligned)\b|\b(?:eligible\s+for|aligned\s+with)\s+the\s+taxonomy\b|` +
		`\benvironmentally\s+sustainable\s+activities\b`)
	partOfWhole  = pattern.Compile(`(?i)\bsubstantial\s+contribution\b|\bproportion\s+of\b`) // what the templates give in per cent
	taxonomyKPIs = map[facts.Metric]*pattern.Pattern{
		facts.Revenue: pattern.Compile(`(?i)\b(?:turnover|revenues?|sales)\b`),
		facts.Capex:   pattern.Compile(`(?i)\b(?:capex|capital\s+expenditures?)\b`),
		facts.Other:   pattern.Compile(`(?i)\b(?:opex|operating\s+(?:expenditures?|expenses?))\b`),
	}
)

// leastTerms is how many figures of a table must stand under the regulation's own terms before it is one of its templates.
const leastTerms = 2

// taxonomyTable is what the headings of a table say of its indicator.
type taxonomyTable struct {
	terms int
	named map[facts.Metric]int
}

// taxonomy gives the figures of a template of the EU taxonomy the indicator that the template is of.
func taxonomy(s *facts.Sheet) {
	tables := map[int]*taxonomyTable{}
	for i := range s.Facts {
		f := &s.Facts[i]
		if f.Table == 0 || f.Source != facts.FromTable {
			continue
		}
		t := tables[f.Table]
		if t == nil {
			t = &taxonomyTable{named: map[facts.Metric]int{}}
			tables[f.Table] = t
		}
		all := cell.WithoutBasis(headingsOf(f) + " ; " + f.Caption)
		if taxonomyTerm.MatchString(all) {
			t.terms++
		}
		for m, word := range taxonomyKPIs {
			if word.MatchString(all) {
				t.named[m]++
			}
		}
	}
	for i := range s.Facts {
		f := &s.Facts[i]
		t := tables[f.Table]
		if t == nil || t.terms < leastTerms || !indicates(f) {
			continue
		}
		if partOfWhole.MatchString(headingsOf(f)) && f.Dimension == string(quantity.Count) && !f.Exact.Value.Negative &&
			f.Exact.Value.Cmp(prose.HundredPercent) <= 0 {
			inPercent(f)
		}
		m, ok := namedBy(cell.WithoutBasis(headingsOf(f)))
		if !ok {
			m, ok = t.only()
		}
		if ok && m != f.Metric && (f.Metric == facts.Other || m == facts.Other || f.Metric == facts.FinancialExposed || f.Metric == facts.Capex ||
			f.Metric == facts.Revenue) {
			f.Metric = m
			f.Notes = append(f.Notes, "Of the indicator that its table of the EU taxonomy is of.")
		}
	}
}

func headingsOf(f *facts.Fact) string {
	columns := strings.Join(f.ColPath, " ; ")
	if len(f.ColPath) > 1 {
		columns += " ; " + strings.Join(f.ColPath, " ") // "Capital" above "expenditures"
	}
	return strings.Join(f.RowPath, " ; ") + " ; " + columns
}

// indicates reports whether a figure can be one of an indicator: money, a part of it, or without a unit that was read.
func indicates(f *facts.Fact) bool {
	switch quantity.Dimension(f.Dimension) {
	case quantity.Money, quantity.Percent:
		return true
	case quantity.Count:
		return f.Unit == ""
	}
	return false
}

// namedBy is the one indicator that headings name.
func namedBy(headings string) (found facts.Metric, ok bool) {
	for m, word := range taxonomyKPIs {
		if word.MatchString(headings) {
			if ok {
				return "", false
			}
			found, ok = m, true
		}
	}
	return found, ok
}

// only is the one indicator that a table names.
func (t *taxonomyTable) only() (found facts.Metric, ok bool) {
	for m := range t.named {
		if ok {
			return "", false
		}
		found, ok = m, true
	}
	return found, ok
}
