package notes

import (
	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

var (
	// charged is how a report says that an authority or a court has acted, or that somebody has gone to one.
	charged = pattern.Compile(`(?i)\b(?:public\s+prosecutors?|prosecut(?:ed|ion)|lawsuits?|class\s+actions?|` +
		`(?:was|were|been|being)\s+(?:sued|fined|indicted|searched|raided|convicted|charged\s+with)|` +
		`(?:criminal|judicial|court|legal|antitrust|investigation|administrative)\s+proceedings|` +
		`(?:fines?|penalt(?:y|ies))\s+(?:of|amounting|totall?ing|in\s+the\s+amount)|notices?\s+of\s+violation|` +
		`(?:owed?s?|assess(?:ed|es|ing)|impos(?:ed|es|ing)|levied|stipulated)\s+(?:\p{L}+\s+){0,2}(?:penalt(?:y|ies)|fines?)|` +
		`(?:entered\s+into|under|agreed\s+to)\s+an?\s+(?:\p{L}+\s+)?consent\s+(?:decree|order))\b`)
	denied = pattern.Compile(`(?i)\b(?:no|not|none|zero|without|neither|nor|never|nobody)\b|\b0\b`)
	dated  = pattern.Compile(`\b(?:19|20)\d\d\b`)
)

var (
	// owned is how a company says what it did not reach, does not know or cannot show; what stands in brackets is left out of the sentence.
	owned = pattern.Compile(`(?i)\b(?:targets?|goals?|aims?|ambitions?|objectives?)\s+(?:[^\s;:]+\s+){0,14}?` +
		`(?:(?:was|were|is|are|has\s+been|have\s+been|could)\s+not\s+(?:yet\s+|fully\s+|be\s+|been\s+)*(?:reached|achieved|met|fulfilled)|(?:was|were)\s+missed)\b` +
		`|\b(?:did|do|does|have|has|could)\s+not\s+(?:yet\s+|fully\s+|quite\s+)*(?:reach|achieve|meet|attain|reached|achieved|met|attained)\s+` +
		`(?:our|the|this|its|their|these)\s+(?:\p{L}+\s+){0,5}?(?:targets?|goals?|aims?|ambitions?|objectives?)\b` +
		`|\b(?:missed|fell\s+short\s+of)\s+(?:our|the|this|its|their)\s+(?:\p{L}+\s+){0,4}?(?:targets?|goals?|objectives?)\b` +
		`|\b(?:data|figures?|emissions?|information|measures?|effectiveness|compliance)\s+(?:\p{L}+\s+){0,8}?` +
		`(?:(?:is|are|was|were|has|have)\s+not\s+(?:yet\s+|currently\s+|been\s+)*(?:available|collected|recorded|measured|calculated|determined|verified)` +
		`|can\s?not\s+(?:yet\s+|currently\s+)?be\s+(?:verified|determined|measured|calculated|quantified|guaranteed))\b` +
		`|\bno\s+(?:\p{L}+\s+){0,2}(?:data|figures?|information)\s+(?:\p{L}+\s+|[123]\s+){0,8}?(?:is|are|was|were|has|have)\s+(?:yet\s+|currently\s+|been\s+)*` +
		`(?:available|collected|recorded|measured|calculated|determined)\b` +
		`|\bwe\s+(?:\p{L}+\s+)?(?:acknowledge|admit|regret)\s+(?:a|an|the)\s+(?:\p{L}+\s+){0,2}` +
		`(?:increase|rise|decline|decrease|fall|delay|shortfall|setback|gap|deterioration)\b` +
		`|\b(?:violations?|breaches|infringements|incidents?)\s+(?:\p{L}+\s+){0,6}?(?:was|were|has\s+been|have\s+been)\s+` +
		`(?:\p{L}+\s+)?(?:identified|confirmed|substantiated)\b`)
	// negated is what turns the rest of such a sentence round.
	negated = pattern.Compile(`(?i)\bno\b`)
	// repaired is how a shortcoming is told of that is over, or what is not done since something else is.
	repaired = pattern.Compile(`(?i)\b(?:none|nor|neither|zero|since\s+then|remedied|resolved|closed|therefore\s+not\s+(?:applicable|relevant)|` +
		`but|instead|rather)\b|[–—]`)
)

// unchecked is how a company says that nobody outside has looked at its report.
var unchecked = pattern.Compile(`(?i)\b(?:no|without(?:\s+an?)?)\s+(?:additional\s+|external\s+|independent\s+|further\s+|third[\s-]party\s+)*` +
	`(?:review|audit|assurance|verification)\b[^.;]{0,80}` +
	`\b(?:(?:this|the|our)\s+(?:\p{L}+[\s-]+){0,3}?(?:report|statement|declaration|information|data|figures)|auditing\s+firm|auditors?)\b` +
	`|\b(?:do|does|did|have|has)\s+not\s+(?:yet\s+|currently\s+)*(?:(?:carr(?:y|ied)\s+out|had)|` +
	lexicon.Alternatives("notes.undone") + `|s(?:eek|ought))\s+(?:\p{L}+\s+)?(?:external|independent|third[\s-]party)\s+(?:\p{L}+\s+)?` +
	`(?:assurance|verification|audits?)\b[^.;]{0,40}\b(?:report\w*|statement|information|data|figures|disclosures)\b` +
	`|\b(?:report|statement|declaration|information|data|figures)\s+(?:\p{L}+\s+){0,6}?(?:was|were|is|are|has|have)\s+not\s+` +
	`(?:been\s+)?(?:externally\s+|independently\s+)?` +
	`(?:audited|assured|verified\s+(?:externally|by\s+(?:an?\s+)?(?:external|independent|third))` +
	`|reviewed\s+by\s+(?:an?\s+|the\s+)?(?:external|independent|third|auditor))`)

// against is what a sentence says against the company or its report; empty of most.
func against(s *statement.Said) Kind {
	text := s.Text
	switch {
	case unchecked.MatchString(text) && s.Standing.Value != "possible":
		return Unchecked
	case inGeneral.MatchString(text):
		return ""
	case charged.MatchString(text) && !denied.MatchString(text) && happened(s):
		return Charged
	case lacks(text) && admits(s):
		return Admitted
	}
	return ""
}

// lacks reports whether a sentence says what was not reached, is not known or cannot be shown, and nothing that makes up for it.
func lacks(text string) bool {
	text = aside.ReplaceAllString(text, "")
	at := owned.FindStringIndex(text)
	return at != nil && !repaired.MatchString(text) && !negated.MatchString(text[:at[0]]+" "+text[at[0]+min(len("no "), at[1]-at[0]):])
}

// admits reports whether a sentence is the company's own on what was or is.
func admits(s *statement.Said) bool {
	return owns(s) && s.Standing.Value != "possible" && s.Standing.Value != "planned"
}

// owns reports whether a sentence is the company's own, and not on how business goes.
func owns(s *statement.Said) bool {
	own := s.Voice.Value == "" || s.Voice.Value == "entity" || s.Voice.Value == "unit"
	return own && s.Topic.Value != "accounting" && s.Topic.Value != "business"
}

// happened reports whether a sentence tells of something that was or is done to the company, and not of what is done in such cases, may come or
// happens elsewhere.
func happened(s *statement.Said) bool {
	event := s.Kind.Value == "event" || s.Kind.Value == "level" || dated.MatchString(s.Text)
	return event && (s.Standing.Value == "done" || s.Standing.Value == "ongoing") && s.Voice.Value != "auditor"
}

// settled is how a sentence says that a case is over.
var settled = pattern.Compile(`(?i)\b(?:resolved|settled|dismissed|closed|concluded|withdrawn|acquitted|paid)\b`)

// Settled reports whether a text says that a case is over.
func Settled(text string) bool { return settled.MatchString(text) }
