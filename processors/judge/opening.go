package judge

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/cockroachdb/apd/v3"
	"github.com/sibyl-project/sibyl/data/lexicon"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/phrase"
)

// onlyTheCompany is what is true of nearly every claim of a report, and so stands behind what is particular to this one.
const onlyTheCompany = "Only the company says it."

// figuresNamed is how many of a claim's figures an opening names.
const figuresNamed = 2

// opening concludes where nothing takes a side, by what is particular to the claim: what the report's own figures make of it, where else it
// gives them or that it does not, and else what kind of statement it is and what of it could be looked up. figures says that it speaks of
// what came of the report's other figures. Nothing is said not to be there unless somebody has looked.
func opening(c Case, ev Evaluation) (text string, figures bool) {
	if text = unsettled(c, ev); text != "" {
		return text, true
	}
	if x := ev.InternallyConsistent; x != nil && *x {
		if held := c.checksOf(events.CheckPass); len(held) > 0 {
			return "Its figures agree with one another: " + inside(phrase.Held(held[0])), true
		}
		return "Its figures agree with one another.", true
	}
	if asked := c.checksOf(events.CheckInconclusive); len(asked) > 0 {
		return asking(asked[0]), true
	}
	if held := c.checksOf(events.CheckPass); len(held) > 0 && held[0].Near() {
		return phrase.Held(held[0]), true
	}
	if c.Claim == nil {
		return "Nothing that was looked at confirms or contradicts this.", false
	}
	metrics, looked := c.metrics(ev)
	if text = onTheWay(*c.Claim, metrics); text != "" {
		return text, true
	}
	if text = promised(*c.Claim, metrics); text != "" {
		return text, false
	}
	if looked {
		if text = placed(*c.Claim, metrics); text != "" {
			return text, true
		}
	}
	return described(*c.Claim), false
}

// described says what kind of statement a claim is, of what, and what of it could be looked up.
func described(c events.Claim) string {
	return strings.TrimSpace(kindOf(c) + " " + tellsOf(c))
}

// unsettled begins with what does not hold about the claim or about a figure of it; empty where nothing is known not to hold.
func unsettled(c Case, ev Evaluation) string {
	x, said, twice := ev.InternallyConsistent, "", false
	if failed := c.checksOf(events.CheckFail); len(failed) > 0 {
		said, _ = phrase.Failed(failed[0])
		twice = events.KindOfCheck(failed[0].Name).Fault == events.TwoFigures
	}
	switch {
	case x != nil && !*x:
		if said == "" {
			said = disagreement(ev)
		}
		return "The report does not agree with itself here" + behind(said)
	case said != "" && twice:
		return "The report says otherwise elsewhere about a figure of this" + behind(said)
	case said != "":
		return "A figure of this went into what does not hold" + behind(said)
	}
	return ""
}

// asking tells of a check that was left open: what stands beside what, and what may be wrong.
func asking(k events.Check) string {
	found := strings.TrimSpace(k.Message)
	if k.Stated == "" && k.Working != "" && !strings.ContainsFunc(found, unicode.IsDigit) {
		found = strings.TrimRight(found, ".") + " (" + k.Working + ")"
	}
	return "The report leaves a question about a figure of this: " + inside(phrase.Sentence(phrase.Units(found)))
}

// behind is what follows on a colon.
func behind(said string) string {
	if said = phrase.Sentence(said); said == "" {
		return "."
	}
	return ": " + inside(said)
}

// disagreement is what a finding says by which the report does not agree with itself: its first sentence.
func disagreement(ev Evaluation) string {
	for _, f := range ev.Standing {
		if x := f.InternallyConsistent; x != nil && !*x {
			said, _, _ := strings.Cut(f.Summary, ". ")
			return phrase.Words(said, quoteWords)
		}
	}
	return ""
}

// metrics is what the latest look at the claim's figures says of where they stand, and whether anybody has looked.
func (c *Case) metrics(ev Evaluation) (Lookup, bool) {
	var latest Lookup
	for _, l := range c.Needs {
		if l.Agent == events.DataMetrics && l.Iteration >= latest.Iteration {
			latest = l
		}
	}
	return latest, slices.ContainsFunc(ev.Expected, func(x Expectation) bool { return x.Agent == events.DataMetrics && x.Looked })
}

// promised begins with what a promise leaves open: without a year nobody can say that it was missed.
func promised(c events.Claim, metrics Lookup) string {
	e := c.Entities
	switch {
	case e.Standing == "done", e.Kind == "definition", c.Source == "table" && metrics.TargetYear == 0: // rows give figures; what is meant to come names its year
		return ""
	case metrics.TargetYear > 0 && slices.Contains(metrics.TargetLacks, lacksBaseYear):
		return fmt.Sprintf("It is a target for %d whose sentence names no base year, so that it does not say what counts as reaching it.", metrics.TargetYear)
	case metrics.TargetYear > 0:
		return fmt.Sprintf("It is a target for %d, and only a later report can show whether it is reached.", metrics.TargetYear)
	case !e.Commitment && e.Kind != "target":
		return ""
	}
	figures, years := few(e.Figures), few(e.Periods)
	switch {
	case figures == "" && years == "" && countless(c):
		return "It is read as an intention" + particular(c) + ", and names neither a figure nor a year by which one could say that it was missed."
	case figures == "" && years == "":
		return "It is read as an intention" + particular(c) + ", and no figure or year was read in it by which one could say that it was missed."
	case years == "":
		return fmt.Sprintf("It is read as an intention: it gives %s and no year by which one could say that it was missed.", figures)
	case figures == "":
		return fmt.Sprintf("It is read as an intention: it names %s, and only later reports can show whether it comes about.", years)
	}
	return fmt.Sprintf("It is read as an intention: it gives %s and names %s, and only later reports can show whether it comes about.", figures, years)
}

// onTheWay begins with how far a target has come by the report's own figures; empty where they do not say it.
func onTheWay(c events.Claim, metrics Lookup) string {
	achieved, _, failed := apd.NewFromString(metrics.Achieved)
	needed, _, err := apd.NewFromString(metrics.Needed)
	if c.Entities.Standing == "done" || metrics.TargetYear == 0 || failed != nil || err != nil {
		return ""
	}
	is := "the report's own figures are on a straight path to it or ahead of it"
	if needed.Cmp(achieved) > 0 {
		is = "the report's own figures are behind a straight path to it"
	}
	return fmt.Sprintf("It is a target for %d, and %s: %s points of the base year are needed in each year from now on, "+
		"and %s were achieved in each year since then.", metrics.TargetYear, is, metrics.Needed, metrics.Achieved)
}

// lacksBaseYear is how a target that names no base year is listed.
const lacksBaseYear = "the base year"

// placed begins with where else the report gives the claim's figures.
func placed(c events.Claim, l Lookup) string {
	figures := c.Entities.Figures
	switch {
	case len(l.Again) > 0:
		a := l.Again[0]
		where := " in its text"
		if a.Label != "" {
			where = " under “" + strings.Trim(a.Label, "“”\" ") + "”"
		}
		text := fmt.Sprintf("Page %d gives the same figure, %s,%s", a.Page, phrase.Words(a.Figure, 6), where)
		if n := len(l.Again) - 1; n > 0 {
			text += ", and more of its figures stand elsewhere in the report, too"
		}
		return phrase.Sentence(text)
	case len(l.Alone) > 0:
		where := "No other page"
		if l.Unread > 0 {
			where = "No other page that could be read"
		}
		text := where + " prints " + or(l.Alone)
		if len(l.Alone) < l.Figures {
			text = fmt.Sprintf("%s prints %s, %s of its figures", where, or(l.Alone), verb(len(l.Alone), "one", "some"))
		}
		return phrase.Sentence(text)
	case len(figures) > 0 && len(figures) <= figuresNamed:
		be := verb(len(slices.Compact(slices.Clone(figures))), "was", "were")
		return phrase.Sentence(few(figures) + " " + be + " held against the report's other figures without result")
	case len(figures) > 0:
		return fmt.Sprintf("Its %s were held against the others of the report without result.", phrase.Count(len(figures), "figure", "figures"))
	}
	return ""
}

// kindOf begins with what kind of statement it is, and with what of it somebody could look up. What a sentence names comes before
// what sort it was taken for.
func kindOf(c events.Claim) string {
	e, of := c.Entities, particular(c)
	switch e.Kind {
	case "opinion":
		return "It is read as a judgement" + of + ", which no source decides: only the facts behind it could be checked."
	case "outlook":
		if e.Standing == "done" {
			break // what was expected is told beside what came of it
		}
		return "It is read as an expectation" + of + ", which nothing that is written today can confirm."
	case "pointer":
		return "It refers to something that stands elsewhere" + of + ", and only what is said there could be checked."
	}
	says := map[string]string{
		"definition": "It is read as saying what is counted or what a term means",
		"process":    "It describes how something is done",
		"policy":     "It states a rule or who is responsible",
		"event":      "It says that something was done",
		"change":     "It says that something has changed",
		"level":      "It says how things stand",
		"share":      "It says how large a part is",
	}[e.Kind]
	says = cmp.Or(says, "It states something") + of
	if len(e.Periods) > 0 && e.Kind != "definition" {
		says += " and names " + few(e.Periods)
	}
	switch {
	case e.Subject != "" && e.Subject != "company":
		return phrase.Sentence(says + "; it is about " + e.Subject + ", who could say whether it is so")
	case len(e.Standards) > 0:
		return phrase.Sentence(says + "; it refers to “" + few(e.Standards) + "”, against whose text, register or certificate it could be held")
	case len(e.Bodies) > 0:
		return phrase.Sentence(says + "; it names " + few(e.Bodies) + ", whose minutes or records would show it")
	case e.Kind == "definition":
		return phrase.Sentence(says + ": a choice of the company's, of which only the consequences could be checked")
	case len(e.Figures) > 0:
		return phrase.Sentence(says + " and gives " + few(e.Figures))
	case len(e.Places) > 0 && c.Type == events.Geographic:
		return phrase.Sentence(says + "; it is about " + few(e.Places) + ", where it could be seen")
	case countless(c) && len(e.Periods) == 0:
		return phrase.Sentence(says + ", without a figure or a year that could be looked up")
	case countless(c):
		return phrase.Sentence(says + ", without a figure that could be looked up")
	}
	return phrase.Sentence(says + ", and no figure was read in it that could be recalculated")
}

// counting are the words with which a sentence counts something without digits.
var counting = sync.OnceValue(func() map[string]bool {
	out := map[string]bool{"no": true, "none": true, "nobody": true, "zero": true, "all": true, "every": true}
	for _, w := range lexicon.Entries("headline.counting") {
		out[w] = true
	}
	return out
})

// countless reports whether a claim holds no number, in digits or in words.
func countless(c events.Claim) bool {
	text := c.Text
	for _, named := range slices.Concat(c.Entities.Periods, c.Entities.Standards) { // "2023" and "ISO 14001" count nothing
		text = strings.ReplaceAll(text, named, " ")
	}
	if len(c.Entities.Figures) > 0 || strings.ContainsFunc(text, unicode.IsDigit) {
		return false
	}
	return !slices.ContainsFunc(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) }), func(w string) bool {
		return counting()[w]
	})
}

// few names the first few of what a claim names, as it prints them.
func few(words []string) string {
	var out []string
	for _, w := range words {
		if w = phrase.Words(w, 5); !slices.Contains(out, w) && len(out) < figuresNamed {
			out = append(out, w)
		}
	}
	return phrase.List(out)
}

// or lists figures of which none is there.
func or(words []string) string {
	if n := len(words); n > 1 {
		return strings.Join(words[:n-1], ", ") + " or " + words[n-1]
	}
	return words[0]
}

// standsAlone says that nobody else says it, or who speaks of it without taking a side.
func standsAlone(ev Evaluation) string {
	for _, f := range ev.Standing {
		for _, e := range f.Evidence {
			if f.SupportsClaim != nil || e.Publisher == "" || e.Origin != events.OriginExternal && e.Origin != events.OriginRegistry {
				continue
			}
			name := e.Publisher
			switch {
			case e.Date != "" && e.Page > 0:
				name += " (" + e.Date + ", page " + strconv.Itoa(e.Page) + ")"
			case e.Date != "":
				name += " (" + e.Date + ")"
			}
			return phrase.Sentence(name + " speaks of something near it and takes no side, so that only the company says it")
		}
	}
	return onlyTheCompany
}
