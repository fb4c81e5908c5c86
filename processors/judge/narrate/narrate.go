// Package narrate has a language model word the verdicts of the judge. The model is given the claim, the rubric's verdict with what
// the rules say of it, and the findings under short names; what it writes is used if it cites only these, states no figure and
// quotes nothing that is not in them, and speaks for no other verdict. Otherwise the rules' words stand.
package narrate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/judge"
	"github.com/sibyl-project/sibyl/processors/reason"
	"github.com/sibyl-project/sibyl/rag/pattern"
)

// Model is a judge.Narrator by a language model. It keeps nothing and is safe for concurrent use.
type Model struct{}

var _ judge.Narrator = Model{}

// What a model is shown.
const (
	mostFindings  = 12
	mostQuotes    = 2
	longestClaim  = 900
	longestWords  = 600
	longestQuote  = 350
	longestBasis  = 1_600
	promptOfJudge = "judge"
)

// answer is the shape of prompts/judge.yaml.
type answer struct {
	Reasoning   string   `json:"reasoning"`
	WouldChange string   `json:"would_change"`
	Cites       []string `json:"cites"`
	Verdict     string   `json:"verdict"`
}

// Narrate implements judge.Narrator. Where no finding says anything, there is nothing to word and nobody is asked.
func (Model) Narrate(ctx context.Context, c judge.Case, ev judge.Evaluation, v events.Verdict) (string, *events.Narration, error) {
	findings := worded(ev.Standing)
	if len(findings) == 0 || c.Claim == nil {
		return "", nil, nil
	}
	m := materialOf(*c.Claim, findings, v)
	said, reply, err := reason.Ask(ctx, m.question, m.accept)
	if err != nil || reply == nil {
		return "", nil, err
	}
	out := &events.Narration{Asked: *reply.Told()}
	if reply.Outcome != reason.Answered {
		return "", out, nil
	}
	out.Proposed = events.VerdictClass(said.Verdict)
	out.Disagrees = out.Proposed != v.Verdict
	return m.text(said), out, nil
}

// worded are the findings that say something: those that take a side first, then those with evidence, in their order.
func worded(standing []events.Finding) []events.Finding {
	var out []events.Finding
	for _, sided := range []bool{true, false} {
		for _, f := range standing {
			if (f.SupportsClaim != nil) == sided && f.EvidenceType != events.EvidenceNoSource && (sided || len(f.Evidence) > 0) {
				out = append(out, f)
			}
		}
	}
	return out[:min(len(out), mostFindings)]
}

// material is what one verdict is worded from.
type material struct {
	question reason.Question
	names    []string          // f1, f2, ...
	ids      map[string]string // of findings, by name
	sources  []string          // all that the model was given
	verdict  events.VerdictClass
}

func materialOf(c events.Claim, findings []events.Finding, v events.Verdict) *material {
	m := &material{ids: map[string]string{}, verdict: v.Verdict}
	m.question.Prompt = reason.PromptNamed(promptOfJudge)
	m.question.Given = fmt.Sprintf("The verdict is %q.", plain(v.Verdict))
	text := func(name, kind, body string) {
		m.question.Texts = append(m.question.Texts, reason.Text{Name: name, Kind: kind, Body: body})
		m.sources = append(m.sources, body)
	}
	text("claim", fmt.Sprintf("the claim, page %d of the report", c.Page), shorten(c.Text, longestClaim))
	basis := v.Reasoning
	for i, f := range findings {
		name := fmt.Sprintf("f%d", i+1)
		m.names, m.ids[name] = append(m.names, name), f.ID
		basis = strings.ReplaceAll(basis, f.ID, name)
	}
	text("rules", "what the rules say of the verdict", shorten(basis, longestBasis))
	for i, f := range findings {
		text(m.names[i], "a finding of "+strings.ReplaceAll(string(f.Agent), "_", " ")+", "+side(f), bodyOf(f))
	}
	m.sources = append(m.sources, fmt.Sprint(c.Page))
	return m
}

func side(f events.Finding) string {
	switch {
	case f.SupportsClaim == nil:
		return "takes no side"
	case *f.SupportsClaim:
		return "for the claim"
	}
	return "against the claim"
}

// bodyOf is a finding in words, with its evidence.
func bodyOf(f events.Finding) string {
	var b strings.Builder
	b.WriteString(shorten(f.Summary, longestWords))
	for _, e := range f.Evidence[:min(len(f.Evidence), mostQuotes)] {
		fmt.Fprintf(&b, "\nFrom: %s", e.Source)
		if e.Page > 0 {
			fmt.Fprintf(&b, ", page %d", e.Page)
		}
		if e.Date != "" {
			fmt.Fprintf(&b, ", %s", e.Date)
		}
		if e.Quote != "" {
			fmt.Fprintf(&b, ": %s", shorten(e.Quote, longestQuote))
		}
	}
	return b.String()
}

var (
	cited   = pattern.Compile(`\[\s*(f\d+(?:\s*,\s*f\d+)*)\s*\]`)
	anyID   = pattern.Compile(`(?i)\b(?:fnd|clm|vrd|chk|gap|rep|run)_[0-9a-z]+`)
	quoted  = pattern.Compile(`[“"]([^”"]{12,})[”"]`)
	linked  = pattern.Compile(`(?i)https?://|www\.`)
	finding = pattern.Compile(`\bf\d+\b`)

	// decided is what only a reasoning says whose verdict is one or the other.
	decided = pattern.Compile(`(?i)\b(?:is|are|was|were) (?:verified|contradicted|false|untrue)\b`)
)

// others are words by which a reasoning would speak for a verdict that was not given.
var others = map[events.VerdictClass]*pattern.Pattern{
	events.Verified:             pattern.Compile(`(?i)\b(?:is|are|was|were) (?:contradicted|unverified|false|untrue)\b|\binsufficient evidence\b`),
	events.Contradicted:         pattern.Compile(`(?i)\b(?:is|are|was|were) (?:verified|confirmed|true|unverified)\b|\binsufficient evidence\b`),
	events.Unverified:           decided,
	events.InsufficientEvidence: decided,
}

// accept leaves out the sentences that rest on anything that was not given: each stands for itself. It refuses a wording of which nothing
// is left that cites a finding, with the first reason, and one that speaks for another verdict.
func (m *material) accept(a *answer) error {
	if others[m.verdict].MatchString(a.Reasoning) {
		return fmt.Errorf("it speaks for another verdict than %q, which is to be explained", plain(m.verdict))
	}
	a.Cites = slices.DeleteFunc(a.Cites, func(name string) bool { return !slices.Contains(m.names, name) })
	var kept []string
	var first error
	for _, s := range sentences(a.Reasoning) {
		if err := m.bears(s); err == nil {
			kept = append(kept, s)
		} else if first == nil {
			first = err
		}
	}
	a.Reasoning = strings.Join(kept, " ")
	switch {
	case cited.MatchString(a.Reasoning):
	case len(kept) > 0 && len(a.Cites) > 0: // small models list them and leave them out of their sentences
		a.Reasoning += " [" + strings.Join(a.Cites, ", ") + "]"
	case first != nil:
		return first
	default:
		return fmt.Errorf("its reasoning cites no finding: put the name of one in square brackets behind a sentence, as in [%s]", m.names[0])
	}
	if m.bears(a.WouldChange) != nil {
		a.WouldChange = ""
	}
	return nil
}

// bears refuses a sentence that rests on anything that was not given.
func (m *material) bears(sentence string) error {
	for _, group := range cited.FindAllStringSubmatch(sentence, -1) {
		for _, name := range finding.FindAllString(group[1], -1) {
			if err := reason.Among(name, m.names); err != nil {
				return fmt.Errorf("it cites a finding that was not given: %w", err)
			}
		}
	}
	bare := cited.ReplaceAllString(sentence, "")
	for _, name := range finding.FindAllString(bare, -1) {
		if !slices.Contains(m.names, name) {
			return fmt.Errorf("it speaks of %s, which was not given", name)
		}
	}
	switch {
	case anyID.MatchString(bare):
		return errors.New("it names an id that was not given")
	case linked.MatchString(bare):
		return errors.New("it names an address")
	}
	for _, q := range quoted.FindAllStringSubmatch(bare, -1) {
		if !slices.ContainsFunc(m.sources, func(s string) bool { _, err := reason.Quoted(q[1], s); return err == nil }) {
			return fmt.Errorf("it quotes %q, which stands in nothing that was given", shorten(q[1], 80))
		}
	}
	return reason.Figures(finding.ReplaceAllString(bare, ""), m.sources...)
}

// ends are where a sentence ends: what follows begins with a capital or a sign that opens one.
var ends = pattern.Compile(`[.!?]["”)\]]*\s+["“(\[]?\p{Lu}`)

// sentences parts a text. A citation that stands behind a sentence's end belongs to that sentence.
func sentences(text string) []string {
	text = behind.ReplaceAllString(strings.Join(strings.Fields(text), " "), "$2$1")
	var out []string
	for {
		at := ends.FindStringIndex(text)
		if at == nil {
			return append(out, text)
		}
		end := at[0] + strings.IndexByte(text[at[0]:], ' ')
		out, text = append(out, text[:end]), text[end+1:]
	}
}

var behind = pattern.Compile(`([.!?])(\s*\[\s*f\d+(?:\s*,\s*f\d+)*\s*\])\.?`)

// text is the reasoning as it is published: with the verdict before it, the ids of findings in the place of their short names, and what
// would change it behind.
func (m *material) text(a answer) string {
	named := func(s string) string {
		s = cited.ReplaceAllStringFunc(strings.Join(strings.Fields(s), " "), func(group string) string {
			var ids []string
			for _, name := range finding.FindAllString(group, -1) {
				ids = append(ids, m.ids[name])
			}
			return "(" + strings.Join(ids, ", ") + ")"
		})
		return finding.ReplaceAllStringFunc(s, func(name string) string { return m.ids[name] })
	}
	verdict := plain(m.verdict)
	said := strings.ToUpper(verdict[:1]) + verdict[1:] + ": " + named(a.Reasoning)
	if a.WouldChange != "" {
		said += " What would change it: " + named(a.WouldChange)
	}
	return said
}

func plain(v events.VerdictClass) string { return strings.ReplaceAll(string(v), "_", " ") }

func shorten(s string, most int) string {
	r := []rune(strings.Join(strings.Fields(s), " "))
	if len(r) <= most {
		return string(r)
	}
	return strings.TrimRight(string(r[:most-1]), " ,;:") + "…"
}
