package document

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// looks is what is looked at in the page: whether it fits, and whether it can be followed without seeing it.
const looks = `(() => {
  const wrong = [];
  const wide = document.documentElement.scrollWidth - window.innerWidth;
  if (wide > 1) wrong.push("the page is " + wide + " px too wide");
  let last = 0;
  for (const h of document.querySelectorAll("h1,h2,h3,h4")) {
    const n = +h.tagName[1];
    if (n > last + 1) wrong.push("a heading of level " + n + " after one of level " + last + ": " + h.textContent);
    last = n;
  }
  const ids = new Set();
  for (const e of document.querySelectorAll("[id]")) { if (ids.has(e.id)) wrong.push("the id " + e.id + " stands twice"); ids.add(e.id); }
  for (const e of document.querySelectorAll("[aria-labelledby]"))
    if (!ids.has(e.getAttribute("aria-labelledby"))) wrong.push("no label " + e.getAttribute("aria-labelledby"));
  for (const e of document.querySelectorAll("a[href^='#']")) if (!ids.has(e.getAttribute("href").slice(1))) wrong.push("nothing at " + e.getAttribute("href"));
  for (const e of document.querySelectorAll("th")) if (!e.scope) wrong.push("a head of a table without scope: " + e.textContent);
  for (const e of document.querySelectorAll("ul > :not(li), ol > :not(li)")) wrong.push("a list holds " + e.tagName);
  if (document.querySelectorAll("main").length !== 1 || !document.documentElement.lang) wrong.push("no main part, or no language");
  if (performance.getEntriesByType("resource").length) wrong.push("something is loaded");
  return wrong.join("; ");
})()`

var outward = regexp.MustCompile(`(?i)<script|<link|<img|src=|url\(|@import`)

func TestTheExportFitsAPhoneAndLoadsNothing(t *testing.T) {
	d := arranged(t, aReport())
	page, err := d.Render(FormatHTML)
	if err != nil {
		t.Fatal(err)
	}
	if found := outward.FindString(string(page)); found != "" {
		t.Errorf("the page holds %q", found)
	}
	path, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("chromium is not installed: the page is looked at where it is")
	}
	file := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(file, page, 0o600); err != nil {
		t.Fatal(err)
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.UserDataDir(t.TempDir()))
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, 2*time.Minute)
	t.Cleanup(cancel)
	for name, width := range map[string]int64{"phone": 375, "desktop": 1280} {
		for _, step := range []chromedp.Action[chromedp.Void]{chromedp.EmulateViewport(width, 900), chromedp.Navigate("file://" + file)} {
			if _, err := chromedp.Run(ctx, step); err != nil {
				t.Fatal(err)
			}
		}
		wrong, err := chromedp.Run(ctx, chromedp.Evaluate[string](looks))
		if err != nil {
			t.Fatal(err)
		}
		if strings.TrimSpace(wrong) != "" {
			t.Errorf("%s: %s", name, wrong)
		}
	}
}
