package issuer

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"golang.org/x/net/publicsuffix"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

const (
	mostOfKind = 5
	quoteRunes = 160
)

var (
	// called is what stands in brackets behind a name, where reports say how they call the company from there on.
	called = pattern.Compile(`^[^.;()\n]{0,60}\(([^()]{2,160})\)`)
	quoted = pattern.Compile(`["“„‘']([\p{L}\p{N}][^"”“„’'\n]{1,40}?)["”“’']`)
	// belongs leads to the name of something that a bracket speaks of: the denominator of a ratio is not how a company is called.
	belongs = pattern.Compile(`(?i)\b(?:of|for|in|on|from|under|per|about)\s+(?:the\s+|its\s+|our\s+)?$`)
	short   = pattern.Compile(`^\p{Lu}[\p{Lu}\p{N}]{1,5}$`)

	exchanges = pattern.Compile(`\b(?:NYSE|N(?:ASDAQ|asdaq)|LSE|AIM|Euronext(?:\s+\p{L}+)?|IDX|X(?:ETRA|etra)|SIX|TSX|ASX|HKEX|SEHK|SGX|NSE|BSE|TSE|JSE|BMV)` +
		`\s*:\s*([A-Z0-9]{1,6}(?:\.[A-Z]{1,2})?)\b`)
	ticker  = pattern.Compile(`(?i:\b(?:ticker|stock|trading)\s+(?:symbol|code)\b)\s*[:=]?\s*([A-Z][A-Z0-9]{1,5})\b`)
	address = pattern.Compile(`(?i)(?:https?://|\bwww\.|@)((?:[a-z0-9-]+\.)+[a-z]{2,})`)

	nobody = lexicon.Set("evidence.no names")
)

// Find lists how others may call the company that a report is of, each with its place: aliases that the report defines
// behind the company's name, its tickers, and the domains of its own site. What the name and the report do not bear out
// is not guessed.
func Find(d *document.Document, company string) []events.IssuerName {
	plain := Plain(company)
	if plain == "" {
		return nil
	}
	f := finder{words: strings.Fields(plain), seen: map[string]bool{}, domains: map[string]*domain{}}
	for i := range d.Pages {
		f.aliases(&d.Pages[i])
		f.tickers(&d.Pages[i])
		f.addresses(&d.Pages[i])
	}
	return append(f.found, f.own()...)
}

type domain struct {
	times int
	first events.IssuerName
}

type finder struct {
	words   []string
	seen    map[string]bool
	found   []events.IssuerName
	domains map[string]*domain
}

func (f *finder) add(kind events.NameKind, value, why string, p *document.Page, start, end int) {
	key := string(kind) + " " + strings.ToLower(value)
	n := 0
	for _, have := range f.found {
		if have.Kind == kind {
			n++
		}
	}
	if f.seen[key] || n == mostOfKind {
		return
	}
	f.seen[key] = true
	f.found = append(f.found, events.IssuerName{Kind: kind, Value: value, Page: p.Number, Quote: quoteOf(p.Text[start:end]), Why: why})
}

func quoteOf(s string) string {
	r := []rune(strings.Join(strings.Fields(s), " "))
	return string(r[:min(len(r), quoteRunes)])
}

// aliases finds names that are given in brackets right behind the company's name.
func (f *finder) aliases(p *document.Page) {
	all := tokens(p.Text)
	for i := range all {
		last, ok := match(p.Text, all, i, f.words)
		if !ok {
			continue
		}
		for last+1 < len(all) && legalForms[all[last+1].plain] && strings.Trim(p.Text[all[last].end:all[last+1].start], " ,") == "" {
			last++
		}
		end := all[last].end
		m := called.FindStringSubmatchIndex(p.Text[end:])
		if m == nil {
			continue
		}
		inside := p.Text[end+m[2] : end+m[3]]
		for _, q := range quoted.FindAllStringSubmatchIndex(inside, -1) {
			if name := strings.TrimSpace(inside[q[2]:q[3]]); f.isName(name) && !belongs.MatchString(inside[:q[0]]) {
				f.add(events.NameAlias, name, "the report calls the company so behind its name", p, all[i].start, end+m[1])
			}
		}
		if inside = strings.TrimSpace(inside); short.MatchString(inside) && initials(f.words) == strings.ToLower(inside) {
			f.add(events.NameAlias, inside, "the initials of the name, given behind it", p, all[i].start, end+m[1])
		}
	}
}

// isName reports whether what a report calls the company tells it from others: "the Group" does not.
func (f *finder) isName(name string) bool {
	plain := Plain(name)
	if plain == "" || plain == strings.Join(f.words, " ") {
		return false
	}
	for _, w := range strings.Fields(plain) {
		if !nobody[w] {
			return strings.ToLower(name) != name
		}
	}
	return false
}

func initials(words []string) string {
	out := ""
	for _, w := range words {
		out += string([]rune(w)[:1])
	}
	return out
}

func (f *finder) tickers(p *document.Page) {
	for _, pattern := range []*pattern.Pattern{exchanges, ticker} {
		for _, m := range pattern.FindAllStringSubmatchIndex(p.Text, -1) {
			f.add(events.NameTicker, p.Text[m[2]:m[3]], "the report gives it as a ticker", p, m[0], m[1])
		}
	}
}

// addresses counts the domains of the company's name: others' addresses stand in reports, too.
func (f *finder) addresses(p *document.Page) {
	for _, m := range address.FindAllStringSubmatchIndex(p.Text, -1) {
		name, err := publicsuffix.EffectiveTLDPlusOne(strings.ToLower(p.Text[m[2]:m[3]]))
		if err != nil {
			continue
		}
		label, _, _ := strings.Cut(name, ".")
		if !f.of(strings.ReplaceAll(label, "-", "")) {
			continue
		}
		if f.domains[name] == nil {
			f.domains[name] = &domain{first: events.IssuerName{
				Kind: events.NameDomain, Value: name, Page: p.Number, Quote: quoteOf(p.Text[m[0]:m[1]]), Why: "an address in the report that has the company's name",
			}}
		}
		f.domains[name].times++
	}
}

// of reports whether a domain's label is made of the company's name: its words from the first on, or its initials.
func (f *finder) of(label string) bool {
	joined := ""
	for i, w := range f.words {
		joined += w
		if label == joined && (i > 0 || len(f.words) == 1 || len(w) >= 5) {
			return true
		}
	}
	return len(f.words) >= 3 && label == initials(f.words)
}

func (f *finder) own() []events.IssuerName {
	names := slices.SortedFunc(maps.Keys(f.domains), func(a, b string) int {
		return cmp.Or(cmp.Compare(f.domains[b].times, f.domains[a].times), cmp.Compare(a, b))
	})
	var out []events.IssuerName
	for _, n := range names[:min(len(names), mostOfKind)] {
		out = append(out, f.domains[n].first)
	}
	return out
}
