// Package site reads where, how large, when and what a claim about a place is, and finds the place: by coordinates in
// its words, by a table that the user has brought, by the bundled gazetteer, and by a geocoder where one is configured.
//
// A name that several places have stays open: it is answered with all of them, and nothing is measured at a guess. All
// is a function of the claim, the library and the recorded answers of the port.
package site

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/evidence"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// Act is what a claim says of the vegetation of a place, as far as pictures of it could show.
type Act string

// The closed set of acts.
const (
	NoAct    Act = ""         // nothing that a vegetation index could show
	Planting Act = "planting" // there is more of it than before
	Keeping  Act = "keeping"  // there is as much as before
	Intended Act = "intended" // it is to come
)

// Said is what a claim says of a place.
type Said struct {
	Act    Act
	Area   *quantity.Quantity // the one area of the claim; nil without, or where it states several
	Areas  int                // how many it states
	Names  []string           // of places, as written
	Period Period
}

// Read reads a claim. asOf is the day that stands for today, empty where it is not known.
func Read(c events.Claim, asOf string) Said {
	s := Said{Act: actOf(c.Text), Period: periodOf(c, asOf)}
	if s.Act != NoAct && c.Entities.Commitment {
		s.Act = Intended
	}
	for _, q := range quantity.Find(c.Text, quantity.Detect(c.Text, quantity.Point)) {
		if q.Unit.Dimension == quantity.Area && q.Per == "" {
			if s.Areas++; s.Areas == 1 {
				s.Area = &q
			}
		}
	}
	if s.Areas > 1 {
		s.Area = nil
	}
	for _, p := range c.Entities.Places {
		if !strings.ContainsAny(p, "°º˚") {
			s.Names = append(s.Names, p)
		}
	}
	return s
}

// Hectares is the area of the claim in hectares, 0 without one.
func (s Said) Hectares() float64 {
	if s.Area == nil {
		return 0
	}
	v, err := strconv.ParseFloat(quantity.Print(s.Area.Base(), 12), 64)
	if err != nil || v <= 0 {
		return 0
	}
	return v
}

func word(section string) *pattern.Pattern {
	return pattern.Compile(`(?i)\b(?:` + lexicon.Alternatives("geography."+section) + `)\b`)
}

var (
	planting  = word("planting")
	restoring = word("restoring")
	growth    = word("growth")
	keeping   = word("keeping")
	intended  = word("intended")
	noLoss    = pattern.Compile(`(?i)\b(?:` + lexicon.Alternatives("geography.denying") + `)\s+(?:\w+\s+){0,3}(?:forest\s+|land\s+)?(?:` +
		lexicon.Alternatives("geography.loss") + `)\b|\bdeforestation[\s-]free\b`)
	lost = word("loss")
)

// actOf reads what a text says of vegetation. A loss that it admits is nothing to contradict it with.
func actOf(text string) Act {
	var act Act
	switch {
	case noLoss.MatchString(text):
		act = Keeping
	case lost.MatchString(text):
		return NoAct
	case planting.MatchString(text), restoring.MatchString(text) && growth.MatchString(text):
		act = Planting
	case keeping.MatchString(text) && growth.MatchString(text):
		act = Keeping
	default:
		return NoAct
	}
	if intended.MatchString(text) {
		return Intended
	}
	return act
}

// Period is when a claim's matter took place: from the first to the last year, as far as its words or its report say.
type Period struct {
	From, To int
	Stated   bool   // by the claim itself
	Open     string // why the years are not known
	LastYear int    // the last year that is over, by the day that stands for today
}

var (
	span = pattern.Compile(`(?i)\b(?:between|from)\s+((?:19|20)\d\d)\s*(?:and|to|until|through|[–—-])\s*((?:19|20)\d\d)\b|` +
		`\b((?:19|20)\d\d)\s*[–—-]\s*((?:19|20)\d\d)\b`)
	since = pattern.Compile(`(?i)\b(?:since|starting\s+in|beginning\s+in)\s+(?:\w+\s+)?((?:19|20)\d\d)\b`)
	years = pattern.Compile(`\b(?:19|20)\d\d\b`)
)

// periodOf reads the years of a claim; without any, it speaks of its report's year.
func periodOf(c events.Claim, asOf string) Period {
	report := 0
	if c.Issuer != nil {
		report = evidence.YearOf(c.Issuer.Period)
	}
	p := Period{LastYear: report}
	if y := evidence.YearOf(asOf); y > 0 {
		p.LastYear = y - 1
	}
	all := years.FindAllString(c.Text, -1)
	slices.Sort(all)
	all = slices.Compact(all)
	switch m := span.FindStringSubmatch(c.Text); {
	case m != nil && len(all) == 2:
		p.From, p.To, p.Stated = evidence.YearOf(m[1]+m[3]), evidence.YearOf(m[2]+m[4]), true
	case len(all) > 1:
		p.Open = "the claim names several years, and does not say which of them it is about"
	case len(all) == 1 && since.MatchString(c.Text):
		p.From, p.To, p.Stated = evidence.YearOf(all[0]), report, true
		if report == 0 {
			p.Open = "it is not known which year the report is of"
		}
	case len(all) == 1:
		p.From = evidence.YearOf(all[0])
		p.To, p.Stated = p.From, true
	case report > 0:
		p.From, p.To = report, report
	default:
		p.Open = "neither the claim nor the report says of which year it is"
	}
	if p.Open == "" && p.From > p.To {
		p.Open = "the years of the claim go backwards"
	}
	return p
}

// TakesRoot is how many years after a planting its place is looked at: ground is cleared first, and saplings hide little
// soil.
const TakesRoot = 3

// Compared are the years whose pictures are held against each other: the one before the claim's matter began, or its
// first one where there were no satellites yet, and its last one - for what is done within one year, the next, when it
// has been seen for a whole season, and for a planting some years later, if these are over. why is set where there are
// none.
func (s Said) Compared(first int) (before, after int, why string) {
	p := s.Period
	if p.Open != "" {
		return 0, 0, p.Open
	}
	before, after = p.From-1, p.To
	if before < first && p.From >= first {
		before = p.From
	}
	later := p.To
	switch {
	case s.Act == Planting:
		later += TakesRoot
	case p.From == p.To:
		later++
	}
	if p.LastYear > 0 {
		if p.From > p.LastYear {
			return 0, 0, "the claim is about years that are not over"
		}
		after = min(later, p.LastYear)
	}
	return before, after, ""
}
