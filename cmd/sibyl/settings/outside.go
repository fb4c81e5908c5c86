package settings

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/sibyl-project/sibyl/cmd/sibyl/exit"
	"github.com/sibyl-project/sibyl/events"
	newsmedia "github.com/sibyl-project/sibyl/processors/news_media"
	"github.com/sibyl-project/sibyl/processors/outside"
)

// Outside says which services beyond this machine agents may ask. Two are asked unless others are named, a public index of
// news and one of works; "none" in the place of an address has nobody asked, and offline nobody is.
type Outside struct {
	Offline bool `env:"SIBYL_OFFLINE" help:"${offline_help}"`

	NewsURL      string        `name:"news-url" env:"SIBYL_NEWS_URL" default:"${gdelt}" placeholder:"URL" help:"${news_url_help}"`
	NewsForm     string        `name:"news-form" env:"SIBYL_NEWS_FORM" type:"path" placeholder:"FILE" help:"${news_form_help}" hidden:""`
	NewsKey      string        `name:"news-key" env:"SIBYL_NEWS_KEY" placeholder:"KEY" help:"Its key." hidden:""`
	NewsInterval time.Duration `name:"news-interval" env:"SIBYL_NEWS_INTERVAL" default:"5s" help:"Least time between two searches." hidden:""`
	ArticleURL   string        `name:"article-url" env:"SIBYL_ARTICLE_URL" placeholder:"URL" help:"${article_url_help}" hidden:""`
	ArticleHosts []string      `name:"article-hosts" env:"SIBYL_ARTICLE_HOSTS" placeholder:"HOST" help:"${article_hosts_help}" hidden:""`

	GeocodeURL    string   `name:"geocode-url" env:"SIBYL_GEOCODE_URL" placeholder:"URL" help:"${geocode_url_help}"`
	STACURL       string   `name:"stac-url" env:"SIBYL_STAC_URL" placeholder:"URL" help:"${stac_url_help}"`
	STACHosts     []string `name:"stac-hosts" env:"SIBYL_STAC_HOSTS" placeholder:"HOST" help:"${stac_hosts_help}" hidden:""`
	OpenAlexURL   string   `name:"openalex-url" env:"SIBYL_OPENALEX_URL" default:"${openalex}" placeholder:"URL" help:"${openalex_url_help}"`
	OpenAlexKey   string   `name:"openalex-key" env:"SIBYL_OPENALEX_KEY" placeholder:"KEY" help:"Its key." hidden:""`
	OutsideMailTo string   `name:"outside-mailto" env:"SIBYL_OUTSIDE_MAILTO" placeholder:"ADDRESS" help:"${mailto_help}" hidden:""`
}

// Services that are asked where the network is allowed and nothing else is configured. Both are public and want no key.
const (
	GDELT    = "https://api.gdeltproject.org/api/v2/doc/doc"
	OpenAlex = "https://api.openalex.org"
)

// nobody in the place of an address has no service asked.
const nobody = "none"

// sceneHosts are where the files of a known catalogue lie.
var sceneHosts = map[string][]string{
	"earth-search.aws.element84.com": {"sentinel-cogs.s3.us-west-2.amazonaws.com", "e84-earth-search-sentinel-data.s3.us-west-2.amazonaws.com"},
}

// userAgent says who is asking.
const userAgent = "sibyl (reads sustainability reports; https://github.com/sibyl-project/sibyl)"

// resting is how long a service is left alone that could not be reached.
const resting = 2 * time.Minute

// Sources are the services that are configured, without their keys; none offline.
func (o Outside) Sources() ([]events.Source, error) {
	if o.Offline {
		return nil, nil
	}
	var out []events.Source
	if o.NewsForm != "" && o.NewsURL == GDELT {
		return nil, exit.Usage("a form describes a search of your own, whose address SIBYL_NEWS_URL has to name; see SIBYL_NEWS_FORM")
	}
	if named(o.NewsURL) {
		s := events.Source{Name: events.SourceNews, URL: o.NewsURL}
		if o.NewsForm != "" {
			data, err := os.ReadFile(o.NewsForm)
			if err != nil {
				return nil, exit.Usage("the form of the news search cannot be read: %v; see SIBYL_NEWS_FORM", err)
			}
			if s.Form, err = newsmedia.ReadForm(data); err != nil {
				return nil, exit.Usage("%s: %v; see SIBYL_NEWS_FORM", o.NewsForm, err)
			}
		}
		if _, err := hostOf(o.NewsURL); err != nil {
			return nil, exit.Usage("%v; see SIBYL_NEWS_URL", err)
		}
		out = append(out, s)
	}
	if o.ArticleURL != "" || len(o.ArticleHosts) > 0 {
		if o.ArticleURL != "" {
			if _, err := hostOf(o.ArticleURL); err != nil || !strings.Contains(o.ArticleURL, "{url}") {
				return nil, exit.Usage("SIBYL_ARTICLE_URL must be an http address with {url} where the article's address goes, not %q", o.ArticleURL)
			}
		}
		out = append(out, events.Source{Name: events.SourceArticles, URL: o.ArticleURL, Hosts: o.ArticleHosts})
	}
	for _, s := range []struct {
		name, address, variable string
		hosts                   []string
	}{
		{events.SourcePlaces, o.GeocodeURL, "SIBYL_GEOCODE_URL", nil},
		{events.SourceImagery, o.STACURL, "SIBYL_STAC_URL", o.STACHosts},
		{events.SourceResearch, o.OpenAlexURL, "SIBYL_OPENALEX_URL", nil},
	} {
		if !named(s.address) {
			continue
		}
		host, err := hostOf(s.address)
		if err != nil {
			return nil, exit.Usage("%v; see %s", err, s.variable)
		}
		if s.name == events.SourceImagery {
			s.hosts = append(s.hosts, sceneHosts[host]...)
		}
		out = append(out, events.Source{Name: s.name, URL: s.address, Hosts: s.hosts})
	}
	return out, nil
}

// named reports whether an address is one: neither left out nor "none".
func named(address string) bool { return address != "" && !strings.EqualFold(address, nobody) }

// assumed reports whether a service is asked although nobody has named it: there may be no network then.
func assumed(address string) bool { return address == GDELT || address == OpenAlex }

// Reached leaves out the services that nobody has named and whose hosts this machine cannot find: without a network an
// analysis is the one that it would be offline, and no claim waits. What was named stays, and says that it cannot be reached.
func (o Outside) Reached(ctx context.Context, find func(context.Context, string) ([]string, error)) Outside {
	if o.Offline {
		return o
	}
	ctx, cancel := context.WithTimeout(ctx, finding)
	defer cancel()
	var wait sync.WaitGroup
	for _, address := range []*string{&o.NewsURL, &o.OpenAlexURL} {
		if !assumed(*address) {
			continue
		}
		wait.Go(func() {
			host, err := hostOf(*address)
			if err == nil {
				_, err = find(ctx, host)
			}
			if err != nil {
				*address = nobody
			}
		})
	}
	wait.Wait()
	return o
}

// finding is how long hosts are looked for that nobody has named.
const finding = 2 * time.Second

// Client asks them; nil where there are none.
func (o Outside) Client() (*outside.Client, error) {
	sources, err := o.Sources()
	if err != nil || len(sources) == 0 {
		return nil, err
	}
	var services []outside.Service
	for _, s := range sources {
		service := outside.Service{Name: s.Name, Hosts: s.Hosts, Rest: resting, Assumed: assumed(s.URL)}
		if s.URL != "" {
			host, err := hostOf(s.URL)
			if err != nil {
				return nil, err
			}
			service.Hosts = append(service.Hosts, host)
		}
		switch s.Name {
		case events.SourceNews:
			service.Interval = o.NewsInterval
			if service.Headers, err = newsmedia.KeyHeader(s.Form, o.NewsKey); err != nil {
				return nil, exit.Usage("%v; see SIBYL_NEWS_FORM and SIBYL_NEWS_KEY", err)
			}
		case events.SourceArticles:
			service.Tries, service.Rest = 1, 0 // one host that is down says nothing of the others
		case events.SourcePlaces:
			service.Interval = time.Second // its rules ask for no more
		case events.SourceImagery:
			service.MaxBytes = 20 << 20 // a tile of pixels
		case events.SourceResearch:
			service.Interval, service.Query = 100*time.Millisecond, o.research()
		}
		services = append(services, service)
	}
	c, err := outside.New(outside.Options{Services: services, Online: true, UserAgent: o.agent(), Clock: outside.Wall{}})
	if err != nil {
		return nil, exit.Usage("%v; see SIBYL_NEWS_URL, SIBYL_ARTICLE_HOSTS and SIBYL_STAC_HOSTS", err)
	}
	return c, nil
}

// research are the parameters of the index of works that stand in no record.
func (o Outside) research() map[string]string {
	out := map[string]string{}
	if o.OpenAlexKey != "" {
		out["api_key"] = o.OpenAlexKey
	}
	if o.OutsideMailTo != "" {
		out["mailto"] = o.OutsideMailTo
	}
	return out
}

// agent says who is asking, with the address for complaints that the user has given.
func (o Outside) agent() string {
	if o.OutsideMailTo == "" || strings.ContainsAny(o.OutsideMailTo, "\r\n") {
		return userAgent
	}
	return userAgent + " " + o.OutsideMailTo
}

// hostOf is the host, with its port where one is named, of an address with or without places to fill.
func hostOf(address string) (string, error) {
	u, err := url.Parse(strings.NewReplacer("{", "", "}", "").Replace(address))
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil {
		return "", fmt.Errorf("%q is no http address", address)
	}
	return u.Host, nil
}

// Describe is a line for `sibyl doctor`; no key is in it.
func (o Outside) Describe() string {
	if o.Offline {
		return "nothing: offline"
	}
	sources, err := o.Sources()
	if err != nil {
		return err.Error()
	}
	var out []string
	for _, s := range sources {
		where := s.URL
		if where == "" {
			where = strings.Join(s.Hosts, ", ")
		}
		out = append(out, s.Name+" at "+withoutPassword(where))
	}
	if len(out) == 0 {
		return "nothing: no service is named (SIBYL_NEWS_URL, SIBYL_GEOCODE_URL, SIBYL_STAC_URL, SIBYL_OPENALEX_URL)"
	}
	return strings.Join(out, "; ")
}
