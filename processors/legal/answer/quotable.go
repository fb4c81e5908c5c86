package answer

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/rag/pattern"
)

// wording is what a quotation for some parts must say, beside what holdings ask of every answer: whoever reads it alone looks for that. What lacks it
// may answer under its heading or with its neighbours, and counts as such; it is not quoted. The judge does not learn of it.
type wording struct {
	of   string           // how the ids of the parts end
	says *pattern.Pattern // of the text without what names leaves out
}

// aiming tells that something is aimed at.
var aiming = pattern.Compile(`(?i)\b(?:by|until|before) (?:the )?(?:end )?(?:of )?(?:FY ?)?(?:20)?\d\d\b|` +
	`\b(?:will|want|aim|aims|intend|intends|committed)\b|` +
	`\b(?:target|goal|aim|objective)s? (?:is|are|of|for|to|was|:)|\bto (?:halve|reduce|cut|reach|lower|raise)\b`)

var wordings = []wording{
	{"#target_value", aiming}, {"S2.33(a)#metric", aiming},
	{"S2.25(a)#identify", pattern.Compile(`(?i)\b(?:find|found|identif|collect|gather|sources?|map|screen|survey|list|questionnaire|workshop|record|` +
		`detect|inventory|scan|register|analy[sz]|scenario|look)`)},
	{"S2.25(a)#assess", pattern.Compile(`(?i)\b(?:assess|scor|rat(?:e|ed|ing)|rank|likel|probab|impact|measur|weigh|evaluat|matrix|scale|marks?\b|` +
		`quantif|test|model|estimat|grad|class)`)},
	{"S2.25(a)#monitor", pattern.Compile(`(?i)\b(?:monitor|track|follow|watch|review|check|report|indicator|trigger|dashboard|updat|looks? at|status)`)},
	{"#scenario_risk_type", pattern.Compile(`\b(?:physical|transition|transitional|Physical)\b|\bTransition(?:al)? risk`)},
	{"#reporting_channel", pattern.Compile(`(?i)\b(?:inform|report|brief|updat|presen|told|tell)\w*\b[^.;]{0,40}\b(?:board|committee|council|directors)\b|` +
		`\b(?:board|committee|council|directors|chair\w*)\b[^.;]*\b(?:inform\w*|reports?|briefed|briefings?|updates?|updated|hears?|told|receives?)\b[^.;]*` +
		`\b(?:from|by|through|via|at|in)\b|` +
		`\b(?:meetings?|sittings?|sessions?)\b[^.;]*\b(?:sends?|sent|submits?|submitted|presents?|presented|reports?|reported|briefs|briefed)\b`)},
	{"#describe_opportunities", pattern.Compile(`(?i)\b(?:opportun|chance|grow|demand|new |revenue|sales|markets?\b|sav(?:e|ing)|advantage|benefit|` +
		`gain|attract|win)`)},
	{"#diverse_range", pattern.Compile(`(?i)\b(?:range|divers\w+|wide\w*|far|extreme\w*|ends?|best|worst|high\w*|low\w*|warming|` +
		`both|opposite|spread|span\w*|different|\d ?°)`)},
	{"#key_assumptions", pattern.Compile(`(?i)\b(?:assum(?:e|ed|es|ing)|suppos\w+|reckon\w*|expect\w*|taken|take|premises?|rests?)\b|` +
		`\bassumptions? (?:is|are|that|:)`)},
	{"#coverage", pattern.Compile(`(?i)\b(?:all|whole|entire|group|sites?|plants?|portfolio|operations|subsidiar\w*|chain|stores|buildings|` +
		`countr\w+|offices|fleet|company|activit\w+|business\w*|part of|\d+ ?(?:%|per ?cent) of)\b|\d%`)},
	{"#identify_body", pattern.Compile(`\b[Bb]oards?\b|\b(?i:directors|trustees|council)\b|\b(?:[A-SU-Z][\w&-]+|T[a-gi-z][\w&-]*) Committee\b|` +
		`\bCommittee (?:on|for) |\b[A-Z]{2,}C\b`)},
	{"#risk_oversight", ofBoard}, {"#strategy_oversight", ofBoard}, {"#target_setting_oversight", ofBoard},
	{"#management_role", pattern.Compile(`(?i)\b(?:manag\w+|executives?|officers?|chief|c[ef]o|heads?|department|function|office|team|council|` +
		`group|unit|division|steering|director of)\b`)},
	{"#reporting_frequency", pattern.Compile(`(?i)\b(?:inform|report|brief|updat|present|hear|receiv|discuss|address|deal|review|monitor|agenda|` +
		`told|sen[dt]s?\b|me(?:t|ets?)\b|sat\b|conven|paper)`)},
	{"#progress_monitoring", pattern.Compile(`(?i)\b(?:progress|track|monitor|check|follow|against|status|dashboard|achiev|compar|measur|on course)`)},
	{"#integration_how", pattern.Compile(`(?i)\b(?:overall|group|enterprise|whole|all other|others?|same|integrat\w+|part of|embedded|framework|inventory|` +
		`folded|written into|built into|register|corporate|system)\b`)},
	{"S2.25(a)(vi)#process_changes", pattern.Compile(`(?i)\b(?:process|procedure|method|register|scale|matrix|criteria|questionnaire|` +
		`approach|workshop|assessment|system|model)`)},
	{"S2.33(d)#period", pattern.Compile(`(?i)\b(?:emission|carbon|co2|ghg|greenhouse|climate|net[- ]zero|neutral|energy|electric|power|renewable|` +
		`green|fossil|scope|intensity)`)},
	{"#paris_influence", pattern.Compile(`(?i)\b(?:targets?|goals?|aims?|ambitions?|objectives?|commit\w*|pledge\w*|strategy|path\w*|ceiling|budget|plan)\b`)},
	{"#gross_or_net", pattern.Compile(`(?i)\b(?:gross|nets?|credits?|offsets?|offsetting|removals?|compensat\w+|neutral\w*)\b`)},
	{"#revisions", pattern.Compile(`(?i)\b(?:re(?:[- ]?vis|[- ]?set|plac|stat|bas|calculat)|raise|tighten|chang|lower|adjust|updat|left as|unalter|` +
		`strengthen|extend|earlier|forward|new|instead|moved|postpon|doubled|from \d+ to)`)},
	{"#guidance_sources", pattern.Compile(`(?i)\b(?:we|our|us|reports?|reporting|statements?|chapter|prepared|drawn|follow\w*|appl(?:y|ied|ying)|used?|` +
		`using|basis|based|accordance|line|reference|arranged|guid\w+)\b`)},
	{"_validated", pattern.Compile(`(?i)\b(?:validat(?:ed|es|ing)|verif(?:ied|ies)|approve[sd]|confirm(?:ed|s)|examined|` +
		`certified|checked|audited|assured|reviewed)\b|` +
		`\b(?:validation|approval|verification|confirmation) (?:by|from|of)\b|\bnot (?:been |yet )?(?:valid|verif|exam|review|submit|appl)`)},
	{"#performance_metrics", pattern.Compile(`(?i)\b(?:targets?|goals?|aims?|aimed|objectives?|ambitions?|progress|milestones?|on track|` +
		`(?:as|than) planned|ahead of|behind|missed|out of)\b`)},
	{"#limits_assumptions", pattern.Compile(`(?i)\b(?:assum|estimat|approximat|extrapolat|limit|uncertain|accura|reliab|incomplete|gaps?\b|missing|` +
		`unavailable|rough|standard values?|averages?\b|could not|cannot|not (?:yet |been )?\w+(?:ed|able|known)\b)`)},
	{"#funding_sources", ahead},
	{"#investment_disposal_plans", ahead},
	{"#planned_resourcing", ahead},
	{"#needed_response", ahead},
}

// ofBoard tells that a sentence is about those who govern a company.
var ofBoard = pattern.Compile(`(?i)\b(?:boards?|directors|committees?|trustees|chair\w*)\b`)

// ahead tells that a sentence looks ahead.
var ahead = pattern.Compile(`(?i)\b(?:will|would|shall|plan\w*|expect\w*|intend\w*|foresee\w*|is to|are to|to be|aims?|until|future|next|` +
	`coming|could|may|budget\w*|committed|(?:by|from) (?:the )?(?:end )?(?:of )?(?:FY ?)?20[2-9]\d)\b`)

// scenarioNames have years that are no horizon of an analysis.
var scenarioNames = pattern.Compile(`(?i)\bnet[- ]zero(?: emissions)?(?: scenario)?(?: by)? 20\d\d\b`)

// A sentence that says how long terms are gives the horizon of no risk, nor one on scenarios the kind of any, nor is what is being looked into done or
// planned, nor a limit reached, nor how far something fell how much of it there is.
var (
	twoTerms = pattern.Compile(`(?is)\bshort\b.*\b(?:medium|mid|long)\b|\b(?:medium|mid)\b.*\blong\b`)
	ofTerms  = pattern.Compile(`(?i)\b(?:means?|call|defined?|say|corresponds?|horizons?)\b|` +
		`\bterm (?:for us |to us )?(?:is|are|as|the (?:time|years?|next)|up to|\d)`)
	lookInto = pattern.Compile(`(?i)\b(?:analy[sz]|review|examin|investigat|evaluat|explor|consider|look)ing\b(?: at| into)?[\w\s]{0,20}` +
		`\b(?:possib\w+|potential|feasib\w+|options?|whether|measures?)\b`)
	ofScenarios = pattern.Compile(`(?i)\b(?:scenarios?|[rs][cs]p ?\d)|\b(?:sets?|net zero \d+)\b.*\bused for\b`)
	inPercent   = pattern.Compile(`(?i)\d[\d.,]* ?(?:%|per ?cent)`)
	changed     = pattern.Compile(`(?i)\b(?:reduc|decreas|declin|increas|less|more|lower|higher|rose|fell|cut|grew|drop|(?:up|down) by)`)
	assumed     = pattern.Compile(`(?i)\bassum`)
	threshold   = pattern.Compile(`[<>≤≥] ?\d`)
)

// Who is paid for something does not oversee it, who looks at something regularly has done nothing about it yet, a company that is less exposed than others
// has not said to what, what is good for it is no risk, and what was saved is no level.
var (
	overseen = []string{"#strategy_oversight", "#risk_oversight", "#target_setting_oversight"}
	paid     = pattern.Compile(`(?i)\b(?:remunerat|variable pay|bonus|incentive|compensation (?:of|for)|salar)`)
	oversees = pattern.Compile(`(?i)\b(?:overs(?:ee|aw|ight)|supervis|review|approv|adopt|discuss|decid|monitor|consider|deliberat|advis|agree|examin|` +
		`deal[ts]?\b|weigh|responsib)`)
	watches = pattern.Compile(`(?i)^\W*(?:we|the (?:company|group)|[A-Z]\w+) (?:\w+ly )?` +
		`(?:review|analy[sz]e|monitor|measure|record|check|assess|track|evaluate|audit|survey)s?\b`)
	acts    = pattern.Compile(`(?i)\b(?:` + lexicon.Alternatives("legal.does something about climate") + `)`)
	spared  = pattern.Compile(`(?i)\b(?:less|hardly|barely|little|scarcely|slightly) (?:\w+ly )?(?:affected|exposed|vulnerable|at risk)\b`)
	favours = pattern.Compile(`(?i)\b(?:favou?rable|opportunit|benefit|growth|growing demand|new markets?|advantage)`)
	harms   = pattern.Compile(`(?i)\b(?:risk|damag|loss|lose|cost|harm|disrupt|adverse|negativ|threat|unfavou?rable|decline|fall|fell|dearer|hit|flood|storm|` +
		`heat|drought)`)
	savings = pattern.Compile(`(?i)\b(?:savings? of|saved)\b`)
	dangers = pattern.Compile(`(?i)\b(?:but|however|although|while|yet|except)\b`)
)

// unsaid reports whether a text of the kind that a part asks for says something else, whatever words it has.
func (p *Part) unsaid(text string) bool {
	switch {
	case slices.ContainsFunc(ofEffects, func(id string) bool { return strings.HasPrefix(p.ID, id) }) && undone.MatchString(text):
		return true
	case strings.HasSuffix(p.ID, "#horizon_per_item"):
		return twoTerms.MatchString(text) && ofTerms.MatchString(text) && !ofRisk.MatchString(text)
	case strings.HasPrefix(p.ID, "S2.14"):
		return lookInto.MatchString(text) || watches.MatchString(text) && !acts.MatchString(text)
	case slices.ContainsFunc(overseen, func(end string) bool { return strings.HasSuffix(p.ID, end) }):
		return paid.MatchString(text) && !oversees.MatchString(text)
	case strings.HasSuffix(p.ID, "#describe_risks"):
		return spared.MatchString(text) && !dangers.MatchString(text) || favours.MatchString(text) && !harms.MatchString(text)
	case strings.HasPrefix(p.ID, "S2.35"):
		return threshold.MatchString(text) || toBe.MatchString(text) && !hasBeen.MatchString(text)
	case strings.HasSuffix(p.ID, "#industry_metrics"):
		return assumed.MatchString(text) || savings.MatchString(text) || changed.MatchString(text) && Figureless(inPercent.ReplaceAllString(text, ""))
	case p.ID == "S2.10(b)#risk_type":
		return ofScenarios.MatchString(text)
	}
	return false
}

// What is to be reached is no result of it yet.
var (
	toBe = pattern.Compile(`(?i)\b(?:should|shall|must|will|(?:is|are) to) (?:be )?(?:reduc|lower|cut|halv|reach|achiev|fall|decreas)|` +
		`\b(?:targets?|goals?|aims?|objectives?|want|intend\w*|plan\w*|commit\w*) (?:is |are )?to (?:reduc|lower|cut|halv|reach|achiev|decreas)`)
	hasBeen = pattern.Compile(`(?i)\b(?:has|have|had|was|were) (?:already )?(?:been )?(?:reduc|achiev|reach|cut|lower|met|fall|decreas|declin)|` +
		`\b(?:fell|declined|decreased|achieved|reached|dropped|rose|so far|until now|to date|compared with (?:last|the previous) year)\b`)
)

// ofEffects begin the parts that ask for effects; that these have not been worked out is none of them.
var ofEffects = []string{"S2.13", "S2.15", "S2.16", "S2.22(a)"}

var undone = pattern.Compile(`(?i)\b(?:have|has|had|was|were|do|does|did|could|can) ?not (?:yet )?(?:been )?(?:able to |possible to )?` +
	`(?:put a|quantif|estimat|assess|measur|calculat|valu|determin|work(?:ed)? out)`)

var ofRisk = pattern.Compile(`(?i)\b(?:risks?|opportunit\w+|physical|transition)\b`)

// unworded reports whether a text lacks what a quotation for a part must say.
func (p *Part) unworded(text string) bool {
	at := slices.IndexFunc(wordings, func(w wording) bool { return strings.HasSuffix(p.ID, w.of) })
	return at >= 0 && !wordings[at].says.MatchString(text)
}

// withoutNames is a text without the names that hold what a part asks for and do not say it.
func (p *Part) withoutNames(text string) string {
	switch {
	case strings.HasSuffix(p.ID, "#analysis_horizons"):
		return scenarioNames.ReplaceAllString(text, "")
	case strings.HasSuffix(p.ID, "#targets_listed"):
		return ofOneTarget.ReplaceAllString(text, "")
	case strings.HasSuffix(p.ID, "#target_value"):
		return ofTheirs.ReplaceAllString(text, "")
	case strings.HasSuffix(p.ID, "#paris_influence"):
		return goalsOfParis.ReplaceAllString(text, "")
	case p.ID == "S2.25(a)#identify":
		return heatMap.ReplaceAllString(text, "")
	case strings.HasSuffix(p.ID, "#gross_or_net"):
		return netZero.ReplaceAllString(text, "")
	}
	return text
}

var (
	ofTheirs     = pattern.Compile(`(?i)\b(?:targets?|goals?) of (?:their|its) own\b`)
	heatMap      = pattern.Compile(`(?i)\bheat ?maps?\b`) // where risks that were found are put
	netZero      = pattern.Compile(`(?i)\bnet[- ]zero\b`) // a name: whether credits count towards it is what is asked
	goalsOfParis = pattern.Compile(`(?i)\b(?:goals?|aims?|targets?|objectives?) (?:of|in|under|(?:out|set|laid)[\w ]* (?:in|by)) the Paris\b|` +
		`\bnet zero 20\d\d\b`)
)

// ofOneTarget are scopes and the year that a target is measured from: a sentence that has them beside its aim lists no second target.
var ofOneTarget = pattern.Compile(`(?i)\bscopes? [123](?:, [123])*(?:,? (?:and|&) [123])?|` +
	`\b(?:from|against|compared (?:to|with)|versus) (?:an? |the )?(?:base year )?(?:FY ?)?(?:19|20)\d\d`)

// Figureless reports whether a text has no figure but those of years, of scopes and of categories, so that it gives no amount.
func Figureless(text string) bool {
	return !anyDigit.MatchString(categoryNumber.ReplaceAllString(noFigure.ReplaceAllString(text, ""), ""))
}

var categoryNumber = pattern.Compile(`(?i)\bcategor(?:y|ies) \d+(?:(?:,| and|,? or| to) \d+)*`)

// SpeaksOf reports whether a text speaks of what a part is about; of a part that is about nothing in particular every text does.
func (p *Part) SpeaksOf(text string) bool {
	return p.form.subject < 0 || subjects[p.form.subject].says.MatchString(WithoutInitiative(text))
}

// WithoutInitiative is a text without who checks targets, whose name is none.
func WithoutInitiative(text string) string { return initiative.ReplaceAllString(text, "") }

var initiative = pattern.Compile(`(?i)\bscience[- ]based targets\b`)

// Unquotable reports whether a passage that answers a part is not quoted for it: it is torn, or lacks what a quotation must say.
func (p *Part) Unquotable(passage *Passage) bool {
	return passage.Torn() || p.elsewise(passage.Text) || p.unlisted(passage.Text) || p.unheld(passage.Text) && !p.headed(passage) ||
		p.ofPart(passage)
}

var (
	fromOf = pattern.Compile(`(?i)\b(?:from|of which|thereof)\b`)
	whole  = pattern.Compile(`(?i)\b(?:total|sum|all|scopes? ?[123]|direct|indirect|own)\b`)
)

// ofPart reports whether a row has what one source makes of the emissions that a part asks for all of: that from heating is not all of Scope 2.
func (p *Part) ofPart(passage *Passage) bool {
	label, _, _ := strings.Cut(passage.Text, "\t")
	return passage.Row && strings.HasSuffix(p.ID, "#location_based") && fromOf.MatchString(label) && !whole.MatchString(label)
}

// Torn reports whether a sentence has lost its beginning or its end to the layout of its page. The items of a list may begin small.
func (p *Passage) Torn() bool {
	if p.Row || p.Text == "" || len(p.Headings) > 0 && strings.HasSuffix(p.Headings[len(p.Headings)-1], ":") {
		return false
	}
	return beginsSmall.MatchString(p.Text) && !listMark.MatchString(p.Text) || strings.HasSuffix(p.Text, ",")
}

var (
	beginsSmall = pattern.Compile(`^\p{Ll}+\b`)
	listMark    = pattern.Compile(`^(?:\p{Ll}|[ivx]+)[.)] `)
)

// GoesOn reports whether a text cannot be understood without what was said before: what "it" was, or "the latter".
func GoesOn(text string) bool { return pronoun.MatchString(text) }

var pronoun = pattern.Compile(`^(?:It|They|This|These|That|Those|Both|Such|The (?:latter|former|same|other))\b`)

// each ends the parts that ask for all there are of something, which a table lists.
var each = []string{"#describe_risks", "#describe_opportunities", "#risk_type", "#horizon_per_item", "#targets_listed", "#categories_included", "#included"}

// OfEach reports whether a part asks for all there are of something: one row of a table is one of them.
func (p *Part) OfEach() bool {
	return slices.ContainsFunc(each, func(end string) bool { return strings.HasSuffix(p.ID, end) })
}

// Denies reports whether a text denies something.
func Denies(text string) bool { return negated.MatchString(text) }

// OfClimate reports whether a text speaks of climate or of what is emitted.
func OfClimate(text string) bool { return ofClimate.MatchString(text) }
