package evidence

import (
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/issuer"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// Two sentences with the same words may still tell of two things: what stands at the end of a year and what came about in it, what a company pays
// and what is paid to it, and "more than 9,000" is no other figure than 12,000.

var (
	// moment is a point in time: what is there then is not what was added in the year before it.
	moment = pattern.Compile(`(?i)\b(?:at|by|until)\s+(?:the\s+)?(?:end\s+of|close\s+of)\b|\bas\s+(?:of|at)\b|` +
		`\byear[- ]?end\b|\bby\s+(?:then|20\d\d)\b|\bnumber(?:ed|ing)\b|` +
		`\b(?:to|up\s+to)\s+date\b|\bso\s+far\b|\b3[01](?:st|th)?\s+(?:dec(?:ember)?|june|march|september)\b|\b(?:dec(?:ember)?|june|march|september)\s+3[01]\b|` +
		`\b20\d\d-12-31\b|\b31[./]12[./]20\d\d\b|\bhad\s+(?:already\s+|been\s+)?\p{L}+ed\b`)
	// going on is what is not yet done.
	going  = pattern.Compile(`(?i)\b(?:is|are|was|were|been)\s+(?:still\s+)?\p{L}{2,}ing\b`)
	toward = pattern.Compile(`(?i)\b(?:to|from|\p{L}{2,}ed)\s+(?:the\s+)?$`)
	// entered is what a register does with figures "to" a company: they are its own.
	entered = pattern.Compile(`(?i)\b(?:booked|attributed|ascribed|assigned|according|allocated|belong\p{L}*|due|owing)\s+(?:to|from)\s+(?:the\s+)?$`)
	toUs    = pattern.Compile(`(?i)\b(?:to|from)\s+us\b`)
	// further makes of the figure before it a part that was added.
	further = pattern.Compile(`(?i)^\s+(?:more|fewer|less|additional|further|extra|higher|lower)\b`)
	// adding stands right before a figure by which something has changed, and added behind it.
	adding = pattern.Compile(`(?i)\b(?:add(?:s|ed)?|cuts?|drop(?:s|ped)|shed|lost|saved|removed|` +
		`(?:in|de)creased|rose|fell|grew|declined|reduced)\s+(?:(?:about|around|approximately|some|nearly|almost|over|more\s+than)\s+)?$`)
	added = pattern.Compile(`(?i)^[^,;.]*\b(?:was|were|been)\s+(?:newly\s+)?(?:added|cut|dropped|shed|lost|saved|removed)\b`)
	// level ends what stands before the figure that something has come to.
	level = pattern.Compile(`(?i)\bto\s+(?:(?:about|around|approximately|some|nearly|almost|over|more\s+than|just)\s+)?$`)
	// addsUp stands before a sum, which is no bound.
	addsUp = pattern.Compile(`(?i)\b(?:add(?:s|ed|ing)?|sum(?:s|med)?)\s+up\s+to\s+$`)
	// composed is "up" that tells of no rise.
	composed = pattern.Compile(`(?i)\b(?:ma[dk]es?|making|ta(?:ken?|king)|took|sets?|set|ends?|ended|signed|picked|built)\s+up\b|\bup\s+(?:to|of)\b`)
)

// otherwise reports whether a statement and what is found are told of another time or direction, which their words may not show.
func (r reading) otherwise(a assertion) bool {
	if moment.MatchString(r.text) != moment.MatchString(a.told()) || going.MatchString(r.text) != going.MatchString(a.told()) {
		return true
	}
	return towards(a.text, r.called) && !toUs.MatchString(r.text) && !towards(r.text, r.called)
}

// towards reports whether something goes to the company or comes from it, or is done to it.
func towards(text string, called issuer.Names) bool {
	for _, name := range called {
		for _, at := range places(text, name) {
			if before := text[:at[0]]; toward.MatchString(before) && !entered.MatchString(before) {
				return true
			}
		}
	}
	return false
}

// leavesOpen reports whether a found figure is a bound within which the stated one may lie. What is "up to" something may be all that is possible.
func leavesOpen(own, found figure) bool {
	return found.Bound == quantity.AtMost || found.Bound == quantity.AtLeast && own.Base().Cmp(found.Base()) >= 0
}

// changed reports whether what stands around a figure says that it is a part that was added or taken away.
func changed(before, behind string) bool {
	return further.MatchString(behind) || adding.MatchString(before) || added.MatchString(behind)
}

// told is all that is said where an assertion stands.
func (a assertion) told() string { return strings.TrimSpace(a.text + a.rest) }
