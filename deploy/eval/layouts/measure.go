package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/sibyl-project/sibyl/deploy/eval/drawn"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/intake"
	"github.com/sibyl-project/sibyl/projections/document"
	"github.com/sibyl-project/sibyl/rag/pdf/parse"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/extract"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// result is how the figures of some reports were read.
type result struct {
	all      drawn.Count
	choices  map[string]drawn.Count // by choice and way
	wrong    map[string]int         // by what is wrong
	invented int                    // facts that are no figure of the truth
	longer   int                    // reports that ran over their pages: left out
	misses   []string
}

func (r *result) add(name string, o result) {
	if r.choices == nil {
		r.choices, r.wrong = map[string]drawn.Count{}, map[string]int{}
	}
	r.all = r.all.Plus(o.all)
	r.invented, r.longer = r.invented+o.invented, r.longer+o.longer
	for k, c := range o.choices {
		r.choices[k] = r.choices[k].Plus(c)
	}
	for k, n := range o.wrong {
		r.wrong[k] += n
	}
	for _, m := range o.misses {
		r.misses = append(r.misses, name+": "+m)
	}
}

// measure reads a report as the product does and compares the fact sheet with its truth.
func measure(ctx context.Context, parser parse.Parser, d *report, pdf []byte) (result, error) {
	r := result{choices: map[string]drawn.Count{}, wrong: map[string]int{}}
	doc, err := parser.Parse(ctx, pdf)
	if err != nil {
		return r, err
	}
	if len(doc.Pages) != d.pages {
		r.longer = 1
		return r, nil
	}
	said, err := statement.ReadBundled(ctx, "", doc)
	if err != nil {
		return r, err
	}
	year, err := strconv.Atoi(intake.Preview(doc, events.Submission{}, "").Period)
	if err != nil {
		year = 0 // the report does not say which
	}
	sheet, err := extract.ReadBundled(ctx, doc, extract.Options{Year: year, Said: said})
	if err != nil {
		return r, err
	}
	d.made["reporting year read"] = "right"
	if year != d.year {
		d.made["reporting year read"] = fmt.Sprintf("off by %d", year-d.year)
	}
	used := map[int]bool{}
	for _, f := range d.figures {
		f.made["reporting year read"] = d.made["reporting year read"]
		f.made["kind of column"] = f.Kind
		one, wrong, got := drawn.Count{Asked: 1}, "not there", ""
		for i := range sheet.Facts {
			x := &sheet.Facts[i]
			if used[i] || x.Page != f.Page || drawn.PrintedDigits(x.Printed, x.Unit) != drawn.Digits(f.Text) {
				continue
			}
			w := compare(x, f.Figure)
			if one.Present == 0 || w == "" {
				one.Present, wrong = 1, w
				got = fmt.Sprintf("%s %s %d %s%s%s target %v change %v rows %q cols %q caption %q", x.Printed, x.Unit, x.Year, x.Metric, x.Scope, x.Method,
					x.Target, x.Change, x.RowPath, x.ColPath, x.Caption)
			}
			if w == "" {
				one.Right, used[i] = 1, true
				break
			}
		}
		r.all = r.all.Plus(one)
		for k, way := range f.made {
			key := k + "\t" + way
			r.choices[key] = r.choices[key].Plus(one)
		}
		if wrong != "" {
			r.wrong[wrong]++
			r.misses = append(r.misses, fmt.Sprintf("page %d %s: %s %s %d %s %s%s (%s): %s",
				f.Page, wrong, f.Text, f.Unit, f.Year, f.Kind, f.Metric, f.Scope, f.Row, got))
		}
	}
	digits := map[string]bool{}
	for _, f := range d.figures {
		digits[drawn.Digits(f.Text)] = true
	}
	for i := range sheet.Facts {
		if x := &sheet.Facts[i]; x.Page > 0 && x.Source == facts.FromTable && !digits[drawn.PrintedDigits(x.Printed, x.Unit)] {
			r.invented++
			r.misses = append(r.misses, fmt.Sprintf("page %d invented: %q rows %q cols %q", x.Page, x.Printed, x.RowPath, x.ColPath))
		}
	}
	return r, nil
}

// compare says what a fact has wrong; a figure whose metric its words do not say has any.
func compare(x *facts.Fact, f drawn.Figure) string {
	if f.Metric == "" {
		f.Metric = string(x.Metric)
		f.Scope, f.Method = x.Scope, x.Method
	}
	return drawn.Right(document.Fact{
		Value: x.Value, ValueBase: x.ValueBase, UnitBase: x.UnitBase, Year: x.Year, Target: x.Target, Change: x.Change, Metric: string(x.Metric),
		Scope: x.Scope, Method: x.Method,
	}, f, f.Year)
}

// fewest is how many figures a way must have to be printed.
const fewest = 20

func (r *result) print(w io.Writer) {
	fmt.Fprintf(w, "%d figures: there %.3f, wholly right %.3f; %d facts of tables that are none; %d reports left out that ran over their pages\n",
		r.all.Asked, part(r.all.Present, r.all.Asked), part(r.all.Right, r.all.Asked), r.invented, r.longer)
	for _, k := range slices.SortedFunc(maps.Keys(r.wrong), func(a, b string) int { return cmp.Or(r.wrong[b]-r.wrong[a], cmp.Compare(a, b)) }) {
		fmt.Fprintf(w, "  %5d %s\n", r.wrong[k], k)
	}
	out := tabwriter.NewWriter(w, 0, 4, 2, ' ', 0)
	last := ""
	for _, k := range slices.Sorted(maps.Keys(r.choices)) {
		c := r.choices[k]
		choice, way, _ := strings.Cut(k, "\t")
		if choice != last {
			fmt.Fprintf(out, "%s\tfigures\tthere\tright\n", choice)
			last = choice
		}
		if c.Asked >= fewest {
			fmt.Fprintf(out, "  %s\t%d\t%.2f\t%.2f\n", way, c.Asked, part(c.Present, c.Asked), part(c.Right, c.Asked))
		}
	}
	out.Flush()
}

func part(n, of int) float64 { return float64(n) / float64(max(1, of)) }

func (r *result) write(file string) error {
	return os.WriteFile(file, []byte(strings.Join(r.misses, "\n")+"\n"), 0o600)
}
