package intake

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

var (
	titleWords = lexicon.Set("intake.title words")
	joining    = lexicon.Set("intake.joining")
)

// yearWord is a year, a page or a fiscal year in a title.
var yearWord = pattern.Compile(`(?i)^(?:fy)?\d+[a-z]?$`)

// titleWord reports whether a word is one that titles of reports are made of beside the name.
func titleWord(w string) bool {
	w = strings.ReplaceAll(strings.ToLower(w), "-", "")
	w = strings.TrimSuffix(strings.TrimSuffix(w, "'s"), "’s")
	return titleWords[w] || yearWord.MatchString(w)
}

// joins reports whether a word stands within names and has no capital.
func joins(w string) bool { return w == "&" || joining[strings.ToLower(w)] }

// between parts a title or running head where a name ends.
var between = pattern.Compile(`\s[–—-]\s|[|·•:;,()\t]|[–—]`)

const mostNameWords = 5

// titleName is a stretch of a title or running head that may be a company's name.
type titleName struct {
	text  string
	whole bool // all that stands between two separators
}

// namesIn are the stretches of a title or running head that may be a company's name: words with a capital that are none of the
// words of reports. A name is never put together from both sides of such a word.
func namesIn(line string) []titleName {
	var out []titleName
	for _, part := range between.Split(line, -1) {
		words := strings.FieldsFunc(part, func(r rune) bool { return unicode.IsSpace(r) || r == '/' || r == '_' })
		var run []string
		end := func(next string) {
			for len(run) > 0 && joins(run[len(run)-1]) {
				run = run[:len(run)-1]
			}
			name := strings.Join(run, " ")
			// One word before a word without a capital is the beginning of a phrase ("English edition").
			phrase := len(run) == 1 && (next != "" && !titleWord(next) || dateMonth.MatchString(name))
			if len(run) <= mostNameWords && utf8.RuneCountInString(name) > 1 && !phrase {
				out = append(out, titleName{name, len(run) == len(words)})
			}
			run = nil
		}
		for _, w := range words {
			w = strings.Trim(w, `.'"“”„‘’`)
			switch first, _ := utf8.DecodeRuneInString(w); {
			case joins(w):
				if len(run) > 0 {
					run = append(run, w)
				}
			case titleWord(w) || !unicode.IsUpper(first):
				end(w)
			default:
				run = append(run, w)
			}
		}
		end("")
	}
	return out
}

// confirmed adds what a title names if the text of the pages names it, too: the longest beginning of it that stands in a line
// that is neither heading nor running head, or the whole of it where it stands by itself in the title. A single word must be
// written with a capital more often than without.
func (c candidates) confirmed(d *document.Document, title string, weight float64, why string) {
	for _, t := range namesIn(title) {
		words := strings.Fields(t.text)
		for n := len(words); n > 0; n-- {
			name := strings.Join(words[:n], " ")
			if joins(words[n-1]) || n == 1 && (utf8.RuneCountInString(name) < 3 || ordinary(d, name)) {
				continue
			}
			if p, from := inText(d, name); p != nil {
				if t.whole {
					c.add(t.text, weight, at("company", t.text, why, p, from, from+len(name)))
					return
				}
				c.add(name, weight, at("company", name, why, p, from, from+len(name)))
				return
			}
		}
	}
	// The text may say "we" throughout: several words of a title are a name all the same.
	for _, t := range namesIn(title) {
		if p := firstWith(d, t.text); p != nil && strings.Contains(t.text, " ") {
			from := strings.Index(p.Text, t.text)
			c.add(t.text, weight, at("company", t.text, why, p, from, from+len(t.text)))
			return
		}
	}
}

// inText returns the first place of a name in running text, nil if there is none.
func inText(d *document.Document, name string) (*document.Page, int) {
	for i := range d.Pages {
		p := &d.Pages[i]
		if !strings.Contains(p.Text, name) {
			continue
		}
		runes := []rune(p.Text)
		for _, l := range p.Lines {
			if l.Role == document.RoleFurniture || l.Role == document.RoleHeading {
				continue
			}
			line := string(runes[l.Start:l.End])
			at := strings.Index(line, name)
			if at < 0 {
				continue
			}
			if next, _ := utf8.DecodeRuneInString(line[at+len(name):]); !unicode.IsLetter(next) && !unicode.IsDigit(next) {
				return p, len(string(runes[:l.Start])) + at
			}
		}
	}
	return nil, 0
}
