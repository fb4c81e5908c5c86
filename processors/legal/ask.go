package legal

import (
	"fmt"
	"strings"

	"github.com/sibyl-project/sibyl/data/ifrs"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/specialist"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
	"github.com/sibyl-project/sibyl/rag/standards"
)

// certified is a statement that somebody outside the company could confirm.
var certified = pattern.Compile(`(?i)\b(?:certifi(?:ed|cates?|cation)|accredited|externally\s+(?:assured|verified)|limited\s+assurance|` +
	`reasonable\s+assurance|ISO\s?(?:9001|14001|14064|45001|50001)|EMAS|validated\s+by)\b`)

// percentage is what the arithmetic of a target is about.
var percentage = pattern.Compile(`(?i)\d\s?(?:%|per\s?cent\b)`)

// method is a way of measuring that others have laid down and that can be right or wrong for what it is used for.
var method = pattern.Compile(`(?i)\b(?:(?:GHG|greenhouse\s+gas)\s+protocol|ISO\s?140(?:40|44|64|67)|PCAF|PAS\s?20[56]0)\b`)

// measurement tells the paragraphs on how emissions are measured.
var measurement = pattern.Compile(`^S2\.29\(a\)\((?:ii|iii)\)`)

// targetParagraph tells the paragraphs on climate targets.
var targetParagraph = pattern.Compile(`^S2\.3[3-6](?:\(|$)`)

// ask lists what others may know that a reader of the finding wants beside the statuses: whether a target's
// arithmetic holds, or a sum's, whether anybody confirms a certificate, where the place is that a claim of governance names, and
// whether a method is recognised for what it is used for. Who is assigned to the claim for that very thing answers the
// judge itself.
func ask(a events.Assignment, _ events.AgentTask) []specialist.Question {
	c := a.Claim
	subject := events.InfoSubject{}
	if c.Issuer != nil {
		subject.Company, subject.Sector, subject.Period = c.Issuer.Company, c.Issuer.Sector, c.Issuer.Period
	}
	var out []specialist.Question
	if ids := onTargets(c); len(ids) > 0 && percentage.MatchString(c.Text) {
		s := subject
		s.Paragraphs = ids
		out = append(out, specialist.Question{
			Kind: events.AskArithmetic, Subject: s,
			Text: fmt.Sprintf("Does the arithmetic of this target hold, and from which base year does it count? It may answer %s.", strings.Join(ids, ", ")),
		})
	}
	if _, assigned := a.For(events.DataMetrics); !assigned && len(out) == 0 && computable(c.Text) {
		out = append(out, specialist.Question{
			Kind: events.AskArithmetic, Subject: subject, Text: "Do the figures of the claim agree with one another, and with those of the report?",
		})
	}
	if _, assigned := a.For(events.NewsMedia); !assigned && certified.MatchString(c.Text) {
		out = append(out, specialist.Question{
			Kind: events.AskCorroboration, Subject: subject,
			Text: fmt.Sprintf("Does anybody outside the company confirm %q?", certified.FindString(c.Text)),
		})
	}
	if c.Type == events.LegalGovernance && len(c.Entities.Places) > 0 {
		s := subject
		s.Places = append([]string(nil), c.Entities.Places...)
		out = append(out, specialist.Question{
			Kind: events.AskGeography, Subject: s,
			Text: fmt.Sprintf("Where is %s, of which the claim says who is responsible, and how large is it?", strings.Join(s.Places, ", ")),
		})
	}
	if named := method.FindString(c.Text); named != "" {
		out = append(out, specialist.Question{
			Kind: events.AskMethod, Subject: subject,
			Text: fmt.Sprintf("Is %s recognised for what the claim uses it for?", named),
		})
	}
	return out[:min(len(out), specialist.MostQuestions)]
}

// computable reports whether figures of a text follow from one another: amounts of one kind and year with their sum, or two of
// them with the percentage between them. Amounts of several years are a series.
func computable(text string) bool {
	amounts, shares, years := map[quantity.Dimension]int{}, 0, 0
	for _, q := range quantity.Find(text, quantity.Detect(text, quantity.Point)) {
		switch {
		case q.Unit.Dimension == quantity.Percent:
			shares++
		case q.Year:
			years++
		case q.Unit.Dimension != quantity.Count:
			amounts[q.Unit.Dimension]++
		}
	}
	for _, n := range amounts {
		if n >= 3 && years < 2 || n == 2 && shares > 0 {
			return true
		}
	}
	return false
}

func onTargets(c events.Claim) []string {
	var ids []string
	for _, p := range c.Paragraphs {
		if targetParagraph.MatchString(p.ID) {
			ids = append(ids, p.ID)
		}
	}
	return ids
}

// annotate notes on the paragraphs of targets what came of the question for their arithmetic.
func annotate(mappings []events.ParagraphMapping, inquiries []events.RequestClosure) {
	for _, q := range inquiries {
		if q.Request.Kind != events.AskArithmetic || q.Status != events.InquiryAnswered || q.Answer == nil {
			continue
		}
		note := "its arithmetic holds as far as it could be recalculated"
		for _, c := range q.Answer.Checks {
			if c.Result == events.CheckFail {
				note = fmt.Sprintf("its arithmetic does not hold (%s)", c.Name)
				break
			}
			if c.Result == events.CheckInconclusive {
				note = "its arithmetic could be recalculated only in part"
			}
		}
		for i := range mappings {
			if m := &mappings[i]; targetParagraph.MatchString(m.Paragraph) {
				if m.Note != "" {
					m.Note += "; "
				}
				m.Note += fmt.Sprintf("by %s: %s", q.Answer.From, note)
			}
		}
	}
}

// annotateMethods notes on the paragraphs of measurement what came of the question for a method.
func annotateMethods(mappings []events.ParagraphMapping, inquiries []events.RequestClosure) {
	for _, q := range inquiries {
		if q.Request.Kind != events.AskMethod || q.Status != events.InquiryAnswered || q.Answer == nil {
			continue
		}
		for i := range mappings {
			if m := &mappings[i]; measurement.MatchString(m.Paragraph) {
				if m.Note != "" {
					m.Note += "; "
				}
				m.Note += fmt.Sprintf("by %s: %s", q.Answer.From, specialist.Shorten(strings.TrimRight(q.Answer.Answer, "."), 300))
			}
		}
	}
}

// told is what others have answered, in a sentence each.
func told(inquiries []events.RequestClosure) string {
	var b strings.Builder
	for _, q := range inquiries {
		switch q.Status {
		case events.InquiryAnswered:
			fmt.Fprintf(&b, " Asked for %s, %s answers: %s", q.Request.Kind, q.Request.To, specialist.Shorten(q.Answer.Answer, 300))
		case events.InquiryExpired:
			fmt.Fprintf(&b, " Asked for %s, %s did not answer in time.", q.Request.Kind, nobodyIf(q.Request.To))
		}
	}
	return b.String()
}

func nobodyIf(a events.Agent) string {
	if a == "" {
		return "nobody"
	}
	return string(a)
}

// reply says what paragraphs ask for, in our own words.
func (s standard) reply(q events.InfoRequest) specialist.Reply {
	if q.Kind != events.AskRegulation {
		return specialist.Nothing(fmt.Sprintf("Only questions about what the standards ask for are answered here, none of the kind %q.", q.Kind))
	}
	var ids []string
	if q.Subject != nil {
		ids = append(ids, q.Subject.Paragraphs...)
	}
	if len(ids) == 0 {
		ids = standards.Find(q.Question)
	}
	var r specialist.Reply
	var lines []string
	for _, id := range ids {
		parsed, err := standards.Parse(id)
		if err != nil {
			continue
		}
		p, ok := s.Paragraph(parsed.String())
		if !ok {
			continue
		}
		lines = append(lines, p.ID+": "+p.Summary)
		r.Requirements = append(r.Requirements, requirements(p)...)
		r.Evidence = append(r.Evidence, events.Evidence{Origin: events.OriginStandard, Source: "IFRS " + p.Standard})
	}
	if len(lines) == 0 {
		return specialist.Nothing("The question names no paragraph of IFRS S1 or S2 that exists.")
	}
	r.Text = strings.Join(lines, " ")
	return r
}

func requirements(p *ifrs.Paragraph) []events.InfoRequirement {
	var out []events.InfoRequirement
	for _, r := range p.Requirements {
		out = append(out, events.InfoRequirement{ID: r.ID, Paragraph: p.ID, Text: r.Text})
	}
	return out
}
