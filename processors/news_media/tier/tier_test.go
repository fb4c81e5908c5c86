package tier

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestPublishersAreKnownByWhatTheyHaveRegistered(t *testing.T) {
	own := []string{"acme-industries.com"}
	for _, c := range []struct {
		address, domain string
		tier            int
		release         bool
	}{
		{"https://www.ft.com/content/1", "ft.com", 2, false},
		{"https://news.microsoft.com/a", "microsoft.com", 4, false},
		{"https://www.fedex.com/ft.com", "fedex.com", 4, false},
		{"https://www.justice.gov/opa/pr/1", "justice.gov", 1, false},
		{"https://justice.gov.fake.tk/opa", "fake.tk", 4, false},
		{"https://justice-gov.com/opa", "justice-gov.com", 4, false},
		{"https://notgov.example/x.gov", "notgov.example", 4, false},
		{"https://www.reuters.com/business/a", "reuters.com", 2, false},
		{"https://www.reuters.com/investigates/special-report/a", "reuters.com", 1, false},
		{"https://www.reuters.com/investigates", "reuters.com", 1, false},
		{"https://www.reuters.com/investigatesnot/a", "reuters.com", 2, false},
		{"https://reuters.com.news.tk/investigates/a", "news.tk", 4, false},
		{"https://co.uk/", "", 4, false},
		{"https://gov/", "", 4, false},
		{"https://www.bbc.co.uk/news/1", "bbc.co.uk", 2, false},
		{"https://WWW.BBC.CO.UK./news/1", "bbc.co.uk", 2, false},
		{"https://environment.data.gov.uk/x", "data.gov.uk", 1, false},
		{"https://ec.europa.eu/eurostat/data", "europa.eu", 2, false},
		{"https://ec.europa.eu/competition/x", "europa.eu", 1, false},
		{"https://eippcb.jrc.ec.europa.eu/x", "europa.eu", 1, false},
		{"https://menlhk.go.id/x", "menlhk.go.id", 1, false},
		{"https://someone.github.io/ft.com", "someone.github.io", 4, false},
		{"https://www.prnewswire.com/news-releases/acme", "prnewswire.com", 3, true},
		{"https://www.bloomberg.com/press-releases/2024-01-01/acme", "bloomberg.com", 3, true},
		{"https://www.acme-industries.com/news", "acme-industries.com", 3, false},
		{"https://acme-industries.com.example/news", "com.example", 4, false},
		{"http://127.0.0.1:8080/a", "", 4, false},
		{"ftp://ft.com/a", "", 4, false},
		{"", "", 4, false},
		{"https://%zz", "", 4, false},
	} {
		t.Run(c.address, func(t *testing.T) {
			p, err := Of(c.address, own)
			if err != nil || p.Domain != c.domain || p.Tier != c.tier || p.Release != c.release || p.Own != (c.domain == own[0]) {
				t.Errorf("%+v, %v; want %s of tier %d", p, err, c.domain, c.tier)
			}
		})
	}
}

// TestWhoeverRegistersANameGetsNoOthersTier: whatever is put in front of an unlisted domain, or behind it in the path.
func TestWhoeverRegistersANameGetsNoOthersTier(t *testing.T) {
	rules, err := bundled()
	if err != nil {
		t.Fatal(err)
	}
	var known []string
	for d := range rules.domains {
		known = append(known, d)
	}
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.SampledFrom(known).Draw(t, "domain")
		for _, address := range []string{"https://" + d + ".evil-domain.tk/", "https://evil-domain.tk/" + d, "https://x-" + d + "@evil-domain.tk/"} {
			if p, err := Of(address, nil); err != nil || p.Tier != Unknown {
				t.Errorf("%s: %+v, %v", address, p, err)
			}
		}
	})
}

func TestATableThatCannotBeMeantIsRefused(t *testing.T) {
	for _, text := range []string{"0 ft.com", "4 ft.com", "2", "2 ft.com wire", "2 *.ft.com", "1 co.uk", "2 ft.com\n2 ft.com", "2 ft.com release more"} {
		if _, err := read(text); err == nil || !strings.HasPrefix(err.Error(), "line ") {
			t.Errorf("%q: %v", text, err)
		}
	}
}
