package document

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/phrase"
)

// sortOf says what it means that a check of a name does not hold.
func sortOf(name string) MatterKind {
	switch name {
	case "baseline_consistency", "duplicate_figure", "historical_consistency", "recalculation_consistency", "method_consistency", "row_label":
		return MatterInconsistent
	case "target_achievability", "target_progress", "interim_targets", "baseline_validity":
		return MatterTarget
	}
	return MatterArithmetic
}

// asked are the checks that leave a question which a careful reader would put, though nothing is shown to be wrong.
func asked(c shownCheck) bool {
	if c.Result != events.CheckInconclusive || c.Severity != "warning" {
		return false
	}
	switch c.Name {
	case "duplicate_figure", "trend", "target_progress", "target_achievability", "interim_targets":
		return true
	}
	return false
}

// miscounted are the checks that do not hold, those of one claim, of one figure, or of one kind on the same pages together.
func (v *view) miscounted() []weighed {
	var groups [][]shownCheck
	byKey := map[string]int{}
	for _, c := range v.checks {
		if c.Result != events.CheckFail && !asked(c) || v.told[c.ID] {
			continue
		}
		keys := []string{
			fmt.Sprint("figure", c.Name, c.Result, c.Stated, c.Expected, c.Working),
			fmt.Sprint("pages", c.Name, c.Result, c.Pages, headed(c)),
		}
		for _, id := range c.Claims {
			if x := v.verdicts[id]; c.Result == events.CheckFail && x != nil && x.Verdict == events.Contradicted {
				keys = append(keys, "claim"+id)
			}
		}
		at := -1
		for _, k := range keys {
			if i, there := byKey[k]; there {
				at = i
				break
			}
		}
		if at < 0 {
			at = len(groups)
			groups = append(groups, nil)
		}
		groups[at] = append(groups[at], c)
		for _, k := range keys {
			byKey[k] = at
		}
	}
	var out []weighed
	for _, g := range groups {
		out = append(out, v.ofChecks(g))
	}
	return out
}

// headed tells apart figures that have nothing in common but their page: a total of emissions and one of people. Those
// without a unit are told apart by their table only, which the pages stand for.
func headed(c shownCheck) string {
	_, unit, _ := strings.Cut(c.Stated, " ")
	return unit
}

// ofChecks is the matter of checks that belong together: the gravest speaks for all.
func (v *view) ofChecks(group []shownCheck) weighed {
	slices.SortStableFunc(group, func(a, b shownCheck) int { return cmp.Compare(v.gravity(b), v.gravity(a)) })
	lead := group[0]
	m := Matter{Kind: sortOf(lead.Name)}
	said, found := phrase.Failed(eventOf(lead.Check))
	m.Title, m.Gist = titleOf(lead)+v.columnOf(lead), phrase.Against(eventOf(lead.Check))
	if n := others(group); n > 0 {
		more := fmt.Sprintf("%s of the kind %s there as well", phrase.Count(n, "other", "others"), stand(n))
		if found = strings.TrimRight(found, "."); found == "" {
			found = more
		} else {
			found += "; " + more
		}
	}
	m.Text = phrase.Paragraph(said, found)
	for _, c := range group {
		m.CheckIDs = append(m.CheckIDs, c.ID)
		v.placesOf(&m, c)
	}
	if said := v.statedBy(lead); !strings.Contains(m.Title, ": ") && len(said) > 0 { // else nobody knows what the figures are of
		m.Gist += " in “" + strings.TrimRight(phrase.Words(v.claims[said[0]].Text, 14), ".") + "”"
	}
	if len(lead.Pages) > 0 {
		m.Page = v.statedPage(lead)
	}
	slices.Sort(m.CheckIDs)
	m.ID = v.matterID(m.Kind, m.CheckIDs...)
	return weighed{m, v.gravity(lead)}
}

func stand(n int) string {
	if n == 1 {
		return "stands"
	}
	return "stand"
}

// others counts the checks of a group that are about another figure than the first one.
func others(group []shownCheck) int {
	seen := map[string]bool{}
	for _, c := range group {
		seen[strings.TrimLeft(c.Stated, "-")+"/"+strings.TrimLeft(c.Expected, "-")] = true
	}
	if len(seen) > 1 && slices.ContainsFunc(group[1:], func(c shownCheck) bool { return c.Name != group[0].Name }) {
		return 0 // another check on the same words
	}
	return len(seen) - 1
}

// placesOf adds where a check's figures stand, with the words of the claim or of the figure's row.
func (v *view) placesOf(m *Matter, c shownCheck) {
	add := func(p MatterPlace) {
		if p.Page > 0 && !slices.Contains(m.Places, p) && len(m.Places) < 12 {
			m.Places = append(m.Places, p)
		}
	}
	for _, id := range v.statedBy(c) {
		claim := v.claims[id]
		add(v.place(claim))
		if !slices.Contains(m.ClaimIDs, claim.ID) {
			m.ClaimIDs = append(m.ClaimIDs, claim.ID)
			m.Paragraphs = append(m.Paragraphs, paragraphsOf(claim)...)
			slices.Sort(m.Paragraphs)
			m.Paragraphs = slices.Compact(m.Paragraphs)
		}
	}
	for _, f := range v.findings[""] {
		var details events.MetricsDetails
		if f.Agent != events.DataMetrics || json.Unmarshal(f.Details, &details) != nil || len(details.CheckIDs) != 1 || details.CheckIDs[0] != c.ID {
			continue
		}
		m.FindingIDs = append(m.FindingIDs, f.ID)
	}
	stated := func(in CheckInput) int { // where it is said comes before what it is made of
		if strings.HasPrefix(in.Label, "stated") {
			return 0
		}
		return 1
	}
	inputs := slices.Clone(c.Inputs)
	slices.SortStableFunc(inputs, func(a, b CheckInput) int { return cmp.Compare(stated(a), stated(b)) })
	for _, in := range inputs {
		figure := strings.TrimPrefix(in.Label, "stated: ") + ": " + phrase.Amount(strings.TrimSpace(in.Value+" "+in.Unit))
		add(MatterPlace{Page: in.Page, Quote: tidy(v.quoteOf(in.FactID), ""), Figure: figure})
	}
}

// statedBy are the claims that state what does not fit: of those that a check was made for the contradicted ones, since
// the others only lend it their figures. If nobody is singled out it is all of them.
func (v *view) statedBy(c shownCheck) []string {
	var known, wrong []string
	for _, id := range c.Claims {
		if v.claims[id] == nil {
			continue
		}
		known = append(known, id)
		if x := v.verdicts[id]; x != nil && x.Verdict == events.Contradicted {
			wrong = append(wrong, id)
		}
	}
	if len(wrong) > 0 {
		return wrong
	}
	return known
}

// statedPage is the page of the figure that does not fit.
func (v *view) statedPage(c shownCheck) int {
	for _, id := range v.statedBy(c) {
		if page := v.claims[id].Page; slices.Contains(c.Pages, page) { // a bilingual report says the same on pages of its own
			return page
		}
	}
	for _, in := range c.Inputs {
		if strings.HasPrefix(in.Label, "stated") && in.Page > 0 {
			return in.Page
		}
	}
	return c.Pages[0]
}

// gravity weighs a check that does not hold: how sure it is, what it is about and by how much it misses.
func (v *view) gravity(c shownCheck) float64 {
	weight := map[string]float64{"critical": 74, "warning": 58}[c.Severity]
	if c.Result == events.CheckInconclusive {
		weight = 34
		if c.Name == "duplicate_figure" {
			weight = 44
		}
	}
	carbon, bare := false, true
	for _, in := range c.Inputs {
		carbon = carbon || strings.Contains(in.Unit, "CO2")
		bare = bare && in.Unit == ""
	}
	if carbon || sortOf(c.Name) == MatterTarget {
		weight += 8
	}
	if bare {
		weight -= 8 // people and things, which decide less than emissions, energy and money do
	}
	if off, err := strconv.ParseFloat(c.DifferencePercent, 64); err == nil {
		switch off = math.Abs(off); {
		case off < 0.5:
			weight -= 25 // it matters little even if it is wrong
		case off >= 10:
			weight += 4
		}
	}
	if v.slight(c) {
		weight -= 22
	}
	if slices.ContainsFunc(c.Claims, func(id string) bool {
		x := v.verdicts[id]
		return x != nil && x.Verdict == events.Contradicted
	}) {
		weight += 6
	}
	return weight
}

// slight reports whether a check is of an amount that is next to nothing beside the largest of its kind in the report.
func (v *view) slight(c shownCheck) bool {
	const part = 0.02
	known := 0
	for _, in := range c.Inputs {
		f := v.facts[in.FactID]
		if f == nil {
			continue
		}
		amount, err := strconv.ParseFloat(f.ValueBase, 64)
		if err != nil || math.Abs(amount) >= part*v.largest[f.Metric+" "+f.UnitBase] {
			return false
		}
		known++
	}
	return known > 0
}

// quoteOf is the row or sentence of a figure.
func (v *view) quoteOf(fact string) string {
	if f := v.facts[fact]; f != nil {
		return f.Quote
	}
	return ""
}

// columnOf is the heading above a figure that does not fit, where it names something other than a year.
func (v *view) columnOf(c shownCheck) string {
	for _, in := range c.Inputs {
		f := v.facts[in.FactID]
		if f == nil || !strings.HasPrefix(in.Label, "stated: ") || len(f.ColPath) == 0 {
			continue
		}
		if head := f.ColPath[len(f.ColPath)-1]; !hasDigit.MatchString(head) && !strings.Contains(in.Label, head) {
			return ", " + phrase.Words(head, 5)
		}
	}
	return ""
}

var hasDigit = regexp.MustCompile(`\d`)

// inYear is the year at the end of a figure's name.
var inYear = regexp.MustCompile(`, (?:19|20)\d\d$`)

// titleOf says in a few words what does not fit.
func titleOf(c shownCheck) string {
	what := ""
	for _, in := range c.Inputs {
		if name, ok := strings.CutPrefix(in.Label, "stated: "); ok {
			what = ": " + phrase.Words(name, 9)
		}
	}
	if n := len(c.Inputs); what == "" && n > 0 && c.Name == "table_relation" {
		what = ": " + phrase.Words(c.Inputs[n-1].Label, 12)
	}
	if what == "" && len(c.Inputs) > 0 && (sortOf(c.Name) == MatterInconsistent || c.Result == events.CheckInconclusive) {
		what = ": " + phrase.Words(inYear.ReplaceAllString(c.Inputs[0].Label, ""), 9)
	}
	switch sortOf(c.Name) {
	case MatterInconsistent:
		return "One thing is stated in two ways" + what
	case MatterTarget:
		return "A target does not fit its own figures" + what
	}
	if c.Result == events.CheckInconclusive {
		return "A figure changes without a reason" + what
	}
	switch c.Name {
	case "yoy_percentage", "direction":
		return "A change is not the one that its figures make" + what
	case "percentage_calculation", "percentage_sum":
		return "Shares do not fit their whole" + what
	case "intensity":
		return "An intensity does not follow from its parts" + what
	case "magnitude", "unit_validity":
		return "A unit or an order of magnitude is wrong" + what
	case "scope_addition", "category_addition", "table_total", "table_relation":
		return "A sum does not hold" + what
	}
	return "A figure does not hold" + what
}

// eventOf is a check in the shape of its event.
func eventOf(c Check) events.Check {
	return events.Check{
		ID: c.ID, Name: c.Name, ClaimID: c.ClaimID, Result: c.Result, Severity: c.Severity, Message: c.Message,
		Inputs:  list(c.Inputs, func(i CheckInput) events.CheckInput { return events.CheckInput(i) }),
		Working: c.Working, Expected: c.Expected, Stated: c.Stated, Difference: c.Difference,
		DifferencePercent: c.DifferencePercent, ExplainedByRounding: c.ExplainedByRounding,
	}
}

// disagreeing are the findings that two statements of the report do not go together.
func (v *view) disagreeing() []weighed {
	var out []weighed
	for i := range v.Findings {
		f := &v.Findings[i]
		if f.EvidenceType != "internal_contradiction" {
			continue
		}
		first, second, _ := strings.Cut(f.Summary, ". ")
		m := Matter{
			Kind: MatterInconsistent, Title: "The report says two things", Text: phrase.Paragraph(first, cmp.Or(second, "Neither is singled out")),
			Gist: phrase.Words(strings.TrimPrefix(first, "The report says two things about "), 24), FindingIDs: []string{f.ID},
		}
		for _, e := range f.Evidence {
			if e.Page != nil {
				m.Places = append(m.Places, MatterPlace{Page: *e.Page, Quote: tidy(e.Quote, "")})
			}
		}
		if len(m.Places) > 0 {
			m.Page, m.Quote = m.Places[0].Page, m.Places[0].Quote
		}
		for _, p := range f.Paragraphs {
			m.Paragraphs = append(m.Paragraphs, p.ID)
		}
		m.ID = v.matterID(m.Kind, f.ID)
		out = append(out, weighed{m, 64})
	}
	return out
}

// strained are the targets that past years do not lead to, or that fall short of what recognised criteria ask for.
func (v *view) strained() []weighed {
	var out []weighed
	seen := map[string]int{}
	for i := range v.Claims {
		c := &v.Claims[i]
		for _, f := range v.findings[c.ID] {
			var details events.MetricsDetails
			if f.Agent != events.DataMetrics || json.Unmarshal(f.Details, &details) != nil || details.TargetAchievability == nil {
				continue
			}
			t := details.TargetAchievability
			if t.Assessment != "questionable" && t.Assessment != "challenging" {
				continue
			}
			key := fmt.Sprint(t.BaseYear, t.TargetYear, t.Percent, t.HistoricalRate)
			if at, there := seen[key]; there { // the same target, stated again
				out[at].Places = append(out[at].Places, v.place(c))
				out[at].ClaimIDs = append(out[at].ClaimIDs, c.ID)
				out[at].FindingIDs = append(out[at].FindingIDs, f.ID)
				break
			}
			seen[key] = len(out)
			m := Matter{
				Kind: MatterTarget, Page: c.Page, Title: "A target is off its path: " + subjectOf(c), Quote: tidy(c.Quote.Text, c.Text),
				Text:   phrase.Paragraph(fmt.Sprintf("Page %d sets a target: “%s”", c.Page, strings.TrimRight(phrase.Words(c.Quote.Text, 40), ".")), t.Reason),
				Gist:   phrase.Words(t.Reason, 20),
				Places: []MatterPlace{v.place(c)}, ClaimIDs: []string{c.ID}, FindingIDs: []string{f.ID}, Paragraphs: paragraphsOf(c),
			}
			m.ID = v.matterID(m.Kind, c.ID)
			weight := 70.0
			if t.Assessment == "challenging" {
				weight = 48
			}
			out = append(out, weighed{m, weight})
			break
		}
	}
	return out
}
