package claims

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// reading is what the rules see in one sentence.
type reading struct {
	text     string
	low      string // the same in lower case
	words    []word
	hits     []hit
	has      [cues]bool
	measured []quantity.Quantity // figures with a unit
	counts   []quantity.Quantity // plain numbers that count something
	years    []string
	byYear   string // the year of "by 2030"
	places   []string
	row      bool // is a row of a table
	target   targetRow
	beside   bool            // is a row about something else than its table's headings
	house    bool            // names the reporting entity
	leads    bool            // names it among its first words
	names    []string        // other things called by a name
	said     *statement.Said // what the sentence says, by a statement.Reader; nil of a row
	reader   string          // that reader's name

	elsewhere bool // stands in a document that is about other things than sustainability
}

// read looks at a sentence; house are the words of the reporting entity's own name, in lower case.
func read(text string, format quantity.Format, house map[string]bool) *reading {
	r := &reading{text: text, low: strings.ToLower(text), words: wordsOf(text)}
	r.hits = slices.DeleteFunc(lexical.find(r.words), func(h hit) bool { return r.boardOfWood(h) || r.misread(h) })
	for _, h := range r.hits {
		r.has[h.cue] = true
	}
	r.has[cueStandard] = r.has[cueStandard] || r.numbered()
	r.places = placesIn(text, r.words)
	r.names = namesIn(text, r.words, house)
	for i, w := range r.words {
		if house[w.low] && text[w.start:w.end] != w.low {
			r.house = true
			r.leads = r.leads || i < begins
		}
		r.forward(i, w)
	}
	for _, q := range quantity.Find(text, format) {
		r.figure(q)
	}
	if r.pollutes() {
		r.beside = true
	}
	return r
}

// pollutes reports whether emissions are those of other things than greenhouse gases.
func (r *reading) pollutes() bool {
	return r.any("pollutant", "pollutants", "sulphur", "sulfur", "nitrogen oxides", "nitrogen oxide", "nox", "sox",
		"voc", "vocs", "volatile organic", "particulate", "particulates", "dust", "noise") &&
		!r.any("co2", "co2e", "carbon", "ghg", "greenhouse", "greenhouse gas", "tco2e", "kt co2e")
}

var determiners = wordSet(`the our its full this each entire whole unitary one tier advisory executive`)

func isYear(s string) bool {
	return len(s) == 4 && (strings.HasPrefix(s, "20") || strings.HasPrefix(s, "19")) && strings.Trim(s, "0123456789") == ""
}

// isFiscal reports whether a word is a fiscal year in short: fy23, fy2023.
func isFiscal(low string) bool {
	year, ok := strings.CutPrefix(low, "fy")
	return ok && (len(year) == 2 || isYear(year)) && strings.Trim(year, "0123456789") == ""
}

// forward notes years, and the first one that something is to be done by.
func (r *reading) forward(i int, w word) {
	if len(w.low) == 4 && isFiscal(w.low) {
		r.years = append(r.years, r.text[w.start:w.end])
		return
	}
	if isFiscal(w.low) { // "by FY2030"
		w.low = w.low[2:]
	}
	if !isYear(w.low) || r.yearOfName(i) || r.yearOfRegulation(w) {
		return
	}
	r.years = append(r.years, w.low)
	if i < 2 && r.byYear == "" { // "2030 target: ...", "Our 2030 goal is ..."
		for _, next := range r.words[i+1 : min(len(r.words), i+4)] {
			if targetWords[next.low] {
				r.byYear = w.low
			}
		}
	}
	for back := 1; back <= 6 && i-back >= 0 && r.byYear == ""; back++ {
		switch before := r.words[i-back].low; before {
		case "by", "until", "before":
			r.byYear = w.low
		case "and": // between 2020 and 2030
			if i-back-1 >= 1 && isYear(r.words[i-back-1].low) && r.words[max(0, i-back-2)].low == "between" {
				r.byYear = w.low
			}
			return
		case "the", "end", "beginning", "start", "close", "early", "mid", "late", "around", "of", "fiscal", "year", "fy", "calendar",
			"latest", "at", "september", "december", "march", "june", "30", "31", "1", "no", "later", "than":
		default:
			return
		}
	}
}

// titles are what years are part of the name of: the 2030 Agenda, Strategy 2030.
var titles = wordSet(`agenda strategy vision roadmap program programme standards report plan horizon`)

// called are what a name with a year is called by when the word for it is no part of the name: Natura 2000 sites.
var called = wordSet(`site sites area areas network platform standards methodology`)

// yearOfName reports whether the year at word i belongs to a name: "our 2030 Climate Strategy" promises nothing by 2030.
func (r *reading) yearOfName(i int) bool {
	capital := func(k int) bool { return k >= 0 && k < len(r.words) && unicode.IsUpper(rune(r.text[r.words[k].start])) }
	if i > 0 {
		switch r.words[i-1].low {
		case "in", "by", "since", "until", "from", "during", "to", "of", "before":
			return false
		}
	}
	if capital(i-1) && titles[r.words[i-1].low] {
		return true
	}
	if capital(i-1) && i > 1 && !months[r.words[i-1].low] && i+1 < len(r.words) &&
		(called[r.words[i+1].low] || !capital(i+1) && titles[r.words[i+1].low]) {
		return true
	}
	return capital(i+1) && (titles[r.words[i+1].low] || capital(i+2) && titles[r.words[i+2].low] || capital(i+2) && capital(i+3) && titles[r.words[i+3].low])
}

// naming are words after which a number is part of a name.
var naming = lexicon.Set("claims.numbered")

var months = lexicon.Set("claims.months")

func wordSet(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

// figure sorts a quantity in: measured, counted, or no figure at all.
func (r *reading) figure(q quantity.Quantity) {
	if r.numbersScope(q) {
		return
	}
	if q.Unit.Dimension != quantity.Count {
		r.measured = append(r.measured, q)
		return
	}
	if q.Year || strings.HasPrefix(r.text[q.End:], "°") || strings.HasPrefix(r.text[q.End:], "-degree") || strings.HasPrefix(r.text[q.End:], " °") {
		return
	}
	before, after := "", ""
	for i, w := range r.words {
		if w.end <= q.Start && q.Start-w.end <= 2 {
			before = w.low
		}
		if w.start >= q.End && after == "" {
			after = r.words[i].low
		}
	}
	switch {
	case strings.HasSuffix(strings.TrimRight(r.text[:q.Start], " '’"), "FY"): // a year
	case naming[before], months[before], months[after], after == "degree", after == "degrees":
	case before == "and" && r.has[cueScope2], before == "and" && r.has[cueScope3]: // Scopes 1 and 2
	case strings.HasSuffix(strings.TrimRight(r.text[:q.Start], " "), "§"), strings.HasSuffix(r.text[:q.Start], "–"),
		strings.ContainsAny(r.text[max(0, q.Start-1):q.Start], "#/.-"), strings.HasPrefix(r.text[q.End:], "/"):
	case len(q.Number) == 1 && q.Text == q.Number:
	case len(q.Number) > 1 && q.Number[0] == '0' && q.Number[1] >= '0' && q.Number[1] <= '9',
		strings.HasPrefix(strings.TrimLeft(r.text[q.End:], " "), "|"): // a chapter
	case after == "" || !strings.HasPrefix(r.text[q.End:], " "):
	default:
		r.counts = append(r.counts, q)
	}
}

// numbersScope reports whether a number is the name of a scope: "Scope 1 and 2 CO2e emissions" states no 2 of CO2e.
func (r *reading) numbersScope(q quantity.Quantity) bool {
	for _, h := range r.hits {
		if h.cue >= cueScope1 && h.cue <= cueScope3 && q.Start > r.words[h.from].start && q.Start < r.words[h.to-1].end {
			return true
		}
	}
	return false
}

// surfaces are the words of a cue as written.
func (r *reading) surfaces(cs ...cue) []string {
	var out []string
	end := map[cue]int{}
	for _, h := range r.hits {
		for _, c := range cs {
			if h.cue == c && h.from >= end[c] {
				out = append(out, r.text[r.words[h.from].start:r.words[h.to-1].end])
				end[c] = h.to
			}
		}
	}
	return distinct(out)
}

// entities are the surface forms that a claim names.
func (r *reading) entities() events.Entities {
	e := events.Entities{
		Subject: r.subject(), Figures: []string{}, Units: []string{}, Periods: distinct(r.years), Places: distinct(r.places),
		Bodies: r.surfaces(cueBody), Standards: r.surfaces(cueStandard), Commitment: r.promises(),
		EnvironmentalBenefit: r.said != nil && r.said.Benefit.Value == "yes", Aim: r.aim(),
	}
	if r.said != nil {
		e.Kind, e.Claimed = r.said.Kind.Value, math.Round(100*r.likelihood())/100
		e.Voice, e.Standing = r.said.Voice.Value, r.said.Standing.Value
	}
	for _, q := range r.measured {
		e.Figures = append(e.Figures, q.Text)
		e.Units = append(e.Units, q.Unit.Symbol)
	}
	for _, q := range r.counts {
		e.Figures = append(e.Figures, q.Text)
	}
	e.Figures, e.Units = distinct(e.Figures), distinct(e.Units)
	return e
}
