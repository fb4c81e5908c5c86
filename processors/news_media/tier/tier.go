// Package tier says how far a publisher is believed, from 1 (regulators, courts, investigations) to 4 (unknown), by the
// registrable domain of an article's address: "microsoft.com" does not contain "ft.com", and whoever registers
// "fake.tk" can put "justice.gov" in front of it. It is a function of the table in data/news and safe for concurrent use.
package tier

import (
	"fmt"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"

	"golang.org/x/net/publicsuffix"

	"github.com/sibyl-project/sibyl/data/news"
)

// Unknown is the tier of who is not listed.
const Unknown = 4

// Companies is the tier of what a company publishes itself.
const Companies = 3

// Publisher is what is known of an address.
type Publisher struct {
	Domain  string // registrable; empty for an address that has none
	Tier    int
	Release bool // companies write what stands there themselves
	Own     bool // of the company that is asked about
}

type rule struct {
	tier    int
	host    string // empty for every host of the domain
	path    string
	release bool
}

type table struct {
	domains  map[string][]rule // by registrable domain, the narrowest first
	suffixes map[string]rule   // by public suffix
}

var bundled = sync.OnceValues(func() (table, error) { return read(news.Tiers) })

// Of says what is known of the publisher of an address. domains are the company's own sites.
func Of(address string, domains []string) (Publisher, error) {
	t, err := bundled()
	if err != nil {
		return Publisher{}, err
	}
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" {
		return Publisher{Tier: Unknown}, nil
	}
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	_, figures := netip.ParseAddr(host)
	domain, err := publicsuffix.EffectiveTLDPlusOne(host)
	if err != nil || figures == nil {
		return Publisher{Tier: Unknown}, nil // a public suffix itself, or an address of figures: nobody's name
	}
	p := Publisher{Domain: domain, Tier: Unknown}
	if slices.ContainsFunc(domains, func(d string) bool { return strings.EqualFold(d, domain) }) {
		p.Tier, p.Own = Companies, true
		return p, nil
	}
	if suffix, listed := publicsuffix.PublicSuffix(host); listed {
		if r, ok := t.suffixes[suffix]; ok {
			p.Tier = r.tier
		}
	}
	for _, r := range t.domains[domain] {
		if r.holds(host, u.Path) {
			p.Tier, p.Release = r.tier, r.release
			break
		}
	}
	return p, nil
}

// holds reports whether an address is under a rule: whole labels of the host, whole steps of the path.
func (r rule) holds(host, path string) bool {
	return (r.host == "" || host == r.host || strings.HasSuffix(host, "."+r.host)) &&
		(r.path == "" || path == r.path || strings.HasPrefix(path, r.path+"/"))
}

func read(text string) (table, error) {
	t := table{domains: map[string][]rule{}, suffixes: map[string]rule{}}
	n := 0
	for line := range strings.Lines(text) {
		n++
		line, _, _ = strings.Cut(line, "#")
		f := strings.Fields(line)
		if len(f) == 0 {
			continue
		}
		if len(f) > 3 || len(f) < 2 || len(f[0]) != 1 || f[0] < "1" || f[0] > "3" || len(f) == 3 && f[2] != "release" {
			return t, fmt.Errorf("line %d of the table of publishers: %q is no tier, publisher and mark", n, strings.TrimSpace(line))
		}
		r := rule{tier: int(f[0][0] - '0'), release: len(f) == 3}
		if suffix, is := strings.CutPrefix(f[1], "*."); is {
			if got, listed := publicsuffix.PublicSuffix(suffix); got != suffix || !listed {
				return t, fmt.Errorf("line %d of the table of publishers: %q is no public suffix", n, suffix)
			}
			t.suffixes[suffix] = r
			continue
		}
		host, path, _ := strings.Cut(f[1], "/")
		domain, err := publicsuffix.EffectiveTLDPlusOne(host)
		if err != nil {
			return t, fmt.Errorf("line %d of the table of publishers: %w", n, err)
		}
		if host != domain {
			r.host = host
		}
		if path != "" {
			r.path = "/" + path
		}
		if slices.ContainsFunc(t.domains[domain], func(o rule) bool { return o.host == r.host && o.path == r.path }) {
			return t, fmt.Errorf("line %d of the table of publishers: %q is listed twice", n, f[1])
		}
		t.domains[domain] = append(t.domains[domain], r)
	}
	for _, rules := range t.domains {
		slices.SortStableFunc(rules, func(a, b rule) int { return len(b.host) + len(b.path) - len(a.host) - len(a.path) })
	}
	return t, nil
}
