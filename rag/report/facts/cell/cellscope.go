package cell

import (
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
)

// scoped reads scope, category and method off the headings, the nearest first.
func (c *Cell) scoped(f *facts.Fact, own string) {
	outer, columns := c.outside(own), strings.Join(c.Cols, " ")
	f.Method = c.method(own, outer, columns)
	f.Number = vocabulary.CategoryOf(own)
	if over := len(outer) - 1; c.Form && over >= 0 && f.Number == 0 && vocabulary.CategoryOf(outer[over]) > 0 { // what the question is asked about
		f.Scope, f.Number, f.Category = "3", vocabulary.CategoryOf(outer[over]), strings.ToLower(outer[over])
		return
	}
	if s, _ := vocabulary.Scopes(own); s != "" {
		f.Scope, f.Category = s, vocabulary.Rest(own, true)
		if f.Number > 0 && f.Category == "" {
			f.Category = own
		}
		return
	}
	if f.Number == 0 && vocabulary.ScopeOf(columns) == "" {
		f.Number = vocabulary.CategoryOf(columns) // "Financed emissions" above classes of assets
	}
	beyond := "" // what the label says beyond that it is emissions
	if !wholeLabel.MatchString(own) && !partOfYear.MatchString(own) {
		beyond = vocabulary.Rest(own, false)
	}
	whole := beyond == ""
	near, stream := "3", "" // one of the fifteen categories is of Scope 3, wherever it stands
	if f.Number == 0 {
		near, stream = c.scopeAbove(own, outer, columns)
	}
	f.Scope = c.scopeWithin(near, own, whole)
	f.Category = FirstOf(beyond, stream)
	if f.Scope == "" && whole && vocabulary.TotalWord.MatchString(own) && GhgWord.MatchString(own) {
		f.Scope = "total" // what it is the total of is for the sums around it to say
	}
}

// partOfYear is a heading that is a part of a year and no more, which is no part of what was emitted in it.
var partOfYear = pattern.Compile(`(?i)^\W*(?:Q[1-4]|H[12]|[369]M|(?:full|whole|half)[\s-]year|YTD|year\s+to\s+date)\W*$`)

// outside are the headings of the row that stand over its own.
func (c *Cell) outside(own string) []string {
	for n := len(c.Rows) - 1; n >= 0; n-- {
		if c.Rows[n] == own {
			return c.Rows[:n]
		}
	}
	return c.Rows
}

// method is the method that the headings name: the figure's own, those over it, those of its column; the caption names it
// only for what has no heading over it.
func (c *Cell) method(own string, outer []string, columns string) string {
	if m := vocabulary.MethodOf(own); m != "" {
		return m
	}
	for i := len(outer) - 1; i >= 0; i-- {
		if m := vocabulary.MethodOf(outer[i]); m != "" {
			return m
		}
	}
	if m := vocabulary.MethodOf(columns); m != "" || len(outer) > 0 {
		return m
	}
	return vocabulary.MethodOf(c.Caption)
}

// scopeAbove is the scope that the nearest heading over a label names, or else that of its column. stream is set below
// "Scope 3 upstream", whose total is not all of Scope 3.
func (c *Cell) scopeAbove(own string, outer []string, columns string) (scope, stream string) {
	ofAll := BareTotal.MatchString(own) && c.Source == facts.FromText // a bare "Total" in lines may be that of all above
	for i := len(outer) - 1; i >= 0; i-- {
		if scope, _ = vocabulary.Scopes(outer[i]); scope != "" {
			return scope, strings.ToLower(upOrDown.FindString(outer[i]))
		}
		if scope = isoCategory(outer[i]); scope == "" && !ofAll {
			scope = vocabulary.ImpliedScope(outer[i])
		}
		if scope != "" {
			return scope, ""
		}
	}
	scope, _ = vocabulary.Scopes(columns)
	return scope, ""
}

// scopeWithin is the scope of a label that names none by its number, with near what stands around it: whole says that the
// label is of all that its scope holds.
func (c *Cell) scopeWithin(near, own string, whole bool) string {
	implied := vocabulary.ImpliedScope(own)
	switch {
	case implied != "" && (near == "" || whole && len(near) > 1):
		return implied
	case near != "":
		return near
	case c.Scope != "":
		return c.Scope
	}
	if s, n := vocabulary.Scopes(c.Caption); n == 1 && !c.RowsScoped && (whole || len(s) == 1) {
		return s
	}
	return ""
}

var upOrDown = pattern.Compile(`(?i)\b(?:upstream|downstream)\b`)

// isoCategory reads the categories of ISO 14064-1: the first is direct, the second imported energy, the others
// are what the GHG Protocol calls Scope 3.
func isoCategory(heading string) string {
	m := isoHeading.FindStringSubmatch(heading)
	switch {
	case m == nil:
		return ""
	case m[1] == "1" || m[1] == "2":
		return m[1]
	}
	return "3"
}

// ISOCategory says that a heading is one of the categories of ISO 14064-1.
func ISOCategory(heading string) bool { return isoCategory(heading) != "" }

var isoHeading = pattern.Compile(`(?i)^\W*(?:category|kategori|kategorie)\s+([1-6])\s*[:.–-].*(?:ghg|grk|thg|greenhouse|emissions?)`)

// BareTotal is a label that says that a row is a total, and not of what.
var BareTotal = pattern.Compile(`(?i)^\W*(?:grand\s+)?totals?\W*$`)
