package facts

import (
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	ghgWord = compile(`(?i)\bghg\b|greenhouse|\bco\s?[2₂](?:e|eq)?\b|\bt?co2e|\bemissions?\b|\bemisi\b|\bemissionen\b|carbon\s+footprint|\bscopes?\s*[123]\b`)
	// airWord names what is emitted and is no greenhouse gas: nitrous oxide is one, nitrogen oxides are not.
	airWord      = compile(`(?i)\b(?:nm)?vocs?\b|volatile organic|\bno[x₂2]\b|\bso[x₂2]\b|\b[ns]o\sx\b|nitrogen (?:di)?oxides?|sul(?:ph|f)ur (?:di|tri)?oxides?|\bstickoxide?\b|\bschwefeldioxid\b|\bparticulates?\b|\bpm\s?(?:10|2[.,]5)\b|\bdust\b|\bfeinstaub\b|carbon monoxide|\bammonia\b|ozone[- ]depleting|\bcfc-?\s?11\b|\bodp\b|\bods\b|hazardous air|\bair pollut\w*|\bluftschadstoff\w*|persistent organic|\bmercury\b`)
	gasWord      = compile(`(?i)\bghgs?\b|greenhouse|\bt?co\s?[2₂](?:e|eq)?\b|\bt?co2e|carbon\s+(?:footprint|dioxide)|\bscopes?\s*[123]\b|\bmethane\b|\bn2o\b|\bch4\b`)
	offsetWord   = compile(`(?i)\boffsets?\b|\bcarbon\s+credits?\b|\bcompensat`)
	recWord      = compile(`(?i)\brecs?\b|renewable\s+energy\s+certificate|guarantees?\s+of\s+origin`)
	energyWord   = compile(`(?i)\benergy\b|\benergi\b|\benergie\w*|\bfuels?\b|\bdistrict heat`)
	powerWord    = compile(`(?i)\belectricity\b|\belectric power\b|\blistrik\b|\bstrom\w*`)
	renewWord    = compile(`(?i)\brenewables?\b|\bgreen (?:electricity|power|energy)\b|\berneuerbar|\bterbarukan\b`)
	waterWord    = compile(`(?i)\bwater\b|\bwasser\w*|\bkonsumsi air\b|\bair\s+bersih\b|\bwithdrawal\b`)
	wasteWord    = compile(`(?i)\bwastes?\b|\blimbah\b|\babfall|\babfälle|\brecycl`)
	peopleWord   = compile(`(?i)\bemployees?\b|\bheadcount\b|\bpegawai\b|\bworkforce\b|\bmitarbeit\w+|\bftes?\b|\bstaff\b|\bmen\b|\bwomen\b|\bmale\b|\bfemale\b|\blaki-laki\b|\bperempuan\b|\bbeschäftigte`)
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

// metricOf says what a figure with these headings and this unit measures; air that they name what is emitted and is no
// greenhouse gas.
func metricOf(own, all string, u quantity.Unit, per string, year, air bool) Metric {
	switch u.Dimension {
	case quantity.Emissions, quantity.CarbonGas:
		switch {
		case per != "" && per != "year" && per != "annum" || relative.MatchString(own):
			return GHGIntensity
		case offsetWord.MatchString(own):
			return Offsets
		case priceWord.MatchString(own):
			return Other
		}
		return GHGEmissions
	case quantity.Energy:
		switch {
		case per != "" && per != "year" && per != "annum":
			return EnergyIntensity
		case recWord.MatchString(own):
			return Certificates
		case powerWord.MatchString(own):
			return Electricity
		}
		return Energy
	case quantity.Volume:
		if waterWord.MatchString(all) {
			return Water
		}
	case quantity.Mass:
		switch {
		case per != "":
		case wasteWord.MatchString(own):
			return Waste
		case ghgWord.MatchString(own) && !air:
			return GHGEmissions
		case wasteWord.MatchString(all):
			return Waste
		}
	case quantity.Money:
		switch {
		case priceWord.MatchString(all):
			return CarbonPrice
		case capexWord.MatchString(own):
			return Capex
		case revenueWord.MatchString(own):
			return Revenue
		case exposedWord.MatchString(all):
			return FinancialExposed
		}
	case quantity.Percent, quantity.Points:
		switch {
		case payWord.MatchString(own):
			return Remuneration
		case renewWord.MatchString(own) && (powerWord.MatchString(all) || energyWord.MatchString(all)):
			return RenewableShare
		case exposedWord.MatchString(all):
			return FinancialExposed
		case trainWord.MatchString(all):
			return Training
		case peopleWord.MatchString(all):
			return HeadcountShare
		case ghgWord.MatchString(own) && (changing.MatchString(all) || aimed.MatchString(all)):
			return GHGReduction
		}
	case quantity.Count:
		switch {
		case year && netZeroWord.MatchString(all):
			return TargetYear
		case per == "" && (relative.MatchString(own) || perWord.MatchString(own)) && ghgWord.MatchString(own):
			return GHGIntensity
		case scopeWord.MatchString(own) && !year:
			return GHGEmissions // its unit is not printed where we looked
		case boardWord.MatchString(own) && !peopleWord.MatchString(own) || boardWord.MatchString(all) && regexpSeats.MatchString(all):
			return BoardSeats
		case trainWord.MatchString(all):
			return Training
		case accidentWord.MatchString(all):
			return Accidents
		case peopleWord.MatchString(all) && !perWord.MatchString(own) && !flowWord.MatchString(all):
			return Headcount
		}
	}
	return Other
}

var relative = compile(`(?i)\bintensit|\bper\s+\w|\bin relation to\b|\bspecific\b`)

var regexpSeats = compile(`(?i)\bseats?\b|\bdiversity and independence\b`)
