package intake

import (
	"cmp"
	"slices"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// languages groups the pages by their language, the most frequent first and what cannot be told last.
func languages(d *document.Document) []events.LanguagePages {
	by := map[string]*events.LanguagePages{}
	for i := range d.Pages {
		tag := cmp.Or(d.Pages[i].Language, undetermined)
		l := by[tag]
		if l == nil {
			l = &events.LanguagePages{Language: tag}
			by[tag] = l
		}
		l.Pages++
		if n := len(l.Ranges); n > 0 && l.Ranges[n-1][1] == i {
			l.Ranges[n-1][1] = i + 1
		} else if n < maxRanges {
			l.Ranges = append(l.Ranges, [2]int{i + 1, i + 1})
		}
	}
	out := make([]events.LanguagePages, 0, len(by))
	for _, l := range by {
		out = append(out, *l)
	}
	slices.SortFunc(out, func(a, b events.LanguagePages) int {
		return cmp.Or(
			cmp.Compare(count(a.Language == undetermined), count(b.Language == undetermined)),
			cmp.Compare(b.Pages, a.Pages), cmp.Compare(a.Language, b.Language))
	})
	return out
}

const (
	undetermined = "und"
	maxRanges    = 300 // of one language: a file that changes on every page must not fill an event
)

// mainLanguage is the language of most pages, "und" if none has one.
func mainLanguage(ls []events.LanguagePages) string {
	if len(ls) == 0 {
		return undetermined
	}
	return ls[0].Language
}
