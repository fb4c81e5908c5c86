package answer

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/processors/legal/terms"
	"github.com/sibyl-project/sibyl/rag/pattern"
)

// form is what kind of statement a question asks for, read from the question's own words.
type form struct {
	future, past, reason, amount, share, when, whether bool
	climate                                            bool // of climate and not of sustainability as a whole
	subject                                            int  // of subjects, -1 for none
}

var (
	asksFuture  = pattern.Compile(`(?i)\b(?:plans?|planned|expected|will|would)\b`)
	asksPast    = pattern.Compile(`(?i)\b(?:so far|now|already|has been made|of the period|have climate matters|changed?|corrected|revised|done)\b`)
	asksReason  = pattern.Compile(`(?i)^why\b|\bwhat explains\b|, and why\b`)
	asksAmount  = pattern.Compile(`(?i)\b(?:what amount|how much|absolute greenhouse|per tonne\?|what are scope|what is scope|financed emissions|in figures)\b`)
	asksShare   = pattern.Compile(`(?i)\bwhat share\b|\bhow far\b|\bprimary data\?`)
	asksWhen    = pattern.Compile(`(?i)^(?:by when|over which|how many years|how often|from which base year)\b|\bwhen\b|\binterim\b`)
	asksWhether = pattern.Compile(`(?i)^(?:is|are|does|do|has|have|was|were|did|can)\b`)
)

// subjectCue tells of what a text speaks.
type subjectCue struct {
	name string
	says *pattern.Pattern
	must bool // what does not speak of it is no answer: of labelled passages one in fifty is, all the same
}

// subjects are what a part's question is about: a passage that has it nowhere around it seldom answers. The first that a question has
// is its own.
var subjects = []subjectCue{
	{"pay", pattern.Compile(`(?i)\b(?:remunerat|variable pay|bonus|incentive|executive pay|pay of|salar)`), false},
	{"carbon credits", pattern.Compile(`(?i)\b(?:carbon credits?|offset|compensat|certificates?)`), false},
	{"carbon price", pattern.Compile(`(?i)\b(?:carbon pric|co2 pric|shadow pric|price per|price of carbon)`), false},
	{"scenario", pattern.Compile(`(?i)\b(?:scenario|(?:possible|climate|two|three|four|five|the) futures|` +
		`rcp|ssp|ipcc|ngfs|stress test|\d(?:\.\d)? ?(?:°|degrees?))`), true},
	{"transition plan", pattern.Compile(`(?i)\b(?:transition plan|roadmap|pathway|decarboni[sz])`), false},
	{"Scope 3", pattern.Compile(`(?i)\b(?:scope ?3|financed emissions|value chain emissions)`), false},
	{"time horizon", pattern.Compile(`(?i)\b(?:time horizons?|short[- ,]+term|medium[- ,]+term|long[- ,]+term|short, medium|horizons?)`), true},
	{"opportunity", pattern.Compile(`(?i)\b(?:opportunit)`), false},
	{"target", pattern.Compile(`(?i)\b(?:targets?|goals?|aims?|net[- ]zero|neutral)\b`), false},
	{"adaptation", pattern.Compile(`(?i)\b(?:adapt|resilien|flood|heat)`), false},
	{"emissions", pattern.Compile(`(?i)\b(?:emissions?|co2e?|ghg|greenhouse)\b`), false},
	{"board", pattern.Compile(`(?i)\b(?:board|committee|directors?)\b`), false},
	{"risk", pattern.Compile(`(?i)\b(?:risks?)\b`), false},
	{"accounts", pattern.Compile(`(?i)\b(?:assets|liabilities|cash flows?|revenue|profit|accounts|financial|carrying amounts?)\b`), false},
}

func formOf(question, paragraph string) form {
	f := form{
		future: asksFuture.MatchString(question), past: asksPast.MatchString(question), reason: asksReason.MatchString(question),
		amount: asksAmount.MatchString(question), share: asksShare.MatchString(question), when: asksWhen.MatchString(question),
		whether: asksWhether.MatchString(question), subject: -1,
	}
	f.climate = strings.HasPrefix(paragraph, "S2.") && !strings.Contains(question, "sustainab")
	f.subject = slices.IndexFunc(subjects, func(c subjectCue) bool { return c.says.MatchString(question) })
	return f
}

var (
	noFigure      = pattern.Compile(`(?i)\b(?:\d\d?/|\d\d?[./]\d\d?[./])?(?:19|20)\d\d\b|\bscopes? ?[123](?:[.,]\d+)?(?:(?:,| and|, and) [123]\b)*|\bCO2`)
	marketBased   = pattern.Compile(`(?i)\bmarket[- ]based`)
	locationBased = pattern.Compile(`(?i)\blocation[- ]based`)

	percent = pattern.Compile(`(?i)\d\s?%|\bper ?cent|\bpercentage points?`)
)

// Lacks reports whether a text cannot answer a part since the figure that is asked for is not in it: an amount, which an intensity is not, a
// percentage, a year, emissions by the location-based method where it names the other alone.
func (p *Part) Lacks(text string) bool {
	switch {
	case strings.HasSuffix(p.ID, "#location_based"):
		return marketBased.MatchString(text) && !locationBased.MatchString(text)
	case strings.HasSuffix(p.ID, "#percentage"):
		return !percent.MatchString(text)
	case (p.form.amount || strings.HasSuffix(p.ID, "#unit")) && strings.HasPrefix(p.Paragraph, "S2.29(a)") && terms.IsRatio(text):
		return true
	case p.form.amount:
		return !anyDigit.MatchString(noFigure.ReplaceAllString(text, ""))
	case strings.HasSuffix(p.ID, "#period"), strings.HasSuffix(p.ID, "#base_period"):
		return !anyDigit.MatchString(text)
	}
	return false
}

// sureOfTerms is how likely a passage that says until when something runs must be to answer what is asked of horizons, which it need not call so.
const sureOfTerms = 0.5

// Unspoken reports whether neither a passage nor what it is read with speaks of what a part is about, where no answer does without: what says
// how long terms are says nothing of scenarios that were analysed over them, and does not name them either. What stands under a heading where
// it is spoken of is about it, too, and so is a term of a horizon, if the passage likely answers.
func (s *Shelf) Unspoken(p *Part, at int, answers float64) bool {
	subject := p.form.subject
	if subject < 0 || !subjects[subject].must || s.speaks(at, subject).anywhere() || s.spokenBeside(at, subject) {
		return false
	}
	return subjects[subject].name != "time horizon" || answers < sureOfTerms || !holders[ofHorizon].says.MatchString(s.Passages[at].Text)
}

// ofHorizon is the holding of horizons.
var ofHorizon = holdingOf("#horizon")

// spokenBeside reports whether a passage of the same section of the same page speaks of a subject.
func (s *Shelf) spokenBeside(at, subject int) bool {
	for _, step := range []int{-1, 1} {
		for i := at + step; i >= 0 && i < len(s.Passages) && s.Passages[i].besides(&s.Passages[at]); i += step {
			if s.speaks(i, subject).own {
				return true
			}
		}
	}
	return false
}

// besides reports whether two passages stand in one section of a page: captions and heads of tables part none.
func (p *Passage) besides(other *Passage) bool {
	const ofSection = 2 // headings
	own, its := p.Headings[:min(ofSection, len(p.Headings))], other.Headings[:min(ofSection, len(other.Headings))]
	return p.Page == other.Page && len(own) > 0 && slices.Equal(own, its)
}

var (
	anyone  = pattern.Compile(`^(?:An?|Some|Many|Most|Other|Several) `)
	ofOwner = pattern.Compile(`(?i)\b(?:we|our|us|group|company|bank|board|committee|executive)\b`)
	ownDoer = pattern.Compile(`(?i)\b(?:we|group|company|bank|board|committee|executive)\b`)
)

// OfSomebodyElse reports whether a passage that may answer a part is about others, of some kind at large or known by name.
func (p *Part) OfSomebodyElse(passage *Passage) bool {
	return passage.OfAnyone() || p.OfOthers(passage)
}

// OfAnyone reports whether a sentence is about things or people of some kind at large and names nobody of the company: what a heat pump does, or
// what some companies do, says nothing of what this one does.
func (p *Passage) OfAnyone() bool {
	return !p.Row && anyone.MatchString(p.Text) && !ofOwner.MatchString(p.Text)
}

// OfOthers reports whether a sentence says what somebody else does, where a part asks what the company does, has or aims at: a customer's target is
// none of the company's. One in which the company does something may be about both; that somebody sells "us" something is nothing that it does.
func (p *Part) OfOthers(passage *Passage) bool {
	const likely, sure, surer = 0.45, 0.65, 0.7
	if passage.Said == nil || ownDoer.MatchString(passage.Text) || !slices.ContainsFunc(ownDeeds, func(id string) bool { return strings.HasPrefix(p.ID, id) }) {
		return false
	}
	if strings.HasPrefix(p.ID, "S2.3") && counterpart.MatchString(passage.Text) {
		return true
	}
	named, voice := ofOwner.MatchString(passage.Text), passage.Said.Voice
	if !named && (ruled.MatchString(passage.Text) || introduced.MatchString(passage.Text)) {
		return true
	}
	least := likely
	switch {
	case GoesOn(passage.Text): // of whom it tells stands before it
		least = surer
	case named:
		least = sure
	}
	return voice.Sure >= least && slices.Contains([]string{"third", "standard", "world"}, voice.Value)
}

// introduced begins a sentence on somebody whom the report has to introduce, as it does not the company.
var introduced = pattern.Compile(`^[A-Z][\w&.'’-]+(?: (?:of |and |& )?[A-Z][\w&.'’-]+)*, (?:which|who|whose) `)

// counterpart begins a sentence on somebody with a name who is not the company but deals with it: a target that follows is that one's.
var counterpart = pattern.Compile(`^[A-Z][\w&.'’-]+(?: (?:of |and |& )?[A-Z][\w&.'’-]+)*, (?:one of )?our (?:[\w-]+ ){0,2}` +
	`(?:customers?|suppliers?|clients?|tenants?|landlords?|lenders?|shareholders?|contractors?|partners?|banks?), `)

// ruled tells of what targets must be, which whoever approves them says.
var ruled = pattern.Compile(`(?i)\b(?:targets?|goals?) (?:must|shall|should|need to|needs to|have to|has to|are required to|is required to)\b`)

// ownDeeds begin the parts that ask for what the company itself does, has or aims at.
var ownDeeds = []string{"S2.6", "S2.14", "S2.33", "S2.34", "S2.35", "S2.36(b)", "S2.36(c)", "S1.51", "S1.59"}

// wanted adds how what the question asks for and what the passage is go together: the tense, a reason, a figure, its subject.
func (f *features) wanted(r *row, at int) {
	p, q, has := &f.s.Passages[at], &f.p.form, f.s.factsOf(at)
	var done, planned, target, climate float64
	if s := p.Said; s != nil {
		switch s.Standing.Value {
		case "done", "ongoing":
			done = s.Standing.Sure
		case "planned", "possible":
			planned = s.Standing.Sure
		}
		if s.Kind.Value == "target" || s.Kind.Value == "outlook" {
			target = s.Kind.Sure
		}
		if s.Topic.Value == "climate" || s.Topic.Value == "energy" {
			climate = s.Topic.Sure
		}
	}
	both := func(asked bool, x float64) {
		if !asked {
			x = 0
		}
		r.add(x)
	}
	for _, asked := range []bool{q.future, q.past} {
		both(asked, planned)
		both(asked, done)
		both(asked, target)
	}
	for _, want := range []struct{ asked, given bool }{
		{q.reason, has.because}, {q.amount, has.amount}, {q.share, has.percent}, {q.when, has.when}, {q.whether, true},
	} {
		r.flag(want.asked)
		r.flag(want.asked && want.given)
	}
	both(q.climate, climate)
	r.flag(q.climate && !has.climate.anywhere())
	r.flag(q.climate && has.social && !has.climate.own)
	r.flag(!q.climate && (has.esg.own || has.climate.own))
	r.flag(!q.climate && (has.esg.above || has.climate.above || has.esg.before))
	about := place{}
	if q.subject >= 0 {
		about = f.s.speaks(at, q.subject)
	}
	r.flag(about.own)
	r.flag(about.before)
	r.flag(about.above)
	r.flag(q.subject >= 0 && !about.anywhere())
	r.flag(about.own && has.targets)
}

// around adds what the passage stands among.
func (f *features) around(r *row, at int) {
	p := &f.s.Passages[at]
	of := f.s.onPage[p.Page]
	r.add(of.climate)
	r.add(of.sustainable)
	const near = 2
	n, all := 0.0, 0.0
	for i := max(0, at-near); i <= min(len(f.s.Passages)-1, at+near); i++ {
		if i != at && f.s.Passages[i].Page == p.Page {
			all++
			if f.s.factsOf(i).climate.own {
				n++
			}
		}
	}
	r.add(n / max(1, all))
	best, mean := 0.0, 0.0
	for _, v := range f.p.phraseVectors {
		x := cosine(v, f.s.textOf(at))
		mean += x
		best = max(best, x)
	}
	r.add(best)
	r.add(mean / float64(max(1, len(f.p.phraseVectors))))
	share := 0.0
	own := f.s.stems[at]
	for _, phrase := range f.p.phrases {
		n := 0
		for _, w := range phrase {
			if _, ok := slices.BinarySearch(own, w); ok {
				n++
			}
		}
		share = max(share, float64(n)/float64(len(phrase)))
	}
	r.add(share)
	r.add(f.s.soft(at, f.p.askWords, f.askFlat))
	r.add(f.s.soft(at, f.p.speakWords, f.speakFlat))
}
