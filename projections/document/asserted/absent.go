package asserted

import (
	"fmt"

	"github.com/sibyl-project/sibyl/events/phrase"
	"github.com/sibyl-project/sibyl/projections/document/notes"
)

// Weights of what a report does not give at all.
const (
	unassuredWeight  = 46 // as an assurer's word
	costlessWeight   = 39 // no amount of what climate risks cost
	figurelessWeight = 38 // no figure of accidents, energy, water or waste
	ofOne            = 14 // less for one of them that may not matter to it
)

// Unassured is that a report of so many pages does not say that anybody outside has looked at its figures.
func Unassured(pages int) Told {
	return absent(pages, "assurance", "assurance", "No assurance of these figures is told of", "nobody outside the company is said to have looked at them",
		"the report does not say that anybody outside the company has looked at its sustainability figures", unassuredWeight)
}

// Absent are the figures that a report of so many pages does not give; given tells metrics of which one was read.
func Absent(s notes.Silence, given map[string]bool, pages int) []Told {
	var out []Told
	var of []string
	for _, x := range []struct {
		silent      bool
		metric, are string
	}{{s.Accidents, "", "accidents"}, {s.Energy, "energy", "energy"}, {s.Water, "water", "water"}, {s.Waste, "waste", "waste"}} {
		if x.silent && !given[x.metric] {
			of = append(of, x.are)
		}
	}
	if len(of) > 0 {
		theme, weight := "", float64(figurelessWeight)
		switch {
		case len(of) == 1 && s.Accidents:
			theme = "safety"
		case len(of) == 1:
			weight -= ofOne
		}
		out = append(out, absent(pages, "figures", theme, "No figure of "+phrase.List(of)+" was found", "neither an amount nor a rate",
			"no figure was found of "+phrase.List(of), weight))
	}
	if s.Money {
		out = append(out, absent(pages, "money", "risk", "What climate risks may cost is not given in money",
			"they are spoken of, and no amount stands beside them", "no sentence and no row of a table gives an amount of money beside a climate risk", costlessWeight))
	}
	return out
}

func absent(pages int, key, theme, title, gist, said string, weight float64) Told {
	return Told{Key: key, Kind: Missing, Theme: theme, Title: title, Gist: gist, Weight: weight,
		Text: phrase.Paragraph(fmt.Sprintf("On the %s read %s", phrase.Count(pages, "page", "pages"), said), "Another document may say so")}
}
