package dashboard_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/projections/dashboard"
)

// sources lists what the page is built from, as web/vite.config.ts does.
func sources(t *testing.T) []string {
	t.Helper()
	names := []string{"index.html", "package.json", "package-lock.json", "tsconfig.json", "vite.config.ts"}
	for _, folder := range []string{"src", "public"} {
		err := filepath.WalkDir(filepath.Join("web", folder), func(name string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				below, err := filepath.Rel("web", name)
				if err != nil {
					return err
				}
				names = append(names, filepath.ToSlash(below))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(names)
	return names
}

// TestThePageIsBuiltFromItsSources finds a change of the sources after which nobody has built the page.
func TestThePageIsBuiltFromItsSources(t *testing.T) {
	hash := sha256.New()
	for _, name := range sources(t) {
		body, err := os.ReadFile(filepath.Join("web", name))
		if err != nil {
			t.Fatal(err)
		}
		hash.Write(slices.Concat([]byte(name+"\x00"), body, []byte{0}))
	}
	var built struct {
		Sources string `json:"sources"`
	}
	body, err := os.ReadFile("page/build.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(body, &built); err != nil {
		t.Fatal(err)
	}
	if want := hex.EncodeToString(hash.Sum(nil)); built.Sources != want {
		t.Errorf("the page was built from %s, its sources are %s: run `make page`", built.Sources, want)
	}
}

// asked is an answer of the page's handler.
func asked(t testing.TB, path string) *http.Response {
	t.Helper()
	r := httptest.NewRequest(http.MethodGet, path, nil)
	w := httptest.NewRecorder()
	dashboard.Handler().ServeHTTP(w, r)
	return w.Result()
}

func TestAddressesOfViewsGiveThePage(t *testing.T) {
	for path, want := range map[string]int{
		"/": 200, "/runs/run_1": 200, "/runs/run_1/truth": 200, "/analysis/rep_1": 200, "/knowledge": 200, "/operations": 200,
		"/index.html": 200, "/icon.svg": 200, "/build.json": 200, "/nothing": 404, "/assets/nothing.js": 404, "/../web/package.json": 404, "/assets": 404,
	} {
		t.Run(path, func(t *testing.T) {
			a := asked(t, path)
			if a.StatusCode != want {
				t.Fatalf("answers %d, want %d", a.StatusCode, want)
			}
			body, err := io.ReadAll(a.Body)
			if err != nil {
				t.Fatal(err)
			}
			if page := strings.Contains(string(body), `id="app"`); page != (want == 200 && !strings.Contains(path, ".svg") && !strings.Contains(path, ".json")) {
				t.Errorf("gives the page: %v", page)
			}
		})
	}
}

func TestScriptsAreServedAsScripts(t *testing.T) {
	for _, name := range built(t) {
		if ext := filepath.Ext(name); ext != ".js" && ext != ".mjs" {
			continue
		}
		if got := asked(t, name).Header.Get("Content-Type"); !strings.HasPrefix(got, "text/javascript") {
			t.Errorf("%s is %s", name, got)
		}
	}
}

// built lists the addresses of the files of the page.
func built(t testing.TB) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir("page", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			out = append(out, strings.TrimPrefix(filepath.ToSlash(name), "page"))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// firstLoad adds up all scripts but the PDF engine and its worker, though no view needs all of them: bytes, compressed, and files.
func firstLoad(t testing.TB) (size int64, n int) {
	t.Helper()
	engine := regexp.MustCompile(`/(pdf\.worker|Pages-|engine)`)
	for _, name := range built(t) {
		if filepath.Ext(name) != ".js" || !strings.HasPrefix(name, "/assets/") || engine.MatchString(name) {
			continue
		}
		var packed bytes.Buffer
		z, err := gzip.NewWriterLevel(&packed, gzip.BestSpeed) // as the server does
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(z, asked(t, name).Body); err != nil || z.Close() != nil {
			t.Fatal(err)
		}
		size += int64(packed.Len())
		n++
	}
	return size, n
}

func TestFirstLoadIsSmall(t *testing.T) {
	const most = 500 << 10
	total, n := firstLoad(t)
	t.Logf("%d scripts, %d KB compressed", n, total>>10)
	if n < 3 || total > most {
		t.Errorf("%d scripts of %d bytes compressed, at most %d", n, total, most)
	}
}

func TestThePageNamesNoOtherSite(t *testing.T) {
	body, err := os.ReadFile("page/index.html")
	if err != nil {
		t.Fatal(err)
	}
	if regexp.MustCompile(`(?:src|href)="(?:https?:)?//`).Match(body) || regexp.MustCompile(`<script[^>]*>[^<]|<style`).Match(body) {
		t.Errorf("the document loads from elsewhere or holds scripts or styles, which the policy refuses:\n%s", body)
	}
	for _, name := range built(t) {
		if filepath.Ext(name) != ".css" {
			continue
		}
		body, err := io.ReadAll(asked(t, name).Body)
		if err != nil {
			t.Fatal(err)
		}
		if regexp.MustCompile(`url\((?:["']?)(?:https?:)?//|@import`).Match(body) {
			t.Errorf("%s loads from elsewhere", name)
		}
	}
}
