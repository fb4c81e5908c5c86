package boundary

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/issuer"
)

// Things that more than one place of this package names.
const (
	All      = "all" // the company with what belongs to it
	acquired = "acquired"
	sold     = "sold"
	later    = "later"

	workersOfOthers = "workers of others"
)

// kinds are things that are told by their words alone.
var kinds = []struct {
	thing string
	words *pattern.Pattern
}{
	{"ventures", pattern.Compile(`(?i)\bjoint\s+ventures?\b|\bassociates\b|\bassociated\s+(?:companies|entities|undertakings)\b|\bminorit(?:y|ies)\b|` +
		`\bnon-?\s?controll\w+|\bnot\s+(?:\w+\s+)?controll(?:ed)?\b|\bequity[\s-]accounted\b|\b(?:at[\s-]equity|equity\s+method)\b|\binvestees\b|` +
		`\bparticipations\b`)},
	{acquired, pattern.Compile(`(?i)\bacquired\b|\bacquisitions?\b|\bnewly\s+(?:added|consolidated|founded|opened)\b|\bbought\b|\btake-?overs?\b|` +
		`\bfirst-time\s+consolidation|\bfor\s+the\s+first\s+time\b`)},
	{sold, pattern.Compile(`(?i)\bsold\b|\bdivest\w+|\bdisposed\s+of\b|\bdisposals?\s+of\s+(?:\p{L}+\s+){0,2}?` + parts + `\b|` +
		`\bdeconsolidated\b|\bspun\s+off\b|\bspin-?off\b|\bsale\s+of\b|\bclosed\b|` +
		`\bclosures?\b|\bdiscontinued\b`)},
	{workersOfOthers, pattern.Compile(`(?i)\b(?:sub)?contractors?\b|\b(?:temporary|agency)\s+(?:workers?|staff|employees|personnel)\b|\bapprentices\b|` +
		`\binterns\b|\btrainees\b|\bfreelanc\w+`)},
	{"franchises", pattern.Compile(`(?i)\bfranchis\w+`)},
	{"leased", pattern.Compile(`(?i)\bleas(?:ed|es|ehold)\b|\brented\b|\btenant(?:s|ed)?\b`)},
	{"operated by others", pattern.Compile(`(?i)\bnon-operated\b|\bnot\s+operated\b`)},
	{later, pattern.Compile(`(?i)\b(?:first\s+full|full|following|next|subsequent)\s+(?:financial\s+|calendar\s+|fiscal\s+|` +
		`reporting\s+)?year\b|\byear\s+after\b`)},
}

// ownOnly is how the workers of others are left out by saying that only a company's own are counted.
var ownOnly = pattern.Compile(`(?i)\b(?:only|solely|exclusively|(?:limited|restricted|confined)\s+to)\s+(?:\p{L}+\s+){0,2}?` +
	`(?:own|permanent|direct)\s+` + staff + `\b|\b(?:own|permanent|direct)\s+` + staff + `\s+(?:only|alone|exclusively)\b`)

const staff = `(?:staff|employees|workforce|people|personnel|workers)`

var (
	approaches = pattern.Compile(`(?i)\b(?:(operational|financial)(?:ly)?\s+control(?:led|s)?|controls?\s+(operational|financial)ly|` +
		`controlled\s+(operational|financial)ly|(equity)\s+share|share\s+of\s+(?:the\s+)?(equity))\b`)
	// instead is what stands before an approach that is no longer used.
	instead = pattern.Compile(`(?i)(?:\binstead\s+of|\brather\s+than|\bin\s+place\s+of|\breplac\w+|\bno\s+longer|\bnot|\bpreviously|\bformerly|` +
		`\bfrom)\s+(?:[\w-]+\s+){0,3}$`)
	shares = pattern.Compile(`(?i)(\d{1,3}(?:[.,]\d+)?)\s*(?:%|per\s*cent\b)`)
	// ofWhat is of what a share is.
	ofPeople = pattern.Compile(`(?i)\b(?:headcount|workforce|employees|staff|FTEs?|personnel)\b`)
	ofIncome = pattern.Compile(`(?i)\b(?:revenues?|sales|turnover|income)\b`)
	// ofShareNext and ofShare are how a share is counted in or left out: right before it, or behind it without a comma between.
	ofShareNext = pattern.Compile(`(?i)\b(?:` + counting + `|exclud(?:es?|ing)|leav(?:es?|ing)\s+out|not\s+cover(?:ing)?)\s+(?:[\p{L}~-]+\s+){0,3}$`)
	ofShare     = pattern.Compile(`(?i)^[^,;:()]{0,70}\b(?:covered|included|in\s+scope|consolidated|excluded|left\s+out|omitted)\b`)
	sizes       = pattern.Compile(`(?i)\b(?:fewer|less|smaller|lower|under|below|more|over|above|larger|greater|at\s+least|up\s+to|exceed\w*|minimum\s+of)\s+` +
		`(?:than\s+)?(?:(?-i:\p{Ll}+)\s+)?(\d[\d.,]*)(\s?%)?|(\d[\d.,]*)(\s?%)?\s+(?:\p{L}+\s+){0,2}(?:or|and)\s+(?:more|less|fewer|above|below)\b`)
	counts    = pattern.Compile(`(?i)(\bscopes?\s+|\d\s+and\s+|&\s?)?\b(\d[\d.,]*)\s+(?:\p{L}+\s+)?` + parts + `\b`)
	fractions = pattern.Compile(`(?i)\b(\d+)\s+(?:out\s+)?of\s+(?:\p{L}+\s+){0,3}?(\d+)\s+(?:\p{L}+\s+)?` + parts + `\b`)
	isYear    = pattern.Compile(`^(?:19|20)\d\d$`)
	limited   = pattern.Compile(`(?i)\b([\p{L}-]+)\s+(?:[\p{L}-]+\s+)?$`)
	properRun = pattern.Compile(`\b\p{Lu}[\p{L}&-]*(?:\s+(?:(?:of|&|de|du)\s+)?\p{Lu}[\p{L}&.-]*)*`)
)

// narrows are words that leave some of a company's parts out, by what they mean.
var narrows = map[string]string{
	"significant": "main", "material": "main", "major": "main", "main": "main", "principal": "main", "key": "main", "largest": "main", "important": "main",
	"selected": "some", "certain": "some", "most": "most", "production": "making", "manufacturing": "making",
	"producing": "making", "industrial": "making", "wholly-owned": "held", "wholly": "held", "majority-owned": "held", "majority": "held",
	"acquired": namedApart, "bought": namedApart, "sold": namedApart, "divested": namedApart, "leased": namedApart, "rented": namedApart, "franchised": namedApart,
	"associated": namedApart, "added": namedApart,
}

// namedApart is what is a thing of its own.
const namedApart = "-"

var boughtOrSold = pattern.Compile(`(?i)^\s+(?:(?:that|which)\s+)?(?:(?:was|were|are|is)\s+)?(?:newly\s+)?(?:acquired|bought|sold|divested|` +
	`leased|rented|in\s+which)\b`)

// alike are words for parts that one report calls so and the next one otherwise.
var sites = pattern.Compile(`(?i)^(?:sites?|locations|plants|factories|facilities|premises)$`)

// mark is where a sentence counts something in or leaves it out: what stands behind the words, or what stands before them. Of some words
// only what stands right behind them is left out, and some are said of anything that is thought of, too.
type mark struct {
	from, upTo                 int
	leaves, after, close, weak bool
}

// thing is one that a sentence counts in or leaves out, and where.
type thing struct {
	name string
	at   int
}

var (
	leavesNext = pattern.Compile(`(?i)\b(?:exclud(?:ing|es?)|except(?:ing|\s+for)?|exception\s+of|leav(?:es?|ing)\s+out|` +
		`omit(?:s|ting)?|(?:not|no\s+longer)\s+(?:yet\s+)?(?:includ(?:es?|ing)|count(?:ing)?|cover(?:s|ing)?|comprises?|contain|consider|consolidate)|` +
		`no\s+(?:data|figures)\s+(?:are|is|were|was)\s+\p{L}+\s+(?:at|for|from|on|of|in))\b`)
	// leavesAround is how words that leave something out stand around it: the first of them do.
	leavesAround = pattern.Compile(`(?i)\b(leav(?:es?|ing)|not\s+tak(?:es?|ing))\s+(?:[\p{L}-]+\s+){1,5}?(?:aside|out|into\s+account)\b`)
	leavesClose  = pattern.Compile(`(?i)\b(?:apart\s+from|other\s+than|without)\b`)
	isLeft       = pattern.Compile(`(?i)\b(?:will\s+(?:only\s+)?be\s+(?:added|included|consolidated|integrated)|excluded|left\s+out|omitted|` +
		`disregarded|exempt(?:ed)?|removed\s+from|deconsolidated|(?:no\s+longer|not|never)\s+` +
		`(?:(?:yet|fully|currently|been|being|be|a)\s+)*(?:included|covered|consolidated|counted|captured|considered|reported|recorded|reflected|` +
		`part\s+of|in\s+scope|within|taken\s+into\s+account)|(?:outside|out\s+of)\s+(?:of\s+)?(?:the\s+|our\s+|this\s+|its\s+)?(?:\p{L}+\s+){0,2}?` +
		`(?:scope|boundar(?:y|ies)|perimeter))\b|\b(?:is|are)\s+not\s*(?:[,;.]|$)`)
	thought  = pattern.Compile(`(?i)\b(?:considered|account|disregarded)$`)
	countsIn = pattern.Compile(`(?i)\b(?:` + counting + `)\b`)
)

func marksOf(text string) []mark {
	var out []mark
	for _, at := range leavesNext.FindAllStringIndex(text, -1) {
		out = append(out, mark{from: at[0], upTo: at[1], leaves: true})
	}
	for _, at := range leavesAround.FindAllStringSubmatchIndex(text, -1) {
		out = append(out, mark{from: at[2], upTo: at[3], leaves: true})
	}
	for _, at := range leavesClose.FindAllStringIndex(text, -1) {
		out = append(out, mark{from: at[0], upTo: at[1], leaves: true, close: true})
	}
	for _, at := range isLeft.FindAllStringIndex(text, -1) {
		out = append(out, mark{from: at[0], upTo: at[1], leaves: true, after: true, weak: thought.MatchString(text[at[0]:at[1]])})
	}
	for _, at := range countsIn.FindAllStringIndex(text, -1) {
		if !slices.ContainsFunc(out, func(m mark) bool { return m.from < at[1] && at[0] < m.upTo }) {
			out = append(out, mark{from: at[0], upTo: at[1]})
		}
	}
	slices.SortFunc(out, func(a, b mark) int { return a.from - b.from })
	return out
}

// parting is what stands between one thing that is said and the next.
var parting = pattern.Compile(`,|\b(?:and|but|while|whereas)\b`)

// out is by what that which stands at a place of a sentence is left out; nil if it is not.
func out(text string, marks []mark, from, upTo int) *mark {
	begins := strings.LastIndexByte(text[:from], ';') + 1
	ends := len(text)
	if at := strings.IndexByte(text[upTo:], ';'); at >= 0 {
		ends = upTo + at
	}
	var before, behind *mark
	for i := range marks {
		switch m := &marks[i]; {
		case m.from < begins || m.upTo > ends:
		case m.upTo <= from:
			before = m
		case m.from >= upTo && behind == nil:
			behind = m
		}
	}
	const farthest = 3 // words
	switch {
	case before != nil && before.close && len(strings.Fields(text[before.upTo:from])) <= farthest:
		return before
	case before != nil && before.close:
		return nil
	case before != nil && before.leaves && !before.after:
		return before
	case behind != nil && behind.leaves && behind.after && (before == nil || parting.MatchString(text[before.upTo:from])):
		return behind
	case before != nil && before.leaves && strings.Count(text[begins:before.from], " ") <= 1 && !partWord.MatchString(text[begins:before.from]):
		return before // "Excluded are ..."
	}
	return nil
}

// thingsOf are the things that a sentence counts in or leaves out.
func thingsOf(text string, marks []mark, own issuer.Names) []thing {
	var found []thing
	for _, k := range kinds {
		for _, at := range k.words.FindAllStringIndex(text, -1) {
			name := k.thing
			if name != sold && name != acquired && name != later && out(text, marks, at[0], at[1]) != nil { // those happen, whatever comes of that
				name = "out " + name
			}
			found = append(found, thing{name, at[0]})
		}
	}
	for _, at := range approaches.FindAllStringSubmatchIndex(text, -1) {
		if !instead.MatchString(text[:at[0]]) {
			by := strings.ToLower(first(text, at, 2, 4, 6, 8, 10))
			found = append(found, thing{"by " + by + map[bool]string{true: " share", false: " control"}[by == "equity"], at[0]})
		}
	}
	if at := ownOnly.FindStringIndex(text); at != nil {
		found = append(found, thing{"out " + workersOfOthers, at[0]})
	}
	found = append(append(found, limitsOf(text, marks)...), namesIn(text, marks, own)...)
	return append(found, partsOf(text, marks, found)...)
}

// partsOf are the parts of the company that are left out, where nothing else says which, and what of all is counted in: the first that is named.
func partsOf(text string, marks []mark, found []thing) []thing {
	var parts []thing
	begins := 0
	if at := slices.IndexFunc(marks, func(m mark) bool { return !m.leaves }); at >= 0 && partWord.MatchString(text[marks[at].upTo:]) {
		begins = marks[at].upTo
	}
	leftOut := slices.ContainsFunc(found, func(t thing) bool { return decides(t.name) })
	limited := slices.ContainsFunc(found, func(t thing) bool { return isLimit(t.name) || isApproach(t.name) })
	whole := false
	for _, at := range partWord.FindAllStringIndex(text, -1) {
		word := strings.ToLower(text[at[0]:at[1]])
		if sites.MatchString(word) {
			word = "sites"
		}
		gone, only := out(text, marks, at[0], at[1]) != nil, narrowed(text[:at[0]])
		switch {
		case gone && !leftOut:
			parts = append(parts, thing{"out " + word, at[0]})
		case gone || limited || whole || at[0] < begins:
		case only == namedApart || boughtOrSold.MatchString(text[at[1]:]):
		case only != "":
			parts, whole = append(parts, thing{"only " + only, at[0]}), true
		default:
			parts, whole = append(parts, thing{All, at[0]}), true
		}
	}
	return parts
}

// narrowed is what the words before those for a company's parts make of them.
func narrowed(before string) string {
	m := limited.FindStringSubmatch(before)
	if m == nil {
		return ""
	}
	words := strings.Fields(m[0])
	for i := len(words) - 1; i >= 0; i-- {
		if to := narrows[strings.ToLower(words[i])]; to != "" {
			return to
		}
	}
	return ""
}
