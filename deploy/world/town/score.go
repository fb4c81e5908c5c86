package town

import (
	"fmt"
	"strings"
)

// Ruled is a claim of a run with its verdict.
type Ruled struct{ Text, Verdict, Reasoning string }

// Score is how a run's verdicts compare with the truth.
type Score struct {
	Claims  int // of the truth
	Right   int
	Decided int // verified or contradicted, and rightly so
	Wrong   []string
	Missing []string // claims of the truth that the run does not have
	Worse   []string // of the wrong ones, those that verify or contradict what they must not
}

// Compare holds a run against the truth. Claims of the run that the truth does not list count as worse when they are
// verified or contradicted: nothing else in the report can be.
func (w World) Compare(run []Ruled) Score {
	truth := w.Claims()
	s := Score{Claims: len(truth)}
	used := map[int]bool{}
	for _, c := range truth {
		at := -1
		for i, r := range run {
			if !used[i] && normal(r.Text) == normal(c.Text) {
				at = i
				break
			}
		}
		if at < 0 {
			s.Missing = append(s.Missing, c.Text)
			continue
		}
		used[at] = true
		r := run[at]
		if r.Verdict == c.Verdict {
			s.Right++
			if decides(r.Verdict) {
				s.Decided++
			}
			continue
		}
		line := fmt.Sprintf("%s\n    %s, not %s (%s): %s", c.Text, r.Verdict, c.Verdict, c.Why, r.Reasoning)
		s.Wrong = append(s.Wrong, line)
		if decides(r.Verdict) {
			s.Worse = append(s.Worse, line)
		}
	}
	for i, r := range run {
		if !used[i] && decides(r.Verdict) {
			s.Worse = append(s.Worse, fmt.Sprintf("%s\n    %s, though the truth does not list it: %s", r.Text, r.Verdict, r.Reasoning))
		}
	}
	return s
}

func decides(verdict string) bool { return verdict == verified || verdict == contradicted }

func normal(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), " ")) }

func (s Score) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d of %d claims rightly ruled, %d of them verified or contradicted; %d wrong, %d of these verified or contradicted wrongly; %d not found\n",
		s.Right, s.Claims, s.Decided, len(s.Wrong), len(s.Worse), len(s.Missing))
	for _, l := range s.Wrong {
		fmt.Fprintf(&b, "  wrong: %s\n", l)
	}
	for _, l := range s.Worse {
		fmt.Fprintf(&b, "  worse: %s\n", l)
	}
	for _, l := range s.Missing {
		fmt.Fprintf(&b, "  not found: %s\n", l)
	}
	return b.String()
}
