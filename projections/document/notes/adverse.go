package notes

import (
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// likelyAgainst is how likely the trained reader must find it that a sentence speaks against the company for it to be a note: of reports that it
// had not seen, four in five of such sentences did (data/models/train/against.py).
const likelyAgainst = 0.7

// likelyMattering is how likely a sentence must at least tell what a reader has to know for it to be a note: half of those above 0.5 do, few of
// the least likely, which are told of first only where a report has little to tell.
const likelyMattering = 0.2

// adverse are the kinds of what the trained reader finds; of how figures are made it only adds to what words say.
var adverse = map[string]Kind{"missed": Missed, "worse": Worse, "harm": Harmed, "lacking": Admitted, "limits": Limited, "changed": Remade,
	"unchecked": Unassured, "leaning": Owed, "exposed": Exposed}

// disclaims is how a company says for what it does not answer: that belongs to the form of a report and admits nothing.
var disclaims = pattern.Compile(`(?i)\b(?:no|not|nor|neither)\s+(?:\w+\s+){0,4}?` +
	`(?:responsib(?:le|ility)|liab(?:le|ility)|obligations?|warrant(?:y|ies)|reliance|guarantees?)\b|\bforward[\s-]looking\b`)

// told is what the trained reader finds that a sentence says against the company's own picture; empty of most. What an assurer does not
// look at, words tell.
func told(s *statement.Said) Kind {
	kind := adverse[s.Against.Value]
	if kind == "" || s.Against.Sure < likelyAgainst || s.Voice.Value == "auditor" || kind == Remade && s.Matters.Value != "" && s.Matters.Value != "basis" {
		return ""
	}
	switch {
	case strings.HasSuffix(s.Text, "?"), s.Standing.Value == "possible" && kind != Limited && kind != Exposed, s.Standing.Value == "planned" && kind == Limited:
		return ""
	case kind == Worse || kind == Harmed || kind == Missed || kind == Owed:
		if s.Topic.Value == "accounting" && s.Topic.Sure >= 0.5 {
			return "" // how business went
		}
	case kind == Remade && amended(s.Text):
		return Restated
	}
	return kind
}

// themeOf is of what a sentence tells something, as the trained reader has it. Of targets and of assurance tells only what names them: a plain fact that
// it takes for one is of what the sentence is about, where that is measured.
func themeOf(s *statement.Said) string {
	theme := s.Matters.Value
	switch {
	case theme == "goal" && s.Kind.Value != "target" && !aiming.MatchString(s.Text),
		theme == "assurance" && !(examined.MatchString(s.Text) && (outside.MatchString(s.Text) || ownBoard.MatchString(s.Text)) || seal.MatchString(s.Text)):
		if emissions.MatchString(s.Text) {
			return "emissions"
		}
		return map[string]string{"energy": "energy", "water": "nature", "waste": "nature", "nature": "nature", "people": "people"}[s.Topic.Value]
	}
	return theme
}

var emissions = pattern.Compile(`(?i)\b(?:emissions?|ghg|co2e?|tco2e?)\b`)

// aiming is how a sentence names a target, or the way to it.
var aiming = pattern.Compile(`(?i)\b(?:targets?|targeted|goals?|aims?|ambitions?|pledge\w*|commit\w*|` +
	`track|net[\s-]zero|\w*neutral\w*|pathways?|baseline|base\s+year)\b`)
