package sheet

import (
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// shareHedges are what is said of a share in words before it.
const shareHedges = `(?:(more\s+than|over|at\s+least|well\s+over|just\s+over)\s+|(almost|nearly|just\s+under|close\s+to)\s+|` +
	`(less\s+than|fewer\s+than|under)\s+|(about|around|approximately|roughly|some)\s+)?`

var (
	// shareInWords is a share that words give: "two thirds of", "half our", "one in five", "the majority of".
	shareInWords = pattern.Compile(`(?i)\b` + shareHedges +
		`(?:((?:a|one|two|three|four)[\s-])?(half|thirds?|quarters?|fifths?|tenths?)\s+(?:of\s+|our\s|the\s|all\s)|` +
		`(one|two|three|four)\s+(?:in|out\s+of)\s+(?:every\s+)?(` + SmallNumbers + `)\b|(the\s+majority|most)\s+of\s)`)
	numerators = map[string]int64{"a": 1, "one": 1, "two": 2, "three": 3, "four": 4}
	parted     = map[string]int64{"half": 2, "third": 3, "quarter": 4, "fifth": 5, "tenth": 10}
	// ofTime leads to a half of a time, or to one of two: "the first half of".
	ofTime = pattern.Compile(`(?i)\b(?:first|second|other|last|latter|third|fourth)\s*$`)
	// leadsOn is how words go on from a share to what it is of.
	leadsOn = pattern.Compile(`(?i)\s+(?:of|our|the|all)$`)
)

// InWords is a share that words give.
type InWords struct {
	Said       *apd.Decimal      // in per cent
	Room       quantity.Interval // for what it may stand
	Start, End int
	Text       string
}

// WordedShare reads the first share in words of a text. Words are round.
func WordedShare(text string) (w InWords, ok bool) {
	m := shareInWords.FindStringSubmatchIndex(text)
	if m == nil || ofTime.MatchString(text[:m[0]]) {
		return w, false
	}
	group := func(n int) string {
		if m[2*n] < 0 {
			return ""
		}
		return strings.ToLower(strings.Trim(text[m[2*n]:m[2*n+1]], " -"))
	}
	n, d := max(1, numerators[group(5)]), parted[strings.TrimSuffix(group(6), "s")]
	if group(7) != "" {
		n, d = numerators[group(7)], int64(SmallNumber(group(8)))
	}
	majority := group(9) != ""
	if majority {
		n, d = 1, 2
	}
	said, ok := quantity.PercentOf(quantity.Int(n), quantity.Int(max(1, d)))
	if !ok || n >= d {
		return w, false
	}
	rough := quantity.Mul(said, apd.New(2, -1)) // words are round
	switch {
	case group(2) != "":
		rough = quantity.Mul(said, apd.New(25, -2))
	case group(4) != "":
		rough = quantity.Mul(said, apd.New(4, -1)) // and these rounder
	}
	w = InWords{Said: said, Start: m[0], End: m[1], Text: leadsOn.ReplaceAllString(strings.TrimSpace(text[m[0]:m[1]]), "")}
	w.Room = quantity.Interval{Low: quantity.Sub(said, rough), High: quantity.Sum(said, rough)}
	switch {
	case group(1) != "" || majority:
		w.Room = quantity.Interval{Low: said, High: compare.Hundred}
	case group(2) != "":
		w.Room.High = said
	case group(3) != "":
		w.Room = quantity.Interval{Low: quantity.Int(0), High: said}
	}
	return w, true
}
