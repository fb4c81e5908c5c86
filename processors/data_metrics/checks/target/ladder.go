package target

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// A ladder is several dated targets of one thing, one after the other: "50 % by 2030, with steps of 25 % by 2026 and 38 % by 2028".

var (
	rung = pattern.Compile(`(?i)(\d{1,3}(?:[.,]\d{1,2})?)\s?%(?:\s+(?:reduction|cut|decrease|increase))?\s+(?:by|until|in)\s+` +
		`(?:the\s+end\s+of\s+|fiscal\s+(?:year\s+)?|FY\s?)?(20\d\d)(?:/\d\d)?`)
	// rungTurned is the same with its year first: "bis 2027 um 50 %".
	rungTurned = pattern.Compile(`(?i)\b(?:by|until|bis)\s+(?:the\s+end\s+of\s+|ende\s+|FY\s?)?(20\d\d)(?:/\d\d)?,?\s+` +
		`(?:by\s+|um\s+)?(\d{1,3}(?:[.,]\d{1,2})?)\s?%`)
	// nextRung is what may stand between two of them: nothing that could make the next one of something else.
	nextRung = pattern.Compile(`(?i)^(?:[\s,;]|and|then|with|in|an?|as|und|sowie|um|interim|intermediate|steps?|milestones?|targets?|goals?|of|to|by|at|` +
		`least|rising|followed|reaching)*$`)
	// climbing says that more is asked for the higher the percentage; ceiling, that it is the most that may be.
	climbing = pattern.Compile(`(?i)\b(?:verringer\w*|reduc\w*|fall|sink|shrink|cut|lower\w*|decreas\w*|less|increas\w*|renewable|` +
		`recycl\w*|senk\w*|reduzier\w*|sink\w*|minder\w*|zurückgehen|weniger)\b`)
	ceiling = pattern.Compile(`(?i)\b(?:at most|no more than|below|under|less than|maximum|limit\w*|up to)\b`)
	downTo  = pattern.Compile(`(?i)\b(?:reduc\w*|cut|lower\w*|decreas\w*|limit\w*|fall\w*)\b[^.;]{0,80}\bto\s+(?:about\s+|below\s+)?$`)
	// toBe says that something is yet to come: steps dated "in 2022 and in 2023" alone may lie behind.
	toBe = pattern.Compile(`(?i)\b(?:(?:by|until|bis)\s+(?:\p{L}+\s+){0,3}(?:FY\s?)?20\d\d|will|shall|` +
		`wants?|aims?|plans?|intends?|targets?|goals?|steps?|commit\w*|pledge\w*|woll\w+|sollen|ziele?)\b`)
	itemRung = pattern.Compile(`(?i)^\W*(?:by|until)\s+(?:FY\s?)?(20\d\d)(?:/\d\d)?\s*[:\t]\s*(minus|plus|[-–−+]?)\s?(\d{1,3}(?:[.,]\d{1,2})?)\s?%[^\d%]*$`)
	// itemTurned is the same with the percentage first: "25 % by 2025".
	itemTurned = pattern.Compile(`(?i)^\W*?(minus|plus|[-–−+]?)\s?(\d{1,3}(?:[.,]\d{1,2})?)\s?%\s+(?:by|until)\s+(?:the\s+end\s+of\s+)?` +
		`(?:FY\s?)?(20\d\d)(?:[/–-]\d\d)?\W*$`)
)

// itemOf reads a line that is one dated target.
func itemOf(line string) (year, sign, percent string, ok bool) {
	if m := itemRung.FindStringSubmatch(line); m != nil {
		return m[1], m[2], m[3], true
	}
	if m := itemTurned.FindStringSubmatch(line); m != nil {
		return m[3], strings.Trim(m[1], "-–"), m[2], true // a dash before an item is no sign
	}
	return "", "", "", false
}

// step is one dated target as it is printed.
type step struct {
	printed string
	year    int
	value   quantity.Quantity
}

// laddered holds later targets of a sentence against earlier ones: a later one that asks for less is none that the same path reaches.
func laddered(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	now := reportYear(s)
	for _, x := range s.Statements() {
		if !climbing.MatchString(x.Text) || ceiling.MatchString(x.Text) || rebased.MatchString(x.Text) || ofAPart.MatchString(x.Text) {
			continue
		}
		var steps []step
		end := 0
		rungs := rung.FindAllStringSubmatchIndex(x.Text, -1)
		if turned := rungTurned.FindAllStringSubmatchIndex(x.Text, -1); len(turned) > len(rungs) {
			rungs = turned
			for _, m := range rungs {
				m[2], m[3], m[4], m[5] = m[4], m[5], m[2], m[3]
			}
		}
		for i, m := range rungs {
			if i > 0 && !nextRung.MatchString(x.Text[end:m[0]]) || downTo.MatchString(x.Text[:m[0]]) {
				steps = nil
				break
			}
			if st, ok := stepOf(x.Text[m[2]:m[3]], x.Text[m[4]:m[5]]); ok {
				steps = append(steps, st)
			}
			end = m[1]
		}
		if len(steps) < 2 {
			steps = rungsNamed(x)
		}
		if n := len(steps); n > 0 && (steps[n-1].year <= now || now == 0 && !toBe.MatchString(x.Text)) {
			continue // what was cut in one year and the next
		}
		if c, ok := climbs(steps, x.Page); ok {
			out = append(out, x.Utter(c, steps[len(steps)-1].printed+" %", true))
		}
	}
	return out
}

// rungYear is the year by which a percentage is to be reached, behind the words that say what of.
var rungYear = pattern.Compile(`(?i)^([^.;:()\d]*(?:\bscopes?\s+[123](?:\s*(?:,|and|&|\+)\s*[23])*[^.;:()\d]*)?)\s+(?:by|until|in)\s+` +
	`(?:the\s+end\s+of\s+|FY\s?)?(20\d\d)(?:/\d\d)?\b`)

// rungsNamed reads the steps of a sentence that says between percentage and year what they are of: "40 % less Scope 1 and 2 by 2027 and 60 % less
// by 2030". A later step has no word of its own: it is of the same.
func rungsNamed(x sheet.Statement) []step {
	var out []step
	var of []string
	all := x.Percents()
	for i, q := range all {
		end := len(x.Text)
		if i+1 < len(all) {
			end = all[i+1].Start
		}
		m := rungYear.FindStringSubmatchIndex(x.Text[q.End:end])
		if m == nil || q.Bound != quantity.Exactly || downTo.MatchString(x.Text[:q.Start]) {
			if len(out) > 0 {
				break // what follows is of something else
			}
			continue
		}
		words := sheet.Stems(x.Text[q.End+m[2] : q.End+m[3]])
		if len(out) > 0 && slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(of, w) }) {
			return nil
		}
		if i+1 < len(all) && !nextRung.MatchString(x.Text[q.End+m[1]:end]) {
			end = -1 // the next one is not of this ladder
		}
		st, ok := stepOf(q.Number, x.Text[q.End+m[4]:q.End+m[5]])
		if !ok {
			return nil
		}
		if len(out) == 0 {
			of = words
		}
		if out = append(out, st); end < 0 {
			break
		}
	}
	return out
}

// signsOfSteps are the ways to print the sign of a step.
var signsOfSteps = strings.NewReplacer("–", "-", "−", "-", "minus", "-", "plus", "+")

// listedLadders reads targets that stand one below the other: "by 2025: -18 %", "by 2027: -26 %". A line of anything else ends
// the list: what follows it may be of another thing.
func listedLadders(s *sheet.Sheet) []sheet.Finding {
	var out []sheet.Finding
	for _, p := range s.Pages() {
		if p.NotAnalysed != "" {
			continue
		}
		var steps []step
		signs := map[string]bool{}
		for _, text := range append(strings.Split(p.Text, "\n"), "end") {
			year, sign, percent, ok := itemOf(text)
			if !ok {
				if strings.TrimSpace(text) == "" {
					continue
				}
				if c, ok := climbs(steps, p.Number); ok && len(signs) == 1 && (c.Result != events.CheckFail || upward(steps)) {
					out = append(out, sheet.Finding{Check: c, Page: p.Number})
				}
				steps, signs = nil, map[string]bool{}
				continue
			}
			signs[signsOfSteps.Replace(strings.ToLower(sign))] = true
			if st, ok := stepOf(percent, year); ok {
				steps = append(steps, st)
			}
		}
	}
	return out
}

// upward reports whether steps without a word of what they are of lead up, all but one of them: what is to become less may go down.
func upward(steps []step) bool {
	back := 0
	for i := 1; i < len(steps); i++ {
		if steps[i].value.Value.Cmp(steps[i-1].value.Value) < 0 {
			back++
		}
	}
	return len(steps) > 2 && back == 1 && steps[0].value.Value.Cmp(steps[len(steps)-1].value.Value) < 0
}

func stepOf(percent, year string) (step, bool) {
	n, err := strconv.Atoi(year)
	if err != nil {
		return step{}, false
	}
	style := quantity.Point
	if strings.Contains(percent, ",") {
		style = quantity.Comma
	}
	q, err := quantity.Parse(percent+" %", style)
	return step{percent, n, q}, err == nil
}

// climbs makes the check of some dated targets; ok is false of one alone, or of two for one year.
func climbs(steps []step, page int) (c events.Check, ok bool) {
	if len(steps) < 2 {
		return c, false
	}
	byYear := slices.Clone(steps)
	slices.SortStableFunc(byYear, func(a, b step) int { return a.year - b.year })
	c = events.Check{Result: events.CheckPass, Severity: "info", Message: "The dated targets go one way."}
	var terms []string
	for i, st := range byYear {
		if i > 0 && st.year == byYear[i-1].year {
			return c, false
		}
		c.Inputs = append(c.Inputs, events.CheckInput{Label: "target for " + strconv.Itoa(st.year), Value: quantity.Print(st.value.Value, 12), Unit: "%", Page: page})
		terms = append(terms, fmt.Sprintf("%d: %s %%", st.year, st.printed))
		if i > 0 && st.value.Value.Cmp(byYear[i-1].value.Value) < 0 && c.Result == events.CheckPass {
			c.Result, c.Severity = events.CheckFail, "warning"
			c.Message = fmt.Sprintf("The target for %d asks for less than the one for %d of the same thing.", st.year, byYear[i-1].year)
		}
	}
	c.Working = strings.Join(terms, ", ")
	c.Expected, c.Stated = "no later target below an earlier one", terms[len(terms)-1]
	return c, true
}
