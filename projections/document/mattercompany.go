package document

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/data/matters"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/phrase"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// unsupported are the statements that matter and that only the company makes, by subject, the weightiest of each first.
func (v *view) unsupported() ([]weighed, error) {
	const subjectsShown = 10
	s, err := v.subjects()
	if err != nil {
		return nil, err
	}
	groups := map[string][]*Claim{}
	var order []string
	rated := slices.ContainsFunc(v.Claims, func(c Claim) bool { return len(c.Paragraphs) > 0 && c.Paragraphs[0].Sure > 0 }) // not in old runs
	for i := range v.Claims {
		c := &v.Claims[i]
		x := v.verdicts[c.ID]
		if x == nil || x.Verdict != events.Unverified && x.Verdict != events.InsufficientEvidence || c.Priority != events.High || len(c.Paragraphs) == 0 {
			continue
		}
		if x.InternallyConsistent != nil && !*x.InternallyConsistent {
			continue // it is told of elsewhere
		}
		key, known := s.of(c.Paragraphs[0].ID)
		if rated && c.Paragraphs[0].Sure < likelyEvidence || !s.stands(c) {
			continue // what it says of the subject is not sure
		}
		if !known || c.Source != "table" && !hasAmount(c) && !(c.Entities.Commitment && len(c.Entities.Figures) > 0) && !v.speaksOfItself(c) {
			continue // what others want, do or have found is not the company's to prove
		}
		if groups[key.name] == nil {
			order = append(order, key.name)
		}
		groups[key.name] = append(groups[key.name], c)
	}
	var out []weighed
	for _, name := range order {
		if slices.ContainsFunc(groups[name], func(c *Claim) bool { return v.mayLead(s, c) }) {
			out = append(out, v.wordOnly(s, name, groups[name]))
		}
	}
	slices.SortStableFunc(out, func(a, b weighed) int { return cmp.Compare(b.weight, a.weight) })
	return out[:min(len(out), subjectsShown)], nil
}

// likelyEvidence is how sure a claim must at least be evidence for a paragraph to stand for its subject.
const likelyEvidence = 0.5

// wordOnly is one subject on which there is only the company's word.
func (v *view) wordOnly(s subjects, name string, claims []*Claim) weighed {
	most := v.most(claims)
	slices.SortStableFunc(claims, func(a, b *Claim) int {
		return cmp.Or(cmp.Compare(v.leadsLast(s, a), v.leadsLast(s, b)), cmp.Compare(v.telling(b)+v.share(b, most), v.telling(a)+v.share(a, most)))
	})
	lead := claims[0]
	m := Matter{
		Kind: MatterUnsupported, Page: lead.Page, Quote: tidy(lead.Quote.Text, lead.Text), Title: "Only the company says so: " + v.sortOfStatement(s, lead, name),
	}
	second := "No source outside the company was found that confirms or contradicts it"
	if x := v.verdicts[lead.ID].InternallyConsistent; x != nil && *x {
		second = "The report's own figures agree with it, but no source outside the company was found that confirms it"
	}
	if n := len(claims) - 1; n > 0 {
		second += fmt.Sprintf("; the same is true of %s taken to be about %s",
			phrase.Count(n, "further high-priority statement", "further high-priority statements"), strings.ToLower(name[:1])+name[1:])
	}
	m.Text = phrase.Paragraph(fmt.Sprintf("Page %d says “%s”", lead.Page, strings.TrimRight(phrase.Words(lead.Text, 40), ".")), second)
	m.Gist = "“" + strings.TrimRight(phrase.Words(lead.Text, 18), ".") + "”"
	for _, c := range claims {
		m.ClaimIDs = append(m.ClaimIDs, c.ID)
		if len(m.Places) < 12 {
			m.Places = append(m.Places, v.place(c))
		}
	}
	m.Paragraphs = paragraphsOf(lead)
	m.ID = v.matterID(m.Kind, name)
	return weighed{m, 4*s.weight(lead.Paragraphs[0].ID) + min(4, v.telling(lead)) + min(4, float64(len(claims))/8)}
}

// surelyClaimed is how likely a sentence must at least be a claim to stand for others: notes on method and halves of sentences are less so.
const surelyClaimed = 0.9

// leaning is how a sentence begins that says nothing without the one before it.
var leaning = regexp.MustCompile(`^(?:(?:In|For|Of|With) )?(?:This|These|That|Those|this|these|that|those|It|They|Such|Therefore|Thus|Hence)\b`)

// mayLead reports whether a claim can stand for others: of rows those of a physical amount, since accounts are full of rows of money and people,
// of sentences those that surely say what the company does, is or wants. A share alone may be of anything: it stands for no amount of money.
func (v *view) mayLead(s subjects, c *Claim) bool {
	money := func(unit string) bool { return dimensionOf(unit) == quantity.Money }
	if s.measured(c) == matters.Money && !slices.ContainsFunc(c.Entities.Units, money) {
		return false
	}
	if onlyZero(c.Entities.Figures) {
		return false // or a form that was left empty
	}
	if c.Source == "table" {
		return slices.ContainsFunc(c.Entities.Units, func(unit string) bool {
			switch dimensionOf(unit) {
			case quantity.Emissions, quantity.CarbonGas, quantity.Mass, quantity.Energy, quantity.Volume:
				return true
			}
			return false
		})
	}
	switch c.Entities.Kind {
	case "definition", "opinion", "outlook", "pointer", "other":
		return false
	}
	first, _ := utf8.DecodeRuneInString(c.Text)
	return !unicode.IsLower(first) && !leaning.MatchString(c.Text) && (c.Entities.Claimed == 0 || c.Entities.Claimed >= surelyClaimed) // 0 in old runs
}

func (v *view) leadsLast(s subjects, c *Claim) int {
	if v.mayLead(s, c) {
		return 0
	}
	return 1
}

// telling says how well a claim can stand for its subject: a sentence with a figure or a promise, not a row of a table.
func (v *view) telling(c *Claim) float64 {
	weight := 0.0
	if c.Source != "table" {
		weight += 2
	}
	if c.Anchored {
		weight++
	}
	if x := v.verdicts[c.ID]; x != nil && x.InternallyConsistent != nil && *x.InternallyConsistent {
		weight += 1.5 // what adds up is a total more often than a part
	}
	if len(c.Entities.Figures) > 0 {
		weight++
	}
	if hasAmount(c) {
		weight++
	}
	if v.speaksOfItself(c) {
		weight += 1.5
	}
	if c.Entities.Commitment {
		weight += 2
	}
	if c.Entities.EnvironmentalBenefit {
		weight++
	}
	if n := len(strings.Fields(c.Text)); n < 6 || n > 45 && c.Source != "table" {
		weight -= 2
	}
	return weight
}

// hasAmount reports whether a claim states an amount, which says more of a company than a share: that may be of anybody.
func hasAmount(c *Claim) bool {
	return slices.ContainsFunc(c.Entities.Units, func(unit string) bool { return unit != "%" })
}

// firstPerson is how a company speaks of itself without its name.
var firstPerson = regexp.MustCompile(`(?i)\b(?:we|us|our|ours|ourselves)\b`)

// speaksOfItself reports whether a claim names the company, or is said in its own person.
func (v *view) speaksOfItself(c *Claim) bool {
	return firstPerson.MatchString(c.Text) || v.names.Mentioned(c.Text)
}

// amounts are the largest of each unit that a claim states: of a row of a table the figures of its page that are printed in it behind its
// label, of a sentence those that were read in it. Changes and amounts per something are none of them: an effect tells less than what it is of.
func (v *view) amounts(c *Claim) map[string]float64 {
	out := map[string]float64{}
	words := strings.Join(strings.Fields(c.Quote.Text), " ")
	for _, f := range v.onPage[c.Page] {
		if c.Source == "table" && (len(f.RowPath) == 0 || !strings.HasPrefix(words, f.RowPath[len(f.RowPath)-1])) ||
			c.Source != "table" && f.Source == "table" || f.Printed == "" || !standsIn(words, f.Printed) ||
			f.Change || f.Per != "" || strings.HasSuffix(f.Metric, "intensity") {
			continue
		}
		if amount, err := strconv.ParseFloat(f.ValueBase, 64); err == nil {
			if !strings.Contains(v.Report.Period, strconv.Itoa(f.Year)) {
				amount *= ofAnotherYear
			}
			out[massOf(f.UnitBase)] = max(out[massOf(f.UnitBase)], math.Abs(amount))
		}
	}
	return out
}

// ofAnotherYear is how much an amount counts that is not of the year of the report.
const ofAnotherYear = 0.8

// massOf is the unit in which masses are held against each other: one heading says tonnes and the next tonnes of CO2.
func massOf(unit string) string {
	if strings.HasPrefix(unit, "tCO2") {
		return "t"
	}
	return unit
}

// standsIn reports whether a figure is printed among words, and not as a part of another.
func standsIn(words, printed string) bool {
	for from := 0; printed != ""; {
		at := strings.Index(words[from:], printed)
		if at < 0 {
			return false
		}
		at += from
		before, _ := utf8.DecodeLastRuneInString(words[:at])
		after, _ := utf8.DecodeRuneInString(words[at+len(printed):])
		if !unicode.IsLetter(before) && !unicode.IsDigit(before) && !unicode.IsLetter(after) && !unicode.IsDigit(after) {
			return true
		}
		from = at + len(printed)
	}
	return false
}

// most is the largest amount that some claims state of the unit that most of them have: of emissions tonnes, of what is spent money. What
// is in another unit, as the energy that emissions come from, does not stand for the subject.
func (v *view) most(claims []*Claim) map[string]float64 {
	largest, stating := map[string]float64{}, map[string]int{}
	for _, c := range claims {
		for unit, amount := range v.amounts(c) {
			if unit != "%" { // shares are of different wholes
				largest[unit] = max(largest[unit], amount)
				stating[unit]++
			}
		}
	}
	commonest := ""
	for _, unit := range slices.Sorted(maps.Keys(stating)) {
		if commonest == "" || stating[unit] > stating[commonest] {
			commonest = unit
		}
	}
	if commonest == "" {
		return nil
	}
	return map[string]float64{commonest: largest[commonest]}
}

// share is how much of the largest amount a claim states: a whole tells more of a subject than one of its parts, and what is next to
// nothing, or nothing, tells least.
func (v *view) share(c *Claim, most map[string]float64) float64 {
	best, known := 0.0, false
	for unit, amount := range v.amounts(c) {
		if most[unit] > 0 {
			best, known = max(best, amount/most[unit]), true
		}
	}
	switch {
	case known && best < slightPart && c.Source != "table", onlyZero(c.Entities.Figures):
		return -4
	case known:
		return 3 * best
	case hasAmount(c) && len(most) > 0:
		return -2 // a change or a rate, where amounts are there
	}
	return 0
}

// onlyZero reports whether figures are there and are all nothing, as in a note on what rounding does. The 2 of CO2 is none of their digits.
func onlyZero(figures []string) bool {
	return len(figures) > 0 && !slices.ContainsFunc(figures, func(f string) bool {
		return slices.ContainsFunc(strings.Fields(f), func(word string) bool {
			return !strings.ContainsFunc(word, unicode.IsLetter) && strings.ContainsAny(word, "123456789")
		})
	})
}
