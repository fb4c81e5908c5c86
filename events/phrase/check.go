package phrase

import (
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
)

// Failed tells of a check that does not hold in two sentences: what the report states, and what its own figures come to.
func Failed(c events.Check) (stated, found string) {
	subject, pages := statedAs(c), Pages(pagesOf(c))
	if !compared(c) {
		stated = strings.TrimSpace(c.Message)
		if pages != "" && !strings.Contains(stated, "page ") {
			stated = onPages(pages) + ": " + stated
		}
		return firstSentences(stated)
	}
	where := onPages(Pages(statedOn(c)))
	if where == "" {
		where = "The report"
	}
	states := "gives"
	if strings.HasPrefix(where, "Pages ") {
		states = "give"
	}
	stated = fmt.Sprintf("%s %s %s%s", where, states, Amount(c.Stated), subject)
	computed, by := asPrecise(c.Expected, c.Stated), working(c)
	computes := events.KindOfCheck(c.Name).Computes
	if computes == events.ComputesSum && strings.Contains(c.Working, " / ") && !strings.Contains(c.Working, " + ") {
		computes = events.ComputesRate // lines of a table may be made of others by division, too
	}
	switch computes {
	case events.ComputesSum:
		found = "The parts add up to " + computed + by
	case events.ComputesChange:
		found = "The figures before and after make it " + computed + by
	case events.ComputesShare:
		found = "Its own figures make it " + computed + by
	case events.ComputesRate:
		found = "The amounts it is made of give " + computed + by
	default:
		found = "Its own figures make it " + computed + by
	}
	if d := strings.TrimLeft(c.Difference, "-"); computes == events.ComputesSum && d != "" {
		less := "more"
		if !strings.HasPrefix(c.Difference, "-") {
			less = "less"
		}
		found += fmt.Sprintf(", %s %s than stated", Amount(d), less)
	}
	if why := slip(c.Stated, c.Expected); why != "" {
		found += "; " + why
	}
	return Sentence(stated), Sentence(found)
}

// Against puts a check that does not hold into one line: what is stated against what its own figures come to. Of a check that
// does not compare two amounts it says the first sentence of what was found.
func Against(c events.Check) string {
	if !compared(c) {
		first, _ := firstSentences(strings.TrimSpace(c.Message))
		return Words(strings.TrimRight(first, "."), 24)
	}
	return fmt.Sprintf("%s stated, %s by its own figures", Amount(c.Stated), asPrecise(c.Expected, c.Stated))
}

// Held tells of a check that holds, in one sentence with its page.
func Held(c events.Check) string {
	where, states := onPages(Pages(statedOn(c))), "gives"
	if !compared(c) {
		if where = onPages(Pages(pagesOf(c))); where == "" {
			where = "The report"
		}
		m, _, _ := strings.Cut(plainPowers(strings.TrimSpace(c.Message)), ". ")
		return Sentence(where + ": " + m)
	}
	if strings.HasPrefix(where, "Pages ") {
		states = "give"
	}
	if where == "" {
		where = "The report"
	}
	by := strings.Trim(strings.TrimPrefix(working(c), ", from "), " ")
	if strings.HasPrefix(by, "(") && strings.HasSuffix(by, ")") && strings.Count(by, "(") == 1 {
		by = by[1 : len(by)-1]
	}
	if by == "" {
		by = "what it is worked out from"
	}
	if events.KindOfCheck(c.Name).Computes == events.ComputesWhole { // no report prints the whole that parts are to make
		return Sentence(fmt.Sprintf("%s gives parts that make %s: %s", strings.Replace(where, "Pages ", "Pages ", 1), Amount(c.Stated), by))
	}
	comes := "the same"
	if rounded := roughly(c.Expected, c.Stated); rounded != "" {
		comes = rounded
		if c.ExplainedByRounding {
			comes += " before rounding"
		}
	}
	if c.Near() {
		comes += away(c) + ": close, and not the same"
	}
	return Sentence(fmt.Sprintf("%s %s %s, and %s comes to %s", where, states, Amount(c.Stated), by, comes))
}

// away is by how much a computed amount is off the stated one.
func away(c events.Check) string {
	computed, _, unit, ok := number(c.Expected)
	stated, _, _, known := number(c.Stated)
	if !ok || !known || stated.Sign() == 0 || unit == "%" {
		return "" // a difference of percentages in per cent misleads
	}
	off := new(big.Rat).Quo(new(big.Rat).Sub(computed, stated), new(big.Rat).Abs(stated))
	way := "more"
	if off.Sign() < 0 {
		way = "less"
	}
	share := off.Abs(off).Mul(off, big.NewRat(100, 1)).FloatString(1)
	if share == "0.0" {
		return ""
	}
	return ", " + share + " % " + way
}

// compared reports whether a check is one stated figure against one computed one; of the others the message says it best.
func compared(c events.Check) bool {
	_, _, _, stated := number(c.Stated)
	_, _, _, computed := number(c.Expected)
	plain := strings.HasPrefix(c.Message, "Does not agree: ") || strings.HasPrefix(c.Message, "Agrees")
	return stated && computed && (sayable(c.Name) || plain)
}

// sayable reports whether what a check computes can be told in one sentence; that shares make a whole is told by the message.
func sayable(name string) bool {
	of := events.KindOfCheck(name).Computes
	return of != events.ComputesNothing && of != events.ComputesWhole
}

// statedAs names what the stated figure is of, where the check's inputs say so.
func statedAs(c events.Check) string {
	for _, in := range c.Inputs {
		if name, ok := strings.CutPrefix(in.Label, "stated: "); ok {
			return " for “" + Words(name, 12) + "”" + yearOf(c)
		}
	}
	if n := len(c.Inputs); c.Name == "table_relation" && n > 0 {
		return " for “" + Words(c.Inputs[n-1].Label, 12) + "”"
	}
	switch events.KindOfCheck(c.Name).Computes {
	case events.ComputesChange:
		return " as the change"
	case events.ComputesShare:
		return " as the share"
	}
	return ""
}

var atEnd = regexp.MustCompile(`, ((?:19|20)\d\d)$`)

// yearOf is the year that all parts are of.
func yearOf(c events.Check) string {
	year := ""
	for _, in := range c.Inputs {
		m := atEnd.FindStringSubmatch(in.Label)
		switch {
		case m == nil:
		case year == "":
			year = m[1]
		case year != m[1]:
			return ""
		}
	}
	if year == "" {
		return ""
	}
	return " in " + year
}

// plainWorking is a working that is arithmetic and nothing else, so that its left side can stand in a sentence.
var plainWorking = regexp.MustCompile(`^([-+*/x×().,\d\s]+) = `)

// working is the arithmetic in brackets, where it is short enough to read in a sentence.
func working(c events.Check) string {
	m := plainWorking.FindStringSubmatch(c.Working)
	if m == nil {
		return ""
	}
	const most = 60
	amounts := func(s string) string { return Large(whole(s)) }
	if !spanOfYears.MatchString(m[1]) {
		amounts = func(s string) string { return strings.TrimSuffix(Large(whole(s)+" x"), " x") }
	}
	text := decimals.ReplaceAllStringFunc(strings.TrimSpace(m[1]), amounts)
	text = strings.NewReplacer(" x ", " × ", " * ", " × ").Replace(text)
	if len(text) > most {
		return ""
	}
	if strings.Contains(text, "(") {
		return ", from " + text
	}
	return " (" + text + ")"
}

// whole is a number of a working without the zeros behind its point that reckoning in millions leaves.
func whole(s string) string {
	before, behind, _ := strings.Cut(s, ".")
	if len(before) > 6 && strings.Trim(behind, "0") == "" {
		return before
	}
	return s
}

// spanOfYears is what tells years from amounts in a working.
var spanOfYears = regexp.MustCompile(`\((?:19|20)\d\d - (?:19|20)\d\d\)`)

var decimals = regexp.MustCompile(`\d+(?:\.\d+)?`)

func pagesOf(c events.Check) []int {
	var out []int
	for _, in := range c.Inputs {
		if in.Page > 0 && !slices.Contains(out, in.Page) {
			out = append(out, in.Page)
		}
	}
	return out
}

// statedOn are the pages of the figure that the check is of: the input that is called stated, else all.
func statedOn(c events.Check) []int {
	for _, in := range c.Inputs {
		if strings.HasPrefix(in.Label, "stated") && in.Page > 0 {
			return []int{in.Page}
		}
	}
	return pagesOf(c)
}

func onPages(pages string) string {
	if pages == "" {
		return ""
	}
	return strings.ToUpper(pages[:1]) + pages[1:]
}

// firstSentences parts a message into its first sentence and the next.
func firstSentences(s string) (first, second string) {
	first, rest, _ := strings.Cut(plainPowers(s), ". ")
	second, _, _ = strings.Cut(rest, ". ")
	return Sentence(first), Sentence(second)
}
