package claims

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/report/document"
)

// targetRow says what a row of a table has to do with a target.
type targetRow int

const (
	noTarget        targetRow = iota
	targetAlone               // it states what is aimed at
	targetAndResult           // it holds what was reached against what is aimed at
)

var (
	targetWords = wordSet(`target targets goal goals ambition ambitions aim aims objective objectives`)
	resultWords = wordSet(`status state progress actual achieved achievement performance current result results reached`)
)

// mostHeading bounds the cells that are taken for headings, in bytes: a longer one is a passage that happens to say target.
const mostHeading = 120

// targetOf reads from a table's headings, and from the years in a row and above it that lie behind the one reported on,
// whether the row is one of targets. A word in the caption alone is not enough: "Climate targets" may be the chapter of a table of emissions.
func targetOf(t *document.Table, row []document.Cell, values []int, label, reported string) targetRow {
	named := holdsAny(t.Caption, targetWords) || holdsAny(label, targetWords)
	for _, header := range t.Rows[:min(t.HeaderRows, len(t.Rows))] {
		for _, c := range header {
			named = named || len(c.Text) <= mostHeading && holdsAny(c.Text, targetWords)
		}
	}
	aim := latestYear(label)
	own, reached, status := false, "", false
	for _, v := range values {
		heading := pathOf(row[v].ColPath)
		when := latestYear(heading + " " + row[v].Period)
		switch {
		case holdsAny(heading, targetWords):
			own = true
			aim = max(aim, when)
		case row[v].Unit != "" && strings.ContainsAny(row[v].Unit, "€$£"): // money that is beside it
		default:
			status = status || holdsAny(heading, resultWords)
			if when != "" && (reached == "" || when < reached) {
				reached = when
			}
			if named && when > reported {
				aim = max(aim, when)
			}
		}
	}
	switch {
	case !named && !own:
		return noTarget
	case own && (reached != "" || status), aim > reported && reached != "" && reached <= reported, named && status:
		return targetAndResult
	case own, aim > reported && (reached == "" || reached > reported):
		return targetAlone
	}
	return noTarget
}

// reportedYear is the year that a report is of: the one that it names most often, the later of two.
func reportedYear(d *document.Document) string {
	counts := map[string]int{}
	most := ""
	for i := range d.Pages {
		for _, w := range wordsOf(d.Pages[i].Text) {
			if isYear(w.low) {
				counts[w.low]++
			}
		}
	}
	for y, n := range counts {
		if n > counts[most] || n == counts[most] && y > most {
			most = y
		}
	}
	return most
}

func holdsAny(text string, of map[string]bool) bool {
	return slices.ContainsFunc(wordsOf(text), func(w word) bool { return of[w.low] })
}

// yearsIn are the years of a text: 2030, YE2030, FY30.
func yearsIn(text string) []string {
	var out []string
	for _, w := range wordsOf(text) {
		y := strings.TrimLeft(w.low, "fye")
		if len(y) == 2 && strings.HasPrefix(w.low, "fy") {
			y = "20" + y
		}
		if isYear(y) {
			out = append(out, y)
		}
	}
	return out
}

func latestYear(text string) string {
	latest := ""
	for _, y := range yearsIn(text) {
		latest = max(latest, y)
	}
	return latest
}
