package compare

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/projections/document"
	"github.com/sibyl-project/sibyl/projections/document/boundary"
	parsed "github.com/sibyl-project/sibyl/rag/report/document"
)

// near is from where two statements are on one subject: more than half of their words are the same.
const near = 0.55

// prose are the claims that stand in sentences.
func prose(d *document.Document) []Place {
	var out []Place
	for _, c := range d.Claims {
		if c.Source != "table" {
			out = append(out, Place{c.Page, c.Text})
		}
	}
	return out
}

// sentences are all that the report says in prose, its claims included.
func (r Report) sentences() []Place {
	out := prose(r.Document)
	for _, s := range r.Said {
		out = append(out, s.Place)
	}
	return out
}

// Sentences are the sentences of a report's prose: neither headings nor rows of tables nor scraps. That something is counted in can be
// said in four words.
func Sentences(d *parsed.Document) []Sentence {
	const least, leastCounting = 5, 4 // words
	var out []Sentence
	heading := ""
	for i := range d.Pages {
		for _, s := range d.Pages[i].Sentences() {
			words := len(strings.Fields(s.Text))
			switch {
			case s.Role == parsed.RoleHeading:
				heading = s.Text
			case s.Role != parsed.RoleRow && (words >= least || words >= leastCounting && boundary.Counts(s.Text)):
				out = append(out, Sentence{Place{d.Pages[i].Number, s.Text}, heading})
			}
		}
	}
	return out
}

// spoken is a statement with what is compared of it.
type spoken struct {
	Place
	bare  string // without figures
	words map[string]bool
}

func heard(all []Place) []spoken {
	out := make([]spoken, len(all))
	for i, p := range all {
		out[i] = spoken{p, bare(p.Text), wordsOf(p.Text)}
	}
	return out
}

// apart are the statements of one report that the other does not make.
func apart(all, other []spoken) []spoken {
	stands := map[string]bool{}
	for _, x := range other {
		stands[x.bare] = true
	}
	return slices.DeleteFunc(slices.Clone(all), func(x spoken) bool { return stands[x.bare] })
}

// reworded are statements that are near to one another and not the same: near enough to be on one subject, and far enough
// that a reader would see the difference. Statements that differ only in figures and years are next year's, not reworded, and
// one that both reports make is neither side's new wording. One of the two must be a claim.
func reworded(earlier, later Report) []Pair {
	out := []Pair{}
	before, after := heard(earlier.sentences()), heard(later.sentences())
	gone, fresh := apart(before, after), apart(after, before)
	taken := map[string]bool{} // by their words
	nearest := func(to spoken, among []spoken) *spoken {
		best, at := near, -1
		for i, x := range among {
			if 2*len(x.words) < len(to.words) || 2*len(to.words) < len(x.words) {
				continue // of such lengths less than half can be the same
			}
			if v := shared(to.words, x.words); v > best && !taken[x.bare] {
				best, at = v, i
			}
		}
		if at < 0 || taken[to.bare] {
			return nil
		}
		taken[to.bare], taken[among[at].bare] = true, true
		return &among[at]
	}
	claims := func(r Report, among []spoken) []spoken {
		own := heard(prose(r.Document))
		return slices.DeleteFunc(own, func(x spoken) bool {
			return !slices.ContainsFunc(among, func(y spoken) bool { return y.Place == x.Place })
		})
	}
	for _, was := range claims(earlier, gone) {
		if is := nearest(was, fresh); is != nil {
			out = append(out, Pair{was.Place, is.Place})
		}
	}
	for _, is := range claims(later, fresh) { // what was no claim before
		if was := nearest(is, gone); was != nil {
			out = append(out, Pair{was.Place, is.Place})
		}
	}
	slices.SortStableFunc(out, func(a, b Pair) int { return cmp.Compare(a.Earlier.Page, b.Earlier.Page) })
	return out
}
