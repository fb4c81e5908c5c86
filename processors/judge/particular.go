package judge

import (
	"slices"
	"strings"
	"unicode"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/phrase"
)

const (
	beginningWords = 9   // of a claim without a name that are quoted to say which it is
	surely         = 0.5 // from which likelihood on a paragraph is said to be what a claim tells of
)

// particular says in brackets what tells a claim from others of its kind: the names in it, else its first words.
func particular(c events.Claim) string {
	if found := names(c); len(found) > 0 {
		return " (" + few(quotedEach(found)) + ")"
	}
	if begins := phrase.Words(strings.Join(strings.Fields(c.Text), " "), beginningWords); begins != "" {
		return " (“" + strings.TrimRight(begins, " .:;,") + "”)"
	}
	return ""
}

func quotedEach(words []string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = "“" + w + "”"
	}
	return out
}

// joining are words that stand inside names: the Register of Processing Activities.
var joining = []string{"of", "for", "and", "&", "the", "on", "against"}

// names are the names in a claim that have two words or more, as it prints them: capitalised words in a row. A sentence's first word counts only
// as part of a row, and what the company is called is left out.
func names(c events.Claim) []string {
	var out []string
	var run []string
	end := func() {
		for len(run) > 0 && slices.Contains(joining, run[len(run)-1]) {
			run = run[:len(run)-1]
		}
		name := strings.Join(run, " ")
		own := c.Issuer != nil && (strings.Contains(c.Issuer.Company, name) || strings.Contains(name, c.Issuer.Company) && c.Issuer.Company != "")
		if n := len(run); n >= 2 && n <= 5 && !own && !slices.Contains(out, name) {
			out = append(out, name)
		}
		run = nil
	}
	first := true
	for _, w := range strings.Fields(c.Text) {
		bare := strings.Trim(w, "“”\"'’()[].,;:!?•–")
		capital := bare != "" && unicode.IsUpper([]rune(bare)[0])
		if !strings.HasPrefix(w, bare) { // a bracket or a quotation mark begins something else
			end()
		}
		switch {
		case capital && !first:
			run = append(run, bare)
		case len(run) > 0 && slices.Contains(joining, w):
			run = append(run, w)
		default:
			end()
		}
		if !strings.HasSuffix(w, bare) || bare == "" {
			end()
		}
		first = strings.ContainsAny(w, ".:!?•–") && !capital || bare == ""
	}
	end()
	return out
}

// tellsOf says which subject of the standards a claim was surely read as telling of; nothing where that is less than likely.
func tellsOf(c events.Claim) string {
	best := -1
	for i, p := range c.Paragraphs {
		if p.Sure >= surely && (best < 0 || p.Sure > c.Paragraphs[best].Sure) {
			best = i
		}
	}
	if best < 0 {
		return ""
	}
	_, title, found := strings.Cut(c.Paragraphs[best].Relevance, "): ")
	title = strings.TrimRight(title, ". ")
	if !found || title == "" {
		return ""
	}
	if r := []rune(title); len(r) > 1 && unicode.IsLower(r[1]) {
		r[0] = unicode.ToLower(r[0])
		title = string(r)
	}
	return phrase.Sentence("It is read as telling of " + c.Paragraphs[best].ID + ", " + title)
}
