package town

import "strings"

// Claim is a sentence of the report with the verdict that it has to get, written down before anything was run, and why.
type Claim struct {
	Text    string
	Verdict string
	Why     string
}

// Article is a page of the world: where it is, when it appeared (a day of the year after the report's), and what it says,
// a paragraph each.
type Article struct {
	URL   string
	Date  string // 01-31
	Title string
	Text  []string
	Gone  bool // its text cannot be read: only the title is known
}

// Company and its sites do not exist.
const (
	Company = "Nordhavn Minerals ASA"
	Domain  = "nordhavn-minerals.com"
)

// dated puts years into a text: {Y} is the report's, {Y-1} the one before.
func dated(text string, year func(int) string) string {
	return strings.NewReplacer("{Y}", year(0), "{Y-1}", year(-1), "{Y-2}", year(-2), "{Y-5}", year(-5),
		"{Y-9}", year(-9), "{Y+1}", year(1), "{Y+2}", year(2), "{Y+6}", year(6)).Replace(text)
}

const (
	verified     = "verified"
	contradicted = "contradicted"
	unverified   = "unverified"
	insufficient = "insufficient_evidence"

	both = "the register of the agency and a newspaper give the same, each by itself"
)

// Claims are what the report says, by the page that it stands on.
var Claims = map[string][]Claim{
	"Water": {
		{"In {Y} we withdrew 1,240,000 cubic metres of water at Grimvik.", verified, both},
		{"In {Y} we withdrew 860,000 cubic metres of water at Tarnes.", verified, both},
		{"In {Y} we withdrew 415,000 cubic metres of water at Osterhall.", verified, both},
		{"In {Y} we withdrew 92,000 cubic metres of water at Lindmoen.", verified, both},
		{"In {Y} we discharged 310,000 cubic metres of water at Grimvik.", contradicted, "the agency's meters give 780,000"},
		{"In {Y} we discharged 205,000 cubic metres of water at Tarnes.", unverified, "a newspaper only passes on what the company says"},
		{"In {Y} we consumed 144,000 cubic metres of water at Tarnes.", unverified, "the other figure is of a company of the same name from elsewhere"},
		{"In {Y} we consumed 51,000 cubic metres of water at Osterhall.", unverified, "the other figure is of Nordhavn Minerals Bank, another company"},
	},
	"Water, by others": {
		{"In {Y} we discharged 118,000 cubic metres of water at Lindmoen.", verified, "the agency and a paper have metered it"},
		{"In {Y} we consumed 96,000 cubic metres of water at Grimvik.", verified, "the agency and a paper have metered it"},
	},
	"Waste": {
		{"In {Y} we generated 5,400 tonnes of waste at Grimvik.", verified, both},
		{"In {Y} we generated 3,150 tonnes of waste at Tarnes.", verified, both},
		{"In {Y} we generated 1,870 tonnes of waste at Osterhall.", verified, both},
		{"In {Y} we generated 640 tonnes of waste at Lindmoen.", verified, both},
		{"In {Y} we sent 120 tonnes to landfill at Tarnes.", contradicted, "the agency's register gives 940"},
		{"In {Y} we sent 75 tonnes to landfill at Lindmoen.", insufficient, "one newspaper agrees, and its story is reprinted: one source is too few"},
		{"In {Y} we recycled 2,900 tonnes of material at Grimvik.", contradicted, "two newspapers have read the weighbridge records: 1,300"},
	},
	"Waste, by others": {
		{"In {Y} we recycled 4,100 tonnes of material at Tarnes.", verified, "the agency and a paper give the same"},
		{"In {Y} we recycled 900 tonnes of material at Osterhall.", unverified, "the paper that says otherwise was retracted"},
		{"In {Y} we sent 310 tonnes to landfill at Osterhall.", contradicted, "a newspaper and a paper have read the weighbridges: 1,150"},
		{"In {Y} we sent 55 tonnes to landfill at Grimvik.", insufficient, "one paper gives the same, and nobody else"},
	},
	"Energy": {
		{"Our energy consumption at Grimvik was 310 GWh in {Y}.", verified, both},
		{"Our energy consumption at Tarnes was 265 GWh in {Y}.", verified, both},
		{"Our energy consumption at Osterhall was 118 GWh in {Y}.", verified, both},
		{"Our energy consumption at Lindmoen was 46 GWh in {Y}.", verified, both},
		{"In {Y} we purchased 402 GWh of electricity.", insufficient, "a blog says otherwise, which is too little to contradict"},
	},
	"Emissions": {
		{"Our Scope 1 emissions were 412,300 t CO2e in {Y}.", verified, both},
		{"Our market-based Scope 2 emissions were 71,300 t CO2e in {Y}.", verified, both},
		{"Our location-based Scope 2 emissions were 96,400 t CO2e in {Y}.", contradicted, "the register gives 131,000"},
		{"Our Scope 3 emissions from business travel were 2,400 t CO2e in {Y}.", verified, both},
		{"Our Scope 3 emissions from commuting were 5,200 t CO2e in {Y}.", unverified, "the figures that are found are of other years"},
		{"Our Scope 3 emissions from capital goods were 18,700 t CO2e in {Y}.", unverified, "what is found is planned, not reported"},
		{"Our Scope 3 emissions from franchises were 900 t CO2e in {Y}.", unverified, "nobody has reported on it"},
	},
	"Value chain, by others": {
		{"Our Scope 3 emissions from upstream transport were 31,400 t CO2e in {Y}.", verified, "the registry and a paper give the same"},
		{"Our Scope 3 emissions from purchased goods were 88,000 t CO2e in {Y}.", contradicted, "a newspaper and a paper give 141,000"},
		{"Our Scope 3 emissions from the end of life of our products were 12,300 t CO2e in {Y}.", verified, "the registry and a paper give the same"},
		{"Our Scope 3 emissions from waste generated in operations were 6,900 t CO2e in {Y}.", contradicted, "the registry and a paper give 9,750"},
		{"Our Scope 3 emissions from investments were 700 t CO2e in {Y}.", unverified, "the paper is on a bank of a similar name"},
	},
	"Safety and conduct": {
		{"There were no spills at Tarnes in {Y}.", verified, "the agency and an investigation into the logs found none"},
		{"There were no spills at Grimvik in {Y}.", contradicted, "the agency has found one"},
		{"There were no spills at Lindmoen in {Y}.", unverified, "campaigners allege one, which is no fact"},
		{"There were no fines at Grimvik in {Y}.", contradicted, "a court has imposed one"},
		{"There were no fines at Osterhall in {Y}.", verified, "agency and an investigation found none"},
		{"There were no fatal accidents at Tarnes in {Y}.", verified, "labour inspectors and an investigation found none"},
		{"There were no fatal accidents at Osterhall in {Y}.", contradicted, "two newspapers report one"},
		{"No fatal accident happened at Lindmoen in {Y}.", unverified, "the one that is reported was the year before"},
	},
	"Land, suppliers and certificates": {
		{"In {Y} we restored 85 hectares of land at Lindmoen.", verified, both},
		{"In {Y} we restored 40 hectares of land at Osterhall.", contradicted, "the land office has measured 12"},
		{"In {Y} we assessed suppliers that account for 92 % of our purchases.", contradicted, "two newspapers have read the files: 61 %"},
		{"Our works at Grimvik are certified to ISO 14001.", verified, "certificate valid, by two authorities and trade press"},
		{"Our works at Tarnes are certified to ISO 50001.", insufficient, "words of one authority and of trade press bear it out, which is too weak to verify"},
		{"Our works at Osterhall are registered under EMAS.", contradicted, "the registration was suspended the year before"},
		{"Our works at Lindmoen are certified to ISO 45001.", unverified, "one release of the company that five sites print is its own word"},
		{"There was no deforestation at Osterhall in {Y}.", contradicted, "the agency has found clearing"},
		{"There was no deforestation at Lindmoen in {Y}.", unverified, "what was cleared was cleared before"},
	},
	"Land, from above": {
		{"In {Y-2} we replanted 90 hectares of old pits at Lindmoen (60.2500° N, 9.0000° E).", verified,
			"pictures show it green since, and the land office has surveyed it"},
		{"In {Y-2} we replanted 60 hectares of old pits at Grimvik (61.0500° N, 9.0000° E).", contradicted,
			"pictures show it bare two years running, where it was green"},
		{
			"There was no deforestation on our 120 hectares at Tarnes (61.8500° N, 9.0000° E) in {Y}.", contradicted,
			"pictures show it bare since, and its surroundings green",
		},
		{"In {Y} we restored 22 hectares of land at Tarnes.", verified, "the land office and a paper have measured the same"},
		{"By {Y+6} we will replant 200 hectares of old pits at Grimvik (61.0500° N, 9.0000° E).", unverified, "no picture shows what is to come"},
	},
}

// Pages is the order of the pages.
var Pages = []string{
	"Water", "Water, by others", "Waste", "Waste, by others", "Energy", "Emissions", "Value chain, by others", "Safety and conduct",
	"Land, suppliers and certificates", "Land, from above",
}
