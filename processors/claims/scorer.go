package claims

import "strings"

// Score says how likely a text is what a Scorer looks for: 0 to 1, likely from a half on. Cues are what spoke for it and
// against it.
type Score struct {
	Value   float64
	For     []string
	Against []string
}

// Likely reports whether the score is at least a half.
func (s Score) Likely() bool { return s.Value >= 0.5 }

// weighed adds up what speaks for a text and against it.
type weighed struct {
	sum   int
	score Score
}

func (w *weighed) add(weight int, cue string, when bool) {
	switch {
	case !when:
	case weight > 0:
		w.sum += weight
		w.score.For = append(w.score.For, cue)
	default:
		w.sum += weight
		w.score.Against = append(w.score.Against, cue)
	}
}

// done turns a sum into a score: a half at enough, and a step for each point of weight.
func (w *weighed) done(enough int) Score {
	w.score.Value = min(1, max(0, 0.5+float64(w.sum-enough)/10))
	return w.score
}

// signs are groups of phrases. A text has a sign when one of its phrases stands in it.
type sign cue

const (
	signEnvironment sign = iota // what can only be about the environment
	signMatter                  // what may be
	signBetter                  // makes it better
	signActs                    // somebody does something about it
	signProduct                 // what is sold does
	signWorse
	signTalk  // spoken, about business
	signMoney // business
	signRule  // somebody else's rule
	signFact  // general knowledge
	signRisk
	signNeutral // net zero
	signCut     // a reduction of emissions
	signGoal
	signCarbon
	signDone // done, or decided
	signWill
	signBody
	signUncertain
)

var signs = func() lexicon {
	l := lexicon{}
	put := func(s sign, phrases string) { l.add(cue(s), phrases) }
	put(signEnvironment, `environment, environmental, environmentally, climate change, climate action, climate related, climate, carbon emission*, carbon footprint, low carbon, lower carbon, decarboni*, carbon neutral*, carbon, ghg, greenhouse gas*, co2, emissions,
		net zero, zero emission*, renewable*, solar, wind power, wind farm*, clean energy, clean electricity, clean power, energy efficien*, energy saving*, energy conservation, biodivers*, ecosystem*, ecolog*, eco friendly, deforest*, reforest*, afforest*, rainforest*, peatland,
		recycl*, reuse*, circular economy, plastic*, landfill, wastewater, pollut*, planet, natural resources, nature, natural environment, environmentalist*, sustainable finance, green bond*, greener, greenest, green building*, green energy, leed, breeam, iso 14001,
		electric vehicle*, electric bus*, fuel cell*, hybrid vehicle*, hydrogen, ev, evs, sustainable transport*, tree, trees, trees planted, habitat*, conservation, species, organic, pesticides, compost*, food waste, energy transition, science based targets, water conservation, water stewardship, watershed*,
		responsible sourcing, sustainably sourced, refrigerant*, greenhouse, global warming, methane, renewable fuels, biofuel*, biomethane, biomass, geothermal, photovoltaic, carbon capture`)
	put(signMatter, `sustainab*, energy, electricity, water, waste, fuel*, air quality, soil, groundwater, rivers, lakes, responsib*, efficien*, impact, materials, packaging, wood, forest*, food, esg, csr, sustainable development, power consumption, mw, mwh, paper, chemicals, materials`)
	put(signBetter, `reduc*, lower*, sav*, avoid*, cut, cuts, cutting, minimi*, prevent*, protect*, conserv*, restor*, improv*, eliminat*, mitigat*, combat*, efficien*, decreas*, less, preserv*, clean*, recycl*, reus*, offset*, certif*, award*, compl*, positive impact, positive impacts, neutral, green*, friendly, non polluting, replac*, better, contribut*, tackl*, address*`)
	put(signActs, `we, our, group, company, support*, launch*, implement*, invest*, develop*, commit*, work*, install*, plant, planted, engag*, collaborat*, partner*, program*, project*, initiative*, aim*, target*, goal*, strateg*, policy, policies, measures, efforts, introduc*, promot*, encourag*, educat*, host*, adopt*, join*, manage*, monitor*, integrat*, provid*, use, uses, used, deliver*, complet*, award*, rais*, focus*, achiev*, identif*`)
	put(signProduct, `products, solutions, technolog*, vehicles, customers, buildings, fleet, stores, design*`)
	put(signWorse, `rose, increased by, higher emissions, spill*, exceed*, fined, violation*, contaminat*, litigation, lawsuit*, impairment*, liabilit*, provision*`)
	put(signTalk, `i think, we think, you know, kind of, sort of, i mean, you, guys, yes, okay, our guidance, well, really, actually, going to, got, lot of, pretty, thank, question, let me, basically, obviously, bit, i would, i guess, i, maybe, it s just, that s, we re, we ve, don t, they re, you re`)
	put(signMoney, `revenue*, ebitda, earnings, margin, margins, profit*, dividend*, share price, shareholder*, debt, tax, capital ratio, tier 1, return on, barrels, drilling, wells, oil, crude, reserves, price*, demand, sales, market share, loan*, quarter, cost savings, quarterly, interest rate*, bank, fiscal`)
	put(signRule, `government, regulat*, epa, law, laws, directive, legislation, legislative, authorit*, congress, ministry, state, federal, according to, iea, ipcc, the eu, european commission, national`)
	put(signFact, `is expected to, are expected to, increasingly, the industry, industry, worldwide, global demand, the world, countries, society, gaining momentum, trend*`)
	put(signRisk, `risk, risks, could, may, might, exposed to, exposure, uncertain*, adverse*, vulnerab*, disrupt*, damage*, affect*, severe, extreme weather, physical risks, flood*, drought*, threat*, increasing frequency`)
	put(signNeutral, `net zero, carbon neutral*, climate neutral*, climatically neutral, ghg neutral*, co2 neutral*, net carbon neutral, zero net, zero emission*, zero carbon, emission free, carbon free, neutrality, netto null, klimaneutral*, neutral by, net negative, carbon negative, net positive, climate positive, carbon positive, carbon zero, nettonull, neutralidad, decarbonise completely, treibhausgasneutral*, neutralise, neutralize, neutralizing`)
	put(signCut, `reduc*, cut, cuts, cutting, lower, lowering, decreas*, decarboni*, abat*, mitigat*, minimi*, slash*, halv*, below, minus, senken, gesenkt, reduz*, reducir, reducción, redução, réduire, below 1990, improve, improving, intensity`)
	put(signGoal, `target*, goal*, aim*, commit*, pledge*, by 20*, plan*, ambition*, objective*, will, until 20*, in 20*, from a 20*, baseline, base year, compared to, compared with, relative to, levels, science based, sbti, vs, versus, against, bis zum jahr, seek*, intend*, strive*, achieve, endeavor*, contribution`)
	put(signCarbon, `emission*, carbon, co2, co2e, ghg, ghgs, greenhouse, methane, footprint, energy consumption, energy use, energy intensity, treibhausgas*, emisiones, emissões, climate, decarboni*, scope 1, scope 2, scope 3, scopes, kyoto, below 20*, below 19*`)
	put(signDone, `launched, launch, issued, invested, invests, installed, implemented, committed, signed, signatory, joined, completed, reduced, developed, established, financed, funded, allocated, supported, supports, purchased, built, introduced, achieved, adopted, partnered, announced, provided, created, expanded, converted, replaced, began, started, opened,
		collaborat*, converting, investing, implementing, installing, declined, published, set, has set, have set, contributed, helped, helps, engaged, engage, engages, engaging, participat*, member of, working with, work with, donated, offset, offsets, sourced, recycled, planted, avoided, saved, improved, improving, increased, green bond*, conducted, analysed, analyzed, performed, carried out, approved, offers, offering, offered, facilitat*, launching, upgrad*, acquired, divest*, exclude*, excluded, phase out, phased out, no longer, pilot*, tested, worked, mobilis*, mobiliz*, loan*, trained`)
	put(signWill, `will, commit*, target*, goal*, aim*, plan to, plans to, pledge*, by 20*, invest, we are, our commitment, intend*, ambition*, seek to, net zero, carbon neutral*, objective*, percent, million, billion`)
	put(signBody, `board, committee*, council*, oversight, governance, responsible for, chaired, chair, reports to, responsibilit*, oversee*, executive, ceo, disclosure*, tcfd, recommendations, framework, definition*, assessment, assess, assesses, scenario*, methodolog*, process, processes, model, models, identif*, consider*, data, metrics, factors`)
	put(signUncertain, `could, may, might, risk, risks, potential*, if, uncertain*, likely, vulnerab*, impacts, exposed, exposure, severe, increase in, will likely, would, can, should, expected to, challenge*`)
	return l
}()

// signed counts the phrases of each sign in a text, a word counting once.
func signed(words []word) map[sign]int {
	counts := map[sign]int{}
	end := map[cue]int{}
	for _, h := range signs.find(words) {
		if h.from >= end[h.cue] {
			counts[sign(h.cue)]++
			end[h.cue] = h.to
		}
	}
	return counts
}

// EnvironmentalClaim scores whether a sentence says that a product, a service or a company does something good for the
// environment, or less harm to it.
func EnvironmentalClaim(text string) Score {
	words := wordsOf(text)
	n := signed(words)
	var w weighed
	w.add(3, "the environment", n[signEnvironment] > 0)
	w.add(1, "the environment, more than once", n[signEnvironment] > 1)
	w.add(1, "a matter of the environment", n[signMatter] > 0)
	w.add(2, "makes it better", n[signBetter] > 0)
	w.add(1, "makes it better, more than once", n[signBetter] > 1)
	w.add(1, "somebody acts", n[signActs] > 0)
	w.add(1, "somebody acts, more than once", n[signActs] > 2)
	w.add(1, "a product or those who use it", n[signProduct] > 0 && n[signEnvironment] > 0)
	w.add(-3, "it got worse", n[signWorse] > 0)
	w.add(-2, "spoken of business", n[signTalk] > 0)
	w.add(-2, "spoken of business at length", n[signTalk] > 2)
	w.add(-1, "business", n[signMoney] > 0)
	w.add(-1, "business at length", n[signMoney] > 1)
	w.add(-1, "somebody else's rule", n[signRule] > 0)
	w.add(-1, "what is known in general", n[signFact] > 0)
	w.add(-2, "a risk", n[signRisk] > 0)
	w.add(-3, "nothing of the environment", n[signEnvironment] == 0)
	w.add(-2, "a fragment", len(words) < 6)
	return w.done(6)
}

// Ambition is what a text promises about emissions.
type Ambition string

// The closed set of ambitions.
const (
	NetZero     Ambition = "net-zero"
	Reduction   Ambition = "reduction"
	NoReduction Ambition = "none"
)

// AmbitionOf reads what a text promises: emissions of net zero, less of them, or neither.
func AmbitionOf(text string) Ambition {
	words := wordsOf(text)
	n := signed(words)
	years := 0
	for _, w := range words {
		if isYear(w.low) {
			years++
		}
	}
	percent := strings.Contains(text, "%") || strings.Contains(strings.ToLower(text), "percent") || strings.Contains(strings.ToLower(text), "per cent")
	switch {
	case n[signNeutral] > 0 && (n[signGoal] > 0 || years > 0) && !cutsFirst(text, words):
		return NetZero
	case n[signCut] > 0 && n[signCarbon] > 0 && n[signGoal] > 0 && (percent || years > 0):
		return Reduction
	}
	return NoReduction
}

// cutsFirst reports whether a reduction in percent, from a base, is stated before net zero is named: the first promise is
// what the text is about.
func cutsFirst(text string, words []word) bool {
	neutral, cut, base := len(words), -1, false
	for _, h := range signs.find(words) {
		switch sign(h.cue) {
		case signNeutral:
			neutral = min(neutral, h.from)
		case signCut:
			if cut < 0 && percentNear(text, words, h.from) {
				cut = h.from
			}
		}
	}
	low := strings.ToLower(text)
	for _, b := range []string{"baseline", "base year", "base-year", "compared", "relative to", "from 20", "levels", "versus", "vs", "between 20", "from a 20", "(20"} {
		base = base || strings.Contains(low, b)
	}
	return cut >= 0 && cut < neutral && base
}

// percentNear reports whether a percentage stands within a dozen words of word i.
func percentNear(text string, words []word, i int) bool {
	from, to := words[max(0, i-4)].start, words[min(len(words)-1, i+12)].end
	near := strings.ToLower(text[from:min(len(text), to+2)])
	return strings.Contains(near, "%") || strings.Contains(near, "percent") || strings.Contains(near, "per cent")
}

// CommitsOrActs scores whether a paragraph about climate says what the entity has done or will do, rather than what is
// risked, assessed or overseen.
func CommitsOrActs(text string) Score {
	words := wordsOf(text)
	n := signed(words)
	r := read(text, 0, nil)
	var w weighed
	w.add(min(4, n[signDone]), "something was done", n[signDone] > 0)
	w.add(min(3, n[signWill]), "something is promised", n[signWill] > 0)
	w.add(1, "a figure", len(r.measured) > 0)
	w.add(1, "money", r.money())
	w.add(1, "a year", len(r.years) > 0)
	w.add(1, "speaks of itself", r.has[cueOwn])
	w.add(-min(4, n[signUncertain]), "what may be", n[signUncertain] > 0)
	w.add(-min(3, n[signBody]), "bodies, methods and data", n[signBody] > 0)
	return w.done(3)
}
