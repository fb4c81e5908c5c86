package held

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/claims"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/extract"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// Result is what one report came to. Only clear sentences count: those of which two people who labelled apart said the same, and
// not that a person could rule either way.
type Result struct {
	Claims, Found int // clear claims, and those of which a claim was made
	Others, False int // clear non-claims, and those of which one was made

	Placed, First, Unplaced int // claims found whose paragraphs are labelled, those with a right one first, and those with none

	Figures, There, Right int // figures of the entity, those that are facts, those of them with the right metric, year and kind
	None, Taken           int // numbers that are no figures, and those of them that are facts

	Misses []Miss
}

// Miss is a label that was not met.
type Miss struct{ Asked, Got string }

// Labelled are the hashes of the reports that have labels and were held back from the training of the bundled reader.
func Labelled() ([]string, error) {
	all, err := labelsOf("labels")
	if err != nil {
		return nil, err
	}
	reader, err := statement.Bundled()
	if err != nil {
		return nil, fmt.Errorf("preparing the reader: %w", err)
	}
	var out []string
	for file := range all {
		if reader.Held(file) {
			out = append(out, file)
		}
	}
	return out, nil
}

// Measure extracts the claims and reads the facts of a report as the product does.
func Measure(ctx context.Context, d *document.Document) (Result, error) {
	var r Result
	sentences, err := labelsOf("labels")
	if err != nil {
		return r, err
	}
	figures, err := labelsOf("labels/figures")
	if err != nil {
		return r, err
	}
	placed, err := labelsOf("labels/paragraphs")
	if err != nil {
		return r, err
	}
	paragraphs := map[[2]int][]string{}
	for _, l := range placed[d.SHA256] {
		paragraphs[[2]int{l.Page, l.Start}] = l.Paragraphs
	}
	again, err := labelsOf("labels/second")
	if err != nil {
		return r, err
	}
	second := map[[2]int]string{}
	for _, l := range again[d.SHA256] {
		second[[2]int{l.Page, l.Start}] = l.Claim
	}
	made, err := claims.Rules{}.Extract(ctx, claims.Section{ReportID: "rep_held", Document: d, From: 1, To: len(d.Pages)})
	if err != nil {
		return r, fmt.Errorf("extracting claims: %w", err)
	}
	for _, l := range sentences[d.SHA256] {
		place := [2]int{l.Page, l.Start}
		if l.Paragraphs = paragraphs[place]; second[place] != l.Claim {
			continue
		}
		r.claim(l, made, d)
	}
	said, err := statement.ReadBundled(ctx, "", d)
	if err != nil {
		return r, fmt.Errorf("reading sentences: %w", err)
	}
	var all []shown
	for _, l := range figures[d.SHA256] {
		some, err := l.figures()
		if err != nil {
			return r, err
		}
		for _, f := range some {
			all = append(all, shown{f, l.Page})
		}
	}
	year := yearOf(all)
	sheet, err := extract.ReadBundled(ctx, d, extract.Options{Year: year, Said: said})
	if err != nil {
		return r, err
	}
	for _, f := range all {
		r.figure(f, sheet, year)
	}
	return r, nil
}

// shown is a labelled figure and its page.
type shown struct {
	figure
	page int
}

func (r *Result) claim(l label, made []events.Claim, d *document.Document) {
	var of *events.Claim
	for i := range made {
		if c := &made[i]; of == nil && c.Source == "text" && c.Page == l.Page && c.Quote.Start < l.End && c.Quote.End > l.Start {
			of = c
		}
	}
	found := of != nil
	switch l.Claim {
	case "yes":
		r.Claims++
		if found {
			r.Found++
			r.paragraph(l, of, d)
			return
		}
		r.Misses = append(r.Misses, Miss{fmt.Sprintf("page %d: %s", l.Page, textAt(d, l)), "no claim"})
	case "no":
		r.Others++
		if found {
			r.False++
			r.Misses = append(r.Misses, Miss{fmt.Sprintf("page %d: %s", l.Page, textAt(d, l)), "a claim"})
		}
	}
}

// paragraph holds the first paragraph of a claim against those of its label. A claim without one is right where the label says
// that there is none.
func (r *Result) paragraph(l label, c *events.Claim, d *document.Document) {
	if len(l.Paragraphs) == 0 {
		return
	}
	r.Placed++
	got := "none"
	if len(c.Paragraphs) > 0 {
		got = c.Paragraphs[0].ID
	}
	switch {
	case slices.Contains(l.Paragraphs, got):
		r.First++
	case got == "none":
		r.Unplaced++
	default:
		r.Misses = append(r.Misses, Miss{fmt.Sprintf("page %d: %s, for %s", l.Page, textAt(d, l), strings.Join(l.Paragraphs, " or ")), got})
	}
}

func textAt(d *document.Document, l label) string {
	if text := []rune(d.Pages[l.Page-1].Text); l.End <= len(text) {
		return strings.Join(strings.Fields(string(text[l.Start:l.End])), " ")
	}
	return ""
}

// yearOf is the year that most labels of "this year" would mean: the latest that figures of the entity are said to be of.
func yearOf(all []shown) int {
	count, best := map[string]int{}, ""
	for _, f := range all {
		if f.Role == "value" && len(f.Year) == 4 {
			count[f.Year]++
			if n := count[f.Year]; n > count[best] || n == count[best] && f.Year > best {
				best = f.Year
			}
		}
	}
	return vocabulary.YearIn(best)
}

func (r *Result) figure(f shown, sheet *facts.Sheet, year int) {
	var there []*facts.Fact
	for i := range sheet.Facts {
		if x := &sheet.Facts[i]; x.Page == f.page && x.Source == facts.FromText && x.Printed == f.Text {
			there = append(there, x)
		}
	}
	if f.Role == "none" {
		r.None++
		if len(there) > 0 {
			r.Taken++
		}
		return
	}
	if f.Owner != "entity" {
		return
	}
	r.Figures++
	if len(there) > 0 {
		r.There++
	}
	got := "no fact"
	for _, x := range there {
		if right(x, f.figure, year) {
			r.Right++
			return
		}
		got = fmt.Sprintf("%s %s %d target %v change %v, %v", x.Metric, x.Scope, x.Year, x.Target, x.Change, x.Notes)
	}
	r.Misses = append(r.Misses, Miss{fmt.Sprintf("page %d: %s is a %s about %s of %s", f.page, f.Text, f.Role, f.Metric, f.Year), got})
}

// right reports whether a fact is what the label says: its metric, as far as facts tell metrics apart, its year where one is
// said, and whether it is a change or a target.
func right(x *facts.Fact, f figure, year int) bool {
	scope := strings.TrimPrefix(f.Metric, "ghg_scope")
	if scope == f.Metric || f.Measure == string(facts.GHGIntensity) {
		scope = ""
	}
	same := x.Metric == extract.Measured(facts.Metric(f.Measure), x)
	if !same || scope != "" && x.Scope != scope || x.Target != (f.Role == "target") || x.Change != (f.Role == "change") {
		return false
	}
	switch f.Year {
	case "":
		return true
	case "reporting":
		return x.Year == year
	}
	return x.Year == vocabulary.YearIn(f.Year)
}
