package claims

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/quantity"
)

const (
	// Alike is the similarity above which two claims may be the same.
	Alike = 0.85
	// Nearby is how many pages apart such claims may stand.
	Nearby = 3
	// AlikeFar is the similarity above which they may be the same wherever they stand: reports repeat whole passages in
	// their annexes.
	AlikeFar = 0.92
)

// distinctClaims keeps each claim once, ordered by page, priority and id. The same claim in two sections and the same
// words on two pages are one; so are two claims that are alike and in which rules find no difference. Far from each other
// they must be more alike.
// Of two, the one with more around it stays, or the earlier one. The order in which claims come in changes nothing.
func distinctClaims(ctx context.Context, similarity Similarity, claims []events.Claim) (kept []events.Claim, dropped int, err error) {
	slices.SortFunc(claims, inOrder)
	all := len(claims)
	claims = slices.CompactFunc(claims, func(a, b events.Claim) bool { return a.ID == b.ID })
	claims = withoutRepeats(claims)

	texts := make([]string, len(claims))
	for i, c := range claims {
		texts[i] = c.Text
	}
	near, err := similarity.Compare(ctx, texts)
	if err != nil {
		return nil, 0, fmt.Errorf("comparing claims: %w", err)
	}
	gone := make([]bool, len(claims))
	for _, same := range confirmed(claims) {
		for n, i := range same {
			for _, j := range same[n+1:] {
				least := Alike
				if claims[j].Page-claims[i].Page > Nearby {
					least = AlikeFar
				}
				if gone[i] || gone[j] || near(i, j) <= least {
					continue
				}
				if len(claims[j].Context) > len(claims[i].Context) {
					gone[i] = true
				} else {
					gone[j] = true
				}
			}
		}
	}
	kept = make([]events.Claim, 0, len(claims))
	for i, c := range claims {
		if !gone[i] {
			kept = append(kept, c)
		}
	}
	return kept, all - len(kept), nil
}

func inOrder(a, b events.Claim) int {
	return cmp.Or(cmp.Compare(a.Page, b.Page), cmp.Compare(a.Priority.Rank(), b.Priority.Rank()), cmp.Compare(a.ID, b.ID))
}

// withoutRepeats drops what stood word for word on an earlier page. A row of a table that states a single figure repeats
// another one only if the tables have the same name: "Total: 12 t" is another total elsewhere.
func withoutRepeats(claims []events.Claim) []events.Claim {
	seen := map[string]bool{}
	return slices.DeleteFunc(claims, func(c events.Claim) bool {
		said := c.Text
		if c.Source == "table" && len(c.Entities.Figures) < 3 {
			said = c.Context
		}
		words := make([]string, 0, 40)
		for _, w := range wordsOf(said) {
			words = append(words, w.low)
		}
		k := c.Source + "|" + strings.Join(words, " ")
		again := seen[k]
		seen[k] = true
		return again
	})
}

// assertionKey is what two claims must share to be one: the figures with their units, the periods, up or down, yes or
// no, and who or what is spoken of.
type assertionKey struct {
	figures, periods, names []string
	up, down, not           bool
	subject                 string
	about                   []string
}

func keyOf(c events.Claim) *assertionKey {
	text := c.Text
	if label, rest, ok := strings.Cut(text, ": "); ok && c.Source != "table" && len(wordsOf(label)) <= 3 {
		text = rest // "Key figure: ", "KPI 1: "
	}
	r := read(text, quantity.Detect(text, quantity.Point), nil)
	k := &assertionKey{periods: sorted(r.years), names: sorted(append(slices.Clone(r.names), r.places...)), subject: c.Entities.Subject}
	for _, q := range append(slices.Clone(r.measured), r.counts...) {
		k.figures = append(k.figures, q.Value.Text('f')+" "+q.Unit.Symbol+" "+q.Per)
	}
	k.figures = sorted(k.figures)
	for _, w := range r.words {
		k.up = k.up || rises[w.low]
		k.down = k.down || falls[w.low]
		k.not = k.not || denies[w.low]
	}
	// What is spoken of stands before the verb; scopes count wherever they stand.
	for _, w := range r.words[:r.verb()] {
		if !stopWords[w.low] && !backs[w.low] {
			k.about = append(k.about, stem(w.low))
		}
	}
	if c.Source == "table" {
		label, _, _ := strings.Cut(c.Text, ": ")
		k.about = []string{strings.ToLower(label)}
	}
	for scope := cueScope1; scope <= cueScope3; scope++ {
		if r.has[scope] {
			k.about = append(k.about, says[scope])
		}
	}
	k.about = sorted(k.about)
	return k
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

// text is the key in one word: equal for claims in which the rules find no difference.
func (k *assertionKey) text() string {
	return fmt.Sprintf("%q %q %q %v %v %v %q %q", k.figures, k.periods, k.names, k.up, k.down, k.not, k.subject, k.about)
}

// confirmed are the claims in which the rules find no difference, those of one source together, in their order.
func confirmed(claims []events.Claim) [][]int {
	at := map[string]int{}
	var groups [][]int
	for i, c := range claims {
		k := c.Source + " " + keyOf(c).text()
		n, ok := at[k]
		if !ok {
			n = len(groups)
			at[k], groups = n, append(groups, nil)
		}
		groups[n] = append(groups[n], i)
	}
	return groups
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
