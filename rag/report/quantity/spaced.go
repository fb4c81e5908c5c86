package quantity

import (
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
)

// Plain spaces part thousands in many reports: 12 345 MWh. They also stand between two figures, so a run of digits is one
// figure only where nothing else is left: every group behind the first has three digits, a unit, a currency or a noun
// tells that the run ends there, and what stands before is neither a figure nor a noun that is numbered.

var (
	spacedGroups = pattern.Compile(`^\d{1,3}(?: \d{3})+(?:[.,]\d{1,3})?`)
	// numbered is what a first number may belong to: "Scope 1 234 t", "Scopes 1 and 2 345 t", "June 30 120 t".
	numbered = pattern.Compile(`(?i)\b(?:scopes?|categor(?:y|ies)|phases?|tiers?|levels?|stages?|steps?|goals?|units?|blocks?|sections?|` +
		`chapters?|pages?|tables?|figures?|articles?|notes?|lines?|no\.?|iso|gri|sdgs?|esrs|` +
		`jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?` +
		`(?: \d+(?:\.\d+)?(?:,| and| or| to| [-–]))* $`)
)

// mostBefore bounds what is looked at before a figure, in bytes.
const mostBefore = 60

// scanSpaced reads a figure whose thousands plain spaces part. at is where its first digit stands in the text.
func scanSpaced(text string, at int, f Format) (num number, n int, ok bool) {
	n = len(spacedGroups.FindString(text[at:]))
	if n == 0 || at+n < len(text) && (digit(text[at+n]) || strings.IndexByte(".,'", text[at+n]) >= 0 && at+n+1 < len(text) && digit(text[at+n+1])) {
		return number{}, 0, false
	}
	before := text[max(0, at-mostBefore):at]
	if bare := strings.TrimRight(before, " \u00a0"); bare != "" && digit(bare[len(bare)-1]) || numbered.MatchString(before) {
		return number{}, 0, false
	}
	rest := text[at+n:]
	if strings.HasPrefix(rest, " ") && len(rest) > 1 && digit(rest[1]) {
		return number{}, 0, false
	}
	noun := len(rest) > 1 && rest[0] == ' ' && rest[1] >= 'a' && rest[1] <= 'z'
	code, _ := currencyBefore(text[:at])
	if _, unit := readUnit(rest[space(rest):]); unit == 0 && code == "" && !noun {
		return number{}, 0, false
	}
	num, _, ok = scanNumber(strings.ReplaceAll(text[at:at+n], " ", "\u00a0"), f)
	num.text = text[at : at+n]
	return num, n, ok
}
