package judge

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/phrase"
)

// grounds tells what stands on a side, what matters most for the claim's type first: arithmetic by its figures and pages, a
// document by its publisher, date and words.
func (r Rubric) grounds(c Case, ev Evaluation, supports bool) []string {
	var out []string
	words, told := 0, 0
	say := func(s string) {
		if s != "" && !slices.Contains(out, s) {
			out = append(out, s)
			words += len(strings.Fields(s))
		}
	}
	for _, f := range r.byRelevance(c, ev.Standing) {
		if f.SupportsClaim == nil || *f.SupportsClaim != supports || len(r.traces(f, supports)) == 0 {
			continue
		}
		if told == groundsTold || words > wordsTold {
			break
		}
		told++
		for _, s := range restsOn(c, f, supports) {
			say(s)
		}
	}
	return out
}

// restsOn tells of one finding: by the check that it rests on, by the words of its documents, or by its own summary.
func restsOn(c Case, f events.Finding, supports bool) []string {
	var out []string
	if f.Agent == events.DataMetrics {
		if !supports {
			for _, k := range c.checksOf(events.CheckFail) {
				said, found := phrase.Failed(k)
				out = append(out, phrase.Paragraph(said, found))
				break
			}
		} else if held := c.checksOf(events.CheckPass); len(held) > 0 {
			out = append(out, phrase.Held(held[0]))
		}
	}
	for _, e := range f.Evidence {
		if e.Quote != "" && (len(f.Origins) == 0 || slices.Contains(f.Origins, e.Origin)) && len(out) < 2 {
			out = append(out, phrase.Sentence(quoted(e)))
		}
	}
	if len(out) == 0 {
		out = append(out, phrase.Sentence(phrase.Words(f.Summary, quoteWords)))
	}
	return out
}

// quoted gives the words of a document, or the report itself.
func quoted(e events.Evidence) string {
	quote := "“" + strings.TrimRight(phrase.Words(e.Quote, quoteWords), " .") + "”"
	name := cmp.Or(e.Publisher, e.Source)
	if e.Origin == events.OriginReport || name == "" {
		if e.Page > 0 {
			return fmt.Sprintf("Page %d says %s", e.Page, quote)
		}
		return "It is said elsewhere in the report: " + quote
	}
	var where []string
	if e.Date != "" {
		where = append(where, e.Date)
	}
	switch {
	case e.Row > 0:
		where = append(where, fmt.Sprintf("row %d", e.Row))
	case e.Page > 0:
		where = append(where, fmt.Sprintf("page %d", e.Page))
	}
	if len(where) > 0 {
		name += " (" + strings.Join(where, ", ") + ")"
	}
	return "According to " + name + ": " + quote
}

func angle(a events.Agent) string {
	if t, ok := agents[a]; ok {
		return t.angle
	}
	return name(a)
}

// looked says what was looked at without result. That paragraphs were compared is no matter of truth and is not told.
func looked(c Case, ev Evaluation, class events.VerdictClass) string {
	var without []string
	said := false
	if class == events.Unverified && len(c.Findings) > 0 {
		_, said = opening(c, ev)
	}
	documents := 0
	for _, x := range ev.Expected {
		if !x.Looked || x.Opinion {
			continue
		}
		if x.Agent == events.DataMetrics && ev.InternallyConsistent == nil && !said {
			without = append(without, "the report's other figures")
		}
		for _, l := range c.Needs {
			if l.Agent == x.Agent {
				documents = max(documents, l.Documents)
			}
		}
	}
	if documents > 0 {
		without = append(without, phrase.Count(documents, "document given as evidence", "documents given as evidence"))
	}
	if len(without) == 0 {
		return ""
	}
	if c.Claim != nil {
		if row := rowOf(*c.Claim); row != "" {
			return phrase.Sentence("Nothing for " + row + " was found in " + phrase.List(without))
		}
	}
	return phrase.Sentence("Looked at without result: " + phrase.List(without))
}

// unseen says what nobody looked at, and why.
func unseen(ev Evaluation) string {
	var unset []string
	var out []string
	for _, x := range ev.Expected {
		switch {
		case x.Looked:
		case strings.HasPrefix(x.Reason, notConfigured):
			unset = append(unset, angle(x.Agent))
		default:
			why := strings.TrimRight(phrase.Words(x.Reason, 20), " .")
			out = append(out, phrase.Sentence(fmt.Sprintf("Nobody looked at %s (%s)", angle(x.Agent), why)))
		}
	}
	if len(unset) > 0 {
		out = append([]string{phrase.Sentence("Nobody outside was asked: no source is set up for " + phrase.List(unset))}, out...)
	}
	return strings.Join(out, " ")
}

// notConfigured begins what an agent says that has no source at all.
const notConfigured = "Not investigated: no source is configured"

// change says which evidence would lead to another verdict, and who could provide it.
func change(r Rubric, c Case, ev Evaluation, class events.VerdictClass) string {
	var claim events.Claim
	if c.Claim != nil {
		claim = *c.Claim
	}
	s := settle(claim)
	has := fmt.Sprintf("%s, which %s could provide", s.What, s.Who)
	if row := rowOf(claim); row != "" && looked(c, ev, class) == "" {
		has = fmt.Sprintf("%s, for %s, which %s could provide", s.What, row, s.Who)
	}
	switch class {
	case events.Verified:
		return "It would change if an equally authoritative source contradicted it."
	case events.Contradicted:
		if independent, _ := parted(ev.Contradict); independent == 0 {
			return "It would change if the company corrected the figure, or disclosed the amounts behind it."
		}
		return "It would change if the evidence against it were corrected or withdrawn, or if more authoritative sources supported the claim."
	case events.Unverified:
		text := "It would change with " + has
		if lacks := lacking(c); lacks != "" {
			text += "; recalculating it would take " + lacks
		}
		return phrase.Sentence(text)
	}
	switch independent, _ := parted(ev.Support); {
	case ev.Contradictory:
		return phrase.Sentence("It would change if the evidence on either side were corrected or withdrawn, or with " + has)
	case independent == 0 || len(ev.Support) < r.Verified.Origins:
		return phrase.Sentence("It would change with " + has)
	case slices.ContainsFunc(ev.Expected, func(x Expectation) bool { return !x.Looked }):
		return phrase.Sentence("It would change if what nobody has looked into were investigated, or with " + has)
	}
	return phrase.Sentence("It would change with stronger evidence, such as " + has)
}

// lacking are the figures without which nothing could be recalculated. What a paragraph asks for is no such figure.
func lacking(c Case) string {
	for _, l := range c.Needs {
		for _, text := range l.Lacks {
			if !strings.HasPrefix(text, "S1.") && !strings.HasPrefix(text, "S2.") {
				return text
			}
		}
	}
	return ""
}
