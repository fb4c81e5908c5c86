package cell

import (
	"slices"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	GhgWord = pattern.Compile(`(?i)\bghg\b|greenhouse|\bco\s?[2₂](?:e|eq)?\b|\bt?co2e|\bemissions?\b|\bemisi\b|\bemissionen\b|carbon\s+footprint|` +
		`\bscopes?\s*[123]\b`)
	// AirWord names what is emitted and is no greenhouse gas: nitrous oxide is one, nitrogen oxides are not.
	AirWord = pattern.Compile(`(?i)\b(?:nm)?vocs?\b|volatile organic|\bno[x₂2]\b|\bso[x₂2]\b|\b[ns]o\sx\b|nitrogen (?:di)?oxides?|` +
		`\b(?:(?:significant|other)\s+)?air\s+emissions?\b|\bemissions?\s+(?:in)?to\s+(?:the\s+)?air\b|\batmospheric\s+emissions?\b|` +
		`sul(?:ph|f)ur (?:di|tri)?oxides?|\bstickoxide?\b|\bschwefeldioxid\b|\bparticulates?\b|\bpm\s?(?:10|2[.,]5)\b|\bdust\b|\bfeinstaub\b|carbon monoxide|` +
		`\bammonia\b|ozone[- ]depleting|\bcfc-?\s?11\b|\bodp\b|\bods\b|hazardous air|\bair pollut\w*|\bluftschadstoff\w*|persistent organic|\bmercury\b`)
	GasWord = pattern.Compile(`(?i)\bghgs?\b|greenhouse|\bt?co\s?[2₂](?:e|eq)?\b|\bt?co2e|carbon\s+(?:footprint|dioxide)|` +
		`\bscopes?\s*[123]\b|\bmethane\b|\bn2o\b|\bch4\b`)
	offsetWord = pattern.Compile(`(?i)\boffsets?\b|\bcarbon\s+credits?\b|\bcompensat`)
	recWord    = pattern.Compile(`(?i)\brecs?\b|renewable\s+energy\s+certificate|guarantees?\s+of\s+origin`)
	energyWord = pattern.Compile(`(?i)\benergy\b|\benergi\b|\benergie\w*|\bfuels?\b|\bdistrict heat`)
	fuelWord   = pattern.Compile(`(?i)\b(?:gasoline|petrol|diesel|kerosene|(?:jet|bunker|marine|heavy)\s+fuel|` +
		`(?:fuel|heating|gas)\s+oil|l[pn]g|cng|biofuels?|coal|coke)\b`)
	powerWord = pattern.Compile(`(?i)\belectricity\b|\belectric power\b|\blistrik\b|\bstrom\w*`)
	heatWord  = pattern.Compile(`(?i)\bheat|\bsteam\b|\bcooling\b|\bgas\b|\bwärme`)
	renewWord = pattern.Compile(`(?i)\brenewables?\b|\bgreen (?:electricity|power|energy)\b|\berneuerbar|\bterbarukan\b`)
	waterWord = pattern.Compile(`(?i)\bwater\b|\bwasser\w*|\bkonsumsi air\b|\bair\s+bersih\b|\bwithdrawal\b`)
	waterFlow = pattern.Compile(`(?i)\b(?:waste)?water\b.{0,20}\b(?:consum\w+|withdraw\w+|discharg\w+|intake|usage|used|recycled|reused)\b|` +
		`\b(?:consumption|withdrawals?|discharges?|intake|usage)\s+of\s+(?:\w+\s+)?(?:waste)?water\b`)
	wasteWord  = pattern.Compile(`(?i)\bwastes?\b|\blimbah\b|\babfall|\babfälle|\brecycl`)
	peopleWord = pattern.Compile(`(?i)\bemployees?\b|\bheadcount\b|\bpegawai\b|\bworkforce\b|\bmitarbeit\w+|\bftes?\b|\bstaff\b|\bmen\b|\bwomen\b|` +
		`\bmale\b|\bfemale\b|\blaki-laki\b|\bperempuan\b|\bbeschäftigte`)
	flowWord     = pattern.Compile(`(?i)\bhir(?:ed|es|ings?)\b|\bleavers\b|\bexits\b|\bdepartures\b|\battrition\b`) // those who come and go are not the workforce
	trainWord    = pattern.Compile(`(?i)\btrain(?:ing|ed)\b|\bpelatihan\b`)
	accidentWord = pattern.Compile(`(?i)\baccidents?\b|\binjur|\bfatalit|\bkecelakaan\b`)
	hoursWorked  = pattern.Compile(`(?i)^\W*(?:\d+\W+)?(?:(?:total|number|of|the|actual)\s+)*(?:` +
		`(?:work(?:ing|ed)?|man|labou?r|exposure)[\s-]*hours|hours[\s-]+(?:worked|of\s+work|of\s+labou?r))\b`) // in which accidents happen
	boardWord   = pattern.Compile(`(?i)\bseats?\b|\bcommissioners?\b|\bdirectors?\b|\bkomisaris\b|\bdireksi\b|\bsupervisory board\b`)
	meetWord    = pattern.Compile(`(?i)\bmeetings?\b|\battend\w+\b|\brapat\b|\bsitzung`)
	revenueWord = pattern.Compile(`(?i)\brevenues?\b|\bnet sales\b|\bturnover\b|\bumsatz`)
	capexWord   = pattern.Compile(`(?i)\bcapex\b|\bcapital expenditures?\b|\binvestments? in\b`)
	priceWord   = pattern.Compile(`(?i)\bcarbon pric|\binternal (?:carbon )?price|\bshadow price|\bprice (?:of|on) carbon`)
	payWord     = pattern.Compile(`(?i)\bremuneration\b|\bcompensation\b.{0,30}\b(?:climate|esg|sustainab)|\bbonus|\bincentive`)
	exposedWord = pattern.Compile(`(?i)\b(?:exposed|vulnerable|aligned|exposure)\b.{0,60}\b(?:risks?|opportunit|assets?|activit)`)
	netZeroWord = pattern.Compile(`(?i)\bnet[\s-]zero\b|\btarget(?:ed)? year\b|\btahun berapa\b|\bclimate[\s-]neutral|\bcarbon[\s-]neutral`)
)

// naming is what names a figure: the headings and the unit that say what it measures.
type naming struct {
	own, all string // its own heading, and all that it stands below
	per      string // of what it is given, if it is an intensity
	year     bool   // it is one
	air      bool   // what is emitted is named and is no greenhouse gas
}

// metricOf says what a figure with these headings and this unit measures; air that they name what is emitted and is no
// greenhouse gas.
func metricOf(own, all string, u quantity.Unit, per string, year, air bool) facts.Metric {
	n := naming{own: own, all: all, per: per, year: year, air: air}
	switch u.Dimension {
	case quantity.Emissions, quantity.CarbonGas:
		return n.gas()
	case quantity.Energy:
		return n.energy()
	case quantity.Volume:
		if waterWord.MatchString(all) {
			return facts.Water
		}
	case quantity.Mass:
		return n.mass()
	case quantity.Money:
		return n.money()
	case quantity.Percent, quantity.Points:
		return n.share()
	case quantity.Count:
		return n.count()
	}
	return facts.Other
}

// NamesElectricity reports whether a label names electricity and no other energy.
func NamesElectricity(label string) bool {
	return powerWord.MatchString(label) && !energyWord.MatchString(label) && !heatWord.MatchString(label)
}

// NamesMeasure reports whether a heading has a word of what is measured.
func NamesMeasure(label string) bool {
	return slices.ContainsFunc([]*pattern.Pattern{GhgWord, energyWord, powerWord, heatWord, waterWord, wasteWord, peopleWord, trainWord, accidentWord,
		revenueWord, capexWord}, func(p *pattern.Pattern) bool { return p.MatchString(label) })
}

// NamesEmissions reports whether a heading says that all below it is emitted, and of nothing else: a table of emissions and waste has rows of both.
func NamesEmissions(heading string) bool {
	rest := GasWord.ReplaceAllString(greenhouseGas.ReplaceAllString(heading, " "), " ")
	return (GasWord.MatchString(heading) || AirWord.MatchString(heading)) && !slices.ContainsFunc([]*pattern.Pattern{energyWord, powerWord, heatWord,
		waterWord, wasteWord, peopleWord, revenueWord, capexWord, produced}, func(p *pattern.Pattern) bool { return p.MatchString(rest) })
}

var greenhouseGas = pattern.Compile(`(?i)\bgreenhouse\s+gas(?:es)?\b`)

// OnlyNonRenewable reports whether a text speaks of what is not renewable, and of nothing that is.
func OnlyNonRenewable(text string) bool {
	return nonRenewable.MatchString(text) && !renewWord.MatchString(nonRenewable.ReplaceAllString(text, " "))
}

var nonRenewable = pattern.Compile(`(?i)\b(?:non|not|nicht)[-‐‑–\s]?\s?(?:renewables?|erneuerbar\w*)`)

// perThing reports whether a figure is given per something other than a year, which every figure is of.
func (n naming) perThing() bool { return n.per != "" && n.per != "year" && n.per != "annum" }

func (n naming) gas() facts.Metric {
	switch {
	case n.perThing() || relative.MatchString(n.own):
		return facts.GHGIntensity
	case offsetWord.MatchString(n.own):
		return facts.Offsets
	case priceWord.MatchString(n.own):
		return facts.Other
	}
	return facts.GHGEmissions
}

// SubjectOf is what a few words are of, if they name one thing alone of those that are metered or weighed; Other if they name none or several.
func SubjectOf(words string) facts.Metric {
	subject := facts.Other
	for _, s := range []struct {
		named bool
		facts.Metric
	}{
		{GhgWord.MatchString(words), facts.GHGEmissions}, {waterWord.MatchString(words), facts.Water}, {wasteWord.MatchString(words), facts.Waste},
		{energyWord.MatchString(words), facts.Energy}, {powerWord.MatchString(words), facts.Electricity},
	} {
		switch {
		case !s.named:
		case subject != facts.Other:
			return facts.Other
		default:
			subject = s.Metric
		}
	}
	return subject
}

// CountsPeople reports whether words name people.
func CountsPeople(words string) bool { return someone.MatchString(words) }

func (n naming) energy() facts.Metric {
	switch {
	case n.perThing():
		return facts.EnergyIntensity
	case recWord.MatchString(n.own):
		return facts.Certificates
	case powerWord.MatchString(n.own):
		return facts.Electricity
	}
	return facts.Energy
}

func (n naming) mass() facts.Metric {
	switch {
	case n.per != "":
	case waterFlow.MatchString(n.own) && !GhgWord.MatchString(n.own): // weighed in tonnes, as in East Asia
		return facts.Water
	case wasteWord.MatchString(n.own):
		return facts.Waste
	case GhgWord.MatchString(n.own) && !n.air:
		return facts.GHGEmissions
	case wasteWord.MatchString(n.all):
		return facts.Waste
	}
	return facts.Other
}

func (n naming) money() facts.Metric {
	switch {
	case priceWord.MatchString(n.all):
		return facts.CarbonPrice
	case capexWord.MatchString(n.own):
		return facts.Capex
	case revenueWord.MatchString(n.own):
		return facts.Revenue
	case exposedWord.MatchString(n.all):
		return facts.FinancialExposed
	}
	return facts.Other
}

func (n naming) share() facts.Metric {
	switch {
	case payWord.MatchString(n.own):
		return facts.Remuneration
	case renewWord.MatchString(n.own) && !OnlyNonRenewable(n.own) && (powerWord.MatchString(n.all) || energyWord.MatchString(n.all)):
		return facts.RenewableShare
	case energyWord.MatchString(n.own) && relative.MatchString(n.own) && !GhgWord.MatchString(n.own):
		return facts.EnergyIntensity // no share of anything: by how much it changes
	case exposedWord.MatchString(n.all):
		return facts.FinancialExposed
	case trainWord.MatchString(n.all):
		return facts.Training
	case peopleWord.MatchString(n.all):
		return facts.HeadcountShare
	case GhgWord.MatchString(n.own) && (vocabulary.Changing.MatchString(n.all) || vocabulary.Aimed.MatchString(n.all)):
		return facts.GHGReduction
	}
	return facts.Other
}

// count says what a figure without a unit measures.
func (n naming) count() facts.Metric {
	switch {
	case n.year && netZeroWord.MatchString(n.all):
		return facts.TargetYear
	case n.per == "" && (relative.MatchString(n.own) || vocabulary.PerWord.MatchString(n.own)) && GhgWord.MatchString(n.own):
		return facts.GHGIntensity
	case vocabulary.ScopeWord.MatchString(n.own) && !n.year:
		return facts.GHGEmissions // its unit is not printed where we looked
	case meetWord.MatchString(n.own):
		return facts.Other // how often a board met is no seat of it
	case distance.MatchString(n.own):
		return facts.Other // "available seat kilometres" are no seats
	case boardWord.MatchString(n.own) && !peopleWord.MatchString(n.own) || boardWord.MatchString(n.all) && regexpSeats.MatchString(n.all):
		return facts.BoardSeats
	case trainWord.MatchString(n.all):
		return facts.Training
	case hoursWorked.MatchString(n.own) && !accidentWord.MatchString(n.own):
		return facts.Other
	case accidentWord.MatchString(n.all):
		return facts.Accidents
	case peopleWord.MatchString(travelOf.ReplaceAllString(n.all, " ")) && !vocabulary.PerWord.MatchString(n.own) && !flowWord.MatchString(n.all):
		return facts.Headcount
	}
	return facts.Other
}

var (
	// travelOf names people only to say whose travel it is of.
	travelOf    = pattern.Compile(`(?i)\b(?:employees?|staff)['’]?s?\s+(?:commut\w*|travel\w*|trips?|vehicles?|cars?)\b`)
	distance    = pattern.Compile(`(?i)\b(?:kilomet(?:re|er)s?|miles?|km)\b`)
	relative    = pattern.Compile(`(?i)\bintensit|\bper\s+\w|\bin relation to\b|\bspecific\b`)
	regexpSeats = pattern.Compile(`(?i)\bseats?\b|\bdiversity and independence\b`)
)
