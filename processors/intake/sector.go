package intake

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/sibyl-project/sibyl/data/sasb"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

const (
	namedScore  = 6.0 // a word of the industry in the company's name
	codeScore   = 6.0 // metric codes of the industry
	leastScore  = 3.0
	leadSector  = 1.5 // how much more must speak for the first than for the second
	tellsAlone  = 0.5 // a phrase as seldom as this, of 1, tells by itself
	leastTells  = 3   // so many such phrases are needed where neither name nor codes speak
	mostSeldom  = 0.5 // what a phrase that no other industry's report has counts as, in reports
	everyPhrase = 0.5 // of a phrase's weight, whatever its length; as much again for each of its words
)

// metricCode is the code of a SASB metric, which begins with its industry's.
var metricCode = pattern.Compile(`\b([A-Z]{2}-[A-Z]{2})-\d{3}[a-z]\.\d`)

// phrase is one of an industry's phrases, in words of the singular.
type phrase struct {
	industry int
	words    []string
	weight   float64
	tells    bool // seldom another industry's
}

// industryTerms are what industries are told by.
type industryTerms struct {
	industries []sasb.Business
	phrases    map[string][]*phrase // by their first word
}

var terms = sync.OnceValue(func() *industryTerms {
	all, err := sasb.Businesses()
	if err != nil {
		panic(err) // a file of the program itself, which its test reads
	}
	v := &industryTerms{all, map[string][]*phrase{}}
	for i, in := range all {
		for _, p := range in.Phrases {
			words := singular(wordsOf(p.Text))
			seldom := math.Log(sasb.Counted/(mostSeldom+float64(p.Others))) / math.Log(sasb.Counted/mostSeldom)
			v.phrases[words[0]] = append(v.phrases[words[0]], &phrase{
				i, words, seldom * seldom * everyPhrase * float64(1+len(words)), seldom > tellsAlone,
			})
		}
	}
	return v
})

func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.ToLower(strings.ReplaceAll(text, "’", "'")), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '-'
	})
}

// singular returns the words without the endings of a plural, as far as spelling shows them.
func singular(words []string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		switch {
		case len(w) > 4 && strings.HasSuffix(w, "ies"):
			w = w[:len(w)-3] + "y"
		case len(w) > 3 && w[len(w)-1] == 's' && !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "us"):
			w = w[:len(w)-1]
		}
		out[i] = w
	}
	return out
}

// tally is what speaks for one industry.
type tally struct {
	score float64
	tells int      // different phrases that are seldom another's
	sure  bool     // name or codes speak for it
	best  sighting // the strongest thing seen
}

func (f *tally) add(score float64, s sighting) {
	f.score += score
	if score > f.best.strength {
		s.strength = score
		f.best = s
	}
}

// sector guesses the SASB industry: by the metric codes that the report uses, the company's name, and phrases, of which the
// more tells the fewer reports of other industries have it. Empty when no industry stands out.
func sector(d *document.Document, company string) guess {
	v := terms()
	seen := make([]tally, len(v.industries))
	name := " " + strings.Join(wordsOf(company), " ") + " "
	for i, in := range v.industries {
		if n := slices.IndexFunc(in.Names, func(n string) bool { return strings.Contains(name, " "+n+" ") }); n >= 0 {
			seen[i].sure = true
			seen[i].add(namedScore, sighting{page: firstWith(d, company), text: company, why: fmt.Sprintf("the company's name has %q", in.Names[n])})
		}
	}
	v.codes(d, seen)
	v.spoken(d, seen)
	order := make([]int, len(seen))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(seen[b].score, seen[a].score) })
	first, second := &seen[order[0]], &seen[order[1]]
	if first.score < leastScore || first.score < leadSector*second.score || first.tells < leastTells && !first.sure {
		return guess{}
	}
	return first.best.guess(v.industries[order[0]])
}

// codes notes the industries of whose metrics the report gives the codes.
func (v *industryTerms) codes(d *document.Document, seen []tally) {
	pages := make([]int, len(seen))
	where := make([]sighting, len(seen))
	for n := range d.Pages {
		p := &d.Pages[n]
		here := map[string]bool{}
		for _, m := range metricCode.FindAllStringSubmatchIndex(p.Text, -1) {
			code := p.Text[m[2]:m[3]]
			i := slices.IndexFunc(v.industries, func(in sasb.Business) bool { return in.Code == code })
			if i < 0 || here[code] {
				continue
			}
			here[code] = true
			if pages[i]++; pages[i] == 1 {
				where[i] = sighting{page: p, text: p.Text[m[0]:m[1]], why: "the report uses the SASB metrics of this industry"}
			}
		}
	}
	for i, n := range pages {
		if n > 0 {
			seen[i].sure = true
			seen[i].add(codeScore*math.Log2(1+float64(n)), where[i])
		}
	}
}

// spoken notes the industries whose phrases the report has.
func (v *industryTerms) spoken(d *document.Document, seen []tally) {
	times := map[*phrase]int{}
	first := map[*phrase]sighting{}
	var order []*phrase
	for n := range d.Pages {
		p := &d.Pages[n]
		if p.NotAnalysed != "" && p.ImageOnly {
			continue
		}
		printed := wordsOf(p.Text)
		words := singular(printed)
		for at, w := range words {
			for _, ph := range v.phrases[w] {
				if end := at + len(ph.words); end <= len(words) && slices.Equal(words[at:end], ph.words) {
					if times[ph]++; times[ph] == 1 {
						order = append(order, ph)
						first[ph] = sighting{page: p, text: strings.Join(printed[at:end], " "), why: "words of this industry, among them this one"}
					}
				}
			}
		}
	}
	for _, ph := range order {
		seen[ph.industry].add(ph.weight*math.Log2(1+float64(times[ph])), first[ph])
		if ph.tells {
			seen[ph.industry].tells++
		}
	}
}

// firstWith is the first page that holds a text, nil if none does.
func firstWith(d *document.Document, text string) *document.Page {
	for i := range d.Pages {
		if text != "" && strings.Contains(d.Pages[i].Text, text) {
			return &d.Pages[i]
		}
	}
	return nil
}

// sighting is something that speaks for an industry.
type sighting struct {
	strength float64
	page     *document.Page // may be nil
	text     string         // words parted by one space
	why      string
}

func (s sighting) guess(in sasb.Business) guess {
	why := fmt.Sprintf("%s: %s", in.Name, s.why)
	if s.page != nil {
		pattern := `(?i)` + strings.ReplaceAll(regexp.QuoteMeta(s.text), " ", `[^\pL\pN]+`)
		if place := regexp.MustCompile(pattern).FindStringIndex(s.page.Text); place != nil {
			return at("sector", in.Code, why, s.page, place[0], place[1])
		}
	}
	return said("sector", in.Code, why)
}

// industryName is the name of a code, empty if it is none of ours.
func industryName(code string) string {
	for _, in := range terms().industries {
		if in.Code == code {
			return in.Name
		}
	}
	return ""
}
