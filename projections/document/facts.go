package document

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/cockroachdb/apd/v3"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections/claims"
	"github.com/sibyl-project/sibyl/rag/artefact"
	report "github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// Fact is one figure the report states.
type Fact struct {
	ID        string     `json:"id"`
	Metric    string     `json:"metric"`
	Scope     string     `json:"scope"`
	Category  string     `json:"category"`
	Method    string     `json:"method"`
	Value     string     `json:"value" jsonschema:"format=decimal"`
	Unit      string     `json:"unit"`
	ValueBase string     `json:"value_base" jsonschema:"format=decimal"`
	UnitBase  string     `json:"unit_base"`
	Period    string     `json:"period"`
	Page      int        `json:"page" jsonschema:"minimum=1"`
	Rect      [4]float64 `json:"rect"`
	Source    string     `json:"source" jsonschema:"enum=text,enum=table"`
	Quote     string     `json:"quote"`

	Printed  string      `json:"printed"`  // the figure as it stands
	Year     int         `json:"year"`     // in which the period ends; 0 if it is not known
	Boundary string      `json:"boundary"` // a division, a region; empty for the whole entity
	Restated bool        `json:"restated"`
	Target   bool        `json:"target,omitempty"`    // of a year to come; period is then that year
	Change   bool        `json:"change,omitempty"`    // a difference between periods
	BaseYear int         `json:"base_year,omitempty"` // that a target counts from
	Per      string      `json:"per"`                 // the denominator of an intensity
	Format   string      `json:"format"`              // why the figure's separators were read so
	Readings []Reading   `json:"readings"`            // what an ambiguous unit can mean; then value_base is empty
	Places   []FactPlace `json:"places"`              // where it stands again, as in another language

	// What the figure stands under, as printed: of a table the headings of its row and of its column from the outermost to
	// its own, and what the table is called. With metric "other" they are all that says what is measured.
	RowPath []string `json:"row_path"`
	ColPath []string `json:"col_path"`
	Caption string   `json:"caption"`
	Notes   []string `json:"notes"`            // how it was read, where that is not plain
	Engine  string   `json:"engine,omitempty"` // who said what the figure of a sentence is, if it was not the rules; no check rests on it
}

// amount is the figure in its base unit; nil where that is not known.
func (f *Fact) amount() *apd.Decimal {
	value, _, err := apd.NewFromString(f.ValueBase)
	if err != nil {
		return nil
	}
	return value
}

// Reading is one thing that an ambiguous unit can mean.
type Reading struct {
	Value string `json:"value_base" jsonschema:"format=decimal"`
	Unit  string `json:"unit_base"`
}

// FactPlace is another place of a fact.
type FactPlace struct {
	Page  int        `json:"page" jsonschema:"minimum=1"`
	Rect  [4]float64 `json:"rect"`
	Quote string     `json:"quote"`
}

// Check is one check with working that a person can redo; decimals are strings, empty where there is none.
type Check struct {
	ID                  string             `json:"id"`
	Name                string             `json:"name"`
	ClaimID             string             `json:"claim_id" jsonschema:"description=empty for the report as a whole"`
	Result              events.CheckResult `json:"result"`
	Severity            string             `json:"severity" jsonschema:"enum=critical,enum=warning,enum=info"`
	Message             string             `json:"message"`
	Inputs              []CheckInput       `json:"inputs"`
	Working             string             `json:"working"`
	Expected            string             `json:"expected"`
	Stated              string             `json:"stated"`
	Difference          string             `json:"difference"`
	DifferencePercent   string             `json:"difference_percent"`
	ExplainedByRounding bool               `json:"explained_by_rounding"`
	Quote               string             `json:"quote,omitempty" jsonschema:"description=the sentence that states what does not hold where one does"`
}

// CheckInput is one figure that went into a check.
type CheckInput struct {
	FactID string `json:"fact_id"`
	Label  string `json:"label"`
	Value  string `json:"value"`
	Unit   string `json:"unit"`
	Page   int    `json:"page" jsonschema:"minimum=0"`
}

// LoadFacts fills the facts of a document from the fact sheet that the report's findings name: every figure that was
// read, whether it is known what it measures or not. A run without a sheet has none.
func (d *Document) LoadFacts(ctx context.Context, store artefact.Store) error {
	if err := d.loadFacts(ctx, store); err != nil {
		return err
	}
	return d.conclude() // now with the words of the rows
}

func (d *Document) loadFacts(ctx context.Context, store artefact.Store) error {
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
	return d.loadNotes(ctx, store)
}

// Read is the document of a run with all its parts: Build and LoadFacts. The report itself, of which the notes are made, is read from
// the store beside the rows, which takes as long.
func Read(ctx context.Context, pool *pgxpool.Pool, store artefact.Store, run string) (*Document, error) {
	var ahead sync.WaitGroup
	ahead.Go(func() { readAhead(ctx, pool, store, run) })
	defer ahead.Wait()
	d, err := assemble(ctx, pool, run)
	if err != nil {
		return nil, err
	}
	if err := d.loadFacts(ctx, store); err != nil {
		return nil, err
	}
	return d, d.conclude()
}

// readAhead has a run's parse and sentences read into their memories, where LoadFacts finds them. Whatever it could not read, LoadFacts
// reads, and says why it cannot.
func readAhead(ctx context.Context, pool *pgxpool.Pool, store artefact.Store, run string) {
	one, _, err := claims.List(ctx, pool, run, claims.Filter{Limit: 1})
	if err != nil || len(one) == 0 || one[0].Parse == "" || one[0].Statements == "" {
		return
	}
	if parsed, err := report.Load(ctx, store, one[0].Parse); err == nil {
		_, _ = statement.Load(ctx, store, one[0].Statements, one[0].Parse, parsed)
	}
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

// shownCheck is a check as people are shown it.
type shownCheck struct {
	Check
	Pages  []int    // of its figures, or of the claim where they have none
	Claims []string // for which it was made, in the order of the checks
}

// Where names the pages, empty where nobody knows them.
func (c shownCheck) Where() string {
	switch len(c.Pages) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("p. %d", c.Pages[0])
	}
	return "pp. " + strings.Trim(strings.ReplaceAll(fmt.Sprint(c.Pages), " ", ", "), "[]")
}

// pageLabels are how pages are numbered in print, where they are.
func (d *Document) pageLabels() map[int]string {
	out := map[int]string{}
	for _, c := range d.Claims {
		if c.PageLabel != "" {
			out[c.Page] = c.PageLabel
		}
	}
	return out
}

// verdictOf are the verdicts by their claims.
func (d *Document) verdictOf() map[string]*Verdict {
	out := make(map[string]*Verdict, len(d.Verdicts))
	for i := range d.Verdicts {
		out[d.Verdicts[i].ClaimID] = &d.Verdicts[i]
	}
	return out
}

// pageOf are the pages of claims and matters by their ids.
func (d *Document) pageOf() map[string]int {
	out := make(map[string]int, len(d.Claims)+len(d.Matters))
	for i := range d.Claims {
		out[d.Claims[i].ID] = d.Claims[i].Page
	}
	for i := range d.Matters {
		out[d.Matters[i].ID] = d.Matters[i].Page
	}
	return out
}

// pagesOf are the pages of a check's figures in order, or that of its claim where they have none.
func pagesOf(c Check, pageOf map[string]int) []int {
	var out []int
	for _, in := range c.Inputs {
		if in.Page > 0 && !slices.Contains(out, in.Page) {
			out = append(out, in.Page)
		}
	}
	if page := pageOf[c.ClaimID]; len(out) == 0 && page > 0 {
		out = []int{page}
	}
	slices.Sort(out)
	return out
}

// once lists the checks each once: one that was made for several claims, or for a claim and the report, is the same
// piece of arithmetic on the same figures of the same pages. By page, those of no page first.
func (d *Document) once() []shownCheck {
	pageOf := d.pageOf()
	seen := map[string]int{}
	var out []shownCheck
	for _, c := range d.Checks {
		s := shownCheck{Check: c, Pages: pagesOf(c, pageOf)}
		key := fmt.Sprint(c.Name, "\x00", c.Result, "\x00", c.Message, "\x00", c.Working, "\x00", c.Stated, "\x00", c.Expected, "\x00", s.Pages)
		at, known := seen[key]
		if !known {
			at = len(out)
			seen[key] = at
			out = append(out, s)
		}
		if c.ClaimID != "" && !slices.Contains(out[at].Claims, c.ClaimID) {
			out[at].Claims = append(out[at].Claims, c.ClaimID)
		}
	}
	slices.SortStableFunc(out, func(a, b shownCheck) int { return slices.Compare(a.Pages, b.Pages) })
	return out
}
