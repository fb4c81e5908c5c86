package story

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

const release = "Meridian Cement today announced that its works at Halden have cut Scope 1 emissions by twelve per cent since 2021, " +
	"after a new kiln burner went into service in spring. The company said that it would invest in a second burner next year."

func TestOneReleaseReprintedIsOneStory(t *testing.T) {
	other := "The environment agency has fined Meridian Cement 40,000 euros after dust from its quarry at Halden covered gardens in June, " +
		"a spokeswoman told reporters on Friday. The company has four weeks to appeal against the decision of the agency."
	for _, c := range []struct {
		name string
		a, b Article
		want bool
	}{
		{"word for word", Article{Text: release}, Article{Text: release}, true},
		{"another title and punctuation", Article{Title: "A burner", Text: release}, Article{Title: "Halden", Text: strings.ToUpper(strings.ReplaceAll(release, ",",
			""))}, true},
		{"shortened", Article{Text: release}, Article{Text: release[:160]}, true},
		{"with a paper's own lead", Article{Text: release}, Article{Text: "HALDEN (Gazette). Good news from the kilns. " + release}, true},
		{"another story of one company", Article{Text: release}, Article{Text: other}, false},
		{"no text and no title", Article{}, Article{}, false},
		{"one title, days apart", Article{Title: "Meridian Cement fined over dust", Date: "2024-07-01"}, Article{Title: "Meridian Cement fined over DUST!",
			Date: "2024-07-03"}, true},
		{"one title, a year apart", Article{Title: "Meridian Cement fined over dust", Date: "2024-07-01"}, Article{Title: "Meridian Cement fined over dust",
			Date: "2023-07-03"}, false},
		{"one title, no date", Article{Title: "Meridian Cement fined over dust"}, Article{Title: "Meridian Cement fined over dust"}, false},
		{"two fines in a week", Article{Title: "Meridian Cement fined over dust at Halden", Date: "2024-07-01"},
			Article{Title: "Meridian Cement fined over spill at Grimstad", Date: "2024-07-02"}, false},
		{"a short title", Article{Title: "In brief", Date: "2024-07-01"}, Article{Title: "In brief", Date: "2024-07-01"}, false},
		{"a short text", Article{Text: "Fined."}, Article{Text: "Fined."}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Group([]Article{c.a, c.b}); (got[0] == got[1]) != c.want {
				t.Errorf("stories %v, want one story: %t", got, c.want)
			}
		})
	}
}

// TestStoriesDoNotDependOnTheOrder: whatever the order in which a search lists articles, the same ones are put together.
func TestStoriesDoNotDependOnTheOrder(t *testing.T) {
	words := strings.Fields(release)
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 7).Draw(t, "articles")
		all := make([]Article, n)
		for i := range all {
			from := rapid.IntRange(0, len(words)/2).Draw(t, "from")
			all[i] = Article{Title: fmt.Sprint("Number ", i), Text: strings.Join(words[from:], " ")}
			if rapid.Bool().Draw(t, "another") {
				all[i].Text = strings.Repeat(fmt.Sprintf("words of story %d and no other ", i), 8)
			}
		}
		order := rapid.Permutation(slices.Collect(func(yield func(int) bool) {
			for i := range n {
				if !yield(i) {
					return
				}
			}
		})).Draw(t, "order")
		turned := make([]Article, n)
		for to, from := range order {
			turned[to] = all[from]
		}
		a, b := Group(all), Group(turned)
		for x, i := range order {
			for y, j := range order {
				if (b[x] == b[y]) != (a[i] == a[j]) {
					t.Fatalf("%v and %v: articles %d and %d", a, b, i, j)
				}
			}
		}
	})
}
