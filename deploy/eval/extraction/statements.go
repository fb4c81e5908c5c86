package extraction

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

//go:embed statements.tsv
var statementsFile string

//go:embed statements_second.tsv
var secondStatements string

//go:embed statements_third.tsv
var thirdStatements string

//go:embed statements_fourth.tsv
var fourthStatements string

//go:embed statements_fifth.tsv
var fifthStatements string

//go:embed statements_sixth.tsv
var sixthStatements string

//go:embed statements_seventh.tsv
var seventhStatements string

//go:embed statements_eighth.tsv
var eighthStatements string

//go:embed statements_ninth.tsv
var ninthStatements string

// statement is a verifiable statement that somebody saw on a page.
type statement struct {
	sha256      string
	page        int
	first, last string // its first and last words
}

func readStatements(file string) ([]statement, error) {
	var out []statement
	for n, fields := range records(file) {
		if len(fields) != 4 {
			return nil, fmt.Errorf("reading statement %d: %d fields, not 4", n, len(fields))
		}
		page, err := strconv.Atoi(fields[1])
		if err != nil {
			return nil, fmt.Errorf("reading statement %d: %w", n, err)
		}
		out = append(out, statement{fields[0], page, fields[2], fields[3]})
	}
	return out, nil
}

// records are the lines of a file of tab-separated values that are no remarks.
func records(file string) [][]string {
	var out [][]string
	for line := range strings.Lines(file) {
		if line = strings.TrimRight(line, "\n"); line != "" && !strings.HasPrefix(line, "#") {
			out = append(out, strings.Split(line, "\t"))
		}
	}
	return out
}

// letters are the letters and digits of a text with the places where they stand: what a page breaks, hyphenates or
// sets as a subscript is the same letters.
type letters struct {
	text string
	at   []int // code point of each byte of text
}

func lettersOf(text string) letters {
	var b strings.Builder
	var l letters
	i := 0
	for _, r := range text {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			n, _ := b.WriteString(strings.ToLower(string(r)))
			for range n {
				l.at = append(l.at, i)
			}
		}
		i++
	}
	l.text = b.String()
	return l
}

// place is where the statement stands on its page, in code points.
func (s statement) place(p *document.Page) (start, end int, err error) {
	page, first, last := lettersOf(p.Text), lettersOf(s.first).text, lettersOf(s.last).text
	i := strings.Index(page.text, first)
	if i < 0 {
		return 0, 0, fmt.Errorf("finding %q on page %d: it is not there", s.first, s.page)
	}
	j := strings.Index(page.text[i:], last)
	if j < 0 {
		return 0, 0, fmt.Errorf("finding %q behind %q on page %d: it is not there", s.last, s.first, s.page)
	}
	return page.at[i], page.at[i+j+len(last)-1] + 1, nil
}

// found reports whether claims of the statement's page cover at least half of it; a compound statement may be several
// claims.
func (s statement) found(d *document.Document, claims []events.Claim) (bool, error) {
	if s.page < 1 || s.page > len(d.Pages) {
		return false, fmt.Errorf("finding %q: there is no page %d", s.first, s.page)
	}
	start, end, err := s.place(&d.Pages[s.page-1])
	if err != nil {
		return false, err
	}
	covered := make([]bool, end-start)
	n := 0
	for _, c := range claims {
		if c.Page != s.page {
			continue
		}
		for i := max(c.Quote.Start, start); i < min(c.Quote.End, end); i++ {
			if !covered[i-start] {
				covered[i-start] = true
				n++
			}
		}
	}
	return 2*n >= end-start, nil
}
