package document

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/phrase"
	"github.com/sibyl-project/sibyl/projections/document/course"
	"github.com/sibyl-project/sibyl/projections/document/headline"
	"github.com/sibyl-project/sibyl/projections/document/keyfigures"
	"github.com/sibyl-project/sibyl/projections/document/themes"
	"github.com/sibyl-project/sibyl/rag/report/issuer"
)

// weighed is a matter with the number by which it is put in order.
type weighed struct {
	Matter
	weight float64
}

// first lists what a reader should know, the gravest first. It is a function of the document's other parts.
func (d *Document) first() ([]Matter, error) {
	v := newView(d)
	all := v.opposed()
	courses, followed := v.courses() // before the checks, some of which say the same
	strained := v.strained()         // likewise
	all = slices.Concat(all, courses, strained, v.miscounted(), v.disagreeing(), v.differing(), v.hidden(), v.ruled())
	leads := v.leading(followed)
	all = slices.Concat(all, leads, v.noted())
	v.ledEmissions = len(leads)+len(followed) > 0
	figures, err := v.keyFigures()
	if err != nil {
		return nil, err
	}
	v.ledEmissions = v.ledEmissions || slices.Contains(v.toldFamilies, "ghg_emissions")
	missing, err := v.missing() // before the sentences, one of which may say so itself
	if err != nil {
		return nil, err
	}
	all = slices.Concat(all, figures, v.inventoried(), v.said(), v.absent())
	all = once(slices.Concat(all, v.rests(all), missing))
	for i := range all {
		v.doubt(&all[i].Matter)
		v.heed(&all[i])
	}
	out, years := make([]Matter, 0, len(all)), v.calledYears()
	for i, m := range inTurn(all) {
		m.Title, m.Gist, m.Text = years.Call(m.Title), years.Call(m.Gist), years.Call(m.Text)
		for k := range m.Places {
			m.Places[k].Figure = years.Call(m.Places[k].Figure)
		}
		m.Rank, m.PageLabel, m.Consequence = i+1, v.labels[m.Page], consequence(m.weight)
		m.Theme = v.themeOf(&m.Matter) // the order is made of those that were known before
		m.About = themes.Words(m.Theme)
		out = append(out, m.Matter.full())
	}
	return out, nil
}

// calledYears are the names that the report's tables give to years.
func (v *view) calledYears() headline.Years {
	return headline.YearsOf(func(yield func(heading string, year int) bool) {
		for _, f := range v.figures {
			if f.Source == "table" && f.Year > 0 && !f.Change && !yield(strings.Join(f.ColPath, " "), f.Year) {
				return
			}
		}
	})
}

// once makes one matter of two that lead with the same words: the graver stays, with what the other is called. Two mistakes in one row stay apart.
func once(all []weighed) []weighed {
	slices.SortStableFunc(all, func(a, b weighed) int { return cmp.Compare(b.weight, a.weight) })
	var out []weighed
	for _, m := range all {
		told := slices.IndexFunc(out, func(o weighed) bool {
			leads := o.Page == m.Page && m.Quote != "" && firstWords(o.Quote) == firstWords(m.Quote)
			return leads && (o.tells() || m.tells())
		})
		switch {
		case told < 0:
			out = append(out, m)
		case strings.HasPrefix(m.Title, "“"):
			out[told].absorb(m.Matter, "", "")
		default:
			out[told].absorb(m.Matter, lower(m.Title), m.Title)
		}
	}
	return out
}

// tells reports whether a matter tells what the report says, and of nothing that is wrong with it.
func (m Matter) tells() bool {
	return m.Kind == MatterLeading || m.Kind == MatterBasis || m.Kind == MatterUnsupported
}

// absorb takes in a matter that is told with another, with what it adds in short and in full.
func (m *Matter) absorb(o Matter, gist, text string) {
	if gist != "" {
		m.Gist = strings.TrimPrefix(m.Gist+"; "+gist, "; ")
		m.Text = phrase.Paragraph(m.Text, upper(text))
	}
	for _, p := range o.Places {
		if !slices.Contains(m.Places, p) {
			m.Places = append(m.Places, p)
		}
	}
	join := func(a, b []string) []string { return distinct(append(slices.Clone(a), b...)) }
	m.ClaimIDs, m.CheckIDs, m.FindingIDs = join(m.ClaimIDs, o.ClaimIDs), join(m.CheckIDs, o.CheckIDs), join(m.FindingIDs, o.FindingIDs)
	m.GapIDs, m.Paragraphs = join(m.GapIDs, o.GapIDs), join(m.Paragraphs, o.Paragraphs)
}

// again is how much less a matter weighs for each of its theme before it: a reader of the first ten should know of all that matters.
const again = 8

// inTurn is the order in which matters are told: the gravest first, and of a theme that was told of rather another.
func inTurn(all []weighed) []weighed {
	slices.SortStableFunc(all, func(a, b weighed) int {
		return cmp.Or(cmp.Compare(asideLast(a), asideLast(b)), cmp.Compare(b.weight, a.weight),
			cmp.Compare(a.Page, b.Page), cmp.Compare(a.Title, b.Title), cmp.Compare(a.ID, b.ID))
	})
	told := map[string]int{}
	turn := func(m weighed) float64 {
		if m.Theme == "" {
			return m.weight
		}
		return max(m.weight-again*float64(told[m.Theme]), min(m.weight, leastToldFirst)) // never behind what nobody need know first
	}
	for i := range all {
		next := i
		for k := i + 1; k < len(all); k++ {
			if asideLast(all[k]) == asideLast(all[next]) && turn(all[k]) > turn(all[next]) {
				next = k
			}
		}
		m := all[next]
		copy(all[i+1:next+1], all[i:next])
		all[i] = m
		told[m.Theme]++
	}
	return all
}

// asideLast orders what people have set aside behind everything else, however little that weighs.
func asideLast(m weighed) int {
	if m.SetAside {
		return 1
	}
	return 0
}

// heed takes in what people have said of a matter, or of what it rests on: what they have set aside comes last.
func (v *view) heed(m *weighed) {
	rests := slices.Concat(m.CheckIDs, m.FindingIDs, m.GapIDs)
	aside := map[string]bool{}
	for _, r := range v.Reviews {
		own := r.Part == events.PartMatter && r.Of == m.ID
		if r.Withdrawn || r.Action == events.ReviewWithdraw || !own && !slices.Contains(rests, r.Of) {
			continue
		}
		m.ReviewIDs = append(m.ReviewIDs, r.ID)
		switch {
		case r.Action == events.ReviewUphold:
			aside[r.Of] = false // the last word counts
		case r.Action == events.ReviewSetAside:
			aside[r.Of] = true
		}
	}
	m.SetAside = aside[m.ID] || len(rests) > 0 && !slices.ContainsFunc(rests, func(id string) bool { return !aside[id] })
	if m.SetAside {
		m.weight = min(m.weight, 1)
	}
}

// consequence is the word for a weight.
func consequence(weight float64) Consequence {
	switch {
	case weight >= 80:
		return Critical
	case weight >= 50:
		return Serious
	case weight >= leastToldFirst:
		return Notable
	}
	return Slight
}

// leastToldFirst is how much a matter must weigh to be told of first.
const leastToldFirst = 20

// full has no list that is null in JSON.
func (m Matter) full() Matter {
	m.Places, m.ClaimIDs, m.CheckIDs = full(m.Places), full(m.ClaimIDs), full(m.CheckIDs)
	m.FindingIDs, m.GapIDs, m.Paragraphs = full(m.FindingIDs), full(m.GapIDs), full(m.Paragraphs)
	m.ReviewIDs = full(m.ReviewIDs)
	if m.Quote == "" {
		for _, p := range m.Places {
			if p.Page == m.Page && p.Source == "" && p.Quote != "" {
				m.Quote = p.Quote
				break
			}
		}
	}
	return m
}

// view is the document with its parts by id.
type view struct {
	*Document
	figures   []*Fact  // those of the document
	claimed   []*Claim // likewise
	claims    map[string]*Claim
	stated    map[string][]*Fact  // figures in the sentences of claims, made when they are asked for
	shares    map[string][]string // that claims print, by claim
	verdicts  map[string]*Verdict
	findings  map[string][]*Finding // by claim
	labels    map[int]string
	facts     map[string]*Fact // by id, where they are loaded
	names     issuer.Names
	largest   map[string]float64  // amount of each measure and unit
	checks    []shownCheck        // each once
	levels    []keyfigures.Figure // of rows; they and aims are made when they are asked for
	aims      []keyfigures.Figure
	aimed     []keyfigures.Aimed // rows that are told of with their targets
	rows      []keyfigures.Row   // all of them, and those with targets, made when they are asked for
	rowsAimed []keyfigures.Aimed
	quoted    map[string]bool     // notes that another matter quotes
	targets   map[string]bool     // sentences of targets that another matter tells of, by their first words
	slips     map[string]string   // see slipped
	results   map[string]*Claim   // see resultOf, by target
	checked   map[string][]string // findings that are of one check, by it; made when they are asked for
	toldWords []course.Stated
	toldAims  []course.Aim // that courses tell of

	toldHurt     [3]bool         // accidents and deaths, of which a row is told
	toldFamilies []string        // metrics whose whole is told of
	toldTaxonomy bool            // what of the business is aligned is told of
	toldPrinted  []string        // the figures of these as they stand
	ledEmissions bool            // totals of emissions are told of
	told         map[string]bool // checks that are part of a matter already
}

func newView(d *Document) *view {
	v := &view{Document: d, claims: map[string]*Claim{}, findings: map[string][]*Finding{}, shares: map[string][]string{},
		labels: d.pageLabels(), verdicts: d.verdictOf(), quoted: map[string]bool{}, targets: map[string]bool{}, told: map[string]bool{}, checks: d.once(),
		facts: map[string]*Fact{}, largest: map[string]float64{}, results: map[string]*Claim{}}
	var aliases []string
	for _, n := range d.Run.Names {
		aliases = append(aliases, n.Value)
	}
	v.names = issuer.NamesOf(d.Report.Company, aliases...)
	for i := range d.Facts {
		v.figures = append(v.figures, &d.Facts[i])
		v.measure(&d.Facts[i])
	}
	for i := range d.Claims {
		c := &d.Claims[i]
		v.claimed, v.claims[c.ID] = append(v.claimed, c), c
	}
	for i := range d.Findings {
		f := &d.Findings[i]
		v.findings[f.ClaimID] = append(v.findings[f.ClaimID], f)
	}
	return v
}

// measure notes how large a figure is beside others.
func (v *view) measure(f *Fact) {
	v.facts[f.ID] = f
	amount, err := strconv.ParseFloat(f.ValueBase, 64)
	if err != nil || f.Year == 0 {
		return
	}
	v.largest[f.Metric+" "+f.UnitBase] = max(v.largest[f.Metric+" "+f.UnitBase], math.Abs(amount))
}

// matterID is stable: equal runs give it equally.
func (v *view) matterID(kind MatterKind, of ...string) string {
	return events.StableID("mat", append([]string{v.Report.ID, string(kind)}, of...)...)
}

// subjectOf is what a claim is about, in a few words of its own.
func subjectOf(c *Claim) string {
	const most, slack = 9, 3
	said := strings.Fields(c.Text)
	if len(said) <= most+slack { // the end of a short sentence tells more than its being cut off saves
		return strings.TrimRight(strings.Join(said, " "), ".")
	}
	end := most
	small := func(word string) bool { // "for" and "in" lead to what is no longer there
		return utf8.RuneCountInString(word) < 4 && strings.ToLower(word) == word && !hasDigit.MatchString(word)
	}
	for end > most-slack && small(said[end-1]) && !hasDigit.MatchString(said[end-2]) { // a small word behind a number is its unit
		end--
	}
	return phrase.Words(c.Text, end)
}

func paragraphsOf(c *Claim) []string {
	return list(c.Paragraphs, func(p ClaimedParagraph) string { return p.ID })
}

// priority adds a little for what matters more, so that it stands first among its equals.
func priority(c *Claim) float64 { return float64(2 - c.Priority.Rank()) }
