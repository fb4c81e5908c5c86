package claims

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// assertionKey is what two claims must share to be one: the figures with their units, the periods, up or down, yes or
// no, and who or what is spoken of.
type assertionKey struct {
	figures, periods, places, scopes []string
	numbered                         []string // things told apart by a number: "plant 3"
	up, down, not                    bool
	netZero                          bool // promises net zero by a year: less and nothing are the same then
	pledge                           bool // promises a figure by a year
	row, sentence                    bool
	label                            string // of a row
	subject                          string
	about                            []string // what is spoken of: the words before the verb, and names
	words                            []string // all that say something
	facts                            []string // of these the ones that cannot be left out, each as often as it is said
	points                           bool     // begins with what another sentence spoke of: "They", "These targets"
	named                            bool     // says who does it or what it is called
	digits                           int      // of its figures
}

func keyOf(c events.Claim) *assertionKey {
	text := c.Text
	if label, rest, ok := strings.Cut(text, ": "); ok && c.Source != "table" && len(wordsOf(label)) <= 3 {
		text = rest // "Key figure: ", "KPI 1: "
	}
	text = withoutLink(text)
	r := read(text, quantity.Detect(text, quantity.Point), nil)
	k := &assertionKey{periods: sorted(r.years), places: sorted(r.places), subject: c.Entities.Subject, sentence: sentence(text)}
	k.netZero = r.has[cueNetZero] && r.byYear != ""
	k.count(append(slices.Clone(r.measured), r.counts...))
	k.pledge = r.byYear != "" && len(r.measured) > 0
	for _, w := range r.words {
		k.up = k.up || rises[w.low]
		k.down = k.down || falls[w.low]
		k.not = k.not || denies[w.low]
		if !stopWords[w.low] && !roughly[w.low] {
			k.words = append(k.words, stem(w.low))
		}
	}
	k.words, k.facts, k.numbered = sorted(k.words), slices.Sorted(slices.Values(r.facts())), sorted(numbered(r))
	k.points, k.named = r.points(), len(r.names) > 0 || r.any("we", "our", "us")
	if k.netZero {
		k.up, k.down = false, false
	}
	// What is spoken of stands before the verb; scopes count wherever they stand, and so do names.
	for _, w := range r.words[:r.verb()] {
		if len(w.low) > 1 && !stopWords[w.low] && !backs[w.low] && !months[w.low] && !roughly[w.low] && !strings.ContainsAny(w.low, "0123456789") {
			k.about = append(k.about, stem(w.low))
		}
	}
	for _, name := range r.names {
		for _, w := range wordsOf(name) {
			if !stopWords[w.low] && !months[w.low] {
				k.about = append(k.about, stem(w.low))
			}
		}
	}
	if c.Source == "table" {
		k.ofRow(c, r)
	}
	for scope := cueScope1; scope <= cueScope3; scope++ {
		if r.has[scope] && !(k.netZero && !r.any("scope", "scopes")) { // "financed emissions" are those of the portfolio
			k.scopes = append(k.scopes, says[scope])
		}
	}
	k.about = sorted(k.about)
	return k
}

// count takes over figures, each once.
func (k *assertionKey) count(figures []quantity.Quantity) {
	for _, q := range figures {
		figure := q.Value.Text('f') + " " + q.Unit.Symbol + " " + q.Per
		if !slices.Contains(k.figures, figure) {
			k.figures, k.digits = append(k.figures, figure), k.digits+digits(q.Number)
		}
	}
	slices.Sort(k.figures)
}

// longestOrdinal is how many digits the number of a plant or a site has.
const longestOrdinal = 3

// numbered are things that a number behind their name tells apart. What a figure says, or a scope, is part of the key already.
func numbered(r *reading) []string {
	figure := map[string]bool{}
	for _, q := range append(slices.Clone(r.measured), r.counts...) {
		figure[q.Number] = true
	}
	var out []string
	for i := 1; i < len(r.words); i++ {
		w, before := r.words[i].low, r.words[i-1].low
		if len(w) > longestOrdinal || strings.Trim(w, "0123456789") != "" || figure[w] || stopWords[before] || roughly[before] || months[before] ||
			strings.HasPrefix(before, "scope") || strings.ContainsAny(before, "0123456789") {
			continue
		}
		out = append(out, stem(before)+" "+w)
	}
	return out
}

// ofRow makes it the key of a row: what tells rows apart are their labels.
func (k *assertionKey) ofRow(c events.Claim, r *reading) {
	// Up to the last colon: a label may hold one, as in "Category 3: Upstream: 0 t".
	label := strings.ToLower(c.Text[:max(strings.LastIndex(c.Text, ": "), 0)])
	k.about, k.row, k.label, k.netZero, k.pledge, k.numbered = []string{label}, true, label, false, false, nil
	if !k.tells() { // "Female: 0; 0; 1" is another row in each table
		k.about = append(k.about, strings.ToLower(c.Context))
		if spelt(c.Context) == spelt(c.Text) {
			k.about = append(k.about, c.ID) // and in each that has no name
		}
	}
	for _, name := range r.names { // those of columns; the label's own depend on how it is capitalised
		if name = strings.ToLower(name); !strings.Contains(label, name) {
			k.about = append(k.about, name)
		}
	}
}

// linkPhrases are what a sentence is tied to the one before with.
var linkPhrases = []string{
	"for this purpose, ", "to this end, ", "in this context, ", "in addition, ", "for example, ", "as a result, ",
	"among other things, ", "in this way, ", "for this reason, ", "in particular, ", "at the same time, ", "overall, ", "in total, ",
}

// roughly are words beside a figure that say nothing of what it is of.
var roughly = wordSet(`around approximately nearly almost roughly some circa ca all total overall altogether`)

func withoutLink(text string) string {
	for _, l := range linkPhrases {
		if len(text) > len(l) && strings.EqualFold(text[:len(l)], l) {
			return text[len(l):]
		}
	}
	return text
}

// fewestShared is how many words two claims must share of what they speak of when one says more of it than the other.
const fewestShared = 3

// fits reports whether what two claims of one group speak of is the same, or the same and said at greater length: "CoC
// Energy" and "the Centre of Competence Energy (CoC Energy)". Figures and periods that few things share are enough for that;
// where there are none it must be said in the same words, in any order: one word more, as "near and long-term", is more than the other says.
func (k *assertionKey) fits(o *assertionKey) bool {
	if !k.row && (k.replaces(o) || !k.tied(enough) && !slices.Equal(k.facts, o.facts)) {
		return false
	}
	if k.netZero || slices.Equal(k.about, o.about) || !k.row && slices.Equal(k.facts, o.facts) || k.pledge && k.worded(o) {
		return true
	}
	if k.row { // rows of a table differ by their labels alone: many state the same 0
		return k.tells() && len(k.periods) > 1 && (endsWith(k.label, o.label) || endsWith(o.label, k.label))
	}
	few, many := k.about, o.about
	if len(few) > len(many) {
		few, many = many, few
	}
	return len(few) >= fewestShared && !lacks(many, few)
}

// endsWith reports whether a label is another with headings before it: "employees - headcount" and "headcount".
func endsWith(long, short string) bool {
	return short != "" && (long == short || strings.HasSuffix(long, " "+short))
}

// verb is where the sentence's first verb stands, or where it ends.
func (r *reading) verb() int {
	for _, h := range r.hits {
		if h.cue == cueActs || h.cue == cueCommitment || h.cue == cueChange && results[r.words[h.from].low] {
			return h.from
		}
	}
	return len(r.words)
}

// mostlyShared is the share of its words that the longer of two claims must share with the other when no figure ties them.
const mostlyShared = 0.6

// worded reports whether two claims are said in mostly the same words.
func (k *assertionKey) worded(o *assertionKey) bool {
	shared := 0
	for _, w := range k.words {
		if slices.Contains(o.words, w) {
			shared++
		}
	}
	return float64(shared) >= mostlyShared*float64(max(len(k.words), len(o.words), 1))
}

// text is what of the key must be equal, in one word.
func (k *assertionKey) text() string {
	return fmt.Sprintf("%q %q %q %q %q %v %v %v %v %q", k.figures, k.periods, k.places, k.scopes, k.numbered,
		k.up, k.down, k.not, k.netZero || k.pledge, k.subject)
}

// confirmed are the claims in which the rules find no difference but perhaps in what they speak of, those of one source
// together, in their order, and the key of each claim.
func confirmed(claims []events.Claim) ([][]int, []*assertionKey) {
	at := map[string]int{}
	var groups [][]int
	keys := make([]*assertionKey, len(claims))
	for i, c := range claims {
		keys[i] = keyOf(c)
		k := c.Source + " " + keys[i].text()
		n, ok := at[k]
		if !ok {
			n = len(groups)
			at[k], groups = n, append(groups, nil)
		}
		groups[n] = append(groups[n], i)
	}
	return groups, keys
}

func sorted(in []string) []string {
	out := distinct(in)
	slices.Sort(out)
	return out
}

var (
	rises  = wordSet(`increased increase increases rose rise grew growth raised higher more doubled gained up improved improvement expanded`)
	falls  = wordSet(`decreased decrease decreases fell reduced reduction reduce reduces declined dropped cut lower less halved saved down avoided`)
	denies = wordSet(`no not never none without neither nor cannot`)
)
