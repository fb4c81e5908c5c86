package corpus

import (
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/data/ifrs"
	"github.com/sibyl-project/sibyl/data/sasb"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag"
)

// bundled are the passages that the program brings, by source. They are made once and shared.
var bundled = sync.OnceValues(func() (map[string][]rag.Passage, error) {
	out := map[string][]rag.Passage{}
	for standard, source := range map[string]string{"S1": S1, "S2": S2} {
		passages, err := paragraphs(standard, source)
		if err != nil {
			return nil, err
		}
		out[source] = passages
	}
	topics, err := topics()
	if err != nil {
		return nil, err
	}
	out[SASB] = topics
	return out, nil
})

// paragraphs cuts a standard's Markdown into one passage for each paragraph or item.
func paragraphs(standard, source string) ([]rag.Passage, error) {
	registry, err := ifrs.Load()
	if err != nil {
		return nil, err
	}
	var out []rag.Passage
	for _, b := range blocks(ifrs.Full(standard), "#### ") {
		id, title, _ := strings.Cut(b.title, " ")
		p, ok := registry.Paragraph(id)
		if !ok {
			return nil, fmt.Errorf("cutting %s: its text has a paragraph %s and the registry has none", standard, id)
		}
		text := title + "\n\n" + b.text + "\n\nReports speak of: " + strings.Join(p.Keywords, ", ") + "."
		out = append(out, passages(rag.Passage{
			Source: source, Label: id, Start: b.start, End: b.end,
			Heading: place("IFRS "+standard, p) + "\n" + lead(registry, p),
		}, text)...)
	}
	return out, nil
}

// place is the path of a paragraph: IFRS S2 > Strategy > Climate resilience > S2.22(a).
func place(root string, p *ifrs.Paragraph) string {
	path := []string{root, ifrs.Part(p)}
	if p.Section != path[1] {
		path = append(path, strings.ReplaceAll(p.Section, ">", "›"))
	}
	return strings.Join(append(path, p.ID), " > ")
}

// lead is what a paragraph cannot be understood without: the sentence of the one above it, or of the one that it
// explains.
func lead(r *ifrs.Registry, p *ifrs.Paragraph) string {
	for _, id := range []string{p.Parent, p.Elaborates} {
		if above, ok := r.Paragraph(id); ok {
			return above.ID + " " + above.Title + ": " + above.Text
		}
	}
	return ""
}

// topics cuts the SASB texts into one passage for each disclosure topic of an industry.
func topics() ([]rag.Passage, error) {
	catalogue, err := sasb.Load()
	if err != nil {
		return nil, err
	}
	var out []rag.Passage
	for n, industry := range catalogue.Industries {
		text, err := industry.Text()
		if err != nil {
			return nil, err
		}
		sections := blocks(text, "## ")
		if len(sections) != len(industry.Topics) {
			return nil, fmt.Errorf("cutting SASB %s: its text has %d topics and the catalogue %d", industry.Code, len(sections), len(industry.Topics))
		}
		for i, b := range sections {
			out = append(out, passages(rag.Passage{
				// The page is the place of the industry: each is a text of its own.
				Source: SASB, Label: strings.Join(industry.Topics[i].Codes(), " "), Page: n + 1, Start: b.start, End: b.end,
				Heading: strings.Join([]string{"SASB", industry.Name, b.title}, " > ") + "\n" + industry.Code + ", " + industry.Sector,
			}, b.title+"\n\n"+b.text)...)
		}
	}
	return out, nil
}

// block is what stands under a heading of a Markdown text. Start and end count code points.
type block struct {
	title, text string
	start, end  int
}

// blocks lists what stands under the headings that begin with a mark; a heading of any level ends it.
func blocks(text, mark string) []block {
	var out []block
	var lines []string
	open := false
	at := 0
	finish := func() {
		if open {
			out[len(out)-1].text = strings.TrimSpace(strings.Join(lines, "\n"))
		}
		open, lines = false, nil
	}
	for _, line := range strings.Split(text, "\n") {
		n := utf8.RuneCountInString(line)
		switch {
		case strings.HasPrefix(line, mark):
			finish()
			out = append(out, block{title: strings.TrimPrefix(line, mark), start: at})
			open = true
		case strings.HasPrefix(line, "#"):
			finish()
		case open:
			lines = append(lines, line)
		}
		if open && strings.TrimSpace(line) != "" {
			out[len(out)-1].end = at + n
		}
		at += n + 1
	}
	finish()
	return out
}

// longestParagraph is from how many characters on a paragraph is cut: about 1,500 tokens.
const longestParagraph = 6000

// passages makes one passage of a text, or several when it is long, which say so.
func passages(p rag.Passage, text string) []rag.Passage {
	parts := split(text, longestParagraph)
	out := make([]rag.Passage, len(parts))
	for i, part := range parts {
		if len(parts) > 1 {
			part += fmt.Sprintf("\n[Part %d/%d]", i+1, len(parts))
		}
		p.Text = part
		p.ID = events.StableID("psg", p.Source, p.Label, p.Heading, p.Text)
		out[i] = p
	}
	return out
}

// split cuts a text into pieces of at most so many characters, after a line or a sentence where it can, and after a
// word otherwise.
func split(text string, longest int) []string {
	runes := []rune(strings.TrimSpace(text))
	var out []string
	for len(runes) > longest {
		at := cutAt(runes[:longest])
		out = append(out, strings.TrimSpace(string(runes[:at])))
		runes = []rune(strings.TrimLeft(string(runes[at:]), " \n\t"))
	}
	return append(out, string(runes))
}

func cutAt(runes []rune) int {
	word := 0
	for i := len(runes) - 1; i > len(runes)/2; i-- {
		switch {
		case runes[i] == '\n', runes[i] == ' ' && (runes[i-1] == '.' || runes[i-1] == ';' || runes[i-1] == '!' || runes[i-1] == '?'):
			return i
		case runes[i] == ' ' && word == 0:
			word = i
		}
	}
	if word > 0 {
		return word
	}
	return len(runes)
}
