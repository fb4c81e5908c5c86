package academic

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/data/ghg"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/specialist"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// AnnualReduction is the metric of a question for the yearly rate at which emissions have to fall.
const AnnualReduction = "annual_reduction"

// reply answers other agents' questions.
func (c Config) reply(ctx context.Context, q events.InfoRequest) (specialist.Reply, error) {
	if q.Kind == events.AskMethod {
		return replyMethod(q), nil
	}
	if q.Kind != events.AskBenchmark {
		return specialist.Nothing(fmt.Sprintf("Only questions for benchmarks and methods are answered here; no source for %q is configured.", q.Kind)), nil
	}
	if q.Subject == nil || q.Subject.Metric == "" {
		return specialist.Nothing("The question names no metric to look a benchmark up by."), nil
	}
	find := bundled
	if q.Subject.Metric == AnnualReduction {
		find = reductionRate
	}
	found, err := find(*q.Subject)
	if err != nil {
		return specialist.Reply{}, stream.Reject(fmt.Errorf("looking up a benchmark: %w", err))
	}
	var r specialist.Reply
	var lines []string
	if q.Claim != nil && q.Claim.Library != "" {
		shelf, err := specialist.Library(ctx, c.Store, *q.Claim)
		if err != nil {
			return specialist.Reply{}, err
		}
		table, err := ghg.LoadBenchmarks()
		if err != nil {
			return specialist.Reply{}, stream.Reject(fmt.Errorf("looking up a benchmark: %w", err))
		}
		for _, b := range brought(shelf, *q.Subject, specialist.StatementOf(*q.Claim).Company, table.BandFactor) {
			lines = append(lines, line(b.Benchmark))
			r.Benchmarks, r.Evidence = append(r.Benchmarks, b.Benchmark), append(r.Evidence, b.cited)
		}
	}
	if len(found) == 0 && len(lines) == 0 {
		return specialist.Nothing(fmt.Sprintf("No bundled table, and none of the evidence library, holds a figure for %s.", described(*q.Subject))), nil
	}
	r.Benchmarks = append(r.Benchmarks, found...)
	for _, b := range found {
		lines = append(lines, line(b))
		e := events.Evidence{Origin: events.OriginBenchmark, Source: b.Source}
		if b.Year > 0 {
			e.Date = strconv.Itoa(b.Year)
		}
		r.Evidence = append(r.Evidence, e)
	}
	r.Text = strings.Join(lines, " ")
	return r, nil
}

func described(s events.InfoSubject) string {
	d := strings.ReplaceAll(s.Metric, "_", " ")
	if s.Unit != "" {
		d += " in " + s.Unit
	}
	if s.Per != "" {
		d += " per " + s.Per
	}
	if s.Sector != "" {
		d += ", sector " + s.Sector
	}
	return d
}

func line(b events.Benchmark) string {
	band := b.Low
	if b.High != b.Low {
		band += " to " + b.High
	}
	unit := b.Unit
	if b.Per != "" {
		unit += " per " + b.Per
	}
	var notes []string
	for _, n := range []string{b.Sector, strings.TrimRight(b.Basis, ".")} {
		if n != "" {
			notes = append(notes, n)
		}
	}
	if b.Year > 0 {
		notes = append(notes, strconv.Itoa(b.Year))
	}
	said := []string{b.Source, b.Certainty}
	if len(notes) > 0 {
		said = append([]string{strings.Join(notes, ", ")}, said...)
	}
	return fmt.Sprintf("%s %s (%s).", band, unit, strings.Join(said, "; "))
}

// bundled lists the published figures that are of the same metric, kind of unit and denominator as what is asked
// about. What cannot be told to be the same is left out: a wrong comparison is worse than none.
func bundled(s events.InfoSubject) ([]events.Benchmark, error) {
	table, err := ghg.LoadBenchmarks()
	if err != nil {
		return nil, err
	}
	asked, err := quantity.ParseUnit(s.Unit)
	if err != nil {
		return nil, nil // no unit of a published figure is unknown here
	}
	per := readDenominator(s.Per)
	var out []events.Benchmark
	for _, b := range table.Benchmarks {
		unit, err := quantity.ParseUnit(b.Unit)
		if err != nil || b.Metric != s.Metric || gasOf(unit) != gasOf(asked) {
			continue
		}
		if !readDenominator(b.Per).holds(per) || !ofSector(b, per, s.Sector) {
			continue
		}
		below, above, err := unusual(b, table.BandFactor)
		if err != nil {
			return nil, err
		}
		out = append(out, events.Benchmark{
			ID: b.ID, Metric: b.Metric, Sector: b.Sector, Low: b.Low.Text('f'), High: b.High.Text('f'),
			UnusualBelow: below, UnusualAbove: above, Unit: b.Unit, Per: b.Per, Year: b.Year,
			Basis: b.Basis, Source: b.Source, Certainty: string(b.Certainty),
		})
	}
	return out, nil
}

// gasOf is a unit's dimension, where CO2 stands for CO2 equivalent: the other gases are a few per cent of what
// these figures measure, and the unit is shown.
func gasOf(u quantity.Unit) quantity.Dimension {
	if u.Dimension == quantity.CarbonGas {
		return quantity.Emissions
	}
	return u.Dimension
}

// ofSector reports whether a figure may be held against one of a sector. A product is the same in every sector;
// an employee is not.
func ofSector(b ghg.Benchmark, per denominator, sector string) bool {
	sector = strings.ToUpper(strings.TrimSpace(sector))
	switch {
	case per.product != "":
		return true
	case sector == "":
		return per.unit != "employee"
	}
	return slices.Contains(b.SASB, sector)
}

func unusual(b ghg.Benchmark, factor *apd.Decimal) (below, above string, err error) {
	low, ok := quantity.Ratio(b.Low, factor)
	if !ok {
		return "", "", fmt.Errorf("the band factor of the benchmarks is zero")
	}
	return quantity.Print(low, 6), quantity.Print(quantity.Mul(b.High, factor), 6), nil
}

// reductionRate is what the Science Based Targets initiative asks of a target for the scopes concerned.
func reductionRate(s events.InfoSubject) ([]events.Benchmark, error) {
	rules, err := ghg.LoadTargetRules()
	if err != nil {
		return nil, err
	}
	id := "near_term_scope12_rate"
	if len(s.Scopes) == 1 && s.Scopes[0] == 3 {
		id = "near_term_scope3_rate"
	}
	r, ok := rules.Rule(id)
	if !ok {
		return nil, fmt.Errorf("the rules for targets have no %s", id)
	}
	return []events.Benchmark{{
		ID: r.ID, Metric: AnnualReduction, Low: r.Value.Text('f'), High: r.Value.Text('f'), Unit: r.Unit,
		Basis: r.Text, Source: r.Source, Certainty: string(r.Certainty),
	}}, nil
}
