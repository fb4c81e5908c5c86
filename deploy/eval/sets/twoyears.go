package sets

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/deploy/eval/twoyears"
	"github.com/sibyl-project/sibyl/projections/document/compare"
)

// twoYears measures what is found to have changed from a report to the next.
var twoYears = Set{
	Name: "two_years",
	About: "pairs of made-up reports of two years: restated figures, dropped and changed targets, reworded statements, other boundaries; " +
		"what did not change is not told",
	Run: func(ctx context.Context, _, _ string) (Report, error) {
		_, program, err := checkout()
		if err != nil {
			return Report{Skipped: err.Error()}, nil
		}
		return measureYears(ctx, program)
	},
}

// tally counts what was planted, found, and told without having been planted.
type tally struct{ planted, found, wrong int }

func measureYears(ctx context.Context, program string) (Report, error) {
	r := Report{Columns: []string{"what", "planted", "found", "told besides"}}
	home, err := os.MkdirTemp("", "sibyl-years-")
	if err != nil {
		return r, fmt.Errorf("making a data directory: %w", err)
	}
	defer os.RemoveAll(home)
	counts := map[string]*tally{}
	names := []string{"restated", "said to be restated", "dropped", "target set otherwise", "reworded", "boundary"}
	for _, n := range names {
		counts[n] = &tally{}
	}
	for n := range twoyears.Pairs {
		pair, err := twoyears.Make(n, home)
		if err != nil {
			return r, err
		}
		said, err := compared(ctx, program, home, pair)
		if err != nil {
			return r, fmt.Errorf("comparing pair %d: %w", n, err)
		}
		for _, m := range judgeYears(counts, pair.Planted, said) {
			r.Misses = append(r.Misses, Miss{Asked: fmt.Sprintf("pair %d: %s", n, m[0]), Got: m[1]})
		}
	}
	var planted, found, wrong int
	for _, n := range names {
		c := counts[n]
		r.Rows = append(r.Rows, []string{n, fmt.Sprint(c.planted), fmt.Sprint(c.found), fmt.Sprint(c.wrong)})
		planted, found, wrong = planted+c.planted, found+c.found, wrong+c.wrong
	}
	least := 0.8
	r.Figures = []Figure{
		{Name: fmt.Sprintf("of %d changes found", planted), Value: float64(found) / float64(planted), Least: &least},
		{Name: "told besides", Value: float64(wrong)},
	}
	return r, nil
}

// judgeYears holds a comparison against what was planted, and returns what was missed or told besides.
func judgeYears(counts map[string]*tally, p twoyears.Planted, c compare.Comparison) (misses [][2]string) {
	count := func(name, what string, there bool) {
		counts[name].planted++
		if there {
			counts[name].found++
		} else {
			misses = append(misses, [2]string{name + ": " + what, "not told"})
		}
	}
	besides := func(name string, told, planted int, all any) {
		if told > planted {
			counts[name].wrong += told - planted
			misses = append(misses, [2]string{name + ", told besides", fmt.Sprintf("%+v", all)})
		}
	}
	bare := func(s string) string { return strings.ReplaceAll(s, ",", "") }
	holds := func(places []compare.Place, words string) bool {
		return slices.ContainsFunc(places, func(x compare.Place) bool { return strings.Contains(x.Text, words) })
	}
	for _, want := range p.Restated {
		at := slices.IndexFunc(c.Restated, func(x compare.Restated) bool {
			return x.Year == want.Year && strings.Contains(bare(x.Earlier.Text), bare(want.Earlier)) && strings.Contains(bare(x.Later.Text), bare(want.Later))
		})
		count("restated", fmt.Sprintf("%d from %s to %s", want.Year, want.Earlier, want.Later), at >= 0)
		count("said to be restated", fmt.Sprint(want), at >= 0 && c.Restated[at].Marked == want.Marked)
	}
	besides("restated", len(c.Restated), len(p.Restated), c.Restated)
	for _, want := range p.Dropped {
		count("dropped", want, holds(c.Dropped, strings.TrimSuffix(want, ".")))
	}
	besides("dropped", len(c.Dropped), len(p.Dropped), c.Dropped)
	for _, want := range p.Changed {
		count("target set otherwise", fmt.Sprint(want), slices.ContainsFunc(c.Changed, func(x compare.Changed) bool {
			return strings.Contains(x.Earlier.Text, want[0]) && strings.Contains(x.Later.Text, want[1]) && strings.Join(x.What, "; ") == want[2]
		}))
	}
	besides("target set otherwise", len(c.Changed), len(p.Changed), c.Changed)
	for _, want := range p.Reworded {
		count("reworded", fmt.Sprint(want), slices.ContainsFunc(c.Reworded, func(x compare.Pair) bool {
			return strings.Contains(x.Earlier.Text, want[0]) && strings.Contains(x.Later.Text, want[1])
		}))
	}
	besides("reworded", len(c.Reworded), len(p.Reworded), c.Reworded)
	for _, want := range p.Boundaries {
		count("boundary", fmt.Sprint(want), slices.ContainsFunc(c.Boundaries, func(x compare.Boundary) bool {
			return x.Earlier.Page > 0 && x.Later.Page > 0 && (x.Earlier.Text == want[0] || x.Later.Text == want[1])
		}))
	}
	besides("boundary", len(c.Boundaries), len(p.Boundaries), c.Boundaries)
	return misses
}

// compared analyses both reports and compares them as a user does.
func compared(ctx context.Context, program, home string, p twoyears.Pair) (c compare.Comparison, err error) {
	data := filepath.Join(home, "data")
	defer os.RemoveAll(data)
	var runs []string
	for _, file := range []string{p.Earlier, p.Later} {
		var d struct {
			Run struct {
				ID string `json:"id"`
			} `json:"run"`
		}
		if err := analysed(ctx, program, home, file, &d); err != nil {
			return c, err
		}
		runs = append(runs, d.Run.ID)
	}
	raw, err := exec.CommandContext(ctx, program, "compare", runs[0], runs[1], "--json", "--data-dir", data).Output()
	if err != nil {
		return c, fmt.Errorf("comparing %s with %s: %w", runs[0], runs[1], err)
	}
	return c, json.Unmarshal(raw, &c)
}
