package compare

import (
	"cmp"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections/document"
	"github.com/sibyl-project/sibyl/rag/pattern"
)

// Changed is a target that the later report sets otherwise.
type Changed struct {
	What      []string `json:"what" jsonschema:"description=what became of it\\, as put off\\, weakened or counted from another year"`
	Uncertain bool     `json:"uncertain,omitempty" jsonschema:"description=the two may be different targets"`
	Pair
}

// aim is a target with what sets it: what it is about, by when, from when and how much. It is compared by those and not by its words.
type aim struct {
	Place
	net             bool // nothing on balance
	metrics, scopes []string
	due, base       []string
	shares, counts  []string
	vector          []float32
}

var (
	year    = pattern.Compile(`\b20[2-9]\d\b`)
	anyYear = pattern.Compile(`\b(?:19|20)\d\d\b`)
	share   = pattern.Compile(`(?i)(\d+(?:[.,]\d+)?)\s*(?:%|per\s*cent\b)`)
	number  = pattern.Compile(`(?:^|\s)(\d[\d.,]*\d)\s+\p{L}`)
	scope   = pattern.Compile(`(?i)\bscopes?\s+[123](?:(?:\s*(?:,|\+|&|and|or|to)\s*)+(?:scope\s+)?[123]\b)*`)
	digit   = pattern.Compile(`[123]`)
	// limited is how a target sets what is not to be exceeded, of which less is more.
	limited = pattern.Compile(`(?i)\b(?:below|under|at\s+most|no\s+more\s+than|not\s+exceed\w*|` +
		`less\s+than|fewer\s+than|maximum|limit\w*|within)\s+(?:\p{L}+\s+){0,2}\d|\bto\s+\d`)
	code    = pattern.Compile(`\b\p{Lu}{2,}[\s-]?\d{2,}\b`) // of a standard
	neutral = pattern.Compile(`(?i)\bneutral`)
)

// targets are the commitments that name a year which lies after the report's period.
func targets(d *document.Document) []document.Claim {
	period, _ := strconv.Atoi(strings.TrimSpace(d.Report.Period)) // 0 of one that names no year
	var out []document.Claim
	for _, c := range d.Claims {
		if c.Entities.Commitment && slices.ContainsFunc(year.FindAllString(c.Text, -1), func(y string) bool { n, _ := strconv.Atoi(y); return n > period }) {
			out = append(out, c)
		}
	}
	return out
}

// aims are what sets the targets of a report.
func aims(d *document.Document) []aim {
	var out []aim
	var texts []string
	for _, c := range targets(d) {
		a := aim{Place: Place{c.Page, c.Text}, net: c.Entities.Aim == events.AimNetZero, due: yearsAhead(c.Text, d)}
		for i := range d.Facts {
			f := &d.Facts[i]
			if f.Target && f.Page == c.Page && f.Metric != "" && f.Metric != "other" && f.Metric != "target_year" && f.Printed != "" &&
				strings.Contains(c.Text, strings.TrimSpace(f.Quote)) {
				a.metrics = append(a.metrics, f.Metric)
			}
		}
		text := scope.ReplaceAllString(c.Text, " ")
		for _, s := range scope.FindAllString(c.Text, -1) {
			a.scopes = append(a.scopes, digit.FindAllString(s, -1)...)
		}
		for _, y := range anyYear.FindAllString(text, -1) {
			if !slices.Contains(a.due, y) {
				a.base = append(a.base, y)
			}
		}
		for _, m := range share.FindAllStringSubmatch(text, -1) {
			a.shares = append(a.shares, strings.ReplaceAll(m[1], ",", "."))
		}
		for _, m := range number.FindAllStringSubmatch(text, -1) {
			if !anyYear.MatchString(m[1]) {
				a.counts = append(a.counts, m[1])
			}
		}
		for _, all := range []*[]string{&a.metrics, &a.scopes, &a.base, &a.shares, &a.counts} {
			slices.Sort(*all)
			*all = slices.Compact(*all)
		}
		out, texts = append(out, a), append(texts, c.Text)
	}
	for i, v := range meant(texts) {
		out[i].vector = v
	}
	return out
}

// overlap reports whether two lists have something in common, or one of them says nothing.
func overlap(a, b []string) bool {
	return len(a) == 0 || len(b) == 0 || slices.ContainsFunc(a, func(x string) bool { return slices.Contains(b, x) })
}

// subject is how surely two targets are about one thing: 0 if they are not.
func (a aim) subject(b aim) float64 {
	if a.net != b.net || !overlap(a.scopes, b.scopes) || !overlap(a.metrics, b.metrics) {
		return 0
	}
	v := akin(a.vector, b.vector)
	switch {
	case a.net:
		return max(v, alikeEnds)
	case v >= onSubject && (len(a.metrics) > 0 && len(b.metrics) > 0 || code.MatchString(a.Text) && code.FindString(a.Text) == code.FindString(b.Text)):
		return max(v, alikeEnds)
	case common(a.Text, b.Text) == 0 || v < onSubject && alike(a.Text, b.Text) < onSubject:
		return 0
	}
	return v
}

// agrees reports whether two targets set the same, as far as both say it.
func (a aim) agrees(b aim) bool { return a.subject(b) >= onSubject && len(a.became(b)) == 0 }

// became is what of a target is otherwise in a later one.
func (a aim) became(b aim) []string {
	var out []string
	one := func(x, y []string) bool { return len(x) == 1 && len(y) == 1 }
	differ := func(x, y []string) bool { return len(x) > 0 && len(y) > 0 && !slices.Equal(x, y) }
	if differ(a.due, b.due) {
		said := "by " + strings.Join(b.due, ", ") + " instead of " + strings.Join(a.due, ", ")
		if one(a.due, b.due) {
			said = map[bool]string{true: "put off from ", false: "brought forward from "}[b.due[0] > a.due[0]] + a.due[0] + " to " + b.due[0]
		}
		out = append(out, said)
	}
	if differ(a.shares, b.shares) {
		said := strings.Join(b.shares, " %, ") + " % instead of " + strings.Join(a.shares, " %, ") + " %"
		x, okX := new(big.Rat).SetString(a.shares[0])
		y, okY := new(big.Rat).SetString(b.shares[0])
		if one(a.shares, b.shares) && okX && okY && !limited.MatchString(a.Text) && !limited.MatchString(b.Text) {
			said = map[bool]string{true: "weakened from ", false: "strengthened from "}[y.Cmp(x) < 0] + a.shares[0] + " % to " + b.shares[0] + " %"
		}
		out = append(out, said)
	}
	if one(a.counts, b.counts) && a.counts[0] != b.counts[0] {
		out = append(out, b.counts[0]+" instead of "+a.counts[0])
	}
	if one(a.base, b.base) && a.base[0] != b.base[0] {
		out = append(out, "counted from "+b.base[0]+" instead of "+a.base[0])
	}
	if differ(a.scopes, b.scopes) {
		out = append(out, "for Scope "+strings.Join(b.scopes, ", ")+" instead of Scope "+strings.Join(a.scopes, ", "))
	}
	if then, now := neutral.MatchString(a.Text), neutral.MatchString(b.Text); a.net && b.net && then != now && len(out) > 0 {
		out = append(out, map[bool]string{true: "called neutral and no longer net zero", false: "called net zero and no longer neutral"}[now])
	}
	return out
}

// targets tells what became of the earlier report's targets: those that the later one sets otherwise, and those that are gone.
func (c *Comparison) targets(earlier, later Report) {
	c.Changed, c.Dropped = []Changed{}, []Place{}
	was, is := aims(earlier.Document), aims(later.Document)
	gone := slices.DeleteFunc(slices.Clone(was), func(a aim) bool { return slices.ContainsFunc(is, a.agrees) })
	fresh := slices.DeleteFunc(slices.Clone(is), func(b aim) bool {
		return slices.ContainsFunc(was, func(a aim) bool { return a.agrees(b) })
	})
	for _, a := range gone {
		b, sure := successor(a, gone, fresh)
		if b == nil {
			if !mentioned(a, later) {
				c.Dropped = append(c.Dropped, a.Place)
			}
			continue
		}
		new := Changed{a.became(*b), !sure, Pair{a.Place, b.Place}}
		told := func(o Changed) bool {
			return slices.Equal(o.What, new.What) && bare(o.Earlier.Text) == bare(a.Text) && bare(o.Later.Text) == bare(b.Text)
		}
		if !slices.ContainsFunc(c.Changed, told) {
			c.Changed = append(c.Changed, new)
		}
	}
	slices.SortStableFunc(c.Changed, func(a, b Changed) int {
		return cmp.Or(cmp.Compare(truth(a.Uncertain), truth(b.Uncertain)), cmp.Compare(a.Earlier.Page, b.Earlier.Page))
	})
	c.Reworded = slices.DeleteFunc(c.Reworded, func(p Pair) bool { // told as what became of the target
		return slices.ContainsFunc(c.Changed, func(x Changed) bool { return x.Earlier == p.Earlier || x.Later == p.Later })
	})
}

// successor is the new target that is most surely about the same thing as one that is gone, and whether it is sure: it is not where another that is
// gone comes nearer to it.
func successor(a aim, gone, fresh []aim) (*aim, bool) {
	best, at := 0.0, -1
	for i, b := range fresh {
		if v := a.subject(b); v > best {
			best, at = v, i
		}
	}
	if at < 0 {
		return nil, false
	}
	nearer := slices.ContainsFunc(gone, func(o aim) bool { return o.subject(fresh[at]) > best })
	return &fresh[at], best >= alikeEnds && !nearer
}

// mentioned reports whether any sentence of a report names a target's years on its subject and no other share: then it is not gone.
func mentioned(a aim, later Report) bool {
	return slices.ContainsFunc(later.sentences(), func(p Place) bool {
		if !slices.ContainsFunc(a.due, func(y string) bool { return strings.Contains(p.Text, y) }) || alike(a.Text, p.Text) < 0.3 {
			return false
		}
		var shares []string
		for _, m := range share.FindAllStringSubmatch(p.Text, -1) {
			shares = append(shares, strings.ReplaceAll(m[1], ",", "."))
		}
		return overlap(a.shares, shares)
	})
}

// yearsAhead are the years of a target that lie after a report's period, or all of them where it names none.
func yearsAhead(said string, of *document.Document) []string {
	out := slices.DeleteFunc(year.FindAllString(said, -1), func(y string) bool { return y <= strings.TrimSpace(of.Report.Period) })
	slices.Sort(out)
	return slices.Compact(out)
}

// truth orders what holds behind what does not.
func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}
