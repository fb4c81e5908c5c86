package prose

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/cell"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// An amount is read in two constructions: its name before it, joined by a verb that states ("total water withdrawal was
// 14 million m3"), and its name behind it, after a verb that states ("we used 3 GWh of electricity").

// kind is a metric that sentences state as an amount.
type kind struct {
	metric     facts.Metric
	dimensions []quantity.Dimension
	subject    *pattern.Pattern // its name before a figure
	object     *pattern.Pattern // its name behind a figure and "of"; nil if it is not said so
}

var (
	masses = []quantity.Dimension{quantity.Mass}
	energy = []quantity.Dimension{quantity.Energy}
	volume = []quantity.Dimension{quantity.Volume}
	money  = []quantity.Dimension{quantity.Money}
	gases  = []quantity.Dimension{quantity.Emissions, quantity.CarbonGas, quantity.Mass}

	kinds = []kind{
		{facts.Electricity, energy, pattern.Compile(`(?i)(?:electricity|electric power|power) (?:consumption|use|usage|demand)|(?:consumption|use) of electricity`),
			pattern.Compile(`(?i)^\s+of\s+((?:[\p{L}-]+\s+){0,3}?electricity)\b`)},
		{facts.Energy, energy, pattern.Compile(`(?i)(?:energy|fuel|gas|heat|heating|steam|diesel) (?:consumption|use|usage|demand)|` +
			`(?:consumption|use) of (?:(?:primary|secondary|renewable|thermal|natural)\s+)?(?:energy|fuels?|gas)`),
			pattern.Compile(`(?i)^\s+of\s+((?:[\p{L}-]+\s+){0,3}?(?:energy|fuels?|natural gas|heat|diesel))\b`)},
		{facts.Water, volume, pattern.Compile(`(?i)water (?:consumption|use|usage|withdrawals?|discharges?|intake)|` +
			`(?:consumption|withdrawal|use|discharge) of (?:fresh|drinking)?\s?water`),
			pattern.Compile(`(?i)^\s+of\s+((?:[\p{L}-]+\s+){0,3}?water(?:\s+(?:consumption|withdrawal|discharge))?)\b`)},
		{facts.Waste, masses, pattern.Compile(`(?i)waste(?:\s+(?:generated|volume|generation|produced|disposal))?\b`),
			pattern.Compile(`(?i)^\s+of\s+((?:[\p{L}-]+\s+){0,3}?waste)\b`)},
		{facts.GHGEmissions, gases, pattern.Compile(`(?i)(?:(?:GHG|greenhouse[ -]gas|carbon|CO\s?[2₂](?:e|-?\s?equivalents?)?)\s+)?emissions|` +
			`(?:carbon|emissions?|CO\s?[2₂]) footprint`),
			pattern.Compile(`(?i)^\s+(?:of\s+)?((?:[\p{L}-]+\s+){0,3}?(?:(?:GHG|greenhouse[ -]gas|CO\s?[2₂]e?)\s+)?emissions)\b`)},
		{facts.Revenue, money, pattern.Compile(`(?i)(?:revenues?|net sales|sales revenues?)\b`), nil},
		{facts.Capex, money, pattern.Compile(`(?i)(?:capex|capital expenditures?)\b`), nil},
	}

	// states joins a name to its figure.
	states = pattern.Compile(`(?i)^(?:\s*\([^()\d]{1,30}\))?(?:\s+(?:in|for|during|at|from|of|across|within|by)\s+[^,;:()%]{1,60}?)??\s*,?\s*` +
		`(?:(?:now|thus|only|still|also)\s+)?(?:was|were|is|are|had been|has been|amount(?:ed|s|ing)\s+to|` +
		`total(?:l?ed|s|l?ing)?|(?:stood|stands|standing)\s+at|came\s+to|(?:has\s+)?reach(?:ed|es|ing)|equal(?:l?ed|s)|of|` +
		`(?:increased|decreased|rose|fell|declined|grew|dropped)(?:\s+(?:slightly|significantly|further))?\s+to|(?:was|were)\s+reduced\s+to|:)\s+` + hedged + `$`)

	// hedged is what may stand between the verb and the figure.
	verbs = `(?:consum(?:ed|es)|us(?:ed|es)|withdr(?:ew|aws?|awn)|produc(?:ed|es)|generat(?:ed|es)|emit(?:ted|s)?|discharg(?:ed|es)|` +
		`recycled|report(?:ed|s)|recorded|had|was|were|is|are|total(?:l?ed|s)|amount(?:ed|s)\s+to|` +
		`accounted\s+for|caused|(?:a|with\s+a)\s+total\s+of|purchas(?:ed|es)|procur(?:ed|es)|resulted\s+in|with|reach(?:ed|es|ing))`
	doing  = pattern.Compile(`(?i)\b` + verbs + `\s+` + hedged + `$`)
	moving = pattern.Compile(`(?i)\b(?:` + lexicon.Alternatives("facts.no amount") + `|reduced?\s+by|up to|life[- ]cycle|use phase)\b`)
	narrow = pattern.Compile(`(?i)\b(?:third-party|relevant|service|segment|order|organic|recurring|digital|employee|staff|sustainab\w*|green|foreign|` +
		`domestic|of)\s*$`)
)

const hedged = `(?:a\s+total\s+of\s+|just\s+(?:under\s+|over\s+)?|only\s+|about\s+|around\s+|approximately\s+|roughly\s+|nearly\s+|` +
	`almost\s+|more\s+than\s+|over\s+|some\s+|~\s?)*`

// ofMoney reports whether a metric is an amount of money.
func (k *kind) ofMoney() bool { return k.metric == facts.Revenue || k.metric == facts.Capex }

// ofEnergy reports whether a metric is energy of any form.
func (k *kind) ofEnergy() bool { return k.metric == facts.Energy || k.metric == facts.Electricity }

// amount reads what a figure is an amount of.
func (s *Sentence) amount(q quantity.Quantity) (cell.Assertion, bool) {
	switch {
	case q.Unit.Dimension == quantity.Money && q.Per != "":
		return s.carbonPrice(q)
	case q.Unit.Dimension == quantity.Percent:
		return s.share(q)
	case q.Unit.Dimension == quantity.Count:
		return s.people(q)
	case q.Per != "" || q.Signed || q.Value.Sign() <= 0 || everyDay.MatchString(s.Text[q.End:]):
		return cell.Assertion{}, false
	}
	from := s.clause(q.Start)
	for i := range kinds {
		k := &kinds[i]
		if !slices.Contains(k.dimensions, q.Unit.Dimension) || k.metric == facts.GHGEmissions && !s.allEmissions(from, q) {
			continue
		}
		label, ok := s.before(k, from, q)
		if !ok && k.object != nil {
			label, ok = s.behind(k, from, q)
		}
		if ok && !moving.MatchString(s.Text[from:q.Start]) && !moving.MatchString(label) {
			return cell.Assertion{Metric: k.metric, Label: label, Category: s.category(k, label, from, q)}, true
		}
	}
	return cell.Assertion{}, false
}

// allEmissions reports whether a figure may be an amount of greenhouse gases that is of no scope: those of a scope are
// read by its name, and "VOC emissions were 250 t" are of no greenhouse gas.
func (s *Sentence) allEmissions(from int, q quantity.Quantity) bool {
	if vocabulary.ScopeWord.MatchString(s.Text) || vocabulary.AllScopes.MatchString(s.Text) || cell.RoundThousand.MatchString(q.Number) {
		return false
	}
	return cell.GasWord.MatchString(q.Text) || !cell.AirWord.MatchString(s.Text[from:min(len(s.Text), q.End+60)])
}

// category is what an amount is of, within its metric.
func (s *Sentence) category(k *kind, label string, from int, q quantity.Quantity) string {
	if k.ofMoney() {
		return ""
	}
	category := narrowed(label, k.metric)
	if k.ofEnergy() && made.MatchString(s.Text[from:q.Start]+" "+s.Text[q.End:min(len(s.Text), q.End+60)]) {
		return strings.TrimSpace(category + " generated")
	}
	return category
}

var (
	everyDay = pattern.Compile(`(?i)^[^.;,]{0,30}?\b(?:(?:each|per|every|a)\s+(?:day|hour|week|month|kilomet\w+|employee|site)|daily|hourly|monthly)\b`)
	made     = pattern.Compile(`(?i)\b(?:generat\w*|produc(?:ed|es|ing))\b`)
)

// clause is where the words begin that a figure may belong to: after another figure or a break.
func (s *Sentence) clause(at int) int {
	from := max(0, at-140)
	if cut := strings.LastIndexAny(s.Text[from:at], ";()"); cut >= 0 {
		from += cut + 1
	}
	for from < at && s.Text[from]&0xC0 == 0x80 {
		from++
	}
	return from
}

// before finds the name of a figure before it: the last name, with a verb that states and no figure between.
func (s *Sentence) before(k *kind, from int, q quantity.Quantity) (string, bool) {
	names := k.subject.FindAllStringIndex(s.Text[from:q.Start], -1)
	if len(names) == 0 {
		return "", false
	}
	last := names[len(names)-1]
	gap := s.Text[from+last[1] : q.Start]
	if code := currencyTail.FindString(gap); code != "" {
		gap = gap[:len(gap)-len(code)]
	}
	gap = byShare.ReplaceAllString(gap, "")
	if len(gap) > 100 || holdsFigure(gap) || !states.MatchString(gap) {
		return "", false
	}
	if pointing.MatchString(s.Text[from : from+last[0]]) {
		return "", false // of which the sentence before speaks
	}
	label := lead(s.Text[from:from+last[0]]) + s.Text[from+last[0]:from+last[1]]
	if k.ofMoney() && narrow.MatchString(s.Text[from:from+last[0]]) {
		return "", false
	}
	return strings.TrimSpace(label), true
}

var (
	pointing     = pattern.Compile(`(?i)\b(?:this|these|those|such|its|their)\s+(?:\p{L}+\s+)?$`)
	currencyTail = pattern.Compile(`(?:[A-Z]{1,3})?[$€£¥₹]\s?$`)
)

// behind finds the name of a figure behind it: "0.51 million m3 of water".
func (s *Sentence) behind(k *kind, from int, q quantity.Quantity) (string, bool) {
	m := k.object.FindStringSubmatch(s.Text[q.End:])
	if m == nil {
		return "", false
	}
	rest := s.Text[q.End+len(m[0]):]
	if !doing.MatchString(s.Text[from:q.Start]) && !doneTo.MatchString(rest) {
		return "", false
	}
	if notAmount.MatchString(rest) {
		return "", false
	}
	return strings.TrimSpace(m[1]), true
}

var (
	// byShare is the change that leads to a figure: "fell by 4.5 % to 412 GWh".
	byShare = pattern.Compile(`(?i)\bby\s+` + hedged + `\d[\d.,]{0,8}\s?(?:%|percent|per cent)\s*(?:compared\s+(?:to|with)\s+(?:the\s+)?(?:previous|` +
		`prior)\s+year\s*)?`)
	doneTo = pattern.Compile(`(?i)^\s+(?:was|were|has been|have been)\s+(?:consumed|used|withdrawn|discharged|generated|produced|emitted|purchased)\b`)
)

var (
	notAmount = pattern.Compile(`(?i)^\s+(?:savings?|reductions?|capacity|intensity|certificates?|credits?|efficiency|management|project|targets?|per)\b`)
	leadWord  = pattern.Compile(`(?i)(?:(?:[\p{L}][\p{L}&-]*)\s+){0,4}$`)
)

// lead keeps the words right before a name that qualify it.
func lead(before string) string {
	fields := strings.Fields(leadWord.FindString(before))
	for i := len(fields) - 1; i >= 0; i-- {
		if stopWord.MatchString(fields[i]) {
			fields = fields[i+1:]
			break
		}
	}
	if len(fields) == 0 {
		return ""
	}
	return strings.Join(fields, " ") + " "
}

var stopWord = pattern.Compile(`(?i)^(?:` + lexicon.Alternatives("facts.words before a subject") + `)$`)

// narrowed is what a name says beyond that it is all of its metric.
func narrowed(label string, m facts.Metric) string {
	var left []string
	for _, w := range vocabulary.Word.FindAllString(label, -1) {
		l := strings.ToLower(w)
		switch {
		case m == facts.Water && (strings.HasPrefix(l, "withdraw") || strings.HasPrefix(l, "discharg") || l == "consumption" || l == "intake"), m == facts.Energy &&
			l == "gas":
		case vocabulary.Plain[l] || wholeName[l]:
			continue
		}
		left = append(left, w)
	}
	return strings.Join(left, " ")
}

var wholeName = lexicon.Set("facts.whole names")

var (
	priceName = pattern.Compile(`(?i)\b(?:internal (?:carbon |co2 |CO₂ )?pric\w*|shadow (?:carbon )?price|carbon pric\w*|price (?:of|on) (?:carbon|CO2e?|` +
		`emissions))`)
	perTonne   = pattern.Compile(`(?i)^\s*(?:/|per)\s?(?:metric\s+)?(?:t|tonnes?|tons?|mt)\b`)
	notPrice   = pattern.Compile(`(?i)\b(?:EU ETS|emissions trading|tax|levy|market price|allowances?)\b`)
	pricePoint = pattern.Compile(`(?i)\b(?:20[2-6]\d)\b`)
)

// carbonPrice reads an internal price of a tonne.
func (s *Sentence) carbonPrice(q quantity.Quantity) (cell.Assertion, bool) {
	name := priceName.FindString(s.Text[:q.Start])
	if name == "" || !perTonne.MatchString(s.Text[q.End:]) || notPrice.MatchString(s.Text) {
		return cell.Assertion{}, false
	}
	if after := s.Text[q.End:min(len(s.Text), q.End+50)]; pricePoint.MatchString(after) && strings.Contains(after, " by ") {
		return cell.Assertion{}, false // a price to come
	}
	return cell.Assertion{Metric: facts.CarbonPrice, Label: name}, true
}

var (
	peopleAfter = pattern.Compile(`(?i)^\s+(?:(?:permanent|full-time|active|dedicated|talented)\s+)?` +
		`(employees|people|colleagues|team members|staff members|FTEs?|full[- ]time equivalents)\b`)
	employing = pattern.Compile(`(?i)\b(?:employ(?:s|ed|ing)?|workforce\s+(?:of|was|comprised|comprises)|headcount\s+(?:of|was|stood at)|had|has|` +
		`have|with|comprised|comprises|total\s+of)\s+` + hedged + `$`)
	staffMoved = pattern.Compile(`(?i)\b(?:overall|total|entire|global|group)\s+(?:workforce|headcount|staff|number\s+of\s+employees)` +
		`\b[^.;%\d]{0,60}\b(?:from|to)\s+` + hedged + `(?:\d[\d.,’ ]*\s+employees\s+in\s+\d{4}\s+to\s+)?$`)
	somePeople = pattern.Compile(`(?i)\b(?:` + lexicon.Alternatives("facts.some people") + `|members of|in Germany|of them|more than one)\b`)
)

// people reads how many an entity employs.
func (s *Sentence) people(q quantity.Quantity) (cell.Assertion, bool) {
	m := peopleAfter.FindStringSubmatch(s.Text[q.End:])
	if m == nil || q.Text != q.Number || q.Value.Exponent < 0 {
		return cell.Assertion{}, false
	}
	if !staffMoved.MatchString(s.Text[:q.Start]) && (!employing.MatchString(s.Text[:q.Start]) || somePeople.MatchString(s.Text)) {
		return cell.Assertion{}, false
	}
	return cell.Assertion{Metric: facts.Headcount, Label: m[1]}, true
}
