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

// names are the names in a claim that have two words or more, as it prints them: capitalised words in a row. The first word of a sentence has
// its capital for that, and counts for none; what the company is called is left out.
func names(c events.Claim) []string {
	var out []string
	var run []string
	end := func() {
		for len(run) > 0 && slices.Contains(joining, run[len(run)-1]) {
			run = run[:len(run)-1]
		}
		name := strings.Join(run, " ")
		two := len(run) == 3 && (run[1] == "and" || run[1] == "&") // things of one word each, which are no name
		if n := len(run); n >= 2 && n <= 5 && !two && !ofIssuer(c, run) && !slices.Contains(out, name) {
			out = append(out, name)
		}
		run = nil
	}
	first := true
	for _, w := range strings.Fields(c.Text) {
		bare := strings.TrimSuffix(strings.TrimSuffix(strings.Trim(w, "“”\"'’()[].,;:!?•–"), "’s"), "'s")
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

// ofIssuer reports whether a name is the company's: one of its names, or its first word with what companies are by law.
func ofIssuer(c events.Claim, run []string) bool {
	if c.Issuer == nil || c.Issuer.Company == "" {
		return false
	}
	name := strings.Join(run, " ")
	first, _, _ := strings.Cut(c.Issuer.Company, " ")
	form := func(w string) bool {
		return slices.Contains([]string{"group", "holding", "ag", "se", "plc", "inc", "ltd"}, strings.ToLower(w))
	}
	return strings.EqualFold(run[0], first) && !slices.ContainsFunc(run[1:], func(w string) bool { return !form(w) }) ||
		slices.ContainsFunc(append([]string{c.Issuer.Company}, c.Issuer.Aliases...), func(own string) bool { return strings.Contains(own, name) })
}

// rowOf names the row that a claim is, with the years that it gives: what was looked for and what a document would have to have. Empty for sentences.
func rowOf(c events.Claim) string {
	label, _, found := strings.Cut(c.Text, ": ")
	if c.Source != "table" || !found {
		return ""
	}
	row := "“" + phrase.Words(label, beginningWords) + "”"
	if years := c.Entities.Periods; len(years) > 0 {
		row += " of " + phrase.List(years)
	}
	return row
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
	return phrase.Sentence("In the standards it belongs under “" + title + "”")
}
