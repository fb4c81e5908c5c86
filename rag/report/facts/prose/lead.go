package prose

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
)

// A list of targets says once what its items are: in the sentence that leads to it, in the heading over it, or in a label before a colon. The
// items then give amounts and no more: "40 percent women".

// Lead is what a text makes of the figures that follow it.
type Lead struct {
	Aims bool
	Year int // by which; 0 if it names none, or several
}

const aimNoun = `(?:targets?|goals?|objectives?|ambitions?|aims?)`

var (
	// followingAims announces targets by name: "has set itself the following medium-term targets".
	followingAims = pattern.Compile(`(?i)\bfollowing\s+(?:\p{L}[\p{L}-]*\s+){0,4}?` + aimNoun + `\b`)
	// areAims has them for its subject: "The targets for 2027 are as follows:".
	areAims = pattern.Compile(`(?i)^(.*?)\b` + aimNoun + `\b([^.;:]*?)\s(?:are|is|were|was|include|comprise)(?:\s+as\s+follows|\s+the\s+following)?\s*:$`)
	// aimingAt is what somebody intends, and no more: "By 2030 we aim to:".
	aimingAt = pattern.Compile(`(?i)\b(?:aim|intend|want|strive|commit|committed|aspire|pledge|seek)s?\s+(?:ourselves\s+|itself\s+)?to` +
		`(?:\s+(?:achieve|reach|attain))?(?:\s+the\s+following)?(?:\s+(?:by|until|in|for)\s+[^:;.]{0,30}20\d\d)?\s*:$`)
	// sheerAims is a heading or a label of targets alone: "Our climate targets until 2030", "2027 targets:", "Goal".
	sheerAims = pattern.Compile(`(?i)^(?:(?:FY\s?)?20\d\d\s+)?((?:[\p{L}’'-]+\s+){0,3}?)` + aimNoun + `(?:\s+(?:values?|figures?|levels?))?` +
		`(?:\s*[,(–-]?\s*(?:(?:for|by|until|to|in)\s+)?(?:the\s+)?(?:end\s+of\s+)?(?:(?:fiscal|financial|reporting)\s+)?(?:year\s+)?(?:FY\s?)?20\d\d\)?)?\s*:?$`)
	// underOther are words before a noun that make it another's: "progress towards our targets", "measures and goals".
	underOther = pattern.Compile(`(?i)\b(?:of|to|towards?|against|on|with|from|about|and|or|in\s+line)\b`)
	// reaching is what is done with targets of which the list then tells the outcome.
	reaching = pattern.Compile(`(?i)\b(?:achiev\w+|reached|attained|met|missed|exceeded|fulfilled|completed|past|previous|former)\s+` +
		`(?:(?:all|most|of|the|our|its|these)\s+)*(?:following\s+)?(?:[\p{L}-]+\s+){0,4}?$|\bdevelopment\s+$|\bSDG\s+$`)
	aimsDone = pattern.Compile(`(?i)\b(?:achieved|reached|attained|met|missed|exceeded|fulfilled|completed|pursued|implemented)\b`)
	toBeDone = pattern.Compile(`(?i)\b(?:to|will|shall|should|must)\s+be\s+\p{L}+`)
)

// LeadOf says what a sentence, heading or label makes of what follows it in a report on a year. A report may tell in the same place how far it has
// come; then nothing is said.
func LeadOf(text string, report int) Lead {
	text = strings.TrimSpace(text)
	if len(text) > Longest || ofOthers.MatchString(text) || !announcesAims(text) {
		return Lead{}
	}
	return Lead{Aims: true, Year: yearOfAims(text, report)}
}

// announcesAims reports whether a text says that targets follow.
func announcesAims(text string) bool {
	if SheerAims(text) {
		return true
	}
	if !strings.HasSuffix(text, ":") {
		return false
	}
	if m := followingAims.FindStringIndex(text); m != nil {
		return !reaching.MatchString(text[:m[0]]) && !aimsDone.MatchString(toBeDone.ReplaceAllString(text[m[1]:], "")) &&
			!strings.Contains(strings.ToLower(text[m[0]:m[1]]), "development")
	}
	if m := areAims.FindStringSubmatch(text); m != nil {
		before := leadingTime.ReplaceAllString(m[1], "")
		return !underOther.MatchString(before) && !reaching.MatchString(before) && !aimsDone.MatchString(m[2])
	}
	return aimingAt.MatchString(text)
}

// leadingTime is the time that begins a sentence: "For the 2027 financial year, ".
var leadingTime = pattern.Compile(`(?i)^(?:for|by|until|in)\s+[^,]{0,40}?20\d\d(?:\s+(?:fiscal|financial|reporting)\s+year)?,?\s+`)

// SheerAims reports whether a heading or label speaks of targets and of nothing else.
func SheerAims(text string) bool {
	m := sheerAims.FindStringSubmatch(strings.TrimSpace(text))
	return m != nil && !underOther.MatchString(m[1]) && !reaching.MatchString(m[1])
}

var (
	// untilYear is a year by which something is to be reached, dueYear one that it is for.
	untilYear = pattern.Compile(`(?i)\b(?:by|until|up\s+to)\s+(?:the\s+)?(?:end\s+of\s+)?(?:the\s+)?(?:(?:fiscal|financial|reporting)\s+)?` +
		`(?:year\s+)?(?:FY\s?)?(20\d\d)\b`)
	dueYear = pattern.Compile(`(?i)\bfor\s+(?:the\s+)?(?:(?:fiscal|financial|reporting)\s+)?(?:year\s+)?(?:FY\s?)?(20\d\d)\b|^(?:FY\s?)?(20\d\d)\b|` +
		`\b` + aimNoun + `\s*[,(–-]?\s*(?:FY\s?)?(20\d\d)\b`)
	anyAimYear = pattern.Compile(`\b(20\d\d)\b`)
)

// yearOfAims is the year that a lead names for what follows: the one by which it is to be reached, else the only one that it is for or that lies ahead.
func yearOfAims(text string, report int) int {
	if until := yearsBy(untilYear, text, report); len(until) > 0 {
		return only(until)
	}
	if due := yearsBy(dueYear, text, report); len(due) > 0 {
		return only(due)
	}
	if report == 0 {
		return 0
	}
	return only(yearsBy(anyAimYear, text, report+1))
}

// yearsBy are the years that a pattern finds, from a first one on, each once.
func yearsBy(p *pattern.Pattern, text string, first int) (out []int) {
	for _, m := range p.FindAllStringSubmatch(text, -1) {
		if y := vocabulary.Atoi(strings.Join(m[1:], "")); y >= first && !slices.Contains(out, y) {
			out = append(out, y)
		}
	}
	return out
}

func only(years []int) int {
	if len(years) != 1 {
		return 0
	}
	return years[0]
}
