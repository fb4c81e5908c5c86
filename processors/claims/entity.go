package claims

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// entity is what only the whole document tells, and every section of it needs.
type entity struct {
	house    map[string]bool // the words of the entity's own name
	reported string          // the year that the report is of
}

func entityOf(d *document.Document) entity { return entity{houseWords(d), reportedYear(d)} }

// keptEntities is how many reports are remembered: those whose sections are extracted side by side.
const keptEntities = 4

// entities remembers the last reports by the hashes of their parses, which never change.
var entities struct {
	mu    sync.Mutex
	order []string
	of    map[string]entity
}

// entity of a section's report. Sections without a parse are read anew.
func (s Section) entity() entity {
	if s.Parse == "" {
		return entityOf(s.Document)
	}
	entities.mu.Lock()
	defer entities.mu.Unlock()
	if e, ok := entities.of[s.Parse]; ok {
		return e
	}
	e := entityOf(s.Document)
	if len(entities.order) == keptEntities {
		delete(entities.of, entities.order[0])
		entities.order = entities.order[1:]
	}
	if entities.of == nil {
		entities.of = map[string]entity{}
	}
	entities.order, entities.of[s.Parse] = append(entities.order, s.Parse), e
	return e
}

// read returns what the report of a section says, and who has read it.
func (x Rules) read(ctx context.Context, s Section) (*statement.Report, statement.Reader, error) {
	if x.Reader != nil {
		said, err := statement.ReadReport(ctx, x.Reader, s.Document)
		return said, x.Reader, err
	}
	reader, err := statement.Bundled()
	if err != nil {
		return nil, nil, err
	}
	if s.Statements != nil {
		return s.Statements, reader, nil
	}
	said, err := statement.ReadBundled(ctx, s.Parse, s.Document)
	return said, reader, err
}

// ordinary are capitalised words of titles and running heads that are nobody's name.
var ordinary = lexicon.Set("claims.ordinary capitals")

// houseWords are the words of the entity's own name, in lower case: capitalised words of the file's title and of the
// running heads of most pages that are no ordinary words of reports, the initials of several that follow each other, and
// what the text itself says most often to do, to have, or to be a company.
func houseWords(d *document.Document) map[string]bool {
	house := map[string]bool{}
	learnName(house, d.Title)
	counts := map[string]int{}
	doers := map[string]int{}
	words := spelling{}
	for i := range d.Pages {
		p := &d.Pages[i]
		countDoers(doers, p.Text)
		words.count(p.Text)
		runes := []rune(p.Text)
		for _, l := range p.Lines {
			if l.Role != document.RoleFurniture {
				continue
			}
			for piece := range strings.SplitSeq(string(runes[l.Start:l.End]), "\t") {
				if counts[piece]++; counts[piece] == max(2, len(d.Pages)*3/10) {
					learnName(house, piece)
				}
			}
		}
	}
	maps.DeleteFunc(doers, func(name string, _ int) bool { return words.common(name) })
	learnDoers(house, doers, len(d.Pages))
	maps.DeleteFunc(house, func(name string, _ bool) bool { return words.common(name) })
	if len(house) == 0 {
		learnCompany(house, d)
	}
	return house
}

// spelling counts how often words of a report, in lower case, are written small and with a capital. "Revenue is ..." begins many a
// sentence and is no name, as its spelling elsewhere shows.
type spelling map[string]*struct{ small, capital int }

func (s spelling) count(text string) {
	for _, w := range wordsOf(text) {
		if w.start > 0 && strings.IndexByte(".@/-", text[w.start-1]) >= 0 || w.end < len(text) && strings.IndexByte("@/", text[w.end]) >= 0 {
			continue // an address
		}
		n := s[w.low]
		if n == nil {
			n = new(struct{ small, capital int })
			s[w.low] = n
		}
		if text[w.start:w.end] == w.low {
			n.small++
		} else {
			n.capital++
		}
	}
}

// common reports whether a word is written small more than once for three times with a capital.
func (s spelling) common(word string) bool {
	n := s[word]
	return n != nil && 3*n.small > n.capital
}

// registered is a name with the form of a company behind it: PT Bank Acme Nusantara Tbk, Acme Water Holdings Limited.
var registered = pattern.Compile(`\bPT (?:\p{Lu}[\p{L}&-]*[ \n]?){1,5}|` +
	`(?:\p{Lu}[\p{L}&-]+[ \n]){1,5}(?:AG|SE|plc|PLC|Inc|Limited|Ltd|Corporation|Berhad|N\.V\.|S\.A\.|ASA|AB|Oyj)\b`)

// learnCompany takes over the company that is named most often with its form, for a filing of forms: in it nothing does
// anything, and its pages have no head.
func learnCompany(house map[string]bool, d *document.Document) {
	counts := map[string]int{}
	most := ""
	for i := range d.Pages {
		for _, name := range registered.FindAllString(d.Pages[i].Text, -1) {
			counts[strings.Join(strings.Fields(name), " ")]++
		}
	}
	for name, n := range counts {
		if n > counts[most] || n == counts[most] && name < most {
			most = name
		}
	}
	learnName(house, most)
	for name := range house {
		if len(places.find([]word{{low: name}})) > 0 {
			delete(house, name)
		}
	}
}

func learnName(house map[string]bool, text string) {
	initials := ""
	for _, w := range wordsOf(text) {
		first, _ := utf8.DecodeRuneInString(text[w.start:])
		if !unicode.IsUpper(first) || w.low == "pt" || w.low == "tbk" || w.low == "persero" {
			continue
		}
		if first < utf8.RuneSelf {
			initials += string(unicode.ToLower(first))
		}
		if len(w.low) > 2 && !ordinary[w.low] && !months[w.low] && len(lexical.find([]word{w})) == 0 {
			house[w.low] = true
		}
	}
	if strings.Contains(text, "PT ") && len(initials) > 2 {
		house[initials] = true
	}
}

// deeds are what stands behind a name of somebody who acts, owns or is a company.
var deeds = lexicon.Set("claims.deeds")

// countDoers counts the capitalised words of a text that somebody's deed follows.
func countDoers(doers map[string]int, text string) {
	words := wordsOf(text)
	for i := 0; i+1 < len(words); i++ {
		w := words[i]
		first, _ := utf8.DecodeRuneInString(text[w.start:])
		if (unicode.IsUpper(first) || text[w.start:w.end] != w.low) && len(w.low) > 2 &&
			deeds[words[i+1].low] && words[i+1].start-w.end <= len("’") && !ordinary[w.low] && !months[w.low] {
			doers[w.low]++
		}
	}
}

// learnDoers takes over the one that acts most often, if that is often, and who acts nearly as often, parts of one name, or
// on every eighth page: a subsidiary that the report is of too.
func learnDoers(house map[string]bool, doers map[string]int, pages int) {
	names := make([]string, 0, len(doers))
	for name := range doers {
		if len(places.find([]word{{low: name}})) == 0 && len(lexical.find([]word{{low: name}})) == 0 {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(doers[b], doers[a]), cmp.Compare(a, b)) })
	for i, name := range names {
		if i == 3 || doers[name] < max(3, pages/10) || 3*doers[name] < doers[names[0]] && doers[name] < max(10, pages/8) {
			return
		}
		house[name] = true
	}
}
