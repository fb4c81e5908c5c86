package sets

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/sibyl-project/sibyl/deploy/eval/slips"
)

// pairHalves measure short pages that contradict themselves in one place against the same pages put right: nobody looks at what is missed of
// the second half.
func pairHalves() []Set {
	set := func(name string, validation bool) Set {
		return Set{
			Name:  name,
			About: "short pages in two versions: one contradicts itself in one place, and in the other no check may fail",
			Run: func(ctx context.Context, _, _ string) (Report, error) {
				return measurePairs(ctx, slices.DeleteFunc(slips.Pairs(), func(p slips.Pair) bool { return p.Validation() != validation }), !validation)
			},
		}
	}
	return []Set{set("pairs-development", false), set("pairs-validation", true)}
}

func measurePairs(ctx context.Context, pairs []slips.Pair, shown bool) (Report, error) {
	r := Report{Columns: []string{"kind", "pairs", "told"}}
	reports, err := selfReader("")
	if err != nil {
		return r, err
	}
	asked, told, alarms, sum := map[string]int{}, map[string]int{}, 0, 0
	for _, p := range pairs {
		t, err := p.Try(ctx, reports.parser.Parse)
		if err != nil {
			return r, err
		}
		asked[p.Kind]++
		alarms += len(t.Alarms)
		if t.Told {
			told[p.Kind]++
			sum++
		} else if shown {
			r.Misses = append(r.Misses, Miss{Asked: fmt.Sprintf("%s (%s): %s", p.Name, p.Kind, p.Wrong), Got: "no check failed"})
		}
		for _, c := range t.Alarms {
			if shown {
				r.Misses = append(r.Misses, Miss{Asked: p.Name + ", put right", Got: c.Name + ": " + c.Message})
			}
		}
		for _, c := range t.Others {
			if shown && !t.Told {
				r.Misses = append(r.Misses, Miss{Asked: p.Name + ", with its mistake", Got: "another place: " + c.Name + ": " + c.Message})
			}
		}
	}
	if shown {
		for _, k := range slices.Sorted(maps.Keys(asked)) {
			r.Rows = append(r.Rows, []string{k, fmt.Sprint(asked[k]), fmt.Sprint(told[k])})
		}
	}
	r.Figures = []Figure{
		{Name: fmt.Sprintf("told, of %d mistakes", len(pairs)), Value: part(sum, len(pairs))},
		{Name: fmt.Sprintf("false alarms on %d pages put right", len(pairs)), Value: float64(alarms)},
	}
	return r, nil
}
