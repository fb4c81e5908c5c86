package slips

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/processors/intake"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts/extract"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// Bounds of what is tried in one report.
const (
	mostRounds = 3
	mostAtOnce = 4
)

// Tried is a slip and whether a check told it.
type Tried struct {
	Slip
	Told bool
	By   string // the check
}

// Try makes slips in a report and holds the checks that fail then against those that failed before.
func Try(ctx context.Context, d *document.Document) ([]Tried, error) {
	s, before, err := failures(ctx, d)
	if err != nil {
		return nil, err
	}
	known := map[string]bool{}
	for _, r := range before {
		known[told(r)] = true
	}
	var out []Tried
	for _, some := range Rounds(Of(s, d), mostRounds, mostAtOnce) {
		_, after, err := failures(ctx, Make(d, some))
		if err != nil {
			return nil, err
		}
		after = slices.DeleteFunc(after, func(r checks.Result) bool { return known[told(r)] })
		for _, slip := range some {
			t := Tried{Slip: slip}
			if i := slices.IndexFunc(after, slip.toldBy); i >= 0 {
				t.Told, t.By = true, after[i].Name
			}
			out = append(out, t)
		}
	}
	return out, nil
}

// failures reads a report as intake does and lists the checks that fail.
func failures(ctx context.Context, d *document.Document) (*sheet.Sheet, []checks.Result, error) {
	said, err := statement.ReadBundled(ctx, "", d)
	if err != nil {
		return nil, nil, fmt.Errorf("reading what the report says: %w", err)
	}
	year, err := strconv.Atoi(intake.Preview(d, events.Submission{}, "").Period)
	if err != nil {
		year = 0 // the report does not say which
	}
	found, err := extract.ReadBundled(ctx, d, extract.Options{Year: year, Said: said})
	if err != nil {
		return nil, nil, fmt.Errorf("reading its figures: %w", err)
	}
	o := checks.Options{Document: d, Country: checks.Country(d)}
	all := slices.DeleteFunc(checks.Run(found.Ruled(), o), func(r checks.Result) bool { return r.Result != events.CheckFail })
	return sheet.Read(found.Ruled(), o), all, nil
}

// told is what a failed check says, to know it again.
func told(r checks.Result) string { return fmt.Sprint(r.Name, r.Page, r.Working) }

// toldBy reports whether a check that fails since speaks of a slip: it has the figure, or its sentence is the one. Where two places differ, it may
// be told of the other page.
func (s Slip) toldBy(r checks.Result) bool {
	if r.Page != s.Page && !slices.ContainsFunc(r.Inputs, func(in events.CheckInput) bool { return in.Page == s.Page }) {
		return false
	}
	if s.Kind == Exchanged && strings.Contains(r.Words+" "+r.Working+" "+r.Message, s.To) {
		return true
	}
	words := strings.Fields(r.Words)
	if len(words) == 0 {
		return s.Kind == Turned && r.Name == "direction"
	}
	tail := strings.Join(words[max(0, len(words)-4):], " ")
	slipped := strings.Replace(s.Sentence, s.From, s.To, 1) // the slip may be among the last words
	return slices.ContainsFunc([]string{s.Sentence, slipped}, func(t string) bool { return strings.Contains(strings.Join(strings.Fields(t), " "), tail) })
}
