package document

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/phrase"
	"github.com/sibyl-project/sibyl/projections/document/alike"
	"github.com/sibyl-project/sibyl/projections/document/green"
	"github.com/sibyl-project/sibyl/projections/document/notes"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/pattern"
	report "github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// Note is one sentence in which the report speaks of its own figures.
type Note struct {
	Kind  notes.Kind `json:"kind"`
	Page  int        `json:"page" jsonschema:"minimum=1"`
	Quote string     `json:"quote"`
	Scope string     `json:"scope,omitempty" jsonschema:"description=of emissions\\, where the sentence names one"`
	Level string     `json:"level,omitempty" jsonschema:"description=of assurance: limited or reasonable"`
	Sure  float64    `json:"sure,omitempty" jsonschema:"minimum=0,maximum=1,description=how likely it speaks against the company; 0 where words told"`
	Topic string     `json:"topic,omitempty" jsonschema:"description=of the sentence\\, as the trained reader has it"`

	Heading string `json:"heading,omitempty" jsonschema:"description=the nearest above the sentence"`
	Mark    string `json:"mark,omitempty" jsonschema:"description=the note at the foot of its page that a mark in it stands for and that limits what it is of"`
	Before  string `json:"before,omitempty" jsonschema:"description=the sentence before it that says of what it is"`
	After   string `json:"after,omitempty" jsonschema:"description=the sentence behind it that takes something back or says by how much figures were changed"`

	Theme   string  `json:"theme,omitempty" jsonschema:"description=of what the sentence tells something that a reader has to know"`
	Matters float64 `json:"matters,omitempty" jsonschema:"minimum=0,maximum=1,description=how likely the trained reader finds it that a reader has to know it"`
}

// loadNotes reads what the report says of its own figures, and in favour of the environment, from its parse and the readings of its sentences.
// Of a run that kept neither, or whose report was removed, nothing is known of it; nor of one whose parse an earlier version has made: its verdicts and
// checks are shown all the same.
func (d *Document) loadNotes(ctx context.Context, store artefact.Store) error {
	if d.parse == "" || d.statements == "" {
		return nil
	}
	parsed, err := report.Load(ctx, store, d.parse)
	if err == nil {
		var said *statement.Report
		if said, err = statement.Load(ctx, store, d.statements, d.parse, parsed); err == nil {
			d.silent = notes.SilenceOf(parsed, said, d.periodEnd())
			d.basis = notes.BasisOf(parsed, said)
			d.Notes = list(notes.Of(parsed, said), func(n notes.Note) Note { return Note(n) })
			d.EnvironmentalClaims = green.Of(said, d.Report.Company, list(d.Claims, func(c Claim) green.Place {
				return green.Place{Page: c.Page, Start: c.Quote.Start, End: c.Quote.End}
			}))
			return nil
		}
	}
	if errors.Is(err, artefact.ErrNotFound) || errors.Is(err, report.ErrVersion) {
		return nil
	}
	return fmt.Errorf("reading what the report of run %s says of its own figures: %w", d.Run.ID, err)
}

// noted are the matters that the report itself tells of its figures, one of each kind with the sentence that says most.
func (v *view) noted() []weighed {
	var out []weighed
	for _, kind := range notes.Kinds() {
		if _, apart := adverse[kind]; apart || kind == notes.Mattering {
			continue // each of these is a matter of its own
		}
		if kind == notes.Assured && v.says(notes.Unchecked) {
			continue // then others are spoken of, or an engagement of other figures
		}
		m, ok := v.noteOf(kind)
		same := func(o weighed) bool {
			return kind == notes.Remade && strings.HasPrefix(o.Title, noted[notes.Restated].title)
		}
		if ok && !slices.ContainsFunc(out, same) { // one change is most often told of in both ways
			out = append(out, m)
		}
	}
	return out
}

func (v *view) says(kind notes.Kind) bool {
	return slices.ContainsFunc(v.Notes, func(n Note) bool { return n.Kind == kind })
}

// aimless is that the report has no target for emissions, where no figure, sentence or table has one with a year; gaps are those of its details.
func (v *view) aimless(gaps []*Gap) (weighed, bool) {
	set := func(f Fact) bool {
		return f.Target && (strings.HasPrefix(f.Metric, "ghg_") || f.Metric == "net_zero")
	}
	told := func(c Claim) bool {
		return c.Entities.Aim != "" && (len(v.ahead(&c)) > 0 || c.Entities.Aim == events.AimReduction && slices.Contains(c.Entities.Units, "%"))
	}
	if !v.silent.Targets || slices.ContainsFunc(v.Facts, set) || slices.ContainsFunc(v.Claims, told) {
		return weighed{}, false
	}
	m := Matter{Kind: MatterMissing, Theme: "goal", Title: "No target for emissions was found", Gist: "nothing says how much less is to be emitted by when"}
	first := fmt.Sprintf("On the %s read nothing says how much less is to be emitted by when", phrase.Count(v.Report.PagesRead, "page", "pages"))
	second := ""
	if c := v.spokenAim(); c != nil {
		m.Title, m.Gist = "A target for emissions is spoken of and not given", "said of it: "+quoted(c.Text, gistWords)
		first += "; page " + fmt.Sprint(c.Page) + " speaks of one: " + opening(c.Text, 40)
		m.Page, m.Places, m.ClaimIDs = c.Page, []MatterPlace{v.place(c)}, []string{c.ID}
	}
	for _, c := range v.claimed { // that targets are to come
		if m.Page == 0 && c.Entities.Aim == events.AimReduction && c.Entities.Standing == "planned" && ofTargets.MatchString(c.Text) {
			second = fmt.Sprintf("Page %d speaks of targets to come: %s", c.Page, opening(c.Text, 40))
			m.Places, m.ClaimIDs = []MatterPlace{v.place(c)}, []string{c.ID}
			break
		}
	}
	for _, g := range gaps {
		m.GapIDs, m.Paragraphs = append(m.GapIDs, g.ID), append(m.Paragraphs, g.Paragraph)
	}
	slices.Sort(m.GapIDs)
	slices.Sort(m.Paragraphs)
	m.Text = phrase.Paragraph(first, second)
	m.ID = v.matterID(m.Kind, "targets")
	return weighed{m, aimlessWeight}, true
}

// spokenAim is the first claim that speaks of a target for emissions; nil if none does.
func (v *view) spokenAim() *Claim {
	for _, c := range v.claimed {
		if c.Source == "text" && notes.SpeaksOfAim(c.Text, c.Entities.Standing == "planned") {
			return c
		}
	}
	return nil
}

// aimlessWeight is that of no target at all, which is told of after the totals.
const aimlessWeight = 48

var ofTargets = pattern.Compile(`(?i)\btargets?\b`)

// notedAs is how a kind of notes is told of: under which title, why it matters, of what it tells something, what it weighs - what was changed and left
// out says more of figures than who has looked at them - and how much less where a reader hardly has to know it.
type notedAs struct {
	title, means, theme string
	weight, unlikely    float64
}

var noted = map[notes.Kind]notedAs{
	notes.Restated:  {"Earlier figures were changed", "What was published before is no longer what these figures are compared with", "basis", 50, 4},
	notes.LeftOut:   {"Left out of the figures", "Totals are of less than the whole, and so are targets that are set on them", "basis", 49, 8},
	notes.Remade:    {"Measured otherwise than before", "Part of the change between years comes from the method or from what is counted", "basis", 47, 8},
	notes.Assured:   {"An assurer has looked at it", "", "assurance", 46, 0},
	notes.Unchecked: {"Nobody outside has looked at it, as the report says", "Its figures stand on the company's word alone", "assurance", 50.5, 0},
	notes.Unmet:     {"A target was not met, as the report says", "", "goal", 52.5, 0},
	notes.Denied:    {"A form asks for it, and the company says no", "", "", 49, 0},
	notes.Charged:   {"Authorities or courts are concerned with the company", "", "conduct", 51, 0},
}

// mostChanges are as many as a title names.
const mostChanges = 3

func (v *view) noteOf(kind notes.Kind) (weighed, bool) {
	var said []Note
	for _, n := range v.Notes {
		same := func(o Note) bool { return firstWords(o.Quote) == firstWords(n.Quote) }
		concerns := kind != notes.Restated && kind != notes.Remade || v.noteTells(n) >= 4 // a leading figure
		leans := kind == notes.Charged && leaning.MatchString(bare(n.Quote))
		if n.Kind == kind && !leans && noted[kind].title != "" && concerns && !v.quoted[n.Quote] && !slices.ContainsFunc(said, same) {
			said = append(said, n)
		}
	}
	if len(said) == 0 {
		return weighed{}, false
	}
	slices.SortStableFunc(said, func(a, b Note) int { return v.noteTells(b) - v.noteTells(a) })
	lead := said[0]
	m := Matter{Kind: MatterBasis, Theme: noted[kind].theme, Page: lead.Page, Quote: tidy(lead.Quote, ""), Title: noted[kind].title}
	m.Gist = "“" + phrase.Opening(bare(lead.Quote), gistWords) + "”"
	first := pageSays(lead.Page, bare(lead.Quote), 60)
	if lead.After != "" { // it says by how much
		m.Gist = opening(bare(lead.Quote), gistWords/2) + "; then: " + opening(bare(lead.After), gistWords)
		first += "; then: " + opening(bare(lead.After), 40)
		if by := notes.Changes(lead.After); kind == notes.Restated && len(by) > 0 && len(by) <= mostChanges {
			if scope := vocabulary.ScopeOf(lead.After); scope != "" { // whose changes these are
				m.Title = strings.Replace(m.Title, "figures", "figures of "+strings.Replace(scopeName(scope), "Emissions", "emissions", 1), 1)
			}
			m.Title += ", by " + phrase.List(by)
		}
	}
	if len(said) > 1 {
		first += fmt.Sprintf("; and page %d: %s", said[1].Page, opening(bare(said[1].Quote), 40))
	}
	second := noted[kind].means
	also := v.lookedAtAs(kind, lead, &m, &first, &second)
	if kind == notes.Assured {
		m.Title, second = fmt.Sprintf("%s: %s assurance", m.Title, lead.Level), v.assuranceMeans(lead)
		if by := v.assurer(lead); by != "" {
			m.Title += " by " + by
		}
		if out, _ := v.unassured(lead); out != "" {
			m.Gist = out
		}
		if ordered.MatchString(lead.Quote) && !slices.ContainsFunc(v.Notes, func(n Note) bool { return n.Kind == kind && performed.MatchString(n.Quote) }) {
			m.Title = strings.Replace(m.Title, noted[kind].title, "An assurer was asked to look at it", 1)
			if len(v.pagesUnread()) == 0 { // else it may stand where nobody has read
				m.Gist = strings.TrimSuffix("no statement of the assurer's own was found in this document; "+m.Gist, "; ")
			}
		}
	}
	m.Text = phrase.Paragraph(first, second)
	for _, n := range said[:min(len(said), 8)] {
		m.Places = append(m.Places, MatterPlace{Page: n.Page, Quote: tidy(n.Quote, "")})
	}
	m.Places = append(m.Places, also...)
	m.ID = v.matterID(m.Kind, string(kind))
	unlikely := 1 - lead.Matters
	if lead.Scope != "" {
		unlikely /= 2 // what of emissions is left out everybody has to know
	}
	weight := noted[kind].weight - noted[kind].unlikely*unlikely
	if kind == notes.LeftOut && unconsolidated.MatchString(lead.Quote) && lead.Scope == "" {
		weight -= ordinary
	}
	return weighed{m, weight}, true
}

// ordered is how a report says that assurance is to be given, and performed how it or an assurer says that it was.
var (
	ordered   = pattern.Compile(`(?i)\b(?:commissioned|engaged|appointed|mandated|instructed|requested)\b`)
	performed = pattern.Compile(`(?i)\b(?:performed|conducted|carried\s+out|audited|reviewed|assured|verified|issued)\b`)
)

// unconsolidated is what no group takes into its figures that it does not control, and ordinary how much less it weighs that it is left out.
var unconsolidated = pattern.Compile(`(?i)\b(?:minority|non-?controlling|associate[sd]?|joint\s+ventures?|investees?)\b`)

const ordinary = 14

// noteTells orders notes of one kind: those of emissions first, then those with a scope, a figure or a year; of assurance the statement itself,
// which stands far behind what announces it.
func (v *view) noteTells(n Note) int {
	if n.Kind == notes.Assured {
		return n.Page
	}
	tells := int(6 * n.Matters)
	if n.Kind == notes.Charged {
		if !notes.Settled(n.Quote) {
			tells += 4 // an open case before one that is over
		}
	}
	if n.Scope != "" || n.Kind == notes.Restated && n.After != "" {
		tells += 4
	}
	if ofEmissions.MatchString(n.Quote) && n.Kind != notes.Charged {
		tells += 4
	}
	if n.Kind == notes.Restated && ofEnergy.MatchString(n.Quote) {
		tells += 4 // which emissions are reckoned from
	}
	if hasDigit.MatchString(bare(n.Quote)) {
		tells += 2
	}
	if n.Kind == notes.LeftOut {
		tells += 4 - len(strings.Fields(n.Quote))/12 // of whatever is left out there are emissions
	}
	return tells
}

var ofEmissions = pattern.Compile(`(?i)\b(?:emissions?|ghg|co2e?|carbon|footprint)\b`)

// mark is the number of a note in front of it.
var mark = pattern.Compile(`^(?:\(?\d{1,2}[.)]?|[*†]+|[¹²³⁴-⁹]+)\s+`)

// bare is a note without its number, which stands before a sentence: "42 % of our waste" begins with a figure.
func bare(quote string) string {
	quote = strings.TrimSpace(quote)
	rest := mark.ReplaceAllString(quote, "")
	before, _ := utf8.DecodeRuneInString(quote)
	if first, _ := utf8.DecodeRuneInString(rest); unicode.IsDigit(before) && !unicode.IsUpper(first) {
		return quote
	}
	return rest
}

// firstWords tell notes apart that stand on several pages.
func firstWords(quote string) string { return phrase.Words(bare(quote), 9) }

// reasonsFor is what the report says of how a scope is counted otherwise than before: the innocent reading of its change. Where no sentence names
// the scope, those beside its figure on the page or the one before speak: on energy of Scope 2.
func (v *view) reasonsFor(scope string, page, year int) string {
	said := map[string]bool{}
	var out []string
	last := 0
	for _, beside := range []bool{false, true} {
		for _, n := range v.Notes {
			if n.Kind != notes.Remade && n.Kind != notes.Restated || said[firstWords(n.Quote)] || len(out) == 2 || ofOtherYear(n.Quote, year) ||
				!v.reasonOf(n, scope, page, beside) {
				continue
			}
			v.quoted[n.Quote], said[firstWords(n.Quote)] = true, true
			lead := " and "
			if n.Page != last {
				lead = fmt.Sprintf("; page %d says of it: ", n.Page)
			}
			last = n.Page
			out = append(out, lead+opening(bare(n.Quote), 30))
		}
	}
	return strings.Join(out, "")
}

// reasonOf reports whether a note speaks of a scope by its name, or beside the scope's figure of what the scope comes from.
func (v *view) reasonOf(n Note, scope string, page int, beside bool) bool {
	if scope == "" {
		return false
	}
	if !beside {
		return n.Scope == scope || n.Scope != "" && within(scope, n.Scope) && (n.Page == page || n.Page == page-1)
	}
	return n.Scope == "" && (n.Page == page || n.Page == page-1) &&
		(ofEmissions.MatchString(n.Quote) || strings.Contains(scope, "2") && ofEnergy.MatchString(n.Quote))
}

// ofOtherYear reports whether a sentence names years, but none of the two that a change is between: what was done to a base year explains no change
// since the year before.
func ofOtherYear(said string, year int) bool {
	years := aYear.FindAllString(said, -1)
	return year > 0 && len(years) > 0 && !slices.Contains(years, strconv.Itoa(year)) && !slices.Contains(years, strconv.Itoa(year-1))
}

// within reports whether two sums of scopes have one in common.
func within(a, b string) bool { return alike.Shared(strings.Split(a, "+"), strings.Split(b, "+")) }

var ofEnergy = pattern.Compile(`(?i)\b(?:energy|electricity|heat\w*|cooling|power|steam|certificates?)\b`)

// standing says on whose word a figure or statement stands: what of the report bears it out, as said, and what was found outside. Where nothing outside was
// given, the summary says so once.
func (v *view) standing(said string) string {
	if len(v.Evidence) > 0 || len(v.Run.Sources) > 0 {
		said = strings.TrimPrefix(said+"; no source outside the company was found that confirms or contradicts it", "; ")
	}
	return upper(said)
}
