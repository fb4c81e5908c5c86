package facts

import "strings"

// scoped reads scope, category and method off the headings, the nearest first.
func (c *cell) scoped(f *Fact, own string) {
	outer, columns := c.outside(own), strings.Join(c.cols, " ")
	f.Method = c.method(own, outer, columns)
	f.Number = categoryOf(own)
	if s, _ := scopeOf(own); s != "" {
		f.Scope, f.Category = s, rest(own, true)
		if f.Number > 0 && f.Category == "" {
			f.Category = own
		}
		return
	}
	beyond := "" // what the label says beyond that it is emissions
	if !wholeLabel.MatchString(own) {
		beyond = rest(own, false)
	}
	whole := beyond == ""
	near, stream := "3", "" // one of the fifteen categories is of Scope 3, wherever it stands
	if f.Number == 0 {
		near, stream = c.scopeAbove(own, outer, columns)
	}
	f.Scope = c.scopeWithin(near, own, whole)
	f.Category = firstOf(beyond, stream)
	if f.Scope == "" && whole && totalWord.MatchString(own) && ghgWord.MatchString(own) {
		f.Scope = "total" // what it is the total of is for the sums around it to say
	}
}

// outside are the headings of the row that stand over its own.
func (c *cell) outside(own string) []string {
	for n := len(c.rows) - 1; n >= 0; n-- {
		if c.rows[n] == own {
			return c.rows[:n]
		}
	}
	return c.rows
}

// method is the method that the headings name: the figure's own, those over it, those of its column; the caption names it
// only for what has no heading over it.
func (c *cell) method(own string, outer []string, columns string) string {
	if m := methodOf(own); m != "" {
		return m
	}
	for i := len(outer) - 1; i >= 0; i-- {
		if m := methodOf(outer[i]); m != "" {
			return m
		}
	}
	if m := methodOf(columns); m != "" || len(outer) > 0 {
		return m
	}
	return methodOf(c.caption)
}

// scopeAbove is the scope that the nearest heading over a label names, or else that of its column. stream is set below
// "Scope 3 upstream", whose total is not all of Scope 3.
func (c *cell) scopeAbove(own string, outer []string, columns string) (scope, stream string) {
	ofAll := bareTotal.MatchString(own) && c.source == FromText // a bare "Total" in lines may be that of all above
	for i := len(outer) - 1; i >= 0; i-- {
		if scope, _ = scopeOf(outer[i]); scope != "" {
			return scope, strings.ToLower(upOrDown.FindString(outer[i]))
		}
		if scope = isoCategory(outer[i]); scope == "" && !ofAll {
			scope = impliedScope(outer[i])
		}
		if scope != "" {
			return scope, ""
		}
	}
	scope, _ = scopeOf(columns)
	return scope, ""
}

// scopeWithin is the scope of a label that names none by its number, with near what stands around it: whole says that the
// label is of all that its scope holds.
func (c *cell) scopeWithin(near, own string, whole bool) string {
	implied := impliedScope(own)
	switch {
	case implied != "" && (near == "" || whole && len(near) > 1):
		return implied
	case near != "":
		return near
	case c.scope != "":
		return c.scope
	}
	if s, n := scopeOf(c.caption); n == 1 && (whole || len(s) == 1) {
		return s
	}
	return ""
}

var upOrDown = compile(`(?i)\b(?:upstream|downstream)\b`)

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

var isoHeading = compile(`(?i)^\W*(?:category|kategori|kategorie)\s+([1-6])\s*[:.–-].*(?:ghg|grk|thg|greenhouse|emissions?)`)

var bareTotal = compile(`(?i)^\W*(?:grand\s+)?totals?\W*$`)
