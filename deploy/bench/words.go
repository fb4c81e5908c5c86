package main

// The words of the report that is made for measuring. The company, its sites and its figures do not
// exist.
var (
	chapters = []string{"Governance", "Strategy", "Transition plan", "Risk management", "Emissions", "Energy", "Water",
		"Waste", "Biodiversity", "People", "Safety", "Supply chain", "Communities", "Conduct", "Products", "Methodology", "Appendix"}
	headings = []string{"Our approach", "Progress in 2024", "Targets", "What we did", "Why it matters", "Responsibilities",
		"Results by site", "Looking ahead", "Policies", "Dialogue"}
	sites  = []string{"Oosterwold", "Tambakrejo", "Lindermark", "Karangsono", "Veldhove", "Sungaijati", "Brinkmeer", "Watuputih"}
	places = []string{"Central Java", "Groningen", "East Kalimantan", "Zeeland", "Lampung", "Silesia"}
	things = []string{"Scope 1 emissions", "Scope 2 emissions", "Scope 3 emissions", "energy use", "water withdrawal",
		"hazardous waste", "landfilled waste", "renewable electricity", "nitrogen oxide emissions", "packaging weight"}
	units  = []string{"t CO2e", "MWh", "tonnes", "thousand cubic metres"}
	bodies = []string{"Supervisory Board", "Sustainability Committee", "Audit Committee", "Executive Board", "Remuneration Committee"}
	groups = []string{"customers", "employees", "neighbours", "suppliers", "lenders", "regulators"}

	claimTemplates = []string{
		"Our {thing} fell by {percent}, from {big} {unit} in 2023 to {big2} {unit} in 2024.",
		"At {site} we reduced {thing} by {percent} compared with 2023.",
		"We will reduce {thing} by {percent} by {year} against the base year 2020.",
		"The {body} met {times} times in 2024 and reviewed progress against the climate targets at each meeting.",
		"In {place} we restored {small} hectares of peat land between 2019 and 2024.",
		"The {site} site withdrew {big} cubic metres of water, {percent} less than in the year before.",
		"{percent} of the electricity used at {site} came from renewable sources in 2024.",
		"We invested EUR {small} million in measures to lower {thing} during 2024.",
		"By {year} all sites in {place} will run on renewable electricity.",
		"The {body} approved a new policy on {thing} in 2024; {percent} of variable pay depends on it.",
		"Suppliers representing {percent} of purchases were assessed, and {small} of them were asked for a plan of correction.",
		"The {site} site is certified to ISO 14001 and recycled {percent} of its waste in 2024.",
		"Lost-time injuries fell to {small} in 2024 while hours worked rose by {percent}.",
		"Total {thing} were {big} {unit} in 2024.",
	}
	fillerTemplates = []string{
		"We listen to {group} and learn from what they tell us.",
		"Good work on {thing} begins with people who care about it.",
		"The path is not a straight one, and it asks for patience.",
		"Our approach rests on dialogue with {group} and on the experience of our teams.",
		"The {body} takes an interest in this subject and encourages an open discussion.",
		"What we do today shapes the conditions under which others will work tomorrow.",
		"Many of these questions have no simple answer, and we do not pretend that they have.",
		"We believe that {thing} deserve attention at every level of the company.",
		"Where something does not work, we try to understand why before we change it.",
		"The views of {group} differ, and that is as it should be.",
		"Our teams share what they have learned across borders and languages.",
		"This chapter describes how we think about {thing} and who is involved.",
		"Progress depends on many small steps, most of which nobody notices.",
		"We are grateful to the {group} who gave us their time.",
	}
)
