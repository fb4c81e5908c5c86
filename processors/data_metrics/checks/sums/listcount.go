package sums

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
)

var (
	// manyOf reads "We produce in five plants:" up to the colon or the bracket that a list follows.
	manyOf = pattern.Compile(`(?i)\b` + numberSaid + `\s+((?:[\p{L}'’-]+\s+){0,3}?\p{L}+(?:s|people|women|men))` +
		`((?:\s+[\p{L}'’-]+){0,8}?)\s*(?::\s*|\s[–—]\s|\(|,\s+(?:located|based|situated)\s+(?:in|at)\s+|,\s+namely\s+)(.+)$`)
	// notAllOfThem says that a list may leave something out, or that so many are no more than meant roughly.
	notAllOfThem = pattern.Compile(`(?i)\b(?:e\.g|i\.a|` + lexicon.Alternatives("checks.not all of a list") + `)\b|\.\.\.|…|\betc\b`)
	// ofMore leads to a number of which so many are only some: "two of our", "at least", or to one that counts something else.
	ofMore = pattern.Compile(`(?i)\b(?:of|least|most|over|than|about|around|to|per|every|nearly|almost|another|further|other|or|between|and)\s+` +
		`(?:the|our|its|their|these|all)?\s*$`)
	conjoined  = pattern.Compile(`(?i)\s+(?:and|or|plus|as\s+well\s+as|&)\s+|\s*&\s*|/`)
	firstJoin  = pattern.Compile(`(?i)^(?:and|or|plus|as\s+well\s+as)\s+`)
	itemParts  = pattern.Compile(`[,;]\s*`)
	notPlain   = pattern.Compile(`(?i)\b(?:and|or)$|^(?:in|on|at|of|by|for|from|with|since|until|after|before|during|then|now|once)\b`)
	relative   = pattern.Compile(`(?i)\b(?:which|who|whose|where|that|because|since|while|when|but|not|no)\b`)
	itemClause = pattern.Compile(`(?i)\b(?:is|are|was|were|has|have|had|will|can|which|who|whose|where|that|because|since|while|when)\b`)
)

// mostListed is how many things a list of a sentence has at most, and mostMiscounted by how many a number beside it is off by a slip.
const (
	mostListed     = 20
	mostMiscounted = 2
)

// countedLists holds "five plants: Graz in Austria, Kulim in Malaysia and Shunde in China" against itself: a list that a colon hands over, or a
// bracket holds, and that ends in "and", has as many as it is said to have. How many there are may be open - a name can have "and" in it -: then
// both numbers fit.
func countedLists(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	s.EachSentence(func(page int, text string) {
		if !strings.ContainsAny(text, ":(–—,") || len(text) > sheet.LongestSentence {
			return
		}
		at := manyOf.FindStringSubmatchIndex(text)
		if at == nil || numbered.MatchString(text[:at[2]]) || ofMore.MatchString(text[:at[0]]) || notAllOfThem.MatchString(text) ||
			relative.MatchString(text[at[6]:at[7]]) {
			return
		}
		said, list := text[at[2]:at[3]], text[at[8]:at[9]]
		if strings.HasSuffix(strings.TrimSpace(text[:at[8]]), "(") {
			inside, _, closed := strings.Cut(list, ")")
			if list = inside; !closed {
				return
			}
		}
		if wordNumber.MatchString(text[at[3]:]) || wordNumber.MatchString(text[:at[2]]) || strings.ContainsAny(list, "0123456789:()–—") {
			return // several numbers: which of them counts the list is open
		}
		least, most, ok := itemsOf(strings.TrimRight(strings.TrimSpace(list), ".!"))
		n := numberOf(said)
		if !ok || n < 2 || n > mostListed || n < least-mostMiscounted || n > most+mostMiscounted {
			return
		}
		x := sheet.Statement{Page: page, Text: text}
		found := strconv.Itoa(least)
		if most > least {
			found += " or " + strconv.Itoa(most)
		}
		c := events.Check{
			Result: events.CheckPass, Severity: "info", Expected: found, Stated: said, Message: "The list has as many as are said.",
			Inputs:  []events.CheckInput{{Label: sheet.StatedLabel + " number", Value: said, Page: page}},
			Working: fmt.Sprintf("%s stated; listed: %s; that are %s", said, list, found),
		}
		if n < least || n > most {
			c.Result, c.Severity = events.CheckFail, "warning"
			c.Message = fmt.Sprintf("%s %s are said to be there; the list behind that has %s, and nothing says that it leaves some out.", said,
				text[at[4]:at[5]], found)
		}
		out = append(out, x.Utter(c, said, true))
	})
	return out
}

// numbered ends in a name that a number belongs to, as the 3 of "Scope 3 categories" does: a word with a capital that begins no sentence, or a scope.
var numbered = pattern.Compile(`(?:[^.!?:\s]\s+\p{Lu}\p{Ll}+|(?i:\bscopes?))\s+$`)

// itemsOf is how many things a list has, at least and at most; ok is false for what is no list, or none that is plain.
func itemsOf(list string) (least, most int, ok bool) {
	separator := ","
	if strings.Contains(list, ";") {
		separator = ";" // commas are within the items
	}
	items := strings.Split(list, separator)
	if len(items) < 2 {
		return 0, 0, false
	}
	joined, named, within := false, 0, 0
	for i, item := range items {
		item = strings.TrimSpace(item)
		last := i == len(items)-1
		if firstJoin.MatchString(item) {
			if !last {
				return 0, 0, false
			}
			joined, item = true, firstJoin.ReplaceAllString(item, "")
		}
		if item == "" || notPlain.MatchString(item) || itemClause.MatchString(item) || len(strings.Fields(item)) > 9 {
			return 0, 0, false
		}
		if strings.Contains(item, " in ") {
			named++
		}
		ands := len(conjoined.FindAllString(item, -1))
		if last && !joined && ands > 0 && separator == "," {
			joined = !strings.Contains(item, "&")
			if within == 0 { // where names have "and" in them, that of the last may be another one
				ands, least, most = ands-1, least+1, most+1
			}
		}
		least, most, within = least+1, most+1+ands, within+ands
	}
	if !joined || named > 0 && named < len(items)-1 {
		return 0, 0, false // a place and where it lies, parted by a comma like two places
	}
	if separator == ";" && itemParts.MatchString(strings.ReplaceAll(list, ";", "")) {
		most += strings.Count(list, ",")
	}
	return least, most, true
}
