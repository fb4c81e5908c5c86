package legal

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/rag/document"
)

// passage is a sentence, a heading or a table row of a page.
type passage struct {
	page int
	text string // a slice of the page's text
	role role
}

type role uint8

const (
	sentence role = iota
	row           // of a table
	heading       // names a topic, discloses nothing
	around        // belongs to the neighbourhood only
)

var (
	figure       = regexp.MustCompile(`\d,\d{3}|\d\.\d`)
	indexEntry   = regexp.MustCompile(`\b(?:GRI\s)?(?:[23]|[2-4]\d\d)-\d{1,2}\b`)
	engagement   = regexp.MustCompile(`(?i)\b(?:limited|reasonable)\s+assurance\b`)
	practitioner = regexp.MustCompile(`(?i)\b(?:we\s+(?:have\s+)?(?:performed|conducted|planned)|our\s+(?:responsibility|conclusion|engagement))\b`)
)

// speaks says whether a page's words are the company's own disclosures. An index only names disclosures (a
// table of figures with references to them is none) and an assurance report is its practitioner's: neither
// covers anything.
func speaks(p *document.Page) bool {
	entries := len(indexEntry.FindAllStringIndex(p.Text, -1))
	if entries >= 10 && 2*len(figure.FindAllStringIndex(p.Text, -1)) < entries {
		return false
	}
	return !engagement.MatchString(p.Text) || !practitioner.MatchString(p.Text)
}

// passagesOf cuts a page into passages in reading order. Running heads and page numbers are left out.
func passagesOf(p *document.Page) []passage {
	bytes, runes := offsets(p.Text), []rune(p.Text)
	var out []passage
	for _, b := range p.Blocks() {
		if b.Start < 0 || b.End >= len(bytes) || b.Start > b.End {
			continue // a block outside of its page's text says nothing
		}
		switch b.Role {
		case document.RoleFurniture:
		case document.RoleRow:
			for _, l := range b.TextLines(runes) {
				if l[0] >= 0 && l[0] <= l[1] && l[1] < len(bytes) {
					out = append(out, passage{p.Number, p.Text[bytes[l[0]]:bytes[l[1]]], row})
				}
			}
		case document.RoleHeading:
			out = append(out, passage{p.Number, p.Text[bytes[b.Start]:bytes[b.End]], heading})
		default:
			for _, s := range sentences(p.Text[bytes[b.Start]:bytes[b.End]]) {
				out = append(out, passage{p.Number, s, sentence})
			}
		}
	}
	return out
}

// offsets maps code points of a text to bytes; its last element is the text's length.
func offsets(text string) []int {
	out := make([]int, 0, len(text)+1)
	for i := range text {
		out = append(out, i)
	}
	return append(out, len(text))
}

// sentences cuts running text where a sentence ends and where a list begins its next point.
func sentences(text string) []string {
	var out []string
	start := 0
	cut := func(end int) {
		if s := strings.TrimSpace(text[start:end]); s != "" {
			out = append(out, s)
		}
		start = end
	}
	for i, r := range text {
		end := i + utf8.RuneLen(r)
		switch {
		case r == '•' || r == '▪' || r == '■':
			cut(i)
		case r == '\n' && strings.HasPrefix(text[end:], "\n"):
			cut(end)
		case (r == '.' || r == '!' || r == '?') && endsSentence(text, i, end):
			cut(end)
		}
	}
	cut(len(text))
	return out
}

// abbreviations end in a point that ends no sentence.
var abbreviations = []string{
	"e.g", "i.e", "approx", "no", "nos", "vs", "inc", "ltd", "co", "corp", "st", "dr", "mr", "mrs", "ms", "prof", "fig", "p", "pp", "cf", "etc", "ca", "incl", "excl", "resp", "u.s", "sec", "para", "art", "dept", "est",
}

func endsSentence(text string, i, end int) bool {
	rest := strings.TrimLeft(text[end:], ")]\"”’'")
	if rest == "" {
		return true
	}
	r, _ := utf8.DecodeRuneInString(rest)
	if !unicode.IsSpace(r) {
		return false
	}
	next, _ := utf8.DecodeRuneInString(strings.TrimLeftFunc(rest, unicode.IsSpace))
	if unicode.IsLower(next) {
		return false
	}
	if text[i] != '.' {
		return true
	}
	word := text[strings.LastIndexAny(text[:i], " \n\t(")+1 : i]
	if len(word) == 1 && word[0] >= 'A' && word[0] <= 'Z' {
		return false // an initial
	}
	for _, a := range abbreviations {
		if strings.EqualFold(word, a) {
			return false
		}
	}
	return true
}
