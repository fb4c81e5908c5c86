package checks

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// The words of a rise and of a fall, as a sentence says them of its subject.
const (
	risenWords  = `increased|rose|grew|went up|climbed|has increased|have increased|has risen|have risen|has grown|have grown`
	fallenWords = `decreased|fell|declined|dropped|went down|sank|has decreased|have decreased|has fallen|have fallen|has declined|have declined`
)

var (
	movement = regexp.MustCompile(`(?i)\b(?:` + risenWords + `|` + fallenWords + `)\b`)
	// A sentence that begins with its subject and goes on with the verb. What comes before or between could narrow
	// the subject down to a site or a product.
	moved = regexp.MustCompile(`(?i)^(?:(?:In|During|For)\s+(?:fiscal\s+(?:year\s+)?|FY\s?)?20\d\d,?\s+)?` +
		`(?:our|the(?:\s+(?:amount|volume|number|quantity)\s+of)?|total)?\s*([\p{L}\d][\p{L}\d -]{2,60}?)\s+(` + risenWords + `|` + fallenWords + `)\b(.*)$`)
	fallen   = regexp.MustCompile(`(?i)^(?:` + fallenWords + `)$`)
	inARow   = regexp.MustCompile(`(?i)\bfor the (second|third) (?:consecutive year|year (?:in a row|running|in succession))\b`)
	goesOnSo = regexp.MustCompile(`(?i)^\s*(?:$|[.,;]|again\b|further\b|slightly\b|steadily\b|significantly\b|sharply\b|` +
		`markedly\b|considerably\b|for the (?:second|third)\b|in (?:fiscal (?:year )?|FY\s?)?20\d\d\b|compared (?:to|with)\b|` +
		`year[- ]on[- ]year\b|from the previous year\b|because\b|due to\b|as a result\b|despite\b|while\b|mainly\b|primarily\b|last year\b)`)
)

// movements holds "purchased electricity increased" against the row of that name. Only a subject that is the row's
// own name and nothing more, and a figure that goes the other way beyond rounding, are a contradiction.
func movements(s *sheet) []utterance {
	var out []utterance
	for _, x := range s.statements() {
		m := moved.FindStringSubmatch(x.text)
		if m == nil || len(x.figures) > 0 || !goesOnSo.MatchString(m[3]) {
			continue // a change with its figure is another check's
		}
		subject := stems(m[1])
		steps := 1
		if r := inARow.FindStringSubmatch(m[3]); r != nil {
			steps = map[string]int{"second": 2, "third": 3}[strings.ToLower(r[1])]
		}
		var row line
		n := 0
		for _, l := range s.rows() {
			if within(subject, l.stems) && within(l.stems, subject) && len(l.t.series(l.row)) > steps {
				row = l
				n++
			}
		}
		if n != 1 {
			continue
		}
		if u, ok := x.went(row.t.series(row.row), fallen.MatchString(m[2]), steps, m[2]); ok {
			out = append(out, u)
		}
	}
	return out
}

// went compares the words with the last steps of a series of years.
func (x statement) went(series []entry, fell bool, steps int, verb string) (utterance, bool) {
	last := len(series) - 1
	if year := x.year(0); year > 0 {
		for last >= 0 && series[last].Year != year {
			last--
		}
	} else if len(x.years) > 0 {
		return utterance{}, false // from one year to another: which ones, the sentence leaves to its reader
	}
	if last < steps {
		return utterance{}, false
	}
	words, figures := "a rise", "a rise"
	if fell {
		words = "a fall"
	}
	c := events.Check{Result: events.CheckPass, Severity: "info", Stated: words, Message: "The words and the row's figures go one way."}
	var terms []string
	for i := last - steps; i <= last; i++ {
		e := series[i]
		c.Inputs = append(c.Inputs, input(e, ""))
		terms = append(terms, fmt.Sprintf("%d: %s", e.Year, e.WithUnit()))
		if i == last-steps {
			continue
		}
		then := series[i-1]
		if e.Year != then.Year+1 || then.Quantity().Interval().Overlaps(e.Quantity().Interval()) {
			return utterance{}, false
		}
		down := quantity.Sub(e.Quantity().Base(), then.Quantity().Base()).Sign() < 0
		if down {
			figures = "a fall"
		}
		if down != fell {
			c.Result, c.Severity = events.CheckFail, ""
		}
	}
	c.Working = strings.Join(terms, ", ")
	c.Expected = figures
	if c.Result == events.CheckFail {
		c.Message = fmt.Sprintf("The words speak of %s, the row \"%s\" shows %s.", words, shorten(series[last].label()), strings.Join(terms, ", "))
	}
	return x.utter(c, verb, false), true
}
