package judge

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/events"
)

// reasoning says in plain words what a verdict rests on: findings by id with their sources and dates, who
// is missing, and what would change it.
func reasoning(r Rubric, c Case, ev Evaluation, class events.VerdictClass) string {
	var p []string
	say := func(format string, args ...any) { p = append(p, fmt.Sprintf(format, args...)) }
	switch class {
	case events.Verified:
		say("Verified: %s corroborate the claim and nothing contradicts it.", counted(len(ev.Support), "independent source", "independent sources"))
	case events.Contradicted:
		say("Contradicted: %s than the claim says, and %s%s.", counted(len(ev.Contradict), "source shows otherwise", "sources show otherwise"),
			counted(len(ev.Support), "source speaks for it", "sources speak for it"), r.howOutweighed(ev))
	case events.Unverified:
		if len(c.Findings) == 0 {
			say("Unverified: no agent has given any finding.")
		} else {
			say("Unverified: no source corroborates the claim and none contradicts it.")
		}
	case events.InsufficientEvidence:
		say("Insufficient evidence: %s", shortfall(r, ev))
	}
	p = append(p, grounds(r, c, ev)...)
	if x := ev.InternallyConsistent; x != nil && *x {
		say("The report agrees with itself here, which is shown but verifies nothing.")
	} else if x != nil {
		say("The report does not agree with itself here.")
	}
	for _, x := range ev.Expected {
		if !x.Looked {
			say("Missing: %s (%s).", name(x.Agent), strings.TrimRight(shorten(x.Reason, 300), "."))
		}
	}
	if ev.Incomplete {
		say("So much was not looked at that confidence is low.")
	}
	d := ev.Dimensions
	say("Score %.2f: sufficiency %s, consistency %s, quality %s, completeness %s.", ev.Score, d.Sufficiency.Level, d.Consistency.Level, d.Quality.Level,
		d.Completeness.Level)
	if n := len(c.Cycles); n > 0 {
		say("Asked again %s; last for: %s", times(n), c.Cycles[n-1].Gap)
		switch open := gapText(r.gaps(ev)); open {
		case "":
			say("That has been answered.")
		case c.Cycles[n-1].Gap:
			say("That is still open.")
		default:
			say("Still open: %s", open)
		}
	}
	say("%s", wouldChange(r, ev, class))
	return strings.Join(p, " ")
}

// shortfall says what keeps the evidence from being enough.
func shortfall(r Rubric, ev Evaluation) string {
	var why []string
	if ev.Contradictory {
		why = append(why,
			fmt.Sprintf("%s against %s for the claim, and neither side prevails (%s)", counted(len(ev.Contradict), "source stands", "sources stand"),
				counted(len(ev.Support), "source", "sources"), r.whyNotOutweighed(ev)))
	}
	if n := len(ev.Support); n < r.Verified.Origins && !ev.Contradictory {
		why = append(why,
			fmt.Sprintf("only %s the claim, where %d independent ones are needed", counted(n, "source corroborates", "sources corroborate"), r.Verified.Origins))
	}
	if !slices.ContainsFunc(ev.Support, Source.outside) && len(ev.Support) > 0 {
		why = append(why, "nothing outside the company speaks for it")
	}
	if len(ev.Support) > 0 && r.qualityLevel(ev.Quality) == LevelLow {
		why = append(why, "the sources are of low quality")
	}
	if ev.Score < r.Verified.Score {
		why = append(why, fmt.Sprintf("the score of %.2f is below %.2f", ev.Score, r.Verified.Score))
	}
	return strings.Join(why, "; ") + "."
}

// howOutweighed says by which rule contradictions prevail, where that is not plain from their number.
func (r Rubric) howOutweighed(ev Evaluation) string {
	switch {
	case !r.prevails(ev):
		return fmt.Sprintf("; it weighs %s for and %s against, but the standing of the publishers decides", weightOf(ev.SupportWeight), weightOf(ev.ContradictWeight))
	case len(ev.Support) > 0:
		return fmt.Sprintf(", weighing %s against and %s for", weightOf(ev.ContradictWeight), weightOf(ev.SupportWeight))
	}
	return ""
}

// whyNotOutweighed says what keeps contradictions from prevailing.
func (r Rubric) whyNotOutweighed(ev Evaluation) string {
	text := fmt.Sprintf("weight %s against, %s for", weightOf(ev.ContradictWeight), weightOf(ev.SupportWeight))
	if ev.ContradictWeight > ev.SupportWeight {
		text += fmt.Sprintf("; no contradiction reaches a quality of %.2f", r.Contradicted.Quality)
	}
	return text
}

// weightOf keeps what decides between two weights in sight: they have four places.
func weightOf(w float64) string { return strconv.FormatFloat(w, 'f', -1, 64) }

// grounds cites the findings that carry the verdict, those of the agents most relevant to the claim's type
// first, then names the ones that take no side.
func grounds(r Rubric, c Case, ev Evaluation) []string {
	const shown = 4
	var out []string
	neutral := 0
	for _, side := range []struct {
		supports, grounded bool
		word               string
	}{
		{false, true, "Against"},
		{true, true, "For"},
		{true, false, "For, but on the claim's own words, a standard or no named source, which corroborate nothing"},
	} {
		var lines []string
		for _, f := range r.byRelevance(c, ev.Standing) {
			if f.SupportsClaim == nil || *f.SupportsClaim != side.supports || len(r.traces(f, side.supports)) > 0 != side.grounded {
				continue
			}
			lines = append(lines, fmt.Sprintf("%s (%s%s): %s", name(f.Agent), f.ID, from(f), shorten(f.Summary, 200)))
		}
		if len(lines) == 0 {
			continue
		}
		text := side.word + ": " + strings.Join(lines[:min(len(lines), shown)], "; ")
		if more := len(lines) - shown; more > 0 {
			text += fmt.Sprintf("; and %d more", more)
		}
		out = append(out, strings.TrimRight(text, ".")+".")
	}
	var ids []string
	for _, f := range r.byRelevance(c, ev.Standing) {
		if f.SupportsClaim == nil && f.EvidenceType != events.EvidenceNoSource {
			neutral++
			ids = append(ids, fmt.Sprintf("%s (%s)", name(f.Agent), f.ID))
		}
	}
	for _, w := range ev.Withdrawn {
		out = append(out, fmt.Sprintf("Withdrawn by %s itself: %s, by %s.", name(w.Finding.Agent), w.Finding.ID, w.By))
	}
	if neutral > 0 {
		text := "Without taking a side: " + strings.Join(ids[:min(neutral, shown)], ", ")
		if neutral > shown {
			text += fmt.Sprintf(" and %d more", neutral-shown)
		}
		out = append(out, text+".")
	}
	return out
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

// from names a finding's documents with their pages and dates.
func from(f events.Finding) string {
	var out []string
	for _, e := range f.Evidence {
		if len(f.Origins) > 0 && !slices.Contains(f.Origins, e.Origin) {
			continue
		}
		var words []string
		if e.Source != "" {
			words = append(words, e.Source)
		}
		if e.Page > 0 {
			words = append(words, fmt.Sprintf("page %d", e.Page))
		}
		if e.Date != "" {
			words = append(words, "of "+e.Date)
		}
		s := strings.Join(words, " ")
		if s == "" {
			continue
		}
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	slices.Sort(out)
	if len(out) == 0 {
		return ""
	}
	return ", " + strings.Join(out[:min(len(out), 3)], ", ")
}

// wouldChange says which evidence would lead to another verdict.
func wouldChange(r Rubric, ev Evaluation, class events.VerdictClass) string {
	switch class {
	case events.Verified:
		return "It would change if an independent source contradicted the claim."
	case events.Contradicted:
		return "It would change if the contradicting findings were withdrawn or corrected, or if weightier independent sources supported the claim."
	case events.Unverified:
		return "It would change if an independent source corroborated or contradicted the claim."
	}
	if ev.Contradictory {
		return "It would change if the contradiction were resolved to either side."
	}
	if !slices.ContainsFunc(ev.Support, Source.outside) {
		return "It would change if a source outside the company corroborated or contradicted the claim."
	}
	if len(ev.Support) < r.Verified.Origins {
		return "It would change if a second independent source corroborated the claim, or one contradicted it."
	}
	if slices.ContainsFunc(ev.Expected, func(x Expectation) bool { return !x.Looked }) {
		return "It would change if the agents that are missing looked, if better or more independent sources corroborated the claim, or if one contradicted it."
	}
	return "It would change if better or more independent sources corroborated the claim, or one contradicted it."
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}
