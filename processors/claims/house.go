package claims

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/rag/report/document"
)

// ordinary are capitalised words of titles and running heads that are nobody's name.
var ordinary = wordSet(`age gender region yes no report reports sustainability annual integrated environmental social governance esg csr climate action plan strategy non financial page
	introduction overview management risk statement statements further information corporate responsibility shareholders our people products processes notes annex glossary
	appendix contents group the and for of to in review highlights performance data about letter environment company disclosure disclosures index impact summary fy fiscal year
	bank holding holdings limited inc corporation plc energy water waste health safety society ethics microsoft word final extract print layout en gb declaration pursuant details code german
	commercial art with conjunction financial consolidated separate combined go to page english indonesian bericht nichtfinanzieller hgb
	it this that these they he she there here we you board committee government commission council supervisory executive managing directors each every all total scope target targets
	european european's union country countries world business team project program initiative employees supplier suppliers customers policy system department today what who which
	system service services solutions industry market division segment segments aktiengesellschaft gmbh sa regulation taxonomy ceo cfo`)

// houseWords are the words of the entity's own name, in lower case: capitalised words of the file's title and of the
// running heads of most pages that are no ordinary words of reports, the initials of several that follow each other, and
// what the text itself says most often to do, to have, or to be a company.
func houseWords(d *document.Document) map[string]bool {
	house := map[string]bool{}
	learnName(house, d.Title)
	counts := map[string]int{}
	doers := map[string]int{}
	for i := range d.Pages {
		p := &d.Pages[i]
		countDoers(doers, p.Text)
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
	learnDoers(house, doers, len(d.Pages))
	if len(house) == 0 {
		learnCompany(house, d)
	}
	return house
}

// registered is a name with the form of a company behind it: PT Bank Acme Nusantara Tbk, Acme Water Holdings Limited.
var registered = regexp.MustCompile(`\bPT (?:\p{Lu}[\p{L}&-]*[ \n]?){1,5}|(?:\p{Lu}[\p{L}&-]+[ \n]){1,5}(?:AG|SE|plc|PLC|Inc|Limited|Ltd|Corporation|Berhad|N\.V\.|S\.A\.|ASA|AB|Oyj)\b`)

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
var deeds = wordSet(`s has is was will group ag se plc inc corporation ltd limited tbk nv asa ab aktiengesellschaft gmbh sa reit holding holdings bank aims uses supports operates conducts offers provides
	reports works continues plans expects employs complies committed signed joined published achieved reduced received invested follows intends considers assesses believes`)

// countDoers counts the capitalised words of a text that somebody's deed follows.
func countDoers(doers map[string]int, text string) {
	words := wordsOf(text)
	for i := 0; i+1 < len(words); i++ {
		w := words[i]
		first, _ := utf8.DecodeRuneInString(text[w.start:])
		if (unicode.IsUpper(first) || text[w.start:w.end] != w.low) && len(w.low) > 2 && deeds[words[i+1].low] && words[i+1].start-w.end <= len("’") && !ordinary[w.low] && !months[w.low] {
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
