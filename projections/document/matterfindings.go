package document

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/phrase"
	"github.com/sibyl-project/sibyl/rag/pattern"
	report "github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// opposed are the claims of which a source apart from the company says otherwise.
func (v *view) opposed() []weighed {
	var out []weighed
	for _, c := range v.claimed {
		for _, f := range v.findings[c.ID] {
			if f.SupportsClaim == nil || *f.SupportsClaim {
				continue
			}
			against := slices.IndexFunc(f.Evidence, func(e Evidence) bool { return outside(e.Origin) && e.Quote != "" })
			if against < 0 {
				continue
			}
			out = append(out, v.opposition(c, f, f.Evidence[against]))
			break
		}
	}
	return v.grouped(out)
}

// opposition is one claim against one source.
func (v *view) opposition(c *Claim, f *Finding, e Evidence) weighed {
	m := Matter{
		Kind: MatterContradicted, Page: c.Page, Title: "Another source says otherwise: " + subjectOf(c), Quote: tidy(c.Quote.Text, c.Text),
		Places:   []MatterPlace{v.place(c), {Page: 0, Quote: tidy(e.Quote, ""), Source: sourceOf(e)}},
		ClaimIDs: []string{c.ID}, FindingIDs: []string{f.ID}, Paragraphs: paragraphsOf(c),
	}
	m.Text = phrase.Paragraph(
		fmt.Sprintf("Page %d says %s", c.Page, quoted(m.Quote, 40)),
		fmt.Sprintf("%s says %s", sourceOf(e), quoted(e.Quote, 40)))
	m.Gist = fmt.Sprintf("%s: %s", sourceOf(e), quoted(e.Quote, 16))
	weight := 85.0
	if e.Tier != nil {
		weight = map[int]float64{1: 96, 2: 88, 3: 70, 4: 52}[*e.Tier]
	}
	if verdict := v.verdicts[c.ID]; verdict == nil || verdict.Verdict != events.Contradicted {
		weight -= 15
	}
	for _, check := range v.checks {
		if check.Result == events.CheckFail && (slices.Contains(check.Claims, c.ID) || denies(c, check)) {
			weight = max(weight, v.gravity(check)-priority(c))
			if said, _ := phrase.Failed(eventOf(check.Check)); len(m.CheckIDs) == 0 && said != "" { // the report itself shows it, too
				m.Text = phrase.Paragraph(m.Text, said)
				if check.Stated == "none" {
					m.Title, m.Gist = "A table and another source say otherwise: "+subjectOf(c), strings.TrimRight(said, ".")
				}
			}
			m.CheckIDs = append(m.CheckIDs, check.ID)
			v.told[check.ID] = true
		}
	}
	m.ID = v.matterID(m.Kind, c.ID)
	return weighed{m, weight + priority(c)}
}

// denies reports whether a claim is the sentence that says of what a check counts that there was none.
func denies(c *Claim, check shownCheck) bool {
	said := denial.FindStringSubmatch(check.Working)
	return check.Stated == "none" && said != nil && said[1] == strconv.Itoa(c.Page) && strings.Contains(spaceless(c.Text), spaceless(said[2]))
}

// denial is how the working of such a check gives the sentence.
var denial = pattern.Compile(`^page (\d+): "([^"]+)"`)

// grouped makes one matter of those that oppose the same words of the same source.
func (v *view) grouped(in []weighed) []weighed {
	var out []weighed
	for _, m := range in {
		source := m.Places[len(m.Places)-1]
		at := slices.IndexFunc(out, func(o weighed) bool { return slices.Contains(o.Places, source) })
		if at < 0 {
			out = append(out, m)
			continue
		}
		out[at].Places = append(out[at].Places, m.Places[0])
		out[at].ClaimIDs = append(out[at].ClaimIDs, m.ClaimIDs...)
		out[at].FindingIDs = append(out[at].FindingIDs, m.FindingIDs...)
		out[at].CheckIDs = append(out[at].CheckIDs, m.CheckIDs...)
	}
	return out
}

// outside reports whether an origin is independent of the company.
func outside(o events.Origin) bool {
	return o == events.OriginExternal || o == events.OriginRegistry || o == events.OriginImagery
}

// sourceOf names a document with its date.
func sourceOf(e Evidence) string {
	name := cmp.Or(e.Publisher, e.Source, e.URL, "A document")
	if e.Date != "" {
		name += " (" + e.Date + ")"
	}
	return name
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

// twice is how much faster than so far emissions may have to fall for a target to be on its way.
var twice = quantity.Int(2)

// onCourse reports whether the report's own years lead to a target: what criteria ask for says nothing against it then.
func onCourse(t *events.TargetAssessment) bool {
	achieved, _, failed := apd.NewFromString(t.HistoricalRate)
	needed, _, err := apd.NewFromString(t.RemainingRate)
	if failed != nil || err != nil || achieved.Sign() <= 0 {
		return false
	}
	times, ok := quantity.Ratio(needed, achieved)
	return ok && times.Cmp(twice) <= 0
}

// targetOf is what data_metrics has found of a claim's target.
func (v *view) targetOf(c *Claim) (t *events.TargetAssessment, finding string) {
	for _, f := range v.findings[c.ID] {
		var details events.MetricsDetails
		if f.Agent == events.DataMetrics && json.Unmarshal(f.Details, &details) == nil && details.TargetAchievability != nil {
			return details.TargetAchievability, f.ID
		}
	}
	return nil, ""
}

// appraised reports whether rules have read a target: the figure itself or, where a trained reader has found that, the same from its sentence.
func (v *view) appraised(f *Fact) bool {
	if f.Engine == "" {
		return true
	}
	said := v.sentenceOf(f)
	return slices.ContainsFunc(v.Claims, func(c Claim) bool {
		if c.Page != f.Page || c.Text != said {
			return false
		}
		t, _ := v.targetOf(&c)
		return t != nil && t.BaseYear == f.BaseYear && t.TargetYear == f.Year && t.Percent == f.Value
	})
}

// strained are the targets that past years do not lead to, or that ask for far more a year than recognised criteria where no past years are known.
// The sentences that set them are told of with that.
func (v *view) strained() []weighed {
	var out []weighed
	seen := map[string]int{}
	for _, c := range v.claimed {
		t, finding := v.targetOf(c)
		if t == nil || t.Assessment != "questionable" && t.Assessment != "challenging" || onCourse(t) || v.followed(c) {
			continue
		}
		v.targets[firstWords(c.Quote.Text)] = true
		key := fmt.Sprint(t.BaseYear, t.TargetYear, t.Percent, t.HistoricalRate)
		if at, there := seen[key]; there { // the same target, stated again
			out[at].Places = append(out[at].Places, v.place(c))
			out[at].ClaimIDs = append(out[at].ClaimIDs, c.ID)
			out[at].FindingIDs = append(out[at].FindingIDs, finding)
			continue
		}
		seen[key] = len(out)
		title, weight := "A target is off its path: ", 70.0
		switch {
		case t.HistoricalRate == "": // nothing is known of a path
			title, weight = "A target asks for far more than recognised criteria: ", 40
		case t.Assessment == "challenging":
			weight = 48
		}
		m := Matter{
			Kind: MatterTarget, Page: c.Page, Title: title + subjectOf(c), Quote: tidy(c.Quote.Text, c.Text),
			Text:   phrase.Paragraph(fmt.Sprintf("Page %d sets a target: %s", c.Page, quoted(c.Quote.Text, 40)), t.Reason),
			Gist:   phrase.Words(t.Reason, 20),
			Places: []MatterPlace{v.place(c)}, ClaimIDs: []string{c.ID}, FindingIDs: []string{finding}, Paragraphs: paragraphsOf(c),
		}
		m.ID = v.matterID(m.Kind, c.ID)
		for _, x := range v.checks { // they say the same of it
			if sameAim(x, c, t) {
				v.told[x.ID], m.CheckIDs = true, append(m.CheckIDs, x.ID)
				if way := strings.TrimRight(x.Message, "."); x.Name == "target_progress" {
					m.Gist, m.Text = lower(way), phrase.Paragraph(m.Text, way)
				}
			}
		}
		out = append(out, weighed{m, weight})
	}
	return out
}

// wayOf is how far a claim's target has come, where the report's own years say so, and the finding that works it out.
func (v *view) wayOf(c *Claim) (way, finding string) {
	t, finding := v.targetOf(c)
	if t == nil || t.HistoricalRate == "" {
		return "", ""
	}
	return t.Reason, finding
}

// hidden is text that the file holds and its readers do not see: what speaks to machines stands for itself, scraps of
// layout are one matter.
func (v *view) hidden() []weighed {
	const scrap = 4 // words: less is a page number or a mark that a printer's template left behind
	var out []weighed
	scraps := Matter{Kind: MatterHidden, Title: scrapsTitle}
	for _, s := range v.Report.SuspiciousContent {
		place := MatterPlace{Page: s.Page, Quote: phrase.Words(s.Quote, 30)}
		if len(strings.Fields(s.Quote)) < scrap || v.namesReport(s.Quote) {
			scraps.Places = append(scraps.Places, place)
			continue
		}
		m := Matter{
			Kind: MatterHidden, Page: s.Page, Title: "Text that is kept from readers or speaks to machines", Quote: place.Quote, Places: []MatterPlace{place},
			Gist: quoted(s.Quote, 14),
			Text: phrase.Paragraph("The file holds text that was kept from the analysis, for this reason: "+s.Why,
				"Nothing was concluded from it; why it stands there is a question to the company"),
		}
		m.ID = v.matterID(m.Kind, s.Kind, fmt.Sprint(s.Page), s.Quote)
		same := func(o weighed) bool { return o.Quote == m.Quote && o.Text == m.Text }
		if at := slices.IndexFunc(out, same); at >= 0 { // on every page of a template
			out[at].Places = append(out[at].Places, place)
			continue
		}
		out = append(out, weighed{m, 60})
	}
	if n := len(scraps.Places); n > 0 {
		var pages []int
		for _, p := range scraps.Places {
			pages = append(pages, p.Page)
		}
		scraps.Page, scraps.ID = scraps.Places[0].Page, v.matterID(MatterHidden, "scraps")
		scraps.Places = scraps.Places[:min(n, 12)]
		scraps.Gist = phrase.Count(n, "place", "places")
		where := cmp.Or(phrase.Pages(pages), "the file")
		scraps.Text = phrase.Paragraph(fmt.Sprintf("There is text that cannot be seen on %s: a word or two, or the name of the report", where),
			"It is most often left behind by the making of the file, and nothing was concluded from it")
		out = append(out, weighed{scraps, scrapWeight})
	}
	return out
}

const scrapsTitle = "Scraps of text that readers do not see"

// scrapWeight is that of what nobody need know first.
const scrapWeight = 5

// namesReport reports whether a text is no more than what the report is called: a running head that something was painted over.
func (v *view) namesReport(text string) bool {
	r := v.Report
	text = report.Bare(text)
	return strings.Contains(report.Bare(r.Company+r.Title+r.Period), text) || strings.Contains(report.Bare(r.Title+r.Company+r.Period), text)
}

// ruled are the verdicts that a person has set otherwise than the machine.
func (v *view) ruled() []weighed {
	var out []weighed
	for i := range v.Verdicts {
		x := &v.Verdicts[i]
		o, c := x.Override, v.claims[x.ClaimID]
		if o == nil || c == nil || o.Verdict == o.Machine.Verdict {
			continue
		}
		m := Matter{
			Kind: MatterRuled, Page: c.Page, Title: "Ruled otherwise by a person: " + subjectOf(c), Quote: tidy(c.Quote.Text, c.Text),
			Text: phrase.Paragraph(
				fmt.Sprintf("%s ruled this %s; the evidence alone comes down to %s", o.By, inWords(string(o.Verdict)), inWords(string(o.Machine.Verdict))),
				"The reason given is "+quoted(o.Reason, 40)),
			Gist:   quoted(o.Reason, 16),
			Places: []MatterPlace{v.place(c)}, ClaimIDs: []string{c.ID}, Paragraphs: paragraphsOf(c),
		}
		m.ID = v.matterID(m.Kind, c.ID)
		out = append(out, weighed{m, 55})
	}
	return out
}
