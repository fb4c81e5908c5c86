package claims

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/sibyl-project/sibyl/events"
)

const (
	// Alike is the similarity above which two claims may be the same.
	Alike = 0.85
	// Nearby is how many pages apart such claims may stand.
	Nearby = 3
	// AlikeFar is the similarity above which they may be the same wherever they stand: reports repeat whole passages in
	// their annexes.
	AlikeFar = 0.92
	// alikePledge is the same for promises of the same figure by the same year, which reports tell in many wordings.
	alikePledge = 0.8
)

// distinctClaims keeps each claim once, ordered by page, priority and id. The same claim in two sections and the same
// words on two pages are one; so are two claims that are alike and in which rules find no difference. Far from each other
// they must be more alike.
// Of two, the one that the layout left whole stays, or the one with more around it, or the earlier one. The order in which claims come in changes nothing.
func distinctClaims(ctx context.Context, similarity Similarity, c Confirmer, claims []events.Claim) (kept []events.Claim, dropped int, err error) {
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
	groups, keys := confirmed(claims)
	said, err := ask(ctx, c, claims, groups, keys, near)
	if err != nil {
		return nil, 0, err
	}
	for _, same := range groups {
		for n, i := range same {
			for _, j := range same[n+1:] {
				if gone[i] || gone[j] || near(i, j) <= least(claims, keys, i, j) || (keys[i].hangs() || keys[j].hangs()) && !keys[i].beside(claims[i], claims[j]) ||
					!keys[i].fits(keys[j]) && !said[[2]int{i, j}] {
					continue
				}
				if torn := startsLower(claims[i].Text); torn != startsLower(claims[j].Text) {
					gone[i], gone[j] = torn, !torn // what the layout tore apart goes
				} else if len(claims[j].Context) > len(claims[i].Context) {
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

// least is the similarity above which two claims of one group may be the same.
func least(claims []events.Claim, keys []*assertionKey, i, j int) float64 {
	switch {
	case keys[i].pledge:
		return alikePledge
	case claims[j].Page-claims[i].Page > Nearby && !keys[i].netZero:
		return AlikeFar
	}
	return Alike
}

// mostAsked is how many pairs of a report are asked about.
const mostAsked = 120

// ask has the pairs confirmed in which rules see a difference of words alone.
func ask(
	ctx context.Context, c Confirmer, claims []events.Claim, groups [][]int, keys []*assertionKey, near func(i, j int) float64,
) (map[[2]int]bool, error) {
	if c == nil {
		return nil, nil
	}
	var at [][2]int
	var pairs [][2]events.Claim
	for _, same := range groups {
		for n, i := range same {
			for _, j := range same[n+1:] {
				if len(at) < mostAsked && !keys[i].row && near(i, j) > least(claims, keys, i, j) && !keys[i].fits(keys[j]) {
					at, pairs = append(at, [2]int{i, j}), append(pairs, [2]events.Claim{claims[i], claims[j]})
				}
			}
		}
	}
	if len(pairs) == 0 {
		return nil, nil
	}
	answers, err := c.Same(ctx, pairs)
	if err != nil {
		return nil, fmt.Errorf("asking which claims are the same: %w", err)
	}
	out := map[[2]int]bool{}
	for n, same := range answers {
		out[at[n]] = same
	}
	return out, nil
}

func inOrder(a, b events.Claim) int {
	return cmp.Or(cmp.Compare(a.Page, b.Page), cmp.Compare(a.Priority.Rank(), b.Priority.Rank()), cmp.Compare(a.ID, b.ID))
}

// withoutRepeats drops what stood word for word on an earlier page. A row of a table that states little repeats another one only if the tables have
// the same name: "Total: 12 t" is another total elsewhere. Of a sentence that hangs on what stands around it that must be the same, too.
func withoutRepeats(claims []events.Claim) []events.Claim {
	seen := map[string][]events.Claim{}
	return slices.DeleteFunc(claims, func(c events.Claim) bool {
		said := c.Source
		for _, w := range wordsOf(c.Text) {
			said += " " + w.low
		}
		again := len(seen[said]) > 0
		if again {
			k := keyOf(c)
			again = slices.ContainsFunc(seen[said], func(o events.Claim) bool {
				if k.row {
					return c.Context == o.Context && slices.Equal(k.about, keyOf(o).about) // of two names the fuller stays
				}
				return !k.hangs() || k.beside(o, c)
			})
		}
		if !again {
			seen[said] = append(seen[said], c)
		}
		return again
	})
}
