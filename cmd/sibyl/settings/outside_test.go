package settings

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

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
