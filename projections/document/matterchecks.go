package document

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/phrase"
	"github.com/sibyl-project/sibyl/projections/document/alike"
)

// sortOf says what it means that a check of a name does not hold.
func sortOf(name string) MatterKind {
	switch events.KindOfCheck(name).Fault {
	case events.TwoFigures:
		return MatterInconsistent
	case events.WrongTarget:
		return MatterTarget
	case events.WrongFigure:
	}
	return MatterArithmetic
}

// asked are the checks that leave a question which a careful reader would put, though nothing is shown to be wrong.
func asked(c shownCheck) bool {
	return c.Result == events.CheckInconclusive && c.Severity == "warning" && events.KindOfCheck(c.Name).Asks
}

// miscounted are the checks that do not hold, those of one claim, of one figure, or of one kind on the same pages together.
func (v *view) miscounted() []weighed {
	var groups [][]shownCheck
	byKey, wrongShares := map[string]int{}, v.wrongShares()
	for _, c := range v.checks {
		if c.Result != events.CheckFail && !asked(c) || v.told[c.ID] || ofWrongParts(c, wrongShares) {
			continue
		}
		keys := []string{
			fmt.Sprint("figure", c.Name, c.Result, c.Stated, c.Expected, c.Working),
			fmt.Sprint("pages", c.Name, c.Result, c.Pages, headed(c)),
		}
		if len(c.Inputs) > 0 && c.Result == events.CheckInconclusive { // a row that stands on two pages
			keys = append(keys, fmt.Sprint("row", c.Name, inYear.ReplaceAllString(c.Inputs[0].Label, ""), c.Inputs[0].Value))
			if first := c.Inputs[0]; alike.Digits(first.Value) > 3 { // under another name, or with another rounding beside it
				keys = append(keys, fmt.Sprint("value", c.Name, first.Value))
			}
		}
		if of := onItsWay(c); of != "" {
			keys = []string{of} // two targets of a page are two matters, and all that is said of the way to one is one
		}
		wrong := v.statedWrong(c)
		if c.Name == "yoy_percentage" && len(wrong) > 0 {
			keys = keys[:1] // two sentences of a page that say how much two things have changed are two mistakes
		}
		if c.Result == events.CheckFail && c.Working != "" { // one change, said in a row and in a sentence, with its sign and without
			keys = append(keys, fmt.Sprint("working", c.Name, c.Pages, c.Working))
		}
		for _, id := range wrong {
			keys = append(keys, "claim"+id)
		}
		if c.Result == events.CheckFail && len(c.Inputs) == 2 && (c.Name == "magnitude" || c.Name == "duplicate_figure") { // one slip, found in two ways
			keys = append(keys, fmt.Sprint("slip", bothOf(c)))
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

// bothOf are the figures of a check of two, whichever comes first.
func bothOf(c shownCheck) []string {
	both := list(c.Inputs, func(in CheckInput) string { return fmt.Sprint(in.Page, " ", in.Value, " ", in.Unit) })
	slices.Sort(both)
	return both
}

// statedWrong are the claims that a failed check contradicts.
func (v *view) statedWrong(c shownCheck) []string {
	if c.Result != events.CheckFail {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(c.Claims), func(id string) bool {
		x := v.verdicts[id]
		return x == nil || x.Verdict != events.Contradicted
	})
}

// factStated is the figure that a check holds against its parts.
func (v *view) factStated(c shownCheck) *Fact {
	for _, in := range c.Inputs {
		if strings.HasPrefix(in.Label, "stated: ") {
			return v.facts[in.FactID]
		}
	}
	return nil
}

// headed tells apart figures that have nothing in common but their page: a total of emissions and one of people. Those
// without a unit are told apart by their table only, which the pages stand for.
func headed(c shownCheck) string {
	_, unit, _ := strings.Cut(c.Stated, " ")
	return unit
}

// ofChecks is the matter of checks that belong together: the gravest speaks for all.
func (v *view) ofChecks(group []shownCheck) weighed {
	weight := v.gravity(slices.MaxFunc(group, func(a, b shownCheck) int { return cmp.Compare(v.gravity(a), v.gravity(b)) }))
	slices.SortStableFunc(group, func(a, b shownCheck) int {
		return cmp.Or(cmp.Compare(failedSum(b), failedSum(a)), cmp.Compare(v.gravity(b), v.gravity(a)))
	})
	lead := group[0]
	m := Matter{Kind: sortOf(lead.Name)}
	said, found := phrase.Failed(eventOf(lead.Check))
	if lead.Name == "intensity" && lead.Result == events.CheckInconclusive && len(lead.Inputs) > 1 {
		said, found = unscaled(lead)
	}
	m.Title, m.Gist = v.titleOf(lead)+v.columnOf(lead), phrase.Against(eventOf(lead.Check))
	if onItsWay(lead) != "" {
		found = v.wayTold(group)
	}
	if f := v.factStated(lead); f != nil && misplaced(lead) {
		m.Gist = fmt.Sprintf("printed is %s; its parts make %s", strings.TrimSpace(f.Printed+" "+f.Unit), phrase.Amount(lead.Expected))
	}
	if a, b := v.changeOf(lead); b != nil {
		m.Gist += fmt.Sprintf("; from %s in %d to %s in %d", v.printed(a), a.Year, v.printed(b), b.Year)
	}
	if n := others(group); n > 0 && onItsWay(lead) == "" {
		more := fmt.Sprintf("%s of the kind %s there as well", phrase.Count(n, "other", "others"), verb(n, "stands", "stand"))
		if found = strings.TrimRight(found, "."); found == "" {
			found = more
		} else {
			found += "; " + more
		}
	}
	if lead.Name == "magnitude" && lead.Result == events.CheckInconclusive && lead.Working != "" { // which figure, and beside which
		m.Gist = "printed: " + lead.Working
		said = strings.TrimSuffix(said, ".") + "; " + m.Gist
	}
	if f := v.leadFact(lead); lead.Name == "trend" && f != nil {
		found = strings.TrimPrefix(strings.TrimRight(found, ".")+v.reasonsFor(f.Scope, f.Page, 0), "; ")
	}
	sentences := []string{said, found}
	for _, c := range besideLead(group) {
		too, makes := phrase.Failed(eventOf(c.Check))
		sentences = append(sentences, too, makes)
	}
	m.Text = phrase.Grouped(phrase.Paragraph(sentences...))
	m.Gist = phrase.Grouped(m.Gist)
	for _, c := range group {
		m.CheckIDs = append(m.CheckIDs, c.ID)
		v.placesOf(&m, c)
	}
	text := lead.Quote
	if said := v.statedBy(lead); len(said) > 0 {
		text = v.claims[said[0]].Text
	}
	if text != "" { // else nobody knows what the figures are of
		switch {
		case !strings.Contains(m.Title, ": "):
			m.Title += ": " + quoted(text, titleWords)
		case datesTitle(lead) != "":
			m.Gist += " in " + quoted(text, titleWords)
		case strings.HasSuffix(m.Title, " aimed at"):
			m.Gist = quoted(text, gistWords)
		}
	}
	if len(lead.Pages) > 0 {
		m.Page = v.statedPage(lead)
	}
	slices.Sort(m.CheckIDs)
	m.ID = v.matterID(m.Kind, m.CheckIDs...)
	return weighed{m, weight}
}

// titleWords are as many words of a sentence as a title has of it.
const titleWords = 11

// failedSum is 1 of a grave sum that does not hold: what is made of a wrong total is told behind it.
func failedSum(c shownCheck) int {
	if c.Result == events.CheckFail && c.Severity == "critical" && events.KindOfCheck(c.Name).Computes == events.ComputesSum {
		return 1
	}
	return 0
}

// besideLead are the failed calculations that a matter is told of beside its first, one of each kind: the sum is wrong, and so is the change.
func besideLead(group []shownCheck) (out []shownCheck) {
	for _, c := range group[1:] {
		same := func(o shownCheck) bool { return o.Name == c.Name }
		kind := events.KindOfCheck(c.Name)
		if failedSum(group[0]) == 1 && c.Result == events.CheckFail && kind.Fault == events.WrongFigure && kind.Computes != events.ComputesSum &&
			!slices.ContainsFunc(out, same) {
			out = append(out, c)
		}
	}
	return out
}

// changeOf are the two figures of a change that they do not make, if their years are known.
func (v *view) changeOf(c shownCheck) (from, to *Fact) {
	if c.Name != "yoy_percentage" || c.Result != events.CheckFail || len(c.Inputs) < 2 {
		return nil, nil
	}
	from, to = v.facts[c.Inputs[0].FactID], v.facts[c.Inputs[1].FactID]
	if from == nil || to == nil || from.Year == 0 || to.Year <= from.Year {
		return nil, nil
	}
	return from, to
}

// wrongShares are the figures that are shown not to be the shares that they are said to be.
func (v *view) wrongShares() map[string]bool {
	out := map[string]bool{}
	for _, c := range v.checks {
		for _, in := range c.Inputs {
			if c.Name == "percentage_calculation" && c.Result == events.CheckFail && strings.HasPrefix(in.Label, "stated: ") {
				out[in.FactID] = true
			}
		}
	}
	return out
}

// ofWrongParts reports whether a sum of shares fails because a share in it is wrong, which is told of it.
func ofWrongParts(c shownCheck, wrong map[string]bool) bool {
	return c.Name == "percentage_sum" && slices.ContainsFunc(c.Inputs, func(in CheckInput) bool { return wrong[in.FactID] })
}

// unscaled tells of an intensity that no company can have.
func unscaled(c shownCheck) (said, found string) {
	intensity, of := c.Inputs[0], c.Inputs[1]
	said = fmt.Sprintf("Page %d gives an intensity of %s, with emissions of %s", intensity.Page, phrase.Amount(intensity.Value+" "+intensity.Unit),
		phrase.Amount(of.Value+" "+of.Unit))
	return said, strings.TrimRight(c.Message, ".")
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
	if deniedInWords(c) && v.bothSentences(m, c) {
		return
	}
	if c.Name == "row_label" && len(c.Inputs) > 0 { // the row itself shows it, and no statement that lends it figures
		in := c.Inputs[0]
		add(MatterPlace{Page: in.Page, Quote: tidy(v.quoteOf(in.FactID), ""), Figure: phrase.Amount(strings.TrimSpace(in.Value + " " + in.Unit))})
	}
	claimed := v.statedBy(c)
	state := func() {
		for _, id := range claimed {
			claim := v.claims[id]
			add(v.place(claim))
			if !slices.Contains(m.ClaimIDs, claim.ID) {
				m.ClaimIDs = append(m.ClaimIDs, claim.ID)
				m.Paragraphs = append(m.Paragraphs, paragraphsOf(claim)...)
				slices.Sort(m.Paragraphs)
				m.Paragraphs = slices.Compact(m.Paragraphs)
			}
		}
	}
	lent := v.factStated(c) != nil && len(v.statedWrong(c)) == 0 // what is wrong stands in a row, to which sentences only lend their figures
	switch {
	case len(claimed) == 0 && c.Quote != "":
		add(MatterPlace{Page: v.statedPage(c), Quote: tidy(c.Quote, "")})
	case !lent:
		state()
	}
	m.FindingIDs = append(m.FindingIDs, v.findingsOf(c.ID)...)
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
	if lent {
		state()
	}
}

// findingsOf are the findings of the whole report that are of this check alone.
func (v *view) findingsOf(check string) []string {
	if v.checked == nil { // their details are read once for all checks
		v.checked = map[string][]string{}
		for _, f := range v.findings[""] {
			var details events.MetricsDetails
			if f.Agent == events.DataMetrics && json.Unmarshal(f.Details, &details) == nil && len(details.CheckIDs) == 1 {
				v.checked[details.CheckIDs[0]] = append(v.checked[details.CheckIDs[0]], f.ID)
			}
		}
	}
	return v.checked[check]
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
	if c.Name == "row_label" && len(c.Inputs) > 0 && c.Inputs[0].Page > 0 {
		return c.Inputs[0].Page
	}
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

// denied reports whether a check tells of a figure that a sentence says it is nothing.
func (v *view) denied(fact string) bool {
	return slices.ContainsFunc(v.checks, func(c shownCheck) bool {
		return c.Result == events.CheckFail && c.Stated == "none" && slices.ContainsFunc(c.Inputs, func(in CheckInput) bool { return in.FactID == fact })
	})
}
