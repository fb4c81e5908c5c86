package evidence

import (
	"net/url"
	"strings"
	"unicode"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/events"
)

// legalForms say nothing about who a company is.
var legalForms = lexicon.Set("evidence.legal forms")

// unpointed takes the points out of N.V., which is one word.
var unpointed = strings.NewReplacer(".", "", "'", "", "’", "")

// plainCompany is a company's name in lower-case words without its legal form.
func plainCompany(name string) string {
	name = unpointed.Replace(strings.ToLower(name))
	words := strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	kept := words[:0]
	for _, w := range words {
		if !legalForms[w] {
			kept = append(kept, w)
		}
	}
	return strings.Join(kept, " ")
}

// sameCompany says whether two names are one company's, by their words without legal forms.
func sameCompany(a, b string) bool {
	a, b = plainCompany(a), plainCompany(b)
	return a != "" && a == b
}

// names reports whether a text names a company, whole words only.
func names(text, company string) bool {
	return contains(" "+plainCompany(text)+" ", plainCompany(company))
}

// contains reports whether a plain text, a space before and behind it, has plain words.
func contains(plain, words string) bool {
	return words != "" && strings.Contains(plain, " "+words+" ")
}

// OriginOf is what a document of the library counts as beside a report of a company. What the company has published
// itself is the company's own word, whatever else it is said to be.
func OriginOf(item events.LibraryItem, company string) events.Origin {
	own := sameCompany(item.Publisher, company)
	switch item.Kind {
	case events.KindEarlierReport:
		if own || item.Company == "" || sameCompany(item.Company, company) {
			return events.OriginPriorReport
		}
	case events.KindCertificate, events.KindRegister, events.KindCoordinates:
		if !own {
			return events.OriginRegistry
		}
	case events.KindBenchmark:
		if !own {
			return events.OriginBenchmark
		}
	}
	if own {
		return events.OriginCompany
	}
	return events.OriginExternal
}

// SourceOf names the publisher as a source: by its domain where an address is known, else by its name. Two documents
// of one publisher are one source.
func SourceOf(item events.LibraryItem) string {
	if u, err := url.Parse(item.URL); err == nil && u.Hostname() != "" {
		return strings.TrimPrefix(strings.ToLower(u.Hostname()), "www.")
	}
	return item.Publisher
}
