package document

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/report/facts"
)

// LoadFacts fills the facts of a document from the fact sheet that the report's findings name: every figure that was
// read, whether it is known what it measures or not. A run without a sheet has none.
func (d *Document) LoadFacts(ctx context.Context, store artefact.Store) error {
	hash, err := d.factSheet()
	if err != nil || hash == "" {
		return err
	}
	data, err := store.Get(ctx, hash)
	if errors.Is(err, artefact.ErrNotFound) {
		return nil // the report was removed; what was found of it stays
	}
	if err != nil {
		return fmt.Errorf("loading the facts of run %s: %w", d.Run.ID, err)
	}
	sheet, err := facts.Decode(data)
	if err != nil {
		return fmt.Errorf("loading the facts of run %s: %w", d.Run.ID, err)
	}
	d.Facts = make([]Fact, 0, len(sheet.Facts))
	for i := range sheet.Facts {
		d.Facts = append(d.Facts, fact(&sheet.Facts[i]))
	}
	slices.SortFunc(d.Facts, func(a, b Fact) int { return cmp.Compare(a.ID, b.ID) })
	if d.Matters, err = d.first(); err != nil { // now with the words of the rows
		return fmt.Errorf("putting in order what matters in run %s: %w", d.Run.ID, err)
	}
	return nil
}

// factSheet is the hash that a finding on the whole report names.
func (d *Document) factSheet() (string, error) {
	for _, f := range d.Findings {
		if f.Agent != events.DataMetrics || f.ClaimID != "" {
			continue
		}
		var details events.MetricsDetails
		if err := json.Unmarshal(f.Details, &details); err != nil {
			return "", fmt.Errorf("reading the details of finding %s: %w", f.ID, err)
		}
		if details.FactSheet != "" {
			return details.FactSheet, nil
		}
	}
	return "", nil
}

func fact(f *facts.Fact) Fact {
	return Fact{
		ID: f.ID, Metric: string(f.Metric), Scope: f.Scope, Category: f.Category, Method: f.Method, Value: f.Value, Unit: f.Unit,
		ValueBase: f.ValueBase, UnitBase: f.UnitBase, Period: f.PeriodText(), Page: f.Page, Rect: f.Rect, Source: string(f.Source), Quote: f.Quote,
		Printed: f.Printed, Year: f.Year, Boundary: f.Boundary, Restated: f.Restated, Target: f.Target, Change: f.Change, BaseYear: f.BaseYear,
		Per: f.Per, Format: f.Format, Caption: f.Caption, Engine: f.Engine,
		RowPath: present(f.RowPath), ColPath: present(f.ColPath), Notes: present(f.Notes),
		Readings: list(f.Readings, func(r facts.Reading) Reading { return Reading(r) }),
		Places:   list(f.Places, func(p facts.Place) FactPlace { return FactPlace{p.Page, p.Rect, p.Quote} }),
	}
}

// present is a list that is written as one even if it is empty.
func present(in []string) []string { return append([]string{}, in...) }
