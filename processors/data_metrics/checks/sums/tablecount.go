package sums

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
)

var (
	anyNumber = `((?:` + sheet.SmallNumbers + `)|\d{1,3})`
	// someOfAll reads "Five of our seven sites are certified to ISO 14001".
	someOfAll = pattern.Compile(`(?i)(?:^|[.;]\s|,\s(?:and\s)?)` + anyNumber + `\s+(?:out\s+)?of\s+(?:(?:the|our|its|all|these)\s+)*` + anyNumber +
		`\s+((?:[\p{L}'’-]+\s+){0,2}?[\p{L}'’-]+s)\s+((?:is|are|was|were|has|have|had|holds?|held|carry|carries)\b[^.;:,(]*)`)
	// otherwise says of what is counted that it is not so, not yet so, or only in part so.
	otherwiseSo = pattern.Compile(`(?i)\b(?:` + lexicon.Alternatives("checks.not simply so") + `|to\s+be|by\s+(?:the\s+end|20\d\d))\b`)
	// soWords are those by which a thing is said to have what the heading of a column names.
	soWords = pattern.Compile(`(?i)^(?:certif\w*|accredit\w*|cover\w*|rat\w+|valid\w*|label\w*|` +
		`manage\w*|system\w*|standar\w*|site\w*|under|accord\w*|rating\w*|hold\w*|held|carr\w+)$`)
	yes = pattern.Compile(`(?i)^(?:yes|y|✓|✔|x|●|•)$`)
	no  = pattern.Compile(`(?i)^(?:no|n|–|-|—|✗|✘|none|○|)$`)
	// unsettled is a cell that is neither: planned, under way, not applicable.
	unsettled = pattern.Compile(`(?i)\b(?:plan\w*|progress|pending|expect\w*|part\w*|tbd|n/?a|ongoing|due|applicable|target\w*|20\d\d)\b|[?*]`)
)

// countedInTable holds "five of our seven sites are certified to ISO 14001" against the one table that lists seven things and has a column of that
// name in which each has it or has it not.
func countedInTable(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	s.EachSentence(func(page int, text string) {
		m := someOfAll.FindStringSubmatch(text)
		if m == nil || otherwiseSo.MatchString(m[4]) || otherwiseSo.MatchString(m[3]) {
			return
		}
		some, all := numberOf(m[1]), numberOf(m[2])
		found, column, ok := havingIt(s, page, all, m[4])
		if !ok || some >= all || some < found-mostMiscounted || some > found+mostMiscounted {
			return
		}
		c := events.Check{
			Result: events.CheckPass, Severity: "info", Expected: strconv.Itoa(found), Stated: m[1], Message: "The table has as many as are said.",
			Inputs: []events.CheckInput{{Label: sheet.StatedLabel + " number", Value: m[1], Page: page}, {Label: "of", Value: m[2], Page: page},
				{Label: column, Value: strconv.Itoa(found), Page: page}},
			Working: fmt.Sprintf("%s of %s stated; the column \"%s\" has %d of %d", m[1], m[2], column, found, all),
		}
		if some != found {
			c.Result, c.Severity = events.CheckFail, "warning"
			c.Message = fmt.Sprintf("%s of %s %s are said to be so; of the %d in the table %d are, by its column \"%s\".", m[1], m[2], m[3], all, found, column)
		}
		out = append(out, (&sheet.Statement{Page: page, Text: text}).Utter(c, m[1], false))
	})
	return out
}

// havingIt counts the things that have what a sentence says, in the one list of so many near its page.
func havingIt(s *sheet.Sheet, page, all int, said string) (n int, column string, ok bool) {
	about := sheet.Stems(said)
	for _, l := range s.Listings() {
		if len(l.Things) != all || l.Page < page-1 || l.Page > page+2 || notAllOfThem.MatchString(l.Caption) {
			continue
		}
		for col, head := range l.Heads {
			name := sheet.Stems(head)
			if col == 0 || !sheet.SharesWord(name, about) {
				continue
			}
			count, plain := inColumn(l, col, said)
			if !plain || !allSaid(said, name) || ok {
				return 0, "", false // another column, or another thing, may be meant
			}
			n, column, ok = count, head, true
		}
	}
	return n, column, ok
}

// inColumn counts the cells that say yes, or what a thing has; plain is false where one may be neither, or where the sentence speaks of what it has.
// A cell without anything is a no beside marks alone: beside words it may not have been read.
func inColumn(l sheet.Listing, col int, said string) (n int, plain bool) {
	words := sheet.Stems(said)
	blank, worded := false, false
	for _, row := range l.Things {
		cell := row[col]
		blank = blank || cell == ""
		worded = worded || strings.ContainsFunc(cell, unicode.IsLetter) && !strings.EqualFold(cell, "x")
		switch {
		case no.MatchString(cell):
		case yes.MatchString(cell):
			n++
		case unsettled.MatchString(cell) || strings.ContainsAny(cell, "0123456789") || sheet.SharesWord(sheet.Stems(cell), words):
			return 0, false
		default:
			n++
		}
	}
	return n, n > 0 && n < len(l.Things) && !(blank && worded)
}

// allSaid reports whether a part of a sentence says nothing but what the heading of a column does: any other word may narrow it down.
func allSaid(said string, head []string) bool {
	for _, w := range sheet.WordOf.FindAllString(said, -1) {
		if stems := sheet.Stems(w); len(stems) > 0 && !sheet.SharesWord(stems, head) && !soWords.MatchString(w) && !sheet.Tells(w) {
			return false
		}
	}
	return true
}
