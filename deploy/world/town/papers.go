package town

import "github.com/sibyl-project/sibyl/processors/outside/outsidetest"

// Paper is a work that an index lists: what its abstract says, a sentence each. Years is how many years after the report's it appeared.
type Paper struct {
	Title, DOI, Page, Venue string
	Years                   int
	Authors, Abstract       []string
	Retracted               bool
}

// Papers are what has been published in journals: five that name the company and measure what it reports, and five that must
// decide nothing.
var Papers = []Paper{
	{
		Title: "Freight of minerals: corporate greenhouse gas emissions of upstream transport", DOI: "10.5555/freight.41", Venue: "Journal of Freight Accounting",
		Years: 1, Authors: []string{"Ylva Strandqvist", "Bao Nguyen"}, Abstract: []string{
			"We follow lime and grit from the pit to the port, with the logs of carriers.",
			"Scope 3 emissions of Nordhavn Minerals from upstream transport were 31,400 t CO2e in {Y}.",
			"Scope 3 emissions of Nordhavn Minerals from purchased goods were 141,000 t CO2e in {Y}.",
		},
	},
	{
		Title: "What becomes of quarry waste: recycling and landfill in four valleys", DOI: "10.5555/waste.207", Venue: "Annals of Material Flows",
		Years: 1, Authors: []string{"Olena Hrytsenko"}, Abstract: []string{
			"Weighbridges were read for a year.",
			"Nordhavn Minerals recycled 4,100 tonnes of material at Tarnes in {Y}.",
			"Nordhavn Minerals sent 1,150 tonnes to landfill at Osterhall in {Y}.",
			"Nordhavn Minerals sent 55 tonnes to landfill at Grimvik in {Y}.",
		},
	},
	{
		Title: "Water consumption and discharge of lime works", DOI: "10.5555/hydro.88", Venue: "Northern Hydrology", Years: 1,
		Authors: []string{"Aino Rautavaara", "Tomasz Wilk", "Sanna Lehto"}, Abstract: []string{
			"Wells and outfalls of four works were metered by us.",
			"Nordhavn Minerals discharged 118,000 cubic metres of water at Lindmoen in {Y}.",
			"Nordhavn Minerals consumed 96,000 cubic metres of water at Grimvik in {Y}.",
		},
	},
	{
		Title: "Emissions at the end of life of lime products", DOI: "10.5555/lime.12", Venue: "Life Cycle Notes", Years: 1,
		Authors: []string{"Mikkel Thorsager"}, Abstract: []string{
			"Scope 3 emissions of Nordhavn Minerals from the end of life of its products were 12,300 t CO2e in {Y}.",
			"Scope 3 emissions of Nordhavn Minerals from waste generated in operations were 9,750 t CO2e in {Y}.",
		},
	},
	{
		Title: "Former quarries: restored land and its survey", Page: "https://land-restoration.example/papers/7", Venue: "Restored Land Review", Years: 1,
		Authors: []string{"Brita Almskog", "Jon Ek"}, Abstract: []string{
			"We have walked the terraces with a measuring wheel.", "Nordhavn Minerals restored 22 hectares of land at Tarnes in {Y}.",
		},
	},
	// What must decide nothing: about no company, about another one, withdrawn, of other years, and one that cannot be looked up.
	{
		Title: "Recycling of quarry material: a review of methods", DOI: "10.5555/review.3", Venue: "Annals of Material Flows", Years: 0,
		Authors: []string{"Carlota Bensadoun"}, Abstract: []string{"Works of this kind recycle between 12 % and 61 % of their material.", "No company is named."},
	},
	{
		Title: "Financed emissions: investments of a bank", DOI: "10.5555/bank.5", Venue: "Green Banking", Years: 1, Authors: []string{"Idris Kone"},
		Abstract: []string{"Scope 3 emissions of Nordhavn Minerals Bank from investments were 410,000 t CO2e in {Y}."},
	},
	{
		Title: "Recycling at Osterhall, a case", DOI: "10.5555/retracted.9", Venue: "Annals of Material Flows", Years: 1, Retracted: true,
		Authors: []string{"Pavel Ondras"}, Abstract: []string{"Nordhavn Minerals recycled 310 tonnes of material at Osterhall in {Y}."},
	},
	{
		Title: "Water withdrawal before the drought", DOI: "10.5555/drought.1", Venue: "Northern Hydrology", Years: -4, Authors: []string{"Sanna Lehto"},
		Abstract: []string{"Nordhavn Minerals consumed 400,000 cubic metres of water at Tarnes in {Y-5}."},
	},
	{
		Title: "Water at Osterhall, seen from a hill", Venue: "", Years: 1, Authors: []string{"Anonymous"},
		Abstract: []string{"Nordhavn Minerals consumed 600,000 cubic metres of water at Osterhall in {Y}."},
	},
}

// Works are the papers as an index lists them.
func (w World) Works() []outsidetest.Work {
	out := make([]outsidetest.Work, 0, len(Papers))
	for _, p := range Papers {
		abstract := ""
		for _, s := range p.Abstract {
			abstract += dated(s, w.year) + " "
		}
		out = append(out, outsidetest.Work{
			Title: p.Title, DOI: p.DOI, Page: p.Page, Venue: p.Venue, Year: w.Year + p.Years, Authors: p.Authors, Abstract: abstract, Revoked: p.Retracted,
		})
	}
	return out
}
