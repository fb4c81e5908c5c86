package notes

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// Place is a sentence, or a row of a table in one line, with its page.
type Place struct {
	Page  int
	Quote string
}

// Marked are rows of a table with figures that a mark calls restated.
type Marked struct {
	Page int
	Says string // what the mark stands for, as the page has it
	Rows []string
}

// Asserted is what a report says that can be held against its own figures and targets.
type Asserted struct {
	Steady  []Place // that a figure is that of the year before
	Better  []Place // that something has become better, with its figure
	Aimless []Place // that there are no targets for emissions
	Aims    []Place // rows of tables of targets that set one for emissions
	Inside  []Place // that the company's own auditors have looked at the report
	Amended []Place // that a figure was changed, of whatever it is
	Yearly  []Place // a share by which something is to be cut each year
	Other   []Place // that targets stand in another document
	Marked  []Marked
	Goals   []GoalRow // whose progress is of something else
	Paced   []Paced
	Same    []Place // that a figure has risen or fallen, from the one that stands in the sentence before
	Liable  []Place // money that damage to nature costs, or may cost
	Rebased []Place // that the base year of targets changes
	Shifted []Place // that a target was changed or put off
	OffPath []Place // that what was reached is behind the way to a target
	Zero    []Place // that net zero is aimed at for a year
}

var (
	steady = pattern.Compile(`(?i)\b(?:remain(?:s|ed)?|stay(?:s|ed)|held\s+steady|unchanged|constant|the\s+same)\b` +
		`[^.;]*?\b(?:(?:previous|prior|last|preceding)\s+(?:\p{L}+\s+)?(?:year|period)|year[\s-]on[\s-]year)\b`)
	better = pattern.Compile(`(?i)\bimprov(?:ed|es|ing|ements?)\b`)
	// since is how a sentence holds what it says against another time than the year before.
	since     = pattern.Compile(`(?i)\b(?:since|compared|over\s+the|from\s+(?:19|20)\d\d|against|versus|vs)\b`)
	noTargets = pattern.Compile(`(?i)\b(?:(?:absence|lack)\s+of|without|no|` +
		`not\s+(?:yet\s+)?(?:set|have|established|adopted))\s+(?:any\s+|yet\s+)?(?:\p{L}+\s+){0,2}?targets?\b`)
	// moved is how a sentence says that what stands before it has changed, from a figure in a unit.
	moved = pattern.Compile(`(?i)\b(?:this|that|which|it)\s+(?:\p{L}+\s+){0,2}?(?:an?\s+)?(?:\p{L}+\s+)?` +
		`(increase|rise|decrease|reduction|fall|decline|drop)\s+from\s+(\d[\d.,]*)\s+([\p{L}\d²³/]+)`)
	shifted = pattern.Compile(`(?i)\b(?:adjusted|postponed|delayed|withdr(?:ew|awn)|abandoned|lowered|weakened|dropped|deferred|pushed\s+back)\s+` +
		`(?:our|the|its|their)\s+` +
		`(?:[\p{L}\d-]+\s+){0,5}?(?:targets?|goals?|ambitions?)\b` +
		`|\b(?:targets?|goals?|ambitions?)\s+(?:date\s+)?(?:has|have|was|were)\s+(?:been\s+)?` +
		`(?:shifted|postponed|delayed|deferred|withdrawn|abandoned|lowered|dropped)\b`)
	offPath = pattern.Compile(`(?i)\b(?:off|not\s+on|behind)\s+(?:track|target|schedule|the\s+(?:pathway|trajectory))\b` +
		`|\b(?:above|behind|short\s+of)\s+(?:our|the|its)\s+(?:[\p{L}\d-]+\s+){0,5}?(?:pathway|trajectory)\b`)
	zeroBy  = pattern.Compile(`(?i)\bnet[\s-]zero\b.*\bby\s+20\d\d\b|\bby\s+20\d\d\b.*\bnet[\s-]zero\b`)
	rebased = pattern.Compile(`(?i)\brolling\s+base(?:line)?\s+year\b|` +
		`\bbase(?:line)?\s+year\s+(?:\p{L}+\s+){0,3}?(?:changed?|moved?|reset|replaced|shifted|updated)\b`)
	damage = pattern.Compile(`(?i)\b(?:environmental\s+(?:remediation|liabilit\p{L}+|damage|contamination|provisions?|clean-?up)|` +
		`remediation|contaminat\p{L}+|superfund|decommissioning)\b`)
	money      = pattern.Compile(`(?i)(?:[$€£¥]|\b(?:EUR|USD|GBP|CHF|RM|MYR|SGD|SEK|NOK|DKK|JPY|INR|AUD|CAD)\s?)\d|\d\s*(?:million|billion|m|bn)\b`)
	ownAudit   = pattern.Compile(`(?i)\binternal\s+audit(?:ors?|ing)?\b`)
	ownReport  = pattern.Compile(`(?i)\b(?:reports?|statements?|data|disclosures?|indicators?)\b`)
	ofReview   = pattern.Compile(`(?i)\b(?:boundary|scope|coverage)\s+of\s+(?:the|this|its|our)\s+(?:\p{L}+\s+)?(?:review|assessment|audit)\b`)
	reinstated = pattern.Compile(`(?i)\b(?:reinstate(?:d|ments?)|restate(?:d|ments?)|recalculated)\b`)
	percent    = pattern.Compile(`\d\s*%`)
	// legend is what a page says that a mark of stars stands for.
	legend = pattern.Compile(`(?i)(\*+)\)?\s*[-–:=]?\s*((?:[^\n*.;]{0,40}\s)?(?:restate(?:d|ments?)|reinstate(?:d|ments?)|recalculated)\b[^\n*]*)`)
	// elsewhere is how a report sends a reader to another document of the company.
	elsewhere = pattern.Compile(`(?i)\b(?:see|refer\s+to|(?:found|available|set\s+out|disclosed|described)\s+in|consult)\s+` +
		`(?:our|the|its)\s+(?:[\p{L}\d,&-]+\s+){0,8}?(?:report|policy|plan|website|statement)\b`)
	// yearly is how a target is set for each year.
	yearly = pattern.Compile(`(?i)\b(?:annual(?:ly)?|yearly|(?:per|each|every)\s+(?:year|annum)|year[\s-]on[\s-]year)\b`)
)

// AssertedOf reads what can be held against figures and targets, in the order of pages.
func AssertedOf(d *document.Document, said *statement.Report) Asserted {
	var a Asserted
	for i := range said.Pages {
		for k := range said.Pages[i] {
			a.read(&said.Pages[i][k])
			if k > 0 && !strings.HasSuffix(said.Pages[i][k].Text, "?") {
				a.unmoved(&said.Pages[i][k-1], &said.Pages[i][k])
			}
		}
	}
	for i := range d.Pages {
		p := &d.Pages[i]
		if p.NotAnalysed != "" {
			continue
		}
		for k := range p.Tables {
			a.aimRows(p.Number, &p.Tables[k])
			otherwise, part := answeredOtherwise(p.Number, &p.Tables[k])
			a.Goals, a.Paced = append(a.Goals, otherwise...), append(a.Paced, part...)
		}
		for _, key := range d.Pages[i:min(i+2, len(d.Pages))] { // a table that goes on has its key at its end
			if a.marks(p, key.Text) {
				break
			}
		}
	}
	return a
}

// read files a sentence under what it says; most say nothing of it.
func (a *Asserted) read(s *statement.Said) {
	if len(strings.Fields(s.Text)) > longest || strings.HasSuffix(s.Text, "?") {
		return
	}
	list := a.ofTargets(s)
	if list == nil && s.Standing.Value != "possible" && s.Standing.Value != "planned" {
		list = a.ofWhatIs(s)
	}
	if list != nil {
		*list = append(*list, Place{s.Page, s.Text})
	}
}

// longest is how many words a sentence may have.
const longest = 90

// ofTargets is where a sentence belongs that speaks of targets and of what damage costs, planned or not.
func (a *Asserted) ofTargets(s *statement.Said) *[]Place {
	text := s.Text
	climate := mentions.MatchString(text) || powered.MatchString(text)
	switch general := inGeneral.MatchString(text); {
	case climate && yearly.MatchString(text) && percent.MatchString(text) && lessens.MatchString(text):
		return &a.Yearly
	case shifted.MatchString(text) && owns(s) && s.Standing.Value != "possible" && !general:
		return &a.Shifted
	case offPath.MatchString(text) && aims.MatchString(text) && owns(s) && s.Standing.Value != "possible" && !general:
		return &a.OffPath
	case rebased.MatchString(text):
		return &a.Rebased
	case damage.MatchString(text) && money.MatchString(text) && !general:
		return &a.Liable
	case elsewhere.MatchString(text) && goals.MatchString(text):
		return &a.Other
	case zeroBy.MatchString(text) && owns(s):
		return &a.Zero
	}
	return nil
}

// ofWhatIs is where a sentence belongs that says what was or is.
func (a *Asserted) ofWhatIs(s *statement.Said) *[]Place {
	text := s.Text
	switch goesOn := len(a.Inside) > 0 && a.Inside[len(a.Inside)-1].Page == s.Page; {
	case ownAudit.MatchString(text) && examined.MatchString(text) && ownReport.MatchString(text) && !outside.MatchString(text) && !inGeneral.MatchString(text),
		goesOn && ofReview.MatchString(text):
		return &a.Inside
	case !owns(s) && s.Topic.Value != "business":
		return nil
	case noTargets.MatchString(text) && mentions.MatchString(text):
		return &a.Aimless
	case reinstated.MatchString(text) && len(strings.Fields(text)) >= fewestSealed:
		return &a.Amended
	case steady.MatchString(text):
		return &a.Steady
	case better.MatchString(text) && !since.MatchString(text):
		return &a.Better
	}
	return nil
}

// unmoved finds a change that leads from a figure to the same one, which the sentence before gives.
func (a *Asserted) unmoved(before, s *statement.Said) {
	m := moved.FindStringSubmatch(s.Text)
	if m == nil || s.Standing.Value == "planned" || s.Standing.Value == "possible" {
		return
	}
	if strings.Contains(" "+before.Text+" ", " "+m[2]+" "+m[3]) && !strings.Contains(s.Text[:strings.Index(s.Text, m[0])], m[3]) {
		a.Same = append(a.Same, Place{s.Page, before.Text + " " + s.Text})
	}
}

// aimRows are the rows of a table of targets that give a share by which emissions are to change.
func (a *Asserted) aimRows(page int, t *document.Table) {
	if !setsGoals(t) {
		return
	}
	for _, row := range t.Rows[min(t.HeaderRows, len(t.Rows)):] {
		at := slices.IndexFunc(row, func(c document.Cell) bool { return emissions.MatchString(c.Text) && lessens.MatchString(c.Text) })
		if at < 0 || !slices.ContainsFunc(row[at:], func(c document.Cell) bool { return percent.MatchString(c.Text) }) {
			continue
		}
		var cells []string
		for _, c := range row[at:] {
			if text := strings.Join(strings.Fields(c.Text), " "); text != "" && !slices.Contains(cells, text) {
				cells = append(cells, text)
			}
		}
		a.Aims = append(a.Aims, Place{page, strings.Join(cells, " | ")})
	}
}

var lessens = pattern.Compile(`(?i)\b(?:reduc\w+|cut|lower|decreas\w+)\b`)

// marks are the rows of a page whose figures bear a mark that a key explains by their being changed.
func (a *Asserted) marks(p *document.Page, key string) bool {
	found := false
	for _, said := range legend.FindAllStringSubmatch(key, -1) {
		m := Marked{Page: p.Number, Says: strings.TrimSpace(said[2])}
		for k := range p.Tables {
			for _, row := range p.Tables[k].Rows {
				if slices.ContainsFunc(row, func(c document.Cell) bool { return c.Value != "" && slices.Contains(c.Marks, said[1]) }) {
					m.Rows = append(m.Rows, strings.Join(strings.Fields(row[0].Text), " "))
				}
			}
		}
		if len(m.Rows) > 0 {
			a.Marked, found = append(a.Marked, m), true
		}
	}
	return found
}

// Yearly reports whether a text speaks of what comes each year.
func Yearly(text string) bool { return yearly.MatchString(text) }
