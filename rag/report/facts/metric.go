package facts

import (
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	ghgWord = compile(`(?i)\bghg\b|greenhouse|\bco\s?[2₂](?:e|eq)?\b|\bt?co2e|\bemissions?\b|\bemisi\b|\bemissionen\b|carbon\s+footprint|\bscopes?\s*[123]\b`)
	// airWord names what is emitted and is no greenhouse gas: nitrous oxide is one, nitrogen oxides are not.
	airWord = compile(`(?i)\b(?:nm)?vocs?\b|volatile organic|\bno[x₂2]\b|\bso[x₂2]\b|\b[ns]o\sx\b|nitrogen (?:di)?oxides?|` +
		`sul(?:ph|f)ur (?:di|tri)?oxides?|\bstickoxide?\b|\bschwefeldioxid\b|\bparticulates?\b|\bpm\s?(?:10|2[.,]5)\b|\bdust\b|\bfeinstaub\b|carbon monoxide|` +
		`\bammonia\b|ozone[- ]depleting|\bcfc-?\s?11\b|\bodp\b|\bods\b|hazardous air|\bair pollut\w*|\bluftschadstoff\w*|persistent organic|\bmercury\b`)
	gasWord = compile(`(?i)\bghgs?\b|greenhouse|\bt?co\s?[2₂](?:e|eq)?\b|\bt?co2e|carbon\s+(?:footprint|dioxide)|` +
		`\bscopes?\s*[123]\b|\bmethane\b|\bn2o\b|\bch4\b`)
	offsetWord = compile(`(?i)\boffsets?\b|\bcarbon\s+credits?\b|\bcompensat`)
	recWord    = compile(`(?i)\brecs?\b|renewable\s+energy\s+certificate|guarantees?\s+of\s+origin`)
	energyWord = compile(`(?i)\benergy\b|\benergi\b|\benergie\w*|\bfuels?\b|\bdistrict heat`)
	powerWord  = compile(`(?i)\belectricity\b|\belectric power\b|\blistrik\b|\bstrom\w*`)
	renewWord  = compile(`(?i)\brenewables?\b|\bgreen (?:electricity|power|energy)\b|\berneuerbar|\bterbarukan\b`)
	waterWord  = compile(`(?i)\bwater\b|\bwasser\w*|\bkonsumsi air\b|\bair\s+bersih\b|\bwithdrawal\b`)
	wasteWord  = compile(`(?i)\bwastes?\b|\blimbah\b|\babfall|\babfälle|\brecycl`)
	peopleWord = compile(`(?i)\bemployees?\b|\bheadcount\b|\bpegawai\b|\bworkforce\b|\bmitarbeit\w+|\bftes?\b|\bstaff\b|\bmen\b|\bwomen\b|` +
		`\bmale\b|\bfemale\b|\blaki-laki\b|\bperempuan\b|\bbeschäftigte`)
	flowWord     = compile(`(?i)\bhir(?:ed|es|ings?)\b|\bleavers\b|\bexits\b|\bdepartures\b|\battrition\b`) // those who come and go are not the workforce
	trainWord    = compile(`(?i)\btraining\b|\bpelatihan\b`)
	accidentWord = compile(`(?i)\baccidents?\b|\binjur|\bfatalit|\bkecelakaan\b`)
	boardWord    = compile(`(?i)\bseats?\b|\bcommissioners?\b|\bdirectors?\b|\bkomisaris\b|\bdireksi\b|\bsupervisory board\b`)
	revenueWord  = compile(`(?i)\brevenues?\b|\bnet sales\b|\bturnover\b|\bumsatz`)
	capexWord    = compile(`(?i)\bcapex\b|\bcapital expenditures?\b|\binvestments? in\b`)
	priceWord    = compile(`(?i)\bcarbon pric|\binternal (?:carbon )?price|\bshadow price|\bprice (?:of|on) carbon`)
	payWord      = compile(`(?i)\bremuneration\b|\bcompensation\b.{0,30}\b(?:climate|esg|sustainab)|\bbonus|\bincentive`)
	exposedWord  = compile(`(?i)\b(?:exposed|vulnerable|aligned|exposure)\b.{0,60}\b(?:risks?|opportunit|assets?|activit)`)
	netZeroWord  = compile(`(?i)\bnet[\s-]zero\b|\btarget(?:ed)? year\b|\btahun berapa\b|\bclimate[\s-]neutral|\bcarbon[\s-]neutral`)
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
func metricOf(own, all string, u quantity.Unit, per string, year, air bool) Metric {
	n := naming{own: own, all: all, per: per, year: year, air: air}
	switch u.Dimension {
	case quantity.Emissions, quantity.CarbonGas:
		return n.gas()
	case quantity.Energy:
		return n.energy()
	case quantity.Volume:
		if waterWord.MatchString(all) {
			return Water
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
	return Other
}

// perThing reports whether a figure is given per something other than a year, which every figure is of.
func (n naming) perThing() bool { return n.per != "" && n.per != "year" && n.per != "annum" }

func (n naming) gas() Metric {
	switch {
	case n.perThing() || relative.MatchString(n.own):
		return GHGIntensity
	case offsetWord.MatchString(n.own):
		return Offsets
	case priceWord.MatchString(n.own):
		return Other
	}
	return GHGEmissions
}

func (n naming) energy() Metric {
	switch {
	case n.perThing():
		return EnergyIntensity
	case recWord.MatchString(n.own):
		return Certificates
	case powerWord.MatchString(n.own):
		return Electricity
	}
	return Energy
}

func (n naming) mass() Metric {
	switch {
	case n.per != "":
	case wasteWord.MatchString(n.own):
		return Waste
	case ghgWord.MatchString(n.own) && !n.air:
		return GHGEmissions
	case wasteWord.MatchString(n.all):
		return Waste
	}
	return Other
}

func (n naming) money() Metric {
	switch {
	case priceWord.MatchString(n.all):
		return CarbonPrice
	case capexWord.MatchString(n.own):
		return Capex
	case revenueWord.MatchString(n.own):
		return Revenue
	case exposedWord.MatchString(n.all):
		return FinancialExposed
	}
	return Other
}

func (n naming) share() Metric {
	switch {
	case payWord.MatchString(n.own):
		return Remuneration
	case renewWord.MatchString(n.own) && (powerWord.MatchString(n.all) || energyWord.MatchString(n.all)):
		return RenewableShare
	case exposedWord.MatchString(n.all):
		return FinancialExposed
	case trainWord.MatchString(n.all):
		return Training
	case peopleWord.MatchString(n.all):
		return HeadcountShare
	case ghgWord.MatchString(n.own) && (changing.MatchString(n.all) || aimed.MatchString(n.all)):
		return GHGReduction
	}
	return Other
}

// count says what a figure without a unit measures.
func (n naming) count() Metric {
	switch {
	case n.year && netZeroWord.MatchString(n.all):
		return TargetYear
	case n.per == "" && (relative.MatchString(n.own) || perWord.MatchString(n.own)) && ghgWord.MatchString(n.own):
		return GHGIntensity
	case scopeWord.MatchString(n.own) && !n.year:
		return GHGEmissions // its unit is not printed where we looked
	case boardWord.MatchString(n.own) && !peopleWord.MatchString(n.own) || boardWord.MatchString(n.all) && regexpSeats.MatchString(n.all):
		return BoardSeats
	case trainWord.MatchString(n.all):
		return Training
	case accidentWord.MatchString(n.all):
		return Accidents
	case peopleWord.MatchString(n.all) && !perWord.MatchString(n.own) && !flowWord.MatchString(n.all):
		return Headcount
	}
	return Other
}

var relative = compile(`(?i)\bintensit|\bper\s+\w|\bin relation to\b|\bspecific\b`)

var regexpSeats = compile(`(?i)\bseats?\b|\bdiversity and independence\b`)
