package document

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/data/ifrs"
	"github.com/sibyl-project/sibyl/data/matters"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/phrase"
)

// subject is a part of the standards of which a reader would be told in one go.
type subjectKey struct{ standard, name string }

// subjects knows the paragraphs and how much hangs on them.
type subjects struct {
	registry *ifrs.Registry
	weights  *matters.Weights
	industry string
}

func (v *view) subjects() (subjects, error) {
	registry, err := ifrs.Load()
	if err != nil {
		return subjects{}, err
	}
	weights, err := matters.Load()
	return subjects{registry, weights, v.Report.Sector}, err
}

// of is the subject of a paragraph, with its title.
func (s subjects) of(id string) (subjectKey, bool) {
	p, known := s.registry.Paragraph(id)
	if !known {
		return subjectKey{}, false
	}
	if slices.Contains(s.weights.Apart, p.Section) { // each lettered item is a subject of its own
		for top := p; top != nil; {
			parent, there := s.registry.Paragraph(top.Parent)
			if !there || !strings.Contains(parent.ID, "(") {
				return subjectKey{top.Standard, top.Title}, true
			}
			top = parent
		}
	}
	return subjectKey{p.Standard, p.Section}, true
}

// asked counts the paragraphs of a subject that ask for something whatever the company is.
func (s subjects) asked(key subjectKey, conditional map[string]bool) int {
	n := 0
	for _, p := range s.registry.GapCapable() {
		if of, known := s.of(p.ID); known && of == key && !conditional[p.ID] {
			n++
		}
	}
	return n
}

// conditional are the paragraphs that ask for something only under a condition which is not known to hold.
func (v *view) conditional() map[string]bool {
	out := map[string]bool{}
	for _, g := range v.Gaps {
		if g.Status == events.Conditional {
			out[g.Paragraph] = true
		}
	}
	return out
}

func (s subjects) weight(id string) float64 {
	p, known := s.registry.Paragraph(id)
	if !known {
		return 0
	}
	weight := float64(s.weights.Of(id, p.Section, s.industry))
	if p.Standard == "S1" { // in general what S2 asks of climate, which reports are read for first
		weight *= 0.7
	}
	return weight
}

// missing are the required disclosures that were not found, by subject: eighteen items of one analysis are one matter.
func (v *view) missing() ([]weighed, error) {
	s, err := v.subjects()
	if err != nil {
		return nil, err
	}
	groups := map[subjectKey][]*Gap{}
	var order []subjectKey
	for i := range v.Gaps {
		g := &v.Gaps[i]
		key, known := s.of(g.Paragraph)
		if !known || g.Status != events.NotAddressed && g.Status != events.PartiallyAddressed {
			continue
		}
		if groups[key] == nil {
			order = append(order, key)
		}
		groups[key] = append(groups[key], g)
	}
	var out []weighed
	for _, key := range order {
		out = append(out, v.gapOf(s, key, groups[key]))
	}
	return out, nil
}

// gapOf is what one subject leaves open.
func (v *view) gapOf(s subjects, key subjectKey, gaps []*Gap) weighed {
	slices.SortStableFunc(gaps, func(a, b *Gap) int {
		open := func(g *Gap) int { // what is not there at all before what is there in part
			if g.Status == events.NotAddressed {
				return 0
			}
			return 1
		}
		return cmp.Or(cmp.Compare(open(a), open(b)), cmp.Compare(s.weight(b.Paragraph), s.weight(a.Paragraph)),
			cmp.Compare(len(a.Paragraph), len(b.Paragraph)), cmp.Compare(a.Paragraph, b.Paragraph))
	})
	m := Matter{Kind: MatterMissing}
	var lacking []string
	absent := 0
	for _, g := range gaps {
		m.GapIDs = append(m.GapIDs, g.ID)
		m.Paragraphs = append(m.Paragraphs, g.Paragraph)
		if g.Status == events.NotAddressed {
			absent++
		}
		for _, need := range g.Missing {
			if !slices.Contains(lacking, need) {
				lacking = append(lacking, need)
			}
		}
		for _, e := range g.Evidence {
			if len(m.Places) < 8 {
				m.Places = append(m.Places, MatterPlace{Page: e.Page, Quote: tidy(e.Quote, "")})
			}
		}
	}
	what := "Not found"
	if absent == 0 {
		what = "Only part was found"
	} else if absent < s.asked(key, v.conditional()) { // the rest of the subject is there
		what = "Parts are missing"
	}
	m.Title = fmt.Sprintf("%s: %s (IFRS %s)", what, strings.ToLower(key.name[:1])+key.name[1:], key.standard)
	m.Text = phrase.Paragraph(gapWords(lacking, gaps), because(gaps[0].Materiality))
	m.Gist = lackingInShort(lacking)
	slices.Sort(m.Paragraphs)
	slices.Sort(m.GapIDs)
	if lead := gaps[0].Evidence; len(lead) > 0 { // what is said of another part of the subject decides nothing of this one
		m.Page, m.Quote = lead[0].Page, tidy(lead[0].Quote, "")
	}
	m.ID = v.matterID(m.Kind, key.standard, key.name)
	weight := 5*s.weight(gaps[0].Paragraph) + min(6, float64(absent)/2)
	if absent == 0 {
		weight -= 14
	}
	if unread := v.picturesBeside(m.Places); len(unread) > 0 {
		m.Title = strings.Replace(m.Title, what, "Not found in words", 1)
		m.Gist += "; " + phrase.Pages(unread) + " " + verb(len(unread), "has a large picture", "have large pictures") + " whose words were not read"
		m.Text = phrase.Paragraph(gapWords(lacking, gaps), fmt.Sprintf("It may stand in the large %s on %s, whose words were not read",
			verb(len(unread), "picture", "pictures"), phrase.Pages(unread)))
		weight -= 10
	}
	return weighed{m, weight}
}

// picturesBeside are the pages with a large picture whose words nobody has read, where the report speaks of a subject or on the
// page after it: a table that is announced there may be that picture.
func (v *view) picturesBeside(places []MatterPlace) []int {
	var out []int
	for _, page := range v.Report.PagesPictures {
		if slices.ContainsFunc(places, func(p MatterPlace) bool { return p.Page > 0 && (p.Page == page || p.Page+1 == page) }) {
			out = append(out, page)
		}
	}
	return out
}

func verb(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// because says why it matters.
func because(materiality string) string {
	if strings.TrimSpace(materiality) == "" {
		return ""
	}
	return "Why it matters: " + materiality
}

// lackingInShort names the first of what is missing.
func lackingInShort(lacking []string) string {
	if len(lacking) == 0 {
		return ""
	}
	text := "“" + strings.TrimRight(phrase.Words(lacking[0], 14), ".") + "”"
	if n := len(lacking) - 1; n > 0 {
		text += " and " + phrase.Count(n, "further part", "further parts")
	}
	return text
}

// gapWords lists what is missing: the first few, and how much more.
func gapWords(lacking []string, gaps []*Gap) string {
	const shown = 3
	if len(lacking) == 0 {
		return fmt.Sprintf("Nothing was found on %s", gaps[0].Requirement)
	}
	var parts []string
	for _, l := range lacking[:min(shown, len(lacking))] {
		parts = append(parts, "“"+strings.TrimRight(phrase.Words(l, 16), ".")+"”")
	}
	text := "No page that was read gives " + phrase.List(parts)
	if n := len(lacking) - shown; n > 0 {
		text = "No page that was read gives " + strings.Join(parts, ", ") + fmt.Sprintf(" and %s", phrase.Count(n, "further part", "further parts"))
	}
	return text + " of " + paragraphsIn(gaps)
}

// paragraphsIn names the paragraphs that ask, shortened to their common number.
func paragraphsIn(gaps []*Gap) string {
	var numbers []string
	for _, g := range gaps {
		number, _, _ := strings.Cut(g.Paragraph, "(")
		if !slices.Contains(numbers, number) {
			numbers = append(numbers, number)
		}
	}
	slices.Sort(numbers)
	if len(numbers) > 4 {
		numbers = append(numbers[:4], "others")
	}
	return phrase.List(numbers)
}

// unsupported are the statements that matter and that only the company makes, by subject, the weightiest of each first.
func (v *view) unsupported() ([]weighed, error) {
	const subjectsShown = 8
	s, err := v.subjects()
	if err != nil {
		return nil, err
	}
	groups := map[string][]*Claim{}
	var order []string
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
		if !known || c.Source != "table" && len(c.Entities.Figures) == 0 && !v.speaksOfItself(c) {
			continue // what others want or do is not the company's to prove
		}
		if groups[key.name] == nil {
			order = append(order, key.name)
		}
		groups[key.name] = append(groups[key.name], c)
	}
	var out []weighed
	for _, name := range order {
		out = append(out, v.wordOnly(s, name, groups[name]))
	}
	slices.SortStableFunc(out, func(a, b weighed) int { return cmp.Compare(b.weight, a.weight) })
	return out[:min(len(out), subjectsShown)], nil
}

// wordOnly is one subject on which there is only the company's word.
func (v *view) wordOnly(s subjects, name string, claims []*Claim) weighed {
	most := v.most(claims)
	slices.SortStableFunc(claims, func(a, b *Claim) int {
		return cmp.Compare(v.telling(b)+v.share(b, most), v.telling(a)+v.share(a, most))
	})
	lead := claims[0]
	m := Matter{
		Kind: MatterUnsupported, Page: lead.Page, Quote: tidy(lead.Quote.Text, lead.Text), Title: "Only the company says so: " + strings.ToLower(name[:1]) + name[1:],
	}
	second := "Nothing apart from the company bears it out or speaks against it"
	if x := v.verdicts[lead.ID].InternallyConsistent; x != nil && *x {
		second = "The report's own figures agree with it, but nothing apart from the company bears it out"
	}
	if n := len(claims) - 1; n > 0 {
		second += fmt.Sprintf("; the same holds of %s on the subject", phrase.Count(n, "further high-priority statement", "further high-priority statements"))
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
	if slices.ContainsFunc(c.Entities.Units, func(unit string) bool { return unit != "%" }) {
		weight++ // an amount says more of a company than a share, which may be of anybody
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

// firstPerson is how a company speaks of itself without its name.
var firstPerson = regexp.MustCompile(`(?i)\b(?:we|us|our|ours|ourselves)\b`)

// speaksOfItself reports whether a claim names the company, or is said in its own person.
func (v *view) speaksOfItself(c *Claim) bool {
	return firstPerson.MatchString(c.Text) || v.names.Mentioned(c.Text)
}

// most is the largest amount of each unit that rows of tables among some claims state.
func (v *view) most(claims []*Claim) map[string]float64 {
	out := map[string]float64{}
	for _, c := range claims {
		for unit, amount := range v.amounts[rowOf(c.Page, c.Quote.Text)] {
			out[unit] = max(out[unit], amount)
		}
	}
	return out
}

// share is how much of the largest amount a row states: a whole tells more of a subject than one of its parts. A sentence says
// itself what it is of.
func (v *view) share(c *Claim, most map[string]float64) float64 {
	if c.Source != "table" {
		return 0
	}
	best := 0.0
	for unit, amount := range v.amounts[rowOf(c.Page, c.Quote.Text)] {
		best = max(best, amount/most[unit])
	}
	return 2 * best
}

// rowOf tells rows apart by their page and words.
func rowOf(page int, words string) string {
	return fmt.Sprint(page, " ", strings.Join(strings.Fields(words), " "))
}
