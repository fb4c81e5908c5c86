package layout

import (
	"strings"
	"unicode"

	"github.com/sibyl-project/sibyl/rag/report/document"
)

// languages are told apart by words that carry no meaning and fill every text. Words that two
// languages share are left out of both.
var languages = []struct{ tag, words string }{
	{"en", "the and of to that is are for with our we by on as this from has have been which were their its these not will or be at"},
	{"de", "der die und das den von zu mit sich des auf für ist im dem nicht ein eine als auch werden wir unsere wurde sowie sind bei einer"},
	{"id", "yang dan di dengan untuk pada dari dalam ini adalah kami tidak oleh telah akan atau sebagai kepada serta dapat perusahaan tahun"},
	{"fr", "le les des et du une dans pour par sur est nous notre avec au aux sont nos qui que ses cette plus ces leur été"},
	{"es", "el los las del y que en una por para con nuestra nuestro como al se su más sus han ha sobre entre esta son"},
	{"nl", "het een van en op voor met niet zijn onze wij aan ook bij door worden naar uit deze dat wordt"},
	{"it", "il di che della dei delle per con una nel gli alla sono del anche nella come dal più nostra"},
	{"pt", "os das dos uma com para por não na no nas nos foi mais nossa são ao pela pelo sua seus em às"},
}

var languageOf = func() map[string][]string {
	m := map[string][]string{}
	for _, l := range languages {
		for _, w := range strings.Fields(l.words) {
			m[w] = append(m[w], l.tag)
		}
	}
	return m
}()

// Undetermined is the language of what cannot be told.
const Undetermined = "und"

// read is the language that the rules read.
const read = "en"

// detect returns the language of a text, or Undetermined when too few words speak for one.
func detect(text string) string {
	counts, distinct := map[string]int{}, map[string]int{}
	known := map[string]bool{}
	total := 0
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) }) {
		total++
		for _, tag := range languageOf[w] {
			counts[tag]++
			if !known[w] {
				distinct[tag]++
			}
		}
		known[w] = true
	}
	best, second := "", 0
	for _, l := range languages { // in a fixed order: equals do not depend on the map
		switch n := counts[l.tag]; {
		case n > counts[best]:
			best, second = l.tag, counts[best]
		case n > second:
			second = n
		}
	}
	// One abbreviation of a table, repeated in each row ("No.", "EL"), is not a language.
	if n := counts[best]; best == "" || distinct[best] < 4 || 25*n < total || n <= second+second/4 {
		return Undetermined
	}
	return best
}

// settleLanguages gives each page its language and says which pages the rules cannot read. A page with
// too few telling words (a table, a chart) is read if it stands among pages that are.
func settleLanguages(d *document.Document) {
	for i := range d.Pages {
		d.Pages[i].Language = detect(bodyText(&d.Pages[i]))
	}
	for i := range d.Pages {
		p := &d.Pages[i]
		if p.NotAnalysed != "" {
			continue
		}
		switch {
		case p.Language == read:
		case p.Language != Undetermined:
			p.NotAnalysed = "language " + p.Language + " is not read"
		case !latin(p.Text):
			p.NotAnalysed = "language could not be told and its script is not read"
		case neighbour(d, i) != read && neighbour(d, i) != Undetermined:
			p.NotAnalysed = "language could not be told, among pages in " + neighbour(d, i)
		}
	}
}

// neighbour is the language of the nearest page that has one, the earlier of two.
func neighbour(d *document.Document, i int) string {
	for step := 1; step < len(d.Pages); step++ {
		for _, j := range []int{i - step, i + step} {
			if j >= 0 && j < len(d.Pages) && d.Pages[j].Language != Undetermined {
				return d.Pages[j].Language
			}
		}
	}
	return Undetermined
}

// latin reports whether most letters of a text are.
func latin(text string) bool {
	n, other := 0, 0
	for _, r := range text {
		switch {
		case !unicode.IsLetter(r):
		case unicode.Is(unicode.Latin, r):
			n++
		default:
			other++
		}
	}
	return n >= other
}
