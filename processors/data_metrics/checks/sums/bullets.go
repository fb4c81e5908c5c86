package sums

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

var (
	// thenItems reads "We run stores in five countries:" at the end of a sentence that hands over to the items below.
	thenItems = pattern.Compile(`(?i)\b` + numberSaid + `\s+((?:[\p{L}'’-]+\s+){0,3}?\p{L}+(?:s|people|women|men))` +
		`((?:\s+[\p{L}'’-]+){0,8}?)\s*:$`)
	// severalOf says that an item may be more than one thing, or none of its own.
	severalOf = pattern.Compile(`(?i)\s(?:and|or|&)\s|/|;|\bother`)
)

// spans are no things that are listed: "over the last five years:".
var spans = pattern.Compile(`(?i)(?:years|months|weeks|days|hours|times|minutes|points|percent|thousands|millions|tonnes)$`)

// longestItem is how long an item is at most that is surely one: of a longer one the reader may have missed where the next begins.
const longestItem = 100

// sameIndent is how far apart items of one list may begin, in points: those of a list within it stand further in.
const sameIndent = 3

// itemised is a list below a sentence, as its page has it.
type itemised struct {
	items []string
	ended bool // something else follows it on the page
}

// countedItems holds "in five countries:" against the items below: a list that begins right behind the colon, has one mark for all of its items and
// ends on the page has as many as it is said to have. One more or less is a slip; anything else is another list.
func countedItems(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for i := range s.Pages() {
		p := &s.Options.Document.Pages[i]
		if p.NotAnalysed != "" {
			continue
		}
		text := []rune(p.Text)
		sentences := p.Sentences()
		for at, x := range sentences {
			m := thenItems.FindStringSubmatchIndex(x.Text)
			if m == nil || x.Item || len(x.Text) > sheet.LongestSentence || ofMore.MatchString(x.Text[:m[0]]) || notAllOfThem.MatchString(x.Text) ||
				wordNumber.MatchString(x.Text[m[3]:]) || wordNumber.MatchString(x.Text[:m[2]]) || relative.MatchString(x.Text[m[6]:m[7]]) ||
				spans.MatchString(x.Text[m[4]:m[5]]) {
				continue
			}
			said, n := x.Text[m[2]:m[3]], numberOf(x.Text[m[2]:m[3]])
			list := itemsBelow(p, text, sentences[at+1:])
			if u, ok := countItems(sheet.Statement{Page: p.Number, Text: x.Text}, said, x.Text[m[4]:m[5]], n, list); ok {
				out = append(out, u)
			}
		}
	}
	return out
}

// countItems makes the check of a list that has as many items as are said, or one more or less.
func countItems(x sheet.Statement, said, what string, n int, list itemised) (u sheet.Utterance, ok bool) {
	found := len(list.items)
	if found < 2 || n < 2 || n > mostListed || !list.ended || n > found+1 || n < found-1 {
		return u, false
	}
	for _, item := range list.items {
		if n != found && (notAllOfThem.MatchString(item) || len(item) > longestItem || n > found && severalOf.MatchString(item)) {
			return u, false
		}
	}
	c := events.Check{
		Result: events.CheckPass, Severity: "info", Expected: strconv.Itoa(found), Stated: said, Message: "The list has as many as are said.",
		Inputs:  []events.CheckInput{{Label: sheet.StatedLabel + " number", Value: said, Page: x.Page}},
		Working: fmt.Sprintf("%s stated; listed: %s; that are %d", said, sheet.Shorten(strings.Join(list.items, "; ")), found),
	}
	if n != found {
		c.Result, c.Severity = events.CheckFail, "warning"
		c.Message = fmt.Sprintf("%s %s are said to be there; the list below has %d, and nothing says that it leaves some out.", said, what, found)
	}
	return x.Utter(c, said, true), true
}

// itemsBelow are the items right behind a sentence: none where their marks differ or they stand further in, as those of a list within a list do, or
// where more of them follow what stands between.
func itemsBelow(p *document.Page, text []rune, after []document.Sentence) itemised {
	var list itemised
	var mark rune
	block, indent := 0, 0.0
	for _, x := range after {
		switch {
		case x.Item:
			own, left := markOf(text, x.Start), edgeOf(p, x.Block)
			if own == 0 || mark != 0 && (own != mark || math.Abs(left-indent) > sameIndent) || list.ended || strings.HasSuffix(x.Text, ":") {
				return itemised{}
			}
			mark, block, indent = own, x.Block, left
			list.items = append(list.items, x.Text)
		case len(list.items) == 0:
			return list
		case x.Block == block && !list.ended: // an item of several sentences
		case list.ended && strings.HasSuffix(x.Text, ":"):
			return list
		default:
			list.ended = true
		}
	}
	return list
}

// edgeOf is where a block begins from the left.
func edgeOf(p *document.Page, block int) float64 {
	for _, l := range p.Lines {
		if l.Block == block {
			return l.Rect[0]
		}
	}
	return 0
}

// markOf is the mark before an item; 0 for a letter or a number, which say how many there are themselves.
func markOf(text []rune, start int) rune {
	for i := start - 1; i >= 0 && i > start-4; i-- {
		if r := text[i]; strings.ContainsRune("•▪■●–—-*›»►▶✓○o", r) {
			return r
		}
	}
	return 0
}
