package intake

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

const (
	maxSuspicious   = 60  // listed; all are counted
	suspiciousRunes = 160 // of each
)

// kinds explain to people why text is kept from the analysis. The keys are those of packages paint and
// hidden; a kind that is not listed explains itself.
var kinds = map[string]string{
	"no_contrast":  "cannot be seen: written in the colour of what is behind it",
	"tiny":         "too small to be read",
	"invisible":    "cannot be seen: not painted",
	"off_page":     "cannot be seen: outside the page",
	"covered":      "cannot be seen: painted over",
	"hidden_layer": "cannot be seen: in a layer that is switched off",
	"metadata":     "in the file's metadata, not on a page",
	"annotation":   "in a note, not on the page",
	"form_field":   "in a form field",
	"attachment":   "the name of an attached file, which is not read",
	"unicode_tags": "written in characters that show nothing",
	"actual_text":  "said to replace what is painted, which differs",
	"instruction":  "speaks to a machine, not to a reader",
}

// suspicious lists what stands in the file but is kept from the analysis, and counts all of it. The texts
// are shown to people, shortened; no agent is ever handed them.
func suspicious(d *document.Document) (list []events.SuspiciousContent, hits int) {
	type hit struct {
		page int
		of   *document.Suspicious
	}
	var all []hit
	for k := range d.Suspicious {
		all = append(all, hit{0, &d.Suspicious[k]})
	}
	for i := range d.Pages {
		shown := ""
		if len(d.Pages[i].Suspicious) > 0 {
			shown = bareWords(d.Pages[i].Text)
		}
		for k := range d.Pages[i].Suspicious {
			if s := &d.Pages[i].Suspicious[k]; !shownToo(shown, s) {
				all = append(all, hit{d.Pages[i].Number, s})
			}
		}
	}
	kindOf := func(i int) string { return all[i].of.Why }
	for _, i := range inTurn(len(all), maxSuspicious, kindOf) {
		s := all[i].of
		why := kinds[s.Why]
		if why == "" {
			why = strings.ReplaceAll(s.Why, "_", " ")
		}
		list = append(list, events.SuspiciousContent{Page: all[i].page, Kind: s.Why, Why: why, Quote: excerpt(s.Text), Rect: s.Rect})
	}
	return list, len(all)
}

// bareWords are the words of a text without what its setting changes, each between spaces: a hidden "not" is none that "nothing" shows.
func bareWords(text string) string {
	words := strings.Fields(text)
	for i, w := range words {
		words[i] = document.Bare(w)
	}
	return " " + strings.Join(strings.Fields(strings.Join(words, " ")), " ") + " "
}

// shownToo reports whether text that is painted where nobody sees it stands among the words that its page shows, as the bleed of a heading
// does: nothing is kept from readers then.
func shownToo(shown string, s *document.Suspicious) bool {
	switch s.Why {
	case "no_contrast", "tiny", "invisible", "off_page", "covered", "hidden_layer":
		said := bareWords(s.Text)
		return strings.TrimSpace(said) != "" && strings.Contains(shown, said)
	}
	return false
}

// inTurn chooses at most so many of n things, in their order. Where there are more, the kinds take turns: a file could
// else hide one text behind a hundred harmless ones of another kind.
func inTurn(n, most int, kindOf func(int) string) []int {
	rounds := map[string]int{}
	byRound := make([][]int, n)
	for i := range n {
		kind := kindOf(i)
		byRound[rounds[kind]] = append(byRound[rounds[kind]], i)
		rounds[kind]++
	}
	var chosen []int
	for _, round := range byRound {
		chosen = append(chosen, round[:min(len(round), most-len(chosen))]...)
	}
	slices.Sort(chosen)
	return chosen
}

// suspiciousWarning says what is kept from the analysis, how much of it and on which pages. The texts themselves
// are not in it.
func suspiciousWarning(list []events.SuspiciousContent, hits int) string {
	groups := []struct {
		one, many string
		n         int
		pages     []int
	}{
		{one: "text that no reader of the page can see", many: "texts that no reader of the pages can see"},
		{one: "text beside the pages (metadata, notes, form fields, attachments)", many: "texts beside the pages (metadata, notes, form fields, attachments)"},
		{one: "sentence that speaks to a machine", many: "sentences that speak to a machine"},
	}
	for _, s := range list {
		g := &groups[0]
		switch s.Kind {
		case "metadata", "annotation", "form_field", "attachment":
			g = &groups[1]
		case "instruction":
			g = &groups[2]
		}
		g.n++
		if s.Page > 0 && !slices.Contains(g.pages, s.Page) {
			g.pages = append(g.pages, s.Page)
		}
	}
	var parts []string
	for _, g := range groups {
		what := g.many
		switch {
		case g.n == 0:
			continue
		case g.n == 1:
			what = g.one
		}
		part := fmt.Sprintf("%d %s", g.n, what)
		if len(g.pages) > 0 {
			slices.Sort(g.pages)
			pages := "page"
			if len(g.pages) > 1 {
				pages = "pages"
			}
			part += fmt.Sprintf(" (%s %s)", pages, pageList(g.pages))
		}
		parts = append(parts, part)
	}
	if more := hits - len(list); more > 0 {
		parts = append(parts, fmt.Sprintf("%d more", more))
	}
	return "suspicious content, left out of the analysis: " + strings.Join(parts, "; ")
}

// excerpt is the beginning of a text, white space folded.
func excerpt(text string) string {
	runes := []rune(strings.Join(strings.Fields(text), " "))
	return string(runes[:min(len(runes), suspiciousRunes)]) // word for word, so no mark where it is cut
}

// suspiciousEvents tell the people who follow a run of each kind of suspicious content on each page.
func suspiciousEvents(d *document.Document) []events.Draft {
	var out []events.Draft
	list, _ := suspicious(d)
	type place struct {
		page int
		kind string
	}
	told := map[place]bool{}
	for _, s := range list {
		at := place{s.Page, s.Kind}
		if told[at] {
			continue
		}
		told[at] = true
		out = append(out, events.ActivityReported.Draft(
			events.RunSubject(Name, "suspicious_content", strconv.Itoa(len(out))),
			events.Activity{Agent: Name, Event: "suspicious_content", Data: map[string]any{"page": s.Page, "kind": s.Kind}}))
	}
	return out
}
