package notes

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
)

// GoalRow is a row of a table that sets what was reached beside what is aimed at.
type GoalRow struct {
	Page           int
	Goal, Progress string
	Why            string // what the progress does not speak of
}

var (
	// progress heads the column that says what was reached.
	progress = pattern.Compile(`(?i)\b(?:progress|performance|status|achiev\w+|results?|update|where\s+we\s+are)\b`)
	share    = pattern.Compile(`\d\s*%`)
	stem     = pattern.Compile(`\p{L}{4,}`)
	// object is what a goal is to lessen or to raise.
	object = pattern.Compile(`(?i)\b(?:reduc\w+|cut|lower|decreas\w+|halv\w+|increas\w+)\s+` +
		`(?:(?:of|in|our|the|its|their|total|overall|absolute)\s+)*([\p{L}-]+)(?:\s+([\p{L}-]+))?`)
	intensity = pattern.Compile(`(?i)\bintensit(?:y|ies)\b|\bper\s+(?:m2|m²|sqm|square|tonne|unit|employee|revenue|hour)\b`)
)

// Paced is a goal with the share that its table says was reached since the same base year.
type Paced struct {
	Page           int
	Goal, Progress string
	Aim, Done      string
	Base, Due      int
}

var (
	shareOf = pattern.Compile(`(\d+(?:\.\d+)?)\s*(?:%|per\s+cent)`)
	yearOf  = pattern.Compile(`\b(?:FYE?\s?)?((?:19|20)\d\d)\b|\bFYE?\s?'?(\d\d)\b`)
)

// paced reads a goal with one share, a base year and a year, and its progress with one share since the same base year.
func paced(page int, goal, reached string) (Paced, bool) {
	aims, done := shareOf.FindAllStringSubmatch(goal, -1), shareOf.FindAllStringSubmatch(reached, -1)
	years, since := yearsOf(goal), yearsOf(reached)
	if len(aims) != 1 || len(done) != 1 || len(years) != 2 || years[0] >= years[1] || !slices.Contains(since, years[0]) ||
		intensity.MatchString(goal) != intensity.MatchString(reached) {
		return Paced{}, false
	}
	return Paced{page, goal, reached, aims[0][1], done[0][1], years[0], years[1]}, true
}

// yearsOf are the years that a text names, each once, the earliest first.
func yearsOf(text string) []int {
	var out []int
	for _, m := range yearOf.FindAllStringSubmatch(text, -1) {
		out = append(out, vocabulary.Atoi(m[1]+map[bool]string{true: "20" + m[2]}[m[2] != ""]))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// fewestStems are as many words as a goal and what was reached need to have for their having none in common to say something.
const fewestStems = 5

// answeredOtherwise are the rows of tables of goals whose column of progress speaks of something else than the goal is measured by: of no share where one
// is aimed at, of an amount where an intensity is, of another thing, or of nothing of it at all.
func answeredOtherwise(page int, t *document.Table) (out []GoalRow, part []Paced) {
	if !setsGoals(t) {
		return nil, nil
	}
	goal, reached := -1, -1
	for _, row := range t.Rows[:min(t.HeaderRows, len(t.Rows))] {
		for k, c := range row {
			switch {
			case progress.MatchString(c.Text):
				reached = k
			case goals.MatchString(c.Text):
				goal = k
			}
		}
	}
	if goal < 0 || reached <= goal {
		return nil, nil
	}
	for _, row := range t.Rows[t.HeaderRows:] {
		if reached >= len(row) {
			continue
		}
		g, p := strings.Join(strings.Fields(row[goal].Text), " "), strings.Join(strings.Fields(row[reached].Text), " ")
		if why := otherwise(g, p); why != "" {
			out = append(out, GoalRow{page, g, p, why})
		} else if x, ok := paced(page, g, p); ok {
			part = append(part, x)
		}
	}
	return out, part
}

// otherwise says what of a goal its progress does not speak of; nothing of one that is answered, or said to be reached or not.
func otherwise(goal, reached string) string {
	if len(stemsOf(reached)) < fewestStems || met.MatchString(reached) || notMet.MatchString(reached) {
		return ""
	}
	a, b := stemsOf(goal), stemsOf(reached)
	common := slices.ContainsFunc(a, func(s string) bool { return slices.Contains(b, s) })
	of := object.FindStringSubmatch(goal)
	switch {
	case !common && len(a) >= fewestStems:
		return "anything that the goal names"
	case !share.MatchString(goal) || of == nil || !counting.MatchString(reached):
		return ""
	case intensity.MatchString(goal) && !intensity.MatchString(reached):
		return "the intensity that is aimed at"
	case !share.MatchString(reached):
		return "how much of the aim was reached"
	case !intensity.MatchString(goal) && intensity.MatchString(reached) && emissions.MatchString(goal):
		return "the amount that is aimed at, but of an intensity"
	case len(of[1]) > 3 && of[2] != "" && !strings.Contains(strings.ToLower(reached), strings.ToLower(of[1][:4])):
		return strings.ToLower(of[1] + " " + of[2])
	}
	return ""
}

func stemsOf(said string) []string {
	var out []string
	for _, w := range stem.FindAllString(strings.ToLower(said), -1) {
		out = append(out, string([]rune(w)[:4]))
	}
	return out
}

var counting = pattern.Compile(`\d`)
