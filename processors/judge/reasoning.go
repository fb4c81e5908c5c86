package judge

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/phrase"
)

// Account is what a reasoning says, part by part: each part is one sentence or more, or nothing. A model that is to word a
// verdict is given an account and may say nothing beyond it; without one, Text is the wording. Ids of findings, scores and
// dimensions have fields of their own and are not told.
type Account struct {
	Conclusion string   // what holds, in one sentence
	Decides    []string // what decides it, with page, figure or source
	Aside      []string // what stands beside it and does not decide
	Looked     string   // what was looked at without result
	Unseen     string   // what nobody looked at, and why
	Change     string   // what would change it, and who could provide it
}

// Text is the account in the order in which a person would tell it.
func (a Account) Text() string {
	parts := append([]string{a.Conclusion}, a.Decides...)
	parts = append(append(parts, a.Aside...), a.Looked, a.Unseen, a.Change)
	var out []string
	for _, p := range parts {
		if p = strings.TrimSpace(p); p != "" {
			out = append(out, p)
		}
	}
	return strings.Join(out, " ")
}

// How much of the evidence is told: it all stands in the findings.
const (
	groundsTold = 4   // findings of one side
	wordsTold   = 110 // after so many words no further ground is begun
	quoteWords  = 30
)

// Explain accounts for a verdict of a class. It is a function of its arguments.
func Explain(r Rubric, c Case, ev Evaluation, class events.VerdictClass) Account {
	a := Account{Conclusion: conclusion(r, c, ev, class)}
	sides := []bool{true, false}
	if ev.Side == SideContradict {
		sides = []bool{false, true}
	}
	for _, supports := range sides {
		told := r.grounds(c, ev, supports)
		if len(told) > 0 && len(a.Decides) > 0 {
			told[0] = "On the other side, " + inside(told[0])
		}
		a.Decides = append(a.Decides, told...)
	}
	a.Aside = slices.DeleteFunc(aside(r, c, ev), func(s string) bool {
		_, said, ok := strings.Cut(s, ": ")
		return ok && slices.ContainsFunc(a.Decides, func(d string) bool { return strings.Contains(strings.ToLower(d), strings.ToLower(said)) })
	})
	a.Looked = looked(c, ev, class)
	if a.Unseen = unseen(ev); ev.Incomplete {
		a.Unseen = strings.TrimSpace(a.Unseen + " " + lowWithout(a.Unseen))
	}
	a.Change = change(r, c, ev, class)
	return a
}

// inside makes a sentence one that can stand after others: names keep their capitals.
func inside(s string) string {
	first, _, _ := strings.Cut(s, " ")
	if slices.Contains([]string{"Page", "Pages", "The", "According", "A", "An", "One", "It", "Its", "By"}, first) {
		return strings.ToLower(s[:1]) + s[1:]
	}
	return s
}

// conclusion is what holds, in one sentence.
func conclusion(r Rubric, c Case, ev Evaluation, class events.VerdictClass) string {
	independent, own := parted(ev.Support)
	doubt := nearly(c)
	if doubt != "" && independent > 0 && own == reportsFigures {
		own = "" // what only comes near confirms nothing beside what does
	}
	switch class {
	case events.Verified:
		text := sources(independent) + " " + verb(independent, "confirms this", "confirm this")
		if own != "" {
			text += ", as do the company's own figures"
		}
		return phrase.Sentence(text + ", and no source contradicts it")
	case events.Contradicted:
		return phrase.Sentence("This does not hold: " + who(ev.Contradict) + " otherwise" + r.outweighing(ev))
	case events.Unverified:
		return unconfirmed(c, ev)
	}
	if text := r.covers(c, ev).inPart(c, independent); text != "" && !ev.Contradictory {
		return text
	}
	if doubt != "" && independent == 0 && own == reportsFigures && !ev.Contradictory {
		return phrase.Sentence(own + " " + doubt + ", and nothing independent of the company confirms it")
	}
	if figures := few(figuresOf(c)); figures != "" && independent == 0 && own == reportsFigures && !ev.Contradictory {
		return phrase.Sentence(own + " confirm " + figures + " of this, but nothing independent of the company does")
	}
	return phrase.Sentence(r.shortfall(ev, independent, own))
}

// figuresOf are the figures of a sentence, of which alone sums can speak: that somebody has looked at them, or what part of a whole they are in words, no sum
// confirms. A row says nothing beside its figures.
func figuresOf(c Case) []string {
	held := c.checksOf(events.CheckPass)
	if c.Claim == nil || c.Claim.Source == "table" || len(held) == 0 {
		return nil
	}
	open := events.Unshown(c.Claim.Entities.Figures, held)
	return slices.DeleteFunc(c.Claim.Asserted(), func(f string) bool { return slices.Contains(open, f) })
}

// reportsFigures is what the report shows by its own figures.
const reportsFigures = "the report's own figures"

// nearly says what the report's own figures do where they bear a claim out only by coming near it, or by going the same way; else it is empty.
func nearly(c Case) string {
	held := c.checksOf(events.CheckPass)
	if len(held) == 0 || c.Claim == nil {
		return ""
	}
	switch k := held[0]; {
	case k.Near():
		return "come close to this and do not confirm it"
	case k.OfDirection() && len(c.Claim.Entities.Figures) > 0:
		return "go the way that this says, which does not confirm by how much"
	}
	if open := events.Unshown(c.Claim.Entities.Figures, held); len(open) > 0 && len(open) < len(c.Claim.Entities.Figures) {
		return "confirm a part of this and leave " + few(open) + " open"
	}
	return ""
}

// parted counts the independent sources of a side and names what there is of the company's own; empty if nothing is.
func parted(side []Source) (independent int, own string) {
	for _, s := range side {
		switch {
		case s.outside():
			independent++
		case s.Origin == originIssuer && !s.Report:
			own = "the company's other documents"
		default:
			own = reportsFigures
		}
	}
	return independent, own
}

// unconfirmed concludes where nothing takes a side.
func unconfirmed(c Case, ev Evaluation) string {
	if len(c.Findings) == 0 {
		return "Only the company says this, and nobody has looked into it."
	}
	text, _ := opening(c, ev)
	return text
}

// sources counts sources for the beginning of a sentence.
func sources(n int) string {
	return phrase.Count(n, "source independent of the company", "sources independent of the company")
}

func verb(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// who names what stands on a side: the company's own, others, or both.
func who(side []Source) string {
	independent, own := parted(side)
	switch {
	case own != "" && independent > 0:
		return own + " and " + sources(independent) + " say"
	case own != "":
		return own + " say"
	}
	return sources(independent) + " " + verb(independent, "says", "say")
}

// outweighing says why contradictions prevail where something speaks for the claim, too.
func (r Rubric) outweighing(ev Evaluation) string {
	switch {
	case len(ev.Support) == 0:
		return ""
	case r.prevails(ev):
		return ", which weighs more than what speaks for it"
	}
	return ", and the standing of " + verb(len(ev.Contradict), "its publisher", "their publishers") + " decides although more speaks for it"
}

// shortfall says what keeps the evidence from being enough.
func (r Rubric) shortfall(ev Evaluation, independent int, own string) string {
	switch {
	case ev.Contradictory:
		text := "The evidence is divided: " + against(ev.Contradict) + ", " + supported(independent, own) + ", and neither side prevails"
		if ev.ContradictWeight > ev.SupportWeight {
			text += ", since what stands against it is of low quality"
		}
		return text
	case independent == 0:
		return own + " confirm this, but nothing independent of the company does"
	case r.qualityLevel(ev.Quality) == LevelLow:
		return supportedBy(independent, own) + ", but the evidence is weak"
	case len(ev.Support) < r.Verified.Origins:
		return supportedBy(independent, own) + ", which is not enough to call it verified: a second, independent one is needed"
	}
	return supportedBy(independent, own) + ", but too much was not looked at to call it verified"
}

func against(side []Source) string { return who(side) + " otherwise" }

func supported(independent int, own string) string {
	switch {
	case independent == 0 && own == "":
		return "nothing speaks for it"
	case independent == 0:
		return own + " speak for it"
	case own != "":
		return own + " and " + sources(independent) + " speak for it"
	}
	return sources(independent) + " " + verb(independent, "speaks for it", "speak for it")
}

func supportedBy(independent int, own string) string {
	if own != "" {
		return sources(independent) + " and " + own + " confirm this"
	}
	return sources(independent) + " " + verb(independent, "confirms this", "confirm this")
}

// byRelevance orders findings by how much their agent matters for the claim's type. It orders the words
// and weighs nothing.
func (r Rubric) byRelevance(c Case, findings []events.Finding) []events.Finding {
	var relevance map[events.Agent]float64
	if c.Claim != nil {
		relevance = r.Relevance[c.Claim.Type]
	}
	out := slices.Clone(findings)
	slices.SortStableFunc(out, func(a, b events.Finding) int {
		return cmp.Compare(relevance[b.Agent], relevance[a.Agent])
	})
	return out
}

// aside tells what stands beside the verdict: that the report agrees or disagrees with itself, what was withdrawn, what a
// further look changed, and how little can be had of it.
func aside(r Rubric, c Case, ev Evaluation) []string {
	var out []string
	if len(ev.Support)+len(ev.Contradict) == 0 && len(c.Findings) > 0 {
		out = append(out, inDoubt(c)...)
		out = append(out, standsAlone(ev))
	} else if x := ev.InternallyConsistent; x != nil && !*x && !slices.ContainsFunc(ev.Contradict, func(s Source) bool { return s.Report }) {
		out = append(out, unsettled(c, ev))
	}
	for _, f := range ev.Standing {
		if f.SupportsClaim != nil && *f.SupportsClaim && len(r.traces(f, true)) == 0 {
			out = append(out, "What speaks for it rests on the claim's own words, on a standard or on no named source, which confirms nothing.")
			break
		}
	}
	if n := len(ev.Withdrawn); n > 0 {
		out = append(out, phrase.Sentence(phrase.Count(n, "earlier finding was", "earlier findings were")+" withdrawn by whoever had made "+verb(n, "it", "them")))
	}
	if n := len(c.Cycles); n > 0 {
		before, now := c.Cycles[n-1].VerdictBefore, classify(r, c, ev)
		text := "Looking into it " + times(n) + " more"
		if before != "" && before != now {
			text += fmt.Sprintf(" changed the verdict from %s to %s", classWords[before], classWords[now])
		} else {
			text += " settled nothing further"
		}
		out = append(out, phrase.Sentence(text))
	}
	return out
}

// lowWithout says why confidence is low, behind what was not looked at.
func lowWithout(unseen string) string {
	if unseen == "" {
		return "So much was not looked at that this is said with low confidence."
	}
	return "So this is said with low confidence."
}

// inDoubt tells on by what figures something does not hold of which the conclusion has said what is stated.
func inDoubt(c Case) []string {
	failed := c.checksOf(events.CheckFail)
	if len(failed) == 0 {
		return nil
	}
	_, found := phrase.Failed(failed[0])
	return []string{phrase.Sentence(found), "That does not say which of its figures is the wrong one."}
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return phrase.Count(n, "time", "times")
}
