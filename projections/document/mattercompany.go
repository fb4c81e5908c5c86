package document

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/data/matters"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/phrase"
	"github.com/sibyl-project/sibyl/projections/document/headline"
)

// mostOnWord are as many statements on the company's word alone as are told of.
const mostOnWord = 10

// unsupported are the statements that matter and that only the company makes, by subject, the weightiest of each first.
func (v *view) unsupported(others int) ([]weighed, error) {
	subjectsShown := max(mostOnWord, firstMatters-others)
	s, err := v.subjects()
	if err != nil {
		return nil, err
	}
	groups, order := v.bySubject(s)
	v.money = v.mostMoney(groups)
	weight := func(name string) float64 { return s.weight(groups[name][0].Paragraphs[0].ID) }
	slices.SortStableFunc(order, func(a, b string) int { return cmp.Compare(weight(b), weight(a)) })
	var out []weighed
	var told []*Claim
	most := map[string]map[string]float64{}
	for round := range statementsEach {
		for _, name := range order {
			if round == 0 {
				most[name] = v.inOrder(s, groups[name])
			}
			at := slices.IndexFunc(groups[name], func(c *Claim) bool {
				return v.mayLead(s, c) && (round == 0 || v.mayFollow(s, c, most[name])) && !slices.ContainsFunc(told, func(o *Claim) bool { return v.sameFact(o, c) })
			})
			if at < 0 || len(out) == subjectsShown {
				continue
			}
			lead, claims := groups[name][at], groups[name][at:at+1]
			if told = append(told, lead); round == 0 {
				claims = groups[name]
			}
			out = append(out, v.wordOnly(s, name, round, lead, claims))
		}
	}
	return out, nil
}

// bySubject are the claims of which only the company's word is known, by what they are on.
func (v *view) bySubject(s subjects) (groups map[string][]*Claim, order []string) {
	groups = map[string][]*Claim{}
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
		if c.Source == "table" && v.toldWhole(c) || v.toldFigure(c) || v.quotedIn(c) {
			continue // as are these
		}
		if v.ledEmissions && (s.measured(c) == matters.Emissions || v.emits(c)) && !v.taken(c) {
			continue // the whole is told of, and these are it or its parts
		}
		if groups[key.name] == nil {
			order = append(order, key.name)
		}
		groups[key.name] = append(groups[key.name], c)
	}
	return groups, order
}

// toldWhole reports whether a row is of what a matter tells the whole of.
func (v *view) toldWhole(c *Claim) bool {
	stated := v.statedIn(c)
	return len(stated) > 0 && !slices.ContainsFunc(stated, func(f *Fact) bool {
		return !slices.Contains(v.toldFamilies, cmp.Or(families[f.Metric], f.Metric))
	})
}

// toldFigure reports whether a claim is told of, or states a figure that a matter tells of: figures of few digits agree by chance.
func (v *view) toldFigure(c *Claim) bool {
	if v.toldTaxonomy && ofTaxonomy.MatchString(c.Text) {
		return true // one sentence stands for all that is said of it
	}
	return c.Source != "table" && slices.ContainsFunc(v.toldPrinted, func(printed string) bool {
		return len(digitsOf.FindAllString(printed, -1)) > 3 && standsIn(c.Text, printed)
	})
}

// taken reports whether a claim is of tonnes that are avoided, cut or offset, which are no part of what is emitted.
func (v *view) taken(c *Claim) bool {
	other := v.otherThan("ghg_emissions", c)
	return (other == "ghg_reduction" || other == "offsets") && v.amounts(c)["t"] > 0
}

// emits reports whether a row states tonnes of what is emitted, whatever paragraph it is evidence for.
func (v *view) emits(c *Claim) bool {
	stated := v.statedIn(c)
	return c.Source == "table" && len(stated) > 0 && !slices.ContainsFunc(stated, func(f *Fact) bool { return f.Metric != "ghg_emissions" })
}

// statementsEach are as many statements of one subject as are told of at most: where there is room, the weightiest have more than one.
const statementsEach = 3

// mayFollow reports whether a claim can be told of beside the one that stands for its subject: what came of something, and not how it is done or
// a change or rate where there are amounts.
func (v *view) mayFollow(s subjects, c *Claim, most map[string]float64) bool {
	if s.weight(c.Paragraphs[0].ID) < weightySubject || described(c) || s.measured(c) == matters.Money || v.ledEmissions && s.measured(c) == matters.Emissions {
		return false
	}
	share := v.share(c, most)
	return s.measured(c) == matters.Aim || share == 0 || share > 3*tinyPart
}

// weightySubject is how much must hang on a subject of which more than one statement is told.
const weightySubject = 7

// tinyPart is how much of the largest amount of a subject even one of its rows is nothing to tell of.
const tinyPart = 0.001

// described reports whether a claim says how something is done, which tells less than what came of it.
func described(c *Claim) bool { return c.Entities.Kind == "policy" || c.Entities.Kind == "process" }

// inOrder puts the claims of a subject in the order in which they can stand for it, and says what is the largest amount of theirs.
func (v *view) inOrder(s subjects, claims []*Claim) map[string]float64 {
	most := v.most(claims)
	slices.SortStableFunc(claims, func(a, b *Claim) int {
		return cmp.Or(cmp.Compare(v.leadsLast(s, a), v.leadsLast(s, b)), cmp.Compare(v.weightOf(s, b, most), v.weightOf(s, a, most)))
	})
	return most
}

// sameFact reports whether two claims are one statement, or state the same amount or the same aim for a year.
func (v *view) sameFact(a, b *Claim) bool {
	if a.Source == "table" && b.Source == "table" && a.Page == b.Page && slices.Equal(a.Entities.Units, b.Entities.Units) && len(a.Entities.Units) > 0 {
		return true // a whole and its parts are told of once
	}
	if a.Text == b.Text || shared(a.Entities.Units, b.Entities.Units) && shared(long(a.Entities.Figures), long(b.Entities.Figures)) {
		return true
	}
	if a.Entities.Aim != "" && b.Entities.Aim != "" && a.Page == b.Page {
		return true // one paragraph of targets is one matter
	}
	if of := a.Entities; of.Aim != "" && b.Entities.Aim != "" && shared(of.Periods, b.Entities.Periods) &&
		(shared(of.Figures, b.Entities.Figures) || of.Aim == b.Entities.Aim && len(of.Figures)+len(b.Entities.Figures) == 0) {
		return true
	}
	if a.Source != "table" && b.Source != "table" && slices.Equal(v.ahead(a), v.ahead(b)) && headline.SameShare(a.Text, b.Text) {
		return true
	}
	if shared(a.Entities.Figures, b.Entities.Figures) && phrase.Words(a.Text, 3) == phrase.Words(b.Text, 3) {
		return true
	}
	same := func(a, b map[string]float64) bool {
		for unit, amount := range a {
			if unit != "%" && amount > 0 && b[unit] == amount {
				return true
			}
		}
		return false
	}
	return same(v.amounts(a), v.amounts(b)) || same(v.moneyIn(a), v.moneyIn(b))
}

// long are figures that two amounts hardly share by chance.
func long(figures []string) []string {
	return slices.DeleteFunc(slices.Clone(figures), func(f string) bool { return len(digitsOf.FindAllString(f, -1)) < 4 })
}

var digitsOf = regexp.MustCompile(`\d`)

func shared(a, b []string) bool {
	return slices.ContainsFunc(a, func(s string) bool { return slices.Contains(b, s) })
}

// likelyEvidence is how sure a claim must at least be evidence for a paragraph to stand for its subject.
const likelyEvidence = 0.5

// weightOf says how well a claim can stand for its subject: by its amount, and where the subject is what somebody wants by how surely it is that.
func (v *view) weightOf(s subjects, c *Claim, most map[string]float64) float64 {
	if s.measured(c) == matters.Aim {
		weight := v.telling(c) + 4*c.Paragraphs[0].Sure
		if c.Entities.Aim != events.AimNetZero && !slices.Contains(c.Entities.Units, "%") {
			weight -= 2 // by how much, nobody knows
		}
		if hasAmount(c) {
			weight -= 6 // what is to be built, used or allowed; how much less is emitted is a share
		}
		return weight
	}
	weight := v.telling(c) + v.share(c, most)
	if s.measured(c) == matters.Emissions && v.otherThan("ghg_emissions", c) != "" {
		weight -= 4
	}
	return weight
}

// wordOnly is a statement that stands for others on which there is only the company's word, itself among them.
func (v *view) wordOnly(s subjects, name string, round int, lead *Claim, claims []*Claim) weighed {
	m := Matter{
		Kind: MatterUnsupported, Page: lead.Page, Quote: tidy(lead.Quote.Text, lead.Text),
		Title: upper(v.sortOfStatement(s, lead))}
	x := v.verdicts[lead.ID].InternallyConsistent
	second := v.standing(x != nil && *x)
	m.Text = phrase.Paragraph(fmt.Sprintf("Page %d says “%s”", lead.Page, strings.TrimRight(phrase.Opening(lead.Text, 40), ".")), second)
	m.Gist = "“" + strings.TrimRight(phrase.Opening(lead.Text, gistWords), ".") + "”"
	if figures := untilFigure.FindString(lead.Text); lead.Source == "table" && figures != "" {
		m.Gist = strings.TrimLeft(figures, ": ")
	}
	if strings.HasPrefix(m.Title, "“") {
		m.Gist = lower(v.standing(false)) + v.figureBehind(lead, m.Title)
	}
	m.ClaimIDs, m.Places = []string{lead.ID}, []MatterPlace{v.place(lead)}
	for _, c := range claims {
		if c == lead {
			continue
		}
		m.ClaimIDs = append(m.ClaimIDs, c.ID)
		if len(m.Places) < 12 && v.sameFact(lead, c) {
			m.Places = append(m.Places, v.place(c)) // others on the subject say something else
		}
	}
	m.Paragraphs = paragraphsOf(lead)
	of := []string{name}
	if round > 0 {
		of = append(of, lead.ID)
	}
	m.ID = v.matterID(m.Kind, of...)
	weight := 1.5*s.weight(lead.Paragraphs[0].ID) + min(2, v.telling(lead)/2) + min(2, float64(len(claims))/16) - 3*float64(round)
	switch s.measured(lead) {
	case matters.Aim, matters.Emissions:
		weight += mostAbsent + 2 + 1.5*float64(round) // what reports are read for first
	case matters.Money:
		weight += mostAbsent - 14 // the largest sum of a subject beside what is not there at all
	default:
		weight = min(weight+mostAbsent-18, mostAbsent-1)
	}
	return weighed{m, max(1, weight)}
}

// gistWords are as many as fit into two lines.
const gistWords = 24

func upper(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[size:]
}

func lower(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToLower(first)) + s[size:]
}
