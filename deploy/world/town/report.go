package town

import (
	"strconv"
	"time"

	"github.com/sibyl-project/sibyl/data/sample/layout"
)

// World is everything that there is in one year's world.
type World struct {
	Year int // of the report
}

// At is the world as it stands at a time: the report is of the year before last, so that what appeared in the year after
// it lies within the last two years, whenever it is looked at.
func At(now time.Time) World { return World{Year: now.Year() - 2} }

func (w World) year(n int) string { return strconv.Itoa(w.Year + n) }

// Claims lists the claims in the report's order.
func (w World) Claims() []Claim {
	var out []Claim
	for _, page := range Pages {
		for _, c := range Claims[page] {
			c.Text = dated(c.Text, w.year)
			out = append(out, c)
		}
	}
	return out
}

// Report is the report as a PDF.
func (w World) Report() ([]byte, error) {
	title := "Sustainability Report " + w.year(0)
	b := layout.New(layout.Options{
		Title: title, Author: Company, Footer: "Nordhavn Minerals · " + title, Language: "en",
		Created: time.Date(w.Year+1, time.March, 1, 9, 0, 0, 0, time.UTC),
	})
	b.Cover(Company, "Stone by stone", title, "Grimvik, 1 March "+w.year(1)+"\nFinancial year 1 January to 31 December "+w.year(0))
	b.Page("About this report")
	b.H1("About this report")
	b.P("This report is of " + Company + " (“Nordhavn Minerals”), headquartered in Grimvik. It covers the financial year from 1 January to 31 December " +
		w.year(0) + " and the works at Grimvik, Tarnes, Osterhall and Lindmoen. More is on www." + Domain + ".")
	for _, page := range Pages {
		b.Page(page)
		b.H1(page)
		for _, c := range Claims[page] {
			b.P(dated(c.Text, w.year))
		}
	}
	return b.Bytes()
}
