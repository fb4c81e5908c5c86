package newsmedia

import (
	"context"
	"net/url"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/specialist"
	"github.com/sibyl-project/sibyl/rag/evidence"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/issuer"
)

// knownOf is whom articles have to speak of, by the claim's issuer and the words of the report.
func (c Config) knownOf(ctx context.Context, claim events.Claim, st evidence.Statement) (known, error) {
	k := known{names: issuer.NamesOf(st.Company, st.Aliases...)}
	if claim.Issuer != nil {
		k.tickers, k.domains = claim.Issuer.Tickers, claim.Issuer.Domains
	}
	if claim.Parse == "" {
		return k, nil
	}
	d, err := specialist.Document(ctx, c.Store, claim.Parse)
	if err != nil {
		return k, err
	}
	var b strings.Builder
	for i := range d.Pages {
		b.WriteString(d.Pages[i].Text)
		b.WriteString(" ")
	}
	k.report = " " + issuer.Plain(b.String()) + " "
	return k, nil
}

// mostSearched bounds the names of one question.
const mostSearched = 4

// searched are the names that articles are searched by: without legal forms, which papers leave out.
func (k known) searched() []string {
	var out []string
	for _, n := range k.names {
		short := shortOf(n)
		if !slices.ContainsFunc(out, func(o string) bool { return strings.EqualFold(o, short) }) && len(out) < mostSearched {
			out = append(out, short)
		}
	}
	return out
}

// shortOf is a name as it is written, without its legal form.
func shortOf(name string) string {
	words := strings.Fields(name)
	for len(words) > 1 && issuer.Plain(words[len(words)-1]) == "" {
		words = words[:len(words)-1]
	}
	for len(words) > 1 && issuer.Plain(words[0]) == "" {
		words = words[1:]
	}
	return strings.TrimRight(strings.Join(words, " "), ",")
}

// speaksOf reports whether an article is about the company: it names it, and not one of the same name from somewhere
// else. A name of one word has to stand within a sentence: at its beginning every word has a capital.
func (k known) speaksOf(title, text string) bool {
	if !k.names.Mentioned(text) && !k.names.Mentioned(title) {
		return false
	}
	if k.single() && !k.within(text) && !k.within(title) {
		return false
	}
	for _, place := range k.seats(title + "\n" + text) {
		if k.report != "" && !strings.Contains(k.report, " "+issuer.Plain(place)+" ") {
			return false
		}
	}
	return true
}

// single reports whether the company is only known by names of one word.
func (k known) single() bool {
	return !slices.ContainsFunc(k.names, func(n string) bool { return len(strings.Fields(issuer.Plain(n))) > 1 })
}

var sentenceEnd = pattern.Compile(`[.!?:]["”’)]?\s+|\n+`)

// within reports whether a name stands in a sentence behind its first word.
func (k known) within(text string) bool {
	for _, s := range sentenceEnd.Split(text, -1) {
		if _, rest, ok := strings.Cut(strings.TrimSpace(s), " "); ok && k.names.Mentioned("x "+rest) {
			return true
		}
	}
	return false
}

const proper = `(\p{Lu}[\p{L}'’-]+(?:\s\p{Lu}[\p{L}'’-]+){0,2})`

var (
	basedBefore = pattern.Compile(proper + `-(?:based|headquartered)\b`)
	basedBehind = pattern.Compile(`\b(?:based|headquartered|registered)\s+in\s+` + proper)
)

// seats lists where an article says that the company has its seat, as far as it says so of the company: in a sentence
// that names it.
func (k known) seats(text string) []string {
	var out []string
	for _, s := range sentenceEnd.Split(text, -1) {
		if !k.names.Mentioned(s) {
			continue
		}
		for _, pattern := range []*pattern.Pattern{basedBefore, basedBehind} {
			for _, m := range pattern.FindAllStringSubmatch(s, -1) {
				out = append(out, strings.TrimSuffix(m[1], "-"))
			}
		}
	}
	return out
}

// whereOf is the address at which an article's text is read, by a reader or at its own host; ok is false where neither
// may be asked.
func whereOf(source events.Source, address string) (string, bool) {
	if source.URL != "" {
		return strings.ReplaceAll(source.URL, "{url}", url.QueryEscape(address)), true
	}
	u, err := url.Parse(address)
	if err != nil {
		return "", false
	}
	return address, slices.ContainsFunc(source.Hosts, func(h string) bool { return strings.EqualFold(h, u.Host) || strings.EqualFold(h, u.Hostname()) })
}
