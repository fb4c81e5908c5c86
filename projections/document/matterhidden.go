package document

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/sibyl-project/sibyl/events/phrase"
)

// hidden is text that the file holds and its readers do not see: what speaks to machines stands for itself, scraps of
// layout are one matter.
func (v *view) hidden() []weighed {
	const scrap = 4 // words: less is a page number or a mark that a printer's template left behind
	var out []weighed
	scraps := Matter{Kind: MatterHidden, Title: "Scraps of text that readers do not see"}
	for _, s := range v.Report.SuspiciousContent {
		place := MatterPlace{Page: s.Page, Quote: phrase.Words(s.Quote, 30)}
		if len(strings.Fields(s.Quote)) < scrap || v.namesReport(s.Quote) {
			scraps.Places = append(scraps.Places, place)
			continue
		}
		m := Matter{
			Kind: MatterHidden, Page: s.Page, Title: "Text that is kept from readers or speaks to machines", Quote: place.Quote, Places: []MatterPlace{place},
			Gist: "“" + strings.TrimRight(phrase.Words(s.Quote, 14), ".") + "”",
			Text: phrase.Paragraph("The file holds text that was kept from the analysis, for this reason: "+s.Why,
				"Nothing was concluded from it; why it stands there is a question to the company"),
		}
		m.ID = v.matterID(m.Kind, s.Kind, fmt.Sprint(s.Page), s.Quote)
		same := func(o weighed) bool { return o.Quote == m.Quote && o.Text == m.Text }
		if at := slices.IndexFunc(out, same); at >= 0 { // on every page of a template
			out[at].Places = append(out[at].Places, place)
			continue
		}
		out = append(out, weighed{m, 60})
	}
	if n := len(scraps.Places); n > 0 {
		var pages []int
		for _, p := range scraps.Places {
			pages = append(pages, p.Page)
		}
		scraps.Page, scraps.ID = scraps.Places[0].Page, v.matterID(MatterHidden, "scraps")
		scraps.Places = scraps.Places[:min(n, 12)]
		scraps.Gist = phrase.Count(n, "place", "places")
		where := cmp.Or(phrase.Pages(pages), "the file")
		scraps.Text = phrase.Paragraph(fmt.Sprintf("There is text that cannot be seen on %s: a word or two, or the name of the report", where),
			"It is most often left behind by the making of the file, and nothing was concluded from it")
		out = append(out, weighed{scraps, 5})
	}
	return out
}

// namesReport reports whether a text is no more than what the report is called: a running head that something was painted over.
func (v *view) namesReport(text string) bool {
	r := v.Report
	return strings.Contains(letters(r.Company+r.Title+r.Period), letters(text)) || strings.Contains(letters(r.Title+r.Company+r.Period), letters(text))
}

// letters are the letters and digits of a text, in lower case.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}
