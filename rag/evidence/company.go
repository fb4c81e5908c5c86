package evidence

import (
	"net/netip"
	"net/url"
	"strings"

	"golang.org/x/net/publicsuffix"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/issuer"
)

// plainCompany is a company's name in lower-case words without its legal form.
func plainCompany(name string) string { return issuer.Plain(name) }

// sameCompany says whether two names are one company's, by their words without legal forms.
func sameCompany(a, b string) bool {
	a, b = plainCompany(a), plainCompany(b)
	return a != "" && a == b
}

// names reports whether a text has a name's words, whole ones only.
func names(text, company string) bool {
	return contains(" "+plainCompany(text)+" ", plainCompany(company))
}

// contains reports whether a plain text, a space before and behind it, has plain words.
func contains(plain, words string) bool {
	return words != "" && strings.Contains(plain, " "+words+" ")
}

// about reports whether a document is one of the company's, or may be: who it speaks of is not said.
func about(e events.LibraryEntry, called issuer.Names) bool {
	return e.Company == "" || called.Is(e.Company)
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
	case events.KindImagery:
		if !own {
			return events.OriginImagery
		}
	}
	if own {
		return events.OriginCompany
	}
	return events.OriginExternal
}

// SourceOf names the publisher as a source: by the domain that it has registered where an address is known, else by its
// name. Two documents of one publisher are one source.
func SourceOf(item events.LibraryItem) string {
	u, err := url.Parse(item.URL)
	if err != nil || u.Hostname() == "" {
		return item.Publisher
	}
	host := strings.ToLower(u.Hostname())
	if _, err := netip.ParseAddr(host); err == nil {
		return host
	}
	if domain, err := publicsuffix.EffectiveTLDPlusOne(host); err == nil {
		return domain
	}
	return host
}
