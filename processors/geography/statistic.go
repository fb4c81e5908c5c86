package geography

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/geography/imagery"
	"github.com/sibyl-project/sibyl/processors/geography/site"
	"github.com/sibyl-project/sibyl/processors/specialist"
	"github.com/sibyl-project/sibyl/rag/evidence"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// observedPlace is what a table of the user's says of one place: the scenes that somebody has measured, each with its row.
type observedPlace struct {
	entry    events.LibraryEntry
	place    string
	hectares float64
	position *[2]float64 // latitude and longitude, where the table says them
	scenes   []imagery.Observation
	rows     map[string]evidence.Record // by scene
}

// observedIn finds the tables of imagery statistics that speak of a claim's place. A table has the columns place, date,
// ndvi and surroundings, a row for each scene; it may have scene, clear (a share), area and unit, latitude and longitude. The name of the place has
// to stand in the claim: nobody is taken for where they might be.
func observedIn(shelf *evidence.Shelf, claim events.Claim) []*observedPlace {
	var out []*observedPlace
	text := " " + events.NormalText(strings.NewReplacer(",", " ", ".", " ", ";", " ", "(", " ", ")", " ").Replace(claim.Text)) + " "
	for _, rec := range shelf.Records(events.KindImagery, "place", "date", "ndvi") {
		name := events.NormalText(rec.Cells["place"])
		if name == "" || !strings.Contains(text, " "+name+" ") {
			continue
		}
		o, ok := observation(rec)
		if !ok {
			continue
		}
		i := slices.IndexFunc(out, func(p *observedPlace) bool { return p.entry.ID == rec.Entry.ID && events.NormalText(p.place) == name })
		if i < 0 {
			out = append(out, &observedPlace{entry: rec.Entry, place: rec.Cells["place"], rows: map[string]evidence.Record{}})
			i = len(out) - 1
		}
		p := out[i]
		if area, err := quantity.Parse(rec.Cells["area"]+" "+rec.Cells["unit"], quantity.Point); err == nil && area.Unit.Dimension == quantity.Area {
			p.hectares, _ = strconv.ParseFloat(quantity.Print(area.Base(), 12), 64)
		}
		if at, ok := site.Position(rec.Cells["latitude"], rec.Cells["longitude"]); ok {
			p.position = &at
		}
		if _, twice := p.rows[o.ID]; !twice {
			p.scenes, p.rows[o.ID] = append(p.scenes, o), rec
		}
	}
	return out
}

// observation reads a row. An index lies between -1 and 1; a row without the surroundings is of no use, since what the
// weather has done to both cannot be told from what was done to the place.
func observation(rec evidence.Record) (imagery.Observation, bool) {
	at, err := time.Parse(time.DateOnly, strings.TrimSpace(rec.Cells["date"]))
	if err != nil {
		return imagery.Observation{}, false
	}
	o := imagery.Observation{ID: cmp.Or(strings.TrimSpace(rec.Cells["scene"]), at.Format(time.DateOnly)), Link: rec.Entry.URL, At: at, Clear: 1}
	for _, c := range []struct {
		column string
		into   *float64
		least  float64
		needed bool
	}{{"ndvi", &o.Place, -1, true}, {"surroundings", &o.Around, -1, true}, {"clear", &o.Clear, 0, false}} {
		cell := strings.TrimSpace(rec.Cells[c.column])
		if cell == "" && !c.needed {
			continue
		}
		v, err := strconv.ParseFloat(cell, 64)
		if err != nil || math.IsNaN(v) || v < c.least || v > 1 {
			return o, false
		}
		*c.into = v
	}
	return o, true
}

// statistics holds a claim against the tables of imagery statistics that the user has brought. Such a table comes from a
// service that computes from pixels, as far as the user says so; its publisher is its source. ok is false where none speaks
// of the claim's place.
func (c Config) statistics(
	ctx context.Context, claim events.Claim, said site.Said, other events.NoSourceDetails,
) (found specialist.Found, ok bool, err error) {
	if claim.Library == "" || said.Act == site.NoAct || said.Act == site.Intended {
		return found, false, nil
	}
	shelf, err := specialist.Library(ctx, c.Store, claim)
	if err != nil {
		return found, false, err
	}
	tables := observedIn(shelf, claim)
	if len(tables) == 0 {
		return found, false, nil
	}
	d := details(said, other)
	for _, t := range tables[1:] {
		if events.NormalText(t.place) != events.NormalText(tables[0].place) {
			return inconclusive(d, "the claim names several places of the tables, and does not say which of them it is about"), true, nil
		}
	}
	t := tables[0]
	l := site.Location{Name: t.place, Precision: site.Point, Hectares: t.hectares, Source: fmt.Sprintf("%s (%s)", t.entry.Title, t.entry.Publisher)}
	if t.position != nil { // a map has no use for a name alone
		l.Latitude, l.Longitude = t.position[0], t.position[1]
		shown := location(l)
		d.Location = &shown
		if b, why := box(said, site.Found{Location: &l}); why == "" {
			d.BBox = corners(b)
		}
	}
	before, after, why := t.years(said.Period)
	if why == "" {
		why = t.elsewhere(said)
	}
	if why != "" {
		return inconclusive(d, why), true, nil
	}
	d.Years = []int{before, after}
	res := imagery.Compare(t.scenes, before, after, t.latitude())
	describe(&d, res)
	if res.Inconclusive != "" {
		return inconclusive(d, res.Inconclusive), true, nil
	}
	still := false
	if said.Act == site.Planting && barer(res) && after-said.Period.To >= site.TakesRoot {
		earlier := imagery.Compare(t.scenes, before, after-1, t.latitude())
		still = earlier.Inconclusive == "" && barer(earlier)
	}
	f := judge(d, res, said, site.Found{Location: &l}, still)
	company := specialist.StatementOf(claim).Company
	f.Origins, f.Evidence = nil, nil
	for _, s := range alternating(res.Before.Scenes, res.After.Scenes) {
		rec := t.rows[s.ID]
		e := specialist.Cite(evidence.Found{Entry: rec.Entry, Page: rec.Page, Row: rec.Row, Quote: rec.Quote}, company)
		f.Evidence = append(f.Evidence, e)
		if !slices.Contains(f.Origins, e.Origin) {
			f.Origins = append(f.Origins, e.Origin)
		}
	}
	f.Summary = fmt.Sprintf("By %s, %s", t.entry.Publisher, f.Summary)
	return f, true, nil
}

// alternating takes from both sides in turn: whoever reads only the first citations sees what was before and what is after.
func alternating(before, after []imagery.Measured) []imagery.Measured {
	var out []imagery.Measured
	for i := range max(len(before), len(after)) {
		for _, side := range [][]imagery.Measured{before, after} {
			if i < len(side) {
				out = append(out, side[i])
			}
		}
	}
	return out
}

// years are those of a table that can be compared: the latest before the claim's matter, and the latest from its end on.
func (p *observedPlace) years(of site.Period) (before, after int, why string) {
	if of.Open != "" {
		return 0, 0, of.Open
	}
	for _, o := range p.scenes {
		switch y := o.At.Year(); {
		case y < of.From:
			before = max(before, y)
		case y >= of.To: // a year that has scenes has been seen, whatever day stands for today
			after = max(after, y)
		}
	}
	if before == 0 || after == 0 {
		return 0, 0, fmt.Sprintf("the table %s has no scenes of a year before %d and of one from %d on", p.entry.Title, of.From, of.To)
	}
	return before, after, ""
}

// elsewhere is why what was measured need not be what the claim speaks of; empty where it is.
func (p *observedPlace) elsewhere(said site.Said) string {
	h := said.Hectares()
	if h == 0 || p.hectares == 0 {
		return ""
	}
	if p.hectares > wide*h || h > p.hectares {
		return fmt.Sprintf("%s was measured on %s ha, the claim speaks of %s ha, so that another part of it may be meant", p.place,
			decimal(p.hectares, 0), decimal(h, 0))
	}
	return ""
}

// latitude tells summer from winter; of a place whose position is not known, neither is nearer.
func (p *observedPlace) latitude() float64 {
	if p.position == nil {
		return 0
	}
	return p.position[0]
}
