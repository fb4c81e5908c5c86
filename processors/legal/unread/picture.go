package unread

import (
	"fmt"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// Picture is a heading in whose words a reader is told what a large picture on its page is of, whose own words nobody has read.
type Picture struct {
	Page    int
	Heading string
}

// Pictures lists the headings of pages on which a large picture was not read.
func Pictures(pages []document.Page) []Picture {
	var out []Picture
	for i := range pages {
		p := &pages[i]
		if !p.Picture {
			continue
		}
		text, block := []rune(p.Text), -1
		for _, l := range p.Lines {
			if l.Role != document.RoleHeading || l.Start < 0 || l.End > len(text) || l.Start >= l.End {
				continue
			}
			words := strings.Join(strings.Fields(string(text[l.Start:l.End])), " ")
			if l.Block == block && len(out) > 0 { // a heading of two lines
				out[len(out)-1].Heading += " " + words
				continue
			}
			block = l.Block
			out = append(out, Picture{p.Number, words})
		}
	}
	return out
}

// Held says where pictures that were not read stand under a heading that names one of several subjects; empty where none does.
func Held(pictures []Picture, subjects []string) string {
	const shown = 3
	var says []string
	for _, p := range pictures {
		if len(says) < shown && p.names(subjects) {
			says = append(says, fmt.Sprintf("page %d has a picture that was not read, under “%s”", p.Page, p.Heading))
		}
	}
	return strings.Join(says, "; ")
}

// Beside says that a large picture was not read on a page, or on the one behind it, where what stands on the page may go on; empty where none was left.
func Beside(pages []document.Page, page int) string {
	for _, n := range []int{page, page + 1} {
		if n > 0 && n <= len(pages) && pages[n-1].Picture {
			return fmt.Sprintf("; a picture on page %d was not read", n)
		}
	}
	return ""
}

// ofPart are how many words a name of a subject has at least: one word alone, as "target" or "review", heads pages of everything.
const ofPart = 2

// names reports whether a heading names one of several subjects. What is emitted has many names, and is one subject by all of them.
func (p Picture) names(subjects []string) bool {
	heading := " " + plain(p.Heading) + " "
	for _, s := range subjects {
		if s = plain(s); len(strings.Fields(s)) >= ofPart && strings.Contains(heading, " "+s+" ") {
			return true
		}
	}
	return false
}

var (
	emitted  = pattern.Compile(`\b(?:greenhouse gas(?:es)?|ghgs?|co2e?|carbon dioxide)(?: equivalents?)?\b`)
	unworded = pattern.Compile(`[^\pL\pN.]+`)
)

// plain is a text in the form in which headings and names of subjects are compared.
func plain(s string) string {
	s = strings.ReplaceAll(strings.ToLower(s), "₂", "2")
	words := strings.Fields(emitted.ReplaceAllString(strings.TrimSpace(unworded.ReplaceAllString(s, " ")), "carbon"))
	for i, w := range words {
		if len(w) > 3 && !strings.HasSuffix(w, "ss") {
			words[i] = strings.TrimSuffix(w, "s")
		}
	}
	return strings.Join(words, " ")
}
