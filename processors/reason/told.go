package reason

import (
	"fmt"
	"strings"
)

// Unanswered is a line for people that says how many of some questions were not answered, and what stands instead; none where all
// were. Questions that nobody asked are not counted.
func Unanswered(replies []*Reply, about, instead string) []string {
	counts, asked, missing, dropped := map[Outcome]int{}, 0, 0, 0
	problem := ""
	for _, r := range replies {
		if r == nil {
			continue
		}
		asked++
		dropped += r.Dropped
		if r.Outcome != Answered {
			missing++
			counts[r.Outcome]++
			if problem == "" {
				problem = r.Problem
			}
		}
	}
	var out []string
	if missing > 0 {
		var why []string
		for _, o := range []Outcome{Unusable, Unavailable, Refused, BudgetExhausted} {
			if counts[o] > 0 {
				why = append(why, fmt.Sprintf("%d %s", counts[o], strings.ReplaceAll(string(o), "_", " ")))
			}
		}
		out = append(out, fmt.Sprintf("%d of %d questions to the model (%s) were not answered: %s (%s); %s", missing, asked, about, strings.Join(why, ", "),
			problem, instead))
	}
	if dropped > 0 {
		out = append(out, fmt.Sprintf("%d answers of the model (%s) did not fit and were left out; %s", dropped, about, instead))
	}
	return out
}

// Shorten bounds a text that a model is given.
func Shorten(text string, most int) string {
	r := []rune(strings.Join(strings.Fields(text), " "))
	if len(r) <= most {
		return string(r)
	}
	return strings.TrimRight(string(r[:most-1]), " ,;:") + "…"
}
