package answer

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
)

// holding is what an answer to some parts must hold, whatever it speaks of: a horizon is a year or a term, and a sentence that names scenarios
// without one gives none. What is asked about is another matter: see subjects.
type holding struct {
	of   string // pattern of the ids of parts
	says string
	must bool // what holds nothing of it is not quoted
}

// holdings in the order in which they are looked for: the first that asks for a part is its own. Names are set with capitals, and a year or a
// "transition" in the name of a scenario is neither a horizon nor a kind of risk.
var holdings = []holding{
	{`analysis_horizons`, `\b(?:to|by|until|for|and|from|years?|between|end of|,) (?:FY)?20\d\d\b|\b[Ss]hort\b|\b[Mm]edium\b|\b[Ll]ong[- ]term|` +
		`\bhorizons? (?:of|to|up)\b`, true},
	{`horizon|#period|#analysis_period|#milestones|how_when`, `(?i)\b(?:to|by|until|for|in|of|and|since|between|end|years?|fy|fiscal|,)\s?(?:19|20)\d\d\b|` +
		`\bfy ?\d\d\b|\b(?:short|medium|mid|long)[- ](?:term|run)|\byears?\b|\bdecades?\b`, true},
	{`base_period`, `(?i)\b(?:against|from|compared|base|baseline|versus|below|above|on|since|over|of|between) (?:\w+ ){0,5}` +
		`(?:(?:fy ?)?(?:19|20)\d\d|fy ?\d\d\b)|\b(?:fy ?\d\d|(?:19|20)\d\d)\b[^.;\d]{0,20}\bbase(?:line)? (?:year|period)\b`, true},
	{`frequency`, `(?i)\b(?:every|each|annual|year|quarter|month|week|times|twice|once|regular|meeting)`, true},
	{`risk_type`, `\b(?:physical|transition|transitional|acute|chronic|weather|floods?|heat|drought|storms?|policy|rules|market|regulat\w+|technolog\w+)\b|` +
		`\b(?:Physical|Transition(?:al)?|Acute|Chronic) (?:climate )?risk|\bPhysical and`, true},
	{`paris`, `(?i)\bparis\b|\b(?:1[.,]5|well below|below 2)|\bnational(?:ly)?\b|\bagreement`, true},
	{`reason|why_`, `(?i)\b(?:because|since|as|so that|in order|chosen|reason|therefore|due|owing|cannot|too|result|led)\b`, false},
	{`#absolute_or_intensity`, `(?i)\b(?:absolute|intensity|per (?:square|tonne|unit|employee|million|kilo|euro|m|t)|for each|relative|tonnes)`, true},
	{`gross`, `(?i)\b(?:gross|net|credits?|offset|removals?|before|without|neutral|compensat)`, true},
	{`#gases`, `(?i)\b(?:co2\b|co₂\b|carbon dioxide|methane|nitrous|all seven|kyoto|gases|hfcs?|ch4|n2o)`, true},
	{`#scopes|#coverage|analysis_scope|categories_included|#included`, `(?i)\b(?:scopes?|categor|all|whole|entire|group|sites?|plants?|portfolio|operations|` +
		`subsidiar|chain|supply|stores|buildings|countr|offices)`, false},
	{`approach$|approach_named`, `(?i)\b(?:control|equity share|boundar|consolidat)`, false},
	{`validated`, `(?i)\b(?:validat|verif|approv|confirm|examin|certif|sbti|science based|checked|audit|assur|reviewed)`, true},
	{`29\(b\)|29\(c\)|29\(d\)`, `(?i)\b(?:expos|risk|vulnerab|align|eligible|green|taxonomy|threat|zone|opportunit|at stake|affected)`, false},
	{`progress|performance$|trend`,
		`(?i)\b(?:reduc|fell|fallen|rose|lower|below|achiev|reach|complet|progress|cut|compared|against|down|behind|ahead|on track)`, false},
	{`assumption`, `(?i)\b(?:assum|suppos|estimat|reckon|expect|taken|take|took|presum|rest|based|premise|if)`, false},
	{`uncertain|limits`, `(?i)\b(?:uncertain|limit|estimat|not known|unknown|may|might|gap|accura|rough|open|hardly|quality|margin)`, false},
	{`resourc|capital_deployed|funding|investment|29\(f\)\(ii\)`,
		`(?i)[€$£]|\b(?:million|billion|eur|usd|gbp|bonds?|loans?|financ|fund|invest|budget|spen[dt]|people|team|staff|cost|price)`, false},
	{`factor|inputs|method$`, `(?i)\b(?:factors?|data|databases?|protocol|iso|defra|ipcc|agency|meters?|invoices|standard|survey|readings|defined)`, false},
}

// holders are the compiled patterns of holdings: of parts and of what their answers hold.
var holders = func() (out []struct{ of, says *pattern.Pattern }) {
	for _, h := range holdings {
		out = append(out, struct{ of, says *pattern.Pattern }{pattern.Compile(h.of), pattern.Compile(h.says)})
	}
	return out
}()

var categories = pattern.Compile(`(?i)\bcategories\b|\bcategory\b.*\bcategory\b`)

// list is what tells that a text names more than one of what is to be listed.
type list struct {
	of   string // how the ids of parts end
	says *pattern.Pattern
	rows *pattern.Pattern // the same of the rows of a table; nil where any rows are several
}

const category = `(?i:purchased|capital goods|fuel|transport|waste|travel|commut|leased|sold products|end[- ]of[- ]life|franchise|investments|category)`

// categoryRows are two rows with the name of a category of Scope 3 each: a table of scopes with one row of Scope 3 names none.
var categoryRows = pattern.Compile(category + `[^\n]*\n(?:[^\n]*\n)*?[^\n]*` + category)

// lists are the parts that ask for all there are of something, with what tells that a text names more than one.
var lists = []list{
	{"#targets_listed", pattern.Compile(`\b(?:targets|goals)\b|(?:%|per ?cent|by 20\d\d)[^.]*\b(?:and|;)[^.]*(?:%|per ?cent|[Nn]et[- ][Zz]ero|20\d\d)`), nil},
	{"#categories_included", categories, categoryRows},
	{"#included", categories, categoryRows},
}

// columns tell by the heads of a table that its rows hold what a part asks for, in whatever words a cell has it.
var columns = []struct {
	of    string // how the ids of parts end
	heads *pattern.Pattern
}{
	{"#risk_type", pattern.Compile(`(?i)(?:^|\t)(?:kind|type|nature|class)\b`)},
	{"#horizon_per_item", pattern.Compile(`(?i)(?:^|\t)(?:(?:time )?horizon|when|time ?frame|term)\b`)},
}

// Bare reports whether a text holds nothing of what an answer to a part seldom is without, or one of what is to be listed: it may speak of the matter, and
// is not quoted for it.
func (p *Part) Bare(text string) bool { return p.elsewise(text) || p.unheld(text) || p.unlisted(text) }

// BareTable is Bare of the rows of a table, which are more than one of what they list.
func (p *Part) BareTable(rows string) bool {
	at := p.lists()
	return p.elsewise(rows) || p.unheld(rows) || at >= 0 && lists[at].rows != nil && !lists[at].rows.MatchString(rows)
}

// elsewise reports whether a text says something else than what a part asks for, or lacks the words for it.
func (p *Part) elsewise(text string) bool {
	text = p.withoutNames(text)
	return p.unworded(text) || p.unsaid(text)
}

// unlisted reports whether a text names one at most of what is to be listed.
func (p *Part) unlisted(text string) bool {
	at := p.lists()
	return at >= 0 && !lists[at].says.MatchString(p.withoutNames(text))
}

// lists is which of lists a part asks for, -1 for none.
func (p *Part) lists() int {
	return slices.IndexFunc(lists, func(l list) bool { return strings.HasSuffix(p.ID, l.of) })
}

// unheld reports whether a text holds nothing of what an answer must hold.
func (p *Part) unheld(text string) bool {
	return p.holding >= 0 && holdings[p.holding].must && !holders[p.holding].says.MatchString(p.withoutNames(text))
}

// headed reports whether a passage is the row of a table one of whose columns is of what a part asks for.
func (p *Part) headed(passage *Passage) bool {
	if !passage.Row || len(passage.Headings) == 0 {
		return false
	}
	heads := passage.Headings[len(passage.Headings)-1]
	for _, c := range columns {
		if strings.HasSuffix(p.ID, c.of) {
			return c.heads.MatchString(heads)
		}
	}
	return false
}

func holdingOf(part string) int {
	return slices.IndexFunc(holders, func(h struct{ of, says *pattern.Pattern }) bool { return h.of.MatchString(part) })
}

// back begins what speaks of what was said before.
var back = pattern.Compile(`^(?:It|They|This|These|That|Those|Each|Both|Such|The (?:first|second|third|other|same|latter|former|two|three))\b`)

// held adds whether a passage holds what an answer must, itself or before it, how near the sentences beside it come to the question, and whether it
// goes on with what was said before.
func (f *features) held(r *row, at int) {
	p, has := &f.s.Passages[at], f.s.factsOf(at)
	own, before, distinct := false, false, 0
	if f.p.holding >= 0 {
		h := has.holds[f.p.holding].or(func() holds { return f.s.holdsOf(at, f.p.holding) })
		own, before, distinct = h.distinct > 0, h.before, h.distinct
	}
	r.flag(own)
	r.flag(before && !own)
	r.flag(f.p.holding >= 0 && !own)
	r.add(min(float64(distinct), 3) / 3)
	for _, step := range []int{-1, 1} {
		words := p.Before
		if step > 0 {
			words = p.After
		}
		x := 0.0
		if i := at + step; words != "" && i >= 0 && i < len(f.s.text) && f.s.Passages[i].Text == words {
			x = cosine(f.p.likely, f.s.textOf(i))
		}
		r.add(x)
	}
	r.flag(back.MatchString(p.Text))
}

// holds is how many different things that an answer must hold a passage has, and whether what stands before it has one.
type holds struct {
	distinct int
	before   bool
}

func (s *Shelf) holdsOf(at, of int) holds {
	p, says := &s.Passages[at], holders[of].says
	seen := map[string]bool{}
	for _, m := range says.FindAllString(p.Text, -1) {
		seen[strings.ToLower(m)] = true
	}
	return holds{len(seen), says.MatchString(p.Before)}
}
