package legibility_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/deploy/legibility"
)

// faulty is a page with one fault of each kind that is looked for.
const faulty = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Faulty</title>
<style>.pale { color: #ddd; background: #fff } .wide { width: 3000px } .tiny { font-size: 4pt }
.cut { height: 1em; overflow: hidden } small { font-size: 30px } .broad { width: 900px }</style></head><body><main>
<h1>Title</h1><h3>Too deep</h3><p class="pale">Nobody can read this.</p><p class="wide">Wide</p><p class="tiny">Small print</p>
<p class="cut">Nobody sees<br>the end of this</p><p>Text <small>Loud note</small></p><p id="a">One</p><p id="a">Two</p><a href="#nowhere">Nowhere</a>
<table><tr><th>Head</th></tr></table><details><summary>Table</summary>
<table class="broad stack"><thead><tr><th scope="col">A</th></tr></thead><tbody><tr><td data-h="B">Broad</td></tr></tbody></table></details>
<details><summary>More</summary><p>What is folded away</p></details></main></body></html>`

func TestFaultsAreSeen(t *testing.T) {
	file := filepath.Join(t.TempDir(), "faulty.html")
	if err := os.WriteFile(file, []byte(faulty), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	t.Cleanup(cancel)
	seen, err := legibility.Look(ctx, file, true)
	if errors.Is(err, legibility.ErrNoBrowser) {
		t.Skip("chromium is not installed")
	}
	if err != nil {
		t.Fatal(err)
	}
	all := strings.Join(seen.Wrong(), "\n")
	for _, want := range []string{
		"desktop: the page is", "phone: the page is", "phone-dark: color-contrast", "a heading of level 3 after one of level 1", "the id a stands twice",
		"nothing at #nowhere", "a head of a table without scope", "paper: printed too small: Small print", "paper: over the sheet's edge", "folded away on paper",
		"cut off: Nobody sees", "larger than what it stands beside: Loud note", "a cell is labelled B below A", "phone: a table reaches over the phone's edge",
	} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is not seen in\n%s", want, all)
		}
	}
	for _, v := range seen.Views {
		if !bytes.HasPrefix(v.Picture, []byte("\x89PNG")) {
			t.Errorf("no picture of %s", v.Name)
		}
	}
	if !bytes.HasPrefix(seen.Printed, []byte("%PDF-")) {
		t.Error("nothing is printed")
	}
}
