package consistency

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
)

var (
	// carrying are words that a denial of everything can have: of grammar, of happening as such, of anybody, and of its time. Any other word says of
	// whom or of what it is.
	carrying = pattern.Compile(`(?i)^(?:` + lexicon.Alternatives("checks.carrying") + `)$`)
	// aboutIt are headings under which a thing is not counted itself, but what was done about it.
	aboutIt = pattern.Compile(`(?i)\b(?:train\w*|courses?|audit\w*|assess\w*|hours?|polic\w*|target\w*|goals?|rates?|average|industry|sector|` +
		`benchmark|peers?|provisions?|insur\w*|prevent\w*|risks?|scenario\w*|sites?)\b`)
)

// telling are the words of a phrase that say of whom or of what it is.
func telling(phrase string, year int) []string {
	var out []string
	for _, w := range sheet.WordOf.FindAllString(strings.ToLower(phrase), -1) {
		if !carrying.MatchString(w) && (year == 0 || w != strconv.Itoa(year)) {
			out = append(out, w)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// notItself reports whether the headings over a cell say that it counts what was done about a thing, or somebody else's.
func notItself(e sheet.Entry) bool {
	path := sheet.Headings(e.At.RowPath)
	over := strings.Join(append(slices.Clone(path[:max(0, len(path)-1)]), e.At.Caption), " ")
	return aboutIt.MatchString(over) || someoneElse.MatchString(over)
}
