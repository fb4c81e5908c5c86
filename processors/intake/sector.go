package intake

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

const (
	namedWeight  = 40.0 // a word of the industry in the company's name
	metricWeight = 25.0 // a page with metric codes of the industry
	wordPages    = 8    // pages on which one phrase counts
	leastSector  = 14.0
	leadSector   = 1.35 // how much more must speak for the first than for the second
	// Where many different phrases of one industry stand and hardly any of another, fewer of them will do: a
	// short report, or one about a single topic, says little of its business, but nothing of others.
	broadPhrases = 4
	broadLead    = 2.5
	broadLeast   = 0.6
)

// metricCode is the code of a SASB metric, which begins with its industry's.
var metricCode = pattern.Compile(`\b([A-Z]{2}-[A-Z]{2})-\d{3}[a-z]\.\d`)

// phrase is one of an industry's phrases, in words.
type phrase struct {
	industry int
	words    []string
}

// phrases are all phrases by their first word.
var phrases = func() map[string][]phrase {
	by := map[string][]phrase{}
	for i, in := range industries {
		for w := range strings.SplitSeq(in.words, ";") {
			fields := wordsOf(w)
			by[fields[0]] = append(by[fields[0]], phrase{i, fields})
		}
	}
	return by
}()

func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.ToLower(strings.ReplaceAll(text, "’", "'")), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '-'
	})
}

// sector guesses the SASB industry: by the metric codes that the report uses, the company's name, and the
// words of its pages, longer phrases counting more. Empty when no industry stands out.
func sector(d *document.Document, company string) guess {
	scores := make([]float64, len(industries))
	best := make([]sighting, len(industries)) // the strongest thing seen for each
	note := func(i int, weight, strength float64, s sighting) {
		scores[i] += weight
		if s.strength = strength; s.strength > best[i].strength {
			best[i] = s
		}
	}
	name := " " + strings.Join(wordsOf(company), " ") + " "
	for i, in := range industries {
		for n := range strings.SplitSeq(in.names, ";") {
			if strings.Contains(name, " "+n+" ") {
				note(i, namedWeight, 3, sighting{page: firstWith(d, company), text: company, why: fmt.Sprintf("the company's name has %q", n)})
				break
			}
		}
	}
	seen := map[*phrase]int{}
	different := make([]int, len(industries)) // phrases of each
	for n := range d.Pages {
		p := &d.Pages[n]
		if p.NotAnalysed != "" && p.ImageOnly {
			continue
		}
		codes := map[string]bool{}
		for _, m := range metricCode.FindAllStringSubmatchIndex(p.Text, -1) {
			code := p.Text[m[2]:m[3]]
			i := slices.IndexFunc(industries, func(in industry) bool { return in.code == code })
			if i >= 0 && !codes[code] {
				codes[code] = true
				note(i, metricWeight, 10, sighting{page: p, text: p.Text[m[0]:m[1]], why: "the report uses the SASB metrics of this industry"})
			}
		}
		words := wordsOf(p.Text)
		here := map[*phrase]bool{}
		for at, w := range words {
			for k := range phrases[w] {
				ph := &phrases[w][k]
				if at+len(ph.words) > len(words) || here[ph] || seen[ph] >= wordPages || !slices.Equal(words[at:at+len(ph.words)], ph.words) {
					continue
				}
				here[ph] = true
				if seen[ph]++; seen[ph] == 1 {
					different[ph.industry]++
				}
				weight := 0.5 * float64(len(ph.words))
				note(ph.industry, weight, float64(seen[ph])*weight/wordPages,
					sighting{page: p, text: strings.Join(ph.words, " "), why: "words of this industry, among them this one"})
			}
		}
	}
	order := make([]int, len(industries))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	first, second := order[0], order[1]
	least := leastSector * (0.4 + 0.6*min(1, float64(len(d.Pages))/40)) // a short report has fewer words
	if different[first] >= broadPhrases && scores[first] >= broadLead*scores[second] {
		least *= broadLeast
	}
	if scores[first] < least || scores[first] < leadSector*scores[second] {
		return guess{}
	}
	return best[first].guess(industries[first])
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

func (s sighting) guess(in industry) guess {
	why := fmt.Sprintf("%s: %s", in.name, s.why)
	if s.page != nil {
		pattern := `(?i)` + strings.ReplaceAll(regexp.QuoteMeta(s.text), " ", `[^\pL\pN]+`)
		if place := regexp.MustCompile(pattern).FindStringIndex(s.page.Text); place != nil {
			return at("sector", in.code, why, s.page, place[0], place[1])
		}
	}
	return said("sector", in.code, why)
}
