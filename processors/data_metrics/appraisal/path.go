package appraisal

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/aim"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// dated follows a percentage that is to be reached in a year, or is followed by one.
var (
	datedBehind = pattern.Compile(`(?i)^\s*(?:\w+\s+){0,4}?(?:by|in|until|for)\s+(?:the\s+end\s+of\s+)?((?:20)\d\d)\b`)
	datedAhead  = pattern.Compile(`(?i)\b(?:by|in|until|for)\s+(?:the\s+end\s+of\s+)?(20\d\d)\b[^.;%]{0,60}$`)
	interim     = pattern.Compile(`(?i)\b(?:interim|intermediate|milestones?|on\s+the\s+way|first\s+step)\b`)
)

// bend is the share by which the paces of a path may differ and still be one.
var bend = apd.New(10, -2)

// step is a dated target.
type step struct {
	year    int
	percent *apd.Decimal
}

// path reads the way of one target of emissions: its base year, what is to be reached on the way, and in the end. The end
// and its base year stand in one sentence; steps stand there too, or in a sentence beside it that calls them interim. A
// path that goes back is told by the check of interim targets: none is made of it here.
func path(s Subject) *events.TargetPath {
	all := document.SentencesOf(s.Around)
	var last *events.TargetFields
	var steps []step
	for _, text := range all {
		for _, t := range aim.Read(text, s.period()) {
			if t.Percent == "" || t.BaseYear == 0 {
				continue
			}
			if last != nil && (t.BaseYear != last.BaseYear || !slices.Equal(t.Scopes, last.Scopes) || t.Kind != last.Kind) {
				return nil // of two things
			}
			if last == nil || t.TargetYear > last.TargetYear {
				last = &t
			}
		}
	}
	if last == nil {
		return nil
	}
	for _, text := range all {
		ends := slices.ContainsFunc(aim.Read(text, s.period()), func(t events.TargetFields) bool { return t.BaseYear == last.BaseYear && t.Percent != "" })
		if ends || interim.MatchString(text) {
			steps = append(steps, datedIn(text)...)
		}
	}
	slices.SortStableFunc(steps, func(a, b step) int { return a.year - b.year })
	steps = slices.DeleteFunc(steps, func(x step) bool { return x.year <= last.BaseYear || x.year > last.TargetYear })
	steps = slices.CompactFunc(steps, func(a, b step) bool { return a.year == b.year && a.percent.Cmp(b.percent) == 0 })
	if len(steps) < 2 || steps[len(steps)-1].year != last.TargetYear {
		return nil
	}
	return drawn(last.BaseYear, steps)
}

// period is the year of the claim's report, 0 where it is not known.
func (s Subject) period() int {
	if s.Claim.Issuer == nil {
		return 0
	}
	return vocabulary.YearIn(s.Claim.Issuer.Period)
}

// drawn says which way a path bends; nil for one that has two targets of a year, or goes back.
func drawn(base int, steps []step) *events.TargetPath {
	p := events.TargetPath{BaseYear: base, Steps: []events.PathStep{}}
	year, reached := base, quantity.Int(0)
	var paces []*apd.Decimal
	for _, x := range steps {
		if x.year <= year || x.percent.Cmp(reached) < 0 {
			return nil
		}
		pace, _ := quantity.Ratio(quantity.Sub(x.percent, reached), quantity.Int(int64(x.year-year)))
		paces = append(paces, pace)
		p.Steps = append(p.Steps, events.PathStep{Year: x.year, Percent: quantity.Print(x.percent, 12), Pace: quantity.Print(pace, 2)})
		year, reached = x.year, x.percent
	}
	faster, slower := false, false
	for i := 1; i < len(paces); i++ {
		margin := quantity.Mul(paces[i-1], bend)
		difference := quantity.Sub(paces[i], paces[i-1])
		faster = faster || difference.Cmp(margin) > 0
		slower = slower || quantity.Sub(quantity.Int(0), difference).Cmp(margin) > 0
	}
	p.Shape, p.Reason = "linear", "Each part of the way asks for about as much a year as the one before."
	switch {
	case faster && slower:
		p.Shape, p.Reason = "uneven", "Parts of the way ask for more a year than those before, others for less."
	case faster:
		p.Shape, p.Reason = "accelerating", "Later parts of the way ask for more a year than earlier ones: what is hard is put off, or has to be built first."
	case slower:
		p.Shape, p.Reason = "decelerating", "Earlier parts of the way ask for more a year than later ones."
	}
	return &p
}

// datedIn lists the dated percentages of a sentence.
func datedIn(text string) []step {
	var out []step
	all := quantity.Find(text, quantity.Detect(text, quantity.Point))
	for _, q := range all {
		if q.Unit.Dimension != quantity.Percent || q.Range || q.Value.Sign() < 0 {
			continue
		}
		m := datedBehind.FindStringSubmatch(text[q.End:])
		if m == nil {
			m = datedAhead.FindStringSubmatch(text[:q.Start])
		}
		if m == nil {
			continue
		}
		year, _ := strconv.Atoi(m[1]) // four digits
		out = append(out, step{year, q.Value})
	}
	return out
}

// pointsText is a change in per cent as it is shown.
func pointsText(v *apd.Decimal) string { return fmt.Sprintf("%s %%", quantity.Print(v, 2)) }
