package settings

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"github.com/sibyl-project/sibyl/cmd/sibyl/exit"
)

func TestWhatMayBeAskedOutside(t *testing.T) {
	form := filepath.Join(t.TempDir(), "form.json")
	if err := os.WriteFile(form, []byte(`{"key_header": "X-Key", "fields": {"url": "u", "title": "t"}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	const gdelt = "https://api.gdeltproject.org/api/v2/doc/doc"
	for name, c := range map[string]struct {
		of      Outside
		sources string
		client  bool
		says    string
	}{
		"nothing":         {Outside{}, "", false, "nothing: no service is named"},
		"news":            {Outside{NewsURL: gdelt}, "news", true, "news at " + gdelt},
		"offline":         {Outside{NewsURL: gdelt, Offline: true}, "", false, "nothing: offline"},
		"a reader":        {Outside{NewsURL: gdelt, ArticleURL: "https://reader.example/?u={url}"}, "news articles", true, "news at "},
		"hosts":           {Outside{NewsURL: gdelt, ArticleHosts: []string{"www.ft.com"}}, "news articles", true, "articles at www.ft.com"},
		"another API":     {Outside{NewsURL: "https://s.example/?q={query}", NewsForm: form, NewsKey: "secret"}, "news", true, "news at https://s.example/"},
		"a local address": {Outside{NewsURL: "http://127.0.0.1:8080/doc"}, "news", true, "news at http://127.0.0.1:8080/doc"},
	} {
		t.Run(name, func(t *testing.T) {
			all, err := c.of.Sources()
			if err != nil {
				t.Fatal(err)
			}
			var names []string
			for _, s := range all {
				names = append(names, s.Name)
				if strings.Contains(s.URL+string(s.Form), "secret") {
					t.Errorf("the key stands in %+v", s)
				}
			}
			client, err := c.of.Client()
			if err != nil || (client != nil) != c.client || strings.Join(names, " ") != c.sources {
				t.Errorf("sources %v, client %t, %v", names, client != nil, err)
			}
			if said := c.of.Describe(); !strings.Contains(said, c.says) || strings.Contains(said, "secret") {
				t.Errorf("says %q", said)
			}
		})
	}
	for name, wrong := range map[string]Outside{
		"no address":             {NewsURL: "gdelt"},
		"a password":             {NewsURL: "https://u:p@s.example/"},
		"a form that is not":     {NewsURL: gdelt, NewsForm: "none.json"},
		"a key without a header": {NewsURL: gdelt, NewsKey: "secret"},
		"a reader without a place for the address": {NewsURL: gdelt, ArticleURL: "https://reader.example/"},
		"hosts by pattern":                         {NewsURL: gdelt, ArticleHosts: []string{"*.com"}},
	} {
		_, err := wrong.Client()
		if !errors.As(err, new(exit.Error)) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestServicesThatNobodyHasNamedAreLeftOutWithoutANetwork: what was named stays.
func TestServicesThatNobodyHasNamedAreLeftOutWithoutANetwork(t *testing.T) {
	nowhere := func(_ context.Context, host string) ([]string, error) {
		return nil, fmt.Errorf("no such host: %s", host)
	}
	somewhere := func(context.Context, string) ([]string, error) { return []string{"93.184.215.14"}, nil }
	for name, c := range map[string]struct {
		of   Outside
		find func(context.Context, string) ([]string, error)
		want string
	}{
		"no network":              {Outside{NewsURL: GDELT, OpenAlexURL: OpenAlex}, nowhere, ""},
		"a network":               {Outside{NewsURL: GDELT, OpenAlexURL: OpenAlex}, somewhere, "news research"},
		"one is named":            {Outside{NewsURL: "https://news.example/", OpenAlexURL: OpenAlex}, nowhere, "news"},
		"nobody is to be asked":   {Outside{NewsURL: "none", OpenAlexURL: "None"}, somewhere, ""},
		"offline, though reached": {Outside{NewsURL: GDELT, OpenAlexURL: OpenAlex, Offline: true}, somewhere, ""},
	} {
		all, err := c.of.Reached(t.Context(), c.find).Sources()
		var names []string
		for _, s := range all {
			names = append(names, s.Name)
		}
		if got := strings.Join(names, " "); err != nil || got != c.want {
			t.Errorf("%s: asks %q, %v", name, got, err)
		}
	}
	if _, err := (Outside{NewsURL: GDELT, NewsForm: "form.json"}).Sources(); !errors.As(err, new(exit.Error)) {
		t.Errorf("a form of no search: %v", err)
	}
}

// TestByDefaultNewsAndWorksAreAsked is what the command line makes of no word about services.
func TestByDefaultNewsAndWorksAreAsked(t *testing.T) {
	for _, name := range []string{"SIBYL_OFFLINE", "SIBYL_NEWS_URL", "SIBYL_OPENALEX_URL", "SIBYL_STAC_URL", "SIBYL_GEOCODE_URL"} {
		if value, set := os.LookupEnv(name); set {
			t.Setenv(name, value) // put back afterwards
			if err := os.Unsetenv(name); err != nil {
				t.Fatal(err)
			}
		}
	}
	for line, want := range map[string]string{
		"": "news research", "--offline": "", "--news-url=none": "research", "--news-url=none --openalex-url=none": "",
		"--stac-url=https://stac.example/v1": "news imagery research",
	} {
		var o Outside
		parser, err := kong.New(&o, kong.Vars{"gdelt": GDELT, "openalex": OpenAlex}, kong.Vars(blank()))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := parser.Parse(strings.Fields(line)); err != nil {
			t.Fatal(err)
		}
		all, err := o.Sources()
		var names []string
		for _, s := range all {
			names = append(names, s.Name)
		}
		if got := strings.Join(names, " "); err != nil || got != want {
			t.Errorf("%q: asks %q, %v", line, got, err)
		}
	}
}

// blank are the help texts that the command line has.
func blank() map[string]string {
	out := map[string]string{}
	for _, name := range []string{
		"offline_help", "news_url_help", "news_form_help", "article_url_help", "article_hosts_help", "geocode_url_help", "stac_url_help", "stac_hosts_help",
		"openalex_url_help", "mailto_help",
	} {
		out[name] = "-"
	}
	return out
}
