package document

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events/phrase"
	"github.com/sibyl-project/sibyl/projections/document/discrepancy"
	"github.com/sibyl-project/sibyl/projections/document/keyfigures"
	"github.com/sibyl-project/sibyl/projections/document/notes"
	"github.com/sibyl-project/sibyl/projections/document/themes"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// Weights of what two pages say of one thing: an amount of what reports are read for stands before whatever is only told of, others behind targets. A
// figure of an earlier year may be given as it was published then.
const (
	differsWeight = 54.0
	differsOther  = 46
	differsBefore = 12 // less
)

// differing are the rows that two pages give differently: those of the same two pages and year are one matter.
func (v *view) differing() []weighed {
	groups := map[string][]discrepancy.Pair{}
	var order []string
	for _, p := range discrepancy.Of(v.printedRows()) {
		if v.checkedAlready(p.A.ID) && v.checkedAlready(p.B.ID) {
			continue
		}
		key := fmt.Sprint(p.A.Page, p.B.Page, p.A.Year)
		if groups[key] == nil {
			order = append(order, key)
		}
		groups[key] = append(groups[key], p)
	}
	var out []weighed
	for _, key := range order {
		all := groups[key]
		slices.SortStableFunc(all, func(a, b discrepancy.Pair) int { return cmp.Compare(v.differsBy(b), v.differsBy(a)) })
		out = append(out, weighed{v.ofPairs(all), v.differsBy(all[0])})
	}
	return out
}

// printedRows are the figures of tables as they stand, without what accounts are full of: money, for one business more or less.
func (v *view) printedRows() []discrepancy.Figure {
	var out []discrepancy.Figure
	for _, f := range v.figures {
		value, _, err := apd.NewFromString(f.Value)
		if err != nil || f.Source != "table" || f.Change || f.Target || f.Engine != "" || v.unread(f.Page) || len(f.Readings) > 0 || inMoney(f.UnitBase) {
			continue
		}
		out = append(out, discrepancy.Figure{ID: f.ID, Page: f.Page, Year: f.Year, Table: f.Caption, Row: rowOf(f) + "\x00" + f.Boundary, Heads: f.RowPath,
			Unit: f.Unit, Basis: f.Method + bounded.FindString(strings.Join(f.RowPath, " ")), Value: value, Base: f.amount(), BaseUnit: f.UnitBase})
	}
	return out
}

// inMoney reports whether a unit is one of money.
func inMoney(unit string) bool {
	u, err := quantity.ParseUnit(unit)
	return err == nil && u.Dimension == quantity.Money
}

// differsBy is the weight of a pair.
func (v *view) differsBy(p discrepancy.Pair) float64 {
	weight := differsWeight
	if themes.OfFamily(v.facts[p.A.ID].Metric) == "" {
		weight = differsOther
	}
	if p.A.Year < v.periodEnd() {
		weight -= differsBefore
	}
	return weight
}

// ofPairs is the matter of rows that two pages give differently, led by the first.
func (v *view) ofPairs(all []discrepancy.Pair) Matter {
	p := all[0]
	a, b := v.facts[p.A.ID], v.facts[p.B.ID]
	m := Matter{Kind: MatterArithmetic, Theme: cmp.Or(themes.OfMetric(a.Metric), themes.OfMetric(b.Metric)), Page: a.Page, Quote: tidy(v.quoteOf(a.ID), ""),
		Title: fmt.Sprintf("Two pages give different figures: %s, %d", phrase.Words(v.factName(a), longestName), a.Year)}
	m.Gist = fmt.Sprintf("%s on page %d, %s on page %d; for %d both give %s", v.printed(a), a.Page, v.printed(b), b.Page, p.Same.Year,
		v.printed(v.facts[p.Same.ID]))
	second := "Both rows agree for other years, so they are of one thing; which of the two figures is right is not said there"
	if a.Year < v.periodEnd() {
		second = "Both rows agree for other years; one of the two may be as it was published before"
	}
	if len(all) > 1 {
		var names []string
		for _, o := range all[1:min(len(all), 4)] {
			names = append(names, "“"+phrase.Words(v.factName(v.facts[o.A.ID]), longestName)+"”")
		}
		more := phrase.Count(len(all)-1, "more row", "more rows")
		m.Gist += "; so " + verb(len(all)-1, "does ", "do ") + more
		second += "; the same two pages differ in " + more + ": " + phrase.List(names)
	}
	m.Text = phrase.Paragraph(upper(m.Gist), second)
	for _, o := range all[:min(len(all), 4)] {
		for _, f := range []*Fact{v.facts[o.A.ID], v.facts[o.B.ID]} {
			m.Places = append(m.Places, v.figureAt(f.ID, f.Page, fmt.Sprintf("%d: %s", f.Year, v.printed(f))))
		}
	}
	m.ID = v.matterID(m.Kind, "reprint", p.A.ID, p.B.ID)
	return m
}

// scopeOfThree says of which categories a total of Scope 3 consists, where those that rows give make it up: all others are in none of it.
func (v *view) scopeOfThree(total *Fact) string {
	if total == nil || total.Scope != "3" || total.amount() == nil || total.amount().Sign() <= 0 {
		return ""
	}
	sum := quantity.Int(0)
	var names []string
	for _, f := range v.figures {
		part := f.amount()
		if part == nil || f.Metric != "ghg_emissions" || f.Scope != "3" || f.Category == "" || f.Year != total.Year || f.Target || f.Change || f.Source != "table" ||
			f.UnitBase != total.UnitBase || len(f.RowPath) == 0 || part.Sign() <= 0 {
			continue
		}
		name := f.RowPath[len(f.RowPath)-1]
		if !slices.Contains(names, name) {
			names, sum = append(names, name), quantity.Sum(sum, part)
		}
	}
	if len(names) == 0 || len(names) > 4 || !nearly(sum, total.amount()) { // of fifteen
		return ""
	}
	slices.Sort(names)
	return phrase.List(names)
}

// factName is what the row of a figure is called.
func (v *view) factName(f *Fact) string {
	return keyfigures.Name(keyfigures.Figure{RowPath: f.RowPath})
}

// slipped are the rows that are of emissions by nothing but the unit above them while the report gives their amount of a year as one of something
// else, with what that tells something of: a heading slipped.
func (v *view) slipped() map[string]string {
	if v.slips == nil { // matter after matter asks
		v.slips = v.readSlips()
	}
	return v.slips
}

func (v *view) readSlips() map[string]string {
	out, others := map[string]string{}, map[string]string{}
	key := func(f *Fact) string { return fmt.Sprint(f.Year, " ", f.ValueBase) }
	for _, f := range v.figures {
		if theme := themes.OfMetric(f.Metric); theme != "" && theme != "emissions" && !f.Target && !f.Change && f.Year > 0 && len(f.ValueBase) > 3 {
			others[key(f)] = theme
		}
	}
	for _, f := range v.figures {
		if f.Metric == "ghg_emissions" && f.Source == "table" && others[key(f)] != "" && !ofEmissions.MatchString(strings.Join(append(f.RowPath, f.Caption), " ")) {
			out[rowOf(f)] = others[key(f)]
		}
	}
	return out
}

// restColumns are the columns that name no part of the entity and give less for a row than one that does: "Global" beside a country is the rest of the world.
func (v *view) restColumns() map[string]bool {
	parts, out := map[string]*apd.Decimal{}, map[string]bool{}
	for _, wholes := range []bool{false, true} {
		for _, f := range v.figures {
			value, row := f.amount(), fmt.Sprint(rowOf(f), f.Year)
			switch part := parts[row]; {
			case f.Source != "table" || value == nil || f.UnitBase == "%" || f.Per != "" || v.whole(f.Boundary) != wholes: // a share of a part may be larger
			case wholes && part != nil && part.Cmp(value) > 0:
				out[fmt.Sprint(f.Page, f.Caption, f.ColPath)] = true
			case !wholes && (part == nil || value.Cmp(part) > 0):
				parts[row] = value
			}
		}
	}
	return out
}

// place is a claim's place.
func (v *view) place(c *Claim) MatterPlace {
	return MatterPlace{Page: c.Page, Quote: tidy(c.Quote.Text, c.Text), ClaimID: c.ID}
}

// figureAt is the place of a figure, with what is told of it.
func (v *view) figureAt(id string, page int, says string) MatterPlace {
	return MatterPlace{Page: page, Quote: tidy(v.quoteOf(id), ""), Figure: says}
}

// tidy is a quotation in one line, of a length that can be read at a glance.
func tidy(quote, otherwise string) string {
	if strings.TrimSpace(quote) == "" {
		quote = otherwise
	}
	return phrase.Words(quote, 60)
}

// droppedWeight is that of targets that are no more, narrowWeight that of targets of less than the group.
const (
	droppedWeight = 44.5
	narrowWeight  = 45.5
)

// dropped are the targets and indicators that the report says were taken out or replaced.
func (v *view) dropped() (weighed, bool) {
	all := slices.DeleteFunc(slices.Clone(v.basis.Dropped), func(p notes.Place) bool { return v.quoted[p.Quote] || v.past(p.Quote) })
	if len(all) == 0 {
		return weighed{}, false
	}
	slices.SortStableFunc(all, func(a, b notes.Place) int { // what was aimed at before what was measured
		return cmp.Compare(b2i(!ofWay.MatchString(a.Quote)), b2i(!ofWay.MatchString(b.Quote)))
	})
	m := Matter{Kind: MatterBasis, Theme: "basis", Title: "A target or indicator was dropped or replaced", Gist: opening(all[0].Quote, gistWords)}
	if len(all) > 1 {
		m.Title = "Targets or indicators were dropped or replaced"
		m.Gist = opening(notes.DroppedIn(all[0].Quote), gistWords/2+2) + "; " + opening(notes.DroppedIn(all[1].Quote), gistWords/2+2)
	}
	var says []string
	for _, p := range all[:min(len(all), 3)] {
		says = append(says, pageSays(p.Page, p.Quote, 40))
	}
	m.Text = phrase.Paragraph(strings.Join(says, "; "))
	return v.resting(m, droppedWeight, "dropped", all[:min(len(all), 8)]...), true
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// narrow are the targets that leave a named part of the group out, where several sentences set targets so.
func (v *view) narrow() (weighed, bool) {
	without := map[string][]notes.Place{}
	most := ""
	for _, c := range v.claimed {
		if !sets(c) {
			continue
		}
		for _, found := range leftOut.FindAllStringSubmatch(c.Text, -1) {
			name := v.inFull(strings.TrimSpace(found[1]))
			without[name] = append(without[name], notes.Place{Page: c.Page, Quote: c.Quote.Text})
			if len(without[name]) > len(without[most]) || len(without[name]) == len(without[most]) && (len(name) > len(most) || len(name) == len(most) && name < most) {
				most = name
			}
		}
	}
	all := without[most]
	if len(all) < 2 {
		return weighed{}, false
	}
	m := Matter{Kind: MatterBasis, Theme: "basis", Title: fmt.Sprintf("Some targets are set without “%s”", most),
		Gist: opening(all[0].Quote, gistWords),
		Text: phrase.Paragraph(pageSays(all[0].Page, all[0].Quote, 60),
			fmt.Sprintf("%d sentences set targets so; progress towards these says nothing of the part that is left out", len(all)))}
	return v.resting(m, narrowWeight, "narrow", all[:min(len(all), 8)]...), true
}

// inFull is the name that a claim gives an abbreviation, as in "Siemens Healthineers (SHS)"; the abbreviation where none does.
func (v *view) inFull(name string) string {
	if strings.ToUpper(name) != name || strings.Contains(name, " ") {
		return name
	}
	for _, c := range v.claimed {
		before, _, there := strings.Cut(c.Text, "("+name+")")
		if !there {
			continue
		}
		if found := lastName.FindString(strings.TrimSpace(before)); found != "" {
			return found
		}
	}
	return name
}

// lastName is the name at the end of some words.
var lastName = pattern.Compile(`(?:\p{Lu}[\p{L}&.-]*\p{L}\s+){0,3}\p{Lu}[\p{L}&.-]*\p{L}$`)

// leftOut is how a sentence leaves a part of the group out, by its name.
var leftOut = pattern.Compile(`\b(?i:without|excluding|except(?:\s+for)?|w/o)\s+((?:\p{Lu}[\p{L}&.-]*\p{L})(?:\s+\p{Lu}[\p{L}&.-]*\p{L}){0,3})`)
