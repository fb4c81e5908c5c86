package datametrics

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// reading is a claim with what stands around it, read once for all rules.
type reading struct {
	text             string // the claim's words within their context
	ownFrom, ownUpTo int    // where the claim's own words stand, in bytes
	page             int
	figures          []quantity.Quantity
	sentences        []span
	facts            map[int][]*facts.Fact // of the report's sheet, by where the claim's figure begins
	drawn            [][4]float64          // of a row of a table: where its words stand on the page
}

type span struct{ from, upTo int }

// read puts the claim's words into their context, or before it if they do not stand in it word for word.
func read(c events.Claim) reading {
	own := c.Quote.Text
	if own == "" {
		own = c.Text
	}
	r := reading{text: c.Context, page: c.Page}
	if c.Source == "table" {
		r.drawn = c.Quote.Rects
	}
	at := strings.Index(c.Context, own)
	if folded := strings.Join(strings.Fields(own), " "); at < 0 && c.Source != "table" { // the lines of a page are no part of its sentences
		if at = strings.Index(c.Context, folded); at >= 0 {
			own = folded
		}
	}
	if at < 0 || own == "" {
		at = 0
		r.text = own + "\n\n" + c.Context
	}
	r.ownFrom, r.ownUpTo = at, at+len(own)
	labels := scopeLabel.FindAllStringIndex(r.text, -1)
	for _, q := range quantity.Find(r.text, quantity.Detect(r.text, quantity.Point)) {
		// The numbers of scopes are names: "Scope 1 and 2 CO2e emissions" states no figure.
		if !slices.ContainsFunc(labels, func(l []int) bool { return q.Start >= l[0] && q.Start < l[1] }) {
			r.figures = append(r.figures, q)
		}
	}
	r.sentences = r.split()
	return r
}

// own says whether a figure stands in the claim's own words.
func (r reading) own(q quantity.Quantity) bool { return q.Start >= r.ownFrom && q.End <= r.ownUpTo }

// origin is where the inputs of a check come from: arithmetic over the claim's words alone is the claim's.
func (r reading) origin(inputs ...quantity.Quantity) events.Origin {
	for _, q := range inputs {
		if !r.own(q) {
			return events.OriginComputed
		}
	}
	return events.OriginClaim
}

// split cuts the text into sentences; the edges of the claim always end one.
func (r reading) split() []span {
	cuts := append(document.Clauses(r.text), r.ownFrom, r.ownUpTo)
	slices.Sort(cuts)
	var out []span
	from := 0
	for _, cut := range cuts {
		if cut > from {
			out = append(out, span{from, cut})
			from = cut
		}
	}
	return out
}

// in lists the figures that stand wholly in a sentence.
func (r reading) in(s span) []quantity.Quantity {
	var out []quantity.Quantity
	for _, q := range r.figures {
		if q.Start >= s.from && q.End <= s.upTo {
			out = append(out, q)
		}
	}
	return out
}

// percents lists a sentence's percentages.
func percents(all []quantity.Quantity) []quantity.Quantity {
	var out []quantity.Quantity
	for _, q := range all {
		if q.Unit.Dimension == quantity.Percent && !q.Range {
			out = append(out, q)
		}
	}
	return out
}

var (
	falling = pattern.Compile(
		`(?i)\b(?:reduc\w*|decreas\w*|declin\w*|fell|fall(?:s|en|ing)?|dropp?\w*|cut(?:s|ting)?|lower\w*|down|shr[aiu]nk\w*|halv(?:e|ing)|saved|less)\b`)
	rising = pattern.Compile(`(?i)\b(?:increas\w*|grew|grow(?:s|n|th|ing)?|rose|ris(?:e|es|en|ing)|up|higher|gain\w*|more|rais\w*|doubl\w*)\b`)
)

// direction is -1 for a fall, 1 for a rise, 0 where a sentence speaks of neither or of both.
func direction(sentence string) int {
	// Hedges are no direction: "up to 6 %", "more than 6 %".
	sentence = hedges.ReplaceAllString(sentence, " ")
	down, up := falling.MatchString(sentence), rising.MatchString(sentence)
	switch {
	case down && !up:
		return -1
	case up && !down:
		return 1
	}
	return 0
}

var hedges = pattern.Compile(`(?i)\b(?:up to|more than|less than|no more than|no less than)\b`)

// input names a figure that went into a check.
func (r reading) input(label string, q quantity.Quantity) events.CheckInput {
	return events.CheckInput{FactID: r.factOf(q), Label: label, Value: quantity.Print(q.Value, 12), Unit: unit(q), Page: r.page}
}

func unit(q quantity.Quantity) string {
	if q.Per != "" {
		return strings.TrimSpace(q.Unit.Counted() + " per " + q.Per)
	}
	return q.Unit.Counted()
}
