package document

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/phrase"
	"github.com/sibyl-project/sibyl/projections/document/headline"
	"github.com/sibyl-project/sibyl/projections/document/keyfigures"
	"github.com/sibyl-project/sibyl/projections/document/notes"
	"github.com/sibyl-project/sibyl/rag/pattern"
)

// gravity weighs a check that does not hold: how sure it is, what it is about and by how much it misses.
func (v *view) gravity(c shownCheck) float64 {
	weight := v.gravityOfResult(c)
	carbon, bare := false, true
	for _, in := range c.Inputs {
		carbon = carbon || strings.Contains(in.Unit, "CO2")
		bare = bare && (in.Unit == "" || in.Unit == "%" || strings.HasPrefix(in.Unit, "No."))
	}
	if carbon || sortOf(c.Name) == MatterTarget {
		weight += 8
	}
	deaths := v.ofDeaths(c)
	switch {
	case carbon && c.Name == "intensity" && c.Result == events.CheckInconclusive:
		weight += 12 // by which companies are held against one another
	case deaths && c.Stated == "none":
		weight += 20 // which no reader may miss
	}
	if bare && !deniedInWords(c) && sortOf(c.Name) != MatterTarget && !deaths {
		weight -= 36 // people and things, which decide less than emissions, energy and money do
		if v.ofOther(c) {
			weight -= 26 // and things that nobody asks for least
		}
		if c.Result == events.CheckFail && c.Severity == "critical" && !v.earlier(c) && !v.ofOther(c) {
			weight = max(weight, shownWrong) // what the report itself shows to be wrong stands before what it only says
		}
	}
	if off, err := strconv.ParseFloat(c.DifferencePercent, 64); err == nil {
		switch off = math.Abs(off); {
		case off < 0.5:
			weight -= 25 // it matters little even if it is wrong
		case off >= 10:
			weight += 4
		}
	}
	if datesTitle(c) != "" {
		weight = max(weight, wrongDay) // a slip, and in black and white
	}
	if v.slight(c) {
		weight -= 22
	}
	if leftEmpty(c) || misplaced(c) {
		weight -= 30 // what is missing are the parts, and nothing shows the whole to be wrong; and everybody sees what a point out of place means
	}
	if slices.ContainsFunc(c.Claims, v.contradicted) {
		weight += 6
	}
	return weight
}

func (v *view) contradicted(claim string) bool {
	x := v.verdicts[claim]
	return x != nil && x.Verdict == events.Contradicted
}

// shownWrong is what a mistake weighs at least that a report's own figures show, however little it is about.
const shownWrong = 50

// wrongDay is what a date weighs at least that cannot be.
const wrongDay = 48

// deniedInWords reports whether a check holds a sentence that something did not happen against one that tells of it.
func deniedInWords(c shownCheck) bool {
	return c.Stated == "none" && len(c.Inputs) > 0 && c.Inputs[0].Value == "none"
}

// ofDeaths reports whether a check is of figures that count deaths, which decide more than how many they are.
func (v *view) ofDeaths(c shownCheck) bool {
	return slices.ContainsFunc(c.Inputs, func(in CheckInput) bool {
		f := v.facts[in.FactID]
		return f != nil && f.Source == "table" && keyfigures.Deadly(strings.Join(f.RowPath, " ")) || deniedInWords(c) && keyfigures.Deadly(in.Label)
	})
}

// gravityOfResult is how grave a check is by what came of it: what is only asked about weighs less, and what is of earlier years.
func (v *view) gravityOfResult(c shownCheck) (weight float64) {
	weight = map[string]float64{"critical": 74, "warning": 58}[c.Severity]
	if c.Result == events.CheckInconclusive {
		weight = 34
		if c.Name == "duplicate_figure" {
			weight = 44
		}
		if c.Name == "magnitude" && thousandfold(c) || c.Name == "duplicate_figure" && rescaled(c) {
			weight -= 12 // everybody sees that a separator is another country's
		}
		if v.ofOther(c) {
			weight -= 10
		}
		if v.earlier(c) {
			weight -= 30 // how earlier years differ is no news
		}
	}
	if c.Result == events.CheckFail && v.earlier(c) {
		weight -= 32 // what is wrong with an earlier year stands behind what the report's year shows
	}
	return weight
}

// rescaled reports whether a check holds two figures of the same digits against one another, with other units.
func rescaled(c shownCheck) bool {
	digits := func(s string) string { return notDigit.ReplaceAllString(s, "") }
	return c.Stated != c.Expected && digits(c.Stated) != "" && digits(c.Stated) == digits(c.Expected)
}

var notDigit = pattern.Compile(`[^0-9]+`)

// thousandfold reports whether a figure is printed with three digits behind its only mark, beside others a thousand times as large: "1.179" beside 937.
func thousandfold(c shownCheck) bool {
	printed, _, _ := strings.Cut(c.Working, " ")
	return markedThousand.MatchString(printed)
}

var markedThousand = pattern.Compile(`^\d{1,3}[.,]\d{3}$`)

// earlier reports whether all figures of a check are of years before the report's.
func (v *view) earlier(c shownCheck) bool {
	if c.Name == "trend" { // of a row, of which it is two years that differ
		return v.periodEnd() > 0 && !strings.Contains(c.Message, strconv.Itoa(v.periodEnd()))
	}
	known := false
	for _, in := range c.Inputs {
		if f := v.facts[in.FactID]; f != nil {
			if f.Year == 0 || f.Year >= v.periodEnd() {
				return false
			}
			known = true
		}
	}
	return known
}

// ofOther reports whether a check is of figures of no metric that reports are read for, as of courses taken.
func (v *view) ofOther(c shownCheck) bool {
	known := false
	for _, in := range c.Inputs {
		if f := v.facts[in.FactID]; f != nil {
			if f.Metric != "other" && f.Metric != "training" {
				return false
			}
			known = true
		}
	}
	return known
}

// leftEmpty reports whether all parts of a sum are nothing and their whole is something: as in a form where they were not filled in.
func leftEmpty(c shownCheck) bool {
	parts := 0
	for _, in := range c.Inputs {
		if strings.HasPrefix(in.Label, "stated") {
			if onlyZero([]string{in.Value}) {
				return false
			}
			continue
		}
		if !onlyZero([]string{in.Value}) {
			return false
		}
		parts++
	}
	return parts > 1 && sortOf(c.Name) == MatterArithmetic
}

// misplaced reports whether a figure is that of its own parts but for where the decimal point stands.
func misplaced(c shownCheck) bool {
	number := func(s string) float64 {
		first, _, _ := strings.Cut(s, " ")
		x, err := strconv.ParseFloat(strings.ReplaceAll(first, ",", ""), 64)
		if err != nil {
			return 0
		}
		return math.Abs(x)
	}
	stated, expected := number(c.Stated), number(c.Expected)
	if stated == 0 || expected == 0 || sortOf(c.Name) != MatterArithmetic {
		return false
	}
	places := math.Log10(expected / stated)
	return math.Abs(places) > 0.5 && math.Abs(places-math.Round(places)) < 1e-9
}

// slightPart is how much of the largest amount of its kind is next to nothing.
const slightPart = 0.02

// slight reports whether a check is of an amount that is next to nothing beside the largest of its kind in the report.
func (v *view) slight(c shownCheck) bool {
	known := 0
	for _, in := range c.Inputs {
		f := v.facts[in.FactID]
		if f == nil {
			continue
		}
		amount, err := strconv.ParseFloat(f.ValueBase, 64)
		if err != nil || math.Abs(amount) >= slightPart*v.largest[f.Metric+" "+f.UnitBase] {
			return false
		}
		known++
	}
	return known > 0
}

// inItsOwnWords is how much more it weighs what a company admits in words that cannot be taken otherwise and that matters, beside what it is proud of.
const inItsOwnWords = 6

// takesBack is how much more a sentence weighs that the one behind it limits.
const (
	takesBack  = 5
	deniesRisk = 8 // less: how it was found is most often told elsewhere; and as much less what stayed as it was
	ofAScope   = 6
)

// saidWeightOf is the weight of a sentence; 0 of one that is not told of by itself.
func saidWeightOf(n Note) float64 {
	adds, against := adverse[n.Kind]
	weight := saidWeight + saidLikely*n.Matters + adds
	if n.After != "" {
		weight += takesBack // it is told with what it leaves open
	}
	if against && n.Scope != "" && !fewer.MatchString(n.Quote) {
		weight += ofAScope // how a scope is counted, or what it lacks, moves every total
	}
	switch {
	case n.Kind == notes.Admitted && n.Sure == 0 && n.Matters >= likelyEnough:
		return weight + inItsOwnWords
	case n.Kind != notes.Mattering && !against || against && n.Matters < likelyEnough && n.Sure < surelySaid:
		return 0
	case against:
		return weight
	case unmoved.MatchString(n.Quote):
		return weight - deniesRisk
	case n.Theme == "risk" && denying.MatchString(n.Quote) && !counts(n):
		return weight - deniesRisk
	case harmless(n.Quote), hurtIn(n.Quote) == 0 && !counts(n) && (!denying.MatchString(n.Quote) || notes.InGeneral(n.Quote)):
		return weight - countsNone
	case n.Theme != "goal" && whole.MatchString(n.Quote) && hasDigit.MatchString(n.Quote):
		return max(weight, min(weight+ofTheWhole, mostSaidWeighs))
	}
	return weight
}

var (
	// whole is how a sentence says that its figure is of everything, counting how it counts something and denying how it denies it.
	whole = pattern.Compile(`(?i)^(?:(?:the|our|its|their|\S+['’]s)\s+)?(?:total|overall)\s` +
		`|\ball\s+(?:three\s+)?scopes\b|\bscopes?\s*1\s*(?:,|&|\+|and)`)
	unmoved  = pattern.Compile(`(?i)\b(?:remain(?:ed|s)|stayed|was|were)\s+(?:\w+\s+)?(?:the\s+same|unchanged|stable|constant)\b`)
	counting = pattern.Compile(`(?i)\b\d|\b(?:` + lexicon.Alternatives("headline.counting") + `)\b`)
	denying  = pattern.Compile(`(?i)\b(?:no|none|nor|neither|not|never|nobody|without|zero|nil)\b`)
	// hurt is how a sentence tells of people who were hurt.
	hurt = pattern.Compile(`(?i)\b(?:accidents?|injur\w+|hurt|LTIs?|LTIFR|TRIs?|TRIFR)\b`)
)

// counts reports whether a sentence gives a figure of anything: the year that it speaks of and the names of scopes are none, but when a target is due.
func counts(n Note) bool {
	said := n.Quote
	if n.Theme != "goal" {
		said = yearsAndScopes.ReplaceAllString(said, "")
	}
	return counting.MatchString(said)
}

var yearsAndScopes = pattern.Compile(`(?i)\b(?:scopes?\s*[123](?:(?:\s*,\s*|\s*(?:and|&|\+)\s*)[123])*|(?:FYE?\s*)?(?:19|20)\d\d)\b`)

// harmless reports whether a sentence tells of harm that did not happen.
func harmless(said string) bool {
	return denying.MatchString(said) && !headline.HasShare(said) && (hurtIn(said) > 0 || keyfigures.Harmful(said))
}

// hurtIn is 2 of a sentence that tells of deaths, 1 of one on accidents, 0 of others: of each a reader is told once.
func hurtIn(said string) int {
	switch {
	case keyfigures.Deadly(said):
		return 2
	case hurt.MatchString(said):
		return 1
	}
	return 0
}

// onlyZero reports whether figures are there and are all nothing, as in a note on what rounding does. The 2 of CO2 is none of their digits.
func onlyZero(figures []string) bool {
	return len(figures) > 0 && !slices.ContainsFunc(figures, func(f string) bool {
		return slices.ContainsFunc(strings.Fields(f), func(word string) bool {
			return !strings.ContainsFunc(word, unicode.IsLetter) && strings.ContainsAny(word, "123456789")
		})
	})
}

// refuted is what the report's own figures make of a figure that a check computes and finds otherwise; empty of others. Whoever is told the figure first
// must not take it for right.
func (v *view) refuted(fact string) string {
	for _, c := range v.checks {
		if c.Result == events.CheckFail && c.Expected != "" && slices.ContainsFunc(c.Inputs, func(in CheckInput) bool {
			return in.FactID == fact && fact != "" && strings.HasPrefix(in.Label, "stated")
		}) {
			return phrase.Amount(c.Expected)
		}
	}
	return ""
}
