package inventory

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/events/phrase"
	"github.com/sibyl-project/sibyl/rag/pattern"
)

// category is one of the fifteen of Scope 3 as the GHG Protocol numbers them, with the words by which a row's name is known: all of one of the sets.
type category struct {
	name  string
	words [][]string
}

var categories = []category{
	{"purchased goods and services", [][]string{{"purchas", "goods"}}}, {"capital goods", [][]string{{"capital", "goods"}}},
	{"fuel and energy", [][]string{{"fuel", "energy"}}}, {"upstream transport", [][]string{{"transport", "upstream"}, {"transport", "inbound"}}},
	{"waste", [][]string{{"waste"}}}, {"business travel", [][]string{{"travel"}}}, {"commuting", [][]string{{"commut"}}},
	{"upstream leased assets", [][]string{{"leased", "upstream"}}}, {"downstream transport", [][]string{{"transport", "downstream"}, {"transport", "outbound"}}},
	{"processing of sold products", [][]string{{"processing"}}}, {"use of sold products", [][]string{{"use", "sold"}, {"use", "products"}}},
	{"end of life of sold products", [][]string{{"end", "life"}, {"end-of-life"}}}, {"downstream leased assets", [][]string{{"leased", "downstream"}}},
	{"franchises", [][]string{{"franchis"}}}, {"investments", [][]string{{"investment"}, {"financed"}}},
}

// fewestCategories are as many as show that a report breaks its Scope 3 down.
const fewestCategories = 4

// Categories is of which of the fifteen categories of Scope 3 an inventory that breaks it down has no amount. A row that may be of two counts for both, so
// that none is called missing which may be there; a category may also be nothing to the entity, which only the report can say.
func Categories(all []Figure, year int) (Telling, bool) {
	given := make([]bool, len(categories))
	var t Telling
	for _, f := range all {
		if f.Scope != "3" || f.Category == "" || f.Year != year {
			continue
		}
		known, name := false, ""
		numbered := numbers(f.Row) // which says more than its name
		for i := range categories {
			if slices.Contains(numbered, i+1) || len(numbered) == 0 && (categories[i].named(f.Category) || categories[i].named(f.Row)) {
				known, given[i] = true, true
				name = cmp.Or(name, categories[i].name)
			}
		}
		if known && !slices.ContainsFunc(t.Figures, func(o Figure) bool { return o.Row == f.Row }) {
			f.Category = name
			t.Figures = append(t.Figures, f)
		}
	}
	if len(t.Figures) < fewestCategories {
		return Telling{}, false
	}
	var lacking []string
	for i, there := range given {
		if !there {
			lacking = append(lacking, fmt.Sprintf("%s (%d)", categories[i].name, i+1))
		}
	}
	if len(lacking) == 0 {
		return Telling{}, false
	}
	t.Title = fmt.Sprintf("Scope 3 has an amount for %d of its fifteen categories in %d", len(categories)-len(lacking), year)
	largest := slices.MaxFunc(t.Figures, func(a, b Figure) int { return a.Value.Cmp(b.Value) })
	t.Gist = fmt.Sprintf("the largest is %s; none was read for %s", largest.amount()+" of "+largest.Category, phrase.List(lacking))
	t.Text = phrase.Paragraph(fmt.Sprintf("Page %d breaks Scope 3 down; the largest of its parts is %s of %s; no amount for %d was read of %s", t.Figures[0].Page,
		largest.amount(), largest.Category, year, phrase.List(lacking)),
		"A category may be nothing to the company, or be left out of the total")
	return t, true
}

// named reports whether a row's name has the words of a category. Transport and leased assets of no named side are of both.
func (c *category) named(row string) bool {
	row = strings.ToLower(row)
	return slices.ContainsFunc(c.words, func(words []string) bool {
		of, side := words[0], words[len(words)-1]
		if !strings.Contains(row, of) {
			return false
		}
		return strings.Contains(row, side) || (of == "transport" || of == "leased") && !sided(row)
	})
}

// numbered is how a row gives the number of its category.
var numbered = pattern.Compile(`(?i)\b(?:3\.|cat(?:egory|\.)?\s+)(\d{1,2})\b`)

func numbers(row string) (out []int) {
	for _, m := range numbered.FindAllStringSubmatch(row, -1) {
		n, _ := strconv.Atoi(m[1])
		out = append(out, n)
	}
	return out
}

// sided reports whether a row says on which side of the entity it is.
func sided(row string) bool {
	return slices.ContainsFunc([]string{"upstream", "downstream", "inbound", "outbound"}, func(side string) bool { return strings.Contains(row, side) })
}
